"""Exact-bid games: reasons, effects of cards, the table snapshot, bids and the sheet."""

import pytest

from games.exact_bid.rule_tables import RuleTable
from greenbaize.cards import Card, Suit
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.play import bids_so_far_message, forbidden_bid
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.options import resolve_options
from greenbaize.rules.sheets import BoxTone, SheetBox
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.rules.table_snapshot import PlateTally, TallyShape, TrumpSign
from greenbaize.words.speaker import Speaker

DAMN_GAME = GAMES["damn"]
card_of = Card.of


TRICK_HANDS = ("8C 3S KH", "9C JC 4D", "TC 6S AD")


def create_table(hands=TRICK_HANDS, turned="2S", bids=(1, 2, 1)):
    """Return a table on which seat 0 deals; bids are those of seats 1, 2 and 0."""
    match = RuleTable(DAMN_GAME, 3, dealer=0, stack={1: (hands, turned)}, first=3, deals=4)
    assert match.make_bids(*bids) is None
    return match


TRUMP_HANDS = ("3S KH 7S", "4D 9C JC", "6S TC AC")


@pytest.mark.parametrize(
    ("hands", "played", "card", "code", "top"),
    [
        (TRICK_HANDS, "", "JC", "leads", ""),
        (TRICK_HANDS, "9C", "TC", "beats", "9C"),
        (TRICK_HANDS, "9C TC", "8C", "follows", "TC"),
        (TRICK_HANDS, "4D AD", "3S", "trumps", "AD"),
        (TRICK_HANDS, "4D AD", "KH", "discards", "AD"),
        # While others are still to play, the top card only holds the trick so far.
        (("8C 3S KH", "9C JC 4D", "7C 6S AD"), "9C", "7C", "follows-so-far", "9C"),
        (("8C 3S KH", "9C JC 4D", "7H 6H AD"), "9C", "7H", "discards-so-far", "9C"),
        (("8C 3S KH", "QS JC 4D", "7S 6H AD"), "QS", "7S", "follows-so-far", "QS"),
        # A lower trump does not win, and a higher one does.
        (TRUMP_HANDS, "4D 6S", "3S", "under-trump", "6S"),
        (TRUMP_HANDS, "4D 6S", "7S", "trumps", "6S"),
        (("3S KH 7S", "4S 9C JC", "6S TC AC"), "4S", "6S", "beats", "4S"),
    ],
)
def test_the_effect_of_a_card_is_explained(hands, played, card, code, top):
    match = create_table(hands)
    match.play_cards(played)
    explanation = DAMN_GAME.explain(match.state, PlayCommand(match.state.turn, card_of(card)))
    assert explanation.is_allowed
    values = {"card": card_of(card), "top": card_of(top)} if top else {"card": card_of(card)}
    assert explanation.sentences[0] == Message(code, values, "damn.md 4")


def test_a_played_card_is_compared_with_the_whole_trick():
    hands = ("KC 3S KH", "9C JC 4D", "7C 6S AD")
    match = RuleTable(DAMN_GAME, 3, stack={1: (hands, "2S")}, first=3, deals=4, enforcement="table")
    assert match.make_bids(1, 2, 1) is None
    match.play_cards("9C 7C")
    sentences = [_describe_card_text(match, index) for index in range(2)]
    assert sentences[1] == "P2's 7♣ does not win: 9♣ does."
    match.play_cards("KC")
    sentences = [_describe_card_text(match, index) for index in range(2)]
    assert sentences == [
        "P1's 9♣ does not win: K♣ does. 9♣ leads.",
        "P2's 7♣ does not win: K♣ does.",
    ]


def _describe_card_text(match, card_index):
    messages = DAMN_GAME.describe_element(
        match.state, TableElement(TableElementKind.TRICK, card_index), None
    )
    return " ".join(map(Speaker([f"P{seat}" for seat in range(3)]).format_message, messages))


@pytest.mark.parametrize(
    ("bid", "played", "card", "expected"),
    [
        (2, "", "JC", Message("need-more", {"count": 2, "bid": 2})),
        (1, "", "JC", Message("need-more", {"count": 1, "bid": 1})),
        (0, "", "JC", Message("need-zero")),
        (1, "JC TC 8C", "9C", Message("need-none", {"bid": 1})),
        (0, "JC TC 8C", "9C", Message("need-lost", {"bid": 0, "won": 1})),
    ],
)
def test_the_needed_tricks_are_explained(bid, played, card, expected):
    match = create_table(bids=(bid, 0, 0))
    match.play_cards(played)
    assert DAMN_GAME.explain(match.state, PlayCommand(1, card_of(card))).sentences[1] == expected


def test_the_snapshot_shows_the_state():
    match = create_table()
    match.play_cards("9C TC")
    picture = DAMN_GAME.picture(match.state)
    assert (picture.deal, picture.deal_count, picture.hand_size) == (1, 2, 3)
    assert (picture.dealer, picture.turn) == (0, 0)
    assert (picture.trump_card, picture.trumps) == (card_of("2S"), (Suit.SPADES,))
    assert picture.sign == TrumpSign(Message("sign-trump"), Suit.SPADES)
    assert [plate.total for plate in picture.plates] == [0, 0, 0]
    assert [plate.tally for plate in picture.plates] == [
        PlateTally(TallyShape.BARS, n) for n in (1, 1, 2)
    ]
    assert picture.plates[2].deal_message == Message("plate-bid", {"won": 0, "bid": 2})
    assert picture.trick == Trick(1, (card_of("9C"), card_of("TC")))
    assert picture.trick.seats_in_order(3) == (1, 2)
    assert (picture.winning_index, picture.taken_tricks) == (1, ())
    assert picture.hands[0] == Hand((card_of("8C"), card_of("3S"), card_of("KH")))
    match.play_cards("8C")
    picture = DAMN_GAME.picture(match.state)
    assert (picture.winning_index, picture.trick) == (None, Trick(2, ()))
    assert picture.taken_tricks == ((2, Trick(1, (card_of("9C"), card_of("TC"), card_of("8C")))),)


def test_the_snapshot_before_the_first_deal_is_empty():
    match = RuleTable(DAMN_GAME, 3)
    before = DAMN_GAME.picture(match.moments[0][1])
    assert (before.deal, before.turn, before.notices, before.trump_card) == (0, None, (), None)
    assert DAMN_GAME.picture(DAMN_GAME.initial_state(3, match.state.options)).dealer is None


@pytest.mark.parametrize("name", ["damn", "blackout"])
def test_no_deal_makes_more_bids_than_the_pack_has_cards(name):
    state = GAMES[name].initial_state(3, resolve_options(GAMES[name].options, 3, {}))
    bidding_state = state._replace(cards=10**9, turn=1, deal=1)
    assert len(GAMES[name].choices(bidding_state, 1)) == 53


def test_the_sheet_has_a_row_for_every_deal():
    match = create_table()
    sheet = DAMN_GAME.sheet(match.state)
    assert sheet.columns == ("bid", "tricks", "points", "total")
    assert [row.label for row in sheet.rows] == [1, 2]
    assert [row.is_current for row in sheet.rows] == [True, False]
    quiet = BoxTone.QUIET
    assert sheet.rows[0].boxes[0] == (
        SheetBox(1, quiet),
        SheetBox(None, quiet),
        SheetBox(),
        SheetBox(),
    )
    assert sheet.rows[1].boxes == ((SheetBox(),) * 4,) * 3
    match.play_cards("9C")
    assert DAMN_GAME.sheet(match.state).rows[0].boxes[2][:2] == (
        SheetBox(2, quiet),
        SheetBox(0, quiet),
    )


def test_the_sheet_has_every_score_and_finally_the_ranks():
    match = create_table()
    match.play_cards("9C TC 8C AD KH 4D 6S 3S JC")
    assert match.score_events[0].tricks == (0, 0, 3)
    sheet = DAMN_GAME.sheet(match.state)
    failed = (
        SheetBox(1, BoxTone.QUIET),
        SheetBox(0, BoxTone.QUIET),
        SheetBox(0, BoxTone.FAILED),
        SheetBox(0, BoxTone.STRONG),
    )
    assert sheet.rows[0].boxes[0] == failed
    assert (sheet.rows[0].is_current, sheet.rows[1].is_current, sheet.ranks) == (False, True, None)
    match.play_until()
    sheet = DAMN_GAME.sheet(match.state)
    assert len(sheet.rows) == 2
    assert sheet.totals == match.end_event.totals
    assert sheet.ranks == match.end_event.places
    assert not any(row.is_current for row in sheet.rows)
    for row, score in zip(sheet.rows, match.score_events, strict=True):
        for seat, boxes in enumerate(row.boxes):
            assert [box.value for box in boxes] == [
                score.bids[seat],
                score.tricks[seat],
                score.points[seat],
                score.totals[seat],
            ]
            exact = score.bids[seat] == score.tricks[seat]
            assert boxes[2].tone is (BoxTone.PLAIN if exact else BoxTone.FAILED)


GAMES_AND_SEATS = [(game, seats) for game in (DAMN_GAME, GAMES["blackout"]) for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
@pytest.mark.parametrize("hook", [False, True])
def test_current_bid_rules_can_be_spoken_at_any_moment(game, seats, hook):
    match, speaker = RuleTable(game, seats, hook=hook), Speaker([f"P{n}" for n in range(seats)])
    hooked = set()
    for _ in range(seats):
        refusal = match.make_bids(0)
        assert refusal is None or match.make_bids(1) is None
        current_rules = game.current_rules(match.state, 0)
        assert all(map(speaker.format_message, (*current_rules.situation, *current_rules.scoring)))
        hooked |= {message.code for message in current_rules.situation} & {
            "hook-forbids",
            "hook-idle",
        }
    assert bool(hooked) == hook


def test_current_rules_have_the_score_of_an_exact_bid():
    codes = [message.code for message in DAMN_GAME.current_rules(create_table().state, 0).scoring]
    assert codes == ["score-exact"]
    match = RuleTable(DAMN_GAME, 3, zero_bids=True, first=3, deals=4)
    sentences = [
        Speaker().format_message(message)
        for message in DAMN_GAME.current_rules(match.state, 1).scoring
    ]
    assert sentences == [
        "Making the bid exactly scores 10 plus the bid; anything else scores nothing.",
        "In this deal an exact bid of 0 scores 8.",
    ]


def test_current_rules_have_the_bid_sum_and_then_the_balance():
    match = RuleTable(DAMN_GAME, 3, first=3, deals=4)
    sentences = []
    for tricks in (1, 0, 3):
        match.make_bids(tricks)
        sentences.append(
            [
                Speaker().format_message(message)
                for message in DAMN_GAME.current_rules(match.state, 0).situation
            ]
        )
    assert sentences == [
        ["Bid so far: 1 of 3 tricks"],
        ["Bid so far: 1 of 3 tricks"],
        ["Bids: over by 1"],
    ]


def test_a_finished_deal_is_described_in_the_past_tense():
    state = create_table(bids=(0, 0, 1)).state
    finished_state = state._replace(play=state.play._replace(tricks_won=(0, 3, 0), trick=()))
    sentences = [
        Speaker().format_message(DAMN_GAME.picture(view).remarks[1])
        for view in (state, finished_state)
    ]
    assert sentences == ["Under: somebody gets too many.", "Under: somebody had to get too many."]
    codes = [
        DAMN_GAME.describe_element(
            finished_state, TableElement(TableElementKind.PLATE, seat), None
        )[1].code
        for seat in range(3)
    ]
    assert codes == ["tell-bid-missed", "tell-bid-missed", "tell-bid-made"]


@pytest.mark.parametrize(
    ("bids", "cards", "expected"),
    [
        ((1, None), 1, 0),
        ((0, None), 1, 1),
        ((None, 2, 1), 5, 2),
        ((5, None, 0), 5, 0),
        ((5, None, 1), 5, None),
        ((0, 0, None, 0), 13, 13),
        ((None, None, 1), 5, None),
        ((None, None), 1, None),
        ((1, 2, 3), 6, None),
    ],
)
def test_the_hook_forbids_the_bid_that_makes_the_sum(bids, cards, expected):
    assert forbidden_bid(bids, cards) == expected


def bid_sum_message(bids, cards):
    return Message("bids-so-far", {"bids": bids, "count": cards})


@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        ((None, None, None), None),
        ((None, 2, None), bid_sum_message(2, 7)),
        ((0, None, None), bid_sum_message(0, 7)),
        ((None, 5, 4), bid_sum_message(9, 7)),
        ((1, 5, 4), None),
    ],
)
def test_the_bid_sum_is_shown_until_all_have_bid(bids, expected):
    assert bids_so_far_message(bids, 7) == expected


FORBIDDING_NOTE = Message("hook-forbids", {"bid": 4, "count": 7}, "damn.md 6")
IDLE_NOTE = Message("hook-idle", {"count": 7}, "damn.md 6")


@pytest.mark.parametrize(
    ("bids", "hook", "expected"),
    [
        ((), True, ()),
        ((2,), True, (bid_sum_message(2, 7),)),
        ((2, 1), True, (bid_sum_message(3, 7), FORBIDDING_NOTE)),
        ((2, 1), False, (bid_sum_message(3, 7),)),
        ((5, 3), True, (bid_sum_message(8, 7), IDLE_NOTE)),
    ],
)
def test_a_bidder_sees_the_sum_and_the_forbidden_bid(bids, hook, expected):
    match = RuleTable(DAMN_GAME, 3, first=7, deals=8, hook=hook)
    match.make_bids(*bids)
    assert DAMN_GAME.notes(match.state, match.state.turn) == expected


def test_a_bid_being_changed_is_not_in_the_sum():
    match = RuleTable(DAMN_GAME, 3, dealer=0, first=7, deals=8, hook=True, enforcement="table")
    match.make_bids(2, 1, 3)
    assert DAMN_GAME.offers(match.state, 0)[0].notes == (bid_sum_message(3, 7), FORBIDDING_NOTE)
