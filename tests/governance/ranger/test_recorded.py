"""Our reading of policy documents beside what a real Ranger Admin 2.9.0 answered (recordings of public calls)."""

import json
from collections.abc import Iterator
from typing import Any

from governance.ranger.documents import fingerprint, signature
from tests.shared_data import shared_data

Document = dict[str, Any]
BEYOND_US = ("validitySchedules", "conditions", "additionalResources", "zoneName", "policyPriority", "options")
"""Parts of a policy that change Ranger's signature or come back otherwise, and that we never write."""


def recorded_writes() -> Iterator[tuple[Document, Document]]:
    """(sent, answered) of every tag policy that was written as a whole and accepted."""
    for path in sorted(shared_data("ranger-recordings").glob("[0-9]*.json")):
        for step in json.loads(path.read_text(encoding="utf-8")):
            call, answer = step["call"], step.get("answer")
            sent = call.get("body")
            if step["status"] != 200 or not isinstance(sent, dict) or not isinstance(answer, dict):
                continue
            is_plain = not any(document.get(part) for part in BEYOND_US for document in (sent, answer))
            if "resourceSignature" in answer and "tag" in answer.get("resources", {}) and is_plain:
                yield call | {"body": sent}, answer


def test_signatures_are_those_that_ranger_computed() -> None:
    answers = [answer for _, answer in recorded_writes() if answer.get("isEnabled", True)]
    assert len(answers) > 20
    for answer in answers:
        assert signature(answer) == answer["resourceSignature"], answer["name"]


def test_what_ranger_answers_means_what_was_sent() -> None:
    """Else every policy of ours would look as if somebody had edited it. Merging writes (`apply`) are left out."""
    checked = 0
    for call, answer in recorded_writes():
        sent = call["body"]
        is_merged = call["path"].endswith("/apply") or call.get("query")
        if is_merged or "service" not in answer or "resources" not in sent or "fooBar" in sent:
            continue
        assert fingerprint({"name": answer["name"], **sent}) == fingerprint(answer), (sent, answer)
        checked += 1
    assert checked > 20
