"""Descriptions of the table's elements, advice, and the first lesson for Rank."""

from collections.abc import Sequence
from typing import Final

from greenbaize.cards import RANKS, Card
from greenbaize.games.shedding.events import (
    AntiRankDeclared,
    SeatCameBack,
    SeatLeaving,
    SeatWentOut,
    TurnPassed,
)
from greenbaize.games.shedding.play import SheddingGame
from greenbaize.games.shedding.playout import count_hand_cards, run_ends
from greenbaize.games.shedding.ring import (
    JOKER_KIND,
    FitRule,
    due_fit_rule,
    fit_rule_of,
    fitting_cards,
    hand_of_kinds,
)
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.events import CardPlayed, CardsDrawn, Event
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.rules.table_elements import (
    GameLesson,
    LessonTip,
    Messages,
    TableElement,
    TableElementKind,
    describe_deal_count,
    describe_seat_role,
    describe_table_element,
)


def describe_rank_element(
    game: SheddingGame, view: ShedState, element: TableElement, you: int | None
) -> Messages:
    """Return the description of an element of the table; nothing for one that is not there."""
    match element.kind:
        case TableElementKind.PILE:
            return _describe_pile_card(view, element.number)
        case TableElementKind.PLATE:
            return _describe_plate(game, view, element.number, you)
        case TableElementKind.STOCK if view.deal:
            return _describe_stock(game, view)
        case TableElementKind.NOTICE if view.deal:
            return _describe_deal(game, view)
    return describe_table_element(game.picture(view), element, you)


# The pile


def _describe_pile_card(view: ShedState, depth: int) -> Messages:
    """Return who played a card of the pile; for the top one, also which cards fit it."""
    if not 0 <= depth < len(view.pile):
        return ()
    card = view.pile[-1 - depth]
    values: dict[str, Value] = {"card": card}
    seat = _player_of_card(view, depth)
    if seat is not None:
        values["seat"] = seat
    if depth:
        return (Message("tell-under-opened" if seat is None else "tell-under", values),)
    message = Message("tell-top-opened" if seat is None else "tell-top", values)
    return (message, *_describe_fitting_cards(view, card))


def _player_of_card(view: ShedState, depth: int) -> int | None:
    """Return the player of the card below so many others; None for the one that was opened."""
    plays = [event.seat for event in view.deal_events if isinstance(event, CardPlayed)]
    return plays[-1 - depth] if depth < len(plays) else None


def _describe_fitting_cards(view: ShedState, top: Card) -> Messages:
    """Return which cards fit a card, rule by rule."""
    if view.is_anti_rank:
        return (Message("notice-antirank", {"seat": view.mover}, FitRule.ANTI_RANK.value),)
    if top.suit is None:
        return (Message("tell-fits-any", rule=FitRule.ON_JOKER.value),)
    low, high = (_rank_name(top.rank + offset) for offset in (-1, 1))
    return (
        Message("tell-fits-next", {"low": low, "high": high}, FitRule.NEIGHBOUR.value),
        Message("tell-fits-same", {"same": _rank_name(top.rank)}, FitRule.SAME_RANK.value),
        *_describe_high_cards({low, high, _rank_name(top.rank)}),
        Message("tell-fits-joker", rule=FitRule.JOKER.value),
        *(
            [Message("tell-anti-stands", rule=FitRule.ANTI_RANK.value)]
            if view.anti_rank_stands
            else ()
        ),
    )


def _describe_high_cards(named_ranks: set[str]) -> Messages:
    """Return that an ace or a king fits, unless already named."""
    rule = FitRule.ACE_KING.value
    if {"A", "K"} <= named_ranks:
        return ()
    if "A" in named_ranks:
        return (Message("tell-fits-high-ace", rule=rule),)
    return (Message("tell-fits-high-king" if "K" in named_ranks else "tell-fits-high", rule=rule),)


def _rank_name(rank: int) -> str:
    """Return a rank as players write it; the ring continues behind the ace."""
    return RANKS[rank % len(RANKS)].replace("T", "10")


# The stock, the plates and the deal


def _describe_stock(game: SheddingGame, view: ShedState) -> Messages:
    count = view.stock.size
    silence_message = Message("tell-silent", rule=game.rule_references["antirank"])
    if view.anti_rank_stands:
        return (Message("tell-stock-empty-anti", rule=game.rule_references["antirank"]),)
    if not count:
        return (Message("tell-stock-empty", rule=game.rule_references["pass"]), silence_message)
    stock_message = Message("tell-stock", {"count": count})
    return (
        stock_message,
        Message("tell-draws", rule=game.rule_references["draw"]),
        silence_message,
    )


def _describe_plate(game: SheddingGame, view: ShedState, seat: int, you: int | None) -> Messages:
    messages = []
    if seat in view.seats_out:
        rank = view.seats_out.index(seat) + 1
        messages.append(
            Message("tell-out", {"seat": seat, "place": rank}, game.rule_references["out"])
        )
    elif seat == view.leaver and not view.hands[seat].size:
        messages.append(Message("tell-leaving", {"seat": seat}, game.rule_references["leaving"]))
    else:
        messages.append(Message("tell-holds", {"seat": seat, "count": view.hands[seat].size}))
    if seat in view.passed_seats and seat not in view.seats_out:
        messages.append(Message("tell-passed", {"seat": seat}, game.rule_references["pass"]))
    messages += _describe_last_turn(game, view, seat)
    if game.max_deals(view) > 1:
        messages.append(
            Message("tell-places", {"number": view.totals[seat]}, game.rule_references["end"])
        )
    return (*messages, *describe_seat_role(game.picture(view), seat, you))


def _describe_last_turn(game: SheddingGame, view: ShedState, seat: int) -> list[Message]:
    """Return what the signs beside a plate mean: cards drawn in the last turn, and a pass."""
    turn: list[Event] = []
    for event in reversed(view.deal_events):
        if getattr(event, "seat", None) == seat:
            turn.append(event)
        elif turn:
            break
    came_back = any(isinstance(turn_event, SeatCameBack) for turn_event in turn)
    messages = []
    for event in reversed(turn):
        if isinstance(event, CardsDrawn):
            values = {"seat": seat, "number": event.cards.size}
            code = "tell-drew-back" if came_back else "tell-drew"
            messages.append(
                Message(code, values, game.rule_references["back" if came_back else "draw"])
            )
        elif isinstance(event, TurnPassed):
            messages.append(
                Message("tell-turn-passed", {"seat": seat}, game.rule_references["pass"])
            )
    return messages


def _describe_deal(game: SheddingGame, view: ShedState) -> Messages:
    is_single = game.max_deals(view) == 1
    messages = list(
        () if is_single else describe_deal_count(game.picture(view), game.rule_references["end"])
    )
    messages += game.picture(view).notices
    if view.leaver is not None and not view.hands[view.leaver].size and not view.is_anti_rank:
        messages.append(
            Message("tell-leaver", {"seat": view.leaver}, game.rule_references["leaving"])
        )
    messages.append(Message("tell-goal", rule=game.rule_references["end"]))
    return tuple(messages)


VERSATILE_RANKS = "AK"


def rank_advice(
    game: SheddingGame, view: ShedState, choices: Sequence[WeighedChoice]
) -> tuple[Message, ...]:
    plays = [other.command for other in choices if isinstance(other.command, PlayCommand)]
    if not plays:
        return ()
    card, seat = plays[0].card, plays[0].seat
    hand, messages, run_length = view.hands[seat].cards, [], 1
    if len(hand) > 1:
        run_length = 1 if view.is_anti_rank else longest_run(view, plays[0])
        other_lengths = [
            longest_run(view, other) for other in plays[1:] if other.card.rank != card.rank
        ]
        if run_length == len(hand):
            messages.append(Message("advice-all", rule="rank.md 2"))
        elif run_length > 1:
            code = (
                "advice-longest"
                if other_lengths and run_length > max(other_lengths)
                else "advice-run"
            )
            messages.append(Message(code, {"count": run_length}, "rank.md 2"))
        else:
            unseen_cards = game.unseen_cards(view)
            fit_count = count_following(card, unseen_cards)
            other_counts = [count_following(other.card, unseen_cards) for other in plays[1:]]
            if other_counts and fit_count <= min(other_counts) and fit_count < max(other_counts):
                values = {"card": card, "count": fit_count, "total": len(unseen_cards)}
                messages.append(Message("advice-fits", values, "rank.md 2a"))
    versatile_cards = [
        other for other in hand if other.rank == JOKER_KIND or other.code[0] in VERSATILE_RANKS
    ]
    if versatile_cards and card not in versatile_cards and run_length == 1:  # A run may need them.
        messages.append(Message("advice-keeps", {"cards": tuple(versatile_cards)}, "rank.md 2c"))
    return tuple(messages)


def count_following(card: Card, unseen_cards: Sequence[Card]) -> int:
    """Return the number of cards still out that fit at once: neighbours, on a joker all."""
    return sum(
        fit_rule_of(unseen_card, card) in (FitRule.NEIGHBOUR, FitRule.ON_JOKER)
        for unseen_card in unseen_cards
    )


def longest_run(view: ShedState, play: PlayCommand) -> int:
    """Return the length of the longest run that begins with this card, without drawing."""
    hand = view.hands[play.seat].cards
    return len(hand) - min(
        count_hand_cards(end >> 4) for end in run_ends(hand_of_kinds(hand), play.card.rank)
    )


PILE_ELEMENT: Final = TableElement(TableElementKind.PILE, 0)


class RankLesson(GameLesson):
    """Lesson that lasts until the learner is out, or the deal is over."""

    seed_text = "rank 322"
    seat_count = 3
    summary = (
        Message("lesson-knows-fit"),
        Message("lesson-knows-out"),
        Message("lesson-knows-anti"),
    )

    def welcome_tips(self, view: ShedState, seat: int) -> tuple[LessonTip, ...]:
        return (
            LessonTip(Message("lesson-shed"), (PILE_ELEMENT,)),
            LessonTip(Message("lesson-turn"), (TableElement(TableElementKind.STOCK),)),
        )

    def question_tips(self, view: ShedState, seat: int) -> tuple[LessonTip, ...]:
        hand, top = view.hands[seat].cards, view.pile[-1]
        fitting = tuple(dict.fromkeys(hand)) if view.is_anti_rank else fitting_cards(hand, top)
        rule = FitRule.ANTI_RANK if view.is_anti_rank else due_fit_rule(hand, top)
        tips = (
            []
            if rule is None
            else [LessonTip(_fit_rule_message(rule, view), (PILE_ELEMENT, *fitting))]
        )
        if len(hand) == 1:
            last_message = Message("lesson-last-card" if view.stock.size else "lesson-last-out")
            tips.append(LessonTip(last_message, hand))
        return tuple(tips)

    def event_tips(self, event: Event, view: ShedState, seat: int) -> tuple[LessonTip, ...]:
        match event:
            case SeatLeaving():
                plate_element = TableElement(TableElementKind.PLATE, event.seat)
                return (LessonTip(Message("lesson-leaving"), (plate_element,)),)
            case SeatCameBack():
                return (
                    LessonTip(
                        Message("lesson-back"), (TableElement(TableElementKind.PLATE, event.seat),)
                    ),
                )
            case AntiRankDeclared():
                code = "lesson-anti-stands" if view.anti_rank_stands else "lesson-anti-declared"
                return (LessonTip(Message(code), (PILE_ELEMENT,)),)
        return ()

    def ends_with(self, event: Event, view: ShedState, seat: int) -> bool:
        """Return whether the learner is out: the others need nobody to watch them."""
        return isinstance(event, SeatWentOut) and event.seat == seat


def _fit_rule_message(rule: FitRule, view: ShedState) -> Message:
    values = {"top": view.pile[-1]}
    match rule:
        case FitRule.NEIGHBOUR:
            return Message("lesson-neighbour", values)
        case FitRule.SAME_RANK:
            return Message("lesson-same-rank", values)
        case FitRule.ACE_KING:
            return Message("lesson-ace-king", values)
        case FitRule.JOKER:
            return Message("lesson-joker", values)
        case FitRule.ON_JOKER:
            return Message("lesson-on-joker")
        case FitRule.ANTI_RANK:
            return Message("lesson-anti")
