"""The inbox."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from catalogsite.accounts.selectors import current_actor
from catalogsite.common.errors import InvalidInput
from workflows.notifications import services
from workflows.notifications.page import inbox_page as build_page


@require_GET
def inbox_page(request: HttpRequest) -> HttpResponse:
    """What you were told, by thing."""
    start = request.GET.get("from", "0")
    if not (start.isascii() and start.isdigit() and len(start) < 10):
        raise InvalidInput("from must be a whole number.", details={"field": "from"})
    page = build_page(actor=current_actor(request), only_unread=request.GET.get("view") != "all", offset=int(start))
    return render(request, "workflows/notifications/inbox.html", {"page": page})


@require_POST
def item_open(request: HttpRequest, item_id: int) -> HttpResponse:
    """Marks the thing as read and goes to it."""
    item = services.mark_read(actor=current_actor(request), item_id=item_id)
    if item.link and url_has_allowed_host_and_scheme(item.link, allowed_hosts=None):
        return HttpResponseRedirect(item.link)
    return redirect("workflows:inbox-page")


@require_POST
def item_read(request: HttpRequest, item_id: int) -> HttpResponse:
    services.mark_read(actor=current_actor(request), item_id=item_id)
    return redirect("workflows:inbox-page")


@require_POST
def inbox_read(request: HttpRequest) -> HttpResponse:
    count = services.mark_all_read(actor=current_actor(request))
    words = ngettext("%(count)d message is read.", "%(count)d messages are read.", count)
    messages.success(request, words % {"count": count})
    return redirect("workflows:inbox-page")
