"""A column's text edited in its row, with its own revision. Fragments only: without scripts there is the page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from catalogsite.accounts.policy import Action, may, require
from catalogsite.accounts.selectors import current_actor
from catalogsite.common.errors import Conflict
from discovery.atlas.models import Entity
from discovery.atlas.selectors import get_entity
from discovery.documentation import services
from discovery.documentation.editing import build_conflict, build_editor, page_of
from discovery.documentation.forms import DescriptionForm, read_form
from discovery.documentation.plain import first_words
from discovery.documentation.selectors import own_text
from discovery.documentation.types import Documentation
from discovery.documentation.views.descriptions import STALE

CELL = "discovery/documentation/_cell.html"
CELL_EDITOR = "discovery/documentation/_cell_editor.html"


@require_http_methods(["GET", "HEAD", "POST"])
def description_cell(request: HttpRequest, guid: str) -> HttpResponse:
    """The text of one row; `?edit=1` its field; a POST saves and answers the text, or 409 with theirs and mine."""
    entity = get_entity(guid)
    if request.method != "POST":
        if "edit" not in request.GET:
            return _shown(request, entity)
        require(current_actor(request), Action.EDIT_TEXT)
        services.require_text(entity)
        return render(request, CELL_EDITOR, {"editor": build_editor(entity)})
    form = DescriptionForm(request.POST)
    if not form.is_valid():
        error = "; ".join(str(message) for messages in form.errors.values() for message in messages)
        editor = build_editor(entity, text=request.POST.get("text", ""), error=error)
        return render(request, CELL_EDITOR, {"editor": editor}, status=400)
    return _save(request, entity, form)


def _save(request: HttpRequest, entity: Entity, form: DescriptionForm) -> HttpResponse:
    sent = read_form(form, stands=own_text(entity))
    try:
        saved = services.save_description(
            actor=current_actor(request), guid=entity.guid, text=sent.text, revision=sent.revision
        )
    except Conflict as conflict:
        if conflict.error_code != STALE:
            raise
        editor = build_editor(entity, text=sent.text)
        view = build_conflict(editor, details=conflict.details, mine=sent.text, started_from=sent.revision)
        return render(request, CELL_EDITOR, {"editor": editor, "conflict": view}, status=409)
    return _shown(request, get_entity(entity.guid), said=saved if saved.revision != sent.revision else None)


def _shown(request: HttpRequest, entity: Entity, said: Documentation | None = None) -> HttpResponse:
    may_edit = entity.status == Entity.Status.ACTIVE and may(current_actor(request), Action.EDIT_TEXT)
    context = {
        "guid": entity.guid,
        "href": page_of(entity),
        "label": _("Describe %(name)s") % {"name": entity.title},
        "words": first_words(entity.text),
        "is_documented": entity.is_documented,
        "may_edit": may_edit,
        "saved": said,
    }
    return render(request, CELL, context)
