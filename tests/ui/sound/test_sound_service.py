"""Tests of the sound service: volumes and muting."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards.card_look import card_look_from_settings
from greenbaize.ui.shell.settings import SettingsService
from greenbaize.ui.sound import sound_device, sound_service
from greenbaize.ui.sound.cues import CueRequest, SoundCue, SoundKind
from greenbaize.ui.sound.sound_service import SoundService
from ui.sound.conftest import FakePlayer
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


def test_own_sounds_are_played_and_changed_at_once(application, monkeypatch):
    made = []
    monkeypatch.setattr(
        sound_service, "make_sound_player", lambda own: made.append(own) or FakePlayer()
    )
    settings = SettingsService(UserSettings())
    service = SoundService(settings)
    first = service.get_player()
    settings.change_setting("sounds", "own:0123456789abcdef")
    assert service.get_player() is not first
    assert made == ["", "own:0123456789abcdef"]
