"""The home page's block of what a person can act on."""

import pytest
from django.test import Client

from tests.builders.entities import make_table

pytestmark = pytest.mark.django_db


def test_who_can_decide_nothing_is_told_that_nothing_waits(as_analyst: Client) -> None:
    assert "Nothing waits for you." in as_analyst.get("/home/waiting/").content.decode()


def test_the_home_page_loads_the_block(as_analyst: Client) -> None:
    make_table("core.orders")
    assert 'hx-get="/home/waiting/"' in as_analyst.get("/").content.decode()
