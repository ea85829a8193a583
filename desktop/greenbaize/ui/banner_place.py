"""Where a notice lies on a table: over nothing that is to be read, as long as there is room."""

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QWidget

from greenbaize.ui.table.deck import CardItem
from greenbaize.ui.table.geometry import TALL
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.view import TableView

EDGE: Final = 8
"""A notice keeps so far from the table's edges, in pixels."""
STEP: Final = 8
"""Places so far apart are tried, in pixels."""
OWN_HAND: Final = 1.7
"""So far up from the near edge lies the own hand, in card widths."""
GRAVE, PLAIN, SLIGHT = 1000, 3, 1
"""How bad it is to lie over names, questions or the own hand, over cards, or where cards go."""


def quiet_place(size: QSize, view: TableView) -> QPoint:
    """The place of a notice on a table, in the table's pixels.

    It is the uppermost of those at which it lies over the least.

    Args:
        size: the notice's size.
        view: the table.
    """
    taken = list(_taken(view))
    left = (view.width() - size.width()) // 2
    levels = range(EDGE, max(EDGE + 1, view.height() - size.height() - EDGE), STEP)

    def harm(level: int) -> int:
        box = QRect(QPoint(left, level), size)
        return sum(weight * _area(box & other) for other, weight in taken)

    return QPoint(left, min(levels, key=harm))


def _area(box: QRect) -> int:
    return 0 if box.isEmpty() else box.width() * box.height()


def _taken(view: TableView) -> Iterator[tuple[QRect, int]]:
    """What lies on a table, and how bad it is to lie over it."""
    scene = view.scene()
    assert isinstance(scene, TableScene)
    for words in (*scene.plates, scene.notice, scene.sign, scene.trumps):
        if words.isVisible():
            yield words.sceneBoundingRect().toRect(), GRAVE
    for item in scene.items():
        if isinstance(item, CardItem) and item.isVisible():
            yield item.place.toRect(), PLAIN
    geometry = scene.geometry
    for seat in range(len(scene.names)):
        spot = geometry.played(seat)
        wide = spot.scale * geometry.card
        corner = QPoint(round(spot.x - wide / 2), round(spot.y - wide * TALL / 2))
        yield QRect(corner, QSize(round(wide), round(wide * TALL))), SLIGHT
    # Cards will be dealt there while the notice still lies on the table.
    top = round(view.height() - OWN_HAND * geometry.card)
    yield QRect(0, top, view.width(), view.height() - top), GRAVE
    yield from ((box, GRAVE) for box in _over(view))


def _over(view: TableView) -> Iterator[QRect]:
    """The places of questions, buttons and cards of choices that lie over a table."""
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
