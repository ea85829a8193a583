"""Exact-bid play, the common base of Damn and Blackout: win just as many tricks as you bid.

A subclass defines the size of each deal, the source of trumps, the scores of bids and the final
ranking; this module handles bidding, tricks and the sheet.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from greenbaize.cards import PACK_52, Card, Suit
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.events import BidMade, BidsScored, TrumpDealt
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import (
    CardPlayed,
    CardsDealt,
    DealScored,
    Event,
    LotDrawn,
    MatchEnded,
    TrickTaken,
)
from greenbaize.rules.hands import are_hands_empty, deal_in_turn, with_item_at
from greenbaize.rules.messages import Message, Misfit, mark_text
from greenbaize.rules.options import ChoiceOption, OptionValues, YesNoOption
from greenbaize.rules.ranking import is_near_match_end
from greenbaize.rules.search_contract import (
    are_plausible_cards,
    are_plausible_hand_sizes,
    are_plausible_seats,
    are_plausible_totals,
    are_plausible_tricks,
    find_first_misfit,
)
from greenbaize.rules.table_snapshot import (
    NO_CURRENT_RULES,
    BidRace,
    CurrentRules,
    DealScore,
    PlateTally,
    ScoreQuality,
    SeatPlate,
    TableSnapshot,
    TallyShape,
)
from greenbaize.rules.trick_game import TrickGame


def hook_option(*, default: bool) -> YesNoOption:
    """Return the option *hook* (``damn.md 6``, ``blackout.md 2``)."""
    return YesNoOption(
        "hook",
        default=default,
        on_sheet=True,
        title=mark_text("Hook"),
        description=mark_text(
            "The last bidder may not make the bids add up to the number of cards."
        ),
        off_description=mark_text("The last bidder may bid any number."),
    )


SCORED_EXACT: Final = "exact"
SCORED_TRICKS: Final = "tricks"
SCORED_MISSES: Final = "misses"
"""Values of the option *scoring*."""


def scoring_option() -> ChoiceOption:
    """Return the option *scoring*, this table's own: what a bid that is missed brings."""
    return ChoiceOption(
        "scoring",
        (SCORED_EXACT, SCORED_TRICKS, SCORED_MISSES),
        compute_default=lambda _, __: SCORED_EXACT,
        omits_default=True,
        on_sheet=True,
        value_titles={
            SCORED_EXACT: mark_text("scores nothing"),
            SCORED_TRICKS: mark_text("scores its tricks"),
            SCORED_MISSES: mark_text("costs what it is off"),
        },
        value_descriptions={
            SCORED_EXACT: mark_text("Only a bid that is made exactly scores."),
            SCORED_TRICKS: mark_text(
                "This table's own rule: each trick scores 1 point, and a bid that is made exactly "
                "10 more."
            ),
            SCORED_MISSES: mark_text(
                "This table's own rule: a missed bid costs 1 point for each trick that it is off."
            ),
        },
        title=mark_text("A missed bid"),
        description=mark_text("What a bid brings that was not made exactly."),
    )


def forbidden_bid(bids: Sequence[int | None], cards: int) -> int | None:
    """Return the bid that the hook forbids the last bidder, if any.

    See ``damn.md 6`` and ``blackout.md 2``.
    """
    known_bids = [bid for bid in bids if bid is not None]
    rest = cards - sum(known_bids)
    return rest if len(known_bids) == len(bids) - 1 and 0 <= rest <= cards else None


def balance_side(balance: int) -> str:
    """Return whether the bids are over or under the tricks, as in message codes."""
    return "over" if balance > 0 else "under" if balance else "even"


def bids_so_far_message(bids: Sequence[int | None], cards: int) -> Message | None:
    """Return the sum of the bids while some are missing; None before the first, after the last."""
    known_bids = [bid for bid in bids if bid is not None]
    if not known_bids or len(known_bids) == len(bids):
        return None
    return Message("bids-so-far", {"bids": sum(known_bids), "count": cards})


class ExactBidGame(TrickGame[BidState]):
    """Exact-bid game. Rule numbers in ``rule_references`` are those of the game's own page."""

    state_class = BidState
    max_sway = 1.0  # Weight of one trick more or less for a temperament.
    blind_cards: ClassVar[int | None] = None
    """Hand size of the deals that are played blind, if any."""
    event_classes: ClassVar[tuple[type[Event], ...]] = (
        LotDrawn,
        TrumpDealt,
        BidMade,
        CardPlayed,
        TrickTaken,
        BidsScored,
        MatchEnded,
    )
    command_classes: ClassVar[tuple[type[Command], ...]] = (BidCommand, PlayCommand)
    easy_rules: ClassVar = {
        "bid": mark_text("It bids what its cards seem worth."),
        "play": mark_text(
            "It takes tricks as cheaply as it can while it needs some, and ducks when it needs "
            "none."
        ),
    }
    beginner_rules: ClassVar = {
        "bid": mark_text(
            "It counts its high cards and good trumps as tricks, and bids that, give or take a "
            "trick or two."
        ),
        "play": mark_text(
            "It plays the highest card that takes the trick while it still needs some, otherwise "
            "its lowest; it remembers nothing that has been played."
        ),
    }

    def points_of_bid(self, state: BidState, bid: int, won: int) -> int:
        """Return a player's score in the current deal (``damn.md 5``, ``blackout.md 5``)."""
        if bid == won:
            return self.points_of_exact_bid(state, bid)
        scoring = find_scoring(state)
        if scoring == SCORED_TRICKS:
            return won
        return -abs(bid - won) if scoring == SCORED_MISSES else 0

    def points_of_exact_bid(self, state: BidState, bid: int) -> int:
        """Return the score of a bid that is met: 10 and the bid."""
        return 10 + bid

    def prize_of_bid(self, state: BidState, bid: int) -> int:
        """Return what players gain by meeting a bid: its score, without tricks that score anyway.

        What a missed bid costs does not count: knowing it makes no player measurably stronger.
        """
        points = self.points_of_exact_bid(state, bid)
        return points - bid if find_scoring(state) == SCORED_TRICKS else points

    def is_blind(self, state: BidState) -> bool:
        """Return whether the current deal is blind: played by the program, own cards unseen."""
        return state.cards == self.blind_cards

    @abstractmethod
    def has_trump(self, state: BidState, deal: int) -> bool:
        """Return whether a card is turned up in a deal and names trump."""

    def hand_size(self, view: BidState) -> int:
        return view.cards

    def trump_suit(self, view: BidState) -> Suit | None:
        return view.trump

    def initial_state(self, seats: int, options: OptionValues, **game_fields: Any) -> BidState:
        return super().initial_state(seats, options, bids=(None,) * seats, **game_fields)

    # Legal commands

    def phase(self, view: BidState) -> str:
        return BidCommand.type if view.is_bidding else PlayCommand.type

    def choices(self, view: BidState, seat: int) -> Sequence[Command]:
        if view.is_bidding:
            return [BidCommand(seat, bid) for bid in view.possible_bids]
        return super().choices(view, seat)

    def phase_refusal(self, command: Command, phase: str) -> Message:
        if not isinstance(
            command, BidCommand | PlayCommand
        ):  # Command of table manners in a game without them.
            return Message("not-in-this-game", {"type": command.type})
        return Message(
            "bid-first" if phase == BidCommand.type else "bids-done",
            rule=self.rule_references["bid"],
        )

    def statement_refusal(self, view: BidState, command: Command) -> Message | None:
        assert isinstance(command, BidCommand)
        tricks = command.tricks
        if not 0 <= tricks <= view.cards:
            return Message("bid-range", {"high": view.cards}, self.rule_references["bid"])
        if view.options.get_flag("hook") and tricks == forbidden_bid(view.bids, view.cards):
            return Message(
                "hook", {"bid": tricks, "count": view.cards}, self.rule_references["hook"]
            )
        return None

    def notes(self, view: BidState, seat: int) -> tuple[Message, ...]:
        return self._bidding_notes(view, seat) if view.is_bidding else ()

    def _bidding_notes(self, view: BidState, seat: int) -> tuple[Message, ...]:
        """Return the bids so far, and what the hook forbids the last bidder.

        A bid that the seat may change does not count.
        """
        bids, cards = with_item_at(view.bids, seat, None), view.cards
        sum_so_far = bids_so_far_message(bids, cards)
        notes = [] if sum_so_far is None else [sum_so_far]
        if view.options.get_flag("hook") and bids.count(None) == 1:
            rule, forbidden = self.rule_references["hook"], forbidden_bid(bids, cards)
            if forbidden is None:
                notes.append(Message("hook-idle", {"count": cards}, rule))
            else:
                notes.append(Message("hook-forbids", {"bid": forbidden, "count": cards}, rule))
        return tuple(notes)

    # Deals and tricks

    def next_event_after_trick(self, state: BidState) -> Event | None:
        """Return the deal's score once its cards are played, in a blind deal before that a card."""
        if are_hands_empty(state.hands):
            return self.score_event(state)
        seat = state.play.next_seat
        # A view without the hand gets the card by an event instead.
        return CardPlayed(seat, state.hands[seat].cards[0]) if state.hands[seat].cards else None

    def leads_next_trick(self, state: BidState) -> bool:
        return super().leads_next_trick(state) and not self.is_blind(state)

    def fold_play(self, state: BidState, event: CardPlayed, **changes: Any) -> BidState:
        """Return the state after a card; in a blind deal no seat is asked for the next one."""
        next_state = super().fold_play(state, event, **changes)
        return replace(next_state, turn=None) if self.is_blind(state) else next_state

    def next_deal(self, state: BidState, chance: Chance) -> TrumpDealt:
        return self.make_deal_event(state, state.deal + 1, self.next_dealer(state), chance)

    def make_deal_event(
        self, state: BidState, deal: int, dealer: int, chance: Chance, attempt: int = 0
    ) -> TrumpDealt:
        """Return the event of a deal; the one in place of a void deal is another attempt."""
        seats, cards = state.seats, self.hand_size_in_deal(state, deal)
        order = chance.draw_order("deal", PACK_52, deal, attempt)
        leader = (dealer + 1) % seats
        hands = deal_in_turn(order, seats, leader, cards)
        turned = order[seats * cards] if self.has_trump(state, deal) else None
        trump = None if turned is None else turned.suit
        return TrumpDealt(deal, dealer, leader, hands, cards, turned, trump)

    def deal_points(self, state: BidState) -> tuple[int, ...]:
        bids = tuple(bid or 0 for bid in state.bids)
        return tuple(map(self.points_of_bid, (state,) * state.seats, bids, state.play.tricks_won))

    def score_event(self, state: BidState) -> BidsScored:
        bids, scored = tuple(bid or 0 for bid in state.bids), super().score_event(state)
        return BidsScored(state.deal, scored.points, scored.totals, bids, state.play.tricks_won)

    def missed_bid(self, scored: DealScored, seat: int) -> tuple[int, int] | None:
        assert isinstance(scored, BidsScored)
        bid, won = scored.bids[seat], scored.tricks[seat]
        return None if bid == won else (bid, won)

    def fold(self, state: BidState, event: Event) -> BidState:
        if not isinstance(event, BidMade):
            return super().fold(state, event)
        bids = with_item_at(state.bids, event.seat, event.tricks)
        if None in bids:
            return replace(state, bids=bids, turn=(event.seat + 1) % state.seats)
        return replace(state, bids=bids, turn=None if self.is_blind(state) else state.play.leader)

    def fold_deal(self, state: BidState, event: CardsDealt, **changes: Any) -> BidState:
        assert isinstance(event, TrumpDealt)
        deal_fields = {"cards": event.cards, "turned": event.turned, "trump": event.trump}
        return super().fold_deal(state, event, bids=(None,) * state.seats, **deal_fields, **changes)

    def tell(self, event: Event, state: BidState, seat: int | None) -> Event:
        if not isinstance(event, TrumpDealt) or seat is None or not self.is_blind(state):
            return super().tell(event, state, seat)
        hands = [hand.hidden if owner == seat else hand for owner, hand in enumerate(event.hands)]
        return replace(event, hands=tuple(hands))

    # Queries of computer players that look ahead

    def unseen_cards(self, view: BidState) -> tuple[Card, ...]:
        return tuple([card for card in super().unseen_cards(view) if card != view.turned])

    def is_weighed_by_match_rank(self, view: BidState) -> bool:
        """Return whether this is one of the last deals, in which bids count half by the rank."""
        return is_near_match_end(self.max_deals(view), view.deal)

    def find_misfit(self, view: BidState) -> Misfit | None:
        play, cards, max_deals = view.play, view.cards, self.max_deals(view)
        turned = () if view.turned is None else (view.turned,)
        return find_first_misfit(
            (Misfit.DEAL, lambda: 0 < view.deal <= max_deals),
            (Misfit.DEAL, lambda: are_plausible_seats(view.seats, view.dealer)),
            (Misfit.HANDS, lambda: len(view.hands) == view.seats),
            (Misfit.HANDS, lambda: 0 < cards <= self._largest_hand_size(view)),
            (Misfit.TRICKS, lambda: are_plausible_tricks(play, max_tricks=cards)),
            (
                Misfit.HANDS,
                lambda: are_plausible_hand_sizes(view.hands, play, dealt_count=cards),
            ),
            (Misfit.HANDS, lambda: self._shows_needed_hands(view)),
            (Misfit.BIDS, lambda: len(view.bids) == view.seats),
            (Misfit.BIDS, lambda: all(bid is None or 0 <= bid <= cards for bid in view.bids)),
            (Misfit.BIDS, lambda: not (view.is_bidding and play.played_cards)),
            (Misfit.TRICKS, lambda: view.is_bidding or view.turn == self._next_player(view)),
            (
                Misfit.CARDS,
                lambda: are_plausible_cards(
                    view.hands, [*play.played_cards, *turned], PACK_52, max_hand_size=cards
                ),
            ),
            (Misfit.TOTALS, lambda: are_plausible_totals(view.totals, view.scores)),
        )

    def _largest_hand_size(self, view: BidState) -> int:
        deals = range(1, self.max_deals(view) + 1)
        return max(self.hand_size_in_deal(view, deal) for deal in deals)

    def _shows_needed_hands(self, view: BidState) -> bool:
        """Return whether a player sees their own hand, or all others' in a blind deal."""
        unknown_seats = {seat for seat, hand in enumerate(view.hands) if hand.unknown}
        return view.turn not in unknown_seats or (
            self.is_blind(view) and unknown_seats == {view.turn}
        )

    def _next_player(self, view: BidState) -> int:
        """Return the seat that plays the next card; the taker leads while a trick lies open."""
        play = view.play
        is_open = view.manners is not None and play.is_trick_complete
        return self.taker(view) if is_open else play.next_seat

    # Sentences and pictures

    def card_meaning(self, view: BidState, play: PlayCommand) -> tuple[Message, ...]:
        first, *others = super().card_meaning(view, play)
        return (first, self._need_message(view, play.seat), *others)

    def _balance_message(self, view: BidState, bids: tuple[int | None, ...]) -> Message | None:
        """Return the balance announced after the last bid, None before it (``damn.md 3``)."""
        known_bids = [bid for bid in bids if bid is not None]
        if len(known_bids) < len(bids):
            return None
        balance, rule = sum(known_bids) - view.cards, self.rule_reference("balance")
        return Message(
            f"balance-{balance_side(balance)}", {"count": abs(balance)} if balance else {}, rule
        )

    def statement_meaning(self, view: BidState, command: Command) -> tuple[Message, ...]:
        assert isinstance(command, BidCommand)
        rule = self.rule_references["bid"]
        message = (
            Message("bid-open", {"count": command.tricks}, rule)
            if command.tricks
            else Message("bid-none", rule=rule)
        )
        balance = self._balance_message(view, with_item_at(view.bids, command.seat, command.tricks))
        return (message,) if balance is None else (message, balance)

    def card_effect(self, view: BidState, earlier_cards: tuple[Card, ...], card: Card) -> Message:
        message = super().card_effect(view, earlier_cards, card)
        if view.manners is None or message.code not in ("discards", "discards-so-far"):
            return message
        # It may be a revoke, which must not be given away here.
        code = "off-suit" if message.code == "discards" else "off-suit-so-far"
        return Message(code, message.values, message.rule)

    def _need_message(self, view: BidState, seat: int) -> Message:
        bid, won = view.bids[seat] or 0, view.play.tricks_won[seat]
        if won > bid:
            return Message("need-lost", {"bid": bid, "won": won})
        if won == bid:
            return Message("need-none", {"bid": bid}) if bid else Message("need-zero")
        return Message("need-more", {"count": bid - won, "bid": bid})

    def current_rules(self, view: BidState, seat: int | None) -> CurrentRules:
        if not view.deal:
            return NO_CURRENT_RULES
        sentences = list(self.notices(view))
        if view.turn is not None and view.is_bidding:
            sentences += [note for note in self.notes(view, view.turn) if note not in sentences]
        return CurrentRules(situation=tuple(sentences), scoring=self.scoring_messages(view))

    def scoring_messages(self, view: BidState) -> tuple[Message, ...]:
        """Return what bids score in the current deal, missed ones included."""
        rule = self.rule_references["score"]
        zero_points = self.points_of_exact_bid(view, 0)
        exact_bonus = self.points_of_exact_bid(view, 1) - 1
        message = Message(f"score-{find_scoring(view)}", {"count": exact_bonus}, rule)
        if zero_points == exact_bonus:
            return (message,)
        return message, Message("score-zero", {"count": zero_points}, rule)

    def notices(self, view: BidState) -> tuple[Message, ...]:
        if not view.deal or self.is_over(view):
            return ()
        blind = (
            (Message("blind", rule=self.rule_references["blind"]),) if self.is_blind(view) else ()
        )
        return (*self._race_sentences(view), *blind)

    def _race_sentences(self, view: BidState) -> tuple[Message, ...]:
        """Return sentences on the bids against the tricks."""
        sentences = (
            bids_so_far_message(view.bids, view.cards),
            self._balance_message(view, view.bids),
        )
        return tuple(sentence for sentence in sentences if sentence is not None)

    def make_picture(self, view: BidState) -> TableSnapshot:
        picture = (
            super().make_picture(view)._replace(trump_card=view.turned, remarks=self._remarks(view))
        )
        if not view.deal or self.is_over(view):
            return picture
        first = 0 if picture.dealer is None else picture.dealer + 1
        order = tuple((first + offset) % view.seats for offset in range(view.seats))
        sentences, won = self._race_sentences(view), tuple(view.play.tricks_won)
        return picture._replace(bid_race=BidRace(view.cards, view.bids, won, order, sentences))

    def deal_announcements(self, view: BidState) -> tuple[Message, ...]:
        if self.is_blind(view):
            return (
                Message("deal-blind", rule=self.rule_references["blind"]),
                Message("deal-blind-how"),
            )
        last = (Message("deal-last"),) if view.deal == self.max_deals(view) else ()
        if view.trump is not None:
            return last
        return (*last, Message("sign-none", rule=self.rule_references["trump"]))

    def deal_score(self, scored: DealScored, view: BidState, seat: int) -> DealScore:
        assert isinstance(scored, BidsScored)
        rule, points = self.rule_references["score"], scored.points[seat]
        bid, won = scored.bids[seat], scored.tricks[seat]
        quality = ScoreQuality.GOOD if won == bid else ScoreQuality.BAD
        values = {"seat": seat, "bid": bid, "won": won, "by": points}
        message = Message("made-points", {"by": points}, rule)
        return DealScore(message, quality, Message("makes-of-bid", values, rule))

    def deal_value(self, view: BidState, deal_index: int, seat: int) -> float:
        """Return the points of a bid that was made, and the loss of one that was not."""
        scored = view.scores[deal_index]
        if scored.tricks[seat] == scored.bids[seat]:
            return super().deal_value(view, deal_index, seat)
        return -self._missed_points(view, scored, seat)

    def _missed_points(self, view: BidState, scored: BidsScored, seat: int) -> int:
        """Return how many points more the bid would have scored if it had been met."""
        deal_view = replace(view, cards=self.hand_size_in_deal(view, scored.deal))
        return self.points_of_exact_bid(deal_view, scored.bids[seat]) - scored.points[seat]

    def swing_message(
        self, view: BidState, deal_index: int, seat: int, swing_value: float
    ) -> Message | None:
        scored = view.scores[deal_index]
        bid, over = scored.bids[seat], scored.tricks[seat] - scored.bids[seat]
        values = {"deal": scored.deal, "bid": bid, "number": abs(over)}
        if not over:
            if swing_value < 0:
                return super().swing_message(view, deal_index, seat, swing_value)
            return Message(
                "swing-bid", values | {"count": scored.points[seat]}, self.rule_references["score"]
            )
        code = f"swing-{'over' if over > 0 else 'under'}{'-one' if abs(over) == 1 else ''}"
        cost = self._missed_points(view, scored, seat)
        return Message(code, values | {"count": cost}, self.rule_references["score"])

    def plate(self, view: BidState, seat: int) -> SeatPlate:
        """Return the total, and the deal's bid as bars that the tricks won fill."""
        total, bid, won = view.totals[seat], view.bids[seat], view.play.tricks_won[seat]
        if bid is not None:
            line = Message("plate-bid", {"won": won, "bid": bid})
            return SeatPlate(total, line, tally=PlateTally(TallyShape.BARS, bid, won))
        is_asked = view.turn == seat and view.deal > 0
        return SeatPlate(total, pending_action=Message("plate-bids") if is_asked else None)

    def _remarks(self, view: BidState) -> tuple[Message, ...]:
        bids = [bid for bid in view.bids if bid is not None]
        if len(bids) < view.seats or not view.deal or self.is_over(view):
            return ()
        line = Message("bids-sum", {"bids": sum(bids), "tricks": view.cards})
        side = balance_side(sum(bids) - view.cards)
        is_over = sum(view.play.tricks_won) == view.cards
        return line, Message(f"bids-were-{side}" if is_over else f"bids-{side}")


def find_scoring(state: BidState) -> str:
    """Return the value of the option *scoring*: what a missed bid brings."""
    return state.options.get_word("scoring", SCORED_EXACT)
