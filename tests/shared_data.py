"""Real public files that lie beside a checkout. They are no part of the product: where they are absent, tests skip."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data"


def shared_data(name: str) -> Path:
    """The path of a file or folder of real data; skips the test with a reason when it is not there."""
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"needs the public data {name} beside the checkout")
    return path
