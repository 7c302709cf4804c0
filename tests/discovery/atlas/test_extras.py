"""Labels, business metadata and custom attributes as a real Atlas was seen to keep them (recording 20, replayed)."""

import json
import re

import pytest

from catalogsite.common.errors import CatalogError
from discovery.atlas.models import Entity
from tests.discovery.atlas.recordings import CONTEXT, V2, NotReached, Outcome, Replay, Step, atlas_code, load_steps
from tests.shared_data import shared_data

pytestmark = pytest.mark.django_db

NOT_REACHED = {
    **dict.fromkeys([29, 30], "the template of an import file"),
    **dict.fromkeys([48, 49], "which bodies the door takes"),
    65: "the audit trail",
}


def run(replay: Replay, step: Step) -> Outcome:
    path = str(replay.ours(step.path)).removeprefix(V2)
    pattern = r"/entity/(guid/[^/]+|uniqueAttribute/type/\w+)/(labels|businessmetadata)(?:/(\w+))?"
    found = re.fullmatch(pattern, path)
    if found is None or step.method == "GET":
        return replay.run(step)
    place, what, group = found.groups()
    guid = place.removeprefix("guid/")
    if place.startswith("unique"):
        guid = Entity.objects.get(qualified_name=step.query["attr:qualifiedName"]).guid
    try:
        if what == "labels":
            set_labels(replay, step, guid)
        else:
            set_business_attributes(replay, step, guid, group)
    except CatalogError as error:
        code = str(error.details["errorCode"])
        return Outcome(int(code[:3]), code)
    return Outcome(204)


def set_labels(replay: Replay, step: Step, guid: str) -> None:
    """POST sets; what PUT adds and DELETE removes is worked out here, as a door does it."""
    if not isinstance(step.body, list) or (not step.body and step.method == "DELETE"):
        raise NotReached(NOT_REACHED[step.number])
    labels = set(step.body)
    if step.method != "POST":
        known = set(Entity.objects.get(guid=guid).labels)
        labels = known | labels if step.method == "PUT" else known - labels
    replay.authority.set_labels(guid=guid, labels=sorted(labels), context=CONTEXT)


def set_business_attributes(replay: Replay, step: Step, guid: str, group: str | None) -> None:
    """DELETE names attributes whatever their value: a null removes."""
    sent = {group: step.body} if group else step.body
    if step.method == "DELETE":
        sent = {name: dict.fromkeys(values) for name, values in sent.items()}
    overwrite = step.query.get("isOverwrite") == "true"
    replay.authority.set_business_attributes(guid=guid, attributes=sent, overwrite=overwrite, context=CONTEXT)


def difference(replay: Replay, step: Step, ours: Outcome) -> str:
    if (ours.status, ours.code) != (step.status, atlas_code(step.answer)):
        return f"real {step.status} {atlas_code(step.answer)}, ours {ours.status} {ours.code}"
    if step.method != "GET" or not isinstance(step.answer, dict) or "entity" not in step.answer:
        return ""
    entity = step.answer["entity"]
    name = "s20.b@rec" if "s20.b" in json.dumps([step.query, entity]) else "s20.a@rec"
    row = Entity.objects.get(qualified_name=name)
    if row.business_attributes != (entity.get("businessAttributes") or {}):
        return f"business attributes: real {entity.get('businessAttributes')}, ours {row.business_attributes}"
    if row.custom_attributes != (entity.get("customAttributes") or {}):
        return f"custom attributes: real {entity.get('customAttributes')}, ours {row.custom_attributes}"
    if row.labels != sorted(entity["labels"]):
        return f"labels: real {entity['labels']}, ours {row.labels}"
    return ""


def test_recording_20_ends_as_on_the_real_server() -> None:
    replay = Replay()
    problems: dict[int, str] = {}
    skipped: set[int] = set()
    for step in load_steps(shared_data("atlas-recordings/20-labels-business-custom.json")):
        try:
            ours = run(replay, step)
        except NotReached:
            skipped.add(step.number)
            continue
        if problem := difference(replay, step, ours):
            problems[step.number] = problem
    assert problems == {}
    assert skipped == set(NOT_REACHED)
