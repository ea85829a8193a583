"""Displays of Master and Ass: trick values, effects, plates, notices and the table snapshot."""

from itertools import pairwise

import pytest

from games.beat.tables import BeatTable
from greenbaize.cards import Card, Suit, cards
from greenbaize.games import GAMES
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import Trumps
from greenbaize.games.beat.commands import ChooseTrump, Stake
from greenbaize.games.beat.reasons import RING, by_standing, matters_now, ring_of
from greenbaize.rules.commands import Play
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Shape, Tally
from greenbaize.rules.things import Part, Thing
from greenbaize.words.speaker import Speaker

ASS, MASTER = GAMES["ass"], GAMES["master"]
C = Card.of


def at_deal(deal, *hands):
    match = BeatTable(MASTER, len(hands), stack={deal: hands}, leader=2)
    match.play_on(until_deal=deal)
    return match


@pytest.mark.parametrize(
    ("deal", "trick", "value"),
    [
        (1, "6C", -1),
        (13, "6C", 1),
        (2, "KC JC QC", -4),
        (3, "6C 6D 7D", -6),
        (4, "6H 7H TH", -12),
        (17, "TC AC KC", 10),
        (6, "JD QD KD JC", -18),
        (7, "QC QD", -14),
        (8, "8C", -8),
        (21, "QS QD", 9),
        (22, "KH KD", 10),
        (11, "AC", 0),
        (12, "AC TC", -22),
        (24, "6S 7S 9S JS", 11),
    ],
)
def test_what_a_trick_brings_in_a_deal(deal, trick, value):
    match = at_deal(deal, *[""] * 4)
    assert MASTER.value(match.state, cards(trick)) == value


def test_the_last_two_tricks_are_worth_eleven():
    match = at_deal(11, *[""] * 4)
    play = match.state.play._replace(taken=((0, Trick(0, ())),) * 7)
    earlier = play._replace(taken=play.taken[1:])
    assert MASTER.value(match.state._replace(play=play), cards("6C")) == -11
    assert MASTER.value(match.state._replace(play=earlier), cards("6C")) == 0


def test_a_card_says_what_it_does_and_what_the_trick_holds():
    match = at_deal(3, "6D 9D", "7D 9C", "QD JD", "KD TD")
    assert match.state.turn == 0
    led = Message("leads-main", {"card": C("6D"), "suit": Suit.DIAMONDS}, "beats.md 2")
    # The queen and the eight of diamonds, and the sixes and eights outside the own hand.
    rivals = Message("lead-rivals", {"count": 6, "total": 27}, "beats.md 5")
    assert MASTER.explain(match.state, Play(0, C("6D"))).sentences == (led, rivals)
    assert match.play("6D 7D") is None
    beats = Message("beats-suit", {"card": C("QD"), "top": C("6D")}, "beats.md 2a")
    holds = Message("trick-holds", {"count": -3}, "master.md 4")
    assert MASTER.explain(match.state, Play(2, C("QD"))).sentences == (beats, holds)


def test_the_notice_names_the_contract_and_whether_it_counts_against_or_for():
    (notice,) = MASTER.notices(at_deal(7, *[""] * 3).state)
    assert notice == Message("contract-queens-against", {"by": -7}, "master.md 4")
    (notice,) = MASTER.notices(at_deal(19, *[""] * 3).state)
    assert notice == Message("contract-queens-for", {"by": 7}, "master.md 4")
    fresh = BeatTable(MASTER, 3, trumps="personal")
    assert MASTER.notices(fresh.state) == ()
    assert MASTER.deals(fresh.state) == 24


def test_a_personal_trump_stands_on_the_plate():
    match = BeatTable(MASTER, 3, trumps="personal")
    said = MASTER.explain(match.state, ChooseTrump(1, Suit.HEARTS))
    assert said.sentences == (Message("chooses-trump", {"suit": Suit.HEARTS}, "beats.md 4.1"),)
    match.authority.submit(ChooseTrump(1, Suit.HEARTS))
    plates = MASTER.picture(match.state).plates
    assert [plate.trump for plate in plates] == [None, Suit.HEARTS, None]
    assert MASTER.picture(match.state).trumps == ()


def ass(*hands, **options):
    return BeatTable(ASS, len(hands), stack={1: hands}, **options)


def test_a_stake_says_its_target():
    match = ass("6D", "7D", "9D")
    for go, code, count in ((True, "stake-go", 56), (False, "stake-stay", 80)):
        said = ASS.explain(match.state, Stake(0, go))
        assert said.allowed
        assert Message(code, {"count": count}, "ass.md 3") in said.sentences


def test_the_plate_shows_banks_stake_target_and_points():
    match = ass("6D 7C 9C JC", "7D AS 9S JS", "TD TC KC KS")
    match.stake(True, False)
    plates = ASS.picture(match.state).plates
    coins = Tally(Shape.COINS, 3)
    assert [(plate.tally, plate.line) for plate in plates] == [
        (coins, Message("plate-go", {"points": 0, "target": 56})),
        (coins, Message("plate-stay", {"points": 0, "target": 80})),
        (coins, None),
    ]
    match.stake(False)
    assert match.state.turn == 0
    assert match.play("6D 7D TD") is None
    taken = ASS.picture(match.state).plates
    # No ten beats a six.
    assert [plate.line.values["points"] for plate in taken] == [9, 0, 0]


def test_the_picture_shows_main_suit_stock_and_who_wins():
    match = ass("6D 7C 9C JC", "8H AS 9S JS", "TD TC KC KS", refill=True, trumps="ranked")
    picture = ASS.picture(match.state)
    assert (picture.stock, picture.sign.suit, picture.winning) == (24, None, None)
    assert picture.trumps == (Suit.SPADES, Suit.DIAMONDS)
    match.stake(True, True, True)
    match.play("6D")
    assert ASS.picture(match.state).sign.suit is Suit.DIAMONDS
    assert ASS.picture(match.state).winning == 0
    assert ASS.deals(match.state) == 60


def test_the_story_of_a_trick_is_told():
    match = ass("6D 7C 9C JC", "7D AS 9S JS", "TD TC KC KS")
    match.stake(False, False, False)
    match.play("6D 7D TD")
    ((taker, trick),) = match.state.play.taken
    told = ASS.explain_trick(match.state, trick)
    assert [seat for seat, _ in told] == [0, 1, 2]
    said = [[message.code for message in one] for _, one in told]
    assert said == [["leads-main"], ["beats-not", "takers-eights"], ["beats-not"]]
    assert taker == 0


C, NONE = Card.of, Trumps()
RANKED = Trumps(classes=(0, 1, 0, 2))
HEARTS_OF_MILA = Trumps(own=(Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS))


def trick(codes, trumps=NONE, leader=0):
    """Return the pile of these cards, played in turn."""
    first, *others = map(C, codes.split())
    pile = beats.lead(first, leader)
    for turn, card in enumerate(others, leader + 1):
        how = beats.way_played(pile, card, turn % 4, trumps)
        pile = beats.laid(pile, card, turn % 4, how)
    return pile


@pytest.mark.parametrize("suit", "CDHS")
def test_beats_1_each_of_the_ring_beats_the_next_and_is_not_beaten_by_it(suit):
    for one, other in pairwise([*RING, RING[0]]):
        assert beats.beats_in_suit(C(one + suit), C(other + suit))
        assert not beats.beats_in_suit(C(other + suit), C(one + suit))


@pytest.mark.parametrize(
    ("codes", "suit", "top"),
    [("AS", Suit.SPADES, "A"), ("AS 6S", Suit.SPADES, "6"), ("7H KH", Suit.HEARTS, "")],
)
def test_the_ring_knows_the_main_suit_and_what_is_winning(codes, suit, top):
    ring = ring_of(trick(codes), NONE)
    assert (ring.marks, ring.suit, ring.top) == (RING, suit, top)


def test_a_card_of_another_suit_is_not_of_the_ring():
    assert ring_of(trick("6S 6H"), NONE).top == ""


@pytest.mark.parametrize(
    ("codes", "trumps", "code"),
    [
        ("6S 8S", NONE, "ring-back"),
        ("8S 8C", NONE, "ring-renamed"),
        ("8S", NONE, "ring-on-eight"),
        ("7C", HEARTS_OF_MILA, "ring-leader-trump"),
        ("6S", HEARTS_OF_MILA, "ring-queen"),
        ("9H AS", RANKED, "ring-trumped"),
        ("9H", NONE, "ring-eight"),
    ],
)
def test_what_cuts_across_the_ring_is_told_first(codes, trumps, code):
    assert ring_of(trick(codes, trumps), trumps).now[0].code == code


def test_what_does_not_hold_is_not_told():
    codes = [message.code for message in ring_of(trick("9H"), NONE).now]
    assert codes == ["ring-eight"]
    # Before the lead a trump that beats any class is possible, over a card without class it is not.
    assert [m.code for m in ring_of(None, NONE).now][-1] == "ring-eight"
    assert [m.code for m in ring_of(None, RANKED).now][-1] == "ring-eight-trumps"
    assert [m.code for m in ring_of(trick("9H"), RANKED).now] == ["ring-eight"]
    # An eight without class does not beat a trump.
    assert "ring-eight" not in {m.code for m in ring_of(trick("9H AS", RANKED), RANKED).now}


def said(pile, trumps=NONE, seat=1):
    words = Speaker(["Anna", "Boris", "Vera", "Mila"])
    lying = () if pile is None else (pile.led, pile.top)
    now = matters_now(pile, lying, seat, trumps, must_beat=False)
    return "\n".join(words.say(message) for message in now)


def test_beats_3_the_cards_that_give_the_trick_back_are_named():
    text = said(trick("6S 8S"))
    assert "beats 8♠ but not 6♠, and so gives the trick back: K♠" in text
    assert "What takes the trick from 8♠: Q♠" in text


def test_what_takes_the_trick_is_what_the_rules_let_take_it():
    pile = trick("AS")
    text = said(pile)
    taking = text.splitlines()[0]
    for card in beats.PACK_36:
        how = beats.way(pile, card, 1, NONE, void=True)
        takes = how is not None and not beats.taken_back(pile, card, how)
        if card.suit is Suit.SPADES and card is not pile.led:
            assert takes == (card.name.removesuffix("♠") in taking.partition(";")[0].split(":")[1])


def test_beats_4_trumps_by_their_standing():
    assert by_standing(RANKED) == ((Suit.SPADES,), (Suit.DIAMONDS,))
    assert by_standing(Trumps(classes=(1, 0, 0, 1))) == ((Suit.CLUBS, Suit.SPADES),)
    assert by_standing(NONE) == by_standing(HEARTS_OF_MILA) == ()
    assert "spades stand above diamonds" in said(None, RANKED)
    assert "neither above the other" in said(None, Trumps(classes=(1, 0, 0, 1)))
    assert "no trumps" in said(None)
    assert "of their own" in said(None, HEARTS_OF_MILA)


@pytest.mark.parametrize(
    ("game", "seats"),
    [(name, seats) for name in ("master", "ass") for seats in GAMES[name].seats],
)
@pytest.mark.parametrize("trumps", ["none", "one", "two", "ranked"])
def test_everything_at_hand_can_be_said_at_any_moment(game, seats, trumps):
    match = BeatTable(GAMES[game], seats, trumps=trumps)
    match.play_on(until_deal=2)
    speaker = Speaker([f"P{seat}" for seat in range(seats)])
    for _, state in match.moments:
        for seat in (None, *range(seats)):
            now = GAMES[game].at_hand(state, seat)
            assert (now.ring is None) == (state.deal == 0)
            brief = () if now.ring is None else now.ring.now
            for message in (*now.now, *now.counts, *brief):
                assert speaker.say(message)


def test_ass_5_and_max_tell_what_cards_count():
    ass = BeatTable(GAMES["ass"], 4)
    text = " ".join(map(Speaker().say, GAMES["ass"].at_hand(ass.state, 0).counts))
    assert "An eight counts 16, an ace 12, a ten 10" in text
    assert "a six −1" in text
    assert "Go: with 68 points a bank less" in text
    assert "Stay: with 92 a bank less" in text
    master = BeatTable(GAMES["master"], 3)
    master.play_on(until_deal=12)
    codes = [one.code for one in GAMES["master"].at_hand(master.state, 0).counts]
    assert codes == ["contract-max-against", "count-max", "count-suit"]


def test_max_tells_tricks_and_card_points_apart():
    table = BeatTable(GAMES["master"], 3)
    table.play_on(until_deal=12)
    while len(table.state.play.taken) < 2:
        legal = table.game.legal(table.state, table.state.turn)
        assert table.authority.submit(legal[0]) is None
    for seat in range(3):
        told = table.game.tell_of(table.state, Thing(Part.PLATE, seat), None)
        (line,) = [one for one in told if one.code == "tell-tricks-card-points"]
        plate = table.game.plate(table.state, seat).line
        assert line.values["count"] == table.state.play.won[seat]
        assert line.values["points"] == plate.values["count"]
        assert line.values["by"] == plate.values["by"] in (0, -12)


def test_the_eight_is_held_only_against_its_suit_where_trumps_may_beat_it():
    (eight,) = [one for one in ring_of(trick("9C"), NONE).now if one.code == "ring-eight"]
    assert Speaker().say(eight) == "8♣ beats clubs but K♣, Q♣"


def test_beats_2e_a_trump_that_is_not_above_the_card_led_is_told_why():
    trumps = Trumps(own=(None, Suit.SPADES, None, None))
    text = said(trick("9C 8C", trumps), trumps)
    assert "from 8♣: J♠ Q♠ K♠ 10♠ A♠, Q♣ K♣" in text
    assert "A trump has to stand above 9♣, the card led, as well." in text
    assert "the card led, as well" not in said(trick("7C 8C", trumps), trumps)
