"""Tests that heads and moods differ without colours, at small and large sizes."""

from itertools import combinations

import pytest
from PySide6.QtGui import QImage

from greenbaize.app.faces import COLOURS, HEADS, Head, Look
from greenbaize.rules.pictures import Mood
from greenbaize.ui.faces.heads import face_picture


def grey(look, mood, side):
    """Return the lightness of each pixel of a face."""
    image = face_picture(look, mood, side).toImage()
    image = image.convertToFormat(QImage.Format.Format_Grayscale8)
    return bytes(image.constBits())


def difference(one, other):
    """Return the mean difference of two faces per pixel (0 to 255)."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


@pytest.mark.parametrize("side", [24, 40])
def test_no_two_heads_are_alike_in_grey(side):
    pictures = {head: grey(Look(head, "green"), Mood.NEUTRAL, side) for head in HEADS}
    for one, other in combinations(HEADS, 2):
        assert difference(pictures[one], pictures[other]) > 14, (one, other)


@pytest.mark.parametrize("head", HEADS)
def test_every_mood_is_seen(head):
    moods = {mood: grey(Look(head, "blue"), mood, 40) for mood in Mood}
    for one, other in combinations(Mood, 2):
        assert difference(moods[one], moods[other]) > 6, (one, other)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_head_is_seen_on_every_colour(colour):
    """The lightness differs between face and disc, and between hair and disc."""
    image = face_picture(Look(Head.BUN, colour), Mood.NEUTRAL, 100).toImage()
    places = ((8, 50), (50, 45), (50, 10))
    disc, skin, hair = (image.pixelColor(x, y).lightnessF() for x, y in places)
    assert skin - disc > 0.25
    assert disc - hair > 0.2


@pytest.mark.parametrize("head", HEADS)
def test_nothing_is_drawn_beyond_the_disc(application, head):
    image = face_picture(Look(head, "rose"), Mood.CAUGHT, 80).toImage()
    for x in range(80):
        for y in range(80):
            if (x - 39.5) ** 2 + (y - 39.5) ** 2 > 42**2:
                assert image.pixelColor(x, y).alpha() == 0
