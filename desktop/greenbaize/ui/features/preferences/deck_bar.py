"""The buttons below the pictures of cards: add a deck or a back, and take one out."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from greenbaize.app.artwork_import import ArtworkReport
from greenbaize.rules.errors import GameError
from greenbaize.store.artwork.library import Artwork, ArtworkKind
from greenbaize.store.artwork.system_decks import find_system_decks
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.preferences.own_artwork import (
    ArtworkImporter,
    add_own,
    ask_to_remove,
    choose_path,
    remove_own,
)
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.labels import make_note
from greenbaize.ui.widgets.layouts import make_column, make_row
from greenbaize.words.catalogue import current_language, tr
from greenbaize.words.speaker import Speaker

MAX_REFUSALS: Final = 2
"""Most sentences shown about what could not be added."""
DECK_KINDS: Final = (ArtworkKind.DECK, ArtworkKind.BACK)


class DeckBar(QWidget):
    """Adds decks and backs, and takes the chosen one out; ``note`` says how far that is.

    ``changed`` is emitted with what has been added, or with None after something was taken out.
    """

    changed = Signal(object)

    def __init__(self, settings: UserSettings, parent: QWidget, importer: ArtworkImporter) -> None:
        super().__init__(parent)
        self._settings, self._importer = settings, importer
        self._chosen: Artwork | None = None
        self._refusals: dict[Path | None, str] = {}
        """The last sentences about what could not be added, by what it was."""
        self.file_dialog: FileDialog | None = None
        self.menu = QMenu(self)
        self.add_button = QPushButton(tr("A&dd a deck…"), self)
        self.add_button.setMenu(self.menu)
        self.remove_button = QPushButton(tr("Take o&ut…"), self)
        self.remove_button.clicked.connect(self._on_remove)
        for button in (self.add_button, self.remove_button):
            button.setAutoDefault(False)
        self.note = make_note("", parent)
        self.note.hide()
        self.menu.aboutToShow.connect(self._fill_menu)
        importer.progressed.connect(self._on_progress)
        importer.imported.connect(self._on_imported)
        row = make_row(self.add_button, self.remove_button, spacing=8)
        make_column(row, widget=self, margins=(0, 0, 0, 0))
        self.show_chosen(None)

    def show_chosen(self, artwork: Artwork | None) -> None:
        """Offer to take out what is chosen, if it is the person's own."""
        self._chosen = artwork
        self.remove_button.setEnabled(artwork is not None)

    def import_deck(self, path: Path) -> None:
        """Begin to add a deck."""
        self._start_import(path, ArtworkKind.DECK)

    def _start_import(self, path: Path, kind: ArtworkKind) -> None:
        self._refusals.pop(path, None)
        self._show_note(tr("Reading {name}…").format(name=path.name))
        self._importer.import_path(path, kind)

    def _fill_menu(self) -> None:
        self.menu.clear()
        deck_filter = tr("Decks (*.zip *.svg *.svgz)")
        back_filter = tr("Pictures (*.png *.jpg *.jpeg *.svg)")
        self._add_action(tr("From a &folder…"), lambda: self._choose(ArtworkKind.DECK, ""))
        self._add_action(tr("From a fi&le…"), lambda: self._choose(ArtworkKind.DECK, deck_filter))
        self._add_action(
            tr("Only a &back, from a picture…"),
            lambda: self._choose(ArtworkKind.BACK, back_filter),
        )
        found = find_system_decks(language=current_language())
        if found:
            self.menu.addSection(tr("On this computer"))
        for deck in found:
            action = self._add_action(
                f"{deck.title} ({deck.origin})".replace("&", "&&"), lambda: None
            )
            action.triggered.connect(lambda _=False, path=deck.path: self.import_deck(path))

    def _add_action(self, text: str, slot: object) -> QAction:
        action = self.menu.addAction(text)
        action.triggered.connect(slot)
        return action

    def _choose(self, kind: ArtworkKind, file_filter: str) -> None:
        title = tr("Add a deck") if kind is ArtworkKind.DECK else tr("Add a back")
        self.file_dialog = choose_path(
            self, title, file_filter, lambda path: self._start_import(path, kind)
        )

    def _on_progress(self, done: int, count: int) -> None:
        if count > 1:
            self._show_note(
                tr("Drawing the cards: {done} of {count}").format(done=done, count=count)
            )

    def _on_imported(self, report: ArtworkReport, artwork: Artwork | None) -> None:
        if report.kind not in DECK_KINDS:
            return
        if artwork is None:
            self._refusals[report.path] = report.fault
            while len(self._refusals) > MAX_REFUSALS:
                del self._refusals[next(iter(self._refusals))]
            self._show_note("")
            return
        add_own(self._settings, artwork)
        speaker = Speaker()
        is_deck = artwork.kind is ArtworkKind.DECK
        self._show_note(" ".join(map(speaker.format_message, report.messages)) if is_deck else "")
        self.changed.emit(artwork)

    def _show_note(self, text: str) -> None:
        """Show a sentence below those about what could not be added."""
        text = "\n".join(filter(None, (*self._refusals.values(), text)))
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self.add_button.setAccessibleDescription(text)

    def _on_remove(self) -> None:
        artwork = self._chosen
        if artwork is not None:
            ask_to_remove(self, artwork, lambda: self._remove(artwork))

    def _remove(self, artwork: Artwork) -> None:
        try:
            self._refusals.clear()
            remove_own(self._settings, artwork)
            self._show_note("")
        except GameError as error:
            self._show_note(Speaker().format_message(error.message))
        self.changed.emit(None)
