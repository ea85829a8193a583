"""Worlds of the beat relation: the unseen cards as they may lie, after all that was shown."""

from collections.abc import Collection, Sequence
from random import Random
from typing import NamedTuple

from greenbaize.bots.dealing import Dealing
from greenbaize.cards import Card
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.relation import (
    ALL,
    EIGHTS,
    PACK,
    Relation,
    Side,
    colours,
    mask,
    place,
    places,
    relation,
)
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.chance import Stream
from greenbaize.rules.errors import BrokenRuleError
from greenbaize.rules.messages import Message
from greenbaize.rules.tricks import Trick


class Known(NamedTuple):
    """What a seat knows of the cards it does not see.

    ``held`` are the cards known in each hand. ``slots`` has for each unknown card in each hand
    what it cannot be, a hand. ``unseen`` are the cards that may lie there, in the stock of
    ``stock`` cards, or out of play.
    """

    held: tuple[int, ...]
    slots: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    stock: int


class World(NamedTuple):
    """All hands and the stock, its top card first, as they may be."""

    hands: tuple[int, ...]
    stock: tuple[int, ...]


def known(game: BeatGame, view: BeatState, gone: Collection[Card] = ()) -> Known:
    """What the view shows: the cards seen, and what those who did not follow or beat cannot hold.

    Where hands are filled up, a card drawn later may be what an earlier one could not.

    Args:
        game: the game.
        view: what the seat knows.
        gone: cards played that the seat has forgotten: they may lie anywhere, and what they showed
            of who played them is forgotten with them.
    """
    held = tuple(mask(hand.cards) for hand in view.hands)
    lost = mask(tuple(gone))
    seen = sum(held) | mask(view.play.cards) & ~lost
    dealt = game.cards(view)
    stock = PACK - view.seats * dealt if len(game.counting(view).tricks) > dealt else 0
    slots = [[0] * dealt for _ in range(view.seats)]
    table, must = relation(view.trumps), game.must_beat(view)
    tints = colours(view.trumps, view.seats)
    for _, trick in view.play.taken:
        _show(table, tints, trick, slots, lost, must=must)
        if stock >= view.seats:
            stock -= view.seats
            for own in slots:
                own.append(0)
    _show(table, tints, view.play.tricks[-1], slots, lost, must=must)
    hidden = tuple(
        tuple(sorted(own, key=int.bit_count)[: hand.unknown])
        for own, hand in zip(slots, view.hands, strict=True)
    )
    return Known(held, hidden, tuple(places(ALL & ~seen)), stock)


def without_hand(known: Known, seat: int) -> Known:
    """The same as somebody knows it who sees no hand, before any card is played."""
    held, slots = list(known.held), list(known.slots)
    own = places(held[seat])
    held[seat], slots[seat] = 0, (0,) * len(own)
    return Known(tuple(held), tuple(slots), (*known.unseen, *own), known.stock)


def _show(  # noqa: PLR0913 - the rules, the trick, and what is noted of it
    table: Relation,
    tints: Sequence[int],
    trick: Trick,
    slots: list[list[int]],
    lost: int,
    *,
    must: bool,
) -> None:
    """Note what the players of a trick have shown not to hold, and take their cards away.

    Nothing is noted of the cards in ``lost``.
    """
    mound: int | None = None
    for turn, card in enumerate(trick.cards):
        seat = (trick.leader + turn) % len(tints)
        own, number = slots[seat], place(card)
        if mound is None:
            mound = table.leads[tints[seat]][number]
        else:
            side = table.side(mound, tints[seat])
            lacking = _lacking(side, 1 << number, must=must)
            if lacking and not lost >> number & 1:
                own[:] = [slot | lacking for slot in own]
            if number in side.after:
                mound = side.after[number][0]
        # Of the places that the card can come from, the one of which most is known: none that is
        # left is then thought to be more restricted than it may be.
        fitting = [slot for slot in own if not slot >> number & 1]
        if not fitting:
            raise BrokenRuleError(Message("told-impossible"))
        own.remove(max(fitting, key=int.bit_count))


def _lacking(side: Side, bit: int, *, must: bool) -> int:
    """What a hand cannot hold of which this card was played to a mound (``beats.md 5``)."""
    main, void = side.main, 0
    if not bit & main and (bit & EIGHTS or not bit & (side.value | side.void_beating)):
        void = main
        if not bit & (side.value | side.void_beating):
            void |= side.value
    if must and not bit & side.void_beating:
        void |= side.void_beating if void & main else side.beating
    return void


def dealing(known: Known) -> Dealing:
    """The unseen cards, to be dealt."""
    unseen = [1 << card for card in known.unseen]
    return Dealing(known.held, known.slots, unseen, known.stock)


def suppose(dealing: Dealing, count: int, chance: Stream) -> list[tuple[float, World]]:
    """So many ways in which the unseen cards may lie, each with how much it counts."""
    draw = Random(chance.below(1 << 32)).random
    dealt = [dealing.deal(draw) for _ in range(count)]
    return [
        (weight, World(hands, tuple([card.bit_length() - 1 for card in stock])))
        for weight, hands, stock in dealt
    ]
