"""Tests of the pace: waiting for clicks, automatic cards, time for corrections, pauses."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.seats.table_seat import TableSeat
from greenbaize.app.tables.play_request import MAX_WATCHED_SPEED, PlayRequest
from greenbaize.app.tables.table import CORRECTION_DELAY_S
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import CorrectRevokeCommand
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import ReadyCommand
from greenbaize.rules.events import CardPlayed, CardsDealt
from greenbaize.store.declared_settings import LEARNING_MATCHES
from greenbaize.store.settings import UserSettings
from greenbaize.ui.match.pacing import THINK_MS, find_forced_command
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO
from greenbaize.ui.table.pace import TablePace, count_finished_match, load_pace
from greenbaize.ui.widgets import window_geometry
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import set_brief_speech
from match.random_matches import SMALL_TABLE_SEATS
from ui.table.person import LEFT_BUTTON, wait_until
from ui.table.stage_harness import FakeClock

pytestmark = pytest.mark.slow

CONTINUE_PROMPT = "Click or press Space to go on"
LENIENT_OPTIONS = {"enforcement": "table", "first": 5, "deals": 6}


@pytest.fixture
def clock():
    return FakeClock()


def advance_clock(person, clock, milliseconds):
    """Advance the clock and process events (ms)."""
    clock.now += milliseconds
    person.match_view.animator.advance_animations()
    for _ in range(5):
        QApplication.processEvents()


def play_until_waiting(person, clock):
    """Play the first choices until a full trick waits for a click."""
    playing = person.match_view
    while not playing.animator.is_waiting:
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
    assert person.match_view.animator.is_waiting
    assert person.record.events == before
    assert person.scene.status_line.isVisible()
    assert person.scene.status_line.text == CONTINUE_PROMPT
    assert announcements == [CONTINUE_PROMPT]
    assert person.scene.sceneRect().contains(person.scene.status_line.sceneBoundingRect())
    if action == "click":
        QTest.mouseClick(person.window.windowHandle(), LEFT_BUTTON, pos=person.table_centre)
    else:
        person.press(getattr(Qt.Key, f"Key_{action}"))
    assert not person.match_view.animator.is_waiting
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
    assert person.match_view.animator.is_waiting
    assert person.scene.status_line.text == CONTINUE_PROMPT
    assert not any(
        item.isVisible() for item in score_items
    )  # the scores have been added to the totals
    person.press(Qt.Key.Key_Space)
    assert not person.match_view.animator.is_waiting
    play_until_waiting(person, clock)  # the first trick of the second deal
    for _ in range(60):
        if person.match_view.animator.is_waiting:
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
    assert not person.match_view.animator.is_waiting
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
        if match_view.animator.busy:
            match_view.stage.skip_animations()
        person.play_first_choice()
        QApplication.processEvents()
    events = list(person.record.events)
    starts = [index for index, event in enumerate(events) if isinstance(event, CardsDealt)]
    return events[: starts[deals]] if len(starts) > deals else events


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
        event_lists.append(play_out(person, deals))
    assert any(isinstance(event, CardPlayed) for event in event_lists[0])
    assert event_lists[0] == event_lists[1] == event_lists[2]


# Automatic cards


def test_the_last_card_of_a_hand_plays_itself_after_a_moment(open_match, clock):
    person = open_match("damn", 3, "last", speed=1.0, clock=clock, first=2, deals=2)
    person.match_view.stage.pace = TablePace(plays_last_card=True)
    person.match_view.begin_match()
    hand_sizes = []
    while not person.match_view.player_view.is_over:
        if person.match_view.prompts.question is not None and not person.asks_for_bid:
            hand_sizes.append(len(person.own_faces))
        person.play_first_choice()
        advance_clock(person, clock, 400)
    assert hand_sizes == [2]
    own_plays = [
        event for event in person.record.events if isinstance(event, CardPlayed) and event.seat == 0
    ]
    assert len(own_plays) == 2


def test_forced_cards_play_themselves_only_where_that_is_set(open_match):
    expected_cases = {(True, 1), (True, 2), (False, 2)}
    cases = set()
    for number in range(8):  # the bots' leads decide whether a card is forced
        person = open_match("damn", 4, f"forced {number}", first=7, deals=7)
        person.match_view.begin_match()
        while person.wait_for_turn():
            player_view = person.match_view.player_view
            is_forced = len(person.legal_faces) == 1 and not person.asks_for_bid
            is_last = is_forced and len(person.own_faces) == 1
            assert find_forced_command(player_view, TablePace()) is None
            assert (
                find_forced_command(player_view, TablePace(plays_last_card=True)) is not None
            ) == is_last
            assert (
                find_forced_command(player_view, TablePace(plays_forced_cards=True)) is not None
            ) == is_forced
            cases.add((is_forced, min(len(person.own_faces), 2)))
            person.play_first_choice()
        if expected_cases <= cases:
            break
    assert expected_cases <= cases


def test_one_of_equivalent_cards_plays_itself_if_set(open_match):
    case_counts = Counter()
    for number in range(8):
        person = open_match("rank", 3, f"alike {number}")
        person.match_view.begin_match()
        while person.wait_for_turn():
            player_view = person.match_view.player_view
            ranks = [face.card.rank for face in person.legal_faces]
            forced = find_forced_command(player_view, TablePace(plays_forced_cards=True))
            assert (forced is not None) == (len(set(ranks)) == 1)
            assert forced is None or forced.card in [face.card for face in person.legal_faces]
            assert find_forced_command(player_view, TablePace()) is None
            case_counts[len(ranks) > 1, forced is not None] += 1
            person.play_first_choice()
        if case_counts[True, True] and case_counts[True, False]:
            break
    assert case_counts[True, True]
    assert case_counts[True, False]


@pytest.mark.long
def test_a_bid_never_makes_itself(open_match):
    """With the hook and one card, the last bidder may have a single answer."""
    person = open_match("blackout", 2, "hooked 4")
    person.match_view.stage.pace = TablePace(plays_last_card=True, plays_forced_cards=True)
    person.match_view.begin_match()
    single = 0
    while person.wait_for_turn():
        if person.asks_for_bid:
            single += len(list(person.allowed_bids())) == 1
        person.play_first_choice()
    assert single


def test_the_last_trump_that_is_left_chooses_itself(open_match):
    cases = set()
    for number in range(12):  # the draw decides the order of choosing
        person = open_match("master", 4, f"trumps {number}", trumps="personal")
        person.match_view.begin_match()
        assert person.wait_for_turn()
        player_view = person.match_view.player_view
        allowed = [answer for answer in player_view.question.answers if answer.refusal is None]
        is_last = len(allowed) == 1
        assert player_view.question.kind == "trump"
        assert (
            find_forced_command(player_view, TablePace(plays_last_card=True)) is not None
        ) == is_last
        assert find_forced_command(player_view, TablePace()) is None
        cases.add(is_last)
        if len(cases) == 2:
            break
    assert cases == {False, True}


def test_no_card_plays_itself_while_a_fault_can_be_corrected(open_match):
    """A lead would close the open trick and end the time for corrections."""
    person = open_match("damn", 3, "leads 1", enforcement="table", first=3, deals=3)
    person.match_view.begin_match()
    leads = 0
    while True:
        wait_until(lambda: is_waiting_for_person(person))
        player_view = person.match_view.player_view
        if player_view.is_over:
            break
        question = person.match_view.prompts.question
        if question is None:
            person.press(Qt.Key.Key_Space)
            continue
        if player_view.game.is_open(player_view.view) and len(person.own_faces) == 1:
            leads += 1
            assert len(person.legal_faces) == 1
            assert (
                find_forced_command(
                    player_view, TablePace(plays_last_card=True, plays_forced_cards=True)
                )
                is None
            )
        play_correctly(person)
    assert leads


def is_waiting_for_person(person):
    playing = person.match_view
    ready = playing.prompts.optional_actions.has_button(ReadyCommand.type)
    return not playing.animator.busy and bool(playing.prompts.question or ready or person.is_over)


def play_correctly(person):
    """Bid, or play a legal card."""
    if person.asks_for_bid:
        person.play_first_choice()
        return
    player_view = person.match_view.player_view
    legal_card = player_view.game.legal(player_view.view, 0)[0].card
    person.double_click_card(next(face for face in person.own_faces if face.card == legal_card))


# Corrections and readiness


def visible_actions(person):
    bar = person.match_view.prompts.optional_actions
    return [name for name, button in bar.buttons.items() if button.isVisible()]


def test_nothing_is_offered_before_the_deal_is_shown(open_match, clock):
    person = open_match("damn", 4, "manners 3", speed=1.0, clock=clock, **LENIENT_OPTIONS)
    person.match_view.begin_match()
    player_view, queue = person.match_view.player_view, person.match_view.event_queue
    assert any(isinstance(event, CardsDealt) for event in person.record.events)
    assert [offer.kind for offer in player_view.offers] == ["bid"]
    is_deal_shown = False
    while not is_deal_shown:
        assert visible_actions(person) == []
        advance_clock(person, clock, 100)
        is_deal_shown = not queue.has_unshown_deal
    assert visible_actions(person) == ["bid"]


def test_there_is_time_to_change_a_bid_before_a_computer_player_bids(open_match, clock):
    person = open_match("damn", 4, "bids 1", speed=1.0, clock=clock, **LENIENT_OPTIONS)
    person.match_view.begin_match()
    while person.match_view.event_queue.has_unshown_deal:
        advance_clock(person, clock, 100)
    while person.match_view.prompts.question is None:
        advance_clock(person, clock, 100)
    person.play_first_choice()
    bid_count = sum(isinstance(event, BidMade) for event in person.record.events)
    elapsed_ms = 0
    while sum(isinstance(event, BidMade) for event in person.record.events) == bid_count:
        advance_clock(person, clock, 50)
        elapsed_ms += 50
    assert 1000 * CORRECTION_DELAY_S <= elapsed_ms <= 1000 * CORRECTION_DELAY_S + 900
    assert "bid" not in visible_actions(person)


def test_a_hesitating_player_keeps_the_table_waiting_longer(open_match, clock, monkeypatch):
    person = open_match("damn", 4, "bids 1", speed=1.0, clock=clock, watch=True, first=5, deals=6)
    monkeypatch.setattr(
        TableSeat,
        "thinking_time_factor",
        property(lambda _: hesitations[0] if hesitations else 1.0),
    )
    hesitations = [0.0, 0.0, 1.0, 3.0]
    bids = []
    person.match_view.player_view.add_listener(
        lambda event: bids.append(clock.now) if isinstance(event, BidMade) else None
    )
    person.match_view.begin_match()
    while hesitations:
        bid_count = len(bids)
        while len(bids) == bid_count:
            advance_clock(person, clock, 10)
        del hesitations[0]
    gaps = [later - before for before, later in pairwise(bids)]
    assert gaps[1] - gaps[0] == pytest.approx(THINK_MS, abs=40)
    assert gaps[2] - gaps[0] == pytest.approx(3 * THINK_MS, abs=40)


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
    assert (motion.speed, motion.instant) == (1.0, True)
    assert motion.busy
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
