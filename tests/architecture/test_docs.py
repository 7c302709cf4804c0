"""What docs/ says is what the code does."""

import re

import pytest
from django.conf import settings

from catalogsite.operations.docs import generated_pages


@pytest.mark.parametrize("name", ["settings.md", "openapi.yaml", "schema.graphql"])
def test_a_generated_page_equals_the_committed_one(name: str) -> None:
    committed = (settings.BASE_DIR / "docs" / name).read_text()
    assert committed == generated_pages()[name], "run `make docs` and commit the result"


def test_the_readme_names_only_targets_that_the_makefile_has() -> None:
    makefile = (settings.BASE_DIR / "Makefile").read_text()
    readme = (settings.BASE_DIR / "README.md").read_text()
    for target in set(re.findall(r"`make ([a-z]+)`", readme)):
        assert re.search(rf"^{target}:", makefile, re.M), target
