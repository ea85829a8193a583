"""A first deal of Master or Ass: the ring, what beats and what follows, contracts, stakes."""

from types import MappingProxyType
from typing import ClassVar

from greenbaize.cards import Card
from greenbaize.games.beat import beats
from greenbaize.games.beat.at_hand import RING
from greenbaize.games.beat.banks import targets
from greenbaize.games.beat.reasons import effect
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.events import CardPlayed, Event
from greenbaize.rules.lessons import Lesson, Tip
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.things import Part, Thing

_CIRCLE = Tip(Message("lesson-ring"), (Thing(Part.RING),))


class BeatLesson(Lesson):
    """What both games have in common; nobody has trumps, which come later."""

    options = MappingProxyType({"trumps": "none"})
    must_beat: ClassVar[bool]
    """Whether who can beat must."""

    def asked(self, view: BeatState, seat: int) -> tuple[Tip, ...]:
        """What of the hand would beat the card that wins, and what may be played otherwise."""
        hand, pile = view.hands[seat].cards, view.pile
        if pile is None:
            return (Tip(Message("lesson-beat-lead")),)
        values: dict[str, Value] = {"top": pile.top, "suit": pile.main}
        place = Thing(Part.TRICK, view.play.trick.index(pile.top))
        own = beats.beaters(pile, hand, seat, view.trumps)
        if own:
            code = "lesson-must-beat" if self.must_beat else "lesson-can-beat"
            return (Tip(Message(code, {**values, "cards": own}), (place, *own)),)
        follows = beats.followers(pile, hand)
        if follows:
            code = "lesson-beat-follow"
            return (Tip(Message(code, {**values, "cards": follows}), (place, *follows)),)
        return (Tip(Message("lesson-beat-throw", values), (place,)),)

    def came(self, event: Event, view: BeatState, seat: int) -> tuple[Tip, ...]:
        """A beat that surprises whoever knows other games: by the ring, or by an eight."""
        del seat
        trick = view.play.trick
        if not isinstance(event, CardPlayed) or not view.play.whole:
            return ()
        pile: beats.Pile | None = None
        told: tuple[Tip, ...] = ()
        for turn, card in enumerate(trick):
            before, owner = pile, (view.play.lead + turn) % view.seats
            pile = beats.after(before, card, owner, view.trumps)
            if before is not None and pile.top == card:
                told = _surprise(card, before, turn) or told
            elif before is not None and before.top not in (pile.top, pile.led):
                # It beat the top card, and so gave the trick back to the card led.
                said = effect(before, card, owner, view.trumps, void=False)
                told = (Tip(said, (Thing(Part.TRICK, turn), Thing(Part.TRICK, 0))),)
        return told


def _surprise(card: Card, pile: beats.Pile, turn: int) -> tuple[Tip, ...]:
    """What a beginner would not have thought of a card that beats; nothing of the usual kind."""
    values: dict[str, Value] = {"card": card, "top": pile.top}
    at = (Thing(Part.TRICK, turn),)
    if beats.is_eight(card):
        return (Tip(Message("lesson-eight", values), at),)
    rank, top = card.code[0], pile.top.code[0]
    if card.suit is pile.top.suit and (rank, top) in zip(RING, (*RING[1:], RING[0]), strict=True):
        return (Tip(Message("lesson-ring-beat", values), (*at, Thing(Part.RING))),)
    if card.suit is not pile.top.suit and rank == top:
        return (Tip(Message("lesson-same-value", values), at),)
    return ()


class MasterLesson(BeatLesson):
    """The first contract, in which every trick costs a point."""

    seed = "master 49"
    seats = 4
    must_beat = False

    def welcome(self, view: BeatState, seat: int) -> tuple[Tip, ...]:
        """What the contract is, and what beats what."""
        del view, seat
        return (Tip(Message("lesson-contract"), (Thing(Part.NOTICE),)), _CIRCLE)

    def known(self) -> tuple[Message, ...]:
        """The ring, the contracts, and that there are trumps."""
        return (
            Message("lesson-knows-ring"),
            Message("lesson-knows-contracts"),
            Message("lesson-knows-trumps"),
        )


class AssLesson(BeatLesson):
    """One deal of four cards, with its stake."""

    seed = "ass 81"
    seats = 3
    must_beat = True

    def welcome(self, view: BeatState, seat: int) -> tuple[Tip, ...]:
        """What banks are, and what beats what."""
        del view
        return (Tip(Message("lesson-banks"), (Thing(Part.PLATE, seat),)), _CIRCLE)

    def asked(self, view: BeatState, seat: int) -> tuple[Tip, ...]:
        """What go and stay mean, and what both games say of cards."""
        aims = targets(view.seats, view.options)
        if view.own.stakes[seat] is None:
            return (Tip(Message("lesson-stake", {"number": aims.go, "other": aims.stay})),)
        count = aims.of(go=bool(view.own.stakes[seat]))
        goal = Tip(Message("lesson-goal-points", {"count": count}), (Thing(Part.PLATE, seat),))
        return (goal, *super().asked(view, seat))

    def known(self) -> tuple[Message, ...]:
        """The ring, go and stay, and that there are trumps."""
        return (
            Message("lesson-knows-ring"),
            Message("lesson-knows-stakes"),
            Message("lesson-knows-trumps"),
        )
