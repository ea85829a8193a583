"""The authority: refused commands leave no trace, and verdicts agree with explanations."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.cards import ALL_CARDS, Suit
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import ChooseTrump, Stake
from greenbaize.games.exact_bid.commands import Bid, Correct, Show
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from
from greenbaize.rules.commands import Command, Play, Ready
from greenbaize.rules.events import SeatGiven
from greenbaize.rules.game import Allowed
from match.playing import (
    EACH_SETUP,
    SETUPS,
    asked_in,
    authority_of,
    conceivable,
    offered_in,
    play_randomly,
    possible,
    record_of,
)

COMMANDS = st.one_of(
    st.builds(Bid, st.integers(-2, 8), st.integers(-2, 20)),
    st.builds(Play, st.integers(-2, 8), st.sampled_from(ALL_CARDS)),
    st.builds(ChooseTrump, st.integers(-2, 8), st.sampled_from(Suit)),
    st.builds(Stake, st.integers(-2, 8), st.booleans()),
    st.builds(Show, st.integers(-2, 8), st.sampled_from(ALL_CARDS)),
    st.builds(Correct, st.integers(-2, 8), st.sampled_from(ALL_CARDS)),
    st.builds(Ready, st.integers(-2, 8)),
)
SILENT = ("ready",)
"""Types of commands that leave no event."""


@given(st.sampled_from(SETUPS), st.integers(0, 50), st.data())
def test_a_refused_command_changes_nothing_and_names_its_rule(setup, number, data):
    moments = []
    authority = authority_of(setup.header(seed_from(str(number))), moments)
    authority.proceed()
    random = Random(number)
    for _ in range(data.draw(st.integers(0, 60), label="steps")):
        if setup.game.over(authority.state):
            break
        if setup.game.open(authority.state):
            authority.proceed(ready=True)
            continue
        turn = authority.state.turn
        authority.submit(random.choice(setup.game.legal(authority.state, turn)))
    for command in data.draw(st.lists(COMMANDS, min_size=1, max_size=20), label="commands"):
        state, heard = authority.state, len(moments)
        before = record_of(setup.header("0" * 32), [event for event, _ in moments])
        explanation = setup.game.explain(state, command)
        refusal = authority.submit(command)
        assert explanation.allowed == (refusal is None)
        if refusal is None and command.type in SILENT:
            assert (authority.state, len(moments)) == (state, heard)
        elif refusal is None:
            assert len(moments) > heard
            assert moments[heard][0].seat == command.seat
            if explanation.breach is None:
                stated = [event.type for event, _ in moments[heard:]]
                assert (command.states or command.type) in stated[:2]
        else:
            assert authority.state is state
            assert before == record_of(setup.header("0" * 32), [event for event, _ in moments])
            assert explanation.sentences == (refusal,)
            if not 0 <= command.seat < setup.seats:
                assert refusal.code in ("no-seat", "match-over")
            elif refusal.code == "not-in-this-game":
                assert command.type not in {event.type for event in setup.game.events}
            else:
                pages = (f"{setup.name}.md ", *["beats.md "] * (setup.name in ("master", "ass")))
                assert refusal.rule.startswith(pages) or not setup.game.rules


def states(verdict, command):
    """Return whether an allowed command that is no mistake gives its own event.

    The event may close a trick first. Over a revoke the command names the revoke instead.
    """
    stated = [(what.type, what.seat) for what in verdict.events]
    if command.type == "play" and [kind for kind, _ in stated] == ["revoke"]:
        return True
    own = [(command.states or command.type, command.seat)]
    return stated in (own, [("trick", command.seat), *own], [] if command.type in SILENT else own)


@EACH_SETUP
def test_legal_is_exactly_what_judge_allows(setup):
    """Check every bid, card and seat at many moments, including seats that do not exist.

    Where people may err, mistakes are excluded, and so are offers. Explanations agree with
    verdicts.
    """
    game = setup.game
    moments = play_randomly(setup, 1).moments
    for event, state in [*moments[:20], *moments[20 :: 1 + len(moments) // 60]]:
        seats = range(-1, setup.seats + 1)
        legal = [what for seat in seats for what in game.legal(state, seat)]
        assert len(set(legal)) == len(legal)
        allowed = set()
        for command in conceivable(state):
            verdict, said = game.judge(state, command), game.explain(state, command)
            assert said.allowed == isinstance(verdict, Allowed)
            assert said.sentences
            if isinstance(verdict, Allowed):
                allowed.add(command)
                assert verdict.breach == said.breach
                assert verdict.breach or states(verdict, command), (verdict, command)
        asked = asked_in(game, state)
        offered = possible(offered_in(game, state))
        assert {*possible(asked), *offered} == allowed, event
        right = [one.command for ask in asked for one in ask.answers if not one.breach]
        assert set(legal) == {one for one in right if one in allowed}
        if getattr(state, "manners", None) is None:
            assert set(legal) == allowed


@EACH_SETUP
def test_a_question_asks_for_exactly_what_is_legal(setup):
    game = setup.game
    asked = 0
    for _, state in play_randomly(setup, 1).moments:
        questions = [game.question(state, seat) for seat in range(setup.seats)]
        for seat, question in enumerate(questions):
            legal = game.legal(state, seat)
            assert (question is None) == (not legal) == (seat != state.turn)
            if question is None:
                continue
            asked += 1
            assert (question.seat, question.kind) == (seat, legal[0].type)
            allowed = [one for one in question.answers if not one.refusal]
            assert tuple(one.command for one in allowed if not one.breach) == legal
            for answer in question.answers:
                said = game.explain(state, answer.command)
                assert said.allowed == (answer.refusal is None)
                assert said.allowed or said.sentences == (answer.refusal,)
                assert said.breach == answer.breach
    assert asked > 10


class Whim(Command):
    type = "whim"


def test_a_command_of_another_game_is_refused():
    for name, game in GAMES.items():
        moments = []
        setup = next(one for one in SETUPS if one.name == name)
        authority = authority_of(setup.header("0" * 32), moments)
        authority.proceed()
        refusal = authority.submit(Whim(authority.state.turn))
        assert refusal.code == "not-in-this-game"
        assert game.judge(authority.state, Whim(authority.state.turn)).reason == refusal


@EACH_SETUP
def test_a_match_is_the_same_every_time_and_every_record_verifies(setup):
    once, again = play_randomly(setup, 1), play_randomly.__wrapped__(setup, 1)
    assert once.record == again.record
    assert read_record(once.record, GAMES).state == once.moments[-1][1]
    assert play_randomly(setup, 2).record != once.record


def test_a_seat_can_be_given_away_and_changes_nothing_else():
    setup = SETUPS[0]
    moments = []
    authority = authority_of(setup.header("0" * 32), moments)
    authority.proceed()
    before = authority.state
    authority.give_seat(2, "human", "back")
    assert authority.state is before
    assert moments[-1][0] == SeatGiven(2, "human", "back")
    for wrong in (-1, setup.seats):
        with pytest.raises(ValueError, match="no seat"):
            authority.give_seat(wrong, "human", "back")


def test_no_seat_is_given_away_after_the_end():
    setup = SETUPS[0]
    moments = []
    authority = authority_of(setup.header("0" * 32), moments)
    authority.go_on_from(play_randomly(setup, 1).moments[-1][1])
    assert setup.game.over(authority.state)
    heard = len(moments)
    with pytest.raises(ValueError, match="over"):
        authority.give_seat(0, "bot", "left")
    assert len(moments) == heard


def test_a_match_is_gone_on_with_from_any_moment():
    setup = SETUPS[1]
    played = play_randomly(setup, 8)
    for count in range(0, len(played.events), 7):
        moments = []
        authority = authority_of(played.header, moments)
        if count:
            authority.go_on_from(played.moments[count - 1][1])
        authority.proceed()
        heard = tuple(moments)
        assert heard == played.moments[count : count + len(heard)]
