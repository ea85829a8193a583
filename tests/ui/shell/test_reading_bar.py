"""The progress dialog while a long record is read."""

from PySide6.QtWidgets import QWidget

from greenbaize.ui.shell.notifications import ReadingBar
from ui.put_up import put_up
from words.pseudo import loose


def test_of_a_short_record_nobody_sees_it(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    with ReadingBar(window, 1_000_000) as bar:
        bar.show_events(500)
        assert bar.dialog is None


def test_it_says_how_far_it_has_got_and_goes_away(qtbot, pseudo_language):
    window = put_up(qtbot, QWidget())
    with ReadingBar(window, 0) as bar:
        bar.show_events(500)
        assert bar.dialog is not None
        dialog = bar.dialog
        assert dialog.isVisible()
        bar.show_events(1000)
        assert "1000" in dialog.labelText()
        assert loose(dialog.labelText().replace("1000", "")) == ""
    assert not dialog.isVisible()
