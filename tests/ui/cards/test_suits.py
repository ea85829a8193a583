"""Tests of the paths that suit signs are parsed from."""

import pytest
from PySide6.QtCore import QPointF, QRectF

from greenbaize.ui.cards.suits import parse_path


@pytest.mark.parametrize(
    ("path_data", "inside", "outside"),
    [
        ("M0 0L4 0L4,4L0 4Z", (1.9, 0.1), (2.1, 0.1)),
        ("M0 0C0 4 4 4 4 0Z", (1, 1.4), (1, 1.6)),
        ("O2 2 1", (1.45, 1), (1.55, 1)),
    ],
)
def test_lines_curves_and_circles_are_scaled(path_data, inside, outside):
    path = parse_path(path_data, 0.5)
    assert path.contains(QPointF(*inside))
    assert not path.contains(QPointF(*outside))
    assert QRectF(-0.01, -0.01, 2.02, 2.02).contains(path.boundingRect())


@pytest.mark.parametrize("path_data", ["M0 0l4 0Z", "M0 0H4Z", "M0 0L4Z", "M0 0C1 1Z"])
def test_other_commands_and_numbers_are_refused(path_data):
    with pytest.raises(ValueError, match="pip's path"):
        parse_path(path_data, 1.0)
