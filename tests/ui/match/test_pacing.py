"""Tests for pacing: forced cards, waiting for others, and the status line."""

from collections import Counter
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt

from greenbaize.app.seats.table_seat import TableSeat
from greenbaize.app.tables.table import CORRECTION_DELAY_S
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.rules.commands import ReadyCommand
from greenbaize.rules.events import CardPlayed, CardsDealt
from greenbaize.ui.match import pacing as pacing_module
from greenbaize.ui.match.pacing import THINK_MS, StatusLineController, find_forced_command
from greenbaize.ui.table.pace import TablePace
from greenbaize.words.spoken import set_brief_speech
from ui.match.test_optional_actions import visible_actions
from ui.table.person import wait_until
from ui.table.stage_harness import advance_clock

pytestmark = pytest.mark.slow


LENIENT_OPTIONS = {"enforcement": "table", "first": 5, "deals": 6}


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
    return not playing.animator.is_busy and bool(
        playing.prompts.question or ready or person.is_over
    )


def play_correctly(person):
    """Bid, or play a legal card."""
    if person.asks_for_bid:
        person.play_first_choice()
        return
    player_view = person.match_view.player_view
    legal_card = player_view.game.legal(player_view.view, 0)[0].card
    person.double_click_card(next(face for face in person.own_faces if face.card == legal_card))


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


class TestStatusLine:
    @pytest.fixture
    def person(self, open_match, clock):
        """Begin a match of Damn whose first card is asked for."""
        person = open_match("damn", 3, "status", clock=clock, first=3, deals=3)
        person.match_view.begin_match()
        while person.wait_for_turn() and person.asks_for_bid:
            person.play_first_choice()
        return person

    def announced_by(self, controller):
        texts = []
        controller.announced.connect(texts.append)
        return texts

    @pytest.fixture
    def line(self, person):
        view = person.match_view
        return StatusLineController(view.scene, view.prompts, view.event_queue, view)

    def test_it_says_whose_turn_it_is(self, person, line):
        person.match_view.stage.turn_sentence = lambda: "It is your turn."
        announced = self.announced_by(line)
        line.refresh()
        assert person.scene.status_line.text == "It is your turn."
        assert announced == ["It is your turn."]
        person.match_view.stage.turn_sentence = lambda: ""
        line.refresh()
        assert person.scene.status_line.text == ""
        assert len(announced) == 1

    def test_guidance_comes_before_the_turn(self, person, line, monkeypatch):
        monkeypatch.setattr(type(person.match_view.prompts), "guidance", "Choose another card.")
        announced = self.announced_by(line)
        line.refresh()
        line.refresh()
        assert person.scene.status_line.text == "Choose another card."
        assert announced == ["Choose another card."]  # once

    def test_it_is_empty_while_the_table_moves(self, person, line):
        person.match_view.animator.speed = 1.0
        person.match_view.animator.add_pause(500)
        line.refresh()
        assert person.scene.status_line.text == ""

    @pytest.mark.parametrize("is_brief", [False, True])
    def test_how_to_go_on_is_said_once_where_speech_is_brief(self, person, line, is_brief):
        set_brief_speech(is_on=is_brief)
        announced = self.announced_by(line)
        animator = person.match_view.animator
        for _ in range(2):
            animator.waits_for_user = True
            line.refresh()
            assert person.scene.status_line.text.endswith("Click or press Space to go on")
            animator.waits_for_user = False
            line.refresh()
        prompts_to_go_on = [text for text in announced if "Space" in text]
        if is_brief:
            assert [text.endswith("Space goes on") for text in prompts_to_go_on] == [True]
        else:
            assert len(prompts_to_go_on) == 2


class TestPacingController:
    @pytest.fixture
    def person(self, open_match, clock):
        person = open_match("damn", 3, "pace", clock=clock, first=3, deals=3)
        person.match_view.begin_match()
        person.wait_for_turn()
        return person

    def test_held_or_finished_table_decides_nothing(self, person):
        pacing, calls = person.match_view.pacing, []
        pacing.everything_shown.connect(lambda: calls.append("shown"))
        pacing.is_asking = True
        pacing._on_idle()
        pacing.is_asking, pacing.is_finished = False, True
        pacing._on_idle()
        assert calls == []
        pacing.is_finished = False
        pacing._on_idle()
        assert calls == ["shown"]

    def test_blocked_table_waits(self, person):
        pacing, calls = person.match_view.pacing, []
        pacing.is_asking = False
        pacing.person_to_act.connect(lambda: calls.append("act"))
        pacing.must_wait = lambda: True
        pacing._on_idle()
        assert calls == []
        pacing.must_wait = lambda: False
        pacing._on_idle()
        assert calls == ["act"]

    def test_undone_forced_answer_is_asked_for_again(self, person, monkeypatch):
        pacing = person.match_view.pacing
        command = person.match_view.prompts.question.answers[0].command
        monkeypatch.setattr(pacing_module, "find_forced_command", lambda *_: command)
        assert pacing._forced_command() == command
        pacing.reopen_question()
        assert pacing._forced_command() is None

    def test_wait_ends_once_a_time_limit_runs(self, person):
        pacing, animator = person.match_view.pacing, person.match_view.animator
        animator.waits_for_user = True
        pacing.skip_wait_if_timed()
        assert animator.waits_for_user
        pacing.has_time_limit = True
        assert pacing._is_time_running()
        pacing.skip_wait_if_timed()
        assert not animator.waits_for_user

    def test_end_is_reported_once(self, person, monkeypatch):
        pacing, endings = person.match_view.pacing, []
        pacing.finished.connect(lambda: endings.append(True))
        monkeypatch.setattr(type(person.match_view.player_view), "is_over", True)
        pacing.is_asking = False
        pacing._on_idle()
        pacing._on_idle()
        assert endings == [True]
        assert pacing.is_finished

    def test_pondering_player_is_marked_after_a_while(self, person, monkeypatch):
        pacing, shown = person.match_view.pacing, []
        monkeypatch.setattr(
            type(person.scene), "show_pondering", lambda _, seat: shown.append(seat)
        )
        monkeypatch.setattr(
            type(person.match_view.player_view), "wake_timeout", property(lambda _: 1.2345)
        )
        pacing._start_waiting()
        assert pacing._pondering_timer.isActive()
        assert pacing._limit_timer.interval() == 1235
        pacing._on_pondering()
        view = person.match_view.player_view
        assert shown == [view.game.turn(view.view)]
        pacing.stop_pacing()
        assert shown[1:] == [None]
        assert not pacing._pondering_timer.isActive()
        assert not pacing._limit_timer.isActive()
