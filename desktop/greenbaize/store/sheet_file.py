"""The file of a sheet kept by hand: JSON with players, options and entries."""

import json
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from greenbaize.match.header import GamesByName, check_seat_count
from greenbaize.rules.decoding import NameText, decode_json, matches_type, quote_value
from greenbaize.rules.errors import DamagedError, GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues, resolve_options
from greenbaize.rules.sheets import DealEntry, FieldKind, SheetForm

FORMAT: Final = "greenbaize-sheet"
VERSION: Final = 1
MAX_DEALS: Final = 1000
MAX_FILE_BYTES: Final = 4_000_000


class _SheetSeat(msgspec.Struct):
    name: NameText


_FIELD_TYPES: Final = {
    "seats": list[_SheetSeat],
    "options": dict[str, Any],
    "begun": Annotated[str, Meta(pattern=r"^(\d{4}-\d\d-\d\d)?\Z")],
    "deals": Annotated[list[Any], Meta(max_length=MAX_DEALS)],
}


@dataclass(frozen=True, slots=True)
class HandSheet:
    """A sheet kept by hand; ``begun`` is a date, ``YYYY-MM-DD``, or empty."""

    game: str
    names: tuple[str, ...]
    options: OptionValues
    entries: tuple[DealEntry, ...] = ()
    begun: str = ""


def find_sheet_form(game: str, games: GamesByName) -> SheetForm:
    """Return a game's form for sheets by hand; ``GameError`` if it has none."""
    form = games[game].sheet_form() if game in games else None
    if form is None:
        raise GameError(Message("sheet-file-game", {"game": game}))
    return form


def encode_sheet(sheet: HandSheet, form: SheetForm) -> bytes:
    """Return the file content of a sheet."""
    value = {
        "format": FORMAT,
        "version": VERSION,
        "game": sheet.game,
        "begun": sheet.begun,
        "seats": [{"name": name} for name in sheet.names],
        "options": dict(sheet.options),
        "deals": [_encode_deal(entry, form) for entry in sheet.entries],
    }
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def _encode_deal(entry: DealEntry, form: SheetForm) -> dict[str, Any]:
    deal: dict[str, Any] = {
        field.column: list(entry.field_values(index)) for index, field in enumerate(form.fields)
    }
    for field, value in zip(form.side_fields, entry.side_values, strict=True):
        deal[field.column] = value
    return deal


def read_sheet(data: bytes, games: GamesByName) -> HandSheet:
    """Return the sheet in a file; raises ``GameError``."""
    value = _decode_object(data)
    if value.get("format") != FORMAT:
        raise GameError(Message("sheet-file-format"))
    version = value.get("version")
    if type(version) is not int or version != VERSION:
        raise GameError(Message("header-version", {"version": quote_value(version)}))
    game = value.get("game")
    if not isinstance(game, str) or game not in games:
        raise GameError(Message("sheet-file-game", {"game": quote_value(game)}))
    form = find_sheet_form(game, games)
    value = {"options": {}, "begun": "", **value}
    for key, shape in _FIELD_TYPES.items():
        if not matches_type(value.get(key), shape):
            raise GameError(Message("sheet-file-field", {"field": key}))
    names = tuple(seat["name"] for seat in value["seats"])
    check_seat_count(games[game], len(names))
    options = resolve_options(games[game].options, len(names), value["options"], is_legacy=True)
    entries = tuple(_parse_entries(value["deals"], form, len(names)))
    return HandSheet(game, names, options, entries, value["begun"])


def _decode_object(data: bytes) -> Mapping[str, Any]:
    try:
        value = decode_json(data.removeprefix(BOM_UTF8), MAX_FILE_BYTES)
    except DamagedError:
        raise GameError(Message("sheet-file-damaged")) from None
    if not isinstance(value, dict):
        raise GameError(Message("sheet-file-format"))
    return value


def _parse_entries(deals: Sequence[Any], form: SheetForm, seats: int) -> Iterator[DealEntry]:
    shapes, empty = _deal_field_types(form, seats), [None] * seats
    for number, deal in enumerate(deals, 1):
        malformed_field = _find_malformed_field(deal, shapes)
        if malformed_field is not None:
            raise GameError(Message("sheet-file-deal", {"field": malformed_field, "deal": number}))
        columns = [deal.get(field.column, empty) for field in form.fields]
        side = tuple(deal.get(field.column) for field in form.side_fields)
        yield DealEntry(tuple(zip(*columns, strict=True)), side)


def _deal_field_types(form: SheetForm, seats: int) -> dict[str, Any]:
    """Return the types of a deal's values by key."""
    spans = {
        FieldKind.SEAT: (0, seats - 1),
        FieldKind.STAKE: (0, 1),
        FieldKind.NUMBER: (-9999, 9999),
    }
    shapes: dict[str, Any] = {}
    for field in (*form.fields, *form.side_fields):
        low, high = spans[field.kind]
        shapes[field.column] = Annotated[int, Meta(ge=low, le=high)] | None
    for field in form.fields:
        shapes[field.column] = _seat_list_type(shapes[field.column], seats)
    return shapes


def _seat_list_type(shape: Any, seats: int) -> Any:
    """Return the type of a list with one value for each seat."""
    return Annotated[list[shape], Meta(min_length=seats, max_length=seats)]


def _find_malformed_field(deal: object, shapes: Mapping[str, Any]) -> str | None:
    """Return the key of a deal's malformed field, if any."""
    if not isinstance(deal, dict) or not set(deal) <= set(shapes):
        return "deals"
    wrong = (key for key in shapes if key in deal and not matches_type(deal[key], shapes[key]))
    return next(wrong, None)
