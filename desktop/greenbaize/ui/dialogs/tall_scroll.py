"""The parts of dialogs and windows that scroll where the screen is small."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSizePolicy, QWidget


class PaperScroll(QScrollArea):
    """Scrolls where there is no room, and so that what has the keyboard is seen.

    Qt does the latter only for a keyboard that was within it before.
    """

    def __init__(self, sheet: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(sheet)
        sheet.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self, _: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self.isAncestorOf(new):
            self.ensureWidgetVisible(new)


class TallScroll(PaperScroll):
    """Scrolls up and down where the screen is small.

    It wants to be as wide as its widget needs, and scrolls sideways where not even that is there.
    """

    def __init__(self, sheet: QWidget, parent: QWidget) -> None:
        super().__init__(sheet, parent)
        self._sheet = sheet

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


class WideScroll(PaperScroll):
    """A row, of buttons for one, that scrolls sideways where it has no room."""

    def __init__(self, sheet: QWidget, parent: QWidget) -> None:
        super().__init__(sheet, parent)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._sheet = sheet
        self._lacks = False

    def minimumSizeHint(self) -> QSize:
        """As high as the row, with the bar where there is one."""
        return QSize(min(120, self._sheet.minimumSizeHint().width()), self.sizeHint().height())

    def sizeHint(self) -> QSize:
        """The whole of the row."""
        bar = self.horizontalScrollBar().sizeHint().height() if self._lacks else 0
        return self._sheet.sizeHint() + QSize(0, bar)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have room for the bar where there is one."""
        super().resizeEvent(event)
        lacks = self.width() < self._sheet.minimumSizeHint().width()
        if lacks != self._lacks:
            self._lacks = lacks
            self.updateGeometry()
