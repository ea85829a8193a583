"""Temperaments: in every game bold players undertake more than careful ones, at every level."""

from statistics import mean

import pytest

from bots.asked import OWN_PLAYERS, asked
from games.turnup import TURNUP
from greenbaize.bots import LEVELS
from greenbaize.bots.search_bot import SearchBot, suiting
from greenbaize.cards import Card, cards
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import Stake
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Play
from greenbaize.rules.hands import Hand
from greenbaize.rules.players import TEMPERAMENT_NAMES
from greenbaize.rules.thinking import Effort, Weighed

PLAYERS = {
    "easy": (LEVELS["easy"], 700),
    "searching": (lambda word: SearchBot(Effort(4, 0, weighing=1), word), 90),
}


@pytest.mark.slow
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", OWN_PLAYERS)
def test_bold_players_undertake_more_than_careful_ones(name, player):
    make, count = PLAYERS[player]
    game, undertaken = GAMES[name], {word: [] for word in TEMPERAMENT_NAMES}
    differing = 0
    for number, (view, seat) in enumerate(asked(name, count)):
        chosen = {}
        for word, found in undertaken.items():
            chosen[word] = make(word).decide(game, view, seat, Stream(str(number)))
            found.append(game.undertakes(view, chosen[word]))
        differing += chosen["careful"] != chosen["bold"]
    careful, steady, bold = map(mean, undertaken.values())
    assert careful <= steady <= bold
    assert careful < bold
    # Believable, not a caricature: mostly they choose alike.
    assert 0.02 < differing / len(asked(name, count)) < 0.4


def test_where_all_choices_undertake_as_much_a_temperament_changes_nothing():
    plays = [Play(0, card) for card in cards("AS KS 2C")]
    weighed = [Weighed(play, -float(at), 0.0) for at, play in enumerate(plays)]
    for tilt in (-1, 0, 1):
        assert suiting(TURNUP, None, weighed, tilt) == plays[0]


def test_a_temperament_decides_where_choices_are_nearly_equal():
    game = GAMES["damn"]
    for gap, bold in ((0.9, 3), (1.1, 2)):
        weighed = [Weighed(Bid(0, 2), 5.0, 0.1), Weighed(Bid(0, 3), 5.0 - gap, 0.1)]
        assert suiting(game, None, weighed, 1) == Bid(0, bold)
        assert suiting(game, None, weighed, 0) == suiting(game, None, weighed, -1) == Bid(0, 2)


def test_no_temperament_goes_further_for_more_than_one_trick_is_worth():
    game = GAMES["blackout"]
    weighed = [Weighed(Bid(0, 2), 5.0, 0.1), Weighed(Bid(0, 3), 4.6, 0.1)]
    weighed += [Weighed(Bid(0, bid), 4.5 - bid / 10, 0.1) for bid in (0, 1, 4, 5)]
    assert suiting(game, None, weighed, 1) == Bid(0, 3)
    assert suiting(game, None, weighed, -1) == Bid(0, 0)
    far = [Weighed(Bid(0, 2), 5.0, 0.1), Weighed(Bid(0, 0), 3.9, 0.1)]
    for tilt in (-1, -1.7):  # with a mood
        assert suiting(game, None, far, tilt) == Bid(0, 2)


def test_in_ass_going_is_what_is_undertaken_and_in_master_to_take_tricks():
    ass, master = GAMES["ass"], GAMES["master"]
    view = next(view for view, _ in asked("master", 100) if view.deal and view.pile is None)
    assert ass.undertakes(view, Stake(0, True)) > ass.undertakes(view, Stake(0, False)) == 0
    led = [master.undertakes(view, Play(view.turn, Card.of(code))) for code in ("7C", "AC", "8C")]
    assert led == sorted(set(led))


def test_in_rank_it_is_to_keep_cards():
    game = GAMES["rank"]
    view = next(view for view, _ in asked("rank", 100) if not view.anti)
    seat = view.turn
    hands = tuple(
        Hand(cards("6C 8C 9C TC")) if owner == seat else hand
        for owner, hand in enumerate(view.hands)
    )
    view = view._replace(hands=hands, pile=cards("7C"))
    kept = [game.undertakes(view, Play(seat, Card.of(code))) for code in ("8C", "6C")]
    assert kept[0] < kept[1]
