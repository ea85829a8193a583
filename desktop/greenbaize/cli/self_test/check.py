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
from greenbaize.app.seats.bot_process import EXIT_GRACE_S, KILL_TIMEOUT_S
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.default_players import create_default_players
from greenbaize.app.tables.matches import create_header
from greenbaize.cli.open_window import find_missing_library
from greenbaize.compiled import is_running_compiled
from greenbaize.match.header import RecordHeader
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import NumberOption, OptionValues, resolve_options

SHORT_MATCH_LENGTH: Final = 3
QUICK_LEVEL_NAME: Final = "random"
"""Quick level of computer players."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of a check; ``is_note`` if something optional is missing."""

    message: Message
    is_note: bool = False


@dataclass(frozen=True, slots=True)
class SelfTestCheck:
    """Check by its name, never translated; any exception of ``run_check`` makes it fail."""

    name: str
    run_check: Callable[[], CheckResult]


def create_result(code: str, *, is_note: bool = False, **values: Value) -> CheckResult:
    """Return the result of a check as a sentence."""
    return CheckResult(Message(code, values), is_note)


def require(condition: object, error: Message) -> None:
    """Raise ``GameError`` with a sentence unless the condition holds."""
    if not condition:
        raise GameError(error)


def call_entry_point(entry_point: str, *args: object) -> Any:
    """Import and call a function given as ``module:function``."""
    module, _, name = entry_point.partition(":")
    return getattr(import_module_or_fail(module), name)(*args)


def import_modules(names: Iterable[str]) -> int:
    """Import modules and return their number; raise ``GameError`` for a missing one."""
    return sum(import_module_or_fail(name) is not None for name in names)


def import_module_or_fail(name: str) -> ModuleType:
    """Import a module; raise ``GameError`` if it, or something it needs, is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        library = find_missing_library(error) or error.name or name
        raise GameError(Message("self-library", {"module": name, "library": library})) from error


def wait_for_programs() -> bool:
    """Wait for programs that were told to end; return whether they have."""
    deadline = monotonic() + EXIT_GRACE_S + KILL_TIMEOUT_S
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(max(0.0, deadline - monotonic()))
            if thread.is_alive():
                return False
    return True


def create_short_options(game: Game[Any], seats: int) -> OptionValues:
    """Return a game's options for a short match: the first number, its length, is low."""
    default_options = resolve_options(game.options, seats, {})
    length = next((option for option in game.options if isinstance(option, NumberOption)), None)
    if length is None:
        return default_options
    low, high = length.compute_limits(seats, default_options)
    return resolve_options(
        game.options, seats, {length.key: min(max(SHORT_MATCH_LENGTH, low), high)}
    )


def create_short_header(game: Game[Any], *opponents: Opponent) -> RecordHeader:
    """Return the header of a short match, always the same; by default few random players."""
    players = opponents or (Opponent(QUICK_LEVEL_NAME),) * game.seats[0]
    options = create_short_options(game, len(players))
    return create_header(
        game.name, create_default_players(players, None), options, seed_from_text("self-test")
    )


LIBRARY_MODULES: Final = (
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
PYTHON_MODULES: Final = (
    "ctypes",
    "gettext",
    "multiprocessing.spawn",
    "ssl",
    "tempfile",
    "unicodedata",
)
"""Parts of Python that are sometimes omitted."""
MIN_OWN_MODULES: Final = 200
"""Minimum plausible number of our own modules; fewer means they cannot be counted here."""


def check_libraries() -> CheckResult:
    return create_result(
        "self-libraries", count=import_modules((*PYTHON_MODULES, *LIBRARY_MODULES))
    )


def check_own_modules() -> CheckResult:
    """Import every module of the program, also rarely used ones."""
    prefix = f"{greenbaize.__name__}."
    names = [module.name for module in pkgutil.walk_packages(greenbaize.__path__, prefix)]
    count = import_modules(name for name in names if not name.endswith("__main__"))
    require(count > MIN_OWN_MODULES, Message("self-modules-few", {"count": count}))
    return create_result("self-modules", count=count)


def check_compiled_modules() -> CheckResult:
    """Report whether the compilable modules run compiled; all are loaded by now."""
    return create_result("self-compiled" if is_running_compiled() else "self-uncompiled")
