"""The banner: a strip of paper over the page with one message, which blocks nothing below it."""

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QMainWindow, QPushButton, QWidget

from greenbaize.store.log import log_exception
from greenbaize.ui.cards.suit_text import RuleLinkButton
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO
from greenbaize.ui.table.join_code_item import JoinCodeItem
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.table_only import TableOnlyGeometry
from greenbaize.ui.table.view import TableView
from greenbaize.ui.widgets.font_sizes import normal_font
from greenbaize.ui.widgets.fonts import SMALL, make_font, text_scale
from greenbaize.ui.widgets.free_position import covered_area, find_least_covering
from greenbaize.ui.widgets.layouts import make_row
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain_text import PlainLabel, escape_ampersands
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import spoken_text

MARGINS: Final = 16, 8, 10, 8
"""Left, top, right and bottom margins (px) for letters of the usual size."""
TRANSIENT_MS: Final = 3000
"""Minimum time that a transient message is shown (ms)."""
MS_PER_LETTER: Final = 60
"""Reading time per letter of a transient message (ms)."""


class Banner(PaperFrame):
    """One sentence with a button that acts on it and one that dismisses it."""

    action_clicked = Signal()
    sentence_shown = Signal(str)
    """Emitted with the sentence, for speech."""
    rule_requested = Signal(str)
    """Emitted with the rule behind the sentence when the player asks to read it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent_widget = parent
        self._strip_height = 0
        """Height of the strip below the page that is reserved for the banner, or 0 (px)."""
        self.label = PlainLabel(parent=self)
        self.label.setWordWrap(True)
        self.rule_link = RuleLinkButton("", self)
        self.action_button = QPushButton(self)
        self.dismiss_button = QPushButton(tr("Dismiss"), self)
        for button in (self.action_button, self.dismiss_button):
            button.setAutoDefault(True)
        self._row = make_row(
            (self.label, 1), self.rule_link, self.action_button, self.dismiss_button, widget=self
        )
        self._transient_timer = QTimer(self, singleShot=True)
        self._transient_timer.timeout.connect(self.hide)
        self.rule_link.clicked.connect(
            lambda _=False: self.rule_requested.emit(self.rule_link.rule)
        )
        self.action_button.clicked.connect(self.hide)
        self.action_button.clicked.connect(self.action_clicked)
        self.dismiss_button.clicked.connect(self.hide)
        self.hide()

    def show_sentence(self, sentence: str, action_label: str = "", rule: str = "") -> None:
        """Show a sentence, with the label of a button that acts on it and the rule behind it."""
        self._transient_timer.stop()
        self._set_sentence(sentence, action_label, rule)

    def _set_sentence(self, sentence: str, action_label: str = "", rule: str = "") -> None:
        self.label.setText(sentence)
        self.dismiss_button.setHidden(self._transient_timer.isActive())
        self.action_button.setText(escape_ampersands(action_label))
        self.action_button.setVisible(bool(action_label))
        self.rule_link.set_rule(rule)
        self.setAccessibleName(spoken_text(sentence))
        self.show()
        self.relayout()
        self.sentence_shown.emit(sentence)

    def show_error(self, error: BaseException, action_label: str) -> None:
        path = log_exception(error)
        log_sentence = tr("The details are in {path}.").format(path=path) if path else ""
        text = tr("Something unexpected happened ({kind}). The match is safe.")
        self.show_sentence(
            f"{text.format(kind=type(error).__name__)} {log_sentence}".strip(), action_label
        )

    def show_transient(self, sentence: str) -> None:
        """Show a sentence that disappears by itself, unless a lasting one is shown."""
        if self.isVisible() and not self._transient_timer.isActive():
            self.sentence_shown.emit(sentence)  # it is still spoken
            return
        self._transient_timer.start(max(TRANSIENT_MS, MS_PER_LETTER * len(sentence)))
        self._set_sentence(sentence)

    @property
    def is_transient(self) -> bool:
        """True if the sentence shown here disappears by itself."""
        return self._transient_timer.isActive()

    def dismiss_transient(self) -> bool:
        """Dismiss a transient sentence; return True if one was shown."""
        was_shown = self._transient_timer.isActive() and self.isVisible()
        if was_shown:
            self.hide()
        return was_shown

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.dismiss_transient()
        event.accept()

    def withdraw_sentence(self, sentence: str) -> None:
        if self.label.text() == sentence:
            self.hide()

    def relayout(self) -> None:
        """Move to where the banner covers least of the table, or of the page below the menus.

        A page on which a lasting sentence would cover something becomes shorter meanwhile.
        The banner is raised again, as a page shown later would be above it.
        """
        self.raise_()
        view = self._visible_table()
        scale = self._update_font(view)
        visible_buttons = [
            widget
            for widget in (self.rule_link, self.action_button, self.dismiss_button)
            if not widget.isHidden()
        ]
        buttons = sum(widget.sizeHint().width() + 8 for widget in visible_buttons)
        wanted_width = self.label.fontMetrics().horizontalAdvance(self.label.text()) + buttons
        wanted_width += round(40 * scale)
        available_width = self._parent_widget.width() if view is None else view.width()
        width = min(available_width - 24, round(720 * scale), max(280, wanted_width))
        scene = None if view is None else view.scene()
        if isinstance(scene, TableScene) and isinstance(scene.geometry, TableOnlyGeometry):
            width = min(width, round(scene.geometry.centre_box.width))
        height = max(48, self.heightForWidth(width), self.sizeHint().height())
        if view is not None:
            self._release_strip()
            corner = view.mapTo(
                self._parent_widget, least_covering_position(QSize(width, height), view)
            )
            self.setGeometry(QRect(corner, QSize(width, height)))
            return
        menus = (
            self._parent_widget.menuBar().height()
            if isinstance(self._parent_widget, QMainWindow)
            else 0
        )
        free_area = self._parent_widget.rect().adjusted(0, menus, 0, 0)
        widths = [width, *(min(width, round(one * scale)) for one in NARROW_WIDTHS)]
        sizes = [
            QSize(tried, max(48, self.heightForWidth(tried), self.sizeHint().height()))
            for tried in widths
        ]
        box = least_covering_rect(sizes, self._parent_widget, free_area)
        is_lasting = self.isVisible() and not self.is_transient
        if is_lasting and (self._strip_height or covers_page(box, self._parent_widget)):
            box = self._reserve_strip(sizes[0]) or box
        self.setGeometry(box)

    def _reserve_strip(self, size: QSize) -> QRect | None:
        """Shorten the page by a strip for the banner; return its rectangle, None without room."""
        window, strip_height = self._parent_widget, size.height() + 2 * EDGE_MARGIN
        page = window.centralWidget() if isinstance(window, QMainWindow) else None
        if page is None:
            return None
        page_height = page.height() + self._strip_height
        if page_height - strip_height < page.minimumSizeHint().height():
            self._release_strip()
            return None
        self._strip_height = strip_height
        window.setContentsMargins(0, 0, 0, strip_height)
        left, top = (window.width() - size.width()) // 2, window.height() - strip_height
        return QRect(QPoint(left, top + EDGE_MARGIN), size)

    def _release_strip(self) -> None:
        if self._strip_height:
            self._strip_height = 0
            self._parent_widget.setContentsMargins(0, 0, 0, 0)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self._release_strip()

    def _update_font(self, view: TableView | None) -> float:
        """Set a font that is legible on this table; return its scale over the usual size."""
        scene = None if view is None else view.scene()
        min_letter = scene.least_letter if isinstance(scene, TableScene) else SMALL
        self.label.setFont(
            normal_font(fixed=True) if min_letter == SMALL else make_font(min_letter)
        )
        scale = text_scale() if min_letter == SMALL else min_letter / SMALL
        self._row.setContentsMargins(*(round(margin * scale) for margin in MARGINS))
        return scale

    def _visible_table(self) -> TableView | None:
        page = (
            self._parent_widget.centralWidget()
            if isinstance(self._parent_widget, QMainWindow)
            else None
        )
        views = [] if page is None else page.findChildren(TableView)
        return next((view for view in views if view.isVisible()), None)


EDGE_MARGIN: Final = 8
"""Distance of a notice from the edges of the table (px)."""
SEARCH_STEP: Final = 8
"""Distance of the positions tried (px)."""
MAX_SEARCH_STEPS: Final = 40
"""Maximum number of positions tried along each side of a page without a table."""
SIDE_FRACTIONS: Final = 0.5, 0.75, 0.25, 1.0, 0.0
"""Positions tried across a table, in order, as fractions of the free width."""
NARROW_WIDTHS: Final = 460, 380, 300
"""Widths of a notice that finds no room for its usual width, one after another (px)."""
HEAVY_WEIGHT, MEDIUM_WEIGHT, LIGHT_WEIGHT = 1000, 3, 1
"""Costs of covering names, questions or the own hand, of cards, and of where cards will go."""
SHEET_FRACTION: Final = 8
"""A widget larger than one part in so many of the table is a sheet, not a question or button."""


def least_covering_position(size: QSize, view: TableView) -> QPoint:
    """Return the position in a table's pixels at which a notice covers least.

    The middle is preferred to positions beside it, then higher ones to lower ones.
    """
    occupied_rects = list(_occupied_rects(view))
    levels = range(
        EDGE_MARGIN, max(EDGE_MARGIN + 1, view.height() - size.height() - EDGE_MARGIN), SEARCH_STEP
    )
    free_width = view.width() - size.width() - 2 * EDGE_MARGIN
    lefts = [EDGE_MARGIN + round(fraction * free_width) for fraction in SIDE_FRACTIONS]
    corners = (QPoint(max(0, left), level) for left in lefts for level in levels)

    def covered_weight(corner: QPoint) -> tuple[float]:
        box = QRect(corner, size)
        return (sum(weight * covered_area(box, [rect]) for rect, weight in occupied_rects),)

    return find_least_covering(corners, covered_weight)


def least_covering_rect(sizes: Sequence[QSize], window: QWidget, free_area: QRect) -> QRect:
    """Return where a notice of one of these sizes covers least of a page, within an area.

    It covers texts and pictures rather than buttons. Earlier sizes are preferred to later ones,
    then positions nearer to the middle, then higher ones.
    """
    page = window.centralWidget() if isinstance(window, QMainWindow) else None
    button_rects, other_rects = _page_widget_rects(page, window)
    boxes = (
        QRect(QPoint(left, top), size)
        for size in sizes
        for left in _sort_from_middle(
            _search_positions(free_area.left(), free_area.right() - size.width())
        )
        for top in _search_positions(free_area.top(), free_area.bottom() - size.height())
    )
    return find_least_covering(
        boxes, lambda box: (covered_area(box, button_rects), covered_area(box, other_rects))
    )


def covers_page(box: QRect, window: QWidget) -> bool:
    """Return True if a notice here covers a button, a text or a picture of the page."""
    page = window.centralWidget() if isinstance(window, QMainWindow) else None
    return any(box.intersects(rect) for rects in _page_widget_rects(page, window) for rect in rects)


def _sort_from_middle(positions: range) -> list[int]:
    middle = (positions[0] + positions[-1]) // 2
    return sorted(positions, key=lambda position: abs(position - middle))


def _search_positions(first: int, last: int) -> range:
    first += EDGE_MARGIN
    last = max(first + 1, last - EDGE_MARGIN)
    return range(first, last, max(SEARCH_STEP, (last - first) // MAX_SEARCH_STEPS))


def _page_widget_rects(page: QWidget | None, window: QWidget) -> tuple[list[QRect], list[QRect]]:
    """Return the visible rectangles of a page's buttons, and of its other innermost widgets.

    Its background is left out.
    """
    button_rects: list[QRect] = []
    other_rects: list[QRect] = []
    for widget in [] if page is None else page.findChildren(QWidget):
        visible_rect = widget.visibleRegion().boundingRect()
        has_visible_children = any(child.isVisible() for child in _child_widgets(widget))
        if (
            widget.isVisible()
            and not has_visible_children
            and _rect_area(visible_rect) < _rect_area(window.rect()) // 2
        ):
            rects = button_rects if isinstance(widget, QAbstractButton) else other_rects
            rects.append(QRect(widget.mapTo(window, visible_rect.topLeft()), visible_rect.size()))
    return button_rects, other_rects


def _child_widgets(widget: QWidget) -> list[QWidget]:
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    return widget.findChildren(QWidget, options=direct)


def _rect_area(box: QRect) -> int:
    return 0 if box.isEmpty() else box.width() * box.height()


def _occupied_rects(view: TableView) -> Iterator[tuple[QRect, int]]:
    """Yield what is on a table, with the cost of covering it."""
    scene = view.scene()
    assert isinstance(scene, TableScene)
    for text_item in (*scene.plates, scene.notice, scene.trump_sign, scene.trumps):
        if text_item.isVisible():
            yield text_item.sceneBoundingRect().toRect(), HEAVY_WEIGHT
    for item in scene.items():
        if isinstance(item, CardItem) and item.isVisible():
            yield item.pixmap_rect.toRect(), MEDIUM_WEIGHT
        elif isinstance(item, JoinCodeItem) and item.isVisible():
            yield item.sceneBoundingRect().toRect(), HEAVY_WEIGHT
    geometry = scene.geometry
    for seat in range(len(scene.names)):
        placement = geometry.played_placement(seat)
        card_width = placement.scale * geometry.card_width
        corner = QPoint(
            round(placement.x - card_width / 2),
            round(placement.y - card_width * CARD_HEIGHT_RATIO / 2),
        )
        yield (
            QRect(corner, QSize(round(card_width), round(card_width * CARD_HEIGHT_RATIO))),
            LIGHT_WEIGHT,
        )
    # Cards will be dealt there while the notice is still shown.
    top = round(geometry.hand_top)
    yield QRect(0, top, view.width(), view.height() - top), HEAVY_WEIGHT
    # Questions appear above them.
    prompt_height = 1.2 * geometry.card_width
    question_box = geometry.question_box()
    yield (
        QRectF(question_box.x, top - prompt_height, question_box.width, prompt_height).toRect(),
        HEAVY_WEIGHT,
    )
    # A sheet as large as the result leaves no free position except over names.
    sheet_area = _rect_area(view.rect()) // SHEET_FRACTION
    yield from (
        (box, MEDIUM_WEIGHT if _rect_area(box) > sheet_area else HEAVY_WEIGHT)
        for box in _overlay_rects(view)
    )
    for button in view.viewport().findChildren(QPushButton):
        if button.isVisible():
            yield QRect(button.mapTo(view.viewport(), QPoint(0, 0)), button.size()), HEAVY_WEIGHT


def _overlay_rects(view: TableView) -> Iterator[QRect]:
    """Yield the rectangles of questions, buttons and choices shown over a table."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    table = view.parentWidget()
    viewport_widgets = view.viewport().findChildren(QWidget, options=direct)
    page_widgets = [] if table is None else table.findChildren(QWidget, options=direct)
    for widget in (*viewport_widgets, *page_widgets):
        ignores_mouse = widget.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if widget.isVisible() and not ignores_mouse and not widget.isAncestorOf(view):
            corner = view.mapFromGlobal(widget.mapToGlobal(QPoint(0, 0)))
            rect = QRect(corner, widget.size()) & view.rect()
            if widget is not view and not rect.isEmpty():
                yield rect
