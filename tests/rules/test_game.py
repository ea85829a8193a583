"""Tests of what every game inherits, with a game that declares only what is required."""

import re
from typing import ClassVar

import pytest
from msgspec.structs import replace

from games.turnup_game import TURNUP, TurnUpDealt, TurnUpGame
from greenbaize.cards import ALL_CARDS, PACK_52, Card, parse_cards
from greenbaize.games import GAMES
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.commands import Command, PlayCommand, ReadyCommand
from greenbaize.rules.events import (
    CallMade,
    CardPlayed,
    CardsDealt,
    CardsDrawn,
    DealScored,
    LotDrawn,
    MatchEnded,
    TrickTaken,
)
from greenbaize.rules.game import (
    AllowedVerdict,
    Explanation,
    Game,
    Question,
    QuestionAnswer,
    RefusedVerdict,
)
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.messages import GameVocabulary, Message
from greenbaize.rules.options import OptionValues
from greenbaize.rules.sheets import ScoreSheet, SheetBox, SheetRow
from greenbaize.rules.table_snapshot import DealScore, PlayerMood, ScoreQuality

CHANCE = SeededChance("game")
START = TURNUP.initial_state(4, OptionValues())
HANDS = ("2C 3C 4C 5C 6C", "2D 3D 4D 5D 6D", "7C 3H 4H 5H 6H", "2S 3S 4S 5S 6S")


def deal_hands(dealer=3):
    hands = tuple(Hand(parse_cards(hand)) for hand in HANDS)
    return TurnUpDealt(1, dealer, (dealer + 1) % 4, hands, Card.of("6S"))


def fold_events(*events, state=START):
    for event in events:
        state = TURNUP.fold(state, event)
    return state


DEALT = fold_events(LotDrawn(3), deal_hands())
SCORED = DealScored(1, (3, 0, 3, 0), (3, 0, 3, 0))
LAST_SCORE = DealScored(2, (0, 5, 0, 5), (3, 5, 3, 5))


class CutDealCommand(Command):
    """A command of a game's own."""

    type: ClassVar[str] = "cut"


class DealCut(CallMade):
    """The event that states it."""

    type: ClassVar[str] = "cut"


class CuttingGame(TurnUpGame):
    """A game with a command and sentences of its own, given as a class variable."""

    command_classes = (PlayCommand, ReadyCommand, CutDealCommand)
    event_classes = (*TurnUpGame.event_classes, DealCut)
    sentences: ClassVar[dict[str, str]] = {
        "ask-cut": "Cut?",
        "cut-first": "Cut first.",
        "choice-cut": "cut",
    }

    def vocabulary(self):
        return GameVocabulary(self.sentences)


# Declarations


def test_declarations_of_every_game_are_valid():
    for game in (TURNUP, CuttingGame(), *GAMES.values()):
        game.validate_declarations()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"event_classes": TurnUpGame.event_classes}, "no event states the commands ['cut']"),
        ({"sentences": {}}, "no sentences ['ask-cut', 'choice-cut', 'cut-first']"),
        ({"sentences": {"ask-cut": "Cut?", "choice-cut": "cut"}}, "no sentences ['cut-first']"),
        ({"sides": lambda self, seats: (0, 1)}, "4 players, and sides for 2"),
        ({"is_finished": Game.is_finished}, "neither max_deals nor is_finished"),
    ],
)
def test_contradicting_declarations_are_refused(changes, reason):
    game = type("BrokenGame", (CuttingGame,), changes)()
    with pytest.raises(ValueError, match=re.escape(reason)):
        game.validate_declarations()


def test_an_offer_is_the_only_sentence_that_a_command_without_a_question_needs():
    game = type("OfferingGame", (CuttingGame,), {"sentences": {"offer-cut": "Cut"}})()
    game.validate_declarations()


def test_a_command_with_a_label_of_its_own_needs_no_sentence_for_a_choice():
    class LabelledCommand(CutDealCommand):
        label = short_message = Message("other")

    sentences = {"ask-cut": "Cut?", "cut-first": "Cut first."}
    declared = {"command_classes": (LabelledCommand,), "sentences": sentences}
    type("LabelGame", (CuttingGame,), declared)().validate_declarations()


def test_games_declare_what_they_have():
    assert TURNUP.player_event_types == {"play"}
    assert CuttingGame().player_event_types == {"play", "ready", "cut"}
    assert TURNUP.has_tricks
    assert not GAMES["rank"].has_tricks
    assert [TURNUP.rule_reference(code) for code in ("play", "deal")] == ["turnup.md", ""]
    assert TURNUP.event_rule_reference(CardPlayed(0, Card.of("2C"))) == "turnup.md"


def test_a_game_without_declarations_of_its_own_has_the_defaults():
    assert list(Game.seating(TURNUP, 4, OptionValues(), CHANCE)) == [0, 1, 2, 3]
    assert not TURNUP.shuffles_seats(OptionValues())
    assert Game.sides(TURNUP, 4) == ()
    assert Game.max_deals(TURNUP, START) == 0
    assert TURNUP.pack(4) == PACK_52
    assert TURNUP.possible_events(DEALT) == TURNUP.offers(DEALT, 0) == TURNUP.notes(DEALT, 0) == ()
    assert TURNUP.rating({}) is TURNUP.odds(DEALT, None) is TURNUP.sheet_form() is None
    assert not TURNUP.is_weighed_by_match_rank(DEALT)
    assert TURNUP.find_misfit(DEALT) is None
    assert TURNUP.may_hold(DEALT, 1, Card.of("2C"))
    assert TURNUP.choice_key(ReadyCommand(1)) == ReadyCommand(1)
    assert (TURNUP.boldness(DEALT, ReadyCommand(1)), TURNUP.deal_identity(DEALT, 2)) == (0.0, "2")


# Events


def test_the_first_state_has_empty_hands_and_no_points():
    assert (START.seats, START.hands, START.totals) == (4, (Hand(()),) * 4, (0, 0, 0, 0))
    assert (START.dealer, START.deal, START.turn, START.end) == (None, 0, None, None)


def test_a_lot_a_deal_and_finally_the_end_follow_by_themselves():
    lot = TURNUP.derive(START, CHANCE)
    assert lot == LotDrawn(CHANCE.draw_lot("lot", range(4)))
    deal = TURNUP.derive(fold_events(LotDrawn(3)), CHANCE)
    assert (deal.deal, deal.dealer, deal.leader) == (1, 3, 0)
    assert TURNUP.derive(DEALT, CHANCE) is None
    assert TURNUP.derive(replace(START, turn=2), CHANCE) is None  # Asked before the lot.
    second_deal = TURNUP.derive(fold_events(SCORED, state=DEALT), CHANCE)
    assert (second_deal.deal, second_deal.dealer, second_deal.leader) == (2, 0, 1)
    finished = fold_events(SCORED, replace(deal, deal=2), LAST_SCORE, state=DEALT)
    end = TURNUP.derive(finished, CHANCE)
    assert end == MatchEnded((3, 5, 3, 5), (3, 1, 3, 1))
    assert TURNUP.derive(fold_events(end, state=finished), CHANCE) is None


def test_a_match_is_finished_after_its_last_deal():
    class ShortGame(TurnUpGame):
        is_finished = Game.is_finished

        def max_deals(self, view):
            return 2

    assert [ShortGame().is_finished(replace(START, deal=deal)) for deal in (1, 2)] == [False, True]


def test_scores_the_lot_and_the_end_are_folded_by_every_game():
    scored = fold_events(SCORED, state=DEALT)
    assert (scored.totals, scored.scores, scored.turn) == (SCORED.totals, (SCORED,), None)
    assert fold_events(LotDrawn(2)).dealer == 2
    end = MatchEnded((3, 0, 3, 0), (1, 3, 1, 3))
    over = fold_events(end, state=DEALT)
    assert (over.end, over.turn) == (end, None)
    assert TURNUP.is_over(over)
    assert not TURNUP.is_over(scored)
    with pytest.raises(TypeError, match="cut is no event of turnup"):
        TURNUP.fold(DEALT, DealCut(0))


def test_an_open_state_is_closed_once_everybody_is_ready():
    class WaitingGame(TurnUpGame):
        def close(self, state):
            return TrickTaken(2)

    game = WaitingGame()
    assert game.next_event(DEALT, CHANCE) is None
    assert game.next_event(DEALT, CHANCE, is_everybody_ready=True) == TrickTaken(2)
    assert game.next_event(START, CHANCE, is_everybody_ready=True) == game.derive(START, CHANCE)
    assert TURNUP.next_event(DEALT, CHANCE, is_everybody_ready=True) is None
    assert not TURNUP.is_open(DEALT)


class StockDealt(CardsDealt):
    """A deal with a stock."""

    type: ClassVar[str] = "deal"
    stock: Hand


def test_other_hands_the_stock_and_drawn_cards_are_redacted():
    first, second = Hand(parse_cards("2C 3C")), Hand(parse_cards("4C 5C"))
    deal = CardsDealt(1, 0, 1, (first, second))
    assert Game.tell(TURNUP, deal, START, 1).hands == (Hand((), 2), second)
    assert Game.tell(TURNUP, deal, START, None).hands == (Hand((), 2), Hand((), 2))
    stocked = StockDealt(1, 0, 1, (first, second), Hand(parse_cards("6C 7C 8C")))
    assert Game.tell(TURNUP, stocked, START, 0).stock == Hand((), 3)
    assert Game.tell(TURNUP, stocked, START, 0).hands == (first, Hand((), 2))
    drawn = CardsDrawn(1, first)
    assert Game.tell(TURNUP, drawn, START, 1) == drawn
    assert Game.tell(TURNUP, drawn, START, 0) == CardsDrawn(1, Hand((), 2))
    played = CardPlayed(1, Card.of("2C"))
    assert Game.tell(TURNUP, played, START, 0) is played
    assert Game.tell(TURNUP, SCORED, START, 0) is SCORED


# Commands


@pytest.mark.parametrize(
    ("state", "seat", "reason"),
    [
        (DEALT, 0, None),
        (DEALT, 1, Message("not-your-turn", {"seat": 0}, "turnup.md")),
        (DEALT, 4, Message("no-seat", {"number": 4})),
        (DEALT, -1, Message("no-seat", {"number": -1})),
        (START, 0, Message("nobody-acts")),
        (
            fold_events(MatchEnded((0,) * 4, (1,) * 4), state=DEALT),
            0,
            Message("match-over", rule="turnup.md"),
        ),
    ],
)
def test_only_the_seat_on_turn_may_act(state, seat, reason):
    assert TURNUP.timing_refusal(state, ReadyCommand(seat), "play") == reason


def play(code, seat=0):
    return PlayCommand(seat, Card.of(code))


def test_a_verdict_has_the_events_or_the_reason():
    assert TURNUP.judge(DEALT, play("2C")) == AllowedVerdict((CardPlayed(0, Card.of("2C")),), None)
    assert TURNUP.judge(DEALT, play("2D")) == RefusedVerdict(Message("play-first"))
    assert CuttingGame().command_events(DEALT, CutDealCommand(2)) == (DealCut(2),)


class ErringGame(TurnUpGame):
    """A game in which the six of clubs is a mistake."""

    def breach(self, view, command):
        return Message("mistake") if command == play("6C") else None

    def meaning(self, view, command):
        return ()


def test_mistakes_are_in_verdicts_answers_and_explanations():
    game = ErringGame()
    assert game.judge(DEALT, play("6C")).breach == Message("mistake")
    assert game.answers(DEALT, [play("6C"), play("2C"), play("2D")]) == (
        QuestionAnswer(play("6C"), None, Message("mistake")),
        QuestionAnswer(play("2C"), None),
        QuestionAnswer(play("2D"), Message("play-first")),
    )
    assert game.explain(DEALT, play("6C")) == Explanation(
        True, (Message("allowed"),), Message("mistake")
    )


def test_a_command_is_explained_by_its_meaning_or_its_refusal():
    meaning = (Message("leads", {"card": Card.of("2C")}),)
    assert TURNUP.explain(DEALT, play("2C")) == Explanation(True, meaning)
    assert TURNUP.explain(DEALT, play("2D")) == Explanation(False, (Message("play-first"),))


def test_a_question_has_all_answers_and_is_for_the_seat_on_turn():
    commands = tuple(play(code) for code in HANDS[0].split())
    assert TURNUP.question(DEALT, 0) == Question(
        "play", 0, tuple(QuestionAnswer(command, None) for command in commands), Message("ask-card")
    )
    assert TURNUP.legal(DEALT, 0) == commands
    assert TURNUP.question(DEALT, 1) is None
    assert TURNUP.legal(DEALT, 1) == ()


def test_a_question_of_another_kind_is_asked_with_its_own_words():
    game = type("CutPhase", (CuttingGame,), {"phase": lambda self, view: "cut"})()
    assert game.question(DEALT, 0).prompt == Message("ask-cut")
    assert game.describe_turn(DEALT) == (Message("tell-turn", {"seat": 0}),)
    game.sentences = {"turn-cut": "{seat} cuts."}
    assert game.describe_turn(DEALT) == (Message("turn-cut", {"seat": 0}),)
    assert TURNUP.describe_turn(DEALT) == (Message("turn-play", {"seat": 0}),)
    assert TURNUP.describe_turn(START) == ()


def test_equal_cards_are_one_choice():
    hand = Hand(parse_cards("2C 2C 3C"))
    view = replace(DEALT, hands=(hand, *DEALT.hands[1:]))
    assert Game.choices(TURNUP, view, 0) == [play("2C"), play("3C")]


# What is shown


def test_the_picture_of_the_last_view_is_made_once():
    game = TurnUpGame()
    picture = game.picture(DEALT)
    assert game.picture(DEALT) is picture
    assert game.picture(START) is not picture
    assert game.picture(START) == game.make_picture(START)


def test_a_trick_is_explained_card_by_card():
    state = fold_events(
        *(CardPlayed(seat, Card.of(code)) for seat, code in enumerate(["2C", "2D", "7C"])),
        state=DEALT,
    )
    winner = Card.of("7C")
    trick = Trick(0, parse_cards("2C 2D 7C"))
    assert TURNUP.explain_trick(state, trick) == tuple(
        (
            seat,
            (Message("tell-card-wins", {"seat": 2, "card": winner}),)
            if card == winner
            else (Message("tell-card-beaten", {"seat": seat, "card": card, "top": winner}),),
        )
        for seat, card in enumerate(trick.cards)
    )
    assert TURNUP.trick_gains(state, trick) == ()


@pytest.mark.parametrize(
    ("points", "quality"),
    [(3, ScoreQuality.GOOD), (0, ScoreQuality.NEUTRAL), (-1, ScoreQuality.BAD)],
)
def test_a_score_is_as_good_as_its_points(points, quality):
    scored = DealScored(1, (7, points, 7, 7), (7,) * 4)
    deal_score = DealScore(
        Message("made-points", {"by": points}),
        quality,
        Message("makes-points", {"seat": 1, "by": points}),
    )
    assert TURNUP.deal_score(scored, DEALT, 1) == deal_score
    assert TURNUP.deal_scores(scored, DEALT)[1] == deal_score
    assert len(TURNUP.deal_scores(scored, DEALT)) == 4


def test_moods_follow_the_end_the_score_and_the_deal():
    scored = fold_events(SCORED, state=DEALT)
    neutral, pleased = PlayerMood.NEUTRAL, PlayerMood.PLEASED
    assert TURNUP.moods(scored, SCORED)[::2] == (pleased, pleased)
    assert TURNUP.moods(scored, None) == TURNUP.moods(DEALT) == (neutral,) * 4
    over = fold_events(MatchEnded((3, 0, 3, 0), (1, 3, 1, 3)), state=scored)
    assert TURNUP.moods(over, SCORED)[0] not in (neutral, pleased)


# Results


def test_the_sheet_has_the_points_of_each_deal_and_finally_the_ranks():
    assert TURNUP.sheet(START) == ScoreSheet(("points",), (), (0,) * 4, None, partners=(0, 1, 0, 1))
    end = MatchEnded((3, 0, 3, 0), (1, 3, 1, 3))
    assert TURNUP.sheet(fold_events(SCORED, end, state=DEALT)) == ScoreSheet(
        ("points",),
        (SheetRow(1, ((SheetBox(3),), (SheetBox(0),), (SheetBox(3),), (SheetBox(0),))),),
        (3, 0, 3, 0),
        (1, 3, 1, 3),
        partners=(0, 1, 0, 1),
    )


def test_totals_decide_ranks_and_are_the_running_scores():
    scored = fold_events(SCORED, state=DEALT)
    assert TURNUP.final_values(scored) == tuple(
        Message("final-total", {"number": total}) for total in (3, 0, 3, 0)
    )
    assert TURNUP.running_scores(4, None) == (0, 0, 0, 0)
    assert TURNUP.running_scores(4, SCORED) == (3, 0, 3, 0)


class LonersGame(TurnUpGame):
    """The same game without partners."""

    def sides(self, seats):
        return ()


def test_a_gain_is_the_lead_over_the_mean_of_the_others():
    scored = DealScored(1, (6, 0, 3, 0), (0,) * 4)
    assert [LonersGame().gain(DEALT, scored, seat) for seat in range(4)] == [5, -3, 1, -3]
    assert [TURNUP.gain(DEALT, scored, seat) for seat in range(4)] == [4.5, -4.5, 4.5, -4.5]
    assert LonersGame().deal_value(fold_events(scored, state=DEALT), 0, 0) == 5


def finish_match(*points, ranks=(1, 2, 3, 4)):
    """Return the state after deals with these points and ranks."""
    scores = [DealScored(number, one, (0,) * 4) for number, one in enumerate(points, 1)]
    return fold_events(*scores, MatchEnded((0,) * 4, ranks), state=DEALT)


@pytest.mark.parametrize(
    ("points", "seat", "code", "values"),
    [
        ([(4, 0, 0, 0), (8, 0, 0, 0)], 0, "swing-brought", {"deal": 2, "count": 8}),
        ([(-4, 0, 0, 0), (-8, 0, 0, 0)], 3, "swing-ahead", {"deal": 2, "count": 3}),
        ([(0, 4, 8, 8), (0, -3, 0, 0)], 1, "swing-cost", {"deal": 2, "count": 3}),
        ([(9, 0, 0, 0), (3, 0, 0, 0)], 2, "swing-behind", {"deal": 1, "count": 3}),
    ],
)
def test_winners_are_told_of_the_best_deal_and_others_of_the_worst(points, seat, code, values):
    view = finish_match(*points)
    assert LonersGame().biggest_swing(view, seat) == Message(code, values)


def test_no_swing_is_told_where_no_deal_stands_out():
    game = LonersGame()
    even, high = (1, 1, 1, 1), (9, 0, 0, 0)
    assert game.biggest_swing(finish_match(high), 0) is None
    assert game.biggest_swing(finish_match(even, even), 0) is None
    unfinished = replace(finish_match(high, even), end=None)
    assert game.biggest_swing(unfinished, 0) is None
    assert game.swing_message(finish_match((1, 1, 1, 0)), 0, 3, -0.4) is None


def test_facts_and_honours_are_by_seat():
    class CountingGame(TurnUpGame):
        def seat_facts(self, deal, scored, seat):
            return (seat,)

        def seat_honours(self, deals, end, seat):
            return (f"honour-{seat}",)

    end = MatchEnded((0,) * 4, (1,) * 4)
    assert CountingGame().deal_facts([], SCORED) == ((0,), (1,), (2,), (3,))
    assert CountingGame().honours([], end) == tuple((f"honour-{seat}",) for seat in range(4))
    assert TURNUP.deal_facts([], SCORED) == TURNUP.honours([], end) == ((),) * 4


# Unseen cards


def test_all_cards_but_those_in_the_picture_are_unseen():
    first_hand = DEALT.hands[0].cards
    turned = Card.of("6S")
    hidden = replace(DEALT, hands=(DEALT.hands[0], *(hand.hidden for hand in DEALT.hands[1:])))
    assert {*TURNUP.unseen_cards(hidden)} == {*PACK_52} - {*first_hand, turned}
    assert len(TURNUP.unseen_cards(hidden)) == 52 - 6
    # The turned card is not counted twice where it is in a known hand.
    assert len(TURNUP.unseen_cards(DEALT)) == 52 - 20


def test_of_two_packs_each_card_may_be_unseen_twice():
    game = type("TwoPacks", (TurnUpGame,), {"pack": lambda self, seats: (*PACK_52, *PACK_52)})()
    unseen = game.unseen_cards(DEALT)
    assert len(unseen) == 104 - 20
    assert {card: unseen.count(card) for card in parse_cards("2C AC")} == {
        Card.of("2C"): 1,
        Card.of("AC"): 2,
    }


def test_unseen_cards_fill_the_hands_and_the_unknown_cards_of_a_stock():
    hands = tuple(reversed(DEALT.hands))
    assert TURNUP.fill_unseen(DEALT, hands, ALL_CARDS) == replace(DEALT, hands=hands)
    rank = GAMES["rank"]
    state = rank.initial_state(2, OptionValues(deals=1))
    state = replace(state, stock=Hand(parse_cards("2C"), 2))
    rest = parse_cards("3C 4C 5C")
    filled = rank.fill_unseen(state, state.hands, rest)
    assert filled.stock == Hand(parse_cards("2C 3C 4C"))
