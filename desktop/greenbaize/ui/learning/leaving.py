"""Leaving a first deal before its end: nothing of it is kept, so it is asked first."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from greenbaize.ui.dialogs.dialog import Confirmation
from greenbaize.words.catalogue import tr


def leave_question(window: QWidget, leave: Callable[[], object]) -> Confirmation:
    """The question whether the first deal on the table is to be left for something else.

    Args:
        window: the window.
        leave: what is done once that is confirmed.
    """
    question = Confirmation(
        window,
        tr("Leave the first deal?"),
        tr("Nothing of it is kept. You can begin it again from the menu Learn."),
        tr("&Leave it"),
        tr("&Keep playing"),
    )
    question.confirmed.connect(leave)
    return question
