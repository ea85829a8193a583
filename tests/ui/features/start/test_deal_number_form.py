"""The deal number of a new match: shown, and taken as a seed."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow

from greenbaize.rules.chance import seed_from_text
from greenbaize.ui.features.start.deal_number_form import DealNumberForm


@pytest.fixture
def form(qtbot):
    window = QMainWindow()
    window.setCentralWidget(DealNumberForm(window))
    qtbot.addWidget(window)
    yield window.centralWidget()
    window.close()


def test_a_fresh_number_is_shown_and_used(form, qtbot):
    assert form.seed == form.number_field.text()
    assert len(form.seed) == 32
    assert DealNumberForm(form).seed != form.seed


def test_a_typed_number_or_text_is_taken(form):
    fresh, field = form.seed, form.number_field
    for text, seed in (("ab" * 16, "ab" * 16), ("Tuesday", seed_from_text("Tuesday"))):
        field.selectAll()
        QTest.keyClicks(field, f" {text} ")
        assert form.seed == seed
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    assert form.seed == fresh


def test_half_of_a_letter_is_taken_as_well(form):
    form.number_field.setText("\ud800")
    assert len(form.seed) == 32


def test_a_new_match_has_the_cards_of_its_number(open_new_match_dialog, qtbot):
    dialog = open_new_match_dialog()
    dialog.number_form.number_field.setText("ab" * 16)
    with qtbot.waitSignal(dialog.match_chosen) as signal:
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert signal.args[0].seed == "ab" * 16
    assert not open_new_match_dialog(unfolded=False).number_form.isVisible()
