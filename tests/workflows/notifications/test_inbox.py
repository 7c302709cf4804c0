"""Telling people once, their inbox, and the e-mail behind it."""

import smtplib
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.test import Client

from catalogsite.common import clock
from catalogsite.common.errors import NotFound, NotSignedIn
from catalogsite.mail import email_settings
from tests.people import People
from workflows.notifications import services
from workflows.notifications.mail import send_due
from workflows.notifications.models import InboxItem
from workflows.notifications.selectors import count_unread, get_inbox
from workflows.notifications.types import Notice

pytestmark = pytest.mark.django_db
Counting = Callable[[int], AbstractContextManager[Any]]
NOTICE = Notice(
    recipient="analyst",
    pipeline="notify",
    position=1,
    kind="PROPOSAL_APPLIED",
    subject="proposal:7",
    title="Your proposal is in force",
    sentence="PII on 2 columns.",
    link="/proposals/7",
    verb="See it",
)


def tell(*notices: Notice) -> None:
    with transaction.atomic():
        services.notify(notices)


def test_the_same_notice_is_told_once(people: People) -> None:
    """Case C54: MarquezProject/marquez#2708, a second delivery repeated the effect."""
    tell(NOTICE)
    tell(NOTICE, replace(NOTICE, recipient="steward"))
    assert InboxItem.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_notice_outside_a_transaction_is_refused(people: People) -> None:
    with pytest.raises(RuntimeError, match="none is open"):
        services.notify([NOTICE])


def test_unknown_and_inactive_people_are_passed_over(people: People) -> None:
    people.steward.is_active = False
    people.steward.save()
    tell(replace(NOTICE, recipient="nobody"), replace(NOTICE, recipient="steward"), NOTICE)
    assert [item.recipient.username for item in InboxItem.objects.all()] == ["analyst"]


def test_messages_about_one_thing_are_one_line(people: People) -> None:
    tell(NOTICE, replace(NOTICE, position=2, title="Newer"), replace(NOTICE, position=3, subject="proposal:8"))
    inbox = get_inbox("analyst")
    assert [(group.subject, group.count, group.unread) for group in inbox.groups] == [
        ("proposal:8", 1, 1),
        ("proposal:7", 2, 2),
    ]
    assert inbox.groups[1].title == "Newer"
    assert count_unread("analyst") == 2


def test_reading_a_thing_reads_all_about_it_and_nothing_else(people: People) -> None:
    tell(NOTICE, replace(NOTICE, position=2), replace(NOTICE, position=3, subject="proposal:8"))
    services.mark_read(actor=people.actor("analyst"), item_id=get_inbox("analyst").groups[1].id)
    assert [group.subject for group in get_inbox("analyst", only_unread=True).groups] == ["proposal:8"]
    assert services.mark_all_read(actor=people.actor("analyst")) == 1
    assert count_unread("analyst") == 0


def test_nobody_reads_the_message_of_somebody_else(people: People) -> None:
    tell(NOTICE)
    item = InboxItem.objects.get()
    for who in ("steward", "admin", "anonymous"):
        with pytest.raises(NotFound):
            services.mark_read(actor=people.actor(who), item_id=item.pk)
    with pytest.raises(NotSignedIn):
        services.mark_all_read(actor=people.actor("anonymous"))
    assert count_unread("analyst") == 1


def test_the_page_shows_mine_and_escapes_it(as_analyst: Client) -> None:
    tell(replace(NOTICE, title="<b>bold</b>"), replace(NOTICE, recipient="steward", title="For Stella"))
    page = as_analyst.get("/inbox").content.decode()
    assert "&lt;b&gt;bold&lt;/b&gt;" in page
    assert "For Stella" not in page


def test_acting_on_a_message_reads_it_and_goes_there(as_analyst: Client) -> None:
    tell(NOTICE)
    response = as_analyst.post(f"/inbox/{InboxItem.objects.get().pk}/open")
    assert (response.status_code, response["Location"]) == (302, "/proposals/7")
    assert "Nothing unread" in as_analyst.get("/inbox").content.decode()
    assert NOTICE.title in as_analyst.get("/inbox?view=all").content.decode()


def test_a_message_never_leads_to_another_site(as_analyst: Client) -> None:
    tell(replace(NOTICE, link="https://elsewhere.example/"))
    assert as_analyst.post(f"/inbox/{InboxItem.objects.get().pk}/open")["Location"] == "/inbox"


def test_forms_of_the_inbox_refuse_strangers(as_steward: Client) -> None:
    tell(NOTICE)
    item = InboxItem.objects.get().pk
    assert as_steward.post(f"/inbox/{item}/read").status_code == 404
    assert as_steward.post("/inbox/read").status_code == 302
    assert count_unread("analyst") == 1


def test_the_page_asks_the_same_for_many_messages(as_analyst: Client, django_assert_max_num_queries: Counting) -> None:
    tell(*(replace(NOTICE, position=number, subject=f"proposal:{number}") for number in range(120)))
    as_analyst.get("/inbox")
    with django_assert_max_num_queries(13):
        page = as_analyst.get("/inbox").content.decode()
    assert "from=50" in page
    assert as_analyst.get("/inbox?from=100").status_code == 200
    assert as_analyst.get("/inbox?from=x").status_code == 400


def with_address(people: People) -> None:
    people.analyst.email = "ana@shop.example"
    people.analyst.save()


def test_an_email_escapes_what_it_says_and_keeps_one_subject_line(people: People) -> None:
    with_address(people)
    tell(replace(NOTICE, title="Line\nBcc: evil@example.org <i>", sentence="<script>"))
    assert send_due() == 1
    [message] = mail.outbox
    assert message.subject == "Line Bcc: evil@example.org <i>"
    assert message.recipients() == ["ana@shop.example"]
    html = str(message.alternatives[0][0])
    assert "&lt;script&gt;" in html
    assert "<script>" not in html
    assert "<script>" in message.body
    assert "/proposals/7" in message.body
    assert message.extra_headers["X-Catalogsite-Key"] == f"notify/1/{people.analyst.pk}"


def test_an_email_goes_out_once_and_only_to_those_with_an_address(people: People) -> None:
    with_address(people)
    tell(NOTICE, replace(NOTICE, recipient="steward"))
    assert (send_due(), send_due(), len(mail.outbox)) == (1, 0, 1)


@pytest.mark.parametrize(
    ("error", "tries"),
    [
        (ConnectionRefusedError("down"), 5),
        (smtplib.SMTPResponseException(451, b"later"), 5),
        (smtplib.SMTPResponseException(550, b"unknown"), 1),
        (smtplib.SMTPRecipientsRefused({"ana@shop.example": (550, b"unknown")}), 1),
    ],
)
def test_an_email_that_fails_is_tried_later_unless_it_never_can(
    people: People, monkeypatch: pytest.MonkeyPatch, error: Exception, tries: int
) -> None:
    """Case C60: healthchecks/healthchecks 2cf1ed41, what is refused for good was retried for ever."""
    with_address(people)
    tell(NOTICE)
    attempts: list[int] = []

    def fail(self: EmailBackend, messages: object) -> int:
        attempts.append(1)
        raise error

    monkeypatch.setattr(EmailBackend, "send_messages", fail)
    moment = clock.now()
    for hours in range(10):
        with clock.fixed_at(moment + timedelta(hours=hours)):
            send_due()
    assert len(attempts) == tries
    item = InboxItem.objects.get()
    assert item.mail_at is None
    assert item.mail_problem


def test_the_address_of_the_mail_server_is_read_from_one_url() -> None:
    assert email_settings("console://")["EMAIL_BACKEND"].endswith("console.EmailBackend")
    found = email_settings("smtp://a%40b:p%3Aw@mail.example:587?from=catalog@example.org")
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_USE_TLS"]) == ("mail.example", 587, True)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("a@b", "p:w")
    assert found["DEFAULT_FROM_EMAIL"] == "catalog@example.org"
    secure = email_settings("smtps://mail.example")
    assert (secure["EMAIL_PORT"], secure["EMAIL_USE_SSL"]) == (465, True)
