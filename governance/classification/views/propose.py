"""The propose form, with what would follow beside it."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from catalogsite.accounts.policy import Action, require
from catalogsite.accounts.selectors import current_actor
from catalogsite.common.errors import CatalogError, InvalidInput
from governance.classification import services
from governance.classification.forms import PREFIX, ProposeForm, Wish, read_wish
from governance.classification.pages.propose import preview_of, propose_page


def propose(request: HttpRequest, guid: str = "") -> HttpResponse:
    """The form. GET shows it with what would follow (so the preview works without scripts), POST submits."""
    actor = current_actor(request)
    require(actor, Action.PROPOSE)
    data = request.POST if request.method == "POST" else request.GET
    wish = read_wish(data)
    about = list(dict.fromkeys([*filter(None, [guid]), *data.getlist("about"), *wish.guids]))
    if not wish.guids and not data.get("propagate_asked"):
        wish = _with_guids(wish, about[:1])
    if request.method != "POST":
        form = ProposeForm(initial=_initial(wish), wish=wish)
        return _propose_response(request, wish, about, form)
    form = ProposeForm(request.POST, wish=wish)
    try:
        proposal = services.submit_proposal(actor=actor, reason=wish.reason, changes=wish.changes)
    except InvalidInput as error:
        _tell(form, error)
        return _propose_response(request, wish, about, form, status=error.status)
    messages.success(request, _("Proposed. You will hear of the decision in your inbox."))
    return redirect("governance:proposal-page", proposal_id=proposal.pk)


def _with_guids(wish: Wish, guids: list[str]) -> Wish:
    return replace(wish, guids=guids)


def _initial(wish: Wish) -> dict[str, Any]:
    attributes = {f"{PREFIX}{name}": value for name, value in wish.attributes.items()}
    return {"classification": wish.classification, "reason": wish.reason, **attributes}


def _propose_response(
    request: HttpRequest, wish: Wish, about: list[str], form: ProposeForm, *, status: int = 200
) -> HttpResponse:
    page = propose_page(wish, about=about, form=form)
    return render(request, "governance/proposals/propose.html", {"page": page, "about": about}, status=status)


def _tell(form: ProposeForm, error: CatalogError) -> None:
    """Puts what the service refused at the field it speaks of; the rest stands above the form."""
    form.is_valid()
    form.errors.clear()
    name = str(error.details.get("field", "")).rpartition(".")[2]
    target = name if name in form.fields else None
    form.add_error(target, error.message)


@require_GET
def propose_effect(request: HttpRequest) -> HttpResponse:
    """Fragment: what would follow from the form as it stands."""
    return render(request, "governance/proposals/_effect.html", {"preview": preview_of(read_wish(request.GET))})


@require_GET
def propose_attributes(request: HttpRequest) -> HttpResponse:
    """Fragment: the fields of the classification chosen."""
    wish = read_wish(request.GET)
    form = ProposeForm(initial=_initial(wish), wish=wish)
    return render(request, "governance/proposals/_attributes.html", {"form": form})
