"""Parts shared by the checks of the self-test, and checks of our own and others' modules."""

import pkgutil
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from time import monotonic
from types import ModuleType
from typing import Any, Final

import greenbaize
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.seats.programs import GRACE_S, KILL_S
from greenbaize.app.tables.default_players import default_players
from greenbaize.app.tables.matches import settled_header
from greenbaize.cli.opening import missing_library
from greenbaize.compiled import runs_compiled
from greenbaize.match.header import Header
from greenbaize.rules.chance import seed_from
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import Number, Settings, settled

FEW: Final = 3
LEVEL: Final = "random"
"""Quick level of computer players."""


@dataclass(frozen=True, slots=True)
class Found:
    """Result of a check; ``is_note`` if something optional is missing."""

    message: Message
    lacking: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """Check by its name, never translated; any exception of ``run_check`` makes it fail."""

    name: str
    act: Callable[[], Found]


def found(code: str, *, lacking: bool = False, **values: Value) -> Found:
    """Return the result of a check as a sentence."""
    return Found(Message(code, values), lacking)


def demand(holds: object, fault: Message) -> None:
    """Raise ``GameError`` with a sentence unless the condition holds."""
    if not holds:
        raise GameError(fault)


def call(place: str, *given: object) -> Any:
    """Import and call a function given as ``module:function``."""
    module, _, name = place.partition(":")
    return getattr(imported(module), name)(*given)


def imported_all(names: Iterable[str]) -> int:
    """Import modules and return their number; raise ``GameError`` for a missing one."""
    return sum(imported(name) is not None for name in names)


def imported(name: str) -> ModuleType:
    """Import a module; raise ``GameError`` if it, or something it needs, is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        library = missing_library(error) or error.name or name
        raise GameError(Message("self-library", {"module": name, "library": library})) from error


def programs_ended() -> bool:
    """Wait for programs that were told to end; return whether they have."""
    deadline = monotonic() + GRACE_S + KILL_S
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(max(0.0, deadline - monotonic()))
            if thread.is_alive():
                return False
    return True


def short_options(game: Game[Any], seats: int) -> Settings:
    """Return a game's options for a short match: the first number, its length, is low."""
    usual = settled(game.options, seats, {})
    length = next((one for one in game.options if isinstance(one, Number)), None)
    if length is None:
        return usual
    low, high = length.span(seats, usual)
    return settled(game.options, seats, {length.key: min(max(FEW, low), high)})


def short_header(game: Game[Any], *opponents: Opponent) -> Header:
    """Return the header of a short match, always the same; by default few random players."""
    players = opponents or (Opponent(LEVEL),) * game.seats[0]
    options = short_options(game, len(players))
    return settled_header(
        game.name, default_players(players, None), options, seed_from("self-test")
    )


THEIRS: Final = (
    "confusable_homoglyphs.confusables",
    "cryptography.x509",
    "cryptography.hazmat.primitives.asymmetric.ec",
    "ifaddr",
    "msgspec.json",
    "openskill.models",
    "platformdirs",
    "precis_i18n",
    "segno",
    "spake2",
    "tqdm",
    "wcwidth",
    "websockets.asyncio.server",
    "zeroconf.asyncio",
)
"""Modules of other packages that are needed at some time."""
PYTHONS: Final = ("ctypes", "gettext", "multiprocessing.spawn", "ssl", "tempfile", "unicodedata")
"""Parts of Python that are sometimes omitted."""
LEAST_OWN: Final = 200
"""Minimum plausible number of our own modules; fewer means they cannot be counted here."""


def their_modules() -> Found:
    return found("self-libraries", count=imported_all((*PYTHONS, *THEIRS)))


def own_modules() -> Found:
    """Import every module of the program, also rarely used ones."""
    prefix = f"{greenbaize.__name__}."
    names = [one.name for one in pkgutil.walk_packages(greenbaize.__path__, prefix)]
    count = imported_all(name for name in names if not name.endswith("__main__"))
    demand(count > LEAST_OWN, Message("self-modules-few", {"count": count}))
    return found("self-modules", count=count)


def compiled_modules() -> Found:
    """Report whether the compilable modules run compiled; all are loaded by now."""
    return found("self-compiled" if runs_compiled() else "self-uncompiled")
