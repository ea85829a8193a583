"""What a choice should bring, in figures and words."""

import pytest

from greenbaize.games import GAMES
from greenbaize.rules.game import Unit
from greenbaize.words.match_words import UNITS, better_text, loss_text, unit_line, worth_text


def test_every_unit_and_so_every_game_has_a_sentence():
    assert set(UNITS) == set(Unit)
    assert {game.unit for game in GAMES.values()} <= set(UNITS)
    assert unit_line(Unit.PLACE) == "The figures: your place in this deal; lower is better."
    assert unit_line(Unit.MARGIN).endswith("compared with the others.")
    assert unit_line(Unit.MARGIN, (0, 1, 0, 1)).endswith("compared with the other.")


@pytest.mark.parametrize(
    ("unit", "expected", "words"),
    [
        (Unit.MARGIN, 1.24, "+1.2"),
        (Unit.MARGIN, -0.96, "−1.0"),
        (Unit.POINTS, -12.0, "−12.0"),
        (Unit.POINTS, 0.04, "0.0"),
        (Unit.POINTS, -0.04, "0.0"),
        (Unit.SHARE, 61.6, "62 %"),
        (Unit.SHARE, 0.0, "0 %"),
        (Unit.PLACE, -2.26, "2.3"),
        (Unit.PLACE, -1.0, "1.0"),
    ],
)
def test_what_a_choice_should_bring(unit, expected, words):
    assert worth_text(unit, expected) == words


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (Unit.MARGIN, "1.5 points"),
        (Unit.POINTS, "1.5 points"),
        (Unit.SHARE, "1.5 %"),
        (Unit.PLACE, "1.5 places"),
    ],
)
def test_what_was_given_away(unit, words):
    assert loss_text(unit, 1.5) == words


@pytest.mark.parametrize(
    ("unit", "lead", "words"),
    [
        (Unit.PLACE, 0.55, "3♠ brings you out about half a place earlier than A♥."),
        (Unit.PLACE, 1.1, "3♠ brings you out about one place earlier than A♥."),
        (Unit.PLACE, 2.3, "3♠ brings you out about 2 places earlier than A♥."),
        (Unit.PLACE, 0.1, "3♠ is a little better than A♥."),
        (Unit.MARGIN, 1.4, "3♠ should bring 1 point more than A♥."),
        (Unit.POINTS, 3.6, "3♠ should bring 4 points more than A♥."),
        (Unit.POINTS, 0.3, "3♠ is a little better than A♥."),
        (Unit.SHARE, 1.0, "3♠ is a little better than A♥."),
        (Unit.SHARE, 5.0, "3♠ is clearly better than A♥."),
        (Unit.SHARE, 30.0, "3♠ is far better than A♥."),
    ],
)
def test_by_how_much_a_choice_is_better(unit, lead, words):
    assert better_text(unit, lead, "3♠", "A♥") == words


def test_all_of_it_goes_through_the_catalogue(pseudo_language):
    assert unit_line(Unit.MARGIN).startswith("⟦")
    assert worth_text(Unit.SHARE, 50.0) == "⟦50 %⟧"
    assert loss_text(Unit.PLACE, 0.5).startswith("⟦")


def test_in_the_last_deals_it_is_said_that_the_place_counts():
    usual, last = unit_line(Unit.MARGIN), unit_line(Unit.MARGIN, place_counts=True)
    assert last.startswith(usual)
    assert "place in the match" in last.removeprefix(usual)
