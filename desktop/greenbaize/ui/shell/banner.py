"""The banner: a strip of paper over the page with one message, which blocks nothing below it."""

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QMainWindow, QPushButton, QWidget

from greenbaize.store.log import keep_error
from greenbaize.ui.cards.suited import RuleLink
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.geometry import TALL
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.table_only import TableOnlyGeometry
from greenbaize.ui.table.view import TableView
from greenbaize.ui.table.way_in import WayInItem
from greenbaize.ui.widgets.boxes import row_of
from greenbaize.ui.widgets.fonts import SMALL, font
from greenbaize.ui.widgets.lettering import normal
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain import Label, on_button
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import aloud

MARGINS: Final = 16, 8, 10, 8
"""Left, top, right and bottom margins (px) for letters of the usual size."""
PASSING_MS: Final = 3000
"""Minimum time that a transient message is shown (ms)."""
READING_MS: Final = 60
"""Reading time per letter of a transient message (ms)."""


class Banner(PaperFrame):
    """One sentence with a button that acts on it and one that dismisses it."""

    acted = Signal()
    told = Signal(str)
    """Emitted with the sentence, for speech."""
    rule_asked = Signal(str)
    """Emitted with the rule behind the sentence when the player asks to read it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.words = Label(parent=self)
        self.words.setWordWrap(True)
        self.rule = RuleLink("", self)
        self.act = QPushButton(self)
        self.away = QPushButton(tr("Dismiss"), self)
        for button in (self.act, self.away):
            button.setAutoDefault(True)
        self._row = row_of((self.words, 1), self.rule, self.act, self.away, within=self)
        self._passing = QTimer(self, singleShot=True)
        self._passing.timeout.connect(self.hide)
        self.rule.clicked.connect(lambda _=False: self.rule_asked.emit(self.rule.rule))
        self.act.clicked.connect(self.hide)
        self.act.clicked.connect(self.acted)
        self.away.clicked.connect(self.hide)
        self.hide()

    def tell(self, sentence: str, act: str = "", rule: str = "") -> None:
        """Show a sentence, with the label of a button that acts on it and the rule behind it."""
        self._passing.stop()
        self._tell(sentence, act, rule)

    def _tell(self, sentence: str, act: str = "", rule: str = "") -> None:
        self.words.setText(sentence)
        self.away.setHidden(self._passing.isActive())
        self.act.setText(on_button(act))
        self.act.setVisible(bool(act))
        self.rule.show_rule(rule)
        self.setAccessibleName(aloud(sentence))
        self.lay_out()
        self.show()
        self.told.emit(sentence)

    def tell_error(self, error: BaseException, act: str) -> None:
        path = keep_error(error)
        kept = tr("The details are in {path}.").format(path=path) if path else ""
        words = tr("Something unexpected happened ({kind}). The match is safe.")
        self.tell(f"{words.format(kind=type(error).__name__)} {kept}".strip(), act)

    def mention(self, sentence: str) -> None:
        """Show a sentence that disappears by itself, unless a lasting one is shown."""
        if self.isVisible() and not self._passing.isActive():
            self.told.emit(sentence)  # it is still spoken
            return
        self._passing.start(max(PASSING_MS, READING_MS * len(sentence)))
        self._tell(sentence)

    @property
    def is_passing(self) -> bool:
        """True if the sentence shown here disappears by itself."""
        return self._passing.isActive()

    def put_away_passing(self) -> bool:
        """Dismiss a transient sentence; return True if one was shown."""
        passing = self._passing.isActive() and self.isVisible()
        if passing:
            self.hide()
        return passing

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.put_away_passing()
        event.accept()

    def take_back(self, sentence: str) -> None:
        if self.words.text() == sentence:
            self.hide()

    def lay_out(self) -> None:
        """Move to where the banner covers least of the table, or of the page below the menus.

        The banner is raised again, as a page shown later would be above it.
        """
        self.raise_()
        view = self._table()
        larger = self._write_for(view)
        beside = [one for one in (self.rule, self.act, self.away) if not one.isHidden()]
        buttons = sum(one.sizeHint().width() + 8 for one in beside)
        wanted = self.words.fontMetrics().horizontalAdvance(self.words.text()) + buttons
        wanted += round(40 * larger)
        room = self._over.width() if view is None else view.width()
        width = min(room - 24, round(720 * larger), max(280, wanted))
        scene = None if view is None else view.scene()
        if isinstance(scene, TableScene) and isinstance(scene.geometry, TableOnlyGeometry):
            width = min(width, round(scene.geometry.middle.width))
        height = max(48, self.heightForWidth(width), self.sizeHint().height())
        if view is not None:
            corner = view.mapTo(self._over, quiet_place(QSize(width, height), view))
            self.setGeometry(QRect(corner, QSize(width, height)))
            return
        menus = self._over.menuBar().height() if isinstance(self._over, QMainWindow) else 0
        free = self._over.rect().adjusted(0, menus, 0, 0)
        narrow = min(width, round(NARROW * larger))
        sizes = [
            QSize(one, max(48, self.heightForWidth(one), self.sizeHint().height()))
            for one in (width, narrow)
        ]
        self.setGeometry(quiet_box(sizes, self._over, free))

    def _write_for(self, view: TableView | None) -> float:
        """Set a font that is legible on this table; return its scale over the usual size."""
        scene = None if view is None else view.scene()
        least = scene.least_letter if isinstance(scene, TableScene) else SMALL
        self.words.setFont(normal(fixed=True) if least == SMALL else font(least))
        larger = least / SMALL
        self._row.setContentsMargins(*(round(one * larger) for one in MARGINS))
        return larger

    def _table(self) -> TableView | None:
        middle = self._over.centralWidget() if isinstance(self._over, QMainWindow) else None
        views = [] if middle is None else middle.findChildren(TableView)
        return next((one for one in views if one.isVisible()), None)


EDGE: Final = 8
"""Distance of a notice from the edges of the table (px)."""
STEP: Final = 8
"""Distance of the positions tried (px)."""
TRIES: Final = 40
"""Maximum number of positions tried along each side of a page without a table."""
NARROW: Final = 460
"""Width of a notice that finds no room for its usual width (px)."""
GRAVE, PLAIN, SLIGHT = 1000, 3, 1
"""Costs of covering names, questions or the own hand, of cards, and of where cards will go."""
LARGE: Final = 8
"""A widget larger than one part in so many of the table is a sheet, not a question or button."""


def quiet_place(size: QSize, view: TableView) -> QPoint:
    """Return the uppermost position in a table's pixels at which a notice covers least."""
    taken = list(_taken(view))
    left = (view.width() - size.width()) // 2
    levels = range(EDGE, max(EDGE + 1, view.height() - size.height() - EDGE), STEP)

    def harm(level: int) -> int:
        box = QRect(QPoint(left, level), size)
        return sum(weight * _area(box & other) for other, weight in taken)

    return QPoint(left, min(levels, key=harm))


def quiet_box(sizes: Sequence[QSize], window: QWidget, room: QRect) -> QRect:
    """Return where a notice of one of these sizes covers least of a page, within an area.

    Earlier sizes are preferred to later ones, then positions nearer to the middle, then higher
    ones.
    """
    page = window.centralWidget() if isinstance(window, QMainWindow) else None
    covered = list(_page_parts(page, window))
    boxes = (
        QRect(QPoint(left, top), size)
        for size in sizes
        for left in _from_the_middle(_positions(room.left(), room.right() - size.width()))
        for top in _positions(room.top(), room.bottom() - size.height())
    )
    least, best = -1, QRect(room.topLeft(), sizes[0])
    for box in boxes:
        harm = sum(_area(box & one) for one in covered)
        if least < 0 or harm < least:
            least, best = harm, box
        if not least:
            break
    return best


def _from_the_middle(positions: range) -> list[int]:
    middle = (positions[0] + positions[-1]) // 2
    return sorted(positions, key=lambda one: abs(one - middle))


def _positions(first: int, last: int) -> range:
    first += EDGE
    last = max(first + 1, last - EDGE)
    return range(first, last, max(STEP, (last - first) // TRIES))


def _page_parts(page: QWidget | None, window: QWidget) -> Iterator[QRect]:
    """Yield the visible rectangles of a page's innermost widgets, without its background."""
    for part in [] if page is None else page.findChildren(QWidget):
        seen = part.visibleRegion().boundingRect()
        inner = any(child.isVisible() for child in _widgets_in(part))
        if part.isVisible() and not inner and _area(seen) < _area(window.rect()) // 2:
            yield QRect(part.mapTo(window, seen.topLeft()), seen.size())


def _widgets_in(widget: QWidget) -> list[QWidget]:
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    return widget.findChildren(QWidget, options=direct)


def _area(box: QRect) -> int:
    return 0 if box.isEmpty() else box.width() * box.height()


def _taken(view: TableView) -> Iterator[tuple[QRect, int]]:
    """Yield what is on a table, with the cost of covering it."""
    scene = view.scene()
    assert isinstance(scene, TableScene)
    for words in (*scene.plates, scene.notice, scene.sign, scene.trumps):
        if words.isVisible():
            yield words.sceneBoundingRect().toRect(), GRAVE
    for item in scene.items():
        if isinstance(item, CardItem) and item.isVisible():
            yield item.place.toRect(), PLAIN
        elif isinstance(item, WayInItem) and item.isVisible():
            yield item.sceneBoundingRect().toRect(), GRAVE
    geometry = scene.geometry
    for seat in range(len(scene.names)):
        spot = geometry.played(seat)
        wide = spot.scale * geometry.card
        corner = QPoint(round(spot.x - wide / 2), round(spot.y - wide * TALL / 2))
        yield QRect(corner, QSize(round(wide), round(wide * TALL))), SLIGHT
    # Cards will be dealt there while the notice is still shown.
    top = round(geometry.hand_top)
    yield QRect(0, top, view.width(), view.height() - top), GRAVE
    # Questions appear above them.
    asked = 1.2 * geometry.card
    room = geometry.question()
    yield QRectF(room.x, top - asked, room.width, asked).toRect(), GRAVE
    # A sheet as large as the result leaves no free position except over names.
    large = _area(view.rect()) // LARGE
    yield from ((box, PLAIN if _area(box) > large else GRAVE) for box in _over(view))
    for button in view.viewport().findChildren(QPushButton):
        if button.isVisible():
            yield QRect(button.mapTo(view.viewport(), QPoint(0, 0)), button.size()), GRAVE


def _over(view: TableView) -> Iterator[QRect]:
    """Yield the rectangles of questions, buttons and choices shown over a table."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    table = view.parentWidget()
    own = view.viewport().findChildren(QWidget, options=direct)
    beside = [] if table is None else table.findChildren(QWidget, options=direct)
    for widget in (*own, *beside):
        unseen = widget.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if widget.isVisible() and not unseen and not widget.isAncestorOf(view):
            corner = view.mapFromGlobal(widget.mapToGlobal(QPoint(0, 0)))
            place = QRect(corner, widget.size()) & view.rect()
            if widget is not view and not place.isEmpty():
                yield place
