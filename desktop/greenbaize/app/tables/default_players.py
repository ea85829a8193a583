"""Default players of a table: people, named computer players, and the last match's setup."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from greenbaize.app.seats.opponents import Opponent, resolve_stored_level
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.levels import fit_level
from greenbaize.rules.messages import mark_text
from greenbaize.rules.name_text import fold_name
from greenbaize.rules.players import HUMAN, LEVEL_NAMES, STEADY_TEMPERAMENT, TEMPERAMENT_NAMES
from greenbaize.store.declared_settings import login_name, tidy_name, unique_names
from greenbaize.store.persons import PersonIdentity
from greenbaize.store.settings import UserSettings
from greenbaize.words.catalogue import available_languages, read_translations, tr
from greenbaize.words.names import DEFAULT_NAMES, INVISIBLE_NAME, is_default_name, phonetic_key

BOT_NAMES: Final = (
    mark_text("Anna"),
    mark_text("Boris"),
    mark_text("Vera"),
    mark_text("Mila"),
    mark_text("Otto"),
    mark_text("Jan"),
    mark_text("Lena"),
    mark_text("Hugo"),
    mark_text("Ida"),
    mark_text("Nils"),
    mark_text("Emma"),
)

TableSetup = tuple[str, tuple[HeaderPlayer, ...], dict[str, object]]
"""A game's name, the players at its table, and its unchecked options."""

PROGRAM_CHOICE: Final = "program"
"""Choice value, beside the levels, for an external program."""
PERSON_CHOICE: Final = "person"
"""Choice value for another person who plays at this computer."""
MAX_LOCAL_PEOPLE: Final = 4
"""Most people who can share one computer in a match."""


def find_bot_name_index(name: str) -> int | None:
    """Return the index of a default computer player's name, in any language, or None."""
    wanted = fold_name(name)
    for index, bot_name in enumerate(BOT_NAMES):
        if fold_name(tr(bot_name)) == wanted:
            return index
    return _index_translated_names().get(wanted)


@cache
def _index_translated_names() -> Mapping[str, int]:
    indices: dict[str, int] = {}
    for translations in (
        {},
        *(read_translations(language, BOT_NAMES) for language in available_languages()),
    ):
        for index, bot_name in enumerate(BOT_NAMES):
            indices.setdefault(fold_name(translations.get(bot_name, bot_name)), index)
    return indices


def localized_bot_name(name: str) -> str:
    """Return a computer player's name in the current language."""
    index = find_bot_name_index(name)
    return name if index is None else tr(BOT_NAMES[index])


def display_names(players: Iterable[HeaderPlayer]) -> tuple[str, ...]:
    """Return the names shown at a table: people's unchanged, others in the current language.

    Among several people nobody is shown as “You”: people without a name are shown by their number.
    """
    players = tuple(players)
    has_several_people = sum(player.kind == HUMAN for player in players) > 1
    names = tuple(
        tr("Player {number}").format(number=number)
        if has_several_people and player.kind == HUMAN and is_default_name(player.name)
        else (player.name if player.kind == HUMAN else localized_bot_name(player.name))
        for number, player in enumerate(players, start=1)
    )
    are_distinct = len({fold_name(name) for name in names}) == len(names)
    return names if are_distinct else tuple(player.name for player in players)


def is_same_name(first: str, second: str) -> bool:
    """Return whether two names are the same in any script or language of the program."""
    if fold_name(first) == fold_name(second):
        return True
    index = find_bot_name_index(first)
    if index is not None and index == find_bot_name_index(second):
        return True
    sound = phonetic_key(first)
    return bool(sound) and sound == phonetic_key(second)


def suggest_bot_names(own_name: str | None, persons: Collection[str] = ()) -> list[str]:
    """Return unused names for computer players, differing from ``own_name`` and ``persons``."""
    people = list(dict.fromkeys([*persons, *([] if own_name is None else [own_name])]))
    names = [
        tr(name) for name in BOT_NAMES if own_name is None or not is_same_name(tr(name), own_name)
    ]
    names.sort(key=lambda name: any(is_same_name(name, person) for person in people))
    return list(unique_names([*people, *names])[len(people) :])


def create_default_players(
    opponents: Sequence[Opponent], own_name: str | None, persons: Collection[str] = ()
) -> tuple[HeaderPlayer, ...]:
    """Return the person at the first seat, if one plays, and named computer players."""
    names = suggest_bot_names(own_name, persons)
    own_player = () if own_name is None else (HeaderPlayer(own_name, HUMAN),)
    named_opponents = zip(opponents, names, strict=False)
    return (
        *own_player,
        *(opponent.create_header_player(name) for opponent, name in named_opponents),
    )


def get_own_name(settings: UserSettings) -> str:
    return get_person_name(settings.current_person)


def get_person_name(person: PersonIdentity) -> str:
    """Return the name a person of this computer plays under."""
    return person.name or login_name() or tr("You")


def get_person_names(person: PersonIdentity) -> tuple[str, ...]:
    """Return all names a person's matches are found under, the current one first."""
    fallback_names = () if person.name or login_name() else DEFAULT_NAMES
    return tuple(dict.fromkeys((get_person_name(person), *person.former_names, *fallback_names)))


def matches_any_name(name: str, names: Iterable[str]) -> bool:
    """Return whether a name at a table is one of a person's names, ignoring case."""
    return fold_name(name) in {fold_name(candidate) for candidate in names}


def load_last_setup(settings: UserSettings) -> TableSetup:
    """Return the last match set up, or a default setup."""
    name = settings.last_game if settings.last_game in GAMES else next(iter(GAMES))
    setup = settings.setups.get(name)
    seats = setup.get("seats") if isinstance(setup, dict) else None
    options = setup.get("options") if isinstance(setup, dict) else None
    own_name, persons = (
        get_own_name(settings),
        [get_person_name(person) for person in settings.persons],
    )
    players = _read_saved_players(seats, own_name, persons)
    if len(players) not in GAMES.infos[name].seats:
        bot_count = get_default_seat_count(name) - 1
        return name, create_default_players([Opponent()] * bot_count, own_name, persons), {}
    return name, players, options if isinstance(options, dict) else {}


def fit_saved_levels(table_setup: TableSetup, settings: UserSettings) -> TableSetup:
    """Return a set-up with levels that are offered at its table, if it was read from the settings.

    These may be older than the program. The rules of the game are loaded, unlike by
    ``load_last_setup``. Whoever requests a level by name gets it at any table.
    """
    if table_setup != load_last_setup(settings):
        return table_setup
    name, players, options = table_setup
    offered_levels = GAMES[name].levels_for(len(players), options)
    fitted_players = (
        player._replace(level=fit_level(player.level, offered_levels)) if player.level else player
        for player in players
    )
    return name, tuple(fitted_players), options


def was_last_match_casual(settings: UserSettings, game: str) -> bool:
    """Return whether the last match of a game was set up as a casual one."""
    setup = settings.setups.get(game)
    return isinstance(setup, dict) and setup.get("casual") is True


def get_default_seat_count(game: str) -> int:
    seats = GAMES.infos[game].seats
    return 4 if 4 in seats else seats[0]


def _read_saved_players(
    seats: Any, own_name: str, persons: Collection[str]
) -> tuple[HeaderPlayer, ...]:
    """Return the players saved by the new-match dialog, or nothing if they do not fit."""
    if not isinstance(seats, list):
        return ()
    players, guest_count = [], 0
    for entry in seats:
        if not isinstance(entry, dict):
            return ()
        name = entry.get("name")
        if not isinstance(name, str) or not isinstance(entry.get("who"), str):
            return ()
        opponent = read_opponent(entry)
        if opponent is not None:
            players.append(
                opponent.create_header_player(localized_bot_name(tidy_name(name)) or INVISIBLE_NAME)
            )
        elif entry["who"] == PERSON_CHOICE:
            players.append(HeaderPlayer(tidy_name(name) or INVISIBLE_NAME, HUMAN))
            guest_count += 1
        else:
            players.append(HeaderPlayer(own_name, HUMAN))
    people = sum(entry.kind == HUMAN for entry in players)
    if people - guest_count > 1 or people > MAX_LOCAL_PEOPLE:
        return ()
    return assign_own_name(players, own_name, persons)


def assign_own_name(
    players: Sequence[HeaderPlayer], own_name: str, persons: Collection[str] = ()
) -> tuple[HeaderPlayer, ...]:
    """Return the players with ``own_name`` for the only person among them, if there is one.

    Names of several people are made unique. Computer players whose name resembles a person's name,
    the own name or one of ``persons`` are renamed.
    """
    human_seats = [seat for seat, player in enumerate(players) if player.kind == HUMAN]
    if not human_seats:
        return tuple(players)
    human_seats.sort(key=lambda seat: players[seat].name != own_name)
    names = [own_name] if len(human_seats) == 1 else [players[seat].name for seat in human_seats]
    names_by_seat = dict(zip(human_seats, unique_names(names), strict=True))
    players = [
        player._replace(name=names_by_seat.get(seat, player.name))
        for seat, player in enumerate(players)
    ]
    used_names = {fold_name(player.name) for player in players}
    people = {own_name, *persons, *names_by_seat.values()}
    free_names = (
        name for name in suggest_bot_names(own_name, persons) if fold_name(name) not in used_names
    )
    return tuple(
        player._replace(name=next(free_names, INVISIBLE_NAME))
        if player.kind != HUMAN and any(is_same_name(player.name, name) for name in people)
        else player
        for player in players
    )


def read_opponent(entry: Mapping[str, Any]) -> Opponent | None:
    """Return the computer player in a seat entry of the new-match dialog, or None.

    ``who`` is a level (with ``temperament``), ``"program"`` (with its name), or a person.
    """
    who, temperament, program = entry.get("who"), entry.get("temperament"), entry.get("program")
    if who == PROGRAM_CHOICE and isinstance(program, str) and program:
        return Opponent(program=program)
    if isinstance(who, str) and who in LEVEL_NAMES:
        is_steady = temperament == STEADY_TEMPERAMENT or temperament not in TEMPERAMENT_NAMES
        return Opponent(resolve_stored_level(who), None if is_steady else temperament)
    return None
