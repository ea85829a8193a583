"""Tests for the current player: shown and changed on the start screen and in dialogs."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from greenbaize.app.avatars import Avatar, AvatarHead
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.store import folders
from greenbaize.store.persons import MAX_PERSONS
from greenbaize.store.settings import UserSettings
from greenbaize.ui.faces.assigned_avatars import assign_avatars
from greenbaize.ui.faces.icons import PersonButton
from greenbaize.ui.features.people.people_dialogs import PeopleDialog
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.features.start.start_menu import QuickStartButton
from greenbaize.ui.widgets.theme import DARK
from ui.table.person import wait_until

LEFT_BUTTON = Qt.MouseButton.LeftButton


def add_jan():
    """Store a person Jan with the dark theme; return his identity."""
    settings = UserSettings.load()
    jan = settings.add_person("Jan", "cap", "coral")
    settings.change_person(jan, theme="dark", four_colours=True, motion="none", ring=False)
    assert settings.save() is None
    return jan


def start_damn_match(open_program, **options):
    """Start a match of Damn with Ida and two bots; return the window facade."""
    main = open_program(PlayRequest("damn", 3, options, seed_from_text("who"))).facade
    wait_until(lambda: main.match is not None)
    return main


def player_chip(main):
    wait_until(lambda: main.start_screen is not None and main.start_screen.start_menu is not None)
    return main.start_screen.start_menu.findChildren(PersonButton)[0]


def menu_entries(main):
    return {action.text(): action for action in main.people.menu.actions() if action.text()}


def test_player_chip_contrasts_with_the_cloth(open_program):
    main = open_program().facade
    chip = player_chip(main)
    picture = chip.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    names = range(chip.iconSize().width() + 12, picture.width())
    colours = {picture.pixelColor(x, y).name() for x in names for y in range(picture.height())}
    assert main.theme.plate_text in colours


@pytest.mark.slow
def test_switching_player_applies_their_settings(qtbot, open_program):
    main = open_program().facade
    jan = add_jan()  # as if added in another window
    qtbot.mouseClick(player_chip(main), LEFT_BUTTON)
    assert list(menu_entries(main)) == ["Ida", "Jan", "&Add a person…", "&People…"]
    assert menu_entries(main)["Ida"].isChecked()
    menu_entries(main)["Jan"].trigger()
    assert player_chip(main).text() == "Jan ▾"
    assert main.theme is DARK
    assert UserSettings.load().current_identity == jan
    main.start_usual_match(None)
    assert main.match.player_view.header.players[0].name == "Jan"
    assert main.match_view.scene.plates[0].face_look == Avatar(AvatarHead.CAP, "coral")


def test_chip_is_reached_by_keyboard(qtbot, open_program):
    main = open_program().facade
    chip = player_chip(main)
    qtbot.waitUntil(lambda: main.focusWidget() is not None)
    for _ in range(12):
        qtbot.keyClick(main.focusWidget(), Qt.Key.Key_Tab)
        if main.focusWidget() is chip:
            break
    assert main.focusWidget() is chip
    qtbot.keyClick(chip, Qt.Key.Key_Space)
    assert "Ida" in menu_entries(main)


def test_added_person_becomes_the_player(qtbot, open_program):
    main = open_program().facade
    qtbot.mouseClick(player_chip(main), LEFT_BUTTON)
    menu_entries(main)["&Add a person…"].trigger()
    dialog = main._dialog
    qtbot.keyClicks(dialog.person_form.name_field, "Zoe")
    qtbot.keyClick(dialog.person_form.name_field, Qt.Key.Key_Return)
    assert player_chip(main).text() == "Zoe ▾"
    assert [person.name for person in UserSettings.load().persons] == ["Ida", "Zoe"]


@pytest.mark.slow
def test_switch_during_a_match_applies_to_the_next_one(qtbot, open_program):
    main = start_damn_match(open_program, first=1, deals=3)
    jan = add_jan()
    main.people.open_people_dialog()
    dialog = main._dialog
    dialog.people_list.setCurrentRow(1)
    qtbot.mouseClick(dialog.play_button, LEFT_BUTTON)
    assert main.settings.your_name == "Ida"
    assert main.banner.label.text() == (
        "Jan plays from the next match on; this one is Ida's to its end."
    )
    dialog.close()
    main.clear_table()
    assert main.settings.current_identity == jan
    assert player_chip(main).text() == "Jan ▾"
    assert main.theme is DARK


def test_chosen_face_is_shown_at_the_table(qtbot, open_program):
    main = start_damn_match(open_program)
    assert main.match_view is not None
    main.people.open_people_dialog()
    dialog = main._dialog
    assert isinstance(dialog, PeopleDialog)
    qtbot.mouseClick(dialog.person_form.face_group.button(1), LEFT_BUTTON)
    assert main.match_view.scene.plates[0].face_look.head == "beard"
    avatars = [plate.face_look for plate in main.match_view.scene.plates]
    assert avatars == list(assign_avatars(main.match_view.scene.names))
    assert len({look.head for look in avatars}) == 3


@pytest.mark.slow
def test_new_match_dialog_switches_the_player(qtbot, open_program):
    main = open_program().facade
    jan = add_jan()
    main.settings.sync_persons()
    main.launcher.open_new_match_dialog("damn")
    dialog = main._dialog
    assert isinstance(dialog, NewMatchDialog)
    player_box = dialog.seats_form.rows[0].player_box
    assert [player_box.itemText(index) for index in range(2)] == ["Ida", "Jan"]
    qtbot.keyClick(player_box, Qt.Key.Key_Down)
    assert dialog.seats_form.rows[0].name_field.text() == "Jan"
    assert dialog.seats_form.rows[0].name_field.isReadOnly()
    names = {player.name for player in dialog.read_setup().players}
    assert "Ida" not in names - {"Jan"}
    qtbot.mouseClick(dialog.start_button, LEFT_BUTTON)
    assert main.settings.current_identity == jan
    assert main.theme is DARK
    assert main.match.player_view.header.players[0].name == "Jan"
    assert not main.menus.ring.isChecked()
    assert UserSettings.load().current_identity == jan
    assert "damn" in main.settings.setups
    main.settings.switch_person("1")
    assert main.settings.setups == {}


def test_known_name_at_a_table_switches_the_player(open_program):
    main = open_program().facade
    jan = add_jan()
    main.settings.sync_persons()
    main.persons.apply_typed_name("Somebody else")
    assert (main.settings.your_name, main.settings.former) == ("Ida", [])
    main.persons.apply_typed_name("jan")
    assert main.settings.current_identity == jan


def test_newer_settings_are_reported_and_kept(open_program):
    path = folders.settings_path()
    before = json.loads(path.read_text())
    path.write_text(json.dumps(before | {"version": 99}))
    main = open_program().facade
    wait_until(lambda: main.updater is not None)
    assert main.banner.label.text().startswith("The settings were written by a newer Green Baize.")
    assert main.settings.your_name == "Ida"
    main.settings.theme = "dark"
    main.save_settings()
    assert json.loads(path.read_text())["version"] == 99


def test_removal_in_another_window_is_reported_once(qtbot, open_program):
    jan = add_jan()
    main = open_program().facade
    ida = main.settings.current_identity
    elsewhere = UserSettings.load()
    elsewhere.switch_person(jan)
    elsewhere.remove_person(ida)
    assert elsewhere.save() is None
    qtbot.mouseClick(player_chip(main), LEFT_BUTTON)
    assert list(menu_entries(main))[:2] == ["Ida", "Jan"]
    assert main.banner.label.text().startswith("The person who plays here was removed")
    main.banner.show_sentence("")
    main.save_settings()
    assert main.banner.label.text() == ""
    menu_entries(main)["Jan"].trigger()
    assert [person.name for person in UserSettings.load().persons] == ["Jan"]


@pytest.mark.slow
def test_person_limit_disables_adding(qtbot, open_program):
    settings = UserSettings.load()
    settings.add_person("A&B <b>x</b>")
    for number in range(MAX_PERSONS - 2):
        settings.add_person(f"N{number}")
    settings.save()
    main = open_program().facade
    qtbot.mouseClick(player_chip(main), LEFT_BUTTON)
    assert not menu_entries(main)["&Add a person…"].isEnabled()
    assert menu_entries(main)["&People…"].isEnabled()
    assert "A&&B <b>x</b>" in menu_entries(main)  # plain text


@pytest.mark.slow
def test_rematch_is_played_by_the_current_player(open_program):
    main = start_damn_match(open_program, first=1, deals=3)
    jan = add_jan()
    main.settings.sync_persons()
    main.persons.switch_person(jan)
    main.launcher.open_new_match_dialog()
    dialog = main._dialog
    assert isinstance(dialog, NewMatchDialog)
    assert dialog.seats_form.make_players()[0].name == "Jan"
    dialog.reject()
    assert main.settings.your_name == "Ida"
    main.launcher.play_again()
    assert [player.name for player in main.match.player_view.header.players] == [
        "Jan",
        "Anna",
        "Boris",
    ]
    assert main.settings.current_identity == jan


@pytest.mark.slow
def test_match_of_another_person_is_not_the_default_choice(open_program):
    main = start_damn_match(open_program)
    ida, jan = main.settings.current_identity, add_jan()
    main.settings.sync_persons()
    main.clear_table()
    main.persons.switch_person(jan)
    choices = main.start_screen.start_menu
    labels = [label.details for label in choices.findChildren(QuickStartButton)]
    assert [label for label in labels if label.startswith("Ida with Anna, Boris")]
    texts = [label.text() for label in choices.buttons]
    assert texts[0].startswith("Play Damn")
    assert main.focusWidget() is choices.buttons[0]
    assert main.theme is DARK
    choices.buttons[texts.index("Go on: Damn")].click()
    assert main.settings.current_identity == ida
    assert main.theme is not DARK
    assert main.match.player_view.header.players[0].name == "Ida"


@pytest.mark.slow
def test_own_match_is_offered_first(open_program):
    main = start_damn_match(open_program)
    own = main.match.file.path
    ida, jan = main.settings.current_identity, add_jan()
    main.settings.sync_persons()
    main.clear_table()
    main.persons.switch_person(jan)
    for _ in range(2):
        main.start_usual_match(None)
        main.clear_table()
    main.persons.switch_person(ida)
    main.launcher.open_unfinished_dialog()
    dialog = main._dialog
    assert dialog.chosen_match.path == own
    dialog.reject()
    assert main.start_screen.start_menu.buttons[0].text() == "Go on: Damn"
    main.start_screen.start_menu.buttons[0].click()
    assert main.match.file.path == own
    assert main.settings.current_identity == ida


def test_own_match_survives_a_renaming(open_program):
    main = start_damn_match(open_program)
    add_jan()
    main.settings.sync_persons()
    main.settings.rename_person(main.settings.current_identity, "IDA", "Ida")
    main.clear_table()
    words = [
        button_line.details
        for button_line in main.start_screen.start_menu.findChildren(QuickStartButton)
    ]
    assert any(button_line.startswith("with Anna, Boris") for button_line in words)
    assert not any(button_line.startswith("Ida with") for button_line in words)
