"""The challenges begun on this computer, and the hints taken in them: one line of JSON each.

It tells a first try from practice, and what a record does not say. Damaged lines are skipped.
"""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from greenbaize.match.header import IDENTITY_LENGTH
from greenbaize.match.record import encode_line
from greenbaize.rules.decoding import convert_to_type, decode_object
from greenbaize.rules.errors import DamagedError, FileError
from greenbaize.store.files import append_private_line, read_plain

MAX_FILE_BYTES: Final = 8_000_000
MAX_LINE_BYTES: Final = 1000
WRITER_TIMEOUT_S: Final = 1.0
"""Longest wait for another window that is writing (s)."""


class ChallengeEntry(msgspec.Struct, frozen=True):
    """A challenge that a person has begun, sent or ended, or a hint in it.

    ``day`` is that of a deal of the day, ``rank`` the person's place at the end, otherwise 0.
    ``person`` is an identity of the settings, ``match`` that of the match; newer programs may write
    further keys.
    """

    what: Literal["begun", "sent", "hint", "ended"]
    code: Annotated[str, Meta(min_length=1, max_length=200)]
    person: Annotated[str, Meta(max_length=200)]
    match: Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{IDENTITY_LENGTH}}}\Z")]
    day: Annotated[str, Meta(pattern=r"^(\d{8})?\Z")] = ""
    rank: Annotated[int, Meta(ge=0, lt=100)] = 0


def append_entry(path: Path, entry: ChallengeEntry) -> None:
    """Append an entry; raises ``FileError``."""
    append_private_line(path, encode_line(asdict(entry)), WRITER_TIMEOUT_S)


def read_entries(path: Path) -> list[ChallengeEntry]:
    """Return all entries, in order; empty without a file or with an unreadable one."""
    try:
        data = read_plain(path, MAX_FILE_BYTES)
    except FileError:
        return []
    entries: list[ChallengeEntry] = []
    for line in data.splitlines():
        with suppress(DamagedError, ValueError):
            entries.append(convert_to_type(decode_object(line, MAX_LINE_BYTES), ChallengeEntry))
    return entries
