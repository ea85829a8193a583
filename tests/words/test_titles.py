"""Titles: declared titles of games and levels are shown, otherwise titles made from codes."""

import pytest

from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.rules.options import (
    ChoiceOption,
    NumberOption,
    SuitsOption,
    YesNoOption,
)
from greenbaize.rules.players import TEMPERAMENT_NAMES
from greenbaize.words import titles
from words.pseudo_language import text_outside_brackets

HOOK_OPTION = YesNoOption(
    "hook", default=True, legacy_value=True, title="Hook", description="The last bidder is bound."
)
MOOD_OPTION = ChoiceOption(
    "mood", ("calm", "wild"), compute_default=lambda _, __: "calm", value_titles={"calm": "Calm!"}
)

RECOMMENDING_OPTION = ChoiceOption(
    "mood",
    ("calm", "wild"),
    compute_default=lambda _, __: "calm",
    recommendations={2: ("wild", "Two had better be wild.")},
)


@pytest.mark.parametrize("name", GAMES)
def test_declared_titles_are_shown(name):
    game = GAMES[name]
    assert titles.game_title(name) == (game.title or name.replace("_", " ").capitalize())
    assert titles.game_line(name) == game.description
    for option in game.options:
        assert titles.option_title(option)
        assert titles.option_line(option) == option.description
        for word in option.values if isinstance(option, ChoiceOption) else ():
            assert titles.choice_title(option, word)  # type: ignore[arg-type]


def test_the_options_of_the_same_key_have_titles_of_their_own():
    deals = [option for game in GAMES.values() for option in game.options if option.key == "deals"]
    assert {"Deals", "Cards in the largest deal"} <= {
        titles.option_title(deal_option) for deal_option in deals
    }


def test_the_recommended_value_is_advised_where_another_is_chosen(pseudo_language):
    assert titles.choice_advice(RECOMMENDING_OPTION, "calm", 2) == "⟦Two had better be wild.⟧"
    assert titles.choice_advice(RECOMMENDING_OPTION, "wild", 2) == ""
    assert titles.choice_advice(RECOMMENDING_OPTION, "calm", 3) == ""
    assert titles.choice_advice(MOOD_OPTION, "calm", 2) == ""


def test_a_default_of_so_many_players_has_its_reason(pseudo_language):
    targets = next(one for one in GAMES["ass"].options if one.key == "targets")
    assert isinstance(targets, ChoiceOption)
    assert titles.default_reason(targets, 2).startswith("⟦Two usually play with these")
    assert titles.default_reason(targets, 3) == ""
    assert titles.default_reason(MOOD_OPTION, 2) == ""


def test_recommendations_have_existing_seats_and_values():
    choices = [
        (game, option)
        for game in GAMES.values()
        for option in game.options
        if isinstance(option, ChoiceOption)
    ]
    advised = [(game, option) for game, option in choices if option.recommendations]
    assert [option.key for _, option in advised] == ["targets"]
    for game, option in advised:
        for seats, (better, _) in option.recommendations.items():
            assert seats in game.seats
            assert better in option.values
            for word in option.values:
                assert bool(titles.choice_advice(option, word, seats)) == (word != better)


def test_every_level_and_temperament_has_a_title_and_a_line():
    assert set(BOT_FACTORIES) <= set(titles.LEVELS)
    assert set(titles.LEVEL_LINES) == set(titles.LEVELS)
    assert set(TEMPERAMENT_NAMES) == set(titles.TEMPERAMENTS) == set(titles.TEMPERAMENT_LINES)


def test_a_bot_is_described_in_a_sentence():
    for temperament in (None, "steady", "bold"):  # the default temperaments
        assert titles.player_line("beginner", temperament) == "A computer player: Beginner."
        assert titles.player_line("random", temperament) == "A computer player: By chance."
    assert titles.player_line("easy", "steady") == "A computer player: Easy."
    assert titles.player_line("expert", "bold") == "A computer player: Expert, bold."


def test_titles_go_through_the_catalogue(pseudo_language):
    assert titles.game_title("damn") == "⟦Damn⟧"
    assert titles.option_title(HOOK_OPTION) == "⟦Hook⟧"
    assert titles.option_line(HOOK_OPTION) == "⟦The last bidder is bound.⟧"
    assert titles.choice_title(MOOD_OPTION, "calm") == "⟦Calm!⟧"
    assert titles.level_title("easy") == "⟦Easy⟧"
    assert titles.temperament_title("bold") == "⟦Bold⟧"
    assert titles.column_title("bid") == "⟦Bid⟧"
    assert titles.column_short_title("points") == "⟦Pts⟧"
    assert titles.column_short_title("bid") == "⟦Bid⟧"
    assert titles.column_phrase("points", 1) == "⟦1 point⟧"
    assert titles.column_phrase("points", -2) == "⟦−2 points⟧"
    assert titles.column_phrase("banks", 2) == "⟦2 banks⟧"
    assert titles.contract_title("queens") == "⟦Q⟧"
    assert titles.rank_title(1) == "⟦1st⟧"
    assert (
        text_outside_brackets(titles.format_citation("beats.md 2c"))
        == text_outside_brackets(titles.format_citation("damn.md 4"))
        == ""
    )


def test_titles_without_declaration_are_made_from_codes():
    assert titles.game_title("some_game") == "Some game"
    assert titles.game_line("some_game") == ""
    untitled_options = [
        YesNoOption("some_option", default=True, legacy_value=True),
        NumberOption("some_option", lambda *_: 1, lambda *_: (1, 2), lambda *_: 1),
        SuitsOption("some_option", lambda *_: 0),
        MOOD_OPTION,
    ]
    assert [titles.option_title(option) for option in untitled_options] == [  # type: ignore[arg-type]
        *["Some option"] * 3,
        "Mood",
    ]
    assert {titles.option_line(option) for option in untitled_options} == {""}  # type: ignore[arg-type]
    assert titles.choice_title(MOOD_OPTION, "wild") == "Wild"
    assert titles.level_title("grand_master") == "Grand master"
    assert titles.temperament_title("sleepy") == "Sleepy"
    assert titles.column_title("odd") == titles.column_short_title("odd") == "Odd"
    assert titles.column_phrase("odd", 3) == "Odd 3"
    assert titles.contract_title("odd") == "odd"
    assert titles.rank_title(11) == "11"


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
    assert titles.format_citation(rule) == words


def test_numbers_have_a_real_minus_sign():
    assert [titles.number_text(n) for n in (-3, 0, 3)] == ["−3", "0", "3"]
    assert [titles.number_text(n, signed=True) for n in (-3, 3)] == ["−3", "+3"]


def test_missing_levels_are_explained():
    levels = ("easy", "medium", "hard", "expert")
    assert titles.missing_levels_text(levels, levels) == ""
    assert titles.missing_levels_text(levels, levels[:-1]) == (
        "At this table Expert is no stronger than Hard, so it is not offered."
    )
    assert titles.missing_levels_text(levels, levels[:-2]) == (
        "At this table Hard, Expert are no stronger than Medium, so they are not offered."
    )
    assert titles.missing_levels_text(levels, ("easy", "hard")) == (
        "At this table Medium is no stronger than Easy, so it is not offered. "
        "At this table Expert is no stronger than Hard, so it is not offered."
    )
