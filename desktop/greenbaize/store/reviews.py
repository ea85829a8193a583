"""Results of deal reviews, in a file beside the records: one line of JSON each.

The file is the original; the database indexes it. The last review of a deal and seat counts.
Damaged lines are skipped.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from msgspec.structs import asdict, astuple

from greenbaize.match.header import IDENTITY_LENGTH, moment
from greenbaize.match.record import line_bytes
from greenbaize.rules.decoding import decoded_line, shaped
from greenbaize.rules.errors import DamagedError, FileError
from greenbaize.rules.messages import Message
from greenbaize.rules.naming import NAME_PATTERN
from greenbaize.store.files import (
    followed,
    held_meanwhile,
    open_to_append,
    put_aside,
    read_plain,
    write_all,
    write_whole,
)
from greenbaize.store.history import History, Stamp

MOST_BYTES: Final = 8_000_000
"""Largest size of the file (bytes)."""
ROOMY: Final = MOST_BYTES // 2
"""Size (bytes) at which the file is rewritten without outdated lines."""
LONGEST_LINE: Final = 1000
"""Largest size of a line (bytes); this program's have some two hundred."""
PATIENCE_S: Final = 1.0
"""Longest wait for another window that is writing (s)."""
MOST_DEALS: Final = 10_000
MOST_SEATS: Final = 100
MOST_GIVEN: Final = 1e6


class Review(msgspec.Struct, frozen=True):
    """The result of reviewing a deal at a seat; newer programs may write further keys.

    ``match`` is the match's identity; ``adviser`` the level and program version; ``made`` the time
    as in records; ``points`` the total loss, in ``Game.unit``.
    """

    match: Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{IDENTITY_LENGTH}}}\Z")]
    deal: Annotated[int, Meta(ge=1, le=MOST_DEALS)]
    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
    adviser: Annotated[str, Meta(min_length=1, max_length=60, pattern=NAME_PATTERN)]
    made: str
    choices: Annotated[int, Meta(ge=0, le=MOST_DEALS)]
    points: Annotated[float, Meta(ge=0, le=MOST_GIVEN)]


def keep_review(path: Path, review: Review) -> Message | None:
    """Append a review; return a notice if a too large file was set aside; ``FileError``."""
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        with held_meanwhile(path.with_suffix(".lock"), PATIENCE_S):
            too_large = path.exists() and path.stat().st_size > MOST_BYTES
            aside = put_aside(path) if too_large else None
            target = followed(path)
            target.touch(0o600)
            _append(target, line_bytes(asdict(review)))
            if path.stat().st_size > ROOMY:
                _shorten(path)
    except OSError as error:
        raise FileError(path, error) from error
    return None if aside is None else Message("reviews-too-large", {"path": str(aside)})


def _append(path: Path, line: bytes) -> None:
    with open_to_append(path) as file:
        size = file.seek(0, os.SEEK_END)
        if size:
            file.seek(size - 1)
            # A line that was cut off must not spoil this one.
            line = line if file.read(1) == b"\n" else b"\n" + line
        try:
            write_all(file, line)
        except OSError:
            with suppress(OSError):
                file.truncate(size)
            raise


def _shorten(path: Path) -> None:
    """Drop outdated lines and, if that is not enough, the oldest."""
    lines = [line_bytes(asdict(review)) for review in read_reviews(path)]
    while sum(map(len, lines)) > ROOMY // 2:
        lines = lines[len(lines) // 4 + 1 :]
    write_whole(path, b"".join(lines))


def read_reviews(path: Path) -> list[Review]:
    """Return the reviews that count, latest last; empty without a file; raises ``FileError``."""
    try:
        data = read_plain(path, MOST_BYTES)
    except FileError:
        if not os.path.lexists(path):
            return []
        raise
    found: dict[tuple[str, int, int], Review] = {}
    for line in data.splitlines():
        with suppress(DamagedError, ValueError):
            review: Review = shaped(decoded_line(line, LONGEST_LINE), Review)
            if moment(review.made):
                key = (review.match, review.deal, review.seat)
                found.pop(key, None)
                found[key] = review
    return list(found.values())


# The index in the database


def reviews_changed(history: History, path: Path) -> bool:
    """Return True if the file has changed since it was indexed."""
    return _noted(history) != _stamp(path)


def gather_reviews(history: History, path: Path) -> None:
    """Index the reviews; an unreadable file has none. Raises ``HistoryError``."""
    stamp = _stamp(path)
    if _noted(history) == stamp:
        return
    try:
        reviews = read_reviews(path)
    except FileError:
        reviews = []
    with history.writing():
        history.ask("DELETE FROM reviews")
        for review in reviews:
            history.insert("reviews", astuple(review))
        history.ask("DELETE FROM reviews_read")
        if stamp is not None:
            history.insert("reviews_read", stamp)


def _noted(history: History) -> Stamp | None:
    rows = history.ask("SELECT size, changed FROM reviews_read")
    return Stamp(*rows[0]) if rows else None


def _stamp(path: Path) -> Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return Stamp.of(found)
