"""Default players of a table: people, named computer players, and the last match's setup."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from greenbaize.app.seats.opponents import Opponent
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.rules.messages import mark
from greenbaize.rules.naming import folded
from greenbaize.rules.players import HUMAN, LEVEL_NAMES, STEADY, TEMPERAMENT_NAMES
from greenbaize.store.fitting import system_name, tidy_name, told_apart
from greenbaize.store.persons import Person
from greenbaize.store.settings import Settings
from greenbaize.words.catalogue import known_languages, said_in, tr
from greenbaize.words.names import NOBODY, YOU, is_nameless, sound_of

NAMES: Final = (
    mark("Anna"),
    mark("Boris"),
    mark("Vera"),
    mark("Mila"),
    mark("Otto"),
    mark("Jan"),
    mark("Lena"),
    mark("Hugo"),
    mark("Ida"),
    mark("Nils"),
    mark("Emma"),
)

PROGRAM: Final = "program"
"""Choice value, beside the levels, for an external program."""
PERSON: Final = "person"
"""Choice value for another person who plays at this computer."""
MOST_PEOPLE: Final = 4
"""Most people who can share one computer in a match."""


def usual_place(name: str) -> int | None:
    """Return the index of a default computer player's name, in any language, or None."""
    wanted = folded(name)
    for place, one in enumerate(NAMES):
        if folded(tr(one)) == wanted:
            return place
    return _in_any_language().get(wanted)


@cache
def _in_any_language() -> Mapping[str, int]:
    places: dict[str, int] = {}
    for said in ({}, *(said_in(language, NAMES) for language in known_languages())):
        for place, one in enumerate(NAMES):
            places.setdefault(folded(said.get(one, one)), place)
    return places


def named_here(name: str) -> str:
    """Return a computer player's name in the current language."""
    place = usual_place(name)
    return name if place is None else tr(NAMES[place])


def called(sitters: Iterable[Player]) -> tuple[str, ...]:
    """Return the names shown at a table: people's unchanged, others in the current language.

    Among several people nobody is shown as “You”: people without a name are shown by their number.
    """
    sitters = tuple(sitters)
    several = sum(one.kind == HUMAN for one in sitters) > 1
    names = tuple(
        tr("Player {number}").format(number=number)
        if several and one.kind == HUMAN and is_nameless(one.name)
        else (one.name if one.kind == HUMAN else named_here(one.name))
        for number, one in enumerate(sitters, start=1)
    )
    apart = len({folded(name) for name in names}) == len(names)
    return names if apart else tuple(one.name for one in sitters)


def share_name(one: str, other: str) -> bool:
    """Return whether two names are the same in any script or language of the program."""
    if folded(one) == folded(other):
        return True
    place = usual_place(one)
    if place is not None and place == usual_place(other):
        return True
    sound = sound_of(one)
    return bool(sound) and sound == sound_of(other)


def usual_names(you: str | None, persons: Collection[str] = ()) -> list[str]:
    """Return unused names for computer players, differing from ``own_name`` and ``persons``."""
    people = list(dict.fromkeys([*persons, *([] if you is None else [you])]))
    names = [tr(name) for name in NAMES if you is None or not share_name(tr(name), you)]
    names.sort(key=lambda name: any(share_name(name, one) for one in people))
    return list(told_apart([*people, *names])[len(people) :])


def default_players(
    opponents: Sequence[Opponent], you: str | None, persons: Collection[str] = ()
) -> tuple[Player, ...]:
    """Return the person at the first seat, if one plays, and named computer players."""
    names = usual_names(you, persons)
    own = () if you is None else (Player(you, HUMAN),)
    named = zip(opponents, names, strict=False)
    return (*own, *(opponent.sitter(name) for opponent, name in named))


def your_name(settings: Settings) -> str:
    return name_of(settings.person)


def name_of(person: Person) -> str:
    """Return the name a person of this computer plays under."""
    return person.name or system_name() or tr("You")


def names_of(person: Person) -> tuple[str, ...]:
    """Return all names a person's matches are found under, the current one first."""
    nameless = () if person.name or system_name() else YOU
    return tuple(dict.fromkeys((name_of(person), *person.former, *nameless)))


def is_called(name: str, names: Iterable[str]) -> bool:
    """Return whether a name at a table is one of a person's names, ignoring case."""
    return folded(name) in {folded(one) for one in names}


def last_table(settings: Settings) -> tuple[str, tuple[Player, ...], dict[str, object]]:
    """Return game, players and unchecked options of the last match set up, or a default setup."""
    name = settings.last_game if settings.last_game in GAMES else next(iter(GAMES))
    setup = settings.setups.get(name)
    seats = setup.get("seats") if isinstance(setup, dict) else None
    options = setup.get("options") if isinstance(setup, dict) else None
    you, persons = your_name(settings), [name_of(one) for one in settings.persons]
    sitters = _sitters(seats, you, persons)
    if len(sitters) not in GAMES.infos[name].seats:
        others = usual_seats(name) - 1
        return name, default_players([Opponent()] * others, you, persons), {}
    return name, sitters, options if isinstance(options, dict) else {}


def is_casual(settings: Settings, game: str) -> bool:
    """Return whether the last match of a game was set up as a casual one."""
    setup = settings.setups.get(game)
    return isinstance(setup, dict) and setup.get("casual") is True


def usual_seats(game: str) -> int:
    seats = GAMES.infos[game].seats
    return 4 if 4 in seats else seats[0]


def _sitters(seats: Any, you: str, persons: Collection[str]) -> tuple[Player, ...]:
    """Return the players saved by the new-match dialog, or nothing if they do not fit."""
    if not isinstance(seats, list):
        return ()
    sitters, others = [], 0
    for one in seats:
        if not isinstance(one, dict):
            return ()
        name = one.get("name")
        if not isinstance(name, str) or not isinstance(one.get("who"), str):
            return ()
        opponent = opponent_of(one)
        if opponent is not None:
            sitters.append(opponent.sitter(named_here(tidy_name(name)) or NOBODY))
        elif one["who"] == PERSON:
            sitters.append(Player(tidy_name(name) or NOBODY, HUMAN))
            others += 1
        else:
            sitters.append(Player(you, HUMAN))
    people = sum(one.kind == HUMAN for one in sitters)
    if people - others > 1 or people > MOST_PEOPLE:
        return ()
    return with_you(sitters, you, persons)


def with_you(
    sitters: Sequence[Player], you: str, persons: Collection[str] = ()
) -> tuple[Player, ...]:
    """Return the players with ``own_name`` for the only person among them, if there is one.

    Names of several people are made unique. Computer players whose name resembles a person's name,
    the own name or one of ``persons`` are renamed.
    """
    seated = [at for at, one in enumerate(sitters) if one.kind == HUMAN]
    if not seated:
        return tuple(sitters)
    seated.sort(key=lambda at: sitters[at].name != you)
    names = [you] if len(seated) == 1 else [sitters[at].name for at in seated]
    apart = dict(zip(seated, told_apart(names), strict=True))
    sitters = [one._replace(name=apart.get(at, one.name)) for at, one in enumerate(sitters)]
    taken = {folded(one.name) for one in sitters}
    people = {you, *persons, *apart.values()}
    free = (name for name in usual_names(you, persons) if folded(name) not in taken)
    return tuple(
        one._replace(name=next(free, NOBODY))
        if one.kind != HUMAN and any(share_name(one.name, name) for name in people)
        else one
        for one in sitters
    )


def opponent_of(one: Mapping[str, Any]) -> Opponent | None:
    """Return the computer player in a seat entry of the new-match dialog, or None.

    ``who`` is a level (with ``temperament``), ``"program"`` (with its name), or a person.
    """
    who, temperament, program = one.get("who"), one.get("temperament"), one.get("program")
    if who == PROGRAM and isinstance(program, str) and program:
        return Opponent(program=program)
    if isinstance(who, str) and who in LEVEL_NAMES:
        usual = temperament == STEADY or temperament not in TEMPERAMENT_NAMES
        return Opponent(who, None if usual else temperament)
    return None
