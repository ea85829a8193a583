"""Rankings: plates of the leading players, rows for the others, and the half-time standings."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QRadialGradient,
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QSizePolicy, QWidget

from greenbaize.app.avatars import Avatar
from greenbaize.rules.events import DealScored
from greenbaize.rules.game import Game
from greenbaize.rules.ranking import is_rank_shared, rank_seats
from greenbaize.rules.sheets import find_half_after
from greenbaize.rules.table_snapshot import PlayerMood
from greenbaize.ui.faces.assigned_avatars import assign_avatars
from greenbaize.ui.faces.heads import render_avatar
from greenbaize.ui.faces.icons import render_scaled_avatar
from greenbaize.ui.widgets.font_sizes import normal_font, panel_scale, title_font
from greenbaize.ui.widgets.fonts import SMALL, make_font
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain_text import ElidedLabel, PlainLabel
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import mark_own_name, number_text, rank_title

GLOW_MARGIN: Final = 0.07
"""Margin for the glow around a plate; it and the sizes below are in plate heights."""
FACE_RADIUS: Final = 0.30
FACE_CENTRE: Final = 0.62
NAME_SIZE: Final = 0.36
MIN_NAME_SIZE: Final = 0.12
SCORE_SIZE: Final = 0.44
"""Font size of the score; the sizes above are the face, its centre, and a name's font size."""
MAX_SCORE_WIDTH: Final = 0.42
"""Maximum width of the score, as a fraction of the plate's text area."""
LEAF_PAIRS: Final = 8
"""Number of pairs of leaves on a branch."""
FIRST_LEAF: Final = 0.10
LAST_LEAF: Final = 0.79
"""Positions of the first and last leaf, as fractions of the arc from bottom to top."""
LEAF_LENGTH: Final = 0.30
"""Length of a leaf in the middle of its branch, in radii of the laurel."""
LEAF_ANGLE: Final = 34.0
"""Angle between a leaf and its branch (degrees)."""


class RankingEntry(NamedTuple):
    """A player in a ranking: rank, name, face and score."""

    rank_text: str
    name: str
    avatar: Avatar
    score_text: str
    """Score in words or figures; empty if the rank alone decides."""


class WinnerPlate(QWidget):
    """A plate with face, name and score; a laurel marks a winner."""

    def __init__(
        self,
        entry: RankingEntry,
        parent: QWidget,
        *,
        laurel: bool,
        mood: PlayerMood = PlayerMood.WINNING,
    ) -> None:
        super().__init__(parent)
        self._entry, self._laurel, self._mood = entry, laurel, mood
        self._plate_height = 100
        self.name_label = ElidedLabel(entry.name, self)
        # In games that count only ranks, the plate shows the rank instead.
        self.score_label = PlainLabel(entry.score_text or entry.rank_text, self)
        self.score_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.name_label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        line = tr("{place}: {name}, {total}")
        accessible_text = line.format(
            place=entry.rank_text, name=entry.name, total=entry.score_text
        )
        self.setAccessibleName(
            accessible_text if entry.score_text else f"{entry.rank_text}: {entry.name}"
        )
        self.apply_theme()

    def apply_theme(self) -> None:
        for label, colour in (
            (self.name_label, current_theme().plate_text),
            (self.score_label, current_theme().brass_text),
        ):
            palette = QPalette(self.palette())
            palette.setColor(QPalette.ColorRole.WindowText, QColor(colour))
            label.setPalette(palette)
            # A widget on a table would otherwise take the colour meant for text on the cloth.
            label.setForegroundRole(QPalette.ColorRole.WindowText)

    def set_plate_height(self, height: int) -> None:
        if height != self._plate_height:
            self._plate_height = height
            self.setFixedHeight(height)
        self._update_layout()

    def sizeHint(self) -> QSize:
        return QSize(round(4.0 * self._plate_height), self._plate_height)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(2.4 * self._plate_height), self._plate_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_layout()

    def _update_layout(self) -> None:
        tall, body = float(self.height()), self._plate_rect()
        left = body.left() + 1.17 * body.height()
        right = body.right() - 0.34 * body.height()
        max_score_width = MAX_SCORE_WIDTH * (right - left)
        size = _fit_font_size(
            self.score_label.text(), SCORE_SIZE * tall, 0.18 * tall, max_score_width
        )
        self.score_label.setFont(make_font(size, bold=True))
        wide = self.score_label.sizeHint().width() + 2
        self.score_label.setGeometry(
            round(right - wide), round(body.top()), wide, round(body.height())
        )
        room = right - wide - 0.16 * tall - left
        size = _fit_font_size(self.name_label.text(), NAME_SIZE * tall, MIN_NAME_SIZE * tall, room)
        self.name_label.setFont(make_font(size, bold=True))
        area = QRectF(left, body.top(), max(8.0, room), body.height())
        self.name_label.setGeometry(area.toRect())

    def _plate_rect(self) -> QRectF:
        edge = GLOW_MARGIN * self.height()
        return QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, tall, body = current_theme(), float(self.height()), self._plate_rect()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        round_ = body.height() / 2
        middle = QPointF(body.left() + FACE_CENTRE * body.height(), body.center().y())
        if self._laurel:
            light = QColor(theme.brass)
            for step in range(4, 0, -1):
                light.setAlphaF(0.10 + 0.05 * (4 - step))
                painter.setPen(QPen(light, 2 * GLOW_MARGIN * tall * step / 4))
                painter.drawRoundedRect(body, round_, round_)
        shine = QRadialGradient(middle, 1.5 * tall)
        shine.setColorAt(0, QColor(theme.felt_glow))
        shine.setColorAt(1, QColor(theme.plate))
        painter.setPen(QPen(QColor(theme.brass), max(1.5, 0.022 * tall)))
        painter.setBrush(shine)
        painter.drawRoundedRect(body, round_, round_)
        if self._laurel:
            draw_laurel(painter, middle, 0.385 * body.height(), theme.brass_text, theme.brass)
        ratio = self.devicePixelRatioF()
        reach = (FACE_RADIUS if self._laurel else 0.38) * body.height()
        side = max(1, round(2 * reach * ratio))
        picture = render_avatar(self._entry.avatar, self._mood, side)
        box = QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)
        painter.drawPixmap(box, picture, QRectF(picture.rect()))
        painter.end()


def _fit_font_size(text: str, max_size: float, min_size: float, max_width: float) -> float:
    """Return the font size up to ``max_size`` at which a text fits, at least ``min_size``."""
    wide = QFontMetricsF(make_font(max_size, bold=True)).horizontalAdvance(text) + 2
    return max(
        SMALL, min_size, max_size if wide <= max_width else 0.98 * max_size * max_width / wide
    )


def draw_laurel(painter: QPainter, middle: QPointF, radius: float, light: str, dark: str) -> None:
    """Draw a laurel with a ``radius`` in pixels; ``light`` and ``dark`` are ``#rrggbb``."""
    painter.save()
    painter.translate(middle)
    stalk = QPen(QColor(dark), max(1.0, 0.03 * radius))
    stalk.setCapStyle(Qt.PenCapStyle.RoundCap)
    for side in (-1, 1):
        painter.save()
        painter.scale(side, 1)
        painter.setPen(stalk)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(-radius, -radius, 2 * radius, 2 * radius)
        # Qt measures angles counterclockwise from the right, in sixteenths of a degree.
        painter.drawArc(box, round(16 * (-90 + 180 * 0.03)), round(16 * 180 * (LAST_LEAF - 0.05)))
        painter.setPen(Qt.PenStyle.NoPen)
        for index in range(LEAF_PAIRS):
            position = FIRST_LEAF + (LAST_LEAF - FIRST_LEAF) * index / (LEAF_PAIRS - 1)
            # Leaves get smaller towards both ends.
            size = LEAF_LENGTH * radius * (0.72 + 0.28 * sin(pi * (index + 1) / (LEAF_PAIRS + 1)))
            for lean, colour in ((-LEAF_ANGLE, dark), (LEAF_ANGLE, light)):
                painter.fillPath(_make_leaf(position, size, lean, radius), QColor(colour))
        painter.fillPath(
            _make_leaf(LAST_LEAF + 0.015, 0.72 * LEAF_LENGTH * radius, 0, radius), QColor(light)
        )
        painter.restore()
    painter.restore()


def _make_leaf(position: float, size: float, lean: float, radius: float) -> QPainterPath:
    angle = pi / 2 - pi * position
    branch_angle = -180 * position  # direction of the branch, in degrees clockwise from the right
    path = QPainterPath(QPointF(0, 0))
    path.cubicTo(0.3 * size, -0.30 * size, 0.75 * size, -0.22 * size, size, 0)
    path.cubicTo(0.75 * size, 0.16 * size, 0.3 * size, 0.20 * size, 0, 0)
    transform = QTransform()
    transform.translate(radius * cos(angle), radius * sin(angle))
    transform.rotate(branch_angle + lean)
    return transform.map(path)


TWO_COLUMN_COUNT: Final = 4
"""Number of winners from which their plates are in two columns."""
PLATE_HEIGHTS: Final = {1: 1.0, 2: 0.66, 3: 0.55}
"""Height of each plate by the number of plates, as a fraction of a single plate's height."""
MANY_PLATES_HEIGHT: Final = 0.5
OWN_PLATE_HEIGHT: Final = 0.6
"""The same for the player's own plate if they have not won."""
MIN_PLATE_PIXELS: Final = 30
ROW_FACE_WIDTH: Final = 1.35
"""Width of a face in a row, in line heights."""


class _RankingRows(QWidget):
    """The rows of players without a plate: rank, face, name and score."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._avatars: list[Avatar] = []
        self._row_labels: list[tuple[PlainLabel, PlainLabel, PlainLabel]] = []
        self._own_row: int | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 0, 10, 0)
        self._grid.setColumnStretch(2, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def add_row(self, entry: RankingEntry, *, is_own: bool) -> None:
        row = len(self._row_labels)
        if is_own:
            self._own_row = row
        rank_label = PlainLabel(entry.rank_text, self)
        name_label = ElidedLabel(mark_own_name(entry.name) if is_own else entry.name, self)
        score_label = PlainLabel(entry.score_text, self)
        for column, label in ((0, rank_label), (2, name_label), (3, score_label)):
            self._grid.addWidget(label, row, column)
            label.show()  # otherwise Qt caches that the hidden label needs no room
        score_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        score_label.setVisible(bool(entry.score_text))
        self._avatars.append(entry.avatar)
        self._row_labels.append((rank_label, name_label, score_label))

    def lay_out_rows(self, *, tight: bool) -> int:
        """Lay the rows out in the current fonts, closer if ``tight``; return the height (px)."""
        high, count = QFontMetrics(normal_font(bold=True)).height(), len(self._row_labels)
        for row, (rank_label, name, score_label) in enumerate(self._row_labels):
            for label in (rank_label, name, score_label):
                label.setFont(normal_font(bold=row == self._own_row or label is score_label))
                label.setFixedHeight(high)
        between, edge = (1, 2) if tight else (round(0.42 * high), round(0.2 * high))
        self._grid.setHorizontalSpacing(round(0.6 * high))
        self._grid.setVerticalSpacing(between)
        # Qt puts no spacing beside an empty column.
        self._grid.setColumnMinimumWidth(1, round((ROW_FACE_WIDTH + 0.6) * high))
        self._grid.setContentsMargins(10, edge, 10, edge)
        # Computed here, because Qt updates the layout only later.
        total_height = count * (high + between) - between + 2 * edge if count else 0
        self.setFixedHeight(total_height)
        return total_height

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        spacing = self._grid.verticalSpacing()
        for row, avatar in enumerate(self._avatars):
            cell = self._grid.cellRect(row, 1)
            if row == self._own_row:
                gap = max(1.0, 0.42 * spacing)
                line = QRectF(0, cell.top() - gap, self.width(), cell.height() + 2 * gap)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(current_theme().paper_tint))
                painter.drawRoundedRect(line, 6, 6)
                painter.setBrush(QColor(current_theme().brass))
                painter.drawRoundedRect(QRectF(0, line.top(), 4, line.height()), 2, 2)
            side = cell.height() + round(0.6 * spacing)
            box = QRect(cell.left(), 0, side, side)
            box.moveTop(cell.center().y() - side // 2)
            picture = render_scaled_avatar(avatar, side, self.devicePixelRatioF())
            painter.drawPixmap(box, picture)
        painter.end()


class RankingWidget(QWidget):
    """Plates of the winners, or of the leaders without ``laurel``, and a row for everybody else."""

    def __init__(self, parent: QWidget, *, laurel: bool = True) -> None:
        super().__init__(parent)
        self._panel, self._laurel = parent, laurel
        self.plates: list[WinnerPlate] = []
        self.own_plate: WinnerPlate | None = None
        """The player's plate below the winners' if they are the first non-winner of a finished
        match.
        """
        self._main_layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._main_layout.setContentsMargins(0, 0, 0, 0)
        self._grid = QGridLayout()
        self._grid.setSpacing(4)
        self._rows = _RankingRows(self)
        self._main_layout.addLayout(self._grid)
        self._main_layout.addWidget(self._rows, 0, Qt.AlignmentFlag.AlignVCenter)

    def replace_in_layout(self, layout: QBoxLayout) -> "RankingWidget":
        """Replace this widget in a layout by a new, empty one and return that."""
        ranking = RankingWidget(self._panel, laurel=self._laurel)
        layout.replaceWidget(self, ranking)
        self.hide()
        self.deleteLater()
        return ranking

    def show_ranking(
        self,
        ranks: Sequence[int],
        scores: Sequence[str],
        names: Sequence[str],
        you: int | None,
        sides: Sequence[int] = (),
    ) -> None:
        """Show the ranking by seat; ``sides`` has the side number of each seat."""
        avatars = assign_avatars(names)
        # Where scores are just the ranks, they are not shown twice.
        has_scores = any(one != str(rank) for one, rank in zip(scores, ranks, strict=True))
        next_rank = min((rank for rank in ranks if rank > 1), default=1)
        for seat in sorted(range(len(ranks)), key=lambda one: ranks[one]):
            title = rank_title(ranks[seat])
            is_shared = is_rank_shared(ranks, ranks[seat], sides)
            entry = RankingEntry(
                f"={title}" if is_shared else title,
                names[seat],
                avatars[seat],
                scores[seat] if has_scores else "",
            )
            if ranks[seat] == 1:
                name = mark_own_name(names[seat]) if seat == you else names[seat]
                entry = entry._replace(name=name)
                self.plates.append(WinnerPlate(entry, self, laurel=self._laurel))
            elif seat == you and self._laurel and ranks[seat] == next_rank:
                name = mark_own_name(names[seat])
                entry = entry._replace(name=f"{entry.rank_text} · {name}" if has_scores else name)
                self.own_plate = WinnerPlate(entry, self, laurel=False, mood=PlayerMood.NEUTRAL)
            else:
                self._rows.add_row(entry, is_own=seat == you)
        columns = self._column_count
        for number, plate in enumerate(self.plates):
            self._grid.addWidget(plate, number // columns, number % columns)
            plate.show()
        if self.own_plate is not None:
            self._grid.addWidget(self.own_plate, -(-len(self.plates) // columns), 0, 1, columns)
            self.own_plate.show()
        self._rows.raise_()  # after the plates, also for screen readers
        self._rows.setVisible(len(ranks) > len(self.plates) + (self.own_plate is not None))
        self.show()

    def arrange_plates(self, plate_height: float, *, beside: bool, tight: bool) -> None:
        """Arrange plates and rows.

        ``plate_height`` is that of a single plate in pixels; rows are ``beside`` or below the
        plates.
        """
        direction = QBoxLayout.Direction
        self._main_layout.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        self._main_layout.setSpacing(6 if tight else 14)
        self._main_layout.setStretch(0, 3 if beside else 0)
        self._main_layout.setStretch(1, 2 if beside else 0)
        high = max(
            MIN_PLATE_PIXELS,
            round(plate_height * PLATE_HEIGHTS.get(len(self.plates), MANY_PLATES_HEIGHT)),
        )
        for plate in self.plates:
            plate.set_plate_height(high)
        row_count = -(-len(self.plates) // self._column_count)
        plates_height = max(
            0, row_count * (high + self._grid.verticalSpacing()) - self._grid.verticalSpacing()
        )
        if self.own_plate is not None:
            own_height = max(MIN_PLATE_PIXELS, round(OWN_PLATE_HEIGHT * plate_height))
            self.own_plate.set_plate_height(own_height)
            plates_height += own_height + self._grid.verticalSpacing()
        rows_height = self._rows.lay_out_rows(tight=tight)
        gap = self._main_layout.spacing() if rows_height else 0
        self.setFixedHeight(
            max(plates_height, rows_height) if beside else plates_height + gap + rows_height
        )

    def preferred_width(self, plate_height: float) -> int:
        """Return the preferred width in pixels for plates of this height."""
        across = self._column_count
        share = PLATE_HEIGHTS.get(len(self.plates), MANY_PLATES_HEIGHT)
        return round(across * plate_height * share * (4.0 if len(self.plates) == 1 else 5.0))

    def apply_theme(self) -> None:
        for plate in (*self.plates, *filter(None, (self.own_plate,))):
            plate.apply_theme()

    @property
    def _column_count(self) -> int:
        return 2 if len(self.plates) >= TWO_COLUMN_COUNT else 1


HALF_TIME_MS: Final = 4500
"""Duration of the half-time panel where no click is needed to advance (ms)."""
LEADER_PLATE_HEIGHT: Final = 0.13
MIN_LEADER_PLATE: Final = 46
"""Height of a leader's plate: fraction of the table height, and minimum (pixels)."""
PANEL_WIDTH: Final = 330
PANEL_MARGIN: Final = 18


class HalfTimePanel(PaperFrame):
    """A panel over the table with the standings after a half, without keyboard focus.

    A click advances to the next deal.
    """

    pressed = Signal()

    def __init__(
        self, table: QWidget, game: Game[Any], names: tuple[str, ...], you: int | None
    ) -> None:
        super().__init__(table)
        self._table, self._game, self._names, self._you = table, game, names, you
        self.spoken_text = ""
        """Content of the panel for screen readers."""
        self._title_label = PlainLabel(parent=self)
        self._ranking = RankingWidget(self, laurel=False)
        margins = (PANEL_MARGIN, PANEL_MARGIN - 4, PANEL_MARGIN, PANEL_MARGIN - 4)
        self._main_layout = make_column(
            self._title_label, self._ranking, widget=self, margins=margins
        )
        self._main_layout.setAlignment(self._title_label, Qt.AlignmentFlag.AlignHCenter)
        self.apply_theme()
        self.hide()

    def show_standings(self, event: DealScored, view: Any) -> bool:
        """Show the panel if a half, but not the match, ends with this score.

        Return True if it is shown.
        """
        if find_half_after(self._game.sheet(view), event.deal) is None:
            return False
        seats = len(self._names)
        scores = self._game.running_scores(seats, event)
        ranks = rank_seats([(score,) for score in scores])
        score_texts = [number_text(score) for score in scores]
        self._ranking = self._ranking.replace_in_layout(self._main_layout)
        sides = self._game.sides(seats)
        self._ranking.show_ranking(ranks, score_texts, self._names, self._you, sides)
        heading = tr("Standing after deal {deal}").format(deal=event.deal)
        self._title_label.setText(heading)
        order = sorted(range(seats), key=lambda seat: ranks[seat])
        lines = (f"{self._names[seat]} {score_texts[seat]}" for seat in order)
        self.spoken_text = f"{heading}: {', '.join(lines)}."
        self.setAccessibleName(self.spoken_text)
        self.show()
        self.centre_on_table()
        self.raise_()
        return True

    def centre_on_table(self) -> None:
        """Centre the panel on the table while it is shown."""
        if self.isHidden():
            return
        table = self._table
        tall = max(MIN_LEADER_PLATE, LEADER_PLATE_HEIGHT * table.height())
        self._ranking.arrange_plates(tall, beside=False, tight=table.height() < 400)
        width = (
            max(round(PANEL_WIDTH * panel_scale()), self._ranking.preferred_width(tall))
            + 2 * PANEL_MARGIN
        )
        width = min(width, table.width())
        self._main_layout.invalidate()
        height = min(self._main_layout.totalMinimumSize().height(), table.height())
        left, top = (table.width() - width) // 2, (table.height() - height) // 2
        self.setGeometry(left, top, width, height)

    def apply_theme(self) -> None:
        self._title_label.setFont(title_font())
        self._ranking.apply_theme()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.pressed.emit()
