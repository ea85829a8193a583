"""The part of a dialog that scrolls up and down where the screen is small."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class TallScroll(QScrollArea):
    """Scrolls up and down where the screen is small; it is always as wide as its widget needs."""

    def __init__(self, sheet: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._sheet = sheet
        self.setWidget(sheet)
        sheet.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the widget when it comes to need more room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        """As wide as the widget and the scroll bar."""
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._sheet.minimumSizeHint().width() + bar, 120)

    def sizeHint(self) -> QSize:
        """The whole of the widget."""
        bar = self.verticalScrollBar().sizeHint().width()
        return self._sheet.sizeHint() + QSize(bar, 2)
