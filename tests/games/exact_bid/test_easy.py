"""The easy bot: sensible bids, cheap wins, high ducks, and far better than random."""

from statistics import stdev

import pytest

from bots.asked import easy_against_random
from bots.asked import view_of as told_of
from games.exact_bid.tables import Table
from greenbaize.app.tables import table as tables
from greenbaize.bots.bot import EasyBot
from greenbaize.bots.memory import Mind
from greenbaize.cards import Card, Suit, cards
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.easy import blind_worth, chosen_card, hand_worth, unseen
from greenbaize.games.exact_bid.events import TrumpDealt
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.rules.chance import Stream, seed_from
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.options import Settings, settled

DAMN = GAMES["damn"]


def view_of(hand, turned, seats=4, leader=0, **options):
    """Return the view of seat 0 after this hand has been dealt to it."""
    own = cards(hand)
    given = {"first": len(own), "deals": len(own) + (turned is not None), **options}
    view = DAMN.start(seats, settled(DAMN.options, seats, given))
    card = turned and Card.of(turned)
    hands = (Hand(own), *[Hand((), len(own))] * (seats - 1))
    dealer = (leader - 1) % seats
    deal = TrumpDealt(1, dealer, leader, hands, len(own), card, card and card.suit)
    return DAMN.fold(view, deal)


def bid_of(hand, turned, **options):
    return EasyBot().decide(DAMN, view_of(hand, turned, **options), 0, Stream("")).tricks


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
    assert low <= bid_of(hand, turned) <= high


def test_the_trump_ace_is_never_bid_as_nothing():
    for rest in ("2C", "2C 3C", "2C 3D 4H", "2C 2D 2H 3C 3D 3H"):
        assert bid_of(f"AS {rest}", "2S", seats=5) >= 1


def test_a_hooked_bid_goes_to_the_nearest_free_one():
    # Seat 0 deals and bids last; the sum so far leaves it the very number it would have bid.
    view = view_of("AS 2C", "2S", seats=3, leader=1, hook=True)
    view = view._replace(bids=(None, 1, 0), turn=0)
    free = view._replace(options=Settings({**view.options, "hook": False}))
    assert EasyBot().decide(DAMN, free, 0, Stream("")) == Bid(0, 1)
    assert EasyBot().decide(DAMN, view, 0, Stream("")).tricks in (0, 2)


def playing(hand, table, *, bid, won, turned="2S", seats=4):
    """Return the card that seat 0 plays to a trick, needing bid - won more tricks."""
    legal = cards(hand)
    view = view_of(hand, turned, seats=seats, leader=(-len(table.split())) % seats)
    view = view._replace(
        bids=(bid, *[0] * (seats - 1)),
        play=view.play._replace(won=(won, *[0] * (seats - 1)), trick=cards(table)),
    )
    return chosen_card(view, 0, legal).code


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
def test_it_wins_cheaply_and_ducks_high(hand, table, bid, won, played):
    assert playing(hand, table, bid=bid, won=won) == played


def led_after(trick, gone=()):
    """Return the lead of seat 0, which wants a trick and holds KC and QD, after seat 1's trick."""
    view = view_of("KC QD", "2S")
    taken = ((0, Trick(1, cards(trick))),)
    view = view._replace(bids=(1, 0, 0, 0), play=view.play._replace(lead=0, taken=taken))
    return chosen_card(view, 0, cards("KC QD"), cards(gone) if gone else ()).code


def test_it_leads_what_has_become_the_highest_unless_it_has_forgotten_that():
    assert led_after("AD KD 2D 3D") == "QD"
    assert led_after("AD KD 2D 3D", gone="KD") == "KC"


def test_it_does_not_lead_into_a_trump_unless_it_has_forgotten_who_is_out_of_the_suit():
    shown = "AD KD 9S 3D"
    assert led_after(shown) == "KC"
    assert led_after(shown, gone="9S") == "QD"


def test_doubtful_hands_are_misjudged_and_sure_ones_are_not():
    def worths(hand, turned):
        view = view_of(hand, turned)
        return [hand_worth(view, 0, Mind(str(number))) for number in range(60)]

    doubtful = worths("KS QH JD TC 9H 8S 7D KD", "4S")
    assert 0.3 < stdev(doubtful) < 1.0
    assert set(worths("AS KS QS JS", "TS")) == {4.0}


@pytest.mark.slow
@pytest.mark.parametrize("first", [1, 7])
def test_all_together_bid_about_what_there_is_to_win(first):
    """Check that bids are neither always 0, which people see through, nor more than all tricks."""
    bids = tricks = 0
    for number in range(12):
        seats = tuple(Player(name, "bot", "easy") for name in "ABCD")
        options = settled(DAMN.options, 4, {"first": first, "deals": first + 5})
        match = tables.Table(DAMN, Header("damn", seats, options, seed_from(f"bids {number}")))
        match.play_out()
        for score in match.watched.scores:
            bids += sum(score.bids)
            tricks += sum(score.tricks)
    assert 0.65 < bids / tricks < 1.2


def test_what_is_unseen_is_the_rest_of_the_pack():
    view = view_of("AS 2C 3D", "KS")
    rest = unseen(view)
    assert len(rest) == 52 - 4
    assert not set(rest) & set(cards("AS 2C 3D KS"))
    view = DAMN.fold(view._replace(bids=(0, 0, 0, 0)), CardPlayed(0, Card.of("AS")))
    view = DAMN.fold(view, CardPlayed(1, Card.of("7H")))
    assert set(unseen(view)) == set(rest) - {Card.of("7H")}


@pytest.mark.parametrize(
    ("other_cards", "turned", "low", "high"),
    [(("AS", "KS"), "QS", 0.0, 0.0), (("2C", "3C"), "4H", 0.3, 1.0), (("AS", "2H"), "4S", 0, 0)],
)
def test_a_blind_bid_looks_at_the_other_cards(other_cards, turned, low, high):
    match = Table(GAMES["blackout"], 3, dealer=2, stack={1: (("5D", *other_cards), turned)})
    view = told_of(match)
    assert view.trump is Card.of(turned).suit is not Suit.CLUBS
    assert low <= blind_worth(view, 0) <= high
    assert EasyBot().decide(GAMES["blackout"], view, 0, Stream("")).tricks in (0, 1)


def test_a_blind_bid_is_the_share_of_cards_that_would_win():
    # Two players: the other leads the nine of clubs, hearts are trump, the two is turned. Of the
    #
    # fifty cards left, the five higher clubs and the twelve other hearts win.
    match = Table(GAMES["blackout"], 2, dealer=0, stack={1: (("5D", "9C"), "2H")})
    assert blind_worth(told_of(match), 0) == 17 / 50


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seats", "options"), [("damn", 4, {"deals": 8}), ("blackout", 2, {})]
)
def test_easy_clearly_beats_random(name, seats, options):
    won, sums = 0, {"easy": 0, "random": 0}
    for number in range(60):
        levels, end = easy_against_random(name, seats, options, number)
        lead = 0
        for level, total in zip(levels, end.totals, strict=True):
            sums[level] += total
            lead += total if level == "easy" else -total
        won += lead > 0
    # Of equals, fewer than one in ten thousand would win as often.
    assert won >= 45
    assert sums["easy"] > 1.7 * sums["random"]
