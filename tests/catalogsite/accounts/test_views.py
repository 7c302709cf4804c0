"""Signing in and out, demo people, tokens, theme and choices."""

import pytest
from django.contrib.auth import get_user_model

from catalogsite.accounts.models import ApiToken, Profile
from catalogsite.accounts.services import create_token, digest_of, save_person


@pytest.fixture
def _demo(settings):
    settings.DEMO = True


@pytest.fixture
def _no_demo(settings):
    settings.DEMO = False


@pytest.mark.usefixtures("_no_demo")
def test_without_people_the_page_says_how_the_first_one_comes_in(client, db):
    page = client.get("/sign-in/").content.decode()
    assert "createsuperuser" in page
    assert 'name="password"' not in page


@pytest.mark.usefixtures("_no_demo")
def test_name_and_password_lead_to_the_page_asked_for(client, db):
    save_person(username="priya", password="correct horse")
    answer = client.post("/sign-in/", {"username": "priya", "password": "correct horse", "next": "/help/"})
    assert (answer.status_code, answer["Location"]) == (302, "/help/")


@pytest.mark.usefixtures("_no_demo")
def test_a_wrong_password_and_an_unknown_name_read_the_same(client, db):
    save_person(username="priya", password="correct horse")
    pages = [client.post("/sign-in/", {"username": name, "password": "wrong"}) for name in ("priya", "nobody")]
    assert [page.status_code for page in pages] == [400, 400]
    sentence = "This name and password do not belong together."
    assert all(sentence in page.content.decode() for page in pages)
    assert 'value="priya"' in pages[0].content.decode()


@pytest.mark.usefixtures("_no_demo")
@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_nobody_is_led_to_another_site(client, db, target):
    save_person(username="priya", password="correct horse")
    answer = client.post("/sign-in/", {"username": "priya", "password": "correct horse", "next": target})
    assert answer["Location"] == "/"


@pytest.mark.usefixtures("_demo")
def test_the_demo_offers_its_three_people_in_order(people, client):
    page = client.get("/sign-in/").content.decode()
    places = [page.index(f'value="{name}"') for name in ("analyst", "steward", "admin")]
    assert places == sorted(places)
    assert 'name="password"' not in page
    assert 'name="password"' in client.get("/sign-in/?password=1").content.decode()


@pytest.mark.usefixtures("_demo")
def test_one_click_signs_a_demo_person_in(people, client):
    answer = client.post("/sign-in/demo/", {"username": "steward", "next": "/profile/"})
    assert answer["Location"] == "/profile/"
    assert client.get("/profile/").status_code == 200


@pytest.mark.usefixtures("_demo")
def test_one_click_is_for_the_demo_people_only(people, client):
    assert client.post("/sign-in/demo/", {"username": "other"}).status_code == 403
    assert client.get("/profile/").status_code == 302


@pytest.mark.usefixtures("_no_demo")
def test_one_click_is_off_outside_the_demo(people, client):
    assert client.post("/sign-in/demo/", {"username": "analyst"}).status_code == 403


def test_signing_out_needs_a_post_and_ends_the_session(as_analyst):
    assert as_analyst.get("/sign-out/").status_code == 405
    assert as_analyst.post("/sign-out/")["Location"] == "/sign-in/"
    assert as_analyst.get("/profile/").status_code == 302


def test_a_new_token_is_shown_once_and_kept_as_its_hash(as_analyst):
    page = as_analyst.post("/profile/tokens/", {"name": "notebook"})
    secret = page.context["page"].new_token
    assert secret in page.content.decode()
    assert page["Cache-Control"].startswith("max-age=0")
    stored = ApiToken.objects.get()
    assert (stored.digest, stored.name) == (digest_of(secret), "notebook")
    later = as_analyst.get("/profile/").content.decode()
    assert secret not in later
    assert f"{stored.hint}…" in later


def test_a_token_can_be_revoked_by_its_owner_only(as_analyst, people):
    create_token(username="analyst", name="mine")
    create_token(username="steward", name="not mine")
    mine, other = ApiToken.objects.get(name="mine"), ApiToken.objects.get(name="not mine")
    assert as_analyst.post(f"/profile/tokens/{other.pk}/revoke/").status_code == 404
    assert as_analyst.post(f"/profile/tokens/{mine.pk}/revoke/").status_code == 302
    assert list(ApiToken.objects.all()) == [other]


def test_the_profile_says_what_a_steward_decides_about(client, people):
    client.force_login(people.other_steward)
    assert "every classification in hr" in client.get("/profile/").content.decode()


def test_a_person_without_a_profile_gets_one(client, db):
    user = get_user_model().objects.create_superuser("root", password="x")
    client.force_login(user)
    assert client.get("/profile/").status_code == 200
    assert Profile.objects.filter(user=user).exists()


@pytest.mark.parametrize(("sent", "kept"), [("dark", "dark"), ("light", "light"), ("<b>", "auto")])
def test_the_theme_is_kept_in_a_cookie(client, db, sent, kept):
    answer = client.post("/theme/", {"theme": sent, "next": "/help/"})
    cookie = answer.cookies["theme"]
    assert (cookie.value, cookie["samesite"], cookie["httponly"]) == (kept, "Lax", True)
    assert answer["Location"] == "/help/"


def test_one_letter_keys_can_be_switched_off(as_analyst):
    assert 'data-single-keys="on"' in as_analyst.get("/profile/").content.decode()
    as_analyst.post("/profile/choices/", {"choice": "single_keys", "value": "0"})
    assert 'data-single-keys="off"' in as_analyst.get("/profile/").content.decode()


def test_times_can_be_shown_in_full(as_analyst):
    create_token(username="analyst", name="mine")
    assert "0 s</time>" in as_analyst.get("/profile/").content.decode()
    as_analyst.post("/profile/choices/", {"choice": "absolute_times", "value": "1"})
    assert "UTC</time>" in as_analyst.get("/profile/").content.decode()


def test_an_unknown_choice_is_refused(as_analyst):
    assert as_analyst.post("/profile/choices/", {"choice": "role", "value": "1"}).status_code == 400
    assert Profile.objects.get(user__username="analyst").role == "ANALYST"


def test_the_profile_needs_a_person(client, db, settings):
    settings.ANONYMOUS_READ = True
    assert client.get("/profile/").status_code == 401
