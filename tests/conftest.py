"""Shared test setup: coroutines, hypothesis, language, and cleanup of records and processes."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from inspect import iscoroutinefunction
from weakref import WeakSet

import pytest
from hypothesis import settings

from greenbaize.app.advice import adviser
from greenbaize.app.language import override_language
from greenbaize.app.seats import table_seat as seat_module
from greenbaize.app.seats.bot_process import BotProcess
from greenbaize.games import GAMES
from greenbaize.rules.events import MatchEnded
from greenbaize.store.record_file import RecordFile
from greenbaize.words.catalogue import use_translations
from words.longer_language import LongerTranslations
from words.pseudo_language import PseudoTranslations, english_translations

# Must be registered before the first import, or its assertions are reported without values.
pytest.register_assert_rewrite("ui.table.seen")

# Qt ends the process where it finds no display.
LACKS_DISPLAY = sys.platform == "linux" and not any(
    os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
)
if LACKS_DISPLAY:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"


def pytest_report_header() -> str | None:
    return "no display: windows are painted offscreen" if LACKS_DISPLAY else None


# The tests, and the processes they start, run in English whatever the system's language is.
os.environ.update(LC_ALL="C.UTF-8", LANGUAGE="")
# Deprecated calls are errors in the processes too; pytest makes them errors in the tests.
os.environ["PYTHONWARNINGS"] = "error::DeprecationWarning"
use_translations(english_translations())

# A shell's background job ignores SIGINT and one under nohup ignores SIGHUP; child processes would
# inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
if os.name == "posix":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# The same examples on every run; `--hypothesis-profile search` looks for new ones.
settings.register_profile(
    "same", derandomize=True, database=None, deadline=None, max_examples=100, print_blob=False
)
settings.register_profile("search", database=None, deadline=None, max_examples=2000)
settings.load_profile("same")


NETWORK_THREAD_TIMEOUT_S = 20
"""Time for a closed network thread to end on a busy computer (s)."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in an event loop of its own."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(scope="session")
def qapp_cls() -> type:
    """Return the application class of the program: a process has only one application."""
    from greenbaize.ui.application import Application  # noqa: PLC0415  (Qt, for few of the tests)

    return Application


@pytest.fixture
def pseudo_language() -> Iterator[PseudoTranslations]:
    """Use a language in ⟦brackets⟧: visible text without them bypassed the catalogue."""
    translations = PseudoTranslations()
    use_translations(translations)
    yield translations
    use_translations(english_translations())


@pytest.fixture
def longer_language() -> Iterator[None]:
    """Use a language in which every text is a third longer."""
    use_translations(LongerTranslations())
    yield
    use_translations(english_translations())


@pytest.fixture
def reset_language() -> Iterator[None]:
    """Reset the requested language after the test."""
    yield
    override_language("")
    use_translations(english_translations())


@pytest.fixture
def honours_for_everyone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Award every player of a Damn match the honour for making every bid."""

    def award_every_bid(
        _: object, deals: Sequence[object], end: MatchEnded
    ) -> tuple[tuple[str, ...], ...]:
        assert deals
        return (("every-bid-made",),) * len(end.places)

    monkeypatch.setattr(type(GAMES["damn"]), "honours", award_every_bid)


@pytest.fixture(autouse=True)
def check_records_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail the test that leaves a record open: its ResourceWarning would fail a later test."""
    open_records: WeakSet[RecordFile] = (
        WeakSet()
    )  # weak, or the records' state would outlive the match
    original_init = RecordFile.__init__

    def track_record(file: RecordFile, *args: object) -> None:
        original_init(file, *args)  # type: ignore[arg-type]
        open_records.add(file)

    monkeypatch.setattr(RecordFile, "__init__", track_record)
    yield
    unclosed_records = [file for file in open_records if file._file is not None]
    for file in unclosed_records:
        file.close()
    assert [file.path.name for file in unclosed_records] == []


@pytest.fixture(autouse=True)
def check_network_threads() -> Iterator[None]:
    """Fail the test that leaves a network thread running: it would fail a later test."""
    yield
    for thread in threading.enumerate():
        if thread.name == "network":
            thread.join(NETWORK_THREAD_TIMEOUT_S)
    assert "network" not in [thread.name for thread in threading.enumerate()]


@pytest.fixture
def started_programs(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[BotProcess]]:
    """Return all bot processes in order of their start; fail if a test leaves one running."""
    programs: list[BotProcess] = []

    class TrackedProgram(BotProcess):
        def __init__(self, *args: object) -> None:
            super().__init__(*args)  # type: ignore[arg-type]
            programs.append(self)

    monkeypatch.setattr(seat_module, "BotProcess", TrackedProgram)
    monkeypatch.setattr(adviser, "BotProcess", TrackedProgram)
    yield programs
    for program in programs:
        program.wait_for_end()  # raises if it was never told to end
        process = program._process
        assert process is None or process.returncode is not None
