"""Tests of the sentences on a table before its match."""

import pytest

from greenbaize.app.network.table_texts import (
    QUICK_MESSAGES,
    describe_awaited_return,
    describe_chair,
    describe_chat_message,
    describe_occupant,
    describe_seat_change,
    describe_stopped_match,
    describe_table_options,
    describe_table_state,
    describe_waiting_readers,
    extract_match_setup,
    format_names,
    format_turn_limit,
    is_keeper,
    list_faces,
)
from greenbaize.lan.wire import ChatMessage, MatchSetupMessage
from greenbaize.rules.events import SeatReassigned
from greenbaize.store.declared_settings import MAX_PLAYER_NAME_LENGTH
from greenbaize.words.names import INVISIBLE_NAME, MAX_TEXT_LENGTH, isolate_direction
from ui.features.network.fake_session import make_chair, make_lobby

IDA, TOM, EVA, OPEN_CHAIR = make_chair("Ida"), make_chair("Tom"), make_chair("Eva"), make_chair()
READY_IDA, READY_TOM = make_chair("Ida", ready=True), make_chair("Tom", ready=True)
AWAY_TOM = make_chair("Tom", ready=True, here=False)
ROBOT = make_chair("Otto", "bot", face="cap", colour="rose")


def test_the_setup_of_a_lobby_is_what_its_keeper_would_request():
    lobby = make_lobby(
        IDA,
        TOM,
        OPEN_CHAIR,
        game="rank",
        options={"deals": 2},
        bots="hard",
        clock=30,
        hints=False,
        hands=True,
    )
    assert extract_match_setup(lobby) == MatchSetupMessage(
        "rank", 3, {"deals": 2}, "hard", 30, False, True
    )


@pytest.mark.parametrize(
    ("own_seat", "keeper", "is_hosting", "expected"),
    [
        (0, 0, False, True),
        (0, 0, True, True),
        (1, 0, True, False),
        (None, 0, True, False),
        (None, None, True, True),
        (None, None, False, False),
    ],
)
def test_the_keeper_has_the_chair_or_hosts_without_one(own_seat, keeper, is_hosting, expected):
    lobby = make_lobby(IDA, TOM, you=own_seat, keeper=keeper)
    assert is_keeper(lobby, is_hosting=is_hosting) is expected


def test_guests_have_faces_and_so_have_bots_that_are_named():
    chairs = [make_chair("Ida", face="bun"), TOM, ROBOT, OPEN_CHAIR, make_chair("Jan", "bot")]
    assert list_faces(make_lobby(*chairs)) == {
        "Ida": ("bun", ""),
        "Tom": ("", ""),
        "Otto": ("cap", "rose"),
    }


def test_names_are_cut_and_an_invisible_one_is_named():
    long_name = "x" * (MAX_PLAYER_NAME_LENGTH + 5)
    cut_name, invisible_name, last_name = format_names([long_name, "\u200b", "Ida"]).split(", ")
    assert cut_name.count("x") == MAX_PLAYER_NAME_LENGTH - 1
    assert invisible_name == isolate_direction(INVISIBLE_NAME)
    assert last_name == isolate_direction("Ida")


def test_a_turn_limit_is_counted_in_seconds():
    assert [*map(format_turn_limit, (0, 1, 30))] == ["no limit", "1 second", "30 seconds"]


def test_the_options_of_a_table_beside_those_of_the_game():
    assert describe_table_options(make_lobby(IDA, bots="hard", clock=45, hands=True)) == [
        "Computer players on open chairs: Hard",
        "Time for a turn: 45 seconds",
        "Hints: yes",
        "Watchers may see a hand: yes",
    ]
    assert describe_table_options(make_lobby(IDA, bots="", hints=False)) == [
        "Open chairs wait for friends",
        "Time for a turn: no limit",
        "Hints: no",
        "Watchers may see a hand: no",
    ]


def test_an_open_chair_is_taken_by_a_bot_where_the_table_has_bots():
    assert describe_occupant(OPEN_CHAIR, "hard") == "Computer player"
    assert describe_occupant(OPEN_CHAIR, "") == "Open chair"
    assert describe_occupant(make_chair("", "guest"), "") == "Open chair"
    assert describe_occupant(IDA, "hard") == "Ida"


@pytest.mark.parametrize(
    ("chair", "fields", "texts"),
    [
        (IDA, {}, ["you", "host"]),
        (IDA, {"you": 1}, ["host"]),
        (IDA, {"keeper": 1}, ["you"]),
        (OPEN_CHAIR, {"you": 1, "keeper": 1}, ["open for a friend"]),
        (ROBOT, {"you": 1, "keeper": 1}, ["computer player"]),
        (make_chair("Ida", here=False, slow=True), {"you": 1}, ["host", "away"]),
        (make_chair("Ida", slow=True), {"you": 1, "keeper": 1}, ["slow connection"]),
        (IDA, {"you": 1, "keeper": 1}, []),
    ],
)
def test_the_properties_of_a_chair_begin_with_the_most_important(chair, fields, texts):
    assert describe_chair(make_lobby(chair, TOM, **fields), 0) == texts


def test_a_seat_is_played_by_a_bot_or_its_player():
    bot_change = describe_seat_change(SeatReassigned(0, "bot", "away"), "Ida")
    assert bot_change == "A computer player plays for Ida."
    assert describe_seat_change(SeatReassigned(0, "human", "back"), "Ida") == "Ida plays."


SHUFFLED_BY_ALL = "Everybody is ready: the cards are being shuffled by all of you."


@pytest.mark.parametrize(
    ("chairs", "fields", "sentence"),
    [
        ([IDA, TOM], {"stage": "playing", "missing": ["Tom"]}, "The match has begun."),
        ([IDA, TOM], {"stage": "shuffling"}, SHUFFLED_BY_ALL),
        (
            [IDA, TOM],
            {"stage": "shuffling", "missing": ["Tom"]},
            "The last shuffle failed because Tom did not answer; shuffling again.",
        ),
        (
            [READY_IDA, TOM],
            {"missing": ["Tom"]},
            "The shuffle failed: no answer from Tom. Waiting for Tom.",
        ),
        ([OPEN_CHAIR, ROBOT], {"you": None}, "Waiting for somebody to sit down."),
        ([IDA, AWAY_TOM], {}, "Waiting for Tom to come back."),
        ([IDA, OPEN_CHAIR], {}, "Press “Ready” when you want to begin."),
        ([IDA, TOM], {}, "Press “Ready” when you want to begin."),
        (
            [IDA, READY_TOM],
            {},
            "All others are ready and wait for you: press “Ready” to begin.",
        ),
        ([READY_IDA, TOM, EVA], {}, "Waiting for Tom, Eva."),
        ([READY_IDA, TOM], {"you": None}, "Waiting for Tom."),
        ([READY_IDA, OPEN_CHAIR], {"bots": ""}, "Waiting for 1 more friend."),
        ([READY_IDA, OPEN_CHAIR, OPEN_CHAIR], {"bots": ""}, "Waiting for 2 more friends."),
        ([READY_IDA, READY_TOM], {"bots": ""}, "Everybody is ready."),
        ([READY_IDA, OPEN_CHAIR], {"bots": "easy"}, "Everybody is ready."),
    ],
)
def test_what_the_table_waits_for_is_said(chairs, fields, sentence):
    text = describe_table_state(make_lobby(*chairs, **fields))
    assert text.translate(dict.fromkeys((0x2068, 0x2069))) == sentence


def test_a_stopped_match_was_stopped_by_a_person_or_the_host():
    kept = " has ended the match. It is kept and can be continued later."
    assert describe_stopped_match("") == f"The host{kept}"
    assert describe_stopped_match("Ida") == f"{isolate_direction('Ida')}{kept}"


def test_all_who_are_away_are_waited_for():
    names = f"{isolate_direction('Ida')}, {isolate_direction('Tom')}"
    assert describe_awaited_return(["Ida", "Tom"]) == f"Waiting for {names} to come back."


def test_guests_who_have_finished_reading_wait_for_who_still_reads():
    reading_eva = make_chair("Eva", reads=True)
    chairs = [IDA, TOM, reading_eva, make_chair("Jan", here=False), ROBOT, OPEN_CHAIR]
    tom, reader = isolate_direction("Tom"), isolate_direction("Ida")
    assert describe_waiting_readers(make_lobby(*chairs)) == f"{tom} is waiting for you."
    assert describe_waiting_readers(make_lobby(IDA, reading_eva, OPEN_CHAIR)) == ""
    both = describe_waiting_readers(make_lobby(*chairs, you=2))
    assert both == f"{reader}, {tom} are waiting for you."


def test_quick_messages_have_sentences_and_others_are_cleaned():
    for word, sentence in QUICK_MESSAGES.items():
        assert describe_chat_message(ChatMessage(0, "Ida", "ignored", word)) == sentence
    assert describe_chat_message(ChatMessage(0, "Ida", "hel\nlo", "")) == "hel lo"
    assert describe_chat_message(ChatMessage(0, "Ida", "", "newer")) == ""
    text = describe_chat_message(ChatMessage(0, "Ida", "x" * (MAX_TEXT_LENGTH + 1), ""))
    assert len(text) <= MAX_TEXT_LENGTH
