"""Fixtures every test may use: people. Everything else is built by plain functions in tests/builders."""

import pytest
from django.test import Client

from tests.people import People, make_people


@pytest.fixture
def people(db: None) -> People:
    return make_people()


@pytest.fixture
def as_analyst(people: People, client: Client) -> Client:
    client.force_login(people.analyst)
    return client


@pytest.fixture
def as_steward(people: People, client: Client) -> Client:
    client.force_login(people.steward)
    return client


@pytest.fixture
def as_admin(people: People, client: Client) -> Client:
    client.force_login(people.admin)
    return client
