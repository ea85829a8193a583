"""Outcomes of exercises in a file of their own, by person, game and exercise.

The data can be replaced: a damaged entry counts as not answered yet.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from greenbaize.rules.decoding import decoded, shaped
from greenbaize.rules.errors import DamagedError, FileError
from greenbaize.store.files import held_meanwhile, read_plain, write_whole

MOST_BYTES: Final = 4_000_000
"""Largest size of the file (bytes)."""
PATIENCE_S: Final = 1.0
"""Longest wait for another window that is writing (s)."""
MOST: Final = 1_000_000_000
"""Largest number of answers that is accepted."""


class Outcome(NamedTuple):
    """The outcome of one exercise.

    ``due`` is the number of answers in the game after which it comes again, or -1; ``right_count``
    the number of right answers since the last wrong one, while it comes again; ``was_right`` the
    last one.
    """

    due: Annotated[int, Meta(ge=-1, le=MOST)]
    step: Annotated[int, Meta(ge=0, le=100)]
    right: bool


class Outcomes(NamedTuple):
    """The outcomes of a person's exercises in a game by name, and the number of answers."""

    answers: int = 0
    done: Mapping[str, Outcome] = {}


def read_outcomes(path: Path, person: str, game: str) -> Outcomes:
    """Return a person's outcomes in a game; none if the file cannot be read."""
    try:
        values = _read(path)
    except FileError:
        return Outcomes()
    return _outcomes(_part(_part(values, person), game))


def keep_outcome(path: Path, person: str, game: str, name: str, outcome: Outcome) -> None:
    """Write an outcome of a person; other entries stay. Raises ``FileError``."""
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        with held_meanwhile(path.with_suffix(".lock"), PATIENCE_S):
            values = _read(path) if os.path.lexists(path) else {}
            before = _outcomes(_part(_part(values, person), game))
            done = {one: list(what) for one, what in before.done.items()} | {name: list(outcome)}
            kept = {"answers": before.answers + 1, "done": done}
            own = _part(values, person) | {game: kept}
            write_whole(path, msgspec.json.encode(values | {person: own}))
    except OSError as error:
        raise FileError(path, error) from error


def _read(path: Path) -> dict[str, Any]:
    """Return the file's content, empty if damaged; ``FileError`` if it cannot be read."""
    try:
        values = decoded(read_plain(path, MOST_BYTES), MOST_BYTES)
    except DamagedError:
        return {}
    return values if isinstance(values, dict) else {}


def _part(values: Mapping[str, Any], key: str) -> dict[str, Any]:
    part = values.get(key)
    return part if isinstance(part, dict) else {}


def _outcomes(values: Mapping[str, Any]) -> Outcomes:
    done = {}
    for name, value in _part(values, "done").items():
        with suppress(ValueError):
            done[name] = shaped(value, Outcome)
    try:
        answers = shaped(values.get("answers"), Annotated[int, Meta(ge=0, le=MOST)])
    except ValueError:
        answers = len(done)
    return Outcomes(answers, done)
