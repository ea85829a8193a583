"""The preferences of the look of cards, with pictures: faces, back and letters."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QButtonGroup, QComboBox, QSizePolicy, QToolButton, QWidget

from greenbaize.cards import parse_cards
from greenbaize.resources import resources_folder
from greenbaize.rules.messages import mark_text
from greenbaize.store.declared_settings import CARD_LETTERS
from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_look import CardFace, CardLook, card_look_from_settings
from greenbaize.ui.cards.card_pixmaps import CardPixmapStore
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel, set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr

FACE_TITLES: Final[Mapping[str, str]] = {
    "classic": mark_text("Classic"),
    "deco": mark_text("Art Deco"),
    "large": mark_text("Large"),
}
FACE_TIPS: Final[Mapping[str, str]] = {
    "classic": mark_text("Courts in bright robes"),
    "deco": mark_text("Courts of the twenties before rays"),
    "large": mark_text("Large letters and suits, read from afar"),
}
BACK_TITLES: Final[Mapping[str, str]] = {
    "leaves": mark_text("Blue leaves"),
    "fans": mark_text("Golden fans"),
    "lattice": mark_text("Red lattice"),
    "guilloche": mark_text("Violet guilloche"),
}
LETTER_TITLES: Final[Mapping[str, str]] = {
    "auto": mark_text("As the language has them"),
    "latin": mark_text("J Q K A"),
    "cyrillic": mark_text("В Д К Т"),
}
SAMPLE_WIDTH: Final = 44.0
PREVIEW_WIDTH: Final = 62.0
"""Card widths of the choices and of the preview (px)."""
SAMPLE_STEP: Final = 0.72
PREVIEW_STEP: Final = 0.86
"""Distances between cards, in card widths."""
MARGIN: Final = 8
SAMPLE_FACES: Final = tuple(map(CardFace, parse_cards("9D KS")))
"""Cards that show a set of faces at a glance: pips and a court."""
PREVIEW_FACES: Final = (None, *map(CardFace, parse_cards("AS KH QC JD TH")))
"""A back, and cards that also show letters and colours."""


class CardPictureButton(QToolButton):
    """A checkable picture of cards, with an optional title below."""

    def __init__(self, faces: Sequence[CardFace | None], title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setText(title)
        self._faces = faces
        self._look = CardLook()
        self._picture: QPixmap | None = None

    def show_look(self, look: CardLook) -> None:
        if look != self._look:
            self._look, self._picture = look, None
            self.update()

    def sizeHint(self) -> QSize:
        cards_width = SAMPLE_WIDTH * (1 + SAMPLE_STEP * (len(self._faces) - 1))
        total_height = SAMPLE_WIDTH * pips.HEIGHT + (
            self.fontMetrics().height() + 2 if self.text() else 0
        )
        title_width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(
            max(round(cards_width), title_width) + 2 * MARGIN, round(total_height) + 2 * MARGIN
        )

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        role, palette = QPalette.ColorRole, self.palette()
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = draw_card_fan(self._look, self._faces, SAMPLE_WIDTH, SAMPLE_STEP, ratio)
        is_checked = self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line, line_width = (role.Highlight, 2.5) if is_checked else (role.Mid, 1.0)
        painter.setPen(QPen(palette.color(line), line_width))
        painter.setBrush(palette.color(role.Button if is_checked else role.Window))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 5, 5)
        size = self._picture.deviceIndependentSize()
        left = round((self.width() - size.width()) / 2)
        painter.drawPixmap(QPointF(left, MARGIN), self._picture)
        if self.text():
            painter.setPen(palette.color(role.ButtonText))
            top = MARGIN + size.height()
            title_rect = QRectF(0, top, self.width(), self.height() - top - 2)
            painter.drawText(title_rect, Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()


class CardsPreview(QWidget):
    """A strip of cloth with a back and some cards in the chosen look."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = CardLook()
        self._picture: QPixmap | None = None
        self._picture_key = (0.0, 0.0)
        """Pixel ratio and card distance of the picture."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("The cards as they are chosen"))

    def show_look(self, look: CardLook) -> None:
        self._picture = self._picture if look == self._look else None
        self._look = look
        self.update()

    def sizeHint(self) -> QSize:
        cards_width = PREVIEW_WIDTH * (1 + PREVIEW_STEP * (len(PREVIEW_FACES) - 1))
        return QSize(
            round(cards_width) + 2 * MARGIN, round(PREVIEW_WIDTH * pips.HEIGHT) + 2 * MARGIN
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        # On a narrow screen the cards lie closer together and stay on the cloth.
        step = min(
            PREVIEW_STEP,
            ((self.width() - 2 * MARGIN) / PREVIEW_WIDTH - 1) / (len(PREVIEW_FACES) - 1),
        )
        if self._picture is None or (ratio, step) != self._picture_key:
            self._picture_key = ratio, step
            self._picture = draw_card_fan(self._look, PREVIEW_FACES, PREVIEW_WIDTH, step, ratio)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current_theme().felt))
        painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        left = round((self.width() - self._picture.deviceIndependentSize().width()) / 2)
        painter.drawPixmap(QPointF(left, MARGIN), self._picture)
        painter.end()


class CardLookForm(QWidget):
    """The choices of the look of cards; ``changed`` follows every choice."""

    changed = Signal()

    def __init__(self, settings: UserSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self.faces = {
            name: self._make_picture_button(
                SAMPLE_FACES, tr(FACE_TITLES[name]), tr(FACE_TIPS[name])
            )
            for name in FACE_TITLES
        }
        self.backs = {
            name: self._make_picture_button((None,), "", tr(BACK_TITLES[name]))
            for name in BACK_TITLES
        }
        self.letters = QComboBox(self)
        for name in CARD_LETTERS:
            self.letters.addItem(tr(LETTER_TITLES[name]), name)
        self.preview = CardsPreview(self)
        self._build_layout()
        self.faces[settings.card_faces].setChecked(True)
        self.backs[settings.card_back].setChecked(True)
        self.letters.setCurrentIndex(CARD_LETTERS.index(settings.card_letters))
        self.show_look()
        self._groups = [self._make_button_group(row) for row in (self.faces, self.backs)]
        self.letters.currentIndexChanged.connect(self._store_choice)

    def _make_picture_button(
        self, faces: Sequence[CardFace | None], title: str, tip: str
    ) -> CardPictureButton:
        button = CardPictureButton(faces, title, self)
        button.setAccessibleName(title or tip)
        set_tooltip(button, tip)
        return button

    def _make_button_group(self, row: Mapping[str, CardPictureButton]) -> QButtonGroup:
        """Return an exclusive group of pictures; arrow keys move between them."""
        group = QButtonGroup(self)
        for button in row.values():
            group.addButton(button)
            button.toggled.connect(lambda on: self._store_choice() if on else None)
        return group

    def _build_layout(self) -> None:
        label = PlainLabel(tr("Lette&rs"), self)
        label.setBuddy(self.letters)
        rows = [make_row(*row.values(), STRETCH, spacing=6) for row in (self.faces, self.backs)]
        rows.append(make_row(label, self.letters, STRETCH))
        make_column(self.preview, *rows, widget=self, margins=(0, 0, 0, 0), spacing=6)

    def show_look(self) -> None:
        """Update all pictures to the look of the settings."""
        look = card_look_from_settings(self._settings)
        self.preview.show_look(look)
        for name, button in self.faces.items():
            button.show_look(look._replace(faces=name))
        for name, button in self.backs.items():
            button.show_look(look._replace(back=name))

    def _store_choice(self) -> None:
        settings = self._settings
        old_values = card_look_from_settings(settings), settings.card_letters
        for name, button in self.faces.items():
            if button.isChecked():
                settings.card_faces = name
        for name, button in self.backs.items():
            if button.isChecked():
                settings.card_back = name
        settings.card_letters = str(self.letters.currentData())
        if (card_look_from_settings(settings), settings.card_letters) != old_values:
            self.show_look()
            self.changed.emit()


def draw_card_fan(
    look: CardLook, faces: Sequence[CardFace | None], card_width: float, step: float, ratio: float
) -> QPixmap:
    """Draw cards side by side, each over the one before, or the next if left-handed.

    None is a back. ``card_width`` is in pixels, ``step`` the distance between cards in card widths,
    and ``ratio`` the device pixel ratio.
    """
    store = CardPixmapStore(CardRenderer(resources_folder() / "cards", look), card_width, ratio)
    size, offset = store.card_size(), round(step * card_width)
    total_width = size.width() + offset * (len(faces) - 1)
    picture = QPixmap(round(total_width * ratio), round(size.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        indexed_faces = list(enumerate(faces))
        for index, face in reversed(indexed_faces) if look.left_handed else indexed_faces:
            painter.drawPixmap(QPointF(index * offset, 0), store.face_pixmap(face))
    return picture
