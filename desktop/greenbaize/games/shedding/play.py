"""Shedding play, the base of Rank: turns, draws, leaving, Anti-Rank (``rank.md``)."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Final

from msgspec.structs import replace

from greenbaize.cards import Card
from greenbaize.games.shedding.events import (
    AntiRankDeclared,
    PileDealt,
    RanksScored,
    SeatCameBack,
    SeatLeaving,
    SeatWentOut,
    TurnPassed,
)
from greenbaize.games.shedding.ring import (
    RANK_PACK,
    FitRule,
    due_fit_rule,
    fit_rule_of,
    fitting_cards,
)
from greenbaize.games.shedding.state import RETURN_DRAW_COUNT, ShedState
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import (
    CallMade,
    CardPlayed,
    CardsDrawn,
    DealScored,
    Event,
    LotDrawn,
    MatchEnded,
)
from greenbaize.rules.game import Game, Question
from greenbaize.rules.hands import Hand, deal_in_turn, sorted_card_codes, with_item_at
from greenbaize.rules.messages import Message, Misfit, Value
from greenbaize.rules.ranking import find_leading_seats, is_near_match_end, rank_seats
from greenbaize.rules.search_contract import (
    are_plausible_cards,
    are_plausible_seats,
    are_plausible_totals,
    find_first_misfit,
)
from greenbaize.rules.table_snapshot import (
    DealScore,
    EventNotice,
    NoticeFlag,
    ScoreQuality,
    SeatPlate,
    TableSnapshot,
    TurnLogEntry,
)

RANK_HAND_SIZE: Final = 5
MAX_SEATS_ONE_PACK: Final = 4
"""Largest number of players for one pack."""
ANTI_RANK_STANDS: Final = "stands"
"""Value of the option ``anti_rank``: Anti-Rank stands until somebody can play (``rank.md 5``)."""
ANTI_RANK_ROUND: Final = "round"
"""Value of the option ``anti_rank``: everybody passes again before the next Anti-Rank."""


class SheddingGame(Game[ShedState]):
    """Game in which players who get rid of all cards are out, and the last one loses."""

    state_class = ShedState
    view_resets_each_deal = True
    event_classes = (
        LotDrawn,
        PileDealt,
        CardPlayed,
        CardsDrawn,
        TurnPassed,
        SeatLeaving,
        SeatCameBack,
        SeatWentOut,
        AntiRankDeclared,
        RanksScored,
        MatchEnded,
    )

    def pack(self, seats: int) -> Sequence[Card]:
        """Return one pack with its two jokers, or two from five players on (``rank.md 1``)."""
        return RANK_PACK if seats <= MAX_SEATS_ONE_PACK else RANK_PACK * 2

    def max_deals(self, state: ShedState) -> int:
        return state.options.get_number("deals")

    def match_end_event(self, state: ShedState, chance: Chance) -> MatchEnded:
        return MatchEnded(state.totals, rank_seats([(-total,) for total in state.totals]))

    def next_deal(self, state: ShedState, chance: Chance) -> PileDealt:
        """Return a deal of five cards each, one opened, the rest the stock (``rank.md 1``)."""
        deal, seats, dealer = state.deal + 1, state.seats, self.next_dealer(state)
        left_seat = (dealer + 1) % seats
        order = chance.draw_order("deal", self.pack(seats), deal)
        hands = deal_in_turn(order, seats, left_seat, RANK_HAND_SIZE)
        pile, *stock = order[seats * RANK_HAND_SIZE :]
        return PileDealt(deal, dealer, left_seat, hands, pile, Hand(tuple(stock)))

    def score(self, state: ShedState) -> RanksScored:
        """Return the ranks in which the players went out, the card holder last (``rank.md 6``)."""
        order = (*state.seats_out, *state.seats_in)
        ranks = tuple(order.index(seat) + 1 for seat in range(state.seats))
        totals = tuple(map(sum, zip(state.totals, ranks, strict=True)))
        return RanksScored(state.deal, ranks, totals, ranks)

    # Legal commands

    def refusal(self, view: ShedState, command: Command) -> Message | None:
        if command.seat != view.turn or view.end is not None:
            return self.timing_refusal(view, command, "turn")
        if not isinstance(command, PlayCommand):
            return Message("not-in-this-game", {"type": command.type})
        card, hand = command.card, view.hands[command.seat]
        if card not in hand.cards and not hand.unknown:
            return Message("not-held", {"card": card}, self.rule_references["play"])
        if view.is_anti_rank:
            return None
        return _play_refusal(command, hand, view.pile[-1])

    def legal(self, view: ShedState, seat: int) -> tuple[Command, ...]:
        if seat != view.turn:
            return ()
        hand = view.hands[seat].cards
        cards = dict.fromkeys(hand) if view.is_anti_rank else fitting_cards(hand, view.pile[-1])
        return tuple([PlayCommand(seat, card) for card in cards])

    def question(self, view: ShedState, seat: int) -> Question | None:
        return super().question(view, seat) if self.legal(view, seat) else None

    def choice_key(self, command: Command) -> Hashable:
        """Return the same key for cards of a rank, and for jokers.

        Suits never matter (``rank.md 2``).
        """
        return command.card.rank if isinstance(command, PlayCommand) else command

    # Turns and deals

    def next_event_in_deal(self, state: ShedState) -> Event | None:
        if len(state.seats_out) == state.seats - 1:
            return self.score(state)
        return self._leaver_event(state) or self._mover_event(state)

    def _leaver_event(self, state: ShedState) -> Event | None:
        """Return the event of a leaver: back when the next player plays, out when they draw.

        See ``rank.md 4``; a leaver who is called back first draws cards, if there are any.
        """
        leaver = state.leaver
        if leaver is None:
            return None
        if state.must_leaver_return:
            if state.hands[leaver].size:
                return SeatCameBack(leaver)
            return CardsDrawn(leaver, state.stock.first_cards(RETURN_DRAW_COUNT))
        return SeatWentOut(leaver) if state.has_drawn else None

    def _mover_event(self, state: ShedState) -> Event | None:
        """Return the event of a mover without a choice, None if they must choose a card."""
        seat = state.mover
        hand = state.hands[seat]
        if not hand.size:
            return SeatLeaving(seat) if state.stock.size else SeatWentOut(seat)
        if (
            state.is_anti_rank
            or hand.unknown
            or due_fit_rule(hand.cards, state.pile[-1]) is not None
        ):
            return None
        return self._stuck_event(state)

    def _stuck_event(self, state: ShedState) -> Event:
        """Return the event of a mover who can play nothing (``rank.md`` 3, 5)."""
        seat = state.mover
        if state.stock.size and not state.has_drawn:
            return CardsDrawn(seat, state.stock.first_cards(1))
        return AntiRankDeclared(seat) if state.may_declare_anti_rank else TurnPassed(seat)

    def possible_events(self, view: ShedState) -> tuple[Event, ...]:
        """Return the event of a mover who may be unable to play, for views without the hand.

        A card that is known to be in the hand and fits must be played (``rank.md 2``).
        """
        hand = view.hands[view.mover]
        if view.turn is None or view.is_anti_rank or not hand.unknown:
            return ()
        return (
            ()
            if due_fit_rule(hand.cards, view.pile[-1]) is not None
            else (self._stuck_event(view),)
        )

    def fold(self, state: ShedState, event: Event) -> ShedState:
        match event:
            case CardPlayed():
                next_state = self._fold_play(state, event)
            case CardsDrawn():
                next_state = self._fold_draw(state, event)
            case TurnPassed():
                next_state = replace(
                    _pass_turn(state, event.seat), passed_seats=state.passed_seats | {event.seat}
                )
            case SeatLeaving():
                next_state = replace(_pass_turn(state, event.seat), leaver=event.seat)
            case SeatCameBack():
                next_state = replace(state, leaver=None, must_leaver_return=False)
            case SeatWentOut():
                next_state = _fold_out(state, event.seat)
            case AntiRankDeclared():
                stands = state.options.get_word("anti_rank") == ANTI_RANK_STANDS
                next_state = replace(state, is_anti_rank=True, anti_rank_stands=stands)
            case PileDealt():
                return self._fold_deal(state, event)
            case _:
                return super().fold(state, event)
        return _with_turn(replace(next_state, deal_events=(*state.deal_events, event)))

    def _fold_play(self, state: ShedState, event: CardPlayed) -> ShedState:
        seat, hands = event.seat, state.hands
        hand = hands[seat].without_card(event.card)
        next_state = replace(
            state,
            hands=with_item_at(hands, seat, hand),
            pile=(*state.pile, event.card),
            has_drawn=False,
            must_leaver_return=state.leaver is not None,
            passed_seats=frozenset(),
            anti_rank_stands=state.is_anti_rank and state.anti_rank_stands,
        )
        if state.is_anti_rank and hand.size:
            return _pass_turn(next_state, seat)
        return next_state

    def _fold_draw(self, state: ShedState, event: CardsDrawn) -> ShedState:
        seat, hands = event.seat, state.hands
        hands = with_item_at(hands, seat, hands[seat].with_hand(event.cards))
        next_state = replace(
            state, hands=hands, stock=state.stock.without_first_cards(event.cards.size)
        )
        return next_state if seat == state.leaver else replace(next_state, has_drawn=True)

    def _fold_deal(self, state: ShedState, event: PileDealt) -> ShedState:
        deal_state = ShedState(
            seats=state.seats,
            options=state.options,
            dealer=event.dealer,
            deal=event.deal,
            hands=event.hands,
            stock=event.stock,
            pile=(event.pile,),
            mover=event.leader,
            totals=state.totals,
            scores=state.scores,
        )
        return _with_turn(deal_state)

    # Queries of computer players that look ahead

    def unseen_cards(self, view: ShedState) -> tuple[Card, ...]:
        counts = Counter(self.pack(view.seats))
        counts.subtract(view.pile)
        for hand in (*view.hands, view.stock):
            counts.subtract(hand.cards)
        return tuple(counts.elements())

    def may_hold(self, view: ShedState, seat: int, card: Card) -> bool:
        """Return False for a card that fitted when the seat was stuck, unless it drew since."""
        cards_above = 0
        for event in reversed(view.deal_events):
            match event:
                case CardPlayed():
                    cards_above += 1
                case CardsDrawn() if event.seat == seat:
                    return True
                case TurnPassed() | AntiRankDeclared() if event.seat == seat:
                    if fit_rule_of(card, view.pile[-1 - cards_above]) is not None:
                        return False
        return True

    def result_message(self, result: Sequence[int]) -> Message:
        return Message("result-place", {"place": result[0]}, self.rule_references["score"])

    def total_message(self, result: Sequence[int]) -> Message:
        return Message("result-places", {"count": result[0]}, self.rule_references["score"])

    def gain(self, view: ShedState, scored: DealScored, seat: int) -> float:
        """Return the negated rank in the deal: the first out is best."""
        return -scored.points[seat]

    def deal_value(self, view: ShedState, deal_index: int, seat: int) -> float:
        """Return by how much the rank was better than the middle one."""
        return (view.seats + 1) / 2 - view.scores[deal_index].points[seat]

    def swing_message(
        self, view: ShedState, deal_index: int, seat: int, swing_value: float
    ) -> Message | None:
        scored = view.scores[deal_index]
        values = {"deal": scored.deal, "place": scored.points[seat]}
        code = "swing-helped" if swing_value > 0 else "swing-hurt"
        return Message(code, values, self.rule_references["score"])

    def deal_identity(self, view: ShedState, seat: int) -> str:
        """Return a key of the deal and the cards that the seat was dealt, without later draws."""
        dealt_cards = list(view.hands[seat].cards)
        for event in reversed(view.deal_events):
            match event:
                case CardPlayed() if event.seat == seat:
                    dealt_cards.append(event.card)
                case CardsDrawn() if event.seat == seat:
                    for card in event.cards.cards:
                        dealt_cards.remove(card)
        return f"{view.deal}/{seat}/{sorted_card_codes(dealt_cards)}"

    def is_weighed_by_match_rank(self, view: ShedState) -> bool:
        deals = self.max_deals(view)
        return deals > 1 and is_near_match_end(deals, view.deal)

    def find_misfit(self, view: ShedState) -> Misfit | None:
        pack, emptied_seats = self.pack(view.seats), {*view.seats_out, view.leaver}
        card_sets = (*view.hands, view.stock)
        actors = [getattr(event, "seat", None) for event in view.deal_events]
        told_seats = (view.dealer, view.leaver, *view.seats_out, *view.passed_seats, *actors)
        return find_first_misfit(
            (Misfit.DEAL, lambda: 0 < view.deal <= self.max_deals(view)),
            (Misfit.DEAL, lambda: are_plausible_seats(view.seats, *told_seats)),
            (Misfit.HANDS, lambda: len(view.hands) == view.seats),
            (
                Misfit.HANDS,
                lambda: all(
                    (not hand.size) == (seat in emptied_seats)
                    for seat, hand in enumerate(view.hands)
                ),
            ),
            (
                Misfit.CARDS,
                lambda: are_plausible_cards(card_sets, view.pile, pack, max_hand_size=len(pack)),
            ),
            (
                Misfit.HANDS,
                lambda: sum(cards.size for cards in card_sets) + len(view.pile) == len(pack),
            ),
            (
                Misfit.HANDS,
                lambda: [hand.size for hand in view.hands] == _expected_hand_sizes(view),
            ),
            (Misfit.TOTALS, lambda: are_plausible_totals(view.totals, view.scores)),
        )

    # Sentences and pictures

    def meaning(self, view: ShedState, command: Command) -> tuple[Message, ...]:
        assert isinstance(command, PlayCommand)
        rule = FitRule.ANTI_RANK if view.is_anti_rank else fit_rule_of(command.card, view.pile[-1])
        assert rule is not None
        values = {"card": command.card, "top": view.pile[-1]}
        messages = [Message(f"fits-{rule.name.lower().replace('_', '-')}", values, rule.value)]
        if view.leaver is not None:
            back_values = {"seat": view.leaver, "count": min(RETURN_DRAW_COUNT, view.stock.size)}
            messages.append(Message("calls-back", back_values, self.rule_references["back"]))
        if view.anti_rank_stands and not view.is_anti_rank:
            messages.append(Message("cancels-antirank", rule=self.rule_references["antirank"]))
        if view.hands[command.seat].size == 1:
            cards_to_leaver = 0 if view.leaver is None else RETURN_DRAW_COUNT
            code = "last-card-leaving" if view.stock.size > cards_to_leaver else "last-card-out"
            messages.append(Message(code, rule=self.rule_references["leaving"]))
        return tuple(messages)

    def event_notice(self, event: Event, view: ShedState) -> EventNotice | None:
        match event:
            case SeatLeaving(seat):
                return EventNotice(
                    seat, Message("notice-leaving", {"seat": seat}), NoticeFlag.LEAVING
                )
            case SeatCameBack(seat):
                return EventNotice(seat, Message("news-back", {"seat": seat}), NoticeFlag.BACK)
            case SeatWentOut(seat):
                values = {"seat": seat, "place": view.seats_out.index(seat) + 1}
                return EventNotice(seat, Message("news-out", values), NoticeFlag.OUT)
            case AntiRankDeclared(seat):
                return EventNotice(seat, Message("news-antirank", {"seat": seat}), NoticeFlag.CALL)
        return None

    def turn_log_entry(self, event: Event) -> TurnLogEntry | None:
        match event:
            case CardPlayed(seat, card):
                return TurnLogEntry(seat, Message("choice-card", {"card": card}))
            case CardsDrawn(seat, cards):
                return TurnLogEntry(seat, Message("turn-draw", {"number": cards.size}))
            case TurnPassed(seat):
                return TurnLogEntry(seat, Message("turn-pass"))
            case SeatLeaving() | SeatCameBack() | SeatWentOut():
                return TurnLogEntry(event.seat, Message(f"turn-{event.type}"))
            case AntiRankDeclared(seat):
                return TurnLogEntry(seat, Message("turn-antirank"))
        return None

    def explain_forced(self, event: Event, view: ShedState) -> Message | None:
        match event:
            case CardsDrawn(seat) if seat == view.leaver:
                return Message("stuck-leaver-draws", rule=self.rule_references["back"])
            case CardsDrawn():
                return Message("stuck-draws", rule=self.rule_references["draw"])
            case TurnPassed(seat):
                own_events = (
                    earlier_event
                    for earlier_event in reversed(view.deal_events)
                    if getattr(earlier_event, "seat", None) == seat
                )
                next(own_events)
                has_drawn = isinstance(next(own_events, None), CardsDrawn)
                code = "stuck-drew" if has_drawn else "stuck-passes"
                return Message(code, rule=self.rule_references["pass"])
            case AntiRankDeclared():
                return Message("stuck-for-good", rule=self.rule_references["antirank"])
        return None

    def call_message(self, event: CallMade) -> Message | None:
        return Message("turn-pass") if isinstance(event, TurnPassed) else None

    def make_picture(self, view: ShedState) -> TableSnapshot:
        return TableSnapshot(
            deal=view.deal,
            deal_count=self.max_deals(view),
            hands=view.hands,
            plates=tuple(self._make_plate(view, seat) for seat in range(view.seats)),
            dealer=view.dealer,
            turn=view.turn,
            acting_seat=view.mover if view.deal else None,
            question_kind="" if view.turn is None else PlayCommand.type,
            pile=view.pile,
            stock_size=view.stock.size,
            leading_seats=find_leading_seats([-total for total in view.totals])
            if self.max_deals(view) > 1
            else (),
            notices=self._notices(view),
        )

    def deal_announcements(self, view: ShedState) -> tuple[Message, ...]:
        is_last = 1 < view.deal == self.max_deals(view)
        return (Message("deal-last"),) if is_last else ()

    def deal_score(self, scored: DealScored, view: ShedState, seat: int) -> DealScore:
        rule, rank, last_rank = (
            self.rule_references["score"],
            scored.points[seat],
            max(scored.points),
        )
        quality = (
            ScoreQuality.GOOD
            if rank == 1
            else ScoreQuality.BAD
            if rank == last_rank
            else ScoreQuality.NEUTRAL
        )
        message = Message("made-place", {"place": rank}, rule)
        return DealScore(message, quality, Message("comes-in", {"seat": seat, "place": rank}, rule))

    def _make_plate(self, view: ShedState, seat: int) -> SeatPlate:
        note = None
        if seat in view.seats_out:
            rank = view.seats_out.index(seat) + 1
            note = Message("plate-out", {"place": rank}, self.rule_references["out"])
        elif seat == view.leaver:
            note = Message("plate-leaving", rule=self.rule_references["leaving"])
        # The notes have the ranks of a single deal.
        total = view.totals[seat] if self.max_deals(view) > 1 else None
        return SeatPlate(total, hand_size=view.hands[seat].size, note=note)

    def _notices(self, view: ShedState) -> tuple[Message, ...]:
        if view.deal > len(view.scores) and view.is_anti_rank:
            return (
                Message("notice-antirank", {"seat": view.mover}, self.rule_references["antirank"]),
            )
        if view.deal > len(view.scores) and view.anti_rank_stands:
            return (Message("notice-antirank-stands", rule=self.rule_references["antirank"]),)
        if view.leaver is not None:
            return (
                Message("notice-leaving", {"seat": view.leaver}, self.rule_references["leaving"]),
            )
        return ()


def _play_refusal(play: PlayCommand, hand: Hand, top: Card) -> Message | None:
    """Return why a card may not be played on the top card, None if it may (``rank.md 2``)."""
    card, fit_rule = play.card, fit_rule_of(play.card, top)
    if fit_rule is None:
        return Message("misfit", {"card": card, "top": top}, "rank.md 2")
    due_rule = due_fit_rule(hand.cards, top)
    if card not in hand.cards or due_rule is fit_rule:
        return None
    assert due_rule is not None
    cards = fitting_cards(hand.cards, top)
    values: dict[str, Value] = {"card": card, "top": top, "cards": cards, "seat": play.seat}
    return Message(f"{due_rule.name.lower().replace('_', '-')}-first", values, due_rule.value)


def _pass_turn(state: ShedState, seat: int) -> ShedState:
    """Pass the turn clockwise to the next player who is in and holds cards."""
    next_seats = ((seat + offset) % state.seats for offset in range(1, state.seats + 1))
    mover = next((next_seat for next_seat in next_seats if state.hands[next_seat].size), seat)
    return replace(state, mover=mover, has_drawn=False, is_anti_rank=False)


def _fold_out(state: ShedState, seat: int) -> ShedState:
    next_state = replace(state, seats_out=(*state.seats_out, seat))
    if seat == state.leaver:
        return replace(next_state, leaver=None)
    return _pass_turn(next_state, seat)


def _with_turn(state: ShedState) -> ShedState:
    """Return the state with the seat to play, None while an event follows by itself."""
    hand = state.hands[state.mover]
    is_over = len(state.seats_out) == state.seats - 1
    has_leaver_event = state.leaver is not None and (state.must_leaver_return or state.has_drawn)
    can_play = (
        state.is_anti_rank or hand.unknown or due_fit_rule(hand.cards, state.pile[-1]) is not None
    )
    has_own_event = is_over or has_leaver_event or not (hand.size and can_play)
    return replace(state, turn=None if has_own_event else state.mover)


def _expected_hand_sizes(view: ShedState) -> list[int]:
    """Return the size of each hand after all that was played and drawn in the deal."""
    sizes = [RANK_HAND_SIZE] * view.seats
    for event in view.deal_events:
        match event:
            case CardPlayed(seat):
                sizes[seat] -= 1
            case CardsDrawn(seat, cards):
                sizes[seat] += cards.size
    return sizes
