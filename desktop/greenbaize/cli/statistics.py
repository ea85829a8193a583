"""Command ``greenbaize history statistics``: statistics of a person or level, and ratings."""

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence

from greenbaize.app.memory.history_sync import told_now
from greenbaize.app.memory.statistics_result import (
    Line,
    find,
    known_as,
    lines_of,
    persons_of,
    rated_lines,
    save_statistics,
)
from greenbaize.cli.arguments import Parser, add_game_name, flag, path
from greenbaize.cli.match_arguments import game_named, name_text
from greenbaize.cli.terminal import complain, plain, sentence, tell, warn
from greenbaize.games import GAMES
from greenbaize.rules.errors import GameError, HistoryError, UsageError
from greenbaize.rules.facts import Rate, full_name
from greenbaize.rules.messages import Message
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.store.history import MIXED, PEOPLE, PROGRAMS, History
from greenbaize.store.settings import Settings
from greenbaize.store.statistics import Chosen, Who, games_played, has_played, opponents
from greenbaize.words.catalogue import tr
from greenbaize.words.sheet_words import RATING_LINE
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import level_title


def add_options(parser: Parser) -> None:
    add_game_name(parser)
    whose = parser.add_mutually_exclusive_group()
    text = tr("whose statistics; repeat it for each of their names")
    whose.add_argument("--person", metavar="NAME", type=name_text, action="append", help=text)
    levels = ", ".join(f"{level} ({level_title(level)})" for level in LEVEL_NAMES)
    text = tr("those of the computer players of a level: {levels}").format(levels=levels)
    whose.add_argument("--level", metavar="LEVEL", choices=LEVEL_NAMES, help=text)
    text = tr(
        "only matches against: a level, people (with or without computer players), "
        "programs, or mixed (several levels); with --person or --level"
    )
    parser.add_argument("--against", metavar="WHO", default="", help=text)
    how = parser.add_mutually_exclusive_group()
    path(how, "--csv", "FILE", tr("write it there as a table (CSV)"))
    flag(how, "--json", tr("one JSON object a line, for other programs"))
    flag(parser, "--force", tr("replace a file that is there, even if it is no such table"))


def run(asked: Namespace) -> int:
    """Print somebody's statistics or ratings, or write a table; return the exit code."""
    who = None
    if asked.person or asked.level:
        who = Who(tuple(asked.person or ()), asked.level or "")
    elif asked.against:
        raise UsageError(Message("usage-against"))
    kinds = (*LEVEL_NAMES, PEOPLE, PROGRAMS, MIXED)
    if asked.against not in ("", *kinds):
        values = {"against": asked.against, "known": ", ".join(kinds)}
        raise UsageError(Message("usage-against-kind", values))
    persons = persons_of(Settings.load())
    if who is not None and who.names:
        who = Who(known_as(who.names, persons))
    game = "" if asked.game is None else game_named(asked.game).name
    in_words = asked.csv is None and not asked.json

    def counted(history: History) -> tuple[list[str], list[Line], bool]:
        if who is None:
            lines = list(rated_lines(history, persons, game))
            return (list(map(_rated, lines)) if in_words else []), lines, True
        known = _has_played(history, who, persons)
        if in_words:
            return list(_said(history, who, game, asked.against)), [], known
        return [], list(lines_of(history, who, game, asked.against)), known

    faults: list[HistoryError] = []
    said, found, known = told_now(counted, faults.append)
    for fault in faults:
        complain(fault)
    for line in said:
        tell(plain(line))
    for one in found if asked.json else ():
        tell(json.dumps(one.known, ensure_ascii=False))
    if asked.csv is not None:
        try:
            save_statistics(asked.csv, found, force=asked.force)
        except GameError as error:
            complain(error)
            return 1
    if not said and not found:
        return _say_empty(who, known=known, unread=bool(faults))
    if who is None and in_words:
        warn(sentence("statistics-whose"))
    return 0


def _say_empty(who: Who | None, *, known: bool, unread: bool) -> int:
    """Print why there are no statistics, unless errors were printed; return the exit code."""
    if unread:
        return 1
    if who is not None and not known:
        warn(plain(sentence("statistics-nobody", name=", ".join(who.names))))
    else:
        warn(sentence("statistics-empty"))
    return 0


def _has_played(history: History, who: Who, persons: Sequence[Who]) -> bool:
    """Return whether the subject is a level, a person here, or a player of any match."""
    own = any(set(who.names) & set(one.names) for one in persons)
    return bool(who.level) or own or has_played(history, who.names)


def _said(history: History, who: Who, asked_game: str, asked_against: str) -> Iterator[str]:
    for game in games_played(history, who):
        if asked_game in ("", full_name(game)) and full_name(game) in GAMES:
            for against in opponents(history, who, game):
                if asked_against in ("", against):
                    yield from _of_one(history, Chosen(who, game, against))


def _rated(line: Line) -> str:
    return sentence(
        "statistics-rated",
        game=line.game,
        name=line.name or line.level,
        rating=f"{line.rating:.0f}",
        error=f"{line.sum:.0f}",
        matches=sentence("count-matches", count=line.times or 0),
    )


def _of_one(history: History, chosen: Chosen) -> Iterator[str]:
    game, found = GAMES[full_name(chosen.game)], find(history, chosen)
    mean = found.points.mean or 0.0
    yield sentence(
        "statistics-counted-places" if game.scores_places else "statistics-counted",
        game=chosen.game,
        against=chosen.against,
        matches=sentence("count-matches", count=found.matches),
        won=found.won,
        points=f"{mean:.2f}" if game.scores_places else f"{mean:+.2f}",
        row=found.streaks.won.longest,
    )
    say = Speaker().say
    for figures in game.figures(found.sums):
        known = [rate for rate in figures.rates if rate.counted.times]
        if known:
            yield f"  {say(figures.title)}"
        for rate in known:
            yield f"    {say(rate.label)}: {_shown(rate)}"
    rating = game.rating(found.sums)
    if rating is not None:
        yield f"  {sentence('statistics-source', rating=f'{rating:.2f}')}. {tr(RATING_LINE)}"


def _shown(rate: Rate) -> str:
    mean = rate.mean or 0.0
    return f"{100 * mean:.0f} %" if rate.share else f"{mean:.2f}"
