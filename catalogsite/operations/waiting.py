"""What waits for a person on the home page: only what this person can act on, each with its verb. Empty is said too."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogsite.accounts.policy import Action, may
from catalogsite.accounts.types import Actor, Role
from governance.classification.selectors.proposals import count_waiting
from governance.ranger.selectors import count_drift
from workflows.reactions.selectors import count_letters


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """One thing to do. `tone` is the ground of its tile: "job" asks for work, "broken" for help."""

    sentence: str
    href: str
    act: str
    icon: str
    tone: str


def list_waiting(actor: Actor) -> list[WaitingLine]:
    lines: list[WaitingLine] = []
    if actor.role in {Role.STEWARD, Role.ADMINISTRATOR} and (number := count_waiting(actor)):
        words = ngettext("%(n)s proposal waits for you", "%(n)s proposals wait for you", number)
        lines.append(WaitingLine(_number(words, number), "/proposals", _("Review"), "git-pull-request", "job"))
    if may(actor, Action.MANAGE_POLICIES) and (number := count_drift()):
        words = ngettext("%(n)s policy edited by hand", "%(n)s policies edited by hand", number)
        lines.append(WaitingLine(_number(words, number), "/ranger", _("Look"), "triangle-alert", "broken"))
    if may(actor, Action.OPERATE) and (number := count_letters()):
        words = ngettext("%(n)s dead letter in the pipelines", "%(n)s dead letters in the pipelines", number)
        lines.append(WaitingLine(_number(words, number), "/pipelines", _("Look"), "workflow", "broken"))
    return lines


def _number(words: str, number: int) -> str:
    return words % {"n": f"{number:,}"}
