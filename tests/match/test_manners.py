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
from greenbaize.rules.events import CardPlayed, SeatGiven
from greenbaize.rules.players import BOT, HUMAN
from match.erring import TABLES, Examined, play_erring
from match.pages import fault_in, spoiled, stop_by_page
from match.playing import record_of, rerun

EACH_TABLE = pytest.mark.parametrize("setup", TABLES, ids=str)
MATCHES = 16
"""Number of matches for each setup."""


@pytest.mark.long
def test_whatever_people_do_nothing_is_ever_inconsistent():
    """Refusals change nothing, no card is lost, totals hold, records replay, views agree."""
    counts = Counter()
    for setup in TABLES:
        for number in range(MATCHES):
            counts += Examined(play_erring(setup, number)).counts
    for happened in (
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
        assert counts[happened] > 2, happened


@EACH_TABLE
def test_every_prefix_of_a_record_resumes_to_the_same_continuation(setup):
    match = play_erring(setup, 100)
    events = match.played.events
    for count in range(1, len(events), 3):
        record = read_record(record_of(match.header, events[:count]), GAMES)
        assert record.state == match.moments[count - 1][1]
    assert rerun(match.header, events) == events


@pytest.mark.long
@EACH_TABLE
def test_verify_finds_fault_where_the_page_does(setup):
    """Spoil records in every way; two independent readers stop at the same line."""
    random = Random(str(setup))
    found = 0
    for number in range(6):
        match = play_erring(setup, 200 + number)
        lines = [json.loads(line) for line in match.played.record.splitlines()]
        del lines[0]["seed"]  # With a seed, a deal that is as valid as another would differ.
        for _ in range(60):
            other = spoiled(lines, random)
            where = stop_by_page(other)
            assert fault_in(other)[0] == where, (setup, number)
            found += where is not None
    assert found > 150


def first_fault(match, seat):
    """Return the index of the seat's first event that no computer player causes, or None.

    The cards decide, not the program.
    """
    before = match.setup.game.start(match.setup.seats, match.header.options)
    for at, (event, state) in enumerate(match.moments):
        led = before.play.trick[:1] if not before.play.whole else ()
        held = [card for card in before.hands[seat].cards if led and card.suit is led[0].suit]
        if getattr(event, "seat", None) == seat and not before.manners.due:
            match event:
                case BidMade():
                    if before.turn != seat or before.bids[seat] is not None:
                        return at
                case CardExposed() | CardCorrected():
                    return at
                case CardPlayed() if led and held and event.card not in held:
                    return at
        before = state
    return None


def with_computer(match, seat, given=None):
    """Return the record with a computer player at a seat, from an event on if one is given."""
    header, events = match.header, match.played.events
    if given is not None:
        events = (*events[:given], SeatGiven(seat, BOT, "left"), *events[given:])
    else:
        sitters = list(header.sitters)
        sitters[seat] = sitters[seat]._replace(kind=BOT)
        header = replace(header, sitters=tuple(sitters))
    return record_of(header, events)


@pytest.mark.slow
def test_a_computer_player_that_errs_breaks_its_record():
    erred = Counter()
    for setup in TABLES:
        for number in range(6):
            match = play_erring(setup, number, careless=0.05 * number)
            for seat in range(setup.seats):
                fault = first_fault(match, seat)
                records = [with_computer(match, seat)]
                if fault is None:
                    assert read_record(records[0], GAMES).state == match.state
                    erred["never"] += 1
                    continue
                erred[type(match.moments[fault][0]).__name__] += 1
                records.append(with_computer(match, seat, fault))
                for record, line in zip(records, (fault + 2, fault + 3), strict=True):
                    with pytest.raises(RecordError, match="event-of-computer") as refused:
                        read_record(record, GAMES)
                    assert refused.value.message.rule.startswith("damn.md ")
                    assert refused.value.line == line
                # The acts of a person who has taken the seat over are not checked as a bot's.
                sitters = list(match.header.sitters)
                sitters[seat] = sitters[seat]._replace(kind=BOT)
                header = replace(match.header, sitters=tuple(sitters))
                events = match.played.events
                back = (*events[:fault], SeatGiven(seat, HUMAN, "back"), *events[fault:])
                assert read_record(record_of(header, back), GAMES).state == match.state
    assert min(erred[one] for one in ("never", "BidMade", "CardPlayed", "CardExposed")) > 2
