"""Random matches of Master and Ass are right by their pages, as somebody else reads them."""

import json
from random import Random

import pytest

from games.beat import page
from greenbaize.games import GAMES
from greenbaize.match.record import line_bytes, read_record
from greenbaize.rules.errors import RecordError
from match.beat_pages import Reader, by_the_pages, check_master_sheet
from match.playing import SETUPS, each_of, play_randomly

BEATS = [setup for setup in SETUPS if setup.name in ("master", "ass")]
EACH_BEATS = each_of(BEATS)


def lines_of(setup, number):
    data = play_randomly(setup, number, seat_changes=0.01).record
    return [json.loads(line) for line in data.splitlines()]


@EACH_BEATS
def test_random_matches_are_right_by_the_pages(setup):
    for number in range(2):
        by_the_pages(lines_of(setup, number))


def test_matches_of_every_kind_were_played():
    """What is rare happens in these matches: the reader is not right for want of cases."""
    seen = set()
    for setup in BEATS:
        for line in lines_of(setup, 0):
            seen.add(line.get("type"))
            if line.get("type") == "score" and line.get("remaining"):
                seen.add("early end")
    assert {"trump", "stake", "draw", "early end"} <= seen


@pytest.mark.slow
@EACH_BEATS
def test_what_the_page_forbids_is_refused_where_it_stands(setup):
    """Every card in a hand that may not be played now, and one that somebody else holds."""
    random, tried = Random(str(setup)), 0
    lines = lines_of(setup, 3)
    del lines[0]["seed"]
    reader = Reader(lines[0])
    for place, line in enumerate(lines[1:160], 1):
        if line["type"] == "play" and len(reader.hands[line["seat"]]) > 1:
            seat = line["seat"]
            allowed = reader.may_play(seat)
            forbidden = sorted(set(reader.hands[seat]) - allowed)
            foreign = sorted(set(page.CARDS) - set(reader.hands[seat]))
            for card in [*forbidden[:2], random.choice(foreign)]:
                changed = [*lines[:place], line | {"card": card}]
                with pytest.raises(RecordError) as caught:
                    read_record(b"".join(map(line_bytes, changed)), GAMES)
                assert caught.value.line == place + 1
                assert caught.value.message.rule.startswith("beats.md")
                tried += card in forbidden
        reader.take(line)
    assert tried > 3


SPOILT = {
    "card points": ("trick", "points"),
    "totals": ("score", "totals"),
    "banks": ("score", "banks"),
    "tricks": ("score", "tricks"),
    "remaining": ("score", "remaining"),
    "places": ("end", "places"),
}


@pytest.mark.long
@pytest.mark.parametrize("what", SPOILT)
def test_the_reader_finds_what_is_wrong(what):
    kind, key = SPOILT[what]
    for setup in BEATS:
        lines = lines_of(setup, 1)
        places = [at for at, line in enumerate(lines) if line.get("type") == kind and key in line]
        if not places:
            continue
        line = lines[places[-1]]
        value = line[key]
        line[key] = [value[0] + 1, *value[1:]] if isinstance(value, list) else value + 1
        with pytest.raises(AssertionError):
            by_the_pages(lines)


def test_the_reader_adds_up_the_sheet():
    lines = lines_of(BEATS[0], 1)
    reader = by_the_pages(lines)
    for key in ("tricks", "points"):
        score = dict(reader.scores[3])
        score[key] = [score[key][0] + 1, *score[key][1:]]
        other = Reader(lines[0])
        other.scores = [*reader.scores[:3], score, *reader.scores[4:]]
        with pytest.raises(AssertionError):
            check_master_sheet(other)
