"""What screen readers say though nothing has come to have the keyboard."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


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

    Args:
        widget: where it happens.
        words: what they say.
        urgent: whether they break off for it what they are saying.
    """
    if words and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, words)
        polite = QAccessible.AnnouncementPoliteness
        event.setPoliteness(polite.Assertive if urgent else polite.Polite)
        QAccessible.updateAccessibility(event)
