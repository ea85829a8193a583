"""The authority: refused commands leave no trace, and verdicts agree with explanations."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.cards import ALL_CARDS, Suit
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import ChooseTrumpCommand, StakeCommand
from greenbaize.games.exact_bid.commands import BidCommand, CorrectRevokeCommand, ShowCardCommand
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import Command, PlayCommand, ReadyCommand
from greenbaize.rules.events import SeatReassigned
from greenbaize.rules.game import AllowedVerdict
from match.random_matches import (
    EACH_SETUP,
    SETUPS,
    allowed_commands,
    conceivable_commands,
    create_authority,
    encode_record,
    open_offers,
    open_questions,
    play_randomly,
)

COMMAND_STRATEGY = st.one_of(
    st.builds(BidCommand, st.integers(-2, 8), st.integers(-2, 20)),
    st.builds(PlayCommand, st.integers(-2, 8), st.sampled_from(ALL_CARDS)),
    st.builds(ChooseTrumpCommand, st.integers(-2, 8), st.sampled_from(Suit)),
    st.builds(StakeCommand, st.integers(-2, 8), st.booleans()),
    st.builds(ShowCardCommand, st.integers(-2, 8), st.sampled_from(ALL_CARDS)),
    st.builds(CorrectRevokeCommand, st.integers(-2, 8), st.sampled_from(ALL_CARDS)),
    st.builds(ReadyCommand, st.integers(-2, 8)),
)
EVENTLESS_COMMANDS = ("ready",)
"""Types of commands that leave no event."""


@given(st.sampled_from(SETUPS), st.integers(0, 50), st.data())
def test_a_refused_command_changes_nothing_and_names_its_rule(setup, number, data):
    moments = []
    authority = create_authority(setup.create_header(seed_from_text(str(number))), moments)
    authority.append_derived_events()
    random = Random(number)
    for _ in range(data.draw(st.integers(0, 60), label="steps")):
        if setup.game.is_over(authority.state):
            break
        if setup.game.is_open(authority.state):
            authority.append_derived_events(ready=True)
            continue
        turn = authority.state.turn
        authority.submit(random.choice(setup.game.legal(authority.state, turn)))
    for command in data.draw(st.lists(COMMAND_STRATEGY, min_size=1, max_size=20), label="commands"):
        state, event_count = authority.state, len(moments)
        before = encode_record(setup.create_header("0" * 32), [event for event, _ in moments])
        explanation = setup.game.explain(state, command)
        refusal = authority.submit(command)
        assert explanation.is_allowed == (refusal is None)
        if refusal is None and command.type in EVENTLESS_COMMANDS:
            assert (authority.state, len(moments)) == (state, event_count)
        elif refusal is None:
            assert len(moments) > event_count
            assert moments[event_count][0].seat == command.seat
            if explanation.breach is None:
                event_types = [event.type for event, _ in moments[event_count:]]
                assert (command.stated_event_type or command.type) in event_types[:2]
        else:
            assert authority.state is state
            assert before == encode_record(
                setup.create_header("0" * 32), [event for event, _ in moments]
            )
            assert explanation.sentences == (refusal,)
            if not 0 <= command.seat < setup.seats:
                assert refusal.code in ("no-seat", "match-over")
            elif refusal.code == "not-in-this-game":
                assert command.type not in {event.type for event in setup.game.event_classes}
            else:
                pages = (f"{setup.name}.md ", *["beats.md "] * (setup.name in ("master", "ass")))
                assert refusal.rule.startswith(pages) or not setup.game.rule_references


def states_own_event(verdict, command):
    """Return whether an allowed command that is no mistake gives its own event.

    The event may close a trick first. Over a revoke the command names the revoke instead.
    """
    types_and_seats = [(event.type, event.seat) for event in verdict.command_events]
    if command.type == "play" and [kind for kind, _ in types_and_seats] == ["revoke"]:
        return True
    own_event = [(command.stated_event_type or command.type, command.seat)]
    return types_and_seats in (
        own_event,
        [("trick", command.seat), *own_event],
        [] if command.type in EVENTLESS_COMMANDS else own_event,
    )


@EACH_SETUP
def test_legal_commands_are_exactly_those_that_judge_allows(setup):
    """Check every bid, card and seat at many moments, including seats that do not exist.

    Where people may err, mistakes are excluded, and so are offers. Explanations agree with
    verdicts.
    """
    game = setup.game
    moments = play_randomly(setup, 1).moments
    for event, state in [*moments[:20], *moments[20 :: 1 + len(moments) // 60]]:
        seats = range(-1, setup.seats + 1)
        legal = [legal_command for seat in seats for legal_command in game.legal(state, seat)]
        assert len(set(legal)) == len(legal)
        allowed = set()
        for command in conceivable_commands(state):
            verdict, explanation = game.judge(state, command), game.explain(state, command)
            assert explanation.is_allowed == isinstance(verdict, AllowedVerdict)
            assert explanation.sentences
            if isinstance(verdict, AllowedVerdict):
                allowed.add(command)
                assert verdict.breach == explanation.breach
                assert verdict.breach or states_own_event(verdict, command), (verdict, command)
        questions = open_questions(game, state)
        offered_commands = allowed_commands(open_offers(game, state))
        assert {*allowed_commands(questions), *offered_commands} == allowed, event
        correct_commands = [
            answer.command
            for question in questions
            for answer in question.answers
            if not answer.breach
        ]
        assert set(legal) == {answer for answer in correct_commands if answer in allowed}
        if getattr(state, "manners", None) is None:
            assert set(legal) == allowed


@EACH_SETUP
def test_the_answers_of_a_question_are_exactly_the_legal_commands(setup):
    game = setup.game
    question_count = 0
    for _, state in play_randomly(setup, 1).moments:
        questions = [game.question(state, seat) for seat in range(setup.seats)]
        for seat, question in enumerate(questions):
            legal = game.legal(state, seat)
            assert (question is None) == (not legal) == (seat != state.turn)
            if question is None:
                continue
            question_count += 1
            assert (question.seat, question.kind) == (seat, legal[0].type)
            allowed_answers = [candidate for candidate in question.answers if not candidate.refusal]
            assert (
                tuple(candidate.command for candidate in allowed_answers if not candidate.breach)
                == legal
            )
            for answer in question.answers:
                explanation = game.explain(state, answer.command)
                assert explanation.is_allowed == (answer.refusal is None)
                assert explanation.is_allowed or explanation.sentences == (answer.refusal,)
                assert explanation.breach == answer.breach
    assert question_count > 10


class ForeignCommand(Command):
    type = "whim"


def test_a_command_of_another_game_is_refused():
    for name, game in GAMES.items():
        moments = []
        setup = next(candidate for candidate in SETUPS if candidate.name == name)
        authority = create_authority(setup.create_header("0" * 32), moments)
        authority.append_derived_events()
        refusal = authority.submit(ForeignCommand(authority.state.turn))
        assert refusal.code == "not-in-this-game"
        assert game.judge(authority.state, ForeignCommand(authority.state.turn)).reason == refusal


@EACH_SETUP
def test_a_match_is_the_same_every_time_and_every_record_verifies(setup):
    first, second = play_randomly(setup, 1), play_randomly.__wrapped__(setup, 1)
    assert first.record == second.record
    assert read_record(first.record, GAMES).state == first.moments[-1][1]
    assert play_randomly(setup, 2).record != first.record


def test_reassigning_a_seat_changes_nothing_else():
    setup = SETUPS[0]
    moments = []
    authority = create_authority(setup.create_header("0" * 32), moments)
    authority.append_derived_events()
    before = authority.state
    authority.reassign_seat(2, "human", "back")
    assert authority.state is before
    assert moments[-1][0] == SeatReassigned(2, "human", "back")
    for seat in (-1, setup.seats):
        with pytest.raises(ValueError, match="no seat"):
            authority.reassign_seat(seat, "human", "back")


def test_no_seat_is_reassigned_after_the_end():
    setup = SETUPS[0]
    moments = []
    authority = create_authority(setup.create_header("0" * 32), moments)
    authority.resume_from_state(play_randomly(setup, 1).moments[-1][1])
    assert setup.game.is_over(authority.state)
    event_count = len(moments)
    with pytest.raises(ValueError, match="over"):
        authority.reassign_seat(0, "bot", "left")
    assert len(moments) == event_count


def test_a_match_resumes_from_any_moment():
    setup = SETUPS[1]
    played = play_randomly(setup, 8)
    for count in range(0, len(played.events), 7):
        moments = []
        authority = create_authority(played.header, moments)
        if count:
            authority.resume_from_state(played.moments[count - 1][1])
        authority.append_derived_events()
        new_moments = tuple(moments)
        assert new_moments == played.moments[count : count + len(new_moments)]
