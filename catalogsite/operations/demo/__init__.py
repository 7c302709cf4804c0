"""The demo: an invented online shop with its people, catalog and two months of history.

One way in: `is_wanted` and `load`. `shop.yaml` holds the shop, `catalog` turns it into Atlas entities, `story` plays
what people did, each act on its day. All of it goes through the services that everybody uses.
"""

from discovery.atlas.models import Entity, Setup


def is_wanted() -> bool:
    """True while the catalog was never filled: no demo loaded before and no entity of anybody's."""
    row = Setup.objects.first()
    return (row is None or row.demo_loaded_at is None) and not Entity.objects.exists()


def load() -> None:
    """Loads the demo. Not one transaction: a start that is killed half-way is repeated and matches what is there."""
    from catalogsite.operations.demo.story import play

    play()
