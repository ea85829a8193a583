"""Tests of the sounds of a table: timing, position, loudness and silence."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.memory.replays import read_replay
from greenbaize.ui.features.history.replay_page import ReplayPage
from greenbaize.ui.sound.cue_mapper import (
    FULL_GAIN_PAUSE_S,
    MAX_PACE,
    MIN_GAIN,
    MIN_INTERVALS_S,
    TURN_CUE_PAUSE_S,
    CueThrottle,
    SoundCueMapper,
)
from greenbaize.ui.sound.cues import CueRequest, SoundCue, SoundKind
from ui.table.stage_harness import FakeClock

GOLDEN_RECORDS = Path(__file__).parents[2] / "golden"


class CueListener:
    """A table whose sound cues are triggered on demand."""

    def __init__(self, person, clock, fake_player):
        self.person, self.clock, self.fake_player = person, clock, fake_player
        self.volumes = dict.fromkeys(SoundKind, 1.0)
        self.match_view = person.match_view
        self.cue_mapper = SoundCueMapper(
            self.match_view, lambda: fake_player, self.volumes.get, clock
        )
        self.cue_mapper.connect_match(self.match_view)

    def sounds_of_cue(self, cue, seat=None, cards=1):
        """Return the sounds played for one cue."""
        self.fake_player.sounds.clear()
        self.match_view.stage.sound_requested.emit(CueRequest(cue, seat, cards))
        return [sound.cue.stem for sound in self.fake_player.sounds]

    def advance_clock(self, milliseconds):
        self.clock.now += milliseconds
        self.match_view.animator.advance_animations()
        for _ in range(5):
            QApplication.processEvents()


@pytest.fixture
def start_listener(open_match, fake_player):
    def open_listened_match(game="damn", players=4, **options):
        clock = FakeClock()
        person = open_match(game, players, "sound", speed=1.0, clock=clock, **options)
        return CueListener(person, clock, fake_player)

    return open_listened_match


@pytest.mark.slow
def test_match_plays_the_sounds_of_its_events(start_listener):
    listener = start_listener(players=3, first=2, deals=2)
    listener.match_view.begin_match()
    while not listener.fake_player.sounds:
        listener.advance_clock(300)  # the deal is announced first
    assert {sound.cue for sound in listener.fake_player.sounds} == {SoundCue.DEAL}
    for _ in range(300):
        if listener.match_view.player_view.is_over and not listener.match_view.animator.is_busy:
            break
        if listener.person.asks_for_bid:
            listener.person.click(
                listener.match_view.prompts.choice_prompt.buttons[
                    next(listener.person.allowed_bids())
                ]
            )
        elif listener.match_view.prompts.question is not None:
            listener.person.double_click_card(listener.person.legal_faces[0])
        listener.advance_clock(300)
    sound_names = listener.fake_player.sound_names()
    assert sound_names.count("take") == 2
    assert 0 < sound_names.count("made") + sound_names.count("missed") <= 1
    first = sound_names.index("play")
    assert sound_names.index("deal") < first < sound_names.index("take")
    assert "turn" in sound_names[:first]


def test_deal_sounds_are_spaced_and_panned(start_listener):
    listener = start_listener()
    sound_names = listener.sounds_of_cue(SoundCue.DEAL, 1, cards=52)
    assert 10 < len(sound_names) <= 22
    sounds = listener.fake_player.sounds
    gaps = [
        next_sound.delay - previous_sound.delay for previous_sound, next_sound in pairwise(sounds)
    ]
    assert min(gaps) >= MIN_INTERVALS_S[SoundCue.DEAL]
    assert len({sound.pan for sound in sounds}) >= 3
    assert {sound.variant for sound in sounds} == {1, 2, 3}
    assert all(sound.gain < 1 for sound in sounds[1:])
    assert all(first.variant != second.variant for first, second in pairwise(sounds))


def test_sounds_are_panned_to_their_seats(start_listener):
    listener = start_listener()
    pans = []
    for seat in range(4):
        listener.clock.now += 1000
        listener.sounds_of_cue(SoundCue.PLAY, seat)
        pans.append(listener.fake_player.sounds[0].pan)
    own, left, across, right = pans
    assert own == 0
    assert left < -0.3
    assert abs(across) < 0.1
    assert right > 0.3


def test_card_sound_plays_on_landing_or_at_once_without_animation(start_listener):
    listener = start_listener()
    listener.sounds_of_cue(SoundCue.PLAY, 1)
    slow_delay = listener.fake_player.sounds[0].delay
    assert 0.05 < slow_delay < 0.26
    listener.clock.now += 1000
    listener.match_view.animator.speed = 2.0
    listener.sounds_of_cue(SoundCue.PLAY, 1)
    assert listener.fake_player.sounds[0].delay < slow_delay
    listener.clock.now += 1000
    listener.match_view.animator.reduced_motion = True
    listener.sounds_of_cue(SoundCue.PLAY, 1)
    assert listener.fake_player.sounds[0].delay == 0


def test_rapid_sounds_are_fewer_and_softer(start_listener):
    listener = start_listener()
    gains = []
    for _ in range(20):
        listener.clock.now += 40
        if listener.sounds_of_cue(SoundCue.PLAY, 1):
            gains.append(listener.fake_player.sounds[0].gain)
    assert 5 <= len(gains) <= 8
    assert gains[0] == 1.0
    assert max(gains[1:]) < 0.75


def test_very_fast_or_skipped_cards_are_silent(start_listener, monkeypatch):
    listener = start_listener()
    listener.match_view.animator.speed = MAX_PACE + 1
    assert listener.sounds_of_cue(SoundCue.PLAY, 1) == []
    assert listener.sounds_of_cue(SoundCue.MADE, 0) == ["made"]
    listener.match_view.animator.speed = 0.0
    for cue in SoundCue:
        assert listener.sounds_of_cue(cue, 0, cards=9) == []
    listener.match_view.animator.speed = 1.0
    monkeypatch.setattr(type(listener.match_view.stage), "is_skipping", True)
    assert listener.sounds_of_cue(SoundCue.PLAY, 1) == []


def test_skipping_a_deal_cancels_its_sounds(start_listener):
    listener = start_listener(first=5, deals=6)
    listener.match_view.begin_match()
    assert listener.fake_player.calls == []
    listener.person.press(Qt.Key.Key_Space)
    assert "cancel deal" in listener.fake_player.calls


def test_only_own_results_have_sounds(start_listener):
    listener = start_listener()
    assert listener.sounds_of_cue(SoundCue.MADE, 2) == []
    assert listener.sounds_of_cue(SoundCue.MADE, 0) == ["made"]
    assert listener.sounds_of_cue(SoundCue.WIN, 3) == []
    assert listener.sounds_of_cue(SoundCue.WIN, 0) == ["win"]


def test_spectator_hears_any_win(start_listener):
    listener = start_listener(watch=True)
    assert listener.sounds_of_cue(SoundCue.MADE, 0) == []
    assert listener.sounds_of_cue(SoundCue.WIN, 3) == ["win"]


def test_turn_cue_plays_once_after_a_wait(start_listener):
    listener = start_listener()
    cues, sounds = listener.cue_mapper, listener.fake_player.sounds
    cues.cue_turn("which card")
    assert [sound.cue for sound in sounds] == [SoundCue.TURN]
    listener.clock.now += 10_000
    cues.cue_turn("which card")
    assert len(sounds) == 1
    cues.record_action()
    listener.clock.now += 900 * TURN_CUE_PAUSE_S
    cues.cue_turn("which card")
    assert len(sounds) == 1
    cues.record_action()
    listener.clock.now += 1100 * TURN_CUE_PAUSE_S
    cues.cue_turn("which card")
    assert len(sounds) == 2


@pytest.mark.slow
def test_illegal_card_plays_the_refused_cue(start_listener):
    listener = start_listener(first=5, deals=6)
    listener.match_view.begin_match()
    for _ in range(400):
        if listener.person.illegal_faces:
            break
        if listener.person.asks_for_bid:
            listener.person.click(
                listener.match_view.prompts.choice_prompt.buttons[
                    next(listener.person.allowed_bids())
                ]
            )
        elif listener.match_view.prompts.question is not None:
            listener.person.double_click_card(listener.person.legal_faces[0])
        listener.advance_clock(300)
    listener.fake_player.sounds.clear()
    listener.person.double_click_card(listener.person.illegal_faces[0])
    assert listener.fake_player.sound_names() == ["refused"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(SoundKind))
def test_muted_kind_is_silent(start_listener, kind):
    listener = start_listener()
    listener.volumes[kind] = 0.0
    sound_names = {
        *listener.sounds_of_cue(SoundCue.PLAY, 1),
        *listener.sounds_of_cue(SoundCue.REFUSED, 0),
        *listener.sounds_of_cue(SoundCue.MADE, 0),
    }
    muted_name = {SoundKind.CARDS: "play", SoundKind.TURN: "refused", SoundKind.RESULTS: "made"}[
        kind
    ]
    assert sound_names == {"play", "refused", "made"} - {muted_name}


def test_muted_cue_mapper_is_silent(start_listener):
    listener = start_listener()
    listener.cue_mapper.is_muted = True
    assert listener.sounds_of_cue(SoundCue.PLAY, 1) == []


def test_replay_plays_card_sounds_only(qtbot, application, fake_player):
    replay_page = ReplayPage(read_replay(GOLDEN_RECORDS / "damn-3.jsonl", ""))
    qtbot.addWidget(replay_page)
    cues = SoundCueMapper(replay_page.table, lambda: fake_player, lambda kind: 1.0)
    for cue in SoundCue:
        replay_page.table.stage.sound_requested.emit(CueRequest(cue, 0, 8))
    assert {sound.cue.kind for sound in fake_player.sounds} == {SoundKind.CARDS}
    assert cues.parent() is replay_page.table
    replay_page.close_page()


class TestCueThrottle:
    @pytest.mark.parametrize("cue", list(SoundCue))
    def test_equal_cues_keep_a_distance(self, cue):
        throttle = CueThrottle()
        assert throttle.record_cue(cue, 10.0) == 1.0
        assert throttle.record_cue(cue, 10.0 + 0.9 * MIN_INTERVALS_S[cue]) == 0.0
        # The distance is that from the last cue that was heard.
        assert throttle.record_cue(cue, 10.0 + 1.1 * MIN_INTERVALS_S[cue]) > 0.0

    def test_different_cues_do_not_wait_for_each_other(self):
        throttle = CueThrottle()
        assert [throttle.record_cue(cue, 0.0) for cue in SoundCue] == [1.0] * len(SoundCue)

    def test_a_card_is_the_louder_the_longer_it_was_silent(self):
        gains = []
        for pause in (0.12, 0.25, FULL_GAIN_PAUSE_S, 1.0):
            throttle = CueThrottle()
            throttle.record_cue(SoundCue.PLAY, 0.0)
            gains.append(throttle.record_cue(SoundCue.PLAY, pause))
        assert gains[0] == pytest.approx(MIN_GAIN + (1 - MIN_GAIN) * 0.12 / FULL_GAIN_PAUSE_S)
        assert gains[1] == pytest.approx((1 + MIN_GAIN) / 2)
        assert gains[2:] == [1.0, 1.0]

    def test_sounds_other_than_cards_are_always_of_full_volume(self):
        throttle = CueThrottle()
        throttle.record_cue(SoundCue.REFUSED, 0.0)
        assert throttle.record_cue(SoundCue.REFUSED, 0.3) == 1.0

    def test_a_cue_that_was_not_heard_is_forgotten(self):
        throttle = CueThrottle()
        throttle.record_cue(SoundCue.WIN, 0.0)
        throttle.forget_cue(SoundCue.WIN)
        assert throttle.record_cue(SoundCue.WIN, 0.1) == 1.0
        throttle.forget_cue(SoundCue.MADE)  # never recorded


def test_a_deal_without_animation_is_one_sound(start_listener):
    listener = start_listener()
    listener.match_view.animator.reduced_motion = True
    listener.sounds_of_cue(SoundCue.DEAL, 1, cards=52)
    assert [sound.delay for sound in listener.fake_player.sounds] == [0.0]


def test_a_deal_is_heard_from_seat_to_seat(start_listener):
    listener = start_listener()
    listener.sounds_of_cue(SoundCue.DEAL, 3, cards=40)
    pan_of_seat = listener.cue_mapper._pan_of_seat
    pans = [sound.pan for sound in listener.fake_player.sounds]
    assert pans[:5] == [pan_of_seat(seat) for seat in (3, 0, 1, 2, 3)]
    listener.clock.now += 10_000
    listener.sounds_of_cue(SoundCue.DEAL, None, cards=40)
    assert {sound.pan for sound in listener.fake_player.sounds} == {0.0}


def test_a_turn_is_cued_at_once_in_a_window_in_the_background(start_listener, monkeypatch):
    listener = start_listener()
    listener.cue_mapper.record_action()
    listener.cue_mapper.cue_turn("which card")
    assert listener.fake_player.sounds == []
    monkeypatch.setattr(listener.cue_mapper, "_is_window_active", lambda: False)
    listener.cue_mapper.cue_turn("another")
    assert listener.fake_player.sound_names() == ["turn"]
    listener.clock.now += 10_000
    listener.cue_mapper.cue_turn(None)
    assert len(listener.fake_player.sounds) == 1


def test_a_minimised_window_plays_results_and_no_cards(start_listener, monkeypatch):
    listener = start_listener()
    listener.person.window.showMinimized()
    assert listener.sounds_of_cue(SoundCue.PLAY, 1) == []
    assert listener.sounds_of_cue(SoundCue.MADE, 0) == ["made"]


def test_the_volume_is_that_of_the_kind_times_the_gain(start_listener):
    listener = start_listener()
    listener.volumes[SoundKind.CARDS] = 0.5
    listener.sounds_of_cue(SoundCue.PLAY, 1)
    assert listener.fake_player.sounds[0].gain == 0.5


def test_a_refusal_of_a_command_is_heard(start_listener):
    listener = start_listener()
    listener.match_view.command_refused.emit("refusal", "")
    assert listener.fake_player.sound_names() == ["refused"]


def test_after_the_end_of_motion_a_new_deal_is_heard_at_once(start_listener):
    listener = start_listener()
    assert listener.sounds_of_cue(SoundCue.DEAL, 1) == ["deal"]
    assert listener.sounds_of_cue(SoundCue.DEAL, 1) == []
    listener.match_view.animator.finished.emit()
    assert listener.fake_player.calls == ["cancel deal"]
    assert listener.sounds_of_cue(SoundCue.DEAL, 1) == ["deal"]
