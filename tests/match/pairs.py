"""Pairs of matches that differ only in cards a seat has not seen yet, and what it is told of them.

The second match of a pair is the first with the cards dealt anew that the seat cannot know: those
still in the hands it may not see, and those that stayed in the pack. What it may see is said here a
second time, by the rules pages, and not asked of the program.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from greenbaize.cards import PACK_52
from greenbaize.match.header import Header
from greenbaize.match.record import line_bytes
from greenbaize.match.replay import event_codec
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import seed_from
from greenbaize.rules.commands import Command
from greenbaize.rules.events import CardPlayed, Event, SeatGiven, TrumpDealt
from greenbaize.rules.game import Game
from greenbaize.rules.hands import Hand
from match.playing import SETUPS, Played, Setup, play_randomly

Events = Sequence[Event]


def hidden_owners(name: str, deal: TrumpDealt, seat: int | None) -> list[int]:
    """Whose hands a seat, or a spectator, may not see when they are dealt."""
    everybody = range(len(deal.hands))
    if seat is None:
        return list(everybody)
    blind = name == "blackout" and deal.deal == 1
    return [owner for owner in everybody if (owner == seat) == blind]


def dealt_anew(name: str, events: Events, seat: int | None, random: Random) -> list[Event]:
    """The same events, but the cards that the seat cannot know are others."""
    place = max(at for at, event in enumerate(events) if isinstance(event, TrumpDealt))
    deal = events[place]
    assert isinstance(deal, TrumpDealt)
    seen = {event.card for event in events[place:] if isinstance(event, CardPlayed)}
    owners = hidden_owners(name, deal, seat)
    for owner, hand in enumerate(deal.hands):
        if owner not in owners:
            seen.update(hand.cards)
    if deal.turned is not None:
        seen.add(deal.turned)
    unseen = [card for card in PACK_52 if card not in seen]
    random.shuffle(unseen)
    hands = tuple(
        Hand(tuple(card if card in seen else unseen.pop() for card in hand.cards))
        for hand in deal.hands
    )
    return [*events[:place], replace(deal, hands=hands), *events[place + 1 :]]


def states_of(game: Game[Any], header: Header, events: Events) -> list[Any]:
    """The full state after each event."""
    state = game.start(len(header.sitters), header.options)
    states = []
    for event in events:
        if not isinstance(event, SeatGiven):
            state = game.fold(state, event)
        states.append(state)
    return states


def told(header: Header, game: Game[Any], events: Events, seat: int | None) -> tuple[bytes, Any]:
    """All bytes that a seat is told of a match, and the view they fold to."""
    teller = Teller(game, len(header.sitters), header.options, seat)
    codec = event_codec(game)
    lines = [line_bytes(header.told(seat).line())]
    for event, state in zip(events, states_of(game, header, events), strict=True):
        lines.append(line_bytes(codec.write(teller.hear(event, state))))
    return b"".join(lines), teller.view


def answers(game: Game[Any], view: Any, seat: int, commands: Sequence[Command]) -> list[object]:
    """What rules and windows ask a view on behalf of a seat."""
    explained = [game.explain(view, command) for command in commands]
    return [game.legal(view, seat), game.question(view, seat), game.turn(view), explained]


class Pairs:
    """Makes random pairs, compares what is told of them, and counts.

    Args:
        number: pairs of the same number are the same.
    """

    def __init__(self, number: int) -> None:
        self._random = Random(number)
        self._matches: dict[tuple[Setup, int], Played] = {}
        self.counts: Counter[str] = Counter()

    def _match(self, setup: Setup) -> Played:
        number = self._random.randrange(5)
        if (setup, number) not in self._matches:
            self._matches[setup, number] = play_randomly(setup, number, seat_changes=0.02)
        return self._matches[setup, number]

    def compare(self) -> None:
        """One more pair; ``AssertionError`` if the seat is told anything different of the two."""
        random = self._random
        name = random.choice(["damn", "blackout"])
        setup = random.choice([one for one in SETUPS if one.name == name])
        match = self._match(setup)
        deals = [at for at, event in enumerate(match.events) if isinstance(event, TrumpDealt)]
        # The blind deal is short: look into it more often than a random moment would.
        early = name == "blackout" and random.random() < 0.4
        last = random.randrange(deals[0], deals[1] if early else len(match.events))
        seat = random.choice([None, *range(setup.seats)])
        once = match.events[: last + 1]
        again = dealt_anew(setup.name, once, seat, random)
        if list(once) == again:
            self.counts["alike, nothing being hidden"] += 1
            return
        other = replace(match.header, seed=seed_from(str(random.random())))
        data, view = told(match.header, match.game, once, seat)
        assert (data, view) == told(other, match.game, again, seat)
        assert match.header.seed is not None
        assert match.header.seed.encode() not in data
        self.counts["pairs"] += 1
        self.counts[f"pairs of {setup.name}"] += 1
        self.counts["pairs for a spectator"] += seat is None
        self.counts["pairs in a blind first deal"] += early
        self.counts["events told"] += 2 * len(once)
        self.counts["bytes told"] += 2 * len(data)
