"""``greenbaize simulate``: computer players play matches on all cores, without a window."""

from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from greenbaize.app.chairs.opponents import QUICK_LEVEL
from greenbaize.app.chairs.sandbox import sandbox_refusal
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
from greenbaize.cli.summary import Summary
from greenbaize.cli.terminal import tell, warn
from greenbaize.cli.workers import cores, signals_for_us_alone, wait_for, workers
from greenbaize.rules.errors import FolderTakenError
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
    """Let computer players play."""
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
    """Play the matches and print the summary.

    Args:
        run: what to play.
        jobs: how many processes play; None for one on every core.

    Returns:
        The exit code: 1 if a record could not be written whole, if another run writes its records
        to the same folder, or if there is no sandbox for the programs that are to be run in one.
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
