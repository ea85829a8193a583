"""Tests of the choice and drawing of avatars."""

import pytest
from defusedxml.ElementTree import fromstring

from greenbaize.app.faces import (
    COLOURS,
    HEADS,
    Head,
    Look,
    chosen_look,
    face_code,
    face_drawing,
    free_look,
    look_of,
)
from greenbaize.rules.pictures import Mood


def test_a_free_look_differs_from_all_others_as_long_as_it_can():
    taken = []
    for _ in HEADS:
        taken.append(free_look(look_of("Olga"), taken))
    assert taken[0] == look_of("Olga")
    assert {look.head for look in taken} == set(HEADS)
    assert {look.colour for look in taken} == set(COLOURS)


def test_what_nobody_knows_of_a_choice_is_as_usual():
    usual = look_of("Tom")
    assert chosen_look("Tom", "no such", "olive") == Look(usual.head, "olive")
    assert chosen_look("Tom", "cap", "") == Look(Head.CAP, usual.colour)


@pytest.mark.parametrize("head", HEADS)
def test_every_face_is_a_drawing_with_its_disc(head):
    look = Look(head, "rose")
    drawing = face_drawing(look, Mood.PLEASED, COLOURS["rose"])
    root = fromstring(drawing)
    assert root[0].attrib["fill"] == COLOURS["rose"]
    assert drawing != face_drawing(look, Mood.NEUTRAL, COLOURS["rose"])
    assert face_code(look) == f"{head}-rose"
