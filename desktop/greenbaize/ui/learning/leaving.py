"""Leaving a first deal before its end: nothing of it is kept, so it is asked first."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from greenbaize.ui.dialogs.ask import Confirmation
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from greenbaize.ui.window import MainWindow


def leave_guided(window: "MainWindow", act: Callable[[], object]) -> bool:
    """Ask whether the first deal on the table is to be left for something else.

    Args:
        window: the window.
        act: what is done once that is confirmed.

    Returns:
        Whether it has been asked; nothing is where no such deal is under way.
    """
    first = window.first_deal
    if first is None or first.may_be_left:
        return False

    def leave() -> None:
        first.left = True
        act()

    question = Confirmation(
        window,
        tr("Leave the first deal?"),
        tr("Nothing of it is kept. You can begin it again from the menu Learn."),
        tr("&Leave it"),
        tr("&Keep playing"),
    )
    question.confirmed.connect(leave)
    window.open_dialog(question)
    return True
