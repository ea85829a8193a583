"""Pairs of matches that differ only in cards that a seat has not seen, with the seat's views.

The second match of a pair is the first with those cards dealt anew that the seat cannot know: cards
still in hidden hands, in the stock, and left in the pack. Which cards a seat may see is implemented
here independently of the program, by the rules pages. Only for a game whose page is not implemented
here, the deal is taken as the game itself redacts it.
"""

import dataclasses
from collections import Counter
from collections.abc import Sequence
from random import Random

from msgspec.structs import fields, replace

from greenbaize.cards import ALL_CARDS, PACK_52, Card
from greenbaize.games import GAMES
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.exact_bid.events import TrumpDealt
from greenbaize.games.shedding.events import PileDealt
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.events import CardsDealt, CardsDrawn, Event, SeatReassigned
from greenbaize.rules.hands import Hand
from match.random_matches import SETUPS, play_randomly

EventSequence = Sequence[Event]

PACKS_BY_GAME = {
    "damn": PACK_52,
    "blackout": PACK_52,
    "master": PACK_36,
    "ass": PACK_36,
    "rank": ALL_CARDS,
}
"""Packs of the games whose pages are implemented here."""
READ_SETUPS = tuple(setup for setup in SETUPS if setup.name in PACKS_BY_GAME)


def cards_named_in(value):
    """Yield every card that an event, or any value in it, names."""
    match value:
        case Card():
            yield value
        case Event() | Hand():
            for field in fields(value):  # type: ignore[arg-type]
                yield from cards_named_in(getattr(value, field.name))
        case tuple():
            for item in value:
                yield from cards_named_in(item)


def view_of_deal(played, last, seat):
    """Return the latest deal as the game redacts it, None if its page is implemented here.

    Args:
        played: the match.
        last: number of the last event.
        seat: the seat that views the deal.
    """
    if played.header.game in PACKS_BY_GAME:
        return None
    event, state = next(
        moment
        for moment in reversed(played.moments[: last + 1])
        if isinstance(moment[0], CardsDealt)
    )
    return played.game.tell(event, state, seat)


def hidden_seats(name, deal, seat):
    """Return the seats whose hands a seat, or a spectator, may not see when they are dealt."""
    all_seats = range(len(deal.hands))
    if seat is None:
        return list(all_seats)
    blind = isinstance(deal, TrumpDealt) and name == "blackout" and deal.cards == 1
    return [owner for owner in all_seats if (owner == seat) == blind]


def _seen_cards(name, events, deal, seat):
    """Return the cards of this deal that the seat has seen: held, turned, named or played."""
    seen_cards = {event.card for event in events if hasattr(event, "card")}
    for event in events:
        if isinstance(event, CardsDrawn) and event.seat == seat:
            seen_cards.update(event.cards.cards)
    hidden = hidden_seats(name, deal, seat)
    for owner, hand in enumerate(deal.hands):
        if owner not in hidden:
            seen_cards.update(hand.cards)
    if isinstance(deal, TrumpDealt) and deal.turned is not None:
        seen_cards.add(deal.turned)
    if isinstance(deal, PileDealt):
        seen_cards.add(deal.pile)
    return seen_cards


def redeal_unseen(name, events, seat, random, view_deal=None):
    """Return the same events with other cards where the seat cannot know them.

    Args:
        name: name of the game.
        events: the events.
        seat: the seat that must not notice the difference, None for a spectator.
        random: generator of the new deal.
        told: the deal as the seat views it, for a game whose page is not implemented here.
    """
    deals = [index for index, event in enumerate(events) if isinstance(event, CardsDealt)]
    if not deals:
        return list(events)
    deal_index = deals[-1]
    deal = events[deal_index]
    assert isinstance(deal, CardsDealt)
    if view_deal is None:
        seen_cards, pack = _seen_cards(name, events[deal_index:], deal, seat), PACKS_BY_GAME[name]
    else:
        seen_cards = {
            card
            for event in (view_deal, *events[deal_index + 1 :])
            for card in cards_named_in(event)
        }
        pack = tuple(dict.fromkeys(cards_named_in(deal)))
    # If a card occurs twice, both copies are seen or neither is, so all of them change alike.
    unseen = [card for card in pack if card not in seen_cards]
    replacements = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))

    def replace_cards(hand):
        return Hand(tuple(replacements.get(card, card) for card in hand.cards))

    changed_events = []
    for event in events[deal_index:]:
        fields = {}
        if isinstance(event, CardsDealt):
            fields["hands"] = tuple(map(replace_cards, event.hands))
            stock = getattr(event, "stock", None)
            if stock is not None:
                fields["stock"] = replace_cards(stock)
        if isinstance(event, CardsDrawn):
            fields["cards"] = replace_cards(event.cards)
        changed_events.append(replace(event, **fields))
    return [*events[:deal_index], *changed_events]


def fold_states(game, header, events):
    """Return the full state after each event."""
    state = game.initial_state(len(header.players), header.options)
    states = []
    for event in events:
        if not isinstance(event, SeatReassigned):
            state = game.fold(state, event)
        states.append(state)
    return states


def view_of_events(header, game, events, seat):
    """Return all bytes that a seat gets of a match, and the view they fold to."""
    tracker = ViewTracker(game, len(header.players), header.options, seat)
    codec = event_codec(game)
    lines = [encode_line(header.redact_for(seat).to_line())]
    for event, state in zip(events, fold_states(game, header, events), strict=True):
        lines.append(encode_line(codec.encode_line(tracker.redact_event(event, state))))
    return b"".join(lines), tracker.view


def query_view(game, view, seat, commands):
    """Return the results of all queries on a view on behalf of a seat."""
    explanations = [game.explain(view, command) for command in commands]
    turn_and_openness = (game.turn(view), game.is_open(view))
    return [
        game.legal(view, seat),
        game.question(view, seat),
        game.offers(view, seat),
        turn_and_openness,
        explanations,
    ]


class RedactionPairs:
    """Source of random pairs; compares what a seat gets of both matches, and counts.

    Args:
        number: seed; equal numbers give equal pairs.
    """

    def __init__(self, number):
        self._random = Random(number)
        self._matches = {}
        self.counts = Counter()

    def _draw_match(self, setup):
        number = self._random.randrange(5)
        if (setup, number) not in self._matches:
            self._matches[setup, number] = play_randomly(setup, number, seat_changes=0.02)
        return self._matches[setup, number]

    def compare_pair(self):
        """Compare one more pair.

        Raises:
            AssertionError: the seat gets anything different of the two matches.
        """
        random = self._random
        name = random.choice(list(GAMES))
        setup = random.choice([candidate for candidate in SETUPS if candidate.name == name])
        match = self._draw_match(setup)
        deals = [index for index, event in enumerate(match.events) if isinstance(event, CardsDealt)]
        # The blind deal is short: sample it more often than a random moment would.
        is_early = name == "blackout" and random.random() < 0.4
        # A few deals of a long match are enough.
        end = deals[1] if is_early else min(len(match.events), 400)
        last = random.randrange(deals[0], end)
        seat = random.choice([None, *range(setup.seats)])
        original = match.events[: last + 1]
        redealt = redeal_unseen(setup.name, original, seat, random, view_of_deal(match, last, seat))
        if list(original) == redealt:
            self.counts["alike, nothing being hidden"] += 1
            return
        other_header = dataclasses.replace(match.header, seed=seed_from_text(str(random.random())))
        data, view = view_of_events(match.header, match.game, original, seat)
        assert (data, view) == view_of_events(other_header, match.game, redealt, seat)
        assert match.header.seed is not None
        assert match.header.seed.encode() not in data
        self.counts["pairs"] += 1
        self.counts[f"pairs of {setup.name}"] += 1
        self.counts["pairs for a spectator"] += seat is None
        self.counts["pairs in a blind first deal"] += is_early
        stock = getattr(original[max(index for index in deals if index <= last)], "stock", None)
        self.counts["pairs with a stock"] += stock is not None
        self.counts["events told"] += 2 * len(original)
        self.counts["bytes told"] += 2 * len(data)
