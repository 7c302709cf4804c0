"""The demo catalog: whether to load it, and loading it once."""

from discovery.atlas.models import Entity, Setup


def is_wanted() -> bool:
    """True while the catalog was never filled: no demo loaded before and no entity of anybody's."""
    row = Setup.objects.first()
    return (row is None or row.demo_loaded_at is None) and not Entity.objects.exists()


def load() -> None:
    """Loads people, entities, proposals and policies of the demo."""
