"""Notices above the window: their lifetime and the page they belong to."""

from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.rules.messages import Message
from ui.table.person import until

TABLE = PlayRequest("rank", 3, {}, seed_from("notices"))


def show_again(person):
    """Emit the signal for a newly shown page."""
    pages = person.main.services.pages
    pages.showing.emit(pages.current)


def test_a_sentence_goes_with_the_page_on_which_it_was_told(opened):
    person = opened(TABLE)
    notifications = person.main.services.notifications
    notifications.tell("The match is kept.")
    QApplication.processEvents()
    person.main.services.pages.changed.emit()
    assert notifications.words  # another state of the same page keeps the notice
    show_again(person)
    assert notifications.words == ""


def test_a_sentence_told_as_a_page_comes_stays_with_it(opened):
    person = opened(TABLE)
    services = person.main.services
    services.notifications.tell("The seat is taken.")
    show_again(person)
    assert services.notifications.words == "The seat is taken."
    QApplication.processEvents()
    show_again(person)
    assert services.notifications.words == ""


def test_what_is_wrong_with_the_settings_stays_on_every_page(opened):
    person = opened(TABLE)
    services = person.main.services
    services.settings.troubled.emit(Message("record-over"))
    QApplication.processEvents()
    show_again(person)
    assert services.notifications.words


def test_news_that_goes_away_by_itself_does(opened):
    person = opened(TABLE)
    notifications = person.main.services.notifications
    notifications.mention("Saved as sheet.pdf")
    passing = notifications.banner._passing
    assert passing.isActive()
    passing.setInterval(0)
    until(lambda: notifications.words == "")
