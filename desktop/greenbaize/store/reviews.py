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

from greenbaize.match.header import IDENTITY_LENGTH, valid_time
from greenbaize.match.record import encode_line
from greenbaize.rules.decoding import convert_to_type, decode_object
from greenbaize.rules.errors import DamagedError, FileError
from greenbaize.rules.messages import Message
from greenbaize.rules.name_text import NAME_PATTERN
from greenbaize.store.files import (
    append_line,
    follow_links,
    hold_lock,
    read_plain,
    set_aside_file,
    write_atomically,
)
from greenbaize.store.history import FileStamp, HistoryDatabase

MAX_FILE_BYTES: Final = 8_000_000
"""Largest size of the file (bytes)."""
COMPACT_ABOVE_BYTES: Final = MAX_FILE_BYTES // 2
"""Size (bytes) at which the file is rewritten without outdated lines."""
MAX_LINE_BYTES: Final = 1000
"""Largest size of a line (bytes); this program's have some two hundred."""
WRITER_TIMEOUT_S: Final = 1.0
"""Longest wait for another window that is writing (s)."""
MAX_DEALS: Final = 10_000
MAX_SEATS: Final = 100
MAX_POINTS: Final = 1e6


class DealReview(msgspec.Struct, frozen=True):
    """The result of reviewing a deal at a seat; newer programs may write further keys.

    ``match`` is the match's identity; ``adviser`` the level and program version; ``made`` the time
    as in records; ``points`` the total loss, in ``Game.choice_unit``.
    """

    match: Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{IDENTITY_LENGTH}}}\Z")]
    deal: Annotated[int, Meta(ge=1, le=MAX_DEALS)]
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
    adviser: Annotated[str, Meta(min_length=1, max_length=60, pattern=NAME_PATTERN)]
    made: str
    choices: Annotated[int, Meta(ge=0, le=MAX_DEALS)]
    points: Annotated[float, Meta(ge=0, le=MAX_POINTS)]


def write_review(path: Path, review: DealReview) -> Message | None:
    """Append a review; return a notice if a too large file was set aside; ``FileError``."""
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        with hold_lock(path.with_suffix(".lock"), WRITER_TIMEOUT_S):
            too_large = path.exists() and path.stat().st_size > MAX_FILE_BYTES
            set_aside_path = set_aside_file(path) if too_large else None
            target = follow_links(path)
            target.touch(0o600)
            append_line(target, encode_line(asdict(review)))
            if path.stat().st_size > COMPACT_ABOVE_BYTES:
                _compact_file(path)
    except OSError as error:
        raise FileError(path, error) from error
    return (
        None
        if set_aside_path is None
        else Message("reviews-too-large", {"path": str(set_aside_path)})
    )


def _compact_file(path: Path) -> None:
    """Drop outdated lines and, if that is not enough, the oldest."""
    lines = [encode_line(asdict(review)) for review in read_reviews(path)]
    while sum(map(len, lines)) > COMPACT_ABOVE_BYTES // 2:
        lines = lines[len(lines) // 4 + 1 :]
    write_atomically(path, b"".join(lines))


def read_reviews(path: Path) -> list[DealReview]:
    """Return the reviews that count, latest last; empty without a file; raises ``FileError``."""
    try:
        data = read_plain(path, MAX_FILE_BYTES)
    except FileError:
        if not os.path.lexists(path):
            return []
        raise
    reviews: dict[tuple[str, int, int], DealReview] = {}
    for line in data.splitlines():
        with suppress(DamagedError, ValueError):
            review: DealReview = convert_to_type(decode_object(line, MAX_LINE_BYTES), DealReview)
            if valid_time(review.made):
                key = (review.match, review.deal, review.seat)
                reviews.pop(key, None)
                reviews[key] = review
    return list(reviews.values())


# The index in the database


def have_reviews_changed(history: HistoryDatabase, path: Path) -> bool:
    """Return True if the file has changed since it was indexed."""
    return _indexed_stamp(history) != _file_stamp(path)


def sync_reviews(history: HistoryDatabase, path: Path) -> None:
    """Index the reviews; an unreadable file has none. Raises ``HistoryError``."""
    stamp = _file_stamp(path)
    if _indexed_stamp(history) == stamp:
        return
    try:
        reviews = read_reviews(path)
    except FileError:
        reviews = []
    with history.transaction():
        history.run_sql("DELETE FROM reviews")
        for review in reviews:
            history.insert_row("reviews", astuple(review))
        history.run_sql("DELETE FROM reviews_read")
        if stamp is not None:
            history.insert_row("reviews_read", stamp)


def _indexed_stamp(history: HistoryDatabase) -> FileStamp | None:
    rows = history.run_sql("SELECT size, changed FROM reviews_read")
    return FileStamp(*rows[0]) if rows else None


def _file_stamp(path: Path) -> FileStamp | None:
    try:
        file_stat = path.stat()
    except OSError:
        return None
    return FileStamp.from_stat(file_stat)
