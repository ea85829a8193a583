"""``greenbaize simulate``: computer players play matches on all cores, without a window."""

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from greenbaize.app.seats.opponents import QUICK_LEVEL
from greenbaize.app.seats.sandbox import sandbox_refusal
from greenbaize.app.seats.seat import loss_told
from greenbaize.app.tables.matches import new_seed
from greenbaize.cli.argparse_words import Parser
from greenbaize.cli.arguments import (
    add_bots,
    add_jobs,
    add_match,
    game_named,
    number,
    one_for_each,
    opponents_named,
    path,
    player_count,
    seed_text,
    settled_options,
)
from greenbaize.cli.playing import Outcome, Run, play_matches
from greenbaize.cli.progress import Bar
from greenbaize.cli.terminal import plain, tell, warn
from greenbaize.cli.workers import cores, signals_for_us_alone, wait_for, workers
from greenbaize.games import GAMES
from greenbaize.rules.errors import FolderTakenError
from greenbaize.rules.game import Unit
from greenbaize.rules.messages import Message
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


def add_options(parser: Parser) -> None:
    """Add the options of the command."""
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
    """Simulate matches of computer players."""
    game = game_named(asked.game)
    players = player_count(game, asked.players)
    opponents, programs = opponents_named(asked.bots or [QUICK_LEVEL])
    run = Run(
        game=game.name,
        opponents=one_for_each(opponents, players),
        programs=programs,
        options=settled_options(game, players, asked.option),
        seed=new_seed() if asked.seed is None else seed_text(asked.seed),
        matches=asked.matches,
        folder=asked.record,
        sandbox=asked.sandbox,
    )
    return simulate(run, asked.jobs)


def simulate(run: Run, jobs: int | None = None) -> int:
    """Play the matches and print the summary; returns the exit code.

    ``jobs`` are processes, None for one a core. The code is 1 if a record is incomplete, another
    run uses the folder, or a program's sandbox is missing.
    """
    try:
        free = run.lock()
    except FolderTakenError as error:
        warn(Speaker().say(error.message))
        return 1
    try:
        return _simulated(run, jobs or cores())
    finally:
        free()


def _simulated(run: Run, jobs: int) -> int:
    summary = Summary(run)
    say = Speaker().say
    if run.sandbox and run.programs and (refusal := sandbox_refusal()) is not None:
        warn(say(refusal))
        return 1
    try:
        with Bar(run.matches, tr("matches")) as bar:
            for outcome in _played(run, jobs):
                if outcome.trouble is not None and not summary.incomplete:
                    bar.clear()
                    trouble = {"trouble": say(outcome.trouble)}
                    warn(say(Message("records-trouble", trouble)))
                summary.add(outcome)
                bar.advance()
    except BrokenProcessPool:
        warn(say(Message("workers-lost")))
        return 1
    tell(summary.text())
    return 1 if summary.incomplete else 0


def _played(run: Run, jobs: int) -> Iterator[Outcome]:
    """Play all matches, in no fixed order."""
    # Portions large enough to be worth sending, small enough to end together.
    size = max(1, min(16, run.matches // (8 * jobs)))
    portions = [
        range(first, min(first + size, run.matches + 1))
        for first in range(1, run.matches + 1, size)
    ]
    jobs = min(jobs, len(portions))
    if jobs == 1:
        for number in range(1, run.matches + 1):
            yield from play_matches(run, range(number, number + 1))
        return
    with workers(jobs) as pool:
        waiting = iter(portions)
        running: set[Future[list[Outcome]]] = set()
        while True:
            # The queue is kept short, so that a long run does not lie in memory.
            with signals_for_us_alone():
                for portion in islice(waiting, 2 * jobs - len(running)):
                    running.add(pool.submit(play_matches, run, portion))
            if not running:
                return
            done = wait_for(running, pool.lost)
            running -= done
            for future in done:
                yield from future.result()


class Summary:
    """Adds up matches, in any order."""

    def __init__(self, run: Run) -> None:
        players = len(run.opponents)
        self.incomplete = 0
        """The number of incomplete records."""
        self._run = run
        self._matches = 0
        self._deals = 0
        self._points = [0] * players
        self._wins = [0] * players
        self._places = [0] * players
        self._lost: Counter[tuple[int, str]] = Counter()

    def add(self, outcome: Outcome) -> None:
        """Count a match."""
        self._matches += 1
        self._deals += outcome.deals
        self.incomplete += outcome.trouble is not None
        self._lost.update(outcome.lost)
        for player, (total, place) in enumerate(zip(outcome.totals, outcome.places, strict=True)):
            self._points[player] += total
            self._wins[player] += place == 1
            self._places[player] += place

    def text(self) -> str:
        """The summary as lines."""
        say, run = Speaker().say, self._run
        first = {
            "game": run.game,
            "players": say(Message("count-players", {"count": len(run.opponents)})),
            "matches": say(Message("count-matches", {"count": self._matches})),
            "deals": say(Message("count-deals", {"count": self._deals})),
            "seed": plain(run.seed),
        }
        lines = [say(Message("simulated", first)), *_aligned([_heading(run.game), *self._rows()])]
        lines += [self._loss(*loss) for loss in sorted(self._lost.items())]
        if self.incomplete:
            lines.append(say(Message("records-incomplete", {"count": self.incomplete})))
        return "\n".join(lines)

    def _loss(self, loss: tuple[int, str], count: int) -> str:
        """How a program's failure affects its figures."""
        player, why = loss
        names = [sitter.name for sitter in self._run.sitters()]
        said = Speaker(names).say(loss_told(player, why))
        matches = Speaker().say(Message("count-matches", {"count": count}))
        return f"{said} ({matches})"

    def _rows(self) -> list[list[str]]:
        run = self._run
        names = [sitter.name for sitter in run.sitters()]
        kinds = [opponent.words for opponent in run.opponents]
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
    # What is added up in a game of places are places, of which fewer are better.
    points = GAMES[game].unit is not Unit.PLACE
    counted = tr("points a deal") if points else tr("place in a deal")
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
