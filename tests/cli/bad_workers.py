"""Work that goes wrong, in a module that worker processes can import."""

import os
from threading import Event

from greenbaize.cli.playing import Outcome, Run


def die(run: Run, numbers: range) -> list[Outcome]:
    """End the process without a word."""
    os._exit(3)


def fail_or_wait(run: Run, numbers: range) -> list[Outcome]:
    """Fail at the first match; at any other wait, and leave a trace if nobody ends that."""
    if numbers.start == 1:
        raise ZeroDivisionError
    Event().wait(30)
    assert run.folder is not None
    (run.folder / "waited").touch()
    return []


def wait_for_ever(number: int) -> int:
    """Do the first task at once and the others never."""
    if number:
        Event().wait()
    return number
