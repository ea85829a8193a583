"""The guide of Rank: described cards, advice and the lesson."""

import pytest
from msgspec.structs import replace

from games.advised_choices import weighed_positions
from games.shedding.rank_deals import RANK_GAME, RiggedDeal, card_of
from greenbaize.cards import parse_cards
from greenbaize.games.shedding.events import (
    AntiRankDeclared,
    SeatCameBack,
    SeatLeaving,
    SeatWentOut,
    TurnPassed,
)
from greenbaize.games.shedding.guidance import PILE_ELEMENT, count_following, longest_run
from greenbaize.games.shedding.ring import FitRule, fit_rule_of
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.events import CardPlayed, CardsDrawn
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.rules.table_elements import TableElement, TableElementKind


@pytest.mark.slow
def test_few_fitting_cards_are_a_reason_for_the_least_fitting_only():
    count = 0
    for game, view, _, choices in weighed_positions("rank"):
        for message in game.advice(view, choices):
            if message.code == "advice-fits":
                count += 1
                cards = [
                    item.command.card for item in choices if isinstance(item.command, PlayCommand)
                ]
                out = game.unseen_cards(view)
                fits = [
                    sum(fit_rule_of(item, card) is FitRule.NEIGHBOUR for item in out)
                    for card in cards
                ]
                assert message.values["count"] == fits[0] == min(fits) < max(fits)
    assert count


# Elements of the table


def describe(state, kind, number=0, you=None):
    """Return the codes, values and rules of what is said of an element."""
    element = TableElement(TableElementKind[kind], number)
    return [
        (message.code, dict(message.values), message.rule.removeprefix("rank.md "))
        for message in RANK_GAME.describe_element(state, element, you)
    ]


def list_codes(*args):
    return [code for code, _, _ in describe(*args)]


HANDS = ["4C 9D", "5D 2D", "2H 2S"]


def deal_rank(hands=HANDS, pile="5S", stock="9H TD 7C", cards="", **options):
    deal = RiggedDeal(hands, pile, stock, **options)
    assert deal.play_cards(cards) is None
    return deal.state


def test_a_card_of_the_pile_has_its_player():
    state = deal_rank(cards="4C")
    assert describe(state, "PILE", 0)[0][:2] == ("tell-top", {"seat": 0, "card": card_of("4C")})
    assert describe(state, "PILE", 1) == [("tell-under-opened", {"card": card_of("5S")}, "")]
    assert describe(state, "PILE", 2) == describe(state, "PILE", -1) == []
    later = deal_rank(["4C 9D", "5D 2D", "6H 2S"], cards="4C 5D")
    assert describe(later, "PILE", 1) == [("tell-under", {"seat": 0, "card": card_of("4C")}, "")]
    assert describe(deal_rank(), "PILE", 0)[0][0] == "tell-top-opened"


@pytest.mark.parametrize(
    ("top", "low", "high", "same", "high_code"),
    [
        ("5S", "4", "6", "5", "tell-fits-high"),
        ("9S", "8", "10", "9", "tell-fits-high"),
        ("QS", "J", "K", "Q", "tell-fits-high-king"),
        ("2S", "A", "3", "2", "tell-fits-high-ace"),
        ("KS", "Q", "A", "K", None),
    ],
)
def test_what_fits_the_top_card_is_said_rule_by_rule(top, low, high, same, high_code):
    state = deal_rank(["AC 9D KC", "5D 2D", "2H 2S"], top)
    expected = [
        ("tell-fits-next", {"low": low, "high": high}, "2a"),
        ("tell-fits-same", {"same": same}, "2b"),
        *([(high_code, {}, "2c")] if high_code else []),
        ("tell-fits-joker", {}, "2d"),
    ]
    assert [(code, values) for code, values, _ in describe(state, "PILE")[1:]] == [
        (code, values) for code, values, _ in expected
    ]
    rules = [rule for _, _, rule in describe(state, "PILE")[1:]]
    assert all(rules)
    assert len({*rules}) == len(rules)


def test_everything_fits_a_joker_and_under_anti_rank():
    assert list_codes(deal_rank(pile="XR"), "PILE") == ["tell-top-opened", "tell-fits-any"]
    anti_rank = deal_rank(["8C 8D", "3D 3C", "TH TS"], "5S", "")
    assert list_codes(anti_rank, "PILE") == ["tell-top-opened", "notice-antirank"]
    standing = replace(deal_rank(), anti_rank_stands=True)
    assert list_codes(standing, "PILE")[-1] == "tell-anti-stands"


def test_the_stock_is_counted_and_its_use_explained():
    assert describe(deal_rank(), "STOCK")[0][:2] == ("tell-stock", {"count": 3})
    assert list_codes(deal_rank(), "STOCK") == ["tell-stock", "tell-draws", "tell-silent"]
    assert list_codes(deal_rank(stock=""), "STOCK") == ["tell-stock-empty", "tell-silent"]
    standing = replace(deal_rank(), anti_rank_stands=True)
    assert list_codes(standing, "STOCK") == ["tell-stock-empty-anti"]
    start = RANK_GAME.initial_state(3, deal_rank().options)
    assert list_codes(start, "STOCK") == list_codes(start, "NOTICE") == []


def test_a_plate_says_what_the_seat_holds_or_how_it_is_out():
    state = deal_rank()
    assert describe(state, "PLATE", 1)[0][:2] == ("tell-holds", {"seat": 1, "count": 2})
    leaving = deal_rank(["4C", "5D 2D", "2H 2S"], cards="4C")
    assert list_codes(leaving, "PLATE", 0)[0] == "tell-leaving"
    out = deal_rank(["4C", "9D 2D", "2H 2S"], stock="3H TD 7C", cards="4C")
    assert describe(out, "PLATE", 0)[0][:2] == ("tell-out", {"seat": 0, "place": 1})
    passed = replace(state, passed_seats=frozenset({1}))
    assert list_codes(passed, "PLATE", 1)[:2] == ["tell-holds", "tell-passed"]
    passed_out = replace(passed, seats_out=(2, 1))
    assert describe(passed_out, "PLATE", 1)[0][:2] == ("tell-out", {"seat": 1, "place": 2})
    assert "tell-passed" not in list_codes(passed_out, "PLATE", 1)


def test_a_plate_has_the_sum_of_ranks_where_there_are_several_deals():
    state = replace(deal_rank(deals=3), totals=(4, 5, 6))
    assert ("tell-places", {"number": 5}) in [one[:2] for one in describe(state, "PLATE", 1)]
    assert "tell-places" not in list_codes(deal_rank(), "PLATE", 1)


def test_a_plate_says_what_the_seat_drew_in_its_last_turn():
    state = deal_rank()
    cards = Hand(parse_cards("9H"))
    drawn = replace(state, deal_events=(CardsDrawn(1, cards), TurnPassed(1)))
    assert [one[:2] for one in describe(drawn, "PLATE", 1)[1:]] == [
        ("tell-drew", {"seat": 1, "number": 1}),
        ("tell-turn-passed", {"seat": 1}),
    ]
    assert list_codes(drawn, "PLATE", 2)[1:] == ["tell-dealer"]
    returned = replace(state, deal_events=(SeatCameBack(1), CardsDrawn(1, cards)))
    assert describe(returned, "PLATE", 1)[1][0] == "tell-drew-back"
    earlier = replace(
        drawn,
        deal_events=(
            *drawn.deal_events,
            CardPlayed(2, card_of("2H")),
            CardPlayed(1, card_of("2D")),
        ),
    )
    assert list_codes(earlier, "PLATE", 1)[1:] == []


def test_the_deal_has_its_number_a_leaver_and_the_goal():
    assert list_codes(deal_rank(), "NOTICE") == ["tell-goal"]
    assert list_codes(deal_rank(deals=3), "NOTICE") == ["tell-deal-of", "tell-goal"]
    leaving = deal_rank(["4C", "5D 2D", "2H 2S"], cards="4C")
    assert describe(leaving, "NOTICE")[-2][:2] == ("tell-leaver", {"seat": 0})
    assert "tell-leaver" not in list_codes(replace(leaving, is_anti_rank=True), "NOTICE")
    assert list_codes(replace(deal_rank(), deal=0), "NOTICE") == []


# Advice


def list_reasons(state, *codes):
    """Return the advice for these cards of the seat on turn, the best one first."""
    return RANK_GAME.advice(
        state,
        [
            WeighedChoice(PlayCommand(state.turn, card_of(code)), -number, 0.0)
            for number, code in enumerate(codes)
        ],
    )


@pytest.mark.parametrize(
    ("hand", "choices", "message"),
    [
        ("4C 3D 2C", "4C", Message("advice-all", rule="rank.md 2")),
        ("4C 3D 9C", "4C", Message("advice-run", {"count": 2}, "rank.md 2")),
        ("4C 3D 6C 9C", "4C 6C", Message("advice-longest", {"count": 2}, "rank.md 2")),
        ("4C 3D 6C 7C TC", "4C 6C", Message("advice-run", {"count": 2}, "rank.md 2")),
    ],
)
def test_runs_are_a_reason_by_their_length(hand, choices, message):
    state = deal_rank([hand, "5D 2D", "2H 2S"])
    assert longest_run(state, PlayCommand(0, card_of("4C"))) == (
        len(hand.split()) if message.code == "advice-all" else 2
    )
    assert list_reasons(state, *choices.split())[0] == message


def test_versatile_cards_are_kept_unless_a_run_may_need_them():
    state = deal_rank(["4C AC XR 9C", "5D 2D", "2H 2S"])
    assert [message.code for message in list_reasons(state, "4C")] == ["advice-all"]
    anti_rank = replace(state, is_anti_rank=True)  # No run is possible.
    keeps_message = Message("advice-keeps", {"cards": parse_cards("AC XR")}, "rank.md 2c")
    assert list_reasons(anti_rank, "4C") == (keeps_message,)
    assert list_reasons(anti_rank, "AC") == ()


def test_a_last_card_needs_no_reason():
    assert list_reasons(deal_rank(["4C", "5D 2D", "2H 2S"]), "4C") == ()
    assert RANK_GAME.advice(deal_rank(), []) == ()


def test_neighbours_follow_a_card_and_all_cards_a_joker():
    cards = parse_cards("3C 4C 5C 6C AC XR")
    assert count_following(card_of("4D"), cards) == 2
    assert count_following(card_of("XB"), cards) == 6


# The lesson


def list_tips(tips):
    return [(tip.message.code, dict(tip.message.values), tip.elements) for tip in tips]


LESSON = RANK_GAME.lesson()


@pytest.mark.parametrize(
    ("hand", "pile", "code", "fitting"),
    [
        ("4C 9D", "5S", "lesson-neighbour", "4C"),
        ("5C 9D", "5S", "lesson-same-rank", "5C"),
        ("KC 9D", "5S", "lesson-ace-king", "KC"),
        ("XR 9D", "5S", "lesson-joker", "XR"),
        ("8C 9D", "XB", "lesson-on-joker", "8C 9D"),
    ],
)
def test_a_question_is_explained_by_the_rule_that_is_due(hand, pile, code, fitting):
    state = deal_rank([hand, "5D 2D", "2H 2S"], pile)
    (tip,) = list_tips(LESSON.question_tips(state, 0))
    values = {} if code == "lesson-on-joker" else {"top": card_of(pile)}
    assert tip == (code, values, (PILE_ELEMENT, *parse_cards(fitting)))


def test_under_anti_rank_every_card_may_be_chosen():
    state = deal_rank(["8C 8D", "3D 3C", "TH TS"], "5S", "")
    assert state.is_anti_rank
    (tip,) = list_tips(LESSON.question_tips(state, 0))
    assert tip == ("lesson-anti", {}, (PILE_ELEMENT, *parse_cards("8C 8D")))


@pytest.mark.parametrize(("stock", "code"), [("9H", "lesson-last-card"), ("", "lesson-last-out")])
def test_a_last_card_has_a_tip_of_its_own(stock, code):
    state = deal_rank(["4C", "5D 2D", "2H 2S"], stock=stock)
    assert list_tips(LESSON.question_tips(state, 0))[1] == (code, {}, parse_cards("4C"))


def test_the_lesson_begins_with_the_pile_and_the_stock():
    assert list_tips(LESSON.welcome_tips(deal_rank(), 0)) == [
        ("lesson-shed", {}, (PILE_ELEMENT,)),
        ("lesson-turn", {}, (TableElement(TableElementKind.STOCK),)),
    ]
    assert (LESSON.seat_count, LESSON.deal_count) == (3, 1)


def test_unusual_events_have_tips():
    state = deal_rank()
    plate = (TableElement(TableElementKind.PLATE, 1),)
    standing = replace(state, anti_rank_stands=True)
    for event, view, expected in (
        (SeatLeaving(1), state, [("lesson-leaving", {}, plate)]),
        (SeatCameBack(1), state, [("lesson-back", {}, plate)]),
        (AntiRankDeclared(1), state, [("lesson-anti-declared", {}, (PILE_ELEMENT,))]),
        (AntiRankDeclared(1), standing, [("lesson-anti-stands", {}, (PILE_ELEMENT,))]),
        (TurnPassed(1), state, []),
    ):
        assert list_tips(LESSON.event_tips(event, view, 0)) == expected


def test_the_lesson_ends_once_the_learner_is_out():
    state = deal_rank()
    assert LESSON.ends_with(SeatWentOut(0), state, 0)
    assert not LESSON.ends_with(SeatWentOut(1), state, 0)
    assert not LESSON.ends_with(SeatLeaving(0), state, 0)
