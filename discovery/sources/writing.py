"""Writes checked entities in batches. A batch that the authority refuses is halved until the bad one stands alone."""

from collections.abc import Callable, Iterable, Iterator

from catalogsite.accounts.types import SYSTEM, WriteContext
from catalogsite.common.bulk import ROWS_PER_TRANSACTION, in_batches
from catalogsite.common.errors import BackendUnavailable, CatalogError
from discovery.atlas import services as atlas
from discovery.atlas.authority import MutationResult, SaveMode
from discovery.atlas.models import Entity
from discovery.sources.base import ImportReport, Noted, Refused
from discovery.sources.ordering import Node, in_units

Unit = list[Node]


def write(
    nodes: list[Node], report: ImportReport, *, context: WriteContext, progress: Callable[[int, int], None]
) -> None:
    """Writes all of them; BackendUnavailable ends the import, every other refusal only concerns its entity."""
    writer = _Writer(report, context)
    done = 0
    for [batch] in in_batches(_batches(in_units(nodes)), size=1):
        writer.write(batch)
        done += sum(len(unit) for unit in batch)
        progress(min(done, len(nodes)), len(nodes))


def _batches(units: Iterable[Unit]) -> Iterator[list[Unit]]:
    batch: list[Unit] = []
    size = 0
    for unit in units:
        if batch and size + len(unit) > ROWS_PER_TRANSACTION:
            yield batch
            batch, size = [], 0
        batch.append(unit)
        size += len(unit)
    if batch:
        yield batch


class _Writer:
    def __init__(self, report: ImportReport, context: WriteContext) -> None:
        self.report = report
        self.context = context

    def write(self, units: list[Unit]) -> None:
        fit = [unit for unit in units if self._is_still_sound(unit)]
        if not fit:
            return
        nodes = [node for unit in fit for node in unit]
        try:
            result = atlas.save_entities(
                actor=SYSTEM, entities=[node.entity for node in nodes], mode=SaveMode.IMPORT, context=self.context
            )
        except BackendUnavailable:
            raise
        except CatalogError as error:
            self._halve(fit, error)
        else:
            self._note(nodes, result)

    def _halve(self, units: list[Unit], error: CatalogError) -> None:
        if len(units) > 1:
            middle = len(units) // 2
            self.write(units[:middle])
            self.write(units[middle:])
            return
        for node in units[0]:
            node.is_refused = True
            self.report.refused.append(Refused(node.place, f"{node.title}: {error.message}"))

    def _is_still_sound(self, unit: Unit) -> bool:
        """False when something it needs was refused; what it can do without is left out."""
        for node in unit:
            refused = [(name, target) for name, _, target in node.references if target.is_refused]
            needed = [(name, target) for name, target in refused if name in node.type.mandatory_ends]
            if needed:
                name, target = needed[0]
                self._refuse(unit, f"its {name}, {target.title}, was refused")
                return False
            if refused:
                node.forget([target for _, target in refused])
                names = ", ".join(sorted({name for name, _ in refused}))
                self.report.noted.append(
                    Noted(node.place, f"{node.title}: {names} refers to what was refused: left out")
                )
        return True

    def _refuse(self, unit: Unit, reason: str) -> None:
        for node in unit:
            node.is_refused = True
            self.report.refused.append(Refused(node.place, f"{node.title}: {reason}"))

    def _note(self, nodes: list[Node], result: MutationResult) -> None:
        created = {header.guid for header in result.created}
        updated = {header.guid for header in result.updated}
        for node in nodes:
            guid = result.guid_assignments.get(node.key, node.key)
            node.become(guid)
            if guid in created:
                self.report.created += 1
            elif guid in updated:
                self.report.updated += 1
            else:
                self.report.unchanged += 1


def count_only(nodes: list[Node], report: ImportReport) -> None:
    """What writing would create; whether it would change what is there is not worked out."""
    known: set[tuple[str, str]] = set()
    names = [node.qualified_name for node in nodes]
    for start in range(0, len(names), ROWS_PER_TRANSACTION):
        chunk = names[start : start + ROWS_PER_TRANSACTION]
        rows = Entity.objects.filter(qualified_name__in=chunk, status=Entity.Status.ACTIVE)
        known |= set(rows.values_list("type_name", "qualified_name"))
    there = sum((node.type.name, node.qualified_name) in known for node in nodes)
    report.updated += there
    report.created += len(nodes) - there
