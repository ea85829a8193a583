"""Runner of the self-test's checks, apart from the person's own files."""

import os
import platform
import ssl
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from shutil import rmtree
from time import monotonic
from typing import Final

from greenbaize import __version__
from greenbaize.app.seats.bot_launcher import own_environment
from greenbaize.cli.self_test.check import Check, Found, call, found, programs_ended
from greenbaize.cli.terminal import finish, plain, sentence, tell
from greenbaize.games import GAMES
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.temporary import ScratchFolder
from greenbaize.words.speaker import Speaker

PATIENCE_S: Final = 180.0
"""Time limit after which a check counts as hanging (s)."""


def self_test() -> int:
    """Run every check with a line each; return the exit code, 1 if one failed."""
    with _apart() as folder:
        return run(all_checks(), folder)


def all_checks() -> tuple[Check, ...]:
    """Return the checks in order, basic ones first.

    Modules are imported by name later: Qt needs the environment set first.
    """
    apart = next(iter(GAMES))
    return (
        _check("libraries", "check:their_modules"),
        _check("qt", "window:qt"),
        _check("modules", "check:own_modules"),
        _check("compiled", "check:compiled_modules"),
        _count("card-faces", "self-faces", "drawn_faces"),
        _count("fonts", "self-fonts", "read_fonts"),
        _count("help", "self-help", "laid_out_pages", GAMES),
        _count("icons", "self-icons", "read_icons"),
        _check("sounds", "window:sounds"),
        _check("computer-players", "players:own_programs"),
        _check("foreign-program", "players:foreign_program"),
        _check("table", "players:table"),
        _check("phones", "players:phones"),
        _check("discovery", "players:discovery"),
        _check("sheets", "window:sheets"),
        # Players run in separate processes in one game only: slow, and the same for all games.
        *(_check(f"match-{name}", "window:match_seen", name, name == apart) for name in GAMES),
        _check("qt-messages", "window:qt_messages"),
    )


def _check(name: str, place: str, *given: object) -> Check:
    return Check(name, partial(call, f"greenbaize.cli.self_test.{place}", *given))


def _count(name: str, code: str, drawing: str, *given: object) -> Check:
    place = f"greenbaize.ui.self_test.checks:{drawing}"
    return Check(name, lambda: found(code, count=call(place, *given)))


def run(checks: Sequence[Check], folder: Path) -> int:
    """Run all checks; return the exit code. ``folder`` is removed if the process is aborted."""
    began = monotonic()
    counts = {"passed": 0, "note": 0, "FAILED": 0}
    for check in (Check("program", program), *checks):
        counts[_tried(check, folder)] += 1
    said = sentence(
        "self-test-failed" if counts["FAILED"] else "self-test-passed",
        failed=counts["FAILED"],
        count=sum(counts.values()),
        notes=counts["note"],
        seconds=f"{monotonic() - began:.1f}",
    )
    tell(said)
    return 1 if counts["FAILED"] else 0


def program() -> Found:
    return found(
        "self-program-frozen" if getattr(sys, "frozen", False) else "self-program",
        version=__version__,
        python=platform.python_version(),
        ssl=ssl.OPENSSL_VERSION,
        system=platform.platform(),
    )


def _tried(check: Check, folder: Path) -> str:
    """Run a check and print its result; return the word that its line begins with."""
    began = monotonic()
    watchdog = threading.Timer(PATIENCE_S, _give_up, (check, folder))
    watchdog.daemon = True
    try:
        watchdog.start()
        result = check.act()
        word, message = ("note" if result.lacking else "passed"), result.message
    except GameError as error:
        word, message = "FAILED", error.message
    except Exception as error:
        word, message = "FAILED", _broken(error)
    finally:
        watchdog.cancel()
    _tell_line(word, check, message, monotonic() - began)
    return word


def _broken(error: Exception) -> Message:
    values = {"kind": type(error).__name__, "reason": " ".join(str(error).split())}
    return Message("self-broken", values)


def _tell_line(word: str, check: Check, message: Message, seconds: float) -> None:
    # Words and names can be searched for: they are the same in every language.
    said = Speaker().say(message)
    tell(plain(f"{word}: {check.name}: {said} ({seconds:.2f} s)"))
    finish()


def _give_up(check: Check, folder: Path) -> None:
    """End the process, since a check hangs, perhaps outside Python."""
    with suppress(Exception):
        _tell_line("FAILED", check, Message("self-endless"), PATIENCE_S)
    rmtree(folder, ignore_errors=True)
    os._exit(1)


@contextmanager
def _apart() -> Iterator[Path]:
    """Isolate the process: a temporary folder for all output, and no screen."""
    before, temporary = dict(os.environ), tempfile.tempdir
    scratch = ScratchFolder()
    folder = scratch.path.resolve()
    try:
        os.environ["GREENBAIZE_HOME"] = str(folder / "home")
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        if not getattr(sys, "frozen", False):
            # Programs started in other folders must find this package wherever it is.
            os.environ["PYTHONPATH"] = own_environment()["PYTHONPATH"]
        tempfile.tempdir = str(folder)
        yield folder
    finally:
        tempfile.tempdir = temporary
        os.environ.clear()
        os.environ.update(before)
        programs_ended()
        scratch.remove()
