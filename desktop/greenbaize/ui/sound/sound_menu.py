"""The menu action that turns sound on and off, and its button in the menu bar."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.ui.shell.actions import VIEW, Action
from greenbaize.ui.shell.services import Services
from greenbaize.ui.sound import sound_device
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.words.catalogue import tr

BUTTON_SIZE: Final = QSize(34, 20)
IDLE_OPACITY: Final = 0.72
"""Opacity of the button while the mouse is elsewhere; ``MUTED_OPACITY`` while sound is off."""
MUTED_OPACITY: Final = 0.5


class SoundButton(QAbstractButton):
    """A button that is checked while sound is on; the menu has the same action with a key."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Sound"))
        self.toggled.connect(self._update_tooltip)
        self._update_tooltip()

    def _update_tooltip(self) -> None:
        set_tooltip(self, tr("Sound is on (F7)") if self.isChecked() else tr("Sound is off (F7)"))

    def sizeHint(self) -> QSize:
        return BUTTON_SIZE

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = QColor(self.palette().color(QPalette.ColorRole.WindowText))
        if not self.underMouse():
            ink.setAlphaF(IDLE_OPACITY if self.isChecked() else MUTED_OPACITY)
        side = min(self.height(), BUTTON_SIZE.height()) - 6.0
        painter.translate(self.width() / 2 - 0.62 * side, self.height() / 2)
        painter.fillPath(_speaker_path(side), ink)
        pen = QPen(ink, max(1.3, 0.11 * side))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        if self.isChecked():
            for radius in (0.28, 0.52):
                arc_rect = QRectF(
                    -radius * side, -radius * side, 2 * radius * side, 2 * radius * side
                )
                painter.drawArc(arc_rect.translated(0.52 * side, 0), -45 * 16, 90 * 16)
        else:
            for direction in (-1, 1):
                line_start = QPointF(0.74 * side, -0.2 * direction * side)
                painter.drawLine(
                    line_start, line_start + QPointF(0.4 * side, 0.4 * direction * side)
                )
        painter.end()


def _speaker_path(side: float) -> QPainterPath:
    """Return the outline of a loudspeaker ``side`` pixels high."""
    path = QPainterPath(QPointF(0, -0.2 * side))
    for x, y in ((0.22, -0.2), (0.52, -0.48), (0.52, 0.48), (0.22, 0.2), (0, 0.2)):
        path.lineTo(x * side, y * side)
    path.closeSubpath()
    return path


class SoundMenu:
    """The sound action and its button."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.button: SoundButton | None = None
        """Button in the menu bar, or None."""
        services.settings.changed.connect(self._update_button)

    def declare_actions(self) -> list[Action]:
        sound = Action(
            id="sound",
            text=tr("S&ound"),
            run=self.set_sound,
            menu=VIEW,
            position=8,
            keys="F7",
            is_checked=lambda: self._services.settings.current.sound,
        )
        return [sound]

    def make_button(self) -> None:
        """Add the button to the menu bar if sound is available; not before the first paint."""
        if self.button is None and sound_device.has_library():
            bar = self._services.window.menuBar()
            self.button = SoundButton(bar)
            self.button.clicked.connect(self.set_sound)
            bar.setCornerWidget(self.button)
            self.button.show()
            self._update_button()

    def set_sound(self, is_on: bool) -> None:
        self._services.settings.change_setting("sound", is_on)

    def _update_button(self) -> None:
        if self.button is not None:
            self.button.setChecked(self._services.settings.current.sound)
