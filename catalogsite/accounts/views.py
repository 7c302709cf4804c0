"""Signing in and out, the profile with its tokens and choices, the theme."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, get_user_model, login, logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from catalogsite.accounts import selectors, services
from catalogsite.accounts.models import ApiToken, Profile
from catalogsite.accounts.selectors import current_actor
from catalogsite.accounts.types import Actor, Role
from catalogsite.common.errors import NotAllowed, NotSignedIn

DEMO_PEOPLE = ("analyst", "steward", "admin")
THEMES = ("light", "dark", "auto")


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """A card of the sign-in page: who, in which role, and what that lets them do."""

    username: str
    name: str
    first_name: str
    role: str
    rights: str


@dataclass(frozen=True, slots=True)
class SignInPage:
    """What templates/accounts/sign_in.html shows. `shows_form` is False while the demo cards are the way in."""

    next: str
    username: str
    problem: str
    people: list[DemoPerson]
    has_people: bool
    shows_form: bool


@dataclass(frozen=True, slots=True)
class ProfilePage:
    """What templates/accounts/profile.html shows. `new_token` is the secret just made, shown this once."""

    actor: Actor
    role: str
    scopes: list[str]
    tokens: list[ApiToken]
    profile: Profile
    email: str
    new_token: str = ""
    new_token_name: str = ""


def _next(request: HttpRequest) -> str:
    target = request.POST.get("next") or request.GET.get("next") or "/"
    return target if url_has_allowed_host_and_scheme(target, {request.get_host()}) else "/"


@never_cache
@sensitive_post_parameters("password")
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
    people = _demo_people() if settings.DEMO else []
    page = SignInPage(
        next=_next(request),
        username=request.POST.get("username", ""),
        problem=problem,
        people=people,
        has_people=bool(people) or get_user_model().objects.exists(),
        shows_form=not people or problem != "" or "password" in request.GET,
    )
    return render(request, "accounts/sign_in.html", {"page": page}, status=400 if problem else 200)


def _demo_people() -> list[DemoPerson]:
    rows = {row.username: row for row in get_user_model().objects.filter(username__in=DEMO_PEOPLE)}
    return [_demo_person(rows[name]) for name in DEMO_PEOPLE if name in rows]


def _demo_person(user: User) -> DemoPerson:
    actor = selectors.actor_for(user)
    role, rights = _role_and_rights(actor)
    return DemoPerson(user.username, actor.display_name, user.first_name or actor.display_name, role, rights)


def _role_and_rights(actor: Actor) -> tuple[str, str]:
    if actor.role is Role.ADMINISTRATOR:
        return _("Administrator"), _("Also runs pipelines, applies to Ranger, manages people.")
    if actor.role is Role.STEWARD:
        databases = sorted({scope.database for scope in actor.scopes})
        if "" in databases or not databases:
            return _("Data steward"), _("Also decides proposals in every database and edits policy templates.")
        where = _(" and ").join([", ".join(databases[:-1]), databases[-1]] if len(databases) > 1 else databases)
        return _("Data steward"), _("Also decides proposals for %(where)s, edits policy templates.") % {"where": where}
    return _("Analyst"), _("Search, read, trace, suggest texts, propose classifications.")


@require_POST
def demo_sign_in(request: HttpRequest) -> HttpResponse:
    """Signs in as one of the three demo people; only in demo mode."""
    username = request.POST.get("username", "")
    if not settings.DEMO or username not in DEMO_PEOPLE:
        raise NotAllowed(_("One-click sign-in exists in demo mode only."))
    user = get_user_model().objects.filter(username=username).first()
    if user is None:
        raise NotAllowed(_("The demo person is not here yet. Load the demo catalog first."))
    login(request, user)
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
    response.set_cookie(
        "theme",
        theme if theme in THEMES else "auto",
        max_age=365 * 86400,
        samesite="Lax",
        httponly=True,
        secure=request.is_secure(),
    )
    return response


@require_POST
def choice_set(request: HttpRequest) -> HttpResponse:
    """Switches one choice about the pages: one-letter keys, times in full."""
    services.save_choice(
        actor=_signed_in(request), choice=request.POST.get("choice", ""), is_on=request.POST.get("value") == "1"
    )
    return HttpResponseRedirect(_next(request))


@never_cache
def profile_page(request: HttpRequest) -> HttpResponse:
    """Who you are here, what you may decide, your tokens, your choices."""
    return render(request, "accounts/profile.html", {"page": _profile(_signed_in(request))})


@require_POST
@never_cache
def token_create(request: HttpRequest) -> HttpResponse:
    """Makes a personal token and shows it once."""
    actor = _signed_in(request)
    name = request.POST.get("name", "").strip()[:100]
    secret = services.create_token(username=actor.username, name=name)
    page = _profile(actor, new_token=secret, new_token_name=name)
    return render(request, "accounts/profile.html", {"page": page})


@require_POST
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    services.revoke_token(actor=_signed_in(request), token_id=token_id)
    messages.success(request, _("The token is revoked. Programs that used it are refused from now on."))
    return redirect("accounts:profile")


def _signed_in(request: HttpRequest) -> Actor:
    actor = current_actor(request)
    if not actor.is_signed_in:
        raise NotSignedIn(_("Sign in to see your profile."))
    return actor


def _profile(actor: Actor, *, new_token: str = "", new_token_name: str = "") -> ProfilePage:
    user = get_user_model().objects.get(username=actor.username)
    profile, _created = Profile.objects.get_or_create(user=user)
    return ProfilePage(
        actor=actor,
        role=_role_and_rights(actor)[0],
        scopes=[_scope_words(scope.database, scope.classification) for scope in actor.scopes],
        tokens=list(ApiToken.objects.filter(user=user).order_by("-created_at")),
        profile=profile,
        email=user.email,
        new_token=new_token,
        new_token_name=new_token_name,
    )


def _scope_words(database: str, classification: str) -> str:
    what = classification or _("every classification")
    where = database or _("every database")
    return _("%(what)s in %(where)s") % {"what": what, "where": where}
