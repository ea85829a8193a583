"""Redaction: a view reveals nothing its seat has not seen, and suffices to play.

The same pairs by the thousand: ``python tests/bench/many.py pairs``.
"""

from random import Random

import pytest
from msgspec.structs import replace

from greenbaize.games import GAMES
from greenbaize.games.beat.ass import Ass
from greenbaize.games.beat.events import StockDealt
from greenbaize.games.exact_bid.blackout import Blackout
from greenbaize.games.exact_bid.damn import Damn
from greenbaize.games.exact_bid.events import TrumpDealt
from greenbaize.games.shedding.events import PileDealt
from greenbaize.match.telling import Teller
from greenbaize.rules.events import CardPlayed, CardsDrawn, Dealt
from greenbaize.rules.hands import Hand
from match.pairs import READ, Pairs, answers, dealt_anew, hidden_owners, states_of, told
from match.playing import EACH_SETUP, SETUPS, OpenTeller, conceivable, each_of, play_randomly

EACH_READ = each_of(READ)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_matches_that_differ_in_unseen_cards_are_told_alike(number):
    pairs = Pairs(number)
    while pairs.counts["pairs"] < 60 * len(GAMES):
        pairs.compare()
    assert pairs.counts["pairs in a blind first deal"] > 5
    assert pairs.counts["pairs with a stock"] > 10
    assert all(pairs.counts[f"pairs of {name}"] > 20 for name in GAMES)
    assert pairs.counts["pairs for a spectator"] > 20


@EACH_READ
def test_a_deal_is_told_with_the_hands_a_seat_may_see_and_no_others(setup):
    played = play_randomly(setup, 1)
    for event, state in played.moments:
        if not isinstance(event, Dealt):
            for seat in (None, *range(setup.seats)):
                hidden = isinstance(event, CardsDrawn) and event.seat != seat
                known = replace(event, cards=event.cards.hidden) if hidden else event
                assert setup.game.tell(event, state, seat) == known
            continue
        for seat in (None, *range(setup.seats)):
            hidden = hidden_owners(setup.name, event, seat)
            hands = tuple(
                Hand((), hand.size) if owner in hidden else hand
                for owner, hand in enumerate(event.hands)
            )
            known = replace(event, hands=hands)
            if isinstance(event, StockDealt) and event.stock is not None:
                known = replace(known, stock=Hand((), 36 - 4 * setup.seats))
            if isinstance(event, PileDealt):
                cards = 54 if setup.seats <= 4 else 108
                known = replace(known, stock=Hand((), cards - 5 * setup.seats - 1))
            assert setup.game.tell(event, state, seat) == known


@EACH_SETUP
def test_a_seat_can_answer_everything_from_what_it_was_told(setup):
    """Compare legal, question, turn and explain of view and full state at sampled moments."""
    game, random = setup.game, Random(5)
    played = play_randomly(setup, 1, seat_changes=0.02)
    options = played.header.options
    tellers = [Teller(game, setup.seats, options, seat) for seat in range(setup.seats)]
    spectator = Teller(game, setup.seats, options, None)
    step = 1 + len(played.moments) // 200
    for number, (event, state) in enumerate(played.moments):
        for teller in (spectator, *tellers):
            teller.hear(event, state)
        if number > 100 and number % step:
            continue
        # Whether a player of Rank can play is not public: others wait for the draw or the pass.
        if setup.name == "rank" and state.turn is None and not game.over(state):
            continue
        assert game.turn(spectator.view) == game.turn(state)
        assert game.over(spectator.view) == game.over(state)
        assert game.sheet(spectator.view) == game.sheet(state)
        all_commands = conceivable(state)
        for seat, teller in enumerate(tellers):
            own = [command for command in all_commands if command.seat == seat]
            commands = random.sample(own, 12)
            full = answers(game, state, seat, commands)
            assert answers(game, teller.view, seat, commands) == full, event
            assert game.sheet(teller.view) == game.sheet(state)


@EACH_READ
def test_a_view_knows_no_more_than_it_was_told(setup):
    """Every known card of a view was dealt to its seat openly, turned, played or shown."""
    played = play_randomly(setup, 1)
    for seat in (None, *range(setup.seats)):
        teller = Teller(setup.game, setup.seats, played.header.options, seat)
        shown = set()
        for event, state in played.moments:
            teller.hear(event, state)
            shown = set() if isinstance(event, Dealt) else shown | {getattr(event, "card", None)}
            for owner, hand in enumerate(teller.view.hands):
                full = state.hands[owner]
                assert hand.size == full.size
                blind = setup.name == "blackout" and state.cards == 1
                open_to_seat = seat is not None and (owner == seat) != blind
                known = [card for card in hand.cards if card in shown]
                assert hand == (
                    full if open_to_seat else Hand(tuple(known), full.size - len(known))
                )
                assert not known or "enforcement" in setup.given or open_to_seat
            if hasattr(state, "stock"):
                assert teller.view.stock == Hand((), state.stock.size)


def test_everything_is_open_to_an_open_teller():
    setup = SETUPS[0]
    played = play_randomly(setup, 24)
    teller = OpenTeller(setup.game, setup.seats, played.header.options, None)
    for event, state in played.moments:
        assert teller.hear(event, state) is event
        assert teller.view == state


class Peeking(Damn):
    """Damn that reveals the hand of seat 0 to every seat."""

    name = "damn"

    def tell(self, event, state, seat):
        line = super().tell(event, state, seat)
        if isinstance(event, TrumpDealt):
            hands = (event.hands[0], *line.hands[1:])
            return type(event)(event.deal, event.dealer, event.leader, hands, *self._rest(event))
        return line

    @staticmethod
    def _rest(event):
        return event.cards, event.turned, event.trump


class Sighted(Blackout):
    """Blackout that does not hide the cards of the blind first deal."""

    name = "blackout"

    def tell(self, event, state, seat):
        return super().tell(event, state._replace(deal=2, cards=2), seat)


class OpenStock(Ass):
    """Ass that reveals the stock to every seat."""

    name = "ass"

    def tell(self, event, state, seat):
        line = super().tell(event, state, seat)
        return replace(line, stock=event.stock) if isinstance(event, StockDealt) else line


class OpenDraws(Ass):
    """Ass that reveals drawn cards to every seat."""

    name = "ass"

    def tell(self, event, state, seat):
        return event if isinstance(event, CardsDrawn) else super().tell(event, state, seat)


LEAKS = ((Peeking(), 1), (Peeking(), None), (Sighted(), 0), (OpenStock(), 0), (OpenDraws(), None))


@pytest.mark.parametrize(("leaky", "seat"), LEAKS)
def test_a_leak_would_be_found(leaky, seat):
    setup = next(one for one in SETUPS if one.name == leaky.name)
    played = play_randomly(setup, 25)
    deals = [at for at, event in enumerate(played.events) if isinstance(event, Dealt)]
    # In Ass two stakes, two cards, the trick and the draws after it.
    once = played.events[: deals[0] + (8 if leaky.name == "ass" else 2)]
    random = Random(1)
    found = [
        told(played.header, leaky, once, seat)[0]
        != told(played.header, leaky, dealt_anew(setup.name, once, seat, random), seat)[0]
        for _ in range(20)
    ]
    assert any(found)


def test_a_pair_differs_only_in_what_the_seat_has_not_seen():
    """Check the generator of pairs itself against the rules."""
    setup = next(one for one in SETUPS if one.name == "damn" and one.seats == 4)
    played = play_randomly(setup, 26)
    for last in range(20, len(played.events), 9):
        once = played.events[:last]
        again = dealt_anew("damn", once, 2, Random(last))
        for before, after in zip(once, again, strict=True):
            if isinstance(before, TrumpDealt):
                assert [len(hand.cards) for hand in after.hands] == [before.cards] * 4
                assert after.hands[2] == before.hands[2]
                dealt = [card for hand in after.hands for card in hand.cards]
                assert len(set(dealt) - {after.turned}) == 4 * before.cards
            else:
                assert before == after
        # also proves that every card played was held
        states = states_of(played.game, played.header, again)
        assert states[-1].play.trick == played.moments[last - 1][1].play.trick
        assert any(isinstance(event, CardPlayed) for event in again)
