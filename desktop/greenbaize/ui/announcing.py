"""What screen readers say though nothing has come to have the keyboard."""

from typing import Final

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication
from PySide6.QtWidgets import QMainWindow, QWidget

from greenbaize.words.spoken import aloud

_ANNOUNCING: Final = ("windows", "cocoa")
"""The platforms of Qt whose screen readers all know announcements."""


def announce(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Have it said, when the window it happens in has the time for it, and kept in its log.

    Args:
        widget: where it happens.
        words: what is said.
        urgent: whether it cannot wait.
    """
    if not words:
        return
    top: QWidget | None = widget
    while top is not None:
        speech = getattr(top, "speech", None)
        if speech is not None:
            speech.say(words, urgent=urgent)
            return
        top = top.parentWidget()
    utter(widget, words, urgent=urgent)


def utter(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Have screen readers say something at once.

    Under AT-SPI the window takes it for its name: every Orca says when the name of the window one
    is in changes, those before 45 know no announcements, and from both all would be said twice.
    UI Automation tells of no change of that name, but of announcements.

    Args:
        widget: where it happens.
        words: what they say.
        urgent: whether they break off for it what they are saying.
    """
    if not words or not QAccessible.isActive():
        return
    window = widget.window()
    if isinstance(window, QMainWindow) and QGuiApplication.platformName() not in _ANNOUNCING:
        # What is asked for twice is said twice.
        window.setAccessibleName(words + " " * (window.accessibleName() == words))
        return
    _send(widget, words, urgent=urgent)


def describe(widget: QWidget, words: str) -> None:
    """Say more of a widget when the keyboard comes to it; at once where it has it already.

    Under AT-SPI the change itself is told, under UI Automation it is not.

    Args:
        widget: what is described.
        words: what is said besides its name.
    """
    words = aloud(words)
    if widget.accessibleDescription() == words:
        return
    widget.setAccessibleDescription(words)
    if words and widget.hasFocus() and QGuiApplication.platformName() in _ANNOUNCING:
        _send(widget, words, urgent=False)


def _send(widget: QWidget, words: str, *, urgent: bool) -> None:
    event = QAccessibleAnnouncementEvent(widget, words)
    polite = QAccessible.AnnouncementPoliteness
    event.setPoliteness(polite.Assertive if urgent else polite.Polite)
    QAccessible.updateAccessibility(event)
