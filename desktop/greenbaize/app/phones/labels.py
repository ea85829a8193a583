"""The labels of the page, by the names under which it looks them up."""

from typing import Final

from greenbaize.app.phones.messages import Words
from greenbaize.rules.messages import mark
from greenbaize.words.catalogue import NAMES, known_languages, spoken_language, tr
from greenbaize.words.numbers import rank_text

LABELS: Final = {
    "again": mark("Try again"),
    "another": mark("Another game"),
    "ask-back": mark("Ask for my chair"),
    "back": mark("I am back"),
    "blocked": mark("You cannot play this card now."),
    "buzz": mark("Buzz when it is my turn"),
    "close": mark("Close"),
    "code": mark("Code of the table"),
    "colours": mark("Four colours"),
    "dealer": mark("Dealer"),
    "end": mark("End the match"),
    "end-sure": mark(
        "End the match? All at the table are told, and you choose what is played next. "
        "The match is kept on the host's computer and can be continued later."
    ),
    "go": mark("Go on"),
    "go-back": mark("Go back"),
    "go-back-sure": mark("Leave this page? Your chair is kept, and the same link brings you back."),
    "hand": mark("Your hand"),
    "hint": mark("Hint"),
    "language": mark("Language"),
    "last": mark("Last trick"),
    "last-turns": mark("Last turns"),
    "leave": mark("Leave the table"),
    "leave-it": mark("Leave it"),
    "leave-sure": mark("Leave the table? Your chair becomes free for somebody else."),
    "left": mark("Left-handed"),
    "letter-size": mark("Letters"),
    "letters-large": mark("Large"),
    "letters-usual": mark("Usual"),
    "light": mark("Theme"),
    "light-dark": mark("Dark"),
    "light-light": mark("Light"),
    "light-system": mark("As the phone"),
    "lost": mark("No connection to the table. Trying again…"),
    "menu": mark("Menu"),
    "move": mark("Move it here"),
    "name": mark("Your name"),
    "name-long": mark("A name has at most 24 letters."),
    "name-missing": mark("Type a name first, so that the others know who sits there."),
    "open": mark("lies face up"),
    "play": mark("Play it"),
    "players": mark("Players"),
    "ready": mark("Ready"),
    "ring": mark("Who beats whom"),
    "rules": mark("Rules"),
    "rules-game": mark("Rules of the game"),
    "rules-table": mark("Rules of this table"),
    "said": mark("What was said"),
    "say": mark("Say"),
    "settings": mark("Settings"),
    "sheet": mark("Score sheet"),
    "sit": mark("Sit down"),
    "sure": mark("Press again to do it all the same."),
    "stand-in": mark("Let a computer play for me"),
    "stay": mark("Stay"),
    "trick": mark("The trick"),
    "wait": mark("Not ready yet"),
    "watch": mark("Watch"),
    "watch-end": mark("Stop watching"),
    "you": mark("you"),
}


def words() -> Words:
    """Return the labels in the current language, with its letters of courts and aces."""
    said = {key: tr(text) for key, text in LABELS.items()}
    said["letters"] = "".join(map(rank_text, "JQKA"))
    languages = [(one, NAMES.get(one, one)) for one in known_languages()]
    return Words(spoken_language(), languages, said)
