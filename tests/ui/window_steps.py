"""Steps of a person at the program's window, and what they see there."""

from PySide6.QtWidgets import QApplication, QMenu

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.ui.features.start.start_menu import StartMenu
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from ui.table.person import wait_until

ALL_STEPS = ["suit", "six", "eight", "trump", "contract", "stake"]
"""The steps before a first match of Master and Ass: they come by themselves unless known."""
DAMN_REQUEST = PlayRequest("damn", 4, {"first": 3, "deals": 5}, seed_from_text("window"))


def open_with_match(open_program, request=DAMN_REQUEST):
    """Open the window with a match on the table."""
    person = open_program(request)
    wait_until(lambda: person.facade.match_view is not None)
    return person


def start_menu_texts(person):
    """Return the button texts of the start menu."""
    wait_until(lambda: person.window.findChild(StartMenu))
    choices = person.window.findChildren(StartMenu)[-1]
    wait_until(choices.isVisible)
    return [button.text() for button in choices.buttons]


def answer_questions(person, count):
    """Answer the given number of questions and wait for the next one."""
    for _ in range(count):
        assert person.wait_for_turn()
        person.play_first_choice()
    person.wait_for_turn()


def play_to_end(person):
    """Play the match to its end."""
    while person.wait_for_turn():
        person.play_first_choice()


def load_record(path):
    return read_record(path.read_bytes(), GAMES)


def record_path(person):
    return person.match_view.player_view.record_path


def banner_text(person):
    """Return the banner's text, empty if it is hidden."""
    banner = person.facade.banner
    return banner.label.text() if banner.isVisible() else ""


def find_menu_action(person, text):
    """Return the menu action whose text begins with ``text``."""
    for menu in person.facade.menuBar().findChildren(QMenu):
        for entry in menu.actions():
            if entry.text().replace("&", "").startswith(text):
                return entry
    raise AssertionError(f"no menu action {text!r}")


def wait_for_dialog(person, dialog_class):
    wait_until(
        lambda: [
            dialog for dialog in person.window.findChildren(dialog_class) if dialog.isVisible()
        ]
    )
    return next(dialog for dialog in person.window.findChildren(dialog_class) if dialog.isVisible())


def close_and_find_question(person):
    """Close the window by its frame's button and return the confirmation it asks, or None."""
    person.window.close()
    QApplication.processEvents()
    questions = [
        question
        for question in person.window.findChildren(ConfirmationDialog)
        if question.isVisible()
    ]
    assert len(questions) <= 1
    return questions[0] if questions else None
