"""Tests that the four suit colours differ for colour-blind people too."""

from itertools import combinations
from math import dist

import pytest
from PySide6.QtGui import QColor

from greenbaize.ui.cards.card_look import CardLook, set_current_card_look
from greenbaize.ui.cards.card_renderer import PAPER, SECOND_PAPER
from greenbaize.ui.cards.suits import suit_colour, suit_sign_colour
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.colour_contrast import contrast_ratio

COLOUR_BLINDNESS_MATRICES = {
    "protanope": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranope": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
"""Matrices of perceived linear RGB (Machado, Oliveira and Fernandes 2009, severity 1)."""
_XYZ_MATRIX = (
    (0.4124, 0.3576, 0.1805),
    (0.2126, 0.7152, 0.0722),
    (0.0193, 0.1192, 0.9505),
)
_WHITE_POINT = (0.95047, 1.0, 1.08883)


def _multiply(matrix, values):
    return tuple(sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix)


def _to_linear(part):
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _lab_root(part):
    return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116


def perceived_lab(colour, sight):
    """Return a colour as it is perceived, in CIELAB: lightness (0 to 100), a and b."""
    light = _multiply(
        COLOUR_BLINDNESS_MATRICES[sight], tuple(map(_to_linear, colour.getRgbF()[:3]))
    )
    clipped = tuple(min(1.0, max(0.0, part)) for part in light)
    x, y, z = (
        _lab_root(part / white)
        for part, white in zip(_multiply(_XYZ_MATRIX, clipped), _WHITE_POINT, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", COLOUR_BLINDNESS_MATRICES)
def test_no_two_suits_look_alike(sight):
    set_current_card_look(CardLook(four_colours=True))
    printed = [perceived_lab(suit_colour(suit, four_colours=True), sight) for suit in "SHCD"]
    assert min(dist(*pair) for pair in combinations(printed, 2)) > 20
    for ground in (LIGHT.plate, DARK.paper):
        signs = [perceived_lab(suit_sign_colour(suit, QColor(ground)), sight) for suit in "SHCD"]
        assert min(dist(*pair) for pair in combinations(signs, 2)) > 15


@pytest.mark.parametrize("sight", COLOUR_BLINDNESS_MATRICES)
def test_red_and_green_are_not_of_one_lightness(sight):
    red, green = (perceived_lab(suit_colour(suit, four_colours=True), sight) for suit in "HC")
    assert abs(red[0] - green[0]) > 4


@pytest.mark.parametrize("suit", "SHCD")
def test_suit_colours_are_readable_on_card_paper(suit):
    for paper in (PAPER, SECOND_PAPER):
        assert contrast_ratio(suit_colour(suit, four_colours=True), paper) >= 4.5
