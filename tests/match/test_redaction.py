"""Redaction: a view reveals nothing its seat has not seen, and suffices to play.

The same pairs by the thousand: ``python tests/bench/many.py pairs``.
"""

from random import Random

import pytest
from msgspec.structs import replace

from greenbaize.games import GAMES
from greenbaize.games.beat.ass import AssGame
from greenbaize.games.beat.events import StockDealt
from greenbaize.games.exact_bid.blackout import BlackoutGame
from greenbaize.games.exact_bid.damn import DamnGame
from greenbaize.games.exact_bid.events import TrumpDealt
from greenbaize.games.shedding.events import PileDealt
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.events import CardPlayed, CardsDealt, CardsDrawn
from greenbaize.rules.hands import Hand
from match.random_matches import (
    EACH_SETUP,
    SETUPS,
    OpenViewTracker,
    conceivable_commands,
    parametrize_setups,
    play_randomly,
)
from match.redaction_pairs import (
    READ_SETUPS,
    RedactionPairs,
    fold_states,
    hidden_seats,
    query_view,
    redeal_unseen,
    view_of_events,
)

EACH_READ_SETUP = parametrize_setups(READ_SETUPS)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_matches_that_differ_in_unseen_cards_give_the_same_view(number):
    pairs = RedactionPairs(number)
    while pairs.counts["pairs"] < 60 * len(GAMES):
        pairs.compare_pair()
    assert pairs.counts["pairs in a blind first deal"] > 5
    assert pairs.counts["pairs with a stock"] > 10
    assert all(pairs.counts[f"pairs of {name}"] > 20 for name in GAMES)
    assert pairs.counts["pairs for a spectator"] > 20


@EACH_READ_SETUP
def test_a_redacted_deal_has_exactly_the_hands_a_seat_may_see(setup):
    played = play_randomly(setup, 1)
    for event, state in played.moments:
        if not isinstance(event, CardsDealt):
            for seat in (None, *range(setup.seats)):
                is_hidden = isinstance(event, CardsDrawn) and event.seat != seat
                expected = replace(event, cards=event.cards.hidden) if is_hidden else event
                assert setup.game.tell(event, state, seat) == expected
            continue
        for seat in (None, *range(setup.seats)):
            is_hidden = hidden_seats(setup.name, event, seat)
            hands = tuple(
                Hand((), hand.size) if owner in is_hidden else hand
                for owner, hand in enumerate(event.hands)
            )
            expected = replace(event, hands=hands)
            if isinstance(event, StockDealt) and event.stock is not None:
                expected = replace(expected, stock=Hand((), 36 - 4 * setup.seats))
            if isinstance(event, PileDealt):
                cards = 54 if setup.seats <= 4 else 108
                expected = replace(expected, stock=Hand((), cards - 5 * setup.seats - 1))
            assert setup.game.tell(event, state, seat) == expected


@EACH_SETUP
def test_a_view_answers_every_query_of_its_seat(setup):
    """Compare legal, question, turn and explain of view and full state at sampled moments."""
    game, random = setup.game, Random(5)
    played = play_randomly(setup, 1, seat_changes=0.02)
    options = played.header.options
    trackers = [ViewTracker(game, setup.seats, options, seat) for seat in range(setup.seats)]
    spectator = ViewTracker(game, setup.seats, options, None)
    step = 1 + len(played.moments) // 200
    for number, (event, state) in enumerate(played.moments):
        for tracker in (spectator, *trackers):
            tracker.redact_event(event, state)
        if number > 100 and number % step:
            continue
        # Whether a player of Rank can play is not public: others wait for the draw or the pass.
        if setup.name == "rank" and state.turn is None and not game.is_over(state):
            continue
        assert game.turn(spectator.view) == game.turn(state)
        assert game.is_over(spectator.view) == game.is_over(state)
        assert game.sheet(spectator.view) == game.sheet(state)
        all_commands = conceivable_commands(state)
        for seat, tracker in enumerate(trackers):
            own_commands = [command for command in all_commands if command.seat == seat]
            commands = random.sample(own_commands, 12)
            full_answers = query_view(game, state, seat, commands)
            assert query_view(game, tracker.view, seat, commands) == full_answers, event
            assert game.sheet(tracker.view) == game.sheet(state)


@EACH_READ_SETUP
def test_a_view_has_only_cards_that_were_revealed_to_its_seat(setup):
    """Every known card of a view was dealt to its seat openly, turned, played or shown."""
    played = play_randomly(setup, 1)
    for seat in (None, *range(setup.seats)):
        tracker = ViewTracker(setup.game, setup.seats, played.header.options, seat)
        revealed_cards = set()
        for event, state in played.moments:
            tracker.redact_event(event, state)
            revealed_cards = (
                set()
                if isinstance(event, CardsDealt)
                else revealed_cards | {getattr(event, "card", None)}
            )
            for owner, hand in enumerate(tracker.view.hands):
                full = state.hands[owner]
                assert hand.size == full.size
                is_blind = setup.name == "blackout" and state.cards == 1
                is_open = seat is not None and (owner == seat) != is_blind
                known_cards = [card for card in hand.cards if card in revealed_cards]
                assert hand == (
                    full if is_open else Hand(tuple(known_cards), full.size - len(known_cards))
                )
                assert not known_cards or "enforcement" in setup.given_options or is_open
            if hasattr(state, "stock"):
                assert tracker.view.stock == Hand((), state.stock.size)


def test_an_open_view_tracker_has_the_full_state():
    setup = SETUPS[0]
    played = play_randomly(setup, 24)
    tracker = OpenViewTracker(setup.game, setup.seats, played.header.options, None)
    for event, state in played.moments:
        assert tracker.redact_event(event, state) is event
        assert tracker.view == state


class PeekingDamnGame(DamnGame):
    """Damn that reveals the hand of seat 0 to every seat."""

    name = "damn"

    def tell(self, event, state, seat):
        view_event = super().tell(event, state, seat)
        if isinstance(event, TrumpDealt):
            hands = (event.hands[0], *view_event.hands[1:])
            return type(event)(
                event.deal, event.dealer, event.leader, hands, *self._other_fields(event)
            )
        return view_event

    @staticmethod
    def _other_fields(event):
        return event.cards, event.turned, event.trump


class SightedBlackoutGame(BlackoutGame):
    """Blackout that does not hide the cards of the blind first deal."""

    name = "blackout"

    def tell(self, event, state, seat):
        return super().tell(event, state._replace(deal=2, cards=2), seat)


class OpenStockAssGame(AssGame):
    """Ass that reveals the stock to every seat."""

    name = "ass"

    def tell(self, event, state, seat):
        view_event = super().tell(event, state, seat)
        return (
            replace(view_event, stock=event.stock) if isinstance(event, StockDealt) else view_event
        )


class OpenDrawsAssGame(AssGame):
    """Ass that reveals drawn cards to every seat."""

    name = "ass"

    def tell(self, event, state, seat):
        return event if isinstance(event, CardsDrawn) else super().tell(event, state, seat)


LEAKING_GAMES = (
    (PeekingDamnGame(), 1),
    (PeekingDamnGame(), None),
    (SightedBlackoutGame(), 0),
    (OpenStockAssGame(), 0),
    (OpenDrawsAssGame(), None),
)


@pytest.mark.parametrize(("leaky", "seat"), LEAKING_GAMES)
def test_a_leak_is_found(leaky, seat):
    setup = next(candidate for candidate in SETUPS if candidate.name == leaky.name)
    played = play_randomly(setup, 25)
    deals = [index for index, event in enumerate(played.events) if isinstance(event, CardsDealt)]
    # In Ass two stakes, two cards, the trick and the draws after it.
    original = played.events[: deals[0] + (8 if leaky.name == "ass" else 2)]
    random = Random(1)
    differences = [
        view_of_events(played.header, leaky, original, seat)[0]
        != view_of_events(
            played.header, leaky, redeal_unseen(setup.name, original, seat, random), seat
        )[0]
        for _ in range(20)
    ]
    assert any(differences)


def test_a_pair_differs_only_in_unseen_cards():
    """Check the generator of pairs itself against the rules."""
    setup = next(
        candidate for candidate in SETUPS if candidate.name == "damn" and candidate.seats == 4
    )
    played = play_randomly(setup, 26)
    for last in range(20, len(played.events), 9):
        original = played.events[:last]
        redealt = redeal_unseen("damn", original, 2, Random(last))
        for before, after in zip(original, redealt, strict=True):
            if isinstance(before, TrumpDealt):
                assert [len(hand.cards) for hand in after.hands] == [before.cards] * 4
                assert after.hands[2] == before.hands[2]
                dealt_cards = [card for hand in after.hands for card in hand.cards]
                assert len(set(dealt_cards) - {after.turned}) == 4 * before.cards
            else:
                assert before == after
        # also proves that every card played was held
        states = fold_states(played.game, played.header, redealt)
        assert states[-1].play.trick == played.moments[last - 1][1].play.trick
        assert any(isinstance(event, CardPlayed) for event in redealt)
