"""Check of records against the rules pages, by readers independent of the program."""

from typing import Any

from greenbaize.games import GAMES
from greenbaize.match.record import line_bytes, read_record
from greenbaize.rules.errors import RecordError
from match import beat_pages, exact_bid_pages, rank_pages

Line = dict[str, Any]
READERS = dict.fromkeys(("damn", "blackout"), exact_bid_pages.Reader)
READERS |= dict.fromkeys(("master", "ass"), beat_pages.Reader)
WRONG = (AssertionError, LookupError, ValueError, TypeError, AttributeError)


def stop_by_page(lines, *, whole=False):
    """Return the first line that breaks the page, counted from 1, or None.

    Args:
        lines: the header and the following lines of a record.
        whole: the record must be complete.
    """
    if lines[0]["game"] == "rank":
        reader = rank_pages.Reader(lines)
        try:
            reader.read()
        except IndexError:
            return len(lines) if whole else None
        except WRONG:
            return reader.number
        return None
    reader, number = READERS[lines[0]["game"]](lines[0]), 1
    try:
        for line in lines[1:]:
            number += 1
            reader.take(line)
        if whole:
            assert reader.ended
            if lines[0]["game"] == "master":
                beat_pages.check_master_sheet(reader)
    except WRONG:
        return number
    return None


def fault_in(lines):
    """Return the line at which the program stops reading, counted from 1, and the rule."""
    try:
        read_record(b"".join(map(line_bytes, lines)), GAMES)
    except RecordError as error:
        return error.line, error.message.rule
    return None, ""


NAMES = ("type", "kind", "why")


def other_than(value, random):
    """Return another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + random.choice([1, -1, 2])
        case str() if value.isupper() or value.isdigit():
            return random.choice(["XB", "AS", "6C", "8D"][: 4 if len(value) == 2 else 0] or "CDHS")
        case [*_] if value:
            at, how = random.randrange(len(value)), random.randrange(4)
            changed = [*value[:at], other_than(value[at], random), *value[at + 1 :]]
            return [changed, changed, value[1:], [*value, value[0]]][how]
    return value


def spoiled(lines, random):
    """Return the record with one random change, which may leave it valid."""
    at = random.choice([at for at, line in enumerate(lines) if at and line["type"] != "seat"])
    line, kind = (
        lines[at],
        random.choice(["drop", "double", "swap", "card", "kind", *["field"] * 4]),
    )
    match kind:
        case "drop":
            return [*lines[:at], *lines[at + 1 :]]
        case "double":
            return [*lines[: at + 1], *lines[at:]]
        case "swap":
            return [*lines[:at], *lines[at : at + 2][::-1], *lines[at + 2 :]]
        case "card" if "card" in line:
            dealt = next(one for one in reversed(lines[:at]) if one["type"] == "deal")
            line = line | {"card": random.choice(random.choice(dealt["hands"]))}
        case "kind" if "card" in line:
            kinds = ["play", "exposed", "corrected", "taken_back", "revoke"]
            line = line | {"type": random.choice(kinds)}
        case _:
            key = random.choice([key for key in line if key not in NAMES])
            line = line | {key: other_than(line[key], random)}
    return [*lines[:at], line, *lines[at + 1 :]]
