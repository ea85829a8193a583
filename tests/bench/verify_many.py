"""Plays and verifies many matches: every game, number of players and yes/no combination.

    python tests/bench/verify_many.py --matches 10000

Numbers and words among the options are drawn from what the game declares, so a new game is covered
without a change here. Each record is held against the rules three times: as it is, without its
seed, and with one event spoiled, which must be found out. Those of Master, Ass and Rank are also
read by readers of the pages who know nothing of the program; they add up every sheet of Master.
"""

import argparse
import itertools
import json
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "desktop"))
sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from tqdm import tqdm

from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.player_view import first_place
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes, read_record
from greenbaize.rules.chance import seed_from
from greenbaize.rules.errors import RecordError
from greenbaize.rules.options import Choice, Number, OptionValue, Suits, YesNo
from match.beat_pages import by_the_pages
from match.rank_pages import by_the_rank_page

PAGES = {"master": by_the_pages, "ass": by_the_pages, "rank": by_the_rank_page}
"""A second reading of the rules pages, for the games that have one."""
MANY = {"rank": 2}
"""How far above its lowest value a number among the options is drawn, at most; usually 40."""
QUICK = ("random", "easy")
"""The levels that play: those that do not search."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One kind of match: what is left open are numbers, words, levels and the seed."""

    game: str
    seats: int
    yes_no: tuple[tuple[str, bool], ...]


def cells(names: Collection[str]) -> list[Cell]:
    """Every number of players of these games with every combination of their yes/no options."""
    found = []
    for name in names:
        game = GAMES[name]
        keys = [option.key for option in game.options if isinstance(option, YesNo)]
        for seats in game.seats:
            combinations = itertools.product((False, True), repeat=len(keys))
            found += [Cell(name, seats, tuple(zip(keys, one, strict=True))) for one in combinations]
    return found


def drawn_options(cell: Cell, chance: random.Random) -> dict[str, OptionValue]:
    """Options of a match in the cell, in the order in which their limits depend on each other."""
    settings: dict[str, OptionValue] = {}
    fixed = dict(cell.yes_no)
    for option in GAMES[cell.game].options:
        match option:
            case YesNo():
                settings[option.key] = fixed[option.key]
            case Number():
                low, high = option.span(cell.seats, settings)
                settings[option.key] = chance.randint(low, min(high, low + MANY.get(cell.game, 40)))
            case Choice():
                settings[option.key] = chance.choice(option.words_for(cell.seats))
            case Suits():
                count = len(option.default_for(cell.seats, settings))
                settings[option.key] = tuple(chance.sample("CDHS", count))
    return settings


def drawn_header(cell: Cell, chance: random.Random) -> Header:
    """A match of the cell, with players of the quick levels."""
    levels = [chance.choice(QUICK) for _ in range(cell.seats)]
    sitters = tuple(Player(f"Bot {seat}", "bot", level) for seat, level in enumerate(levels, 1))
    options = drawn_options(cell, chance)
    return settled_header(cell.game, sitters, options, seed_from(str(chance.getrandbits(64))))


def played(header: Header) -> tuple[list[bytes], Any]:
    """The lines of the match's record, and how it stands at its end."""
    game = GAMES[header.game]
    codec = event_codec(game)
    lines = [line_bytes(header.line())]
    session = first_place(
        Table(game, header, keep=lambda event: lines.append(line_bytes(codec.write(event))))
    )
    session.table.play_out()
    return lines, session.view


def without_seed(lines: Sequence[bytes]) -> bytes:
    """The record as somebody who does not know its seed would have it."""
    header = json.loads(lines[0])
    del header["seed"]
    return b"".join([line_bytes(header), *lines[1:]])


def spoiled(lines: Sequence[bytes], chance: random.Random) -> bytes:
    """The record with one number in one event changed by one."""
    while True:
        place = chance.randrange(1, len(lines))
        event = json.loads(lines[place])
        keys = [key for key, value in event.items() if type(value) is int]
        if keys:
            event[chance.choice(keys)] += chance.choice((-1, 1))
            return b"".join([*lines[:place], line_bytes(event), *lines[place + 1 :]])


def holds(data: bytes) -> bool:
    """Whether a record holds."""
    try:
        return not read_record(data, GAMES).cut
    except RecordError:
        return False


def check(work: tuple[int, Cell]) -> tuple[Cell, int, list[str], float]:
    """Play and verify one match.

    Returns:
        Its cell, the number of its events, what went wrong, and the seconds of processor time.
    """
    number, cell = work
    began = time.process_time()
    chance = random.Random(f"{number}/{cell}")
    header = drawn_header(cell, chance)
    wrong: list[str] = []
    lines, end = played(header)
    try:
        record = read_record(b"".join(lines), GAMES)
    except RecordError as error:
        wrong.append(f"does not hold, line {error.line}: {error}")
    else:
        if record.state != end or not GAMES[cell.game].over(record.state):
            wrong.append("comes to another end when it is replayed")
    if cell.game in PAGES:
        try:
            PAGES[cell.game]([json.loads(line) for line in lines])
        except AssertionError as error:
            wrong.append(f"is not right by the pages: {error!r}")
    if not holds(without_seed(lines)):
        wrong.append("does not hold without its seed")
    if holds(spoiled(lines, chance)):
        wrong.append("holds although one event is spoiled")
    where = f"match {number}, {header.line()}: "
    return cell, len(lines) - 1, [where + what for what in wrong], time.process_time() - began


def works(matches: int, kinds: Sequence[Cell]) -> Iterator[tuple[int, Cell]]:
    """The matches in turn over all cells."""
    return zip(range(matches), itertools.cycle(kinds), strict=False)


def main() -> int:
    """Check as many matches as asked for; the exit code is 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--game", choices=list(GAMES), action="append", help="only this game")
    asked = parser.parse_args()
    kinds = cells(asked.game or list(GAMES))
    began = time.perf_counter()
    counts: Counter[tuple[str, int]] = Counter()
    events, seconds, seen, wrong = 0, 0.0, set(), []
    with multiprocessing.get_context("spawn").Pool(asked.jobs) as pool:
        results = pool.imap_unordered(check, works(asked.matches, kinds), chunksize=8)
        quiet = not sys.stderr.isatty()
        for cell, count, faults, took in tqdm(results, total=asked.matches, disable=quiet):
            counts[cell.game, cell.seats] += 1
            seen.add(cell)
            events += count
            seconds += took
            wrong += faults
    for fault in wrong[:20]:
        print(fault)
    for (game, seats), count in sorted(counts.items()):
        print(f"{game:10}{seats:3} players{count:8} matches")
    print(f"{counts.total()} matches of {len(seen)} of {len(kinds)} kinds, {events} events")
    print(f"{seconds:.1f} s of processor time, {time.perf_counter() - began:.1f} s by the clock")
    print(f"{len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
