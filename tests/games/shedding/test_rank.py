"""Rank: a test for every rule on its page, named for the rule's number.

Whole matches are checked against the page by ``match/rank_pages.py``.
"""

from itertools import chain

import pytest

from games.exact_bid.rule_tables import submit_in_turn
from greenbaize.cards import ALL_CARDS, Card, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.shedding.events import PileDealt, RanksScored, SeatWentOut
from greenbaize.match.authority import Authority
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import SeededChance, seed_from_text
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.errors import OptionError
from greenbaize.rules.events import LotDrawn, MatchEnded
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.options import resolve_options
from greenbaize.rules.sheets import DealEntry
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.words.speaker import Speaker
from match.random_matches import GameSetup, play_randomly

RANK_GAME = GAMES["rank"]
card_of = Card.of


class RiggedDeal:
    """Deal of given hands by seat, pile card and stock."""

    def __init__(self, hands, pile, stock="", *, leader=0, **options):
        seats = len(hands)
        settings = resolve_options(RANK_GAME.options, seats, options)
        self.authority = Authority(RANK_GAME, seats, settings, SeededChance(seed_from_text("rank")))
        dealer = (leader - 1) % seats
        dealt_hands = tuple(Hand(parse_cards(hand)) for hand in hands)
        deal_event = PileDealt(
            1, dealer, leader, dealt_hands, card_of(pile), Hand(parse_cards(stock))
        )
        state_with_dealer = RANK_GAME.fold(self.authority.state, LotDrawn(dealer))
        self.authority.resume_from_state(RANK_GAME.fold(state_with_dealer, deal_event))
        self.codec = event_codec(RANK_GAME)
        self.lines = []
        self.authority.add_listener(
            lambda event, _: self.lines.append(self.codec.encode_line(event))
        )
        self.authority.advance_match()

    @property
    def state(self):
        return self.authority.state

    def play_cards(self, codes):
        """Play cards by the acting seats; return the first refusal."""
        return submit_in_turn(self.authority, PlayCommand, parse_cards(codes))

    @property
    def event_text(self):
        """Events so far, a word each: ``play0:5H draw1:8C,9D pass1``."""
        words = []
        for line in self.lines:
            if line["type"] in ("score", "end", "deal"):
                words.append(line["type"])
                continue
            card_codes = line.get("cards") or ([line["card"]] if "card" in line else [])
            words.append(
                f"{line['type']}{line['seat']}" + (":" + ",".join(card_codes) if card_codes else "")
            )
        return " ".join(words)


# 1. The deal


def test_rank_is_for_two_to_ten():
    assert list(RANK_GAME.seats) == list(range(2, 11))


@pytest.mark.parametrize("seats", [4, 5])
def test_rank_1_cards_are_dealt_singly_then_the_pile_then_the_stock(seats):
    deal = play_randomly(GameSetup("rank", seats, {}), 0).events[1]
    first = tuple(deal.hands[(deal.leader + turn) % seats].cards[0] for turn in range(seats))
    assert deal.cards_in_dealing_order[:seats] == first
    assert deal.cards_in_dealing_order[5 * seats :] == (deal.pile, *deal.stock.cards)
    assert sorted(deal.cards_in_dealing_order) == sorted(ALL_CARDS * (1 if seats == 4 else 2))


# 2. On turn


@pytest.mark.parametrize(
    ("hand", "pile", "card", "code", "rule"),
    [
        ("4C 5D 9H", "5S", "5D", "neighbour-first", "rank.md 2a"),
        ("4C KD 9H", "5S", "KD", "neighbour-first", "rank.md 2a"),
        ("4C XR 9H", "5S", "XR", "neighbour-first", "rank.md 2a"),
        ("5C AD 9H", "5S", "AD", "same-rank-first", "rank.md 2b"),
        ("5C XR 9H", "5S", "XR", "same-rank-first", "rank.md 2b"),
        ("AC XR 9H", "5S", "XR", "ace-king-first", "rank.md 2c"),
        ("AC XR 9H", "5S", "9H", "misfit", "rank.md 2"),
        ("AC XR 9H", "5S", "2H", "not-held", "rank.md 2"),
    ],
)
def test_rank_2_unplayable_cards_are_refused(hand, pile, card, code, rule):
    deal = RiggedDeal([hand, "2C 2D 2S"], pile, "2C 2D 2S")
    refusal = deal.play_cards(card)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert deal.event_text == ""
    assert not RANK_GAME.explain(deal.state, PlayCommand(0, card_of(card))).is_allowed


@pytest.mark.parametrize(
    ("hand", "pile", "card", "code", "rule"),
    [
        ("4C 5D 9H", "5S", "4C", "fits-neighbour", "rank.md 2a"),
        ("5C AD 9H", "5S", "5C", "fits-same-rank", "rank.md 2b"),
        ("AC XR 9H", "5S", "AC", "fits-ace-king", "rank.md 2c"),
        ("XR 9H 8H", "5S", "XR", "fits-joker", "rank.md 2d"),
        ("3C XR 9H", "XB", "9H", "fits-on-joker", "rank.md 2"),
        ("3C XR 9H", "XB", "XR", "fits-on-joker", "rank.md 2"),
    ],
)
def test_rank_2_playable_cards_are_allowed(hand, pile, card, code, rule):
    deal = RiggedDeal([hand, "2C 2D 2S"], pile, "2C 2D 2S")
    explanation = RANK_GAME.explain(deal.state, PlayCommand(0, card_of(card)))
    assert explanation.is_allowed
    assert (explanation.sentences[0].code, explanation.sentences[0].rule) == (code, rule)
    assert deal.play_cards(card) is None


def test_rank_2_only_the_player_to_move_may_act():
    deal = RiggedDeal(["4C 5D", "4D 2D", "4S 2H"], "5S", "2H")
    refusal = deal.authority.submit(PlayCommand(1, card_of("4D")))
    assert refusal == Message("not-your-turn", {"seat": 0}, "rank.md 2")
    assert deal.authority.submit(PlayCommand(5, card_of("4D"))) == Message("no-seat", {"number": 5})
    foreign_refusal = deal.authority.submit(BidCommand(0, 1))
    assert foreign_refusal == Message("not-in-this-game", {"type": "bid"})
    assert RANK_GAME.legal(deal.state, 1) == ()
    assert RANK_GAME.question(deal.state, 1) is None


# Hands | pile | stock | played cards, then the resulting events. A finished deal ends with ranks.
#
# "5 round" has the option anti_rank=round, all others have anti_rank=stands.

DEAL_STORIES = """
2 Who plays keeps the turn
4C 5D 6H 7H, 2C 2D 2S | 5S | 2H | 4C 5D 6H
play0:4C play0:5D play0:6H
3 Who can play nothing draws one and passes
8C 8D, 4D 2D, 2H 2S | 5S | 9H TD |
draw0:9H pass0
3 The drawn card is played if it fits, and so again: stuck on the six, 7D is drawn, and fits
8C 8D, 4D 2D, 2H 2S | 5S | 6H 7D 9S 2C | 6H
draw0:6H play0:6H draw0:7D
3 All cards may be played after it
8C 8D, 4D 2D, 2H 2S | 5S | 6H 7D 9S 2C | 6H 7D 8C 8D
draw0:6H play0:6H draw0:7D play0:7D play0:8C play0:8D leaving0 draw1:9S out0
3 Stuck after having played
4C 9D, 4D 2D, 2H 2S | 5S | 9H TD | 4C
play0:4C draw0:9H pass0
3 Without stock one just passes
8C 8D, 4D 2D, 2H 2S | 5S | |
pass0
4 Who has played the last card is leaving
4C, 5D 2D, 2H 6S | 5S | 9H TD 7C | 4C
play0:4C leaving0
4 A leaver is back when the next player plays
4C, 5D 2D, 2H 6S | 5S | 9H TD 7C | 4C 5D
play0:4C leaving0 play1:5D draw0:9H,TD back0 draw1:7C pass1
4 A leaver takes one card if only one is left
4C, 5D 6D 2D, 2H 2S | 5S | 9H | 4C 5D
play0:4C leaving0 play1:5D draw0:9H back0
4 A leaver is out when the next player draws, whatever it is: the three fits, but had to be drawn
4C, 8D 2D, 2H 2S | 5S | 3H TD 7C | 4C 3H
play0:4C leaving0 draw1:3H out0 play1:3H
4 Out and no pass when the deal ends
4C, 8D 2D | 5S | 7H TD 7C | 4C
play0:4C leaving0 draw1:7H out0 score end 1 2
4 Out at once without stock
4C, 8D 2D, 2H 2S | 5S | | 4C
play0:4C out0 pass1 pass2 antirank1
4 The stock that the leaver takes decides whether the next player is leaving
4C, 5D, 8H 2S | 5S | 9H TD 7C | 4C 5D
play0:4C leaving0 play1:5D draw0:9H,TD back0 leaving1 draw2:7C out1 pass2 pass0 antirank2
4 Or out
4C, 5D, 8H 2S | 5S | 9H TD | 4C 5D
play0:4C leaving0 play1:5D draw0:9H,TD back0 out1 pass2 pass0 antirank2
4 Two players and two last cards
4C, 5D | 5S | 9H | 4C 5D
play0:4C leaving0 play1:5D draw0:9H back0 out1 score end 2 1
4 A joker as last card brings one back
XR, 8D 2D, 2H 2S | 5S | 9H TD 7C | XR 8D
play0:XR leaving0 play1:8D draw0:9H,TD back0 draw1:7C
5 When all have passed the player to move plays any card, and the turn passes
8C 8D, 3D 9C, TH TS | 5S | | 8D
pass0 pass1 pass2 antirank0 play0:8D
5 While it stands who cannot play declares it as well, without any pass
8C QD, 3D 3C, 5H 5C | TS | | 8C 3D
pass0 pass1 pass2 antirank0 play0:8C antirank1 play1:3D antirank2
5 It stands for who declared it first, too
8C QD 6S, 3D 3C, 5H 5C | TS | | 8C 3D 5H 6S
pass0 pass1 pass2 antirank0 play0:8C antirank1 play1:3D antirank2 play2:5H play0:6S pass0 pass1
5 And again if that player cannot play
8C QD, 3D 3C, 5H 5C | TS | | 8C 3D 5H QD
pass0 pass1 pass2 antirank0 play0:8C antirank1 play1:3D antirank2 play2:5H antirank0 play0:QD \
out0 antirank1
5 Who can play cancels it: the normal game is back, and all pass before the next
8C QD, 3D 3S, 4H 4C 6D | TS | | 8C 3D 4H 4C
pass0 pass1 pass2 antirank0 play0:8C antirank1 play1:3D play2:4H play2:4C pass2 pass0
5 The last card of an Anti-Rank is out, and it still stands
8C, 3D 3C, 5H 5C | TS | | 8C
pass0 pass1 pass2 antirank0 play0:8C out0 antirank1
5 Going out by rule 2 cancels it
8C QD, 7D, 5H 5C | TS | | 8C 7D
pass0 pass1 pass2 antirank0 play0:8C play1:7D out1 pass2 pass0 antirank2
5 round While somebody has not passed again who cannot play passes
8C 8D, 3D 3C, TH TS | 5S | | 8D
pass0 pass1 pass2 antirank0 play0:8D pass1 pass2
5 round The declarer passes as well, before the next, which is of any card
8C QD, 3D 3C, 5H 5C | TS | | 8C
pass0 pass1 pass2 antirank0 play0:8C pass1 pass2 pass0 antirank1
5 Nobody declares it while somebody can play
8C QD, 3D 9C, 5H 5C | TS | |
pass0
5 Who can play cancels it, keeps the turn, is stuck, and all must pass again
8C QD, 3D 7C 2C, 5H 5C | TS | | 8C 7C
pass0 pass1 pass2 antirank0 play0:8C play1:7C pass1 pass2 pass0 antirank1
5 Passes with a draw count as passes
8C QD, 3D 3C, 5H 5C | TS | 8H 6D |
draw0:8H pass0 draw1:6D pass1 pass2 antirank0
5 round The last card of an Anti-Rank is out
8C, 3D 3C, 5H 5C | TS | | 8C
pass0 pass1 pass2 antirank0 play0:8C out0 pass1 pass2 antirank1
6 Places go in the order of going out
4C, 6D 2D, 3H | 5S | | 4C 3H
play0:4C out0 pass1 play2:3H out2 score end 1 3 2
"""
STORY_LINES = DEAL_STORIES.replace("\\\n", "").strip().splitlines()


@pytest.mark.parametrize("case", range(0, len(STORY_LINES), 3), ids=STORY_LINES[::3])
def test_rank_2_to_6_stories_of_deals(case):
    deal_text, story = STORY_LINES[case + 1 : case + 3]
    hands, pile, stock, played = map(str.strip, deal_text.split("|"))
    rule = "round" if STORY_LINES[case].startswith("5 round") else "stands"
    deal = RiggedDeal(hands.split(","), pile, stock, anti_rank=rule)
    assert deal.play_cards(played) is None
    story, _, ranks = story.partition(" end ")
    assert deal.event_text.removesuffix(" end") == story
    if ranks:
        ranks = tuple(map(int, ranks.split()))
        assert deal.state.scores[0] == RanksScored(1, ranks, ranks, ranks)
        assert deal.state.end == MatchEnded(ranks, ranks)


# 5. Anti-Rank


def test_rank_5_is_explained_for_every_card():
    deal = RiggedDeal(["8C 8D", "3D 3C", "TH TS"], "5S")
    sentences = RANK_GAME.explain(deal.state, PlayCommand(0, card_of("8C"))).sentences
    assert sentences[0] == Message(
        "fits-anti-rank", {"card": card_of("8C"), "top": card_of("5S")}, "rank.md 5"
    )


def test_rank_2_suits_never_matter_so_cards_of_a_rank_are_one_choice():
    keys = [
        RANK_GAME.choice_key(PlayCommand(0, card_of(code)))
        for code in ("5C", "5H", "6C", "XR", "XB")
    ]
    assert keys[0] == keys[1] != keys[2]
    assert keys[3] == keys[4] != keys[0]


@pytest.mark.parametrize(("old", "value"), [(False, "stands"), (True, "round")])
def test_rank_5_stands_in_new_matches_and_not_in_records_older_than_the_option(old, value):
    assert resolve_options(RANK_GAME.options, 4, {}, is_legacy=old)["anti_rank"] == value


def test_rank_5_other_values_are_refused():
    with pytest.raises(OptionError):
        resolve_options(RANK_GAME.options, 4, {"anti_rank": "never"})


def test_rank_5_standing_and_cancelling_are_explained():
    deal = RiggedDeal(["8C QD", "7D 3C", "6H 5C"], "TS")
    deal.play_cards("8C")
    notice = Message("notice-antirank-stands", rule="rank.md 5")
    assert RANK_GAME.picture(deal.state).notices == (notice,)
    sentences = RANK_GAME.explain(deal.state, PlayCommand(1, card_of("7D"))).sentences
    assert [message.code for message in sentences] == ["fits-neighbour", "cancels-antirank"]
    messages_by_kind = {
        part: RANK_GAME.describe_element(deal.state, TableElement(part), 1)
        for part in (TableElementKind.STOCK, TableElementKind.PILE)
    }
    assert [message.code for message in messages_by_kind[TableElementKind.STOCK]] == [
        "tell-stock-empty-anti"
    ]
    assert messages_by_kind[TableElementKind.PILE][-1].code == "tell-anti-stands"
    deal.play_cards("7D")
    assert RANK_GAME.picture(deal.state).notices == ()
    messages_by_kind = RANK_GAME.describe_element(
        deal.state, TableElement(TableElementKind.STOCK), 1
    )
    assert [message.code for message in messages_by_kind] == ["tell-stock-empty", "tell-silent"]


# 6. The result


@pytest.mark.parametrize("deals", [0, 100, "three"])
def test_rank_6_deals_within_limits(deals):
    with pytest.raises(OptionError):
        resolve_options(RANK_GAME.options, 4, {"deals": deals})


def test_rank_6_one_deal_unless_chosen_otherwise():
    assert resolve_options(RANK_GAME.options, 4, {})["deals"] == 1


# Sentences, displays and bytes


def test_the_last_card_is_explained_with_its_effect():
    deal = RiggedDeal(["4C", "5D 2D", "2H 2S"], "5S", "9H TD 7C")
    sentences = RANK_GAME.explain(deal.state, PlayCommand(0, card_of("4C"))).sentences
    assert [message.code for message in sentences] == ["fits-neighbour", "last-card-leaving"]
    deal.play_cards("4C")
    sentences = RANK_GAME.explain(deal.state, PlayCommand(1, card_of("5D"))).sentences
    assert sentences[1] == Message("calls-back", {"seat": 0, "count": 2}, "rank.md 4")
    deal = RiggedDeal(["4C", "5D 2D", "2H 2S"], "5S", "9H")
    deal.play_cards("4C")
    sentences = RANK_GAME.explain(deal.state, PlayCommand(1, card_of("5D"))).sentences
    assert sentences[1] == Message("calls-back", {"seat": 0, "count": 1}, "rank.md 4")
    deal = RiggedDeal(["4C", "5D 2D", "2H 2S"], "5S")
    sentences = RANK_GAME.explain(deal.state, PlayCommand(0, card_of("4C"))).sentences
    assert sentences[1] == Message("last-card-out", rule="rank.md 4")


@pytest.mark.parametrize(("stock", "code"), [("9H TD", "out"), ("9H TD 7C", "leaving")])
def test_the_last_card_after_a_leaver_counts_the_leavers_draw(stock, code):
    deal = RiggedDeal(["4C", "5D", "2H 2S"], "5S", stock)
    deal.play_cards("4C")
    sentences = RANK_GAME.explain(deal.state, PlayCommand(1, card_of("5D"))).sentences
    assert [message.code for message in sentences] == [
        "fits-neighbour",
        "calls-back",
        f"last-card-{code}",
    ]


def test_the_snapshot_shows_pile_stock_leaver_and_seats_out():
    deal = RiggedDeal(["4C", "9D 2D", "2H 2S"], "5S", "3H TD 7C")
    deal.play_cards("4C")
    picture = RANK_GAME.picture(deal.state)
    assert picture.pile == parse_cards("5S 4C")
    assert picture.stock_size == 2
    assert picture.plates[0].note == Message("plate-out", {"place": 1}, "rank.md 4")
    deal = RiggedDeal(["4C", "5D 2D", "2H 2S"], "5S", "9H TD 7C")
    deal.play_cards("4C")
    picture = RANK_GAME.picture(deal.state)
    assert picture.plates[0].note == Message("plate-leaving", rule="rank.md 4")
    assert picture.notices == (Message("notice-leaving", {"seat": 0}, "rank.md 4"),)
    assert picture.trick is None
    assert RANK_GAME.explain_trick(deal.state, Trick(0, ())) == ()


def test_anti_rank_is_announced():
    deal = RiggedDeal(["8C 8D", "3D 3C", "TH TS"], "5S")
    assert RANK_GAME.picture(deal.state).notices == (
        Message("notice-antirank", {"seat": 0}, "rank.md 5"),
    )


def test_a_view_assumes_that_other_seats_can_play():
    """Another seat's stuck turn is not public: a view assumes that the seat can play."""
    deal = RiggedDeal(["8C 8D", "4D 2D", "2H 2S"], "5S", "9H TD")
    tracker = ViewTracker(RANK_GAME, 3, deal.state.options, 1)
    deal_event = PileDealt(
        1, 2, 0, (Hand((), 2), Hand(parse_cards("4D 2D")), Hand((), 2)), card_of("5S"), Hand((), 2)
    )
    for event in (LotDrawn(2), deal_event):
        tracker.apply_event(event)
    assert tracker.view.turn == 0
    own_tracker = ViewTracker(RANK_GAME, 3, deal.state.options, 0)
    hands = (Hand(parse_cards("8C 8D")), Hand((), 2), Hand((), 2))
    for event in (LotDrawn(2), PileDealt(1, 2, 0, hands, card_of("5S"), Hand((), 2))):
        own_tracker.apply_event(event)
    assert own_tracker.view.turn is None


def test_the_sheet_sums_ranks():
    deal = RiggedDeal(["4C", "9D 2D"], "5S", "9H TD 7C", deals=3)
    deal.play_cards("4C")
    sheet = RANK_GAME.sheet(deal.state)
    assert sheet.columns == ("place", "total")
    assert [[box.value for box in boxes] for boxes in sheet.rows[0].boxes] == [[1, 1], [2, 2]]
    assert [row.is_current for row in sheet.rows] == [False, True, False]
    assert sheet.totals == (1, 2)
    assert sheet.ranks is None


def test_a_manual_sheet_finds_a_rank_given_twice():
    form = RANK_GAME.sheet_form()
    settings = resolve_options(RANK_GAME.options, 3, {"deals": 2})
    sheet = form.make_sheet(
        3, settings, [DealEntry(((1,), (1,), (3,))), DealEntry(((2,), (1,), (3,)))]
    )
    (check,) = sheet.checks
    values = {"deal": 1, "sum": 5, "due": 6}
    assert check.message == Message("sheet-places", values, "rank.md 6")
    assert {(cell.row, cell.seat) for cell in check.positions} == {(0, 0), (0, 1), (0, 2)}
    correct_sheet = form.make_sheet(
        3, settings, [DealEntry(((1,), (2,), (3,))), DealEntry(((2,), (1,), (3,)))]
    )
    assert correct_sheet.checks == ()
    assert correct_sheet.totals == (3, 3, 6)
    assert correct_sheet.ranks == (1, 1, 3)


def test_the_bytes_of_a_leaving_and_a_return():
    deal = RiggedDeal(["4C", "5D 6C", "2H 2S"], "5S", "9H TD 7C")
    deal.play_cards("4C 5D")
    assert b"".join(map(encode_line, deal.lines)) == (
        b'{"type": "play", "seat": 0, "card": "4C"}\n'
        b'{"type": "leaving", "seat": 0}\n'
        b'{"type": "play", "seat": 1, "card": "5D"}\n'
        b'{"type": "draw", "seat": 0, "cards": ["9H", "TD"]}\n'
        b'{"type": "back", "seat": 0}\n'
    )


PLAYER_NAMES = ("Anna", "Bo", "Cy", "Di", "Eva")


def test_only_leaving_returning_and_anti_rank_have_notices():
    notice_types, silent_types = set(), set()
    matches = [play_randomly(GameSetup("rank", 5, {}), number) for number in range(4)]
    game = matches[0].game
    for event, state in chain(*[match.moments for match in matches]):
        notice = game.event_notice(event, state)
        has_notice = event.type in ("leaving", "back", "out", "antirank")
        assert (notice is not None) is has_notice
        if notice is not None:
            notice_types.add(event.type)
            assert (
                Speaker(PLAYER_NAMES)
                .format_message(notice.message)
                .startswith(PLAYER_NAMES[event.seat])
            )
            assert (
                Speaker(PLAYER_NAMES, event.seat).format_message(notice.message).startswith("You")
            )
        else:
            silent_types.add(event.type)
    assert notice_types == {"leaving", "back", "out", "antirank"}
    assert {"deal", "play", "draw", "pass", "score"} <= silent_types


def test_going_out_gives_a_notice_with_the_rank():
    played = play_randomly(GameSetup("rank", 5, {}), 0)
    sentences = []
    for event, state in played.moments:
        if isinstance(event, SeatWentOut):
            notice = played.game.event_notice(event, state)
            sentences.append(Speaker(PLAYER_NAMES).format_message(notice.message))
    assert [words.rpartition(" ")[2] for words in sentences] == ["1st", "2nd", "3rd", "4th"]
