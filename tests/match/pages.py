"""Check of records against the rules pages, by readers independent of the program."""

from typing import Any

from greenbaize.games import GAMES
from greenbaize.match.record import encode_line, read_record
from greenbaize.rules.errors import RecordError
from match import beat_pages, exact_bid_pages, rank_pages

Line = dict[str, Any]
PAGE_READERS = dict.fromkeys(("damn", "blackout"), exact_bid_pages.ExactBidPageReader)
PAGE_READERS |= dict.fromkeys(("master", "ass"), beat_pages.BeatPageReader)  # type: ignore[arg-type]
PAGE_ERRORS = (AssertionError, LookupError, ValueError, TypeError, AttributeError)


def find_page_fault(lines, *, is_whole=False):
    """Return the first line that breaks the page, counted from 1, or None.

    Args:
        lines: the header and the following lines of a record.
        is_whole: the record must be complete.
    """
    if lines[0]["game"] == "rank":
        reader = rank_pages.RankPageReader(lines)
        try:
            reader.read_record()
        except IndexError:
            return len(lines) if is_whole else None
        except PAGE_ERRORS:
            return reader.line_number
        return None
    reader, number = PAGE_READERS[lines[0]["game"]](lines[0]), 1
    try:
        for line in lines[1:]:
            number += 1
            reader.read_line(line)
        if is_whole:
            assert reader.is_ended
            if lines[0]["game"] == "master":
                beat_pages.check_master_sheet(reader)
    except PAGE_ERRORS:
        return number
    return None


def find_program_fault(lines):
    """Return the line at which the program stops reading, counted from 1, and the rule."""
    try:
        read_record(b"".join(map(encode_line, lines)), GAMES)
    except RecordError as error:
        return error.line, error.message.rule
    return None, ""


NAME_KEYS = ("type", "kind", "why")


def change_value(value, random):
    """Return another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + random.choice([1, -1, 2])
        case str() if value.isupper() or value.isdigit():
            return random.choice(["XB", "AS", "6C", "8D"][: 4 if len(value) == 2 else 0] or "CDHS")
        case [*_] if value:
            index, kind = random.randrange(len(value)), random.randrange(4)
            value_changed = [
                *value[:index],
                change_value(value[index], random),
                *value[index + 1 :],
            ]
            return [value_changed, value_changed, value[1:], [*value, value[0]]][kind]
    return value


def spoil_record(lines, random):
    """Return the record with one random change, which may leave it valid."""
    index = random.choice(
        [index for index, line in enumerate(lines) if index and line["type"] != "seat"]
    )
    line, kind = (
        lines[index],
        random.choice(["drop", "double", "swap", "card", "kind", *["field"] * 4]),
    )
    match kind:
        case "drop":
            return [*lines[:index], *lines[index + 1 :]]
        case "double":
            return [*lines[: index + 1], *lines[index:]]
        case "swap":
            return [*lines[:index], *lines[index : index + 2][::-1], *lines[index + 2 :]]
        case "card" if "card" in line:
            deal_line = next(
                earlier_line
                for earlier_line in reversed(lines[:index])
                if earlier_line["type"] == "deal"
            )
            line = line | {"card": random.choice(random.choice(deal_line["hands"]))}
        case "kind" if "card" in line:
            kinds = ["play", "exposed", "corrected", "taken_back", "revoke"]
            line = line | {"type": random.choice(kinds)}
        case _:
            key = random.choice([key for key in line if key not in NAME_KEYS])
            line = line | {key: change_value(line[key], random)}
    return [*lines[:index], line, *lines[index + 1 :]]
