"""What Master and Ass say and show of a table: worth, effects, plates, notices and the picture."""

import pytest

from games.beat.tables import BeatTable
from greenbaize.cards import Card, Suit, cards
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import ChooseTrump, Stake
from greenbaize.rules.commands import Play
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Shape, Tally
from greenbaize.rules.tricks import Trick

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
    assert MASTER.explain(match.state, Play(0, C("6D"))).sentences == (led,)
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
    told = ASS.story(match.state, trick)
    assert [seat for seat, _ in told] == [0, 1, 2]
    said = [[message.code for message in one] for _, one in told]
    assert said == [["leads-main"], ["beats-not", "takers-eights"], ["beats-not"]]
    assert taker == 0
