"""The glossary: its tree, a term's page, and giving terms to entities."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogsite.accounts.policy import Action, require
from catalogsite.accounts.selectors import current_actor
from catalogsite.accounts.types import WriteContext
from catalogsite.common.errors import Conflict, NotFound
from discovery.atlas import services
from discovery.atlas.models import Entity
from discovery.atlas.selectors import entities_by_guid, find_by_qualified_name, get_entity
from discovery.documentation.editing import page_of
from discovery.documentation.forms import safe_next
from discovery.documentation.pages import GlossaryPage, build_assign, build_term
from discovery.documentation.selectors.glossary import get_term, glossary_tree


def _filter(request: HttpRequest) -> str:
    return request.GET.get("q", "").replace("\0", "").strip()[:200]


@require_safe
def glossary_page(request: HttpRequest) -> HttpResponse:
    """The tree, and what the glossary is for."""
    q = _filter(request)
    page = GlossaryPage(tree=glossary_tree(q=q), q=q)
    return render(request, "discovery/documentation/glossary.html", {"page": page})


@require_safe
def term_page(request: HttpRequest, guid: str) -> HttpResponse:
    page = build_term(get_term(guid), actor=current_actor(request), q=_filter(request))
    return render(request, "discovery/documentation/term.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
def term_assign(request: HttpRequest, guid: str) -> HttpResponse:
    """GET: terms to choose from for this entity. POST: assigns `term` to it, or, sent to a term, the term to `to`."""
    entity = get_entity(guid)
    actor = current_actor(request)
    require(actor, Action.EDIT_TEXT)
    back = safe_next(request, page_of(entity))
    if request.method != "POST":
        page = build_assign(entity, q=_filter(request), back_href=back)
        return render(request, "discovery/documentation/assign.html", {"page": page})
    term, target = _ends(request, entity)
    context = WriteContext(actor=actor.username)
    services.assign_term(actor=actor, term_guid=term.guid, guids=[target.guid], context=context)
    names = {"term": term.title, "name": target.title}
    messages.success(request, _("%(term)s now stands on %(name)s.") % names)
    return HttpResponseRedirect(back)


@require_POST
def term_unassign(request: HttpRequest, guid: str) -> HttpResponse:
    """Takes `term` off this entity."""
    entity = get_entity(guid)
    actor = current_actor(request)
    term = get_term(request.POST.get("term", ""))
    context = WriteContext(actor=actor.username)
    services.unassign_term(actor=actor, term_guid=term.guid, guids=[entity.guid], context=context)
    messages.success(request, _("%(term)s no longer stands on %(name)s.") % {"term": term.title, "name": entity.title})
    return HttpResponseRedirect(safe_next(request, page_of(entity)))


def _ends(request: HttpRequest, entity: Entity) -> tuple[Entity, Entity]:
    """The term and what it goes to. Raises NotFound, and Conflict where one of them is deleted."""
    if entity.kind == Entity.Kind.TERM and "to" in request.POST:
        term, target = entity, _find(request.POST["to"].strip())
    else:
        term, target = get_term(request.POST.get("term", "")), entity
    for one in (term, target):
        if one.status != Entity.Status.ACTIVE:
            raise Conflict(_("%(name)s is deleted.") % {"name": one.title}, details={"guid": one.guid})
    return term, target


def _find(text: str) -> Entity:
    """An entity by guid or by its whole qualified name."""
    found = entities_by_guid([text]).get(text) or next(iter(find_by_qualified_name(text)), None)
    if found is None:
        raise NotFound(_("There is no entity with the guid or qualified name %(text)s.") % {"text": text[:200]})
    return found
