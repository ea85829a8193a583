"""The choice of the sounds: ours, or a set of the person's own."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from greenbaize.app.artwork_import import ArtworkReport
from greenbaize.rules.errors import GameError
from greenbaize.store.artwork.library import Artwork, ArtworkKind, find_artwork
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.preferences.own_artwork import (
    ArtworkImporter,
    add_own,
    ask_to_remove,
    choose_path,
    list_own,
    remove_own,
)
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.labels import make_note
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class SoundSetPicker(QWidget):
    """A field with the sets of sounds, and buttons to add one and take it out."""

    changed = Signal()

    def __init__(self, settings: UserSettings, parent: QWidget, importer: ArtworkImporter) -> None:
        super().__init__(parent)
        self._settings, self._importer = settings, importer
        self.file_dialog: FileDialog | None = None
        label = PlainLabel(tr("&Which sounds"), self)
        self.combo = QComboBox(self)
        label.setBuddy(self.combo)
        self.add_button = QPushButton(tr("&More…"), self)
        self.add_button.setAccessibleName(tr("Add sounds"))
        self.remove_button = QPushButton(tr("Ta&ke out…"), self)
        for button in (self.add_button, self.remove_button):
            button.setAutoDefault(False)
        self.note = make_note("", self)
        self.note.hide()
        rows = (
            make_row(label, self.combo, STRETCH, spacing=10),
            make_row(self.add_button, self.remove_button, STRETCH, spacing=8),
        )
        make_column(*rows, self.note, widget=self, margins=(0, 0, 0, 0), spacing=6)
        self._fill_combo()
        self.combo.currentIndexChanged.connect(self._on_chosen)
        self.add_button.clicked.connect(self._choose)
        self.remove_button.clicked.connect(self._on_remove)
        importer.imported.connect(self._on_imported)

    def _fill_combo(self) -> None:
        self.combo.blockSignals(True)
        self.combo.clear()
        self.combo.addItem(tr("Green Baize"), "")
        for artwork in list_own(self._settings, ArtworkKind.SOUNDS):
            self.combo.addItem(artwork.title, artwork.setting)
        self.combo.setCurrentIndex(max(0, self.combo.findData(self._settings.sounds)))
        self.combo.blockSignals(False)
        self.remove_button.setEnabled(bool(self.combo.currentData()))

    def _on_chosen(self) -> None:
        self._settings.sounds = str(self.combo.currentData())
        self.remove_button.setEnabled(bool(self._settings.sounds))
        self.changed.emit()

    def _choose(self) -> None:
        def import_folder(path: Path) -> None:
            self._importer.import_path(path, ArtworkKind.SOUNDS)

        self.file_dialog = choose_path(self, tr("Add a folder of sounds"), "", import_folder)

    def _on_imported(self, report: ArtworkReport, artwork: Artwork | None) -> None:
        if report.kind is not ArtworkKind.SOUNDS:
            return
        self._show_note(report.fault)
        if artwork is not None:
            add_own(self._settings, artwork)
            self._settings.sounds = artwork.setting
            self._fill_combo()
            self.changed.emit()

    def _on_remove(self) -> None:
        artwork = find_artwork(ArtworkKind.SOUNDS, self._settings.sounds)
        if artwork is not None:
            ask_to_remove(self, artwork, lambda: self._remove(artwork))

    def _remove(self, artwork: Artwork) -> None:
        self._settings.sounds = ""
        try:
            remove_own(self._settings, artwork)
        except GameError as error:
            self._show_note(Speaker().format_message(error.message))
        self._fill_combo()
        self.changed.emit()

    def _show_note(self, text: str) -> None:
        self.note.setText(text)
        self.note.setVisible(bool(text))
