"""The geometry of trends."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from catalogsite.common.trend import LABEL_HEIGHT, Series, draw_trend

DAYS = [date(2026, 9, 1) + timedelta(days=n) for n in range(5)]


def test_the_axis_holds_all_values_and_the_target():
    trend = draw_trend(days=DAYS, series=[Series("Tables", [0.58, 0.6, 0.62, 0.66, 0.71])], target=0.8)
    assert [tick.label for tick in trend.y_ticks] == ["50%", "60%", "70%", "80%"]
    assert trend.target.at >= 8


@pytest.mark.parametrize("values", [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.5, 0.5]])
def test_edges_stay_inside_the_picture(values):
    trend = draw_trend(days=DAYS[:2], series=[Series("Tables", values)])
    ends = [float(point.split(",")[1]) for point in trend.lines[0].points.split()]
    assert all(0 <= y <= trend.floor for y in ends)
    assert 2 <= len(trend.y_ticks) <= 6


def test_labels_do_not_cover_each_other():
    trend = draw_trend(days=DAYS[:2], series=[Series("A", [0.5, 0.5]), Series("B", [0.51, 0.51]), Series("C", [0, 1])])
    ys = [line.label_y for line in trend.lines]
    assert all(after - before >= LABEL_HEIGHT for before, after in pairwise(ys))


def test_days_that_were_not_measured_are_left_out():
    trend = draw_trend(days=DAYS, series=[Series("Tables", [None, 0.5, None, 0.6, None])])
    assert len(trend.lines[0].points.split()) == 2
    assert trend.rows[0] == (DAYS[4], [None])


@pytest.mark.parametrize(("days", "values"), [(DAYS[:1], [0.5]), (DAYS, [None] * 5), ([], [])])
def test_too_little_is_no_picture(days, values):
    assert draw_trend(days=days, series=[Series("Tables", values)]) is None
