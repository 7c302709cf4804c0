"""Editing a text: a page of its own that needs no script, and the same editor as a fragment in the text's place."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogsite.accounts.policy import Action, may, require
from catalogsite.accounts.selectors import current_actor
from catalogsite.common.errors import Conflict, InvalidInput
from discovery.atlas.models import Entity
from discovery.atlas.selectors import get_entity
from discovery.documentation import services
from discovery.documentation.editing import Editor, base_text, build_conflict, build_editor, page_of
from discovery.documentation.forms import DescriptionForm, Sent, read_form, safe_next
from discovery.documentation.reading import build_reading
from discovery.documentation.selectors import documentation_of_entities, own_text, text_history
from discovery.documentation.types import Documentation
from discovery.documentation.worddiff import merge

STALE = "STALE_REVISION"


@require_http_methods(["GET", "HEAD", "POST"])
def description_edit(request: HttpRequest, guid: str) -> HttpResponse:
    """The page: write, preview, save; after a conflict theirs and mine."""
    entity = _editable(request, guid)
    back = safe_next(request, page_of(entity))
    if request.method != "POST":
        return render(request, "discovery/documentation/edit.html", {"editor": build_editor(entity, back_href=back)})
    form = DescriptionForm(request.POST)
    if not form.is_valid():
        return _refused(request, entity, form, back)
    sent = read_form(form, stands=own_text(entity))
    return _page_act(request, entity, sent, back)


def _page_act(request: HttpRequest, entity: Entity, sent: Sent, back: str) -> HttpResponse:
    if sent.act == "preview":
        editor = build_editor(entity, text=sent.text, preview=sent.text, back_href=back)
        editor = replace(editor, revision=sent.revision)
        return render(request, "discovery/documentation/edit.html", {"editor": editor})
    if sent.act == "edit":
        editor = _both(entity, sent, back)
        return render(request, "discovery/documentation/edit.html", {"editor": editor})
    try:
        saved = _save(request, entity, sent)
    except Conflict as conflict:
        if conflict.error_code != STALE:
            raise
        return _conflict(request, entity, sent, conflict, "discovery/documentation/conflict.html", back)
    except InvalidInput as error:
        editor = build_editor(entity, text=sent.text, error=error.message, back_href=back)
        return render(request, "discovery/documentation/edit.html", {"editor": editor}, status=400)
    if saved.revision != sent.revision:
        messages.success(request, _("Saved, revision %(n)s.") % {"n": saved.revision})
    return HttpResponseRedirect(back)


def _save(request: HttpRequest, entity: Entity, sent: Sent) -> Documentation:
    """Saves, or only compares: then a text that stands already at another revision is the conflict to show."""
    actor = current_actor(request)
    if sent.act == "compare":
        stands = documentation_of_entities([entity])[entity.guid]
        raise services.stale(stands, sent.revision)
    return services.save_description(actor=actor, guid=entity.guid, text=sent.text, revision=sent.revision)


def _both(entity: Entity, sent: Sent, back: str) -> Editor:
    """Their text with my changes in it; where both changed one place, theirs, and mine beside the field."""
    stands = documentation_of_entities([entity])[entity.guid]
    merged = merge(base_text(entity.guid, sent.revision), stands.text, sent.text)
    editor = build_editor(entity, stands=stands, text=stands.text if merged is None else merged, back_href=back)
    return replace(editor, mine=sent.text if merged is None else "", is_merged=merged is not None)


def _conflict(
    request: HttpRequest, entity: Entity, sent: Sent, conflict: Conflict, template: str, back: str
) -> HttpResponse:
    editor = replace(build_editor(entity, text=sent.text, back_href=back), revision=sent.revision)
    view = build_conflict(editor, details=conflict.details, mine=sent.text, started_from=sent.revision)
    return render(request, template, {"conflict": view}, status=409)


def _refused(request: HttpRequest, entity: Entity, form: DescriptionForm, back: str) -> HttpResponse:
    """A form that cannot be read: every word typed stays in the field."""
    error = "; ".join(str(message) for messages_ in form.errors.values() for message in messages_)
    editor = build_editor(entity, text=request.POST.get("text", ""), error=error, back_href=back)
    return render(request, "discovery/documentation/edit.html", {"editor": editor}, status=400)


@require_http_methods(["GET", "HEAD", "POST"])
def description_field(request: HttpRequest, guid: str) -> HttpResponse:
    """Fragment: the editor in the text's place; after saving the text again."""
    entity = _editable(request, guid)
    if request.method != "POST":
        return render(request, "discovery/documentation/_editor.html", {"editor": build_editor(entity)})
    form = DescriptionForm(request.POST)
    if not form.is_valid():
        error = "; ".join(str(message) for messages_ in form.errors.values() for message in messages_)
        editor = build_editor(entity, text=request.POST.get("text", ""), error=error)
        return render(request, "discovery/documentation/_editor.html", {"editor": editor}, status=400)
    sent = read_form(form, stands=own_text(entity))
    if sent.act == "edit":
        editor = _both(entity, sent, page_of(entity))
        return render(request, "discovery/documentation/_editor.html", {"editor": editor})
    try:
        saved = _save(request, entity, sent)
    except Conflict as conflict:
        if conflict.error_code != STALE:
            raise
        return _conflict(request, entity, sent, conflict, "discovery/documentation/_conflict.html", page_of(entity))
    return _panel(request, get_entity(guid), said=saved if saved.revision != sent.revision else None)


@require_safe
def description_panel(request: HttpRequest, guid: str) -> HttpResponse:
    """Fragment: the text as it stands, with its trust line."""
    return _panel(request, get_entity(guid))


def _panel(request: HttpRequest, entity: Entity, said: Documentation | None = None) -> HttpResponse:
    may_edit = entity.status == Entity.Status.ACTIVE and may(current_actor(request), Action.EDIT_TEXT)
    reading = build_reading(entity, text_history(entity), may_edit=may_edit)
    return render(request, "discovery/documentation/_description.html", {"reading": reading, "saved": said})


@require_POST
def description_preview(request: HttpRequest, guid: str) -> HttpResponse:
    """Fragment: a text as it would be shown. Writes nothing."""
    require(current_actor(request), Action.EDIT_TEXT)
    text = request.POST.get("text", "").replace("\r\n", "\n")
    return render(request, "discovery/documentation/_preview.html", {"text": text})


@require_safe
def description_text(request: HttpRequest, guid: str) -> HttpResponse:
    """The whole text as it was written, for texts too long for a page; `?revision=` for an earlier one."""
    entity = get_entity(guid)
    raw = request.GET.get("revision", "")
    text = base_text(guid, int(raw)) if raw.isascii() and raw.isdigit() and len(raw) < 9 else entity.text
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Disposition"] = f'attachment; filename="description-{entity.pk}.md"'
    return response


@require_POST
def revision_restore(request: HttpRequest, guid: str, revision: int) -> HttpResponse:
    """Brings an earlier text back as a new revision."""
    entity = get_entity(guid)
    saved = services.restore_revision(actor=current_actor(request), guid=guid, revision=revision)
    words = _("Restored revision %(old)s as revision %(n)s.") % {"old": revision, "n": saved.revision}
    messages.success(request, words)
    return HttpResponseRedirect(safe_next(request, page_of(entity)))


def _editable(request: HttpRequest, guid: str) -> Entity:
    """The entity, when this person may write about it. Raises NotFound, NotAllowed, Conflict (deleted)."""
    entity = get_entity(guid)
    require(current_actor(request), Action.EDIT_TEXT)
    services.require_text(entity)
    return entity
