"""What is told of the things on a table of Master or Ass: why a card wins, what is trump."""

from greenbaize.cards import Suit
from greenbaize.games.beat import reasons
from greenbaize.games.beat.banks import LOST, banking_of, targets
from greenbaize.games.beat.beats import PACK_36, Pile
from greenbaize.games.beat.contracts import DEALS, HALF, Contract, contract_of, sign_of
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.things import (
    Part,
    Thing,
    Told,
    card_told,
    deal_told,
    seat_told,
    told_of,
    total_told,
)
from greenbaize.rules.tricks import Trick

_TRUMPS = {"none": "4.2", "one": "4.3", "two": "4.4", "ranked": "4.5"}
"""Where the page speaks of each setting of the trumps."""


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
            return (*_main(game, view), *_trumps(view))
        case Part.TRUMPS if view.deal:
            return _trumps(view)
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
    _, effect = game.story(view, Trick(view.play.lead, view.play.trick))[place]
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
    """What a seat's own trump means."""
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


def _trumps(view: BeatState) -> Told:
    """What is trump in this match."""
    if view.trumps.own:
        return (Message("tell-trumps-own", rule="beats.md 4.1"),)
    classes = view.trumps.classes
    rule = f"beats.md {_TRUMPS[view.options.word('trumps')]}"
    senior = [suit for suit in Suit if classes[suit] == max(classes)]
    junior = [suit for suit in Suit if 0 < classes[suit] < max(classes)]
    if not any(classes):
        return (Message("tell-trumps-none", rule=rule),)
    if junior:
        return (Message("tell-trumps-ranked", {"suit": senior[0], "trump": junior[0]}, rule),)
    if len(senior) == 1:
        return (Message("tell-trumps-one", {"suit": senior[0]}, rule),)
    return (Message("tell-trumps-two", {"suit": senior[0], "trump": senior[1]}, rule),)


def ass_seat(view: BeatState, seat: int) -> Told:
    """A player's banks, and what is to be reached and has been made in the deal."""
    banking = banking_of(view)
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
    if contract.scores is not None and view.options.flag("early_end"):
        said.append(Message("tell-early-end", rule="master.md 5"))
    return tuple(said)


def _counts(contract: Contract) -> Told:
    """What brings points, and how many."""
    values = {"number": contract.each, "total": contract.total}
    if contract.scores is not None:
        cards = tuple(card for card in PACK_36 if contract.scores(card))
        code = "tell-counts-card" if len(cards) == 1 else "tell-counts-cards"
        return (Message(code, values | {"cards": cards}, "master.md 4"),)
    if contract.name == "max":
        return (
            Message("tell-counts-max", values, "master.md 4"),
            Message("tell-counts-max-cards", rule="master.md 4"),
            Message("tell-counts-max-tie", rule="master.md 4"),
        )
    code = "tell-counts-tricks" if contract.name == "all" else "tell-counts-last"
    return (Message(code, values, "master.md 4"),)
