"""Ass: four cards, stakes and banks, by the beat relation (``ass.md``)."""

from collections.abc import Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from greenbaize.cards import Card
from greenbaize.games.beat.banks import (
    ASS_CARD_POINTS,
    INITIAL_BANKS,
    LOSING_BANKS,
    NO_STOCK,
    BankState,
    banks_after,
    card_points_message,
    is_match_over,
    points_estimate,
    stake_outcomes,
    stake_targets,
)
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.commands import StakeCommand
from greenbaize.games.beat.events import (
    BanksScored,
    StakeMade,
    StockDealt,
    TrumpChosen,
    ValuedTrickTaken,
)
from greenbaize.games.beat.lazy_methods import BeatLazyMethods
from greenbaize.games.beat.play import BeatGame, trump_options
from greenbaize.games.beat.state import BeatState, CombinationScoring, DealScoring
from greenbaize.lazy_import import lazy
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import CardPlayed, CardsDrawn, DealScored, Event, LotDrawn, MatchEnded
from greenbaize.rules.game import ChoiceUnit, ComparisonMeasure, Question, ResultUnit
from greenbaize.rules.hands import Hand, are_hands_empty, with_item_at
from greenbaize.rules.levels import MissingLevel
from greenbaize.rules.messages import Message, Misfit, mark_text
from greenbaize.rules.options import ChoiceOption, NumberOption, OptionValues, YesNoOption
from greenbaize.rules.ranking import find_leading_seats, rank_seats
from greenbaize.rules.search_contract import find_first_misfit
from greenbaize.rules.table_snapshot import (
    DealScore,
    PlateTally,
    PlayerMood,
    ScoreQuality,
    SeatPlate,
    TableSnapshot,
    TallyShape,
)

ASS_HAND_SIZE: Final = 4
_KING_QUEEN_POINTS: Final = 25 - 5 - 3
_QUEEN_JACK_POINTS: Final = 15 - 3 - 1
_FOUR_SUIT_POINTS: Final = 10
"""Combination points of king and queen, queen and jack, and four of a suit."""
_KING, _QUEEN, _JACK = ("6789TJQKA".index(rank) for rank in "KQJ")
_CARD_POINTS: Final = {card: ASS_CARD_POINTS.get(card.code[0], 0) for card in PACK_36}
"""Points of each card by itself (``ass.md 5``)."""
_BOLDNESS_COST: Final = 1.5
"""Cost of boldness at a card, in percent of opponents beaten."""


@cache
def ass_scoring(tricks: int) -> DealScoring:
    """Return the card points of ``ass.md 5`` in a deal of so many tricks, with pairs and suits.

    Pairs are formed for the best: kings marry queens first, as they gain most.
    """
    pairs = ((_KING, _QUEEN, _KING_QUEEN_POINTS), (_QUEEN, _JACK, _QUEEN_JACK_POINTS))
    return DealScoring(
        (0,) * tricks, tuple(_CARD_POINTS.values()), CombinationScoring(_FOUR_SUIT_POINTS, pairs)
    )


class AssGame(BeatLazyMethods, BeatGame):
    """Ass, rules 1 to 6."""

    help_page = "ass"
    missing_levels = (MissingLevel("hard", seats=(4,), options={"refill": (False,)}),)
    daily_options = MappingProxyType({"deal_limit": 3})
    command_classes = (*BeatGame.command_classes, StakeCommand)
    comparison_measure = ComparisonMeasure.RANKS
    result_units = (ResultUnit.BANKS, ResultUnit.POINTS)
    choice_unit = ChoiceUnit.SHARE
    rating_description = mark_text("Rating: over 50 %, more banks were shed than gained.")
    options = (
        *trump_options("personal", "none"),
        YesNoOption(
            "must_beat",
            default=True,
            title=mark_text("Beating is compulsory"),
            description=mark_text("Otherwise beating is a choice."),
            off_description=mark_text("Beating is a choice."),
        ),
        YesNoOption(
            "refill",
            default=True,
            legacy_value=False,
            on_sheet=True,
            title=mark_text("Draw after each trick"),
            description=mark_text(
                "Hands are filled up from the stock as long as it serves everybody."
            ),
            off_description=mark_text(
                "Four cards each make a deal; the rest of the pack takes no part."
            ),
        ),
        ChoiceOption(
            "targets",
            ("source", "even"),
            compute_default=lambda seats, _: "even" if seats == 2 else "source",
            legacy_value="source",
            value_titles={
                "source": mark_text("those of the rules"),
                "even": mark_text("even ones"),
            },
            on_sheet=True,
            title=mark_text("Targets"),
            description=mark_text("What go and stay ask for."),
            value_descriptions={
                "source": mark_text(
                    "As in the table of the rules: twelve points more with each player."
                ),
                "even": mark_text(
                    "Go succeeds in about half of the deals between equal players, and stay in a "
                    "fifth."
                ),
            },
            default_reasons={
                2: mark_text(
                    "Two usually play with these, as both nearly always reach those of the rules."
                )
            },
            recommendations={
                2: (
                    "even",
                    mark_text("Two nearly always reach these: better choose the even ones."),
                ),
                **dict.fromkeys(
                    (5, 6),
                    (
                        "even",
                        mark_text("So many hardly ever say go with these: better the even ones."),
                    ),
                ),
            },
        ),
        NumberOption(
            "deal_limit",
            compute_default=lambda _, __: 60,
            compute_limits=lambda _, __: (0, 1000),
            on_sheet=True,
            title=mark_text("Deals at most"),
            description=mark_text("After so many deals the fewest banks win; 0 means no limit."),
        ),
    )
    event_classes = (
        LotDrawn,
        TrumpChosen,
        StockDealt,
        StakeMade,
        CardPlayed,
        ValuedTrickTaken,
        CardsDrawn,
        BanksScored,
        MatchEnded,
    )
    seat_facts = lazy("greenbaize.games.beat.facts:bank_facts", is_method=False)
    statistics_tables = lazy("greenbaize.games.beat.facts:bank_figures", is_method=False)
    seat_honours = lazy("greenbaize.games.beat.facts:bank_honours", is_method=False)
    rating = lazy("greenbaize.games.beat.facts:bank_rating", is_method=False)
    lesson = lazy("greenbaize.games.beat.guidance:AssLesson", is_method=False)
    describe_seat = lazy("greenbaize.games.beat.guidance:describe_ass_seat", is_method=False)
    describe_deal = lazy("greenbaize.games.beat.guidance:describe_ass_deal")
    sheet = lazy("greenbaize.games.beat.ass_sheet:ass_sheet_of_view", is_method=False)
    sheet_form = lazy("greenbaize.games.beat.ass_sheet:AssSheetForm", is_method=False)
    rule_references: ClassVar = {
        "lot": "ass.md 2",
        "trump": "beats.md 4",
        "deal": "ass.md 2",
        "stake": "ass.md 3",
        "play": "beats.md 5",
        "trick": "ass.md 4, 5",
        "draw": "ass.md 2",
        "score": "ass.md 3",
        "end": "ass.md 1",
    }

    def must_beat(self, view: BeatState) -> bool:
        return view.options.get_flag("must_beat")

    def boldness_cost(self, view: BeatState) -> float:
        """Return a small cost: what counts is whether the target is reached."""
        return _BOLDNESS_COST

    def initial_state(self, seats: int, options: OptionValues, **game_fields: Any) -> BeatState:
        bank_state = BankState((INITIAL_BANKS,) * seats, (None,) * seats)
        return super().initial_state(seats, options, game_data=bank_state, **game_fields)

    def bank_state(self, view: BeatState) -> BankState:
        bank_state: BankState = view.game_data
        return bank_state

    # Legal commands

    def find_misfit(self, view: BeatState) -> Misfit | None:
        bank_state = self.bank_state(view)
        banks, stakes = bank_state.banks, bank_state.stakes
        stock_size = self._dealt_stock_size(view) - self._draws_per_seat(view) * view.seats
        return super().find_misfit(view) or find_first_misfit(
            (Misfit.TOTALS, lambda: len(banks) == view.seats),
            (Misfit.TOTALS, lambda: all(0 < count <= LOSING_BANKS for count in banks)),
            (Misfit.BIDS, lambda: None not in stakes or not view.play.played_cards),
            (Misfit.HANDS, lambda: not view.deal or bank_state.stock.size == stock_size),
            (Misfit.HANDS, lambda: bank_state.drawn_count in (0, view.seats)),
        )

    def dealt_count(self, view: BeatState) -> int:
        return self.hand_size(view) + self._draws_per_seat(view)

    def _draws_per_seat(self, view: BeatState) -> int:
        """Return how often each player has drawn in this deal: after each trick, while it lasts."""
        return min(len(view.play.taken_tricks), self._dealt_stock_size(view) // view.seats)

    def _dealt_stock_size(self, view: BeatState) -> int:
        refill = view.options.get_flag("refill")
        return len(PACK_36) - view.seats * self.hand_size(view) if refill else 0

    def phase(self, view: BeatState) -> str:
        if view.situation is not None:
            return PlayCommand.type  # By far the most frequent phase.
        if view.deal and not view.is_choosing_trump and None in self.bank_state(view).stakes:
            return StakeCommand.type
        return super().phase(view)

    def choices(self, view: BeatState, seat: int) -> Sequence[Command]:
        if self.phase(view) == StakeCommand.type:
            return [StakeCommand(seat, True), StakeCommand(seat, False)]
        return super().choices(view, seat)

    def question(self, view: BeatState, seat: int) -> Question | None:
        question = super().question(view, seat)
        if question is None or question.kind != StakeCommand.type:
            return question
        return replace(
            question, card_values=tuple((c, _CARD_POINTS[c]) for c in view.hands[seat].cards)
        )

    def notes(self, view: BeatState, seat: int) -> tuple[Message, ...]:
        if self.phase(view) != StakeCommand.type:
            return super().notes(view, seat)
        hand, limit = view.hands[seat], view.options.get_number("deal_limit")
        targets = stake_targets(view.seats, view.options)
        messages = list(stake_outcomes(self.bank_state(view), targets, seat, view.deal, limit))
        if hand.unknown:
            return tuple(messages)
        played_count = view.seats * len(self.deal_scoring(view).trick_points)
        return (*points_estimate(hand.cards, played_count, _CARD_POINTS), *messages)

    # Deals and tricks

    def fold(self, state: BeatState, event: Event) -> BeatState:
        if isinstance(event, CardPlayed):  # By far the most frequent event.
            return self.fold_play(state, event)
        bank_state = self.bank_state(state)
        match event:
            case StakeMade(seat, go):
                stakes = with_item_at(bank_state.stakes, seat, go)
                after = (seat + 1) % state.seats if None in stakes else state.play.leader
                return replace(state, game_data=replace(bank_state, stakes=stakes), turn=after)
            case StockDealt():
                fresh = BankState(
                    bank_state.banks, (None,) * state.seats, event.stock or NO_STOCK, state.seats
                )
                return replace(super().fold(state, event), game_data=fresh)
            case CardsDrawn():
                return self._fold_draw(state, bank_state, event)
            case BanksScored():
                bank_state = replace(bank_state, banks=event.banks)
                return replace(super().fold(state, event), game_data=bank_state)
        return super().fold(state, event)

    def _fold_draw(self, state: BeatState, bank_state: BankState, event: CardsDrawn) -> BeatState:
        seat, hands = event.seat, state.hands
        hands = with_item_at(hands, seat, hands[seat].with_hand(event.cards))
        bank_state = replace(
            bank_state,
            stock=bank_state.stock.without_first_cards(event.cards.size),
            drawn_count=bank_state.drawn_count + 1,
        )
        return self.start_next_trick(replace(state, hands=hands, game_data=bank_state))

    def game_data_after_trick(self, state: BeatState) -> BankState:
        """Reset the number of draws."""
        bank_state = self.bank_state(state)
        return replace(bank_state, drawn_count=0) if bank_state.drawn_count else bank_state

    def is_finished(self, state: BeatState) -> bool:
        """Return True once somebody has 0 or 6 banks; not if all have 6 (``ass.md 1``)."""
        before = self._banks_after_deal(state, len(state.scores) - 2)
        limit = state.options.get_number("deal_limit")
        return is_match_over(before, self.bank_state(state).banks, state.deal, limit)

    def match_end_event(self, state: BeatState, chance: Chance) -> MatchEnded:
        banks = self.bank_state(state).banks
        return MatchEnded(state.totals, rank_seats([(-own,) for own in banks]))

    def next_deal(self, state: BeatState, chance: Chance) -> StockDealt:
        deal, dealer, leader, hands, rest = self.deal_hands(state, chance, ASS_HAND_SIZE)
        stock = Hand(rest) if state.options.get_flag("refill") else None
        return StockDealt(deal, dealer, leader, hands, stock)

    @staticmethod
    def _banks_after_deal(view: BeatState, deal_index: int) -> tuple[int, ...]:
        """Return the banks after the deal with this index; -1 is before all."""
        return view.scores[deal_index].banks if deal_index >= 0 else (INITIAL_BANKS,) * view.seats

    def trick_points(self, state: BeatState) -> int | None:
        return self.trick_value(state, state.play.trick)

    def next_event_after_trick(self, state: BeatState) -> Event | None:
        bank_state = self.bank_state(state)
        if self._is_drawing(state, bank_state):
            return self._next_draw(state, bank_state)
        if are_hands_empty(state.hands):
            return self.score_event(state)
        return None

    def leads_next_trick(self, state: BeatState) -> bool:
        """Return whether all have drawn and there are cards to play."""
        return not self._is_drawing(state, self.bank_state(state)) and not are_hands_empty(
            state.hands
        )

    @staticmethod
    def _is_drawing(state: BeatState, bank_state: BankState) -> bool:
        return bank_state.drawn_count < state.seats and (
            bank_state.drawn_count > 0 or bank_state.stock.size >= state.seats
        )

    @staticmethod
    def _next_draw(state: BeatState, bank_state: BankState) -> CardsDrawn:
        return CardsDrawn(
            (state.play.leader + bank_state.drawn_count) % state.seats,
            bank_state.stock.first_cards(1),
        )

    def fill_unseen(
        self, view: BeatState, hands: tuple[Hand, ...], rest: tuple[Card, ...]
    ) -> BeatState:
        bank_state = self.bank_state(view)
        stock = Hand(bank_state.stock.cards + rest[: bank_state.stock.unknown])
        return replace(view, hands=hands, game_data=replace(bank_state, stock=stock))

    def deal_result(self, view: BeatState, scored: DealScored, seat: int) -> tuple[int, ...]:
        """Return the banks shed, negative for one that was paid, and the card points."""
        assert isinstance(scored, BanksScored)
        return self.bank_state(view).banks[seat] - scored.banks[seat], scored.points[seat]

    def result_message(self, result: Sequence[int]) -> Message:
        banks, points = result
        change = "less" if banks > 0 else "more" if banks else "same"
        return Message(
            f"result-banks-{change}", {"count": abs(banks), "points": points}, "ass.md 3"
        )

    def gain(self, view: BeatState, scored: DealScored, seat: int) -> float:
        """Return the banks shed in excess of the others; card points only break ties."""
        assert isinstance(scored, BanksScored)
        banks_before = self.bank_state(view).banks
        banks = [
            before_count - after_count
            for before_count, after_count in zip(banks_before, scored.banks, strict=True)
        ]
        mean = (sum(banks) - banks[seat]) / (len(banks) - 1)
        return banks[seat] - mean + super().gain(view, scored, seat) / 1000

    def deal_value(self, view: BeatState, deal_index: int, seat: int) -> float:
        """Return the banks a deal shed; of equal ones, the distance from the target decides."""
        scored, banks_shed = view.scores[deal_index], self._banks_shed(view, deal_index, seat)
        missing: int = scored.targets[seat] - scored.points[seat]
        return (banks_shed or -0.5) - missing / 1000

    def _banks_shed(self, view: BeatState, deal_index: int, seat: int) -> int:
        """Return the number of banks that a seat shed in a deal."""
        return (
            self._banks_after_deal(view, deal_index - 1)[seat]
            - self._banks_after_deal(view, deal_index)[seat]
        )

    def swing_message(
        self, view: BeatState, deal_index: int, seat: int, swing_value: float
    ) -> Message | None:
        scored, banks_shed = view.scores[deal_index], self._banks_shed(view, deal_index, seat)
        code = "swing-shed" if banks_shed > 0 else "swing-paid" if banks_shed else "swing-kept"
        count = abs(scored.points[seat] - scored.targets[seat])
        return Message(code, {"deal": scored.deal, "count": count}, "ass.md 3")

    # Sentences and pictures

    def max_deals(self, view: BeatState) -> int:
        return view.options.get_number("deal_limit")

    def deal_scoring(self, view: BeatState) -> DealScoring:
        refill = view.options.get_flag("refill")
        return ass_scoring(len(PACK_36) // view.seats if refill else ASS_HAND_SIZE)

    def scoring_sentences(self, view: BeatState) -> tuple[Message, ...]:
        """Return the targets and their consequences, and the points of cards (``ass.md 5``)."""
        targets = stake_targets(view.seats, view.options)
        return (
            Message("tell-banks-end", {"number": LOSING_BANKS}, "ass.md 1"),
            Message("count-targets", {"go": targets.go, "stay": targets.stay}, "ass.md 3"),
            card_points_message(),
            Message("count-pairs", rule="ass.md 5"),
            Message("count-suit", rule="ass.md 5"),
        )

    def trick_worth_message(self, view: BeatState) -> Message | None:
        if not view.play.trick:
            return None
        return Message(
            "trick-worth", {"count": self.trick_value(view, view.play.trick)}, "ass.md 5"
        )

    def statement_meaning(self, view: BeatState, command: Command) -> tuple[Message, ...]:
        if not isinstance(command, StakeCommand):
            return super().statement_meaning(view, command)
        code = "stake-go" if command.go else "stake-stay"
        target = stake_targets(view.seats, view.options).of_stake(go=command.go)
        return (Message(code, {"count": target}, "ass.md 3"),)

    def hand_size(self, view: BeatState) -> int:
        return ASS_HAND_SIZE

    def make_picture(self, view: BeatState) -> TableSnapshot:
        return super().make_picture(view)._replace(stock_size=self.bank_state(view).stock.size)

    def plate(self, view: BeatState, seat: int) -> SeatPlate:
        personal_suits, bank_state = view.trumps.personal_suits, self.bank_state(view)
        stake, line = bank_state.stakes[seat], None
        if stake is not None:
            target = stake_targets(view.seats, view.options).of_stake(go=stake)
            values = {"points": view.points[seat], "target": target}
            line = Message("plate-go" if stake else "plate-stay", values)
        coins = PlateTally(TallyShape.COINS, bank_state.banks[seat])
        trump = personal_suits[seat] if personal_suits else None
        return SeatPlate(bank_state.banks[seat], line, tally=coins, personal_suit=trump)

    def moods(self, view: BeatState, event: Event | None = None) -> tuple[PlayerMood, ...]:
        moods = list(super().moods(view, event))
        if view.end is not None or isinstance(event, DealScored):
            return tuple(moods)
        bank_state, go_target = self.bank_state(view), stake_targets(view.seats, view.options).go
        for seat, go in enumerate(bank_state.stakes):
            if go and view.points[seat] >= go_target:
                moods[seat] = PlayerMood.PLEASED
            elif go and (view.hands[seat].size <= 1 or bank_state.banks[seat] == LOSING_BANKS - 1):
                moods[seat] = PlayerMood.TENSE
        return tuple(moods)

    def leading_seats(self, view: BeatState) -> tuple[int, ...]:
        """Return the seats with fewest banks: the points of all deals together decide nothing."""
        return find_leading_seats([-banks for banks in self.bank_state(view).banks])

    def deal_announcements(self, view: BeatState) -> tuple[Message, ...]:
        if view.deal != self.max_deals(view):
            return ()
        return (Message("deal-last"), Message("limit-decides", rule=self.rule_references["end"]))

    def deal_score(self, scored: DealScored, view: BeatState, seat: int) -> DealScore:
        assert isinstance(scored, BanksScored)
        points, target = scored.points[seat], scored.targets[seat]
        is_target_met, go = points >= target, self.bank_state(view).stakes[seat]
        score_code = (
            "made-bank-shed" if is_target_met else "made-bank-paid" if go else "made-bank-kept"
        )
        sentence_code = "sheds-bank" if is_target_met else "pays-bank" if go else "keeps-banks"
        quality = (
            ScoreQuality.GOOD if is_target_met else ScoreQuality.BAD if go else ScoreQuality.NEUTRAL
        )
        values = {"seat": seat, "points": points, "target": target}
        return DealScore(
            Message(score_code, rule="ass.md 3"),
            quality,
            Message(sentence_code, values, "ass.md 3"),
        )

    def final_values(self, view: BeatState) -> tuple[Message, ...]:
        banks = self.bank_state(view).banks
        return tuple(Message("final-banks", {"count": count}) for count in banks)

    def running_scores(self, seats: int, last_score: DealScored | None) -> tuple[int, ...]:
        """Return the banks, which decide; card points only break ties."""
        return last_score.banks if isinstance(last_score, BanksScored) else (INITIAL_BANKS,) * seats

    def deal_points(self, state: BeatState) -> tuple[int, ...]:
        return state.points

    def score_event(self, state: BeatState) -> BanksScored:
        bank_state, scored = self.bank_state(state), super().score_event(state)
        both_targets = stake_targets(state.seats, state.options)
        targets = tuple(both_targets.of_stake(go=bool(go)) for go in bank_state.stakes)
        banks = tuple(
            banks_after(banks, points >= target, go=bool(go))
            for banks, points, target, go in zip(
                bank_state.banks, state.points, targets, bank_state.stakes, strict=True
            )
        )
        return BanksScored(state.deal, scored.points, scored.totals, targets, banks)
