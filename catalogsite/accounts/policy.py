"""Who may do what, on which object. Every service that writes calls `require` before it changes anything.

Pure: takes an Actor and a Target, answers yes or a sentence that names the missing right and who can grant it.
"""

from enum import StrEnum

from django.utils.translation import gettext as _

from catalogsite.accounts.types import Actor, Role, Target, TokenKind
from catalogsite.common.errors import NotAllowed, NotSignedIn


class Action(StrEnum):
    READ = "read"
    EDIT_TEXT = "edit_text"
    """Descriptions and term texts."""
    PROPOSE = "propose"
    """Make a proposal, comment on one."""
    WITHDRAW = "withdraw"
    DECIDE = "decide"
    """Approve or reject a proposal."""
    EDIT_METADATA = "edit_metadata"
    """Entities, types, relationships, labels, classifications without a proposal: administrators and services."""
    INGEST = "ingest"
    OPERATE = "operate"
    """Pause and replay pipelines, retry dead letters, apply policies by hand."""
    MANAGE_POLICIES = "manage_policies"


TOKEN_SCOPE = {
    Action.READ: "read",
    Action.INGEST: "ingest",
    Action.EDIT_TEXT: "write",
    Action.PROPOSE: "write",
    Action.WITHDRAW: "write",
    Action.EDIT_METADATA: "write",
}


def may(actor: Actor, action: Action, target: Target | None = None) -> bool:
    return refusal(actor, action, target or Target()) == ""


def require(actor: Actor, action: Action, target: Target | None = None) -> None:
    """Raises NotSignedIn or NotAllowed with a sentence for the person; returns None when allowed."""
    sentence = refusal(actor, action, target or Target())
    if not sentence:
        return
    if not actor.is_signed_in:
        raise NotSignedIn(sentence)
    raise NotAllowed(sentence, details={"action": str(action)})


def refusal(actor: Actor, action: Action, target: Target) -> str:
    """ "" when allowed, else why not."""
    if not actor.is_signed_in:
        return _("Sign in to do this.")
    if action is Action.WITHDRAW and actor.username != target.proposer:
        return _("Only the person who proposed it can withdraw it.")
    if actor.token_kind is TokenKind.SERVICE:
        return _service_refusal(actor, action)
    if action is Action.DECIDE:
        return _decide_refusal(actor, target)
    if action in {Action.EDIT_METADATA, Action.INGEST, Action.OPERATE} and actor.role is not Role.ADMINISTRATOR:
        return _("This needs the administrator role. An administrator can grant it.")
    if action is Action.MANAGE_POLICIES and actor.role is Role.ANALYST:
        return _("This needs the steward role. An administrator can grant it.")
    return ""


def _service_refusal(actor: Actor, action: Action) -> str:
    if action is Action.DECIDE:
        return _("A service token can never approve or reject. A person has to decide.")
    needed = TOKEN_SCOPE.get(action)
    if needed is None:
        return _("A service token cannot do this. A person has to.")
    if needed not in actor.token_scopes:
        return _("This token lacks the scope “%(scope)s”.") % {"scope": needed}
    return ""


def _decide_refusal(actor: Actor, target: Target) -> str:
    if actor.username == target.proposer:
        return _("You proposed this, so somebody else has to decide.")
    if actor.role is Role.ADMINISTRATOR:
        return ""
    if actor.role is not Role.STEWARD:
        return _("Deciding needs the steward role. An administrator can grant it.")
    if not in_scope(actor, target):
        return _("This is outside your scope as a steward. An administrator can widen it.")
    return ""


def in_scope(actor: Actor, target: Target) -> bool:
    """A steward's scope covers a target when, for each of its classifications, one scope names it and its database."""
    wanted = target.classifications or frozenset({""})
    return all(
        any(
            scope.database in {"", target.database} and scope.classification in {"", classification}
            for scope in actor.scopes
        )
        for classification in wanted
    )
