"""Descriptions of the table's elements, advice, and first lessons for Master and Ass."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple

from greenbaize.cards import Card
from greenbaize.games.beat import beats, reasons
from greenbaize.games.beat.banks import LOST, count_cards, targets
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
from greenbaize.rules.thinking import Weighed, good_choices


def told(game: BeatGame, view: BeatState, thing: Thing, you: int | None) -> Told:
    """Return the description of an element of the table; nothing for one that is not there."""
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
    """Return whose card it is, what it did by which rule, and what would take the trick from it."""
    picture = game.picture(view)
    said = card_told(picture, place)
    if not said:
        return ()
    _, effect = game.explain_trick(view, Trick(view.play.lead, view.play.trick))[place]
    if place != picture.winning or view.play.whole or view.pile is None:
        return (*said, *effect)
    return (*said, *effect, _takers(view, view.pile, you))


def _takers(view: BeatState, pile: Pile, you: int | None) -> Message:
    """Return which cards of the asking seat, or else of the next player, would take the trick."""
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
    """Return the main suit, and what it demands of the next player."""
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
    """Return a player's banks, and the target and points of the deal."""
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
    """Return how the match ends, and the deal limit."""
    said = [*deal_told(game.picture(view), "ass.md 1")]
    said.append(Message("tell-banks-end", {"number": LOST}, "ass.md 1"))
    limit = view.options.number("deal_limit")
    if limit:
        said.append(Message("tell-deal-limit", {"number": limit}, "ass.md 1"))
    return tuple(said)


def master_seat(game: BeatGame, view: BeatState, seat: int) -> Told:
    """Return a player's points in all, and tricks and points of the deal."""
    said = [total_told(seat, view.totals[seat])]
    line = game.plate(view, seat).line
    if line is None:
        return tuple(said)
    count: dict[str, Value] = {"count": view.play.won[seat]}
    if contract_of(view.deal).name == "max":
        # The plate's line has the card points, then what they score if it stays so.
        points = {"points": line.values["count"], "by": line.values["by"]}
        said.append(Message("tell-tricks-card-points", count | points, "master.md 4"))
    else:
        said.append(
            Message("tell-tricks-points", count | {"points": line.values["by"]}, "master.md 4")
        )
    return tuple(said)


def master_deal(game: BeatGame, view: BeatState) -> Told:
    """Return what the contract scores, its sign, and the number of deals left in this half."""
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
        # Going is what staying avoids: give the odds of going.
        goes = next((one for one in choices if one.command == Stake(command.seat, True)), None)
        if not command.go and goes is not None and goes.often is not None:
            found = Message("odds-go-fails", {"often": 10 - goes.often}, _TARGETS)
        said = [_of_hand(game, view, command)]
    elif isinstance(command, Play):
        said = [*_of_card(game, view, choices)]
    else:
        return ()
    return tuple(said) if found is None else (*said, found)


def odds(game: BeatGame, view: BeatState, choice: Weighed) -> Message | None:
    """Return the odds of reaching the target, where there is one that has not been reached."""
    command, banking = choice.command, game.banking(view)
    if choice.often is None or banking is None:
        return None
    if isinstance(command, Stake):
        count = targets(view.seats, view.options).of(go=command.go)
        code = "odds-go" if command.go else "odds-stay"
        return Message(code, {"count": count, "often": choice.often}, _TARGETS)
    if _reached(game, view, command.seat):
        return None
    count = targets(view.seats, view.options).of(go=bool(banking.stakes[command.seat]))
    return Message("odds-target", {"count": count, "often": choice.often}, _TARGETS)


def _reached(game: BeatGame, view: BeatState, seat: int) -> bool:
    """Return whether there is a target, and the seat has reached it."""
    banking = game.banking(view)
    if banking is None:
        return False
    return view.points[seat] >= targets(view.seats, view.options).of(go=bool(banking.stakes[seat]))


def _of_hand(game: BeatGame, view: BeatState, stake: Stake) -> Message:
    """Return the hand's reason for a stake: its eights or points, or that it has no eight."""
    hand = sorted(view.hands[stake.seat].cards)
    eights = tuple([card for card in hand if card.code[0] in _EIGHTS])
    if eights and stake.go:
        return Message("advice-eights", {"cards": eights}, "beats.md 2d")
    if eights or stake.go:
        return Message(
            "own-points", {"count": sum(game.value(view, (one,)) for one in hand)}, _POINTS
        )
    against = tuple([card for card in hand if card.code[0] in _BEAT_EIGHTS])
    code = "advice-no-eights" if against else "advice-nothing-strong"
    return Message(code, {"cards": against}, "beats.md 2d")


def _of_card(game: BeatGame, view: BeatState, choices: Sequence[Weighed]) -> Iterator[Message]:
    seat = choices[0].command.seat
    best, *others = [_prospect(game, view, one.command) for one in choices]
    values: dict[str, Value] = {
        "card": best.card,
        "top": best.top,
        "number": best.rivals,
        "total": len(game.unseen_by(view, seat)),
        "by": best.worth,
    }
    if game.avoids(view):
        yield from _of_avoiding(best, others, values, len(good_choices(choices)))
    elif best.sure:
        yield Message("advice-holds-surely", values, _RULE)
    elif best.mine:
        least = best.rivals <= min((one.rivals for one in others if one.mine), default=best.rivals)
        wants = least and best.worth > 0 and not _reached(game, view, seat)
        code = "advice-holds" if wants else "advice-rivals"
        yield Message(code, values, _RULE)
    elif better := tuple(sorted([one.card for one in others if one.mine], key=beats.senior)):
        yield Message("advice-keeps-back", {"cards": better}, _RULE)
    else:
        yield Message("advice-cannot-beat", values, _RULE)


class _Prospect(NamedTuple):
    """Expected consequences of playing a card.

    ``takes_trick``: it takes the trick so far, and ``rivals`` is the number of unseen cards that
    can change that. ``top`` is the top card then, ``trick_points`` the value of the trick,
    ``card_points`` the part of it that this card adds. ``is_last``: nobody plays after it.
    """

    card: Card
    top: Card
    mine: bool
    rivals: int
    worth: int
    own: int
    last: bool

    @property
    def sure(self) -> bool:
        """The card takes the trick for certain."""
        return self.mine and not self.rivals


def _prospect(game: BeatGame, view: BeatState, command: Command) -> _Prospect:
    assert isinstance(command, Play)
    card, seat = command.card, command.seat
    # Between two tricks ``view.play.trick`` still has the last one.
    before = () if view.pile is None else view.play.trick
    pile = beats.after(view.pile, card, seat, view.trumps)
    worth = game.value(view, (*before, card))
    own = worth - game.value(view, before) if before else 0
    rivals = game.rivals(view, command)
    last = len(before) + 1 == view.seats
    return _Prospect(card, pile.top, pile.owner == seat, rivals, worth, own, last)


def _of_avoiding(
    best: _Prospect, others: Sequence[_Prospect], values: Mapping[str, Value], good: int
) -> Iterator[Message]:
    """Yield why a card is good where points are to be avoided; ``good_count`` choices are good."""
    if not best.mine:
        yield Message("advice-leaves" if best.worth else "advice-leaves-free", values, _RULE)
        # A trick may score by itself, without any card in it.
        if best.own:
            yield Message("advice-sheds", {"card": best.card, "by": best.own}, _RULE)
    elif best.rivals:
        # Losing the trick is the aim only with the most easily beaten card, and if none leaves it.
        most = all(one.mine and one.rivals <= best.rivals for one in others)
        wants = most and best.worth < 0
        yield Message("advice-is-beaten" if wants else "advice-rivals", values, _RULE)
    elif not best.worth:
        yield Message("advice-takes-free" if best.last else "advice-takes-so-far", values, _RULE)
    elif all(one.sure for one in others):
        costs = {one.worth for one in others} - {best.worth}
        cheapest = costs and max(costs) < best.worth
        code = "advice-must-take-cheaply" if cheapest else "advice-must-take-it"
        yield Message(code, values, _RULE)
    elif all(one.sure for one in others[: good - 1]):
        yield Message("advice-takes-now", values, _RULE)
    else:
        yield Message("advice-takes-it", values, _RULE)


_CIRCLE = Tip(Message("lesson-ring"), (Thing(Part.RING),))
_ORDER = Tip(Message("lesson-order"), (Thing(Part.RING),))


class BeatLesson(Lesson):
    """Lesson common to both games, without trumps, which come later."""

    options = MappingProxyType({"trumps": "none"})
    must_beat: ClassVar[bool]
    """A player who can beat must."""

    def asked(self, view: BeatState, seat: int) -> tuple[Tip, ...]:
        """Return which cards of the hand beat the top card, and which may be played otherwise."""
        hand, pile = view.hands[seat].cards, view.pile
        if len(hand) == 1:
            return ()
        if pile is None:
            return (Tip(Message("lesson-beat-lead")), _ORDER)
        values: dict[str, Value] = {"top": pile.top, "suit": pile.main}
        place = Thing(Part.TRICK, view.play.trick.index(pile.top))
        own = beats.beaters(pile, hand, seat, view.trumps)
        may = beats.playable(pile, hand, seat, view.trumps, must_beat=self.must_beat)
        others = tuple([card for card in may if card not in own])
        follows = beats.followers(pile, hand)
        if own:
            code = "lesson-can-beat" if others else "lesson-all-beat"
            if self.must_beat:
                code = "lesson-must-beat"
            both = {**values, "cards": own, "others": others}
            ways = _explain_ways(pile, own, seat, view.trumps)
            return (Tip(Message(code, both), (place, *own)), *ways, _ORDER)
        if follows:
            code = "lesson-beat-follow" if len(follows) > 1 else "lesson-beat-follow-one"
            return (Tip(Message(code, {**values, "cards": follows}), (place, *follows)), _ORDER)
        return (Tip(Message("lesson-beat-throw", values), (place,)), _ORDER)

    def came(self, event: Event, view: BeatState, seat: int) -> tuple[Tip, ...]:
        """Return the beats that surprise players of other games: by the ring, or by an eight."""
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
            elif before is not None:
                said = effect(before, card, owner, view.trumps, void=card.suit is not before.main)
                if before.top not in (pile.top, pile.led):
                    # It beat the top card but not the led one, so the trick went back to the
                    # leader.
                    told = (Tip(said, (Thing(Part.TRICK, turn), Thing(Part.TRICK, 0))),)
                elif said.code in _NEARLY:
                    told = (Tip(said, (Thing(Part.TRICK, turn),)),)
        return told


_NEARLY: Final = frozenset(
    ("value-late", "value-renamed", "one-less-gap", "one-less-late", "one-less-renamed")
)
"""Codes for cards that would beat on another pile: by the rank led, or one step below."""


def _explain_ways(
    pile: Pile, own: Sequence[Card], seat: int, trumps: beats.Trumps
) -> Iterator[Tip]:
    """Yield why cards beat to which the order in a suit does not apply."""
    ways = {card: beats.way(pile, card, seat, trumps, void=False) for card in own}
    same = tuple([card for card in own if ways[card] is beats.Way.SAME_VALUE])
    if same:
        yield Tip(Message("lesson-rank-led", {"cards": same}), same)
    for card in own:
        if ways[card] is beats.Way.ONE_LESS:
            yield Tip(Message("lesson-one-less", {"card": card, "top": pile.top}), (card,))


def _surprise(card: Card, pile: beats.Pile, turn: int) -> tuple[Tip, ...]:
    """Return what a beginner would not expect of a card that beats; nothing for usual beats."""
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
    """Lesson on the first contract, in which every trick costs a point."""

    seed = "master 34"
    seats = 4
    must_beat = False
    known = (
        Message("lesson-knows-ring"),
        Message("lesson-knows-ways"),
        Message("lesson-knows-contracts"),
        Message("lesson-knows-trumps"),
    )

    def welcome(self, view: BeatState, seat: int) -> tuple[Tip, ...]:
        return (Tip(Message("lesson-contract"), (Thing(Part.NOTICE),)), _CIRCLE)


class AssLesson(BeatLesson):
    """Lesson on one deal of four cards, with its stake."""

    seed = "ass 156"
    seats = 3
    must_beat = True
    known = (
        Message("lesson-knows-ring"),
        Message("lesson-knows-ways"),
        Message("lesson-knows-stakes"),
        Message("lesson-knows-trumps"),
    )

    def welcome(self, view: BeatState, seat: int) -> tuple[Tip, ...]:
        return (Tip(Message("lesson-banks"), (Thing(Part.PLATE, seat),)), _CIRCLE)

    def asked(self, view: BeatState, seat: int) -> tuple[Tip, ...]:
        aims = targets(view.seats, view.options)
        if view.own.stakes[seat] is None:
            aim = Tip(Message("lesson-stake", {"number": aims.go, "other": aims.stay}))
            return (aim, Tip(count_cards()))
        count = aims.of(go=bool(view.own.stakes[seat]))
        goal = Tip(Message("lesson-goal-points", {"count": count}), (Thing(Part.PLATE, seat),))
        return (*super().asked(view, seat), goal, Tip(Message("count-pairs")))
