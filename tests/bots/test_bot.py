from collections import Counter
from dataclasses import replace
from statistics import mean

import pytest

from bots.blunders import POSITION_FILES, choose_in_position, load_positions
from bots.decision_positions import GAMES_WITH_KERNEL, iterate_decisions, positions_with_choice
from games.turnup_game import TURNUP
from greenbaize.app.tables.table import Table
from greenbaize.bots import BOT_FACTORIES, SEARCH_EFFORTS
from greenbaize.bots.bot import (
    RandomBot,
    RecordingKernel,
    SearchBot,
    choose_by_temperament,
    measure_doubt,
)
from greenbaize.bots.monte_carlo_search import weigh_choices
from greenbaize.cards import Card, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import StakeCommand
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.rules.chance import RandomStream, seed_from_text
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.hands import Hand
from greenbaize.rules.players import TEMPERAMENT_NAMES
from greenbaize.rules.search_contract import SearchEffort, WeighedChoice
from match.random_matches import EACH_SETUP, SETUPS, GameSetup, play_randomly


@pytest.mark.parametrize("number", [0, 1, 5])
def test_every_legal_choice_is_equally_likely(number):
    setup = SETUPS[number]
    states = [state for _, state in play_randomly(setup, 1).moments if state.turn is not None]
    state = max(states, key=lambda one: len(setup.game.legal(one, one.turn)))
    legal = setup.game.legal(state, state.turn)
    counts = Counter(
        RandomBot().choose_command(setup.game, state, state.turn, RandomStream(f"uniform/{n}"))
        for n in range(6000)
    )
    assert set(counts) == set(legal)
    expected = 6000 / len(legal)
    # Allow ten standard deviations of a chi-square with this many degrees of freedom.
    degrees_of_freedom = len(legal) - 1
    assert (
        sum((n - expected) ** 2 / expected for n in counts.values())
        < degrees_of_freedom + 10 * (2 * degrees_of_freedom) ** 0.5
    )


def test_equal_streams_give_equal_choices():
    setup = SETUPS[0]
    state = next(
        s for _, s in play_randomly(setup, 1).moments if s.turn is not None and s.deal == 4
    )
    choices = [
        RandomBot().choose_command(setup.game, state, state.turn, RandomStream("a"))
        for _ in range(5)
    ]
    assert len(set(choices)) == 1


def test_levels_are_listed_weakest_first():
    assert list(BOT_FACTORIES) == [
        "random",
        "beginner",
        "easy",
        "medium",
        "hard",
        "expert",
    ]


def test_doubt_grows_as_the_second_best_choice_comes_closer():
    def doubt_among(*expected, error=0.5):
        return measure_doubt(
            [WeighedChoice(BidCommand(0, bid), value, error) for bid, value in enumerate(expected)]
        )

    assert doubt_among(2.0, 1.99, -3.0) > 0.95
    assert doubt_among(2.0, 1.5) == pytest.approx(0.5)
    assert doubt_among(2.0, -2.0) < 0.05
    # Choices of equal value are no choice, nor are those whose values are known exactly.
    assert doubt_among(2.0, 2.0, -2.0) == doubt_among(2.0, -2.0)
    assert doubt_among(2.0, 2.0) == 0.0
    assert doubt_among(2.0, 1.9, error=0.0) == 0.0
    # A choice that was pruned early may end up with the better value.
    assert doubt_among(2.0, 2.1) == 1.0


# Levels fast enough for thousands of decisions.
EACH_QUICK_LEVEL = pytest.mark.parametrize(
    "level", [level for level in BOT_FACTORIES if level in ("random", "beginner", "easy")]
)


@EACH_QUICK_LEVEL
@EACH_SETUP
def test_every_decision_is_legal(level, setup):
    bot, game = BOT_FACTORIES[level](), setup.game
    for number, (state, view) in enumerate(iterate_decisions(play_randomly(setup, 31))):
        choice = bot.choose_command(game, view, state.turn, RandomStream(str(number)))
        assert choice in game.legal(state, state.turn)


@EACH_QUICK_LEVEL
def test_a_match_of_bots_is_the_same_every_time(level):
    setup = GameSetup("damn", 4, {"deals": 3})
    header = setup.create_header(seed_from_text("same"))
    header = replace(header, players=tuple(s._replace(level=level) for s in header.players))
    records = []
    for _ in range(2):
        events = []
        Table(setup.game, header, write_event=events.append).play_to_end()
        records.append(events)
    assert records[0] == records[1]


BOLDNESS_CASES = {
    "easy": (BOT_FACTORIES["easy"], 700),
    "searching": (lambda word: SearchBot(SearchEffort(4, 0, samples_per_world=1), word), 300),
}


@pytest.mark.slow
@pytest.mark.parametrize("player", BOLDNESS_CASES)
@pytest.mark.parametrize("name", GAMES_WITH_KERNEL)
def test_bold_players_undertake_more_than_careful_ones(name, player):
    make, count = BOLDNESS_CASES[player]
    game, boldness_by_temperament = GAMES[name], {word: [] for word in TEMPERAMENT_NAMES}
    differing = 0
    for number, (view, seat) in enumerate(positions_with_choice(name, count)):
        choices = {}
        for word, values in boldness_by_temperament.items():
            choices[word] = make(word).choose_command(game, view, seat, RandomStream(str(number)))
            values.append(game.boldness(view, choices[word]))
        differing += choices["careful"] != choices["bold"]
    careful, steady, bold = map(mean, boldness_by_temperament.values())
    assert careful <= steady <= bold
    assert careful < bold
    # The players differ credibly: mostly they choose alike.
    assert 0.02 < differing / len(positions_with_choice(name, count)) < 0.4


def test_a_temperament_changes_nothing_between_equally_bold_choices():
    plays = [PlayCommand(0, card) for card in parse_cards("AS KS 2C")]
    weighed_choices = [WeighedChoice(play, -float(index), 0.0) for index, play in enumerate(plays)]
    for tilt in (-1, 0, 1):
        assert choose_by_temperament(TURNUP, None, weighed_choices, tilt) == plays[0]


def test_a_temperament_decides_between_nearly_equal_choices():
    game = GAMES["damn"]
    for gap, bold in ((0.9, 3), (1.1, 2)):
        weighed_choices = [
            WeighedChoice(BidCommand(0, 2), 5.0, 0.1),
            WeighedChoice(BidCommand(0, 3), 5.0 - gap, 0.1),
        ]
        assert choose_by_temperament(game, None, weighed_choices, 1) == BidCommand(0, bold)
        assert (
            choose_by_temperament(game, None, weighed_choices, 0)
            == choose_by_temperament(game, None, weighed_choices, -1)
            == BidCommand(0, 2)
        )


def test_no_temperament_gives_up_more_than_one_trick_is_worth():
    game = GAMES["blackout"]
    weighed_choices = [
        WeighedChoice(BidCommand(0, 2), 5.0, 0.1),
        WeighedChoice(BidCommand(0, 3), 4.6, 0.1),
    ]
    weighed_choices += [
        WeighedChoice(BidCommand(0, bid), 4.5 - bid / 10, 0.1) for bid in (0, 1, 4, 5)
    ]
    assert choose_by_temperament(game, None, weighed_choices, 1) == BidCommand(0, 3)
    assert choose_by_temperament(game, None, weighed_choices, -1) == BidCommand(0, 0)
    far = [WeighedChoice(BidCommand(0, 2), 5.0, 0.1), WeighedChoice(BidCommand(0, 0), 3.9, 0.1)]
    for tilt in (-1, -1.7):  # with a misjudgement
        assert choose_by_temperament(game, None, far, tilt) == BidCommand(0, 2)


def test_going_is_bold_in_ass_and_taking_tricks_in_master():
    ass, master = GAMES["ass"], GAMES["master"]
    view = next(
        view
        for view, _ in positions_with_choice("master", 100)
        if view.deal and view.situation is None
    )
    assert (
        ass.boldness(view, StakeCommand(0, True)) > ass.boldness(view, StakeCommand(0, False)) == 0
    )
    led = [
        master.boldness(view, PlayCommand(view.turn, Card.of(code))) for code in ("7C", "AC", "8C")
    ]
    assert led == sorted(set(led))


def test_keeping_cards_is_bold_in_rank():
    game = GAMES["rank"]
    view = next(view for view, _ in positions_with_choice("rank", 100) if not view.is_anti_rank)
    seat = view.turn
    hands = tuple(
        Hand(parse_cards("6C 8C 9C TC")) if owner == seat else hand
        for owner, hand in enumerate(view.hands)
    )
    view = view._replace(hands=hands, pile=parse_cards("7C"))
    boldness_values = [
        game.boldness(view, PlayCommand(seat, Card.of(code))) for code in ("8C", "6C")
    ]
    assert boldness_values[0] < boldness_values[1]


EACH_FILE = pytest.mark.parametrize("file", POSITION_FILES, ids=lambda file: file.stem)


@EACH_FILE
def test_each_position_has_good_and_bad_commands(file):
    positions = list(load_positions(file))
    assert len(positions) >= 12
    for position in positions:
        legal = position.game.legal(position.view, position.seat)
        assert set(position.good) < set(legal), position.about
    assert len({position.about for position in positions}) == len(positions)


@EACH_FILE
@pytest.mark.parametrize("level", ["medium", "hard"])
def test_thinking_levels_make_no_blunder(level, file):
    choices = {
        position.about: (choose_in_position(level, position), position.good)
        for position in load_positions(file)
        # Medium forgets cards, as people do.
        if level == "hard" or not position.counts_cards
    }
    assert len(choices) >= 12
    blunders = [about for about, (choice, good) in choices.items() if choice not in good]
    assert not blunders


def test_few_positions_depend_on_counting_cards():
    positions = [position for file in POSITION_FILES for position in load_positions(file)]
    assert len(positions) >= 100
    assert sum(position.counts_cards for position in positions) <= 8


@EACH_FILE
def test_easy_avoids_half_of_the_blunders(file):
    is_good = [
        choose_in_position("easy", position) in position.good for position in load_positions(file)
    ]
    assert sum(is_good) >= len(is_good) / 2


FIRST_COMMAND, SECOND_COMMAND = PlayCommand(0, Card.of("AS")), PlayCommand(0, Card.of("2S"))


class TwoChoiceKernel:
    """Kernel of two choices: the first succeeds in the worlds that weigh three times as much."""

    commands = (FIRST_COMMAND, SECOND_COMMAND)

    def __init__(self, *, has_undertakings):
        self.has_undertakings = has_undertakings

    def sample_worlds(self, count, chance):
        del count, chance
        return [(3.0, 1), (1.0, 0)]

    def choice_outcomes(self, world, choice_indices, chance):
        del world, chance
        return [float(index) for index in choice_indices]

    def choice_successes(self, world, choice_indices):
        return (
            [float(world and not index) for index in choice_indices]
            if self.has_undertakings
            else ()
        )


def test_each_world_counts_by_its_weight():
    recording_kernel = RecordingKernel(TwoChoiceKernel(has_undertakings=True))  # type: ignore[arg-type]
    weighed_choices = recording_kernel.add_statistics(
        weigh_choices(recording_kernel, SearchEffort(2, 0), RandomStream("x"))
    )
    assert {choice.command: choice.success_chance for choice in weighed_choices} == {
        FIRST_COMMAND: 0.75,
        SECOND_COMMAND: 0.0,
    }
    assert [choice.success_tenths for choice in weighed_choices] == [0, 8]


def test_without_undertakings_nothing_is_counted():
    recording_kernel = RecordingKernel(TwoChoiceKernel(has_undertakings=False))  # type: ignore[arg-type]
    weighed_choices = recording_kernel.add_statistics(
        weigh_choices(recording_kernel, SearchEffort(2, 0), RandomStream("x"))
    )
    assert [choice.success_chance for choice in weighed_choices] == [None, None]
    assert WeighedChoice(FIRST_COMMAND, 1.0, 0.0).success_tenths is None
    assert SearchBot(SEARCH_EFFORTS["medium"])
