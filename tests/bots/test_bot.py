from collections import Counter
from dataclasses import replace
from statistics import mean

import pytest

from bots.asked import OWN_PLAYERS, asked, decisions
from bots.blunders import FILES, positions_of
from games.turnup import TURNUP
from greenbaize.app.tables.table import Table
from greenbaize.bots import EFFORTS, LEVELS
from greenbaize.bots.bot import CountingKernel, SearchBot, UniformBot, doubt, suiting
from greenbaize.bots.search import weigh
from greenbaize.cards import Card, cards
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import Stake
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.rules.chance import Stream, seed_from
from greenbaize.rules.commands import Play
from greenbaize.rules.hands import Hand
from greenbaize.rules.players import TEMPERAMENT_NAMES
from greenbaize.rules.thinking import Effort, Weighed
from match.playing import EACH_SETUP, SETUPS, Setup, play_randomly


@pytest.mark.parametrize("number", [0, 1, 5])
def test_every_legal_choice_is_equally_likely(number):
    setup = SETUPS[number]
    asked = [state for _, state in play_randomly(setup, 1).moments if state.turn is not None]
    state = max(asked, key=lambda one: len(setup.game.legal(one, one.turn)))
    legal = setup.game.legal(state, state.turn)
    counts = Counter(
        UniformBot().decide(setup.game, state, state.turn, Stream(f"uniform/{n}"))
        for n in range(6000)
    )
    assert set(counts) == set(legal)
    expected = 6000 / len(legal)
    # Allow ten standard deviations of a chi-square with this many degrees of freedom.
    free = len(legal) - 1
    assert (
        sum((n - expected) ** 2 / expected for n in counts.values()) < free + 10 * (2 * free) ** 0.5
    )


def test_the_choice_is_the_streams():
    setup = SETUPS[0]
    state = next(
        s for _, s in play_randomly(setup, 1).moments if s.turn is not None and s.deal == 4
    )
    choices = [UniformBot().decide(setup.game, state, state.turn, Stream("a")) for _ in range(5)]
    assert len(set(choices)) == 1


def test_levels_are_listed_weakest_first():
    assert list(LEVELS) == ["random", "easy", "medium", "hard", "expert"]


def test_a_choice_is_the_harder_the_less_the_next_best_is_behind():
    def among(*expected, error=0.5):
        return doubt([Weighed(Bid(0, bid), one, error) for bid, one in enumerate(expected)])

    assert among(2.0, 1.99, -3.0) > 0.95
    assert among(2.0, 1.5) == pytest.approx(0.5)
    assert among(2.0, -2.0) < 0.05
    # Choices of equal value are no choice, nor are those whose values are known exactly.
    assert among(2.0, 2.0, -2.0) == among(2.0, -2.0)
    assert among(2.0, 2.0) == 0.0
    assert among(2.0, 1.9, error=0.0) == 0.0
    # A choice that was pruned early may end up with the better value.
    assert among(2.0, 2.1) == 1.0


# Levels fast enough for thousands of decisions.
QUICK = pytest.mark.parametrize("level", [level for level in LEVELS if level in ("random", "easy")])


@QUICK
@EACH_SETUP
def test_every_decision_is_legal(level, setup):
    bot, game = LEVELS[level](), setup.game
    for number, (state, view) in enumerate(decisions(play_randomly(setup, 31))):
        choice = bot.decide(game, view, state.turn, Stream(str(number)))
        assert choice in game.legal(state, state.turn)


@QUICK
def test_a_match_of_bots_is_the_same_every_time(level):
    setup = Setup("damn", 4, {"deals": 3})
    header = setup.header(seed_from("same"))
    header = replace(header, sitters=tuple(s._replace(level=level) for s in header.sitters))
    records = []
    for _ in range(2):
        kept = []
        Table(setup.game, header, keep=kept.append).play_out()
        records.append(kept)
    assert records[0] == records[1]


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
    # The players differ credibly: mostly they choose alike.
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
    for tilt in (-1, -1.7):  # with a misjudgement
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


EACH_FILE = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def choice(level, position, name="positions"):
    bot = LEVELS[level]()
    return bot.decide(position.game, position.view, position.seat, Stream(name))


@EACH_FILE
def test_each_position_leaves_a_choice_of_which_little_is_good(file):
    positions = list(positions_of(file))
    assert len(positions) >= 12
    for position in positions:
        legal = position.game.legal(position.view, position.seat)
        assert set(position.good) < set(legal), position.about
    assert len({position.about for position in positions}) == len(positions)


@EACH_FILE
def test_hard_makes_no_blunder(file):
    wrong = [
        (position.about, choice("hard", position))
        for position in positions_of(file)
        if choice("hard", position) not in position.good
    ]
    assert not wrong


@EACH_FILE
def test_easy_avoids_half_of_the_blunders(file):
    right = [choice("easy", position) in position.good for position in positions_of(file)]
    assert sum(right) >= len(right) / 2


FIRST, SECOND = Play(0, Card.of("AS")), Play(0, Card.of("2S"))


class Told:
    """Kernel of two choices: the first succeeds in the worlds that weigh three times as much."""

    commands = (FIRST, SECOND)

    def __init__(self, *, undertakes):
        self.undertakes = undertakes

    def worlds(self, count, chance):
        del count, chance
        return [(3.0, 1), (1.0, 0)]

    def outcomes(self, world, among, chance):
        del world, chance
        return [float(at) for at in among]

    def succeed(self, world, among):
        return [float(world and not at) for at in among] if self.undertakes else ()


def test_each_world_counts_by_its_weight():
    counting = CountingKernel(Told(undertakes=True))
    weighed = counting.told(weigh(counting, Effort(2, 0), Stream("x")))
    assert {one.command: one.chance for one in weighed} == {FIRST: 0.75, SECOND: 0.0}
    assert [one.often for one in weighed] == [0, 8]


def test_where_nothing_is_undertaken_nothing_is_counted():
    counting = CountingKernel(Told(undertakes=False))
    weighed = counting.told(weigh(counting, Effort(2, 0), Stream("x")))
    assert [one.chance for one in weighed] == [None, None]
    assert Weighed(FIRST, 1.0, 0.0).often is None
    assert SearchBot(EFFORTS["medium"])
