"""Who sits down: computer players with pleasant names, and the table one last played at."""

from typing import Any, Final

from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.match.header import Sitter
from greenbaize.rules.options import OptionError, settled
from greenbaize.store.settings import Settings, system_name, tidy_name
from greenbaize.words.catalogue import mark, tr

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


def company(players: int, level: str, you: str | None) -> tuple[Sitter, ...]:
    """A table of so many players: you at the first seat, if you play, and computer players."""
    names = [tr(name) for name in NAMES if you is None or tr(name).casefold() != you.casefold()]
    own = () if you is None else (Sitter(you, "human"),)
    others = players - len(own)
    return (*own, *(Sitter(name, "bot", level) for name in names[:others]))


def your_name(settings: Settings) -> str:
    """What you are called at the table."""
    return settings.your_name or system_name() or tr("You")


def last_table(settings: Settings) -> tuple[str, tuple[Sitter, ...], dict[str, object]]:
    """The game, players and options of the last match set up; a usual table if there was none."""
    name = settings.last_game if settings.last_game in GAMES else next(iter(GAMES))
    setup = settings.setups.get(name)
    seats = setup.get("seats") if isinstance(setup, dict) else None
    options = setup.get("options") if isinstance(setup, dict) else None
    game = GAMES[name]
    sitters = _sitters(seats, your_name(settings))
    if len(sitters) not in game.seats:
        usual = 4 if 4 in game.seats else game.seats[0]
        return name, company(usual, "easy", your_name(settings)), {}
    try:
        settled(game.options, len(sitters), options if isinstance(options, dict) else {})
    except OptionError:
        options = None
    return name, sitters, options if isinstance(options, dict) else {}


def _sitters(seats: Any, you: str) -> tuple[Sitter, ...]:
    """The players as the dialog of new matches wrote them down, none if it reads otherwise."""
    if not isinstance(seats, list):
        return ()
    sitters = []
    for one in seats:
        if not isinstance(one, dict):
            return ()
        name, who = one.get("name"), one.get("who")
        if not isinstance(name, str) or not isinstance(who, str):
            return ()
        if who in LEVELS:
            sitters.append(Sitter(tidy_name(name) or "?", "bot", who))
        else:
            sitters.append(Sitter(tidy_name(name) or you, "human"))
    return tuple(sitters) if sum(s.kind == "human" for s in sitters) <= 1 else ()
