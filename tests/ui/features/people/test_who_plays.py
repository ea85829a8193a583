"""Tests for the current player: shown and changed on the start screen and in dialogs."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from greenbaize.app.faces import Head, Look
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.store import folders
from greenbaize.store.persons import MOST_PERSONS
from greenbaize.store.settings import Settings
from greenbaize.ui.faces.icons import PersonChip
from greenbaize.ui.faces.looks import looks_at
from greenbaize.ui.features.people.people import PeopleDialog
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.features.start.start_menu import WayButton
from greenbaize.ui.widgets.theme import DARK
from ui.table.person import until

LEFT = Qt.MouseButton.LeftButton


def with_jan():
    """Store a person Jan with the dark theme; return his identity."""
    settings = Settings.load()
    jan = settings.add_person("Jan", "cap", "coral")
    settings.change_person(jan, theme="dark", four_colours=True, motion="none", ring=False)
    assert settings.save() is None
    return jan


def at_a_match(opened, **options):
    """Start a match of Damn with Ida and two bots; return the window facade."""
    main = opened(PlayRequest("damn", 3, options, seed_from("who"))).main
    until(lambda: main.match is not None)
    return main


def chip_of(main):
    until(lambda: main.lobby is not None and main.lobby.choices is not None)
    return main.lobby.choices.findChildren(PersonChip)[0]


def entries(main):
    return {one.text(): one for one in main.who_plays.menu.actions() if one.text()}


def test_who_plays_is_written_for_the_cloth(opened):
    main = opened().main
    chip = chip_of(main)
    picture = chip.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    names = range(chip.iconSize().width() + 12, picture.width())
    seen = {picture.pixelColor(x, y).name() for x in names for y in range(picture.height())}
    assert main.theme.plate_text in seen


@pytest.mark.slow
def test_another_plays_at_once_with_what_they_have_set(qtbot, opened):
    main = opened().main
    jan = with_jan()  # as if added in another window
    qtbot.mouseClick(chip_of(main), LEFT)
    assert list(entries(main)) == ["Ida", "Jan", "&Add a person…", "&People…"]
    assert entries(main)["Ida"].isChecked()
    entries(main)["Jan"].trigger()
    assert chip_of(main).text() == "Jan ▾"
    assert main.theme is DARK
    assert Settings.load().who == jan
    main.begin_wanted(None)
    assert main.match.place.header.sitters[0].name == "Jan"
    assert main.playing.scene.plates[0].look == Look(Head.CAP, "coral")


def test_the_chip_is_reached_by_keys(qtbot, opened):
    main = opened().main
    chip = chip_of(main)
    qtbot.waitUntil(lambda: main.focusWidget() is not None)
    for _ in range(12):
        qtbot.keyClick(main.focusWidget(), Qt.Key.Key_Tab)
        if main.focusWidget() is chip:
            break
    assert main.focusWidget() is chip
    qtbot.keyClick(chip, Qt.Key.Key_Space)
    assert "Ida" in entries(main)


def test_somebody_who_is_added_plays(qtbot, opened):
    main = opened().main
    qtbot.mouseClick(chip_of(main), LEFT)
    entries(main)["&Add a person…"].trigger()
    dialog = main._dialog
    qtbot.keyClicks(dialog.form.name, "Zoe")
    qtbot.keyClick(dialog.form.name, Qt.Key.Key_Return)
    assert chip_of(main).text() == "Zoe ▾"
    assert [one.name for one in Settings.load().persons] == ["Ida", "Zoe"]


@pytest.mark.slow
def test_amid_a_match_it_is_said_that_the_next_one_is_theirs(qtbot, opened):
    main = at_a_match(opened, first=1, deals=3)
    jan = with_jan()
    main.who_plays.ask_people()
    dialog = main._dialog
    dialog.list.setCurrentRow(1)
    qtbot.mouseClick(dialog.play_button, LEFT)
    assert main.settings.your_name == "Ida"
    assert main.banner.words.text() == (
        "Jan plays from the next match on; this one is Ida's to its end."
    )
    dialog.close()
    main.clear_table()
    assert main.settings.who == jan
    assert chip_of(main).text() == "Jan ▾"
    assert main.theme is DARK


def test_a_face_that_is_chosen_is_seen_at_the_table(qtbot, opened):
    main = at_a_match(opened)
    assert main.playing is not None
    main.who_plays.ask_people()
    dialog = main._dialog
    assert isinstance(dialog, PeopleDialog)
    qtbot.mouseClick(dialog.form.faces.button(1), LEFT)
    assert main.playing.scene.plates[0].look.head == "beard"
    looks = [plate.look for plate in main.playing.scene.plates]
    assert looks == list(looks_at(main.playing.scene.names))
    assert len({look.head for look in looks}) == 3


@pytest.mark.slow
def test_the_dialog_of_new_matches_lets_one_choose_who_plays(qtbot, opened):
    main = opened().main
    jan = with_jan()
    main.settings.look_around()
    main.what_next.ask_new_match("damn")
    dialog = main._dialog
    assert isinstance(dialog, NewMatchDialog)
    who = dialog.seats.rows[0].who
    assert [who.itemText(at) for at in range(2)] == ["Ida", "Jan"]
    qtbot.keyClick(who, Qt.Key.Key_Down)
    assert dialog.seats.rows[0].name.text() == "Jan"
    assert dialog.seats.rows[0].name.isReadOnly()
    names = {one.name for one in dialog.chosen().sitters}
    assert "Ida" not in names - {"Jan"}
    qtbot.mouseClick(dialog.start_button, LEFT)
    assert main.settings.who == jan
    assert main.theme is DARK
    assert main.match.place.header.sitters[0].name == "Jan"
    assert not main.menus.ring.isChecked()
    assert Settings.load().who == jan
    assert "damn" in main.settings.setups
    main.settings.switch("1")
    assert main.settings.setups == {}


def test_a_name_typed_for_a_table_lets_its_owner_play_and_renames_nobody(opened):
    main = opened().main
    jan = with_jan()
    main.settings.look_around()
    main.persons.call_you("Somebody else")
    assert (main.settings.your_name, main.settings.former) == ("Ida", [])
    main.persons.call_you("jan")
    assert main.settings.who == jan


def test_a_newer_programs_settings_are_told_of_and_left(opened):
    path = folders.settings()
    before = json.loads(path.read_text())
    path.write_text(json.dumps(before | {"version": 99}))
    main = opened().main
    until(lambda: main.updater is not None)
    assert main.banner.words.text().startswith("The settings were written by a newer Green Baize.")
    assert main.settings.your_name == "Ida"
    main.settings.theme = "dark"
    main.save_settings()
    assert json.loads(path.read_text())["version"] == 99


def test_that_another_window_has_removed_who_plays_is_told_once(qtbot, opened):
    jan = with_jan()
    main = opened().main
    ida = main.settings.who
    elsewhere = Settings.load()
    elsewhere.switch(jan)
    elsewhere.remove_person(ida)
    assert elsewhere.save() is None
    qtbot.mouseClick(chip_of(main), LEFT)
    assert list(entries(main))[:2] == ["Ida", "Jan"]
    assert main.banner.words.text().startswith("The person who plays here was removed")
    main.banner.tell("")
    main.save_settings()
    assert main.banner.words.text() == ""
    entries(main)["Jan"].trigger()
    assert [one.name for one in Settings.load().persons] == ["Jan"]


@pytest.mark.slow
def test_nobody_is_added_where_there_are_as_many_as_there_may_be(qtbot, opened):
    settings = Settings.load()
    settings.add_person("A&B <b>x</b>")
    for number in range(MOST_PERSONS - 2):
        settings.add_person(f"N{number}")
    settings.save()
    main = opened().main
    qtbot.mouseClick(chip_of(main), LEFT)
    assert not entries(main)["&Add a person…"].isEnabled()
    assert entries(main)["&People…"].isEnabled()
    assert "A&&B <b>x</b>" in entries(main)  # plain text


@pytest.mark.slow
def test_another_match_of_the_same_is_played_by_whoever_was_chosen(opened):
    main = at_a_match(opened, first=1, deals=3)
    jan = with_jan()
    main.settings.look_around()
    main.persons.let_play(jan)
    main.what_next.ask_new_match()
    dialog = main._dialog
    assert isinstance(dialog, NewMatchDialog)
    assert dialog.seats.sitters()[0].name == "Jan"
    dialog.reject()
    assert main.settings.your_name == "Ida"
    main.what_next.play_again()
    assert [one.name for one in main.match.place.header.sitters] == ["Jan", "Anna", "Boris"]
    assert main.settings.who == jan


@pytest.mark.slow
def test_a_match_of_somebody_elses_is_never_the_usual_choice_and_is_played_as_them(opened):
    main = at_a_match(opened)
    ida, jan = main.settings.who, with_jan()
    main.settings.look_around()
    main.clear_table()
    main.persons.let_play(jan)
    choices = main.lobby.choices
    labels = [one.line for one in choices.findChildren(WayButton)]
    assert [one for one in labels if one.startswith("Ida with Anna, Boris")]
    texts = [one.text() for one in choices.buttons]
    assert texts[0].startswith("Play Damn")
    assert main.focusWidget() is choices.buttons[0]
    assert main.theme is DARK
    choices.buttons[texts.index("Go on: Damn")].click()
    assert main.settings.who == ida
    assert main.theme is not DARK
    assert main.match.place.header.sitters[0].name == "Ida"


@pytest.mark.slow
def test_ones_own_match_comes_first_though_somebody_else_has_played_since(opened):
    main = at_a_match(opened)
    own = main.match.file.path
    ida, jan = main.settings.who, with_jan()
    main.settings.look_around()
    main.clear_table()
    main.persons.let_play(jan)
    for _ in range(2):
        main.begin_wanted(None)
        main.clear_table()
    main.persons.let_play(ida)
    main.what_next.ask_unfinished()
    dialog = main._dialog
    assert dialog.chosen.path == own
    dialog.reject()
    assert main.lobby.choices.buttons[0].text() == "Go on: Damn"
    main.lobby.choices.buttons[0].click()
    assert main.match.file.path == own
    assert main.settings.who == ida


def test_a_match_stays_ones_own_however_the_name_is_written(opened):
    main = at_a_match(opened)
    with_jan()
    main.settings.look_around()
    main.settings.rename(main.settings.who, "IDA", "Ida")
    main.clear_table()
    words = [one.line for one in main.lobby.choices.findChildren(WayButton)]
    assert any(one.startswith("with Anna, Boris") for one in words)
    assert not any(one.startswith("Ida with") for one in words)
