"""Sample values for /styleguide/: every component in every state, no database asked."""

from dataclasses import dataclass
from datetime import timedelta

from catalogsite.common import clock
from catalogsite.common.pagination import Page
from catalogsite.common.trend import Series, Trend, draw_trend
from catalogsite.common.ui import (
    Badge,
    Chip,
    ChipOrigin,
    Effect,
    EffectKind,
    Fact,
    FieldChange,
    Figure,
    Hop,
    Link,
    Step,
    StepState,
    Tone,
    WordChange,
)

TREND = (12, 14, 13, 17, 16, 19, 22, 21, 24, 26, 25, 31)
COLOURS = (
    "canvas", "surface", "sunken", "selected", "line", "line-strong", "control", "text",
    "text-2", "text-3", "accent", "accent-soft", "clear", "masked", "denied", "info",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sample:
    """One section of the page: a title, how many of the twenty it is, and its template."""

    title: str
    template: str


@dataclass(frozen=True, slots=True)
class Styleguide:
    samples: tuple[Sample, ...]
    values: dict[str, object]


def styleguide() -> Styleguide:
    return Styleguide(_SAMPLES, _values())


_SAMPLES = tuple(
    Sample(title, f"styleguide/_{name}.html")
    for title, name in (
        ("Colour roles", "colours"),
        ("Type", "type"),
        ("Classification, term, proposal", "chips"),
        ("Policy effect", "effects"),
        ("Entity types and people", "tiles"),
        ("Buttons", "buttons"),
        ("Fields", "fields"),
        ("Search box", "search"),
        ("Segmented, tabs, breadcrumbs, pages", "navigation"),
        ("Table and batch bar", "table"),
        ("Panel, facts, figures", "panels"),
        ("Charts", "charts"),
        ("Banners", "banners"),
        ("Timeline", "timeline"),
        ("Difference", "diff"),
        ("Path", "path"),
        ("Menu and dialog", "menu"),
        ("Empty and loading", "empty"),
    )
)


def _values() -> dict[str, object]:
    return {
        "colours": COLOURS,
        "chips": _chips(),
        "badges": _badges(),
        "effects": _effects(),
        "types": _types(),
        "people": ("Priya Raman", "Tomás Vidal", "Mira Okafor", "Jonas Lindqvist", "Ana Beck", "Ines Duarte"),
        "views": (Link("All", "#", 42, True), Link("Classified", "#", 8), Link("Proposed", "#", 0)),
        "tabs": _tabs(),
        "crumbs": (Link("Hive", "#"), Link("core", "#"), Link("customers", "#", is_current=True)),
        "list_page": Page(tuple(range(100)), 5000, "more"),
        "figures": _figures(),
        "large_figures": _large_figures(),
        "sums": _sums(),
        "facts": _facts(),
        "trend": TREND,
        "shares": _shares(),
        "steps": _steps(),
        "changes": _changes(),
        "hops": _hops(),
        "broken_hops": _broken_hops(),
        "long_name": "marketing_campaign_attribution_by_channel_and_first_touch_daily",
        "long_qualified_name": "warehouse_eu_central.marketing_campaigns.attribution_by_channel.utm_source@prod",
        "now": clock.now(),
        "earlier": clock.now() - timedelta(hours=3),
        "long_ago": clock.now() - timedelta(days=900),
    }  # fmt: skip


def _chips() -> tuple[Chip, ...]:
    return (
        Chip("PII", is_sensitive=True),
        Chip("PII", ChipOrigin.PROPAGATED, True, source="raw.customers", href="#"),
        Chip("PII", ChipOrigin.PROPOSED, True, note="proposed"),
        Chip("PII", ChipOrigin.REMOVAL, True),
        Chip("PII", ChipOrigin.INACTIVE, True, note="until 31 Oct"),
        Chip("RETENTION"),
        Chip("Consent", ChipOrigin.PROPAGATED),
        Chip("Consent", ChipOrigin.PROPOSED),
        Chip("PII", is_sensitive=True, attributes=(("kind", "EMAIL"),)),
    )


def _badges() -> tuple[Badge, ...]:
    return (
        Badge("Certified", Tone.OK, "badge-check"),
        Badge("Deprecated", Tone.QUIET, "archive"),
        Badge("Draft", Tone.LINE, "pencil"),
        Badge("Open", Tone.INFO, "circle-dot"),
        Badge("Approved", Tone.INFO, "check"),
        Badge("Applying 4 of 6", Tone.INFO, "loader"),
        Badge("Applied", Tone.OK, "circle-check"),
        Badge("Partly approved", Tone.OK, "circle-slash-2"),
        Badge("Rejected", Tone.BROKEN, "circle-x"),
        Badge("Failed", Tone.BROKEN, "triangle-alert"),
        Badge("Withdrawn", Tone.QUIET, "undo-2"),
        Badge("Expired", Tone.QUIET, "clock"),
        Badge("Drift", Tone.WARN, "triangle-alert"),
        Badge("ingest:hive", Tone.QUIET),
    )


def _effects() -> tuple[Effect, ...]:
    masked = ("Redacted", "Last 4 shown", "Hashed", "Nullified", "Year only", "Custom mask")
    return (
        Effect(EffectKind.CLEAR, "Clear"),
        *(Effect(EffectKind.MASKED, word) for word in masked),
        Effect(EffectKind.FILTERED, "Rows filtered", detail="country = 'DE'"),
        Effect(EffectKind.DENIED, "Denied"),
        Effect(EffectKind.NONE, "No access"),
        Effect(EffectKind.UNDECIDED, "Ranger decides", detail="accessed-after-expiry"),
        Effect(EffectKind.CLEAR, "Clear", has_drift=True, href="#"),
        Effect(EffectKind.CLEAR, "2 groups gain clear sight", is_gain=True),
        Effect(EffectKind.MASKED, "Year only", before="Clear"),
        Effect(EffectKind.DENIED, "Denied", before="Clear"),
        Effect(EffectKind.CLEAR, "Clear", before="Denied"),
    )


def _types() -> tuple[tuple[str, str], ...]:
    return (
        ("dataset", "hive_table"),
        ("dataset", "trino_view"),
        ("dataset", "kafka_topic"),
        ("process", "spark_process"),
        ("dataset", "report"),
        ("dataset", "aws_s3_v2_object"),
        ("column", "hive_column"),
        ("container", "hive_db"),
        ("term", "AtlasGlossaryTerm"),
        ("other", "ml_model"),
    )


def _tabs() -> tuple[Link, ...]:
    return (
        Link("Overview", "#", is_current=True),
        Link("Columns", "#", 42),
        Link("Lineage", "#"),
        Link("Governance", "#", 1, note="open"),
        Link("Quality", "#", note="12 of 12"),
        Link("History", "#"),
    )


def _figures() -> tuple[Figure, ...]:
    return (
        Figure("Freshness", "2 h old", "Loaded daily by 05:00 UTC", dot=Tone.OK),
        Figure("Used by", "31 people", "1,204 queries in 30 days", trend=TREND),
        Figure("Owner", "Priya Raman", "Team Customer core", person="Priya Raman"),
        Figure("Documented", "38 of 42 columns", ratio=0.905),
        Figure("You see", "", "1 denied, as group analysts", effect=Effect(EffectKind.MASKED, "4 columns masked")),
    )


def _large_figures() -> tuple[Figure, ...]:
    return (
        Figure("Tables described", "71", "412 of 578", "#", unit="%", note="+3.2 points in 30 days", is_current=True),
        Figure("Columns described", "54", "6,664 of 12,257", "#", unit="%", note="+4.0 points in 30 days"),
        Figure("Owned", "83", "480 of 578", "#", unit="%", note="98 without an owner"),
    )


def _sums() -> tuple[Figure, ...]:
    return (
        Figure("columns change here", "2"),
        Figure("more inherits, in mart.customer_360", "1"),
        Figure("people would lose clear sight, 0 gain", "96"),
    )


def _facts() -> tuple[Fact, ...]:
    return (
        Fact("Rows", "4,812,377"),
        Fact("Size", "1.9 GB, ORC"),
        Fact("Partitioned by", "signup_month", is_code=True),
        Fact("Location", "s3://lake-prod-eu-central/warehouse/core/customers", is_code=True, copy="s3://lake-prod"),
        Fact("Created", "14 Mar 2024"),
    )


def _steps() -> tuple[Step, ...]:
    earlier = clock.now() - timedelta(days=2)
    return (
        Step("Proposed", StepState.DONE, "Detection, rule birth-date-names", at=earlier),
        Step("Atlas holds it", StepState.DONE, "CLASSIFICATION_ADD on 2 columns", offset="+0.31 s"),
        Step("Review", StepState.NOW, "Needs 1 approval. Jonas Lindqvist or Ana Beck can decide."),
        Step("Index finds it", StepState.NEXT, "Usually 0.9 s"),
        Step("Ranger enforces it", StepState.BROKEN, "A foreign policy is in the way", href="#"),
        Step("Verified", StepState.SKIPPED, "Not reached"),
    )


def _changes() -> tuple[FieldChange, ...]:
    return (
        FieldChange("Clear sight for", "support, etl", "support, etl, analysts"),
        FieldChange("Mask", "", "Show last 4"),
        FieldChange("Row filter", "country = 'DE'", ""),
        FieldChange("Service", "hive_tags", "hive_tags"),
        FieldChange("Description", words=(
            WordChange("same", "One row is "),
            WordChange("removed", "a customer"),
            WordChange("added", "one customer account that has placed an order"),
            WordChange("same", ". Guests are not here."),
        )),
    )  # fmt: skip


def _hops() -> tuple[Hop, ...]:
    return (
        Hop("email", "shop.customers.v1, topic"),
        Hop("email", "raw.customers", "#", "copied", Chip("PII", is_sensitive=True)),
        Hop("email", "this table", "#", "lower()", Chip("PII", ChipOrigin.PROPAGATED, True, source="raw.customers")),
    )


def _broken_hops() -> tuple[Hop, ...]:
    return (
        Hop("email", "shop.customers.v1, topic"),
        Hop("email", "raw.customers", transform="no longer there", is_broken=True),
    )


def _shares() -> Trend | None:
    days = [clock.now().date() - timedelta(days=7 * week) for week in reversed(range(len(TREND)))]
    tables = Series("Tables", [0.55 + value / 200 for value in TREND], is_main=True)
    columns = Series("Columns", [0.38 + value / 220 for value in TREND])
    return draw_trend(days=days, series=[tables, columns], target=0.8)
