"""Command ``greenbaize``: open the window, or run the named command."""

import errno
import sys
from collections.abc import Sequence

from greenbaize.app.language import ask_for, begin, speak
from greenbaize.app.signals import exit_code, install_signal_handlers
from greenbaize.app.working_folder import settle_home
from greenbaize.cli.opening import open_table
from greenbaize.cli.terminal import (
    OutputError,
    be_careful,
    complain,
    finish,
    give_up_output,
    sentence,
    warn,
)
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.log import kept_fault
from greenbaize.words.catalogue import known_languages

NO_THREAD = "can't start new thread"
"""Python's message for a lack of memory for a thread; the error has no type of its own."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default this process's; return the exit code.

    0 is success, 1 failure, 2 a wrong command line, 128 + n signal n (130 for Ctrl-C).
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    be_careful()
    try:
        with install_signal_handlers():
            code = _run(words)
            finish()
    except KeyboardInterrupt as stop:
        return _stopped(stop)
    except OutputError as error:
        return _output_lost(error)
    except Exception as error:
        return _unexpected(error)
    return code


def _run(words: list[str]) -> int:
    words, asked = _without_language(words)
    if asked is not None:
        if asked not in known_languages():
            return _unknown_language(asked)
        ask_for(asked)
        speak()
    try:
        settle_home()
    except GameError as error:
        begin()
        complain(error)
        return 2
    if not words:
        return open_table()
    # Imported late: opening the window needs no parser, and must be fast.
    from greenbaize.cli.parser import run  # noqa: PLC0415

    begin()
    return run(words)


def _without_language(words: list[str]) -> tuple[list[str], str | None]:
    """Split off the language options before the command.

    Return the remaining words and the requested language, or None.
    """
    rest, asked = list(words), None
    place = 0
    while place < len(rest) and rest[place].startswith("-"):
        option, equals, value = rest[place].partition("=")
        if option != "--language":
            place += 1
            continue
        asked = value if equals else rest[place + 1] if place + 1 < len(rest) else ""
        del rest[place : place + (1 if equals else 2)]
    return rest, asked


def _unknown_language(language: str) -> int:
    begin()
    known = ", ".join(known_languages())
    if language:
        fault = sentence("language-unknown", language=language, known=known)
    else:
        fault = sentence("language-missing", known=known)
    warn(f"greenbaize: {fault}")
    return 2


def _stopped(stop: KeyboardInterrupt) -> int:
    try:
        finish()
    except OutputError:
        give_up_output()  # the terminal has been closed
    begin()
    warn(sentence("stopped"))
    return exit_code(stop)


def _output_lost(error: OutputError) -> int:
    give_up_output()
    cause = error.__cause__
    if isinstance(cause, OSError) and not _is_unread(cause):
        begin()
        warn(sentence("output-lost", reason=cause.strerror or str(cause)))
    return 1


def _is_unread(error: OSError) -> bool:
    """Return whether a pipe has lost its reader; Windows reports an invalid argument."""
    on_windows = sys.platform == "win32" and error.errno == errno.EINVAL
    return on_windows or isinstance(error, BrokenPipeError)


def _unexpected(error: Exception) -> int:
    fault = kept_fault(error, "unexpected")
    if isinstance(error, MemoryError) or str(error) == NO_THREAD:
        fault = Message("no-memory")
    begin()
    complain(fault)
    return 1


if __name__ == "__main__":
    sys.exit(main())
