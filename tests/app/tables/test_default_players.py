"""Tests of the default players of a new table and of the last setup."""

import pytest

from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.default_players import (
    NAMES,
    called,
    default_players,
    last_table,
    names_of,
    share_name,
    usual_place,
    with_you,
    your_name,
)
from greenbaize.app.tables.matches import settled_header
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.rules.options import settled_or_usual
from greenbaize.rules.players import HUMAN
from greenbaize.store.fitting import NAME_LENGTH
from greenbaize.store.persons import Person
from greenbaize.store.settings import Settings
from greenbaize.words.catalogue import tr

ANNA, BORIS, VERA = (Player(name, "bot", "medium") for name in ("Anna", "Boris", "Vera"))


@pytest.fixture(autouse=True)
def nobody(monkeypatch):
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)


def test_you_sit_first_among_computer_players():
    assert default_players([Opponent()] * 3, "Ida X") == (Player("Ida X"), ANNA, BORIS, VERA)


def test_without_you_all_are_computer_players():
    table = default_players([Opponent("random")] * 3, None)
    assert [one.kind for one in table] == ["bot"] * 3
    assert [one.level for one in table] == ["random"] * 3


@pytest.mark.parametrize("you", ["Anna", "anna", "VERA"])
@pytest.mark.parametrize("players", range(2, 11))
def test_nobody_has_your_name(you, players):
    table = default_players([Opponent()] * (players - 1), you)
    assert len(table) == players
    names = [one.name.casefold() for one in table]
    assert len(set(names)) == players


def test_computer_players_may_be_of_all_kinds():
    table = default_players(
        [Opponent("random", "bold"), Opponent(program="tiny"), Opponent()], None
    )
    assert table == (
        Player("Anna", "bot", "random", "bold"),
        Player("Boris", "bot", program="tiny"),
        VERA,
    )


def test_names_are_not_too_long_for_a_record():
    assert len(set(NAMES)) == len(NAMES) >= 10
    assert all(len(name) <= NAME_LENGTH for name in NAMES)


def test_you_are_called_as_you_said_or_as_the_system_does(monkeypatch):
    assert your_name(Settings()) == "You"
    monkeypatch.setenv("USER", "nick")
    assert your_name(Settings()) == "Nick"
    assert your_name(Settings(your_name="Ida")) == "Ida"


def test_the_first_time_it_is_the_first_game_with_a_usual_table():
    name, sitters, options = last_table(Settings(your_name="Ida"))
    assert (name, options) == (next(iter(GAMES)), {})
    assert sitters == (Player("Ida"), ANNA, BORIS, VERA)


def test_the_last_table_comes_back():
    seats = [
        {"who": "easy", "name": "Hal"},
        {"who": "you", "name": "Zoe"},
        {"who": "random", "name": "Bo", "temperament": "careful"},
        {"who": "easy", "name": "Al", "temperament": "steady"},
        {"who": "program", "name": "Ti", "program": "tiny.py"},
    ]
    options = {"deals": 5, "hook": True}
    setup = {"seats": seats, "options": options}
    settings = Settings(your_name="Zoe", last_game="damn", setups={"damn": setup})
    assert last_table(settings) == (
        "damn",
        (
            Player("Hal", "bot", "easy"),
            Player("Zoe"),
            Player("Bo", "bot", "random", "careful"),
            Player("Al", "bot", "easy"),
            Player("Ti", "bot", program="tiny.py"),
        ),
        options,
    )


YOU = {"who": "you", "name": "Ida"}
BOT = {"who": "easy", "name": "Hal"}


@pytest.mark.parametrize(
    "setup",
    [
        7,
        None,
        {"seats": "four"},
        {"seats": [7, 8, 9]},
        {"seats": [BOT, BOT]},
        {"seats": [BOT] * 8},
        {"seats": [YOU, YOU, BOT]},
        {"seats": [{"who": "easy"}] * 3},
        {"seats": [BOT, BOT, {"who": "easy", "name": "Hal", "temperament": ["bold"]}]},
        {"seats": [BOT, BOT, {"who": "program", "name": "Hal"}]},
        {"seats": [BOT, BOT, {"who": "program", "name": "Hal", "program": ""}]},
        {"seats": [BOT, BOT, {"who": "program", "name": "Hal", "program": 7}]},
        {"seats": [{"who": "easy", "name": 3}] * 3},
        {"seats": [{"who": ["easy"], "name": "Hal"}, BOT, BOT]},
        {"seats": [{"who": "genius", "name": "Hal"}, BOT, BOT]},
        {"seats": [{"who": "easy", "name": "a\nb"}, {"who": "easy", "name": "\n"}, YOU]},
        {"seats": [YOU, BOT, BOT], "options": {"deals": 99}},
        {"seats": [YOU, BOT, BOT], "options": {"unheard of": True}},
        {"seats": [YOU, BOT, BOT], "options": [1]},
        {"seats": [YOU, BOT, BOT], "options": {"deals": 3, "first": 4}},
    ],
)
def test_foreign_settings_still_make_a_table(setup):
    settings = Settings(your_name="Ida", last_game="damn", setups={"damn": setup})
    name, sitters, options = last_table(settings)
    options = settled_or_usual(GAMES[name].options, len(sitters), options)
    header = settled_header(name, sitters, options, "0" * 32)
    assert len(header.sitters) == len(sitters)
    assert sum(one.kind == "human" for one in sitters) <= 1
    assert all(one.name.isprintable() for one in sitters)


def test_a_game_that_is_gone_is_not_the_last_one():
    name, sitters, _ = last_table(Settings(last_game="no-such-game"))
    assert name in GAMES
    assert len(sitters) in GAMES[name].seats


def test_computer_players_are_never_called_like_persons_here():
    here = [tr(name) for name in NAMES[:4]]
    names = [one.name for one in default_players([Opponent()] * 7, "Zoe", here)]
    assert names == ["Zoe", *(tr(name) for name in NAMES[4:])]
    many = [one.name for one in default_players([Opponent()] * 9, "Zoe", here)]
    assert len({*many}) == 10
    assert not {*many} & {*here}  # Once all names are used, bots get a name with a number.


def test_a_table_of_before_is_played_under_the_name_of_today():
    sitters = (Player("Hal", "bot", "easy"), Player("Ida"), Player("zoe", "bot", "easy"))
    names = [one.name for one in with_you(sitters, "Zoe")]
    assert names == ["Hal", "Zoe", "Anna"]
    watched = (Player("Hal", "bot", "easy"), Player("Zoe", "bot", "easy"))
    assert with_you(watched, "Zoe") == watched
    here = ("Hal", "Zoe", "anna")
    assert [one.name for one in with_you(sitters, "Zoe", here)] == ["Boris", "Zoe", "Vera"]


def test_a_person_is_found_by_all_their_names(monkeypatch):
    assert names_of(Person("1", "Zoe", former=("Ida", "Eve"))) == ("Zoe", "Ida", "Eve")
    monkeypatch.setenv("LOGNAME", "nick")
    assert names_of(Person("1", "")) == ("Nick",)


@pytest.mark.parametrize("you", ["Борис", "boris", "БОРИС", "Μπόρις", "Boris"])
def test_no_computer_player_has_the_name_of_a_person_in_any_script(you):
    names = [one.name for one in default_players([Opponent()] * 9, you)][1:]
    assert "Boris" not in names
    assert len(names) == 9
    sitters = (Player(you, HUMAN), Player("Boris", "bot", "easy"), Player("Anna", "bot", "easy"))
    assert "Boris" not in [one.name for one in with_you(sitters, you)][1:]
    assert share_name("Hugo", "Гуго") == (usual_place("Гуго") is not None)


def test_nobody_among_several_people_is_called_you():
    sitters = (Player("You"), Player("Otto", "bot", "easy"), Player("Вы"), Player("Boris"))
    assert called(sitters) == ("Player 1", "Otto", "Player 3", "Boris")
    assert called(sitters[:2]) == ("You", "Otto")
