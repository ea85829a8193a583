"""Records held against the pages of their games, by readers who know nothing of the program."""

from collections.abc import Sequence
from typing import Any

from match import beat_pages, exact_bid_pages, rank_pages

Line = dict[str, Any]
READERS: dict[str, Any] = dict.fromkeys(("damn", "blackout"), exact_bid_pages.Reader)
READERS |= dict.fromkeys(("master", "ass"), beat_pages.Reader)
WRONG = (AssertionError, LookupError, ValueError, TypeError, AttributeError)


def stop_by_page(lines: Sequence[Line], *, whole: bool = False) -> int | None:
    """At which line the page has something against it, counted from 1; None where it has nothing.

    The lines may stop anywhere if they are not said to be whole.
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
