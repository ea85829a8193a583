"""Tests of the pace: waiting for clicks, automatic cards, time for corrections, pauses."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import MAX_WATCHED_SPEED, PlayRequest
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import CorrectRevokeCommand
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.events import CardPlayed, CardsDealt
from greenbaize.store.declared_settings import LEARNING_MATCHES
from greenbaize.store.settings import UserSettings
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO
from greenbaize.ui.table.pace import TablePace, count_finished_match, load_pace
from greenbaize.ui.widgets import window_geometry
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import set_brief_speech
from match.random_matches import SMALL_TABLE_SEATS
from ui.match.test_pacing import is_waiting_for_person, play_correctly
from ui.table.person import LEFT_BUTTON, wait_until
from ui.table.stage_harness import advance_clock

pytestmark = pytest.mark.slow

CONTINUE_PROMPT = "Click or press Space to go on"
LENIENT_OPTIONS = {"enforcement": "table", "first": 5, "deals": 6}


def play_until_waiting(person, clock):
    """Play the first choices until a full trick waits for a click."""
    playing = person.match_view
    while not playing.animator.waits_for_user:
        assert not playing.player_view.is_over
        person.play_first_choice()
        advance_clock(person, clock, 500)


# Waiting for a click


@pytest.mark.parametrize("action", ["click", "Space", "Return", "Enter", "Escape"])
def test_a_full_trick_waits_for_a_click_or_a_key(open_match, clock, action):
    person = open_match("damn", 4, "pace", speed=1.0, clock=clock, first=3, deals=4)
    person.match_view.stage.pace = TablePace(waits_for_click=True)
    announcements = []
    person.match_view.status_line.announced.connect(announcements.append)
    person.match_view.begin_match()
    play_until_waiting(person, clock)
    before = person.record.events
    advance_clock(person, clock, 1e7)
    assert person.match_view.animator.waits_for_user
    assert person.record.events == before
    assert person.scene.status_line.isVisible()
    assert person.scene.status_line.text == CONTINUE_PROMPT
    assert announcements == [CONTINUE_PROMPT]
    assert person.scene.sceneRect().contains(person.scene.status_line.sceneBoundingRect())
    if action == "click":
        QTest.mouseClick(person.window.windowHandle(), LEFT_BUTTON, pos=person.table_centre)
    else:
        person.press(getattr(Qt.Key, f"Key_{action}"))
    assert not person.match_view.animator.waits_for_user
    assert not person.scene.status_line.isVisible()
    advance_clock(person, clock, 1000)
    assert person.scene.cards.trick == [] or len(person.record.events) > len(before)


@pytest.mark.parametrize("game", ["ass", "damn"])
def test_in_large_letters_the_own_card_in_the_trick_stays_free(
    open_match, clock, russian_language, game
):
    window_geometry.apply_text_scale(2.0)
    person = open_match(game, 4, "pace", speed=1.0, clock=clock, size=(1280, 720))
    scene = person.scene
    scene.show_status_line(tr(CONTINUE_PROMPT))
    played = scene.geometry.played_placement(scene.near_seat)
    foot = played.y + CARD_HEIGHT_RATIO / 2 * played.scale * scene.geometry.card_width
    line = scene.status_line.sceneBoundingRect()
    assert line.top() >= foot - 1
    assert line.bottom() <= scene.geometry.question_box().y + scene.geometry.question_box().height
    assert scene.status_line._size >= 1.2 * 0.16 * scene.geometry.card_width


@pytest.mark.parametrize("brief", [False, True])
def test_brief_mode_says_once_how_to_continue(open_match, clock, brief):
    set_brief_speech(is_on=brief)
    person = open_match("damn", 4, "pace", speed=1.0, clock=clock, first=3, deals=4)
    person.match_view.stage.pace = TablePace(waits_for_click=True)
    announcements = []
    person.match_view.status_line.announced.connect(announcements.append)
    person.match_view.begin_match()
    for _ in range(2):
        play_until_waiting(person, clock)
        person.press(Qt.Key.Key_Space)
        advance_clock(person, clock, 1000)
    assert announcements == (["Space goes on"] if brief else [CONTINUE_PROMPT, CONTINUE_PROMPT])


def test_deal_end_waits_after_the_last_trick_and_the_scores(open_match, clock):
    person = open_match("damn", 4, "pace", speed=1.0, clock=clock, first=1, deals=2)
    person.match_view.stage.pace = TablePace(waits_for_click=True)
    person.match_view.begin_match()
    score_items = person.scene.overlays.deal_scores
    play_until_waiting(person, clock)
    assert isinstance(person.record.events[-1], CardsDealt)
    assert len(person.scene.cards.trick) == 4
    person.press(Qt.Key.Key_Space)
    advance_clock(person, clock, 1000)
    play_until_waiting(person, clock)
    advance_clock(person, clock, 1e7)
    assert person.match_view.animator.waits_for_user
    assert person.scene.status_line.text == CONTINUE_PROMPT
    assert not any(
        item.isVisible() for item in score_items
    )  # the scores have been added to the totals
    person.press(Qt.Key.Key_Space)
    assert not person.match_view.animator.waits_for_user
    play_until_waiting(person, clock)  # the first trick of the second deal
    for _ in range(60):
        if person.match_view.animator.waits_for_user:
            assert len(person.scene.cards.trick) == 4
            person.press(Qt.Key.Key_Space)
        person.play_first_choice()
        advance_clock(person, clock, 500)
    assert person.match_view.pacing.is_finished


def test_the_click_that_continues_plays_no_card(open_match, clock):
    person = open_match("damn", 4, "pace", speed=1.0, clock=clock, first=3, deals=4)
    person.match_view.stage.pace = TablePace(waits_for_click=True)
    person.match_view.prompts.single_click = True
    person.match_view.begin_match()
    play_until_waiting(person, clock)
    own = len(person.own_faces)
    person.click_card(person.own_faces[0])
    assert not person.match_view.animator.waits_for_user
    assert len(person.own_faces) == own


def play_out(person, deals):
    """Play this many deals, or the match, by the first choices; return the events."""
    match_view = person.match_view
    deal_events = []
    match_view.player_view.add_listener(
        lambda event: deal_events.append(event) if isinstance(event, CardsDealt) else None
    )
    match_view.begin_match()
    while (
        not (match_view.player_view.is_over and match_view.pacing.is_finished)
        and len(deal_events) <= deals
    ):
        if match_view.animator.is_busy:
            match_view.stage.skip_animations()
        person.play_first_choice()
        QApplication.processEvents()
    events = list(person.record.events)
    starts = [index for index, event in enumerate(events) if isinstance(event, CardsDealt)]
    return events[: starts[deals]] if len(starts) > deals else events


def hide_suit(event):
    """Return the event, its card reduced to the rank if it is a card played."""
    return (event.seat, event.card.rank) if isinstance(event, CardPlayed) else event


@pytest.mark.long
@pytest.mark.parametrize("game", list(GAMES))
def test_pace_changes_no_decision(open_match, game):
    options = {"damn": {"deals": 2}, "rank": {"deals": 1}}.get(game, {})
    deals = 4 if game == "blackout" else 1  # the first deals of Blackout have few cards
    event_lists = []
    for pace, speed in (
        (TablePace(), 0.0),
        (TablePace(trick_ms=5000, waits_for_click=True, plays_last_card=True), 50.0),
        (TablePace(plays_last_card=True, plays_forced_cards=True), 0.0),
    ):
        person = open_match(game, SMALL_TABLE_SEATS[game], "alike", speed=speed, **options)
        person.match_view.stage.pace = pace
        events = play_out(person, deals)
        assert any(isinstance(event, CardPlayed) for event in events)
        if game == "rank":  # of cards of equal rank either may go by itself
            events = [hide_suit(event) for event in events]
        event_lists.append(events)
    assert event_lists[0] == event_lists[1] == event_lists[2]


# Automatic cards


# Corrections and readiness


def visible_actions(person):
    bar = person.match_view.prompts.optional_actions
    return [name for name, button in bar.buttons.items() if button.isVisible()]


def play_until_revoke(person):
    """Play until the person has revoked and can correct it."""
    person.match_view.begin_match()
    while True:
        wait_until(lambda: is_waiting_for_person(person))
        assert not person.is_over
        question = person.match_view.prompts.question
        if question is None:
            person.press(Qt.Key.Key_Space)
            continue
        illegal_commands = [
            answer.command for answer in question.answers if answer.breach and not answer.refusal
        ]
        if question.kind != "play" or not illegal_commands:
            play_correctly(person)
            continue
        card = illegal_commands[0].card
        person.double_click_card(next(face for face in person.own_faces if face.card == card))
        wait_until(lambda: is_waiting_for_person(person))
        return person


def test_correcting_a_card_gives_instructions_and_can_be_cancelled(open_match):
    person = play_until_revoke(open_match("damn", 4, "manners", **LENIENT_OPTIONS))
    line = person.scene.status_line
    person.click(person.match_view.prompts.optional_actions.buttons[CorrectRevokeCommand.type])
    assert line.isVisible()
    assert line.text == "Click the card you want instead, or press Esc to leave it as it is"
    person.press(Qt.Key.Key_Escape)
    wait_until(lambda: is_waiting_for_person(person))
    assert "Esc" not in line.text
    bar = person.match_view.prompts.optional_actions
    person.click(bar.buttons[CorrectRevokeCommand.type])
    assert bar.leave_button.isVisible()
    assert not person.scene.status_line.sceneBoundingRect().intersects(bar_rect(person, bar))
    before = person.record.events
    person.click(bar.leave_button)
    wait_until(lambda: is_waiting_for_person(person))
    assert not bar.leave_button.isVisible()
    assert bar.buttons[CorrectRevokeCommand.type].isVisible()
    assert person.record.events == before


def bar_rect(person, bar):
    """Return the rectangle of an action bar in scene coordinates."""
    return person.match_view.table_view.mapToScene(bar.geometry()).boundingRect()


@pytest.mark.parametrize("size", [(900, 600), (1280, 800)])
def test_status_line_and_action_bar_do_not_overlap(open_match, size):
    person = play_until_revoke(open_match("damn", 4, "manners", **LENIENT_OPTIONS))
    person.window.resize(*size)
    for _ in range(5):
        QApplication.processEvents()
    bar, line = person.match_view.prompts.optional_actions, person.scene.status_line
    for _ in range(40):
        if bar.buttons[CorrectRevokeCommand.type].isVisible() and line.isVisible():
            break
        if person.match_view.prompts.question is not None:
            play_correctly(person)
        wait_until(lambda: is_waiting_for_person(person))
    assert bar.isVisible()
    assert line.isVisible()
    assert not line.sceneBoundingRect().intersects(bar_rect(person, bar))


def test_the_table_says_how_long_a_trick_lies_open(open_match):
    person = open_match("damn", 4, "manners", **LENIENT_OPTIONS)
    person.match_view.begin_match()
    sentences = set()
    while len(sentences) < 2:
        wait_until(lambda: is_waiting_for_person(person))
        player_view, question = person.match_view.player_view, person.match_view.prompts.question
        if player_view.game.is_open(player_view.view):
            sentences.add((question is None, person.scene.status_line.text))
        else:
            assert person.scene.status_line.text == ""
        if question is None:
            person.press(Qt.Key.Key_Space)
        else:
            play_correctly(person)
    assert sentences == {
        (True, "The trick lies open until you are ready"),
        (False, "The trick lies open until you lead"),
    }


# Settings


def test_first_matches_wait_and_the_change_is_announced(open_program, home):
    settings = UserSettings.load()
    settings.finished = LEARNING_MATCHES - 2
    settings.save()
    short = PlayRequest("damn", 3, {"deals": 1}, seed_from_text("short"))
    person = open_program(short)
    for match in (1, 2):
        while person.wait_for_turn():
            person.play_first_choice()
        wait_until(lambda: person.facade.result_card is not None)
        stored_settings = UserSettings.load()
        assert stored_settings.finished == LEARNING_MATCHES - 2 + match
        assert stored_settings.waits_for_trick_click == (match == 1)
        banner = person.facade.existing_banner
        assert (banner is not None and "From now on" in banner.label.text()) == (match == 2)
        person.facade.launcher.play_again()
    assert load_pace(UserSettings(), PlayRequest()).waits_for_click
    assert UserSettings.load().wait_for_click == "auto"


@pytest.mark.parametrize("chosen", ["on", "off"])
def test_a_chosen_wait_setting_stays_without_notice(chosen):
    settings = UserSettings(wait_for_click=chosen, finished=LEARNING_MATCHES - 1)
    assert not count_finished_match(settings, "damn")
    assert settings.waits_for_trick_click == (chosen == "on")


@pytest.mark.parametrize(
    ("play_request", "expected"),
    [
        (PlayRequest(), True),
        (PlayRequest(watch=True), True),
        (PlayRequest(watch=True, speed=MAX_WATCHED_SPEED), True),
        (PlayRequest(watch=True, speed=MAX_WATCHED_SPEED + 1), False),
        (PlayRequest(screenshots=Path("x")), False),
        (PlayRequest(speed=0.0), False),
    ],
)
def test_no_waiting_without_a_person(play_request, expected):
    assert load_pace(UserSettings(wait_for_click="on"), play_request).waits_for_click == expected


def test_watchers_need_not_click_by_default():
    assert load_pace(UserSettings(), PlayRequest()).waits_for_click
    assert not load_pace(UserSettings(), PlayRequest(watch=True)).waits_for_click


def test_without_motion_cards_jump_and_pauses_stay(open_program):
    person = open_program(PlayRequest("damn", 3, {"deals": 2}, seed_from_text("x")), speed=1.0)
    motion = person.match_view.animator
    assert (motion.speed, motion.reduced_motion) == (1.0, True)
    assert motion.is_busy
    assert person.match_view.stage.pace == TablePace(1200.0, waits_for_click=True)


def test_a_watched_match_stays_at_its_result(open_program):
    request = PlayRequest("damn", 3, {"deals": 1}, seed_from_text("x"), watch=True)
    UserSettings(motion="none", wait_for_click="off").save()
    person = open_program(request, speed=MAX_WATCHED_SPEED)
    wait_until(lambda: person.facade.result_card is not None)
    QTest.qWait(0)
    assert person.window.isVisible()
    assert person.window.findChild(ResultPanel) is not None
    assert UserSettings.load().finished == 0


# Rank


def open_rank_after_others(open_match, clock):
    """Open a match of Rank and play until all other seats have had their turns."""
    person = open_match("rank", 4, "round", clock=clock)
    person.match_view.begin_match()
    while sum(bubble.isVisible() for bubble in person.scene.speech_bubbles[1:]) < 3:
        assert person.wait_for_turn()
        person.play_first_choice()
        wait_until(lambda: person.match_view.prompts.question is not None)
    return person


@pytest.mark.parametrize("action", ["click", "key", "act"])
def test_other_players_actions_stay_until_the_person_continues(open_match, clock, action):
    person = open_rank_after_others(open_match, clock)
    bubbles = person.scene.speech_bubbles[1:]
    assert all(bubble.isVisible() for bubble in bubbles)
    question = person.match_view.prompts.question
    if action == "click":
        QTest.mouseClick(person.window.windowHandle(), LEFT_BUTTON, pos=person.table_centre)
    elif action == "key":
        person.press(Qt.Key.Key_Space)
    else:
        person.match_view.animator.speed = 1.0  # delays the other players' next actions
        person.play_first_choice()
        person.match_view.prompts.flight.land_card()
        question = person.match_view.prompts.question
    assert not any(bubble.isVisible() for bubble in bubbles)
    assert person.match_view.prompts.question is question


def test_rank_keeps_its_last_turns_when_resumed(open_program):
    person = open_program(PlayRequest("rank", 4, {}, seed_from_text("turns")))
    for _ in range(3):
        assert person.wait_for_turn()
        person.play_first_choice()
    person.wait_for_turn()

    def read_lines():
        turns = person.match_view.side_column.last_turns_panel.line_list
        return [turns.item(row).text() for row in range(turns.count())]

    before, path = read_lines(), person.match_view.player_view.record_path
    assert len(before) > 3
    assert path is not None
    person.facade.clear_table()
    assert person.facade.resume_match(path) == ""
    assert person.wait_for_turn()
    assert read_lines() == before
