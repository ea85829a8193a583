"""What is told at a table of Master or Ass: of the things on it, as advice, and in a first deal."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from greenbaize.cards import Card
from greenbaize.games.beat import beats, reasons
from greenbaize.games.beat.banks import LOST, targets
from greenbaize.games.beat.beats import Pile
from greenbaize.games.beat.commands import Stake
from greenbaize.games.beat.contracts import DEALS, HALF, Contract, contract_of, sign_of
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.reasons import RING, effect, standing
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import CardPlayed, Event
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.things import (
    Lesson,
    Part,
    Thing,
    Tip,
    Told,
    card_told,
    deal_told,
    seat_told,
    told_of,
    total_told,
)
from greenbaize.rules.thinking import Weighed


def told(game: BeatGame, view: BeatState, thing: Thing, you: int | None) -> Told:
    """What is told of a thing; of what is not there nothing."""
    match thing.part:
        case Part.TRICK:
            return _card(game, view, thing.number, you)
        case Part.PLATE:
            seat = thing.number
            said = (*game.told_of_seat(view, seat), *_own_trump(view, seat))
            return (*said, *seat_told(game.picture(view), seat, you))
        case Part.DISC:
            return _disc(view, thing.number)
        case Part.SIGN if view.deal:
            return (*_main(game, view), standing(view.trumps, now=False))
        case Part.TRUMPS if view.deal:
            return (standing(view.trumps, now=False),)
        case Part.RING if view.deal:
            ring = Message("now-ring", rule="beats.md 1")
            classes = (Message("now-class", rule="beats.md 4"),) if any(view.trumps.classes) else ()
            return (ring, *classes)
        case Part.STOCK:
            known = told_of(game.picture(view), thing, you)
            return (*known, Message("tell-refill", rule=game.rules["draw"])) if known else ()
        case Part.NOTICE if view.deal:
            return game.told_of_deal(view)
    return told_of(game.picture(view), thing, you)


# Cards of the trick


def _card(game: BeatGame, view: BeatState, place: int, you: int | None) -> Told:
    """Whose card it is, what it did and by which rule, and who would take the trick from it."""
    picture = game.picture(view)
    said = card_told(picture, place)
    if not said:
        return ()
    _, effect = game.explain_trick(view, Trick(view.play.lead, view.play.trick))[place]
    if place != picture.winning or view.play.whole or view.pile is None:
        return (*said, *effect)
    return (*said, *effect, _takers(view, view.pile, you))


def _takers(view: BeatState, pile: Pile, you: int | None) -> Message:
    """With what the trick would be taken by whoever asks, or by who plays next."""
    play = view.play
    ahead = [(play.lead + turn) % view.seats for turn in range(len(play.trick), view.seats)]
    seat = you if you is not None and you in ahead else ahead[0]
    cards, eights = reasons.takers(pile, seat, view.trumps, play.trick)
    if not eights:
        values: dict[str, Value] = {"seat": seat, "cards": cards}
        return Message("tell-takers" if cards else "tell-takers-none", values, "beats.md 2")
    values = {"seat": seat, "cards": cards, "eights": eights, "suit": pile.main}
    return Message("tell-takers-eights" if cards else "tell-takers-void", values, "beats.md 2")


# Trumps


def _own_trump(view: BeatState, seat: int) -> Told:
    own = view.trumps.own
    if not own:
        return ()
    suit = own[seat]
    if suit is None:
        return (Message("tell-trump-open", {"seat": seat}, "beats.md 4.1"),)
    return (Message("tell-trump-own", {"seat": seat, "suit": suit}, "beats.md 4.1"),)


def _disc(view: BeatState, seat: int) -> Told:
    own = view.trumps.own
    suit = own[seat] if own else None
    if suit is None:
        return ()
    values: dict[str, Value] = {"seat": seat, "suit": suit}
    return (
        *_own_trump(view, seat),
        Message("tell-trump-beats", values, "beats.md 2e"),
        Message("tell-trump-others", values, "beats.md 4.1"),
    )


def _main(game: BeatGame, view: BeatState) -> Told:
    """The main suit, and what it asks of whoever plays."""
    pile = view.pile
    if pile is None:
        return (Message("tell-main-open", rule="beats.md 2"),)
    values: dict[str, Value] = {"suit": pile.main, "card": pile.eight or pile.led}
    if pile.eight is None:
        said = Message("tell-main", values, "beats.md 2")
    else:
        said = Message("tell-main-renamed", values, "beats.md 2d")
    follow = "tell-main-only" if pile.eight is not None else "tell-main-follow"
    values = {"suit": pile.main, "card": pile.led}
    due = (Message("tell-must-beat", rule="beats.md 5"),) if game.must_beat(view) else ()
    return (said, *due, Message(follow, values, "beats.md 5"))


def ass_seat(view: BeatState, seat: int) -> Told:
    """A player's banks, and what is to be reached and has been made in the deal."""
    banking = view.own
    said = [Message("tell-banks", {"seat": seat, "count": banking.banks[seat]}, "ass.md 1")]
    if view.deal:
        said.append(_stake(view, seat, banking.stakes[seat]))
    return (*said, total_told(seat, view.totals[seat]))


def _stake(view: BeatState, seat: int, go: bool | None) -> Message:
    if go is None:
        return Message("tell-stake-open", {"seat": seat}, "ass.md 3")
    wanted = targets(view.seats, view.options).of(go=go)
    values = {"seat": seat, "points": view.points[seat], "target": wanted}
    return Message("tell-stake-go" if go else "tell-stake-stay", values, "ass.md 3")


def ass_deal(game: BeatGame, view: BeatState) -> Told:
    """How the match ends, and after how many deals at the latest."""
    said = [*deal_told(game.picture(view), "ass.md 1")]
    said.append(Message("tell-banks-end", {"number": LOST}, "ass.md 1"))
    limit = view.options.number("deal_limit")
    if limit:
        said.append(Message("tell-deal-limit", {"number": limit}, "ass.md 1"))
    return tuple(said)


def master_seat(game: BeatGame, view: BeatState, seat: int) -> Told:
    """A player's points in all, and tricks and points of the deal."""
    said = [total_told(seat, view.totals[seat])]
    line = game.plate(view, seat).line
    if line is None:
        return tuple(said)
    count: dict[str, Value] = {"count": view.play.won[seat]}
    if contract_of(view.deal).name == "max":
        # The plate has the card points first, and then what they bring if it stays so.
        points = {"points": line.values["count"], "by": line.values["by"]}
        said.append(Message("tell-tricks-card-points", count | points, "master.md 4"))
    else:
        said.append(
            Message("tell-tricks-points", count | {"points": line.values["by"]}, "master.md 4")
        )
    return tuple(said)


def master_deal(game: BeatGame, view: BeatState) -> Told:
    """What the contract counts, for or against whom, and how many deals this half still has."""
    contract, against = contract_of(view.deal), sign_of(view.deal) < 0
    left = (HALF if against else DEALS) - view.deal
    said = [
        *deal_told(game.picture(view), "master.md 4"),
        *_counts(contract),
        Message("tell-against" if against else "tell-for", rule="master.md 1"),
        Message("tell-half-left" if left else "tell-half-last", {"count": left}, "master.md 1"),
    ]
    if contract.cards and view.options.flag("early_end"):
        said.append(Message("tell-early-end", rule="master.md 5"))
    return tuple(said)


def _counts(contract: Contract) -> Told:
    values = {"number": contract.each, "total": contract.total}
    if contract.cards:
        code = "tell-counts-card" if len(contract.cards) == 1 else "tell-counts-cards"
        return (Message(code, values | {"cards": contract.cards}, "master.md 4"),)
    if contract.name == "max":
        return (
            Message("tell-counts-max", values, "master.md 4"),
            Message("tell-counts-max-cards", rule="master.md 4"),
            Message("tell-counts-max-tie", rule="master.md 4"),
        )
    code = "tell-counts-tricks" if contract.name == "all" else "tell-counts-last"
    return (Message(code, values, "master.md 4"),)


_RULE: Final = "beats.md 2"
_TARGETS: Final = "ass.md 3"
_POINTS: Final = "ass.md 5"
_EIGHTS: Final = "8"
_BEAT_EIGHTS: Final = "KQ"


def advice(game: BeatGame, view: BeatState, choices: Sequence[Weighed]) -> tuple[Message, ...]:
    command = choices[0].command
    found = odds(game, view, choices[0])
    if isinstance(command, Stake):
        # Who stays does so for what would come of going.
        goes = next((one for one in choices if one.command == Stake(command.seat, True)), None)
        if not command.go and goes is not None and goes.often is not None:
            found = Message("odds-go-fails", {"often": 10 - goes.often}, _TARGETS)
        said = [_of_hand(game, view, command)]
    elif isinstance(command, Play):
        said = [*_of_card(game, view, command, [one.command for one in choices])]
    else:
        return ()
    return tuple(said) if found is None else (*said, found)


def odds(game: BeatGame, view: BeatState, choice: Weighed) -> Message | None:
    """How likely the target is reached, where there is one that has not been reached."""
    command, banking = choice.command, game.banking(view)
    if choice.often is None or banking is None:
        return None
    if isinstance(command, Stake):
        count = targets(view.seats, view.options).of(go=command.go)
        code = "odds-go" if command.go else "odds-stay"
        return Message(code, {"count": count, "often": choice.often}, _TARGETS)
    count = targets(view.seats, view.options).of(go=bool(banking.stakes[command.seat]))
    if view.points[command.seat] >= count:
        return None
    return Message("odds-target", {"count": count, "often": choice.often}, _TARGETS)


def _of_hand(game: BeatGame, view: BeatState, stake: Stake) -> Message:
    """What of a hand speaks for a stake: its eights or points, or that they are too few."""
    hand = sorted(view.hands[stake.seat].cards)
    eights = tuple([card for card in hand if card.code[0] in _EIGHTS])
    if eights:
        code = "advice-eights" if stake.go else "advice-eights-few"
        return Message(code, {"cards": eights}, "beats.md 2d")
    if stake.go:
        return Message(
            "own-points", {"count": sum(game.value(view, (one,)) for one in hand)}, _POINTS
        )
    against = tuple([card for card in hand if card.code[0] in _BEAT_EIGHTS])
    code = "advice-no-eights" if against else "advice-nothing-strong"
    return Message(code, {"cards": against}, "beats.md 2d")


def _of_card(
    game: BeatGame, view: BeatState, play: Play, choices: Sequence[Command]
) -> Iterator[Message]:
    card, seat = play.card, play.seat
    # Between two tricks the last one is still there.
    laid = (card,) if view.pile is None else (*view.play.trick, card)
    pile = beats.after(view.pile, card, seat, view.trumps)
    behind = [(seat + turn) % view.seats for turn in range(1, view.seats - len(laid) + 1)]
    out = game.unseen(view)
    over = sum(any(_takes(view, pile, one, other, seat) for other in behind) for one in out)
    values: dict[str, Value] = {"card": card, "number": over, "total": len(out)}
    mine, worth = pile.owner == seat, game.value(view, laid)
    if game.avoids(view):
        if not mine:
            values = {"card": card, "top": pile.top, "by": game.value(view, laid)}
            yield Message("advice-leaves" if worth else "advice-leaves-free", values, _RULE)
            # A trick may count, and not what lies in it.
            if len(laid) > 1 and (own := worth - game.value(view, laid[:-1])):
                yield Message("advice-sheds", {"card": card, "by": own}, _RULE)
        elif not behind:
            free = "advice-takes-free" if not worth else "advice-must-take-it"
            yield Message(free, {"card": card, "by": worth}, _RULE)
        else:
            yield Message("advice-is-beaten" if over else "advice-not-beaten", values, _RULE)
    elif mine:
        code = "advice-holds" if behind and over else "advice-holds-surely"
        yield Message(code, values, _RULE)
    elif better := _own_takers(view, seat, choices):
        yield Message("advice-keeps-back", {"cards": better}, _RULE)
    else:
        yield Message("advice-cannot-beat", {"card": card, "top": pile.top}, _RULE)


def _takes(view: BeatState, pile: Pile, card: Card, other: int, seat: int) -> bool:
    """Whether another seat's card would take the trick from the seat, or give it back to it."""
    how = beats.way_played(pile, card, other, view.trumps)
    if how is None:
        return False
    after = beats.laid(pile, card, other, how)
    return (after.owner == seat) != (pile.owner == seat)


def _own_takers(view: BeatState, seat: int, choices: Sequence[Command]) -> tuple[Card, ...]:
    cards = [one.card for one in choices if isinstance(one, Play)]
    mine = [one for one in cards if beats.after(view.pile, one, seat, view.trumps).owner == seat]
    return tuple(sorted(mine, key=beats.senior))


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
    known = (
        Message("lesson-knows-ring"),
        Message("lesson-knows-contracts"),
        Message("lesson-knows-trumps"),
    )

    def welcome(self, view: BeatState, seat: int) -> tuple[Tip, ...]:
        return (Tip(Message("lesson-contract"), (Thing(Part.NOTICE),)), _CIRCLE)


class AssLesson(BeatLesson):
    """One deal of four cards, with its stake."""

    seed = "ass 81"
    seats = 3
    must_beat = True
    known = (
        Message("lesson-knows-ring"),
        Message("lesson-knows-stakes"),
        Message("lesson-knows-trumps"),
    )

    def welcome(self, view: BeatState, seat: int) -> tuple[Tip, ...]:
        return (Tip(Message("lesson-banks"), (Thing(Part.PLATE, seat),)), _CIRCLE)

    def asked(self, view: BeatState, seat: int) -> tuple[Tip, ...]:
        aims = targets(view.seats, view.options)
        if view.own.stakes[seat] is None:
            return (Tip(Message("lesson-stake", {"number": aims.go, "other": aims.stay})),)
        count = aims.of(go=bool(view.own.stakes[seat]))
        goal = Tip(Message("lesson-goal-points", {"count": count}), (Thing(Part.PLATE, seat),))
        return (goal, *super().asked(view, seat))
