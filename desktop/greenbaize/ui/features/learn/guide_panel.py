"""The guide's panel above a table, and the frames around what it speaks of."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from greenbaize.cards import Card
from greenbaize.rules.table_elements import TableElement
from greenbaize.ui.table.hover_help import find_element_rect
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.table_navigator import FocusFrameItem
from greenbaize.ui.widgets.accessibility import set_spoken_name
from greenbaize.ui.widgets.font_sizes import normal_font, small_font
from greenbaize.ui.widgets.keyboard import focus_by_arrow, is_text_field_focused
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.ui.widgets.table_button import ARROW_KEYS, TableButton
from greenbaize.words.catalogue import tr

TEXT_LINES: Final = 3
"""Height of the guide's text (lines), fixed so that the table below does not jump."""

GuideAction = tuple[str, Callable[[], object]]


class GuidePanel(PaperFrame):
    """Panel with the guide's text and its buttons."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title_label = PlainLabel(tr("Guide"), self)
        self.text_label = PlainLabel(parent=self)
        self.text_label.setWordWrap(True)
        self.text_label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.next_button = TableButton(tr("&Next"), self)
        self.skip_button = TableButton(tr("S&kip the guide"), self)
        self.buttons = [self.next_button, self.skip_button]
        text_column = make_column(self.title_label, (self.text_label, 1), spacing=1)
        self._button_column = make_column(self.next_button, self.skip_button, STRETCH, spacing=4)
        for button in self.buttons:
            button.setAutoDefault(True)
        self._reserve_next_space(on=True)
        make_row(
            (text_column, 1), self._button_column, widget=self, margins=(14, 8, 12, 8), spacing=14
        )
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.apply_fonts()

    def _reserve_next_space(self, *, on: bool) -> None:
        """Reserve the space of a hidden *Next*: a click meant for it must not skip the guide."""
        policy = self.next_button.sizePolicy()
        policy.setRetainSizeWhenHidden(on)
        self.next_button.setSizePolicy(policy)

    def focus_button(self, button: QPushButton) -> None:
        """Focus a button of the panel, unless somebody is typing."""

        def set_focus() -> None:
            if not (button.isHidden() or self.isHidden() or is_text_field_focused()):
                button.setFocus()

        set_focus()
        # Again later: the table takes the focus when it opens and after a card is played.
        QTimer.singleShot(0, button, set_focus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between the closing buttons with the arrows, which are the table's before that."""
        if event.key() in ARROW_KEYS and self.skip_button.isHidden():
            focus_by_arrow(self, event)
        else:
            event.ignore()

    def show_text(self, text: str, *, waits: bool) -> None:
        """Show text; with ``waits`` the table waits for *Next*."""
        self.text_label.setText(text)
        set_spoken_name(self, tr("Guide"), text)
        self.next_button.setVisible(waits)
        self.updateGeometry()

    def show_closing(self, closing_text: str, actions: Sequence[GuideAction]) -> None:
        """Show the closing text and its buttons, the usual one first."""
        self.show_text(closing_text, waits=False)
        self._reserve_next_space(on=False)
        self.skip_button.hide()
        for index, (text, callback) in enumerate(actions):
            button = TableButton(text, self)
            button.setAutoDefault(True)
            button.clicked.connect(lambda _=False, callback=callback: callback())
            self._button_column.insertWidget(index, button)
            button.show()  # a hidden button could not take the focus at once
            self.buttons.append(button)
        self.apply_fonts()

    def apply_fonts(self) -> None:
        """Scale the fonts with the table."""
        self.title_label.setFont(small_font(bold=True))
        self.text_label.setFont(normal_font())
        self.text_label.setMinimumHeight(TEXT_LINES * self.text_label.fontMetrics().lineSpacing())
        for button in self.buttons:
            button.setFont(small_font())


PANEL_MARGINS: Final = (10, 8, 10, 2)
"""Margins of cloth around the panel (px)."""


class GuideHighlighter(QObject):
    """Highlighter: frames around table elements, and outlines of own cards, which may be tilted."""

    def __init__(self, scene: TableScene, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self._rings: list[FocusFrameItem] = []
        self.targets: tuple[TableElement | Card, ...] = ()
        """Highlighted elements and cards, visible or not."""
        scene.animator.finished.connect(self.refresh)

    def highlight_targets(self, targets: Sequence[TableElement | Card]) -> None:
        self.targets = tuple(targets)
        self.refresh()

    @property
    def target_rects(self) -> list[QRectF]:
        """Rectangles of the highlighted elements that are visible."""
        rects = (
            find_element_rect(self._scene, target)
            for target in self.targets
            if isinstance(target, TableElement)
        )
        return [rect for rect in rects if rect is not None]

    def refresh(self) -> None:
        target_rects = self.target_rects
        while len(self._rings) < len(target_rects):
            ring = FocusFrameItem(4900, bold=True)
            self._scene.addItem(ring)
            self._rings.append(ring)
        for ring, rect in zip(self._rings, target_rects, strict=False):
            ring.surround_rect(rect)
        for ring in self._rings[len(target_rects) :]:
            ring.hide()
        self._scene.cards.highlight_cards(
            [target for target in self.targets if isinstance(target, Card)]
        )
