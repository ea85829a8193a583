"""Counted tries of challenges that a person has begun and can still go on with."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from greenbaize.app.challenge_code import decode_challenge
from greenbaize.app.challenge_mark import read_mark
from greenbaize.app.challenges import ChallengeLog
from greenbaize.app.memory.branches import find_origin_identity
from greenbaize.app.memory.visibility_guard import find_origin_records
from greenbaize.app.tables.unfinished_matches import (
    is_abandoned,
    is_over_in_any,
    list_unfinished_matches,
    read_record_header,
)
from greenbaize.match.header import RecordHeader, match_identity
from greenbaize.rules.errors import GameError
from greenbaize.store import folders
from greenbaize.store.challenge_log import ChallengeEntry, append_entry


def find_open_try(header: RecordHeader, person: str) -> Path | None:
    """Return the record of a person's counted try with the cards of a header, if it is open.

    While it is, the cards are not played otherwise: practice would rehearse the try.
    """
    identities = {entry.match for entry in _list_begun(header, person)}
    if not identities:
        return None
    for match in list_unfinished_matches():
        mark = read_mark(match.header)
        if mark is not None and mark.counts and find_origin_identity(match.header) in identities:
            return match.path
    return None


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
    for entry in _list_begun(header, person):
        if is_over_in_any(find_try_records(entry.match)):
            continue
        hint = ChallengeEntry("hint", entry.code, "", entry.match, entry.day)
        append_entry(folders.challenges_path(), hint)


def _list_begun(header: RecordHeader, person: str) -> Iterator[ChallengeEntry]:
    """Yield the begun entries of matches with the cards of a header that have not ended."""
    entries = ChallengeLog.load().entries
    ended = {entry.match for entry in entries if entry.what == "ended"}
    for entry in entries:
        if entry.what == "begun" and entry.person == person and entry.match not in ended:
            with suppress(GameError):
                cards = decode_challenge(entry.code).header
                if (cards.game, cards.seed) == (header.game, header.seed):
                    yield entry
