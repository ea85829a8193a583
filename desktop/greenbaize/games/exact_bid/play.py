"""Exact-bid play, the common body of Damn and Blackout: bid your tricks, win just as many.

A game built on it says how many cards each deal has, where trump comes from, how bids score and
how places go; this module runs bidding, tricks and the sheet.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from greenbaize.cards import PACK_52, Card
from greenbaize.games.exact_bid.bidding import balance, bidding_notes, hooked_bid, so_far
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.events import BidMade, BidsScored, TrumpDealt
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.at_hand import NOTHING_AT_HAND, AtHand
from greenbaize.rules.believing import (
    believable_cards,
    believable_sizes,
    believable_totals,
    believable_tricks,
)
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import CardPlayed, Ended, Event, LotDrawn, Scored, TrickTaken
from greenbaize.rules.game import Allowed, Answer, Explanation, Game, Question, Refused, Verdict
from greenbaize.rules.hands import Hand, dealt, none_left, put, spelled
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.rules.pictures import Luck, Made, Picture, Plate, Shape, Sign, Tally
from greenbaize.rules.places import is_near, leading
from greenbaize.rules.tricks import (
    Trick,
    TrickPlay,
    beats,
    begun,
    following,
    played_by,
    shown_void,
    winning,
)


class ExactBidGame(Game[BidState]):
    """An exact-bid game. Rule numbers in ``rules`` are those of the game's own page."""

    deals_anew = True
    sway = 1.0  # what one trick more or less counts for a temperament
    blind_cards: ClassVar[int | None] = None
    """With so many cards each a deal is played blind, if one is."""
    events: ClassVar[tuple[type[Event], ...]] = (
        LotDrawn,
        TrumpDealt,
        BidMade,
        CardPlayed,
        TrickTaken,
        BidsScored,
        Ended,
    )
    commands: ClassVar[tuple[type[Command], ...]] = (Bid, Play)

    @abstractmethod
    def deals(self, state: BidState) -> int:
        """The number of deals in the match."""

    @abstractmethod
    def cards_in(self, state: BidState, deal: int) -> int:
        """The number of cards each player gets in a deal."""

    @abstractmethod
    def points(self, state: BidState, bid: int, won: int) -> int:
        """What a player scores in the current deal."""

    @abstractmethod
    def ending(self, state: BidState, chance: Chance) -> Ended:
        """The end of the match, with its places."""

    def blind(self, state: BidState) -> bool:
        """Whether the current deal is played blind: by the program, own cards unseen."""
        return state.cards == self.blind_cards

    def has_trump(self, state: BidState, deal: int) -> bool:
        """Whether a card is turned up in a deal: in all but the last."""
        return deal < self.deals(state)

    def start(self, seats: int, options: Settings) -> BidState:
        """The state before the first event; options are settled."""
        none = (0,) * seats
        return BidState(
            seats=seats,
            options=options,
            dealer=None,
            deal=0,
            cards=0,
            turned=None,
            trump=None,
            hands=(Hand(()),) * seats,
            bids=(None,) * seats,
            turn=None,
            play=begun(seats),
            totals=none,
            scores=(),
            end=None,
        )

    # What may be done

    def _refusal(self, view: BidState, command: Command) -> Message | None:
        if command.seat != view.turn or view.end is not None:
            return self.not_now(view, command, "bid" if view.bidding else "play")
        if isinstance(command, Play):
            return self._play_refusal(view, command)
        if isinstance(command, Bid):
            return self._bid_refusal(view, command.tricks)
        return Message("not-in-this-game", {"type": command.type})

    def _bid_refusal(self, view: BidState, tricks: int) -> Message | None:
        if not view.bidding:
            return Message("bids-done", rule=self.rules["bid"])
        if not 0 <= tricks <= view.cards:
            return Message("bid-range", {"high": view.cards}, self.rules["bid"])
        if view.options.flag("hook") and tricks == hooked_bid(view.bids, view.cards):
            return Message("hook", {"bid": tricks, "count": view.cards}, self.rules["hook"])
        return None

    def _play_refusal(self, view: BidState, play: Play) -> Message | None:
        if None in view.bids:
            return Message("bid-first", rule=self.rules["bid"])
        card, hand, trick = play.card, view.hands[play.seat], view.play.trick
        if card not in hand.cards and not hand.unknown:
            return Message("not-held", {"card": card}, self.rules["play"])
        if trick:
            led = trick[0].suit
            if card.suit is not led and led is not None:
                for held in hand.cards:
                    if held.suit is led:
                        values = {"suit": led, "seat": play.seat}
                        return Message("follow-suit", values, self.rules["play"])
        return None

    def judge(self, state: BidState, command: Command) -> Verdict:
        """Whether any seat may do this now, and what it states if so."""
        reason = self._refusal(state, command)
        if reason is not None:
            return Refused(reason)
        if isinstance(command, Play):
            return Allowed((CardPlayed(command.seat, command.card),))
        assert isinstance(command, Bid)
        return Allowed((BidMade(command.seat, command.tricks),))

    def legal(self, view: BidState, seat: int) -> tuple[Command, ...]:
        """What the seat may do now, from what the view knows."""
        if seat != view.turn:
            return ()
        if view.bidding:
            hooked = hooked_bid(view.bids, view.cards) if view.options.flag("hook") else None
            return tuple(Bid(seat, bid) for bid in range(view.cards + 1) if bid != hooked)
        return tuple([Play(seat, card) for card in self._playable(view, seat)])

    def _playable(self, view: BidState, seat: int) -> tuple[Card, ...]:
        """The cards that the seat, whose turn it is, may play."""
        return following(view.hands[seat].cards, view.play.trick[0] if view.play.trick else None)

    def question(self, view: BidState, seat: int) -> Question | None:
        """What the seat is asked now, with the answers it may not give as well."""
        if seat != view.turn:
            return None
        commands: list[Bid] | list[Play]
        if view.bidding:
            commands = [Bid(seat, bid) for bid in range(view.cards + 1)]
        else:
            commands = [Play(seat, card) for card in view.hands[seat].cards]
        words = Message("ask-bid" if view.bidding else "ask-card")
        notes = self._bidding_notes(view, seat) if view.bidding else ()
        return Question(commands[0].type, seat, self._answers(view, commands), words, notes=notes)

    def _bidding_notes(self, view: BidState, seat: int) -> tuple[Message, ...]:
        hook = self.rules["hook"] if view.options.flag("hook") else ""
        return bidding_notes(view.bids, view.cards, seat, hook)

    def _answers(self, view: BidState, commands: Sequence[Command]) -> tuple[Answer, ...]:
        return tuple(Answer(command, self._refusal(view, command)) for command in commands)

    # What follows

    def derive(self, state: BidState, chance: Chance) -> Event | None:
        """The next event that follows by itself, or None when a seat must act or all is over."""
        if state.turn is not None or state.end is not None:
            return None
        if state.dealer is None:
            return LotDrawn(chance.lot("lot", range(state.seats)))
        if state.deal == len(state.scores):
            if state.deal == self.deals(state):
                return self.ending(state, chance)
            return self._next_deal(state, state.dealer, chance)
        if state.play.whole:
            return TrickTaken(state.winner)
        if none_left(state.hands):
            return self._score(state)
        seat = state.play.next
        # Whoever does not see the hand is told of the card.
        return CardPlayed(seat, state.hands[seat].cards[0]) if state.hands[seat].cards else None

    def _next_deal(self, state: BidState, dealer: int, chance: Chance) -> TrumpDealt:
        if state.deal:
            dealer = (dealer + 1) % state.seats
        return self._dealing(state, state.deal + 1, dealer, chance)

    def _dealing(
        self, state: BidState, deal: int, dealer: int, chance: Chance, attempt: int = 0
    ) -> TrumpDealt:
        seats, cards = state.seats, self.cards_in(state, deal)
        order = chance.order("deal", PACK_52, deal, attempt)
        leader = (dealer + 1) % seats
        hands = dealt(order, seats, leader, cards)
        turned = order[seats * cards] if self.has_trump(state, deal) else None
        trump = None if turned is None else turned.suit
        return TrumpDealt(deal, dealer, leader, hands, cards, turned, trump)

    def _score(self, state: BidState) -> BidsScored:
        bids = tuple(bid or 0 for bid in state.bids)
        points = tuple(map(self.points, (state,) * state.seats, bids, state.play.won))
        totals = tuple(map(sum, zip(state.totals, points, strict=True)))
        return BidsScored(state.deal, points, totals, bids, state.play.won)

    def fold(self, state: BidState, event: Event) -> BidState:
        """The state after the event; ``TypeError`` for an event that is not of this game."""
        if isinstance(event, CardPlayed):  # far more often than all others
            return self._fold_play(state, event)
        match event:
            case TrickTaken():
                return self._fold_trick(state, event.seat)
            case BidMade():
                return self._fold_bid(state, event)
            case TrumpDealt():
                return self._fold_deal(state, event)
            case BidsScored():
                scores = (*state.scores, event)
                return replace(state, totals=event.totals, scores=scores, turn=None)
            case LotDrawn():
                return replace(state, dealer=event.dealer)
            case Ended():
                return replace(state, end=event, turn=None)
        raise TypeError(f"{event.type} is no event of {self.name}")

    def _fold_play(self, state: BidState, event: CardPlayed) -> BidState:
        seat, card, hands, play = event.seat, event.card, state.hands, state.play
        trick = (*play.trick, card)
        turn = None
        if len(trick) < state.seats and not self.blind(state):
            turn = (play.lead + len(trick)) % state.seats
        return replace(
            state,
            hands=put(hands, seat, hands[seat].without(card)),
            turn=turn,
            play=TrickPlay(play.lead, trick, play.taken, play.won),
        )

    def _fold_trick(self, state: BidState, seat: int) -> BidState:
        turn = seat if state.hands[seat].size and not self.blind(state) else None
        return replace(state, play=state.play.taken_by(seat), turn=turn)

    def _fold_bid(self, state: BidState, event: BidMade) -> BidState:
        bids = put(state.bids, event.seat, event.tricks)
        if None in bids:
            turn: int | None = (event.seat + 1) % state.seats
        else:
            turn = None if self.blind(state) else state.play.lead
        return replace(state, bids=bids, turn=turn)

    def _fold_deal(self, state: BidState, event: TrumpDealt) -> BidState:
        return replace(
            state,
            dealer=event.dealer,
            deal=event.deal,
            cards=event.cards,
            turned=event.turned,
            trump=event.trump,
            hands=event.hands,
            bids=(None,) * state.seats,
            turn=event.leader,
            play=begun(state.seats, event.leader),
        )

    def tell(self, event: Event, state: BidState, seat: int | None) -> Event:
        """The event as told to a seat, or to a spectator (None); ``state`` is after the event."""
        if not isinstance(event, TrumpDealt):
            return event
        blind = self.blind(state) and seat is not None
        hands = tuple(
            hand if (owner != seat if blind else owner == seat) else hand.hidden
            for owner, hand in enumerate(event.hands)
        )
        return TrumpDealt(
            event.deal,
            event.dealer,
            event.leader,
            hands,
            event.cards,
            event.turned,
            event.trump,
        )

    # What players that think ahead ask

    def unseen(self, view: BidState) -> tuple[Card, ...]:
        """The cards of the deal that the view does not show, wherever they lie."""
        seen = {card for hand in view.hands for card in hand.cards} | set(view.play.cards)
        if view.turned is not None:
            seen.add(view.turned)
        return tuple([card for card in PACK_52 if card not in seen])

    def may_hold(self, view: BidState, seat: int, card: Card) -> bool:
        """Whether a seat has not shown that it is out of the card's suit."""
        return not shown_void(view.play, seat, card.suit)

    def deal_of(self, view: BidState, seat: int) -> str:
        """The deal and the cards that the seat was dealt."""
        dealt = spelled([*view.hands[seat].cards, *played_by(view.play, seat)])
        return f"{view.deal}/{seat}/{dealt}"

    def place_counts(self, view: BidState) -> bool:
        """Whether this is one of the last deals; bids are weighed half by the place then."""
        return is_near(self.deals(view), view.deal)

    def believable(self, view: BidState) -> bool:
        """Whether hands, bids, tricks and totals are such as a deal of a match can have."""
        play, turned = view.play, () if view.turned is None else (view.turned,)
        return (
            0 < view.deal <= self.deals(view)
            and 0 < view.cards <= self.cards_in(view, self.deals(view))
            and believable_tricks(play, most=view.cards)
            and believable_sizes(view.hands, play, dealt=view.cards)
            and all(bid is None or 0 <= bid <= view.cards for bid in view.bids)
            and believable_cards(view.hands, [*play.cards, *turned], PACK_52, most=view.cards)
            and believable_totals(view.totals)
        )

    # What is said and shown

    def explain(self, view: BidState, command: Command) -> Explanation:
        """Why the command is legal or not and what it would do, from what the view knows."""
        reason = self._refusal(view, command)
        if reason is not None:
            return Explanation(False, (reason,))
        if isinstance(command, Bid):
            return Explanation(True, self._explain_bid(view, command))
        assert isinstance(command, Play)
        effect = self._effect(view, view.play.trick, command.card)
        return Explanation(True, (effect, self._need(view, command.seat)))

    def _balance(self, view: BidState, bids: tuple[int | None, ...]) -> Message | None:
        return balance(bids, view.cards, self.rules.get("balance", ""))

    def _explain_bid(self, view: BidState, bid: Bid) -> tuple[Message, ...]:
        said = Message("bid-open", {"count": bid.tricks}, self.rules["bid"])
        bids = (*view.bids[: bid.seat], bid.tricks, *view.bids[bid.seat + 1 :])
        announced = self._balance(view, bids)
        return (said,) if announced is None else (said, announced)

    def _effect(self, view: BidState, before: tuple[Card, ...], card: Card) -> Message:
        """What a card does to the cards played before it in its trick."""
        rule = self.rules["play"]
        if not before:
            return Message("leads", {"card": card}, rule)
        top, led = before[winning(before, view.trump)], before[0]
        values = {"card": card, "top": top}
        if beats(card, top, view.trump):
            trumps = card.suit is view.trump and led.suit is not view.trump
            return Message("trumps" if trumps else "beats", values, rule)
        last = len(before) + 1 == view.seats
        if card.suit is led.suit:
            return Message("follows" if last else "follows-so-far", values, rule)
        if card.suit is view.trump:
            return Message("under-trump" if last else "under-trump-so-far", values, rule)
        if view.manners is not None:
            # It may be a revoke, and nobody is told that here.
            return Message("off-suit" if last else "off-suit-so-far", values, rule)
        return Message("discards" if last else "discards-so-far", values, rule)

    def story(self, view: BidState, trick: Trick) -> tuple[tuple[int, tuple[Message, ...]], ...]:
        """Step by step why a trick went where it went: each seat, and what its card did."""
        cards = trick.cards
        return tuple(
            (seat, (self._effect(view, cards[:turn], cards[turn]),))
            for turn, seat in enumerate(trick.seats(view.seats))
        )

    def _need(self, view: BidState, seat: int) -> Message:
        bid, won = view.bids[seat] or 0, view.play.won[seat]
        if won > bid:
            return Message("need-lost", {"bid": bid, "won": won})
        if won == bid:
            return Message("need-none", {"bid": bid}) if bid else Message("need-zero")
        return Message("need-more", {"count": bid - won, "bid": bid})

    def at_hand(self, view: BidState, seat: int | None) -> AtHand:
        """What has been bid, what the hook does to the last bidder, and what a bid scores."""
        del seat
        if not view.deal:
            return NOTHING_AT_HAND
        now = list(self.picture(view).notices)
        if view.turn is not None and view.bidding:
            now += [note for note in self._bidding_notes(view, view.turn) if note not in now]
        zero = self.points(view, 0, 0)
        usual = self.points(view, 1, 1) - 1
        scores = [Message("score-exact", {"count": usual}, self.rules["score"])]
        if zero != usual:
            scores.append(Message("score-zero", {"count": zero}, self.rules["score"]))
        return AtHand(now=tuple(now), counts=tuple(scores))

    def picture(self, view: BidState) -> Picture:
        """What the table shows."""
        notices: list[Message | None] = []
        if view.deal:
            notices = [so_far(view.bids, view.cards), self._balance(view, view.bids)]
        if view.deal and self.blind(view):
            notices.append(Message("blind", rule=self.rules["blind"]))
        return Picture(
            deal=view.deal,
            deals=self.deals(view),
            hands=view.hands,
            plates=tuple(self._plate(view, seat) for seat in range(view.seats)),
            cards=view.cards,
            dealer=view.dealer,
            turn=view.turn,
            mover=view.turn,
            asked=self._asked(view),
            trick=view.play.tricks[-1],
            winning=winning(view.play.trick, view.trump) if view.play.trick else None,
            taken=view.play.taken,
            turned=view.turned,
            trumps=() if view.trump is None else (view.trump,),
            sign=self._sign(view),
            leaders=leading(view.totals),
            notices=tuple(notice for notice in notices if notice is not None),
            remarks=self._remarks(view),
        )

    def opening(self, view: BidState) -> tuple[Message, ...]:
        """That the deal is blind, or the last one."""
        if self.blind(view):
            return (Message("deal-blind", rule=self.rules["blind"]), Message("deal-blind-how"))
        if view.deal == self.deals(view):
            none = (Message("sign-none", rule=self.rules["deal"]),) if view.trump is None else ()
            return (Message("deal-last"), *none)
        return ()

    def made(self, scored: Scored, view: BidState) -> tuple[Made, ...]:
        """Whether each seat has won exactly what it bid."""
        del view
        assert isinstance(scored, BidsScored)
        rule = self.rules["score"]
        return tuple(
            Made(
                Message("made-points", {"by": points}, rule),
                Luck.GOOD if won == bid else Luck.BAD,
                Message(
                    "makes-of-bid",
                    {"seat": seat, "bid": bid, "won": won, "by": points},
                    rule,
                ),
            )
            for seat, (points, bid, won) in enumerate(
                zip(scored.points, scored.bids, scored.tricks, strict=False)
            )
        )

    def _asked(self, view: BidState) -> str:
        if view.turn is None or not view.deal:
            return ""
        return "bid" if view.bidding else "play"

    def _plate(self, view: BidState, seat: int) -> Plate:
        """Total, and the deal's bid as bars that the tricks won fill."""
        total, bid, won = view.totals[seat], view.bids[seat], view.play.won[seat]
        if bid is not None:
            line = Message("plate-bid", {"won": won, "bid": bid})
            return Plate(total, line, tally=Tally(Shape.BARS, bid, won))
        asked = view.turn == seat and view.deal > 0
        return Plate(total, doing=Message("plate-bids") if asked else None)

    def _sign(self, view: BidState) -> Sign | None:
        if not view.deal:
            return None
        code = "sign-none" if view.trump is None else "sign-trump"
        return Sign(Message(code), view.trump)

    def _remarks(self, view: BidState) -> tuple[Message, ...]:
        """What the bids come to, once all have been made."""
        bids = [bid for bid in view.bids if bid is not None]
        if len(bids) < view.seats or not view.deal:
            return ()
        line = Message("bids-sum", {"bids": sum(bids), "tricks": view.cards})
        done, over = sum(view.play.won) == view.cards, sum(bids) - view.cards
        if over > 0:
            return line, Message("bids-were-over" if done else "bids-over")
        if over < 0:
            return line, Message("bids-were-under" if done else "bids-under")
        return line, Message("bids-were-even" if done else "bids-even")
