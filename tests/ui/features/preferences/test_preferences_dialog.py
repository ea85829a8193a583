"""Tests for the preferences dialog: every change is stored at once."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QCheckBox

from greenbaize.store.declared_settings import (
    CONFIRMATIONS,
    FORCED_CARDS,
    LEARNING_MATCHES,
)
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.preferences import preferences_dialog
from greenbaize.ui.features.preferences.preferences_dialog import PreferencesDialog
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from ui.cards.own_pictures import DECK_SETTING, keep_two_cards
from ui.mnemonics import find_mnemonic_clashes
from ui.show_widget import show_widget


def test_dialog_shows_settings_unchanged(qtbot, open_preferences):
    settings = UserSettings(
        your_name="Ida", theme="dark", motion="none", speed=1.7, confirm_moves="none"
    )
    dialog = open_preferences(settings)
    assert dialog.name.text() == "Ida"
    assert dialog.fields["theme"].currentData() == "dark"
    assert dialog.fields["motion"].currentData() == "none"
    assert dialog.fields["speed"].isEnabled()  # it also controls the pauses
    assert dialog.fields["confirm_moves"].currentText() == "Never"
    with qtbot.assertNotEmitted(dialog.changed):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert settings == UserSettings(
        your_name="Ida", theme="dark", motion="none", speed=1.7, confirm_moves="none"
    )


def test_wait_setting_is_permanent_once_chosen(qtbot, open_preferences):
    settings = UserSettings()
    dialog = open_preferences(settings)
    box = dialog.fields["wait_for_click"]
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert (settings.wait_for_click, settings.waits_for_trick_click) == ("off", False)
    qtbot.keyClick(box, Qt.Key.Key_Space)
    settings.finished = LEARNING_MATCHES
    assert (settings.wait_for_click, settings.waits_for_trick_click) == ("on", True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "box",
    [
        "left_handed",
        "four_colours",
        "honours",
        "reviews_deals",
        "deal_of_day",
        "sandbox",
        "warn",
        "offer_review",
    ],
)
def test_check_boxes_change_settings_at_once(qtbot, open_preferences, box):
    settings = UserSettings()
    dialog = open_preferences(settings)
    before = getattr(settings, box)
    with qtbot.waitSignal(dialog.changed):
        qtbot.keyClick(dialog.fields[box], Qt.Key.Key_Space)
    assert getattr(settings, box) is not before


@pytest.mark.parametrize(
    ("field", "values"),
    [("forced_cards", FORCED_CARDS), ("confirm_moves", CONFIRMATIONS)],
)
def test_choices_offer_every_value(qtbot, open_preferences, field, values):
    settings = UserSettings()
    combo = open_preferences(settings).fields[field]
    assert combo.accessibleDescription()
    qtbot.keyClick(combo, Qt.Key.Key_Home)
    chosen_values = [getattr(settings, field)]
    for _ in values[1:]:
        qtbot.keyClick(combo, Qt.Key.Key_Down)
        chosen_values.append(getattr(settings, field))
    assert tuple(chosen_values) == values


def test_theme_and_speed_are_set_by_keyboard(qtbot, open_preferences):
    settings = UserSettings()
    dialog = open_preferences(settings)
    qtbot.keyClick(dialog.fields["theme"], Qt.Key.Key_Down)
    assert settings.theme == "light"
    qtbot.keyClick(dialog.fields["speed"], Qt.Key.Key_Right)
    assert settings.speed == 1.5
    qtbot.keyClick(dialog.fields["speed"], Qt.Key.Key_Home)
    assert settings.speed == 0.5


def test_cloth_is_chosen_by_its_picture(qtbot, open_preferences):
    settings = UserSettings(cloth="slate")
    dialog = open_preferences(settings)
    baize, wine, slate = dialog.cloth_choice.buttons
    assert slate.isChecked()
    pictures = {
        button.icon().pixmap(40).toImage().pixel(20, 12) for button in dialog.cloth_choice.buttons
    }
    assert len(pictures) == 3
    with qtbot.waitSignal(dialog.changed):
        qtbot.mouseClick(wine, Qt.MouseButton.LeftButton)
    assert settings.cloth == "wine"
    qtbot.keyClick(baize, Qt.Key.Key_Space)
    assert (settings.cloth, baize.isChecked()) == ("baize", True)


USUAL_SCREENS = {  # in each of them a title bar and the desktop's bars need room
    "1280 x 800": QRect(0, 27, 1280, 723),
    "1366 x 768": QRect(0, 0, 1366, 728),
    "1920 x 1080": QRect(0, 0, 1920, 1080),
}


@pytest.fixture
def own_deck(tmp_path, monkeypatch):
    """Settings in which an own deck is chosen."""
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    keep_two_cards(tmp_path / "drawn")
    return UserSettings(own=[DECK_SETTING], card_faces=DECK_SETTING, card_back=f"{DECK_SETTING}/0")


def page_overflows(dialog):
    """Show every page, and return by how much each is too high for the dialog (px)."""
    overflows = []
    for page in range(dialog.pages.count()):
        dialog.pages.setCurrentIndex(page)
        QApplication.processEvents()
        area = dialog.pages.currentWidget()
        assert area.widget().width() == area.viewport().width()
        overflows.append(area.verticalScrollBar().maximum())
    return overflows


@pytest.mark.parametrize("screen", USUAL_SCREENS)
def test_no_page_scrolls_on_a_usual_screen(open_preferences, own_deck, set_screen_area, screen):
    set_screen_area(USUAL_SCREENS[screen])
    for settings in (UserSettings(), own_deck):
        dialog = open_preferences(settings)
        assert USUAL_SCREENS[screen].contains(dialog.frameGeometry())
        assert page_overflows(dialog) == [0] * 6


def test_no_page_scrolls_in_russian(russian_language, open_preferences, own_deck, set_screen_area):
    set_screen_area(USUAL_SCREENS["1280 x 800"])
    for settings in (UserSettings(), own_deck):
        assert page_overflows(open_preferences(settings)) == [0] * 6


def test_dialog_is_no_higher_than_its_highest_page(open_preferences, own_deck):
    dialog = open_preferences(own_deck)
    dialog.resize(dialog.width(), dialog.height() - 20)
    assert any(page_overflows(dialog))


def test_dialog_grows_when_a_page_gets_more_rows(qtbot, open_preferences, own_deck):
    own_deck.card_faces = "classic"
    dialog = open_preferences(own_deck, 1)
    old_height = dialog.height()
    qtbot.mouseClick(dialog.card_look_form.faces[DECK_SETTING], Qt.MouseButton.LeftButton)
    assert page_overflows(dialog) == [0] * 6
    assert dialog.height() > old_height


def test_dialog_keeps_the_size_that_the_user_chose(qtbot, open_preferences, own_deck):
    own_deck.card_faces = "classic"
    dialog = open_preferences(own_deck, 1)
    dialog.resize(dialog.width(), 400)
    qtbot.mouseClick(dialog.card_look_form.faces[DECK_SETTING], Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert dialog.height() == 400


def test_letters_can_be_chosen_on_a_small_screen(
    qtbot, open_preferences, own_deck, set_screen_area
):
    area = QRect(0, 0, 800, 600)
    set_screen_area(area)
    dialog = open_preferences(own_deck, 1)
    assert area.contains(dialog.frameGeometry())
    bar = dialog.pages.currentWidget().verticalScrollBar()
    assert bar.maximum() > 0
    four_colours = dialog.fields["four_colours"]
    four_colours.setFocus(Qt.FocusReason.TabFocusReason)
    assert four_colours.visibleRegion().contains(four_colours.rect())
    qtbot.keyClick(four_colours, Qt.Key.Key_Space)
    assert own_deck.four_colours
    assert dialog.close_button.visibleRegion().contains(dialog.close_button.rect())


@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_pages_scroll_to_further_check_boxes(qtbot, monkeypatch, set_screen_area, text_size):
    """What the screen has no room for is scrolled to by the Tab key."""
    add_page = PreferencesDialog._add_page

    def add_longer_page(dialog, title, fill):
        def fill_more(page):
            fill(page)
            for number in range(20):
                page.add_checkbox("sandbox", f"One more {number}", "What it does.")

        add_page(dialog, title, fill_more)

    area = QRect(0, 0, 1280, 800)
    set_screen_area(area)
    apply_text_scale(text_size)
    monkeypatch.setattr(PreferencesDialog, "_add_page", add_longer_page)
    dialog = open_active_dialog(qtbot)
    assert area.contains(dialog.frameGeometry())
    for page in range(dialog.pages.count()):
        dialog.pages.setCurrentIndex(page)
        scroll_area = dialog.pages.currentWidget()
        visited_boxes = {
            field.text()
            for field in tab_through(qtbot, dialog)
            if isinstance(field, QCheckBox) and field.visibleRegion().contains(field.rect())
        }
        assert {f"One more {number}" for number in range(20)} <= visited_boxes
        assert scroll_area.widget().width() == scroll_area.viewport().width()


def tab_through(qtbot, dialog):
    """Press Tab until the focus is back where it was; yield each widget with the focus."""
    first = dialog.focusWidget()
    yield first
    qtbot.keyClick(first, Qt.Key.Key_Tab)
    while dialog.focusWidget() is not first:
        yield dialog.focusWidget()
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)


def first_fields(dialog):
    """Return the widget that has the focus first on each page."""
    cards = dialog.card_look_form.faces["classic"]
    theme, *other_fields = (
        dialog.fields[key] for key in ("theme", "trick_seconds", "confirm_moves", "sound", "speak")
    )
    return [theme, cards, *other_fields]


def open_active_dialog(qtbot, page=0):
    """Open the dialog as the active window."""
    return show_widget(qtbot, PreferencesDialog(UserSettings(), page=page))


@pytest.mark.slow
@pytest.mark.parametrize("page", range(6))
def test_page_focuses_its_first_field(qtbot, page):
    dialog = open_active_dialog(qtbot, page)
    assert dialog.focusWidget() is first_fields(dialog)[page]


def test_shortcuts_switch_pages_in_any_focus(qtbot):
    dialog = open_active_dialog(qtbot)
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    visited_pages = []
    for _ in range(6):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab, control)
        visited_pages.append((dialog.pages.currentIndex(), dialog.focusWidget()))
    fields = first_fields(dialog)
    assert visited_pages == [(page, fields[page]) for page in (1, 2, 3, 4, 5, 0)]
    for field in (dialog.close_button, dialog.people_button):
        field.setFocus()
        before = dialog.pages.currentIndex()
        qtbot.keyClick(field, Qt.Key.Key_Backtab, control | shift)
        assert dialog.pages.currentIndex() == (before - 1) % 6


@pytest.mark.parametrize("page", range(6))
def test_tab_visits_every_field_from_top_to_bottom(qtbot, page):
    dialog = open_active_dialog(qtbot, page)
    *fields, close_button, people_button, tabs = tab_through(qtbot, dialog)
    assert (close_button, people_button, tabs) == (
        dialog.close_button,
        dialog.people_button,
        dialog.pages.tabBar(),
    )
    page_fields = dialog.pages.currentWidget().widget().fields.values()
    focusable = [field.focusProxy() or field for field in page_fields]
    assert [field for field in fields if field in focusable] == focusable
    tops = [field.mapTo(dialog, QPoint()).y() for field in fields]
    assert tops == sorted(tops)


def test_dialog_grows_with_the_text_and_returns_to_its_position(qtbot, open_program, monkeypatch):
    person = open_program()
    person.facade.show_preferences()
    dialog = person.facade._dialog
    before = dialog.geometry()
    qtbot.keyClick(dialog.fields["text_size"], Qt.Key.Key_End)
    another = PreferencesDialog(person.facade.settings, person.facade.window)
    another.show()
    assert dialog.size() == another.size() != before.size()
    qtbot.keyClick(dialog.fields["text_size"], Qt.Key.Key_Home)
    assert dialog.geometry() == before
    with monkeypatch.context() as patch:
        # Qt does not shrink the dialog below the minimum size of its pages.
        patch.setattr(preferences_dialog, "available_room", lambda _: QRect(0, 0, 300, 200))
        qtbot.keyClick(dialog.fields["text_size"], Qt.Key.Key_End)
    qtbot.keyClick(dialog.fields["text_size"], Qt.Key.Key_Home)
    assert dialog.geometry() == before


@pytest.mark.parametrize("page", range(6))
def test_mnemonics_are_unique(qtbot, page):
    assert find_mnemonic_clashes(open_active_dialog(qtbot, page)) == []


def test_dialog_names_the_person_and_opens_the_people_dialog(qtbot, open_preferences):
    dialog = open_preferences(UserSettings(your_name="Ida & <b>Co</b>"))
    assert dialog.name.text() == "Ida & <b>Co</b>"
    with qtbot.waitSignal(dialog.people_requested):
        qtbot.mouseClick(dialog.people_button, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_sound_kinds_and_volume_are_set(qtbot, open_preferences):
    settings = UserSettings()
    dialog = open_preferences(settings)
    volume, turn, on = (dialog.fields[key] for key in ("volume", "sound_turn", "sound"))
    with qtbot.waitSignal(volume.valueChanged), qtbot.waitSignal(dialog.changed):
        qtbot.keyClick(volume, Qt.Key.Key_End)
    assert settings.volume == 1.0
    qtbot.keyClick(turn, Qt.Key.Key_Space)
    assert (settings.sound_cards, settings.sound_turn, settings.sound_results) == (1, 0, 1)
    with qtbot.waitSignal(dialog.changed), qtbot.assertNotEmitted(volume.valueChanged):
        qtbot.keyClick(on, Qt.Key.Key_Space)
    assert not settings.sound
    assert not volume.isEnabled()
    # keeps its value for when sound is switched on again
    assert dialog.fields["sound_results"].isChecked()


def test_speech_settings_are_stored(open_preferences, tmp_path):
    settings = UserSettings()
    dialog = open_preferences(settings)
    rate = dialog.fields["speech_rate"]
    dialog.fields["speak"].setCurrentIndex(1)
    dialog.fields["wording"].setCurrentIndex(1)
    rate.setValue(rate.maximum())
    dialog.fields["speech_waits"].setChecked(False)
    assert rate.accessibleDescription() == "600 words a minute"
    settings.save(tmp_path / "heard.json")
    loaded_settings = UserSettings.load(tmp_path / "heard.json")
    assert (loaded_settings.speak, loaded_settings.wording) == ("on", "brief")
    assert (loaded_settings.speech_rate, loaded_settings.speech_waits) == (600, False)
    dialog.fields["speak"].setCurrentIndex(2)
    assert settings.speak == "off"
    assert not dialog.fields["speech_waits"].isEnabled()
