"""The progress dialog while a long record is read."""

from PySide6.QtWidgets import QWidget

from greenbaize.ui.shell.notifications import RecordReadProgress
from ui.show_widget import show_widget
from words.pseudo_language import text_outside_brackets


def test_short_record_shows_no_progress_dialog(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    with RecordReadProgress(window, 1_000_000) as bar:
        bar.show_event_count(500)
        assert bar.dialog is None


def test_progress_dialog_counts_events_and_closes(qtbot, pseudo_language):
    window = show_widget(qtbot, QWidget())
    with RecordReadProgress(window, 0) as bar:
        bar.show_event_count(500)
        assert bar.dialog is not None
        dialog = bar.dialog
        assert dialog.isVisible()
        bar.show_event_count(1000)
        assert "1000" in dialog.labelText()
        assert text_outside_brackets(dialog.labelText().replace("1000", "")) == ""
    assert not dialog.isVisible()
