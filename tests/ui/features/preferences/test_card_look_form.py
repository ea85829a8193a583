"""Tests for the choice of the look of cards by pictures."""

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest

from greenbaize.cards import Card
from greenbaize.store.declared_settings import CARD_LETTERS
from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_look import CardFace, CardLook
from greenbaize.ui.features.preferences.card_look_form import (
    CardLookForm,
    CardPictureButton,
    draw_card_fan,
)
from greenbaize.ui.features.preferences.own_artwork import ArtworkImporter
from greenbaize.ui.widgets.theme import current_theme
from ui.show_widget import show_widget


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


class TestCardLookForm:
    """The form alone, without the dialog."""

    @pytest.fixture
    def settings(self):
        return UserSettings(card_faces="large", card_back="lattice", card_letters="latin")

    @pytest.fixture
    def form(self, qtbot, settings):
        owner = QObject()
        form = CardLookForm(settings, None, ArtworkImporter(owner))
        form.importer_owner = owner
        return show_widget(qtbot, form, form.sizeHint().width(), form.sizeHint().height())

    def test_choices_of_the_settings_are_checked(self, form):
        assert [name for name, button in form.faces.items() if button.isChecked()] == ["large"]
        assert [name for name, button in form.backs.items() if button.isChecked()] == ["lattice"]
        assert form.letters.currentData() == "latin"

    def test_choices_are_named_for_screen_readers(self, form):
        assert [button.accessibleName() for button in form.faces.values()] == [
            "Classic",
            "Art Deco",
            "Large",
        ]
        assert form.faces["deco"].toolTip() == "Courts of the twenties before rays"
        assert form.backs["fans"].text() == ""
        assert form.backs["fans"].accessibleName() == form.backs["fans"].toolTip() == "Golden fans"
        assert [form.letters.itemData(row) for row in range(3)] == list(CARD_LETTERS)

    def test_arrow_keys_choose_among_pictures_of_a_kind(self, qtbot, form, settings):
        form.faces["large"].setFocus()
        with qtbot.waitSignal(form.changed):
            QTest.keyClick(form.faces["large"], Qt.Key.Key_Left)
        assert settings.card_faces == "deco"
        assert [button.isChecked() for button in form.faces.values()] == [False, True, False]
        assert settings.card_back == "lattice"

    def test_only_a_change_is_reported(self, qtbot, form):
        with qtbot.assertNotEmitted(form.changed):
            QTest.mouseClick(form.faces["large"], Qt.MouseButton.LeftButton)
        changes = []
        form.changed.connect(lambda: changes.append(True))
        QTest.mouseClick(form.faces["classic"], Qt.MouseButton.LeftButton)
        assert len(changes) == 1

    def test_pictures_show_their_own_choice_in_the_look_of_the_rest(self, form):
        looks = [button._look for button in (*form.faces.values(), *form.backs.values())]
        assert [look.faces for look in looks] == ["classic", "deco", "large", *["large"] * 4]
        assert [look.back for look in looks] == [*["lattice"] * 3, *form.backs]
        QTest.mouseClick(form.backs["fans"], Qt.MouseButton.LeftButton)
        assert {button._look.back for button in form.faces.values()} == {"fans"}
        assert form.preview._look.back == "fans"

    def test_picture_is_as_wide_as_its_cards_or_its_title(self, qtbot):
        width, height = CardPictureButton((None,), "", None).sizeHint().toTuple()
        assert (width, height) == (44 + 16, round(44 * pips.HEIGHT) + 16)
        two_cards = CardPictureButton((None, None), "", None)
        assert two_cards.sizeHint().width() == round(44 * 1.72) + 16
        assert two_cards.minimumSizeHint() == two_cards.sizeHint()
        titled = CardPictureButton((None,), "A very long title of a card", None)
        metrics = titled.fontMetrics()
        assert titled.sizeHint().width() == metrics.horizontalAdvance(titled.text()) + 16
        assert titled.sizeHint().height() == round(44 * pips.HEIGHT + metrics.height() + 2) + 16

    def test_checked_picture_is_framed_in_the_highlight(self, form):
        highlight = form.palette().color(QPalette.ColorRole.Highlight)

        def frame_colour(button):
            return button.grab().toImage().pixelColor(1, button.height() // 2)

        checked = [frame_colour(button) == highlight for button in form.backs.values()]
        assert checked == [False, False, True, False]

    def test_preview_stays_on_the_cloth_in_a_narrow_dialog(self, form):
        form.preview.setFixedWidth(200)
        image = form.preview.grab().toImage()
        middle = image.height() // 2
        felt = QColor(current_theme().felt)
        assert [image.pixelColor(x, middle) == felt for x in (4, 195)] == [True, True]
        assert image.pixelColor(8 + 20, middle) != felt
        assert image.pixelColor(200 - 8 - 20, middle) != felt
        assert form.preview.sizeHint().width() == round(62 * (1 + 0.86 * 5)) + 16

    def test_left_handed_fan_is_drawn_from_the_right(self, application):
        faces = (None, CardFace(Card.of("AS")))
        fans = [
            draw_card_fan(CardLook(left_handed=is_left), faces, 40, 0.5, ratio)
            for is_left, ratio in ((False, 1.0), (True, 1.0), (False, 2.0))
        ]
        right, left, dense = fans
        assert right.size() == left.size()
        assert right.deviceIndependentSize().width() == 60
        assert dense.size() == right.size() * 2
        images = [fan.toImage() for fan in (right, left)]
        assert images[0].copy(0, 0, 15, 40) == images[1].copy(0, 0, 15, 40)
        ace = draw_card_fan(CardLook(), faces[1:], 40, 0.5, 1.0).toImage()
        is_ace_on_top = [image.copy(24, 5, 32, 30) == ace.copy(4, 5, 32, 30) for image in images]
        assert is_ace_on_top == [True, False]
