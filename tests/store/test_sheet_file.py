"""Tests of sheets kept by hand as files: round trips, and refusal of damage."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.games import GAMES
from greenbaize.rules.errors import GameError
from greenbaize.rules.options import settled
from greenbaize.rules.sheets import Entry, Sort
from greenbaize.store.sheet_file import KeptSheet, read_sheet, sheet_bytes
from greenbaize.words.speaker import Speaker

KEPT = KeptSheet(
    "master",
    ("Anna", "Борис"),
    settled(GAMES["master"].options, 2, {}),
    (Entry(((9, -9), (0, 0)), (0, 1, 0)), Entry(((3, None), (None, None)), (None, None, None))),
    "2026-11-03",
)
FILE = sheet_bytes(KEPT, GAMES["master"].form())


@st.composite
def kept_sheets(draw):
    game = draw(st.sampled_from([game for game in GAMES.values() if game.form() is not None]))
    form, seats = game.form(), draw(st.sampled_from(game.seats))
    spans = {Sort.NUMBER: (-99, 99), Sort.SEAT: (0, seats - 1), Sort.STAKE: (0, 1)}

    def number(field):
        return st.none() | st.integers(*spans[field.sort])

    player = st.tuples(*map(number, form.fields))
    entry = st.builds(
        Entry,
        st.lists(player, min_size=seats, max_size=seats).map(tuple),
        st.tuples(*map(number, form.side_fields)),
    )
    names = tuple(f"P{seat}" for seat in range(seats))
    entries = tuple(draw(st.lists(entry, max_size=6)))
    return KeptSheet(game.name, names, settled(game.options, seats, {}), entries)


@pytest.mark.slow
@given(kept_sheets())
def test_what_is_written_is_what_is_read(kept):
    assert read_sheet(sheet_bytes(kept, GAMES[kept.game].form()), GAMES) == kept


def test_the_file_names_its_format_its_game_and_every_field():
    value = json.loads(FILE)
    assert (value["format"], value["version"], value["game"]) == ("greenbaize-sheet", 1, "master")
    assert value["deals"][0] == {
        "tricks": [9, 0],
        "points": [-9, 0],
        "remaining": 0,
        "leader": 1,
        "dealer": 0,
    }


def changed(**values):
    return json.dumps(json.loads(FILE) | values).encode()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "damaged: it is not JSON"),
        (FILE[:-40], "damaged: it is not JSON"),
        (b"\xff\xfe", "damaged: it is not JSON"),
        (b"[" * 100_000, "damaged: it is not JSON"),
        (b"[]", "not a sheet kept by hand"),
        (b"{}", "not a sheet kept by hand"),
        (b'{"format": "greenbaize-match"}', "not a sheet kept by hand"),
        (changed(version=2), "A newer program wrote this"),
        (changed(version=True), "A newer program wrote this"),
        (changed(game="chess"), "“chess”"),
        (changed(seats=[{"name": "A"}]), "for 2 to 4 players"),
        (changed(seats=[{"name": "A"}, {"name": 1}]), "“seats”"),
        (changed(seats=[{"name": "A"}, {"name": "B\n"}]), "“seats”"),
        (changed(seats=[{"name": "A"}, {"name": "\u202eB"}]), "“seats”"),
        (changed(seats=[{"name": "A"}, {"name": "B" * 201}]), "“seats”"),
        (changed(seats=[{"name": "A"}, {}]), "“seats”"),
        (changed(game=["master"]), "“['master']”"),
        (FILE.decode().encode("utf-16"), "damaged: it is not JSON"),
        (FILE.replace(b"9", b"NaN", 1), "damaged: it is not JSON"),
        (changed(options={"x": 1}), "no option “x”"),
        (changed(options=[]), "“options”"),
        (changed(deals={}), "“deals”"),
        (changed(deals=[{"tricks": [1]}]), "“tricks” of deal 1"),
        (changed(deals=[{"tricks": [1, True]}]), "“tricks” of deal 1"),
        (changed(deals=[{"tricks": [1, 10**9]}]), "“tricks” of deal 1"),
        (changed(deals=[{}, {"leader": 2}]), "“leader” of deal 2"),
        (changed(deals=[{"bids": [1, 1]}]), "“deals” of deal 1"),
        (changed(begun=5), "“begun”"),
        (changed(begun="yesterday"), "“begun”"),
        (changed(deals=[{}] * 1001), "“deals”"),
        (changed(deals=[{"tricks": [1, 2, 3]}]), "“tricks” of deal 1"),
        (changed(deals=[{"tricks": None}]), "“tricks” of deal 1"),
        (changed(deals=[{}, []]), "“deals” of deal 2"),
    ],
)
def test_damage_is_refused_with_a_sentence(data, expected):
    with pytest.raises(GameError) as caught:
        read_sheet(data, GAMES)
    assert expected in Speaker().say(caught.value.message)


STRANGE = [
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


def harmless(data):
    """Return True if the data gives a sheet; otherwise it was refused with a sentence."""
    fault = None
    try:
        kept = read_sheet(data, GAMES)
    except GameError as error:
        fault = error
    if fault is not None:
        assert Speaker().say(fault.message)
        return False
    form = GAMES[kept.game].form()
    assert form.sheet(len(kept.names), kept.options, kept.entries).rows
    return True


def test_strange_values_are_refused_or_harmless():
    chance, refused = random.Random(1), 0
    for _ in range(500):
        value = json.loads(FILE)
        node = value
        while True:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            key = chance.choice(keys)
            if isinstance(node[key], dict | list) and node[key] and chance.random() < 0.7:
                node = node[key]
                continue
            node[key] = chance.choice(STRANGE)
            break
        refused += not harmless(json.dumps(value).encode())
    assert refused > 200


def test_a_game_without_a_form_has_no_sheet():
    class Formless:
        def form(self):
            return None

    with pytest.raises(GameError):
        read_sheet(FILE, {"master": Formless()})
