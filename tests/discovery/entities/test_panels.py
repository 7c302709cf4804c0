"""The registry of panels and buttons, and where a page puts them."""

import pytest
from django.test import Client

from discovery.entities import panels
from discovery.entities.panels import EntityAction, Height, Panel, Place
from tests.builders.lineage import dataset


@pytest.fixture
def _empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "_panels", {})
    monkeypatch.setattr(panels, "_actions", {})


def a_panel(name: str, **fields: object) -> Panel:
    values = {"title": name.title(), "url_name": "discovery:entity-tags", "place": Place.OVERVIEW} | fields
    return Panel(name=name, **values)  # type: ignore[arg-type]


@pytest.mark.usefixtures("_empty")
def test_panels_come_by_number_whoever_registered_first() -> None:
    for name, order in (("late", 30), ("early", 10), ("middle", 20)):
        panels.register_panel(a_panel(name, order=order))
    panels.register_panel(a_panel("early", order=10, title="Again"))
    found = panels.list_slots(Place.OVERVIEW, kind="dataset", guid="g")
    assert [slot.name for slot in found] == ["early", "middle", "late"]
    assert (found[0].title, found[0].href) == ("Again", "/entity/g/tags/panel/")


@pytest.mark.usefixtures("_empty")
def test_a_panel_may_be_for_some_kinds_only() -> None:
    panels.register_panel(a_panel("columns", kinds=frozenset({"column"})))
    assert panels.list_panels(Place.OVERVIEW, "dataset") == []
    assert [panel.name for panel in panels.list_panels(Place.OVERVIEW, "column")] == ["columns"]


@pytest.mark.django_db
@pytest.mark.usefixtures("_empty")
def test_the_page_keeps_room_and_loads_each_panel_from_its_address(as_analyst: Client) -> None:
    panels.register_panel(a_panel("effects", height=Height.HIGH))
    panels.register_action(EntityAction("propose", "Propose it", "discovery:glossary-page", takes_columns=True))
    table = dataset("t")
    html = as_analyst.get(f"/entity/{table.guid}").content.decode()
    assert f'class="slot slot--high" id="slot-effects" hx-get="/entity/{table.guid}/tags/panel/"' in html
    assert f'href="/glossary?guid={table.guid}"' in html
