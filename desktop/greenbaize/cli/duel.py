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
    DuelTableFile,
    DuplicateMatch,
    Estimate,
    compute_group_lead,
    encode_group,
    encode_head,
    group_matches,
    play_duplicate_match,
)
from greenbaize.app.signals import defer_signals, find_exit_code
from greenbaize.app.tables.matches import create_seed
from greenbaize.cli.arguments import (
    CommandLineParser,
    add_flag,
    add_jobs_option,
    add_match_options,
    add_number,
    add_path,
)
from greenbaize.cli.match_arguments import (
    find_game,
    parse_opponent,
    parse_options,
    resolve_player_count,
    validate_seed_text,
)
from greenbaize.cli.terminal import message_text, print_error, print_result, sanitize_line
from greenbaize.cli.workers import (
    TASKS_PER_PROCESS,
    ProgressBar,
    connect_cluster,
    count_cores,
    limit_jobs,
    map_in_order,
    start_workers,
)
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import ComparisonMeasure
from greenbaize.rules.messages import Message
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.words.catalogue import tr


def add_options(parser: CommandLineParser) -> None:
    add_match_options(parser, tr("any text or number; the same gives the same matches"))
    text = tr("a level, as in easy or easy:bold: {levels}").format(levels=", ".join(LEVEL_NAMES))
    for side in ("--a", "--b"):
        parser.add_argument(side, metavar="BOT", type=parse_opponent, required=True, help=text)
    text = tr("how many deals at least (400); matches are played to their end")
    add_number(parser, "--deals", text, default=400)
    add_path(parser, "--csv", "FILE", tr("write every match there as a table (CSV)"))
    add_flag(parser, "--force", tr("replace an existing file, even if it is no such table"))
    worker_group = parser.add_mutually_exclusive_group()
    add_jobs_option(worker_group)
    text = tr("let a Dask cluster play instead, as in host:8786")
    worker_group.add_argument("--cluster", metavar="ADDRESS", help=text)


def run(args: Namespace) -> int:
    """Play a duel and print who leads, even if interrupted; return the exit code.

    Whole groups are played until the requested number of deals is reached. The code is 1 on errors,
    that of ``find_exit_code`` after a signal.
    """
    game = find_game(args.game)
    players = resolve_player_count(game, args.players)
    duel = Duel(
        game=game.name,
        sides=(args.a, args.b),
        players=players,
        options=parse_options(game, players, args.option),
        seed=create_seed() if args.seed is None else validate_seed_text(args.seed),
    )
    summary = _DuelSummary(duel)
    code, error_message = 0, None
    try:
        with (
            closing(_play_duplicates(duel, args.jobs or count_cores(), args.cluster)) as duplicates,
            DuelTableFile(args.csv, force=args.force) as table,
            ProgressBar(args.deals, tr("deals")) as bar,
        ):
            for group in group_matches(duel, _track_progress(duplicates, bar)):
                with defer_signals():
                    header_lines = encode_head(duel) if summary.deals == 0 else b""
                    table.write_lines(header_lines + encode_group(duel, group))
                    summary.add_group(group)
                if summary.deals >= args.deals:
                    break
    except KeyboardInterrupt as stop:
        code, error_message = find_exit_code(stop), Message("stopped")
    except BrokenProcessPool:
        code, error_message = 1, Message("workers-lost")
    except GameError as error:
        code, error_message = 1, error.message
    finally:
        if summary.deals:
            print_result(summary.format_text())
    if error_message is not None:
        print_error(error_message)
    return code


def _play_duplicates(
    duel: Duel, jobs: int, cluster: str | None
) -> Generator[DuplicateMatch, None, None]:
    """Yield the duplicates of a duel by number, without end."""
    play = partial(play_duplicate_match, duel)
    if cluster is not None:
        with connect_cluster(cluster) as (pool, threads, is_lost):
            yield from map_in_order(pool, play, count(), TASKS_PER_PROCESS * threads, is_lost)
    elif (jobs := limit_jobs(jobs)) == 1:
        yield from map(play, count())
    else:
        with start_workers(jobs) as pool:
            yield from map_in_order(pool, play, count(), TASKS_PER_PROCESS * jobs, pool.is_lost)


def _track_progress(
    duplicates: Iterator[DuplicateMatch], bar: ProgressBar
) -> Iterator[DuplicateMatch]:
    for duplicate in duplicates:
        bar.advance(duplicate.deal_count)
        yield duplicate


class _DuelSummary:
    """Measurements of a duel so far."""

    def __init__(self, duel: Duel) -> None:
        self.deals = 0
        self._duel = duel
        self._matches = 0
        self._leads: list[Fraction] = []

    def add_group(self, group: Sequence[DuplicateMatch]) -> None:
        self.deals += sum(duplicate.deal_count for duplicate in group)
        self._matches += len(group)
        self._leads.append(compute_group_lead(self._duel, group))

    def format_text(self) -> str:
        """Return the result as lines; at least one group must have been added."""
        duel, estimate = self._duel, Estimate.from_values(self._leads)
        first_line = message_text(
            "dueled",
            game=duel.game,
            players=message_text("count-players", count=duel.players),
            groups=message_text("count-groups", count=len(self._leads)),
            matches=message_text("count-matches", count=self._matches),
            deals=message_text("count-deals", count=self.deals),
            seed=sanitize_line(duel.seed),
        )
        return "\n".join(
            (first_line, self._format_lead(estimate), self._format_confidence(estimate))
        )

    def _format_lead(self, estimate: Estimate) -> str:
        a, b = (side.command_line_text for side in self._duel.sides)
        counts_points = self._duel.counts is ComparisonMeasure.POINTS
        unit = tr("points a deal") if counts_points else tr("places a match")
        lead = {"a": a, "b": b, "lead": _format_signed(estimate.mean), "unit": unit}
        if estimate.error is None:
            return message_text("duel-lead-alone", **lead)
        low, high = map(_format_signed, estimate.confidence_interval())
        return message_text("duel-lead", **lead, error=f"{estimate.error:.2f}", low=low, high=high)

    def _format_confidence(self, estimate: Estimate) -> str:
        confidence = estimate.sign_confidence()
        if confidence is None:
            return message_text("duel-unsure")
        # Round down: no measurement is 100 % certain.
        percent = f"{min(floor(confidence * 10_000), 9_999) / 100:.2f}"
        better = self._duel.sides[estimate.mean < 0].command_line_text
        return message_text("duel-sure", better=better, percent=percent)


def _format_signed(value: float) -> str:
    text = f"{value:+.2f}".replace("-", "−")
    return text if text[1:] != "0.00" else "0.00"
