"""The guide of exact-bid games: described elements, advice, odds and the lessons."""

import pytest
from msgspec.structs import replace

from games.advised_choices import PLAYER_NAMES, weighed_positions
from games.exact_bid.damn_tables import DAMN_GAME, create_table
from greenbaize.cards import Card, Suit, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.words.speaker import Speaker
from match.random_matches import GameSetup, play_randomly


def test_a_bid_is_explained_by_its_odds():
    count = 0
    for game, view, seat, choices in weighed_positions("damn"):
        if view.is_bidding:
            count += 1
            *_, odds = game.advice(view, choices)
            assert odds.code in ("odds-bid", "odds-bid-none")
            assert odds.values["often"] == choices[0].success_tenths
            assert Speaker(PLAYER_NAMES, seat).format_message(odds).startswith("Such cards win ")
    assert count


# Elements of the table. Seat 0 deals, seat 1 leads; spades are trump where a card is turned.

HANDS = ("2C KH AD", "QH 3C 4D", "5H 6S 7C")


def play_table(hands=HANDS, turned="2S", bids=(), cards="", **options):
    """Return the state after these bids and cards."""
    table = create_table(hands, turned, **options)
    assert table.make_bids(*bids) is None
    assert table.play_cards(cards) is None
    return table.state


def describe(view, kind, number=0, you=None):
    """Return the codes, values and rules of what is said of an element."""
    element = TableElement(TableElementKind[kind], number)
    return [
        (message.code, dict(message.values), message.rule.removeprefix("damn.md "))
        for message in DAMN_GAME.describe_element(view, element, you)
    ]


def list_codes(*args):
    return [code for code, _, _ in describe(*args)]


@pytest.mark.parametrize(
    ("cards", "card_index", "codes"),
    [
        ("QH", 0, ["tell-card-wins", "tell-highest", "tell-beaten-either"]),
        ("QH 6S", 0, ["tell-card-beaten"]),
        ("QH 5H", 1, ["tell-card-beaten"]),
        ("QH 6S", 1, None),
    ],
)
def test_a_card_of_the_trick_wins_for_a_reason_or_is_beaten(cards, card_index, codes):
    hands = ("2C KH AD", "QH 3C 4D", "6S 7C 8C" if "6S" in cards else "5H 6S 7C")
    view = play_table(hands, bids=(0, 0, 0), cards=cards)
    said = list_codes(view, "TRICK", card_index)
    if codes is None:
        assert said == ["tell-card-wins", "tell-highest-trump", "tell-beaten-trump"]
    else:
        assert said[: len(codes)] == codes
    assert list_codes(view, "TRICK", 9) == []


def test_a_full_trick_cannot_be_beaten_any_more():
    view = play_table(bids=(0, 0, 0), cards="QH 5H KH", hands=HANDS, enforcement="table")
    assert list_codes(view, "TRICK", 2) == ["tell-card-takes", "tell-highest"]


@pytest.mark.parametrize(
    ("lead", "turned", "code", "values"),
    [
        ("QH", "2S", "tell-beaten-either", {"suit": Suit.HEARTS, "trump": Suit.SPADES}),
        ("AH", "2S", "tell-beaten-any-trump", {"suit": Suit.HEARTS, "trump": Suit.SPADES}),
        ("QH", "2H", "tell-beaten-trump", {}),
        ("AH", "2H", "tell-beaten-none", {}),
        ("QH", "", "tell-beaten-suit", {"suit": Suit.HEARTS}),
        ("AH", "", "tell-beaten-none", {}),
    ],
)
def test_what_would_beat_the_winning_card_is_said(lead, turned, code, values):
    view = play_table(("2C", lead, "5D"), turned, bids=(0, 0, 0), cards=lead)
    assert describe(view, "TRICK", 0)[-1] == (code, values, "4")


@pytest.mark.parametrize(
    ("bids", "cards", "seat", "code", "values"),
    [
        ((1,), "", 0, "tell-bid-open", {"seat": 0}),
        ((1, 0, 2), "", 1, "tell-bid-needs", {"seat": 1, "bid": 1, "won": 0, "count": 1}),
        ((1, 0, 2), "QH 5H KH", 0, "tell-bid-needs", {"seat": 0, "bid": 2, "won": 1, "count": 1}),
        ((1, 0, 1), "QH 5H KH", 0, "tell-bid-full", {"seat": 0, "bid": 1, "won": 1}),
        ((1, 0, 0), "QH 5H KH", 0, "tell-bid-over", {"seat": 0, "bid": 0, "won": 1}),
        ((3, 0, 0), "QH 5H KH", 1, "tell-bid-short", {"seat": 1, "bid": 3, "won": 0}),
    ],
)
def test_a_plate_says_how_the_bid_stands(bids, cards, seat, code, values):
    view = play_table(bids=bids, cards=cards)
    total, bid, *_ = describe(view, "PLATE", seat)
    assert total[:2] == ("tell-total", {"seat": seat, "count": 0})
    assert bid[:2] == (code, values)
    assert bid[2] == ("3" if code == "tell-bid-open" else "5")


def test_after_the_last_trick_a_bid_is_made_or_missed():
    view = play_table(("2C", "3H", "4H"), "", bids=(0, 1, 0), cards="3H 4H 2C")
    view = replace(view, bids=(0, 0, 1))
    view = replace(view, play=replace(view.play, tricks_won=(0, 0, 1)))
    assert [describe(view, "PLATE", seat)[1][0] for seat in range(3)] == [
        "tell-bid-made",
        "tell-bid-made",
        "tell-bid-made",
    ]
    missed = replace(view, bids=(1, 0, 0))
    assert [describe(missed, "PLATE", seat)[1][0] for seat in (0, 2)] == ["tell-bid-missed"] * 2


def test_before_the_first_deal_there_is_only_the_total():
    view = DAMN_GAME.initial_state(3, play_table().options)
    assert list_codes(view, "PLATE", 1) == ["tell-total"]
    assert [list_codes(view, kind) for kind in ("SIGN", "NOTICE", "STOCK", "TURNED")] == [[]] * 4


def test_the_trump_and_the_undealt_cards_are_described():
    view = play_table()
    assert describe(view, "SIGN") == [
        ("tell-trump", {"suit": Suit.SPADES}, "2"),
        ("tell-follow", {}, "4"),
    ]
    (code, values, rule), no_part = describe(view, "TURNED")
    assert (code, values["card"], rule) == ("tell-turned", Card.of("2S"), "2")
    assert no_part[0] == "tell-no-part"
    assert describe(view, "STOCK") == [("tell-undealt", {"count": 52 - 9 - 1}, "2")]
    last_deal = play_table(turned="")
    assert list_codes(last_deal, "SIGN") == ["tell-no-trump", "tell-follow"]
    assert list_codes(last_deal, "TURNED") == []


@pytest.mark.parametrize(
    ("bids", "options", "codes"),
    [
        ((), {}, ["tell-deal-of", "tell-tricks", "score-exact"]),
        ((), {"hook": True}, ["tell-deal-of", "tell-tricks", "tell-hook", "score-exact"]),
        ((1, 0, 1), {}, ["tell-deal-of", "tell-tricks", "tell-bids-under", "score-exact"]),
        ((1, 1, 1), {}, ["tell-deal-of", "tell-tricks", "tell-bids-even", "score-exact"]),
        ((1, 1, 2), {}, ["tell-deal-of", "tell-tricks", "tell-bids-over", "score-exact"]),
        ((), {"scoring": "tricks"}, ["tell-deal-of", "tell-tricks", "score-tricks"]),
        ((), {"scoring": "misses"}, ["tell-deal-of", "tell-tricks", "score-misses"]),
        ((), {"zero_bids": True}, ["tell-deal-of", "tell-tricks", "score-exact", "score-zero"]),
    ],
)
def test_the_deal_is_described_with_its_bids_and_scores(bids, options, codes):
    view = play_table(bids=bids, **options)
    assert list_codes(view, "NOTICE") == codes
    if len(bids) == 3:
        values = next(values for code, values, _ in describe(view, "NOTICE") if "bids" in code)
        assert values == {"bids": sum(bids), "tricks": 3}


def test_the_blind_deal_is_said_to_be_blind():
    game = GAMES["blackout"]
    view = play_randomly(GameSetup("blackout", 3, {}), 1).moments[1][1]
    element = TableElement(TableElementKind.NOTICE)
    assert "tell-blind" in [message.code for message in game.describe_element(view, element, 0)]
    assert "tell-blind" not in list_codes(play_table(), "NOTICE")


# Advice


def list_reasons(view, best, *others, chance=None):
    """Return the advice for these cards or bids of the seat on turn, the best one first."""
    choices = []
    for number, word in enumerate((best, *others)):
        command = (
            BidCommand(view.turn, word)
            if isinstance(word, int)
            else PlayCommand(view.turn, Card.of(word))
        )
        choices.append(WeighedChoice(command, -number, 0.0, chance))
    return DAMN_GAME.advice(view, choices)


def test_a_bid_counts_sure_winners_and_trumps():
    view = play_table(("2C KH AD", "AS KS 4D", "5H 6S 7C"), "2S")
    tops, trumps = list_reasons(view, 2)
    assert (tops.code, tops.values["cards"]) == ("advice-tops", parse_cards("AS KS"))
    assert (trumps.code, trumps.values) == ("advice-trumps", {"count": 2})
    no_tops, no_trumps = list_reasons(play_table(("2C KH AD", "9H 3C 4D", "5H 6S 7C")), 0)
    assert (no_tops.code, no_trumps.code) == ("advice-no-tops", "advice-no-trumps")
    (tops,) = list_reasons(play_table(turned=""), 1)  # Without trumps nothing is said of them.
    assert tops.code == "advice-no-tops"


@pytest.mark.parametrize(
    ("bids", "cards", "choices", "code"),
    [
        ((0, 0, 3), "QH 5H", "KH", "advice-last-takes"),
        ((0, 2, 0), "QH", "5H", "advice-cannot-take"),
        ((1, 0, 0), "", "QH 3C 4D", "advice-may-take"),
        ((0, 0, 0), "", "3C QH", "advice-beaten"),
        ((0, 0, 0), "QH", "5H", "advice-under"),
        ((0, 0, 0), "QH 5H", "KH", "advice-must-take"),
    ],
)
def test_a_card_is_advised_for_what_it_does_for_the_bid(bids, cards, choices, code):
    view = play_table(bids=bids, cards=cards)
    assert list_reasons(view, *choices.split())[0].code == code


def test_a_card_that_takes_an_unwanted_trick_may_still_lose_it():
    view = play_table(("2C KS AD", "QH 3C 4D", "KH 2H 7C"), bids=(0, 0, 0), cards="QH")
    rivals = list_reasons(view, "KH", "2H")[0]
    unseen_count = 52 - 3 - 1 - 1  # The own cards, the lead and the turned card.
    assert rivals.code == "advice-rivals"
    assert rivals.values["total"] == unseen_count
    assert rivals.values["number"] == 1 + 12  # The ace, and all trumps but the turned card.
    under = list_reasons(view, "2H", "KH")[0]
    assert (under.code, under.values["top"]) == ("advice-under", Card.of("QH"))


def test_a_lost_bid_is_said_to_be_lost():
    view = play_table(bids=(0, 0, 0), cards="QH 5H KH")
    assert view.turn == 0
    assert list_reasons(view, "2C")[0].code == "advice-lost"


@pytest.mark.parametrize("scoring", ["tricks", "misses"])
def test_advice_for_a_lost_bid_says_what_tricks_still_count(scoring):
    view = play_table(bids=(0, 0, 0), cards="QH 5H KH", scoring=scoring)
    assert [message.code for message in list_reasons(view, "2C")] == [
        "advice-lost",
        f"advice-lost-{scoring}",
    ]


def test_odds_are_told_where_the_bid_can_still_be_made():
    view = play_table()
    odds = list_reasons(view, 2, chance=0.31)[-1]
    assert (odds.code, odds.values) == ("odds-bid", {"count": 2, "often": 3})
    odds = list_reasons(view, 0, chance=0.66)[-1]
    assert (odds.code, odds.values) == ("odds-bid-none", {"count": 0, "often": 7})
    played = play_table(bids=(1, 0, 0))
    assert list_reasons(played, "QH", chance=0.5)[-1] == Message(
        "odds-made", {"often": 5}, "damn.md 4"
    )
    lost = play_table(bids=(0, 0, 0), cards="QH 5H KH")
    assert [message.code for message in list_reasons(lost, "2C", chance=0.5)] == ["advice-lost"]


# Lessons


def list_tips(view, seat, lesson=None):
    lesson = lesson or DAMN_GAME.lesson()
    return [
        (tip.message.code, dict(tip.message.values), tip.elements)
        for tip in lesson.question_tips(view, seat)
    ]


def test_bidding_tips_name_the_forbidden_bid():
    view = play_table(bids=(1, 1), hook=True)
    assert list_tips(view, 0) == [
        ("lesson-hook", {"bid": 1, "count": 3}, ()),
        ("lesson-bid", {}, ()),
    ]
    assert list_tips(play_table(bids=(1, 1)), 0) == [("lesson-bid", {}, ())]
    assert list_tips(play_table(bids=(1,), hook=True), 2) == [("lesson-bid", {}, ())]


TRICK_ELEMENT = TableElement(TableElementKind.TRICK, 0)


@pytest.mark.parametrize(
    ("hand", "trump", "bid", "tip"),
    [
        ("KH 2C", "2S", 0, ("lesson-follow-one", {"suit": Suit.HEARTS}, "KH")),
        ("KH 3H", "2S", 0, ("lesson-follow", {"suit": Suit.HEARTS}, "KH 3H")),
        (
            "3S 2C",
            "2S",
            0,
            ("lesson-may-trump", {"suit": Suit.HEARTS, "trump": Suit.SPADES}, "3S"),
        ),
        ("3D 2C", "2S", 0, ("lesson-throw", {"suit": Suit.HEARTS}, "")),
        ("3D 2C", "2S", 1, ("lesson-throw-needed", {"suit": Suit.HEARTS}, "")),
    ],
)
def test_a_card_tip_says_what_may_be_played_to_the_lead(hand, trump, bid, tip):
    view = play_table((hand, "QH 4D", "5H 7C"), trump, bids=(0, 0, bid), cards="QH 5H")
    code, values, cards = tip
    goal, card_tip = list_tips(view, 0)
    assert goal[0] == ("lesson-goal" if bid else "lesson-goal-none")
    assert goal[2] == (TableElement(TableElementKind.PLATE, 0),)
    assert card_tip == (code, values, (TRICK_ELEMENT, *parse_cards(cards)))


def test_a_leader_is_told_so_and_a_last_card_is_no_choice():
    view = play_table(bids=(1, 0, 0))
    assert list_tips(view, 1)[1] == ("lesson-lead", {}, ())
    one_card = play_table(("2C", "QH", "5H"), "", bids=(1, 0, 0))
    assert list_tips(one_card, 1) == [
        ("lesson-goal", {"count": 1}, (TableElement(TableElementKind.PLATE, 1),))
    ]


@pytest.mark.parametrize(("bid", "codes"), [(0, ["lesson-lost"]), (1, ["lesson-enough"]), (2, [])])
def test_tips_say_when_the_bid_is_made_or_lost(bid, codes):
    view = play_table(bids=(0, 0, bid), cards="QH 5H KH")
    assert [code for code, _, _ in list_tips(view, 0)][2:] == codes


def test_only_the_first_trick_of_a_deal_is_explained():
    lesson = DAMN_GAME.lesson()
    event = CardPlayed(0, Card.of("KH"))
    full = play_table(bids=(0, 0, 0), cards="QH 5H KH", enforcement="table")
    (tip,) = lesson.event_tips(event, full, 0)
    assert (tip.message.code, tip.elements) == (
        "lesson-trick",
        (TableElement(TableElementKind.PLATE, 0),),
    )
    assert lesson.event_tips(event, play_table(bids=(0, 0, 0), cards="QH 5H"), 0) == ()
    later = replace(full, play=replace(full.play, tricks_won=(0, 1, 0)))
    assert lesson.event_tips(event, later, 0) == ()
    assert lesson.event_tips(BidMade(0, 1), full, 0) == ()


def test_lessons_begin_with_the_aim_and_the_trump():
    lesson = DAMN_GAME.lesson()
    aim, trump = lesson.welcome_tips(play_table(), 1)
    assert (aim.message, aim.elements) == (
        Message("lesson-aim", {"count": 3}),
        parse_cards("QH 3C 4D"),
    )
    assert trump.message == Message("lesson-trump", {"suit": Suit.SPADES})
    assert len(lesson.welcome_tips(play_table(turned=""), 1)) == 1
    assert (lesson.seat_count, lesson.deal_count) == (4, 1)
    assert dict(lesson.options) == {"first": 5, "deals": 6, "hook": True}


def test_the_lesson_of_the_blind_deal_points_to_the_others_cards():
    lesson, game = GAMES["blackout"].lesson(), GAMES["blackout"]
    assert (lesson.deal_count, dict(lesson.options)) == (2, {"in_order": True})
    hands = (Hand((), 1), *(Hand(parse_cards(code)) for code in ("4S", "9S")))
    start = game.initial_state(3, play_randomly(GameSetup("blackout", 3, {}), 1).header.options)
    view = replace(
        start, deal=1, dealer=2, cards=1, hands=hands, bids=(None,) * 3, turn=0, trump=Suit.SPADES
    )
    blind, trump = lesson.welcome_tips(view, 0)
    assert blind.message == Message("lesson-blind")
    assert blind.elements == tuple(TableElement(TableElementKind.PLATE, seat) for seat in (1, 2))
    assert trump.message.code == "lesson-trump"
    assert list_tips(view, 0, lesson)[-1] == (
        "lesson-bid-blind-trump",
        {"seat": 2, "card": Card.of("9S")},
        (TableElement(TableElementKind.PLATE, 2),),
    )
    no_trumps = replace(view, trump=Suit.HEARTS)
    assert list_tips(no_trumps, 0, lesson)[-1] == ("lesson-bid-blind", {}, ())
    second = replace(view, deal=2, hands=(hands[1], hands[2], hands[1]))
    (seen,) = lesson.welcome_tips(second, 0)
    assert (seen.message, seen.elements) == (
        Message("lesson-seen", {"count": 1}),
        parse_cards("4S"),
    )
