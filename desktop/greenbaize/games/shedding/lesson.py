"""A first deal of Rank: the ring of ranks, jokers, leaving, and Anti-Rank."""

from typing import Final

from greenbaize.games.shedding.events import AntiRankDeclared, CameBack, Leaving, WentOut
from greenbaize.games.shedding.ring import Step, due_step, playable
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.events import Event
from greenbaize.rules.lessons import Lesson, Tip
from greenbaize.rules.messages import Message
from greenbaize.rules.things import Part, Thing

PILE: Final = Thing(Part.PILE, 0)


class RankLesson(Lesson):
    """Until one is out, or the deal is over."""

    seed = "rank 21"
    seats = 3

    def welcome(self, view: ShedState, seat: int) -> tuple[Tip, ...]:
        """What the aim is, and what a turn is."""
        del view, seat
        return (
            Tip(Message("lesson-shed"), (PILE,)),
            Tip(Message("lesson-turn"), (Thing(Part.STOCK),)),
        )

    def asked(self, view: ShedState, seat: int) -> tuple[Tip, ...]:
        """By which step of the rules the hand may play, and whether it is the last card."""
        hand, top = view.hands[seat].cards, view.pile[-1]
        fit = tuple(dict.fromkeys(hand)) if view.anti else playable(hand, top)
        step = Step.ANTI_RANK if view.anti else due_step(hand, top)
        tips = [] if step is None else [Tip(_step_told(step, view), (PILE, *fit))]
        if len(hand) == 1:
            last = Message("lesson-last-card" if view.stock.size else "lesson-last-out")
            tips.append(Tip(last, hand))
        return tuple(tips)

    def came(self, event: Event, view: ShedState, seat: int) -> tuple[Tip, ...]:
        """Who leaves or is back, and Anti-Rank."""
        del view, seat
        match event:
            case Leaving():
                plate = Thing(Part.PLATE, event.seat)
                return (Tip(Message("lesson-leaving"), (plate,)),)
            case CameBack():
                return (Tip(Message("lesson-back"), (Thing(Part.PLATE, event.seat),)),)
            case AntiRankDeclared():
                return (Tip(Message("lesson-anti-declared"), (PILE,)),)
        return ()

    def known(self) -> tuple[Message, ...]:
        """What fits, who is out, and the cry."""
        return (
            Message("lesson-knows-fit"),
            Message("lesson-knows-out"),
            Message("lesson-knows-anti"),
        )

    def over(self, event: Event, view: ShedState, seat: int) -> bool:
        """With the deal, or as soon as one is out: the others need nobody to watch them."""
        return super().over(event, view, seat) or (
            isinstance(event, WentOut) and event.seat == seat
        )


def _step_told(step: Step, view: ShedState) -> Message:
    """By which step the hand may play, in words for a beginner."""
    values = {"top": view.pile[-1]}
    match step:
        case Step.NEIGHBOUR:
            return Message("lesson-neighbour", values)
        case Step.SAME_RANK:
            return Message("lesson-same-rank", values)
        case Step.ACE_KING:
            return Message("lesson-ace-king", values)
        case Step.JOKER:
            return Message("lesson-joker", values)
        case Step.ON_JOKER:
            return Message("lesson-on-joker")
        case Step.ANTI_RANK:
            return Message("lesson-anti")
