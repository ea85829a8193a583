"""Records as bytes: reading, records cut short, and damage."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from greenbaize.cards import PACK_52
from greenbaize.games import GAMES
from greenbaize.games.beat.beats import PACK_36
from greenbaize.match.record import line_bytes, read_record
from greenbaize.rules.errors import RecordError
from greenbaize.rules.messages import Message
from match.playing import EACH_SETUP, Setup, each_of, play_randomly

PLAYED = play_randomly(Setup("damn", 3, {"deals": 2}), 1)
LINES = PLAYED.record.splitlines(keepends=True)


def damaged(data):
    with pytest.raises(RecordError) as caught:
        read_record(data, GAMES)
    return caught.value


def test_a_record_reads_back_whole():
    record = read_record(PLAYED.record, GAMES)
    assert record.header == PLAYED.header
    assert record.events == PLAYED.events
    assert record.state == PLAYED.moments[-1][1]
    assert (record.whole, record.cut) == (len(PLAYED.record), False)


def test_every_prefix_of_whole_lines_reads():
    for count in range(1, len(LINES) + 1):
        data = b"".join(LINES[:count])
        record = read_record(data, GAMES)
        assert len(record.events) == count - 1
        assert (record.whole, record.cut) == (len(data), False)


def test_a_last_line_cut_short_is_dropped_wherever_it_is_cut():
    body = b"".join(LINES[:4])
    for size in range(1, len(LINES[4]) - 1):
        record = read_record(body + LINES[4][:size], GAMES)
        assert record.events == PLAYED.events[:3]
        assert (record.whole, record.cut) == (len(body), True)


def test_a_last_line_that_only_lacks_its_end_is_whole():
    data = b"".join(LINES[:5])[:-1]
    record = read_record(data, GAMES)
    assert record.events == PLAYED.events[:4]
    assert (record.whole, record.cut) == (len(data), False)


def test_a_last_line_cut_inside_a_letter_is_dropped():
    record = read_record(b"".join(LINES[:4]) + '{"type": "Ж'.encode()[:-1], GAMES)
    assert (record.events, record.cut) == (PLAYED.events[:3], True)


@pytest.mark.parametrize("data", [b"", LINES[0][:-2], LINES[0][:1]])
def test_without_a_whole_header_there_is_no_match(data):
    error = damaged(data)
    assert (error.line, error.message) == (1, Message("record-empty"))


@pytest.mark.parametrize("place", [1, 3, 9])
@pytest.mark.parametrize(
    "raw",
    [b"\n", b"{\n", b"[]\n", b"null\n", b"\xff\xfe\n", b'{"type": "bid"\n', b"[" * 99_999 + b"\n"],
)
def test_damage_names_its_line(place, raw):
    error = damaged(b"".join([*LINES[:place], raw, *LINES[place:]]))
    assert (error.line, error.message) == (place + 1, Message("line-damaged"))


def test_a_last_whole_line_of_nonsense_is_damage_and_not_cut_short():
    error = damaged(PLAYED.record + b"nonsense\n")
    assert (error.line, error.message.code) == (len(LINES) + 1, "line-damaged")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"type": "draw", "seat": 0, "cards": ["TS"]}, "line-unknown-type"),
        ({"type": "lot", "dealer": "0"}, "line-field"),
        ({"type": "lot"}, "line-missing"),
        ({"type": "lot", "dealer": 0, "why": "luck"}, "line-extra"),
        ({"dealer": 0}, "line-no-type"),
    ],
)
def test_a_line_of_the_wrong_form_names_its_line(line, code):
    error = damaged(LINES[0] + json.dumps(line).encode() + b"\n" + b"".join(LINES[2:]))
    assert (error.line, error.message.code) == (2, code)


def test_what_follows_the_end_is_refused():
    for line in (LINES[-1], LINES[2], b'{"type": "seat", "seat": 0, "kind": "bot", "why": "x"}\n'):
        error = damaged(PLAYED.record + line)
        assert (error.line, error.message.rule != "") == (len(LINES) + 1, b"seat" not in line)


def test_a_told_record_is_no_record():
    lines = [json.loads(line) for line in LINES]
    lines[2]["hands"][1] = 1
    error = damaged("".join(json.dumps(line) + "\n" for line in lines).encode())
    assert error.line == 3


Line = dict[str, Any]
SHORT = (
    Setup("damn", 3, {"deals": 3}),
    Setup("damn", 4, {"deals": 4, "first": 3, "hook": True, "zero_bids": True}),
    Setup("damn", 7, {"deals": 2}),
    Setup("blackout", 2, {}),
    Setup("blackout", 4, {}),
    Setup("master", 3, {}),
    Setup("master", 4, {"trumps": "two"}),
    Setup("ass", 2, {"refill": True, "deal_limit": 2}),
    Setup("ass", 4, {"deal_limit": 3}),
    Setup("ass", 6, {"trumps": "ranked", "deal_limit": 2, "must_beat": False}),
)
PLAIN = ("damn", "blackout")
EACH_SHORT = each_of(SHORT, usual=1)
SEEDED = pytest.mark.parametrize("seeded", [True, False], ids=["seed", "no-seed"])


def lines_of(setup: Setup, *, seeded: bool, seat_changes: float = 0.0) -> list[Line]:
    """A random record's lines; of a long match, only the beginning and the end are altered."""
    data = play_randomly(setup, 11, seat_changes=seat_changes).record
    lines = [json.loads(line) for line in data.splitlines()]
    if not seeded:
        del lines[0]["seed"]
    return lines


def data_of(lines: list[Line]) -> bytes:
    return b"".join(map(line_bytes, lines))


@EACH_SETUP
@SEEDED
def test_every_record_holds(setup, seeded):
    lines = lines_of(setup, seeded=seeded, seat_changes=0.05)
    record = read_record(data_of(lines), GAMES)
    assert len(record.events) == len(lines) - 1
    assert GAMES[setup.name].over(record.state)


def broken_at(lines: list[Line]) -> tuple[int, str] | None:
    """The line at which verification stops, counted from 1, and the reason."""
    try:
        read_record(data_of(lines), GAMES)
    except RecordError as error:
        return error.line, error.message.code
    return None


def plus(numbers: list[int], place: int, more: int) -> list[int]:
    return [*numbers[:place], numbers[place] + more, *numbers[place + 1 :]]


def changed_turns(line: Line, hands: list[list[str]], seat: int, random: Random) -> Iterator[Line]:
    """The turned card and the trump."""
    if "turned" not in line:
        return
    if line["turned"] is None:
        yield line | {"turned": "2C", "trump": "C"}
        yield line | {"trump": "S"}
    else:
        yield line | {"turned": None}
        yield line | {"turned": None, "trump": None}
        yield line | {"trump": None}
        yield line | {"turned": hands[seat][0], "trump": hands[seat][0][1]}
        yield line | {"trump": random.choice("CDHS".replace(line["trump"], ""))}
        yield line | {"turned": "XR", "trump": None}


def changed_deals(line: Line, seats: int, random: Random) -> Iterator[Line]:
    hands, seat = line["hands"], random.randrange(seats)
    other = (seat + 1) % seats
    for key in ("deal", "dealer", "leader", "cards", "sign"):
        if key in line:
            yield line | {key: line[key] + 1}
            yield line | {key: -2}
    yield line | {"dealer": (line["dealer"] + 1) % seats}
    yield line | {"leader": (line["leader"] + 1) % seats}
    yield from changed_turns(line, hands, seat, random)
    if "contract" in line:
        yield line | {"contract": "queens" if line["contract"] == "eights" else "eights"}
        yield line | {"sign": -line["sign"]}
    if "stock" in line:
        yield line | {"stock": line["stock"][1:]}
        yield line | {"stock": [*line["stock"][1:], line["stock"][1]]}
        yield line | {"stock": len(line["stock"])}
        yield {key: value for key, value in line.items() if key != "stock"}
    elif "turned" not in line:
        yield line | {"stock": []}
    twice = [list(hand) for hand in hands]
    twice[seat][0] = twice[other][0]
    yield line | {"hands": twice}
    joker = [list(hand) for hand in hands]
    joker[seat][0] = "XB"
    yield line | {"hands": joker}
    yield line | {"hands": [*hands[:seat], hands[seat][1:], *hands[seat + 1 :]]}
    yield line | {"hands": [*hands[:seat], len(hands[seat]), *hands[seat + 1 :]]}
    yield line | {"hands": [*hands, []]}
    yield line | {"hands": hands[1:]}
    yield line | {"hands": []}


def changed_dealing(line: Line, seats: int, random: Random) -> Iterator[Line]:
    """Deals that are as good as any: only the seed tells them from the true one."""
    hands, seat = line["hands"], random.randrange(seats)
    other = (seat + 1) % seats
    swapped = list(hands)
    swapped[seat], swapped[other] = swapped[other], swapped[seat]
    yield line | {"hands": swapped}
    held = {card for hand in hands for card in hand} | {line.get("turned")}
    if "stock" in line:
        yield line | {"stock": line["stock"][::-1]}
        held.update(line["stock"])
    pack = PACK_52 if "turned" in line else PACK_36
    free = [card.code for card in pack if card.code not in held]
    if free:
        fresh = [list(hand) for hand in hands]
        fresh[seat][-1] = random.choice(free)
        yield line | {"hands": fresh}


def changed_acts(line: Line, seats: int) -> Iterator[Line]:
    """Alterations of what a seat does."""
    match line["type"]:
        case "bid":
            yield line | {"tricks": -1}
            yield line | {"tricks": 99}
        case "play":
            yield line | {"card": "XR"}
            yield {"type": "bid", "seat": line["seat"], "tricks": 0}
        case "trump":
            yield line | {"suit": "X"}
        case "stake":
            yield line | {"go": None}
        case "draw":
            yield line | {"cards": []}
            yield line | {"cards": 1}
            yield line | {"cards": ["6C" if line["cards"] != ["6C"] else "7C"]}
            yield line | {"cards": line["cards"] * 2}
    yield line | {"seat": (line["seat"] + 1) % seats}
    yield line | {"seat": seats}
    yield line | {"seat": -1}


def changed_score(line: Line, seats: int, random: Random) -> Iterator[Line]:
    """Alterations of a deal's score."""
    yield line | {"deal": line["deal"] + 1}
    if "remaining" in line:
        yield line | {"remaining": line["remaining"] + 1}
    for key in [key for key, value in line.items() if isinstance(value, list)]:
        yield line | {key: plus(line[key], random.randrange(seats), 1)}
        yield line | {key: plus(line[key], random.randrange(seats), -1)}
        yield line | {key: line[key][1:]}
        yield line | {key: [*line[key], 0]}


def changed(line: Line, seats: int, random: Random, *, seeded: bool) -> Iterator[Line]:
    """Alterations of a line that are certainly against the rules where it stands."""
    match line["type"]:
        case "lot":
            yield line | {"dealer": seats}
            yield line | {"dealer": -1}
            if seeded:
                yield line | {"dealer": (line["dealer"] + 1) % seats}
        case "deal":
            yield from changed_deals(line, seats, random)
            if seeded:
                yield from changed_dealing(line, seats, random)
        case "bid" | "play" | "trump" | "stake" | "draw":
            yield from changed_acts(line, seats)
        case "trick":
            yield line | {"seat": (line["seat"] + 1) % seats}
            yield line | {"seat": -1}
            if "points" in line:
                yield line | {"points": line["points"] + 1}
                yield {"type": "trick", "seat": line["seat"]}
            else:
                yield line | {"points": 0}
        case "score":
            yield from changed_score(line, seats, random)
        case "end":
            for key in ("totals", "places"):
                yield line | {key: plus(line[key], random.randrange(seats), 1)}
                yield line | {key: line[key][1:]}
            yield line | {"coin_flip": "coin_flip" not in line}
        case "seat":
            yield line | {"seat": seats}
            yield line | {"seat": -1}


@EACH_SHORT
@SEEDED
def test_an_altered_line_is_refused_at_that_line(setup, seeded):
    random = Random(str(setup))
    lines = lines_of(setup, seeded=seeded, seat_changes=0.05)
    tried = 0
    for place in places(lines):
        for line in changed(lines[place], setup.seats, random, seeded=seeded):
            assert line != lines[place]
            found = broken_at([*lines[:place], line])
            assert found is not None, (place, line)
            assert found[0] == place + 1, (found, line)
            tried += 1
    assert tried > 150


def places(lines: list[Line]) -> list[int]:
    """The first lines of a record, some of those that follow, and the last few.

    Each is read from the beginning of the record, so that late ones cost most.
    """
    late, last = len(lines) // 10, len(lines) - (20 if len(lines) < 600 else 4)
    return [
        at
        for at in range(1, len(lines))
        if at < 40 or (at < 100 and at % 3 == late % 3) or at > last
    ]


# What Master and Ass allow is asked of their page in test_beat_pages.
@pytest.mark.parametrize("setup", [one for one in SHORT if one.name in PLAIN], ids=str)
def test_a_card_that_is_not_the_players_is_refused(setup):
    random = Random(str(setup))
    lines = lines_of(setup, seeded=False)
    hands: list[list[str]] = []
    led = ""
    tried = 0
    for place, line in enumerate(lines[:120]):
        match line.get("type"):
            case "deal":
                hands = [list(hand) for hand in line["hands"]]
            case "trick":
                led = ""
            case "play":
                held = hands[line["seat"]]
                foreign = [card.code for card in PACK_52 if card.code not in held]
                cards = [random.choice(foreign)]
                if led and led in {card[1] for card in held}:
                    cards += [card for card in held if card[1] != led][:1]
                for card in cards:
                    found = broken_at([*lines[:place], line | {"card": card}])
                    assert found is not None, (place, card)
                    assert found[0] == place + 1
                    tried += 1
                led = led or line["card"][1]
                held.remove(line["card"])
    assert tried >= 6


@EACH_SHORT
@SEEDED
def test_a_dropped_line_is_refused_where_the_next_stands(setup, seeded):
    lines = lines_of(setup, seeded=seeded)
    for place in places(lines)[:-1]:
        found = broken_at(lines[:place] + lines[place + 1 : place + 2])
        assert found is not None, (place, lines[place])
        assert found[0] == place + 1


@EACH_SHORT
@SEEDED
def test_a_doubled_line_is_refused_the_second_time(setup, seeded):
    lines = lines_of(setup, seeded=seeded)
    for place in places(lines):
        found = broken_at([*lines[: place + 1], lines[place]])
        assert found is not None, (place, lines[place])
        assert found[0] == place + 2


@EACH_SHORT
@SEEDED
def test_swapped_lines_are_refused_at_the_first(setup, seeded):
    lines = lines_of(setup, seeded=seeded)
    for place in places(lines)[:-1]:
        found = broken_at([*lines[:place], lines[place + 1], lines[place]])
        assert found is not None, (place, lines[place])
        assert found[0] == place + 1


def test_the_reasons_tell_wrong_from_missing_and_impossible():
    lines = lines_of(SHORT[0], seeded=True)
    assert broken_at([*lines[:2], lines[3]]) == (3, "event-due")
    assert broken_at([*lines[:2], lines[2] | {"cards": 2}]) == (3, "event-differs")
    assert broken_at([*lines[:3], lines[2]]) == (4, "event-not-due")
    assert broken_at([*lines[:3], lines[3] | {"tricks": 9}]) == (4, "bid-range")
    unseeded = lines_of(SHORT[0], seeded=False)
    assert broken_at([unseeded[0], unseeded[1] | {"dealer": 3}]) == (2, "event-impossible")
    hands = [["2C"], ["2C"], ["2D"]]
    assert broken_at([*unseeded[:2], unseeded[2] | {"hands": hands}]) == (3, "event-impossible")


def test_another_seed_is_refused_at_the_first_draw_that_differs():
    for number in range(20):
        lines = lines_of(SHORT[0], seeded=True)
        lines[0]["seed"] = f"{number:032x}"
        found = broken_at(lines)
        assert found is not None
        assert found[0] in (2, 3)


def test_a_hooked_bid_is_refused():
    lines = lines_of(SHORT[1], seeded=True)
    place = next(at for at, line in enumerate(lines) if line.get("type") == "play") - 1
    bids = [line["tricks"] for line in lines[place - 3 : place]]
    lines[place]["tricks"] = lines[2]["cards"] - sum(bids)
    if 0 <= lines[place]["tricks"] <= lines[2]["cards"]:
        assert broken_at(lines) == (place + 1, "hook")
    else:
        assert broken_at(lines) == (place + 1, "bid-range")
