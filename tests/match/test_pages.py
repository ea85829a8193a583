"""Random matches are right by an independent reading of the rules pages."""

import json
from collections import Counter
from random import Random

import pytest

from games.beat import beats_page
from match import beat_pages
from match.pages import find_page_fault, find_program_fault, spoil_record
from match.random_matches import CHOSEN_SETUPS, GameSetup, parametrize_setups, play_randomly


def random_record_lines(setup, number):
    data = play_randomly(setup, number, seat_changes=0.01).record
    return [json.loads(line) for line in data.splitlines()]


@pytest.mark.parametrize("setup", CHOSEN_SETUPS, ids=str)
def test_random_matches_are_right_by_the_pages(setup):
    for number in range(2 if setup.name == "rank" else 1):
        assert find_page_fault(random_record_lines(setup, number), is_whole=True) is None


def test_rare_lines_occur_in_the_matches():
    """Rare events do happen in these matches, so the readers do not pass for want of cases."""
    line_counts = Counter(
        f"{line['type']}{' early' * bool(line.get('remaining'))}"
        for setup in CHOSEN_SETUPS
        for line in random_record_lines(setup, 0)[1:]
    )
    rare_kinds = {
        "trump",
        "stake",
        "draw",
        "score early",
        "antirank",
        "leaving",
        "back",
        "out",
        "pass",
    }
    assert rare_kinds <= line_counts.keys()


# Where people may err, test_optional_actions covers what is allowed.
@parametrize_setups(setup for setup in CHOSEN_SETUPS if "enforcement" not in setup.given_options)
def test_random_record_verification_and_page_find_the_same_fault(setup):
    """Spoil records in every way; two independent readers stop at the same line."""
    random, fault_count = Random(str(setup)), 0
    lines = random_record_lines(setup, 3)[:240]
    seed = lines[0].pop("seed")  # With a seed, a deal that is as valid as another would differ.
    for _ in range(60):
        spoiled_lines = spoil_record(lines, random)
        page_fault = find_page_fault(spoiled_lines)
        program_fault, _ = find_program_fault(spoiled_lines)
        assert program_fault == page_fault or (
            program_fault and page_fault and program_fault < page_fault
        ), [o for o in spoiled_lines if o not in lines]
        fault_count += page_fault is not None
        if spoiled_lines != lines:
            seeded_fault = find_program_fault(
                [spoiled_lines[0] | {"seed": seed}, *spoiled_lines[1:]]
            )[0]
            assert page_fault is None or (seeded_fault is not None and seeded_fault <= page_fault)
    assert fault_count > 30


@pytest.mark.slow
@parametrize_setups(setup for setup in CHOSEN_SETUPS if setup.name in ("master", "ass"))
def test_a_forbidden_card_is_refused_at_its_line(setup):
    """Try every card in a hand that may not be played now, and one that another seat holds."""
    random, tried = Random(str(setup)), 0
    lines = random_record_lines(setup, 3)
    del lines[0]["seed"]
    reader = beat_pages.BeatPageReader(lines[0])
    for index, line in enumerate(lines[1:160], 1):
        if line["type"] == "play" and len(hand := reader.hands[line["seat"]]) > 1:
            forbidden = sorted(set(hand) - reader.playable_cards(line["seat"]))
            foreign = sorted(set(beats_page.CARD_CODES) - set(hand))
            for card in [*forbidden[:2], random.choice(foreign)]:
                fault_line, rule = find_program_fault([*lines[:index], line | {"card": card}])
                assert (fault_line, rule.startswith("beats.md")) == (index + 1, True)
                tried += card in forbidden
        reader.read_line(line)
    assert tried > 3


WRONG_NUMBER_SETUPS = (
    GameSetup("damn", 4, {"deals": 4}),
    GameSetup("damn", 5, {"deals": 3, "zero_bids": True, "hook": True}),
    GameSetup("damn", 3, {"deals": 5, "enforcement": "table", "hook": True}),
    GameSetup("blackout", 3, {"hook": False, "in_order": True}),
    GameSetup("blackout", 4, {"deals": 6, "first": 3, "hook": False}),
    GameSetup("master", 2, {"length": "short", "early_end": True}),
    GameSetup("master", 3, {"trumps": "none"}),
    GameSetup("ass", 2, {"refill": True, "deal_limit": 3}),
    GameSetup("ass", 4, {"trumps": "two", "trump_suits": ["D", "H"], "refill": True}),
    GameSetup("ass", 6, {}),
    GameSetup("rank", 3, {"deals": 1}),
    GameSetup("rank", 4, {"deals": 2, "anti_rank": "round"}),
)
"""Set-ups that together write every number that a trick, a score or the end can have."""


@pytest.mark.parametrize("key", ["points", "totals", "banks", "tricks", "remaining", "places"])
def test_the_readers_find_a_wrong_number(key):
    """Change each number in a trick, a score or the end; the readers add them up themselves."""
    games_with_key = set()
    for setup in WRONG_NUMBER_SETUPS:
        lines = random_record_lines(setup, 0)
        for kind in ("trick", "score", "end"):
            indexes = [
                n for n, line in enumerate(lines) if line.get("type") == kind and key in line
            ]
            for index in indexes[-1:]:
                value = lines[index][key]
                wrong_value = [value[0] + 1, *value[1:]] if isinstance(value, list) else value + 1
                changed_lines = [
                    *lines[:index],
                    lines[index] | {key: wrong_value},
                    *lines[index + 1 :],
                ]
                assert find_page_fault(changed_lines) == index + 1, (setup, kind)
                games_with_key.add(setup.name)
    assert games_with_key


def test_the_reader_checks_the_sums_of_the_sheet():
    lines = random_record_lines(next(setup for setup in CHOSEN_SETUPS if setup.name == "master"), 1)
    reader = beat_pages.read_beat_record(lines)
    for key in ("tricks", "points"):
        score = dict(reader.scores[3])
        score[key] = [score[key][0] + 1, *score[key][1:]]
        changed_reader = beat_pages.BeatPageReader(lines[0])
        changed_reader.scores = [*reader.scores[:3], score, *reader.scores[4:]]
        with pytest.raises(AssertionError):
            beat_pages.check_master_sheet(changed_reader)
