"""Random matches are right by an independent reading of the rules pages."""

import json
from collections import Counter
from random import Random

import pytest

from games.beat import page
from match import beat_pages
from match.pages import fault_in, spoiled, stop_by_page
from match.playing import CHOSEN, each_of, play_randomly


def lines_of(setup, number):
    data = play_randomly(setup, number, seat_changes=0.01).record
    return [json.loads(line) for line in data.splitlines()]


@pytest.mark.parametrize("setup", CHOSEN, ids=str)
def test_random_matches_are_right_by_the_pages(setup):
    for number in range(2 if setup.name == "rank" else 1):
        assert stop_by_page(lines_of(setup, number), whole=True) is None


def test_matches_of_every_kind_were_played():
    """Rare events do happen in these matches, so the readers do not pass for want of cases."""
    seen = Counter(
        f"{line['type']}{' early' * bool(line.get('remaining'))}"
        for setup in CHOSEN
        for line in lines_of(setup, 0)[1:]
    )
    rare = {"trump", "stake", "draw", "score early", "antirank", "leaving", "back", "out", "pass"}
    assert rare <= seen.keys()


# Where people may err, test_manners covers what is allowed.
@each_of(setup for setup in CHOSEN if "enforcement" not in setup.given)
def test_verify_finds_fault_where_the_page_does(setup):
    """Spoil records in every way; two independent readers stop at the same line."""
    random, found = Random(str(setup)), 0
    lines = lines_of(setup, 3)[:240]
    seed = lines[0].pop("seed")  # With a seed, a deal that is as valid as another would differ.
    for _ in range(60):
        other = spoiled(lines, random)
        where = stop_by_page(other)
        at, _ = fault_in(other)
        assert at == where or (at and where and at < where), [o for o in other if o not in lines]
        found += where is not None
        if other != lines:
            seeded = fault_in([other[0] | {"seed": seed}, *other[1:]])[0]
            assert where is None or (seeded is not None and seeded <= where)
    assert found > 30


@pytest.mark.slow
@each_of(setup for setup in CHOSEN if setup.name in ("master", "ass"))
def test_what_the_page_forbids_is_refused_where_it_stands(setup):
    """Try every card in a hand that may not be played now, and one that another seat holds."""
    random, tried = Random(str(setup)), 0
    lines = lines_of(setup, 3)
    del lines[0]["seed"]
    reader = beat_pages.Reader(lines[0])
    for place, line in enumerate(lines[1:160], 1):
        if line["type"] == "play" and len(hand := reader.hands[line["seat"]]) > 1:
            forbidden = sorted(set(hand) - reader.may_play(line["seat"]))
            foreign = sorted(set(page.CARDS) - set(hand))
            for card in [*forbidden[:2], random.choice(foreign)]:
                at, rule = fault_in([*lines[:place], line | {"card": card}])
                assert (at, rule.startswith("beats.md")) == (place + 1, True)
                tried += card in forbidden
        reader.take(line)
    assert tried > 3


@pytest.mark.parametrize("key", ["points", "totals", "banks", "tricks", "remaining", "places"])
def test_the_readers_find_what_is_wrong(key):
    """Change each number in a trick, a score or the end; the readers add them up themselves."""
    found = set()
    for setup in CHOSEN[::3]:
        lines = lines_of(setup, 0)
        for kind in ("trick", "score", "end"):
            at = [n for n, line in enumerate(lines) if line.get("type") == kind and key in line]
            for place in at[-1:]:
                value = lines[place][key]
                wrong = [value[0] + 1, *value[1:]] if isinstance(value, list) else value + 1
                changed = [*lines[:place], lines[place] | {key: wrong}, *lines[place + 1 :]]
                assert stop_by_page(changed) == place + 1, (setup, kind)
                found.add(setup.name)
    assert found


def test_the_reader_adds_up_the_sheet():
    lines = lines_of(next(setup for setup in CHOSEN if setup.name == "master"), 1)
    reader = beat_pages.by_the_pages(lines)
    for key in ("tricks", "points"):
        score = dict(reader.scores[3])
        score[key] = [score[key][0] + 1, *score[key][1:]]
        other = beat_pages.Reader(lines[0])
        other.scores = [*reader.scores[:3], score, *reader.scores[4:]]
        with pytest.raises(AssertionError):
            beat_pages.check_master_sheet(other)
