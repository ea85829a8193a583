"""Files that are dropped on the window: a match record is opened, anything else refused."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QUrl

from greenbaize.ui.shell.navigation import OpenFile
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_words

SUFFIX: Final = ".jsonl"


def dropped(services: Services, urls: Sequence[QUrl]) -> None:
    """Open a dropped match record, or tell why these URLs are not opened."""
    if len(urls) != 1:
        told = tr("One match record can be opened at a time; drop several on the list (Ctrl+L).")
        services.notifications.tell(told)
        return
    path = urls[0].toLocalFile()
    if not path:
        services.notifications.tell(tr("Only files on this computer can be opened."))
    elif Path(path).is_dir():
        name = shown_words(Path(path).name)
        told = tr("{file} is a folder; drop it on the list of matches (Ctrl+L) to import it.")
        services.notifications.tell(told.format(file=name))
    elif Path(path).suffix.lower() != SUFFIX:
        name = shown_words(Path(path).name)
        told = tr("{file} is no match record, whose name ends in .jsonl.").format(file=name)
        services.notifications.tell(told)
    else:
        services.go(OpenFile(Path(path)))
