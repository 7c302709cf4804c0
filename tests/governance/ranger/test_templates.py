import pytest

from catalogsite.common.errors import InvalidInput
from governance.ranger.templates import read_templates, shipped_templates, template_for
from governance.ranger.types import Effect
from governance.ranger.words import effect_sentence


def test_shipped_templates_can_be_read() -> None:
    templates = shipped_templates()
    assert templates["PII"].effect is Effect.MASK
    assert templates["CONFIDENTIAL"].effect is Effect.DENY


def test_effect_in_words() -> None:
    templates = shipped_templates()
    assert effect_sentence(templates["PII"]) == "Hashed for everyone, clear for pii-readers"
    assert effect_sentence(templates["CONFIDENTIAL"]) == "Denied for everyone except finance"


def test_classification_takes_its_own_template_before_those_of_its_super_types() -> None:
    templates = shipped_templates()
    assert template_for("PII", super_types=["CONFIDENTIAL"], templates=templates) is templates["PII"]
    assert template_for("EMAIL", super_types=["PII", "CONFIDENTIAL"], templates=templates) is templates["PII"]
    assert template_for("Certified", super_types=[], templates=templates) is None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("templates: [", "templates"),
        ("- a list", "templates"),
        ("templates: {PII: 7}", "templates.PII"),
        ("templates: {PII: {effect: hide, components: {hive: [select]}}}", "templates.PII.effect"),
        ("templates: {PII: {effect: mask, mask: HASHED, components: {hive: [select]}}}", "templates.PII.mask"),
        ("templates: {PII: {effect: mask, mask: CUSTOM, components: {hive: [select]}}}", "templates.PII.value"),
        ("templates: {PII: {effect: deny}}", "templates.PII.components"),
        ("templates: {PII: {effect: deny, components: {hive: []}}}", "templates.PII.components"),
        ("templates: {PII: {effect: deny, components: {hive: [a]}, clear_for: [x]}}", "templates.PII.clear_for"),
        ("templates: {PII: {effect: deny, colour: red}}", "templates.PII"),
    ],
)
def test_template_that_cannot_be_read_names_file_and_place(text: str, place: str) -> None:
    with pytest.raises(InvalidInput) as problem:
        read_templates(text, source="mine.yaml")
    assert problem.value.details["field"] == place
    assert problem.value.message.startswith("mine.yaml")
