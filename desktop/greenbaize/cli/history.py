"""Command ``greenbaize history``: list, import and index the matches on this computer."""

import json
from argparse import Namespace
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from msgspec.structs import asdict

from greenbaize.app.coach.coached_matches import find_unreviewed_matches, review_match
from greenbaize.app.local_time import to_local_time, to_utc_range
from greenbaize.app.memory.history_indexer import DONE_KEY
from greenbaize.app.memory.history_sync import (
    query_synced,
    rebuild_history_database,
    sync_history,
    sync_records,
)
from greenbaize.app.memory.par_memory import update_pars
from greenbaize.app.memory.rating import rate_matches
from greenbaize.app.memory.record_import import find_records, import_record
from greenbaize.app.par import find_par_seat
from greenbaize.app.tables.default_players import get_person_names
from greenbaize.cli.arguments import (
    CommandLineParser,
    add_file_arguments,
    add_flag,
    add_game_name_option,
    add_number,
    add_record_argument,
    parse_day,
)
from greenbaize.cli.house_rules import add_rules_option, find_rules_keys
from greenbaize.cli.match_arguments import find_game, replace_undecodable
from greenbaize.cli.par import add_par_level
from greenbaize.cli.priority import lower_priority
from greenbaize.cli.terminal import (
    flush_output,
    message_text,
    print_error,
    print_result,
    sanitize_line,
    warn,
)
from greenbaize.cli.verify import format_record_error
from greenbaize.games import GAMES
from greenbaize.match.record import MAX_RECORD_BYTES, read_header, read_record
from greenbaize.rules.errors import GameError, HistoryError, RecordError
from greenbaize.rules.facts import statistics_name
from greenbaize.rules.name_text import fold_name
from greenbaize.store import folders
from greenbaize.store.files import read_plain
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.match_list import (
    ALL_MATCHES,
    MatchFilter,
    MatchRow,
    MatchStatus,
    load_matches,
)
from greenbaize.store.settings import UserSettings
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

MAX_FAULTY_NAMED: Final = 5
"""Maximum number of unreadable files named."""
ELLIPSIS: Final = "…"
INDEXING_NICENESS: Final = 10
"""Niceness of the indexing process beside a window: a person may wait for the list."""


def add_options(parser: CommandLineParser) -> None:
    _add_list_options(parser)
    add_command = parser.add_commands("greenbaize history")
    import_parser = add_command("import", tr("import records, each match once"))
    import_parser.set_defaults(act=lambda args: import_matches(args.files, as_json=args.json))
    add_file_arguments(import_parser)
    text = tr("bring the list up to date with the records, as the window does by itself")
    update_parser = add_command("update", text)
    update_parser.set_defaults(act=lambda args: update_history(as_json=args.json))
    text = tr("play the par that is missing, of some records or of all matches here")
    par_parser = add_command("par", text)
    _add_par_options(par_parser)
    text = tr("review the finished matches of the persons here, as the window does by itself")
    review_parser = add_command("review", text)
    review_parser.set_defaults(act=lambda args: review_own_matches(as_json=args.json))
    for command_parser in (import_parser, update_parser, par_parser, review_parser):
        add_flag(command_parser, "--json", tr("report progress, one JSON object a line"))
    rebuild_parser = add_command("rebuild", tr("rebuild the list from the records"))
    rebuild_parser.set_defaults(act=lambda _: rebuild_history())
    text = tr("somebody's statistics, or everybody's playing strength")
    add_command("statistics", text, "greenbaize.cli.statistics")


def _add_list_options(parser: CommandLineParser) -> None:
    add_game_name_option(parser)
    text = tr("matches that somebody played in")
    parser.add_argument("--person", metavar="NAME", type=replace_undecodable, default="", help=text)
    add_rules_option(parser)
    for name, text in (
        ("--since", tr("begun on that day or later, as in 2026-11-21")),
        ("--until", tr("begun on that day or earlier, as in 2026-11-21")),
    ):
        parser.add_argument(name, metavar="DAY", type=parse_day, help=text)
    ending_group = parser.add_mutually_exclusive_group()
    add_flag(ending_group, "--finished", tr("only those that are over"))
    add_flag(ending_group, "--unfinished", tr("only those that are not"))
    add_flag(parser, "--json", tr("one JSON object a line, for other programs"))


def _add_par_options(parser: CommandLineParser) -> None:
    parser.set_defaults(
        act=lambda args: play_missing_pars(args.record, args.level, args.deal, as_json=args.json)
    )
    add_record_argument(parser, tr("records; without any, those of all matches here"), nargs="*")
    add_par_level(parser)
    add_number(parser, "--deal", tr("this deal alone, once more"), default=None)


def run(args: Namespace) -> int:
    """List the matches on this computer, latest first; return the exit code."""
    match_filter = _create_filter(args)
    lists_all = match_filter == ALL_MATCHES and not args.finished

    def query_matches(history: HistoryDatabase) -> tuple[list[MatchRow], list[str], bool]:
        found_matches = [
            match
            for match in load_matches(history, match_filter)
            if match.is_over or not args.finished
        ]
        faulty_files = history.load_faulty_files() if lists_all else []
        return found_matches, faulty_files, bool(found_matches or load_matches(history, limit=1))

    errors: list[HistoryError] = []
    found_matches, faulty_files, has_any = query_synced(query_matches, errors.append)
    for error in errors:
        print_error(error)
    for match in found_matches:
        print_result(
            json.dumps(_build_json_object(match), ensure_ascii=False)
            if args.json
            else sanitize_line(_format_match(match))
        )
    if errors and not has_any:
        return 1  # there may be matches that could not be read
    if not found_matches:
        warn(message_text("history-empty" if has_any else "history-none"))
    if faulty_files:
        ellipsis_items = [ELLIPSIS] if len(faulty_files) > MAX_FAULTY_NAMED else []
        records = ", ".join(faulty_files[:MAX_FAULTY_NAMED] + ellipsis_items)
        warn(message_text("history-faulty", count=len(faulty_files), records=records))
    return 0


def _create_filter(args: Namespace) -> MatchFilter:
    game = "" if args.game is None else find_game(args.game).name
    match_filter = MatchFilter(
        game=game,
        status=MatchStatus.OPEN if args.unfinished else None,
        begun_since=_find_day_span(args.since, as_json=args.json)[0],
        begun_before=_find_day_span(args.until, as_json=args.json)[1],
        rules_keys=find_rules_keys(args.rules, game),
    )
    if args.person:
        person, *former_names = _list_person_names(args.person)
        match_filter = match_filter._replace(person=person, former_names=tuple(former_names))
    return match_filter


def _find_day_span(day: str | None, *, as_json: bool) -> tuple[str, str]:
    """Return the start and end of a day as in records; JSON means universal time."""
    if day is None:
        return "", ""
    # Sorts after everything that begins with that day.
    return (day, f"{day}~") if as_json else to_utc_range(day)


def _list_person_names(name: str) -> tuple[str, ...]:
    """Return all present and former names of a person here, or the given name alone."""
    for person in UserSettings.load().persons:
        names = get_person_names(person)
        if fold_name(name) in map(fold_name, names):
            return names
    return (name,)


def import_matches(paths: Sequence[Path], *, as_json: bool) -> int:
    """Import the records in files and folders; report as JSON lines if ``as_json``."""
    imported_count = known_count = 0
    with closing(_open_updated_history()) as history:
        files, all_imported = _find_files(paths, as_json=as_json)
        for number, path in enumerate(files, 1):
            is_new = _import_file(path, history, as_json=as_json)
            all_imported &= is_new is not None
            imported_count, known_count = (
                imported_count + (is_new is True),
                known_count + (is_new is False),
            )
            if as_json:
                _write_json({"read": number, "of": len(files)})
        try:
            rate_matches(history)
        except HistoryError as error:
            print_error(error)
    if as_json:
        _write_json({DONE_KEY: True})
    else:
        new_matches = message_text("count-matches", count=imported_count)
        print_result(message_text("history-taken", taken=new_matches, known=known_count))
    return 0 if all_imported else 1


def _find_files(paths: Sequence[Path], *, as_json: bool) -> tuple[list[Path], bool]:
    """Return the records in files and folders, and False if any fault was reported."""
    files: list[Path] = []
    all_found = True
    for path in paths:
        found_records = find_records(path)
        texts = [Speaker().format_message(error.message) for error in found_records.errors]
        if not found_records.files and not texts:
            texts = [message_text("records-none", path=str(path))]
        for text in texts:
            all_found = _report_fault(path, text, as_json=as_json)
        files += found_records.files
    return files, all_found


def _import_file(path: Path, history: HistoryDatabase, *, as_json: bool) -> bool | None:
    """Import a record and return True if it is new; report a fault and return None."""
    try:
        is_new = import_record(path, history)
    except RecordError as error:
        text = format_record_error(path, read_plain(path, MAX_RECORD_BYTES), error)
        _report_fault(path, text, as_json=as_json)
        return None
    except GameError as error:
        _report_fault(path, Speaker().format_message(error.message), as_json=as_json)
        return None
    if as_json:
        _write_json({"path": str(path), "taken": is_new})
    return is_new


def _open_updated_history() -> HistoryDatabase:
    """Return the updated database, or one in memory if it cannot be written."""
    try:
        sync_history()
        return HistoryDatabase.open_or_rebuild(folders.history_path())
    except HistoryError as error:
        print_error(error)
    history = HistoryDatabase.open_in_memory(folders.history_path())
    sync_records(history)
    return history


def update_history(*, as_json: bool) -> int:
    """Index new and changed records; report progress as JSON lines if ``as_json``."""

    def report_progress(read: int, count: int) -> None:
        if as_json:
            _write_json({"read": read, "of": count})

    if as_json:
        lower_priority(INDEXING_NICENESS)
    try:
        sync_result = sync_history(report_progress)
    except GameError as error:
        if as_json:
            _write_json({"fault": Speaker().format_message(error.message), DONE_KEY: True})
            return 1
        raise
    if as_json:
        _write_json({DONE_KEY: True})
    else:
        print_result(
            message_text(
                "history-updated", files=sync_result.read_count, faulty=sync_result.faulty_count
            )
        )
    return 0


def play_missing_pars(paths: Sequence[Path], level: str, deal: int | None, *, as_json: bool) -> int:
    """Play and store par, as JSON lines if ``as_json``; the exit code is 1 for a faulty record."""
    if as_json:
        lower_priority()
    all_played, count = True, 0
    for path in paths or _list_records_with_par():
        try:
            record = read_record(read_plain(path, MAX_RECORD_BYTES), GAMES)
            for par in update_pars(record, level, None if deal is None else (deal,)):
                count += 1
                if as_json:
                    _write_json(asdict(par))
        except GameError as error:
            text = Speaker().format_message(error.message)
            all_played = _report_fault(path, text, as_json=as_json)
    if as_json:
        _write_json({DONE_KEY: True})
    else:
        print_result(message_text("pars-played", count=count))
    return 0 if all_played else 1


def review_own_matches(*, as_json: bool) -> int:
    """Review what is missing, the latest matches first; the exit code is 1 for a faulty record."""
    if as_json:
        lower_priority()
    all_reviewed, deal_count, exercise_count = True, 0, 0
    with closing(_open_updated_history()) as history:
        persons = [get_person_names(person) for person in UserSettings.load().persons]
        matches = [match for names in persons for match in find_unreviewed_matches(history, names)]
    for match in matches:
        left_count = match.deal_count - len(match.deals)
        try:
            for deal in review_match(match):
                found_count = sum(bool(mistake.worths) for mistake in deal.mistakes)
                deal_count, exercise_count = deal_count + 1, exercise_count + found_count
                left_count -= 1
                if as_json:
                    _write_json({"match": match.identity, "deal": deal.deal, "left": left_count})
        except GameError as error:
            text = Speaker().format_message(error.message)
            all_reviewed = _report_fault(match.path, text, as_json=as_json)
    if as_json:
        _write_json({DONE_KEY: True})
    else:
        deals = message_text("count-deals", count=deal_count)
        print_result(message_text("deals-reviewed", deals=deals, count=exercise_count))
    return 0 if all_reviewed else 1


def _list_records_with_par() -> list[Path]:
    """Return the records on this computer of one person with computer players."""
    with closing(_open_updated_history()) as history:
        names = [match.file for match in load_matches(history) if match.deal]
    paths = []
    for path in (folders.matches_folder() / name for name in names):
        with suppress(GameError):
            find_par_seat(read_header(read_plain(path, MAX_RECORD_BYTES), GAMES))
            paths.append(path)
    return paths


def rebuild_history() -> int:
    """Rebuild the index from all records; return the exit code."""
    sync_result, count = rebuild_history_database()
    matches = message_text("count-matches", count=count)
    files, faulty_files = sync_result.read_count, sync_result.faulty_count
    print_result(message_text("history-rebuilt", matches=matches, files=files, faulty=faulty_files))
    return 0


def _report_fault(path: Path, text: str, *, as_json: bool) -> bool:
    if as_json:
        _write_json({"path": str(path), "fault": sanitize_line(text)})
    else:
        warn(text)
    return False


def _write_json(values: dict[str, Any]) -> None:
    """Print an object as a JSON line, without buffering."""
    print_result(json.dumps(values))
    flush_output()


def _build_json_object(match: MatchRow) -> dict[str, Any]:
    return {
        "match": match.identity,
        "record": str(folders.matches_folder() / match.file),
        "game": match.game,
        "begun": match.begun,
        "deal": match.deal,
        "over": match.is_over,
        "practice": match.is_practice,
        **({"short": True} if match.is_short else {}),
        **({"hints": True} if match.has_hints else {}),
        "abandoned": match.is_abandoned,
        "players": [player._asdict() for player in match.players],
    }


def _format_match(match: MatchRow) -> str:
    """Return a match in one line: start, game, progress, players with scores, record."""
    players = " · ".join(f"{player.name}: {player.score}" for player in match.players)
    if match.is_over:
        state = [message_text("count-deals", count=match.deal)]
    else:
        state_text = message_text("history-abandoned" if match.is_abandoned else "history-left")
        state = [message_text("history-deal", deal=match.deal), state_text]
    if match.is_practice:
        state.append(message_text("history-practice"))
    return message_text(
        "history-line",
        begun=_format_start(match.begun),
        game=statistics_name(match.game, is_short=match.is_short, has_hints=match.has_hints),
        state=", ".join(state),
        players=players,
        record=match.file,
    )


def _format_start(start_time: str) -> str:
    """Format ``20261121T203000`` as ``2026-11-21 20:30``, in local time."""
    moment = to_local_time(start_time)
    return start_time or "?" if moment is None else moment.strftime("%Y-%m-%d %H:%M")
