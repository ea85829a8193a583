"""The file of a sheet kept by hand: JSON with players, options and entries."""

import json
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from greenbaize.match.header import Games, check_seats
from greenbaize.rules.decoding import Name, decoded, fits, quoted
from greenbaize.rules.errors import DamagedError, GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings, settled
from greenbaize.rules.sheets import Entry, SheetForm, Sort

FORMAT: Final = "greenbaize-sheet"
VERSION: Final = 1
MOST_DEALS: Final = 1000
MOST_BYTES: Final = 4_000_000


class _Seat(msgspec.Struct):
    name: Name


_SHAPES: Final = {
    "seats": list[_Seat],
    "options": dict[str, Any],
    "begun": Annotated[str, Meta(pattern=r"^(\d{4}-\d\d-\d\d)?\Z")],
    "deals": Annotated[list[Any], Meta(max_length=MOST_DEALS)],
}


@dataclass(frozen=True, slots=True)
class KeptSheet:
    """A sheet kept by hand; ``begun`` is a date, ``YYYY-MM-DD``, or empty."""

    game: str
    names: tuple[str, ...]
    options: Settings
    entries: tuple[Entry, ...] = ()
    begun: str = ""


def form_of(game: str, games: Games) -> SheetForm:
    """Return a game's form for sheets by hand; ``GameError`` if it has none."""
    form = games[game].form() if game in games else None
    if form is None:
        raise GameError(Message("sheet-file-game", {"game": game}))
    return form


def sheet_bytes(kept: KeptSheet, form: SheetForm) -> bytes:
    """Return the file content of a sheet."""
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
    """Return the sheet in a file; raises ``GameError``."""
    value = _object(data)
    if value.get("format") != FORMAT:
        raise GameError(Message("sheet-file-format"))
    version = value.get("version")
    if type(version) is not int or version != VERSION:
        raise GameError(Message("header-version", {"version": quoted(version)}))
    game = value.get("game")
    if not isinstance(game, str) or game not in games:
        raise GameError(Message("sheet-file-game", {"game": quoted(game)}))
    form = form_of(game, games)
    value = {"options": {}, "begun": "", **value}
    for key, shape in _SHAPES.items():
        if not fits(value.get(key), shape):
            raise GameError(Message("sheet-file-field", {"field": key}))
    names = tuple(seat["name"] for seat in value["seats"])
    check_seats(games[game], len(names))
    options = settled(games[game].options, len(names), value["options"], old=True)
    entries = tuple(_entries(value["deals"], form, len(names)))
    return KeptSheet(game, names, options, entries, value["begun"])


def _object(data: bytes) -> Mapping[str, Any]:
    try:
        value = decoded(data.removeprefix(BOM_UTF8), MOST_BYTES)
    except DamagedError:
        raise GameError(Message("sheet-file-damaged")) from None
    if not isinstance(value, dict):
        raise GameError(Message("sheet-file-format"))
    return value


def _entries(deals: Sequence[Any], form: SheetForm, seats: int) -> Iterator[Entry]:
    shapes, empty = _shapes(form, seats), [None] * seats
    for number, deal in enumerate(deals, 1):
        fault = _fault(deal, shapes)
        if fault is not None:
            raise GameError(Message("sheet-file-deal", {"field": fault, "deal": number}))
        columns = [deal.get(field.column, empty) for field in form.fields]
        side = tuple(deal.get(field.column) for field in form.side_fields)
        yield Entry(tuple(zip(*columns, strict=True)), side)


def _shapes(form: SheetForm, seats: int) -> dict[str, Any]:
    """Return the types of a deal's values by key."""
    spans = {Sort.SEAT: (0, seats - 1), Sort.STAKE: (0, 1), Sort.NUMBER: (-9999, 9999)}
    shapes: dict[str, Any] = {}
    for field in (*form.fields, *form.side_fields):
        low, high = spans[field.sort]
        shapes[field.column] = Annotated[int, Meta(ge=low, le=high)] | None
    for field in form.fields:
        shapes[field.column] = _row(shapes[field.column], seats)
    return shapes


def _row(shape: Any, seats: int) -> Any:
    """Return the type of a list with one value for each seat."""
    return Annotated[list[shape], Meta(min_length=seats, max_length=seats)]


def _fault(deal: object, shapes: Mapping[str, Any]) -> str | None:
    """Return the key of a deal's malformed field, if any."""
    if not isinstance(deal, dict) or not set(deal) <= set(shapes):
        return "deals"
    wrong = (key for key in shapes if key in deal and not fits(deal[key], shapes[key]))
    return next(wrong, None)
