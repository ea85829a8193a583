"""Files that are dropped on the window: a match record is opened, anything else refused."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDropEvent

from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_words

if TYPE_CHECKING:
    from greenbaize.ui.window import MainWindow

SUFFIX: Final = ".jsonl"


def accept_copy(event: QDropEvent) -> None:
    """Take what is dropped as a copy, whatever else is offered: nobody loses their file for it."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


def dropped(window: "MainWindow", urls: Sequence[QUrl]) -> None:
    """Open what was dropped, or say why it is not opened.

    Args:
        window: the window.
        urls: where it is.
    """
    if len(urls) != 1:
        told = tr("One match record can be opened at a time; drop several on the list (Ctrl+L).")
        window.banner.tell(told)
        return
    path = urls[0].toLocalFile()
    if not path:
        window.banner.tell(tr("Only files on this computer can be opened."))
    elif Path(path).is_dir():
        name = shown_words(Path(path).name)
        told = tr("{file} is a folder; drop it on the list of matches (Ctrl+L) to import it.")
        window.banner.tell(told.format(file=name))
    elif Path(path).suffix.lower() != SUFFIX:
        name = shown_words(Path(path).name)
        told = tr("{file} is no match record, whose name ends in .jsonl.").format(file=name)
        window.banner.tell(told)
    else:
        window.record_dropped.emit(path)
