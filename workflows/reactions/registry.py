"""The pipelines of this installation, and the reaction of each, made once per process."""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.core.signals import setting_changed
from django.utils.module_loading import import_string

from catalogsite.common.errors import NotFound
from workflows.reactions.base import Reaction
from workflows.reactions.config import Pipeline, PipelinesFileError, read_pipelines


def pipelines_file() -> Path:
    return Path(settings.PIPELINES_FILE)


@cache
def pipelines() -> dict[str, Pipeline]:
    """The pipelines by name, in the order of the file. Raises PipelinesFileError with file and line."""
    path = pipelines_file()
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise PipelinesFileError(f"PIPELINES_FILE: cannot read {path}: {error}", details={"file": str(path)}) from error
    return read_pipelines(text, file=path.name)


def get_pipeline(name: str) -> Pipeline:
    """Raises NotFound, naming the pipelines there are."""
    known = pipelines()
    if name not in known:
        raise NotFound(f"There is no pipeline “{name}”. There are {', '.join(known) or 'none'}.")
    return known[name]


@cache
def reaction_of(name: str) -> Reaction:
    """The reaction of a pipeline; the same object for all threads. Raises PipelinesFileError when it cannot be made."""
    pipeline = get_pipeline(name)
    try:
        made = import_string(pipeline.reaction)(**pipeline.options)
    except (ImportError, TypeError) as error:
        raise _unusable(pipeline, str(error)) from error
    if not isinstance(made, Reaction):
        raise _unusable(pipeline, "it is no Reaction")
    return made


def _unusable(pipeline: Pipeline, why: str) -> PipelinesFileError:
    file = pipelines_file().name
    problem = f"{file}:{pipeline.line}: pipeline {pipeline.name} cannot use {pipeline.reaction}: {why}"
    return PipelinesFileError(problem, details={"file": file, "line": pipeline.line})


def check() -> None:
    """Raises PipelinesFileError when the file or one of its reactions cannot be used; for the start."""
    for name in pipelines():
        reaction_of(name)


def _forget(*, setting: str, **_: object) -> None:
    if setting == "PIPELINES_FILE":
        pipelines.cache_clear()
        reaction_of.cache_clear()


setting_changed.connect(_forget)
