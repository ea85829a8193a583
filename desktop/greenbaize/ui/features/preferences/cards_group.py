"""The preferences of the look of cards, with pictures: faces, back and letters."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QButtonGroup, QComboBox, QSizePolicy, QToolButton, QWidget

from greenbaize.cards import cards
from greenbaize.resources import resources
from greenbaize.rules.messages import mark
from greenbaize.store.fitting import CARD_LETTERS
from greenbaize.store.settings import Settings
from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.cards.faces import FaceStore
from greenbaize.ui.cards.look import CardLook, Face, card_look_of
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.plain import Label, set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr

FACE_TITLES: Final[Mapping[str, str]] = {
    "classic": mark("Classic"),
    "deco": mark("Art Deco"),
    "large": mark("Large"),
}
FACE_TIPS: Final[Mapping[str, str]] = {
    "classic": mark("Courts in bright robes"),
    "deco": mark("Courts of the twenties before rays"),
    "large": mark("Large letters and suits, read from afar"),
}
BACK_TITLES: Final[Mapping[str, str]] = {
    "leaves": mark("Blue leaves"),
    "fans": mark("Golden fans"),
    "lattice": mark("Red lattice"),
    "guilloche": mark("Violet guilloche"),
}
LETTER_TITLES: Final[Mapping[str, str]] = {
    "auto": mark("As the language has them"),
    "latin": mark("J Q K A"),
    "cyrillic": mark("В Д К Т"),
}
SAMPLE: Final = 44.0
SHOWN: Final = 62.0
"""Card widths of the choices and of the preview (px)."""
STEP: Final = 0.72
SHOWN_STEP: Final = 0.86
"""Distances between cards, in card widths."""
MARGIN: Final = 8
FEW: Final = tuple(map(Face, cards("9D KS")))
"""Cards that show a set of faces at a glance: pips and a court."""
MANY: Final = (None, *map(Face, cards("AS KH QC JD TH")))
"""A back, and cards that also show letters and colours."""


class CardPicture(QToolButton):
    """A checkable picture of cards, with an optional title below."""

    def __init__(self, faces: Sequence[Face | None], title: str, parent: QWidget) -> None:
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
        wide = SAMPLE * (1 + STEP * (len(self._faces) - 1))
        tall = SAMPLE * pips.HEIGHT + (self.fontMetrics().height() + 2 if self.text() else 0)
        title = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(max(round(wide), title) + 2 * MARGIN, round(tall) + 2 * MARGIN)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        role, palette = QPalette.ColorRole, self.palette()
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = fan(self._look, self._faces, SAMPLE, STEP, ratio)
        down = self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line, broad = (role.Highlight, 2.5) if down else (role.Mid, 1.0)
        painter.setPen(QPen(palette.color(line), broad))
        painter.setBrush(palette.color(role.Button if down else role.Window))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 5, 5)
        size = self._picture.deviceIndependentSize()
        left = round((self.width() - size.width()) / 2)
        painter.drawPixmap(QPointF(left, MARGIN), self._picture)
        if self.text():
            painter.setPen(palette.color(role.ButtonText))
            top = MARGIN + size.height()
            room = QRectF(0, top, self.width(), self.height() - top - 2)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()


class CardsShown(QWidget):
    """A strip of cloth with a back and some cards in the chosen look."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = CardLook()
        self._picture: QPixmap | None = None
        self._drawn = (0.0, 0.0)
        """Pixel ratio and card distance of the picture."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("The cards as they are chosen"))

    def show_look(self, look: CardLook) -> None:
        self._picture = self._picture if look == self._look else None
        self._look = look
        self.update()

    def sizeHint(self) -> QSize:
        wide = SHOWN * (1 + SHOWN_STEP * (len(MANY) - 1))
        return QSize(round(wide) + 2 * MARGIN, round(SHOWN * pips.HEIGHT) + 2 * MARGIN)

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        # On a narrow screen the cards lie closer together and stay on the cloth.
        step = min(SHOWN_STEP, ((self.width() - 2 * MARGIN) / SHOWN - 1) / (len(MANY) - 1))
        if self._picture is None or (ratio, step) != self._drawn:
            self._drawn = ratio, step
            self._picture = fan(self._look, MANY, SHOWN, step, ratio)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(worn().felt))
        painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        left = round((self.width() - self._picture.deviceIndependentSize().width()) / 2)
        painter.drawPixmap(QPointF(left, MARGIN), self._picture)
        painter.end()


class CardsGroup(QWidget):
    """The choices of the look of cards; ``changed`` follows every choice."""

    changed = Signal()

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self.faces = {
            name: self._picture(FEW, tr(FACE_TITLES[name]), tr(FACE_TIPS[name]))
            for name in FACE_TITLES
        }
        self.backs = {
            name: self._picture((None,), "", tr(BACK_TITLES[name])) for name in BACK_TITLES
        }
        self.letters = QComboBox(self)
        for name in CARD_LETTERS:
            self.letters.addItem(tr(LETTER_TITLES[name]), name)
        self.shown = CardsShown(self)
        self._lay_out()
        self.faces[settings.card_faces].setChecked(True)
        self.backs[settings.card_back].setChecked(True)
        self.letters.setCurrentIndex(CARD_LETTERS.index(settings.card_letters))
        self.show_look()
        self._groups = [self._group(row) for row in (self.faces, self.backs)]
        self.letters.currentIndexChanged.connect(self._take)

    def _picture(self, faces: Sequence[Face | None], title: str, tip: str) -> CardPicture:
        button = CardPicture(faces, title, self)
        button.setAccessibleName(title or tip)
        set_tip(button, tip)
        return button

    def _group(self, row: Mapping[str, CardPicture]) -> QButtonGroup:
        """Return an exclusive group of pictures; arrow keys move between them."""
        group = QButtonGroup(self)
        for button in row.values():
            group.addButton(button)
            button.toggled.connect(lambda on: self._take() if on else None)
        return group

    def _lay_out(self) -> None:
        label = Label(tr("Lette&rs"), self)
        label.setBuddy(self.letters)
        rows = [row_of(*row.values(), STRETCH, spacing=6) for row in (self.faces, self.backs)]
        rows.append(row_of(label, self.letters, STRETCH))
        column_of(self.shown, *rows, within=self, margins=(0, 0, 0, 0), spacing=6)

    def show_look(self) -> None:
        """Update all pictures to the look of the settings."""
        look = card_look_of(self._settings)
        self.shown.show_look(look)
        for name, button in self.faces.items():
            button.show_look(look._replace(faces=name))
        for name, button in self.backs.items():
            button.show_look(look._replace(back=name))

    def _take(self) -> None:
        settings = self._settings
        before = card_look_of(settings), settings.card_letters
        for name, button in self.faces.items():
            if button.isChecked():
                settings.card_faces = name
        for name, button in self.backs.items():
            if button.isChecked():
                settings.card_back = name
        settings.card_letters = str(self.letters.currentData())
        if (card_look_of(settings), settings.card_letters) != before:
            self.show_look()
            self.changed.emit()


def fan(
    look: CardLook, faces: Sequence[Face | None], wide: float, step: float, ratio: float
) -> QPixmap:
    """Draw cards side by side, each over the one before, or the next if left-handed.

    None is a back. ``card_width`` is in pixels, ``step`` the distance between cards in card widths,
    and ``ratio`` the device pixel ratio.
    """
    store = FaceStore(CardRenderer(resources() / "cards", look), wide, ratio)
    size, off = store.size(), round(step * wide)
    across = size.width() + off * (len(faces) - 1)
    picture = QPixmap(round(across * ratio), round(size.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        places = list(enumerate(faces))
        for place, face in reversed(places) if look.left_handed else places:
            painter.drawPixmap(QPointF(place * off, 0), store.face(face))
    return picture
