"""Signing in and out, the profile with its tokens, the theme."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, get_user_model, login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from catalogsite.accounts import services
from catalogsite.accounts.models import ApiToken
from catalogsite.accounts.selectors import current_actor
from catalogsite.common.errors import NotAllowed

DEMO_PEOPLE = ("analyst", "steward", "admin")
THEMES = ("light", "dark", "auto")


def _next(request: HttpRequest) -> str:
    target = request.POST.get("next") or request.GET.get("next") or "/"
    return target if url_has_allowed_host_and_scheme(target, {request.get_host()}) else "/"


def sign_in_page(request: HttpRequest) -> HttpResponse:
    """Name and password; in demo mode one click per person as well."""
    problem = ""
    if request.method == "POST":
        user = authenticate(
            request, username=request.POST.get("username", ""), password=request.POST.get("password", "")
        )
        if user is not None:
            login(request, user)
            return HttpResponseRedirect(_next(request))
        problem = _("This name and password do not belong together.")
    people = get_user_model().objects.filter(username__in=DEMO_PEOPLE).select_related("profile")
    context = {
        "problem": problem,
        "username": request.POST.get("username", ""),
        "next": _next(request),
        "demo_people": sorted(people, key=lambda person: DEMO_PEOPLE.index(person.username)) if settings.DEMO else [],
        "has_people": get_user_model().objects.exists(),
    }
    return render(request, "accounts/sign_in.html", context, status=400 if problem else 200)


@require_POST
def demo_sign_in(request: HttpRequest) -> HttpResponse:
    """Signs in as one of the three demo people; only in demo mode."""
    username = request.POST.get("username", "")
    if not settings.DEMO or username not in DEMO_PEOPLE:
        raise NotAllowed(_("One-click sign-in exists in demo mode only."))
    user = get_user_model().objects.get(username=username)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return HttpResponseRedirect(_next(request))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("accounts:sign-in")


@require_POST
def theme_set(request: HttpRequest) -> HttpResponse:
    """Remembers light, dark or auto in a cookie, so that the server writes it into the page."""
    theme = request.POST.get("theme", "auto")
    response = HttpResponseRedirect(_next(request))
    response.set_cookie("theme", theme if theme in THEMES else "auto", max_age=365 * 86400, samesite="Lax")
    return response


def profile_page(request: HttpRequest) -> HttpResponse:
    """Who you are here, what you may decide, your tokens, your choices."""
    actor = current_actor(request)
    context = {"tokens": ApiToken.objects.filter(user__username=actor.username).order_by("-created_at")}
    return render(request, "accounts/profile.html", context)


@require_POST
def token_create(request: HttpRequest) -> HttpResponse:
    """Makes a personal token and shows it once."""
    actor = current_actor(request)
    secret = services.create_token(username=actor.username, name=request.POST.get("name", "")[:100])
    context = {
        "tokens": ApiToken.objects.filter(user__username=actor.username).order_by("-created_at"),
        "new_token": secret,
    }
    return render(request, "accounts/profile.html", context)


@require_POST
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    services.revoke_token(actor=current_actor(request), token_id=token_id)
    messages.success(request, _("Token revoked."))
    return redirect("accounts:profile")
