"""Editing on the page: with and without scripts, conflicts, preview, restoring."""

import re
from html import unescape

import pytest
from django.test import Client

from discovery.atlas.models import Entity
from discovery.documentation.models import TextRevision
from discovery.documentation.services import save_description
from tests.builders.documentation import a_table
from tests.people import People

pytestmark = pytest.mark.django_db
TEXTAREA = re.compile(r'<textarea[^>]*name="text"[^>]*>\n?(.*?)</textarea>', re.DOTALL)


def field_of(html: bytes) -> str:
    """The text in the editor as a browser would send it back."""
    found = TEXTAREA.search(html.decode())
    assert found is not None
    return unescape(found[1])


def test_saving_unchanged_three_times_changes_nothing(as_analyst: Client, people: People) -> None:
    """C30 (apache/ranger RANGER-2487): escaped on output only."""
    guid, text = a_table().guid, "R&D <b>\"x\"</b> 'y'\n\n\tsecond & last\n"
    save_description(actor=people.actor("analyst"), guid=guid, text=text, revision=0)
    for _ in range(3):
        shown = field_of(as_analyst.get(f"/entity/{guid}/description").content)
        sent = {"text": shown.replace("\n", "\r\n"), "revision": "1", "act": "save"}
        assert as_analyst.post(f"/entity/{guid}/description", sent).status_code == 302
    assert Entity.objects.get(guid=guid).user_description == text
    assert TextRevision.objects.count() == 1
    assert 'R&amp;D &lt;b&gt;"x"&lt;/b&gt;' in as_analyst.get(f"/entity/{guid}").content.decode()


def test_a_text_that_begins_with_an_empty_line_keeps_it(as_analyst: Client, people: People) -> None:
    guid = a_table().guid
    save_description(actor=people.actor("analyst"), guid=guid, text="\nfirst", revision=0)
    assert field_of(as_analyst.get(f"/entity/{guid}/description").content) == "\nfirst"


def test_without_scripts_a_save_goes_back_and_says_so(as_analyst: Client) -> None:
    guid = a_table().guid
    sent = {"text": "New.\r\nText", "revision": "0", "act": "save", "next": f"/entity/{guid}?tab=columns"}
    answer = as_analyst.post(f"/entity/{guid}/description", sent, follow=True)
    assert answer.redirect_chain == [(f"/entity/{guid}?tab=columns", 302)]
    assert "Saved, revision 1." in answer.content.decode()
    assert Entity.objects.get(guid=guid).user_description == "New.\nText"


def test_a_foreign_address_is_not_followed(as_analyst: Client) -> None:
    guid = a_table().guid
    sent = {"text": "x", "revision": "0", "next": "https://evil.example/"}
    assert as_analyst.post(f"/entity/{guid}/description", sent)["Location"] == f"/entity/{guid}"


def test_a_conflict_shows_both_texts_and_saves_neither(as_analyst: Client, people: People) -> None:
    guid = a_table().guid
    save_description(actor=people.actor("analyst"), guid=guid, text="One row is one customer.", revision=0)
    save_description(actor=people.actor("steward"), guid=guid, text="One row is one account.", revision=1)
    mine = {"text": "One row is one customer. Guests excluded.", "revision": "1", "act": "save"}
    answer = as_analyst.post(f"/entity/{guid}/description", mine)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Stella saved this text" in html
    assert "<ins>" in html
    assert "Edit theirs with mine" in html
    assert Entity.objects.get(guid=guid).user_description == "One row is one account."
    both = as_analyst.post(f"/entity/{guid}/description", mine | {"act": "edit"}).content
    assert field_of(both) == "One row is one account. Guests excluded."
    assert b'name="revision" value="2"' in both


def test_two_changes_of_one_place_show_theirs_with_mine_beside(as_analyst: Client, people: People) -> None:
    guid = a_table().guid
    save_description(actor=people.actor("analyst"), guid=guid, text="a b c", revision=0)
    save_description(actor=people.actor("steward"), guid=guid, text="a THEIRS c", revision=1)
    mine = {"text": "a MINE c", "revision": "1", "act": "edit"}
    html = as_analyst.post(f"/entity/{guid}/description", mine).content
    assert field_of(html) == "a THEIRS c"
    assert "a MINE c" in html.decode()


def test_replacing_with_mine_is_based_on_theirs(as_analyst: Client, people: People) -> None:
    guid = a_table().guid
    save_description(actor=people.actor("steward"), guid=guid, text="theirs", revision=0)
    sent = {"text": "mine", "revision": "1", "act": "replace"}
    assert as_analyst.post(f"/entity/{guid}/description", sent).status_code == 302
    assert Entity.objects.get(guid=guid).user_description == "mine"


def test_a_broken_form_keeps_every_word(as_analyst: Client) -> None:
    guid = a_table().guid
    answer = as_analyst.post(f"/entity/{guid}/description", {"text": "every word", "revision": "soon"})
    assert answer.status_code == 400
    assert field_of(answer.content) == "every word"


def test_preview_renders_and_stores_nothing(as_analyst: Client) -> None:
    """C29 (amundsen-io/amundsen#98): tables, lists and code survive."""
    text = "Grain:\n\n| col | meaning |\n|---|---|\n| id | key `a\\|b` |\n\n- x\n- y\n\n```\nselect 1 < 2\n```"
    guid = a_table().guid
    html = as_analyst.post(
        f"/entity/{guid}/description/preview/", {"text": text.replace("\n", "\r\n")}
    ).content.decode()
    assert html.count("<th>") == 2
    assert html.count("<tbody>") == 1
    assert "<td>key <code>a|b</code></td>" in html
    assert html.count("<li>") == 2
    assert "select 1 &lt; 2" in html
    page = as_analyst.post(f"/entity/{guid}/description", {"text": text, "revision": "0", "act": "preview"})
    assert b"<code>a|b</code>" in page.content
    assert TextRevision.objects.count() == 0


def test_the_fragment_saves_in_place_and_conflicts_in_place(as_analyst: Client) -> None:
    guid = a_table().guid
    saved = as_analyst.post(f"/entity/{guid}/description/field/", {"text": "Hello", "revision": "0"})
    assert (saved.status_code, b"Saved, revision 1" in saved.content) == (200, True)
    stale = as_analyst.post(f"/entity/{guid}/description/field/", {"text": "Other", "revision": "0"})
    assert (stale.status_code, b"Keep theirs" in stale.content) == (409, True)
    assert b"<html" not in stale.content


def test_a_column_is_edited_in_its_row_with_its_own_revision(as_analyst: Client, people: People) -> None:
    a_table(columns=2)
    column = Entity.objects.get(name="c1", kind="column")
    url = f"/entity/{column.guid}/description/cell/"
    assert b"data-cell-text" in as_analyst.get(f"{url}?edit=1").content
    saved = as_analyst.post(url, {"text": "Key of **it**", "revision": "0"}).content.decode()
    assert "Key of it" in saved
    assert "Saved, revision 1" in saved
    stale = as_analyst.post(url, {"text": "Mine", "revision": "0"})
    assert (stale.status_code, b"saved meanwhile" in stale.content) == (409, True)
    assert Entity.objects.get(name="c0", kind="column").user_description == ""


def test_restoring_goes_back_with_a_sentence(as_analyst: Client, people: People) -> None:
    guid = a_table().guid
    for number, text in enumerate(["one", "two"]):
        save_description(actor=people.actor("analyst"), guid=guid, text=text, revision=number)
    answer = as_analyst.post(f"/entity/{guid}/revisions/1/restore", follow=True)
    assert "Restored revision 1 as revision 3." in answer.content.decode()
    assert as_analyst.get(f"/entity/{guid}/revisions/1/restore").status_code == 405


def test_the_whole_text_can_be_downloaded(as_analyst: Client, people: People) -> None:
    guid, text = a_table().guid, "line é\n" * 40_000
    save_description(actor=people.actor("analyst"), guid=guid, text=text, revision=0)
    answer = as_analyst.get(f"/entity/{guid}/description/text")
    assert answer.content.decode() == text
    assert answer["Content-Disposition"].startswith("attachment")
    page = as_analyst.get(f"/entity/{guid}")
    assert "The first 200,000 of 280,000 characters" in page.content.decode()


def test_pages_for_unknown_guids_are_404(as_analyst: Client) -> None:
    for path in ("description", "description/panel/", "description/field/", "description/cell/", "terms/assign"):
        assert as_analyst.get(f"/entity/nowhere/{path}").status_code == 404
