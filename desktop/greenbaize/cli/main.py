"""Command ``greenbaize``: open the window, or run the named command."""

import errno
import sys
from collections.abc import Callable, Sequence

from greenbaize.app.language import apply_initial_language, apply_language, override_language
from greenbaize.app.signals import find_exit_code, install_signal_handlers
from greenbaize.app.working_folder import make_home_absolute
from greenbaize.cli.open_window import open_window
from greenbaize.cli.terminal import (
    OutputError,
    detach_output,
    escape_unencodable_output,
    flush_output,
    message_text,
    print_error,
    warn,
)
from greenbaize.lazy_import import lazy
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.log import log_exception_message
from greenbaize.words.catalogue import available_languages

_run_parser: "Callable[[Sequence[str]], int]" = lazy("greenbaize.cli.parser:run_command_line")
"""Opening the window needs no parser, and must be fast."""

NO_THREAD_ERROR = "can't start new thread"
"""Python's message for a lack of memory for a thread; the error has no type of its own."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default this process's; return the exit code.

    0 is success, 1 failure, 2 a wrong command line, 128 + n signal n (130 for Ctrl-C).
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    escape_unencodable_output()
    try:
        with install_signal_handlers():
            code = _run_command_line(words)
            flush_output()
    except KeyboardInterrupt as stop:
        return _report_stop(stop)
    except OutputError as error:
        return _report_output_error(error)
    except Exception as error:
        return _report_unexpected_error(error)
    return code


def _run_command_line(words: list[str]) -> int:
    words, language = _split_language_option(words)
    if language is not None:
        if language not in available_languages():
            return _report_unknown_language(language)
        override_language(language)
        apply_language()
    try:
        make_home_absolute()
    except GameError as error:
        apply_initial_language()
        print_error(error)
        return 2
    if not words:
        return open_window()
    apply_initial_language()
    return _run_parser(words)


def _split_language_option(words: list[str]) -> tuple[list[str], str | None]:
    """Split off the language options before the command.

    Return the remaining words and the requested language, or None.
    """
    rest, language = list(words), None
    index = 0
    while index < len(rest) and rest[index].startswith("-"):
        option, equals_sign, value = rest[index].partition("=")
        if option != "--language":
            index += 1
            continue
        language = value if equals_sign else rest[index + 1] if index + 1 < len(rest) else ""
        del rest[index : index + (1 if equals_sign else 2)]
    return rest, language


def _report_unknown_language(language: str) -> int:
    apply_initial_language()
    known_codes = ", ".join(available_languages())
    if language:
        error_text = message_text("language-unknown", language=language, known=known_codes)
    else:
        error_text = message_text("language-missing", known=known_codes)
    warn(f"greenbaize: {error_text}")
    return 2


def _report_stop(stop: KeyboardInterrupt) -> int:
    try:
        flush_output()
    except OutputError:
        detach_output()  # the terminal has been closed
    apply_initial_language()
    warn(message_text("stopped"))
    return find_exit_code(stop)


def _report_output_error(error: OutputError) -> int:
    detach_output()
    cause = error.__cause__
    if isinstance(cause, OSError) and not _is_reader_gone(cause):
        apply_initial_language()
        warn(message_text("output-lost", reason=cause.strerror or str(cause)))
    return 1


def _is_reader_gone(error: OSError) -> bool:
    """Return whether a pipe has lost its reader; Windows reports an invalid argument."""
    on_windows = sys.platform == "win32" and error.errno == errno.EINVAL
    return on_windows or isinstance(error, BrokenPipeError)


def _report_unexpected_error(error: Exception) -> int:
    message = log_exception_message(error, "unexpected")
    if isinstance(error, MemoryError) or str(error) == NO_THREAD_ERROR:
        message = Message("no-memory")
    apply_initial_language()
    print_error(message)
    return 1


if __name__ == "__main__":
    sys.exit(main())
