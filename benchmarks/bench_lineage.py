"""Lineage of a neighbourhood of 1,000 nodes in the server, read, laid out and drawn: at most 0.6 s.

Two shapes: a tree of 500 datasets and 500 processes with extra edges, and a hub with 1,000 consumers. Each is asked
for as the page opens it (collapsed) and with everything drawn.
"""

import os
import random
import statistics
import tempfile
import time
from collections.abc import Sequence

LIMIT_SECONDS = 0.6
ROUNDS = 7


def prepare() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="bench-lineage-")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)


def fill() -> tuple[str, str]:
    """The guids of the tree's root and of the hub."""
    from discovery.atlas.models import Entity, Relationship
    from tests.builders.lineage import dataset, edges_of, fan_out, new_dataset, new_process

    dice = random.Random(7)
    sets = [new_dataset(f"t{number}", database=f"db{number % 5}") for number in range(500)]
    jobs = [new_process(f"j{number}") for number in range(499)]
    Entity.objects.bulk_create([*sets, *jobs], batch_size=400)
    edges: list[Relationship] = []
    for number, job in enumerate(jobs, start=1):
        near = sets[max(0, number // 3 - 2) : number // 3 + 1]
        edges += edges_of(job, dice.sample(near, min(len(near), 1 + (number % 4 == 0))), [sets[number]])
    Relationship.objects.bulk_create(edges, batch_size=400)
    hub = dataset("hub")
    fan_out(hub, [new_dataset(f"c{number:04}", database=f"mart{number % 9}") for number in range(1000)])
    return sets[0].guid, hub.guid


def measure(name: str, address: str) -> float:
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.get_or_create(username="bench")[0])
    client.get(address)
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        answer = client.get(address)
        times.append(time.perf_counter() - started)
        assert answer.status_code == 200, answer.content[:300]
    median = statistics.median(times)
    shapes = answer.content.count(b'data-guid="')
    print(
        f"{name:<52} {median * 1000:7.0f} ms median   {len(answer.content) / 1024:7.0f} KiB   {shapes:>5} nodes drawn"
    )
    return median


def measure_uncollapsed(name: str, guid: str) -> float:
    """Reading, layout and template with every node and process of the tree on the picture."""
    from django.template.loader import render_to_string

    from discovery.lineage.collapse import Limits
    from discovery.lineage.graph import Direction
    from discovery.lineage.pages import build_page
    from discovery.lineage.params import LineageQuery
    from discovery.lineage.selectors import get_view

    query = LineageQuery(direction=Direction.OUTPUT, depth=0, processes=True)
    limits = Limits(siblings=10_000, nodes=10_000)
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        page = build_page(get_view(guid, query, limits=limits))
        html = render_to_string("discovery/lineage/_panel.html", {"page": page})
        times.append(time.perf_counter() - started)
    median = statistics.median(times)
    shapes = html.count('data-guid="')
    print(f"{name:<52} {median * 1000:7.0f} ms median   {len(html) / 1024:7.0f} KiB   {shapes:>5} nodes drawn")
    return median


def main() -> None:
    prepare()
    tree, hub = fill()
    page = "/entity/{}/lineage?view=picture&direction=OUTPUT&depth={}{}"
    figures: Sequence[float] = [
        measure("tree of 1,000 nodes, as the page opens", page.format(tree, 0, "")),
        measure("tree of 1,000 nodes, processes shown, collapsed", page.format(tree, 0, "&processes=1")),
        measure_uncollapsed("tree of 1,000 nodes, every one drawn", tree),
        measure("hub with 1,000 consumers, as the page opens", page.format(hub, 1, "")),
        measure("hub, all 1,000 drawn", page.format(hub, 1, f"&open=down-{hub}:1000")),
        measure("tree as a list", f"/entity/{tree}/lineage?view=list&direction=OUTPUT&depth=0"),
        measure("tree over REST, all nodes", f"/api/v1/entities/{tree}/lineage?direction=OUTPUT&depth=0&maxNodes=2000"),
    ]
    worst = max(figures)
    print(f"worst {worst:.2f} s, limit {LIMIT_SECONDS} s: {'kept' if worst <= LIMIT_SECONDS else 'BROKEN'}")


if __name__ == "__main__":
    main()
