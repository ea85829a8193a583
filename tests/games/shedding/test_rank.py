"""Rank: a test for every rule on its page, named for the rule's number.

Whole matches are checked against the page by ``match/rank_pages.py``.
"""

from itertools import chain

import pytest

from games.exact_bid.tables import in_turn
from greenbaize.cards import ALL_CARDS, Card, cards
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.shedding.events import PileDealt, PlacesScored, WentOut
from greenbaize.match.authority import Authority
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance, seed_from
from greenbaize.rules.commands import Play
from greenbaize.rules.errors import OptionError
from greenbaize.rules.events import Ended, LotDrawn
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.options import settled
from greenbaize.rules.sheets import Entry
from greenbaize.rules.things import Part, Thing
from greenbaize.words.speaker import Speaker
from match.playing import Setup, play_randomly

RANK = GAMES["rank"]
C = Card.of


class Deal:
    """Deal of given hands by seat, pile card and stock."""

    def __init__(self, hands, pile, stock="", *, leader=0, **options):
        seats = len(hands)
        settings = settled(RANK.options, seats, options)
        self.authority = Authority(RANK, seats, settings, SeededChance(seed_from("rank")))
        dealer = (leader - 1) % seats
        held = tuple(Hand(cards(hand)) for hand in hands)
        dealt = PileDealt(1, dealer, leader, held, C(pile), Hand(cards(stock)))
        begun = RANK.fold(self.authority.state, LotDrawn(dealer))
        self.authority.go_on_from(RANK.fold(begun, dealt))
        self.codec = event_codec(RANK)
        self.lines = []
        self.authority.listen(lambda event, _: self.lines.append(self.codec.write(event)))
        self.authority.proceed()

    @property
    def state(self):
        return self.authority.state

    def play(self, codes):
        """Play cards by the acting seats; return the first refusal."""
        return in_turn(self.authority, Play, cards(codes))

    @property
    def story(self):
        """Events so far, a word each: ``play0:5H draw1:8C,9D pass1``."""
        words = []
        for line in self.lines:
            if line["type"] in ("score", "end", "deal"):
                words.append(line["type"])
                continue
            what = line.get("cards") or ([line["card"]] if "card" in line else [])
            words.append(f"{line['type']}{line['seat']}" + (":" + ",".join(what) if what else ""))
        return " ".join(words)


# 1. The deal


def test_rank_is_for_two_to_ten():
    assert list(RANK.seats) == list(range(2, 11))


@pytest.mark.parametrize("seats", [4, 5])
def test_rank_1_cards_leave_the_pack_one_by_one_then_the_pile_then_the_stock(seats):
    deal = play_randomly(Setup("rank", seats, {}), 0).events[1]
    first = tuple(deal.hands[(deal.leader + turn) % seats].cards[0] for turn in range(seats))
    assert deal.dealing[:seats] == first
    assert deal.dealing[5 * seats :] == (deal.pile, *deal.stock.cards)
    assert sorted(deal.dealing) == sorted(ALL_CARDS * (1 if seats == 4 else 2))


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
def test_rank_2_what_may_not_be_played(hand, pile, card, code, rule):
    deal = Deal([hand, "2C 2D 2S"], pile, "2C 2D 2S")
    refusal = deal.play(card)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert deal.story == ""
    assert not RANK.explain(deal.state, Play(0, C(card))).allowed


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
def test_rank_2_what_may_be_played(hand, pile, card, code, rule):
    deal = Deal([hand, "2C 2D 2S"], pile, "2C 2D 2S")
    said = RANK.explain(deal.state, Play(0, C(card)))
    assert said.allowed
    assert (said.sentences[0].code, said.sentences[0].rule) == (code, rule)
    assert deal.play(card) is None


def test_rank_2_only_the_player_to_move_may_act():
    deal = Deal(["4C 5D", "4D 2D", "4S 2H"], "5S", "2H")
    refusal = deal.authority.submit(Play(1, C("4D")))
    assert refusal == Message("not-your-turn", {"seat": 0}, "rank.md 2")
    assert deal.authority.submit(Play(5, C("4D"))) == Message("no-seat", {"number": 5})
    wrong = deal.authority.submit(Bid(0, 1))
    assert wrong == Message("not-in-this-game", {"type": "bid"})
    assert RANK.legal(deal.state, 1) == ()
    assert RANK.question(deal.state, 1) is None


# Hands | pile | stock | played cards, then the resulting events. A finished deal ends with ranks.
#
# "5 round" has the option anti_rank=round, all others have anti_rank=stands.

STORIES = """
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
CASES = STORIES.replace("\\\n", "").strip().splitlines()


@pytest.mark.parametrize("case", range(0, len(CASES), 3), ids=CASES[::3])
def test_rank_2_to_6_what_becomes_of_a_deal(case):
    dealt, story = CASES[case + 1 : case + 3]
    hands, pile, stock, played = map(str.strip, dealt.split("|"))
    rule = "round" if CASES[case].startswith("5 round") else "stands"
    deal = Deal(hands.split(","), pile, stock, anti_rank=rule)
    assert deal.play(played) is None
    story, _, places = story.partition(" end ")
    assert deal.story.removesuffix(" end") == story
    if places:
        places = tuple(map(int, places.split()))
        assert deal.state.scores[0] == PlacesScored(1, places, places, places)
        assert deal.state.end == Ended(places, places)


# 5. Anti-Rank


def test_rank_5_is_said_of_every_card():
    deal = Deal(["8C 8D", "3D 3C", "TH TS"], "5S")
    said = RANK.explain(deal.state, Play(0, C("8C"))).sentences
    assert said[0] == Message("fits-anti-rank", {"card": C("8C"), "top": C("5S")}, "rank.md 5")


def test_rank_2_suits_never_matter_so_cards_of_a_rank_are_one_choice():
    keys = [RANK.choice_key(Play(0, C(code))) for code in ("5C", "5H", "6C", "XR", "XB")]
    assert keys[0] == keys[1] != keys[2]
    assert keys[3] == keys[4] != keys[0]


@pytest.mark.parametrize(("old", "value"), [(False, "stands"), (True, "round")])
def test_rank_5_stands_in_new_matches_and_not_in_records_older_than_the_option(old, value):
    assert settled(RANK.options, 4, {}, old=old)["anti_rank"] == value


def test_rank_5_no_third_way():
    with pytest.raises(OptionError):
        settled(RANK.options, 4, {"anti_rank": "never"})


def test_rank_5_says_that_it_stands_and_what_cancels_it():
    deal = Deal(["8C QD", "7D 3C", "6H 5C"], "TS")
    deal.play("8C")
    notice = Message("notice-antirank-stands", rule="rank.md 5")
    assert RANK.picture(deal.state).notices == (notice,)
    said = RANK.explain(deal.state, Play(1, C("7D"))).sentences
    assert [one.code for one in said] == ["fits-neighbour", "cancels-antirank"]
    told = {part: RANK.tell_of(deal.state, Thing(part), 1) for part in (Part.STOCK, Part.PILE)}
    assert [one.code for one in told[Part.STOCK]] == ["tell-stock-empty-anti"]
    assert told[Part.PILE][-1].code == "tell-anti-stands"
    deal.play("7D")
    assert RANK.picture(deal.state).notices == ()
    told = RANK.tell_of(deal.state, Thing(Part.STOCK), 1)
    assert [one.code for one in told] == ["tell-stock-empty", "tell-silent"]


# 6. The result


@pytest.mark.parametrize("deals", [0, 100, "three"])
def test_rank_6_deals_within_limits(deals):
    with pytest.raises(OptionError):
        settled(RANK.options, 4, {"deals": deals})


def test_rank_6_one_deal_unless_chosen_otherwise():
    assert settled(RANK.options, 4, {})["deals"] == 1


# Sentences, displays and bytes


def test_a_hand_says_what_its_last_card_would_do():
    deal = Deal(["4C", "5D 2D", "2H 2S"], "5S", "9H TD 7C")
    said = RANK.explain(deal.state, Play(0, C("4C"))).sentences
    assert [one.code for one in said] == ["fits-neighbour", "last-card-leaving"]
    deal.play("4C")
    said = RANK.explain(deal.state, Play(1, C("5D"))).sentences
    assert said[1] == Message("calls-back", {"seat": 0, "count": 2}, "rank.md 4")
    deal = Deal(["4C", "5D 2D", "2H 2S"], "5S", "9H")
    deal.play("4C")
    said = RANK.explain(deal.state, Play(1, C("5D"))).sentences
    assert said[1] == Message("calls-back", {"seat": 0, "count": 1}, "rank.md 4")
    deal = Deal(["4C", "5D 2D", "2H 2S"], "5S")
    said = RANK.explain(deal.state, Play(0, C("4C"))).sentences
    assert said[1] == Message("last-card-out", rule="rank.md 4")


@pytest.mark.parametrize(("stock", "code"), [("9H TD", "out"), ("9H TD 7C", "leaving")])
def test_the_last_card_after_a_leaver_knows_what_the_leaver_takes(stock, code):
    deal = Deal(["4C", "5D", "2H 2S"], "5S", stock)
    deal.play("4C")
    said = RANK.explain(deal.state, Play(1, C("5D"))).sentences
    assert [one.code for one in said] == ["fits-neighbour", "calls-back", f"last-card-{code}"]


def test_the_picture_shows_pile_stock_and_who_is_leaving_or_out():
    deal = Deal(["4C", "9D 2D", "2H 2S"], "5S", "3H TD 7C")
    deal.play("4C")
    picture = RANK.picture(deal.state)
    assert picture.pile == cards("5S 4C")
    assert picture.stock == 2
    assert picture.plates[0].note == Message("plate-out", {"place": 1}, "rank.md 4")
    deal = Deal(["4C", "5D 2D", "2H 2S"], "5S", "9H TD 7C")
    deal.play("4C")
    picture = RANK.picture(deal.state)
    assert picture.plates[0].note == Message("plate-leaving", rule="rank.md 4")
    assert picture.notices == (Message("notice-leaving", {"seat": 0}, "rank.md 4"),)
    assert picture.trick is None
    assert RANK.explain_trick(deal.state, Trick(0, ())) == ()


def test_anti_rank_is_announced():
    deal = Deal(["8C 8D", "3D 3C", "TH TS"], "5S")
    assert RANK.picture(deal.state).notices == (
        Message("notice-antirank", {"seat": 0}, "rank.md 5"),
    )


def test_a_view_waits_to_be_told_that_somebody_is_stuck():
    """Another seat's stuck turn is not public: a view assumes that the seat can play."""
    deal = Deal(["8C 8D", "4D 2D", "2H 2S"], "5S", "9H TD")
    teller = Teller(RANK, 3, deal.state.options, 1)
    dealt = PileDealt(
        1, 2, 0, (Hand((), 2), Hand(cards("4D 2D")), Hand((), 2)), C("5S"), Hand((), 2)
    )
    for event in (LotDrawn(2), dealt):
        teller.take(event)
    assert teller.view.turn == 0
    own = Teller(RANK, 3, deal.state.options, 0)
    hands = (Hand(cards("8C 8D")), Hand((), 2), Hand((), 2))
    for event in (LotDrawn(2), PileDealt(1, 2, 0, hands, C("5S"), Hand((), 2))):
        own.take(event)
    assert own.view.turn is None


def test_the_sheet_adds_places_up():
    deal = Deal(["4C", "9D 2D"], "5S", "9H TD 7C", deals=3)
    deal.play("4C")
    sheet = RANK.sheet(deal.state)
    assert sheet.columns == ("place", "total")
    assert [[box.value for box in boxes] for boxes in sheet.rows[0].boxes] == [[1, 1], [2, 2]]
    assert [row.current for row in sheet.rows] == [False, True, False]
    assert sheet.totals == (1, 2)
    assert sheet.places is None


def test_a_sheet_kept_by_hand_finds_a_place_given_twice():
    form = RANK.form()
    settings = settled(RANK.options, 3, {"deals": 2})
    sheet = form.sheet(3, settings, [Entry(((1,), (1,), (3,))), Entry(((2,), (1,), (3,)))])
    (check,) = sheet.checks
    values = {"deal": 1, "sum": 5, "due": 6}
    assert check.message == Message("sheet-places", values, "rank.md 6")
    assert {(cell.row, cell.seat) for cell in check.cells} == {(0, 0), (0, 1), (0, 2)}
    right = form.sheet(3, settings, [Entry(((1,), (2,), (3,))), Entry(((2,), (1,), (3,)))])
    assert right.checks == ()
    assert right.totals == (3, 3, 6)
    assert right.places == (1, 1, 3)


def test_the_bytes_of_a_leaving_and_a_return():
    deal = Deal(["4C", "5D 6C", "2H 2S"], "5S", "9H TD 7C")
    deal.play("4C 5D")
    assert b"".join(map(line_bytes, deal.lines)) == (
        b'{"type": "play", "seat": 0, "card": "4C"}\n'
        b'{"type": "leaving", "seat": 0}\n'
        b'{"type": "play", "seat": 1, "card": "5D"}\n'
        b'{"type": "draw", "seat": 0, "cards": ["9H", "TD"]}\n'
        b'{"type": "back", "seat": 0}\n'
    )


NAMES = ("Anna", "Bo", "Cy", "Di", "Eva")


def test_going_coming_back_and_anti_rank_are_news_and_nothing_else_is():
    told, others = set(), set()
    matches = [play_randomly(Setup("rank", 5, {}), number) for number in range(4)]
    game = matches[0].game
    for event, state in chain(*[match.moments for match in matches]):
        news = game.news(event, state)
        loud = event.type in ("leaving", "back", "out", "antirank")
        assert (news is not None) is loud
        if news is not None:
            told.add(event.type)
            assert Speaker(NAMES).say(news.message).startswith(NAMES[event.seat])
            assert Speaker(NAMES, event.seat).say(news.message).startswith("You")
        else:
            others.add(event.type)
    assert told == {"leaving", "back", "out", "antirank"}
    assert {"deal", "play", "draw", "pass", "score"} <= others


def test_who_is_out_hears_the_place():
    played = play_randomly(Setup("rank", 5, {}), 0)
    said = []
    for event, state in played.moments:
        if isinstance(event, WentOut):
            news = played.game.news(event, state)
            said.append(Speaker(NAMES).say(news.message))
    assert [words.rpartition(" ")[2] for words in said] == ["1st", "2nd", "3rd", "4th"]
