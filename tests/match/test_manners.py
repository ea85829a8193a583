"""Matches with table manners, in which any seat does anything at any time.

The same matches by the thousand: ``python tests/bench/many.py manners``.
"""

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from greenbaize.games import GAMES
from greenbaize.games.exact_bid.events import BidMade, CardCorrected, CardExposed
from greenbaize.match.record import read_record
from greenbaize.rules.errors import RecordError
from greenbaize.rules.events import CardPlayed, SeatReassigned
from greenbaize.rules.players import BOT, HUMAN
from match.erring_match import ERRING_SETUPS, ErringMatchChecker, play_erring_match
from match.pages import find_page_fault, find_program_fault, spoil_record
from match.random_matches import encode_record, replay_commands

EACH_ERRING_SETUP = pytest.mark.parametrize("setup", ERRING_SETUPS, ids=str)
MATCHES_PER_SETUP = 16
"""Number of matches for each setup."""


@pytest.mark.long
def test_no_act_of_people_makes_a_match_inconsistent():
    """Refusals change nothing, no card is lost, totals hold, records replay, views agree."""
    counts = Counter()
    for setup in ERRING_SETUPS:
        for number in range(MATCHES_PER_SETUP):
            counts += ErringMatchChecker(play_erring_match(setup, number)).counts
    for key in (
        "early bids",
        "changed bids",
        "exposed",
        "plays of exposed cards",
        "corrected",
        "taken_back",
        "revoke",
        "void",
        "refused correct",
        "refused ready",
        "because hook",
        "because exposed-first",
        "because bid-stands",
    ):
        assert counts[key] > 2, key


@EACH_ERRING_SETUP
def test_every_prefix_of_a_record_resumes_to_the_same_continuation(setup):
    match = play_erring_match(setup, 100)
    events = match.played_match.events
    for count in range(1, len(events), 3):
        record = read_record(encode_record(match.header, events[:count]), GAMES)
        assert record.state == match.moments[count - 1][1]
    assert replay_commands(match.header, events) == events


@pytest.mark.long
@EACH_ERRING_SETUP
def test_verification_and_page_find_the_same_fault(setup):
    """Spoil records in every way; two independent readers stop at the same line."""
    random = Random(str(setup))
    fault_count = 0
    for number in range(6):
        match = play_erring_match(setup, 200 + number)
        lines = [json.loads(line) for line in match.played_match.record.splitlines()]
        del lines[0]["seed"]  # With a seed, a deal that is as valid as another would differ.
        for _ in range(60):
            spoiled_lines = spoil_record(lines, random)
            fault_line = find_page_fault(spoiled_lines)
            assert find_program_fault(spoiled_lines)[0] == fault_line, (setup, number)
            fault_count += fault_line is not None
    assert fault_count > 150


def first_bot_fault(match, seat):
    """Return the index of the seat's first event that no computer player causes, or None.

    The cards decide, not the program.
    """
    previous_state = match.setup.game.initial_state(match.setup.seats, match.header.options)
    for index, (event, state) in enumerate(match.moments):
        led_cards = (
            previous_state.play.trick[:1] if not previous_state.play.is_trick_complete else ()
        )
        suit_cards = [
            card
            for card in previous_state.hands[seat].cards
            if led_cards and card.suit is led_cards[0].suit
        ]
        if getattr(event, "seat", None) == seat and not previous_state.manners.pending_events:
            match event:
                case BidMade():
                    if previous_state.turn != seat or previous_state.bids[seat] is not None:
                        return index
                case CardExposed() | CardCorrected():
                    return index
                case CardPlayed() if led_cards and suit_cards and event.card not in suit_cards:
                    return index
        previous_state = state
    return None


def record_with_bot(match, seat, event_index=None):
    """Return the record with a computer player at a seat, from an event on if one is given."""
    header, events = match.header, match.played_match.events
    if event_index is not None:
        events = (*events[:event_index], SeatReassigned(seat, BOT, "left"), *events[event_index:])
    else:
        players = list(header.players)
        players[seat] = players[seat]._replace(kind=BOT)
        header = replace(header, players=tuple(players))
    return encode_record(header, events)


@pytest.mark.slow
def test_a_computer_player_that_errs_breaks_its_record():
    error_counts = Counter()
    for setup in ERRING_SETUPS:
        for number in range(6):
            match = play_erring_match(setup, number, error_rate=0.05 * number)
            for seat in range(setup.seats):
                fault = first_bot_fault(match, seat)
                records = [record_with_bot(match, seat)]
                if fault is None:
                    assert read_record(records[0], GAMES).state == match.state
                    error_counts["never"] += 1
                    continue
                error_counts[type(match.moments[fault][0]).__name__] += 1
                records.append(record_with_bot(match, seat, fault))
                for record, line in zip(records, (fault + 2, fault + 3), strict=True):
                    with pytest.raises(RecordError, match="event-of-computer") as caught:
                        read_record(record, GAMES)
                    assert caught.value.message.rule.startswith("damn.md ")
                    assert caught.value.line == line
                # The acts of a person who has taken the seat over are not checked as a bot's.
                players = list(match.header.players)
                players[seat] = players[seat]._replace(kind=BOT)
                header = replace(match.header, players=tuple(players))
                events = match.played_match.events
                events_with_return = (
                    *events[:fault],
                    SeatReassigned(seat, HUMAN, "back"),
                    *events[fault:],
                )
                assert (
                    read_record(encode_record(header, events_with_return), GAMES).state
                    == match.state
                )
    assert min(error_counts[kind] for kind in ("never", "BidMade", "CardPlayed", "CardExposed")) > 2
