"""Tests for the new match dialog, by mouse and keyboard."""

import sys

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
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
from greenbaize.app.tables.default_players import last_table
from greenbaize.app.tables.matches import settled_header
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.store.settings import Settings
from greenbaize.ui.features.start.new_match import (
    LONGEST_COMMAND,
    Chosen,
    NewMatchDialog,
    ProgramDialog,
)
from greenbaize.ui.features.start.table_picture import Shown
from greenbaize.ui.match.game_list import NAME
from greenbaize.ui.widgets import lettering
from greenbaize.ui.widgets.dialog import TallScroll
from greenbaize.ui.widgets.window_geometry import write_at
from ui.measuring import listening
from ui.table.person import until

# Qt's offscreen platform warns about sizes and stacking, which only a real desktop knows.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

LEVELS = ("random", "easy")


@pytest.fixture
def opened(qtbot):
    def open_dialog(settings=None, *, unfolded=True):
        dialog = NewMatchDialog(GAMES, LEVELS, settings or Settings(your_name="Ida"))
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.open()
        dialog.rules_button.setChecked(unfolded)
        return dialog

    return open_dialog


def write(qtbot, field, text):
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Tab)


def test_the_wheel_scrolls_and_changes_no_field_below_it(opened):
    dialog = opened()
    dialog.game_list.choose("ass")
    dialog.resize(700, 400)
    QApplication.processEvents()
    (scroll,) = dialog.findChildren(QScrollArea)
    bar, before = scroll.verticalScrollBar(), dialog.chosen()
    fields = [dialog.players, *dialog.seats.fields(), *dialog.options.fields()]
    for field in (one for one in fields if isinstance(one, QComboBox | QSpinBox)):
        scroll.ensureWidgetVisible(field)
        at = bar.value()
        middle = field.mapTo(dialog, field.rect().center())
        turned = QPoint(0, -120 if at < bar.maximum() else 120)
        QTest.wheelEvent(dialog.windowHandle(), QPointF(middle), turned)
        assert bar.value() != at
        assert not field.hasFocus()
    assert dialog.chosen() == before


def take_last(qtbot, field):
    """Open the list of a field by keyboard and choose its last entry."""
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_F4)
    for key in (Qt.Key.Key_End, Qt.Key.Key_Return):
        qtbot.keyClick(field.view(), key)


def number(dialog, key):
    field = dialog.options.field(key)
    assert isinstance(field, QSpinBox)
    return field


def box(dialog, key):
    field = dialog.options.field(key)
    assert isinstance(field, QCheckBox)
    return field


def names(dialog):
    return [sitter.name for sitter in dialog.chosen().sitters]


def kinds(dialog):
    return [sitter.level or sitter.kind for sitter in dialog.chosen().sitters]


def test_enter_starts_a_match_against_computer_players(qtbot, opened):
    dialog = opened()
    with qtbot.waitSignal(dialog.match_chosen) as chosen:
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert chosen.args == [
        Chosen(
            "damn",
            (
                Player("Ida"),
                Player("Anna", "bot", "easy"),
                Player("Boris", "bot", "easy"),
                Player("Vera", "bot", "easy"),
            ),
            {
                "deals": 13,
                "first": 1,
                "zero_bids": False,
                "hook": False,
                "enforcement": "strict",
            },
        )
    ]
    assert not dialog.isVisible()


def test_a_game_offers_its_own_levels(qtbot):
    """Replace the missing level expert of Rank by the strongest one that the game offers."""
    seats = [{"who": "you"}, *[{"who": "expert"}] * 3]
    setups = {name: {"seats": seats} for name in ("damn", "rank")}
    settings = Settings(your_name="Ida", last_game="damn", setups=setups)
    dialog = NewMatchDialog(GAMES, LEVEL_NAMES, settings)
    qtbot.addWidget(dialog)

    def offered():
        boxes = (dialog.seats.everyone, dialog.seats.rows[1].who)
        return [[box.itemData(at) for at in range(box.count())] for box in boxes]

    every = offered()
    assert every == [[*LEVEL_NAMES], ["you", *LEVEL_NAMES, "newcomer", "other"]]
    assert kinds(dialog) == ["human", *["expert"] * 3]
    dialog.game_list.choose("rank")
    assert offered() == [[*LEVEL_NAMES[:-1]], ["you", *LEVEL_NAMES[:-1], "newcomer", "other"]]
    assert kinds(dialog) == ["human", *["hard"] * 3]
    dialog.players.setValue(5)
    assert dialog.seats.rows[4].who.findData("expert") < 0
    dialog.game_list.choose("damn")
    assert offered() == every
    assert kinds(dialog) == ["human", *["expert"] * 3]


def test_escape_chooses_nothing_and_remembers_nothing(qtbot, opened):
    settings = Settings(your_name="Ida")
    dialog = opened(settings)
    dialog.players.setValue(5)
    with qtbot.assertNotEmitted(dialog.match_chosen):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert settings == Settings(your_name="Ida")


def test_the_arrows_choose_the_game(qtbot, opened):
    dialog = opened()
    dialog.game_list.setFocus()
    qtbot.keyClick(dialog.game_list, Qt.Key.Key_Down)
    assert dialog.chosen().game == "blackout"
    assert dialog.chosen().options == {"hook": True, "in_order": False}
    with qtbot.waitSignal(dialog.match_chosen):
        qtbot.keyClick(dialog.game_list, Qt.Key.Key_Return)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_players_makes_a_match(opened, game):
    dialog = opened()
    dialog.game_list.choose(game)
    for count in (*GAMES[game].seats, *reversed(GAMES[game].seats)):
        dialog.players.setValue(count)
        chosen = dialog.chosen()
        assert len(chosen.sitters) == count
        settled_header(chosen.game, chosen.sitters, chosen.options, "0" * 32)
    span = (dialog.players.minimum(), dialog.players.maximum())
    assert span == (GAMES[game].seats[0], GAMES[game].seats[-1])


def test_only_one_seat_is_yours_and_your_name_goes_with_you(qtbot, opened):
    dialog = opened()
    field = dialog.seats.rows[2].who
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Home)  # “You” is the first choice
    assert kinds(dialog) == ["easy", "easy", "human", "easy"]
    assert names(dialog)[2] == "Ida"
    assert len(set(names(dialog))) == 4
    qtbot.keyClicks(field, "E")  # for “Easy”
    assert kinds(dialog) == ["easy"] * 4
    assert "Ida" not in names(dialog)


def test_without_you_one_watches_is_told_so_and_is_offered_the_same_again(opened):
    settings = Settings(your_name="Ida")
    dialog = opened(settings)
    assert "watch" not in dialog.seating_note.text()
    dialog.seats.rows[0].who.setCurrentIndex(2)
    assert "watch" in dialog.seating_note.text()
    assert dialog.seats.your_seat is None
    dialog.accept()
    assert opened(settings).seats.your_seat is None
    assert settings.your_name == "Ida"


def test_fewer_seats_do_not_send_you_away(opened):
    dialog = opened()
    dialog.players.setValue(6)
    dialog.seats.rows[5].who.setCurrentIndex(0)
    assert dialog.seats.your_seat == 5
    dialog.players.setValue(4)
    assert dialog.seats.your_seat == 0
    dialog.players.setValue(6)
    assert kinds(dialog).count("human") == 1


def test_each_computer_player_has_its_own_temperament(qtbot, opened):
    settings = Settings(your_name="Ida")
    dialog = opened(settings)
    seats = dialog.seats
    assert not seats.rows[0].temperament.isVisible()
    qtbot.keyClick(seats.rows[1].temperament, Qt.Key.Key_Home)
    qtbot.keyClick(seats.rows[2].temperament, Qt.Key.Key_End)
    seats.rows[2].who.setCurrentIndex(1)
    table = dialog.chosen().sitters
    assert [one.temperament for one in table] == [None, "careful", None, None]
    assert table[2].level == "random"
    assert not seats.rows[2].temperament.isVisible()  # the level makes no use of a temperament
    dialog.accept()
    assert opened(settings).chosen().sitters == table


def test_levels_and_temperaments_say_what_they_do(opened):
    dialog = opened()
    seats, tip = dialog.seats, Qt.ItemDataRole.ToolTipRole
    for field in (seats.rows[1].who, seats.rows[1].temperament, seats.everyone):
        lines = [field.itemData(at, tip) for at in range(field.count())]
        assert len(set(filter(None, lines))) >= 2
    seats.rows[1].who.setCurrentIndex(seats.rows[1].who.findData("easy"))
    assert "as people do" in seats.rows[1].who.toolTip()
    seats.rows[1].who.setCurrentIndex(0)
    assert "another program" in seats.rows[1].who.toolTip()


def test_keys_in_a_closed_field_ask_for_no_program(qtbot, opened):
    dialog = opened()
    field = dialog.seats.rows[2].who
    asked = []
    dialog.seats.program_asked.disconnect()
    dialog.seats.program_asked.connect(asked.append)
    field.setFocus()
    for key in (Qt.Key.Key_End, Qt.Key.Key_Down, Qt.Key.Key_PageDown):
        qtbot.keyClick(field, key)
    assert field.currentData() == LEVELS[-1]
    assert asked == []
    take_last(qtbot, field)
    assert asked == [2]
    assert field.currentData() == LEVELS[-1]
    qtbot.keyClick(field, Qt.Key.Key_F4)
    qtbot.keyClick(field.view().window(), Qt.Key.Key_Escape)
    qtbot.keyClick(field, Qt.Key.Key_End)
    assert asked == [2]


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_tab_goes_round_everything(qtbot, opened, game):
    dialog = opened()
    dialog.game_list.choose(game)
    until(lambda: any(one.isVisible() for one in dialog.options.fields()))
    fields = QAbstractSpinBox | QComboBox | QLineEdit | QAbstractButton | QListWidget
    wanted = {
        one
        for one in dialog.findChildren(QWidget)
        if isinstance(one, fields)
        and one.isVisible()
        and one.isEnabled()
        and one.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not isinstance(one.parent(), QAbstractSpinBox)
    }
    dialog.game_list.setFocus()
    round_ = []
    while dialog.focusWidget() not in round_:
        round_.append(dialog.focusWidget())
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    assert dialog.focusWidget() is round_[0]
    assert len([one for one in wanted if dialog.options.isAncestorOf(one)]) >= 1
    left = [one for one in wanted if one not in round_]
    assert [(one.accessibleName(), one.property("text")) for one in left] == []


def test_one_choice_sets_the_level_of_all_opponents(qtbot, opened):
    dialog = opened()
    everyone = dialog.seats.everyone
    assert everyone.currentText() == "Easy"
    everyone.setFocus()
    qtbot.keyClick(everyone, Qt.Key.Key_Home)
    assert kinds(dialog) == ["human", "random", "random", "random"]
    assert names(dialog) == ["Ida", "Anna", "Boris", "Vera"]
    dialog.players.setValue(6)  # seats added later get this level too
    assert kinds(dialog) == ["human", *["random"] * 5]
    dialog.seats.rows[0].who.setCurrentIndex(1)  # no seat is a person's now
    assert kinds(dialog) == ["random"] * 6


def test_each_level_can_still_be_set_and_is_seen_in_the_one_for_all(qtbot, opened):
    settings = Settings(your_name="Ida")
    dialog = opened(settings)
    everyone = dialog.seats.everyone
    field = dialog.seats.rows[2].who
    field.setFocus()
    qtbot.keyClicks(field, "B")  # for “Beginner”
    assert kinds(dialog) == ["human", "easy", "random", "easy"]
    assert (everyone.currentIndex(), everyone.placeholderText()) == (-1, "each its own")
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert everyone.currentText() == "Easy"
    qtbot.keyClick(field, Qt.Key.Key_Up)
    dialog.accept()
    again = opened(settings)
    assert again.seats.everyone.currentIndex() == -1
    assert kinds(again) == ["human", "easy", "random", "easy"]


@pytest.mark.slow
@pytest.mark.parametrize("last", GAMES)
def test_games_keep_their_places_in_the_list_and_the_last_one_is_chosen(opened, last):
    dialog = opened(Settings(your_name="Ida", last_game=last))
    games = [str(dialog.game_list.item(row).data(NAME)) for row in range(len(GAMES))]
    assert games == list(GAMES)
    assert dialog.chosen().game == last


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 370), (690, 422), (800, 520), (960, 540), (1280, 800)])
def test_every_game_is_seen_whole(qtbot, opened, size):
    dialog = opened()
    dialog.resize(*size)
    qtbot.wait(20)
    assert dialog.size() == QSize(*size)
    games = dialog.game_list
    assert not games.verticalScrollBar().isVisible()
    for row in range(games.count()):
        slip = games.visualItemRect(games.item(row))
        assert games.viewport().rect().contains(slip)
    # The descriptions are shown where there is room.
    assert games.brief is (size[1] < 420)


@pytest.mark.parametrize("name", ["master", "ass"])
def test_every_way_of_trumps_says_how_they_stand(opened, name):
    dialog = opened(Settings(your_name="Ida", last_game=name))
    field = dialog.options.field("trumps")
    tip, spoken = Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole
    ranked = field.findData("ranked")
    assert "Spades are the senior trump and diamonds the junior" in field.itemData(ranked, tip)
    for place in range(field.count()):
        assert field.itemData(place, tip)
        assert field.itemData(place, spoken) == field.itemData(place, tip)


@pytest.fixture
def program(tmp_path):
    """Create the file of a program."""
    path = tmp_path / "my bot.py"
    path.touch()
    return path


def other_program(qtbot, dialog, place):
    """Open the dialog for another program at a seat: the last entry of the list."""
    take_last(qtbot, dialog.seats.rows[place].who)
    found = dialog.findChildren(ProgramDialog)[-1]
    assert found.isVisible()
    return found


def test_a_command_line_is_not_longer_than_settings_can_keep(qtbot, opened):
    dialog = opened(Settings(your_name="Ida"))
    asked = other_program(qtbot, dialog, 2)
    QApplication.clipboard().setText("x" * 90_000)
    qtbot.keyClick(asked.command, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert len(asked.command.text()) == LONGEST_COMMAND


def test_another_program_takes_a_seat_and_is_remembered(qtbot, opened, program):
    settings = Settings(your_name="Ida")
    dialog = opened(settings)
    asked = other_program(qtbot, dialog, 2)
    assert kinds(dialog) == ["human", "easy", "easy", "easy"]  # nothing is chosen yet
    qtbot.mouseClick(asked.file_button, Qt.MouseButton.LeftButton)
    files = asked.findChild(QFileDialog)
    files.fileSelected.emit(str(program))
    files.reject()
    assert split_command(asked.command.text()) == [sys.executable, str(program)]
    qtbot.keyClicks(asked.command, " --deep 3")
    qtbot.keyClick(asked.command, Qt.Key.Key_Return)
    table = dialog.chosen().sitters
    assert table[2] == Player("Boris", "bot", program="my bot.py")
    assert not dialog.seats.rows[2].temperament.isVisible()
    # The program can then be chosen for other seats without asking for it again.
    dialog.seats.rows[3].who.setCurrentIndex(dialog.seats.rows[3].who.findText("my bot.py"))
    assert dialog.chosen().sitters[3].program == "my bot.py"
    assert settings.programs == {}
    dialog.accept()
    (command,) = settings.programs.values()
    assert split_command(command) == [sys.executable, str(program), "--deep", "3"]
    again = opened(settings)
    assert again.chosen().sitters == dialog.chosen().sitters


def test_a_program_that_is_not_there_is_not_taken(qtbot, opened):
    dialog = opened()
    asked = other_program(qtbot, dialog, 1)
    qtbot.keyClicks(asked.command, "/no/such/program")
    qtbot.keyClick(asked.command, Qt.Key.Key_Return)
    assert asked.isVisible()
    assert asked.problem.isVisible()
    qtbot.keyClicks(asked.command, "s")
    assert not asked.problem.isVisible()
    qtbot.keyClick(asked.command, Qt.Key.Key_Escape)
    assert not asked.isVisible()
    assert kinds(dialog) == ["human", "easy", "easy", "easy"]
    assert dialog.seats.rows[1].who.currentText() == "Easy"


def test_a_program_that_has_gone_is_not_offered(opened):
    setup = {"seats": [{"who": "program", "program": "gone", "name": "Al"}] * 3, "options": {}}
    settings = Settings(your_name="Ida", setups={"damn": setup}, programs={"gone": "/gone"})
    dialog = opened(settings)
    assert kinds(dialog) == ["easy", "easy", "easy"]
    assert dialog.seats.rows[0].who.findText("gone") == -1
    dialog.accept()
    assert settings.programs == {"gone": "/gone"}  # an unfinished match may need it


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Zoe  ", "Zoe"),
        ("", "Anna"),
        ("   ", "Anna"),
        ("boris", "boris"),
        ("Wolfgang Amadeus Theophilus", "Wolfgang Amadeus Theophi"),
    ],
)
def test_names_are_made_tidy(qtbot, opened, typed, name):
    dialog = opened()
    write(qtbot, dialog.seats.rows[1].name, typed)
    assert names(dialog)[1] == name
    assert dialog.seats.rows[1].name.text() == name


def test_equal_names_are_told_apart(qtbot, opened):
    dialog = opened()
    for place in (1, 2, 3):
        write(qtbot, dialog.seats.rows[place].name, "ida")
    assert names(dialog) == ["Ida", "ida 2", "ida 3", "ida 4"]
    write(qtbot, dialog.seats.rows[1].name, "x" * 24)
    write(qtbot, dialog.seats.rows[2].name, "x" * 24)
    assert names(dialog)[2] == "x" * 22 + " 2"


def test_numbers_follow_the_players_until_they_are_chosen_and_the_options_before(qtbot, opened):
    dialog = opened()
    deals = number(dialog, "deals")
    assert (deals.value(), deals.maximum()) == (13, 13)
    dialog.players.setValue(3)
    assert (deals.value(), deals.maximum()) == (15, 17)
    write(qtbot, deals, "9")
    dialog.players.setValue(7)
    assert (deals.value(), deals.maximum()) == (7, 7)
    dialog.players.setValue(4)
    assert deals.value() == 9  # the chosen value comes back once it fits
    first = number(dialog, "first")
    write(qtbot, first, "8")
    write(qtbot, deals, "5")
    assert (first.maximum(), first.value()) == (5, 5)
    lines = [label.text() for label in dialog.options.findChildren(QLabel)]
    assert any("From 1 to 5; usually 1." in line for line in lines)


def test_the_standard_button_resets_all_options(qtbot, opened):
    dialog = opened()
    standard = dialog.chosen().options
    assert not dialog.standard_button.isEnabled()
    qtbot.keyClick(box(dialog, "hook"), Qt.Key.Key_Space)
    write(qtbot, number(dialog, "deals"), "4")
    assert dialog.chosen().options != standard
    qtbot.mouseClick(dialog.standard_button, Qt.MouseButton.LeftButton)
    assert dialog.chosen().options == standard
    assert not box(dialog, "hook").isChecked()


def test_mistakes_are_refused_unless_one_chooses_otherwise_and_it_says_what_they_cost(
    qtbot, opened
):
    dialog = opened()
    field = dialog.options.field("enforcement")
    assert dialog.chosen().options["enforcement"] == "strict"
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert field.currentText() == "are penalised, as at a real table"
    assert dialog.chosen().options["enforcement"] == "table"
    said = []
    for word in ("strict", "table"):
        field.setCurrentIndex(field.findData(word))
        field.activated.emit(field.currentIndex())
        labels = field.parentWidget().findChildren(QLabel)
        said.append(" ".join(one.text() for one in labels))
    assert "is simply refused" in said[0]
    assert "costs 10 points" in said[1]


def test_shuffled_seats_are_announced(opened):
    dialog = opened()
    assert "shuffled" not in dialog.seating_note.text()
    dialog.game_list.choose("blackout")
    assert "shuffled" in dialog.seating_note.text()
    box(dialog, "in_order").click()
    assert "shuffled" not in dialog.seating_note.text()


def test_the_last_table_of_each_game_is_offered_again(qtbot, opened):
    settings = Settings()
    first = opened(settings)
    first.players.setValue(5)
    first.seats.rows[3].who.setCurrentIndex(0)
    write(qtbot, first.seats.rows[3].name, "Zoe")
    write(qtbot, first.seats.rows[1].name, "Hal")
    box(first, "hook").click()
    first.accept()
    assert settings.your_name == "Zoe"
    assert settings.last_game == "damn"
    second = opened(settings)
    assert second.chosen() == first.chosen()
    second.game_list.choose("blackout")
    assert second.chosen().options == {"hook": True, "in_order": False}
    assert second.seats.your_seat == 0
    second.game_list.choose("damn")
    assert second.chosen() == first.chosen()


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
def test_foreign_settings_do_no_harm(opened, setups):
    chosen = opened(Settings(last_game="no-such-game", setups=setups)).chosen()
    settled_header(chosen.game, chosen.sitters, chosen.options, "0" * 32)
    assert len({sitter.name for sitter in chosen.sitters}) == len(chosen.sitters)
    assert all(sitter.name for sitter in chosen.sitters)


def test_a_larger_table_does_not_enlarge_dialogs(opened):
    lettering.set_scale(2.0)
    try:
        dialog = opened()
        fonts = [label.font() for label in dialog.findChildren(QLabel)]
    finally:
        lettering.set_scale(1.0)
    usual = QApplication.font()
    assert all(font.pixelSize() <= usual.pixelSize() for font in fonts)
    assert all(font.pointSizeF() <= usual.pointSizeF() for font in fonts)


@pytest.mark.parametrize(("typed", "value"), [("1", 1), ("12", 12)])
def test_a_number_that_is_typed_counts_without_leaving_its_field(qtbot, opened, typed, value):
    dialog = opened(Settings(your_name="Ida", last_game="ass"))
    field = number(dialog, "deal_limit")
    assert not dialog.standard_button.isEnabled()
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, typed)
    assert field.text() == typed
    assert dialog.standard_button.isEnabled()
    with qtbot.waitSignal(dialog.match_chosen) as chosen:
        qtbot.keyClick(field, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    assert chosen.args[0].options["deal_limit"] == value


def test_no_computer_player_is_called_like_a_person_here(opened):
    settings = Settings(your_name="Otto")
    settings.add_person("Anna")
    erika = settings.add_person("Erika")
    old = [{"who": "you"}, *({"who": "easy", "name": name} for name in ("Boris", "Anna", "Vera"))]
    settings.setups["damn"] = {"seats": old, "options": {}}
    dialog = opened(settings)
    assert names(dialog) == ["Otto", "Boris", "Mila", "Vera"]
    boxes = [one for one in dialog.seats.fields() if isinstance(one, QComboBox)]
    first = next(one for one in boxes if one.accessibleName() == "Who sits at seat 1")
    first.setCurrentIndex(first.findText("Erika"))
    assert dialog.seats.you == erika
    assert names(dialog)[0] == "Erika"
    assert not {*names(dialog)} & {"Anna", "Otto"}
    assert not any(name[-1].isdecimal() for name in names(dialog))


def test_a_short_match_is_chosen_among_the_options_and_a_full_one_says_nothing_of_it(qtbot, opened):
    dialog = opened()
    dialog.game_list.choose("master")
    assert "length" not in dialog.chosen().options
    length = dialog.options.field("length")
    assert isinstance(length, QComboBox)
    take_last(qtbot, length)
    assert dialog.chosen().options["length"] == "short"
    said = [label.text() for label in dialog.options.findChildren(QLabel)]
    assert any(text.startswith("This table's own rule: the first half alone") for text in said)
    dialog.standard_button.click()
    assert "length" not in dialog.chosen().options
    dialog.game_list.choose("blackout")
    number(dialog, "deals").setValue(5)
    assert dialog.chosen().options == {"hook": True, "in_order": False, "deals": 5}
    assert number(dialog, "first").maximum() == 5


def test_notes_are_told_with_their_fields_and_not_all_when_it_opens(opened):
    dialog = opened()
    labels = [one for one in dialog.findChildren(QLabel) if not one.isHidden() and not one.buddy()]
    told = {QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name) for one in labels}
    assert [words for words in told if len(words.split()) > 2] == [dialog.seating_note.text()]
    deals = number(dialog, "deals").accessibleDescription()
    assert deals.endswith("From 1 to 13; usually 13.")
    words = "Take back what you like; practice does not count."
    assert dialog.casual.accessibleDescription() == words


def test_options_are_behind_one_line_that_says_whether_they_are_usual(qtbot, opened):
    dialog = opened(unfolded=False)
    assert dialog.rules_button.text() == "&Rules: usual ▸"
    assert not dialog.options.isVisible()
    assert not dialog.standard_button.isVisible()
    folded = dialog.size()
    dialog.rules_button.setFocus()
    qtbot.keyClick(dialog.rules_button, Qt.Key.Key_Space)
    assert dialog.options.isVisible()
    assert dialog.height() > folded.height()
    assert dialog.rules_button.text() == "&Rules: usual ▾"
    box(dialog, "hook").click()
    assert dialog.rules_button.text() == "&Rules: not as usual ▾"
    qtbot.keyClick(dialog.rules_button, Qt.Key.Key_Space)
    assert not dialog.options.isVisible()
    assert dialog.size() == folded
    assert dialog.chosen().options["hook"] is True


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_dialog_is_no_wider_than_it_need_be_and_leaves_no_gap(opened, language, request):
    if language == "ru":
        request.getfixturevalue("russian")
    for game in GAMES:
        dialog = opened(Settings(your_name="Ida", last_game=game), unfolded=False)
        assert dialog.width() <= 760
        assert dialog.game_list.horizontalScrollBar().maximum() == 0
    dialog.game_list.choose("damn")
    dialog.players.setValue(4)
    QApplication.processEvents()
    four = dialog.seats.sizeHint().height()
    dialog.game_list.choose("rank")
    dialog.players.setValue(10)
    dialog.game_list.choose("damn")
    dialog.players.setValue(4)
    assert dialog.seats.sizeHint().height() == four


@pytest.mark.parametrize("is_low_screen", [False, True])
def test_it_grows_with_the_seats_and_names_them_where_the_screen_has_room(
    opened, screen, is_low_screen
):
    screen(QRect(0, 0, 1280, 640 if is_low_screen else 1080))
    dialog = opened(Settings(your_name="Ida", last_game="rank"), unfolded=False)
    few, bar = dialog.height(), dialog.findChild(TallScroll).verticalScrollBar()
    dialog.players.setValue(10)
    QApplication.processEvents()
    assert dialog.height() > few
    assert (bar.maximum() > 0) is is_low_screen
    with listening() as heard:
        dialog.picture.grab()
    written = {one.text for one in heard.written}
    assert (written >= set(names(dialog))) is not is_low_screen
    assert "Ida" in written


def test_a_small_table_shows_who_sits_where_and_how_strong_they_are(qtbot, opened):
    dialog = opened()
    picture, seats = dialog.picture, dialog.seats
    assert picture._seats == (
        Shown("Ida", None, you=True),
        *(Shown(name, 2) for name in ("Anna", "Boris", "Vera")),
    )
    seats.rows[1].who.setCurrentIndex(seats.rows[1].who.findData("random"))
    assert picture._seats[1] == Shown("Anna", 1)
    middle = picture.rect().center()
    assert max(place.y() for place in picture.places()) == picture.places()[0].y()
    assert picture.places()[0].x() == pytest.approx(middle.x(), abs=1)
    spot = picture.places()[2].toPoint()
    qtbot.mouseClick(picture, Qt.MouseButton.LeftButton, pos=spot)
    assert seats.rows[2].who.hasFocus()
    dialog.game_list.choose("rank")
    dialog.players.setValue(10)
    assert len(picture.places()) == 10
    assert all(picture.rect().contains(place.toPoint()) for place in picture.places())


def of_seats(dialog):
    return [(one.name, one.kind) for one in dialog.chosen().sitters]


def choose_newcomer(qtbot, dialog, place):
    """Choose another person at a seat: the last entry but one of the list."""
    field = dialog.seats.rows[place].who
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_F4)
    for key in (Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Return):
        qtbot.keyClick(field.view(), key)


def test_two_people_sit_at_one_computer_and_are_remembered(qtbot, opened):
    settings = Settings(your_name="Anna")
    dialog = opened(settings)
    choose_newcomer(qtbot, dialog, 2)
    assert dialog.focusWidget() is dialog.seats.rows[2].name  # the name is asked for
    qtbot.keyClicks(dialog.focusWidget(), "Boris")
    assert [kind for _, kind in of_seats(dialog)] == ["human", "bot", "human", "bot"]
    assert "pass the computer" in dialog.seating_note.text()
    dialog.accept()
    assert of_seats(dialog)[2] == ("Boris", "human")
    assert [one.name for one in settings.persons] == ["Anna", "Boris"]
    assert settings.your_name == "Anna"
    assert last_table(settings)[1] == dialog.chosen().sitters
    again = opened(settings)
    assert again.chosen() == dialog.chosen()
    assert again.seats.rows[2].name.isReadOnly()  # a stored person by now
    assert again.seats.rows[2].who.currentText() == "Boris"


def test_somebody_without_a_name_is_asked_for_it(qtbot, opened):
    dialog = opened(Settings(your_name="Anna"))
    choose_newcomer(qtbot, dialog, 1)
    dialog.start_button.setFocus()
    with qtbot.assertNotEmitted(dialog.match_chosen):
        qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert dialog.problem.isVisible()
    assert "seat 2" in dialog.problem.text()
    assert dialog.focusWidget() is dialog.seats.rows[1].name
    write(qtbot, dialog.seats.rows[1].name, "Boris")
    assert not dialog.problem.isVisible()
    with qtbot.waitSignal(dialog.match_chosen):
        qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)


def test_people_at_one_computer_have_different_names(qtbot, opened):
    settings = Settings(your_name="Anna")
    dialog = opened(settings)
    for place, name in ((1, "anna"), (2, "Boris"), (3, "Boris")):
        choose_newcomer(qtbot, dialog, place)
        write(qtbot, dialog.seats.rows[place].name, name)
    assert [name for name, _ in of_seats(dialog)] == ["Anna", "anna 2", "Boris", "Boris 2"]
    dialog.accept()
    assert len({one.name for one in settings.persons}) == 4


def test_no_more_than_four_people_pass_one_computer(qtbot, opened):
    dialog = opened(Settings(your_name="Anna", last_game="rank"))
    dialog.players.setValue(6)
    for place, name in enumerate(("Boris", "Vera", "Mila"), 1):
        choose_newcomer(qtbot, dialog, place)
        write(qtbot, dialog.seats.rows[place].name, name)
    choose_newcomer(qtbot, dialog, 4)
    assert [kind for _, kind in of_seats(dialog)] == ["human"] * 4 + ["bot"] * 2
    dialog.seats.rows[1].who.setCurrentIndex(1)
    choose_newcomer(qtbot, dialog, 4)
    write(qtbot, dialog.seats.rows[4].name, "Otto")
    assert [kind for _, kind in of_seats(dialog)].count("human") == 4


def test_whoever_sits_elsewhere_moves_or_changes_places_with_you(opened):
    settings = Settings(your_name="Anna")
    boris = settings.add_person("Boris")
    dialog = opened(settings)
    who = [row.who for row in dialog.seats.rows]
    who[1].setCurrentIndex(who[1].findText("Boris"))
    assert of_seats(dialog)[:2] == [("Anna", "human"), ("Boris", "human")]
    who[3].setCurrentIndex(who[3].findText("Boris"))
    assert [kind for _, kind in of_seats(dialog)] == ["human", "bot", "bot", "human"]
    assert of_seats(dialog)[3][0] == "Boris"
    who[0].setCurrentIndex(who[0].findText("Boris"))
    assert dialog.seats.you == boris
    names_now = [name for name, kind in of_seats(dialog) if kind == "human"]
    assert names_now == ["Boris", "Anna"]
    who[0].setCurrentIndex(who[0].findData("easy"))
    assert [kind for _, kind in of_seats(dialog)] == ["bot", "bot", "bot", "human"]
    dialog.accept()
    assert settings.your_name == "Anna"  # the person who still has a seat
    assert last_table(settings)[1] == dialog.chosen().sitters


def test_a_match_of_several_is_no_casual_one(qtbot, opened):
    """Disable casual play for several people: undo would need the agreement of all."""
    settings = Settings(your_name="Anna")
    dialog = opened(settings)
    dialog.casual.click()
    choose_newcomer(qtbot, dialog, 1)
    write(qtbot, dialog.seats.rows[1].name, "Boris")
    assert not dialog.casual.isEnabled()
    assert not dialog.casual.isChecked()
    assert "several share the computer" in dialog.casual_note.text()
    assert dialog.casual.accessibleDescription() == dialog.casual_note.text()
    dialog.accept()
    assert settings.setups["damn"]["casual"] is False


def test_practice_is_offered_as_before_once_one_plays_alone_again(qtbot, opened):
    dialog = opened(Settings(your_name="Anna"))
    dialog.casual.click()
    choose_newcomer(qtbot, dialog, 1)
    dialog.seats.rows[1].who.setCurrentIndex(dialog.seats.rows[1].who.findData("easy"))
    assert dialog.casual.isEnabled()
    assert dialog.casual.isChecked()
    assert "Take back" in dialog.casual_note.text()
    dialog.seats.rows[0].who.setCurrentIndex(dialog.seats.rows[0].who.findData("easy"))
    assert not dialog.casual.isChecked()
    assert "yourself" in dialog.casual_note.text()


@pytest.fixture
def nameless(monkeypatch):
    """Return settings without a name, on a system that has no user name either."""
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    return Settings()


def test_everybody_is_asked_for_a_name_where_several_play(qtbot, opened, nameless):
    """Ask for names: “You” serves for a single person only."""
    dialog = opened(nameless)
    started = []
    dialog.match_chosen.connect(started.append)
    own, other = dialog.seats.rows[0].name, dialog.seats.rows[1].name
    assert own.text() == "You"
    choose_newcomer(qtbot, dialog, 1)
    write(qtbot, other, "Boris")
    assert own.text() == ""
    assert own.placeholderText() == "Player 1"
    assert not own.isReadOnly()
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert not started
    assert dialog.problem.isVisible()
    assert dialog.focusWidget() is own
    write(qtbot, own, "you")
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert not started
    write(qtbot, own, "Zoe")
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert [one.name for one in started[0].sitters[:2]] == ["Zoe", "Boris"]


def test_names_of_a_shared_match_rename_nobody_here(qtbot, opened, nameless):
    """Keep the name of a person who has played alone as “You”, and their match history."""
    person = nameless.who
    dialog = opened(nameless)
    dialog.seats.rows[1].who.setCurrentIndex(0)
    choose_newcomer(qtbot, dialog, 0)
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert "1, 2" in dialog.problem.text()  # all missing names are asked for at once
    write(qtbot, dialog.seats.rows[0].name, "Oleg")
    write(qtbot, dialog.seats.rows[1].name, "Nina")
    assert "for this match" in dialog.seating_note.text()
    started = []
    dialog.match_chosen.connect(started.append)
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert [one.name for one in started[0].sitters[:2]] == ["Oleg", "Nina"]
    assert (nameless.who, nameless.your_name, nameless.person.former) == (person, "", ())
    again = opened(nameless)
    assert names(again)[:2] == ["Oleg", "Nina"]
    assert not again.seats.nameless
    again.seats.rows[0].who.setCurrentIndex(again.seats.rows[0].who.findData("easy"))
    assert names(again)[1] == "You"
    again.accept()
    assert nameless.your_name == ""


def test_a_nameless_person_who_plays_as_well_is_asked_too(qtbot, opened, nameless):
    anna = nameless.add_person("Anna")
    nameless_one = nameless.who
    nameless.switch(anna)
    dialog = opened(nameless)
    who, name = dialog.seats.rows[1].who, dialog.seats.rows[1].name
    who.setCurrentIndex(who.findText("You"))
    assert dialog.seats.nameless == [1]
    write(qtbot, name, "Zoe")
    dialog.accept()
    assert names(dialog)[:2] == ["Anna", "Zoe"]
    assert {one.identity: one.name for one in nameless.persons}[nameless_one] == ""


def test_a_person_who_was_removed_is_a_newcomer_of_that_name(opened):
    seats = [{"who": "you", "name": "Anna"}, {"who": "person", "name": "Boris"}]
    seats += [{"who": "easy", "name": "Otto"}]
    settings = Settings(your_name="Anna", setups={"damn": {"seats": seats}}, last_game="damn")
    dialog = opened(settings)
    assert of_seats(dialog)[1] == ("Boris", "human")
    assert not dialog.seats.rows[1].name.isReadOnly()
    assert not dialog.seats.nameless


def test_a_computer_player_leaves_its_name_to_a_newcomer(qtbot, opened):
    dialog = opened(Settings(your_name="Ida"))
    taken = names(dialog)[2]
    choose_newcomer(qtbot, dialog, 1)
    write(qtbot, dialog.seats.rows[1].name, taken)
    assert names(dialog)[1] == taken
    assert names(dialog)[2] != taken
    assert len({*names(dialog)}) == 4
    assert not any(name[-1].isdecimal() for name in names(dialog))


def test_more_lines_push_no_field_out_of_sight(qtbot, opened, nameless):
    dialog = opened(nameless, unfolded=False)
    dialog.game_list.choose("ass")
    choose_newcomer(qtbot, dialog, 1)
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert dialog.problem.isVisible()
    button = dialog.rules_button
    assert button.visibleRegion().boundingRect() == button.rect()


@pytest.mark.parametrize("text_scale", [1.0, 1.5, 2.0])
def test_whether_the_rules_are_usual_is_written_out(opened, text_scale):
    write_at(text_scale)
    dialog = opened(Settings(your_name="Ida"))
    button = dialog.rules_button
    for game, key in (("blackout", "hook"), ("damn", "hook")):
        dialog.game_list.choose(game)
        dialog.options.field(key).click()
        for folded in (True, False):
            button.setChecked(folded)
            QApplication.processEvents()
            assert "not as usual" in button.text()
            assert button.width() >= button.sizeHint().width()
            assert dialog.width() >= button.mapTo(dialog, QPoint(button.width(), 0)).x()
