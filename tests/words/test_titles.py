"""Titles: declared titles of games and levels are shown, otherwise titles made from codes."""

import pytest

from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.rules.options import Choice, Number, Suits, YesNo
from greenbaize.rules.players import TEMPERAMENT_NAMES
from greenbaize.words import titles
from words.pseudo import loose

HOOK = YesNo("hook", default=True, old=True, title="Hook", line="The last bidder is bound.")
MOOD = Choice("mood", ("calm", "wild"), usual=lambda _, __: "calm", titles={"calm": "Calm!"})

DRAWN = Choice(
    "mood",
    ("calm", "wild"),
    usual=lambda _, __: "calm",
    advice={2: ("wild", "Two had better be wild.")},
)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_declares_is_what_is_shown(name):
    game = GAMES[name]
    assert titles.game_title(name) == (game.title or name.replace("_", " ").capitalize())
    assert titles.game_line(name) == game.line
    for option in game.options:
        assert titles.option_title(option)
        assert titles.option_line(option) == option.line
        for word in option.words if isinstance(option, Choice) else ():
            assert titles.choice_title(option, word)


def test_the_options_of_the_same_key_have_titles_of_their_own():
    deals = [option for game in GAMES.values() for option in game.options if option.key == "deals"]
    assert {"Deals", "Cards in the last deal"} <= {titles.option_title(one) for one in deals}


def test_the_better_word_is_advised_where_another_is_chosen(pseudo_language):
    assert titles.choice_advice(DRAWN, "calm", 2) == "⟦Two had better be wild.⟧"
    assert titles.choice_advice(DRAWN, "wild", 2) == ""
    assert titles.choice_advice(DRAWN, "calm", 3) == ""
    assert titles.choice_advice(MOOD, "calm", 2) == ""


def test_every_advice_of_a_game_is_for_a_number_of_players_and_a_word_it_has():
    choices = [
        (game, option)
        for game in GAMES.values()
        for option in game.options
        if isinstance(option, Choice)
    ]
    advised = [(game, option) for game, option in choices if option.advice]
    assert [option.key for _, option in advised] == ["targets"]
    for game, option in advised:
        for seats, (better, _) in option.advice.items():
            assert seats in game.seats
            assert better in option.words
            assert titles.choice_advice(option, option.usual(seats, {}), seats)
            assert not titles.choice_advice(option, better, seats)


def test_every_level_and_temperament_has_a_title_and_a_line():
    assert set(LEVELS) <= set(titles.LEVELS)
    assert set(titles.LEVEL_LINES) == set(titles.LEVELS)
    assert set(TEMPERAMENT_NAMES) == set(titles.TEMPERAMENTS) == set(titles.TEMPERAMENT_LINES)


def test_what_kind_of_computer_player_one_is_is_said_in_a_sentence():
    for temperament in (None, "steady", "bold"):  # the default temperaments
        assert titles.player_line("random", temperament) == "A computer player: Beginner."
    assert titles.player_line("easy", "steady") == "A computer player: Easy."
    assert titles.player_line("expert", "bold") == "A computer player: Expert, bold."


def test_titles_go_through_the_catalogue(pseudo_language):
    assert titles.game_title("damn") == "⟦Damn⟧"
    assert titles.option_title(HOOK) == "⟦Hook⟧"
    assert titles.option_line(HOOK) == "⟦The last bidder is bound.⟧"
    assert titles.choice_title(MOOD, "calm") == "⟦Calm!⟧"
    assert titles.level_title("easy") == "⟦Easy⟧"
    assert titles.temperament_title("bold") == "⟦Bold⟧"
    assert titles.column_title("bid") == "⟦Bid⟧"
    assert titles.column_short("points") == "⟦Pts⟧"
    assert titles.column_short("bid") == "⟦Bid⟧"
    assert titles.column_phrase("points", 1) == "⟦1 point⟧"
    assert titles.column_phrase("points", -2) == "⟦−2 points⟧"
    assert titles.column_phrase("banks", 2) == "⟦2 banks⟧"
    assert titles.contract_title("queens") == "⟦Q⟧"
    assert titles.place_title(1) == "⟦1st⟧"
    assert loose(titles.cited("beats.md 2c")) == loose(titles.cited("damn.md 4")) == ""


def test_what_has_no_title_yet_is_shown_as_it_is_written():
    assert titles.game_title("some_game") == "Some game"
    assert titles.game_line("some_game") == ""
    bare = [
        YesNo("some_option", default=True, old=True),
        Number("some_option", lambda *_: 1, lambda *_: (1, 2), lambda *_: 1),
        Suits("some_option", lambda *_: 0),
        MOOD,
    ]
    assert [titles.option_title(one) for one in bare] == [*["Some option"] * 3, "Mood"]
    assert {titles.option_line(one) for one in bare} == {""}
    assert titles.choice_title(MOOD, "wild") == "Wild"
    assert titles.level_title("grand_master") == "Grand master"
    assert titles.temperament_title("sleepy") == "Sleepy"
    assert titles.column_title("odd") == titles.column_short("odd") == "Odd"
    assert titles.column_phrase("odd", 3) == "Odd 3"
    assert titles.contract_title("odd") == "odd"
    assert titles.place_title(11) == "11"


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("damn.md 4", "Damn, § 4"),
        ("ass.md 4, 5", "Ass, § 4, 5"),
        ("beats.md 2c", "Beating, § 2c"),
        ("some_game.md 1", "Some game, § 1"),
        ("damn.md", "Damn"),
        ("", ""),
    ],
)
def test_rules_are_cited_as_the_help_has_them(rule, words):
    assert titles.cited(rule) == words


def test_numbers_have_a_real_minus_sign():
    assert [titles.number_text(n) for n in (-3, 0, 3)] == ["−3", "0", "3"]
    assert [titles.number_text(n, signed=True) for n in (-3, 3)] == ["−3", "+3"]
