"""Components say in words what their colour and shape say."""

import re

from django.template.loader import render_to_string

from catalogsite.common.pagination import Page
from catalogsite.common.ui import (
    Chip,
    ChipOrigin,
    Effect,
    EffectKind,
    FieldChange,
    Figure,
    Hop,
    Link,
    Step,
    StepState,
    WordChange,
)


def shown(name, **context):
    return re.sub(r"\s+", " ", render_to_string(f"components/{name}.html", context))


def words(markup):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", markup)).strip()


def test_a_propagated_chip_says_where_from_and_links_there():
    markup = shown("chip", chip=Chip("PII", ChipOrigin.PROPAGATED, True, source="raw.customers", href="/p"))
    assert words(markup) == "PII, inherited from raw.customers"
    assert 'href="/p"' in markup
    assert "chip--propagated" in markup
    assert "chip--pii" in markup


def test_each_origin_is_told_in_words():
    assert words(shown("chip", chip=Chip("PII"))) == "PII"
    assert words(shown("chip", chip=Chip("PII", ChipOrigin.PROPOSED))) == "PII, proposed"
    assert words(shown("chip", chip=Chip("PII", ChipOrigin.REMOVAL))) == "PII, proposed for removal"
    assert words(shown("chip", chip=Chip("PII", ChipOrigin.INACTIVE))) == "PII, not valid now"


def test_an_expired_chip_is_quiet_even_when_sensitive():
    assert "chip--pii" not in shown("chip", chip=Chip("PII", ChipOrigin.INACTIVE, True))


def test_attributes_follow_as_quiet_chips_and_are_escaped():
    markup = shown("chip", chip=Chip("PII", attributes=(("kind", "<EMAIL>"),)))
    assert "kind: &lt;EMAIL&gt;" in markup


def test_more_than_two_chips_fold():
    markup = shown("chips", chips=[Chip(name) for name in "ABCDE"])
    assert "+3" in markup
    assert markup.count('class="chip"') == 5
    assert "<details" not in shown("chips", chips=[Chip("A"), Chip("B")])


def test_an_effect_that_changes_has_both_sides():
    markup = shown("effect", effect=Effect(EffectKind.MASKED, "Year only", before="Clear"))
    assert words(markup) == "Clearbecomes Year only"
    assert "effect--after" in markup


def test_drift_is_told_in_words():
    assert "differs from our plan" in shown("effect", effect=Effect(EffectKind.CLEAR, "Clear", has_drift=True))


def test_a_timeline_tells_each_state_and_marks_the_current_one():
    markup = shown("timeline", steps=[Step(state.value, state) for state in StepState])
    for word in ("done", "now", "not yet", "broken", "skipped"):
        assert f", {word}" in markup
    assert markup.count('aria-current="step"') == 1


def test_a_diff_tells_removed_and_added():
    markup = shown(
        "diff",
        changes=[
            FieldChange("Mask", "none", "last 4"),
            FieldChange("Text", words=(WordChange("same", "one "), WordChange("added", "two"))),
        ],
    )
    assert "removed </span>none</del>" in markup
    assert "added </span>two</ins>" in markup


def test_a_meter_says_its_share_and_target():
    assert 'aria-label="71%, target 80%"' in shown("meter", ratio=0.71, target=0.8)
    assert "not measured yet" in shown("meter", ratio=None)
    assert 'width="0.0%"' in shown("meter", ratio=0.0)


def test_a_long_path_becomes_a_list():
    assert "path--list" not in shown("path", hops=[Hop(str(n)) for n in range(5)])
    assert "path--list" in shown("path", hops=[Hop(str(n)) for n in range(6)])


def test_tabs_and_segments_mark_the_current_one():
    items = [Link("All", "/a", 1204, True), Link("Mine", "/b", 0)]
    for name in ("tabs", "segmented"):
        markup = shown(name, items=items, label="Views")
        assert markup.count('aria-current="page"') == 1
        assert "1,204" in markup
        assert ">0<" in markup


def test_a_pager_counts_from_its_start():
    page = Page(tuple(range(100)), 5000, "x")
    assert "101–200 of 5,000" in words(shown("pager", page=page, start=101, next_href="?cursor=x"))
    assert words(shown("pager", page=Page((), 0))) == "0"


def test_a_figure_may_be_a_link_with_a_meter():
    markup = shown("figure_strip", figures=[Figure("Documented", "38 of 42", href="/x", ratio=0.9, is_current=True)])
    assert '<a class="figure-cell" href="/x" aria-current="true">' in markup
    assert "meter-value" in markup


def test_a_broken_banner_is_an_alert_and_others_a_status():
    assert 'role="alert"' in shown("banner", tone="broken", title="Ranger refused it.")
    assert 'role="status"' in shown("banner", tone="ok", title="Saved.")
