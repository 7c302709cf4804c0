"""The pipelines file is read strictly; every mistake is named with its line."""

import pytest
from django.conf import settings
from django.test import override_settings

from catalogsite.common.errors import NotFound
from workflows.reactions import registry
from workflows.reactions.config import PipelinesFileError, Retry, read_pipelines

GOOD = """\
pipelines:
  notify:
    reaction: tests.builders.events.Recording
    about: Tells people.
    kinds: [ENTITY_UPDATE]
    batch: 5
    serial: true
    start: latest
    retry: {attempts: 2, first_wait: 0.5}
  all:
    reaction: tests.builders.events.Recording
"""

NAMED = "    reaction: tests.builders.events.Recording\n    about"


def test_pipelines_keep_the_order_of_the_file_and_have_defaults() -> None:
    found = read_pipelines(GOOD, file="p.yaml")
    assert list(found) == ["notify", "all"]
    notify = found["notify"]
    assert (notify.kinds, notify.batch, notify.serial, notify.start) == (
        frozenset({"ENTITY_UPDATE"}),
        5,
        True,
        "latest",
    )
    assert notify.retry == Retry(attempts=2, first_wait=0.5, longest_wait=300.0)
    assert notify.takes("ENTITY_UPDATE")
    assert not notify.takes("ENTITY_CREATE")
    assert found["all"].takes("ANYTHING")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "p.yaml:1: the file is empty"),
        ("pipelines: [1", "p.yaml:1:"),
        ("pipes: {}", "p.yaml:1: the file has no key “pipes”"),
        (GOOD.replace("batch: 5", "bach: 5"), "p.yaml:6: pipeline notify has no key “bach”"),
        (GOOD.replace("batch: 5", "batch: many"), "p.yaml:6: “batch” must be a whole number, not 'many'"),
        (GOOD.replace("batch: 5", "batch: 0"), "p.yaml:6: “batch” must be at least 1"),
        (GOOD.replace("serial: true", "serial: 1"), "p.yaml:7: “serial” must be true or false"),
        (GOOD.replace("[ENTITY_UPDATE]", "[ENTITY_UPDATED]"), "p.yaml:5: there is no event kind “ENTITY_UPDATED”"),
        (GOOD.replace("[ENTITY_UPDATE]", "all"), "p.yaml:5: “kinds” must be a list"),
        (GOOD.replace("latest", "monday"), "p.yaml:8: “start” must be beginning or latest"),
        (GOOD.replace("attempts: 2", "tries: 2"), "p.yaml:9: retry of notify has no key “tries”"),
        (GOOD.replace("attempts: 2", "attempts: 0"), "p.yaml:9: “attempts” must be at least 1"),
        (GOOD.replace("  all:", "  notify:"), "p.yaml:10: “notify” stands here twice"),
        (GOOD.replace(NAMED, "    about"), "p.yaml:3: pipeline notify needs the key “reaction”"),
        (GOOD.replace("  all:", "  a b:"), "p.yaml:11: “a b” is no name"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(PipelinesFileError) as caught:
        read_pipelines(text, file="p.yaml")
    assert caught.value.message.startswith(message)


def test_waits_double_up_to_the_longest() -> None:
    retry = Retry(first_wait=1, longest_wait=60)
    assert [retry.wait(attempt) for attempt in (1, 2, 3, 7, 500)] == [1, 2, 4, 60, 60]


def test_the_shipped_file_can_be_used() -> None:
    registry.check()
    assert set(registry.pipelines()) <= {
        "update_search_index", "apply_proposal", "sync_ranger", "notify", "refresh_coverage"
    }  # fmt: skip


def test_an_unknown_pipeline_is_answered_with_the_known_ones() -> None:
    with pytest.raises(NotFound, match="notify"):
        registry.get_pipeline("nothing")


def test_a_reaction_that_does_not_exist_is_named_with_its_line(tmp_path: "pytest.TempPathFactory") -> None:
    path = settings.DATA_DIR / "broken-pipelines.yaml"
    path.write_text("pipelines:\n  one:\n    reaction: no.such.Thing\n")
    with (
        override_settings(PIPELINES_FILE=path),
        pytest.raises(PipelinesFileError, match=r"broken-pipelines.yaml:2: .*no.such.Thing"),
    ):
        registry.check()


def test_a_file_that_is_not_there_names_the_setting() -> None:
    with override_settings(PIPELINES_FILE="/nowhere.yaml"), pytest.raises(PipelinesFileError, match="PIPELINES_FILE"):
        registry.pipelines()
