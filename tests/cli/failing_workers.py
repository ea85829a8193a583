"""Failing tasks, in a module that worker processes can import."""

import os
from threading import Event, Thread

from greenbaize.app.duels import play_duplicate_match
from greenbaize.cli import workers


def exit_process(run, numbers):
    """End the process silently."""
    os._exit(3)


def fail_or_wait(run, numbers):
    """Fail at the first match; at any other wait, and leave a file if not ended."""
    if numbers.start == 1:
        raise ZeroDivisionError
    Event().wait(30)
    assert run.folder is not None
    (run.folder / "waited").touch()
    return []


def finish_first_task_only(number):
    """Do the first task at once and the others never."""
    if number:
        Event().wait()
    return number


def interrupt_second_group(duel, number):
    """Play the first two matches; interrupt the next."""
    if number == 2:
        raise KeyboardInterrupt
    return play_duplicate_match(duel, number)


def exit_in_second_group(duel, number):
    """Play the first two matches; end the process silently at the next."""
    if number == 2:
        os._exit(3)
    return play_duplicate_match(duel, number)


def fail_in_second_group(duel, number):
    """Play the first two matches; raise an unexpected error at the next."""
    if number == 2:
        raise ZeroDivisionError
    return play_duplicate_match(duel, number)


def start_worker_without_threads():
    """Start a worker without memory for another thread."""

    def fail_to_start(_):
        raise RuntimeError("can't start new thread")

    Thread.start = fail_to_start  # type: ignore[method-assign]
    workers._initialize_worker()
