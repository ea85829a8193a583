"""Tests of combo boxes: refilling them and merging the names of persons."""

from PySide6.QtWidgets import QWidget

from greenbaize.ui.widgets.plain import SEPARATOR, offer_anew, small_combo, united


def test_what_is_chosen_stays_chosen_and_nobody_is_told(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    box = small_combo(8, parent)
    with qtbot.assertNotEmitted(box.currentIndexChanged):
        assert not offer_anew(box, [("All", None), SEPARATOR, ("Ida", ["", "Ida"])], "nobody")
        assert (box.count(), box.currentText()) == (3, "All")
        assert offer_anew(box, [("All", None), SEPARATOR, ("Ida", ["", "Ida"])], ["", "Ida"])
        assert box.currentText() == "Ida"
        assert offer_anew(box, [("Jan", "j"), ("Ida", "i")], "i")
        assert box.currentData() == "i"
        assert offer_anew(box, [("All", None), ("Ida", "i")], None)
    assert box.currentData() is None


def test_people_are_united_whatever_they_were_called():
    persons = [("Anna", "anja"), ("Bo",)]
    assert united(persons, ["ANJA", "Zoe", "anna", "bo", "Zoe"]) == [
        ("Anna", "anja"),
        ("Zoe",),
        ("Bo",),
    ]
