"""The page of tag policies: plan, drift, applying, putting back."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from catalogsite.accounts.selectors import current_actor
from catalogsite.common.errors import Conflict, NotFound
from governance.ranger import services
from governance.ranger.page import View, ranger_page
from governance.ranger.selectors import get_plan
from governance.ranger.services import AppliedItem


@require_GET
def policies_page(request: HttpRequest) -> HttpResponse:
    """What would make the stored policies equal to classifications and templates."""
    asked = request.GET.get("view", "")
    view = View(asked) if asked in set(View) else View.TODO
    page = ranger_page(actor=current_actor(request), view=view)
    return render(request, "governance/ranger/page.html", {"page": page})


@require_POST
def policies_apply(request: HttpRequest) -> HttpResponse:
    """Applies what was ticked; each policy answers with its receipt or with why it was refused."""
    actor = current_actor(request)
    confirmed = request.POST.get("confirm_removals", "")
    try:
        results = services.apply_plan(
            actor=actor,
            names=request.POST.getlist("name"),
            confirm_removals=int(confirmed) if confirmed.isdecimal() else None,
        )
    except Conflict as error:
        context = {"page": ranger_page(actor=actor, view=View.TODO), "problem": error}
        return render(request, "governance/ranger/page.html", context, status=error.status)
    _tell(request, results)
    return redirect("governance:ranger-page")


def _tell(request: HttpRequest, results: list[AppliedItem]) -> None:
    done = [result for result in results if not result.problem]
    for result in results:
        if result.problem:
            messages.error(request, f"{result.name}: {result.problem}")
    if done:
        receipts = ", ".join(f"{result.name} v{result.version}" if result.version else result.name for result in done)
        words = ngettext(
            "%(count)d policy is in force: %(names)s.", "%(count)d policies are in force: %(names)s.", len(done)
        )
        if all(result.version is None for result in done):
            words = ngettext(
                "%(count)d policy removed: %(names)s.", "%(count)d policies removed: %(names)s.", len(done)
            )
        messages.success(request, words % {"count": len(done), "names": receipts})
    if not results:
        messages.info(request, _("Nothing was chosen, so nothing was applied."))


@require_POST
def policy_put_back(request: HttpRequest) -> HttpResponse:
    """Ours instead of the hand edit."""
    result = services.put_ours_back(actor=current_actor(request), name=request.POST.get("name", ""))
    if result.version:
        words = {"name": result.name, "version": result.version}
        messages.success(request, _("Ours is back: %(name)s v%(version)d.") % words)
    else:
        messages.success(request, _("%(name)s is removed.") % {"name": result.name})
    return redirect("governance:ranger-page")


@require_POST
def policies_compare(request: HttpRequest) -> HttpResponse:
    """Reads again and notes drift."""
    plan = services.compare(actor=current_actor(request))
    count = len(plan.items)
    messages.info(
        request, ngettext("%(count)d policy compared.", "%(count)d policies compared.", count) % {"count": count}
    )
    return redirect("governance:ranger-page")


@require_GET
def policy_json(request: HttpRequest) -> HttpResponse:
    """Ours and theirs as JSON, side by side. Raises NotFound for a name that is not in the plan."""
    item = get_plan().find(request.GET.get("name", ""))
    if item is None:
        raise NotFound(_("No policy of ours has this name."))
    ours = item.desired.document if item.desired else None
    theirs = item.stored.document if item.stored else None
    context = {
        "item": item,
        "ours": json.dumps(ours, indent=2, ensure_ascii=False) if ours else "",
        "theirs": json.dumps(theirs, indent=2, ensure_ascii=False) if theirs else "",
    }
    return render(request, "governance/ranger/json.html", context)
