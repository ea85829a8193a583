"""Descriptions of the table's elements, advice, and first lessons for games of exact bids."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from greenbaize.cards import PACK_52, Card
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.play import (
    SCORED_EXACT,
    ExactBidGame,
    balance_side,
    bids_so_far_message,
    find_scoring,
    forbidden_bid,
)
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import CardPlayed, Event
from greenbaize.rules.hands import find_winning_index, is_beating
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.search_contract import WeighedChoice, good_choices
from greenbaize.rules.table_elements import (
    GameLesson,
    LessonTip,
    Messages,
    TableElement,
    TableElementKind,
    describe_deal_count,
    describe_seat_role,
    describe_table_element,
    describe_total,
    describe_trick_card,
)


def describe_exact_bid_element(
    game: ExactBidGame, view: BidState, element: TableElement, you: int | None
) -> Messages:
    """Return the description of an element of the table; nothing for one that is not there."""
    match element.kind:
        case TableElementKind.TRICK:
            return _describe_card(game, view, element.number)
        case TableElementKind.PLATE:
            return _describe_plate(game, view, element.number, you)
        case TableElementKind.SIGN if view.deal:
            return _describe_trump(game, view)
        case TableElementKind.TURNED if view.turned is not None:
            message = describe_table_element(game.picture(view), element, you)[0]
            return (message._replace(rule=game.rule_references["trump"]), Message("tell-no-part"))
        case TableElementKind.STOCK if view.turned is not None:
            undealt = len(PACK_52) - view.seats * view.cards - 1
            return (Message("tell-undealt", {"count": undealt}, game.rule_references["trump"]),)
        case TableElementKind.NOTICE if view.deal:
            return _describe_deal(game, view)
    return describe_table_element(game.picture(view), element, you)


def _describe_card(game: ExactBidGame, view: BidState, card_index: int) -> Messages:
    """Return why the card wins and what would beat it, or what it did."""
    messages, cards = describe_trick_card(game.picture(view), card_index), view.play.trick
    if not messages:
        return ()
    rule = game.rule_references["play"]
    card = cards[card_index]
    if card_index != find_winning_index(cards, view.trump):
        # A card that never won is compared with the cards that came later, too.
        never_won = card_index != find_winning_index(cards[: card_index + 1], view.trump)
        other_cards = cards[:card_index] + (cards[card_index + 1 :] if never_won else ())
        effect = game.card_effect(view, other_cards, card)
        if "top" not in effect.values:
            return (*messages, effect)
        # The first sentence has said which card takes the trick.
        first = messages[0]._replace(rule=rule)
        is_off_suit = card.suit is not cards[0].suit and card.suit is not view.trump
        return (first, Message("tell-off-suit")) if is_off_suit else (first,)
    assert card.suit is not None
    is_trump = card.suit is view.trump
    reason = Message(
        "tell-highest-trump" if is_trump else "tell-highest", {"suit": card.suit}, rule
    )
    is_complete = view.play.is_trick_complete
    return (
        (*messages, reason)
        if is_complete
        else (*messages, reason, _beaten_by_message(view, card, rule))
    )


def _beaten_by_message(view: BidState, card: Card, rule: str) -> Message:
    """Return what would take the trick from the card that is winning."""
    is_ace, values = card.code[0] == "A", {"suit": card.suit} if card.suit is not None else {}
    if is_ace and view.trump in (None, card.suit):
        return Message("tell-beaten-none", rule=rule)
    if card.suit is view.trump:
        return Message("tell-beaten-trump", rule=rule)
    if view.trump is None:
        return Message("tell-beaten-suit", values, rule)
    code = "tell-beaten-any-trump" if is_ace else "tell-beaten-either"
    return Message(code, values | {"trump": view.trump}, rule)


def _describe_plate(game: ExactBidGame, view: BidState, seat: int, you: int | None) -> Messages:
    messages = [describe_total(seat, view.totals[seat])]
    if view.deal:
        messages.append(_describe_bid(game, view, seat))
    return (*messages, *describe_seat_role(game.picture(view), seat, you))


def _describe_bid(game: ExactBidGame, view: BidState, seat: int) -> Message:
    bid, won = view.bids[seat], view.play.tricks_won[seat]
    if bid is None:
        return Message("tell-bid-open", {"seat": seat}, game.rule_references["bid"])
    tricks_left = view.cards - sum(view.play.tricks_won)
    values, rule = {"seat": seat, "bid": bid, "won": won}, game.rule_references["score"]
    if won != bid and not tricks_left:
        return Message("tell-bid-missed", values, rule)
    if won > bid:
        return Message("tell-bid-over", values, rule)
    if won == bid:
        return Message("tell-bid-full" if tricks_left else "tell-bid-made", values, rule)
    if bid - won > tricks_left:
        return Message("tell-bid-short", values, rule)
    return Message("tell-bid-needs", values | {"count": bid - won}, rule)


def _describe_trump(game: ExactBidGame, view: BidState) -> Messages:
    follow_message = Message("tell-follow", rule=game.rule_references["play"])
    if view.trump is None:
        return (Message("tell-no-trump", rule=game.rule_references["trump"]), follow_message)
    return (
        Message("tell-trump", {"suit": view.trump}, game.rule_references["trump"]),
        follow_message,
    )


def _describe_deal(game: ExactBidGame, view: BidState) -> Messages:
    bids = [bid for bid in view.bids if bid is not None]
    messages = list(describe_deal_count(game.picture(view), game.rule_references["deal"]))
    messages.append(Message("tell-tricks", {"count": view.cards}))
    if game.is_blind(view):
        messages.append(Message("tell-blind", rule=game.rule_references["blind"]))
    if len(bids) == view.seats:
        messages.append(_balance_message(game, view, sum(bids)))
    else:
        messages += filter(None, [bids_so_far_message(view.bids, view.cards)])
        if view.options.get_flag("hook"):
            messages.append(
                Message("tell-hook", {"count": view.cards}, game.rule_references["hook"])
            )
    return (*messages, *game.scoring_messages(view))


def _balance_message(game: ExactBidGame, view: BidState, bids: int) -> Message:
    values = {"bids": bids, "tricks": view.cards}
    rule = game.rule_references.get("balance", game.rule_references["bid"])
    return Message(f"tell-bids-{balance_side(bids - view.cards)}", values, rule)


def exact_bid_advice(
    game: ExactBidGame, view: BidState, choices: Sequence[WeighedChoice]
) -> tuple[Message, ...]:
    view, command = view.with_trick_taken, choices[0].command
    messages: list[Message] = []
    if isinstance(command, BidCommand):
        messages += _bid_reasons(game, view, command.seat)
    elif isinstance(command, PlayCommand):
        messages += _card_reasons(game, view, command, choices)
    odds_message = exact_bid_odds(game, view, choices[0])
    return (*messages, odds_message) if odds_message else tuple(messages)


def exact_bid_odds(game: ExactBidGame, view: BidState, choice: WeighedChoice) -> Message | None:
    command, often = choice.command, choice.success_tenths
    if often is None:
        return None
    if isinstance(command, BidCommand):
        values = {"count": command.tricks, "often": often}
        return Message(
            "odds-bid" if command.tricks else "odds-bid-none", values, game.rule_references["bid"]
        )
    if tricks_needed(view, command.seat) is None:
        return None
    return Message("odds-made", {"often": often}, game.rule_references["play"])


def tricks_needed(view: BidState, seat: int) -> int | None:
    """Return the tricks that the seat still needs, None where its bid is lost."""
    need = (view.bids[seat] or 0) - view.play.tricks_won[seat]
    return need if 0 <= need <= view.hands[seat].size else None


def _bid_reasons(game: ExactBidGame, view: BidState, seat: int) -> Iterator[Message]:
    rule = game.rule_references["play"]
    if view.hands[seat].unknown:
        yield from _blind_bid_reasons(view, seat, rule)
        return
    hand, unseen_cards = view.hands[seat].cards, game.unseen_cards(view)
    top_cards = tuple(
        [
            card
            for card in hand
            if not any(_outranks(other_card, card) for other_card in unseen_cards)
        ]
    )
    yield Message("advice-tops" if top_cards else "advice-no-tops", {"cards": top_cards}, rule)
    trumps = sum(card.suit is view.trump for card in hand)
    if view.trump is not None:
        code = "advice-trumps" if trumps else "advice-no-trumps"
        yield Message(code, {"count": trumps}, game.rule_references["deal"])


def _blind_bid_reasons(view: BidState, seat: int, rule: str) -> Iterator[Message]:
    """Yield who would win the trick of the visible cards."""
    order = [(view.play.leader + turn) % view.seats for turn in range(view.seats)]
    seen_cards = [(owner, view.hands[owner].cards[0]) for owner in order if owner != seat]
    owner, card = seen_cards[find_winning_index([card for _, card in seen_cards], view.trump)]
    yield Message("advice-blind", {"seat": owner, "card": card}, rule)


def _card_reasons(
    game: ExactBidGame, view: BidState, play: PlayCommand, choices: Sequence[WeighedChoice]
) -> Iterator[Message]:
    card, seat, rule = play.card, play.seat, game.rule_references["play"]
    # Between two tricks ``view.play.trick`` still has the last one.
    trick = () if len(view.play.trick) == view.seats else view.play.trick
    trick_with_card = (*trick, card)
    takes_trick = find_winning_index(trick_with_card, view.trump) == len(trick)
    unseen_cards = game.cards_unseen_by(view, seat)
    is_last = len(trick_with_card) == view.seats
    rival_count = 0 if is_last else game.count_rivals(view, play)
    taking_cards = _taking_cards(view, trick, [one.command for one in choices])
    needed_count = tricks_needed(view, seat)
    if needed_count is None:
        yield Message("advice-lost", rule=rule)
        scoring = find_scoring(view)
        if scoring != SCORED_EXACT:
            yield Message(f"advice-lost-{scoring}", rule=game.rule_references["score"])
    elif needed_count:
        values = {"card": card, "count": needed_count}
        if takes_trick and is_last:
            yield Message("advice-last-takes", values, rule)
        elif takes_trick and not rival_count:
            yield Message("advice-surely-takes", values, rule)
        elif takes_trick:
            values |= {"number": rival_count, "total": len(unseen_cards)}
            yield Message("advice-may-take", values, rule)
        else:
            code = "advice-keeps-back" if taking_cards else "advice-cannot-take"
            yield Message(code, {"card": card, "cards": taking_cards}, rule)
    elif not takes_trick:
        yield Message(
            "advice-under",
            {"card": card, "top": trick_with_card[find_winning_index(trick_with_card, view.trump)]},
            rule,
        )
        if (
            trick
            and card.suit is not trick[0].suit
            and not any(_outranks(one, card) for one in unseen_cards)
        ):
            yield Message("advice-rid", {"card": card}, rule)
    elif rival_count:
        # Losing the trick is the aim only where every card takes it so far.
        rivals_code = "advice-beaten" if len(taking_cards) == len(choices) else "advice-rivals"
        yield Message(
            rivals_code, {"card": card, "number": rival_count, "total": len(unseen_cards)}, rule
        )
    elif all(surely_takes(game, view, one.command) for one in choices):
        yield Message("advice-must-take", {"card": card}, rule)
    elif all(surely_takes(game, view, one.command) for one in good_choices(choices)):
        yield Message("advice-takes-unwanted", {"card": card}, rule)


def surely_takes(game: ExactBidGame, view: BidState, command: Command) -> bool:
    """Return whether a card takes the trick for certain."""
    if not isinstance(command, PlayCommand):
        return False
    trick = () if len(view.play.trick) == view.seats else view.play.trick
    if find_winning_index((*trick, command.card), view.trump) != len(trick):
        return False
    return len(trick) + 1 == view.seats or not game.count_rivals(view, command)


def _taking_cards(
    view: BidState, trick: tuple[Card, ...], commands: Sequence[object]
) -> tuple[Card, ...]:
    cards = sorted(command.card for command in commands if isinstance(command, PlayCommand))
    return tuple(
        [card for card in cards if find_winning_index((*trick, card), view.trump) == len(trick)]
    )


def _outranks(other_card: Card, card: Card) -> bool:
    return is_beating(other_card, card, None)


SIGN_ELEMENT = TableElement(TableElementKind.SIGN)


class BidLesson(GameLesson):
    """Lesson common to both games."""

    seat_count = 4

    def question_tips(self, view: BidState, seat: int) -> tuple[LessonTip, ...]:
        return self._bidding_tips(view, seat) if view.is_bidding else self._playing_tips(view, seat)

    def _bidding_tips(self, view: BidState, seat: int) -> tuple[LessonTip, ...]:
        tips = []
        forbidden = forbidden_bid(view.bids, view.cards) if view.options.get_flag("hook") else None
        if forbidden is not None:
            tips.append(LessonTip(Message("lesson-hook", {"bid": forbidden, "count": view.cards})))
        if not view.hands[seat].unknown:
            tips.append(LessonTip(Message("lesson-bid")))
        return tuple(tips)

    def _playing_tips(self, view: BidState, seat: int) -> tuple[LessonTip, ...]:
        bid, won = view.bids[seat] or 0, view.play.tricks_won[seat]
        goal = Message("lesson-goal", {"count": bid}) if bid else Message("lesson-goal-none")
        tips = [LessonTip(goal, (TableElement(TableElementKind.PLATE, seat),))]
        if view.hands[seat].size > 1:  # The last card is no choice.
            tips.append(self._card_tip(view, seat))
        if won > bid:
            tips.append(LessonTip(Message("lesson-lost")))
        elif won == bid > 0:
            tips.append(LessonTip(Message("lesson-enough", {"count": bid})))
        return tuple(tips)

    @staticmethod
    def _card_tip(view: BidState, seat: int) -> LessonTip:
        hand, trick = view.hands[seat].cards, view.play.trick
        if not trick or view.play.is_trick_complete:
            return LessonTip(Message("lesson-lead"))
        suit = trick[0].suit
        assert suit is not None
        suit_values, led_element = {"suit": suit}, TableElement(TableElementKind.TRICK, 0)
        following = tuple(card for card in hand if card.suit is suit)
        if following:
            code = "lesson-follow" if len(following) > 1 else "lesson-follow-one"
            return LessonTip(Message(code, suit_values), (led_element, *following))
        trumps = tuple(card for card in hand if card.suit is view.trump)
        if trumps and view.trump is not None:
            suit_and_trump: dict[str, Value] = {"suit": suit, "trump": view.trump}
            return LessonTip(Message("lesson-may-trump", suit_and_trump), (led_element, *trumps))
        needs_tricks = (view.bids[seat] or 0) > view.play.tricks_won[seat]
        return LessonTip(
            Message("lesson-throw-needed" if needs_tricks else "lesson-throw", suit_values),
            (led_element,),
        )

    def event_tips(self, event: Event, view: BidState, seat: int) -> tuple[LessonTip, ...]:
        """Return that the first trick of a deal counts towards the bid of its taker."""
        if (
            isinstance(event, CardPlayed)
            and view.play.is_trick_complete
            and not any(view.play.tricks_won)
        ):
            return (
                LessonTip(
                    Message("lesson-trick"), (TableElement(TableElementKind.PLATE, view.taker),)
                ),
            )
        return ()


class DamnLesson(BidLesson):
    """Lesson with five cards each and the hook; a second deal is due but not played."""

    seed_text = "damn 160"
    options = MappingProxyType({"first": 5, "deals": 6, "hook": True})
    summary = (
        Message("lesson-knows-bid"),
        Message("lesson-knows-suit"),
        Message("lesson-knows-damn"),
    )

    def welcome_tips(self, view: BidState, seat: int) -> tuple[LessonTip, ...]:
        own = view.hands[seat].cards
        tips = [LessonTip(Message("lesson-aim", {"count": view.cards}), own)]
        if view.trump is not None:
            tips.append(LessonTip(Message("lesson-trump", {"suit": view.trump}), (SIGN_ELEMENT,)))
        return tuple(tips)


class BlackoutLesson(BidLesson):
    """Lesson on the blind deal, and the one after it."""

    seed_text = "blackout 51"
    options = MappingProxyType({"in_order": True})
    deal_count = 2
    summary = (
        Message("lesson-knows-bid"),
        Message("lesson-knows-suit"),
        Message("lesson-knows-blackout"),
    )

    def welcome_tips(self, view: BidState, seat: int) -> tuple[LessonTip, ...]:
        """Return that the first deal is blind, and the second no longer."""
        trump = () if view.trump is None else (Message("lesson-trump", {"suit": view.trump}),)
        if view.deal == 1:
            others = tuple(
                TableElement(TableElementKind.PLATE, other_seat)
                for other_seat in range(view.seats)
                if other_seat != seat
            )
            blind = LessonTip(Message("lesson-blind"), others)
            return (blind, *(LessonTip(message, (SIGN_ELEMENT,)) for message in trump))
        own = view.hands[seat].cards
        return (LessonTip(Message("lesson-seen", {"count": view.cards}), own),)

    def question_tips(self, view: BidState, seat: int) -> tuple[LessonTip, ...]:
        """Return what to base a bid on in the blind deal, and the tips of both games otherwise."""
        tips = super().question_tips(view, seat)
        if view.is_bidding and view.hands[seat].unknown:
            hands = enumerate(view.hands)
            trumps = [
                (one, card)
                for one, hand in hands
                for card in hand.cards
                if one != seat and card.suit is view.trump is not None
            ]
            tip = LessonTip(Message("lesson-bid-blind"))
            if trumps:
                owner, card = max(trumps, key=lambda one: one[1].rank)
                values = {"seat": owner, "card": card}
                tip = LessonTip(
                    Message("lesson-bid-blind-trump", values),
                    (TableElement(TableElementKind.PLATE, owner),),
                )
            tips = (*tips, tip)
        return tips
