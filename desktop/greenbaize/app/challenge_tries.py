"""Counted tries of challenges that a person has begun and can still go on with."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from greenbaize.app.challenge_mark import read_mark
from greenbaize.app.challenges import ChallengeLog, find_challenge, log_begun, log_end
from greenbaize.app.match_kind import name_counted_try
from greenbaize.app.memory.branches import find_origin_identity
from greenbaize.app.memory.visibility_guard import find_origin_records
from greenbaize.app.tables.unfinished_matches import (
    is_abandoned,
    is_over_in_any,
    is_record_over,
    list_unfinished_matches,
    read_record_header,
    read_verified_record,
)
from greenbaize.match.header import RecordHeader, match_identity
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.events import MatchEnded
from greenbaize.store import folders
from greenbaize.store.challenge_log import ChallengeEntry, append_entry

MAX_OPEN_TRIES: Final = 20
"""Number of the latest tries without an end whose records are examined."""


def find_open_try(header: RecordHeader, person: str) -> Path | None:
    """Return the record of a person's counted try with the cards of a header, if it is open.

    While it is, the cards are not played otherwise: practice would rehearse the try. A record of
    which the log knows nothing is one: the program stopped before it could be noted.
    """
    log = ChallengeLog.load()
    identities = {entry.match for entry in log.list_open_tries(header, person)}
    for match in list_unfinished_matches():
        mark, identity = read_mark(match.header), find_origin_identity(match.header)
        if mark is None or not mark.counts:
            continue
        if identity in identities or (
            (match.header.game, match.header.seed) == (header.game, header.seed)
            and _is_unnoted(match.header, log, person)
        ):
            return match.path
    return None


def _is_unnoted(header: RecordHeader, log: ChallengeLog, person: str) -> bool:
    """Return True for a try that could count, but of which the log knows nothing."""
    mark, challenge = read_mark(header), find_challenge(header)
    return (
        mark is not None
        and challenge is not None
        and mark.counts
        and not log.has_match(header)
        and not log.has_tried(challenge, person)
    )


def log_resumed(header: RecordHeader, person: str) -> None:
    """Note the beginning of a try that goes on and was not noted; raises ``FileError``."""
    if _is_unnoted(header, ChallengeLog.load(), person):
        log_begun(header, person)


def load_challenge_log() -> ChallengeLog:
    """Return the log, with the places of tries whose records ended before that could be noted.

    They are noted now if they can be.
    """
    log = ChallengeLog.load()
    ended = {entry.match for entry in log.entries if entry.what == "ended"}
    begun = [entry for entry in log.entries if entry.what == "begun" and entry.match not in ended]
    ends = [end for entry in begun[-MAX_OPEN_TRIES:] if (end := _find_end(entry)) is not None]
    for end in ends:
        with suppress(FileError):
            log_end(end)
    return ChallengeLog((*log.entries, *ends)) if ends else log


def _find_end(begun: ChallengeEntry) -> ChallengeEntry | None:
    """Return the end of a begun try by its record, without a time; None if it has not ended."""
    with suppress(GameError):
        for path in find_try_records(begun.match):
            if is_record_over(path):
                record = read_verified_record(path)
                challenge, end = find_challenge(record.header), record.events[-1]
                if challenge is not None and isinstance(end, MatchEnded):
                    rank = end.places[challenge.seat]
                    return ChallengeEntry(
                        "ended", begun.code, begun.person, begun.match, begun.day, rank
                    )
    return None


def name_undone_try(path: Path) -> str:
    """Return what a try is that counts and went on after an undo, by its record; or nothing."""
    try:
        mark = read_mark(read_record_header(path))
    except GameError:
        return ""
    return name_counted_try(mark.day) if mark is not None and mark.counts else ""


def find_try_records(identity: str) -> list[Path]:
    """Return the records of a match, also as it went on after something was taken back.

    Practice played on from it elsewhere has no mark and is none of them. What was abandoned counts
    only where nothing else is left.
    """
    paths = [
        path
        for path in find_origin_records(identity)
        if match_identity(header := read_record_header(path)) == identity
        or read_mark(header) is not None
    ]
    return [path for path in paths if not is_abandoned(path)] or paths


def log_rehearsal(header: RecordHeader, person: str) -> None:
    """Note that a person sees the cards of counted tries that have not ended.

    It is noted as a hint, in case a record that is not here now comes back. Raises ``FileError``.
    """
    for entry in ChallengeLog.load().list_open_tries(header, person):
        if is_over_in_any(find_try_records(entry.match)):
            continue
        hint = ChallengeEntry("hint", entry.code, "", entry.match, entry.day)
        append_entry(folders.challenges_path(), hint)
