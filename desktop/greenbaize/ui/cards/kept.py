"""Finished pictures that tables share: the next match need not draw its cards anew.

Qt's own cache keeps them. What no table uses any more it gives up by itself within a minute.
"""

from collections.abc import Callable, Hashable

from PySide6.QtGui import QPixmap, QPixmapCache


def kept(key: tuple[Hashable, ...], draw: Callable[[], QPixmap]) -> QPixmap:
    """The picture that is known by a key, which is drawn if there is none.

    Use it in the GUI thread. Whoever paints on it paints on a copy.

    Args:
        key: what it is and all that its looks depend on; of plain values, told apart as written.
        draw: draws it.
    """
    name = repr(key)
    picture = QPixmap()
    if not QPixmapCache.find(name, picture):
        picture = draw()
        QPixmapCache.insert(name, picture)
    return picture
