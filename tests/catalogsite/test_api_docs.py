"""The description of the REST API: whole, readable with the right to read, and served from here alone."""

import re

from django.test import Client

PROMISED = (
    "/api/v1/search",
    "/api/v1/suggest",
    "/api/v1/entities",
    "/api/v1/entities/{guid}",
    "/api/v1/entities/{guid}/columns",
    "/api/v1/entities/{guid}/documentation",
    "/api/v1/entities/{guid}/revisions",
    "/api/v1/entities/{guid}/lineage",
    "/api/v1/entities/{guid}/impact",
    "/api/v1/proposals",
    "/api/v1/proposals/{proposal_id}",
    "/api/v1/coverage",
    "/api/v1/coverage/history",
    "/api/v1/events",
    "/api/v1/pipelines",
    "/api/v1/dead-letters",
    "/api/v1/ranger/plan",
    "/api/v1/ranger/apply",
    "/api/v1/status",
    "/api/v1/trace/{guid}",
)


def test_every_promised_call_is_described(as_analyst: Client) -> None:
    paths = as_analyst.get("/api/v1/openapi.json").json()["paths"]
    assert [path for path in PROMISED if path not in paths] == []


def test_the_page_loads_nothing_from_elsewhere(as_analyst: Client) -> None:
    page = as_analyst.get("/api/docs").content.decode()
    assert "swagger-ui-bundle" in page
    assert re.findall(r'(?:src|href)="(?:https?:)?//[^"]*"', page) == []
    assert "<style" not in page


def test_the_description_needs_the_right_to_read(client: Client) -> None:
    assert client.get("/api/v1/openapi.json").status_code == 401
