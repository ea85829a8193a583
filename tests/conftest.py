"""What all tests share: how much hypothesis tries, a language, and programs that are ended."""

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

# Whoever imports it first, what it asserts is told in full.
pytest.register_assert_rewrite("ui.table.seen")

# Tests speak English whatever the machine speaks, and so do the programs that they start.
os.environ.update(LC_ALL="C.UTF-8", LANGUAGE="")
use_translations(plain())

# Checks that a shell runs in the background are told to ignore Ctrl-C, and those under nohup the
# end of the terminal; and so would be all the programs they start.
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
    """The program's own kind of application, of which there is one in a process."""
    from greenbaize.ui.application import Application  # noqa: PLC0415  (Qt, for few of the tests)

    return Application


@pytest.fixture
def pseudo_language() -> Iterator[PseudoTranslations]:
    """Speak in ⟦brackets⟧: a visible text without them has not gone through the catalogue."""
    translations = PseudoTranslations()
    use_translations(translations)
    yield translations
    use_translations(plain())


@pytest.fixture
def longer_language() -> Iterator[None]:
    """A language in which everything is a third longer."""
    use_translations(LongerTranslations())
    yield
    use_translations(plain())


@pytest.fixture
def english_after_all() -> Iterator[None]:
    """Whatever language is asked for in a test, it is forgotten."""
    yield
    ask_for("")
    use_translations(plain())


@pytest.fixture
def everybody_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has played a match of Damn has made every bid."""

    def brought_off(_: object, deals: Sequence[object], end: Ended) -> tuple[tuple[str, ...], ...]:
        assert deals
        return (("every-bid-made",),) * len(end.places)

    monkeypatch.setattr(type(GAMES["damn"]), "honours", brought_off)


@pytest.fixture(autouse=True)
def records_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever opens a record closes it: its warning would fail whichever test comes later."""
    opened: WeakSet[RecordFile] = WeakSet()  # or what they know would outlive its match
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
    """All programs in the order in which they are started; whoever starts them must end them."""
    programs: list[Program] = []

    class Noted(Program):
        def __init__(self, *args: object) -> None:
            super().__init__(*args)  # type: ignore[arg-type]
            programs.append(self)

    monkeypatch.setattr(seat_module, "Program", Noted)
    monkeypatch.setattr(adviser, "Program", Noted)
    yield programs
    for program in programs:
        program.wait()  # which fails if nobody has asked it to end
        process = program._process
        assert process is None or process.returncode is not None
