"""Displays of the exact-bid games: reasons, effects of cards, the table snapshot and the sheet."""

import pytest

from games.exact_bid.tables import Table
from greenbaize.cards import Card, Suit
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.play import hooked_bid, so_far
from greenbaize.rules.commands import Play
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Shape, Sign, Tally
from greenbaize.rules.sheets import Box, Tone
from greenbaize.rules.things import Part, Thing
from greenbaize.words.speaker import Speaker

DAMN = GAMES["damn"]
C = Card.of


HANDS = ("8C 3S KH", "9C JC 4D", "TC 6S AD")


def table(hands=HANDS, turned="2S", bids=(1, 2, 1)):
    """Return a table on which seat 0 deals; bids are those of seats 1, 2 and 0."""
    match = Table(DAMN, 3, dealer=0, stack={1: (hands, turned)}, first=3, deals=4)
    assert match.bid(*bids) is None
    return match


TRUMPS = ("3S KH 7S", "4D 9C JC", "6S TC AC")


@pytest.mark.parametrize(
    ("hands", "played", "card", "code", "top"),
    [
        (HANDS, "", "JC", "leads", ""),
        (HANDS, "9C", "TC", "beats", "9C"),
        (HANDS, "9C TC", "8C", "follows", "TC"),
        (HANDS, "4D AD", "3S", "trumps", "AD"),
        (HANDS, "4D AD", "KH", "discards", "AD"),
        # While others are still to play, the top card only holds the trick so far.
        (("8C 3S KH", "9C JC 4D", "7C 6S AD"), "9C", "7C", "follows-so-far", "9C"),
        (("8C 3S KH", "9C JC 4D", "7H 6H AD"), "9C", "7H", "discards-so-far", "9C"),
        (("8C 3S KH", "QS JC 4D", "7S 6H AD"), "QS", "7S", "follows-so-far", "QS"),
        # A lower trump does not win, and a higher one does.
        (TRUMPS, "4D 6S", "3S", "under-trump", "6S"),
        (TRUMPS, "4D 6S", "7S", "trumps", "6S"),
        (("3S KH 7S", "4S 9C JC", "6S TC AC"), "4S", "6S", "beats", "4S"),
    ],
)
def test_what_a_card_does(hands, played, card, code, top):
    match = table(hands)
    match.play(played)
    said = DAMN.explain(match.state, Play(match.state.turn, C(card)))
    assert said.allowed
    values = {"card": C(card), "top": C(top)} if top else {"card": C(card)}
    assert said.sentences[0] == Message(code, values, "damn.md 4")


def test_a_card_that_lies_is_held_against_the_whole_trick():
    hands = ("KC 3S KH", "9C JC 4D", "7C 6S AD")
    match = Table(DAMN, 3, stack={1: (hands, "2S")}, first=3, deals=4, enforcement="table")
    assert match.bid(1, 2, 1) is None
    match.play("9C 7C")
    said = [_told(match, place) for place in range(2)]
    assert said[1] == "P2's 7♣ does not win: 9♣ does. 7♣ follows suit; 9♣ holds the trick so far."
    match.play("KC")
    said = [_told(match, place) for place in range(2)]
    assert said == [
        "P1's 9♣ does not win: K♣ does. 9♣ leads.",
        "P2's 7♣ does not win: K♣ does. 7♣ follows suit; K♣ keeps the trick.",
    ]


def _told(match, place):
    said = DAMN.tell_of(match.state, Thing(Part.TRICK, place), None)
    return " ".join(map(Speaker([f"P{seat}" for seat in range(3)]).say, said))


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
def test_a_player_is_told_what_is_still_needed(bid, played, card, expected):
    match = table(bids=(bid, 0, 0))
    match.play(played)
    assert DAMN.explain(match.state, Play(1, C(card))).sentences[1] == expected


def test_the_picture_shows_the_moment():
    match = table()
    match.play("9C TC")
    picture = DAMN.picture(match.state)
    assert (picture.deal, picture.deals, picture.cards) == (1, 2, 3)
    assert (picture.dealer, picture.turn) == (0, 0)
    assert (picture.turned, picture.trumps) == (C("2S"), (Suit.SPADES,))
    assert picture.sign == Sign(Message("sign-trump"), Suit.SPADES)
    assert [plate.total for plate in picture.plates] == [0, 0, 0]
    assert [plate.tally for plate in picture.plates] == [Tally(Shape.BARS, n) for n in (1, 1, 2)]
    assert picture.plates[2].line == Message("plate-bid", {"won": 0, "bid": 2})
    assert picture.trick == Trick(1, (C("9C"), C("TC")))
    assert picture.trick.seats(3) == (1, 2)
    assert (picture.winning, picture.taken) == (1, ())
    assert picture.hands[0] == Hand((C("8C"), C("3S"), C("KH")))
    match.play("8C")
    picture = DAMN.picture(match.state)
    assert (picture.winning, picture.trick) == (None, Trick(2, ()))
    assert picture.taken == ((2, Trick(1, (C("9C"), C("TC"), C("8C")))),)


def test_the_picture_before_the_first_deal_is_empty():
    match = Table(DAMN, 3)
    before = DAMN.picture(match.moments[0][1])
    assert (before.deal, before.turn, before.notices, before.turned) == (0, None, (), None)
    assert DAMN.picture(DAMN.start(3, match.state.options)).dealer is None


def test_the_sheet_has_a_row_for_every_deal():
    match = table()
    sheet = DAMN.sheet(match.state)
    assert sheet.columns == ("bid", "tricks", "points", "total")
    assert [row.label for row in sheet.rows] == [1, 2]
    assert [row.current for row in sheet.rows] == [True, False]
    quiet = Tone.QUIET
    assert sheet.rows[0].boxes[0] == (Box(1, quiet), Box(None, quiet), Box(), Box())
    assert sheet.rows[1].boxes == ((Box(),) * 4,) * 3
    match.play("9C")
    assert DAMN.sheet(match.state).rows[0].boxes[2][:2] == (Box(2, quiet), Box(0, quiet))


def test_the_sheet_has_every_score_and_at_last_the_places():
    match = table()
    match.play("9C TC 8C AD KH 4D 6S 3S JC")
    assert match.scores[0].tricks == (0, 0, 3)
    sheet = DAMN.sheet(match.state)
    failed = (Box(1, Tone.QUIET), Box(0, Tone.QUIET), Box(0, Tone.FAILED), Box(0, Tone.STRONG))
    assert sheet.rows[0].boxes[0] == failed
    assert (sheet.rows[0].current, sheet.rows[1].current, sheet.places) == (False, True, None)
    match.play_on()
    sheet = DAMN.sheet(match.state)
    assert len(sheet.rows) == 2
    assert sheet.totals == match.ending.totals
    assert sheet.places == match.ending.places
    assert not any(row.current for row in sheet.rows)
    for row, score in zip(sheet.rows, match.scores, strict=True):
        for seat, boxes in enumerate(row.boxes):
            assert [box.value for box in boxes] == [
                score.bids[seat],
                score.tricks[seat],
                score.points[seat],
                score.totals[seat],
            ]
            exact = score.bids[seat] == score.tricks[seat]
            assert boxes[2].tone is (Tone.PLAIN if exact else Tone.FAILED)


ALL = [(game, seats) for game in (DAMN, GAMES["blackout"]) for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), ALL)
@pytest.mark.parametrize("hook", [False, True])
def test_what_is_at_hand_can_be_said_at_any_moment(game, seats, hook):
    match, speaker = Table(game, seats, hook=hook), Speaker([f"P{n}" for n in range(seats)])
    hooked = set()
    for _ in range(seats):
        refused = match.bid(0)
        assert refused is None or match.bid(1) is None
        now = game.at_hand(match.state, 0)
        assert all(map(speaker.say, (*now.now, *now.counts)))
        hooked |= {message.code for message in now.now} & {"hook-forbids", "hook-idle"}
    assert bool(hooked) == hook


def test_what_an_exact_bid_scores_is_at_hand():
    codes = [message.code for message in DAMN.at_hand(table().state, 0).counts]
    assert codes == ["score-exact"]
    match = Table(DAMN, 3, zero_bids=True, first=3, deals=4)
    said = [Speaker().say(message) for message in DAMN.at_hand(match.state, 1).counts]
    assert said == [
        "Making the bid exactly scores 10 plus the bid; anything else scores nothing.",
        "In this deal an exact bid of 0 scores 8.",
    ]


def test_the_sum_of_the_bids_is_at_hand_and_then_the_balance():
    match = Table(DAMN, 3, first=3, deals=4)
    said = []
    for tricks in (1, 0, 3):
        match.bid(tricks)
        said.append([Speaker().say(message) for message in DAMN.at_hand(match.state, 0).now])
    assert said == [
        ["Bid so far: 1 of 3 tricks"],
        ["Bid so far: 1 of 3 tricks"],
        ["Bids: over by 1"],
    ]


def test_of_a_deal_that_is_over_is_told_in_the_past():
    state = table(bids=(0, 0, 1)).state
    over = state._replace(play=state.play._replace(won=(0, 3, 0), trick=()))
    said = [Speaker().say(DAMN.picture(view).remarks[1]) for view in (state, over)]
    assert said == ["Under: somebody gets too many.", "Under: somebody had to get too many."]
    codes = [DAMN.tell_of(over, Thing(Part.PLATE, seat), None)[1].code for seat in range(3)]
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
    assert hooked_bid(bids, cards) == expected


def sum_of(bids, cards):
    return Message("bids-so-far", {"bids": bids, "count": cards})


@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        ((None, None, None), None),
        ((None, 2, None), sum_of(2, 7)),
        ((0, None, None), sum_of(0, 7)),
        ((None, 5, 4), sum_of(9, 7)),
        ((1, 5, 4), None),
    ],
)
def test_what_has_been_bid_is_told_until_all_have(bids, expected):
    assert so_far(bids, 7) == expected


FORBIDDEN = Message("hook-forbids", {"bid": 4, "count": 7}, "damn.md 6")
IDLE = Message("hook-idle", {"count": 7}, "damn.md 6")


@pytest.mark.parametrize(
    ("bids", "hook", "expected"),
    [
        ((), True, ()),
        ((2,), True, (sum_of(2, 7),)),
        ((2, 1), True, (sum_of(3, 7), FORBIDDEN)),
        ((2, 1), False, (sum_of(3, 7),)),
        ((5, 3), True, (sum_of(8, 7), IDLE)),
    ],
)
def test_a_bidder_is_told_the_sum_and_what_the_hook_forbids(bids, hook, expected):
    match = Table(DAMN, 3, first=7, deals=8, hook=hook)
    match.bid(*bids)
    assert DAMN.notes(match.state, match.state.turn) == expected


def test_a_bid_that_is_to_be_changed_does_not_count():
    match = Table(DAMN, 3, dealer=0, first=7, deals=8, hook=True, enforcement="table")
    match.bid(2, 1, 3)
    assert DAMN.offers(match.state, 0)[0].notes == (sum_of(3, 7), FORBIDDEN)
