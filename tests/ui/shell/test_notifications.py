"""Notices above the window: their lifetime and the page they belong to."""

from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.messages import Message
from greenbaize.ui.shell.notifications import RecordReadProgress
from ui.show_widget import show_widget
from ui.table.person import wait_until
from words.pseudo_language import text_outside_brackets

TABLE_REQUEST = PlayRequest("rank", 3, {}, seed_from_text("notices"))


def emit_page_shown(person):
    """Emit the signal for a newly shown page."""
    pages = person.facade.services.pages
    pages.page_showing.emit(pages.current)


def test_notice_disappears_with_its_page(open_program):
    person = open_program(TABLE_REQUEST)
    notifications = person.facade.services.notifications
    notifications.show_sentence("The match is kept.")
    QApplication.processEvents()
    person.facade.services.pages.changed.emit()
    assert notifications.sentence  # another state of the same page keeps the notice
    emit_page_shown(person)
    assert notifications.sentence == ""


def test_notice_shown_with_a_new_page_stays_with_it(open_program):
    person = open_program(TABLE_REQUEST)
    services = person.facade.services
    services.notifications.show_sentence("The seat is taken.")
    emit_page_shown(person)
    assert services.notifications.sentence == "The seat is taken."
    QApplication.processEvents()
    emit_page_shown(person)
    assert services.notifications.sentence == ""


def test_settings_error_stays_on_every_page(open_program):
    person = open_program(TABLE_REQUEST)
    services = person.facade.services
    services.settings.message_reported.emit(Message("record-over"))
    QApplication.processEvents()
    emit_page_shown(person)
    assert services.notifications.sentence


def test_transient_notice_disappears_by_itself(open_program):
    person = open_program(TABLE_REQUEST)
    notifications = person.facade.services.notifications
    notifications.show_transient("Saved as sheet.pdf")
    hide_timer = notifications.banner._transient_timer
    assert hide_timer.isActive()
    hide_timer.setInterval(0)
    wait_until(lambda: notifications.sentence == "")


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
