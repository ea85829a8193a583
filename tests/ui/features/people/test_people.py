"""Tests for the people dialog and the dialog for adding a person, by mouse and keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from greenbaize.app.faces import HEADS, look_of
from greenbaize.store.persons import FIRST, MOST_PERSONS
from greenbaize.store.settings import Settings
from greenbaize.ui.features.people.people import AddPersonDialog, PeopleDialog
from greenbaize.ui.widgets.dialog import Confirmation
from ui.hostile import HOSTILE, faults
from ui.put_up import put_up

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def opened(qtbot):
    window = QWidget()
    qtbot.addWidget(window)

    def open_dialog(settings):
        assert not window.isVisible()  # keep the parent alive as long as this function
        return put_up(qtbot, PeopleDialog(settings, window))

    return open_dialog


def family():
    settings = Settings(your_name="Ida", face="bun", colour="teal")
    settings.add_person("Jan", "cap", "coral")
    settings.add_person("Zoe", "curls", "rose")
    return settings


def texts(dialog):
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def retype(qtbot, dialog, name):
    """Type another name and press Enter."""
    dialog.form.name.setFocus()
    dialog.form.name.selectAll()
    qtbot.keyClicks(dialog.form.name, name)
    qtbot.keyClick(dialog.form.name, Qt.Key.Key_Return)


def test_it_shows_who_there_is_and_who_plays(opened):
    dialog = opened(family())
    assert texts(dialog) == ["Ida (plays)", "Jan", "Zoe"]
    assert dialog.form.name.text() == "Ida"
    assert dialog.form.look == ("bun", "teal")
    assert not dialog.remove_button.isEnabled()
    assert not dialog.play_button.isEnabled()


def test_somebody_is_renamed_and_keeps_the_former_name(qtbot, opened):
    settings = family()
    dialog = opened(settings)
    with qtbot.waitSignal(dialog.changed):
        retype(qtbot, dialog, " Eve ")
    assert dialog.isVisible()  # Enter accepts the name and does not close the dialog
    assert (settings.your_name, settings.former) == ("Eve", ["Ida"])
    assert texts(dialog)[0] == "Eve (plays)"
    assert dialog.former.text() == "Called before: Ida"
    # A name being typed is stored when the dialog closes.
    dialog.form.name.selectAll()
    qtbot.keyClicks(dialog.form.name, "Eva")
    qtbot.keyClick(dialog.form.name, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert settings.your_name == "Eva"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("JAN", "Somebody is called JAN already."),
        ("  ", "A person needs a name."),
    ],
)
def test_a_name_that_cannot_be_is_refused(qtbot, opened, name, message):
    settings = family()
    dialog = opened(settings)
    retype(qtbot, dialog, name)
    assert dialog.form.problem.text() == message
    assert settings.your_name == "Ida"
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    assert not dialog.form.problem.isVisible()


def test_faces_and_colours_are_chosen_by_mouse_and_by_arrows(qtbot, opened):
    settings = family()
    dialog = opened(settings)
    dialog.list.setCurrentRow(1)
    with qtbot.waitSignal(dialog.changed):
        qtbot.mouseClick(dialog.form.faces.button(HEADS.index("beard")), LEFT)
    colour = dialog.form.colours.checkedButton()
    colour.setFocus()
    qtbot.keyClick(colour, Qt.Key.Key_Right)
    assert settings.persons[1][2:4] == ("beard", "slate")
    assert settings.face == "bun"


def test_somebody_else_can_play(qtbot, opened):
    settings = family()
    dialog = opened(settings)
    dialog.list.setCurrentRow(2)
    with qtbot.waitSignal(dialog.play_asked) as asked:
        qtbot.mouseClick(dialog.play_button, LEFT)
    assert asked.args == [settings.persons[2].identity]


def test_somebody_is_removed_only_when_asked_twice(qtbot, opened):
    settings = family()
    dialog = opened(settings)
    for answer, left in (("no_button", 3), ("yes_button", 2)):
        dialog.list.setCurrentRow(1)
        qtbot.mouseClick(dialog.remove_button, LEFT)
        question = dialog.findChildren(Confirmation)[-1]
        qtbot.mouseClick(getattr(question, answer), LEFT)
        assert len(settings.persons) == left
    assert texts(dialog) == ["Ida (plays)", "Zoe"]


def test_what_another_window_has_done_is_seen_before_somebody_goes(qtbot, opened):
    assert family().save() is None
    here, there = Settings.load(), Settings.load()
    dialog = opened(here)
    jan, zoe = (one.identity for one in here.persons[1:])
    there.remove_person(jan)
    there.rename(zoe, "Zora", "Zoe")
    there.save()
    dialog.list.setCurrentRow(1)
    with qtbot.waitSignal(dialog.changed):
        qtbot.mouseClick(dialog.remove_button, LEFT)
    assert dialog.findChildren(Confirmation) == []
    assert texts(dialog) == ["Ida (plays)", "Zora"]
    dialog.list.setCurrentRow(1)
    qtbot.mouseClick(dialog.remove_button, LEFT)
    there.remove_person(zoe)
    eve = there.add_person("Eve")
    there.save()
    qtbot.mouseClick(dialog.findChildren(Confirmation)[-1].yes_button, LEFT)
    assert texts(dialog) == ["Eve", "Ida (plays)"]
    assert [one.identity for one in here.persons] == [eve, FIRST]


def test_no_more_are_added_than_there_may_be(qtbot, opened):
    assert family().save() is None
    here, there = Settings.load(), Settings.load()
    dialog = opened(here)
    for number in range(MOST_PERSONS - 3):
        there.add_person(f"N{number}")
    there.save()
    qtbot.mouseClick(dialog.add_button, LEFT)
    assert dialog.findChildren(AddPersonDialog) == []
    assert dialog.list.count() == MOST_PERSONS
    assert not dialog.add_button.isEnabled()


def test_somebody_is_added_with_a_face_that_is_free(qtbot, opened):
    settings = family()
    dialog = opened(settings)
    qtbot.mouseClick(dialog.add_button, LEFT)
    adding = dialog.findChildren(AddPersonDialog)[0]
    qtbot.mouseClick(adding.add_button, LEFT)
    assert adding.form.problem.text() == "A person needs a name."
    qtbot.keyClicks(adding.form.name, "zoe")
    qtbot.keyClick(adding.form.name, Qt.Key.Key_Return)
    assert adding.form.problem.text() == "Somebody is called zoe already."
    qtbot.keyClicks(adding.form.name, "Eve")
    with qtbot.waitSignal(dialog.changed):
        qtbot.keyClick(adding.form.name, Qt.Key.Key_Return)
    eve = settings.persons[0]
    assert eve.name == "Eve"
    assert eve.face not in ("bun", "cap", "curls")
    assert dialog.form.name.text() == "Eve"
    assert settings.who == FIRST


def test_who_has_never_said_a_name_looks_and_is_called_as_usual(opened):
    dialog = opened(Settings())
    assert dialog.form.name.text() == ""
    assert dialog.form.look == look_of(dialog.form.name.placeholderText())


def test_names_that_mean_harm_are_plain_text(opened):
    settings = Settings(your_name="A&B &Co && &amp;", former=["<b>x</b>"])
    for name in HOSTILE:
        settings.add_person(name, name, name)
    dialog = opened(settings)
    for row in range(dialog.list.count()):
        dialog.list.setCurrentRow(row)
        assert faults(dialog) == []
