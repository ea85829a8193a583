"""Items that are shown on occasions: a deal's announcement and its scores, coin and winner."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from greenbaize.rules.table_snapshot import ScoreQuality
from greenbaize.ui.cards.card_renderer import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK, suit_path
from greenbaize.ui.table.cached_item import AppearingItem, RedrawProperty
from greenbaize.ui.table.geometry import TableGeometry
from greenbaize.ui.widgets.fonts import make_font
from greenbaize.ui.widgets.free_position import covered_area, find_least_covering
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.spoken import join_list

COIN_TURNS: Final = 9
"""Number of turns of the coin."""
COIN_WIDTH: Final = 1.5
"""Width of the coin, in card widths."""
COIN_COLOUR: Final = QColor("#e7bd6a")
COIN_RIM_COLOUR: Final = QColor("#8a6320")
COIN_TEXT_COLOUR: Final = QColor("#3a2a0c")


class CoinItem(AppearingItem):
    """Coin with a name on each side, which turns over in the air and ends on the winner's side."""

    visible_name = RedrawProperty("")
    """Visible name."""
    z_value = 4550
    _names: tuple[str, ...] = ()
    _corner = (0.0, 0.0)

    def set_names(self, names: Sequence[str], winner: str) -> None:
        """Set the names, of which the winner's ends on top."""
        first = names.index(winner) if winner in names else 0
        others = (*names[first + 1 :], *names[:first])
        self._names = (winner, *others)

    def clear(self) -> None:
        self._names, self.visible_name = (), ""
        self.hide()

    def set_centre(self, centre: tuple[float, float], card_width: float) -> None:
        """Set its centre and the card width (px)."""
        side = COIN_WIDTH * card_width
        self._corner = (centre[0] - side / 2, centre[1] - side / 2)
        self.centre_at(centre, side, side)

    @property
    def has_content(self) -> bool:
        return bool(self._names)

    def set_progress(self, progress: float) -> None:
        remaining_turns = COIN_TURNS * (1 - progress)
        self.visible_name = (
            self._names[round(remaining_turns) % len(self._names)] if self._names else ""
        )
        # A turning coin looks as high as this fraction of its width.
        flattening, tall = max(0.06, abs(cos(pi * remaining_turns))), self.boundingRect().height()
        x, y = self._corner
        self.setPos(round(x), round(y - 0.55 * tall * sin(pi * progress)))
        self.setTransform(QTransform(1, 0, 0, flattening, 0, tall / 2 * (1 - flattening)))

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        pen = 0.045 * width
        body = QRectF(0, 0, width, height).adjusted(pen, pen, -pen, -pen)
        painter.setPen(QPen(COIN_RIM_COLOUR, pen))
        painter.setBrush(COIN_COLOUR)
        painter.drawEllipse(body)
        painter.setPen(QPen(COIN_RIM_COLOUR, 0.012 * width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(body.center(), 0.40 * width, 0.40 * height)
        self._draw_stars(painter, body.center(), width)
        size, most = 0.20 * width, 0.70 * width
        wide = QFontMetricsF(make_font(size, bold=True)).horizontalAdvance(self.visible_name)
        if wide > most:
            size = max(12.0, size * most / wide)
        painter.setFont(make_font(size, bold=True))
        painter.setPen(COIN_TEXT_COLOUR)
        text = painter.fontMetrics().elidedText(
            self.visible_name, Qt.TextElideMode.ElideRight, round(most) + 2
        )
        painter.drawText(QRectF(0, 0, width, height), Qt.AlignmentFlag.AlignCenter, text)

    @staticmethod
    def _draw_stars(painter: QPainter, middle: QPointF, width: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(COIN_RIM_COLOUR)
        for step in range(-2, 3):
            for level in (-1, 1):
                angle = level * pi / 2 + 0.32 * step
                dot = QPointF(0.34 * width * cos(angle), 0.34 * width * sin(angle))
                painter.drawEllipse(middle + dot, 0.014 * width, 0.014 * width)


PIECE_COUNT: Final = 18
FLIGHT_DISTANCE: Final = 1.5
"""Distance that the pieces fly, in card widths."""
MATCH_PIECE_COUNT: Final = 44
MATCH_FLIGHT_DISTANCE: Final = 3.2
"""The same around the result of a match."""
PIECE_COLOURS: Final = tuple(map(QColor, ("#f0c873", "#f4f1e4", "#ff9a8c", "#d9a441")))


class WinEffectItem(QGraphicsItem):
    """Suit marks that fly up and outwards from a plate and fade."""

    def __init__(self, piece_count: int = PIECE_COUNT, distance: float = FLIGHT_DISTANCE) -> None:
        super().__init__()
        self._piece_count, self._distance = piece_count, distance
        self._card_width = 1.0
        self._progress = 1.0
        self._start_rect = QRectF()
        self.setZValue(640)
        self.hide()

    def set_start(self, start_rect: QRectF, card_width: float) -> None:
        """Set the plate that they start from, and the card width (px)."""
        self.prepareGeometryChange()
        self._start_rect, self._card_width = start_rect, card_width

    def start_animation(self) -> None:
        self.set_progress(0.0)
        self.show()

    def set_progress(self, progress: float) -> None:
        self._progress = progress
        self.update()

    def finish_animation(self) -> None:
        self._progress = 1.0
        self.hide()

    def boundingRect(self) -> QRectF:
        reach = (self._distance + 0.4) * self._card_width
        return self._start_rect.adjusted(-reach, -reach, reach, reach)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(max(0.0, 1.0 - self._progress**3))
        for number in range(self._piece_count):
            painter.fillPath(self._piece_path(number), PIECE_COLOURS[number % len(PIECE_COLOURS)])
        painter.restore()

    def _piece_path(self, index: int) -> QPainterPath:
        progress, card = self._progress, self._card_width
        angle = 2 * pi * (index + 0.5) / self._piece_count
        # Different distances, and a slight fall at the end.
        distance = (0.55 + 0.45 * ((index * 7) % 5) / 4) * self._distance * card * progress
        start = self._start_rect.center() + QPointF(
            0.5 * self._start_rect.width() * cos(angle),
            0.5 * self._start_rect.height() * sin(angle),
        )
        centre = start + QPointF(
            distance * cos(angle), distance * sin(angle) + 0.35 * card * progress * progress
        )
        side = (0.14 + 0.05 * (index % 3)) * card
        transform = QTransform()
        transform.translate(centre.x(), centre.y())
        transform.rotate(220 * progress * (1 if index % 2 else -1))
        transform.scale(side, side)
        transform.translate(-0.5, -0.5)
        return transform.map(suit_path("CDHS"[index % 4]))


GOOD_COLOUR: Final = QColor("#23744a")
BAD_COLOUR: Final = QColor("#b3261e")
SCORE_LETTER_SIZE: Final = 0.24
"""Letter size, in card widths."""
MIN_SCORE_LETTER_PX: Final = 14.0


class DealScoreItem(AppearingItem):
    """Deal score at a plate: a word or two, with a tick or a cross besides the colour."""

    z_value = 620
    text = ""
    luck = ScoreQuality.NEUTRAL
    _size = MIN_SCORE_LETTER_PX
    _rest_centre = QPointF()
    """Centre of its position until it is counted."""

    def clear(self) -> None:
        self.text = ""
        self.hide()

    def set_flight_progress(self, progress: float, target: QPointF) -> None:
        """Show it at this progress of its flight to the plate."""
        middle = self._rest_centre + (target - self._rest_centre) * progress
        self.setPos(middle - self.boundingRect().center())
        self.setScale(1 - 0.6 * progress)
        self.setOpacity(1 - 0.5 * progress)

    def move_to(self, left: float, top: float | None = None) -> None:
        """Move it to this left, and to this top if given."""
        self.setPos(round(left), self.y() if top is None else round(top))
        self._rest_centre = self.pos() + self.boundingRect().center()

    def set_centre(self, centre: tuple[float, float], card_width: float, area: QRectF) -> None:
        """Set its centre within an area, and the card width (px)."""
        self._size = self.scaled_size(max(MIN_SCORE_LETTER_PX, SCORE_LETTER_SIZE * card_width), 1.7)
        wide = QFontMetricsF(make_font(self._size, bold=True)).horizontalAdvance(self.text)
        icon_width = 0.0 if self.luck is ScoreQuality.NEUTRAL else 1.3 * self._size
        width, height = wide + icon_width + 1.3 * self._size, 1.8 * self._size
        self.centre_at(centre, width, height)
        left = min(max(centre[0] - width / 2, area.left() + 4), area.right() - width - 4)
        self.move_to(left)

    @property
    def has_content(self) -> bool:
        return bool(self.text)

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        edge = {
            ScoreQuality.GOOD: GOOD_COLOUR,
            ScoreQuality.BAD: BAD_COLOUR,
            ScoreQuality.NEUTRAL: EDGE,
        }[self.luck]
        pen = max(1.5, 0.09 * self._size)
        body = QRectF(0, 0, width, height).adjusted(pen, pen, -pen, -pen)
        painter.setPen(QPen(edge, pen))
        painter.setBrush(PAPER)
        painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
        left = 0.65 * self._size
        if self.luck is not ScoreQuality.NEUTRAL:
            left = 0.42 * self._size
            self._draw_icon(painter, QRectF(left, (height - 1.1 * self._size) / 2, 0, 0), edge)
            left += 1.4 * self._size
        painter.setPen(BLACK if self.luck is ScoreQuality.NEUTRAL else edge)
        painter.setFont(make_font(self._size, bold=True))
        room = QRectF(left, 0, width - left, height)
        painter.drawText(
            room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.text
        )

    def _draw_icon(self, painter: QPainter, corner: QRectF, colour: QColor) -> None:
        side = 1.1 * self._size
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QRectF(corner.x(), corner.y(), side, side))
        pen = QPen(PAPER, 0.14 * side)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)

        def icon_point(x: float, y: float) -> QPointF:
            return QPointF(corner.x() + x * side, corner.y() + y * side)

        if self.luck is ScoreQuality.GOOD:
            painter.drawPolyline(
                [icon_point(0.28, 0.53), icon_point(0.44, 0.68), icon_point(0.73, 0.34)]
            )
        else:
            painter.drawLine(icon_point(0.33, 0.33), icon_point(0.67, 0.67))
            painter.drawLine(icon_point(0.67, 0.33), icon_point(0.33, 0.67))


FIRST_LINE_SIZE: Final = 0.36
"""Letter sizes of the first line and of the others, in card widths."""
OTHER_LINE_SIZE: Final = 0.19
MIN_ANNOUNCEMENT_LETTER_PX: Final = 13.0
SECONDARY_TEXT_COLOUR: Final = QColor("#5b5f6b")


class AnnouncementItem(AppearingItem):
    """Sheet of paper in the centre of the table: a large line, and smaller ones below."""

    z_value = 4600
    min_scale = 0.8
    lines: tuple[str, ...] = ()
    _sizes: tuple[float, ...] = ()

    def set_centre(
        self, centre: tuple[float, float], card_width: float, available_width: float
    ) -> None:
        """Set its centre, the card width and the available width (px)."""
        max_width = available_width - 1.2 * card_width
        sizes, widest = [], 0.0
        for index, line in enumerate(self.lines):
            size = self.scaled_size(
                max(
                    MIN_ANNOUNCEMENT_LETTER_PX,
                    (OTHER_LINE_SIZE if index else FIRST_LINE_SIZE) * card_width,
                ),
                1.5,
            )
            wide = QFontMetricsF(make_font(size, bold=not index)).horizontalAdvance(line)
            if wide > max_width:
                size, wide = (
                    max(MIN_ANNOUNCEMENT_LETTER_PX, 0.98 * size * max_width / wide),
                    max_width,
                )
            sizes.append(size)
            widest = max(widest, wide)
        self._sizes = tuple(sizes)
        width, height = widest + 0.9 * card_width, 1.5 * sum(sizes) + 0.42 * card_width
        self.centre_at(centre, width, height)

    @property
    def has_content(self) -> bool:
        return bool(self.lines)

    def clear(self) -> None:
        self.lines = ()
        self.hide()

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        brass = QColor(current_theme().brass)
        pen = max(2.0, 0.02 * height)
        body = QRectF(0, 0, width, height).adjusted(pen, pen, -pen, -pen)
        painter.setPen(QPen(brass, pen))
        painter.setBrush(PAPER)
        painter.drawRoundedRect(body, 0.14 * height, 0.14 * height)
        top = (height - 1.5 * sum(self._sizes)) / 2
        for index, (line, size) in enumerate(zip(self.lines, self._sizes, strict=False)):
            painter.setPen(SECONDARY_TEXT_COLOUR if index else BLACK)
            painter.setFont(make_font(size, bold=not index))
            room = QRectF(0, top, width, 1.5 * size)
            text = painter.fontMetrics().elidedText(
                line, Qt.TextElideMode.ElideRight, round(width - 2 * pen)
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
            top += 1.5 * size


SCORE_APPEAR_MS: Final = 260
SCORE_GAP_MS, MAX_SCORE_GAPS_MS = 90.0, 540.0
"""Deal scores appear one after another, from the dealer's left, within this time (ms)."""
ANNOUNCE_MS: Final = 240
TOSS_MS: Final = 1700
WINNER_EFFECT_MS: Final = 1500
RESULT_EFFECT_MS: Final = 2600
MAX_PLAYERS_SCORE_ABOVE: Final = 7
"""Largest number of players with room above the own plate."""


class TableOverlays:
    """Items that are shown on occasions only."""

    def __init__(self, scene: Any) -> None:
        self._scene = scene  # the ``TableScene`` that owns them
        self.deal_scores = [DealScoreItem() for _ in scene.names]
        self.announcement = AnnouncementItem()
        self.coin = CoinItem()
        self.win_effects = [WinEffectItem() for _ in scene.names]
        self.result_effect = WinEffectItem(MATCH_PIECE_COUNT, MATCH_FLIGHT_DISTANCE)
        for item in (
            *self.deal_scores,
            self.announcement,
            self.coin,
            *self.win_effects,
            self.result_effect,
        ):
            scene.addItem(item)

    def update_layout(self) -> None:
        geometry = self._scene.geometry
        for seat, item in enumerate(self.deal_scores):
            if item.text:
                self._update_score_layout(seat, geometry)
        self.avoid_overlaps()
        self._update_announcement_layout(geometry)
        self.coin.set_centre(geometry.centre, geometry.card_width)
        for seat, effect in enumerate(self.win_effects):
            effect.set_start(QRectF(*geometry.plate_box(seat)), geometry.card_width)

    def clear(self) -> None:
        for item in self.deal_scores:
            item.clear()
        self.announcement.clear()
        self.coin.clear()
        for effect in (*self.win_effects, self.result_effect):
            effect.hide()
        for plate in self._scene.plates:
            plate.has_won = False

    # Deals

    def show_announcement(self, lines: Sequence[str]) -> None:
        self.announcement.lines = tuple(lines)
        self._update_announcement_layout(self._scene.geometry)
        self._scene.animator.add_animation(self.announcement, ANNOUNCE_MS)

    def _update_announcement_layout(self, geometry: TableGeometry) -> None:
        self.announcement.set_centre(
            geometry.announcement_centre(), geometry.card_width, geometry.width
        )

    def show_deal_scores(self, scores: Sequence[tuple[str, ScoreQuality]], first_seat: int) -> None:
        """Show at each plate its score of a deal, one after another from a seat on."""
        geometry, seats = self._scene.geometry, len(self.deal_scores)
        gap = min(SCORE_GAP_MS, MAX_SCORE_GAPS_MS / seats)
        for seat, (text, luck) in enumerate(scores[:seats]):
            item = self.deal_scores[seat]
            item.text, item.luck = text, luck
            self._update_score_layout(seat, geometry)
            self._scene.animator.add_animation(
                item, SCORE_APPEAR_MS, (seat - first_seat) % seats * gap
            )
        self.avoid_overlaps()

    def _update_score_layout(self, seat: int, geometry: TableGeometry) -> None:
        scene, card_width = self._scene, geometry.card_width
        x, y = geometry.speech_centre(seat)
        if seat == geometry.near_seat and geometry.players <= MAX_PLAYERS_SCORE_ABOVE:
            # Above the plate, because the own tricks beside it are what the score counts.
            plate = geometry.plate_box(seat)
            x, y = plate.centre[0], plate.y - 0.32 * card_width
        item = self.deal_scores[seat]
        item.set_centre((x, y), card_width, scene.sceneRect())
        if seat == geometry.near_seat and geometry.players > MAX_PLAYERS_SCORE_ABOVE:
            # Beside the plate, from its inner end.
            plate = geometry.plate_box(seat)
            aside = (plate.width + item.boundingRect().width()) / 2 + 0.08 * card_width
            x = plate.centre[0] + (-aside if geometry.near_at_right else aside)
            item.set_centre((x, y), card_width, scene.sceneRect())

    def avoid_overlaps(self) -> None:
        """Move deal scores clear of the ring of ranks, and the own one clear of its neighbour's."""
        scene = self._scene
        own_score, ring = self.deal_scores[scene.near_seat], scene.ring_rect()
        other_scores = [item for item in self.deal_scores if item is not own_score and item.text]
        obstacles = [] if ring is None else [ring]
        for score in other_scores:
            rect = _score_rect(score)
            above = [rect.translated(0, area.top() - rect.bottom() - 1) for area in obstacles]
            _move_clear(score, above, obstacles)
        obstacles += map(_score_rect, other_scores)
        rect = _score_rect(own_score)
        if scene.geometry.near_at_right:
            shifts = [area.left() - rect.right() - 4 for area in obstacles]
            shifts = [shift for shift in shifts if shift < 0]
        else:
            shifts = [area.right() - rect.left() + 4 for area in obstacles]
            shifts = [shift for shift in shifts if shift > 0]
        beside = [rect.translated(shift, 0) for shift in sorted(shifts, key=abs)]
        _move_clear(own_score, beside, obstacles)

    # Matches

    def toss_coin(self, sides: Sequence[Sequence[int]], winner: Sequence[int]) -> None:
        """Toss a coin between the sides, each a single seat or partners."""
        names = self._scene.names
        side_names = {tuple(side): join_list([names[seat] for seat in side]) for side in sides}
        self.coin.set_names(list(side_names.values()), side_names[tuple(winner)])
        geometry = self._scene.geometry
        self.coin.set_centre(geometry.centre, geometry.card_width)
        self._scene.animator.add_animation(self.coin, TOSS_MS)

    def celebrate_winners(self, winners: Sequence[int]) -> None:
        geometry = self._scene.geometry
        for seat in winners:
            self._scene.plates[seat].has_won = True
            self.win_effects[seat].set_start(QRectF(*geometry.plate_box(seat)), geometry.card_width)
            self._scene.animator.add_animation(self.win_effects[seat], WINNER_EFFECT_MS)

    def show_result_effect(self, start_rect: QRectF) -> None:
        """Let suit marks fly up from behind this rectangle of the table."""
        self.result_effect.set_start(start_rect, self._scene.geometry.card_width)
        self._scene.animator.add_animation(self.result_effect, RESULT_EFFECT_MS)


def _score_rect(score: DealScoreItem) -> QRectF:
    """Return the rectangle of a deal score at its full size."""
    return score.boundingRect().translated(score.pos())


def _move_clear(score: DealScoreItem, others: list[QRectF], obstacles: list[QRectF]) -> None:
    """Move a deal score to one of the other rectangles if it is in the way where it is."""
    rect = _score_rect(score)
    best = find_least_covering((rect, *others), lambda area: (covered_area(area, obstacles),))
    if best != rect:
        score.move_to(best.left(), best.top())
