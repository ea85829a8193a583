"""The sound service and cue mapper: volumes, muting, stereo position and timing."""

import sys
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.memory.replays import read_replay
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards.card_look import card_look_from_settings
from greenbaize.ui.features.history.replay_page import ReplayPage
from greenbaize.ui.shell.settings import SettingsService
from greenbaize.ui.sound import sound_device, sound_service
from greenbaize.ui.sound.cue_mapper import (
    MAX_PACE,
    MIN_INTERVALS_S,
    TURN_CUE_PAUSE_S,
    SoundCueMapper,
)
from greenbaize.ui.sound.cues import CueRequest, SoundCue, SoundKind
from greenbaize.ui.sound.sound_service import SoundService
from ui.table.person import wait_until

GOLDEN_RECORDS = Path(__file__).parents[2] / "golden"


def open_painted_program(open_program):
    person = open_program()
    wait_until(lambda: person.facade.features.is_loaded("preloader"))
    return person


def open_with_match(open_program):
    person = open_program(PlayRequest(game="damn", players=3), speed=1.0)
    wait_until(lambda: person.facade.match_view)
    return person


def test_no_player_and_no_library_without_a_screen(monkeypatch):
    monkeypatch.setattr(sound_device, "has_library", lambda: True)
    assert sound_service.make_sound_player() is None
    assert "miniaudio" not in sys.modules


@pytest.mark.parametrize("has_library", [True, False])
def test_player_exists_if_the_library_does(application, monkeypatch, has_library):
    monkeypatch.setattr(sound_service.QGuiApplication, "platformName", lambda: "xcb")
    monkeypatch.setattr(sound_device, "has_library", lambda: has_library)
    player = sound_service.make_sound_player()
    assert (player is not None) is has_library
    if player is not None:
        player.close()


def test_library_that_does_not_load_counts_as_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    with pytest.raises(sound_device.NoSoundError):
        sound_device.load_library()


def test_shortcut_and_button_mute_and_the_setting_is_saved(open_program, fake_player):
    person = open_painted_program(open_program)
    facade = person.facade
    speaker = facade.sound_button
    assert speaker.isVisible()
    assert speaker.isChecked()
    person.press(Qt.Key.Key_F7)
    assert not facade.settings.sound
    assert not speaker.isChecked()
    assert not UserSettings.load().sound
    person.click(speaker)
    assert speaker.isChecked()
    assert facade.menus.sound.isChecked()
    assert UserSettings.load().sound
    assert "F7" in speaker.toolTip()


def test_muting_does_not_redraw_the_cards(open_program, fake_player, monkeypatch):
    facade = open_with_match(open_program).facade
    card_looks = []
    monkeypatch.setattr(facade.match_view, "set_card_look", card_looks.append)
    facade.set_sound(is_on=False)
    assert card_looks == []
    facade.settings.four_colours = True
    facade.apply_settings()
    assert card_looks == [card_look_from_settings(facade.settings)]


def test_muted_button_looks_different(open_program, fake_player):
    speaker = open_painted_program(open_program).facade.sound_button
    unmuted_image = speaker.grab().toImage()
    speaker.setChecked(False)
    assert speaker.grab().toImage() != unmuted_image


def test_no_sound_button_without_sound(open_program, monkeypatch):
    monkeypatch.setattr(sound_device, "has_library", lambda: False)
    person = open_painted_program(open_program)
    assert person.facade.sound_button is None
    person.press(Qt.Key.Key_F7)  # is stored for another computer
    assert not person.facade.settings.sound


def test_match_sounds_play_until_it_is_left(open_program, fake_player):
    person = open_with_match(open_program)
    facade = person.facade
    stage = person.match_view.stage
    fake_player.sounds.clear()
    stage.sound_requested.emit(CueRequest(SoundCue.TAKE, 1))
    assert fake_player.sound_names() == ["take"]
    assert fake_player.sounds[0].gain == pytest.approx(facade.settings.volume**2)
    facade.show_start_screen()
    sound_count = len(fake_player.sounds)
    stage.sound_requested.emit(CueRequest(SoundCue.REFUSED, 0))
    assert len(fake_player.sounds) == sound_count
    facade.close_without_asking()
    assert fake_player.calls[-1] == "shut down"


def test_muting_silences_at_once(open_program, fake_player):
    person = open_with_match(open_program)
    person.facade.sound_service.get_player()
    person.press(Qt.Key.Key_F7)
    assert fake_player.calls[-1] == "stop sounds"
    fake_player.sounds.clear()
    person.match_view.stage.sound_requested.emit(CueRequest(SoundCue.TAKE, 1))
    assert fake_player.sounds == []


def test_volume_of_each_kind_follows_the_settings(fake_player):
    settings = UserSettings(volume=0.4, sound_turn=False)
    sound = SoundService(SettingsService(settings))
    assert sound.volume_of(SoundKind.CARDS) == pytest.approx(0.16)
    assert sound.volume_of(SoundKind.TURN) == 0
    sound.play_sample()
    assert [played_sound.cue.kind for played_sound in fake_player.sounds] == [SoundKind.CARDS]
    settings.sound = False
    assert sound.volume_of(SoundKind.CARDS) == 0
    assert sound.get_player() is None
    sound.play_sample()
    assert len(fake_player.sounds) == 1


class ManualClock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


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
        clock = ManualClock()
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
        if listener.match_view.player_view.is_over and not listener.match_view.animator.busy:
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
    listener.match_view.animator.instant = True
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
