"""Fuzz test of damaged records, settings and sheets.

``python tests/bench fuzz`` reads 100,000 records, 20,000 settings files and 20,000 sheets kept by
hand, each with a different but reproducible damage, and prints

- exceptions of undeclared types: there must be none;
- the longest time of an answer (ms of CPU time), and the longest sentence;
- the number of changed records that are still valid, and the reasons.

``python tests/bench/fuzz.py --records 1 --settings 0 --sheets 0 --number 4711`` repeats one.
"""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import measured  # noqa: F401  # isort: skip  (finds the package)
from greenbaize.app.tables.default_players import last_table, names_of, your_name
from greenbaize.games import GAMES
from greenbaize.match.record import Record, read_record
from greenbaize.rules.errors import GameError, RecordError
from greenbaize.rules.events import Dealt, Event, SeatGiven
from greenbaize.rules.options import settled, settled_or_usual
from greenbaize.store.settings import Settings
from greenbaize.store.sheet_file import KeptSheet, read_sheet, sheet_bytes
from greenbaize.words.speaker import Speaker
from match.mutations import (
    changed_bytes,
    cut,
    in_a_line,
    respelled,
    with_a_free_key,
    with_a_strange_value,
    with_lines_moved,
)
from match.playing import SETUPS, play_randomly

RECORDS, SETTINGS, SHEETS = 100_000, 20_000, 20_000
CHUNK = 250
"""Number of inputs that a process reads in one task."""
MOST_LINES = 150
"""Maximum number of lines of a damaged record."""

Damage = Callable[[bytes, Random], bytes]


@dataclass
class Answers:
    """Results of some readings."""

    counts: Counter[str] = field(default_factory=Counter)
    why: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Count and first number by reason why a change had no effect."""
    undeclared: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    longest: tuple[int, str] = (0, "")

    def add(self, other: "Answers") -> None:
        self.counts += other.counts
        for reason, (count, number) in other.why.items():
            self.void(reason, number, count)
        self.undeclared += other.undeclared
        self.slowest = max(self.slowest, other.slowest)
        self.longest = max(self.longest, other.longest)

    def void(self, reason: str, number: int, count: int = 1) -> None:
        before, first = self.why.get(reason, (0, number))
        self.why[reason] = (before + count, min(first, number))

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        before = process_time()
        try:
            yield
        finally:
            took = (process_time() - before) * 1000
            self.slowest = max(self.slowest, (took, what))

    def refused(self, error: GameError) -> None:
        said = Speaker(("A",)).say(error.message)
        self.longest = max(self.longest, (len(said), said))


# Records


@cache
def records() -> list[bytes]:
    """Return the records to damage: matches of every game, with changes of players."""
    return [play_randomly(setup, 1, seat_changes=0.02).record for setup in SETUPS]


@cache
def damages() -> dict[str, Damage]:
    return {
        "bytes": changed_bytes,
        "a value": in_a_line(with_a_strange_value),
        "another value": in_a_line(with_a_strange_value),
        "lines": with_lines_moved(records()),
        "spelling": in_a_line(respelled),
        "free key": in_a_line(with_a_free_key),
        "the end": cut,
    }


def whole_record(chance: Random) -> bytes:
    """Return a record, or the beginning of one, with or without its seed."""
    lines = chance.choice(records()).splitlines(keepends=True)
    most = chance.randint(1, min(MOST_LINES, len(lines)))
    if chance.random() < 0.2:
        first = json.loads(lines[0])
        del first["seed"]
        lines[0] = json.dumps(first).encode() + b"\n"
    return b"".join(lines[:most])


def read_a_record(number: int, chance: Random, answers: Answers) -> None:
    whole = whole_record(chance)
    name, damage = chance.choice(list(damages().items()))
    data = damage(whole, chance)
    answers.counts["records"] += 1
    try:
        with answers.timed(f"record {number}"):
            record = read_record(data, GAMES)
    except RecordError as error:
        answers.refused(error)
        answers.counts["records refused"] += 1
        return
    if data == whole:
        answers.counts["records left as they were"] += 1
        return
    answers.counts["changed records that hold"] += 1
    for reason in reasons(read_record(whole, GAMES), record):
        answers.void(reason, number)
        if reason.startswith("UNEXPLAINED"):
            answers.undeclared.append(f"record {number}, {name}: {reason}")


ACTS = frozenset(one.states or one.type for game in GAMES.values() for one in game.commands)
CHANCE = frozenset(("lot", "deal", "end"))


def reasons(before: Record, after: Record) -> Iterator[str]:
    """Yield the reasons why a changed record is still valid."""
    first, second = before.header, after.header
    found = False
    for changed, reason in (
        (after.cut, "the last line was cut short and is left out, with a warning"),
        (first.more != second.more, "a free key of the header, which no rule hangs on"),
        (first.sitters != second.sitters, "who sits there, which no rule hangs on"),
        (second.seed is None and first.seed is not None, "without a seed, which is allowed"),
        (second.you != first.you, "whom a header was told to, which no rule hangs on"),
        (first.options != second.options, "an option under which all this is allowed as well"),
    ):
        if changed:
            found = True
            yield reason
    if second.seed is not None and first.seed != second.seed:
        dealt = any(isinstance(one, Dealt) for one in after.events)
        yield "UNEXPLAINED: another seed" if dealt else "another seed, which draws the same so far"
    elif story := _story(before.events, after.events, seeded=second.seed is not None):
        yield story
    elif not found:
        yield "another spelling of the same"


def _story(first: tuple[Event, ...], second: tuple[Event, ...], *, seeded: bool) -> str:
    one, two = (
        tuple(event for event in events if not isinstance(event, SeatGiven))
        for events in (first, second)
    )
    if first == second:
        return ""
    if one == two:
        return "who acts for a seat, which no rule hangs on"
    if two == one[: len(two)]:
        return "only the beginning of the match"
    if one == two[: len(one)]:
        return "the match has gone on, by the rules"
    pairs = enumerate(zip(one, two, strict=False))
    place = next(place for place, (here, there) in pairs if here != there)
    if two[place].type in ACTS:
        return "another choice of a player's, also allowed"
    if not seeded and two[place].type in CHANCE:
        return "other cards or another lot, which no seed rules out"
    if two[place].type == "trick" or one[place].type in ACTS:
        return "the table was cleared earlier or later, also allowed"
    return f"UNEXPLAINED: {two[place]} for {one[place]}"


# Settings and sheets

_SHARED = ("programs", "geometry", "newer")
SETTINGS_WHOLE = {
    "your_name": "Zoë",
    "theme": "dark",
    "motion": False,
    "speed": 1.5,
    "single_click": True,
    "four_colours": True,
    "warn": True,
    "offer_review": True,
    "last_game": "damn",
    "setups": {
        "damn": {
            "seats": [
                {"who": "you", "name": "Zoë"},
                {"who": "hard", "name": "Anna", "temperament": "bold"},
                {"who": "program", "name": "Tiny", "program": "tiny_bot.py"},
            ],
            "options": {"hook": True},
        }
    },
    "programs": {"tiny_bot.py": "python3 tiny_bot.py"},
    "geometry": "AAAA",
    "newer": {"colour": [1, 2.5, None]},
}

SETTINGS_OF_PERSONS = {
    "version": 2,
    "who": "1",
    "persons": {
        "1": {key: value for key, value in SETTINGS_WHOLE.items() if key not in _SHARED},
        "8f0c2ab4d1e7": {"your_name": "Jan", "face": "cap", "colour": "teal", "former": ["Jo"]},
    },
    "geometry": "AAAA",
}


def changed_object(whole: Any, chance: Random) -> bytes:
    """Return a JSON object with damaged bytes or values."""
    data = json.dumps(whole, ensure_ascii=False).encode()
    match chance.randrange(4):
        case 0:
            return changed_bytes(data, chance)
        case 1:
            return cut(data, chance)
        case _:
            return with_a_strange_value(whole, chance)


def read_settings(number: int, chance: Random, answers: Answers) -> None:
    answers.counts["settings"] += 1
    with TemporaryDirectory() as folder:
        path = Path(folder, "settings.json")
        whole = SETTINGS_OF_PERSONS if chance.randrange(2) else SETTINGS_WHOLE
        path.write_bytes(changed_object(whole, chance))
        with answers.timed(f"settings {number}"):
            settings = Settings.load(path)
        answers.counts["settings put aside"] += not path.exists()
        game, sitters, options = last_table(settings)
        settled_or_usual(GAMES[game].options, len(sitters), options)
        your_name(settings)
        for person in settings.persons:
            names_of(person)
        if settings.newer:
            return  # only the newer program may write it
        settings.news()  # a file set aside is reported once
        if settings.save(path) is not None or Settings.load(path) != settings:
            answers.undeclared.append(f"settings {number}: not what was loaded")


@cache
def sheets() -> list[Any]:
    """Return sheets kept by hand, of every game that has them."""
    found = []
    for game in GAMES.values():
        form = game.form()
        if form is None:
            continue
        for seats in game.seats:
            names = tuple(f"P{seat}" for seat in range(seats))
            kept = KeptSheet(game.name, names, settled(game.options, seats, {}))
            deal = {one.column: [1] * seats for one in form.fields}
            deal |= {one.column: 1 for one in form.side_fields}
            found.append(json.loads(sheet_bytes(kept, form)) | {"deals": [deal, deal, {}]})
    return found


def read_a_sheet(number: int, chance: Random, answers: Answers) -> None:
    data = changed_object(chance.choice(sheets()), chance)
    answers.counts["sheets"] += 1
    try:
        with answers.timed(f"sheet {number}"):
            kept = read_sheet(data, GAMES)
    except GameError as error:
        answers.refused(error)
        answers.counts["sheets refused"] += 1
        return
    form = GAMES[kept.game].form()
    assert form is not None
    assert form.sheet(len(kept.names), kept.options, kept.entries).rows


READERS = {"record": read_a_record, "settings": read_settings, "sheet": read_a_sheet}


def read_some(kind: str, numbers: range) -> Answers:
    answers = Answers()
    for number in numbers:
        try:
            READERS[kind](number, Random(f"{kind}/{number}"), answers)
        except Exception as error:
            answers.undeclared.append(f"{kind} {number}: {error!r}")
    return answers


def run(counts: dict[str, int] | None = None, first: int = 0) -> bool:
    """Print the results; return True if every error was a declared one."""
    counts = counts or {"record": RECORDS, "settings": SETTINGS, "sheet": SHEETS}
    chunks = [
        (kind, range(start, min(start + CHUNK, first + count)))
        for kind, count in counts.items()
        for start in range(first, first + count, CHUNK)
    ]
    answers = Answers()
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for some in workers.map(read_some, *zip(*chunks, strict=True)):
            answers.add(some)
    for what, count in answers.counts.items():
        print(f"{count:>9,} {what}")
    print("Why changed records hold (a change may have several reasons):")
    for reason, (count, number) in sorted(answers.why.items(), key=lambda one: -one[1][0]):
        print(f"{count:>9,} {reason} (as record {number})")
    print(f"longest answer: {answers.slowest[0]:.0f} ms of CPU time ({answers.slowest[1]})")
    print(f"longest sentence: {answers.longest[0]} characters: {answers.longest[1]}")
    print(
        f"exceptions of undeclared kinds, and holding without a reason: {len(answers.undeclared)}"
    )
    for fault in answers.undeclared[:20]:
        print(f"    {fault}")
    return not answers.undeclared


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=RECORDS)
    parser.add_argument("--settings", type=int, default=SETTINGS)
    parser.add_argument("--sheets", type=int, default=SHEETS)
    parser.add_argument("--number", type=int, default=0, help="of the first of each")
    given = parser.parse_args()
    counts = {"record": given.records, "settings": given.settings, "sheet": given.sheets}
    return 0 if run(counts, given.number) else 1


if __name__ == "__main__":
    sys.exit(main())
