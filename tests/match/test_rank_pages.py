"""Random matches of Rank are right by the page, as somebody else reads it."""

import json
from collections import Counter
from random import Random

import pytest

from greenbaize.games import GAMES
from greenbaize.match.record import line_bytes, read_record
from greenbaize.rules.errors import RecordError
from match.playing import SETUPS, each_of, play_randomly
from match.rank_pages import PACK, by_the_rank_page

EACH_SETUP = each_of(setup for setup in SETUPS if setup.name == "rank")


def lines_of(setup, number):
    data = play_randomly(setup, number, seat_changes=0.01).record
    return [json.loads(line) for line in data.splitlines()]


@EACH_SETUP
def test_random_matches_are_right_by_the_page(setup):
    told = Counter()
    for number in range(4):
        told += by_the_rank_page(lines_of(setup, number))
    rare = {"antirank", "leaving", "back", "out", "pass", "draw"}
    assert rare <= set(told)


@pytest.mark.slow
@EACH_SETUP
def test_what_the_page_forbids_is_refused_where_it_stands(setup):
    """Every event changed, left out or put in the wrong place is found, by both readers."""
    random = Random(str(setup))
    lines = lines_of(setup, 5)
    del lines[0]["seed"]
    spoilt = 0
    for place in random.sample(range(2, len(lines)), 25):
        line = lines[place]
        if line["type"] == "seat":
            continue
        other = dict(line)
        if "card" in line:
            other["card"] = random.choice([card for card in PACK if card != line["card"]])
        elif "cards" in line:
            other["cards"] = [*line["cards"], "AS"]
        elif "seat" in line:
            other["seat"] = (line["seat"] + 1) % setup.seats
        else:
            continue
        for changed in ([*lines[:place], other], [*lines[:place], *lines[place + 1 :]]):
            if _reads(changed) and by_page(changed):
                continue  # another card that might have been played as well
            assert _reads(changed) == by_page(changed), (place, line, other)
            spoilt += 1
    assert spoilt > 20


def _reads(lines):
    try:
        read_record(b"".join(map(line_bytes, lines)), GAMES)
    except RecordError:
        return False
    return True


def by_page(lines):
    """Whether the page has nothing against these lines, which may stop anywhere."""
    try:
        by_the_rank_page(lines)
    except AssertionError:
        return False
    except IndexError:
        return True
    return True
