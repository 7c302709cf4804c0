"""Colours: enough contrast in both themes, one file that holds them, nothing written into pages."""

import re
from pathlib import Path

import pytest

from tests.catalogsite.common.contrast import AUTO, THEMES, colours_of, contrast, pairs

SHEETS = sorted(Path("static/css").rglob("*.css"))
TEMPLATES = sorted(Path("templates").rglob("*.html"))
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|lab|lch|oklab|oklch|hwb)\(")


@pytest.mark.parametrize("theme", THEMES)
def test_every_pair_has_enough_contrast(theme):
    colours = colours_of(THEMES[theme])
    assert len(pairs()) >= 104
    low = [
        (front, ground, round(contrast(colours[front], colours[ground]), 2), least)
        for front, ground, least in pairs()
        if contrast(colours[front], colours[ground]) < least
    ]
    assert low == []


def test_contrast_is_the_one_of_wcag():
    assert round(contrast("#FFFFFF", "#000000"), 1) == 21.0
    assert round(contrast("#646A6F", "#F1F1ED"), 1) == 4.8


def test_both_themes_name_the_same_colours_and_auto_is_dark():
    light, dark = colours_of(THEMES["light"]), colours_of(THEMES["dark"])
    assert light.keys() == dark.keys()
    assert colours_of(AUTO) == dark


def test_only_the_tokens_hold_colours():
    loud = {
        str(path): found
        for path in SHEETS
        if path.name != "tokens.css"
        and (found := COLOUR.findall(re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)))
    }
    assert loud == {}


def test_sheets_use_only_tokens_that_exist():
    tokens = set(re.findall(r"--([a-z0-9-]+):", Path("static/css/tokens.css").read_text()))
    for path in SHEETS:
        text = path.read_text()
        own = set(re.findall(r"--([a-z0-9-]+):", text))
        unknown = set(re.findall(r"var\(--([a-z0-9-]+)", text)) - tokens - own
        assert unknown == set(), path


def test_the_site_sheet_imports_every_component_once():
    imported = re.findall(r'@import url\("([^"]+)"\)', Path("static/css/site.css").read_text())
    components = {f"components/{path.name}" for path in Path("static/css/components").glob("*.css")}
    assert len(imported) == len(set(imported))
    assert components <= set(imported)
    assert imported[0] == "tokens.css"


@pytest.mark.parametrize("path", SHEETS, ids=str)
def test_a_sheet_stays_small(path):
    assert len(path.read_text().splitlines()) <= (120 if path.parent.name != "pages" else 200)


@pytest.mark.parametrize("path", TEMPLATES, ids=str)
def test_a_template_holds_no_style_no_inline_script_no_handler(path):
    text = path.read_text()
    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"<style\b", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>", text)
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']", text)
    assert "javascript:" not in text


@pytest.mark.parametrize("path", TEMPLATES, ids=str)
def test_a_template_holds_no_colour(path):
    text = re.sub(r"\{#.*?#\}|&#\d+;|href=\"[^\"]*\"|url_for\S+", "", path.read_text())
    assert not re.search(r"(?:fill|stroke|color|stop-color|bgcolor)=\"(?!none|currentColor|\{)[^\"]*\"", text)
