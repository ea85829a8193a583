"""Command ``greenbaize history statistics``: statistics of a person or level, and ratings."""

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence

from greenbaize.app.memory.history_sync import query_synced
from greenbaize.app.memory.statistics_result import (
    MatchCondition,
    StatisticsRow,
    expand_names,
    find_statistics,
    list_persons,
    list_queries,
    list_rating_rows,
    list_statistics_rows,
    save_statistics,
)
from greenbaize.cli.arguments import CommandLineParser, add_flag, add_game_name_option, add_path
from greenbaize.cli.house_rules import add_rules_option, find_rules_keys
from greenbaize.cli.match_arguments import find_game, replace_undecodable
from greenbaize.cli.terminal import message_text, print_error, print_result, sanitize_line, warn
from greenbaize.games import GAMES
from greenbaize.rules.errors import GameError, HistoryError, UsageError
from greenbaize.rules.facts import StatisticsTableRow, game_of_statistics_name
from greenbaize.rules.messages import Message
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.store.history import (
    MIXED_OPPONENTS,
    PEOPLE_OPPONENTS,
    PROGRAM_OPPONENTS,
    HistoryDatabase,
)
from greenbaize.store.settings import UserSettings
from greenbaize.store.statistics import (
    StatisticsQuery,
    StatisticsSubject,
    has_played,
)
from greenbaize.words.catalogue import tr
from greenbaize.words.sheet_words import RATING_LINE
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import level_title


def add_options(parser: CommandLineParser) -> None:
    add_game_name_option(parser)
    subject_group = parser.add_mutually_exclusive_group()
    text = tr("whose statistics; repeat it for each of their names")
    subject_group.add_argument(
        "--person", metavar="NAME", type=replace_undecodable, action="append", help=text
    )
    levels = ", ".join(f"{level} ({level_title(level)})" for level in LEVEL_NAMES)
    text = tr("those of the computer players of a level: {levels}").format(levels=levels)
    subject_group.add_argument("--level", metavar="LEVEL", choices=LEVEL_NAMES, help=text)
    text = tr(
        "only matches against: a level, people (with or without computer players), "
        "programs, or mixed (several levels); with --person or --level"
    )
    parser.add_argument("--against", metavar="WHO", default="", help=text)
    add_rules_option(parser)
    output_group = parser.add_mutually_exclusive_group()
    add_path(output_group, "--csv", "FILE", tr("write it there as a table (CSV)"))
    add_flag(output_group, "--json", tr("one JSON object a line, for other programs"))
    add_flag(parser, "--force", tr("replace an existing file, even if it is no such table"))


def run(args: Namespace) -> int:
    """Print somebody's statistics or ratings, or write a table; return the exit code."""
    subject = None
    if args.person or args.level:
        subject = StatisticsSubject(tuple(args.person or ()), args.level or "")
    elif args.against:
        raise UsageError(Message("usage-against"))
    elif args.rules:
        raise UsageError(Message("usage-rules"))
    opponent_kinds = (*LEVEL_NAMES, PEOPLE_OPPONENTS, PROGRAM_OPPONENTS, MIXED_OPPONENTS)
    if args.against not in ("", *opponent_kinds):
        values = {"against": args.against, "known": ", ".join(opponent_kinds)}
        raise UsageError(Message("usage-against-kind", values))
    persons = list_persons(UserSettings.load())
    if subject is not None and subject.names:
        subject = StatisticsSubject(expand_names(subject.names, persons))
    game = "" if args.game is None else find_game(args.game).name
    matching = MatchCondition(game, args.against, find_rules_keys(args.rules, game))
    as_text = args.csv is None and not args.json

    def load_statistics(history: HistoryDatabase) -> tuple[list[str], list[StatisticsRow], bool]:
        if subject is None:
            lines = list(list_rating_rows(history, persons, game))
            return (list(map(_format_rating, lines)) if as_text else []), lines, True
        is_known = _is_known_subject(history, subject, persons)
        if as_text:
            return list(_format_statistics(history, subject, matching)), [], is_known
        return [], list(list_statistics_rows(history, subject, matching)), is_known

    errors: list[HistoryError] = []
    texts, rows, is_known = query_synced(load_statistics, errors.append)
    for history_error in errors:
        print_error(history_error)
    for line in texts:
        print_result(sanitize_line(line))
    for row in rows if args.json else ():
        print_result(json.dumps(row.present_values, ensure_ascii=False))
    if args.csv is not None:
        try:
            save_statistics(args.csv, rows, force=args.force)
        except GameError as error:
            print_error(error)
            return 1
    if not texts and not rows:
        return _report_empty(subject, is_known=is_known, has_errors=bool(errors))
    if subject is None and as_text:
        warn(message_text("statistics-whose"))
    return 0


def _report_empty(subject: StatisticsSubject | None, *, is_known: bool, has_errors: bool) -> int:
    """Print why there are no statistics, unless errors were printed; return the exit code."""
    if has_errors:
        return 1
    if subject is not None and not is_known:
        warn(sanitize_line(message_text("statistics-nobody", name=", ".join(subject.names))))
    else:
        warn(message_text("statistics-empty"))
    return 0


def _is_known_subject(
    history: HistoryDatabase, subject: StatisticsSubject, persons: Sequence[StatisticsSubject]
) -> bool:
    """Return whether the subject is a level, a person here, or a player of any match."""
    is_person_here = any(set(subject.names) & set(person.names) for person in persons)
    return bool(subject.level) or is_person_here or has_played(history, subject.names)


def _format_statistics(
    history: HistoryDatabase, subject: StatisticsSubject, matching: MatchCondition
) -> Iterator[str]:
    for query in list_queries(history, subject, matching):
        if game_of_statistics_name(query.game) in GAMES:
            yield from _format_group(history, query)


def _format_rating(row: StatisticsRow) -> str:
    return message_text(
        "statistics-rated",
        game=row.game,
        name=row.name or row.level,
        rating=f"{row.rating:.0f}",
        error=f"{row.sum:.0f}",
        matches=message_text("count-matches", count=row.times or 0),
    )


def _format_group(history: HistoryDatabase, query: StatisticsQuery) -> Iterator[str]:
    game, statistics = GAMES[game_of_statistics_name(query.game)], find_statistics(history, query)
    mean = statistics.points.mean or 0.0
    yield message_text(
        "statistics-counted-places" if game.scores_ranks else "statistics-counted",
        game=query.game,
        against=query.opponent_kind,
        matches=message_text("count-matches", count=statistics.match_count),
        won=statistics.won_count,
        points=f"{mean:.2f}" if game.scores_ranks else f"{mean:+.2f}",
        row=statistics.streaks.won.longest,
    )
    format_label = Speaker().format_message
    for figures in game.statistics_tables(statistics.sums):
        known_rates = [rate for rate in figures.rows if rate.fact_sum.occurrences]
        if known_rates:
            yield f"  {format_label(figures.title)}"
        for rate in known_rates:
            yield f"    {format_label(rate.label)}: {_format_rate(rate)}"
    rating = game.rating(statistics.sums)
    if rating is not None:
        yield f"  {message_text('statistics-source', rating=f'{rating:.2f}')}. {tr(RATING_LINE)}"


def _format_rate(rate: StatisticsTableRow) -> str:
    mean = rate.mean or 0.0
    return f"{100 * mean:.0f} %" if rate.is_share else f"{mean:.2f}"
