"""Tests that heads and moods differ without colours, at small and large sizes."""

from itertools import combinations

import pytest
from PySide6.QtGui import QImage

from greenbaize.app.avatars import AVATAR_COLOURS, AVATAR_HEADS, Avatar, AvatarHead
from greenbaize.rules.table_snapshot import PlayerMood
from greenbaize.ui.faces.heads import render_avatar


def grey_pixels(look, mood, side):
    """Return the lightness of each pixel of a face."""
    image = render_avatar(look, mood, side).toImage()
    image = image.convertToFormat(QImage.Format.Format_Grayscale8)
    return bytes(image.constBits())


def mean_difference(first, second):
    """Return the mean difference of two faces per pixel (0 to 255)."""
    return sum(abs(a - b) for a, b in zip(first, second, strict=True)) / len(first)


@pytest.mark.parametrize("side", [24, 40])
def test_no_two_heads_are_alike_in_grey(side):
    pictures = {
        head: grey_pixels(Avatar(head, "green"), PlayerMood.NEUTRAL, side) for head in AVATAR_HEADS
    }
    for first, second in combinations(AVATAR_HEADS, 2):
        assert mean_difference(pictures[first], pictures[second]) > 14, (first, second)


@pytest.mark.parametrize("head", AVATAR_HEADS)
def test_every_mood_looks_different(head):
    moods = {mood: grey_pixels(Avatar(head, "blue"), mood, 40) for mood in PlayerMood}
    for first, second in combinations(PlayerMood, 2):
        assert mean_difference(moods[first], moods[second]) > 6, (first, second)


@pytest.mark.parametrize("colour", AVATAR_COLOURS)
def test_a_head_stands_out_on_every_colour(colour):
    """The lightness differs between face and disc, and between hair and disc."""
    image = render_avatar(Avatar(AvatarHead.BUN, colour), PlayerMood.NEUTRAL, 100).toImage()
    points = ((8, 50), (50, 45), (50, 10))
    disc, skin, hair = (image.pixelColor(x, y).lightnessF() for x, y in points)
    assert skin - disc > 0.25
    assert disc - hair > 0.2


@pytest.mark.parametrize("head", AVATAR_HEADS)
def test_nothing_is_drawn_beyond_the_disc(application, head):
    image = render_avatar(Avatar(head, "rose"), PlayerMood.CAUGHT, 80).toImage()
    for x in range(80):
        for y in range(80):
            if (x - 39.5) ** 2 + (y - 39.5) ** 2 > 42**2:
                assert image.pixelColor(x, y).alpha() == 0
