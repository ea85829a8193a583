"""The menu on the start screen: quick starts, game tiles, and pill buttons.

Quick starts and games are large papers with a picture, everything else is small text on the cloth.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QBrush,
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from greenbaize.ui.faces.icons import PersonButton
from greenbaize.ui.features.start.tile_pictures import PICTURE_RATIO, TilePicture, load_layer_tracks
from greenbaize.ui.table.animation import Animator, linear
from greenbaize.ui.widgets.fonts import SMALL, make_font, scale_pixels
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.plain_text import PlainLabel, escape_ampersands, set_tooltip
from greenbaize.ui.widgets.theme import current_theme

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

TITLE_SIZE: Final = 17.0
LINE_SIZE: Final = 13.0
"""Text size (px on a table of default size)."""
PAPER_ROUNDING: Final = 10.0
PICTURE_ANIMATION_MS: Final = 300
"""Length of a tile's animation (ms), and of the return to its resting picture below."""
PICTURE_RETURN_MS: Final = 180
PART_SEPARATOR: Final = " · "
"""Separator between the parts of a line."""
ARROW_KEYS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


def _make_picture_path(area: QRectF, *, is_beside: bool) -> QPainterPath:
    """Return the clip path of a picture, with the paper's round corners at the top or the left."""
    path, corner_size = QPainterPath(), 2 * (PAPER_ROUNDING - 1)
    left, top, right, bottom = area.left(), area.top(), area.right(), area.bottom()
    path.moveTo(right, bottom)
    if is_beside:
        path.lineTo(right, top)
    else:
        path.arcTo(right - corner_size, top, corner_size, corner_size, 0, 90)
    path.arcTo(left, top, corner_size, corner_size, 90, 90)
    if is_beside:
        path.arcTo(left, bottom - corner_size, corner_size, corner_size, 180, 90)
    else:
        path.lineTo(left, bottom)
    path.closeSubpath()
    return path


class StartButton(QPushButton):
    """Button on the cloth of the start screen."""

    def __init__(self, text: str, start_menu: "StartMenu") -> None:
        super().__init__(start_menu)
        self._start_menu, self.label = start_menu, text
        self.setText(escape_ampersands(text))
        self.setAccessibleName(text)
        self.setAutoDefault(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.apply_theme()

    def apply_theme(self) -> None:
        theme = current_theme()
        palette = paper_palette(theme)
        # Both the button and its focus ring are drawn on the cloth.
        palette.setColor(QPalette.ColorRole.Link, QColor(theme.brass_text))
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.plate))
        self.setPalette(palette)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in ARROW_KEYS or not self._start_menu.focus_neighbour(
            self, Qt.Key(event.key())
        ):
            super().keyPressEvent(event)

    def _paint_paper(self, painter: QPainter, *, is_default: bool = False) -> QRectF:
        """Draw the paper with its shadow; return the paper's rectangle."""
        paper_rect = QRectF(self.rect()).adjusted(2, 1, -2, -4)
        painter.setPen(Qt.PenStyle.NoPen)
        shadow_colour = QColor(current_theme().shade)
        shadow_colour.setAlpha(70)
        painter.setBrush(shadow_colour)
        shadow_rect = QRectF(
            paper_rect.left() - 1,
            paper_rect.bottom() - 3 * PAPER_ROUNDING,
            paper_rect.width() + 2,
            0,
        )
        shadow_rect.setBottom(paper_rect.bottom() + 3)
        painter.drawRoundedRect(shadow_rect, PAPER_ROUNDING + 1, PAPER_ROUNDING + 1)
        is_hovered = self.underMouse() and self.isEnabled()
        is_highlighted = is_hovered or is_default
        border_pen = QPen(
            QColor(current_theme().brass if is_highlighted else current_theme().felt_line)
        )
        border_pen.setWidthF(2.5 if is_highlighted else 1.0)
        painter.setPen(border_pen)
        is_pressed = self.isDown()
        painter.setBrush(
            QColor(current_theme().paper_tint if is_pressed else current_theme().paper)
        )
        painter.drawRoundedRect(paper_rect, PAPER_ROUNDING, PAPER_ROUNDING)
        return paper_rect

    def _current_pixmap(self, picture: TilePicture) -> QPixmap:
        return picture.resting_pixmap

    def _paint_picture(
        self, painter: QPainter, game: str, area: QRectF, paper_rect: QRectF
    ) -> None:
        inner = paper_rect.adjusted(1, 1, -1, -1)
        area = area.intersected(inner)
        picture = self._start_menu.find_picture(game, area)
        shape = _make_picture_path(area, is_beside=area.height() >= inner.height() - 1)
        if picture is None:
            # A gradient is slow to draw, and this is the first paint.
            painter.fillPath(shape, QColor(current_theme().felt))
            return
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrushOrigin(area.topLeft())
        pixmap = self._current_pixmap(picture)
        brush, size = QBrush(pixmap), pixmap.deviceIndependentSize()
        if abs(size.width() - area.width()) > 1 or abs(size.height() - area.height()) > 1:
            # Scaled until the picture of this size has been drawn.
            x_scale, y_scale = area.width() / size.width(), area.height() / size.height()
            brush.setTransform(QTransform.fromScale(x_scale, y_scale))
        painter.setBrush(brush)
        painter.drawPath(shape)
        painter.restore()

    def _draw_text_line(
        self, painter: QPainter, rect: QRectF, text: str, text_font: QFont, colour: str
    ) -> bool:
        """Draw one line of text, elided if needed; return True if it is complete."""
        painter.setFont(text_font)
        painter.setPen(QColor(colour))
        elided_text = painter.fontMetrics().elidedText(
            text, Qt.TextElideMode.ElideRight, int(rect.width())
        )
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | flags, elided_text)
        return elided_text == text


class GameTile(StartButton):
    """Button of a game: picture, title, and description.

    The picture is animated while hovered or focused, unless motion is reduced.
    """

    def __init__(self, game: str, text: str, description: str, start_menu: "StartMenu") -> None:
        super().__init__(text, start_menu)
        self.game, self.description = game, description
        self.animation_progress = self._return_progress = 0.0
        """Progress of the animation and of the return to the resting picture (0 to 1)."""
        self._is_returning = False
        set_tooltip(self, description)
        self.setAccessibleDescription(description)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._play_animation()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._play_return()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._play_animation()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._play_return()

    def _play_animation(self) -> None:
        animator = self._start_menu.animator
        if (
            animator.speed > 0
            and not animator.reduced_motion
            and (self._is_returning or not self.animation_progress)
        ):
            self._is_returning = False
            animator.add_animation(self, PICTURE_ANIMATION_MS, easing=linear)

    def _play_return(self) -> None:
        if not self.underMouse() and not self.hasFocus():
            self._is_returning = True
            self._start_menu.animator.add_animation(self, PICTURE_RETURN_MS)

    # Animation protocol

    def start_animation(self) -> None:
        """Do nothing: the animation starts from the current picture."""

    def set_progress(self, progress: float) -> None:
        if self._is_returning:
            self._return_progress = progress
        else:
            self.animation_progress, self._return_progress = progress, 0.0
        self.update()

    def finish_animation(self) -> None:
        self.set_progress(1.0)
        if self._is_returning:
            self.animation_progress = self._return_progress = 0.0

    def _current_pixmap(self, picture: TilePicture) -> QPixmap:
        return (
            picture.render_frame(self.animation_progress, self._return_progress)
            if self.animation_progress
            else picture.resting_pixmap
        )

    def title_height(self, text_scale: float) -> int:
        """Return the height of the title below the picture (px)."""
        return round(make_font(TITLE_SIZE * text_scale, bold=True).pixelSize() * 1.9)

    def caption_height(self, width: int, text_scale: float, *, with_description: bool) -> int:
        """Return the height below the picture at this width, optionally with description (px)."""
        if not self.description or not with_description:
            return self.title_height(text_scale)
        return (
            self.title_height(text_scale)
            + _wrapped_height(self.description, width - 28, text_scale)
            + round(8 * text_scale)
        )

    def sizeHint(self) -> QSize:
        return QSize(60, 40)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper_rect = self._paint_paper(painter)
        text_scale, theme = self._start_menu.text_scale, current_theme()
        picture_height = min(
            PICTURE_RATIO * paper_rect.width(),
            paper_rect.height() - self._start_menu.caption_height,
        )
        picture_rect = QRectF(
            paper_rect.left(), paper_rect.top(), paper_rect.width(), picture_height
        )
        self._paint_picture(painter, self.game, picture_rect, paper_rect)
        inner = paper_rect.adjusted(12, 0, -12, 0)
        title_rect = QRectF(
            inner.left(), picture_rect.bottom(), inner.width(), self.title_height(text_scale)
        )
        self._draw_text_line(
            painter,
            title_rect,
            self.label,
            make_font(TITLE_SIZE * text_scale, bold=True),
            theme.ink,
        )
        description_rect = QRectF(
            inner.left(),
            title_rect.bottom(),
            inner.width(),
            paper_rect.bottom() - title_rect.bottom(),
        )
        description_font = make_font(LINE_SIZE * text_scale)
        if self.description and description_rect.height() > QFontMetrics(description_font).height():
            painter.setFont(description_font)
            painter.setPen(QColor(theme.ink_quiet))
            painter.drawText(
                description_rect.adjusted(0, -4, 0, 0), Qt.TextFlag.TextWordWrap, self.description
            )
        painter.end()


@lru_cache(maxsize=1000)
def _wrapped_height(text: str, width: int, text_scale: float) -> int:
    """Return the height of wrapped text at this width (px)."""
    metrics, wraps = QFontMetrics(make_font(LINE_SIZE * text_scale)), Qt.TextFlag.TextWordWrap
    return metrics.boundingRect(0, 0, width, 10_000, wraps, text).height()


class QuickStartButton(StartButton):
    """Button that resumes or starts a match with a single click."""

    def __init__(self, text: str, details: str, game: str, start_menu: "StartMenu") -> None:
        super().__init__(text, start_menu)
        self.details, self._game = details, game
        self.is_default = False
        """It is the default choice, which Enter activates."""
        if details:
            self.setAccessibleName(f"{text}, {details}")

    def set_default_choice(self, *, on: bool) -> None:
        self.is_default = on
        label_font = make_font(TITLE_SIZE * self._start_menu.text_scale, bold=on)
        self.setFont(label_font)
        self.update()

    def sizeHint(self) -> QSize:
        text_scale = self._start_menu.text_scale
        metrics = QFontMetrics(make_font(TITLE_SIZE * text_scale, bold=self.is_default))
        details_width = QFontMetrics(make_font(LINE_SIZE * text_scale)).horizontalAdvance(
            self.details
        )
        width = (
            max(metrics.horizontalAdvance(self.label), details_width)
            + 40
            + self._picture_width(round(64 * text_scale))
        )
        return QSize(width, 40)

    def _shorten_details(self, metrics: QFontMetrics, width: int) -> str:
        """Return as many parts of the details as fit, at least the first."""
        details = self.details
        while PART_SEPARATOR in details and metrics.horizontalAdvance(details) > width:
            details = details.rpartition(PART_SEPARATOR)[0]
        return details

    def _picture_width(self, height: float) -> int:
        return round(height / PICTURE_RATIO) if self._game and height > 44 else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper_rect = self._paint_paper(painter, is_default=self.is_default)
        text_scale, theme = self._start_menu.text_scale, current_theme()
        picture_width = min(self._picture_width(paper_rect.height()), 0.34 * paper_rect.width())
        if picture_width:
            picture_rect = QRectF(
                paper_rect.left(), paper_rect.top(), picture_width, paper_rect.height()
            )
            self._paint_picture(painter, self._game, picture_rect, paper_rect)
        inner = paper_rect.adjusted(16 + picture_width, 0, -14, 0)
        label_font, details_font = (
            make_font(TITLE_SIZE * text_scale, bold=self.is_default),
            make_font(LINE_SIZE * text_scale),
        )
        label_height, details_height = (
            QFontMetrics(label_font).height(),
            QFontMetrics(details_font).height(),
        )
        has_two_lines = (
            bool(self.details) and label_height + details_height + 4 <= paper_rect.height()
        )
        top = (
            paper_rect.center().y()
            - (label_height + details_height + 2 if has_two_lines else label_height) / 2
        )
        text_rect = QRectF(inner.left(), top, inner.width(), label_height)
        is_complete = self._draw_text_line(painter, text_rect, self.label, label_font, theme.ink)
        if has_two_lines:
            text_rect = QRectF(inner.left(), top + label_height + 2, inner.width(), details_height)
            details = self._shorten_details(QFontMetrics(details_font), int(text_rect.width()))
            is_complete &= self._draw_text_line(
                painter, text_rect, details, details_font, theme.ink_quiet
            )
            is_complete &= details == self.details
        painter.end()
        is_complete &= has_two_lines or not self.details
        set_tooltip(
            self, "" if is_complete else "\n".join(filter(None, (self.label, self.details)))
        )


class PillButton(StartButton):
    """Button with text on the cloth that opens a menu, if it has any entries."""

    def __init__(self, text: str, menu_actions: Sequence[QAction], start_menu: "StartMenu") -> None:
        super().__init__(text, start_menu)
        self.popup_menu = QMenu(self)
        self.popup_menu.addActions(menu_actions)
        self._has_menu = bool(menu_actions)
        if self._has_menu:
            self.clicked.connect(self._open_menu)

    def _open_menu(self) -> None:
        menu = self.popup_menu
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))
        # Setting the active action would open its submenu, which Qt closes on the first mouse move.
        key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(menu, key)

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._label_font())
        return QSize(
            metrics.horizontalAdvance(self._label_with_arrow) + 36, round(2.1 * metrics.height())
        )

    @property
    def _label_with_arrow(self) -> str:
        return f"{self.label} ▾" if self._has_menu else self.label

    def _label_font(self) -> QFont:
        return make_font(max(SMALL, 15 * self._start_menu.text_scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, painter = current_theme(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pill_rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        is_hovered = self.underMouse()
        painter.setPen(QPen(QColor(theme.brass if is_hovered else theme.felt_line), 1.2))
        painter.setBrush(QColor(theme.felt if self.isDown() else theme.plate))
        painter.drawRoundedRect(pill_rect, pill_rect.height() / 2, pill_rect.height() / 2)
        painter.setFont(self._label_font())
        painter.setPen(QColor(theme.plate_text))
        painter.drawText(pill_rect, Qt.AlignmentFlag.AlignCenter, self._label_with_arrow)
        painter.end()


DEFAULT_TABLE_SIZE: Final = (1280, 778)
"""Size of a table at scale 1 (px)."""
MIN_SCALE, MAX_SCALE = 0.86, 2.8
MAX_MENU_WIDTH: Final = 1190
"""Largest width of the menu (px at scale 1)."""
HEADING_SIZE: Final = 25
MAX_TILES_HEIGHT: Final = 0.68
"""Largest share of the table's height for the game tiles."""
MIN_PICTURE_HEIGHT: Final = 60
"""Least height of a tile's picture (px); the text is scaled down to allow it."""
DESCRIPTION_WEIGHT: Final = 1.25
"""Factor by which a tile with description is preferred to one with a larger picture."""
TEXT_SCALE_STEP: Final = 0.08
"""Step by which the text is scaled down until it fits."""
QUICK_BUTTON_HEIGHT, MIN_QUICK_BUTTON_HEIGHT = 64, 40
REDRAW_DELAY_MS: Final = 60
"""Delay before pictures are redrawn in another size (ms)."""
MAX_CACHED_PICTURES: Final = 40

PictureKey = tuple[str, int, int]
"""A game's name, with the width and height of its picture (px)."""


class StartMenu(QWidget):
    """Heading and buttons of the start screen."""

    def __init__(self, animator: Animator, parent: QWidget) -> None:
        super().__init__(parent)
        self.animator = animator
        self.text_scale = 1.0
        """Scale of the text and of everything sized by it."""
        self.caption_height = 0
        """Height of a tile below its picture (px)."""
        self.heading_label = PlainLabel(parent=self)
        self.heading_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.buttons: list[QPushButton] = []
        self._quick_buttons: list[QuickStartButton] = []
        self._default_buttons: list[QuickStartButton] = []
        self._tiles: list[GameTile] = []
        self._pills: list[PillButton] = []
        self._person_chip: PersonButton | None = None
        self._renderer_class: type[QSvgRenderer] | None = None
        """Renderer class of the pictures; None before the first paint, which must not load it."""
        self._redraw_timer = QTimer(self)
        self._redraw_timer.setSingleShot(True)
        self._redraw_timer.setInterval(REDRAW_DELAY_MS)
        self._redraw_timer.timeout.connect(self._draw_next_picture)
        self._pictures: dict[PictureKey, TilePicture | None] = {}
        """Pictures by game and size; None if the game has no picture."""
        self._latest_pictures: dict[str, TilePicture] = {}
        """Latest picture of each game, of any size."""
        self._pending_pictures: list[PictureKey] = []
        self.apply_theme()

    # Content

    def show_person_chip(self, chip: PersonButton) -> None:
        """Add the person's button beside the heading, last in the focus order."""
        self._person_chip = chip
        self.setTabOrder(self.buttons[-1], chip)
        self.apply_theme()
        chip.show()

    def add_quick_button(self, text: str, details: str = "", game: str = "") -> QuickStartButton:
        """Add a quick-start button with details and a game's picture."""
        button = QuickStartButton(text, details, game, self)
        self._quick_buttons.append(button)
        self._add_button(button)
        button.set_default_choice(on=len(self.buttons) == 1)
        return button

    def add_default_button(self, text: str) -> QuickStartButton:
        """Add a button above all others and make it the default choice."""
        previous_default = self.buttons[0]
        button = QuickStartButton(text, "", "", self)
        self._default_buttons.append(button)
        self._add_button(button)
        self.buttons.insert(0, self.buttons.pop())
        for quick_button in self._quick_buttons:
            quick_button.set_default_choice(on=False)
        button.set_default_choice(on=True)
        self.setTabOrder(button, previous_default)
        if previous_default.hasFocus() or self.window().focusWidget() is previous_default:
            button.setFocus()  # otherwise the person has moved the focus already
        return button

    def add_tiles(self, games: Sequence[tuple[str, str, str]]) -> list[GameTile]:
        """Add tiles for games, each given by its name, title and description."""
        tiles = [GameTile(game, text, line, self) for game, text, line in games]
        self._tiles += tiles
        for tile in tiles:
            self._add_button(tile)
        return tiles

    def add_pill(self, text: str, menu_actions: Sequence[QAction]) -> PillButton:
        button = PillButton(text, menu_actions, self)
        self._pills.append(button)
        self._add_button(button)
        return button

    def _add_button(self, button: StartButton) -> None:
        button.show()  # the menu may be visible already
        self.buttons.append(button)

    # Pictures

    def enable_pictures(self, renderer_class: "type[QSvgRenderer]") -> None:
        """Start to draw the pictures, once the table has been painted."""
        self._renderer_class = renderer_class
        self.update()
        for tile in (*self._tiles, *self._quick_buttons):
            tile.update()

    def redraw_pictures(self) -> None:
        """Draw the pictures again, with the current look of cards; until then the old ones stay."""
        self._pictures.clear()
        for tile in (*self._tiles, *self._quick_buttons):
            tile.update()

    def find_picture(self, game: str, area: QRectF) -> TilePicture | None:
        """Return a game's latest picture, and schedule one of this size if it is missing."""
        if self._renderer_class is None:
            return None
        picture_key = (game, ceil(area.width()), ceil(area.height()))
        if picture_key not in self._pictures and picture_key not in self._pending_pictures:
            self._pending_pictures.append(picture_key)
            if not self._redraw_timer.isActive():
                self._redraw_timer.start(REDRAW_DELAY_MS if self._pictures else 0)
        return self._pictures.get(picture_key) or self._latest_pictures.get(game)

    def _draw_next_picture(self) -> None:
        """Draw one pending picture per run of the event loop, to keep the window responsive."""
        if not self._pending_pictures or self._renderer_class is None:
            return
        picture_key = game, width, height = self._pending_pictures.pop(0)
        size, ratio = QSize(width, height), self.devicePixelRatioF()
        picture = None
        if load_layer_tracks(game):
            picture = TilePicture(game, size, ratio, current_theme(), self._renderer_class)
        if len(self._pictures) > MAX_CACHED_PICTURES:
            self._pictures.clear()
        self._pictures[picture_key] = picture
        if picture is not None and width > QUICK_BUTTON_HEIGHT / PICTURE_RATIO:
            self._latest_pictures[game] = picture
        for tile in (*self._tiles, *self._quick_buttons):
            tile.update()
        if self._pending_pictures:
            self._redraw_timer.start(0)

    # Layout

    def sizeHint(self) -> QSize:
        parent = self.parentWidget()
        return self.size() if parent is None else parent.size()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.buttons:
            self.update_layout()

    def update_layout(self) -> None:
        """Position everything, with pictures as large as possible."""
        width, height = self.width(), self.height()
        window_scale = min(width / DEFAULT_TABLE_SIZE[0], height / DEFAULT_TABLE_SIZE[1])
        scale = min(max(window_scale, MIN_SCALE), MAX_SCALE)
        gap = max(6, round(min(18 * window_scale, 18 * scale)))
        margin = max(8, round(26 * window_scale))
        menu_width = min(width - 2 * margin, round(MAX_MENU_WIDTH * scale))
        left = (width - menu_width) // 2
        text_scale = max(scale, min(scale, 1.0) * scale_pixels(1.0))
        while True:
            # The chosen text size, reduced until everything fits.
            self.text_scale = text_scale
            heading_height = self._set_heading_font()
            quick_rows = self._arrange_quick_rows(menu_width, side_by_side=text_scale <= scale)
            pill_rows = _wrap_rows([widget.sizeHint() for widget in self._pills], menu_width, gap)
            pills_height = sum(row[0].height() + gap // 2 for row in pill_rows)
            tiles_height = height - heading_height - pills_height - gap * (len(quick_rows) + 3)
            quick_height = min(
                max(round(tiles_height * 0.13), MIN_QUICK_BUTTON_HEIGHT),
                round(QUICK_BUTTON_HEIGHT * text_scale),
            )
            tiles_height -= len(quick_rows) * quick_height
            if quick_rows and tiles_height > MAX_TILES_HEIGHT * height:
                tiles_height = round(MAX_TILES_HEIGHT * height)
            column_count, tile_width, tile_height = self._fit_tiles(menu_width, tiles_height, gap)
            if text_scale <= scale or self._has_room(
                text_scale, tile_width, menu_width, tile_height - self.caption_height
            ):
                break
            text_scale = max(scale, text_scale - TEXT_SCALE_STEP)
        row_count = ceil(len(self._tiles) / column_count)
        used_height = (
            heading_height
            + pills_height
            + len(quick_rows) * (quick_height + gap)
            + row_count * (tile_height + gap)
            + 2 * gap
        )
        y = gap + max(0, height - used_height) // 2
        self._position_heading(left, y, menu_width, heading_height)
        y += heading_height + gap
        for row in quick_rows:
            self._position_quick_row(row, left, y, menu_width, quick_height, gap)
            y += quick_height + gap
        for first_index in range(0, len(self._tiles), column_count):
            tile_row = self._tiles[first_index : first_index + column_count]
            x = left + (menu_width - len(tile_row) * (tile_width + gap) + gap) // 2
            for column, widget in enumerate(tile_row):
                widget.setGeometry(x + column * (tile_width + gap), y, tile_width, tile_height)
            y += tile_height + gap
        self._position_pills(pill_rows, left, y, menu_width, gap)
        for button in (*self._default_buttons, *self._quick_buttons):
            button.set_default_choice(on=button.is_default)

    def _fit_tiles(self, width: int, height: int, gap: int) -> tuple[int, int, int]:
        """Return the columns, tile width and tile height with the best pictures."""
        text_scale, count = self.text_scale, max(1, len(self._tiles))
        metrics = QFontMetrics(make_font(TITLE_SIZE * text_scale, bold=True))
        title_width = (
            max(
                (metrics.horizontalAdvance(game_tile.label) for game_tile in self._tiles), default=0
            )
            + 34
        )
        candidates = []
        for row_count in range(1, count + 1):
            column_count = ceil(count / row_count)
            max_width, tile_height = (
                (width + gap) // column_count - gap,
                (height + gap) // row_count - gap,
            )
            for with_description in (True, False):
                tile_width = max_width
                for _ in range(2):  # narrower tiles may need more lines of description
                    caption_height = max(
                        (
                            game_tile.caption_height(
                                tile_width, text_scale, with_description=with_description
                            )
                            for game_tile in self._tiles
                        ),
                        default=0,
                    )
                    picture_height = min(
                        round(PICTURE_RATIO * tile_width), tile_height - caption_height
                    )
                    tile_width = min(
                        max_width, max(round(picture_height / PICTURE_RATIO), title_width)
                    )
                # Complete titles come first; a description is worth a smaller picture.
                score = picture_height * (
                    DESCRIPTION_WEIGHT
                    if with_description and picture_height >= MIN_PICTURE_HEIGHT
                    else 1.0
                )
                candidates.append(
                    (
                        title_width <= max_width,
                        score,
                        column_count,
                        tile_width,
                        picture_height + caption_height,
                        caption_height,
                    )
                )
        *_, column_count, tile_width, tile_height, self.caption_height = max(candidates)
        return column_count, tile_width, tile_height

    def _arrange_quick_rows(
        self, width: int, *, side_by_side: bool
    ) -> list[list[QuickStartButton]]:
        """Return the quick buttons in rows; one per row if they would be cut off side by side."""
        rows = []
        for row in (self._default_buttons, self._quick_buttons):
            button_width = max((button.sizeHint().width() for button in row), default=0)
            if side_by_side or len(row) * button_width <= width - 40:
                rows.append(row)
            else:
                rows += [[button] for button in row]
        return [row for row in rows if row]

    def _has_room(
        self, text_scale: float, tile_width: int, width: int, picture_height: int
    ) -> bool:
        metrics = QFontMetrics(make_font(TITLE_SIZE * text_scale, bold=True))
        titles_fit = all(
            metrics.horizontalAdvance(button.label) <= tile_width - 26 for button in self._tiles
        )
        quick_buttons_fit = all(
            button.sizeHint().width() <= width - 40
            for button in (*self._default_buttons, *self._quick_buttons)
        )
        return titles_fit and quick_buttons_fit and picture_height >= MIN_PICTURE_HEIGHT

    def _set_heading_font(self) -> int:
        self.heading_label.setFont(make_font(HEADING_SIZE * self.text_scale, bold=True))
        return max(self.heading_label.fontMetrics().height() + 4, 32)

    def _position_heading(self, left: int, y: int, width: int, height: int) -> None:
        metrics, chip = self.heading_label.fontMetrics(), self._person_chip
        if chip is not None:
            chip.set_scale(max(1.0, self.text_scale))
        chip_width = 0 if chip is None else chip.sizeHint().width() + 12
        text_width = metrics.horizontalAdvance(self.heading_label.text()) + 4
        # Centred, unless it would overlap the person's button.
        is_crowded = text_width + 2 * chip_width > width
        left_margin = 0 if is_crowded else chip_width
        self.heading_label.setGeometry(
            left + left_margin, y, width - chip_width - left_margin, height
        )
        if chip is not None:
            hint = chip.sizeHint()
            chip.setGeometry(
                left + width - hint.width(),
                y + (height - hint.height()) // 2,
                hint.width(),
                hint.height(),
            )
            chip.raise_()

    def _position_quick_row(  # noqa: PLR0913, PLR0917
        self, row: list[QuickStartButton], left: int, y: int, width: int, height: int, gap: int
    ) -> None:
        min_width = round(0.46 * width) if len(row) == 1 else 0
        if (
            len(row) == 1 and row[0] in self._quick_buttons
        ):  # as wide as the buttons above and below
            min_width = max(
                min_width, *(button.sizeHint().width() for button in self._quick_buttons)
            )
        max_width = (width - gap * (len(row) - 1)) // len(row)
        widths = [min(max(button.sizeHint().width(), min_width), max_width) for button in row]
        if len(row) > 1:
            widths = [min(max_width, max(*widths, round(0.38 * width)))] * len(row)
        x = left + (width - sum(widths) - gap * (len(row) - 1)) // 2
        for button, button_width in zip(row, widths, strict=True):
            button.setGeometry(x, y, button_width, height)
            x += button_width + gap

    def _position_pills(
        self, rows: list[list[QSize]], left: int, y: int, width: int, gap: int
    ) -> None:
        buttons = iter(self._pills)
        for row in rows:
            row_width = sum(pill_size.width() for pill_size in row) + gap * (len(row) - 1)
            x = left + (width - row_width) // 2
            for size in row:
                next(buttons).setGeometry(x, y, min(size.width(), width), size.height())
                x += size.width() + gap
            y += row[0].height() + gap // 2

    # Keyboard and theme

    def focus_neighbour(self, button: QPushButton, key: Qt.Key) -> bool:
        """Move the focus to the nearest button in the arrow's direction; False if there is none."""
        direction = {
            Qt.Key.Key_Left: QPoint(-1, 0),
            Qt.Key.Key_Right: QPoint(1, 0),
            Qt.Key.Key_Up: QPoint(0, -1),
            Qt.Key.Key_Down: QPoint(0, 1),
        }[key]
        rect, best = button.geometry(), None
        neighbours = [*self.buttons, *([] if self._person_chip is None else [self._person_chip])]
        for neighbour in neighbours:
            neighbour_rect = neighbour.geometry()
            distance_along = QPoint.dotProduct(neighbour_rect.center() - rect.center(), direction)
            distance_across = abs(
                QPoint.dotProduct(neighbour_rect.center() - rect.center(), direction.transposed())
            )
            is_same_row = (
                neighbour_rect.top() <= rect.bottom() and rect.top() <= neighbour_rect.bottom()
            )
            if neighbour is button or distance_along <= 0 or is_same_row != bool(direction.x()):
                continue
            # Up and down prefer the nearest row, then the nearest button in it.
            distance = (distance_along if direction.x() else distance_along // 8, distance_across)
            if best is None or distance < best[0]:
                best = (distance, neighbour)
        if best is not None:
            best[1].setFocus(Qt.FocusReason.OtherFocusReason)
        return best is not None

    def apply_theme(self) -> None:
        self._pictures.clear()
        self._latest_pictures.clear()
        palette = QPalette(self.heading_label.palette())
        palette.setColor(QPalette.ColorRole.WindowText, QColor(current_theme().plate_text))
        self.heading_label.setPalette(palette)
        self.heading_label.setForegroundRole(QPalette.ColorRole.WindowText)
        if self._person_chip is not None:
            self._person_chip.apply_theme()
        for button in self.buttons:
            if isinstance(button, StartButton):
                button.apply_theme()

    def changeEvent(self, event: QEvent) -> None:
        """Update the layout after a font change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.buttons:
            self.update_layout()


def _wrap_rows(sizes: Sequence[QSize], width: int, gap: int) -> list[list[QSize]]:
    rows: list[list[QSize]] = []
    row_width = 0
    for size in sizes:
        if not rows or row_width + gap + size.width() > width:
            rows.append([])
            row_width = -gap
        rows[-1].append(size)
        row_width += gap + size.width()
    return rows
