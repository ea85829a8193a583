"""The table before a match: an empty cloth with seats, on which is laid what can be played."""

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from greenbaize.match.player import Player
from greenbaize.rules.pictures import Plate
from greenbaize.rules.players import HUMAN
from greenbaize.ui.choices import Choices
from greenbaize.ui.shell.pages import Page
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.plate import PlateText
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.view import TableView
from greenbaize.ui.theme import Theme
from greenbaize.words.names import shown_name


class Lobby(QWidget, Page):
    """An empty table with its seats.

    Args:
        sitters: who would sit there.
        theme: the colours.
    """

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
            text = PlateText(name, Plate(0), turn=False, dealer=False)
            plate.show_text(text)
        self._theme = theme
        self.choices: Choices | None = None

    def show_choices(self, heading: str) -> Choices:
        """Lay what can be played on the table, which is the caller's to say."""
        if self.choices is not None:
            self.choices.hide()
            self.choices.deleteLater()
        for plate in self.scene.plates:
            plate.hide()  # who sits there is seen once there is a game
        self.choices = Choices(self._theme, self)
        self.choices.heading.setText(heading)
        return self.choices

    def place_choices(self) -> None:
        """Lay everything out, once it is all there."""
        if self.choices is None:
            return
        if self.choices.geometry() == self.rect():
            self.choices.lay_out()
        else:
            self.choices.setGeometry(self.rect())
        self.choices.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the table and what lies on it in place."""
        super().resizeEvent(event)
        self.view.setGeometry(self.rect())
        self.place_choices()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.scene.set_theme(theme)
        self.view.set_theme(theme)
        if self.choices is not None:
            self.choices.set_theme(theme)
