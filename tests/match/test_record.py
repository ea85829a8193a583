"""Records as bytes: reading, cut records, and damage."""

import json
from typing import Any

import pytest

from greenbaize.games import GAMES
from greenbaize.match.digest import digest_of
from greenbaize.match.record import line_bytes, read_header, read_record
from greenbaize.rules.errors import RecordError
from greenbaize.rules.messages import Message
from match.playing import EACH_SETUP, Setup, play_randomly

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


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("behind", [b"", b"\n", b"\r\n\r\n", b"  \n\t"])
def test_a_mark_of_utf_8_and_empty_last_lines_do_no_harm(before, behind):
    record = read_record(before + PLAYED.record + behind, GAMES)
    assert record.events == PLAYED.events
    assert (record.whole, record.cut) == (len(PLAYED.record), False)
    assert digest_of(before + PLAYED.record + behind, GAMES) == digest_of(PLAYED.record, GAMES)
    assert read_header(before + LINES[0], GAMES) == PLAYED.header


def test_a_last_line_cut_inside_a_letter_is_dropped():
    record = read_record(b"".join(LINES[:4]) + '{"type": "Ж'.encode()[:-1], GAMES)
    assert (record.events, record.cut) == (PLAYED.events[:3], True)


@pytest.mark.parametrize("data", [b"", LINES[0][:-2], LINES[0][:1]])
def test_without_a_whole_header_there_is_no_match(data):
    error = damaged(data)
    assert (error.line, error.message) == (1, Message("record-empty"))


@pytest.mark.parametrize("index", [1, 3, 9])
@pytest.mark.parametrize(
    "raw",
    [b"\n", b"{\n", b"[]\n", b"null\n", b"\xff\xfe\n", b'{"type": "bid"\n', b"[" * 99_999 + b"\n"],
)
def test_damage_names_its_line(index, raw):
    error = damaged(b"".join([*LINES[:index], raw, *LINES[index:]]))
    assert (error.line, error.message) == (index + 1, Message("line-damaged"))


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
SHORT = Setup("damn", 3, {"deals": 3})
SEEDED = pytest.mark.parametrize("seeded", [True, False], ids=["seed", "no-seed"])


def lines_of(setup, *, seeded, seat_changes=0.0):
    """Return a random record's lines, with or without the seed."""
    data = play_randomly(setup, 11, seat_changes=seat_changes).record
    lines = [json.loads(line) for line in data.splitlines()]
    if not seeded:
        del lines[0]["seed"]
    return lines


def data_of(lines):
    return b"".join(map(line_bytes, lines))


@EACH_SETUP
@SEEDED
def test_every_record_holds(setup, seeded):
    lines = lines_of(setup, seeded=seeded, seat_changes=0.05)
    record = read_record(data_of(lines), GAMES)
    assert len(record.events) == len(lines) - 1
    assert GAMES[setup.name].over(record.state)


def broken_at(lines):
    """Return the line at which verification stops, counted from 1, and the code of the reason."""
    try:
        read_record(data_of(lines), GAMES)
    except RecordError as error:
        return error.line, error.message.code
    return None


def test_the_reasons_tell_wrong_from_missing_and_impossible():
    lines = lines_of(SHORT, seeded=True)
    assert broken_at([*lines[:2], lines[3]]) == (3, "event-due")
    assert broken_at([*lines[:2], lines[2] | {"cards": 2}]) == (3, "event-differs")
    assert broken_at([*lines[:3], lines[2]]) == (4, "event-not-due")
    assert broken_at([*lines[:3], lines[3] | {"tricks": 9}]) == (4, "bid-range")
    unseeded = lines_of(SHORT, seeded=False)
    assert broken_at([unseeded[0], unseeded[1] | {"dealer": 3}]) == (2, "event-impossible")
    hands = [["2C"], ["2C"], ["2D"]]
    assert broken_at([*unseeded[:2], unseeded[2] | {"hands": hands}]) == (3, "event-impossible")


def test_another_seed_is_refused_at_the_first_draw_that_differs():
    for number in range(20):
        lines = lines_of(SHORT, seeded=True)
        lines[0]["seed"] = f"{number:032x}"
        found = broken_at(lines)
        assert found[0] in (2, 3)
