"""Command ``greenbaize duel``: two computer players play the same deals with seats swapped."""

from argparse import Namespace
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from fractions import Fraction
from functools import partial
from itertools import count
from math import floor

from greenbaize.app.duels import (
    Duel,
    Duplicate,
    Estimate,
    TableFile,
    group_lead,
    groups,
    head_of,
    lines_of,
    play_duplicate,
)
from greenbaize.app.signals import exit_code, stopped_later
from greenbaize.app.tables.matches import new_seed
from greenbaize.cli.arguments import Parser, add_jobs, add_match, flag, number, path
from greenbaize.cli.match_arguments import (
    game_named,
    opponent_named,
    player_count,
    seed_text,
    settled_options,
)
from greenbaize.cli.terminal import complain, plain, sentence, tell
from greenbaize.cli.workers import (
    AHEAD,
    Bar,
    cluster_workers,
    cores,
    in_order,
    possible_jobs,
    workers,
)
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import Counts
from greenbaize.rules.messages import Message
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.words.catalogue import tr


def add_options(parser: Parser) -> None:
    add_match(parser, tr("any text or number; the same gives the same matches"))
    text = tr("a level, as in easy or easy:bold: {levels}").format(levels=", ".join(LEVEL_NAMES))
    for side in ("--a", "--b"):
        parser.add_argument(side, metavar="BOT", type=opponent_named, required=True, help=text)
    text = tr("how many deals at least (400); matches are played to their end")
    number(parser, "--deals", text, default=400)
    path(parser, "--csv", "FILE", tr("write every match there as a table (CSV)"))
    flag(parser, "--force", tr("replace a file that is there, even if it is no such table"))
    where = parser.add_mutually_exclusive_group()
    add_jobs(where)
    text = tr("let a Dask cluster play instead, as in host:8786")
    where.add_argument("--cluster", metavar="ADDRESS", help=text)


def run(asked: Namespace) -> int:
    """Play a duel and print who leads, even if interrupted; return the exit code.

    Whole groups are played until the requested number of deals is reached. The code is 1 on errors,
    that of ``exit_code`` after a signal.
    """
    game = game_named(asked.game)
    players = player_count(game, asked.players)
    match = Duel(
        game=game.name,
        sides=(asked.a, asked.b),
        players=players,
        options=settled_options(game, players, asked.option),
        seed=new_seed() if asked.seed is None else seed_text(asked.seed),
    )
    score = _Score(match)
    code, trouble = 0, None
    try:
        with (
            closing(_played(match, asked.jobs or cores(), asked.cluster)) as played,
            TableFile(asked.csv, force=asked.force) as table,
            Bar(asked.deals, tr("deals")) as bar,
        ):
            for group in groups(match, _watched(played, bar)):
                with stopped_later():
                    head = head_of(match) if score.deals == 0 else b""
                    table.write(head + lines_of(match, group))
                    score.add(group)
                if score.deals >= asked.deals:
                    break
    except KeyboardInterrupt as stop:
        code, trouble = exit_code(stop), Message("stopped")
    except BrokenProcessPool:
        code, trouble = 1, Message("workers-lost")
    except GameError as error:
        code, trouble = 1, error.message
    finally:
        if score.deals:
            tell(score.text())
    if trouble is not None:
        complain(trouble)
    return code


def _played(match: Duel, jobs: int, cluster: str | None) -> Generator[Duplicate, None, None]:
    """Yield the duplicates of a duel by number, without end."""
    play = partial(play_duplicate, match)
    if cluster is not None:
        with cluster_workers(cluster) as (pool, threads, lost):
            yield from in_order(pool, play, count(), AHEAD * threads, lost)
    elif (jobs := possible_jobs(jobs)) == 1:
        yield from map(play, count())
    else:
        with workers(jobs) as pool:
            yield from in_order(pool, play, count(), AHEAD * jobs, pool.lost)


def _watched(played: Iterator[Duplicate], bar: Bar) -> Iterator[Duplicate]:
    for match in played:
        bar.advance(match.deals)
        yield match


class _Score:
    """Measurements of a duel so far."""

    def __init__(self, match: Duel) -> None:
        self.deals = 0
        self._match = match
        self._matches = 0
        self._leads: list[Fraction] = []

    def add(self, group: Sequence[Duplicate]) -> None:
        self.deals += sum(match.deals for match in group)
        self._matches += len(group)
        self._leads.append(group_lead(self._match, group))

    def text(self) -> str:
        """Return the result as lines; at least one group must have been added."""
        match, estimate = self._match, Estimate.of(self._leads)
        first = sentence(
            "dueled",
            game=match.game,
            players=sentence("count-players", count=match.players),
            groups=sentence("count-groups", count=len(self._leads)),
            matches=sentence("count-matches", count=self._matches),
            deals=sentence("count-deals", count=self.deals),
            seed=plain(match.seed),
        )
        return "\n".join((first, self._lead(estimate), self._sureness(estimate)))

    def _lead(self, estimate: Estimate) -> str:
        a, b = (side.words for side in self._match.sides)
        points = self._match.counts is Counts.POINTS
        unit = tr("points a deal") if points else tr("places a match")
        lead = {"a": a, "b": b, "lead": _signed(estimate.mean), "unit": unit}
        if estimate.error is None:
            return sentence("duel-lead-alone", **lead)
        low, high = map(_signed, estimate.span())
        return sentence("duel-lead", **lead, error=f"{estimate.error:.2f}", low=low, high=high)

    def _sureness(self, estimate: Estimate) -> str:
        sure = estimate.sure()
        if sure is None:
            return sentence("duel-unsure")
        # Round down: no measurement is 100 % certain.
        percent = f"{min(floor(sure * 10_000), 9_999) / 100:.2f}"
        better = self._match.sides[estimate.mean < 0].words
        return sentence("duel-sure", better=better, percent=percent)


def _signed(value: float) -> str:
    text = f"{value:+.2f}".replace("-", "−")
    return text if text[1:] != "0.00" else "0.00"
