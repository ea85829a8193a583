"""A sheet kept by hand as a file: JSON with the players, the options and what was entered."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from greenbaize.match.header import Games, check_seats
from greenbaize.rules.errors import SheetFileError
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings, settled
from greenbaize.rules.sheet_forms import Entry, Field, Number, SheetForm, Sort

FORMAT: Final = "greenbaize-sheet"
VERSION: Final = 1
MOST_DEALS: Final = 1000
MOST_BYTES: Final = 4_000_000
LONGEST_NAME: Final = 200


@dataclass(frozen=True, slots=True)
class KeptSheet:
    """A sheet kept by hand. ``begun`` is a date, ``YYYY-MM-DD``, or empty."""

    game: str
    names: tuple[str, ...]
    options: Settings
    entries: tuple[Entry, ...] = ()
    begun: str = ""


def form_of(game: str, games: Games) -> SheetForm:
    """How a game's sheet is kept by hand; ``SheetFileError`` if that is not known."""
    form = games[game].form() if game in games else None
    if form is None:
        raise SheetFileError(Message("sheet-file-game", {"game": game}))
    return form


def sheet_bytes(kept: KeptSheet, form: SheetForm) -> bytes:
    """The file of a sheet."""
    value = {
        "format": FORMAT,
        "version": VERSION,
        "game": kept.game,
        "begun": kept.begun,
        "seats": [{"name": name} for name in kept.names],
        "options": dict(kept.options),
        "deals": [_deal(entry, form) for entry in kept.entries],
    }
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def _deal(entry: Entry, form: SheetForm) -> dict[str, Any]:
    deal: dict[str, Any] = {
        field.column: list(entry.field(place)) for place, field in enumerate(form.fields)
    }
    for field, value in zip(form.side_fields, entry.side, strict=True):
        deal[field.column] = value
    return deal


def read_sheet(data: bytes, games: Games) -> KeptSheet:
    """The sheet in a file.

    Raises:
        SheetFileError: it is damaged, no sheet at all, or a newer program's.
        HeaderError: the game does not take so many players.
        OptionError: an option is unknown or outside its limits.
    """
    value = _object(data)
    if value.get("format") != FORMAT:
        raise SheetFileError(Message("sheet-file-format"))
    version = value.get("version")
    if type(version) is not int or version != VERSION:
        raise SheetFileError(Message("header-version", {"version": str(version)}))
    game = value.get("game")
    if not isinstance(game, str) or game not in games:
        raise SheetFileError(Message("sheet-file-game", {"game": str(game)}))
    form = form_of(game, games)
    names = _names(value.get("seats"))
    check_seats(games[game], len(names))
    options = value.get("options", {})
    if not isinstance(options, dict):
        raise _damaged("options")
    begun = value.get("begun", "")
    if not isinstance(begun, str) or len(begun) > 10 or not begun.isprintable():
        raise _damaged("begun")
    return KeptSheet(
        game,
        names,
        settled(games[game].options, len(names), options, old=True),
        _entries(value.get("deals"), form, len(names)),
        begun,
    )


def _object(data: bytes) -> Mapping[str, Any]:
    if len(data) > MOST_BYTES:
        raise SheetFileError(Message("sheet-file-damaged"))
    try:
        value = json.loads(data.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise SheetFileError(Message("sheet-file-damaged")) from None
    if not isinstance(value, dict):
        raise SheetFileError(Message("sheet-file-format"))
    return value


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"not JSON: {word}")


def _damaged(field: str, deal: int = 0) -> SheetFileError:
    if deal:
        return SheetFileError(Message("sheet-file-deal", {"field": field, "deal": deal}))
    return SheetFileError(Message("sheet-file-field", {"field": field}))


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _damaged("seats")
    names = tuple(one.get("name") if isinstance(one, dict) else None for one in value)
    for name in names:
        if not isinstance(name, str) or not name.isprintable() or len(name) > LONGEST_NAME:
            raise _damaged("seats")
    return tuple(str(name) for name in names)


def _entries(value: object, form: SheetForm, seats: int) -> tuple[Entry, ...]:
    if not isinstance(value, list) or len(value) > MOST_DEALS:
        raise _damaged("deals")
    return tuple(_entry(one, form, seats, deal) for deal, one in enumerate(value, 1))


def _entry(value: object, form: SheetForm, seats: int, deal: int) -> Entry:
    known = {field.column for field in (*form.fields, *form.side_fields)}
    if not isinstance(value, dict) or not set(value) <= known:
        raise _damaged("deals", deal)
    columns = []
    for field in form.fields:
        column = value.get(field.column, [None] * seats)
        if not isinstance(column, list) or len(column) != seats:
            raise _damaged(field.column, deal)
        columns.append([_number(one, field, deal, seats) for one in column])
    side = tuple(_number(value.get(field.column), field, deal, seats) for field in form.side_fields)
    return Entry(tuple(zip(*columns, strict=True)), side)


def _number(value: object, field: Field, deal: int, seats: int) -> Number:
    spans = {Sort.SEAT: (0, seats - 1), Sort.STAKE: (0, 1), Sort.NUMBER: (-9999, 9999)}
    low, high = spans[field.sort]
    if value is None or (type(value) is int and low <= value <= high):
        return value
    raise _damaged(field.column, deal)
