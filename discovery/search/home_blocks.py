"""What other packages put on the right of the home page. They register in `apps.py` and serve their own address."""

from dataclasses import dataclass

from django.urls import reverse


@dataclass(frozen=True, slots=True)
class HomeBlock:
    """A fragment that the home page loads from `url_name`; it brings its own heading, or is empty."""

    name: str
    url_name: str
    order: int = 100

    @property
    def href(self) -> str:
        return reverse(self.url_name)


_blocks: dict[str, HomeBlock] = {}


def register_home_block(block: HomeBlock) -> None:
    _blocks[block.name] = block


def home_blocks() -> list[HomeBlock]:
    return sorted(_blocks.values(), key=lambda block: (block.order, block.name))
