"""Descriptions of the table's elements, advice, and first lessons for Master and Ass."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple

from greenbaize.cards import Card
from greenbaize.games.beat import beats, reasons
from greenbaize.games.beat.banks import LOSING_BANKS, card_points_message, stake_targets
from greenbaize.games.beat.beats import TrickSituation
from greenbaize.games.beat.commands import StakeCommand
from greenbaize.games.beat.contracts import (
    DEALS_PER_HALF,
    DEALS_PER_MATCH,
    Contract,
    contract_of_deal,
    sign_of_deal,
)
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.reasons import RING_RANKS, describe_trumps, explain_effect
from greenbaize.games.beat.state import BeatState
from greenbaize.games.beat.warm_up import ass_warm_up, master_warm_up
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import CardPlayed, Event
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.search_contract import WeighedChoice, good_choices
from greenbaize.rules.table_elements import (
    GameLesson,
    LessonTip,
    Messages,
    TableElement,
    TableElementKind,
    WarmUpStep,
    describe_deal_count,
    describe_seat_role,
    describe_table_element,
    describe_total,
    describe_trick_card,
)


def describe_beat_element(
    game: BeatGame, view: BeatState, element: TableElement, you: int | None
) -> Messages:
    """Return the description of an element of the table; nothing for one that is not there."""
    match element.kind:
        case TableElementKind.TRICK:
            return _describe_card(game, view, element.number, you)
        case TableElementKind.PLATE:
            seat = element.number
            messages = (*game.describe_seat(view, seat), *_describe_personal_trump(view, seat))
            return (*messages, *describe_seat_role(game.picture(view), seat, you))
        case TableElementKind.DISC:
            return _describe_disc(view, element.number)
        case TableElementKind.SIGN if view.deal:
            return (
                *_describe_main_suit(game, view),
                describe_trumps(view.trumps, in_ring_panel=False),
            )
        case TableElementKind.TRUMPS if view.deal:
            return (describe_trumps(view.trumps, in_ring_panel=False),)
        case TableElementKind.RING if view.deal:
            ring = Message("now-ring", rule="beats.md 1")
            classes = (Message("now-class", rule="beats.md 4"),) if any(view.trumps.classes) else ()
            return (ring, *classes)
        case TableElementKind.STOCK:
            stock_messages = describe_table_element(game.picture(view), element, you)
            return (
                (*stock_messages, Message("tell-refill", rule=game.rule_references["draw"]))
                if stock_messages
                else ()
            )
        case TableElementKind.NOTICE if view.deal:
            return game.describe_deal(view)
    return describe_table_element(game.picture(view), element, you)


# Cards of the trick


def _describe_card(game: BeatGame, view: BeatState, card_index: int, you: int | None) -> Messages:
    """Return whose card it is, what it did by which rule, and what would take the trick from it."""
    picture = game.picture(view)
    messages = describe_trick_card(picture, card_index)
    if not messages:
        return ()
    _, effect = game.explain_trick(view, Trick(view.play.leader, view.play.trick))[card_index]
    if card_index != picture.winning_index or view.play.is_trick_complete or view.situation is None:
        return (*messages, *effect)
    return (*messages, *effect, _describe_taking_cards(view, view.situation, you))


def _describe_taking_cards(view: BeatState, situation: TrickSituation, you: int | None) -> Message:
    """Return which cards of the asking seat, or else of the next player, would take the trick."""
    play = view.play
    later_seats = [(play.leader + turn) % view.seats for turn in range(len(play.trick), view.seats)]
    seat = you if you is not None and you in later_seats else later_seats[0]
    cards, eights = reasons.taking_cards(situation, seat, view.trumps, play.trick)
    if not eights:
        values: dict[str, Value] = {"seat": seat, "cards": cards}
        return Message("tell-takers" if cards else "tell-takers-none", values, "beats.md 2")
    values = {"seat": seat, "cards": cards, "eights": eights, "suit": situation.main_suit}
    return Message("tell-takers-eights" if cards else "tell-takers-void", values, "beats.md 2")


# Trumps


def _describe_personal_trump(view: BeatState, seat: int) -> Messages:
    personal_suits = view.trumps.personal_suits
    if not personal_suits:
        return ()
    suit = personal_suits[seat]
    if suit is None:
        return (Message("tell-trump-open", {"seat": seat}, "beats.md 4.1"),)
    return (Message("tell-trump-own", {"seat": seat, "suit": suit}, "beats.md 4.1"),)


def _describe_disc(view: BeatState, seat: int) -> Messages:
    personal_suits = view.trumps.personal_suits
    suit = personal_suits[seat] if personal_suits else None
    if suit is None:
        return ()
    values: dict[str, Value] = {"seat": seat, "suit": suit}
    return (
        *_describe_personal_trump(view, seat),
        Message("tell-trump-beats", values, "beats.md 2e"),
        Message("tell-trump-others", values, "beats.md 4.1"),
    )


def _describe_main_suit(game: BeatGame, view: BeatState) -> Messages:
    """Return the main suit, and what it demands of the next player."""
    situation = view.situation
    if situation is None:
        return (Message("tell-main-open", rule="beats.md 2"),)
    values: dict[str, Value] = {
        "suit": situation.main_suit,
        "card": situation.eight or situation.led_card,
    }
    if situation.eight is None:
        message = Message("tell-main", values, "beats.md 2")
    else:
        message = Message("tell-main-renamed", values, "beats.md 2d")
    follow_code = "tell-main-only" if situation.eight is not None else "tell-main-follow"
    values = {"suit": situation.main_suit, "card": situation.led_card}
    must_beat_messages = (
        (Message("tell-must-beat", rule="beats.md 5"),) if game.must_beat(view) else ()
    )
    return (message, *must_beat_messages, Message(follow_code, values, "beats.md 5"))


def describe_ass_seat(view: BeatState, seat: int) -> Messages:
    """Return a player's banks, and the target and points of the deal."""
    bank_state = view.game_data
    messages = [Message("tell-banks", {"seat": seat, "count": bank_state.banks[seat]}, "ass.md 1")]
    if view.deal:
        messages.append(_stake_message(view, seat, bank_state.stakes[seat]))
    return (*messages, describe_total(seat, view.totals[seat]))


def _stake_message(view: BeatState, seat: int, go: bool | None) -> Message:
    if go is None:
        return Message("tell-stake-open", {"seat": seat}, "ass.md 3")
    target = stake_targets(view.seats, view.options).of_stake(go=go)
    values = {"seat": seat, "points": view.points[seat], "target": target}
    return Message("tell-stake-go" if go else "tell-stake-stay", values, "ass.md 3")


def describe_ass_deal(game: BeatGame, view: BeatState) -> Messages:
    """Return how the match ends, and the deal limit."""
    messages = [*describe_deal_count(game.picture(view), "ass.md 1")]
    messages.append(Message("tell-banks-end", {"number": LOSING_BANKS}, "ass.md 1"))
    limit = view.options.get_number("deal_limit")
    if limit:
        messages.append(Message("tell-deal-limit", {"number": limit}, "ass.md 1"))
    return tuple(messages)


def describe_master_seat(game: BeatGame, view: BeatState, seat: int) -> Messages:
    """Return a player's points in all, and tricks and points of the deal."""
    messages = [describe_total(seat, view.totals[seat])]
    line = game.plate(view, seat).deal_message
    if line is None:
        return tuple(messages)
    count: dict[str, Value] = {"count": view.play.tricks_won[seat]}
    if contract_of_deal(view.deal).name == "max":
        # The plate's line has the card points, then what they score if it stays so.
        points = {"points": line.values["count"], "by": line.values["by"]}
        messages.append(Message("tell-tricks-card-points", count | points, "master.md 4"))
    else:
        messages.append(
            Message("tell-tricks-points", count | {"points": line.values["by"]}, "master.md 4")
        )
    return tuple(messages)


def describe_master_deal(game: BeatGame, view: BeatState) -> Messages:
    """Return what the contract scores, its sign, and the number of deals left in this half."""
    contract, counts_against = contract_of_deal(view.deal), sign_of_deal(view.deal) < 0
    deals_left = (DEALS_PER_HALF if counts_against else DEALS_PER_MATCH) - view.deal
    messages = [
        *describe_deal_count(game.picture(view), "master.md 4"),
        *_describe_contract(contract),
        Message("tell-against" if counts_against else "tell-for", rule="master.md 1"),
        Message(
            "tell-half-left" if deals_left else "tell-half-last",
            {"count": deals_left},
            "master.md 1",
        ),
    ]
    if contract.cards and view.options.get_flag("early_end"):
        messages.append(Message("tell-early-end", rule="master.md 5"))
    return tuple(messages)


def _describe_contract(contract: Contract) -> Messages:
    values = {"number": contract.points_each, "total": contract.total_points}
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


_BEATS_RULE: Final = "beats.md 2"
_TARGETS_RULE: Final = "ass.md 3"
_POINTS_RULE: Final = "ass.md 5"
_EIGHT_RANKS: Final = "8"
_RANKS_BEATING_EIGHTS: Final = "KQ"


def beat_advice(
    game: BeatGame, view: BeatState, choices: Sequence[WeighedChoice]
) -> tuple[Message, ...]:
    command = choices[0].command
    if isinstance(command, StakeCommand):
        return (_stake_reason(game, view, command), *_compare_stakes(choices))
    if not isinstance(command, PlayCommand):
        return ()
    odds_message = beat_odds(game, view, choices[0])
    reasons = tuple(_card_reasons(game, view, choices))
    return reasons if odds_message is None else (*reasons, odds_message)


def _compare_stakes(choices: Sequence[WeighedChoice]) -> Iterator[Message]:
    """Yield how often either stake rids of a bank, and what decides: the chances in the match."""
    choice_by_go = {one.command.go: one for one in choices if isinstance(one.command, StakeCommand)}
    if len(choice_by_go) < 2:
        return
    going, staying = choice_by_go[True], choice_by_go[False]
    if going.success_tenths is not None and staying.success_tenths is not None:
        chances: dict[str, Value] = {
            "often": going.success_tenths,
            "often_other": staying.success_tenths,
        }
        yield Message("odds-stakes", chances, _TARGETS_RULE)
    go_share, stay_share = round(going.expected_score), round(staying.expected_score)
    if go_share != stay_share:
        better_code = "going-is-better" if go_share > stay_share else "staying-is-better"
        yield Message(better_code, rule="ass.md 1")


def beat_odds(game: BeatGame, view: BeatState, choice: WeighedChoice) -> Message | None:
    """Return the odds of reaching the target, where there is one that has not been reached."""
    command, banking = choice.command, game.bank_state(view)
    if choice.success_tenths is None or banking is None:
        return None
    if isinstance(command, StakeCommand):
        count = stake_targets(view.seats, view.options).of_stake(go=command.go)
        code = "odds-go" if command.go else "odds-stay"
        return Message(code, {"count": count, "often": choice.success_tenths}, _TARGETS_RULE)
    if _has_reached_target(game, view, command.seat):
        return None
    count = stake_targets(view.seats, view.options).of_stake(go=bool(banking.stakes[command.seat]))
    return Message("odds-target", {"count": count, "often": choice.success_tenths}, _TARGETS_RULE)


def _has_reached_target(game: BeatGame, view: BeatState, seat: int) -> bool:
    """Return whether there is a target, and the seat has reached it."""
    banking = game.bank_state(view)
    if banking is None:
        return False
    return view.points[seat] >= stake_targets(view.seats, view.options).of_stake(
        go=bool(banking.stakes[seat])
    )


def _stake_reason(game: BeatGame, view: BeatState, stake: StakeCommand) -> Message:
    """Return the hand's reason for a stake: its eights or points, or that it has no eight."""
    hand = sorted(view.hands[stake.seat].cards)
    eights = tuple([card for card in hand if card.code[0] in _EIGHT_RANKS])
    if eights and stake.go:
        return Message("advice-eights", {"cards": eights}, "beats.md 2d")
    if eights or stake.go:
        return Message(
            "own-points",
            {"count": sum(game.trick_value(view, (one,)) for one in hand)},
            _POINTS_RULE,
        )
    beating_eights = tuple([card for card in hand if card.code[0] in _RANKS_BEATING_EIGHTS])
    code = "advice-no-eights" if beating_eights else "advice-nothing-strong"
    return Message(code, {"cards": beating_eights}, "beats.md 2d")


def _card_reasons(
    game: BeatGame, view: BeatState, choices: Sequence[WeighedChoice]
) -> Iterator[Message]:
    seat = choices[0].command.seat
    best, *others = [assess_card(game, view, one.command) for one in choices]
    values: dict[str, Value] = {
        "card": best.card,
        "top": best.top,
        "number": best.rivals,
        "total": len(game.cards_unseen_by(view, seat)),
        "by": best.trick_points,
    }
    if game.points_count_against(view):
        yield from _avoiding_reasons(best, others, values, len(good_choices(choices)))
    elif best.is_certain:
        yield Message("advice-holds-surely", values, _BEATS_RULE)
    elif best.takes_trick:
        is_hardest_to_beat = best.rivals <= min(
            (one.rivals for one in others if one.takes_trick), default=best.rivals
        )
        wants_trick = (
            is_hardest_to_beat
            and best.trick_points > 0
            and not _has_reached_target(game, view, seat)
        )
        code = "advice-holds" if wants_trick else "advice-rivals"
        yield Message(code, values, _BEATS_RULE)
    elif winning_cards := tuple(
        sorted([one.card for one in others if one.takes_trick], key=beats.seniority_of)
    ):
        yield Message("advice-keeps-back", {"cards": winning_cards}, _BEATS_RULE)
    else:
        yield Message("advice-cannot-take", values, _BEATS_RULE)


class CardProspect(NamedTuple):
    """Expected consequences of playing a card.

    ``takes_trick``: it takes the trick so far, and ``rivals`` is the number of unseen cards that
    can change that. ``top`` is the top card then, ``trick_points`` the value of the trick,
    ``card_points`` the part of it that this card adds. ``is_last``: nobody plays after it.
    """

    card: Card
    top: Card
    takes_trick: bool
    rivals: int
    trick_points: int
    card_points: int
    is_last: bool

    @property
    def is_certain(self) -> bool:
        """The card takes the trick for certain."""
        return self.takes_trick and not self.rivals


def assess_card(game: BeatGame, view: BeatState, command: Command) -> CardProspect:
    assert isinstance(command, PlayCommand)
    card, seat = command.card, command.seat
    # Between two tricks ``view.play.trick`` still has the last one.
    cards_before = () if view.situation is None else view.play.trick
    situation = beats.play_on_situation(view.situation, card, seat, view.trumps)
    trick_points = game.trick_value(view, (*cards_before, card))
    card_points = trick_points - game.trick_value(view, cards_before) if cards_before else 0
    rivals = game.count_rivals(view, command)
    is_last = len(cards_before) + 1 == view.seats
    return CardProspect(
        card, situation.top, situation.taker == seat, rivals, trick_points, card_points, is_last
    )


def _avoiding_reasons(
    best: CardProspect,
    others: Sequence[CardProspect],
    values: Mapping[str, Value],
    good_count: int,
) -> Iterator[Message]:
    """Yield why a card is good where points are to be avoided; ``good_count`` choices are good."""
    if not best.takes_trick:
        yield Message(
            "advice-leaves" if best.trick_points else "advice-leaves-free", values, _BEATS_RULE
        )
        # A trick may score by itself, without any card in it.
        if best.card_points:
            yield Message("advice-sheds", {"card": best.card, "by": best.card_points}, _BEATS_RULE)
    elif best.rivals:
        # Losing the trick is the aim only with the most easily beaten card, and if none leaves it.
        is_most_beaten = all(one.takes_trick and one.rivals <= best.rivals for one in others)
        wants_beat = is_most_beaten and best.trick_points < 0
        yield Message("advice-is-beaten" if wants_beat else "advice-rivals", values, _BEATS_RULE)
    elif not best.trick_points:
        yield Message(
            "advice-takes-free" if best.is_last else "advice-takes-so-far", values, _BEATS_RULE
        )
    elif all(one.is_certain for one in others):
        costs = {one.trick_points for one in others} - {best.trick_points}
        cheapest = costs and max(costs) < best.trick_points
        code = "advice-must-take-cheaply" if cheapest else "advice-must-take-it"
        yield Message(code, values, _BEATS_RULE)
    elif all(one.is_certain for one in others[: good_count - 1]):
        yield Message("advice-takes-now", values, _BEATS_RULE)
    else:
        yield Message("advice-takes-it", values, _BEATS_RULE)


_RING_TIP = LessonTip(Message("lesson-ring"), (TableElement(TableElementKind.RING),))
_ORDER_TIP = LessonTip(Message("lesson-order"), (TableElement(TableElementKind.RING),))


class BeatLesson(GameLesson):
    """Lesson common to both games, without trumps, which come later."""

    options = MappingProxyType({"trumps": "none"})
    must_beat: ClassVar[bool]
    """A player who can beat must."""

    def question_tips(self, view: BeatState, seat: int) -> tuple[LessonTip, ...]:
        """Return which cards of the hand beat the top card, and which may be played otherwise."""
        hand, situation = view.hands[seat].cards, view.situation
        if len(hand) == 1:
            return ()
        if situation is None:
            return (LessonTip(Message("lesson-beat-lead")), _ORDER_TIP)
        values: dict[str, Value] = {"top": situation.top, "suit": situation.main_suit}
        top_element = TableElement(TableElementKind.TRICK, view.play.trick.index(situation.top))
        beating = beats.beating_cards(situation, hand, seat, view.trumps)
        extra_tips = (*_explain_taking_back(situation, view.trumps), _ORDER_TIP)
        playable = beats.playable_cards(
            situation, hand, seat, view.trumps, must_beat=self.must_beat
        )
        others = tuple([card for card in playable if card not in beating])
        follows = beats.following_cards(situation, hand)
        if beating:
            code = "lesson-can-beat" if others else "lesson-all-beat"
            if self.must_beat:
                code = "lesson-must-beat"
            all_values = {**values, "cards": beating, "others": others}
            rule_tips = _explain_beat_rules(situation, beating, seat, view.trumps)
            return (
                LessonTip(Message(code, all_values), (top_element, *beating)),
                *rule_tips,
                *extra_tips,
            )
        if follows:
            code = "lesson-beat-follow" if len(follows) > 1 else "lesson-beat-follow-one"
            return (
                LessonTip(Message(code, {**values, "cards": follows}), (top_element, *follows)),
                *extra_tips,
            )
        return (LessonTip(Message("lesson-beat-throw", values), (top_element,)), *extra_tips)

    def event_tips(self, event: Event, view: BeatState, seat: int) -> tuple[LessonTip, ...]:
        """Return the beats that surprise players of other games: by the ring, or by an eight."""
        trick = view.play.trick
        if not isinstance(event, CardPlayed) or not view.play.is_trick_complete:
            return ()
        situation: beats.TrickSituation | None = None
        tips: tuple[LessonTip, ...] = ()
        for turn, card in enumerate(trick):
            situation_before, player = situation, (view.play.leader + turn) % view.seats
            situation = beats.play_on_situation(situation_before, card, player, view.trumps)
            if situation_before is not None and situation.top == card:
                tips = _explain_surprise(card, situation_before, turn) or tips
            elif situation_before is not None:
                message = explain_effect(
                    situation_before,
                    card,
                    player,
                    view.trumps,
                    void=card.suit is not situation_before.main_suit,
                )
                if situation_before.top not in (situation.top, situation.led_card):
                    # It beat the top card but not the led one, so the trick went back to the
                    # leader.
                    tips = (
                        LessonTip(
                            message,
                            (
                                TableElement(TableElementKind.TRICK, turn),
                                TableElement(TableElementKind.TRICK, 0),
                            ),
                        ),
                    )
                elif message.code in _NEAR_MISS_CODES:
                    tips = (LessonTip(message, (TableElement(TableElementKind.TRICK, turn),)),)
        return tips


_NEAR_MISS_CODES: Final = frozenset(
    ("value-late", "value-renamed", "one-less-gap", "one-less-late", "one-less-renamed")
)
"""Codes for cards that would beat in another trick: by the rank led, or one step below."""


def _explain_beat_rules(
    situation: TrickSituation, beating: Sequence[Card], seat: int, trumps: beats.Trumps
) -> Iterator[LessonTip]:
    """Yield why cards beat to which the order in a suit does not apply."""
    rules = {
        card: beats.find_beat_rule(situation, card, seat, trumps, void=False) for card in beating
    }
    same_rank = tuple([card for card in beating if rules[card] is beats.BeatRule.SAME_VALUE])
    if same_rank:
        yield LessonTip(Message("lesson-rank-led", {"cards": same_rank}), same_rank)
    for card in beating:
        if rules[card] is beats.BeatRule.ONE_LESS:
            yield LessonTip(
                Message("lesson-one-less", {"card": card, "top": situation.top}), (card,)
            )


def _explain_taking_back(situation: TrickSituation, trumps: beats.Trumps) -> tuple[LessonTip, ...]:
    """Return which cards would give the trick back to the led card, as the ring's line says."""
    cards = reasons.cards_giving_back(situation, trumps)
    if not cards:
        return ()
    values: dict[str, Value] = {"cards": cards, "top": situation.top, "led": situation.led_card}
    return (
        LessonTip(
            Message("now-back", values, "beats.md 3"), (TableElement(TableElementKind.RING),)
        ),
    )


def _explain_surprise(
    card: Card, situation: beats.TrickSituation, turn: int
) -> tuple[LessonTip, ...]:
    """Return what a beginner would not expect of a card that beats; nothing for usual beats."""
    values: dict[str, Value] = {"card": card, "top": situation.top}
    elements = (TableElement(TableElementKind.TRICK, turn),)
    if beats.is_eight(card):
        return (LessonTip(Message("lesson-eight", values), elements),)
    rank, top = card.code[0], situation.top.code[0]
    if card.suit is situation.top.suit and (rank, top) in zip(
        RING_RANKS, (*RING_RANKS[1:], RING_RANKS[0]), strict=True
    ):
        return (
            LessonTip(
                Message("lesson-ring-beat", values),
                (*elements, TableElement(TableElementKind.RING)),
            ),
        )
    if card.suit is not situation.top.suit and rank == top:
        return (LessonTip(Message("lesson-same-value", values), elements),)
    return ()


class MasterLesson(BeatLesson):
    """Lesson on the first contract, in which every trick costs a point."""

    seed_text = "master 34"
    seat_count = 4
    must_beat = False
    summary = (
        Message("lesson-knows-ring"),
        Message("lesson-knows-ways"),
        Message("lesson-knows-contracts"),
        Message("lesson-knows-trumps"),
    )

    def warm_up_steps(self) -> tuple[WarmUpStep, ...]:
        return master_warm_up()

    def welcome_tips(self, view: BeatState, seat: int) -> tuple[LessonTip, ...]:
        return (
            LessonTip(Message("lesson-contract"), (TableElement(TableElementKind.NOTICE),)),
            _RING_TIP,
        )


class AssLesson(BeatLesson):
    """Lesson on one deal of four cards, with its stake."""

    seed_text = "ass 156"
    seat_count = 3
    must_beat = True
    summary = (
        Message("lesson-knows-ring"),
        Message("lesson-knows-ways"),
        Message("lesson-knows-stakes"),
        Message("lesson-knows-trumps"),
    )

    def warm_up_steps(self) -> tuple[WarmUpStep, ...]:
        return ass_warm_up()

    def welcome_tips(self, view: BeatState, seat: int) -> tuple[LessonTip, ...]:
        return (
            LessonTip(Message("lesson-banks"), (TableElement(TableElementKind.PLATE, seat),)),
            _RING_TIP,
        )

    def question_tips(self, view: BeatState, seat: int) -> tuple[LessonTip, ...]:
        targets = stake_targets(view.seats, view.options)
        if view.game_data.stakes[seat] is None:
            aim = LessonTip(Message("lesson-stake", {"number": targets.go, "other": targets.stay}))
            return (aim, LessonTip(card_points_message()))
        count = targets.of_stake(go=bool(view.game_data.stakes[seat]))
        goal = LessonTip(
            Message("lesson-goal-points", {"count": count}),
            (TableElement(TableElementKind.PLATE, seat),),
        )
        return (*super().question_tips(view, seat), goal, LessonTip(Message("count-pairs")))
