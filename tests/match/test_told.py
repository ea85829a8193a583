"""View records: they verify, and errors that the seat can know of are found."""

import json
from random import Random

import pytest

from greenbaize.cards import ALL_CARDS
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.record import line_bytes, read_record
from greenbaize.match.told import is_told, read_any, read_told, told_lines
from greenbaize.rules.errors import RecordError, ToldRecordError
from match.erring import TABLES, play_erring
from match.mutations import changed_bytes, in_a_line, with_a_strange_value, with_lines_moved
from match.playing import EACH_SETUP, SETUPS, Setup, each_of, play_randomly
from match.playing import told_to as told


def fault(data):
    """Return the line and the code of the error, None if the record verifies."""
    try:
        read_any(data, GAMES)
    except RecordError as error:
        return error.line, error.message.code
    return None


@EACH_SETUP
def test_what_every_seat_is_told_holds(setup):
    played = play_randomly(setup, 1, seat_changes=0.02)
    for seat in (None, 0, setup.seats - 1):
        record = read_any(told(played, seat), GAMES)
        assert is_told(record)
        assert record.header.you == seat
        assert setup.game.over(record.state)
        assert setup.game.sheet(record.state) == setup.game.sheet(played.moments[-1][1])


@EACH_SETUP
def test_a_match_that_is_not_over_holds(setup):
    played, random = play_randomly(setup, 1), Random(str(setup))
    for seat in (None, 0, 1):
        lines = told(played, seat).splitlines(keepends=True)
        for _ in range(4):
            count = random.randrange(1, min(len(lines), 300))
            assert fault(b"".join(lines[:count])) is None


@pytest.mark.parametrize("setup", TABLES, ids=str)
def test_a_match_in_which_people_err_holds(setup):
    played, random = play_erring(setup, 63).played, Random(str(setup))
    for seat in (None, 0, 2):
        lines = told(played, seat).splitlines(keepends=True)
        for count in (len(lines), *(random.randrange(1, len(lines)) for _ in range(10))):
            assert fault(b"".join(lines[:count])) is None


def changed(line, random):
    """Return the line with one value changed into another of its type."""
    key = random.choice([key for key in line if key not in ("type", "why")])
    value = line[key]
    if isinstance(value, list) and value:
        at = random.randrange(len(value))
        fresh = changed({"x": value[at]}, random)["x"]
        return line | {key: [*value[:at], fresh, *value[at + 1 :]]}
    if type(value) is int:
        return line | {key: value + random.choice((-1, 1))}
    if type(value) is bool:
        return line | {key: not value}
    if value in CODES:
        return line | {key: random.choice(CODES)}
    return line | {key: random.choice(["TS", "C", None, "max", 3])}


CODES = [card.code for card in ALL_CARDS]
KNOWABLE = ("deal", "trick", "score", "end", "lot", "draw", "leaving", "back", "out", "antirank")


@each_of(SETUPS[::3], usual=2)
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_what_a_seat_can_know_to_be_wrong_is_found(setup, seat):
    """Change single values: every error is found but another seat's play of a card never seen."""
    lines = told(play_randomly(setup, 64), seat).splitlines(keepends=True)[:400]
    random = Random(f"{setup}/{seat}")
    missed = 0
    for _ in range(40):
        place = random.randrange(1, len(lines))
        line = json.loads(lines[place])
        fresh = changed(line, random)
        if fresh == line:
            continue
        found = fault(b"".join([*lines[:place], line_bytes(fresh), *lines[place + 1 :]]))
        if found is None:
            missed += 1
            assert line["type"] not in KNOWABLE, (line, fresh)
            deals = sum(json.loads(before)["type"] == "deal" for before in lines[1:place])
            # in the blind deal no seat has seen its own card
            blind = setup.name == "blackout" and deals == 1
            assert line.get("seat") != seat or line["type"] == "bid" or blind, (line, fresh)
    assert missed < 14


def moved_cards(lines, place):
    """Return the lines with a deal in which the own first card is played by another seat later."""
    deal = json.loads(lines[place])
    later = [json.loads(line) for line in lines[place + 1 :]]
    foreign = next(one["card"] for one in later if one["type"] == "play" and one["seat"] != 0)
    deal["hands"][0][0] = foreign
    return [*lines[:place], line_bytes(deal), *lines[place + 1 :]]


def test_a_card_cannot_be_in_two_hands():
    setup = Setup("damn", 4, {"deals": 5, "first": 5})
    lines = told(play_randomly(setup, 65), 0).splitlines(keepends=True)
    assert json.loads(lines[2])["hands"][1:] == [5, 5, 5]
    assert fault(b"".join(moved_cards(lines, 2))) is not None


def test_a_hand_that_should_not_be_seen_is_not_told():
    played = play_randomly(Setup("damn", 4, {"deals": 5, "first": 5}), 66)
    lines = told(played, 0).splitlines(keepends=True)
    full = json.loads(played.record.splitlines()[2])
    own = json.loads(lines[2])
    for hands in (full["hands"], [5, *full["hands"][1:]], [5] * 4, [*own["hands"][:3], 4]):
        fresh = [*lines[:2], line_bytes(own | {"hands": hands}), *lines[3:]]
        assert fault(b"".join(fresh)) is not None
    # A spectator may have been allowed to see some cards.
    first = json.loads(lines[0])
    del first["you"]
    part = {"cards": full["hands"][2][:2], "more": 3}
    for hands in ([full["hands"][0], 5, 5, 5], [5, 5, part, 5]):
        fresh = [line_bytes(first), lines[1], line_bytes(own | {"hands": hands}), *lines[3:]]
        assert fault(b"".join(fresh)) is None
    part["cards"][0] = full["hands"][1][0]
    fresh = [line_bytes(first), lines[1], line_bytes(own | {"hands": hands}), *lines[3:]]
    assert fault(b"".join(fresh)) is not None


def test_following_suit_is_held_against_what_came_to_light_later():
    """Swap a discard with a card of the suit led that the seat plays later in the deal."""
    setup = Setup("damn", 3, {"deals": 8, "first": 8})
    lines = told(play_randomly(setup, 67), None).splitlines(keepends=True)
    plays = [at for at, line in enumerate(lines) if b'"play"' in line]
    held = 0
    for at in plays[1:3]:
        line, led = json.loads(lines[at]), json.loads(lines[plays[0]])
        for other in plays[3:]:
            later = json.loads(lines[other])
            if later["seat"] == line["seat"] and later["card"][1] != led["card"][1]:
                if line["card"][1] != led["card"][1]:
                    continue
                swapped = list(lines)
                swapped[at] = line_bytes(line | {"card": later["card"]})
                swapped[other] = line_bytes(later | {"card": line["card"]})
                assert fault(b"".join(swapped)) == (at + 1, "follow-suit")
                held += 1
    assert held


@pytest.mark.parametrize("name", ["damn", "blackout", "ass", "rank"])
def test_damaged_records_are_refused_or_harmless(name):
    setups = [one for one in SETUPS if one.name == name][:2]
    records = [told(play_randomly(setup, 68), seat) for setup in setups for seat in (None, 0)]
    random = Random(name)
    damages = [in_a_line(with_a_strange_value), changed_bytes, with_lines_moved(records)]
    refused = 0
    for _ in range(60):
        data = random.choice(records)
        found = fault(random.choice(damages)(data, random))
        refused += found is not None
        assert found is None or found[0] >= 1
    assert refused > 30


def test_only_a_whole_record_is_read_as_one():
    played = play_randomly(Setup("damn", 3, {"deals": 2}), 69)
    for seat, line in ((0, 1), (None, 3)):
        with pytest.raises(ToldRecordError, match="record-told") as refused:
            read_record(told(played, seat), GAMES)
        assert refused.value.line == line
    assert not is_told(read_any(played.record, GAMES))


def test_the_first_fault_is_told_though_the_deals_are_read_ahead():
    lines = told(play_randomly(Setup("damn", 3, {"deals": 2}), 70), 0).splitlines(keepends=True)
    bid = json.loads(lines[3])
    wrong = line_bytes(bid | {"tricks": 9})
    assert fault(b"".join([*lines[:3], wrong, lines[4], b"{}\n"])) == (4, "bid-range")
    assert fault(b"".join([*lines[:5], b"{}\n"])) == (6, "line-no-type")
    assert read_told(b"".join(lines[:5]) + b'{"type', GAMES).cut


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS[::4], ids=str)
def test_what_a_seat_was_told_is_found_in_either_kind_of_record(setup):
    played = play_randomly(setup, 1, seat_changes=0.02)
    for seat in (0, 1):
        lines = told(played, seat)
        assert told_lines(read_any(played.record, GAMES), GAMES, seat) == lines
        assert told_lines(read_any(lines, GAMES), GAMES, seat) == lines
        with pytest.raises(ToldRecordError):
            told_lines(read_any(lines, GAMES), GAMES, 1 - seat)


def test_a_header_alone_holds():
    header = play_randomly(Setup("damn", 3, {"deals": 2}), 72).header
    record = read_any(line_bytes(Header.told(header, 1).line()), GAMES)
    assert is_told(record)
