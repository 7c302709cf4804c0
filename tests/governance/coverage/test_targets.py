"""Targets and exclusions as they are written."""

import pytest

from governance.coverage.targets import Pattern, parse_targets, targets


def test_the_shipped_file_reads() -> None:
    assert targets().target == 0.8
    assert [pattern.text for pattern in targets().exclude] == ["tmp_*"]


def test_a_database_has_its_own_target_or_none() -> None:
    found = parse_targets("target: 0.8\ndatabases: {core: 0.95, sandbox: null}")
    assert found.for_group("db", "core") == 0.95
    assert found.for_group("db", "sandbox") is None
    assert found.for_group("db", "raw") == 0.8
    assert found.for_group("owner", "core") == 0.8


@pytest.mark.parametrize(
    ("text", "lookup"),
    [
        ("tmp_*", ("startswith", "tmp_")),
        ("*_bak", ("endswith", "_bak")),
        ("*x*", ("contains", "x")),
        ("one", ("exact", "one")),
    ],
)
def test_stars_stand_at_the_ends(text: str, lookup: tuple[str, str]) -> None:
    assert Pattern(text).lookup == lookup


@pytest.mark.parametrize("text", ["target: 80", "target: yes", "exclude: ['*']", "exclude: ['a*b']"])
def test_what_cannot_be_read_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"target|exclude"):
        parse_targets(text)
