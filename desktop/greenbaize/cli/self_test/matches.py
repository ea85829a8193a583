"""Whether matches go through the window to their end, and their records hold and can be resumed."""

from pathlib import Path
from typing import Final

from greenbaize.cli.self_test.check import Found, demand, found
from greenbaize.cli.self_test.short import short_header
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.events import Ended
from greenbaize.rules.messages import Message

CUT: Final = 0.85
"""How much of a record is left of it when it is cut; what is missing is played again."""


def match_seen(name: str, *, apart: bool) -> Found:
    """Let a whole match be seen in the window, then its end once more from a cut record.

    Args:
        name: the game's.
        apart: whether the players are programs of their own.
    """
    from greenbaize.ui.self_test.sitting import go_on_with, see_match  # noqa: PLC0415

    header = short_header(GAMES[name])
    path = see_match(GAMES, header, apart=apart)
    whole = path.read_bytes()
    events = held(path)
    cut = path.with_name(f"{path.stem}-cut.jsonl")
    cut.write_bytes(whole[: _amid_a_line(whole)])
    go_on_with(GAMES, cut, apart=apart)
    held(cut)
    demand(cut.read_bytes() == whole, Message("self-other-end"))
    values = {"players": len(header.sitters), "count": events}
    return found("self-match", values)


def held(path: Path) -> int:
    """Hold a record of a match that is over against the rules; the number of its events.

    Raises:
        RecordError: it breaks one.
        GameError: the match is not over.
    """
    record = read_record(path.read_bytes(), GAMES)
    over = bool(record.events) and isinstance(record.events[-1], Ended)
    demand(over and not record.cut, Message("self-unfinished"))
    return len(record.events)


def _amid_a_line(record: bytes) -> int:
    """A place that cuts a record amid a line, as a crash might."""
    begin = record.index(b"\n", int(CUT * len(record))) + 1
    return begin + (len(record) - begin > 1)
