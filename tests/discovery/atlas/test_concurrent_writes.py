"""Writes at the same moment. They need connections of their own, so a process with a database file runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

SCRIPT = """
import json, sys
from threading import Barrier, Thread
import django
django.setup()
from django.core.management import call_command
from django.db import connection
call_command("migrate", verbosity=0)
from catalogsite.common.errors import CatalogError
from discovery.atlas.models import Entity, EntityClassification
from tests.builders.entities import classify, make_table, row, save, table_json
from workflows.events.models import Event

make_table("m.t")
barrier = Barrier(20)
outcomes = []

def run(act):
    barrier.wait()
    try:
        act()
        outcomes.append("done")
    except CatalogError as error:
        outcomes.append(error.details.get("errorCode", error.error_code))
    except Exception as error:
        outcomes.append(f"unexpected {error!r}")
    finally:
        connection.close()

def all_at_once(act):
    outcomes.clear()
    threads = [Thread(target=run, args=(act,)) for _ in range(20)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return sorted(outcomes)

answer = {"classify": all_at_once(lambda: classify("m.t", "PII"))}
answer["rows"] = EntityClassification.objects.filter(type_name="PII").count()
answer["events"] = Event.objects.filter(kind="CLASSIFICATION_ADD").count()
answer["create"] = all_at_once(lambda: save(table_json("m.new")))
answer["tables"] = Entity.objects.filter(qualified_name="m.new@cl1").count()
answer["created"] = Event.objects.filter(kind="ENTITY_CREATE", payload__qualifiedName="m.new@cl1").count()
print(json.dumps(answer))
"""


def test_twenty_at_once_make_one_row(tmp_path: Path) -> None:
    """C37: two simultaneous adds created the tag twice (apache/atlas ATLAS-3562, ATLAS-1889).

    The others are refused as a real Atlas refuses a second add (400-01A), or find the entity that is there.
    """
    environment = os.environ | {
        "DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answer = json.loads(done.stdout.splitlines()[-1])
    assert answer["classify"] == ["400-01A"] * 19 + ["done"]
    assert (answer["rows"], answer["events"]) == (1, 1)
    assert answer["create"] == ["done"] * 20
    assert (answer["tables"], answer["created"]) == (1, 1)
