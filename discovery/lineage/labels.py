"""Words of the picture and the list. Pure."""

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from discovery.lineage.graph import Node

LONGEST_NAME = 20


def this_word(base: Node) -> str:
    if base.is_process:
        return _("This process")
    if base.kind == "column":
        return _("This column")
    return _("This table") if "table" in base.type_name else _("This dataset")


def shorten(text: str, longest: int) -> str:
    """A name cut in the middle, so that both ends can be told apart."""
    if len(text) <= longest:
        return text
    tail = (longest - 1) * 2 // 5
    return f"{text[: longest - 1 - tail]}…{text[-tail:]}"


def labelled_places(nodes: Iterable[Node]) -> dict[str, str]:
    """Each node's place; with its cluster when another node of the same name lives in a place of the same name."""
    nodes = list(nodes)
    twins = Counter((node.name, node.place) for node in nodes)
    places = {}
    for node in nodes:
        cluster = node.qualified_name.rpartition("@")[2] if "@" in node.qualified_name else ""
        is_twin = twins[(node.name, node.place)] > 1 and cluster
        places[node.guid] = f"{node.place} @{cluster}".strip() if is_twin else node.place
    return places


def title_of(node: Node, *, is_base: bool) -> str:
    """ "hive_table mart.customer_360, 1 step downstream, deleted"."""
    name = f"{node.place}.{node.name}" if node.place else node.name
    words = [f"{node.type_name} {name}"]
    if not is_base:
        where = _("upstream") if node.side < 0 else _("downstream")
        steps = ngettext("%(count)d step", "%(count)d steps", node.hops) % {"count": node.hops}
        words.append(f"{steps} {where}")
    if node.is_deleted:
        words.append(_("deleted"))
    return ", ".join(words)


def singular(noun: str) -> str:
    return noun[:-1] if noun.endswith("s") else noun
