"""Outcomes of exercises in a file of their own, by person, game and exercise.

The data can be replaced: a damaged entry counts as not answered yet.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from greenbaize.rules.decoding import convert_to_type, decode_json
from greenbaize.rules.errors import DamagedError, FileError
from greenbaize.store.files import hold_private_file, read_plain, write_atomically

MAX_FILE_BYTES: Final = 4_000_000
"""Largest size of the file (bytes)."""
MAX_ANSWERS: Final = 1_000_000_000
"""Largest number of answers that is accepted."""
MAX_DAY: Final = 4_000_000
"""Largest ordinal of a day that is accepted."""


class ExerciseOutcome(NamedTuple):
    """The outcome of one exercise.

    ``due`` is the number of answers in the game after which it comes again, or -1; ``right_count``
    the number of right answers since the last wrong one, while it comes again; ``was_right`` the
    last one. ``day`` is that of the last right answer that counts, as a day's ordinal, where days
    count and not answers; else 0.
    """

    due: Annotated[int, Meta(ge=-1, le=MAX_ANSWERS)]
    right_count: Annotated[int, Meta(ge=0, le=100)]
    was_right: bool
    day: Annotated[int, Meta(ge=0, le=MAX_DAY)] = 0

    def to_list(self) -> list[int | bool]:
        """Return the values as written; without a day as older programs read them."""
        return list(self if self.day else self[:3])


class ExerciseOutcomes(NamedTuple):
    """The outcomes of a person's exercises in a game by name, and the number of answers."""

    answer_count: int = 0
    outcomes: Mapping[str, ExerciseOutcome] = {}


def read_outcomes(path: Path, person: str, game: str) -> ExerciseOutcomes:
    """Return a person's outcomes in a game; none if the file cannot be read."""
    try:
        values = _read_values(path)
    except FileError:
        return ExerciseOutcomes()
    return _parse_outcomes(_dict_value(_dict_value(values, person), game))


def write_outcome(path: Path, person: str, game: str, name: str, outcome: ExerciseOutcome) -> None:
    """Write an outcome of a person; other entries stay. Raises ``FileError``."""
    with hold_private_file(path):
        values = _read_values(path) if os.path.lexists(path) else {}
        before = _parse_outcomes(_dict_value(_dict_value(values, person), game))
        outcomes = {
            one: known_outcome.to_list() for one, known_outcome in before.outcomes.items()
        } | {name: outcome.to_list()}
        game_values = {"answers": before.answer_count + 1, "done": outcomes}
        person_values = _dict_value(values, person) | {game: game_values}
        write_atomically(path, msgspec.json.encode(values | {person: person_values}))


def remove_outcomes(path: Path, is_outdated: Callable[[str], bool]) -> None:
    """Remove the outcomes of some exercises, of all persons and games; raises ``FileError``."""
    if not path.exists():
        return
    with hold_private_file(path):
        values, has_changed = _read_values(path), False
        for person in values:
            for game in _dict_value(values, person):
                outcomes = _dict_value(_dict_value(values[person], game), "done")
                for name in list(filter(is_outdated, outcomes)):
                    del outcomes[name]
                    has_changed = True
        if has_changed:
            write_atomically(path, msgspec.json.encode(values))


def _read_values(path: Path) -> dict[str, Any]:
    """Return the file's content, empty if damaged; ``FileError`` if it cannot be read."""
    try:
        values = decode_json(read_plain(path, MAX_FILE_BYTES), MAX_FILE_BYTES)
    except DamagedError:
        return {}
    return values if isinstance(values, dict) else {}


def _dict_value(values: Mapping[str, Any], key: str) -> dict[str, Any]:
    part = values.get(key)
    return part if isinstance(part, dict) else {}


def _parse_outcomes(values: Mapping[str, Any]) -> ExerciseOutcomes:
    outcomes = {}
    for name, value in _dict_value(values, "done").items():
        with suppress(ValueError):
            outcomes[name] = convert_to_type(value, ExerciseOutcome)
    try:
        answers = convert_to_type(values.get("answers"), Annotated[int, Meta(ge=0, le=MAX_ANSWERS)])
    except ValueError:
        answers = len(outcomes)
    return ExerciseOutcomes(answers, outcomes)
