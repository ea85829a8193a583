"""Command ``greenbaize simulate``: computer players play matches on all cores."""

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.opponents import FAST_LEVEL, Opponent
from greenbaize.app.seats.sandbox import find_sandbox_refusal
from greenbaize.app.seats.table_seat import describe_program_loss
from greenbaize.app.tables.matches import create_header, create_seed
from greenbaize.app.tables.table import Table
from greenbaize.cli.arguments import (
    CommandLineParser,
    add_bot_options,
    add_jobs_option,
    add_match_options,
    add_number,
    add_path,
)
from greenbaize.cli.match_arguments import (
    assign_opponents,
    find_game,
    parse_opponents,
    parse_options,
    resolve_player_count,
    validate_seed_text,
)
from greenbaize.cli.terminal import message_text, print_error, print_result, sanitize_line, warn
from greenbaize.cli.workers import (
    TASKS_PER_PROCESS,
    ProgressBar,
    count_cores,
    limit_jobs,
    map_in_order,
    start_workers,
)
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.errors import FileError, FolderTakenError, RecordLockedError
from greenbaize.rules.events import DealScored, Event, SeatReassigned
from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues
from greenbaize.store.record_file import RecordFile, lock_record, release_lock
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """Run of matches between Bot 1, Bot 2 …; ``seed`` is any text.

    Records go to ``folder``, if any; ``programs`` are command lines by name, sandboxed if
    ``sandbox``.
    """

    game: str
    opponents: tuple[Opponent, ...]
    options: OptionValues
    seed: str
    matches: int
    folder: Path | None
    programs: Mapping[str, str] = field(default_factory=dict)
    sandbox: bool = False

    def create_launcher(self) -> BotLauncher:
        records = () if self.folder is None else (self.folder,)
        return BotLauncher(programs=self.programs, sandbox=self.sandbox, record_folders=records)

    def create_players(self) -> tuple[HeaderPlayer, ...]:
        numbered_opponents = enumerate(self.opponents, 1)
        return tuple(
            opponent.create_header_player(f"Bot {number}")
            for number, opponent in numbered_opponents
        )

    def build_record_path(self, number: int) -> Path | None:
        """Return the path of a match's record, counted from 1; names sort by number."""
        if self.folder is None:
            return None
        digits = max(4, len(str(self.matches)))
        return self.folder / f"{self.game}-{number:0{digits}}.jsonl"

    @contextmanager
    def lock_folder(self) -> Iterator[None]:
        """Lock the folder against runs of the same game; raise ``FolderTakenError``."""
        if self.folder is not None:
            with suppress(OSError):  # writing the first record reports the error
                self.folder.mkdir(0o700, parents=True, exist_ok=True)
        try:
            with _lock_record(self.folder and self.folder / f"{self.game}.jsonl"):
                yield
        except RecordLockedError:
            raise FolderTakenError(Message("folder-taken", {"path": str(self.folder)})) from None


@contextmanager
def _lock_record(path: Path | None) -> Iterator[None]:
    """Lock a record, if any, where its folder can be written; raise ``RecordLockedError``."""
    lock = None
    if path is not None:
        with suppress(FileError):  # writing the record reports the error
            lock = lock_record(path)
    try:
        yield
    finally:
        release_lock(lock)


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """Result of a match; totals and ranks are by player, not by seat.

    ``record_error`` says why the record is incomplete; ``lost_programs`` pairs each player whose
    program lost its seat with the reason.
    """

    deals: int
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    record_error: Message | None
    lost_programs: tuple[tuple[int, str], ...] = ()


def play_match(plan: SimulationPlan, number: int) -> MatchOutcome:
    """Play one match of a run, counted from 1, and write its record if wanted."""
    seed = seed_from_text(f"{plan.seed}/{number}")
    header = create_header(plan.game, plan.create_players(), plan.options, seed)
    path = plan.build_record_path(number)
    try:
        with _lock_record(path):
            return _play_and_record(plan, header, path)
    except RecordLockedError as error:
        return replace(_play_and_record(plan, header, None), record_error=error.message)


def _play_and_record(plan: SimulationPlan, header: RecordHeader, path: Path | None) -> MatchOutcome:
    game = GAMES[plan.game]
    file = None if path is None else RecordFile.create(path, header, event_codec(game))
    write_event = None if file is None else file.write_event
    table = Table(game, header, write_event=write_event, launcher=plan.create_launcher())
    events: list[Event] = []
    table.add_listener(lambda view_events: events.append(view_events[-1]))
    try:
        table.play_to_end()
    finally:
        table.close()
        if file is not None:
            file.close()
    end_event = table.end_event
    assert end_event is not None
    seats = [header.players.index(player) for player in plan.create_players()]
    return MatchOutcome(
        deals=sum(isinstance(event, DealScored) for event in events),
        totals=tuple(end_event.totals[seat] for seat in seats),
        ranks=tuple(end_event.places[seat] for seat in seats),
        record_error=None if file is None else file.error,
        lost_programs=tuple(
            (seats.index(event.seat), event.why)
            for event in events
            if isinstance(event, SeatReassigned)
        ),
    )


def play_matches(plan: SimulationPlan, numbers: range) -> list[MatchOutcome]:
    return [play_match(plan, number) for number in numbers]


def add_options(parser: CommandLineParser) -> None:
    add_match_options(parser, tr("any text or number; the same gives the same matches"))
    add_number(parser, "--matches", tr("how many matches (1)"), default=1)
    add_bot_options(parser)
    text = tr(
        "write a record of every match there, replacing those of an earlier run; "
        "no two runs of a game write to one folder at once"
    )
    add_path(parser, "--record", "DIR", text)
    add_jobs_option(parser)


def run(args: Namespace) -> int:
    """Play the matches and print the summary; return the exit code.

    The code is 1 if a record is incomplete or nothing can begin.
    """
    game = find_game(args.game)
    players = resolve_player_count(game, args.players)
    opponents, programs = parse_opponents(args.bots or [FAST_LEVEL])
    plan = SimulationPlan(
        game=game.name,
        opponents=assign_opponents(opponents, players),
        programs=programs,
        options=parse_options(game, players, args.option),
        seed=create_seed() if args.seed is None else validate_seed_text(args.seed),
        matches=args.matches,
        folder=args.record,
        sandbox=args.sandbox,
    )
    try:
        with plan.lock_folder():
            return _run_simulation(plan, limit_jobs(args.jobs or count_cores()))
    except FolderTakenError as error:
        print_error(error)
        return 1


def _run_simulation(plan: SimulationPlan, jobs: int) -> int:
    summary = SimulationSummary(plan)
    if plan.sandbox and plan.programs and (refusal := find_sandbox_refusal()) is not None:
        print_error(refusal)
        return 1
    try:
        with ProgressBar(plan.matches, tr("matches")) as bar:
            for outcome in _play_all(plan, jobs):
                if outcome.record_error is not None and not summary.incomplete_count:
                    bar.clear_line()
                    error_text = Speaker().format_message(outcome.record_error)
                    warn(message_text("records-trouble", trouble=error_text))
                summary.add_outcome(outcome)
                bar.advance()
    except BrokenProcessPool:
        warn(message_text("workers-lost"))
        return 1
    print_result(summary.format_text())
    return 1 if summary.incomplete_count else 0


def _play_all(plan: SimulationPlan, jobs: int) -> Iterator[MatchOutcome]:
    # Batches large enough to be worth sending, small enough to end together.
    size = max(1, min(16, plan.matches // (8 * jobs)))
    end = plan.matches + 1
    batches = [range(first, min(first + size, end)) for first in range(1, end, size)]
    jobs = min(jobs, len(batches))
    if jobs == 1:
        for number in range(1, end):
            yield play_match(plan, number)
        return
    with start_workers(jobs) as pool:
        # A short queue keeps a long run from filling the memory.
        play = partial(play_matches, plan)
        for outcomes in map_in_order(pool, play, batches, TASKS_PER_PROCESS * jobs, pool.is_lost):
            yield from outcomes


class SimulationSummary:
    """Summary of matches, which may be added in any order."""

    def __init__(self, plan: SimulationPlan) -> None:
        players = len(plan.opponents)
        self.incomplete_count = 0
        """Number of incomplete records."""
        self._plan = plan
        self._matches = 0
        self._deals = 0
        self._point_sums = [0] * players
        self._win_counts = [0] * players
        self._rank_sums = [0] * players
        self._lost_programs: Counter[tuple[int, str]] = Counter()

    def add_outcome(self, outcome: MatchOutcome) -> None:
        self._matches += 1
        self._deals += outcome.deals
        self.incomplete_count += outcome.record_error is not None
        self._lost_programs.update(outcome.lost_programs)
        for player, (total, rank) in enumerate(zip(outcome.totals, outcome.ranks, strict=True)):
            self._point_sums[player] += total
            self._win_counts[player] += rank == 1
            self._rank_sums[player] += rank

    def format_text(self) -> str:
        plan = self._plan
        first_line = message_text(
            "simulated",
            game=plan.game,
            players=message_text("count-players", count=len(plan.opponents)),
            matches=message_text("count-matches", count=self._matches),
            deals=message_text("count-deals", count=self._deals),
            seed=sanitize_line(plan.seed),
        )
        lines = [first_line, *_align_columns([_build_heading(plan.game), *self._build_rows()])]
        lines += [self._format_loss(*loss) for loss in sorted(self._lost_programs.items())]
        if self.incomplete_count:
            lines.append(message_text("records-incomplete", count=self.incomplete_count))
        return "\n".join(lines)

    def _format_loss(self, loss: tuple[int, str], count: int) -> str:
        """Return the failure of a program, and the number of matches it affects."""
        player, reason = loss
        names = [header_player.name for header_player in self._plan.create_players()]
        loss_text = Speaker(names).format_message(describe_program_loss(player, reason))
        return f"{loss_text} ({message_text('count-matches', count=count)})"

    def _build_rows(self) -> list[list[str]]:
        plan = self._plan
        names = [header_player.name for header_player in plan.create_players()]
        opponent_texts = [opponent.command_line_text for opponent in plan.opponents]
        rows = [
            self._build_row(names[index], opponent_texts[index], [index])
            for index in range(len(names))
        ]
        levels = dict.fromkeys(opponent_texts)
        if 1 < len(levels) < len(names):
            for level in levels:
                players = [
                    index for index, other_text in enumerate(opponent_texts) if other_text == level
                ]
                rows.append(self._build_row(tr("all"), level, players))
        return rows

    def _build_row(self, name: str, level: str, players: list[int]) -> list[str]:
        points = sum(self._point_sums[index] for index in players)
        wins = sum(self._win_counts[index] for index in players)
        rank_sum = sum(self._rank_sums[index] for index in players)
        return [
            name,
            level,
            f"{points / max(1, len(players) * self._deals):.2f}",
            str(wins),
            f"{rank_sum / max(1, len(players) * self._matches):.2f}",
        ]


def _build_heading(game: str) -> list[str]:
    # A game that scores ranks adds up ranks, of which fewer are better.
    scores_ranks = GAMES[game].scores_ranks
    score_title = tr("place in a deal") if scores_ranks else tr("points a deal")
    return [tr("player"), tr("level"), score_title, tr("wins"), tr("mean place")]


def _align_columns(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if index < 2 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
