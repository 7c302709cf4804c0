"""The tags of all pages: times, long names, numbers, icons, tiles, discs."""

from datetime import UTC, datetime, timedelta

import pytest

from catalogsite.common import clock, reading
from catalogsite.common.glyphs import ground_of, initials_of
from catalogsite.common.templatetags import ui

NOW = datetime(2026, 11, 30, 17, 12, 4, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _now():
    with clock.fixed_at(NOW):
        yield


@pytest.mark.parametrize(
    ("passed", "in_table", "in_text"),
    [
        (timedelta(seconds=40), "40 s", "40 s ago"),
        (timedelta(minutes=14), "14 min", "14 min ago"),
        (timedelta(hours=3, minutes=50), "3 h", "3 h ago"),
        (timedelta(days=1), "1 d", "1 day ago"),
        (timedelta(days=6, hours=23), "6 d", "6 days ago"),
        (timedelta(days=7), "23 Nov 2026", "23 Nov 2026"),
        (timedelta(days=992), "13 Mar 2024", "13 Mar 2024"),
        (timedelta(seconds=-20), "0 s", "0 s ago"),
    ],
)
def test_times_are_relative_for_a_week_then_dates(passed, in_table, in_text):
    moment = NOW - passed
    assert f">{in_table}<" in ui.age(moment)
    assert f">{in_text}<" in ui.ago(moment)


def test_a_time_carries_the_instant_for_machines_and_readers():
    markup = ui.ago(clock.to_ms(NOW - timedelta(hours=1)))
    assert 'datetime="2026-11-30T16:12:04+00:00"' in markup
    assert 'title="30 Nov 2026 16:12:04 UTC"' in markup


def test_a_reader_may_have_all_times_in_full():
    reading.choose_times(lambda: True)
    try:
        assert ">30 Nov 2026 17:11:04 UTC<" in ui.ago(NOW - timedelta(minutes=1))
    finally:
        reading.choose_times(bool)


def test_no_time_is_nothing():
    assert ui.ago(None) == ui.age(None) == ui.exact(None) == ui.hour(None) == ""


def test_a_short_name_is_whole_and_isolated():
    assert ui.middle("customer_id") == "<bdi>customer_id</bdi>"


def test_a_long_name_is_cut_at_a_separator_and_says_itself_in_full():
    markup = ui.middle("merged_into_customer_account_duplicate")
    assert 'title="merged_into_customer_account_duplicate"' in markup
    assert '<span class="cut-tail">_account_duplicate</span>' in markup


def test_a_long_name_without_separators_keeps_its_last_twelve():
    assert '<span class="cut-tail">opqrstuvwxyz</span>' in ui.middle("abcdefghijklmnopqrstuvwxyz")


def test_names_are_escaped():
    assert "<img" not in ui.middle("<img src=x onerror=alert(1)>.aaaaaaaaaaaaaaaaaaaaaaaaaaa")
    assert "&lt;b&gt;" in ui.wrappable("<b>.x")
    assert "&lt;" in ui.disc("<script> x")


def test_a_name_in_prose_may_wrap_after_its_separators():
    assert ui.wrappable("core.customer_id") == "core.<wbr>customer_<wbr>id"


def test_numbers_and_shares():
    assert ui.number(12257) == "12,257"
    assert ui.number(None) == "–"
    assert ui.percent(0.713) == "71%"
    assert ui.percent(None) == "not measured yet"
    assert ui.hundredth(1.4) == "100.0"
    assert ui.hundredth(None) == "0.0"


def test_a_line_of_equal_values_runs_in_the_middle():
    assert ui.line_points([3, 3], "72x20") == "0.0,10.0 72.0,10.0"
    assert ui.line_points([3], "72x20") == ""
    assert ui.line_points([0, 10], "72x20") == "0.0,18.0 72.0,2.0"


def test_an_icon_is_hidden_from_readers_and_made_once():
    assert 'aria-hidden="true"' in ui.icon("tag", 12)
    assert ui.icon("tag", 12) is ui.icon("tag", 12)
    assert ui.icon("") == ""


@pytest.mark.parametrize(
    ("kind", "type_name", "hue"),
    [
        ("dataset", "hive_table", "table"),
        ("dataset", "kafka_topic", "topic"),
        ("process", "spark_process", "job"),
        ("dataset", "tableau_dashboard", "report"),
        ("dataset", "hdfs_path", "store"),
        ("container", "hive_db", "store"),
        ("column", "hive_column", "quiet"),
        ("term", "AtlasGlossaryTerm", "term"),
        ("other", "something_new", "quiet"),
    ],
)
def test_a_type_has_its_glyph(kind, type_name, hue):
    assert f"tile--{hue}" in ui.tile(kind, type_name)


def test_a_person_keeps_ground_and_initials():
    assert initials_of("Priya Raman") == "PR"
    assert initials_of("etl_service") == "ES"
    assert initials_of("priya") == "PR"
    assert initials_of(" ") == "?"
    assert ground_of("Priya Raman") == ground_of("Priya Raman")
    assert {ground_of(f"person {number}") for number in range(100)} == set(range(6))
