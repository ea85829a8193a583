"""Shared test setup: hypothesis profiles, language, and cleanup of records and processes."""

import os
import signal
from collections.abc import Iterator, Sequence
from weakref import WeakSet

import pytest
from hypothesis import settings

from greenbaize.app.advice import adviser
from greenbaize.app.language import ask_for
from greenbaize.app.seats import seat as seat_module
from greenbaize.app.seats.programs import Program
from greenbaize.games import GAMES
from greenbaize.rules.events import Ended
from greenbaize.store.record_file import RecordFile
from greenbaize.words.catalogue import use_translations
from words.longer import LongerTranslations
from words.pseudo import PseudoTranslations, plain

# Must be registered before the first import, or its assertions are reported without values.
pytest.register_assert_rewrite("ui.table.seen")

# The tests, and the processes they start, run in English whatever the system's language is.
os.environ.update(LC_ALL="C.UTF-8", LANGUAGE="")
use_translations(plain())

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
    use_translations(plain())


@pytest.fixture
def longer_language() -> Iterator[None]:
    """Use a language in which every text is a third longer."""
    use_translations(LongerTranslations())
    yield
    use_translations(plain())


@pytest.fixture
def english_after_all() -> Iterator[None]:
    """Reset the requested language after the test."""
    yield
    ask_for("")
    use_translations(plain())


@pytest.fixture
def everybody_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Award every player of a Damn match the honour for making every bid."""

    def brought_off(_: object, deals: Sequence[object], end: Ended) -> tuple[tuple[str, ...], ...]:
        assert deals
        return (("every-bid-made",),) * len(end.places)

    monkeypatch.setattr(type(GAMES["damn"]), "honours", brought_off)


@pytest.fixture(autouse=True)
def records_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail the test that leaves a record open: its ResourceWarning would fail a later test."""
    opened: WeakSet[RecordFile] = WeakSet()  # weak, or the records' state would outlive the match
    begin = RecordFile.__init__

    def noted(file: RecordFile, *args: object) -> None:
        begin(file, *args)  # type: ignore[arg-type]
        opened.add(file)

    monkeypatch.setattr(RecordFile, "__init__", noted)
    yield
    left = [file for file in opened if file._file is not None]
    for file in left:
        file.close()
    assert [file.path.name for file in left] == []


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Program]]:
    """Return all bot processes in order of their start; fail if a test leaves one running."""
    programs: list[Program] = []

    class Noted(Program):
        def __init__(self, *args: object) -> None:
            super().__init__(*args)  # type: ignore[arg-type]
            programs.append(self)

    monkeypatch.setattr(seat_module, "Program", Noted)
    monkeypatch.setattr(adviser, "Program", Noted)
    yield programs
    for program in programs:
        program.wait()  # raises if it was never told to end
        process = program._process
        assert process is None or process.returncode is not None
