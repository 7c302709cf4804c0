"""A small catalog to propose about, and proposals made through the service."""

from dataclasses import dataclass

from discovery.atlas.models import Entity, EntityClassification
from governance.classification.models import Proposal
from governance.classification.services import submit_proposal
from governance.classification.types import ChangeAction, ChangeInput
from tests.builders.lineage import column, column_process, dataset
from tests.people import People


@dataclass(frozen=True)
class Shop:
    """hr.staff (email, phone) feeds core.people (email) by a process between the columns."""

    staff: Entity
    email: Entity
    phone: Entity
    people_email: Entity


def make_shop() -> Shop:
    hr, core = (
        dataset(name, type_name="hive_db", kind=Entity.Kind.CONTAINER, database=name, qualified_name=f"{name}@cl1")
        for name in ("hr", "core")
    )
    staff = dataset("staff", database="hr", parent=hr)
    people = dataset("people", database="core", parent=core)
    email, phone = column(staff, "email"), column(staff, "phone")
    people_email = column(people, "email")
    column_process(email, people_email)
    return Shop(staff, email, phone, people_email)


def change(entity: Entity, action: ChangeAction = ChangeAction.ADD, name: str = "PII", **more: object) -> ChangeInput:
    return ChangeInput(guid=entity.guid, action=action, classification=name, **more)  # type: ignore[arg-type]


def propose(people: People, *changes: ChangeInput, by: str = "analyst", reason: str = "Readable by all.") -> Proposal:
    return submit_proposal(actor=people.actor(by), reason=reason, changes=changes)


def set_classification(entity: Entity, name: str = "PII", **fields: object) -> EntityClassification:
    """A row of a classification that is set on the entity, written without the store."""
    values = {"source_guid": entity.guid, "created_ms": 0, "created_by": "test", "attributes": {}}
    return EntityClassification.objects.create(entity=entity, type_name=name, **(values | fields))
