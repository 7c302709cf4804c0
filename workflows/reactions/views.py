"""Pages of the pipelines: where they stand, pausing, replaying, dead letters."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from catalogsite.accounts.selectors import current_actor
from catalogsite.common.errors import InvalidInput
from workflows.events.filters import read_position
from workflows.reactions import page as pages
from workflows.reactions import services
from workflows.reactions.selectors import get_letter


@require_GET
def pipelines_page(request: HttpRequest) -> HttpResponse:
    """Every pipeline: state, what waits, lag, last error."""
    return render(
        request, "workflows/reactions/list.html", {"page": pages.pipelines_page(actor=current_actor(request))}
    )


@require_GET
def pipelines_results(request: HttpRequest) -> HttpResponse:
    """The table alone, read again by the page."""
    return render(
        request, "workflows/reactions/_table.html", {"page": pages.pipelines_page(actor=current_actor(request))}
    )


@require_GET
def pipeline_page(request: HttpRequest, name: str) -> HttpResponse:
    """One pipeline with its partitions and dead letters."""
    page = pages.pipeline_page(name, actor=current_actor(request))
    return render(request, "workflows/reactions/detail.html", {"page": page})


@require_POST
def pipeline_pause(request: HttpRequest, name: str) -> HttpResponse:
    services.pause(name, actor=current_actor(request))
    messages.success(request, _("%(name)s is paused. Its events wait.") % {"name": name})
    return redirect("workflows:pipeline-page", name=name)


@require_POST
def pipeline_resume(request: HttpRequest, name: str) -> HttpResponse:
    services.resume(name, actor=current_actor(request))
    messages.success(request, _("%(name)s goes on from where it stopped.") % {"name": name})
    return redirect("workflows:pipeline-page", name=name)


@require_http_methods(["GET", "HEAD", "POST"])
def pipeline_replay(request: HttpRequest, name: str) -> HttpResponse:
    """GET with `after` counts what would be handled again; POST does it."""
    actor = current_actor(request)
    if request.method == "POST":
        after = read_position(request.POST.get("after"), field="after")
        if after is None:
            raise InvalidInput(_("Say after which position."), details={"field": "after"})
        done = services.replay(name, actor=actor, after=after)
        words = ngettext(
            "%(count)s event is handled again.", "%(count)s events are handled again.", done.events
        ) % {"count": f"{done.events:,}"}  # fmt: skip
        messages.success(request, words)
        return redirect("workflows:pipeline-page", name=name)
    after = read_position(request.GET.get("after"), field="after")
    plan = services.replay(name, actor=actor, after=after, dry_run=True) if after is not None else None
    return render(request, "workflows/reactions/replay.html", {"page": pages.replay_page(name, actor=actor, plan=plan)})


@require_GET
def letters_page(request: HttpRequest) -> HttpResponse:
    """Events set aside, with why."""
    page = pages.letters_page(
        actor=current_actor(request),
        pipeline=request.GET.get("pipeline", ""),
        with_closed=request.GET.get("view") == "all",
    )
    return render(request, "workflows/reactions/letters.html", {"page": page})


@require_POST
def letter_retry(request: HttpRequest, letter_id: int) -> HttpResponse:
    letter = services.retry_letter(letter_id, actor=current_actor(request))
    messages.success(
        request, _("%(name)s tries event %(position)d again.") % {"name": letter.pipeline, "position": letter.position}
    )
    return redirect("workflows:letters-page")


@require_POST
def letters_retry(request: HttpRequest, name: str) -> HttpResponse:
    count = services.retry_letters(name, actor=current_actor(request))
    words = ngettext("%(count)d event is tried again.", "%(count)d events are tried again.", count)
    messages.success(request, words % {"count": count})
    return redirect("workflows:letters-page")


@require_http_methods(["GET", "HEAD", "POST"])
def letter_dismiss(request: HttpRequest, letter_id: int) -> HttpResponse:
    """GET asks for the reason; POST closes the dead letter. The form keeps what was typed when it is refused."""
    reason, problem = "", ""
    if request.method == "POST":
        reason = request.POST.get("reason", "")
        try:
            letter = services.dismiss_letter(letter_id, actor=current_actor(request), reason=reason)
        except InvalidInput as error:
            problem = error.message
        else:
            messages.success(request, _("Event %(position)d is dismissed.") % {"position": letter.position})
            return redirect("workflows:letters-page")
    context = {"letter": get_letter(letter_id), "reason": reason, "problem": problem}
    return render(request, "workflows/reactions/dismiss.html", context, status=400 if problem else 200)
