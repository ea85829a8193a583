"""A window is heard as it is set: muted by a key or a click, remembered, and silent unseen."""

import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.store.settings import Settings
from greenbaize.ui.cards.look import CardLook, card_look_of
from greenbaize.ui.shell.settings import SettingsService
from greenbaize.ui.sound import device, sounding
from greenbaize.ui.sound.cues import Cue, Kind, Noise
from greenbaize.ui.sound.sounding import Sounding
from ui.conftest import Opened
from ui.sound.conftest import FakePlayer
from ui.table.person import Person, until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def painted(opened: Opened) -> Person:
    person = opened()
    until(lambda: person.main.features.has_made("preloader"))
    return person


def at_a_table(opened: Opened) -> Person:
    person = opened(PlayRequest(game="damn", players=3), speed=1.0)
    until(lambda: person.main.playing)
    return person


def test_where_no_window_is_seen_nothing_is_heard_and_no_library_is_loaded(monkeypatch):
    monkeypatch.setattr(device, "has_library", lambda: True)
    assert sounding.make_player() is None
    assert "miniaudio" not in sys.modules


@pytest.mark.parametrize("there", [True, False])
def test_where_windows_are_seen_the_library_decides(application, monkeypatch, there):
    monkeypatch.setattr(sounding.QGuiApplication, "platformName", lambda: "xcb")
    monkeypatch.setattr(device, "has_library", lambda: there)
    player = sounding.make_player()
    assert (player is not None) is there
    if player is not None:
        player.close()


def test_a_library_that_does_not_load_is_one_that_is_not_there(monkeypatch):
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    with pytest.raises(device.NoSoundError):
        device.load()


def test_the_key_and_the_speaker_mute_and_it_is_remembered(opened: Opened, player: FakePlayer):
    person = painted(opened)
    main = person.main
    speaker = main.sound_button
    assert speaker.isVisible()
    assert speaker.isChecked()
    person.press(Qt.Key.Key_F7)
    assert not main.settings.sound
    assert not speaker.isChecked()
    assert not Settings.load().sound
    person.click(speaker)
    assert speaker.isChecked()
    assert main.menus.sound.isChecked()
    assert Settings.load().sound
    assert "F7" in speaker.toolTip()


def test_muting_writes_nothing_on_the_table_anew(
    opened: Opened, player: FakePlayer, monkeypatch: pytest.MonkeyPatch
):
    main = at_a_table(opened).main
    looks: list[CardLook] = []
    monkeypatch.setattr(main.playing, "set_card_look", looks.append)
    main.set_sound(on=False)
    assert looks == []
    main.settings.four_colours = True
    main.apply_settings()
    assert looks == [card_look_of(main.settings)]


def test_it_looks_different_when_it_is_muted(opened: Opened, player: FakePlayer):
    speaker = painted(opened).main.sound_button
    on = speaker.grab().toImage()
    speaker.setChecked(False)
    assert speaker.grab().toImage() != on


def test_where_there_is_no_sound_there_is_no_speaker(opened: Opened, monkeypatch):
    monkeypatch.setattr(device, "has_library", lambda: False)
    person = painted(opened)
    assert person.main.sound_button is None
    person.press(Qt.Key.Key_F7)  # which is remembered for another computer
    assert not person.main.settings.sound


def test_a_match_at_the_window_is_heard_until_it_is_left(opened: Opened, player: FakePlayer):
    person = at_a_table(opened)
    main = person.main
    stage = person.playing.stage
    player.sounds.clear()
    stage.noise.emit(Noise(Cue.TAKE, 1))
    assert player.heard() == ["take"]
    assert player.sounds[0].gain == pytest.approx(main.settings.volume**2)
    main.show_lobby()
    heard = len(player.sounds)
    stage.noise.emit(Noise(Cue.REFUSED, 0))
    assert len(player.sounds) == heard
    main.close_now()
    assert player.done[-1] == "end"


def test_what_is_muted_is_silent_at_once(opened: Opened, player: FakePlayer):
    person = at_a_table(opened)
    person.main.sounding.player()
    person.press(Qt.Key.Key_F7)
    assert player.done[-1] == "hush"
    player.sounds.clear()
    person.playing.stage.noise.emit(Noise(Cue.TAKE, 1))
    assert player.sounds == []


def test_each_kind_is_as_loud_as_it_is_set(player: FakePlayer):
    settings = Settings(volume=0.4, sound_turn=False)
    sound = Sounding(SettingsService(settings))
    assert sound.wanted(Kind.CARDS) == pytest.approx(0.16)
    assert sound.wanted(Kind.TURN) == 0
    sound.try_out()
    assert [one.cue.kind for one in player.sounds] == [Kind.CARDS]
    settings.sound = False
    assert sound.wanted(Kind.CARDS) == 0
    assert sound.player() is None
    sound.try_out()
    assert len(player.sounds) == 1


def test_it_can_be_found_in_the_menu(opened: Opened):
    menus = opened().main.menuBar().findChildren(QMenu)
    entries = [action for menu in menus for action in menu.actions() if action.text() == "S&ound"]
    assert [entry.shortcut().toString() for entry in entries] == ["F7"]
    assert QApplication.focusWidget() is None or entries[0].isCheckable()
