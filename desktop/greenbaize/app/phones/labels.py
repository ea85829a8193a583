"""The labels of the page, by the names under which it looks them up."""

from typing import Final

from greenbaize.app.phones.messages import LabelsMessage
from greenbaize.rules.messages import mark_text
from greenbaize.words.catalogue import LANGUAGE_NAMES, available_languages, current_language, tr
from greenbaize.words.numbers import rank_text

LABELS: Final = {
    "again": mark_text("Try again"),
    "another": mark_text("Another game"),
    "ask-back": mark_text("Ask for my chair"),
    "back": mark_text("I am back"),
    "blocked": mark_text("You cannot play this card now."),
    "buzz": mark_text("Buzz when it is my turn"),
    "close": mark_text("Close"),
    "code": mark_text("Code of the table"),
    "colours": mark_text("Four colours"),
    "dealer": mark_text("Dealer"),
    "end": mark_text("End the match"),
    "end-sure": mark_text(
        "End the match? All at the table are told, and you choose what is played next. "
        "The match is kept on the host's computer and can be continued later."
    ),
    "go": mark_text("Go on"),
    "go-back": mark_text("Go back"),
    "go-back-sure": mark_text(
        "Leave this page? Your chair is kept, and the same link brings you back."
    ),
    "hand": mark_text("Your hand"),
    "hint": mark_text("Hint"),
    "language": mark_text("Language"),
    "last": mark_text("Last trick"),
    "last-turns": mark_text("Last turns"),
    "leave": mark_text("Leave the table"),
    "leave-it": mark_text("Leave it"),
    "leave-sure": mark_text("Leave the table? Your chair becomes free for somebody else."),
    "left": mark_text("Left-handed"),
    "letter-size": mark_text("Letters"),
    "letters-large": mark_text("Large"),
    "letters-usual": mark_text("Usual"),
    "light": mark_text("Theme"),
    "light-dark": mark_text("Dark"),
    "light-light": mark_text("Light"),
    "light-system": mark_text("As the phone"),
    "lost": mark_text("No connection to the table. Trying again…"),
    "lost-long": mark_text(
        "The table does not answer. Join its Wi-Fi, or scan its code again: it may have "
        "another address by now."
    ),
    "menu": mark_text("Menu"),
    "move": mark_text("Move it here"),
    "name": mark_text("Your name"),
    "name-long": mark_text("A name has at most 24 letters."),
    "name-missing": mark_text("Type a name first, so that the others know who sits there."),
    "open": mark_text("lies face up"),
    "play": mark_text("Play it"),
    "players": mark_text("Players"),
    "ready": mark_text("Ready"),
    "ring": mark_text("Who beats whom"),
    "rules": mark_text("Rules"),
    "rules-game": mark_text("Rules of the game"),
    "rules-table": mark_text("Rules of this table"),
    "said": mark_text("What was said"),
    "say": mark_text("Say"),
    "settings": mark_text("Settings"),
    "sheet": mark_text("Score sheet"),
    "sit": mark_text("Sit down"),
    "sure": mark_text("Press again to do it all the same."),
    "stand-in": mark_text("Let a computer play for me"),
    "stay": mark_text("Stay"),
    "trick": mark_text("The trick"),
    "wait": mark_text("Not ready yet"),
    "watch": mark_text("Watch"),
    "watch-end": mark_text("Stop watching"),
    "you": mark_text("you"),
}


def build_labels_message() -> LabelsMessage:
    """Return the labels in the current language, with its letters of courts and aces."""
    labels = {key: tr(text) for key, text in LABELS.items()}
    labels["letters"] = "".join(map(rank_text, "JQKA"))
    languages = [
        (language, LANGUAGE_NAMES.get(language, language)) for language in available_languages()
    ]
    return LabelsMessage(current_language(), languages, labels)
