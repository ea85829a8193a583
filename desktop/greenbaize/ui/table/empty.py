"""A table at which nothing is played yet: cloth, heading, and a plate for each seat."""

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from greenbaize.match.player import Player
from greenbaize.rules.pictures import Plate
from greenbaize.rules.players import HUMAN
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.plate import PlateText
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.view import TableView
from greenbaize.ui.widgets.theme import Theme
from greenbaize.words.names import shown_name


class EmptyTable(QWidget):
    """The table of ``sitters``, seen by the first person among them."""

    def __init__(
        self, sitters: Sequence[Player], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        near = next((at for at, one in enumerate(sitters) if one.kind == HUMAN), 0)
        names = [shown_name(one.name) for one in sitters]
        self.motion = Motion(self)
        self.scene = TableScene(names, near, theme, self.motion)
        self.scene.sign.hide()
        self.view = TableView(self.scene, theme, self)
        self.scene.notice.show_words("Green Baize", "", "")
        for plate, name in zip(self.scene.plates, names, strict=True):
            plate.show_text(PlateText(name, Plate(0), turn=False, dealer=False))
        self._theme = theme

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.view.setGeometry(self.rect())

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.scene.set_theme(theme)
        self.view.set_theme(theme)
