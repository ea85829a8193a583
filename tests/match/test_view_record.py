"""View records: they verify, and errors that the seat can know of are found."""

import json
from random import Random

import pytest

from greenbaize.cards import ALL_CARDS
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.record import encode_line, read_record
from greenbaize.match.view_record import (
    build_view_lines,
    is_view_record,
    read_any_record,
    read_view_record,
)
from greenbaize.rules.errors import RecordError, ViewRecordError
from match.erring_match import ERRING_SETUPS, play_erring_match
from match.mutations import move_lines, mutate_bytes, mutate_line, mutate_line_value
from match.random_matches import EACH_SETUP, SETUPS, GameSetup, parametrize_setups, play_randomly
from match.random_matches import encode_view_record as told


def find_view_fault(data):
    """Return the line and the code of the error, None if the record verifies."""
    try:
        read_any_record(data, GAMES)
    except RecordError as error:
        return error.line, error.message.code
    return None


@EACH_SETUP
def test_every_view_record_verifies(setup):
    played = play_randomly(setup, 1, seat_changes=0.02)
    for seat in (None, 0, setup.seats - 1):
        record = read_any_record(told(played, seat), GAMES)
        assert is_view_record(record)
        assert record.header.you == seat
        assert setup.game.is_over(record.state)
        assert setup.game.sheet(record.state) == setup.game.sheet(played.moments[-1][1])


@EACH_SETUP
def test_an_unfinished_view_record_verifies(setup):
    played, random = play_randomly(setup, 1), Random(str(setup))
    for seat in (None, 0, 1):
        lines = told(played, seat).splitlines(keepends=True)
        for _ in range(4):
            count = random.randrange(1, min(len(lines), 300))
            assert find_view_fault(b"".join(lines[:count])) is None


@pytest.mark.parametrize("setup", ERRING_SETUPS, ids=str)
def test_a_view_record_with_errors_of_people_verifies(setup):
    played, random = play_erring_match(setup, 63).played_match, Random(str(setup))
    for seat in (None, 0, 2):
        lines = told(played, seat).splitlines(keepends=True)
        for count in (len(lines), *(random.randrange(1, len(lines)) for _ in range(10))):
            assert find_view_fault(b"".join(lines[:count])) is None


def change_line_value(line, random):
    """Return the line with one value changed into another of its type."""
    key = random.choice([key for key in line if key not in ("type", "why")])
    value = line[key]
    if isinstance(value, list) and value:
        index = random.randrange(len(value))
        new_value = change_line_value({"x": value[index]}, random)["x"]
        return line | {key: [*value[:index], new_value, *value[index + 1 :]]}
    if type(value) is int:
        return line | {key: value + random.choice((-1, 1))}
    if type(value) is bool:
        return line | {key: not value}
    if value in CARD_CODES:
        return line | {key: random.choice(CARD_CODES)}
    return line | {key: random.choice(["TS", "C", None, "max", 3])}


CARD_CODES = [card.code for card in ALL_CARDS]
KNOWABLE_TYPES = (
    "trick",
    "score",
    "end",
    "lot",
    "draw",
    "leaving",
    "back",
    "out",
    "antirank",
)


def deal_around(lines, index):
    """Return the lines of the deal that begins at this index, decoded."""
    deal_lines = [json.loads(lines[index])]
    for line in map(json.loads, lines[index + 1 :]):
        if line["type"] == "deal":
            break
        deal_lines.append(line)
    return deal_lines


def could_have_been_turned(lines, index, card):
    """Return whether a seat that has these lines cannot tell that this card was not turned.

    It knows the suit, which is trump, and every card of the deal that it held or saw played; a card
    that stayed in the pack or in a hidden hand is as good as the one that was turned.
    """
    deal, *later_lines = deal_around(lines, index)
    own_cards = {card for hand in deal["hands"] if isinstance(hand, list) for card in hand}
    return card[1] == deal["trump"] and card not in own_cards.union(
        line.get("card") for line in later_lines
    )


def is_unknowable_deal(lines, index, changed_line):
    """Return whether only the turned card differs, and could have been turned."""
    line = json.loads(lines[index])
    return (
        isinstance(changed_line.get("turned"), str)
        and changed_line == line | {"turned": changed_line["turned"]}
        and changed_line["turned"] in CARD_CODES
        and could_have_been_turned(lines, index, changed_line["turned"])
    )


@parametrize_setups(SETUPS, usual_interval=6)
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_an_error_that_a_seat_can_know_of_is_found(setup, seat):
    """Change single values: every error is found but what the seat has no way to know.

    That is another seat's play of a card never seen, and a turned card of the trump suit in place
    of another one (``could_have_been_turned``).
    """
    lines = told(play_randomly(setup, 64), seat).splitlines(keepends=True)[:400]
    random = Random(f"{setup}/{seat}")
    missed_count = 0
    for _ in range(40):
        index = random.randrange(1, len(lines))
        line = json.loads(lines[index])
        changed_line = change_line_value(line, random)
        if changed_line == line:
            continue
        found_fault = find_view_fault(
            b"".join([*lines[:index], encode_line(changed_line), *lines[index + 1 :]])
        )
        if found_fault is None:
            missed_count += 1
            if line["type"] == "deal":
                assert is_unknowable_deal(lines, index, changed_line), (line, changed_line)
                continue
            assert line["type"] not in KNOWABLE_TYPES, (line, changed_line)
            deals = sum(
                json.loads(earlier_line)["type"] == "deal" for earlier_line in lines[1:index]
            )
            # in the blind deal no seat has seen its own card
            blind = setup.name == "blackout" and deals == 1
            assert line.get("seat") != seat or line["type"] == "bid" or blind, (line, changed_line)
    assert missed_count < 14


@pytest.mark.parametrize("seat", [None, 0])
def test_a_wrong_turned_card_is_found_where_the_seat_saw_that_card_or_another_suit(seat):
    setup = GameSetup("damn", 5, {"deals": 3, "zero_bids": True, "hook": True})
    lines = told(play_randomly(setup, 64), seat).splitlines(keepends=True)
    index = next(index for index, line in enumerate(lines) if b'"turned"' in line)
    deal = json.loads(lines[index])
    possible_cards = {card for card in CARD_CODES if could_have_been_turned(lines, index, card)}
    assert deal["turned"] in possible_cards
    assert 1 < len(possible_cards) < 13
    for card in CARD_CODES:
        changed_lines = [*lines[:index], encode_line(deal | {"turned": card}), *lines[index + 1 :]]
        found_fault = find_view_fault(b"".join(changed_lines))
        assert (found_fault is None) == (card in possible_cards), card


def lines_with_moved_card(lines, index):
    """Return the lines with a deal in which the own first card is played by another seat later."""
    deal = json.loads(lines[index])
    later = [json.loads(line) for line in lines[index + 1 :]]
    foreign = next(
        later_line["card"]
        for later_line in later
        if later_line["type"] == "play" and later_line["seat"] != 0
    )
    deal["hands"][0][0] = foreign
    return [*lines[:index], encode_line(deal), *lines[index + 1 :]]


def test_a_card_cannot_be_in_two_hands():
    setup = GameSetup("damn", 4, {"deals": 5, "first": 5})
    lines = told(play_randomly(setup, 65), 0).splitlines(keepends=True)
    assert json.loads(lines[2])["hands"][1:] == [5, 5, 5]
    assert find_view_fault(b"".join(lines_with_moved_card(lines, 2))) is not None


def test_a_hidden_hand_in_a_view_record_is_refused():
    played = play_randomly(GameSetup("damn", 4, {"deals": 5, "first": 5}), 66)
    lines = told(played, 0).splitlines(keepends=True)
    full_deal = json.loads(played.record.splitlines()[2])
    own_deal = json.loads(lines[2])
    for hands in (
        full_deal["hands"],
        [5, *full_deal["hands"][1:]],
        [5] * 4,
        [*own_deal["hands"][:3], 4],
    ):
        changed_lines = [*lines[:2], encode_line(own_deal | {"hands": hands}), *lines[3:]]
        assert find_view_fault(b"".join(changed_lines)) is not None
    # A spectator may have been allowed to see some cards.
    first = json.loads(lines[0])
    del first["you"]
    partial_hand = {"cards": full_deal["hands"][2][:2], "more": 3}
    for hands in ([full_deal["hands"][0], 5, 5, 5], [5, 5, partial_hand, 5]):
        changed_lines = [
            encode_line(first),
            lines[1],
            encode_line(own_deal | {"hands": hands}),
            *lines[3:],
        ]
        assert find_view_fault(b"".join(changed_lines)) is None
    partial_hand["cards"][0] = full_deal["hands"][1][0]
    changed_lines = [
        encode_line(first),
        lines[1],
        encode_line(own_deal | {"hands": hands}),
        *lines[3:],
    ]
    assert find_view_fault(b"".join(changed_lines)) is not None


def test_following_suit_is_checked_with_later_cards():
    """Swap a discard with a card of the suit led that the seat plays later in the deal."""
    setup = GameSetup("damn", 3, {"deals": 8, "first": 8})
    lines = told(play_randomly(setup, 67), None).splitlines(keepends=True)
    plays = [index for index, line in enumerate(lines) if b'"play"' in line]
    check_count = 0
    for index in plays[1:3]:
        line, led = json.loads(lines[index]), json.loads(lines[plays[0]])
        for later_index in plays[3:]:
            later = json.loads(lines[later_index])
            if later["seat"] == line["seat"] and later["card"][1] != led["card"][1]:
                if line["card"][1] != led["card"][1]:
                    continue
                swapped_lines = list(lines)
                swapped_lines[index] = encode_line(line | {"card": later["card"]})
                swapped_lines[later_index] = encode_line(later | {"card": line["card"]})
                assert find_view_fault(b"".join(swapped_lines)) == (index + 1, "follow-suit")
                check_count += 1
    assert check_count


@pytest.mark.parametrize("name", ["damn", "blackout", "ass", "rank"])
def test_damaged_records_are_refused_or_harmless(name):
    setups = [candidate for candidate in SETUPS if candidate.name == name][:2]
    records = [told(play_randomly(setup, 68), seat) for setup in setups for seat in (None, 0)]
    random = Random(name)
    damages = [mutate_line(mutate_line_value), mutate_bytes, move_lines(records)]
    refused_count = 0
    for _ in range(60):
        data = random.choice(records)
        found_fault = find_view_fault(random.choice(damages)(data, random))
        refused_count += found_fault is not None
        assert found_fault is None or found_fault[0] >= 1
    assert refused_count > 30


def test_a_view_record_is_not_read_as_a_full_one():
    played = play_randomly(GameSetup("damn", 3, {"deals": 2}), 69)
    for seat, line in ((0, 1), (None, 3)):
        with pytest.raises(ViewRecordError, match="record-told") as caught:
            read_record(told(played, seat), GAMES)
        assert caught.value.line == line
    assert not is_view_record(read_any_record(played.record, GAMES))


def test_the_first_fault_is_reported_although_later_deals_are_read_first():
    lines = told(play_randomly(GameSetup("damn", 3, {"deals": 2}), 70), 0).splitlines(keepends=True)
    bid = json.loads(lines[3])
    wrong_line = encode_line(bid | {"tricks": 9})
    assert find_view_fault(b"".join([*lines[:3], wrong_line, lines[4], b"{}\n"])) == (
        4,
        "bid-range",
    )
    assert find_view_fault(b"".join([*lines[:5], b"{}\n"])) == (6, "line-no-type")
    assert read_view_record(b"".join(lines[:5]) + b'{"type', GAMES).is_cut


@pytest.mark.slow
@EACH_SETUP
def test_view_lines_are_built_from_full_and_view_records(setup):
    played = play_randomly(setup, 1, seat_changes=0.02)
    for seat in (0, 1):
        lines = told(played, seat)
        assert build_view_lines(read_any_record(played.record, GAMES), GAMES, seat) == lines
        assert build_view_lines(read_any_record(lines, GAMES), GAMES, seat) == lines
        with pytest.raises(ViewRecordError):
            build_view_lines(read_any_record(lines, GAMES), GAMES, 1 - seat)


def test_a_header_alone_holds():
    header = play_randomly(GameSetup("damn", 3, {"deals": 2}), 72).header
    record = read_any_record(encode_line(RecordHeader.redact_for(header, 1).to_line()), GAMES)
    assert is_view_record(record)
