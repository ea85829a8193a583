"""Tests of the choice and drawing of avatars."""

import pytest
from defusedxml.ElementTree import fromstring

from greenbaize.app.avatars import (
    AVATAR_COLOURS,
    AVATAR_HEADS,
    Avatar,
    AvatarHead,
    create_chosen_avatar,
    create_default_avatar,
    find_free_avatar,
    format_avatar_code,
    render_avatar_svg,
)
from greenbaize.rules.table_snapshot import PlayerMood


def test_free_avatars_differ_while_there_are_enough():
    taken_looks = []
    for _ in AVATAR_HEADS:
        taken_looks.append(find_free_avatar(create_default_avatar("Olga"), taken_looks))
    assert taken_looks[0] == create_default_avatar("Olga")
    assert {look.head for look in taken_looks} == set(AVATAR_HEADS)
    assert {look.colour for look in taken_looks} == set(AVATAR_COLOURS)


def test_unknown_parts_of_a_choice_use_the_default():
    default = create_default_avatar("Tom")
    assert create_chosen_avatar("Tom", "no such", "olive") == Avatar(default.head, "olive")
    assert create_chosen_avatar("Tom", "cap", "") == Avatar(AvatarHead.CAP, default.colour)


@pytest.mark.parametrize("head", AVATAR_HEADS)
def test_every_avatar_has_a_coloured_disc(head):
    look = Avatar(head, "rose")
    drawing = render_avatar_svg(look, PlayerMood.PLEASED, AVATAR_COLOURS["rose"])
    root = fromstring(drawing)
    assert root[0].attrib["fill"] == AVATAR_COLOURS["rose"]
    assert drawing != render_avatar_svg(look, PlayerMood.NEUTRAL, AVATAR_COLOURS["rose"])
    assert format_avatar_code(look) == f"{head}-rose"
