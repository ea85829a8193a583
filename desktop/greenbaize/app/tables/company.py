"""Who sits down: computer players with pleasant names, and the table one last played at."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from greenbaize.app.chairs.opponents import Opponent
from greenbaize.games import GAMES
from greenbaize.match.sitters import Sitter
from greenbaize.rules.messages import mark
from greenbaize.rules.players import HUMAN, LEVEL_NAMES, STEADY, TEMPERAMENT_NAMES
from greenbaize.store.settings import Settings, system_name, tidy_name
from greenbaize.words.catalogue import tr

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
"""Names for computer players, in turn."""

PROGRAM: Final = "program"
"""The choice, beside the levels, of a program that is not ours."""


def company(opponents: Sequence[Opponent], you: str | None) -> tuple[Sitter, ...]:
    """A table: you at the first seat, if you play, and computer players with names."""
    names = [tr(name) for name in NAMES if you is None or tr(name).casefold() != you.casefold()]
    own = () if you is None else (Sitter(you, HUMAN),)
    named = zip(opponents, names, strict=False)
    return (*own, *(opponent.sitter(name) for opponent, name in named))


def your_name(settings: Settings) -> str:
    """What you are called at the table."""
    return settings.your_name or system_name() or tr("You")


def last_table(settings: Settings) -> tuple[str, tuple[Sitter, ...], dict[str, object]]:
    """The game, players and options of the last match set up; a usual table if there was none.

    Whether the game has these options is not known before its rules are loaded.
    """
    name = settings.last_game if settings.last_game in GAMES else next(iter(GAMES))
    setup = settings.setups.get(name)
    seats = setup.get("seats") if isinstance(setup, dict) else None
    options = setup.get("options") if isinstance(setup, dict) else None
    sitters = _sitters(seats, your_name(settings))
    if len(sitters) not in GAMES.boxes[name].seats:
        others = usual_seats(name) - 1
        return name, company([Opponent()] * others, your_name(settings)), {}
    return name, sitters, options if isinstance(options, dict) else {}


def usual_seats(game: str) -> int:
    """How many sit down to a game where nobody said."""
    seats = GAMES.boxes[game].seats
    return 4 if 4 in seats else seats[0]


def _sitters(seats: Any, you: str) -> tuple[Sitter, ...]:
    """The players as the dialog of new matches wrote them down, none if it reads otherwise."""
    if not isinstance(seats, list):
        return ()
    sitters = []
    for one in seats:
        if not isinstance(one, dict):
            return ()
        name = one.get("name")
        if not isinstance(name, str) or not isinstance(one.get("who"), str):
            return ()
        opponent = opponent_of(one)
        if opponent is not None:
            sitters.append(opponent.sitter(tidy_name(name) or "?"))
        else:
            sitters.append(Sitter(tidy_name(name) or you, HUMAN))
    return tuple(sitters) if sum(s.kind == HUMAN for s in sitters) <= 1 else ()


def opponent_of(one: Mapping[str, Any]) -> Opponent | None:
    """The computer player of a seat as the dialog of new matches writes it down, if it is one.

    Args:
        one: ``who`` is a level, ``"program"`` or anything else for a person; with a level goes
            ``temperament``, with a program its name.
    """
    who, temperament, program = one.get("who"), one.get("temperament"), one.get("program")
    if who == PROGRAM and isinstance(program, str) and program:
        return Opponent(program=program)
    if isinstance(who, str) and who in LEVEL_NAMES:
        usual = temperament == STEADY or temperament not in TEMPERAMENT_NAMES
        return Opponent(who, None if usual else temperament)
    return None
