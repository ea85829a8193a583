"""Programs that are started by a test end with it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from greenbaize.app import program_seats
from greenbaize.app.programs import Program


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody's own records, settings and logs are touched."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    return folder


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Program]]:
    """All programs in the order in which they are started; whoever starts them must end them."""
    programs: list[Program] = []

    class Noted(Program):
        def __init__(self, *args: object) -> None:
            super().__init__(*args)  # type: ignore[arg-type]
            programs.append(self)

    monkeypatch.setattr(program_seats, "Program", Noted)
    yield programs
    for program in programs:
        program.wait()  # which fails if nobody has asked it to end
        with pytest.raises(ProcessLookupError):
            os.kill(program.number, 0)
