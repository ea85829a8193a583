"""Tests of the default players of a new table and of the last setup."""

import pytest

from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.default_players import (
    BOT_NAMES,
    assign_own_name,
    create_default_players,
    display_names,
    find_bot_name_index,
    fit_saved_levels,
    get_own_name,
    get_person_names,
    is_same_name,
    load_last_setup,
    localized_bot_name,
)
from greenbaize.app.tables.matches import create_header
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.options import resolve_options_or_defaults
from greenbaize.rules.players import HUMAN
from greenbaize.store.declared_settings import MAX_PLAYER_NAME_LENGTH
from greenbaize.store.persons import PersonIdentity
from greenbaize.store.settings import UserSettings
from greenbaize.words.catalogue import tr

ANNA, BORIS, VERA = (HeaderPlayer(name, "bot", "medium") for name in ("Anna", "Boris", "Vera"))


@pytest.fixture(autouse=True)
def no_user_name(monkeypatch):
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)


def test_you_sit_first_among_computer_players():
    assert create_default_players([Opponent()] * 3, "Ida X") == (
        HeaderPlayer("Ida X"),
        ANNA,
        BORIS,
        VERA,
    )


def test_without_you_all_are_computer_players():
    table = create_default_players([Opponent("random")] * 3, None)
    assert [player.kind for player in table] == ["bot"] * 3
    assert [player.level for player in table] == ["random"] * 3


@pytest.mark.parametrize("you", ["Anna", "anna", "VERA"])
@pytest.mark.parametrize("players", range(2, 11))
def test_nobody_has_your_name(you, players):
    table = create_default_players([Opponent()] * (players - 1), you)
    assert len(table) == players
    names = [player.name.casefold() for player in table]
    assert len(set(names)) == players


def test_computer_players_may_be_of_all_kinds():
    table = create_default_players(
        [Opponent("random", "bold"), Opponent(program="tiny"), Opponent()], None
    )
    assert table == (
        HeaderPlayer("Anna", "bot", "random", "bold"),
        HeaderPlayer("Boris", "bot", program="tiny"),
        VERA,
    )


def test_names_are_not_too_long_for_a_record():
    assert len(set(BOT_NAMES)) == len(BOT_NAMES) >= 10
    assert all(len(name) <= MAX_PLAYER_NAME_LENGTH for name in BOT_NAMES)


def test_the_own_name_is_from_the_settings_or_the_system(monkeypatch):
    assert get_own_name(UserSettings()) == "You"
    monkeypatch.setenv("USER", "nick")
    assert get_own_name(UserSettings()) == "Nick"
    assert get_own_name(UserSettings(your_name="Ida")) == "Ida"


def test_the_first_setup_is_the_first_game_with_default_players():
    name, players, options = load_last_setup(UserSettings(your_name="Ida"))
    assert (name, options) == (next(iter(GAMES)), {})
    assert players == (HeaderPlayer("Ida"), ANNA, BORIS, VERA)


def test_the_last_setup_comes_back():
    seats = [
        {"who": "easy", "name": "Hal"},
        {"who": "you", "name": "Zoe"},
        {"who": "random", "name": "Bo", "temperament": "careful"},
        {"who": "easy", "name": "Al", "temperament": "steady"},
        {"who": "program", "name": "Ti", "program": "tiny.py"},
    ]
    options = {"deals": 5, "hook": True}
    setup = {"seats": seats, "options": options}
    settings = UserSettings(your_name="Zoe", last_game="damn", setups={"damn": setup})
    assert load_last_setup(settings) == (
        "damn",
        (
            HeaderPlayer("Hal", "bot", "easy"),
            HeaderPlayer("Zoe"),
            HeaderPlayer("Bo", "bot", "beginner", "careful"),
            HeaderPlayer("Al", "bot", "easy"),
            HeaderPlayer("Ti", "bot", program="tiny.py"),
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
def test_invalid_settings_still_give_a_valid_setup(setup):
    settings = UserSettings(your_name="Ida", last_game="damn", setups={"damn": setup})
    name, players, options = load_last_setup(settings)
    options = resolve_options_or_defaults(GAMES[name].options, len(players), options)
    header = create_header(name, players, options, "0" * 32)
    assert len(header.players) == len(players)
    assert sum(player.kind == "human" for player in players) <= 1
    assert all(player.name.isprintable() for player in players)


def test_an_unknown_last_game_is_replaced():
    name, players, _ = load_last_setup(UserSettings(last_game="no-such-game"))
    assert name in GAMES
    assert len(players) in GAMES[name].seats


def test_bots_never_have_the_name_of_a_local_person():
    local_names = [tr(name) for name in BOT_NAMES[:4]]
    names = [player.name for player in create_default_players([Opponent()] * 7, "Zoe", local_names)]
    assert names == ["Zoe", *(tr(name) for name in BOT_NAMES[4:])]
    nine_bot_names = [
        player.name for player in create_default_players([Opponent()] * 9, "Zoe", local_names)
    ]
    assert len({*nine_bot_names}) == 10
    assert not {*nine_bot_names} & {
        *local_names
    }  # Once all names are used, bots get a name with a number.


def test_an_earlier_setup_gets_the_current_own_name():
    players = (
        HeaderPlayer("Hal", "bot", "easy"),
        HeaderPlayer("Ida"),
        HeaderPlayer("zoe", "bot", "easy"),
    )
    names = [player.name for player in assign_own_name(players, "Zoe")]
    assert names == ["Hal", "Zoe", "Anna"]
    bot_players = (HeaderPlayer("Hal", "bot", "easy"), HeaderPlayer("Zoe", "bot", "easy"))
    assert assign_own_name(bot_players, "Zoe") == bot_players
    local_names = ("Hal", "Zoe", "anna")
    assert [player.name for player in assign_own_name(players, "Zoe", local_names)] == [
        "Boris",
        "Zoe",
        "Vera",
    ]


def test_a_person_has_all_their_former_names(monkeypatch):
    assert get_person_names(PersonIdentity("1", "Zoe", former_names=("Ida", "Eve"))) == (
        "Zoe",
        "Ida",
        "Eve",
    )
    monkeypatch.setenv("LOGNAME", "nick")
    assert get_person_names(PersonIdentity("1", "")) == ("Nick",)


@pytest.mark.parametrize("you", ["Борис", "boris", "БОРИС", "Μπόρις", "Boris"])
def test_no_bot_has_the_name_of_a_person_in_any_script(you):
    names = [player.name for player in create_default_players([Opponent()] * 9, you)][1:]
    assert "Boris" not in names
    assert len(names) == 9
    players = (
        HeaderPlayer(you, HUMAN),
        HeaderPlayer("Boris", "bot", "easy"),
        HeaderPlayer("Anna", "bot", "easy"),
    )
    assert "Boris" not in [player.name for player in assign_own_name(players, you)][1:]
    assert is_same_name("Hugo", "Гуго") == (find_bot_name_index("Гуго") is not None)


def test_nobody_among_several_people_is_called_you():
    players = (
        HeaderPlayer("You"),
        HeaderPlayer("Otto", "bot", "easy"),
        HeaderPlayer("Вы"),
        HeaderPlayer("Boris"),
    )
    assert display_names(players) == ("Player 1", "Otto", "Player 3", "Boris")
    assert display_names(players[:2]) == ("You", "Otto")


@pytest.mark.parametrize(
    ("name", "shown"), [("Boris", "Boris"), ("Борис", "Boris"), ("БОРИС", "Boris"), ("Zed", "Zed")]
)
def test_a_bots_name_is_shown_in_the_current_language(name, shown):
    assert localized_bot_name(name) == shown


def test_only_levels_of_the_settings_are_fitted_to_what_a_table_offers():
    seats = [{"who": who, "name": name} for who, name in (("you", "Ida"), ("expert", "Al"))]
    settings = UserSettings(
        your_name="Ida", last_game="rank", setups={"rank": {"seats": seats, "options": {}}}
    )
    saved_setup = load_last_setup(settings)
    assert saved_setup[1][1].level == "expert"
    name, players, options = fit_saved_levels(saved_setup, settings)
    assert (name, [player.level for player in players], options) == ("rank", [None, "hard"], {})
    requested_setup = (name, create_default_players([Opponent("expert")], "Jo"), options)
    assert fit_saved_levels(requested_setup, settings) == requested_setup
