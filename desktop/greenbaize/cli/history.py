"""Command ``greenbaize history``: list, import and index the matches on this computer."""

import json
import os
from argparse import Namespace
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from greenbaize.app.local_time import local_moment, universal_span
from greenbaize.app.memory.history_indexer import DONE
from greenbaize.app.memory.history_sync import bring_up, gather, gather_anew, told_now
from greenbaize.app.memory.rating import rate
from greenbaize.app.memory.record_import import import_records, records_in
from greenbaize.app.tables.default_players import names_of
from greenbaize.cli.arguments import Parser, add_files, add_game_name, day_text, flag
from greenbaize.cli.match_arguments import game_named, name_text
from greenbaize.cli.terminal import complain, finish, plain, sentence, tell, warn
from greenbaize.cli.verify import fault_of
from greenbaize.match.record import MOST_BYTES
from greenbaize.rules.errors import GameError, HistoryError, RecordError
from greenbaize.rules.facts import counted_as
from greenbaize.rules.naming import folded
from greenbaize.store import folders
from greenbaize.store.files import read_plain
from greenbaize.store.history import History
from greenbaize.store.listing import EVERYTHING, Ending, MatchKept, Sought, matches
from greenbaize.store.settings import Settings
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

MOST_FAULTY: Final = 5
"""Maximum number of unreadable files named."""
ELLIPSIS: Final = "…"
BESIDE: Final = 10
"""Niceness of the indexing process beside a window."""


def add_options(parser: Parser) -> None:
    add_game_name(parser)
    text = tr("matches that somebody played in")
    parser.add_argument("--person", metavar="NAME", type=name_text, default="", help=text)
    for name, text in (
        ("--since", tr("begun on that day or later, as in 2026-11-21")),
        ("--until", tr("begun on that day or earlier, as in 2026-11-21")),
    ):
        parser.add_argument(name, metavar="DAY", type=day_text, help=text)
    which = parser.add_mutually_exclusive_group()
    flag(which, "--finished", tr("only those that are over"))
    flag(which, "--unfinished", tr("only those that are not"))
    flag(parser, "--json", tr("one JSON object a line, for other programs"))
    add = parser.add_commands("greenbaize history")
    taking = add("import", tr("import records, each match once"))
    taking.set_defaults(act=lambda asked: take_matches(asked.files, as_json=asked.json))
    add_files(taking)
    text = tr("bring the list up to date with the records, as the window does by itself")
    updating = add("update", text)
    updating.set_defaults(act=lambda asked: update(as_json=asked.json))
    for one in (taking, updating):
        flag(one, "--json", tr("report progress, one JSON object a line"))
    rebuilding = add("rebuild", tr("rebuild the list from the records"))
    rebuilding.set_defaults(act=lambda _: rebuild())
    text = tr("somebody's statistics, or everybody's playing strength")
    add("statistics", text, "greenbaize.cli.statistics")


def run(asked: Namespace) -> int:
    """List the matches on this computer, latest first; return the exit code."""
    game = "" if asked.game is None else game_named(asked.game).name
    sought = Sought(
        game=game,
        ending=Ending.OPEN if asked.unfinished else None,
        since=_span(asked.since, as_json=asked.json)[0],
        before=_span(asked.until, as_json=asked.json)[1],
    )
    if asked.person:
        person, *former = _all_names(asked.person)
        sought = sought._replace(person=person, former=tuple(former))
    over = True if asked.finished else None

    def listed(history: History) -> tuple[list[MatchKept], list[str], bool]:
        found = [one for one in matches(history, sought) if over in (None, one.over)]
        faulty = history.faulty() if sought == EVERYTHING and over is None else []
        return found, faulty, bool(found or matches(history, most=1))

    faults: list[HistoryError] = []
    found, faulty, some = told_now(listed, faults.append)
    for fault in faults:
        complain(fault)
    for match in found:
        told = json.dumps(_object(match), ensure_ascii=False) if asked.json else _words(match)
        tell(told if asked.json else plain(told))
    if faults and not some:
        return 1  # there may be matches that could not be read
    if not found:
        warn(sentence("history-empty" if some else "history-none"))
    if faulty:
        more = [ELLIPSIS] if len(faulty) > MOST_FAULTY else []
        records = ", ".join(faulty[:MOST_FAULTY] + more)
        warn(sentence("history-faulty", count=len(faulty), records=records))
    return 0


def _span(day: str | None, *, as_json: bool) -> tuple[str, str]:
    """Return the start and end of a day as in records; JSON means universal time."""
    if day is None:
        return "", ""
    # Sorts after everything that begins with that day.
    return (day, f"{day}~") if as_json else universal_span(day)


def _all_names(name: str) -> tuple[str, ...]:
    """Return all present and former names of a person here, or the given name alone."""
    for person in Settings.load().persons:
        names = names_of(person)
        if folded(name) in map(folded, names):
            return names
    return (name,)


def take_matches(paths: Sequence[Path], *, as_json: bool) -> int:
    """Import the records in files and folders; report as JSON lines if ``as_json``."""
    good = True
    taken = known = 0
    files: list[Path] = []
    with closing(_brought_up()) as history:
        for path in paths:
            found = records_in(path)
            for error in found.faults:
                good = _told(path, Speaker().say(error.message), as_json=as_json)
            if not found.files and not found.faults:
                good = _told(path, sentence("records-none", path=str(path)), as_json=as_json)
            files += found.files
        for number, path in enumerate(files, 1):
            try:
                new = import_records(path, history)
            except RecordError as error:
                said = fault_of(path, read_plain(path, MOST_BYTES), error)
                good = _told(path, said, as_json=as_json)
            except GameError as error:
                good = _told(path, Speaker().say(error.message), as_json=as_json)
            else:
                taken, known = taken + new, known + (not new)
                if as_json:
                    _line({"path": str(path), "taken": new})
            if as_json:
                _line({"read": number, "of": len(files)})
        try:
            rate(history)
        except HistoryError as error:
            complain(error)
    if as_json:
        _line({DONE: True})
    else:
        new_matches = sentence("count-matches", count=taken)
        tell(sentence("history-taken", taken=new_matches, known=known))
    return 0 if good else 1


def _brought_up() -> History:
    """Return the updated database, or one in memory if it cannot be written."""
    try:
        bring_up()
        return History.open(folders.history())
    except HistoryError as error:
        complain(error)
    history = History.fleeting(folders.history())
    gather(history)
    return history


def update(*, as_json: bool) -> int:
    """Index new and changed records; report progress as JSON lines if ``as_json``."""

    def watched(read: int, count: int) -> None:
        if as_json:
            _line({"read": read, "of": count})

    if as_json and hasattr(os, "nice"):
        os.nice(BESIDE)
    try:
        gathered = bring_up(watched)
    except GameError as error:
        if as_json:
            _line({"fault": Speaker().say(error.message), DONE: True})
            return 1
        raise
    if as_json:
        _line({DONE: True})
    else:
        tell(sentence("history-updated", files=gathered.read, faulty=gathered.faulty))
    return 0


def rebuild() -> int:
    """Rebuild the index from all records; return the exit code."""
    gathered, count = gather_anew()
    matches = sentence("count-matches", count=count)
    files, faulty = gathered.read, gathered.faulty
    tell(sentence("history-rebuilt", matches=matches, files=files, faulty=faulty))
    return 0


def _told(path: Path, said: str, *, as_json: bool) -> bool:
    if as_json:
        _line({"path": str(path), "fault": plain(said)})
    else:
        warn(said)
    return False


def _line(told: dict[str, Any]) -> None:
    """Print an object as a JSON line, without buffering."""
    tell(json.dumps(told))
    finish()


def _object(match: MatchKept) -> dict[str, Any]:
    return {
        "match": match.identity,
        "record": str(folders.matches() / match.file),
        "game": match.game,
        "begun": match.begun,
        "deal": match.deal,
        "over": match.over,
        "practice": match.practice,
        **({"short": True} if match.short else {}),
        "abandoned": match.abandoned,
        "players": [player._asdict() for player in match.players],
    }


def _words(match: MatchKept) -> str:
    """Return a match in one line: start, game, progress, players with scores, record."""
    players = " · ".join(f"{player.name}: {player.score}" for player in match.players)
    if match.over:
        state = [sentence("count-deals", count=match.deal)]
    else:
        left = sentence("history-abandoned" if match.abandoned else "history-left")
        state = [sentence("history-deal", deal=match.deal), left]
    if match.practice:
        state.append(sentence("history-practice"))
    return sentence(
        "history-line",
        begun=_when(match.begun),
        game=counted_as(match.game, short=match.short),
        state=", ".join(state),
        players=players,
        record=match.file,
    )


def _when(begun: str) -> str:
    """Format ``20261121T203000`` as ``2026-11-21 20:30``, in local time."""
    moment = local_moment(begun)
    return begun or "?" if moment is None else moment.strftime("%Y-%m-%d %H:%M")
