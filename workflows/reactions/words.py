"""How the state of a pipeline is said, and in which colour. Pure."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from workflows.reactions.types import PipelineCondition, PipelineStatus


@dataclass(frozen=True, slots=True)
class PipelineRow:
    """A line of the table of pipelines. `dot` colours the dot, `tone` is a class for the words of the state."""

    status: PipelineStatus
    state: str
    dot: str
    tone: str
    lag: str
    error: str


def pipeline_row(status: PipelineStatus) -> PipelineRow:
    dot, tone = {
        PipelineCondition.STUCK: ("broken", "is-broken"),
        PipelineCondition.WAITING: ("warn", "is-late"),
        PipelineCondition.PAUSED: ("hollow", "medium"),
        PipelineCondition.BEHIND: ("info", ""),
        PipelineCondition.RUNNING: ("ok", ""),
    }[status.condition]
    return PipelineRow(status, state_words(status), dot, tone, duration(status.lag), error_words(status))


def state_words(status: PipelineStatus) -> str:
    """What a pipeline does now, in a few words."""
    if status.condition is PipelineCondition.STUCK:
        count = status.dead_letters
        words = ngettext("%(count)d event set aside", "%(count)d events set aside", count) % {"count": count}
        return _("%(words)s, paused") % {"words": words} if status.paused_at else words
    if status.condition is PipelineCondition.PAUSED:
        return _("Paused by %(who)s") % {"who": status.paused_by or _("somebody")}
    if status.condition is PipelineCondition.WAITING and status.retry_at:
        return _("Waits, tries again %(time)s") % {"time": f"{status.retry_at:%H:%M:%S}"}
    return _("Catching up") if status.condition is PipelineCondition.BEHIND else _("Running")


def error_words(status: PipelineStatus) -> str:
    """The last error in one line, with "healed" when something worked since."""
    if not status.last_error:
        return _("none")
    line = status.last_error.splitlines()[0]
    line = line if len(line) <= 90 else f"{line[:89]}…"
    return _("%(error)s, healed") % {"error": line} if status.has_healed else line


def duration(seconds: float) -> str:
    """0.2 s, 42 s, 14 min, 3 h 5 min, 2 d 4 h."""
    if seconds < 10:
        return f"{seconds:.1f} s" if seconds else "0 s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = int(seconds // 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 24:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    days, hours = divmod(hours, 24)
    return f"{days} d {hours} h" if hours else f"{days} d"
