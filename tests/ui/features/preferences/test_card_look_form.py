"""Tests for the choice of the look of cards by pictures."""

from PySide6.QtCore import Qt

from greenbaize.store.settings import UserSettings


def test_card_look_is_chosen_by_pictures(qtbot, open_preferences):
    settings = UserSettings(card_back="fans")
    dialog = open_preferences(settings)
    look, preview = dialog.card_look_form, dialog.card_look_form.preview
    assert [name for name, button in look.backs.items() if button.isChecked()] == ["fans"]
    before = preview.grab().toImage()
    with qtbot.waitSignal(dialog.changed):
        qtbot.mouseClick(look.faces["deco"], Qt.MouseButton.LeftButton)
    assert settings.card_faces == "deco"
    chosen_image = preview.grab().toImage()
    assert chosen_image != before
    qtbot.keyClick(look.backs["lattice"], Qt.Key.Key_Space)
    assert settings.card_back == "lattice"
    for letters in ("latin", "cyrillic"):
        with qtbot.waitSignal(dialog.changed):
            qtbot.keyClick(look.letters, Qt.Key.Key_Down)
        assert settings.card_letters == letters
    assert preview.grab().toImage() != chosen_image


def test_four_colours_change_the_pictures(open_preferences):
    dialog = open_preferences(UserSettings())
    before = dialog.card_look_form.preview.grab().toImage()
    dialog.fields["four_colours"].click()
    assert dialog.card_look_form.preview.grab().toImage() != before
