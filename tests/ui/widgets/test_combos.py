"""Tests of combo boxes: refilling them and merging the names of persons."""

from PySide6.QtWidgets import QWidget

from greenbaize.ui.widgets.plain_text import (
    SEPARATOR,
    make_compact_combo,
    merge_names,
    replace_entries,
)


def test_refilling_keeps_the_selection_without_a_signal(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    box = make_compact_combo(8, parent)
    with qtbot.assertNotEmitted(box.currentIndexChanged):
        assert not replace_entries(box, [("All", None), SEPARATOR, ("Ida", ["", "Ida"])], "nobody")
        assert (box.count(), box.currentText()) == (3, "All")
        assert replace_entries(box, [("All", None), SEPARATOR, ("Ida", ["", "Ida"])], ["", "Ida"])
        assert box.currentText() == "Ida"
        assert replace_entries(box, [("Jan", "j"), ("Ida", "i")], "i")
        assert box.currentData() == "i"
        assert replace_entries(box, [("All", None), ("Ida", "i")], None)
    assert box.currentData() is None


def test_names_of_one_person_are_merged():
    persons = [("Anna", "anja"), ("Bo",)]
    assert merge_names(persons, ["ANJA", "Zoe", "anna", "bo", "Zoe"]) == [
        ("Anna", "anja"),
        ("Zoe",),
        ("Bo",),
    ]
