"""A match's score sheet with whose it is: what is shown on a page, printed and saved."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.record import Record
from greenbaize.rules.sheets import Sheet

_OWN_NAME: Final = re.compile(r"(?P<begun>\d{8}T\d{6})-(?P<game>[a-z]+)(-guest)?-[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A sheet and its heading.

    ``number`` counts the matches of this game on this computer and is None where nobody knows;
    ``date`` is ``YYYY-MM-DD`` or empty; ``source`` is the file it was read from, if there is one.
    """

    game: str
    names: tuple[str, ...]
    sheet: Sheet
    number: int | None = None
    date: str = ""
    source: Path | None = None


def scorecard(header: Header, sheet: Sheet, path: Path | None = None) -> Scorecard:
    """The score card of a match.

    Args:
        header: the match's header.
        sheet: its sheet so far.
        path: its record, if it is one of this computer's.
    """
    names = tuple(sitter.name for sitter in header.sitters)
    begun = str(header.more.get("begun", ""))
    return Scorecard(header.game, names, sheet, _number(path), _date(begun), path)


def scorecard_of(record: Record, path: Path) -> Scorecard:
    """The score card of a match that has been read from its record."""
    sheet = GAMES[record.header.game].sheet(record.state)
    return scorecard(record.header, sheet, path)


def _number(path: Path | None) -> int | None:
    """The how manieth record of its game in its folder a record is, if it is named like ours."""
    own = path and _OWN_NAME.fullmatch(path.stem)
    if path is None or not own:
        return None
    try:
        others = [_OWN_NAME.fullmatch(one.stem) for one in path.parent.glob("*.jsonl")]
    except OSError:
        return None
    same = [one.group() for one in others if one and one["game"] == own["game"]]
    return 1 + sum(name < own.group() for name in same)


def _date(begun: str) -> str:
    return f"{begun[:4]}-{begun[4:6]}-{begun[6:8]}" if re.match(r"\d{8}T", begun) else ""
