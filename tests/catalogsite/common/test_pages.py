"""The frame, the styleguide, failures with and without the frame, the favicon."""

from unittest.mock import PropertyMock

import pytest
from django.db import OperationalError
from django.test import RequestFactory

from catalogsite.common import views
from catalogsite.common.errors import BackendUnavailable, Conflict, NotFound
from catalogsite.common.middleware import error_response, plain_error_response
from catalogsite.shell import Shell


def test_the_styleguide_shows_both_themes(as_analyst):
    page = as_analyst.get("/styleguide/").content.decode()
    assert (
        page.count('class="guide-scope" data-theme="light"') == page.count('class="guide-scope" data-theme="dark"') > 15
    )
    assert page.count("<h1") == 1


def test_the_frame_has_landmarks_and_a_skip_link_first(as_analyst):
    page = as_analyst.get("/help/").content.decode()
    body = page[page.index("<body") :]
    assert body.index("skip-link") < body.index("<header") < body.index('<nav class="side"') < body.index("<main")
    assert 'id="live"' in page
    assert "X-CSRFToken" in page


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_the_theme_of_the_cookie_is_written_by_the_server(client, db, theme):
    client.cookies["theme"] = theme
    assert f'data-theme="{theme}"' in client.get("/help/").content.decode()


def test_an_unknown_theme_is_auto(client, db):
    client.cookies["theme"] = '"><script>'
    assert 'data-theme="auto"' in client.get("/help/").content.decode()


def test_pages_answer_with_the_policy_that_forbids_inline_code(client, db):
    policy = client.get("/help/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy


def test_an_unknown_address_offers_a_search_for_its_words(as_analyst):
    answer = as_analyst.get("/entity-of/orders_daily")
    page = answer.content.decode()
    assert answer.status_code == 404
    assert "/search?q=orders_daily" in page
    assert answer["X-Request-Id"] in page


def test_a_form_without_its_token_is_told_so(people, client):
    client.handler.enforce_csrf_checks = True
    answer = client.post("/sign-in/", {"username": "analyst", "password": "x"})
    assert answer.status_code == 403
    assert "too old or came from another site" in answer.content.decode()


def request_for(path="/x", **headers):
    request = RequestFactory().get(path, headers=headers)
    request.request_id = "7f2c11"
    return request


def test_a_fragment_gets_a_banner_and_keeps_its_place(db):
    request = request_for()
    request.htmx = True
    answer = error_response(request, Conflict("Priya saved this text 40 s ago."))
    assert answer.status_code == 409
    assert answer["HX-Reswap"] == "innerHTML"
    assert "<html" not in answer.content.decode()


def test_a_system_that_is_away_is_told_with_what_still_works(db):
    page = error_response(request_for("/p?x=1"), BackendUnavailable("Atlas did not answer.")).content.decode()
    assert "Reading goes on from our own tables" in page
    assert 'href="/p?x=1"' in page


def test_the_nearest_names_are_offered(db):
    error = NotFound("There is no entity core.ordrs.", details={"nearest": [["core.orders", "/entity/1"]]})
    assert 'href="/entity/1"' in error_response(request_for(), error).content.decode()


def test_a_failure_without_a_database_has_a_page(monkeypatch):
    """No `db` fixture: any query would fail this test."""
    answer = plain_error_response(request_for(), BackendUnavailable("Our database does not answer."))
    assert answer.status_code == 503
    assert "7f2c11" in answer.content.decode()


def test_a_frame_that_cannot_be_read_falls_back(db, monkeypatch):
    monkeypatch.setattr(Shell, "sections", PropertyMock(side_effect=OperationalError("gone")))
    answer = error_response(request_for(), NotFound("There is nothing at this address."))
    assert answer.status_code == 404
    assert 'class="door failure"' in answer.content.decode()


def test_broken_code_is_a_500_and_a_lost_database_a_503():
    assert views.server_error(request_for()).status_code == 500
    try:
        raise OperationalError("no connection")
    except OperationalError:
        assert views.server_error(request_for()).status_code == 503


def test_an_api_gets_json_in_the_one_shape():
    body = views.server_error(request_for("/api/v1/search")).content.decode()
    assert '"code": "ERROR"' in body
    assert "7f2c11" in body


def test_the_favicon_is_the_mark(client, db):
    answer = client.get("/favicon.ico")
    assert answer["Content-Type"] == "image/svg+xml"
    assert b"<svg" in answer.content
