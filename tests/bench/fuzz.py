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

import support  # noqa: F401  # isort: skip  (finds the package)
from greenbaize.app.tables.default_players import get_own_name, get_person_names, load_last_setup
from greenbaize.games import GAMES
from greenbaize.match.record import MatchRecord, read_record
from greenbaize.rules.errors import GameError, RecordError
from greenbaize.rules.events import CardsDealt, Event, SeatReassigned
from greenbaize.rules.options import resolve_options, resolve_options_or_defaults
from greenbaize.store.settings import UserSettings
from greenbaize.store.sheet_file import HandSheet, encode_sheet, read_sheet
from greenbaize.words.speaker import Speaker
from match.mutations import (
    add_free_key,
    move_lines,
    mutate_bytes,
    mutate_line,
    mutate_line_value,
    respell_json,
    truncate_record,
)
from match.random_matches import SETUPS, play_randomly

RECORDS, SETTINGS, SHEETS = 100_000, 20_000, 20_000
CHUNK_SIZE = 250
"""Number of inputs that a process reads in one task."""
MAX_LINES = 150
"""Maximum number of lines of a damaged record."""

Damage = Callable[[bytes, Random], bytes]


@dataclass
class FuzzResults:
    """Results of some readings."""

    counts: Counter[str] = field(default_factory=Counter)
    void_reasons: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Count and first number by reason why a change had no effect."""
    undeclared: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    longest: tuple[int, str] = (0, "")

    def add_results(self, other: "FuzzResults") -> None:
        self.counts += other.counts
        for reason, (count, number) in other.void_reasons.items():
            self.add_void_reason(reason, number, count)
        self.undeclared += other.undeclared
        self.slowest = max(self.slowest, other.slowest)
        self.longest = max(self.longest, other.longest)

    def add_void_reason(self, reason: str, number: int, count: int = 1) -> None:
        before, first = self.void_reasons.get(reason, (0, number))
        self.void_reasons[reason] = (before + count, min(first, number))

    @contextmanager
    def measure_time(self, label: str) -> Iterator[None]:
        before = process_time()
        try:
            yield
        finally:
            milliseconds = (process_time() - before) * 1000
            self.slowest = max(self.slowest, (milliseconds, label))

    def add_refusal(self, error: GameError) -> None:
        sentence = Speaker(("A",)).format_message(error.message)
        self.longest = max(self.longest, (len(sentence), sentence))


# Records


@cache
def sample_records() -> list[bytes]:
    """Return the records to damage: matches of every game, with changes of players."""
    return [play_randomly(setup, 1, seat_changes=0.02).record for setup in SETUPS]


@cache
def damage_functions() -> dict[str, Damage]:
    return {
        "bytes": mutate_bytes,
        "a value": mutate_line(mutate_line_value),
        "another value": mutate_line(mutate_line_value),
        "lines": move_lines(sample_records()),
        "spelling": mutate_line(respell_json),
        "free key": mutate_line(add_free_key),
        "the end": truncate_record,
    }


def make_whole_record(chance: Random) -> bytes:
    """Return a record, or the beginning of one, with or without its seed."""
    lines = chance.choice(sample_records()).splitlines(keepends=True)
    most = chance.randint(1, min(MAX_LINES, len(lines)))
    if chance.random() < 0.2:
        first = json.loads(lines[0])
        del first["seed"]
        lines[0] = json.dumps(first).encode() + b"\n"
    return b"".join(lines[:most])


def fuzz_record(number: int, chance: Random, results: FuzzResults) -> None:
    whole = make_whole_record(chance)
    name, damage = chance.choice(list(damage_functions().items()))
    data = damage(whole, chance)
    results.counts["records"] += 1
    try:
        with results.measure_time(f"record {number}"):
            record = read_record(data, GAMES)
    except RecordError as error:
        results.add_refusal(error)
        results.counts["records refused"] += 1
        return
    if data == whole:
        results.counts["records left as they were"] += 1
        return
    results.counts["changed records that hold"] += 1
    for reason in explain_valid_change(read_record(whole, GAMES), record):
        results.add_void_reason(reason, number)
        if reason.startswith("UNEXPLAINED"):
            results.undeclared.append(f"record {number}, {name}: {reason}")


ACTION_TYPES = frozenset(
    one.stated_event_type or one.type for game in GAMES.values() for one in game.command_classes
)
CHANCE_TYPES = frozenset(("lot", "deal", "end"))


def explain_valid_change(before: MatchRecord, after: MatchRecord) -> Iterator[str]:
    """Yield the reasons why a changed record is still valid."""
    first, second = before.header, after.header
    has_reason = False
    for changed, reason in (
        (after.is_cut, "the last line was cut short and is left out, with a warning"),
        (first.extra != second.extra, "a free key of the header, which no rule hangs on"),
        (first.players != second.players, "who sits there, which no rule hangs on"),
        (second.seed is None and first.seed is not None, "without a seed, which is allowed"),
        (second.you != first.you, "whom a header was told to, which no rule hangs on"),
        (first.options != second.options, "an option under which all this is allowed as well"),
    ):
        if changed:
            has_reason = True
            yield reason
    if second.seed is not None and first.seed != second.seed:
        dealt = any(isinstance(one, CardsDealt) for one in after.events)
        yield "UNEXPLAINED: another seed" if dealt else "another seed, which draws the same so far"
    elif story := _explain_events(before.events, after.events, seeded=second.seed is not None):
        yield story
    elif not has_reason:
        yield "another spelling of the same"


def _explain_events(first: tuple[Event, ...], second: tuple[Event, ...], *, seeded: bool) -> str:
    first_events, second_events = (
        tuple(event for event in events if not isinstance(event, SeatReassigned))
        for events in (first, second)
    )
    if first == second:
        return ""
    if first_events == second_events:
        return "who acts for a seat, which no rule hangs on"
    if second_events == first_events[: len(second_events)]:
        return "only the beginning of the match"
    if first_events == second_events[: len(first_events)]:
        return "the match has gone on, by the rules"
    pairs = enumerate(zip(first_events, second_events, strict=False))
    index = next(index for index, (here, there) in pairs if here != there)
    if second_events[index].type in ACTION_TYPES:
        return "another choice of a player's, also allowed"
    if not seeded and second_events[index].type in CHANCE_TYPES:
        return "other cards or another lot, which no seed rules out"
    if second_events[index].type == "trick" or first_events[index].type in ACTION_TYPES:
        return "the table was cleared earlier or later, also allowed"
    return f"UNEXPLAINED: {second_events[index]} for {first_events[index]}"


# Settings and sheets

_SHARED = ("programs", "geometry", "newer")
SAMPLE_SETTINGS = {
    "your_name": "Zoë",
    "theme": "dark",
    "motion": False,
    "speed": 1.5,
    "forced_cards": "all",
    "confirm_moves": "keys",
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

SAMPLE_PERSON_SETTINGS = {
    "version": 2,
    "who": "1",
    "persons": {
        "1": {key: value for key, value in SAMPLE_SETTINGS.items() if key not in _SHARED},
        "8f0c2ab4d1e7": {"your_name": "Jan", "face": "cap", "colour": "teal", "former": ["Jo"]},
    },
    "geometry": "AAAA",
}


def damage_object(whole: Any, chance: Random) -> bytes:
    """Return a JSON object with damaged bytes or values."""
    data = json.dumps(whole, ensure_ascii=False).encode()
    match chance.randrange(4):
        case 0:
            return mutate_bytes(data, chance)
        case 1:
            return truncate_record(data, chance)
        case _:
            return mutate_line_value(whole, chance)


def fuzz_settings(number: int, chance: Random, results: FuzzResults) -> None:
    results.counts["settings"] += 1
    with TemporaryDirectory() as folder:
        path = Path(folder, "settings.json")
        whole = SAMPLE_PERSON_SETTINGS if chance.randrange(2) else SAMPLE_SETTINGS
        path.write_bytes(damage_object(whole, chance))
        with results.measure_time(f"settings {number}"):
            settings = UserSettings.load(path)
        results.counts["settings put aside"] += not path.exists()
        game, players, options = load_last_setup(settings)
        resolve_options_or_defaults(GAMES[game].options, len(players), options)
        get_own_name(settings)
        for person in settings.persons:
            get_person_names(person)
        if settings.is_newer:
            return  # only the newer program may write it
        settings.next_notice()  # a file set aside is reported once
        if settings.save(path) is not None or UserSettings.load(path) != settings:
            results.undeclared.append(f"settings {number}: not what was loaded")


@cache
def sample_sheets() -> list[Any]:
    """Return sheets kept by hand, of every game that has them."""
    found = []
    for game in GAMES.values():
        form = game.sheet_form()
        if form is None:
            continue
        for seats in game.seats:
            names = tuple(f"P{seat}" for seat in range(seats))
            sheet = HandSheet(game.name, names, resolve_options(game.options, seats, {}))
            deal = {one.column: [1] * seats for one in form.fields}
            deal |= {one.column: 1 for one in form.side_fields}
            found.append(json.loads(encode_sheet(sheet, form)) | {"deals": [deal, deal, {}]})
    return found


def fuzz_sheet(number: int, chance: Random, results: FuzzResults) -> None:
    data = damage_object(chance.choice(sample_sheets()), chance)
    results.counts["sheets"] += 1
    try:
        with results.measure_time(f"sheet {number}"):
            sheet = read_sheet(data, GAMES)
    except GameError as error:
        results.add_refusal(error)
        results.counts["sheets refused"] += 1
        return
    form = GAMES[sheet.game].sheet_form()
    assert form is not None
    assert form.make_sheet(len(sheet.names), sheet.options, sheet.entries).rows


FUZZERS = {"record": fuzz_record, "settings": fuzz_settings, "sheet": fuzz_sheet}


def fuzz_numbers(kind: str, numbers: range) -> FuzzResults:
    results = FuzzResults()
    for number in numbers:
        try:
            FUZZERS[kind](number, Random(f"{kind}/{number}"), results)
        except Exception as error:
            results.undeclared.append(f"{kind} {number}: {error!r}")
    return results


def run_benchmark(counts: dict[str, int] | None = None, first: int = 0) -> bool:
    """Print the results; return True if every error was a declared one."""
    counts = counts or {"record": RECORDS, "settings": SETTINGS, "sheet": SHEETS}
    chunks = [
        (kind, range(start, min(start + CHUNK_SIZE, first + count)))
        for kind, count in counts.items()
        for start in range(first, first + count, CHUNK_SIZE)
    ]
    results = FuzzResults()
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for some in workers.map(fuzz_numbers, *zip(*chunks, strict=True)):
            results.add_results(some)
    for label, count in results.counts.items():
        print(f"{count:>9,} {label}")
    print("Why changed records hold (a change may have several reasons):")
    for reason, (count, number) in sorted(results.void_reasons.items(), key=lambda one: -one[1][0]):
        print(f"{count:>9,} {reason} (as record {number})")
    print(f"longest answer: {results.slowest[0]:.0f} ms of CPU time ({results.slowest[1]})")
    print(f"longest sentence: {results.longest[0]} characters: {results.longest[1]}")
    print(
        f"exceptions of undeclared kinds, and holding without a reason: {len(results.undeclared)}"
    )
    for fault in results.undeclared[:20]:
        print(f"    {fault}")
    return not results.undeclared


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=RECORDS)
    parser.add_argument("--settings", type=int, default=SETTINGS)
    parser.add_argument("--sheets", type=int, default=SHEETS)
    parser.add_argument("--number", type=int, default=0, help="of the first of each")
    options = parser.parse_args()
    counts = {"record": options.records, "settings": options.settings, "sheet": options.sheets}
    return 0 if run_benchmark(counts, options.number) else 1


if __name__ == "__main__":
    sys.exit(main())
