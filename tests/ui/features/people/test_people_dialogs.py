"""Tests for the people dialog and the dialog for adding a person, by mouse and keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from greenbaize.app.avatars import AVATAR_HEADS, create_default_avatar
from greenbaize.store.persons import FIRST_IDENTITY, MAX_PERSONS
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.people.people_dialogs import AddPersonDialog, PeopleDialog
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from ui.hostile_names import HOSTILE_NAMES, find_display_faults
from ui.show_widget import show_widget

LEFT_BUTTON = Qt.MouseButton.LeftButton


@pytest.fixture
def open_people_dialog(qtbot):
    window = QWidget()
    qtbot.addWidget(window)

    def open_dialog(settings):
        assert not window.isVisible()  # keep the parent alive as long as this function
        return show_widget(qtbot, PeopleDialog(settings, window))

    return open_dialog


def family_settings():
    settings = UserSettings(your_name="Ida", face="bun", colour="teal")
    settings.add_person("Jan", "cap", "coral")
    settings.add_person("Zoe", "curls", "rose")
    return settings


def list_texts(dialog):
    return [dialog.people_list.item(row).text() for row in range(dialog.people_list.count())]


def type_name(qtbot, dialog, name):
    """Type another name and press Enter."""
    dialog.person_form.name_field.setFocus()
    dialog.person_form.name_field.selectAll()
    qtbot.keyClicks(dialog.person_form.name_field, name)
    qtbot.keyClick(dialog.person_form.name_field, Qt.Key.Key_Return)


def test_dialog_lists_persons_and_the_player(open_people_dialog):
    dialog = open_people_dialog(family_settings())
    assert list_texts(dialog) == ["Ida (plays)", "Jan", "Zoe"]
    assert dialog.person_form.name_field.text() == "Ida"
    assert dialog.person_form.look == ("bun", "teal")
    assert not dialog.remove_button.isEnabled()
    assert not dialog.play_button.isEnabled()


def test_renamed_person_keeps_the_former_name(qtbot, open_people_dialog):
    settings = family_settings()
    dialog = open_people_dialog(settings)
    with qtbot.waitSignal(dialog.changed):
        type_name(qtbot, dialog, " Eve ")
    assert dialog.isVisible()  # Enter accepts the name and does not close the dialog
    assert (settings.your_name, settings.former) == ("Eve", ["Ida"])
    assert list_texts(dialog)[0] == "Eve (plays)"
    assert dialog.former_names_label.text() == "Called before: Ida"
    # A name being typed is stored when the dialog closes.
    dialog.person_form.name_field.selectAll()
    qtbot.keyClicks(dialog.person_form.name_field, "Eva")
    qtbot.keyClick(dialog.person_form.name_field, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert settings.your_name == "Eva"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("JAN", "Somebody is called JAN already."),
        ("  ", "A person needs a name."),
    ],
)
def test_invalid_name_is_refused(qtbot, open_people_dialog, name, message):
    settings = family_settings()
    dialog = open_people_dialog(settings)
    type_name(qtbot, dialog, name)
    assert dialog.person_form.error_label.text() == message
    assert settings.your_name == "Ida"
    qtbot.keyClick(dialog.people_list, Qt.Key.Key_Down)
    assert not dialog.person_form.error_label.isVisible()


def test_face_and_colour_are_chosen_by_mouse_and_keyboard(qtbot, open_people_dialog):
    settings = family_settings()
    dialog = open_people_dialog(settings)
    dialog.people_list.setCurrentRow(1)
    with qtbot.waitSignal(dialog.changed):
        qtbot.mouseClick(
            dialog.person_form.face_group.button(AVATAR_HEADS.index("beard")), LEFT_BUTTON
        )
    colour = dialog.person_form.colour_group.checkedButton()
    colour.setFocus()
    qtbot.keyClick(colour, Qt.Key.Key_Right)
    assert settings.persons[1][2:4] == ("beard", "slate")
    assert settings.face == "bun"


def test_arrow_keys_go_on_from_a_clicked_face(qtbot, open_people_dialog):
    settings = family_settings()
    dialog = open_people_dialog(settings)
    faces = dialog.person_form.face_group
    qtbot.mouseClick(faces.button(AVATAR_HEADS.index("beard")), LEFT_BUTTON)
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Right)
    assert settings.face == AVATAR_HEADS[faces.checkedId()]
    assert faces.checkedId() == AVATAR_HEADS.index("beard") + 1


def test_another_person_can_play(qtbot, open_people_dialog):
    settings = family_settings()
    dialog = open_people_dialog(settings)
    dialog.people_list.setCurrentRow(2)
    with qtbot.waitSignal(dialog.play_requested) as request:
        qtbot.mouseClick(dialog.play_button, LEFT_BUTTON)
    assert request.args == [settings.persons[2].identity]


def test_removal_needs_a_confirmation(qtbot, open_people_dialog):
    settings = family_settings()
    dialog = open_people_dialog(settings)
    for answer, remaining in (("no_button", 3), ("yes_button", 2)):
        dialog.people_list.setCurrentRow(1)
        qtbot.mouseClick(dialog.remove_button, LEFT_BUTTON)
        question = dialog.findChildren(ConfirmationDialog)[-1]
        qtbot.mouseClick(getattr(question, answer), LEFT_BUTTON)
        assert len(settings.persons) == remaining
    assert list_texts(dialog) == ["Ida (plays)", "Zoe"]


def test_changes_of_another_window_are_loaded_before_removal(qtbot, open_people_dialog):
    assert family_settings().save() is None
    local_settings, other_settings = UserSettings.load(), UserSettings.load()
    dialog = open_people_dialog(local_settings)
    jan, zoe = (person.identity for person in local_settings.persons[1:])
    other_settings.remove_person(jan)
    other_settings.rename_person(zoe, "Zora", "Zoe")
    other_settings.save()
    dialog.people_list.setCurrentRow(1)
    with qtbot.waitSignal(dialog.changed):
        qtbot.mouseClick(dialog.remove_button, LEFT_BUTTON)
    assert dialog.findChildren(ConfirmationDialog) == []
    assert list_texts(dialog) == ["Ida (plays)", "Zora"]
    dialog.people_list.setCurrentRow(1)
    qtbot.mouseClick(dialog.remove_button, LEFT_BUTTON)
    other_settings.remove_person(zoe)
    eve = other_settings.add_person("Eve")
    other_settings.save()
    qtbot.mouseClick(dialog.findChildren(ConfirmationDialog)[-1].yes_button, LEFT_BUTTON)
    assert list_texts(dialog) == ["Eve", "Ida (plays)"]
    assert [person.identity for person in local_settings.persons] == [eve, FIRST_IDENTITY]


def test_person_limit_is_enforced(qtbot, open_people_dialog):
    assert family_settings().save() is None
    local_settings, other_settings = UserSettings.load(), UserSettings.load()
    dialog = open_people_dialog(local_settings)
    for number in range(MAX_PERSONS - 3):
        other_settings.add_person(f"N{number}")
    other_settings.save()
    qtbot.mouseClick(dialog.add_button, LEFT_BUTTON)
    assert dialog.findChildren(AddPersonDialog) == []
    assert dialog.people_list.count() == MAX_PERSONS
    assert not dialog.add_button.isEnabled()


def test_added_person_gets_a_free_face(qtbot, open_people_dialog):
    settings = family_settings()
    dialog = open_people_dialog(settings)
    qtbot.mouseClick(dialog.add_button, LEFT_BUTTON)
    adding = dialog.findChildren(AddPersonDialog)[0]
    qtbot.mouseClick(adding.add_button, LEFT_BUTTON)
    assert adding.person_form.error_label.text() == "A person needs a name."
    qtbot.keyClicks(adding.person_form.name_field, "zoe")
    qtbot.keyClick(adding.person_form.name_field, Qt.Key.Key_Return)
    assert adding.person_form.error_label.text() == "Somebody is called zoe already."
    qtbot.keyClicks(adding.person_form.name_field, "Eve")
    with qtbot.waitSignal(dialog.changed):
        qtbot.keyClick(adding.person_form.name_field, Qt.Key.Key_Return)
    eve = settings.persons[0]
    assert eve.name == "Eve"
    assert eve.face not in ("bun", "cap", "curls")
    assert dialog.person_form.name_field.text() == "Eve"
    assert settings.current_identity == FIRST_IDENTITY


def test_unnamed_person_has_the_default_name_and_face(open_people_dialog):
    dialog = open_people_dialog(UserSettings())
    assert dialog.person_form.name_field.text() == ""
    assert dialog.person_form.look == create_default_avatar(
        dialog.person_form.name_field.placeholderText()
    )


def test_hostile_names_are_shown_as_plain_text(open_people_dialog):
    settings = UserSettings(your_name="A&B &Co && &amp;", former=["<b>x</b>"])
    for name in HOSTILE_NAMES:
        settings.add_person(name, name, name)
    dialog = open_people_dialog(settings)
    for row in range(dialog.people_list.count()):
        dialog.people_list.setCurrentRow(row)
        assert find_display_faults(dialog) == []
