"""REST: saving a text with If-Match, revisions, restoring."""

from typing import Any

import pytest
from django.test import Client

from catalogsite.accounts.services import create_token
from catalogsite.accounts.types import TokenKind
from discovery.atlas.models import Entity
from discovery.documentation.models import TextRevision
from tests.builders.documentation import a_table
from tests.people import People

pytestmark = pytest.mark.django_db
HOSTILE = "**ok**\n\ntext <img src=x onerror=alert(1)><script>alert(2)</script><svg/onload=alert(3)>"


def patch(client: Client, guid: str, body: Any, **headers: str) -> Any:
    return client.patch(
        f"/api/v1/entities/{guid}/documentation", body, content_type="application/json", headers=headers
    )


def test_a_text_is_saved_against_the_revision_it_was_based_on(as_analyst: Client) -> None:
    """C27 (open-metadata/OpenMetadata#22290), over REST."""
    guid = a_table().guid
    first = patch(as_analyst, guid, {"description": "A"}, **{"If-Match": "0"})
    assert first.status_code == 200
    assert first.json()["documentation"] | {"at": None} == {
        "revision": 1,
        "origin": "human",
        "at": None,
        "by": "analyst",
    }
    assert first["ETag"] == '"1"'
    stale = patch(as_analyst, guid, {"description": "B"}, **{"If-Match": "0"})
    assert stale.status_code == 409
    error = stale.json()["error"]
    assert (error["details"]["text"], error["details"]["revision"]) == ("A", 1)
    assert patch(as_analyst, guid, {"description": "B"}).status_code == 428
    assert patch(as_analyst, guid, {"description": "B"}, **{"If-Match": '"1"'}).status_code == 200
    assert Entity.objects.get(guid=guid).user_description == "B"


@pytest.mark.parametrize(
    ("body", "header"),
    [
        ({"description": 7}, "0"),
        (["x"], "0"),
        ({"text": "x"}, "0"),
        ({"description": "x"}, "now"),
        ({"description": "half \ud83d"}, "0"),
        ({"description": "nul \0"}, "0"),
    ],
)
def test_what_cannot_be_read_is_400_and_changes_nothing(as_analyst: Client, body: Any, header: str) -> None:
    guid = a_table().guid
    assert patch(as_analyst, guid, body, **{"If-Match": header}).status_code == 400
    assert TextRevision.objects.count() == 0


def test_an_unknown_guid_is_404(as_analyst: Client) -> None:
    assert patch(as_analyst, "nowhere", {"description": "x"}, **{"If-Match": "0"}).status_code == 404
    assert as_analyst.get("/api/v1/entities/nowhere/revisions").status_code == 404


def test_strangers_and_reading_tokens_may_not_write(people: People, client: Client) -> None:
    guid = a_table().guid
    assert patch(client, guid, {"description": "x"}, **{"If-Match": "0"}).status_code == 401
    token = create_token(username="analyst", kind=TokenKind.SERVICE, scopes=["read"])
    headers = {"If-Match": "0", "Authorization": f"Bearer {token}"}
    assert patch(client, guid, {"description": "x"}, **headers).status_code == 403
    assert TextRevision.objects.count() == 0


def test_revisions_are_listed_and_restored(as_analyst: Client) -> None:
    guid = a_table().guid
    for number, text in enumerate(["one", "two", "three"]):
        patch(as_analyst, guid, {"description": text}, **{"If-Match": str(number)})
    page = as_analyst.get(f"/api/v1/entities/{guid}/revisions?limit=2").json()
    assert (page["total"], [row["revision"] for row in page["results"]]) == (3, [3, 2])
    rest = as_analyst.get(f"/api/v1/entities/{guid}/revisions?limit=2&cursor={page['next']}").json()
    assert ([row["description"] for row in rest["results"]], rest["next"]) == (["one"], None)
    restored = as_analyst.post(f"/api/v1/entities/{guid}/revisions/1/restore")
    assert (restored.status_code, restored.json()["description"]) == (200, "one")
    assert restored.json()["documentation"]["revision"] == 4
    assert as_analyst.post(f"/api/v1/entities/{guid}/revisions/9/restore").status_code == 404
    stale = as_analyst.post(f"/api/v1/entities/{guid}/revisions/2/restore", headers={"If-Match": "3"})
    assert stale.status_code == 409


def test_a_hostile_text_is_stored_as_sent_and_shown_harmless(as_analyst: Client) -> None:
    """C83 (open-metadata/OpenMetadata#25682): the sanitiser is on the way out, not in the browser's editor."""
    guid = a_table().guid
    patch(as_analyst, guid, {"description": HOSTILE}, **{"If-Match": "0"})
    assert as_analyst.get(f"/api/v1/entities/{guid}").json()["description"] == HOSTILE
    html = as_analyst.get(f"/entity/{guid}").content.decode()
    section = html[html.index('id="description"') : html.index("</section>", html.index('id="description"'))]
    assert "<strong>ok</strong>" in section
    for forbidden in ("<script", "<img", "<svg/", "<svg onload"):
        assert forbidden not in section.replace("<svg xmlns", "").replace('<svg class="', "")


def test_only_safe_links_survive(as_analyst: Client) -> None:
    """C84 (apache/superset PR#9163)."""
    text = (
        "[a](javascript:alert(1)) [b](JaVaScRiPt&#58;alert(1)) [c](data:text/html,x) [d](https://example.org) "
        '<a href="java&#10;script:alert(1)">e</a>'
    )
    html = as_analyst.post(f"/entity/{a_table().guid}/description/preview/", {"text": text}).content.decode()
    assert html.count("href=") - html.count("&lt;a href=") == 1
    assert 'href="https://example.org"' in html
