"""Rank: a test for every rule on its page, named for the rule's number.

Whole matches are checked against the page by ``match/rank_pages.py``.
"""

import pytest

from games.shedding.rank_deals import RANK_GAME, RiggedDeal, card_of
from greenbaize.cards import ALL_CARDS
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.shedding.events import RanksScored
from greenbaize.match.record import encode_line
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.errors import OptionError
from greenbaize.rules.events import MatchEnded
from greenbaize.rules.messages import Message
from greenbaize.rules.options import resolve_options
from greenbaize.rules.table_elements import TableElement, TableElementKind
from match.random_matches import GameSetup, play_randomly


def test_rank_is_for_two_to_ten():
    assert list(RANK_GAME.seats) == list(range(2, 11))


@pytest.mark.parametrize("seats", [4, 5])
def test_rank_1_cards_are_dealt_singly_then_the_pile_then_the_stock(seats):
    deal = play_randomly(GameSetup("rank", seats, {}), 0).events[1]
    first = tuple(deal.hands[(deal.leader + turn) % seats].cards[0] for turn in range(seats))
    assert deal.cards_in_dealing_order[:seats] == first
    assert deal.cards_in_dealing_order[5 * seats :] == (deal.pile, *deal.stock.cards)
    assert sorted(deal.cards_in_dealing_order) == sorted(ALL_CARDS * (1 if seats == 4 else 2))


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
    story, _, rank_text = story.partition(" end ")
    assert deal.event_text.removesuffix(" end") == story
    if rank_text:
        ranks = tuple(map(int, rank_text.split()))
        assert deal.state.scores[0] == RanksScored(1, ranks, ranks, ranks)
        assert deal.state.end == MatchEnded(ranks, ranks)


def test_rank_5_is_explained_for_every_card():
    deal = RiggedDeal(["8C 8D", "3D 3C", "TH TS"], "5S")
    sentences = RANK_GAME.explain(deal.state, PlayCommand(0, card_of("8C"))).sentences
    assert sentences[0] == Message(
        "fits-anti-rank", {"card": card_of("8C"), "top": card_of("5S")}, "rank.md 5"
    )


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


@pytest.mark.parametrize("deals", [0, 100, "three"])
def test_rank_6_deals_within_limits(deals):
    with pytest.raises(OptionError):
        resolve_options(RANK_GAME.options, 4, {"deals": deals})


def test_rank_6_one_deal_unless_chosen_otherwise():
    assert resolve_options(RANK_GAME.options, 4, {})["deals"] == 1


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
