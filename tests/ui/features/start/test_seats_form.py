"""Tests for the seats of a new match: who sits where, names, levels and temperaments."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
)

from greenbaize.app.tables.default_players import load_last_setup
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.levels import MissingLevel
from greenbaize.rules.players import OFFERED_LEVELS
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.start.new_match import (
    NewMatchDialog,
)
from greenbaize.ui.features.start.seats_form import SeatsForm
from greenbaize.words.titles import level_line
from ui.features.start.conftest import LEVELS
from ui.features.start.dialog_steps import (
    choose_last_entry,
    choose_newcomer,
    seat_kinds,
    seat_names,
    seat_names_and_kinds,
    type_text,
)
from ui.show_widget import show_widget


def test_level_choices_depend_on_the_game(qtbot):
    """Replace the missing level expert of Rank by the strongest one that the game offers."""
    seats = [{"who": "you"}, *[{"who": "expert"}] * 3]
    setups = {name: {"seats": seats} for name in ("blackout", "rank")}
    settings = UserSettings(your_name="Ida", last_game="blackout", setups=setups)
    dialog = NewMatchDialog(GAMES, OFFERED_LEVELS, settings)
    qtbot.addWidget(dialog)

    def offered_levels():
        boxes = (dialog.seats_form.bots_level_box, dialog.seats_form.rows[1].player_box)
        return [[box.itemData(index) for index in range(box.count())] for box in boxes]

    every = offered_levels()
    assert every == [[*OFFERED_LEVELS], ["you", *OFFERED_LEVELS, "newcomer", "other"]]
    assert seat_kinds(dialog) == ["human", *["expert"] * 3]
    dialog.game_list.choose_game("rank")
    assert offered_levels() == [
        [*OFFERED_LEVELS[:-1]],
        ["you", *OFFERED_LEVELS[:-1], "newcomer", "other"],
    ]
    assert seat_kinds(dialog) == ["human", *["hard"] * 3]
    dialog.players_box.setValue(5)
    assert dialog.seats_form.rows[4].player_box.findData("expert") < 0
    dialog.game_list.choose_game("blackout")
    assert offered_levels() == every
    assert seat_kinds(dialog) == ["human", *["expert"] * 3]


@pytest.fixture
def hook_without_expert(monkeypatch):
    """Offer no Expert at Damn with the hook, and no Hard with three players."""
    monkeypatch.setattr(
        type(GAMES["damn"]),
        "missing_levels",
        (
            MissingLevel("expert", options={"hook": [True]}),
            MissingLevel("hard", seats=[3], options={"hook": [True]}),
        ),
    )


def test_level_choices_follow_players_and_options(qtbot, hook_without_expert):
    seats = [{"who": "you"}, {"who": "expert"}, {"who": "easy"}, {"who": "expert"}]
    settings = UserSettings(your_name="Ida", last_game="damn", setups={"damn": {"seats": seats}})
    dialog = NewMatchDialog(GAMES, OFFERED_LEVELS, settings)
    qtbot.addWidget(dialog)
    show_options = dialog.options_form.show_options
    assert seat_kinds(dialog) == ["human", "expert", "easy", "expert"]
    assert "no stronger" not in dialog.seating_note.text()
    show_options(GAMES["damn"].options, 4, {"hook": True})
    assert seat_kinds(dialog) == ["human", "hard", "easy", "hard"]
    assert dialog.seats_form.rows[1].player_box.findData("expert") < 0
    assert dialog.seats_form.bots_level_box.findData("expert") < 0
    line = "At this table Expert is no stronger than Hard, so it is not offered."
    assert line in dialog.seating_note.text().splitlines()
    dialog.players_box.setValue(3)
    assert seat_kinds(dialog) == ["human", "medium", "easy"]
    show_options(GAMES["damn"].options, 3, {})
    assert seat_kinds(dialog) == ["human", "expert", "easy"]
    dialog.players_box.setValue(4)
    assert seat_kinds(dialog) == ["human", "expert", "easy", "expert"]


def test_a_person_without_a_name_keeps_the_seat_when_levels_change(qtbot):
    """The bug: while the levels changed, all seats looked like people who need names."""
    dialog = NewMatchDialog(GAMES, OFFERED_LEVELS, UserSettings(last_game="ass"))
    qtbot.addWidget(dialog)
    before = seat_names(dialog)
    dialog.options_form.get_field("refill").click()
    assert dialog.seats_form.rows[1].player_box.findData("hard") < 0
    assert seat_names(dialog) == before
    assert dialog.seats_form.rows[0].name_field.text() == "You"


def test_the_chosen_level_is_described(qtbot, hook_without_expert):
    seats = [{"who": "you"}, *[{"who": "easy"}] * 2]
    settings = UserSettings(your_name="Ida", last_game="damn", setups={"damn": {"seats": seats}})
    dialog = NewMatchDialog(GAMES, OFFERED_LEVELS, settings)
    qtbot.addWidget(dialog)
    dialog.show()
    box = dialog.seats_form.rows[1].player_box
    assert f"Easy: {level_line('easy')}" in dialog.seating_note.text().splitlines()
    assert box.accessibleDescription() == level_line("easy")
    while box.currentData() != "beginner":
        QTest.keyClick(box, Qt.Key.Key_Up)
    assert box.accessibleDescription() == level_line("beginner")
    lines = dialog.seating_note.text().splitlines()
    assert [line for line in lines if level_line("beginner") in line]
    assert "temperament" not in dialog.seating_note.text()
    while box.currentData() != "you":
        QTest.keyClick(box, Qt.Key.Key_Up)
    assert box.accessibleDescription() == ""


def test_a_wish_for_a_level_is_kept_until_another_is_chosen(qtbot, hook_without_expert):
    seats = [{"who": "you"}, *[{"who": "expert"}] * 2]
    setup = {"seats": seats, "options": {"hook": True}}
    settings = UserSettings(your_name="Ida", last_game="damn", setups={"damn": setup})

    def open_dialog():
        dialog = NewMatchDialog(GAMES, OFFERED_LEVELS, settings)
        qtbot.addWidget(dialog)
        return dialog

    dialog = open_dialog()
    dialog.players_box.setValue(5)  # the new seats have the same wish
    assert seat_kinds(dialog) == ["human", *["hard"] * 4]
    dialog.accept()
    stored_seats = settings.setups["damn"]["seats"]
    assert [(seat["who"], seat.get("wish")) for seat in stored_seats] == [
        ("you", None),
        *[("hard", "expert")] * 4,
    ]
    # The match of last time is played as shown.
    assert [player.level for player in load_last_setup(settings)[1]] == [None, *["hard"] * 4]
    dialog = open_dialog()
    box = dialog.seats_form.rows[2].player_box
    box.setCurrentIndex(box.findData("easy"))
    dialog.options_form.reset()
    assert seat_kinds(dialog) == ["human", "expert", "easy", "expert", "expert"]
    dialog.accept()
    assert not any("wish" in seat for seat in settings.setups["damn"]["seats"])


def test_own_seat_is_unique_and_keeps_the_name(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    field = dialog.seats_form.rows[2].player_box
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Home)  # “You” is the first choice
    assert seat_kinds(dialog) == ["easy", "easy", "human", "easy"]
    assert seat_names(dialog)[2] == "Ida"
    assert len(set(seat_names(dialog))) == 4
    qtbot.keyClicks(field, "E")  # for “Easy”
    assert seat_kinds(dialog) == ["easy"] * 4
    assert "Ida" not in seat_names(dialog)


def test_watching_is_explained_and_remembered(open_new_match_dialog):
    settings = UserSettings(your_name="Ida")
    dialog = open_new_match_dialog(settings)
    assert "watch" not in dialog.seating_note.text()
    dialog.seats_form.rows[0].player_box.setCurrentIndex(2)
    assert "watch" in dialog.seating_note.text()
    assert dialog.seats_form.your_seat is None
    dialog.accept()
    assert open_new_match_dialog(settings).seats_form.your_seat is None
    assert settings.your_name == "Ida"


def test_own_seat_survives_fewer_players(open_new_match_dialog):
    dialog = open_new_match_dialog()
    dialog.players_box.setValue(6)
    dialog.seats_form.rows[5].player_box.setCurrentIndex(0)
    assert dialog.seats_form.your_seat == 5
    dialog.players_box.setValue(4)
    assert dialog.seats_form.your_seat == 0
    dialog.players_box.setValue(6)
    assert seat_kinds(dialog).count("human") == 1


def test_each_bot_has_its_own_temperament(qtbot, open_new_match_dialog):
    settings = UserSettings(your_name="Ida")
    dialog = open_new_match_dialog(settings)
    seats = dialog.seats_form
    assert not seats.rows[0].temperament_box.isVisible()
    qtbot.keyClick(seats.rows[1].temperament_box, Qt.Key.Key_Home)
    qtbot.keyClick(seats.rows[2].temperament_box, Qt.Key.Key_End)
    seats.rows[2].player_box.setCurrentIndex(1)
    table = dialog.read_setup().players
    assert [player.temperament for player in table] == [None, "careful", None, None]
    assert table[2].level == "beginner"
    assert not seats.rows[2].temperament_box.isVisible()  # the level makes no use of a temperament
    dialog.accept()
    assert open_new_match_dialog(settings).read_setup().players == table


def test_levels_and_temperaments_have_tooltips(open_new_match_dialog):
    dialog = open_new_match_dialog()
    seats, tip = dialog.seats_form, Qt.ItemDataRole.ToolTipRole
    for field in (seats.rows[1].player_box, seats.rows[1].temperament_box, seats.bots_level_box):
        lines = [field.itemData(index, tip) for index in range(field.count())]
        assert len(set(filter(None, lines))) >= 2
    seats.rows[1].player_box.setCurrentIndex(seats.rows[1].player_box.findData("easy"))
    assert "as people do" in seats.rows[1].player_box.toolTip()
    seats.rows[1].player_box.setCurrentIndex(0)
    assert "another program" in seats.rows[1].player_box.toolTip()


def test_keyboard_in_closed_field_opens_no_program_dialog(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    field = dialog.seats_form.rows[2].player_box
    requested_seats = []
    dialog.seats_form.program_requested.disconnect()
    dialog.seats_form.program_requested.connect(requested_seats.append)
    field.setFocus()
    for key in (Qt.Key.Key_End, Qt.Key.Key_Down, Qt.Key.Key_PageDown):
        qtbot.keyClick(field, key)
    assert field.currentData() == LEVELS[-1]
    assert requested_seats == []
    choose_last_entry(qtbot, field)
    assert requested_seats == [2]
    assert field.currentData() == LEVELS[-1]
    qtbot.keyClick(field, Qt.Key.Key_F4)
    qtbot.keyClick(field.view().window(), Qt.Key.Key_Escape)
    qtbot.keyClick(field, Qt.Key.Key_End)
    assert requested_seats == [2]


def test_common_level_is_set_for_all_bots(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    everyone = dialog.seats_form.bots_level_box
    assert everyone.currentText() == "Easy"
    everyone.setFocus()
    qtbot.keyClick(everyone, Qt.Key.Key_Home)
    assert seat_kinds(dialog) == ["human", "beginner", "beginner", "beginner"]
    assert seat_names(dialog) == ["Ida", "Anna", "Boris", "Vera"]
    dialog.players_box.setValue(6)  # seats added later get this level too
    assert seat_kinds(dialog) == ["human", *["beginner"] * 5]
    dialog.seats_form.rows[0].player_box.setCurrentIndex(1)  # no seat is a person's now
    assert seat_kinds(dialog) == ["beginner"] * 6


def test_mixed_levels_are_shown_in_the_common_field(qtbot, open_new_match_dialog):
    settings = UserSettings(your_name="Ida")
    dialog = open_new_match_dialog(settings)
    everyone = dialog.seats_form.bots_level_box
    field = dialog.seats_form.rows[2].player_box
    field.setFocus()
    qtbot.keyClicks(field, "B")  # for “Beginner”
    assert seat_kinds(dialog) == ["human", "easy", "beginner", "easy"]
    assert (everyone.currentIndex(), everyone.placeholderText()) == (-1, "each its own")
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert everyone.currentText() == "Easy"
    qtbot.keyClick(field, Qt.Key.Key_Up)
    dialog.accept()
    again = open_new_match_dialog(settings)
    assert again.seats_form.bots_level_box.currentIndex() == -1
    assert seat_kinds(again) == ["human", "easy", "beginner", "easy"]


def test_removed_program_is_not_offered(open_new_match_dialog):
    setup = {"seats": [{"who": "program", "program": "gone", "name": "Al"}] * 3, "options": {}}
    settings = UserSettings(your_name="Ida", setups={"damn": setup}, programs={"gone": "/gone"})
    dialog = open_new_match_dialog(settings)
    assert seat_kinds(dialog) == ["easy", "easy", "easy"]
    assert dialog.seats_form.rows[0].player_box.findText("gone") == -1
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
def test_names_are_normalised(qtbot, open_new_match_dialog, typed, name):
    dialog = open_new_match_dialog()
    type_text(qtbot, dialog.seats_form.rows[1].name_field, typed)
    assert seat_names(dialog)[1] == name
    assert dialog.seats_form.rows[1].name_field.text() == name


def test_equal_names_become_unique(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    for seat in (1, 2, 3):
        type_text(qtbot, dialog.seats_form.rows[seat].name_field, "ida")
    assert seat_names(dialog) == ["Ida", "ida 2", "ida 3", "ida 4"]
    type_text(qtbot, dialog.seats_form.rows[1].name_field, "x" * 24)
    type_text(qtbot, dialog.seats_form.rows[2].name_field, "x" * 24)
    assert seat_names(dialog)[2] == "x" * 22 + " 2"


def test_bot_names_differ_from_local_persons(open_new_match_dialog):
    settings = UserSettings(your_name="Otto")
    settings.add_person("Anna")
    erika = settings.add_person("Erika")
    old = [{"who": "you"}, *({"who": "easy", "name": name} for name in ("Boris", "Anna", "Vera"))]
    settings.setups["damn"] = {"seats": old, "options": {}}
    dialog = open_new_match_dialog(settings)
    assert seat_names(dialog) == ["Otto", "Boris", "Mila", "Vera"]
    boxes = [
        combo_box
        for combo_box in dialog.seats_form.list_fields()
        if isinstance(combo_box, QComboBox)
    ]
    first = next(
        combo_box for combo_box in boxes if combo_box.accessibleName() == "Who sits at seat 1"
    )
    first.setCurrentIndex(first.findText("Erika"))
    assert dialog.seats_form.your_identity == erika
    assert seat_names(dialog)[0] == "Erika"
    assert not {*seat_names(dialog)} & {"Anna", "Otto"}
    assert not any(name[-1].isdecimal() for name in seat_names(dialog))


def test_two_people_share_the_computer_and_are_remembered(qtbot, open_new_match_dialog):
    settings = UserSettings(your_name="Anna")
    dialog = open_new_match_dialog(settings)
    choose_newcomer(qtbot, dialog, 2)
    assert dialog.focusWidget() is dialog.seats_form.rows[2].name_field  # the name is asked for
    qtbot.keyClicks(dialog.focusWidget(), "Boris")
    assert [kind for _, kind in seat_names_and_kinds(dialog)] == ["human", "bot", "human", "bot"]
    assert "pass the computer" in dialog.seating_note.text()
    dialog.accept()
    assert seat_names_and_kinds(dialog)[2] == ("Boris", "human")
    assert [person.name for person in settings.persons] == ["Anna", "Boris"]
    assert settings.your_name == "Anna"
    assert load_last_setup(settings)[1] == dialog.read_setup().players
    again = open_new_match_dialog(settings)
    assert replace(again.read_setup(), seed="") == replace(dialog.read_setup(), seed="")
    assert again.seats_form.rows[2].name_field.isReadOnly()  # a stored person by now
    assert again.seats_form.rows[2].player_box.currentText() == "Boris"


def test_people_at_one_computer_get_unique_names(qtbot, open_new_match_dialog):
    settings = UserSettings(your_name="Anna")
    dialog = open_new_match_dialog(settings)
    for seat, name in ((1, "anna"), (2, "Boris"), (3, "Boris")):
        choose_newcomer(qtbot, dialog, seat)
        type_text(qtbot, dialog.seats_form.rows[seat].name_field, name)
    assert [name for name, _ in seat_names_and_kinds(dialog)] == [
        "Anna",
        "anna 2",
        "Boris",
        "Boris 2",
    ]
    dialog.accept()
    assert len({person.name for person in settings.persons}) == 4


def test_at_most_four_people_share_a_computer(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog(UserSettings(your_name="Anna", last_game="rank"))
    dialog.players_box.setValue(6)
    for seat, name in enumerate(("Boris", "Vera", "Mila"), 1):
        choose_newcomer(qtbot, dialog, seat)
        type_text(qtbot, dialog.seats_form.rows[seat].name_field, name)
    choose_newcomer(qtbot, dialog, 4)
    assert [kind for _, kind in seat_names_and_kinds(dialog)] == ["human"] * 4 + ["bot"] * 2
    dialog.seats_form.rows[1].player_box.setCurrentIndex(1)
    choose_newcomer(qtbot, dialog, 4)
    type_text(qtbot, dialog.seats_form.rows[4].name_field, "Otto")
    assert [kind for _, kind in seat_names_and_kinds(dialog)].count("human") == 4


def test_person_moves_or_swaps_seats(open_new_match_dialog):
    settings = UserSettings(your_name="Anna")
    boris = settings.add_person("Boris")
    dialog = open_new_match_dialog(settings)
    player_boxes = [row.player_box for row in dialog.seats_form.rows]
    player_boxes[1].setCurrentIndex(player_boxes[1].findText("Boris"))
    assert seat_names_and_kinds(dialog)[:2] == [("Anna", "human"), ("Boris", "human")]
    player_boxes[3].setCurrentIndex(player_boxes[3].findText("Boris"))
    assert [kind for _, kind in seat_names_and_kinds(dialog)] == ["human", "bot", "bot", "human"]
    assert seat_names_and_kinds(dialog)[3][0] == "Boris"
    player_boxes[0].setCurrentIndex(player_boxes[0].findText("Boris"))
    assert dialog.seats_form.your_identity == boris
    names_now = [name for name, kind in seat_names_and_kinds(dialog) if kind == "human"]
    assert names_now == ["Boris", "Anna"]
    player_boxes[0].setCurrentIndex(player_boxes[0].findData("easy"))
    assert [kind for _, kind in seat_names_and_kinds(dialog)] == ["bot", "bot", "bot", "human"]
    dialog.accept()
    assert settings.your_name == "Anna"  # the person who still has a seat
    assert load_last_setup(settings)[1] == dialog.read_setup().players


def test_names_of_a_shared_match_rename_nobody(qtbot, open_new_match_dialog, nameless_settings):
    """Keep the name of a person who has played alone as “You”, and their match history."""
    person = nameless_settings.current_identity
    dialog = open_new_match_dialog(nameless_settings)
    dialog.seats_form.rows[1].player_box.setCurrentIndex(0)
    choose_newcomer(qtbot, dialog, 0)
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert "1, 2" in dialog.error_label.text()  # all missing names are asked for at once
    type_text(qtbot, dialog.seats_form.rows[0].name_field, "Oleg")
    type_text(qtbot, dialog.seats_form.rows[1].name_field, "Nina")
    assert "for this match" in dialog.seating_note.text()
    started = []
    dialog.match_chosen.connect(started.append)
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert [player.name for player in started[0].players[:2]] == ["Oleg", "Nina"]
    assert (
        nameless_settings.current_identity,
        nameless_settings.your_name,
        nameless_settings.current_person.former_names,
    ) == (person, "", ())
    again = open_new_match_dialog(nameless_settings)
    assert seat_names(again)[:2] == ["Oleg", "Nina"]
    assert not again.seats_form.nameless_seats
    again.seats_form.rows[0].player_box.setCurrentIndex(
        again.seats_form.rows[0].player_box.findData("easy")
    )
    assert seat_names(again)[1] == "You"
    again.accept()
    assert nameless_settings.your_name == ""


def test_second_nameless_person_is_asked(qtbot, open_new_match_dialog, nameless_settings):
    anna = nameless_settings.add_person("Anna")
    nameless_one = nameless_settings.current_identity
    nameless_settings.switch_person(anna)
    dialog = open_new_match_dialog(nameless_settings)
    player_box, name = dialog.seats_form.rows[1].player_box, dialog.seats_form.rows[1].name_field
    player_box.setCurrentIndex(player_box.findText("You"))
    assert dialog.seats_form.nameless_seats == [1]
    type_text(qtbot, name, "Zoe")
    dialog.accept()
    assert seat_names(dialog)[:2] == ["Anna", "Zoe"]
    assert {person.identity: person.name for person in nameless_settings.persons}[
        nameless_one
    ] == ""


def test_removed_person_becomes_a_newcomer(open_new_match_dialog):
    seats = [{"who": "you", "name": "Anna"}, {"who": "person", "name": "Boris"}]
    seats += [{"who": "easy", "name": "Otto"}]
    settings = UserSettings(your_name="Anna", setups={"damn": {"seats": seats}}, last_game="damn")
    dialog = open_new_match_dialog(settings)
    assert seat_names_and_kinds(dialog)[1] == ("Boris", "human")
    assert not dialog.seats_form.rows[1].name_field.isReadOnly()
    assert not dialog.seats_form.nameless_seats


def test_person_of_another_ones_setup_who_plays_now_has_the_own_seat(open_new_match_dialog):
    seats = [{"who": "easy", "name": "Otto"}, {"who": "person", "name": "Anna"}]
    seats += [{"who": "easy", "name": "Vera"}]
    settings = UserSettings(your_name="Anna", setups={"damn": {"seats": seats}}, last_game="damn")
    dialog = open_new_match_dialog(settings)
    assert seat_names_and_kinds(dialog)[1] == ("Anna", "human")
    assert dialog.seats_form.your_seat == 1


def test_bot_gives_up_its_name_to_a_newcomer(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog(UserSettings(your_name="Ida"))
    bot_name = seat_names(dialog)[2]
    choose_newcomer(qtbot, dialog, 1)
    type_text(qtbot, dialog.seats_form.rows[1].name_field, bot_name)
    assert seat_names(dialog)[1] == bot_name
    assert seat_names(dialog)[2] != bot_name
    assert len({*seat_names(dialog)}) == 4
    assert not any(name[-1].isdecimal() for name in seat_names(dialog))


def test_shared_match_asks_for_every_name(qtbot, open_new_match_dialog, nameless_settings):
    """Ask for names: “You” serves for a single person only."""
    dialog = open_new_match_dialog(nameless_settings)
    started = []
    dialog.match_chosen.connect(started.append)
    own_name, second_name = (
        dialog.seats_form.rows[0].name_field,
        dialog.seats_form.rows[1].name_field,
    )
    assert own_name.text() == "You"
    choose_newcomer(qtbot, dialog, 1)
    type_text(qtbot, second_name, "Boris")
    assert own_name.text() == ""
    assert own_name.placeholderText() == "Player 1"
    assert not own_name.isReadOnly()
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert not started
    assert dialog.error_label.isVisible()
    assert dialog.focusWidget() is own_name
    type_text(qtbot, own_name, "you")
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert not started
    type_text(qtbot, own_name, "Zoe")
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert [player.name for player in started[0].players[:2]] == ["Zoe", "Boris"]


def test_missing_name_is_asked_for(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog(UserSettings(your_name="Anna"))
    choose_newcomer(qtbot, dialog, 1)
    dialog.start_button.setFocus()
    with qtbot.assertNotEmitted(dialog.match_chosen):
        qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    assert dialog.error_label.isVisible()
    assert "seat 2" in dialog.error_label.text()
    assert dialog.focusWidget() is dialog.seats_form.rows[1].name_field
    type_text(qtbot, dialog.seats_form.rows[1].name_field, "Boris")
    assert not dialog.error_label.isVisible()
    with qtbot.waitSignal(dialog.match_chosen):
        qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)


class TestSeatsForm:
    """The form alone, without the dialog."""

    @pytest.fixture
    def make_form(self, qtbot):
        forms = []

        def show_form(*names, programs=(), count=4, setups=(), has_own_name=True):
            persons = [(name.lower(), name) for name in names or ("Ida",)]
            levels = ("beginner", "easy", "hard")
            form = SeatsForm(levels, persons, programs, has_own_name=has_own_name)
            forms.append(form)
            form.show_setup(count, setups)
            return show_widget(qtbot, form)

        return show_form

    def keys(self, form):
        return [row.player_key for row in form._shown_rows]

    def test_person_sits_first_by_default(self, make_form):
        form = make_form()
        assert self.keys(form) == ["you", *["hard"] * 3]  # the strongest: there is no medium
        assert (form.your_seat, form.people_seats, form.newcomer_seats) == (0, [0], [])
        assert form.identity_at(0) == "ida"
        assert form.identity_at(1) is None
        assert form.make_players()[0] == HeaderPlayer("Ida")
        assert not form.has_match_names

    def test_seats_are_shown_as_many_as_there_are(self, make_form):
        form = make_form(count=3)
        assert len(form.rows) == 3
        form.show_seats(5)
        form.show_seats(2)
        visible_rows = [row.seat for row in form.rows if row.player_box.isVisible()]
        assert visible_rows == [0, 1]
        assert not form.rows[3].temperament_box.isVisible()
        assert len(form.make_players()) == len(form.make_seat_setups()) == 2
        assert len(form.list_fields()) == 15

    def test_set_up_is_written_as_it_is_read(self, make_form):
        setups = [
            {"who": "easy", "temperament": "careful", "name": "Al"},
            {"who": "you", "name": "Ida"},
            {"who": "program", "program": "mine", "name": "Bo"},
            {"who": "person", "name": "Zoe"},
        ]
        form = make_form(programs=("mine",), setups=setups)
        assert form.make_seat_setups() == setups
        assert make_form(programs=("mine",), setups=form.make_seat_setups()).make_players() == (
            HeaderPlayer("Al", "bot", "easy", temperament="careful"),
            HeaderPlayer("Ida"),
            HeaderPlayer("Bo", "bot", program="mine"),
            HeaderPlayer("Zoe"),
        )

    def test_person_takes_a_single_seat_of_a_set_up(self, make_form):
        setups = [{"who": "you"}, {"who": "you"}, {"who": "person", "name": "max"}]
        form = make_form("Ida", "Max", setups=setups)
        assert self.keys(form) == ["you", "hard", "person:max", "hard"]

    def test_preview_has_stars_by_level_and_newcomers(self, make_form):
        setups = [{"who": who} for who in ("you", "hard", "person", "beginner")]
        setups[2]["name"] = "Zoe"
        form = make_form(setups=setups)
        previews = form.preview_seats()
        assert [preview.stars for preview in previews] == [None, 3, None, 1]
        assert [preview.is_you for preview in previews] == [True, False, False, False]
        assert [preview.is_newcomer for preview in previews] == [False, False, True, False]
        form.rows[2].newcomer_name = ""
        assert not form.preview_seats()[2].is_newcomer

    def test_program_is_offered_everywhere_once(self, make_form):
        form = make_form(programs=("mine",))
        for _ in range(2):
            form.set_program(2, "other bot")
        boxes = [row.player_box for row in form.rows]
        assert [box.findData("program:other bot") for box in boxes] == [5] * 4
        assert boxes[0].count() == 8
        assert form.rows[2].player_key == "program:other bot"
        form.show_seats(5)
        assert form.rows[4].player_box.findText("other bot") == 5

    def test_current_person_changes_places_with_another(self, qtbot, make_form):
        form = make_form("Ida", "Max")
        with qtbot.waitSignal(form.changed):
            form.set_current_person("max")
        assert (form.your_identity, form.your_name) == ("max", "Max")
        assert form.rows[0].name_field.text() == "Max"
        box = form.rows[1].player_box
        assert [box.itemText(row) for row in range(2)] == ["Max", "Ida"]
        assert box.itemData(1) == "person:ida"
        with qtbot.assertNotEmitted(form.changed):
            form.set_current_person("max")
            form.set_current_person("nobody")

    def test_bot_gives_its_name_to_the_new_current_person(self, make_form):
        form = make_form("Ida", "Max")
        form.rows[1].bot_name = "max"
        form.set_current_person("max")
        assert form.make_players()[1].name not in ("Max", "max")

    def test_entry_of_the_person_is_named_among_several(self, make_form):
        assert make_form().rows[0].player_box.itemText(0) == "You"
        assert make_form("Ida", "Max").rows[0].player_box.itemText(0) == "Ida"

    def test_known_names_are_fixed(self, make_form):
        fixed = make_form().rows[0].name_field
        assert fixed.isReadOnly()
        assert not fixed.hasFrame()
        assert fixed.toolTip() == "Names are changed under “People…”."
        free = make_form("You", has_own_name=False).rows[0].name_field
        assert not free.isReadOnly()
        assert free.toolTip() == ""

    def test_typed_own_name_is_kept_without_another_person(self, qtbot, make_form):
        form = make_form("You", has_own_name=False)
        type_text(qtbot, form.rows[0].name_field, " Zoe ")
        assert form.your_name == "Zoe"
        assert form.make_players()[0].name == "Zoe"

    def test_popup_is_as_wide_as_its_entries(self, make_form):
        box = make_form(programs=("W" * 16,)).rows[0].player_box
        metrics, texts = box.fontMetrics(), map(box.itemText, range(box.count()))
        widest = max(map(metrics.horizontalAdvance, texts))
        assert box.view().minimumWidth() == min(widest + 32, 420)
        long_box = make_form(programs=("W" * 90,)).rows[0].player_box
        assert long_box.view().minimumWidth() == 420

    def test_fields_are_named_for_screen_readers(self, make_form):
        row = make_form().rows[2]
        fields = (row.player_box, row.temperament_box, row.name_field)
        assert [field.accessibleName() for field in fields] == [
            "Who sits at seat 3",
            "Temperament at seat 3",
            "Name at seat 3",
        ]
        assert row.label.buddy() is row.player_box
        assert row.label.text() == "Seat &3"

    def test_level_for_all_bots_counts_for_hidden_seats_too(self, make_form):
        form = make_form(count=5)
        form.show_seats(3)
        form.bots_level_box.setCurrentIndex(form.bots_level_box.findData("hard"))
        form.bots_level_box.activated.emit(0)
        form.show_seats(5)
        assert self.keys(form) == ["you", *["hard"] * 4]
        assert form.bots_level_box.currentData() == "hard"
