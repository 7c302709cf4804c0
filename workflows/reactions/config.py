"""The pipelines file: which reaction runs on which events, and how. Pure; every mistake is named with file and line."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from catalogsite.common.errors import InvalidInput
from workflows.events.types import EventKind

LONGEST_NAME = 100
PLAIN_KEYS: Mapping[str, tuple[type, float | None]] = {
    "about": (str, None),
    "batch": (int, 1),
    "serial": (bool, None),
    "lease": (float, 1),
    "options": (dict, None),
}
"""Key of a pipeline → its type and the least value."""
RETRY_KEYS: Mapping[str, tuple[type, float]] = {
    "attempts": (int, 1),
    "first_wait": (float, 0),
    "longest_wait": (float, 0),
}


@dataclass(frozen=True, slots=True)
class Retry:
    """How often an unexpected error is tried, and the wait before each further try, in seconds (doubled each time).

    A backend that does not answer is tried for ever, at most `longest_wait` apart; one that refuses is not tried again.
    """

    attempts: int = 3
    first_wait: float = 1.0
    longest_wait: float = 300.0

    def wait(self, attempt: int) -> float:
        """Seconds to wait after the n-th failed attempt."""
        return float(min(self.longest_wait, self.first_wait * 2 ** min(attempt - 1, 30)))


@dataclass(frozen=True, slots=True)
class Pipeline:
    """One pipeline of the file. `kinds` empty means every event; `serial` lets only one worker react at a time."""

    name: str
    reaction: str
    about: str = ""
    kinds: frozenset[str] = frozenset()
    batch: int = 200
    serial: bool = False
    start: str = "beginning"
    """Where a pipeline without checkpoints starts: "beginning" or "latest"."""
    lease: float = 120.0
    """Seconds after which a worker that says nothing more counts as dead."""
    retry: Retry = field(default_factory=Retry)
    options: Mapping[str, Any] = field(default_factory=dict)
    line: int = 0

    def takes(self, kind: str) -> bool:
        return not self.kinds or kind in self.kinds


class PipelinesFileError(InvalidInput):
    """The pipelines file cannot be used. The message starts with "file:line: "; `details["line"]` is the line."""

    code = "PIPELINES_FILE"


def read_pipelines(text: str, *, file: str) -> dict[str, Pipeline]:
    """The pipelines of a file in its order. Raises PipelinesFileError for the first mistake."""
    reader = _Reader(file)
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "this is no YAML"
        raise reader.error(mark.line + 1 if mark else 1, str(problem)) from error
    if root is None:
        raise reader.error(1, "the file is empty; it needs the key “pipelines”")
    entries = reader.mapping(root, "the file", allowed={"pipelines"}, needed={"pipelines"})
    return {name: reader.pipeline(name, node) for name, node in reader.named(entries["pipelines"]).items()}


class _Reader:
    """Walks the YAML nodes, which know their lines."""

    def __init__(self, file: str) -> None:
        self.file = file

    def error(self, line: int, problem: str) -> PipelinesFileError:
        return PipelinesFileError(f"{self.file}:{line}: {problem}", details={"file": self.file, "line": line})

    def at(self, node: yaml.Node, problem: str) -> PipelinesFileError:
        return self.error(node.start_mark.line + 1, problem)

    def named(self, node: yaml.Node) -> dict[str, yaml.Node]:
        """Keys and nodes of a mapping; a key given twice is a mistake."""
        if not isinstance(node, yaml.MappingNode):
            raise self.at(node, "expected keys with values here")
        found: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise self.at(key, "a key must be a word")
            if key.value in found:
                raise self.at(key, f"“{key.value}” stands here twice")
            found[key.value] = value
        return found

    def mapping(self, node: yaml.Node, what: str, *, allowed: set[str], needed: set[str]) -> dict[str, yaml.Node]:
        entries = self.named(node)
        if unknown := next((key for key in entries if key not in allowed), None):
            line_of = next(key for key, _ in node.value if key.value == unknown)
            raise self.at(line_of, f"{what} has no key “{unknown}”; known are {', '.join(sorted(allowed))}")
        if missing := sorted(needed - set(entries)):
            raise self.at(node, f"{what} needs the key “{missing[0]}”")
        return entries

    def value(self, node: yaml.Node) -> Any:
        loader = yaml.SafeLoader("")
        try:
            return loader.construct_object(node, deep=True)
        except yaml.YAMLError as error:
            raise self.at(node, "this value cannot be read") from error

    def typed(self, node: yaml.Node, key: str, kind: type, *, least: float | None = None) -> Any:
        value = self.value(node)
        is_wrong = not isinstance(value, kind) or (kind is not bool and isinstance(value, bool))
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value, is_wrong = float(value), False
        if is_wrong:
            words = {int: "a whole number", float: "a number", bool: "true or false", str: "text", dict: "a mapping"}
            raise self.at(node, f"“{key}” must be {words[kind]}, not {value!r}")
        if least is not None and value < least:
            raise self.at(node, f"“{key}” must be at least {least:g}, not {value!r}")
        return value

    def pipeline(self, name: str, node: yaml.Node) -> Pipeline:
        if len(name) > LONGEST_NAME or not name.isidentifier():
            raise self.at(node, f"“{name}” is no name for a pipeline; use letters, digits and _")
        keys = {"reaction", "kinds", "start", "retry", *PLAIN_KEYS}
        entries = self.mapping(node, f"pipeline {name}", allowed=keys, needed={"reaction"})
        values: dict[str, Any] = {"reaction": self.typed(entries["reaction"], "reaction", str)}
        if "." not in values["reaction"]:
            raise self.at(entries["reaction"], "“reaction” must be the dotted path of a class")
        for key, (kind, least) in PLAIN_KEYS.items():
            if key in entries:
                values[key] = self.typed(entries[key], key, kind, least=least)
        if "kinds" in entries:
            values["kinds"] = self.kinds(entries["kinds"])
        if "start" in entries:
            values["start"] = self.start(entries["start"])
        if "retry" in entries:
            values["retry"] = self.retry(name, entries["retry"])
        return Pipeline(name=name, line=node.start_mark.line, **values)

    def kinds(self, node: yaml.Node) -> frozenset[str]:
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            raise self.at(node, "“kinds” must be a list of event kinds; leave it out for all")
        for item in node.value:
            if item.value not in EventKind.__members__:
                raise self.at(item, f"there is no event kind “{item.value}”")
        return frozenset(item.value for item in node.value)

    def start(self, node: yaml.Node) -> str:
        value = self.typed(node, "start", str)
        if value not in {"beginning", "latest"}:
            raise self.at(node, f"“start” must be beginning or latest, not {value!r}")
        return str(value)

    def retry(self, name: str, node: yaml.Node) -> Retry:
        entries = self.mapping(node, f"retry of {name}", allowed=set(RETRY_KEYS), needed=set())
        values: dict[str, Any] = {}
        for key, value in entries.items():
            kind, least = RETRY_KEYS[key]
            values[key] = self.typed(value, key, kind, least=least)
        return Retry(**values)
