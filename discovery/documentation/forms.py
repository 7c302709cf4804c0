"""What a person sends when saving a text."""

from dataclasses import dataclass

from django import forms
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from discovery.documentation.types import LONGEST_TEXT


class DescriptionForm(forms.Form):
    """`act`: save, preview, compare (show theirs and mine), edit (go on with both) or replace (mine over theirs)."""

    revision = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    text = forms.CharField(strip=False, required=False, max_length=LONGEST_TEXT)
    act = forms.ChoiceField(
        choices=[(act, act) for act in ("save", "preview", "compare", "edit", "replace")], required=False
    )


@dataclass(frozen=True, slots=True)
class Sent:
    """A valid form. `text` has the line ends of the text it replaces, so that saving unchanged is no change."""

    text: str
    revision: int
    act: str


def read_form(form: DescriptionForm, *, stands: str) -> Sent:
    """Browsers send every line end as CR LF; a text that only differs by that is the one that stands."""
    text = form.cleaned_data["text"].replace("\r\n", "\n")
    if text == stands.replace("\r\n", "\n"):
        text = stands
    return Sent(text=text, revision=form.cleaned_data["revision"], act=form.cleaned_data["act"] or "save")


def safe_next(request: HttpRequest, otherwise: str) -> str:
    """Where to go after saving: an address of ours, else `otherwise`."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    return target if url_has_allowed_host_and_scheme(target, {request.get_host()}) else otherwise
