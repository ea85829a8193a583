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
from greenbaize.app.seats.opponents import QUICK_LEVEL, Opponent
from greenbaize.app.seats.sandbox import sandbox_refusal
from greenbaize.app.seats.seat import loss_told
from greenbaize.app.tables.matches import new_seed, settled_header
from greenbaize.app.tables.table import Table
from greenbaize.cli.arguments import Parser, add_bots, add_jobs, add_match, number, path
from greenbaize.cli.match_arguments import (
    game_named,
    one_for_each,
    opponents_named,
    player_count,
    seed_text,
    settled_options,
)
from greenbaize.cli.terminal import complain, plain, sentence, tell, warn
from greenbaize.cli.workers import AHEAD, Bar, cores, in_order, possible_jobs, workers
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.errors import FileError, FolderTakenError, RecordLockedError
from greenbaize.rules.events import Event, Scored, SeatGiven
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.store.record_file import RecordFile, let_go, lock_record
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


@dataclass(frozen=True, slots=True)
class Plan:
    """Run of matches between Bot 1, Bot 2 …; ``seed`` is any text.

    Records go to ``folder``, if any; ``programs`` are command lines by name, sandboxed if
    ``sandbox``.
    """

    game: str
    opponents: tuple[Opponent, ...]
    options: Settings
    seed: str
    matches: int
    folder: Path | None
    programs: Mapping[str, str] = field(default_factory=dict)
    sandbox: bool = False

    def launcher(self) -> BotLauncher:
        records = () if self.folder is None else (self.folder,)
        return BotLauncher(programs=self.programs, sandbox=self.sandbox, records=records)

    def sitters(self) -> tuple[Player, ...]:
        named = enumerate(self.opponents, 1)
        return tuple(opponent.sitter(f"Bot {number}") for number, opponent in named)

    def path(self, number: int) -> Path | None:
        """Return the path of a match's record, counted from 1; names sort by number."""
        if self.folder is None:
            return None
        digits = max(4, len(str(self.matches)))
        return self.folder / f"{self.game}-{number:0{digits}}.jsonl"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder against runs of the same game; raise ``FolderTakenError``."""
        if self.folder is not None:
            with suppress(OSError):  # writing the first record reports the error
                self.folder.mkdir(0o700, parents=True, exist_ok=True)
        try:
            with _locked(self.folder and self.folder / f"{self.game}.jsonl"):
                yield
        except RecordLockedError:
            raise FolderTakenError(Message("folder-taken", {"path": str(self.folder)})) from None


@contextmanager
def _locked(path: Path | None) -> Iterator[None]:
    """Lock a record, if any, where its folder can be written; raise ``RecordLockedError``."""
    lock = None
    if path is not None:
        with suppress(FileError):  # writing the record reports the error
            lock = lock_record(path)
    try:
        yield
    finally:
        let_go(lock)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a match; totals and ranks are by player, not by seat.

    ``record_error`` says why the record is incomplete; ``lost_programs`` pairs each player whose
    program lost its seat with the reason.
    """

    deals: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    trouble: Message | None
    lost: tuple[tuple[int, str], ...] = ()


def play_match(plan: Plan, number: int) -> Outcome:
    """Play one match of a run, counted from 1, and write its record if wanted."""
    seed = seed_from(f"{plan.seed}/{number}")
    header = settled_header(plan.game, plan.sitters(), plan.options, seed)
    path = plan.path(number)
    try:
        with _locked(path):
            return _recorded(plan, header, path)
    except RecordLockedError as error:
        return replace(_recorded(plan, header, None), trouble=error.message)


def _recorded(plan: Plan, header: Header, path: Path | None) -> Outcome:
    game = GAMES[plan.game]
    file = None if path is None else RecordFile.create(path, header, event_codec(game))
    keep = None if file is None else file.append
    table = Table(game, header, keep=keep, launcher=plan.launcher())
    events: list[Event] = []
    table.listen(lambda told: events.append(told[-1]))
    try:
        table.play_out()
    finally:
        table.close()
        if file is not None:
            file.close()
    end = table.end
    assert end is not None
    seats = [header.sitters.index(sitter) for sitter in plan.sitters()]
    return Outcome(
        deals=sum(isinstance(event, Scored) for event in events),
        totals=tuple(end.totals[seat] for seat in seats),
        places=tuple(end.places[seat] for seat in seats),
        trouble=None if file is None else file.trouble,
        lost=tuple(
            (seats.index(event.seat), event.why) for event in events if isinstance(event, SeatGiven)
        ),
    )


def play_matches(plan: Plan, numbers: range) -> list[Outcome]:
    return [play_match(plan, number) for number in numbers]


def add_options(parser: Parser) -> None:
    add_match(parser, tr("any text or number; the same gives the same matches"))
    number(parser, "--matches", tr("how many matches (1)"), default=1)
    add_bots(parser)
    text = tr(
        "write a record of every match there, replacing those of an earlier run; "
        "no two runs of a game write to one folder at once"
    )
    path(parser, "--record", "DIR", text)
    add_jobs(parser)


def run(asked: Namespace) -> int:
    """Play the matches and print the summary; return the exit code.

    The code is 1 if a record is incomplete or nothing can begin.
    """
    game = game_named(asked.game)
    players = player_count(game, asked.players)
    opponents, programs = opponents_named(asked.bots or [QUICK_LEVEL])
    plan = Plan(
        game=game.name,
        opponents=one_for_each(opponents, players),
        programs=programs,
        options=settled_options(game, players, asked.option),
        seed=new_seed() if asked.seed is None else seed_text(asked.seed),
        matches=asked.matches,
        folder=asked.record,
        sandbox=asked.sandbox,
    )
    try:
        with plan.locked():
            return _simulated(plan, possible_jobs(asked.jobs or cores()))
    except FolderTakenError as error:
        complain(error)
        return 1


def _simulated(plan: Plan, jobs: int) -> int:
    summary = Summary(plan)
    if plan.sandbox and plan.programs and (refusal := sandbox_refusal()) is not None:
        complain(refusal)
        return 1
    try:
        with Bar(plan.matches, tr("matches")) as bar:
            for outcome in _played(plan, jobs):
                if outcome.trouble is not None and not summary.incomplete:
                    bar.clear()
                    trouble = Speaker().say(outcome.trouble)
                    warn(sentence("records-trouble", trouble=trouble))
                summary.add(outcome)
                bar.advance()
    except BrokenProcessPool:
        warn(sentence("workers-lost"))
        return 1
    tell(summary.text())
    return 1 if summary.incomplete else 0


def _played(plan: Plan, jobs: int) -> Iterator[Outcome]:
    # Batches large enough to be worth sending, small enough to end together.
    size = max(1, min(16, plan.matches // (8 * jobs)))
    end = plan.matches + 1
    portions = [range(first, min(first + size, end)) for first in range(1, end, size)]
    jobs = min(jobs, len(portions))
    if jobs == 1:
        for number in range(1, end):
            yield play_match(plan, number)
        return
    with workers(jobs) as pool:
        # A short queue keeps a long run from filling the memory.
        play = partial(play_matches, plan)
        for outcomes in in_order(pool, play, portions, AHEAD * jobs, pool.lost):
            yield from outcomes


class Summary:
    """Summary of matches, which may be added in any order."""

    def __init__(self, plan: Plan) -> None:
        players = len(plan.opponents)
        self.incomplete = 0
        """Number of incomplete records."""
        self._plan = plan
        self._matches = 0
        self._deals = 0
        self._points = [0] * players
        self._wins = [0] * players
        self._places = [0] * players
        self._lost: Counter[tuple[int, str]] = Counter()

    def add(self, outcome: Outcome) -> None:
        self._matches += 1
        self._deals += outcome.deals
        self.incomplete += outcome.trouble is not None
        self._lost.update(outcome.lost)
        for player, (total, place) in enumerate(zip(outcome.totals, outcome.places, strict=True)):
            self._points[player] += total
            self._wins[player] += place == 1
            self._places[player] += place

    def text(self) -> str:
        plan = self._plan
        first = sentence(
            "simulated",
            game=plan.game,
            players=sentence("count-players", count=len(plan.opponents)),
            matches=sentence("count-matches", count=self._matches),
            deals=sentence("count-deals", count=self._deals),
            seed=plain(plan.seed),
        )
        lines = [first, *_aligned([_heading(plan.game), *self._rows()])]
        lines += [self._loss(*loss) for loss in sorted(self._lost.items())]
        if self.incomplete:
            lines.append(sentence("records-incomplete", count=self.incomplete))
        return "\n".join(lines)

    def _loss(self, loss: tuple[int, str], count: int) -> str:
        """Return the failure of a program, and the number of matches it affects."""
        player, why = loss
        names = [sitter.name for sitter in self._plan.sitters()]
        said = Speaker(names).say(loss_told(player, why))
        return f"{said} ({sentence('count-matches', count=count)})"

    def _rows(self) -> list[list[str]]:
        plan = self._plan
        names = [sitter.name for sitter in plan.sitters()]
        kinds = [opponent.words for opponent in plan.opponents]
        rows = [self._row(names[one], kinds[one], [one]) for one in range(len(names))]
        levels = dict.fromkeys(kinds)
        if 1 < len(levels) < len(names):
            for level in levels:
                players = [one for one, other in enumerate(kinds) if other == level]
                rows.append(self._row(tr("all"), level, players))
        return rows

    def _row(self, name: str, level: str, players: list[int]) -> list[str]:
        points = sum(self._points[one] for one in players)
        wins = sum(self._wins[one] for one in players)
        places = sum(self._places[one] for one in players)
        return [
            name,
            level,
            f"{points / max(1, len(players) * self._deals):.2f}",
            str(wins),
            f"{places / max(1, len(players) * self._matches):.2f}",
        ]


def _heading(game: str) -> list[str]:
    # A game that scores ranks adds up ranks, of which fewer are better.
    places = GAMES[game].scores_places
    counted = tr("place in a deal") if places else tr("points a deal")
    return [tr("player"), tr("level"), counted, tr("wins"), tr("mean place")]


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            box.ljust(width) if place < 2 else box.rjust(width)
            for place, (box, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
