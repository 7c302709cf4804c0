"""Geometry of a trend of shares over days: axes, lines with their labels at the end, a target. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

WIDTH, HEIGHT = 680, 216
LEFT, RIGHT, TOP, BOTTOM = 36, 108, 8, 24
STEPS = (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25)
LABEL_HEIGHT = 16


@dataclass(frozen=True, slots=True)
class Series:
    """One line: a share (0..1) a day, None where it was not measured. The main one is drawn in the accent."""

    label: str
    values: Sequence[float | None]
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    label: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Line:
    """Points as SVG wants them, the last point, and where its label stands."""

    label: str
    share: float
    points: str
    end_x: float
    end_y: float
    label_y: float
    is_main: bool


@dataclass(frozen=True, slots=True)
class Trend:
    """What components/trend.html draws, and the rows of its table twin."""

    y_ticks: Sequence[Tick]
    x_ticks: Sequence[Tick]
    lines: Sequence[Line]
    target: Tick | None
    names: Sequence[str]
    rows: Sequence[tuple[date, Sequence[float | None]]]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    floor: int = HEIGHT - BOTTOM


def draw_trend(*, days: Sequence[date], series: Sequence[Series], target: float | None = None) -> Trend | None:
    """None while there are fewer than two days or nothing was measured: the page says "not measured yet"."""
    measured = [value for one in series for value in one.values if value is not None]
    if len(days) < 2 or not measured:
        return None
    low, high, step = _range([*measured, *([] if target is None else [target])])
    scale = _Scale(low, high, len(days))
    lines = _apart([line for one in series if (line := _line(one, scale)) is not None])
    return Trend(
        y_ticks=[Tick(scale.y(share), f"{share:.0%}") for share in _marks(low, high, step)],
        x_ticks=_x_ticks(days, scale),
        lines=lines,
        target=None if target is None else Tick(scale.y(target), f"{target:.0%}"),
        names=[one.label for one in series],
        rows=[(day, [one.values[index] for one in series]) for index, day in enumerate(days)][::-1],
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float
    days: int

    def x(self, index: int) -> float:
        return round(LEFT + index * (WIDTH - LEFT - RIGHT) / (self.days - 1), 1)

    def y(self, share: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - (share - self.low) / (self.high - self.low)), 1)


def _range(shares: Sequence[float]) -> tuple[float, float, float]:
    """Whole steps around all shares, at most six marks, inside 0..1."""
    low, high = min(shares), max(shares)
    step = next((step for step in STEPS if (high - low) / step <= 4), STEPS[-1])
    bottom = max(0.0, int(low / step - 1e-9) * step)
    top = bottom + step
    while top < high - 1e-9:
        top += step
    return bottom, top, step


def _marks(low: float, high: float, step: float) -> list[float]:
    return [low + index * step for index in range(round((high - low) / step) + 1) if low + index * step <= 1.0001]


def _line(series: Series, scale: _Scale) -> Line | None:
    places = [(scale.x(i), scale.y(value), value) for i, value in enumerate(series.values) if value is not None]
    if not places:
        return None
    end_x, end_y, share = places[-1]
    points = " ".join(f"{x},{y}" for x, y, _ in places)
    return Line(series.label, share, points, end_x, end_y, end_y, series.is_main)


def _apart(lines: list[Line]) -> list[Line]:
    """The same lines with labels that do not cover each other."""
    placed: list[Line] = []
    for line in sorted(lines, key=lambda line: line.end_y):
        label_y = max(line.end_y, placed[-1].label_y + LABEL_HEIGHT) if placed else line.end_y
        placed.append(Line(line.label, line.share, line.points, line.end_x, line.end_y, label_y, line.is_main))
    return placed


def _x_ticks(days: Sequence[date], scale: _Scale) -> list[Tick]:
    last = len(days) - 1
    indexes = sorted({0, round(last / 3), round(last * 2 / 3), last})
    anchors = {0: "start", last: "end"}
    return [Tick(scale.x(i), f"{days[i]:%-d %b}", anchors.get(i, "middle")) for i in indexes]
