"""The challenges begun on this computer, and the hints taken in them: one line of JSON each.

It tells a first try from practice, and what a record does not say. Damaged lines are skipped. No
try is ever dropped, however long the file is: compacted, it has each entry once.
"""

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from greenbaize.match.header import IDENTITY_LENGTH
from greenbaize.match.record import encode_line
from greenbaize.rules.decoding import make_decoder
from greenbaize.rules.errors import FileError
from greenbaize.store.files import hold_private_file
from greenbaize.store.line_file import (
    append_and_compact,
    make_line_key,
    read_lines,
)

COMPACT_EVERY_BYTES: Final = 1_000_000
"""Growth (bytes) after which the file is rewritten without repeated entries."""


ChallengeStep = Literal["begun", "sent", "hint", "ended", "seen"]
"""What is noted of a challenge; ``seen`` are results of others before an own try."""


class ChallengeEntry(msgspec.Struct, frozen=True):
    """A challenge that a person has begun, sent, ended or seen, or a hint in it.

    ``at`` is the time as in records, empty in entries of older programs. ``day`` is that of a deal
    of the day, ``rank`` the person's place at the end, otherwise 0. ``person`` is an identity of
    the settings, ``match`` that of the match; newer programs may write further keys.
    """

    what: ChallengeStep
    code: Annotated[str, Meta(min_length=1, max_length=200)]
    person: Annotated[str, Meta(max_length=200)]
    match: Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{IDENTITY_LENGTH}}}\Z")]
    day: Annotated[str, Meta(pattern=r"^(\d{8})?\Z")] = ""
    rank: Annotated[int, Meta(ge=0, lt=100)] = 0
    at: Annotated[str, Meta(max_length=20)] = ""


_decode_entry: Final = make_decoder(ChallengeEntry)


def append_entry(
    path: Path,
    entry: ChallengeEntry,
    is_allowed: Callable[[Sequence[ChallengeEntry]], bool] = lambda _: True,
) -> bool:
    """Append an entry; False if the entries there do not allow it. Raises ``FileError``.

    No other window writes between the question and the entry.
    """
    line = encode_line(asdict(entry))
    with hold_private_file(path):
        if not is_allowed(read_entries(path)):
            return False
        line_key = make_line_key(ChallengeEntry, _make_key)
        append_and_compact(path, line, line_key, COMPACT_EVERY_BYTES)
    return True


def _make_key(entry: ChallengeEntry) -> Hashable:
    """Return what entries that repeat each other have in common."""
    return entry.what, entry.code, entry.person, entry.match, entry.day


def read_entries(path: Path) -> list[ChallengeEntry]:
    """Return the entries, in order, of repeated ones the last; empty without a readable file."""
    try:
        stamp = path.stat()
    except OSError:
        return []
    return list(_read_unchanged(path, (stamp.st_ino, stamp.st_size, stamp.st_mtime_ns)))


@lru_cache(maxsize=1)
def _read_unchanged(path: Path, stamp: tuple[int, ...]) -> Sequence[ChallengeEntry]:
    """Return the entries of a file that is read again only once its stamp has changed."""
    del stamp
    entries: dict[Hashable, ChallengeEntry] = {}
    with suppress(FileError):
        for line in read_lines(path):
            with suppress(ValueError):
                entry: ChallengeEntry = _decode_entry(line)
                key = _make_key(entry)
                entries.pop(key, None)
                entries[key] = entry
    return tuple(entries.values())
