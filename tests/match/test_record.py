"""Records as bytes: reading, cut records, and damage."""

import json
from typing import Any

import pytest

from greenbaize.games import GAMES
from greenbaize.match.digest import digest_record
from greenbaize.match.record import encode_line, read_header, read_record
from greenbaize.rules.errors import RecordError
from greenbaize.rules.messages import Message
from match.random_matches import EACH_SETUP, GameSetup, play_randomly

PLAYED_MATCH = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1)
RECORD_LINES = PLAYED_MATCH.record.splitlines(keepends=True)


def read_error(data):
    with pytest.raises(RecordError) as caught:
        read_record(data, GAMES)
    return caught.value


def test_a_record_reads_back_whole():
    record = read_record(PLAYED_MATCH.record, GAMES)
    assert record.header == PLAYED_MATCH.header
    assert record.events == PLAYED_MATCH.events
    assert record.state == PLAYED_MATCH.moments[-1][1]
    assert (record.complete_size, record.is_cut) == (len(PLAYED_MATCH.record), False)


def test_every_prefix_of_whole_lines_reads():
    for count in range(1, len(RECORD_LINES) + 1):
        data = b"".join(RECORD_LINES[:count])
        record = read_record(data, GAMES)
        assert len(record.events) == count - 1
        assert (record.complete_size, record.is_cut) == (len(data), False)


def test_a_last_line_cut_short_is_dropped_wherever_it_is_cut():
    body = b"".join(RECORD_LINES[:4])
    for size in range(1, len(RECORD_LINES[4]) - 1):
        record = read_record(body + RECORD_LINES[4][:size], GAMES)
        assert record.events == PLAYED_MATCH.events[:3]
        assert (record.complete_size, record.is_cut) == (len(body), True)


def test_a_last_line_that_only_lacks_its_end_is_whole():
    data = b"".join(RECORD_LINES[:5])[:-1]
    record = read_record(data, GAMES)
    assert record.events == PLAYED_MATCH.events[:4]
    assert (record.complete_size, record.is_cut) == (len(data), False)


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("behind", [b"", b"\n", b"\r\n\r\n", b"  \n\t"])
def test_a_byte_order_mark_and_empty_last_lines_are_ignored(before, behind):
    record = read_record(before + PLAYED_MATCH.record + behind, GAMES)
    assert record.events == PLAYED_MATCH.events
    assert (record.complete_size, record.is_cut) == (len(PLAYED_MATCH.record), False)
    assert digest_record(before + PLAYED_MATCH.record + behind, GAMES) == digest_record(
        PLAYED_MATCH.record, GAMES
    )
    assert read_header(before + RECORD_LINES[0], GAMES) == PLAYED_MATCH.header


def test_a_last_line_cut_inside_a_letter_is_dropped():
    record = read_record(b"".join(RECORD_LINES[:4]) + '{"type": "Ж'.encode()[:-1], GAMES)
    assert (record.events, record.is_cut) == (PLAYED_MATCH.events[:3], True)


@pytest.mark.parametrize("data", [b"", RECORD_LINES[0][:-2], RECORD_LINES[0][:1]])
def test_without_a_whole_header_there_is_no_match(data):
    error = read_error(data)
    assert (error.line, error.message) == (1, Message("record-empty"))


@pytest.mark.parametrize("index", [1, 3, 9])
@pytest.mark.parametrize(
    "raw",
    [b"\n", b"{\n", b"[]\n", b"null\n", b"\xff\xfe\n", b'{"type": "bid"\n', b"[" * 99_999 + b"\n"],
)
def test_damage_names_its_line(index, raw):
    error = read_error(b"".join([*RECORD_LINES[:index], raw, *RECORD_LINES[index:]]))
    assert (error.line, error.message) == (index + 1, Message("line-damaged"))


def test_a_last_whole_line_of_nonsense_is_damage_and_not_cut_short():
    error = read_error(PLAYED_MATCH.record + b"nonsense\n")
    assert (error.line, error.message.code) == (len(RECORD_LINES) + 1, "line-damaged")


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
    error = read_error(
        RECORD_LINES[0] + json.dumps(line).encode() + b"\n" + b"".join(RECORD_LINES[2:])
    )
    assert (error.line, error.message.code) == (2, code)


def test_lines_after_the_end_are_refused():
    for line in (
        RECORD_LINES[-1],
        RECORD_LINES[2],
        b'{"type": "seat", "seat": 0, "kind": "bot", "why": "x"}\n',
    ):
        error = read_error(PLAYED_MATCH.record + line)
        assert (error.line, error.message.rule != "") == (
            len(RECORD_LINES) + 1,
            b"seat" not in line,
        )


def test_a_view_record_is_no_full_record():
    lines = [json.loads(line) for line in RECORD_LINES]
    lines[2]["hands"][1] = 1
    error = read_error("".join(json.dumps(line) + "\n" for line in lines).encode())
    assert error.line == 3


Line = dict[str, Any]
SHORT_SETUP = GameSetup("damn", 3, {"deals": 3})
EACH_SEEDING = pytest.mark.parametrize("seeded", [True, False], ids=["seed", "no-seed"])


def altered_record_lines(setup, *, has_seed, seat_changes=0.0):
    """Return a random record's lines, with or without the seed."""
    data = play_randomly(setup, 11, seat_changes=seat_changes).record
    lines = [json.loads(line) for line in data.splitlines()]
    if not has_seed:
        del lines[0]["seed"]
    return lines


def encode_lines(lines):
    return b"".join(map(encode_line, lines))


@EACH_SETUP
@EACH_SEEDING
def test_every_record_holds(setup, seeded):
    lines = altered_record_lines(setup, has_seed=seeded, seat_changes=0.05)
    record = read_record(encode_lines(lines), GAMES)
    assert len(record.events) == len(lines) - 1
    assert GAMES[setup.name].is_over(record.state)


def find_record_fault(lines):
    """Return the line at which verification stops, counted from 1, and the code of the reason."""
    try:
        read_record(encode_lines(lines), GAMES)
    except RecordError as error:
        return error.line, error.message.code
    return None


def test_the_reasons_tell_wrong_from_missing_and_impossible():
    lines = altered_record_lines(SHORT_SETUP, has_seed=True)
    assert find_record_fault([*lines[:2], lines[3]]) == (3, "event-due")
    assert find_record_fault([*lines[:2], lines[2] | {"cards": 2}]) == (3, "event-differs")
    assert find_record_fault([*lines[:3], lines[2]]) == (4, "event-not-due")
    assert find_record_fault([*lines[:3], lines[3] | {"tricks": 9}]) == (4, "bid-range")
    unseeded = altered_record_lines(SHORT_SETUP, has_seed=False)
    assert find_record_fault([unseeded[0], unseeded[1] | {"dealer": 3}]) == (2, "event-impossible")
    hands = [["2C"], ["2C"], ["2D"]]
    assert find_record_fault([*unseeded[:2], unseeded[2] | {"hands": hands}]) == (
        3,
        "event-impossible",
    )


def test_another_seed_is_refused_at_the_first_draw_that_differs():
    for number in range(20):
        lines = altered_record_lines(SHORT_SETUP, has_seed=True)
        lines[0]["seed"] = f"{number:032x}"
        fault = find_record_fault(lines)
        assert fault[0] in (2, 3)
