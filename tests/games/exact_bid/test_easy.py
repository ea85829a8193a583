"""The easy bot: sensible bids, cheap wins, high ducks, and far better than random."""

from statistics import fmean, stdev

import pytest

from bots.decision_positions import play_easy_against_random
from bots.decision_positions import view_of_match as told_of
from games.exact_bid.rule_tables import RuleTable
from greenbaize.app.tables import table as tables
from greenbaize.bots.bot import EasyBot
from greenbaize.bots.human_memory import PlayerMemory
from greenbaize.cards import Card, Suit, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.easy import (
    blind_win_chance,
    choose_card,
    expected_hand_tricks,
    unseen_cards,
)
from greenbaize.games.exact_bid.events import TrumpDealt
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import RandomStream, seed_from_text
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.options import OptionValues, resolve_options

DAMN_GAME = GAMES["damn"]


def view_with_hand(hand, turned, seats=4, leader=0, **options):
    """Return the view of seat 0 after this hand has been dealt to it."""
    own_cards = parse_cards(hand)
    values = {"first": len(own_cards), "deals": len(own_cards) + (turned is not None), **options}
    view = DAMN_GAME.initial_state(seats, resolve_options(DAMN_GAME.options, seats, values))
    card = turned and Card.of(turned)
    hands = (Hand(own_cards), *[Hand((), len(own_cards))] * (seats - 1))
    dealer = (leader - 1) % seats
    deal = TrumpDealt(1, dealer, leader, hands, len(own_cards), card, card and card.suit)  # type: ignore[arg-type]
    return DAMN_GAME.fold(view, deal)


def choose_easy_bid(hand, turned, **options):
    return (
        EasyBot()
        .choose_command(DAMN_GAME, view_with_hand(hand, turned, **options), 0, RandomStream(""))
        .tricks
    )


@pytest.mark.parametrize(
    ("hand", "turned", "low", "high"),
    [
        ("AS KS QS 2H 3H 4D 5D 6C 7C 2C", "JS", 3, 5),
        ("AS KS QS JS TS 9S 8S 2C 3C 4D", "7S", 7, 9),
        ("2C 3C 2D 3D 2H 3H 4C 4D 4H 5D", "AS", 0, 0),
        ("AS KH AD 3C", "2S", 2, 4),
        ("AS", "KS", 1, 1),
        ("2C", "KS", 0, 0),
        ("AS AH AD AC KS KH KD KC", None, 7, 8),
        ("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", None, 13, 13),
        ("2S 3S 4S 2H 3H 4H 2D 3D 4D 2C 3C 4C 5C", None, 0, 1),
    ],
)
def test_bids_are_sensible(hand, turned, low, high):
    assert low <= choose_easy_bid(hand, turned) <= high


def test_the_trump_ace_is_never_bid_as_nothing():
    for rest in ("2C", "2C 3C", "2C 3D 4H", "2C 2D 2H 3C 3D 3H"):
        assert choose_easy_bid(f"AS {rest}", "2S", seats=5) >= 1


def test_a_hooked_bid_moves_to_the_nearest_allowed_one():
    # Seat 0 deals and bids last; the sum so far leaves it the very number it would have bid.
    view = view_with_hand("AS 2C", "2S", seats=3, leader=1, hook=True)
    view = view._replace(bids=(None, 1, 0), turn=0)
    view_without_hook = view._replace(options=OptionValues({**view.options, "hook": False}))
    assert EasyBot().choose_command(
        DAMN_GAME, view_without_hook, 0, RandomStream("")
    ) == BidCommand(0, 1)
    assert EasyBot().choose_command(DAMN_GAME, view, 0, RandomStream("")).tricks in (0, 2)


def choose_card_code(hand, table, *, bid, won, turned="2S", seats=4):
    """Return the card that seat 0 plays to a trick, needing bid - won more tricks."""
    legal = parse_cards(hand)
    view = view_with_hand(hand, turned, seats=seats, leader=(-len(table.split())) % seats)
    view = view._replace(
        bids=(bid, *[0] * (seats - 1)),
        play=view.play._replace(tricks_won=(won, *[0] * (seats - 1)), trick=parse_cards(table)),
    )
    return choose_card(view, 0, legal).code


@pytest.mark.parametrize(
    ("hand", "table", "bid", "won", "played"),
    [
        # Last to a trick it wants: the cheapest card that wins, or else the lowest.
        ("AC QC 3C", "JC 4C 5C", 1, 0, "QC"),
        ("AC QC TC", "JC 4C 5C", 3, 2, "QC"),
        ("9C TC 3C", "JC 4C 5C", 1, 0, "3C"),
        ("7S 9S AD", "JC 4C 5C", 1, 0, "7S"),
        ("7S 9S TS", "JC 4C 8S", 1, 0, "9S"),
        # Not last: as high as it can, but a cheap trump.
        ("AC QC 3C", "JC", 1, 0, "AC"),
        ("7S 9S AD", "JC", 1, 0, "7S"),
        # A trick it does not want: the highest card that loses.
        ("AC TC 3C", "JC 4C 5C", 0, 0, "TC"),
        ("AC TC 3C", "JC", 1, 1, "TC"),
        ("AD 3H 2C", "JS", 0, 0, "AD"),
        ("8S AD 3H", "JC 9S 5C", 0, 0, "8S"),
        # It must win: with its highest card if it is last, else with its lowest.
        ("AC QC", "JC 4C 5C", 0, 0, "AC"),
        ("AC QC", "JC", 0, 0, "QC"),
        # Leading: a card that nobody can beat, else its highest.
        ("AC 3H 5S", "", 1, 0, "AC"),
        ("KC 3H 5S", "", 1, 0, "5S"),
        ("AC 3H 5S", "", 0, 0, "3H"),
    ],
)
def test_the_easy_bot_wins_cheaply_and_ducks_high(hand, table, bid, won, played):
    assert choose_card_code(hand, table, bid=bid, won=won) == played


def choose_lead_after(trick, forgotten=()):
    """Return the lead of seat 0, which wants a trick and holds KC and QD, after seat 1's trick."""
    view = view_with_hand("KC QD", "2S")
    taken_tricks = ((0, Trick(1, parse_cards(trick))),)
    view = view._replace(
        bids=(1, 0, 0, 0), play=view.play._replace(leader=0, taken_tricks=taken_tricks)
    )
    return choose_card(
        view, 0, parse_cards("KC QD"), parse_cards(forgotten) if forgotten else ()
    ).code


def test_the_easy_bot_leads_the_highest_card_left_unless_it_forgot():
    assert choose_lead_after("AD KD 2D 3D") == "QD"
    assert choose_lead_after("AD KD 2D 3D", forgotten="KD") == "KC"


def test_the_easy_bot_avoids_shown_voids_unless_it_forgot():
    trick_codes = "AD KD 9S 3D"
    assert choose_lead_after(trick_codes) == "KC"
    assert choose_lead_after(trick_codes, forgotten="9S") == "QD"


def test_only_uncertain_hands_are_misjudged():
    def estimate_hand(hand, turned):
        view = view_with_hand(hand, turned)
        return [expected_hand_tricks(view, 0, PlayerMemory(str(number))) for number in range(60)]

    doubtful = estimate_hand("KS QH JD TC 9H 8S 7D KD", "4S")
    assert 0.3 < stdev(doubtful) < 1.0
    assert set(estimate_hand("AS KS QS JS", "TS")) == {4.0}


@pytest.mark.parametrize(
    ("hand", "leader", "low", "high"),
    [
        ("AD", 0, 0.4, 0.7),
        ("AD", 2, 0.0, 0.2),
        ("KC", 1, 0.0, 0.2),
        ("6D", 0, 0.2, 0.45),
        ("6D", 2, 0.0, 0.2),
        ("AS", 2, 1.0, 1.0),
    ],
)
def test_a_single_plain_card_is_worth_a_trick_only_to_the_leader(hand, leader, low, high):
    view = view_with_hand(hand, "2S", seats=3, leader=leader)
    memories = [PlayerMemory(str(number)) for number in range(40)]
    assert low <= fmean(expected_hand_tricks(view, 0, memory) for memory in memories) <= high


@pytest.mark.slow
@pytest.mark.parametrize("first", [1, 7])
def test_bids_add_up_to_about_all_tricks(first):
    """Check that bids are neither always 0, which people see through, nor more than all tricks."""
    bids = tricks = 0
    for number in range(12):
        seats = tuple(HeaderPlayer(name, "bot", "easy") for name in "ABCD")
        options = resolve_options(DAMN_GAME.options, 4, {"first": first, "deals": first + 5})
        match = tables.Table(
            DAMN_GAME, RecordHeader("damn", seats, options, seed_from_text(f"bids {number}"))
        )
        match.play_to_end()
        for score in match.spectator_view.scores:
            bids += sum(score.bids)
            tricks += sum(score.tricks)
    assert 0.65 < bids / tricks < 1.2


def test_unseen_cards_are_the_rest_of_the_pack():
    view = view_with_hand("AS 2C 3D", "KS")
    rest = unseen_cards(view)
    assert len(rest) == 52 - 4
    assert not set(rest) & set(parse_cards("AS 2C 3D KS"))
    view = DAMN_GAME.fold(view._replace(bids=(0, 0, 0, 0)), CardPlayed(0, Card.of("AS")))
    view = DAMN_GAME.fold(view, CardPlayed(1, Card.of("7H")))
    assert set(unseen_cards(view)) == set(rest) - {Card.of("7H")}


@pytest.mark.parametrize(
    ("other_cards", "turned", "low", "high"),
    [(("AS", "KS"), "QS", 0.0, 0.0), (("2C", "3C"), "4H", 0.3, 1.0), (("AS", "2H"), "4S", 0, 0)],
)
def test_a_blind_bid_looks_at_the_other_cards(other_cards, turned, low, high):
    match = RuleTable(GAMES["blackout"], 3, dealer=2, stack={1: (("5D", *other_cards), turned)})
    view = told_of(match)
    assert view.trump is Card.of(turned).suit is not Suit.CLUBS
    assert low <= blind_win_chance(view, 0) <= high
    assert EasyBot().choose_command(GAMES["blackout"], view, 0, RandomStream("")).tricks in (0, 1)


def test_a_blind_bid_is_the_share_of_cards_that_would_win():
    # Two players: the other leads the nine of clubs, hearts are trump, the two is turned. Of the
    #
    # fifty cards left, the five higher clubs and the twelve other hearts win.
    match = RuleTable(GAMES["blackout"], 2, dealer=0, stack={1: (("5D", "9C"), "2H")})
    assert blind_win_chance(told_of(match), 0) == 17 / 50


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seats", "options"), [("damn", 4, {"deals": 8}), ("blackout", 2, {})]
)
def test_easy_clearly_beats_random(name, seats, options):
    won, sums = 0, {"easy": 0, "random": 0}
    for number in range(60):
        levels, end = play_easy_against_random(name, seats, options, number)
        lead = 0
        for level, total in zip(levels, end.totals, strict=True):
            sums[level] += total
            lead += total if level == "easy" else -total
        won += lead > 0
    # Of equals, fewer than one in ten thousand would win as often.
    assert won >= 45
    assert sums["easy"] > 1.7 * sums["random"]
