"""The propose form: what, on which entities, why. Attributes of the chosen classification are fields of their own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from discovery.atlas.selectors import type_registry
from governance.classification.types import ChangeAction, ChangeInput

PREFIX = "attribute_"
SIMPLE_TYPES = frozenset({"string", "int", "long", "short", "byte", "float", "double", "boolean", "date"})


@dataclass(frozen=True, slots=True)
class Wish:
    """What the form asks for, read from GET (preview) or POST (submit) alike."""

    guids: Sequence[str]
    action: ChangeAction
    classification: str
    attributes: Mapping[str, str]
    propagate: bool
    source_guid: str = ""
    reason: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def changes(self) -> list[ChangeInput]:
        """The same change for every chosen entity; attributes left empty are not sent."""
        sent = {name: value for name, value in self.attributes.items() if value}
        is_removal = self.action is ChangeAction.REMOVE
        return [
            ChangeInput(
                guid=guid,
                action=self.action,
                classification=self.classification,
                attributes=None if is_removal or not (sent or self.action is ChangeAction.UPDATE) else sent,
                propagate=None if is_removal else self.propagate,
                source_guid=self.source_guid if is_removal else "",
            )
            for guid in self.guids
        ]


def read_wish(data: Any) -> Wish:
    """A wish from a QueryDict. Unknown actions count as ADD; ticks that were never asked count as set."""
    action = data.get("action", "")
    was_asked = data.get("propagate_asked") == "1"
    return Wish(
        guids=list(dict.fromkeys(guid for guid in data.getlist("guid") if guid)),
        action=ChangeAction(action) if action in set(ChangeAction) else ChangeAction.ADD,
        classification=data.get("classification", ""),
        attributes={name[len(PREFIX) :]: data[name] for name in data if name.startswith(PREFIX)},
        propagate=data.get("propagate") == "yes" if was_asked else True,
        source_guid=data.get("source", ""),
        reason=data.get("reason", ""),
    )


def classification_choices() -> list[tuple[str, str]]:
    """Every classification type by name, with nothing chosen first."""
    return [
        ("", _("Choose a classification")),
        *((name, name) for name in sorted(type_registry().classification_types)),
    ]


class ProposeForm(forms.Form):
    """Classification, reason and the attributes of the classification chosen."""

    classification = forms.ChoiceField(label=gettext_lazy("Classification"))
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("The reviewer reads this first. It stays with the classification."),
    )

    def __init__(self, *args: Any, wish: Wish, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["classification"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = classification_choices()
        definition = type_registry().classification_types.get(wish.classification)
        for name, attribute in (definition.attributes if definition else {}).items():
            if attribute.type_name in SIMPLE_TYPES:
                self.fields[f"{PREFIX}{name}"] = forms.CharField(label=name, required=False, max_length=1000)

    @property
    def attribute_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(PREFIX)]
