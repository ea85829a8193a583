"""Tests of arguments about matches: games and their options, players, seeds."""

from types import SimpleNamespace
from typing import Any

import pytest

from greenbaize.app.seats.opponents import Opponent
from greenbaize.cli.match_arguments import (
    DEFAULT_PLAYERS,
    assign_opponents,
    parse_match_seed,
    parse_opponent,
    parse_opponents,
    parse_options,
    replace_undecodable,
    resolve_player_count,
)
from greenbaize.games import GAMES
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.errors import GameError, UsageError


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("simulate", "Which game? Add --game and one of damn, blackout"),
        ("simulate --game chess", "There is no game “chess”. There are: damn, blackout"),
        ("simulate --game damn --players 8", "damn is for 3 to 7 players, not 8."),
        ("simulate --game blackout --players 5", "blackout is for 2 to 4 players, not 5."),
        ("simulate --game damn --bots genius", "There is no level “genius”. There are: random"),
        ("simulate --game damn --bots easy,", "There is no level “”."),
        ("simulate --game damn --bots easy,easy", "names 2 computer players, and there are 4"),
        ("simulate --game damn --option deals", "“deals” is no option: write key=value."),
        ("simulate --game damn --option dealz=3", "no option “dealz”. This game has: deals, first"),
        ("simulate --game damn --option deals=14", "from 1 to 13 with 4 players, not “14”."),
        ("simulate --game damn --option deals=x", "from 1 to 13 with 4 players, not “x”."),
        ("simulate --game damn --option hook=maybe", "“hook” is true or false, not “maybe”."),
        ("simulate --game damn --option hook=true --option hook=true", "“hook” is given twice."),
        ("simulate --game damn --option enforcement=lax", "“enforcement” is one of strict"),
        ("play --game chess", "There is no game “chess”."),
        ("play --game damn --players 2", "damn is for 3 to 7 players, not 2."),
        ("play --players 4", "--players and --option need --game and one of damn, blackout"),
        ("play --option deals=3", "--players and --option need --game"),
        ("play --game damn --option deals=14", "from 1 to 13 with 4 players"),
        ("play --bots genius", "There is no level “genius”."),
        ("play --bots easy:wild", "There is no temperament “wild”. There are: careful, steady"),
        ("play --bots easy:", "There is no temperament “”."),
        ("play --bots easy,easy", "need --game and one of damn"),
        ("play --game damn --players 3 --bots easy,easy,easy", "and there are 2 seats for them."),
        ("play --game damn --watch --players 3 --bots easy,easy", "and there are 3 seats"),
        ("play --bots program:", "“” is not a command line that starts a program."),
        ('simulate --game damn --bots program:"ab', '“"ab” is not a command line that starts'),
        ("bot --level genius", "There is no level “genius”."),
        ("bot --temperament wild", "There is no temperament “wild”."),
        ("duel --a easy --b easy", "Which game? Add --game"),
        ("duel --game damn --a genius --b easy", "There is no level “genius”."),
        ("duel --game damn --a easy:wild --b easy", "“wild”"),
        ("duel --game damn --a easy --b easy --players 2", "damn is for 3 to 7 players"),
        ("simulate --game damn --option deals=3 first=4", "“first” is a number from 1 to 3"),
        ("host", "Which game?"),
        ("host --game damn --seats 12", "not 12"),
        ("host --game damn --bots clever", "There is no level “clever”"),
        ("host --game damn --option deals=x", "deals"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_in_one_line(words, expected, run_refused_command):
    assert expected in run_refused_command(*words.split())


def test_seed_that_is_no_text_is_refused(run_refused_command):
    seed = b"\xff".decode("utf-8", "surrogateescape")
    assert "--seed is not text" in run_refused_command("simulate", "--game", "damn", "--seed", seed)
    assert "--seed is not text" in run_refused_command("play", "--game", "damn", "--seed", seed)


def test_a_computer_player_has_a_level_and_perhaps_a_temperament():
    assert parse_opponent("hard") == Opponent("hard")
    assert parse_opponent("hard:bold") == Opponent("hard", "bold")
    # The usual temperament is not written into records.
    assert parse_opponent("hard:steady").temperament is None


def test_computer_players_may_be_several_words_or_one_with_commas():
    players = (Opponent("easy"), Opponent("hard", "bold"), Opponent("random"))
    assert parse_opponents(["easy,hard:bold", "random"]) == (players, {})
    assert parse_opponents(["easy", "hard:bold,random"]) == (players, {})
    assert parse_opponents([]) == ((), {})


@pytest.mark.parametrize("words", [[""], ["easy", ""], ["easy,"], [",easy"]])
def test_an_empty_computer_player_is_refused(words):
    with pytest.raises(UsageError, match="level-unknown"):
        parse_opponents(words)


def test_a_program_takes_the_rest_of_its_word_with_commas():
    opponents, programs = parse_opponents(["easy,program:play --fast a,b", "program:play --slow"])
    assert opponents == (
        Opponent("easy"),
        Opponent(program="play"),
        Opponent(program="play 2"),
    )
    assert programs == {"play": "play --fast a,b", "play 2": "play --slow"}


def test_one_computer_player_sits_at_every_seat_and_several_at_one_each():
    easy, hard = Opponent("easy"), Opponent("hard")
    assert assign_opponents((easy,), 3) == (easy, easy, easy)
    assert assign_opponents((easy, hard), 2) == (easy, hard)
    with pytest.raises(UsageError) as caught:
        assign_opponents((easy, hard), 3)
    assert caught.value.message.values == {"given": 2, "count": 3}


@pytest.mark.parametrize("text", ["0123456789abcdef" * 2, "f" * 32])
def test_32_hex_digits_are_the_seed_itself(text):
    assert parse_match_seed(text) == text


@pytest.mark.parametrize("text", ["", "summer", "f" * 31, "f" * 33, "F" * 32, "g" * 32])
def test_any_other_text_makes_a_seed(text):
    assert parse_match_seed(text) == seed_from_text(text) != text


def test_bytes_that_are_no_text_become_question_marks():
    assert replace_undecodable("An\udcffna ♠") == "An?na ♠"


def test_the_default_of_an_option_is_that_of_so_many_players():
    game = GAMES["ass"]
    targets = [
        parse_options(game, players, words)["targets"]
        for players in (2, 3)
        for words in ([], ["targets=source"], ["targets=even"])
    ]
    assert targets == ["even", "source", "even", "source", "source", "even"]


def test_without_a_number_four_play_or_as_few_as_a_game_takes():
    game_of_pairs: Any = SimpleNamespace(name="pairs", seats=range(5, 8))
    assert DEFAULT_PLAYERS == 4
    assert resolve_player_count(GAMES["damn"], None) == 4
    assert resolve_player_count(game_of_pairs, None) == 5
    assert resolve_player_count(GAMES["damn"], 7) == 7
    with pytest.raises(GameError, match="seat-count"):
        resolve_player_count(GAMES["damn"], 8)
