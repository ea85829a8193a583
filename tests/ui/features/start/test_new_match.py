"""Tests for the new match dialog, by mouse and keyboard."""

import sys
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QScrollArea,
    QSpinBox,
    QWidget,
)

from greenbaize.app.seats.command_lines import split_command
from greenbaize.app.tables.matches import create_header
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.start.new_match import (
    MAX_COMMAND_LENGTH,
    MatchSetup,
    ProgramDialog,
)
from greenbaize.ui.match.game_list import NAME_ROLE
from greenbaize.ui.widgets import font_sizes
from greenbaize.ui.widgets.dialog import VerticalScrollArea
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from ui.features.start.dialog_steps import (
    choose_last_entry,
    choose_newcomer,
    seat_kinds,
    seat_names,
    type_text,
)
from ui.table.person import wait_until
from ui.text_fit import recorded_painting

# Qt's offscreen platform warns about sizes and stacking, which only a real desktop knows.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_wheel_scrolls_without_changing_fields(open_new_match_dialog):
    dialog = open_new_match_dialog()
    dialog.game_list.choose_game("ass")
    dialog.resize(700, 400)
    QApplication.processEvents()
    (scroll,) = dialog.findChildren(QScrollArea)
    bar, before = scroll.verticalScrollBar(), dialog.read_setup()
    fields = [
        dialog.players_box,
        *dialog.seats_form.list_fields(),
        *dialog.options_form.list_fields(),
    ]
    for field in (widget for widget in fields if isinstance(widget, QComboBox | QSpinBox)):
        scroll.ensureWidgetVisible(field)
        scroll_value = bar.value()
        middle = field.mapTo(dialog, field.rect().center())
        wheel_delta = QPoint(0, -120 if scroll_value < bar.maximum() else 120)
        QTest.wheelEvent(dialog.windowHandle(), QPointF(middle), wheel_delta)
        assert bar.value() != scroll_value
        assert not field.hasFocus()
    assert dialog.read_setup() == before


def spin_box(dialog, key):
    field = dialog.options_form.get_field(key)
    assert isinstance(field, QSpinBox)
    return field


def check_box(dialog, key):
    field = dialog.options_form.get_field(key)
    assert isinstance(field, QCheckBox)
    return field


def test_enter_starts_a_match_against_computer_players(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    with qtbot.waitSignal(dialog.match_chosen) as signal:
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert signal.args == [
        MatchSetup(
            "damn",
            (
                HeaderPlayer("Ida"),
                HeaderPlayer("Anna", "bot", "easy"),
                HeaderPlayer("Boris", "bot", "easy"),
                HeaderPlayer("Vera", "bot", "easy"),
            ),
            {
                "deals": 13,
                "first": 1,
                "zero_bids": False,
                "hook": False,
                "enforcement": "strict",
            },
            dialog.number_form.seed,
        )
    ]
    assert not dialog.isVisible()


def test_escape_cancels_and_stores_nothing(qtbot, open_new_match_dialog):
    settings = UserSettings(your_name="Ida")
    dialog = open_new_match_dialog(settings)
    dialog.players_box.setValue(5)
    with qtbot.assertNotEmitted(dialog.match_chosen):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert settings == UserSettings(your_name="Ida")


def test_arrow_keys_choose_the_game(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    dialog.game_list.setFocus()
    qtbot.keyClick(dialog.game_list, Qt.Key.Key_Down)
    assert dialog.read_setup().game == "blackout"
    assert dialog.read_setup().options == {"hook": True, "in_order": False}
    with qtbot.waitSignal(dialog.match_chosen):
        qtbot.keyClick(dialog.game_list, Qt.Key.Key_Return)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_player_count_is_valid(open_new_match_dialog, game):
    dialog = open_new_match_dialog()
    dialog.game_list.choose_game(game)
    for count in (*GAMES[game].seats, *reversed(GAMES[game].seats)):
        dialog.players_box.setValue(count)
        setup = dialog.read_setup()
        assert len(setup.players) == count
        create_header(setup.game, setup.players, setup.options, "0" * 32)
    span = (dialog.players_box.minimum(), dialog.players_box.maximum())
    assert span == (GAMES[game].seats[0], GAMES[game].seats[-1])


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_tab_reaches_every_widget(qtbot, open_new_match_dialog, game):
    dialog = open_new_match_dialog()
    dialog.game_list.choose_game(game)
    wait_until(lambda: any(widget.isVisible() for widget in dialog.options_form.list_fields()))
    fields = QAbstractSpinBox | QComboBox | QLineEdit | QAbstractButton | QListWidget
    expected_widgets = {
        widget
        for widget in dialog.findChildren(QWidget)
        if isinstance(widget, fields)
        and widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not isinstance(widget.parent(), QAbstractSpinBox)
    }
    dialog.game_list.setFocus()
    focused_widgets = []
    while dialog.focusWidget() not in focused_widgets:
        focused_widgets.append(dialog.focusWidget())
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    assert dialog.focusWidget() is focused_widgets[0]
    assert (
        len([widget for widget in expected_widgets if dialog.options_form.isAncestorOf(widget)])
        >= 1
    )
    missing_widgets = [widget for widget in expected_widgets if widget not in focused_widgets]
    assert [(widget.accessibleName(), widget.property("text")) for widget in missing_widgets] == []


@pytest.mark.slow
@pytest.mark.parametrize("last", GAMES)
def test_last_game_is_selected_in_a_fixed_order(open_new_match_dialog, last):
    dialog = open_new_match_dialog(UserSettings(your_name="Ida", last_game=last))
    games = [str(dialog.game_list.item(row).data(NAME_ROLE)) for row in range(len(GAMES))]
    assert games == list(GAMES)
    assert dialog.read_setup().game == last


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 370), (690, 422), (800, 520), (960, 540), (1280, 800)])
def test_every_game_is_completely_visible(qtbot, open_new_match_dialog, size):
    dialog = open_new_match_dialog()
    dialog.resize(*size)
    qtbot.wait(20)
    assert dialog.size() == QSize(*size)
    games = dialog.game_list
    assert not games.verticalScrollBar().isVisible()
    for row in range(games.count()):
        slip = games.visualItemRect(games.item(row))
        assert games.viewport().rect().contains(slip)
    # The descriptions are shown where there is room.
    assert games.is_brief is (size[1] < 420)


@pytest.mark.parametrize("name", ["master", "ass"])
def test_trump_choices_have_tooltips(open_new_match_dialog, name):
    dialog = open_new_match_dialog(UserSettings(your_name="Ida", last_game=name))
    field = dialog.options_form.get_field("trumps")
    tip, spoken = Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole
    ranked = field.findData("ranked")
    assert "Spades are the senior trump and diamonds the junior" in field.itemData(ranked, tip)
    for index in range(field.count()):
        assert field.itemData(index, tip)
        assert field.itemData(index, spoken) == field.itemData(index, tip)


@pytest.fixture
def program_file(tmp_path):
    """Create the file of a program."""
    path = tmp_path / "my bot.py"
    path.touch()
    return path


def open_program_dialog(qtbot, dialog, seat):
    """Open the dialog for another program at a seat: the last entry of the list."""
    choose_last_entry(qtbot, dialog.seats_form.rows[seat].player_box)
    program_dialog = dialog.findChildren(ProgramDialog)[-1]
    assert program_dialog.isVisible()
    return program_dialog


def test_command_line_length_is_limited(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog(UserSettings(your_name="Ida"))
    program_dialog = open_program_dialog(qtbot, dialog, 2)
    QApplication.clipboard().setText("x" * 90_000)
    qtbot.keyClick(program_dialog.command_field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert len(program_dialog.command_field.text()) == MAX_COMMAND_LENGTH


def test_other_program_gets_a_seat_and_is_remembered(qtbot, open_new_match_dialog, program_file):
    settings = UserSettings(your_name="Ida")
    dialog = open_new_match_dialog(settings)
    program_dialog = open_program_dialog(qtbot, dialog, 2)
    assert seat_kinds(dialog) == ["human", "easy", "easy", "easy"]  # nothing is chosen yet
    qtbot.mouseClick(program_dialog.file_button, Qt.MouseButton.LeftButton)
    files = program_dialog.findChild(QFileDialog)
    files.fileSelected.emit(str(program_file))
    files.reject()
    assert split_command(program_dialog.command_field.text()) == [sys.executable, str(program_file)]
    qtbot.keyClicks(program_dialog.command_field, " --deep 3")
    qtbot.keyClick(program_dialog.command_field, Qt.Key.Key_Return)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert dialog.findChildren(ProgramDialog) == []
    table = dialog.read_setup().players
    assert table[2] == HeaderPlayer("Boris", "bot", program="my bot.py")
    assert not dialog.seats_form.rows[2].temperament_box.isVisible()
    # The program can then be chosen for other seats without asking for it again.
    dialog.seats_form.rows[3].player_box.setCurrentIndex(
        dialog.seats_form.rows[3].player_box.findText("my bot.py")
    )
    assert dialog.read_setup().players[3].program == "my bot.py"
    assert settings.programs == {}
    dialog.accept()
    (command,) = settings.programs.values()
    assert split_command(command) == [sys.executable, str(program_file), "--deep", "3"]
    again = open_new_match_dialog(settings)
    assert again.read_setup().players == dialog.read_setup().players


def test_missing_program_is_refused(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    program_dialog = open_program_dialog(qtbot, dialog, 1)
    qtbot.keyClicks(program_dialog.command_field, "/no/such/program")
    qtbot.keyClick(program_dialog.command_field, Qt.Key.Key_Return)
    assert program_dialog.isVisible()
    assert program_dialog.error_label.isVisible()
    qtbot.keyClicks(program_dialog.command_field, "s")
    assert not program_dialog.error_label.isVisible()
    qtbot.keyClick(program_dialog.command_field, Qt.Key.Key_Escape)
    assert not program_dialog.isVisible()
    assert seat_kinds(dialog) == ["human", "easy", "easy", "easy"]
    assert dialog.seats_form.rows[1].player_box.currentText() == "Easy"


def test_number_limits_follow_players_and_options(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    deals = spin_box(dialog, "deals")
    assert (deals.value(), deals.maximum()) == (13, 13)
    dialog.players_box.setValue(3)
    assert (deals.value(), deals.maximum()) == (15, 17)
    type_text(qtbot, deals, "9")
    dialog.players_box.setValue(7)
    assert (deals.value(), deals.maximum()) == (7, 7)
    dialog.players_box.setValue(4)
    assert deals.value() == 9  # the chosen value comes back once it fits
    first = spin_box(dialog, "first")
    type_text(qtbot, first, "8")
    type_text(qtbot, deals, "5")
    assert (first.maximum(), first.value()) == (5, 5)
    lines = [label.text() for label in dialog.options_form.findChildren(QLabel)]
    assert any("From 1 to 5; usually 1." in line for line in lines)


def targets_note(dialog):
    labels = dialog.options_form.get_field("targets").parentWidget().findChildren(QLabel)
    return " ".join(label.text() for label in labels)


def test_the_number_of_players_changes_a_default_until_it_is_chosen(qtbot, open_new_match_dialog):
    settings = UserSettings()
    settings.last_game = "ass"
    dialog = open_new_match_dialog(settings)
    field = dialog.options_form.get_field("targets")
    for seats, word in ((4, "source"), (2, "even"), (3, "source"), (2, "even")):
        dialog.players_box.setValue(seats)
        assert (dialog.read_setup().options["targets"], field.currentData()) == (word, word)
        assert dialog.rules_button.accessibleName() == "Rules: usual"
        assert ("Two usually play with these" in targets_note(dialog)) == (seats == 2)
    dialog.rules_button.click()
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert dialog.read_setup().options["targets"] == "source"
    assert dialog.rules_button.accessibleName() == "Rules: not as usual"
    assert "Two nearly always reach these" in targets_note(dialog)
    assert "Two usually play with these" not in targets_note(dialog)
    for seats in (5, 2):
        dialog.players_box.setValue(seats)
        assert dialog.read_setup().options["targets"] == "source"
    dialog.accept()
    again = open_new_match_dialog(settings)
    assert again.players_box.value() == 2
    assert again.read_setup().options["targets"] == "source"
    again.standard_button.click()
    assert again.read_setup().options["targets"] == "even"
    again.accept()
    assert settings.setups["ass"]["options"] == {}


def test_the_standard_button_resets_all_options(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    standard = dialog.read_setup().options
    assert not dialog.standard_button.isEnabled()
    qtbot.keyClick(check_box(dialog, "hook"), Qt.Key.Key_Space)
    type_text(qtbot, spin_box(dialog, "deals"), "4")
    assert dialog.read_setup().options != standard
    qtbot.mouseClick(dialog.standard_button, Qt.MouseButton.LeftButton)
    assert dialog.read_setup().options == standard
    assert not check_box(dialog, "hook").isChecked()


def test_enforcement_choices_explain_their_cost(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    field = dialog.options_form.get_field("enforcement")
    assert dialog.read_setup().options["enforcement"] == "strict"
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert field.currentText() == "are penalised, as at a real table"
    assert dialog.read_setup().options["enforcement"] == "table"
    notes = []
    for word in ("strict", "table"):
        field.setCurrentIndex(field.findData(word))
        field.activated.emit(field.currentIndex())
        labels = field.parentWidget().findChildren(QLabel)
        notes.append(" ".join(label.text() for label in labels))
    assert "is simply refused" in notes[0]
    assert "costs 10 points" in notes[1]


def test_shuffled_seats_are_announced(open_new_match_dialog):
    dialog = open_new_match_dialog()
    assert "shuffled" not in dialog.seating_note.text()
    dialog.game_list.choose_game("blackout")
    assert "shuffled" in dialog.seating_note.text()
    check_box(dialog, "in_order").click()
    assert "shuffled" not in dialog.seating_note.text()


def test_last_setup_of_each_game_is_restored(qtbot, open_new_match_dialog):
    settings = UserSettings()
    first = open_new_match_dialog(settings)
    first.players_box.setValue(5)
    first.seats_form.rows[3].player_box.setCurrentIndex(0)
    type_text(qtbot, first.seats_form.rows[3].name_field, "Zoe")
    type_text(qtbot, first.seats_form.rows[1].name_field, "Hal")
    check_box(first, "hook").click()
    first.accept()
    assert settings.your_name == "Zoe"
    assert settings.last_game == "damn"
    second = open_new_match_dialog(settings)
    assert replace(second.read_setup(), seed="") == replace(first.read_setup(), seed="")
    second.game_list.choose_game("blackout")
    assert second.read_setup().options == {"hook": True, "in_order": False}
    assert second.seats_form.your_seat == 0
    second.game_list.choose_game("damn")
    assert replace(second.read_setup(), seed="") == replace(first.read_setup(), seed="")


@pytest.mark.slow
@pytest.mark.parametrize(
    "setups",
    [
        {"damn": 7},
        {"damn": {"seats": "four", "options": []}},
        {"damn": {"seats": [1, 2], "options": {"hook": "maybe", "deals": None, "x": 1}}},
        {"damn": {"seats": [{}] * 50, "options": {"deals": 10**9}}},
        {"damn": {"seats": [{"who": ["you"], "name": 3}] * 4}},
        {"damn": {"seats": [{"who": "you", "name": "\n"}] * 4}},
        {"damn": {"seats": [{"who": "genius", "name": "a\nb"}] * 4}},
    ],
)
def test_malformed_settings_are_ignored(open_new_match_dialog, setups):
    setup = open_new_match_dialog(
        UserSettings(last_game="no-such-game", setups=setups)
    ).read_setup()
    create_header(setup.game, setup.players, setup.options, "0" * 32)
    assert len({player.name for player in setup.players}) == len(setup.players)
    assert all(player.name for player in setup.players)


def test_table_scale_does_not_affect_dialogs(open_new_match_dialog):
    font_sizes.set_height_scale(2.0)
    try:
        dialog = open_new_match_dialog()
        fonts = [label.font() for label in dialog.findChildren(QLabel)]
    finally:
        font_sizes.set_height_scale(1.0)
    usual = QApplication.font()
    assert all(font.pixelSize() <= usual.pixelSize() for font in fonts)
    assert all(font.pointSizeF() <= usual.pointSizeF() for font in fonts)


@pytest.mark.parametrize(("typed", "value"), [("1", 1), ("12", 12)])
def test_typed_number_counts_without_leaving_the_field(qtbot, open_new_match_dialog, typed, value):
    dialog = open_new_match_dialog(UserSettings(your_name="Ida", last_game="ass"))
    field = spin_box(dialog, "deal_limit")
    assert not dialog.standard_button.isEnabled()
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, typed)
    assert field.text() == typed
    assert dialog.standard_button.isEnabled()
    with qtbot.waitSignal(dialog.match_chosen) as signal:
        qtbot.keyClick(field, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    assert signal.args[0].options["deal_limit"] == value


def test_short_match_is_an_option(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    dialog.game_list.choose_game("master")
    assert "length" not in dialog.read_setup().options
    length = dialog.options_form.get_field("length")
    assert isinstance(length, QComboBox)
    choose_last_entry(qtbot, length)
    assert dialog.read_setup().options["length"] == "short"
    label_texts = [label.text() for label in dialog.options_form.findChildren(QLabel)]
    assert any(
        text.startswith("This table's own rule: the first half alone") for text in label_texts
    )
    dialog.standard_button.click()
    assert "length" not in dialog.read_setup().options
    dialog.game_list.choose_game("blackout")
    spin_box(dialog, "deals").setValue(5)
    assert dialog.read_setup().options == {"hook": True, "in_order": False, "deals": 5}
    assert spin_box(dialog, "first").maximum() == 5


def test_notes_are_read_with_their_fields_only(open_new_match_dialog):
    dialog = open_new_match_dialog()
    labels = [
        label for label in dialog.findChildren(QLabel) if not label.isHidden() and not label.buddy()
    ]
    accessible_names = {
        QAccessible.queryAccessibleInterface(label).text(QAccessible.Text.Name) for label in labels
    }
    assert [words for words in accessible_names if len(words.split()) > 2] == [
        dialog.seating_note.text()
    ]
    deals = spin_box(dialog, "deals").accessibleDescription()
    assert deals.endswith("From 1 to 13; usually 13.")
    words = "Take back what you like; practice does not count."
    assert dialog.practice_box.accessibleDescription() == words


def test_rules_button_says_if_options_are_default(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog(unfolded=False)
    assert dialog.rules_button.text() == "&Rules: usual ▸"
    assert not dialog.options_form.isVisible()
    assert not dialog.standard_button.isVisible()
    folded = dialog.size()
    dialog.rules_button.setFocus()
    qtbot.keyClick(dialog.rules_button, Qt.Key.Key_Space)
    assert dialog.options_form.isVisible()
    assert dialog.height() > folded.height()
    assert dialog.rules_button.text() == "&Rules: usual ▾"
    check_box(dialog, "hook").click()
    assert dialog.rules_button.text() == "&Rules: not as usual ▾"
    qtbot.keyClick(dialog.rules_button, Qt.Key.Key_Space)
    assert not dialog.options_form.isVisible()
    assert dialog.size() == folded
    assert dialog.read_setup().options["hook"] is True


@pytest.mark.parametrize("language", ["en", "ru"])
def test_dialog_width_is_limited_without_gaps(open_new_match_dialog, language, request):
    if language == "ru":
        request.getfixturevalue("russian_language")
    for game in GAMES:
        dialog = open_new_match_dialog(
            UserSettings(your_name="Ida", last_game=game), unfolded=False
        )
        assert dialog.width() <= 760
        assert dialog.game_list.horizontalScrollBar().maximum() == 0
    dialog.game_list.choose_game("damn")
    dialog.players_box.setValue(4)
    QApplication.processEvents()
    four = dialog.seats_form.sizeHint().height()
    dialog.game_list.choose_game("rank")
    dialog.players_box.setValue(10)
    dialog.game_list.choose_game("damn")
    dialog.players_box.setValue(4)
    assert dialog.seats_form.sizeHint().height() == four


@pytest.mark.parametrize("is_low_screen", [False, True])
def test_dialog_grows_with_the_seats(open_new_match_dialog, set_screen_area, is_low_screen):
    set_screen_area(QRect(0, 0, 1280, 640 if is_low_screen else 1080))
    dialog = open_new_match_dialog(UserSettings(your_name="Ida", last_game="rank"), unfolded=False)
    few, bar = dialog.height(), dialog.findChild(VerticalScrollArea).verticalScrollBar()
    dialog.players_box.setValue(10)
    QApplication.processEvents()
    assert dialog.height() > few
    assert (bar.maximum() > 0) is is_low_screen
    with recorded_painting() as listener:
        dialog.table_picture.grab()
    drawn_names = {drawn_text.text for drawn_text in listener.painted_texts}
    assert (drawn_names >= set(seat_names(dialog))) is not is_low_screen
    assert "Ida" in drawn_names


def test_casual_play_needs_a_single_person(qtbot, open_new_match_dialog):
    """Disable casual play for several people: undo would need the agreement of all."""
    settings = UserSettings(your_name="Anna")
    dialog = open_new_match_dialog(settings)
    dialog.practice_box.click()
    choose_newcomer(qtbot, dialog, 1)
    type_text(qtbot, dialog.seats_form.rows[1].name_field, "Boris")
    assert not dialog.practice_box.isEnabled()
    assert not dialog.practice_box.isChecked()
    assert "several share the computer" in dialog.practice_note.text()
    assert dialog.practice_box.accessibleDescription() == dialog.practice_note.text()
    dialog.accept()
    assert settings.setups["damn"]["casual"] is False


def test_casual_play_returns_with_a_single_person(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog(UserSettings(your_name="Anna"))
    dialog.practice_box.click()
    choose_newcomer(qtbot, dialog, 1)
    dialog.seats_form.rows[1].player_box.setCurrentIndex(
        dialog.seats_form.rows[1].player_box.findData("easy")
    )
    assert dialog.practice_box.isEnabled()
    assert dialog.practice_box.isChecked()
    assert "Take back" in dialog.practice_note.text()
    dialog.seats_form.rows[0].player_box.setCurrentIndex(
        dialog.seats_form.rows[0].player_box.findData("easy")
    )
    assert not dialog.practice_box.isChecked()
    assert "yourself" in dialog.practice_note.text()


def test_longer_notes_hide_no_field(qtbot, open_new_match_dialog, nameless_settings):
    dialog = open_new_match_dialog(nameless_settings, unfolded=False)
    dialog.game_list.choose_game("ass")
    choose_newcomer(qtbot, dialog, 1)
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert dialog.error_label.isVisible()
    button = dialog.rules_button
    assert button.visibleRegion().boundingRect() == button.rect()


@pytest.mark.parametrize("text_scale", [1.0, 1.5, 2.0])
def test_rules_state_is_completely_visible(open_new_match_dialog, text_scale):
    apply_text_scale(text_scale)
    dialog = open_new_match_dialog(UserSettings(your_name="Ida"))
    button = dialog.rules_button
    for game, key in (("blackout", "hook"), ("damn", "hook")):
        dialog.game_list.choose_game(game)
        dialog.options_form.get_field(key).click()
        for folded in (True, False):
            button.setChecked(folded)
            QApplication.processEvents()
            assert "not as usual" in button.text()
            assert button.width() >= button.sizeHint().width()
            assert dialog.width() >= button.mapTo(dialog, QPoint(button.width(), 0)).x()
