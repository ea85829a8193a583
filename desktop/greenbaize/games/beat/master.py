"""Master: twelve contracts, first against and then for, by the beat relation (``master.md``)."""

from collections.abc import Sequence
from functools import cache
from types import MappingProxyType
from typing import ClassVar, Final

from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.contracts import (
    DEALS_PER_HALF,
    contract_of_deal,
    deals_in_match,
    sign_of_deal,
    tricks_in_deal,
)
from greenbaize.games.beat.events import (
    ContractDealt,
    ContractScored,
    TrumpChosen,
    ValuedTrickTaken,
)
from greenbaize.games.beat.lazy_methods import BeatLazyMethods
from greenbaize.games.beat.play import BeatGame, trump_options
from greenbaize.games.beat.state import BeatState, CombinationScoring, DealScoring
from greenbaize.lazy_import import lazy
from greenbaize.rules.chance import Chance
from greenbaize.rules.events import CardPlayed, DealScored, Event, LotDrawn, MatchEnded
from greenbaize.rules.game import ChoiceUnit
from greenbaize.rules.hands import are_hands_empty
from greenbaize.rules.levels import MissingLevel
from greenbaize.rules.messages import Message, Value, mark_text
from greenbaize.rules.options import ChoiceOption, YesNoOption
from greenbaize.rules.table_snapshot import DealScore, PlayerMood, ScoreQuality, SeatPlate

_MAX_CARD_POINTS: Final = {"A": 12, "T": 10, "K": 5, "Q": 3, "J": 1}
_FOUR_SUIT_POINTS: Final = 10
_BOLDNESS_SHARE: Final = 0.1
"""Share of a trick's value that boldness may cost at a card."""


@cache
def master_scoring(deal: int, seats: int, early_end: bool) -> DealScoring:
    """Return the scoring under the contract of a deal (``master.md 4``)."""
    contract, sign = contract_of_deal(deal), sign_of_deal(deal)
    signed_points, tricks = sign * contract.points_each, tricks_in_deal(deal, seats)
    no_card_points = (0,) * len(PACK_36)
    if contract.cards:
        cards = tuple(signed_points * (card in contract.cards) for card in PACK_36)
        return DealScoring((0,) * tricks, cards, ends_early=early_end)
    if contract.name == "max":
        cards = tuple(sign * _MAX_CARD_POINTS.get(card.code[0], 0) for card in PACK_36)
        return DealScoring(
            (0,) * tricks, cards, CombinationScoring(sign * _FOUR_SUIT_POINTS), signed_points
        )
    if contract.name == "all":
        return DealScoring((signed_points,) * tricks, no_card_points)
    return DealScoring((0,) * (tricks - 2) + (signed_points,) * 2, no_card_points)


class MasterGame(BeatLazyMethods, BeatGame):
    """Master, rules 1 to 6."""

    help_page = "master"
    missing_levels = (MissingLevel("easy", seats=(2,), options={"length": ("short",)}),)
    daily_options = MappingProxyType({"length": "short"})
    choice_unit = ChoiceUnit.POINTS
    options = (
        *trump_options("personal", "none"),
        YesNoOption(
            "early_end",
            default=True,
            title=mark_text("End a deal early"),
            description=mark_text(
                "A deal ends as soon as all its points are taken; All, last 2 and MAX are always "
                "played out."
            ),
            off_description=mark_text("Every deal is played to its last trick."),
        ),
        ChoiceOption(
            "length",
            ("full", "short"),
            compute_default=lambda _, __: "full",
            value_titles={
                "full": mark_text("24 deals"),
                "short": mark_text("12 deals, a short match"),
            },
            value_descriptions={
                "full": mark_text("The same contracts twice: first to be avoided, then to be won."),
                "short": mark_text(
                    "This table's own rule: the first half alone, in which points are to be "
                    "avoided. Short matches are counted by themselves and have no rating."
                ),
            },
            title=mark_text("Length"),
            omits_default=True,
            shortens_match=True,
            on_sheet=True,
        ),
    )
    rating_description = mark_text("Rating: over 50 %, more was won than lost.")
    event_classes = (
        LotDrawn,
        TrumpChosen,
        ContractDealt,
        CardPlayed,
        ValuedTrickTaken,
        ContractScored,
        MatchEnded,
    )
    seat_facts = lazy("greenbaize.games.beat.facts:contract_facts", is_method=False)
    statistics_tables = lazy("greenbaize.games.beat.facts:contract_figures", is_method=False)
    seat_honours = lazy("greenbaize.games.beat.facts:contract_honours", is_method=False)
    rating = lazy("greenbaize.games.beat.facts:contract_rating", is_method=False)
    lesson = lazy("greenbaize.games.beat.guidance:MasterLesson", is_method=False)
    describe_seat = lazy("greenbaize.games.beat.guidance:describe_master_seat")
    describe_deal = lazy("greenbaize.games.beat.guidance:describe_master_deal")
    sheet = lazy("greenbaize.games.beat.master_sheet:master_sheet_of_view", is_method=False)
    sheet_form = lazy("greenbaize.games.beat.master_sheet:MasterSheetForm", is_method=False)
    rule_references: ClassVar = {
        "lot": "master.md 3",
        "trump": "beats.md 4",
        "deal": "master.md 2, 3",
        "play": "beats.md 5",
        "trick": "beats.md 5",
        "score": "master.md 4",
        "end": "master.md 6",
    }

    def must_beat(self, view: BeatState) -> bool:
        """Return False: beating is a choice (``beats.md 5``)."""
        return False

    def next_deal(self, state: BeatState, chance: Chance) -> ContractDealt:
        cards = tricks_in_deal(state.deal + 1, state.seats)
        deal, dealer, leader, hands, _ = self.deal_hands(state, chance, cards)
        return ContractDealt(
            deal, dealer, leader, hands, contract_of_deal(deal).name, sign_of_deal(deal)
        )

    def trick_points(self, state: BeatState) -> int | None:
        is_max = contract_of_deal(state.deal).name == "max"
        return abs(self.trick_value(state, state.play.trick)) if is_max else None

    def next_event_after_trick(self, state: BeatState) -> Event | None:
        """Return the deal's score once its cards are played or, by the option, its points taken."""
        return None if self.leads_next_trick(state) else self.score_event(state)

    def leads_next_trick(self, state: BeatState) -> bool:
        """Return whether there are cards to play and, by the option, points to take."""
        if are_hands_empty(state.hands):
            return False
        # A trick without points cannot have been the last one with points.
        if not (self.deal_scoring(state).ends_early and self._last_trick_value(state)):
            return True
        return sum(self._points_by_seat(state)) != sum(self.deal_scoring(state).card_points)

    def _last_trick_value(self, view: BeatState) -> int:
        """Return the points of the last trick."""
        taken_tricks = view.play.taken_tricks
        return self.deal_scoring(view).trick_value(len(taken_tricks) - 1, taken_tricks[-1][1].cards)

    def _points_by_seat(self, view: BeatState) -> tuple[int, ...]:
        """Return the points of each seat's tricks so far."""
        scoring, points = self.deal_scoring(view), [0] * view.seats
        for trick_index, (taker, trick) in enumerate(view.play.taken_tricks):
            points[taker] += scoring.trick_value(trick_index, trick.cards)
        return tuple(points)

    def deal_points(self, state: BeatState) -> tuple[int, ...]:
        prize = self.deal_scoring(state).most_points_prize
        if not prize:
            return self._points_by_seat(state)
        winner = max_winner(state)
        return tuple(prize * (seat == winner) for seat in range(state.seats))

    def score_event(self, state: BeatState) -> ContractScored:
        scored, won = super().score_event(state), state.play.tricks_won
        remaining = tricks_in_deal(state.deal, state.seats) - sum(won)
        return ContractScored(state.deal, scored.points, scored.totals, won, remaining)

    # Sentences and pictures

    def max_deals(self, view: BeatState) -> int:
        return deals_in_match(view.options)

    def points_count_against(self, view: BeatState) -> bool:
        return sign_of_deal(view.deal) < 0

    def deal_scoring(self, view: BeatState) -> DealScoring:
        return master_scoring(view.deal, view.seats, view.options.get_flag("early_end"))

    def boldness_cost(self, view: BeatState) -> float:
        """Return a share of the average value of a trick under the contract."""
        return _BOLDNESS_SHARE * contract_of_deal(view.deal).total_points / self.hand_size(view)

    def trick_worth_message(self, view: BeatState) -> Message | None:
        """Return the points on the table, once there are any; in MAX, the card points."""
        if view.deal and contract_of_deal(view.deal).name == "max":
            count = abs(self.trick_value(view, view.play.trick))
            return Message("trick-counts", {"count": count}, "master.md 4") if count else None
        value = self.trick_value(view, view.play.trick) if view.play.trick else 0
        return Message("trick-holds", {"count": value}, "master.md 4") if value else None

    def hand_size(self, view: BeatState) -> int:
        return tricks_in_deal(view.deal, view.seats) if view.deal else 0

    def notices(self, view: BeatState) -> tuple[Message, ...]:
        return (_contract_message(view.deal),) if view.deal else ()

    def deal_announcements(self, view: BeatState) -> tuple[Message, ...]:
        contract = _contract_message(view.deal)
        if view.deal not in (1, DEALS_PER_HALF + 1):
            return (contract,)
        half = "half-against" if sign_of_deal(view.deal) < 0 else "half-for"
        return contract, Message(half, rule="master.md 1")

    def deal_score(self, scored: DealScored, view: BeatState, seat: int) -> DealScore:
        """Return the points; in the first half it is good to have taken none."""
        deal_score, points = super().deal_score(scored, view, seat), scored.points[seat]
        if sign_of_deal(scored.deal) > 0:
            return deal_score
        return deal_score._replace(quality=ScoreQuality.BAD if points else ScoreQuality.GOOD)

    def result_message(self, result: Sequence[int]) -> Message:
        return Message("result-by", {"by": result[0]}, self.rule_references["score"])

    def swing_message(
        self, view: BeatState, deal_index: int, seat: int, swing_value: float
    ) -> Message | None:
        """Return the base game's message, with the contract if it is about the seat's points."""
        message, deal = (
            super().swing_message(view, deal_index, seat, swing_value),
            view.scores[deal_index].deal,
        )
        if message is None or message.code not in ("swing-brought", "swing-cost"):
            return message
        values = {**message.values, "contract": contract_of_deal(deal).name}
        return Message(f"{message.code}-contract", values, message.rule)

    def moods(self, view: BeatState, event: Event | None = None) -> tuple[PlayerMood, ...]:
        """Return the moods after the last trick, and of the seat about to take unwanted points."""
        moods = list(super().moods(view, event))
        if view.end is not None or isinstance(event, DealScored) or not view.deal:
            return tuple(moods)
        counts_against, play = sign_of_deal(view.deal) < 0, view.play
        if play.taken_tricks and self._last_trick_value(view):
            moods[play.taken_tricks[-1][0]] = (
                PlayerMood.CAUGHT if counts_against else PlayerMood.PLEASED
            )
        if counts_against and view.situation is not None and self.trick_value(view, play.trick):
            moods[view.situation.taker] = PlayerMood.TENSE
        return tuple(moods)

    def scoring_sentences(self, view: BeatState) -> tuple[Message, ...]:
        sentences = self.notices(view)
        if contract_of_deal(view.deal).name != "max":
            return sentences
        names = zip(("ace", "ten", "king", "queen", "jack"), "ATKQJ", strict=True)
        values = {name: _MAX_CARD_POINTS[rank] for name, rank in names}
        cards = Message("count-max", values, "master.md 4")
        return (*sentences, cards, Message("count-suit", rule="master.md 4"))

    def plate(self, view: BeatState, seat: int) -> SeatPlate:
        personal_suits = view.trumps.personal_suits
        trump, line = personal_suits[seat] if personal_suits else None, None
        if view.deal:
            line = self._plate_line(view, seat)
        return SeatPlate(view.totals[seat], line, personal_suit=trump)

    def _plate_line(self, view: BeatState, seat: int) -> Message:
        """Return tricks and points so far; in MAX card points, and the prize for having most."""
        tricks_won, prize = view.play.tricks_won[seat], self.deal_scoring(view).most_points_prize
        if not prize:
            points = self._points_by_seat(view)[seat]
            values = {"count": tricks_won, "by": points}
            if points:
                return Message("plate-tricks-worth", values)
            return Message("plate-tricks" if tricks_won else "plate-no-tricks", values)
        has_most = bool(view.play.taken_tricks) and seat == max_winner(view)
        values = {"count": view.points[seat], "by": prize * has_most}
        return Message("plate-points-worth" if has_most else "plate-points", values, "master.md 4")


def _contract_message(deal: int) -> Message:
    contract, sign = contract_of_deal(deal), sign_of_deal(deal)
    half = "against" if sign < 0 else "for"
    values: dict[str, Value] = {"by": sign * contract.points_each}
    return Message(f"contract-{contract.name}-{half}", values, "master.md 4")


def max_winner(state: BeatState) -> int:
    """Return who has most card points in MAX; of tied players who took the latest trick."""
    most = max(state.points)
    tied = [seat for seat, points in enumerate(state.points) if points == most]
    return next(taker for taker, _ in reversed(state.play.taken_tricks) if taker in tied)
