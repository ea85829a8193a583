"""Tests of sheets kept by hand as files: round trips, and refusal of damage."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.games import GAMES
from greenbaize.rules.errors import GameError
from greenbaize.rules.options import resolve_options
from greenbaize.rules.sheets import DealEntry, FieldKind
from greenbaize.store.sheet_file import HandSheet, encode_sheet, read_sheet
from greenbaize.words.speaker import Speaker

SAMPLE_SHEET = HandSheet(
    "master",
    ("Anna", "Борис"),
    resolve_options(GAMES["master"].options, 2, {}),
    (
        DealEntry(((9, -9), (0, 0)), (0, 1, 0)),
        DealEntry(((3, None), (None, None)), (None, None, None)),
    ),
    "2026-11-03",
)
SAMPLE_BYTES = encode_sheet(SAMPLE_SHEET, GAMES["master"].sheet_form())


@st.composite
def kept_sheets(draw):
    game = draw(st.sampled_from([game for game in GAMES.values() if game.sheet_form() is not None]))
    form, seats = game.sheet_form(), draw(st.sampled_from(game.seats))
    spans = {FieldKind.NUMBER: (-99, 99), FieldKind.SEAT: (0, seats - 1), FieldKind.STAKE: (0, 1)}

    def number(field):
        return st.none() | st.integers(*spans[field.kind])

    player = st.tuples(*map(number, form.fields))
    entry = st.builds(
        DealEntry,
        st.lists(player, min_size=seats, max_size=seats).map(tuple),
        st.tuples(*map(number, form.side_fields)),
    )
    names = tuple(f"P{seat}" for seat in range(seats))
    entries = tuple(draw(st.lists(entry, max_size=6)))
    return HandSheet(game.name, names, resolve_options(game.options, seats, {}), entries)


@pytest.mark.slow
@given(kept_sheets())
def test_sheets_survive_a_round_trip(sheet):
    assert read_sheet(encode_sheet(sheet, GAMES[sheet.game].sheet_form()), GAMES) == sheet


def test_the_file_names_its_format_its_game_and_every_field():
    value = json.loads(SAMPLE_BYTES)
    assert (value["format"], value["version"], value["game"]) == ("greenbaize-sheet", 1, "master")
    assert value["deals"][0] == {
        "tricks": [9, 0],
        "points": [-9, 0],
        "remaining": 0,
        "leader": 1,
        "dealer": 0,
    }


def with_values(**values):
    return json.dumps(json.loads(SAMPLE_BYTES) | values).encode()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "damaged: it is not JSON"),
        (SAMPLE_BYTES[:-40], "damaged: it is not JSON"),
        (b"\xff\xfe", "damaged: it is not JSON"),
        (b"[" * 100_000, "damaged: it is not JSON"),
        (b"[]", "not a sheet kept by hand"),
        (b"{}", "not a sheet kept by hand"),
        (b'{"format": "greenbaize-match"}', "not a sheet kept by hand"),
        (with_values(version=2), "A newer program wrote this"),
        (with_values(version=True), "A newer program wrote this"),
        (with_values(game="chess"), "“chess”"),
        (with_values(seats=[{"name": "A"}]), "for 2 to 4 players"),
        (with_values(seats=[{"name": "A"}, {"name": 1}]), "“seats”"),
        (with_values(seats=[{"name": "A"}, {"name": "B\n"}]), "“seats”"),
        (with_values(seats=[{"name": "A"}, {"name": "\u202eB"}]), "“seats”"),
        (with_values(seats=[{"name": "A"}, {"name": "B" * 201}]), "“seats”"),
        (with_values(seats=[{"name": "A"}, {}]), "“seats”"),
        (with_values(game=["master"]), "“['master']”"),
        (SAMPLE_BYTES.decode().encode("utf-16"), "damaged: it is not JSON"),
        (SAMPLE_BYTES.replace(b"9", b"NaN", 1), "damaged: it is not JSON"),
        (with_values(options={"x": 1}), "no option “x”"),
        (with_values(options=[]), "“options”"),
        (with_values(deals={}), "“deals”"),
        (with_values(deals=[{"tricks": [1]}]), "“tricks” of deal 1"),
        (with_values(deals=[{"tricks": [1, True]}]), "“tricks” of deal 1"),
        (with_values(deals=[{"tricks": [1, 10**9]}]), "“tricks” of deal 1"),
        (with_values(deals=[{}, {"leader": 2}]), "“leader” of deal 2"),
        (with_values(deals=[{"bids": [1, 1]}]), "“deals” of deal 1"),
        (with_values(begun=5), "“begun”"),
        (with_values(begun="yesterday"), "“begun”"),
        (with_values(deals=[{}] * 1001), "“deals”"),
        (with_values(deals=[{"tricks": [1, 2, 3]}]), "“tricks” of deal 1"),
        (with_values(deals=[{"tricks": None}]), "“tricks” of deal 1"),
        (with_values(deals=[{}, []]), "“deals” of deal 2"),
    ],
)
def test_damage_is_refused_with_a_sentence(data, expected):
    with pytest.raises(GameError) as caught:
        read_sheet(data, GAMES)
    assert expected in Speaker().format_message(caught.value.message)


STRANGE_VALUES = [
    None,
    True,
    -1,
    99,
    10**30,
    0.5,
    "",
    "x\n",
    "\ud800",
    [],
    {},
    [[]],
    [None] * 9,
]


def is_readable(data):
    """Return True if the data gives a sheet; otherwise it was refused with a sentence."""
    read_error = None
    try:
        sheet = read_sheet(data, GAMES)
    except GameError as error:
        read_error = error
    if read_error is not None:
        assert Speaker().format_message(read_error.message)
        return False
    form = GAMES[sheet.game].sheet_form()
    assert form.make_sheet(len(sheet.names), sheet.options, sheet.entries).rows
    return True


def test_strange_values_are_refused_or_harmless():
    chance, refused = random.Random(1), 0
    for _ in range(500):
        value = json.loads(SAMPLE_BYTES)
        node = value
        while True:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            key = chance.choice(keys)
            if isinstance(node[key], dict | list) and node[key] and chance.random() < 0.7:
                node = node[key]
                continue
            node[key] = chance.choice(STRANGE_VALUES)
            break
        refused += not is_readable(json.dumps(value).encode())
    assert refused > 200


def test_a_game_without_a_form_has_no_sheet():
    class Formless:
        def sheet_form(self):
            return None

    with pytest.raises(GameError):
        read_sheet(SAMPLE_BYTES, {"master": Formless()})
