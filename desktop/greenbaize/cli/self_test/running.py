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
from greenbaize.app.seats.bot_launcher import build_own_environment
from greenbaize.cli.self_test.check import (
    CheckResult,
    SelfTestCheck,
    call_entry_point,
    create_result,
    wait_for_programs,
)
from greenbaize.cli.terminal import flush_output, message_text, print_result, sanitize_line
from greenbaize.games import GAMES
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.temporary import ScratchFolder
from greenbaize.words.speaker import Speaker

CHECK_TIMEOUT_S: Final = 180.0
"""Time limit after which a check counts as hanging (s)."""


def self_test() -> int:
    """Run every check with a line each; return the exit code, 1 if one failed."""
    with _isolate_environment() as folder:
        return run_checks(create_checks(), folder)


def create_checks() -> tuple[SelfTestCheck, ...]:
    """Return the checks in order, basic ones first.

    Modules are imported by name later: Qt needs the environment set first.
    """
    separate_process_game = next(iter(GAMES))
    return (
        _create_check("libraries", "check:check_libraries"),
        _create_check("qt", "window:check_qt"),
        _create_check("modules", "check:check_own_modules"),
        _create_check("compiled", "check:check_compiled_modules"),
        _create_count_check("card-faces", "self-faces", "draw_faces"),
        _create_count_check("fonts", "self-fonts", "check_fonts"),
        _create_count_check("help", "self-help", "check_help_pages", GAMES),
        _create_count_check("icons", "self-icons", "check_pictures"),
        _create_check("sounds", "window:check_sound_playback"),
        _create_check("computer-players", "players:check_own_programs"),
        _create_check("foreign-program", "players:check_foreign_program"),
        _create_check("table", "players:check_table"),
        _create_check("phones", "players:check_phones"),
        _create_check("discovery", "players:check_discovery"),
        _create_check("sheets", "window:check_sheets"),
        # Players run in separate processes in one game only: slow, and the same for all games.
        *(
            _create_check(
                f"match-{name}", "window:check_match", name, name == separate_process_game
            )
            for name in GAMES
        ),
        _create_check("qt-messages", "window:check_qt_messages"),
    )


def _create_check(name: str, entry_point: str, *args: object) -> SelfTestCheck:
    return SelfTestCheck(
        name, partial(call_entry_point, f"greenbaize.cli.self_test.{entry_point}", *args)
    )


def _create_count_check(name: str, code: str, function_name: str, *args: object) -> SelfTestCheck:
    entry_point = f"greenbaize.ui.self_test.checks:{function_name}"
    return SelfTestCheck(
        name, lambda: create_result(code, count=call_entry_point(entry_point, *args))
    )


def run_checks(checks: Sequence[SelfTestCheck], folder: Path) -> int:
    """Run all checks; return the exit code. ``folder`` is removed if the process is aborted."""
    start_time = monotonic()
    counts = {"passed": 0, "note": 0, "FAILED": 0}
    for check in (SelfTestCheck("program", check_program), *checks):
        counts[_run_check(check, folder)] += 1
    summary = message_text(
        "self-test-failed" if counts["FAILED"] else "self-test-passed",
        failed=counts["FAILED"],
        count=sum(counts.values()),
        notes=counts["note"],
        seconds=f"{monotonic() - start_time:.1f}",
    )
    print_result(summary)
    return 1 if counts["FAILED"] else 0


def check_program() -> CheckResult:
    return create_result(
        "self-program-frozen" if getattr(sys, "frozen", False) else "self-program",
        version=__version__,
        python=platform.python_version(),
        ssl=ssl.OPENSSL_VERSION,
        system=platform.platform(),
    )


def _run_check(check: SelfTestCheck, folder: Path) -> str:
    """Run a check and print its result; return the word that its line begins with."""
    start_time = monotonic()
    watchdog = threading.Timer(CHECK_TIMEOUT_S, _abort_hanging_check, (check, folder))
    watchdog.daemon = True
    try:
        watchdog.start()
        result = check.run_check()
        word, message = ("note" if result.is_note else "passed"), result.message
    except GameError as error:
        word, message = "FAILED", error.message
    except Exception as error:
        word, message = "FAILED", _format_exception(error)
    finally:
        watchdog.cancel()
    _print_result(word, check, message, monotonic() - start_time)
    return word


def _format_exception(error: Exception) -> Message:
    values = {"kind": type(error).__name__, "reason": " ".join(str(error).split())}
    return Message("self-broken", values)


def _print_result(word: str, check: SelfTestCheck, message: Message, seconds: float) -> None:
    # Words and names can be searched for: they are the same in every language.
    text = Speaker().format_message(message)
    print_result(sanitize_line(f"{word}: {check.name}: {text} ({seconds:.2f} s)"))
    flush_output()


def _abort_hanging_check(check: SelfTestCheck, folder: Path) -> None:
    """End the process, since a check hangs, perhaps outside Python."""
    with suppress(Exception):
        _print_result("FAILED", check, Message("self-endless"), CHECK_TIMEOUT_S)
    rmtree(folder, ignore_errors=True)
    os._exit(1)


@contextmanager
def _isolate_environment() -> Iterator[Path]:
    """Isolate the process: a temporary folder for all output, and no screen."""
    previous_environment, previous_temporary = dict(os.environ), tempfile.tempdir
    scratch = ScratchFolder()
    folder = scratch.path.resolve()
    try:
        os.environ["GREENBAIZE_HOME"] = str(folder / "home")
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        if not getattr(sys, "frozen", False):
            # Programs started in other folders must find this package wherever it is.
            os.environ["PYTHONPATH"] = build_own_environment()["PYTHONPATH"]
        tempfile.tempdir = str(folder)
        yield folder
    finally:
        tempfile.tempdir = previous_temporary
        os.environ.clear()
        os.environ.update(previous_environment)
        wait_for_programs()
        scratch.remove()
