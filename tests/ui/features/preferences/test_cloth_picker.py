"""Tests for cloths of one's own in the preferences."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from greenbaize.store.artwork.library import ArtworkKind, list_artwork
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.preferences import cloth_picker, sound_set_picker
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from store.artwork.own_files import png_bytes, wave_bytes
from ui.table.person import wait_until


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))


def choose(monkeypatch, module, path):
    """Let the next dialog of files choose a path."""
    monkeypatch.setattr(module, "choose_path", lambda _parent, _title, _names, slot: slot(path))


def confirm(widget):
    widget.findChild(ConfirmationDialog).yes_button.click()
    QApplication.processEvents()


@pytest.mark.parametrize(("row", "is_tiled"), [(0, False), (1, True)])
def test_picture_becomes_a_cloth_and_is_taken_out(  # noqa: PLR0917  (fixtures)
    qtbot, open_preferences, monkeypatch, tmp_path, row, is_tiled
):
    settings = UserSettings(cloth="wine")
    dialog = open_preferences(settings)
    picker = dialog.cloth_choice
    assert not picker.remove_button.isEnabled()
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("#2040c0"))
    image.save(str(tmp_path / "Sea.png"))
    choose(monkeypatch, cloth_picker, tmp_path / "Sea.png")
    picker.add_button.menu().actions()[row].trigger()
    wait_until(lambda: len(picker.buttons) == 4)
    (cloth,) = list_artwork(ArtworkKind.CLOTH)
    assert (cloth.title, cloth.is_tiled, cloth.paper) == ("Sea", is_tiled, "#2040c0")
    assert settings.cloth == picker.selected_cloth == cloth.setting
    assert picker.buttons[3].isChecked()
    assert picker.buttons[3].accessibleName() == "Sea"
    middle = picker.buttons[3].icon().pixmap(108, 70).toImage().pixelColor(54, 35)
    assert middle.blue() > 2 * middle.red()
    qtbot.mouseClick(picker.buttons[0], Qt.MouseButton.LeftButton)
    assert settings.cloth == "baize"
    qtbot.mouseClick(picker.buttons[3], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(picker.remove_button, Qt.MouseButton.LeftButton)
    confirm(picker)
    assert settings.cloth == "baize"
    assert len(picker.buttons) == 3


def test_fault_of_a_cloth_is_said(open_preferences, monkeypatch, tmp_path):
    picker = open_preferences(UserSettings()).cloth_choice
    path = tmp_path / "big.png"
    path.write_bytes(png_bytes(2, 2, declared=(60_000, 60_000)))
    choose(monkeypatch, cloth_picker, path)
    picker.add_button.menu().actions()[0].trigger()
    wait_until(picker.note.text)
    assert picker.note.text() == "big.png is too large: more than 16 million pixels."


def test_sounds_are_added_chosen_and_taken_out(qtbot, open_preferences, monkeypatch, tmp_path):
    settings = UserSettings()
    picker = open_preferences(settings, 4).sound_choice
    folder = tmp_path / "Bells"
    folder.mkdir()
    (folder / "win.wav").write_bytes(wave_bytes())
    choose(monkeypatch, sound_set_picker, folder)
    qtbot.mouseClick(picker.add_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: settings.sounds)
    (sounds,) = list_artwork(ArtworkKind.SOUNDS)
    assert settings.sounds == sounds.setting
    assert picker.combo.currentText() == "Bells"
    picker.combo.setCurrentIndex(0)
    assert settings.sounds == ""
    picker.combo.setCurrentIndex(1)
    qtbot.mouseClick(picker.remove_button, Qt.MouseButton.LeftButton)
    confirm(picker)
    assert (settings.sounds, settings.own, picker.combo.count()) == ("", [], 1)
