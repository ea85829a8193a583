"""Comparison of each level with the one below: same cards, seats swapped, lead with standard error.

    python tests/bench/ladder.py --game damn --players 4 7 --seconds 600 --results ladder.json
    python tests/bench/ladder.py --game damn --players 4 --options '{"hook": true}'
    python tests/bench/ladder.py --game damn --players 4 --options '{}' --a hard:bold --b hard

Without ``--options`` every option of a game is changed, one at a time, and some together. Leads are
points per deal; in games that are decided by ranks (Ass, Rank), ranks per match. ``--a`` and
``--b`` compare two levels, as in ``hard:bold``, instead of every two that follow each other.

A step is played until it is proven, which means a lead of 4.5 standard errors, or until its budget
is used up. It is examined only at 16, 32, 64 and so on groups of matches, and few groups must show
more, because the standard error itself is uncertain then (Student's distribution): so a lead that
does not exist is taken for proven in one of tens of thousands of steps. What is not proven is
listed at the end, with the number of groups that its lead so far would need.

``--results`` keeps what has been played, after an interruption too: called again, perhaps with a
larger budget, it goes on from there. The file must be deleted when the players change.

``--report`` plays nothing and prints what the file has as Markdown tables. There ``✓`` is a proven
step, ``✗`` one that is proven the other way round; anything else is not proven, and its number of
groups stands behind it. Brackets mean that the level is not offered, and which one it is compared
with.

``--cluster HOST:8786`` uses a Dask cluster (CONTRIBUTING.md, "Benchmarks"). Leads do not depend on
where and in how many runs the groups are played.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from itertools import count, pairwise
from math import ceil, inf, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from pairing import (
    BOT_FACTORIES,
    GAMES,
    RANK_GAMES,
    GroupResult,
    make_player,
    play_group,
    resolve_options,
    swapped_seatings,
)
from support import make_parser

from greenbaize.cards import PACK_52
from greenbaize.cli.workers import connect_cluster, count_cores, map_in_order, start_workers
from greenbaize.rules.errors import GameError
from greenbaize.rules.levels import fit_level
from greenbaize.rules.options import ChoiceOption, NumberOption, Option, OptionValues, YesNoOption
from greenbaize.rules.players import RANDOM_LEVEL, TEMPERAMENT_TILTS
from greenbaize.words.speaker import Speaker

QUEUED_GROUPS = 2
"""Number of groups queued for each process, so that none is idle."""
PROVEN_ERRORS = 4.5
"""Lead by which a step is proven if the standard error is known (standard errors)."""
FIRST_LOOK = 16
"""Number of groups before a step is examined for the first time; then it is doubled."""
BUDGET_S = 120.0
"""CPU time of the decisions of one step (s)."""
SEAT_COUNTS = (2, 3, 4, 7, 10)
"""Numbers of players, as far as a game allows them; its largest one is added."""
OPTION_PAIRS: Mapping[tuple[str, int], tuple[Mapping[str, object], ...]] = {
    ("damn", 7): ({"hook": True, "zero_bids": True},),
    ("damn", 5): ({"first": 8, "deals": 10},),
}
"""Options changed together, by game and number of players."""


class LadderTable(NamedTuple):
    """A table: game, number of players, and the options that differ from the defaults."""

    game: str
    seats: int
    options: Mapping[str, object]

    @property
    def text(self) -> str:
        words = ", ".join(f"{key}={json.dumps(value)}" for key, value in self.options.items())
        return f"{self.game}, {self.seats} players" + (f", {words}" if words else "")

    @property
    def offered_levels(self) -> tuple[str, ...]:
        return GAMES[self.game].levels_for(self.seats, self.options)


@dataclass
class StepResult:
    """Sums over the groups of a step that have been played: number, leads, CPU time (s)."""

    groups: int = 0
    leads: float = 0.0
    squared_leads: float = 0.0
    cpu_s: float = 0.0

    def add_group(self, group: GroupResult) -> None:
        self.groups += 1
        self.leads += group.lead
        self.squared_leads += group.lead**2
        self.cpu_s += sum(map(sum, group.times))

    @property
    def mean(self) -> float:
        return self.leads / self.groups if self.groups else 0.0

    @property
    def standard_error(self) -> float:
        if self.groups < 2:
            return inf
        squares = max(0.0, self.squared_leads - self.leads**2 / self.groups)
        return sqrt(squares / (self.groups - 1) / self.groups)

    @property
    def is_proven(self) -> bool:
        return self.mean > proven_lead(self.groups) * self.standard_error

    @property
    def is_disproven(self) -> bool:
        """The first player is the weaker one."""
        return self.mean < -proven_lead(self.groups) * self.standard_error

    @property
    def groups_to_prove(self) -> float:
        """Number of groups in which the lead so far would be proven."""
        if self.mean <= 0:
            return inf
        return self.groups * (PROVEN_ERRORS * self.standard_error / self.mean) ** 2


def proven_lead(groups: int) -> float:
    """Return the lead that proves a step, in standard errors estimated from these groups.

    The quantile of Student's distribution as likely as ``PROVEN_ERRORS`` of the normal one, by the
    first terms of its series.
    """
    if groups < FIRST_LOOK:
        return inf
    normal, freedom = PROVEN_ERRORS, groups - 1
    first_term = (normal**3 + normal) / (4 * freedom)
    return normal + first_term + (5 * normal**5 + 16 * normal**3) / (96 * freedom**2)


class ResultsFile:
    """What has been played of each step, kept in a JSON file if there is a path."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._steps: dict[str, StepResult] = {}
        if path is not None and path.exists():
            stored_steps = json.loads(path.read_text("utf-8"))
            self._steps = {key: StepResult(**stored) for key, stored in stored_steps.items()}

    def find_step(self, table: LadderTable, pair: tuple[str, str]) -> StepResult:
        return self._steps.setdefault(f"{table.text}: {pair[0]} against {pair[1]}", StepResult())

    def has_step(self, table: LadderTable, pair: tuple[str, str]) -> bool:
        return self.find_step(table, pair).groups > 0

    def save(self) -> None:
        """Replace the file as a whole, so that it is complete at any time."""
        if self._path is not None:
            text = json.dumps({key: asdict(step) for key, step in self._steps.items()}, indent=1)
            new_path = self._path.with_name(f"{self._path.name}.new")
            new_path.write_text(f"{text}\n", "utf-8")
            new_path.replace(self._path)


def parse_level(text: str) -> str:
    """Return the name of a level, or of ``level:temperament``, if it exists."""
    name, _, temperament = text.partition(":")
    if name not in BOT_FACTORIES or (temperament and temperament not in TEMPERAMENT_TILTS):
        levels, temperaments = ", ".join(BOT_FACTORIES), ", ".join(TEMPERAMENT_TILTS)
        raise argparse.ArgumentTypeError(f"{text!r} is none of {levels} (or with :{temperaments})")
    return text


def changed_values(option: Option, seats: int, resolved: OptionValues) -> list[object]:
    """Return values of an option that differ from its default; ``resolved`` are all defaults.

    Of numbers these are halfway to each limit, or twice the default where the limit is far away.
    Other suits change nothing.
    """
    default = option.default_for(seats, resolved)
    match option:
        case YesNoOption():
            return [not default]
        case ChoiceOption():
            return [word for word in option.values_for(seats) if word != default]
        case NumberOption():
            low, high = option.compute_limits(seats, resolved)
            higher = (default + high) // 2 if high <= len(PACK_52) else 2 * default
            values = ((low + default) // 2, higher)
            return [value for value in values if value != default]
    return []


def list_tables(game: str, seat_counts: Iterable[int] = ()) -> list[LadderTable]:
    """Return the tables of a game at which the ladder is measured."""
    rules = GAMES[game]
    extra_counts = {seats for name, seats in OPTION_PAIRS if name == game}
    usual_counts = {*SEAT_COUNTS, rules.seats[-1], *extra_counts}
    tables = []
    for seats in sorted(set(seat_counts or usual_counts) & set(rules.seats)):
        defaults = resolve_options(rules.options, seats, {})
        tables.append(LadderTable(game, seats, {}))
        for option in rules.options:
            tables += [
                LadderTable(game, seats, {option.key: value})
                for value in changed_values(option, seats, defaults)
            ]
        tables += [LadderTable(game, seats, pair) for pair in OPTION_PAIRS.get((game, seats), ())]
    return tables


def ladder_steps(table: LadderTable) -> list[tuple[str, str]]:
    """Return each level of a table's game with the next lower one offered there, or chance."""
    offered_levels = tuple(dict.fromkeys((RANDOM_LEVEL, *table.offered_levels)))
    steps = [(high, low) for low, high in pairwise(offered_levels)]
    return steps + [
        (level, fit_level(level, offered_levels))
        for level in GAMES[table.game].levels
        if level not in offered_levels
    ]


def play_ladder_group(table: LadderTable, pair: tuple[str, str], number: int) -> GroupResult:
    """Play two matches with seats swapped; the next group sits one seat further."""
    makers = partial(make_player, pair[0]), partial(make_player, pair[1])
    seed = f"ladder/{table.game}/{table.seats}/{number}"
    seatings = swapped_seatings(table.seats, number)
    return play_group(table.game, table.seats, table.options, seed, makers, seatings=seatings)


GroupRunner = Callable[[Callable[[int], GroupResult], Iterable[int]], Iterator[GroupResult]]
"""Function that plays groups of these numbers, in order."""


@contextmanager
def open_workers(jobs: int, cluster: str | None) -> Iterator[GroupRunner]:
    """Open processes of this machine that play groups, or the workers of a Dask cluster."""
    if cluster is not None:
        with connect_cluster(cluster) as (executor, threads, is_lost):
            yield lambda task, numbers: map_in_order(
                executor, task, numbers, QUEUED_GROUPS * threads, is_lost
            )
    elif jobs == 1:
        yield map
    else:
        with start_workers(jobs) as pool:
            yield lambda task, numbers: map_in_order(
                pool, task, numbers, QUEUED_GROUPS * jobs, pool.is_lost
            )


def measure_step(
    table: LadderTable,
    pair: tuple[str, str],
    results: ResultsFile,
    budget_s: float,
    run_groups: GroupRunner,
) -> StepResult:
    """Play groups until the step is proven, or disproven, or the budget is used up."""
    step = results.find_step(table, pair)
    if step.is_proven or step.is_disproven:
        return step
    task = partial(play_ladder_group, table, pair)
    try:
        for look in (FIRST_LOOK << doubling for doubling in count()):
            for group in run_groups(task, range(step.groups, look)):
                step.add_group(group)
                if step.cpu_s >= budget_s:
                    return step
            if step.groups == look and (step.is_proven or step.is_disproven):
                return step
            if step.cpu_s >= budget_s:
                return step
    finally:
        results.save()
    raise AssertionError  # the looks never end


def format_step(table: LadderTable, pair: tuple[str, str], step: StepResult) -> str:
    unit = "places a match" if table.game in RANK_GAMES else "points a deal"
    verdict = "proven" if step.is_proven else "not proven"
    if step.is_disproven:
        verdict = "the other way round"
    if pair[0] in GAMES[table.game].levels and pair[0] not in table.offered_levels:
        verdict += ", not offered"
    return (
        f"{table.text}: {pair[0]} against {pair[1]}: {step.mean:+.3f} ± {step.standard_error:.3f} "
        f"{unit} ({step.groups} groups, {step.cpu_s:.0f} s): {verdict}"
    )


def format_report_cell(table: LadderTable, pair: tuple[str, str], step: StepResult) -> str:
    """Return a step's lead and verdict for the report."""
    text = f"{step.mean:+.2f}"
    if step.groups > 1:
        text += f" ± {step.standard_error:.2f}"
    text += " ✓" if step.is_proven else " ✗" if step.is_disproven else f" ({step.groups})"
    high, low = pair
    return text if high in table.offered_levels else f"[{text} over {low}]"


def format_report(game: str, results: ResultsFile) -> list[str]:
    """Return the Markdown table of a game's measured tables, and how many steps are proven."""
    levels = GAMES[game].levels
    lines = [f"| {game} | {' | '.join(levels)} |", "|---" * (len(levels) + 1) + "|"]
    offered_steps = []
    for table in list_tables(game):
        steps_by_level = {pair[0]: pair for pair in ladder_steps(table)}
        pairs = [steps_by_level[level] for level in levels]
        if not any(results.has_step(table, pair) for pair in pairs):
            continue
        steps = [results.find_step(table, pair) for pair in pairs]
        cells = [
            format_report_cell(table, pair, step) if step.groups else "–"
            for pair, step in zip(pairs, steps, strict=True)
        ]
        lines.append(f"| {table.text.removeprefix(f'{game}, ')} | {' | '.join(cells)} |")
        offered_steps += [
            step for pair, step in zip(pairs, steps, strict=True) if pair[0] in table.offered_levels
        ]
    proven_count = sum(step.is_proven for step in offered_steps)
    return [
        *lines,
        "",
        f"{proven_count} of {len(offered_steps)} steps that are offered are proven.",
    ]


def measure_tables(
    tables: Iterable[LadderTable],
    pair: tuple[str, str] | None,
    results: ResultsFile,
    budget_s: float,
    run_groups: GroupRunner,
) -> bool:
    """Measure the steps of these tables, or this pair of levels; return True if all are proven.

    Levels that are not offered at a table need no proof; one that has it is reported.
    """
    unproven_lines: list[str] = []
    for table in tables:
        for high, low in [pair] if pair else ladder_steps(table):
            step = measure_step(table, (high, low), results, budget_s, run_groups)
            line = format_step(table, (high, low), step)
            print(line, flush=True)
            is_offered = pair is not None or high in table.offered_levels
            if step.is_proven != is_offered:
                need = step.groups_to_prove
                hint = f"; needs about {ceil(need)} groups" if need < inf and is_offered else ""
                unproven_lines.append(f"  {line}{hint}")
    if unproven_lines:
        print("Not proven, or proven though not offered:", *unproven_lines, sep="\n", flush=True)
    return not unproven_lines


def run_benchmark() -> bool:
    """Run the ladder of all games; return True if every step that is offered is proven."""
    return main([]) == 0


def main(arguments: list[str] | None = None) -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--game", choices=[*GAMES, "all"], default="all")
    parser.add_argument("--players", type=int, nargs="+", default=[])
    parser.add_argument("--options", type=json.loads, help='only these, such as {"hook": true}')
    parser.add_argument("--a", type=parse_level)
    parser.add_argument("--b", type=parse_level)
    parser.add_argument(
        "--seconds", type=float, default=BUDGET_S, help="CPU time of the decisions of a step"
    )
    parser.add_argument("--results", type=Path, help="JSON file that keeps what has been played")
    parser.add_argument("--report", action="store_true", help="only print the results as tables")
    executor_options = parser.add_mutually_exclusive_group()
    executor_options.add_argument("--jobs", type=int, default=count_cores())
    executor_options.add_argument("--cluster", metavar="ADDRESS", help="as in host:8786")
    options = parser.parse_args(arguments)
    if (options.a is None) != (options.b is None):
        parser.error("--a and --b go together")
    pair = (options.a, options.b) if options.a else None
    try:
        tables = select_tables(options.game, options.players, options.options)
        results = ResultsFile(options.results)
        if options.report:
            for game in dict.fromkeys(table.game for table in tables):
                print("", *format_report(game, results), sep="\n")
            return 0
        with open_workers(options.jobs, options.cluster) as run_groups:
            return 0 if measure_tables(tables, pair, results, options.seconds, run_groups) else 1
    except GameError as error:
        print(Speaker().format_message(error.message), file=sys.stderr)
        return 1


def select_tables(
    game: str, seat_counts: list[int], options: dict[str, Any] | None
) -> list[LadderTable]:
    """Return the tables of one game or ``all``; with ``options``, only those with just these."""
    games = list(GAMES) if game == "all" else [game]
    if options is None:
        return [table for name in games for table in list_tables(name, seat_counts)]
    tables = [
        LadderTable(name, seats, options)
        for name in games
        for seats in seat_counts or [4]
        if seats in GAMES[name].seats
    ]
    for table in tables:
        resolve_options(GAMES[table.game].options, table.seats, options)
    return tables


if __name__ == "__main__":
    sys.exit(main())
