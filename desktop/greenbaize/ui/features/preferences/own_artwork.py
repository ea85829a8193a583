"""Adding a person's own decks, backs, cloths and sounds, and taking them out again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from greenbaize.app.artwork_import import ArtworkReport, import_artwork
from greenbaize.app.memory.history_indexer import HistoryIndexer
from greenbaize.rules.errors import GameError
from greenbaize.store.artwork.library import (
    Artwork,
    ArtworkKind,
    find_artwork,
    keep_artwork,
    remove_artwork,
)
from greenbaize.store.artwork.source_files import check_size
from greenbaize.store.settings import UserSettings
from greenbaize.store.temporary import ScratchFolder
from greenbaize.ui.shell.job_queue import JobQueue
from greenbaize.ui.widgets.dialog import ConfirmationDialog, limit_to_screen
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class ArtworkImporter(JobQueue):
    """Adds decks, backs, cloths and sounds in another process, one after another."""

    progressed = Signal(int, int)
    """Emitted with the numbers of pictures that are drawn and of all."""
    imported = Signal(object, object)
    """Emitted with the ``ArtworkReport``, and the ``Artwork`` that is kept now, or None."""

    def import_path(self, path: Path, kind: ArtworkKind, *, is_tiled: bool = False) -> None:
        """Begin to add what is at a path; a file that is too large is refused at once."""
        try:
            check_size(path)
        except GameError as error:
            fault = Speaker().format_message(error.message)
            self.imported.emit(ArtworkReport(kind, fault, path=path), None)
            return

        def run_import(indexer: HistoryIndexer, emit: Callable[..., None]) -> None:
            report, artwork = _import_and_keep(
                indexer, path, kind, lambda *counts: emit("progressed", *counts), is_tiled
            )
            emit("imported", report, artwork)

        self.enqueue_job(run_import)


def _import_and_keep(
    indexer: HistoryIndexer,
    path: Path,
    kind: ArtworkKind,
    progress: Callable[[int, int], None],
    is_tiled: bool,
) -> tuple[ArtworkReport, Artwork | None]:
    scratch, artwork = None, None
    try:
        scratch = ScratchFolder()
        folder = scratch.path / "drawn"
        report = import_artwork(indexer, path, kind, folder, progress, is_tiled=is_tiled)
        if not report.fault and report.identity:
            artwork = keep_artwork(kind, folder, report.identity)
    except GameError as error:
        report = ArtworkReport(kind, Speaker().format_message(error.message), path=path)
    except OSError as error:
        report = ArtworkReport(kind, error.strerror or str(error), path=path)
    finally:
        if scratch is not None:
            scratch.remove()
    return report, artwork


def list_own(settings: UserSettings, kind: ArtworkKind) -> list[Artwork]:
    """Return what a person has added of a kind and is still there, by name."""
    found = (find_artwork(kind, setting) for setting in settings.own)
    return sorted(filter(None, found), key=lambda artwork: artwork.title.casefold())


def add_own(settings: UserSettings, artwork: Artwork) -> None:
    """Note that a person has added something."""
    if artwork.setting not in settings.own:
        settings.own = [*settings.own, artwork.setting]


def remove_own(settings: UserSettings, artwork: Artwork) -> None:
    """Take something out for a person; its files go once nobody here has it. ``FileError``."""
    settings.own = [setting for setting in settings.own if setting != artwork.setting]
    others: list[dict[str, Any]] = list(settings.other_persons.values())
    if not any(artwork.setting in (person.get("own") or ()) for person in others):
        remove_artwork(artwork)


def ask_to_remove(parent: QWidget, artwork: Artwork, action: Callable[[], None]) -> None:
    """Ask whether something is to be taken out, and do it."""
    dialog = ConfirmationDialog(
        parent,
        tr("Take “{name}” out?").format(name=artwork.title),
        tr("The program's copy is removed. What it was added from stays as it is."),
        tr("&Take out"),
        tr("&Keep it"),
    )
    dialog.confirmed.connect(action)
    dialog.open()


def choose_path(
    parent: QWidget, title: str, file_filter: str, on_chosen: Callable[[Path], None]
) -> FileDialog:
    """Open a dialog that chooses a file, or a folder if there is no filter."""
    dialog = FileDialog(parent, title)
    if file_filter:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(file_filter)
    else:
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(lambda path: on_chosen(Path(path)))
    dialog.finished.connect(dialog.deleteLater)
    limit_to_screen(dialog)
    dialog.open()
    return dialog
