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
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import seed_from
from greenbaize.rules.events import CardsDrawn, Dealt, Event, SeatGiven
from greenbaize.rules.hands import Hand
from match.playing import SETUPS, play_randomly

Events = Sequence[Event]

PACKS = {"damn": PACK_52, "blackout": PACK_52, "master": PACK_36, "ass": PACK_36, "rank": ALL_CARDS}
"""Packs of the games whose pages are implemented here."""
READ = tuple(setup for setup in SETUPS if setup.name in PACKS)


def cards_in(value):
    """Yield every card that an event, or any value in it, names."""
    match value:
        case Card():
            yield value
        case Event() | Hand():
            for field in fields(value):  # type: ignore[arg-type]
                yield from cards_in(getattr(value, field.name))
        case tuple():
            for one in value:
                yield from cards_in(one)


def told_deal(played, last, seat):
    """Return the latest deal as the game redacts it, None if its page is implemented here.

    Args:
        played: the match.
        last: number of the last event.
        seat: the seat that views the deal.
    """
    if played.header.game in PACKS:
        return None
    event, state = next(
        moment for moment in reversed(played.moments[: last + 1]) if isinstance(moment[0], Dealt)
    )
    return played.game.tell(event, state, seat)


def hidden_owners(name, deal, seat):
    """Return the seats whose hands a seat, or a spectator, may not see when they are dealt."""
    everybody = range(len(deal.hands))
    if seat is None:
        return list(everybody)
    blind = isinstance(deal, TrumpDealt) and name == "blackout" and deal.cards == 1
    return [owner for owner in everybody if (owner == seat) == blind]


def _seen(name, events, deal, seat):
    """Return the cards of this deal that the seat has seen: held, turned, named or played."""
    seen = {event.card for event in events if hasattr(event, "card")}
    for event in events:
        if isinstance(event, CardsDrawn) and event.seat == seat:
            seen.update(event.cards.cards)
    hidden = hidden_owners(name, deal, seat)
    for owner, hand in enumerate(deal.hands):
        if owner not in hidden:
            seen.update(hand.cards)
    if isinstance(deal, TrumpDealt) and deal.turned is not None:
        seen.add(deal.turned)
    if isinstance(deal, PileDealt):
        seen.add(deal.pile)
    return seen


def dealt_anew(name, events, seat, random, told=None):
    """Return the same events with other cards where the seat cannot know them.

    Args:
        name: name of the game.
        events: the events.
        seat: the seat that must not notice the difference, None for a spectator.
        random: generator of the new deal.
        told: the deal as the seat views it, for a game whose page is not implemented here.
    """
    deals = [at for at, event in enumerate(events) if isinstance(event, Dealt)]
    if not deals:
        return list(events)
    place = deals[-1]
    deal = events[place]
    assert isinstance(deal, Dealt)
    if told is None:
        seen, pack = _seen(name, events[place:], deal, seat), PACKS[name]
    else:
        seen = {card for event in (told, *events[place + 1 :]) for card in cards_in(event)}
        pack = tuple(dict.fromkeys(cards_in(deal)))
    # If a card occurs twice, both copies are seen or neither is, so all of them change alike.
    unseen = [card for card in pack if card not in seen]
    other = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))

    def anew(hand):
        return Hand(tuple(other.get(card, card) for card in hand.cards))

    changed = []
    for event in events[place:]:
        new = {}
        if isinstance(event, Dealt):
            new["hands"] = tuple(map(anew, event.hands))
            stock = getattr(event, "stock", None)
            if stock is not None:
                new["stock"] = anew(stock)
        if isinstance(event, CardsDrawn):
            new["cards"] = anew(event.cards)
        changed.append(replace(event, **new))
    return [*events[:place], *changed]


def states_of(game, header, events):
    """Return the full state after each event."""
    state = game.start(len(header.sitters), header.options)
    states = []
    for event in events:
        if not isinstance(event, SeatGiven):
            state = game.fold(state, event)
        states.append(state)
    return states


def told(header, game, events, seat):
    """Return all bytes that a seat gets of a match, and the view they fold to."""
    teller = Teller(game, len(header.sitters), header.options, seat)
    codec = event_codec(game)
    lines = [line_bytes(header.told(seat).line())]
    for event, state in zip(events, states_of(game, header, events), strict=True):
        lines.append(line_bytes(codec.write(teller.hear(event, state))))
    return b"".join(lines), teller.view


def answers(game, view, seat, commands):
    """Return the results of all queries on a view on behalf of a seat."""
    explained = [game.explain(view, command) for command in commands]
    whole = (game.turn(view), game.open(view))
    return [
        game.legal(view, seat),
        game.question(view, seat),
        game.offers(view, seat),
        whole,
        explained,
    ]


class Pairs:
    """Source of random pairs; compares what a seat gets of both matches, and counts.

    Args:
        number: seed; equal numbers give equal pairs.
    """

    def __init__(self, number):
        self._random = Random(number)
        self._matches = {}
        self.counts = Counter()

    def _match(self, setup):
        number = self._random.randrange(5)
        if (setup, number) not in self._matches:
            self._matches[setup, number] = play_randomly(setup, number, seat_changes=0.02)
        return self._matches[setup, number]

    def compare(self):
        """Compare one more pair.

        Raises:
            AssertionError: the seat gets anything different of the two matches.
        """
        random = self._random
        name = random.choice(list(GAMES))
        setup = random.choice([one for one in SETUPS if one.name == name])
        match = self._match(setup)
        deals = [at for at, event in enumerate(match.events) if isinstance(event, Dealt)]
        # The blind deal is short: sample it more often than a random moment would.
        early = name == "blackout" and random.random() < 0.4
        # A few deals of a long match are enough.
        stop = deals[1] if early else min(len(match.events), 400)
        last = random.randrange(deals[0], stop)
        seat = random.choice([None, *range(setup.seats)])
        once = match.events[: last + 1]
        again = dealt_anew(setup.name, once, seat, random, told_deal(match, last, seat))
        if list(once) == again:
            self.counts["alike, nothing being hidden"] += 1
            return
        other = dataclasses.replace(match.header, seed=seed_from(str(random.random())))
        data, view = told(match.header, match.game, once, seat)
        assert (data, view) == told(other, match.game, again, seat)
        assert match.header.seed is not None
        assert match.header.seed.encode() not in data
        self.counts["pairs"] += 1
        self.counts[f"pairs of {setup.name}"] += 1
        self.counts["pairs for a spectator"] += seat is None
        self.counts["pairs in a blind first deal"] += early
        stock = getattr(once[max(at for at in deals if at <= last)], "stock", None)
        self.counts["pairs with a stock"] += stock is not None
        self.counts["events told"] += 2 * len(once)
        self.counts["bytes told"] += 2 * len(data)
