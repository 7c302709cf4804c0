"""Types, entities, relationships and classifications as rows. Hot fields are columns, the rest is JSON as in Atlas.

Times are milliseconds since 1970 UTC, as Atlas counts them (common/clock.py).
"""

from typing import Any

from django.db import models


class TypeDef(models.Model):
    """One typedef. `definition` is Atlas v2 typedef JSON as it was given, with version and times filled in."""

    class Category(models.TextChoices):
        ENTITY = "ENTITY"
        CLASSIFICATION = "CLASSIFICATION"
        ENUM = "ENUM"
        STRUCT = "STRUCT"
        RELATIONSHIP = "RELATIONSHIP"
        BUSINESS_METADATA = "BUSINESS_METADATA"

    name = models.CharField(max_length=255, unique=True)
    category = models.CharField(max_length=20, choices=Category.choices)
    guid = models.CharField(max_length=64, unique=True)
    version = models.PositiveIntegerField(default=1)
    definition = models.JSONField()
    shipped_version = models.CharField(max_length=64, blank=True, default="")
    """Fingerprint of the YAML this came from, "" for types that people or sources made."""
    shipped = models.JSONField(default=dict)
    """The definition as it was shipped, so that a later version can tell a person's additions from its own."""
    created_ms = models.BigIntegerField()
    updated_ms = models.BigIntegerField()
    created_by = models.CharField(max_length=150)
    updated_by = models.CharField(max_length=150)

    def __str__(self) -> str:
        return f"{self.category} {self.name}"


class Setup(models.Model):
    """One row: which authority this catalog belongs to, and whether it was ever filled."""

    authority = models.CharField(max_length=255, default="embedded")
    demo_loaded_at = models.DateTimeField(null=True)
    types_version = models.PositiveBigIntegerField(default=0)
    """Moves with each change of typedefs; processes then reload their type registry."""

    def __str__(self) -> str:
        return f"authority {self.authority}"


class Entity(models.Model):
    """One entity, ACTIVE or DELETED. Soft-deleted rows stay and may share their qualified name with an ACTIVE one."""

    class Status(models.TextChoices):
        ACTIVE = "ACTIVE"
        DELETED = "DELETED"

    class Kind(models.TextChoices):
        """What the pages make of it; computed from the type when it is written (see `kinds.py`)."""

        DATASET = "dataset"
        COLUMN = "column"
        CONTAINER = "container"
        PROCESS = "process"
        TERM = "term"
        GLOSSARY = "glossary"
        INTERNAL = "internal"
        OTHER = "other"

    guid = models.CharField(max_length=64, unique=True)
    type_name = models.CharField(max_length=255)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    platform = models.CharField(max_length=40, blank=True, default="")
    """The type's service: hive, kafka, spark, … ; "" when the type names none."""
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.ACTIVE)
    qualified_name = models.TextField(blank=True, default="")
    name = models.TextField(blank=True, default="")
    display_name = models.TextField(blank=True, default="")
    description = models.TextField(blank=True, default="")
    """What the source says: attribute `description`, else `comment`."""
    user_description = models.TextField(blank=True, default="")
    """What a person says: attribute `userDescription`. It wins on every page."""
    owner = models.TextField(blank=True, default="")
    is_documented = models.BooleanField(default=False)
    """True when the winning text says something (see `texts.says_something`)."""
    is_incomplete = models.BooleanField(default=False)
    is_temporary = models.BooleanField(default=False)
    data_type = models.CharField(max_length=255, blank=True, default="")
    """A column's type as its source writes it."""
    parent = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="children")
    """The owner by COMPOSITION (a column's table), or the container by AGGREGATION (a table's database)."""
    position = models.IntegerField(default=0)
    """Order among the parent's children, from 0 (a column's `position`, else order of arrival)."""
    database = models.TextField(blank=True, default="")
    """Name of the nearest container ("core"), inherited by columns; "" when there is none."""
    attributes = models.JSONField(default=dict)
    """Every attribute that is no relationship end, normalised as Atlas does."""
    custom_attributes = models.JSONField(default=dict)
    business_attributes = models.JSONField(default=dict)
    labels = models.JSONField(default=list)
    home_id = models.CharField(max_length=255, blank=True, default="")
    created_ms = models.BigIntegerField()
    updated_ms = models.BigIntegerField()
    created_by = models.CharField(max_length=150)
    updated_by = models.CharField(max_length=150)
    version = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["type_name", "qualified_name"],
                condition=models.Q(status="ACTIVE") & ~models.Q(qualified_name=""),
                name="one_active_qualified_name",
            ),
        ]
        indexes = [
            models.Index(fields=["type_name", "status"]),
            models.Index(fields=["kind", "status", "database"]),
            models.Index(fields=["parent", "position", "name"]),
            models.Index(fields=["qualified_name"], name="entity_qualified_name"),
        ]

    def __str__(self) -> str:
        return f"{self.type_name} {self.qualified_name or self.guid}"

    @property
    def text(self) -> str:
        """The text to show: a person's words win over the source's."""
        return self.user_description or self.description

    @property
    def owners(self) -> list[str]:
        return [owner.strip() for owner in self.owner.split(",") if owner.strip()]

    @property
    def title(self) -> str:
        return self.display_name or self.name or self.qualified_name or self.guid

    def attribute(self, name: str) -> Any:
        return self.attributes.get(name)


class Relationship(models.Model):
    """One edge. end1 and end2 are the ends as the relationshipDef orders them."""

    class PropagateTags(models.TextChoices):
        NONE = "NONE"
        ONE_TO_TWO = "ONE_TO_TWO"
        TWO_TO_ONE = "TWO_TO_ONE"
        BOTH = "BOTH"

    guid = models.CharField(max_length=64, unique=True)
    type_name = models.CharField(max_length=255)
    end1 = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="edges_as_end1")
    end2 = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="edges_as_end2")
    status = models.CharField(max_length=8, choices=Entity.Status.choices, default=Entity.Status.ACTIVE)
    propagate_tags = models.CharField(max_length=10, choices=PropagateTags.choices, default=PropagateTags.NONE)
    blocked_classifications = models.JSONField(default=list)
    """[[type name, source guid], …]: classifications that do not pass this edge (blockedPropagatedClassifications)."""
    attributes = models.JSONField(default=dict)
    order = models.IntegerField(default=0)
    """Place in the list of the end that holds the list (e.g. the n-th column, the n-th input)."""
    created_ms = models.BigIntegerField()
    updated_ms = models.BigIntegerField()
    created_by = models.CharField(max_length=150)
    updated_by = models.CharField(max_length=150)
    version = models.IntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(fields=["end1", "type_name", "status"]),
            models.Index(fields=["end2", "type_name", "status"]),
            models.Index(fields=["type_name", "status"]),
        ]

    def __str__(self) -> str:
        return f"{self.type_name} {self.end1_id}–{self.end2_id}"


class EntityClassification(models.Model):
    """A classification on an entity: set here (source_guid = the entity's own guid) or propagated from another one.

    Propagated rows are stored, not derived: what Atlas keeps depends on history (see backends/embedded).
    """

    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="classifications")
    type_name = models.CharField(max_length=255)
    source_guid = models.CharField(max_length=64)
    via = models.ForeignKey(Relationship, null=True, on_delete=models.SET_NULL, related_name="+")
    """The edge a propagated row came over; walk back over `via` to read its path. None when set here or edge gone."""
    attributes = models.JSONField(null=True)
    propagate = models.BooleanField(default=True)
    remove_propagations_on_entity_delete = models.BooleanField(default=False)
    validity_periods = models.JSONField(default=list)
    entity_status = models.CharField(max_length=8, default="ACTIVE")
    """Status of the source: ACTIVE, DELETED, or PURGED when it is gone for good."""
    origin = models.CharField(max_length=100, default="human")
    created_ms = models.BigIntegerField()
    created_by = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entity", "type_name", "source_guid"], name="one_row_per_source"),
        ]
        indexes = [
            models.Index(fields=["type_name", "entity"]),
            models.Index(fields=["source_guid", "type_name"]),
        ]

    def __str__(self) -> str:
        return f"{self.type_name} on {self.entity_id} from {self.source_guid}"
