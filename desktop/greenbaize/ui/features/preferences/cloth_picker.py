"""The choice of the table's cloth from pictures: ours, and those of the person's own."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QButtonGroup,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from greenbaize.app.artwork_import import ArtworkReport
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import mark_text
from greenbaize.store.artwork.library import Artwork, ArtworkKind, find_artwork
from greenbaize.store.declared_settings import CLOTHS
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.preferences.own_artwork import (
    ArtworkImporter,
    add_own,
    ask_to_remove,
    choose_path,
    list_own,
    remove_own,
)
from greenbaize.ui.table.cloth import cloth_pixmap
from greenbaize.ui.widgets import theme as colours
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.labels import make_note
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.own_cloth import own_cloth_themes
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.ui.widgets.theme import Theme, current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

CLOTH_TITLES: Final = {
    "baize": mark_text("Green baize"),
    "wine": mark_text("Burgundy and walnut"),
    "slate": mark_text("Slate linen"),
}
CLOTH_PICTURE_SIZE: Final = QSize(108, 70)
"""Size of the cloth pictures (px) at a text scale of 1."""
CLOTHS_PER_ROW: Final = 3
_CARD_WIDTH: Final = 68.0
"""Card width in the cloth pictures (px): wide enough to make out the rail and the seam."""


class ClothPicker(QWidget):
    """The cloths as checkable buttons with pictures; arrow keys move between them.

    Below them, a picture can be added as a cloth, and the chosen one taken out again.
    """

    changed = Signal()

    def __init__(self, settings: UserSettings, parent: QWidget, importer: ArtworkImporter) -> None:
        super().__init__(parent)
        self._settings, self._importer = settings, importer
        self._names: list[str] = []
        self._group = QButtonGroup(self)
        self._choices: QWidget | None = None
        self.file_dialog: FileDialog | None = None
        self.add_button = QPushButton(tr("Add a pictu&re…"), self)
        self.remove_button = QPushButton(tr("Ta&ke out…"), self)
        for button in (self.add_button, self.remove_button):
            button.setAutoDefault(False)
        self.note = make_note("", self)
        self.note.hide()
        self._build_layout()
        self._build_choices()
        importer.imported.connect(self._on_imported)

    def _build_layout(self) -> None:
        menu = QMenu(self)
        for text, is_tiled in (
            (tr("A picture for the &whole table…"), False),
            (tr("A picture that &repeats…"), True),
        ):
            menu.addAction(text).triggered.connect(
                lambda _=False, is_tiled=is_tiled: self._choose(is_tiled=is_tiled)
            )
        self.add_button.setMenu(menu)
        self.remove_button.clicked.connect(self._on_remove)
        row = make_row(self.add_button, self.remove_button, STRETCH, spacing=8)
        self._column = make_column(row, self.note, widget=self, margins=(0, 0, 0, 0), spacing=4)

    def _build_choices(self) -> None:
        """Make the buttons of our cloths, and of the person's own."""
        if self._choices is not None:
            self._choices.deleteLater()
        self._choices = QWidget(self)
        self._group = QButtonGroup(self._choices)
        own = list_own(self._settings, ArtworkKind.CLOTH)
        titles = {name: tr(title) for name, title in CLOTH_TITLES.items()}
        titles |= {artwork.setting: artwork.title for artwork in own}
        self._names = list(titles)
        for number, (name, title) in enumerate(titles.items()):
            button = self._make_button(title)
            button.setChecked(name == self._settings.cloth)
            self._group.addButton(button, number)
        if self._group.checkedId() < 0:
            self.buttons[0].setChecked(True)
        buttons = self.buttons
        rows = [
            make_row(*buttons[start : start + CLOTHS_PER_ROW], STRETCH, spacing=4)
            for start in range(0, len(buttons), CLOTHS_PER_ROW)
        ]
        make_column(*rows, widget=self._choices, margins=(0, 0, 0, 0), spacing=4)
        self._column.insertWidget(0, self._choices)
        self.setFocusProxy(buttons[0])
        self.update_pictures()
        self._show_removable()
        self._group.idToggled.connect(self._on_toggled)

    def _make_button(self, title: str) -> QToolButton:
        button = QToolButton(self._choices)
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setIconSize(CLOTH_PICTURE_SIZE)
        button.setAccessibleName(title)
        set_tooltip(button, title)
        return button

    @property
    def selected_cloth(self) -> str:
        return self._names[max(0, self._group.checkedId())]

    @property
    def buttons(self) -> list[QToolButton]:
        return [self._group.button(number) for number in range(len(self._names))]  # type: ignore[misc]

    def update_pictures(self) -> None:
        """Draw the pictures for the light or dark theme."""
        ratio = self.devicePixelRatioF()
        for cloth, button in zip(self._names, self.buttons, strict=True):
            picture = cloth_pixmap(
                _themes_of(cloth)[current_theme().is_dark], CLOTH_PICTURE_SIZE, ratio, _CARD_WIDTH
            )
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)  # a style would tint it otherwise
            button.setIcon(icon)

    def _on_toggled(self, _: int, is_checked: bool) -> None:
        if is_checked:
            self._show_removable()
            self.changed.emit()

    def _show_removable(self) -> None:
        self.remove_button.setEnabled(self.selected_cloth not in CLOTHS)

    # Adding, and taking out

    def _choose(self, *, is_tiled: bool) -> None:
        def import_picture(path: Path) -> None:
            self._importer.import_path(path, ArtworkKind.CLOTH, is_tiled=is_tiled)

        file_filter = tr("Pictures (*.png *.jpg *.jpeg)")
        self.file_dialog = choose_path(self, tr("Add a cloth"), file_filter, import_picture)

    def _on_imported(self, report: ArtworkReport, artwork: Artwork | None) -> None:
        if report.kind is not ArtworkKind.CLOTH:
            return
        self._show_note(report.fault)
        if artwork is not None:
            own_cloth_themes.cache_clear()
            add_own(self._settings, artwork)
            self._settings.cloth = artwork.setting
            self._build_choices()
            self.changed.emit()

    def _show_note(self, text: str) -> None:
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def _on_remove(self) -> None:
        artwork = find_artwork(ArtworkKind.CLOTH, self.selected_cloth)
        if artwork is not None:
            ask_to_remove(self, artwork, lambda: self._remove(artwork))

    def _remove(self, artwork: Artwork) -> None:
        try:
            remove_own(self._settings, artwork)
        except GameError as error:
            self._show_note(Speaker().format_message(error.message))
        own_cloth_themes.cache_clear()
        self._settings.cloth = CLOTHS[0]
        self._build_choices()
        self.changed.emit()


def _themes_of(cloth: str) -> tuple[Theme, Theme]:
    return colours.CLOTHS.get(cloth) or own_cloth_themes(cloth)
