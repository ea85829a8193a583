"""Paper note with a reason: one bold sentence, quiet details, and the rules as links."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from greenbaize.rules.table_elements import TableElement
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.table.cached_item import CachedItem
from greenbaize.ui.widgets.fonts import SMALL, make_font, scale_pixels
from greenbaize.ui.widgets.free_position import covered_area, find_least_covering
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.spoken import is_brief_speech, join_sentences, spoken_text
from greenbaize.words.titles import format_citation

NOTE_MARGIN_PX = 4.0
"""Minimum distance between a note and the edge of its area (px)."""


class ArrowSide(Enum):
    """Side of a note at which its arrow points at the target."""

    BOTTOM = "bottom"
    TOP = "top"
    LEFT = "left"
    RIGHT = "right"


class PlacementContext(NamedTuple):
    """Surroundings of a note.

    ``card_width`` is in pixels. ``blocked`` rectangles (buttons) must not overlap the note, which
    would lie below them. ``avoid`` rectangles should not be covered, and ``referenced`` ones, which
    the note may speak of, even less.
    """

    area: QRectF
    card_width: float
    blocked: Sequence[QRectF] = ()
    avoid: Sequence[QRectF] = ()
    referenced: Sequence[QRectF] = ()


class NotePlacement(NamedTuple):
    """Upper left corner of a note, and the side of its arrow.

    ``cost`` has the covered areas of blocked, referenced and avoided rectangles, and the distance
    to the target; the first differing number decides.
    """

    corner: QPointF
    arrow_side: ArrowSide
    cost: tuple[int, int, int, int] = (0, 0, 0, 0)


def best_placement(size: QSizeF, target: QRectF, context: PlacementContext) -> NotePlacement:
    """Return the best placement of a note of this size, if possible without covering its target."""
    inner = context.area.adjusted(NOTE_MARGIN_PX, NOTE_MARGIN_PX, -NOTE_MARGIN_PX, -NOTE_MARGIN_PX)

    def with_cost(placement: NotePlacement) -> NotePlacement:
        corner = _clamp_corner(placement.corner, size, inner)
        paper = QRectF(corner, size)
        blocked_area = covered_area(paper, (target, *context.blocked))
        referenced_area = covered_area(paper, context.referenced)
        avoid_area = covered_area(paper, context.avoid)
        distance = max(target.top() - paper.bottom(), 0.0)
        return NotePlacement(
            corner,
            placement.arrow_side,
            (round(blocked_area), round(referenced_area), round(avoid_area), round(distance)),
        )

    # The first of equally good placements is the usual one.
    return find_least_covering(
        map(with_cost, _candidate_placements(size, target, context)),
        lambda placement: placement.cost,
    )


def _candidate_placements(
    size: QSizeF, target: QRectF, context: PlacementContext
) -> Iterator[NotePlacement]:
    """Yield placements above, below and beside the target, and next to the obstacles."""
    others = (*context.blocked, *context.referenced, *context.avoid)
    wide, high, middle = size.width(), size.height(), target.center()
    lefts = [middle.x() - wide / 2]
    lefts += [rect.left() - wide for rect in others] + [rect.right() for rect in others]
    # The arrow must still point at the target.
    inset = 0.1 * target.width()
    least, most = target.left() + inset - 0.92 * wide, target.right() - inset - 0.08 * wide
    tops = [middle.y() - high / 2]
    tops += [rect.top() - high for rect in others] + [rect.bottom() for rect in others]
    upper, lower = middle.y() - 0.85 * high, middle.y() - 0.15 * high
    levels = [(ArrowSide.BOTTOM, target.top() - high), (ArrowSide.TOP, target.bottom())]
    # Above a blocked rectangle the arrow still points down at the target.
    levels += [
        (ArrowSide.BOTTOM, rect.top() - high)
        for rect in context.blocked
        if rect.top() < target.top()
    ]
    for arrow_side, y in levels:
        for left in lefts:
            yield NotePlacement(QPointF(min(max(left, least), most), y), arrow_side)
    for arrow_side, x in (
        (ArrowSide.LEFT, target.right()),
        (ArrowSide.RIGHT, target.left() - wide),
    ):
        for top in tops:
            yield NotePlacement(QPointF(x, min(max(top, upper), lower)), arrow_side)


def _clamp_corner(corner: QPointF, size: QSizeF, area: QRectF) -> QPointF:
    left = max(area.left(), min(corner.x(), area.right() - size.width()))
    return QPointF(left, max(area.top(), min(corner.y(), area.bottom() - size.height())))


TEXT_SEPARATOR: Final = " · "
WIDE_SEPARATOR: Final = "   "
"""Separator on the paper, where no line may begin or end with a dot; it has the same length."""
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_WRAPPED = Qt.TextFlag.TextWordWrap
_CENTRE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
DETAIL_LETTER_SCALE: Final = 0.88
"""Size of the letters below the sentence, relative to its own."""
MAX_NOTE_WIDTH: Final = 27.0
"""Largest width of a note on a table element, in heights of its letters."""
WIDTH_FRACTIONS: Final = (1.0, 0.75, 0.55, 0.42)
"""Widths to try for the lines of a note, as fractions of the available width."""


class NoteText(NamedTuple):
    """Texts of a note; the rules are those it cites, as ``damn.md 4``."""

    sentence: str
    details: str = ""
    rules: tuple[str, ...] = ()

    @property
    def details_with_rules(self) -> str:
        """Details with the rules at the end."""
        return TEXT_SEPARATOR.join(
            part for part in (self.details, *map(format_citation, self.rules)) if part
        )

    @property
    def printed_details(self) -> str:
        """Details as printed: a rule is one link and must not break across lines."""
        rules = (format_citation(rule).replace(" ", NO_BREAK) for rule in self.rules)
        line = self.details.replace(TEXT_SEPARATOR, WIDE_SEPARATOR)
        return WIDE_SEPARATOR.join(part for part in (line, *rules) if part)

    @property
    def spoken_text(self) -> str:
        """Whole text for a screen reader; in brief mode without the rules."""
        return spoken_text(
            join_sentences(
                self.sentence, self.details if is_brief_speech() else self.details_with_rules
            )
        )


class NoteItem(CachedItem):
    """Small paper note that points at a card or at another element of the table."""

    z_value = 5000

    def __init__(self) -> None:
        super().__init__()
        self.text = NoteText("")
        self.subject: CardFace | TableElement | None = None
        """Subject of the note while it is shown."""
        self.rule_rects: list[tuple[QRectF, str]] = []
        """Rectangles of the rules on the note, from its upper left corner."""
        self._size = 15.0
        self._sentence_rect = self._bridge_rect = QRectF()
        self._details_layout = QTextLayout()
        self._arrow_side, self._arrow_target = ArrowSide.BOTTOM, QPointF()

    @property
    def sentence(self) -> str:
        return self.text.sentence

    @property
    def details(self) -> str:
        return self.text.details_with_rules

    @property
    def first_rule(self) -> str:
        """First rule that it cites while it is shown, or nothing."""
        return self.text.rules[0] if self.isVisible() and self.text.rules else ""

    @property
    def _arrow_length(self) -> float:
        """Length of the arrow beyond the paper (px)."""
        return 0.7 * self._size

    def hide(self) -> None:
        self.subject = None
        super().hide()

    def show_at(
        self,
        target: QRectF,
        context: PlacementContext,
        text: NoteText,
        subject: CardFace | TableElement | None = None,
    ) -> None:
        """Show a text beside its target."""
        # Details need large letters, too, where all letters are large.
        least = self.least_letter / DETAIL_LETTER_SCALE if self.least_letter > SMALL else 0.0
        self._size = max(scale_pixels(max(13.0, 0.145 * context.card_width)), least)
        self.text, self.subject = text, subject
        most = context.area.width() - 2 * NOTE_MARGIN_PX - 2 * self._arrow_length - 2.2 * self._size
        if not isinstance(subject, CardFace):
            most = min(most, MAX_NOTE_WIDTH * self._size)
        # A narrow note fits where a wide one does not.
        placement, size, sentence, line = find_least_covering(
            (self._try_width(share * most, target, context) for share in WIDTH_FRACTIONS),
            lambda candidate: candidate[0].cost,
        )
        corner = QPointF(round(placement.corner.x()), round(placement.corner.y()))
        self._arrow_side, self._arrow_target = placement.arrow_side, target.center() - corner
        # The mouse can move from the target to the note without crossing another element.
        self._bridge_rect = QRectF(
            target.left(), corner.y(), target.width(), target.top() - corner.y() + 1
        )
        self._lay_out_text(size.width() - 2 * self._arrow_length, sentence, line)
        self.set_size(size.width(), size.height())
        self.setPos(corner)
        self.redraw()
        self.show()

    def covers_point(self, point: QPointF) -> bool:
        """Return whether a point of the scene is on the shown note or on the way to it."""
        paper = self.sceneBoundingRect().adjusted(-1, -1, 1, 1)
        return self.isVisible() and (paper.contains(point) or self._bridge_rect.contains(point))

    def rule_at(self, point: QPointF) -> str:
        if not self.isVisible():
            return ""
        point_on_note = point - self.pos()
        return next((rule for rect, rule in self.rule_rects if rect.contains(point_on_note)), "")

    # Layout

    def _try_width(
        self, max_width: float, target: QRectF, context: PlacementContext
    ) -> tuple[NotePlacement, QSizeF, QSizeF, QSizeF]:
        """Return the placement and the sizes of a note whose lines have at most this width."""
        sentence, line = self._text_sizes(max_width)
        width = max(sentence.width(), line.width()) + 2.2 * self._size
        height = sentence.height() + line.height() + (1.0 if self.details else 1.4) * self._size
        size = QSizeF(width + 2 * self._arrow_length, height + 2 * self._arrow_length)
        return best_placement(size, target, context), size, sentence, line

    def _text_sizes(self, max_width: float) -> tuple[QSizeF, QSizeF]:
        """Return the sizes of the sentence and the details, on as many lines as they need."""
        bold, quiet = make_font(self._size, bold=True), make_font(DETAIL_LETTER_SCALE * self._size)
        sizes = []
        for face, text in ((bold, self.sentence), (quiet, self.text.printed_details)):
            metrics = QFontMetricsF(face)
            lines = metrics.boundingRect(QRectF(0, 0, max_width, 1e4), _WRAPPED, text).height()
            wide = metrics.horizontalAdvance(text)
            count = max(1, round(lines / metrics.lineSpacing()))
            # Several lines have about the same length.
            wide = wide if count == 1 else self._balanced_width(metrics, text, max_width, lines)
            high = (count - 1) * metrics.lineSpacing() + 1.55 * face.pixelSize()
            sizes.append(QSizeF(min(max_width, wide), high if text else 0))
        return sizes[0], sizes[1]

    @staticmethod
    def _balanced_width(
        metrics: QFontMetricsF, text: str, max_width: float, height: float
    ) -> float:
        """Return the smallest width at which the text is not higher than at its full width."""
        low, high = 0.3 * max_width, max_width
        while high - low > 4:
            middle = (low + high) / 2
            tall = metrics.boundingRect(QRectF(0, 0, middle, 1e4), _WRAPPED, text).height()
            low, high = (low, middle) if tall <= height else (middle, high)
        return high

    def _lay_out_text(self, width: float, sentence: QSizeF, line: QSizeF) -> None:
        """Lay out the text for this paper width, and find the rectangles of the rules."""
        left, top = self._arrow_length + 1.1 * self._size - 2, self._arrow_length + 0.5 * self._size
        wide = width - 2.2 * self._size + 4
        self._sentence_rect = QRectF(left, top, wide, sentence.height())
        face = make_font(DETAIL_LETTER_SCALE * self._size)
        layout = QTextLayout(self.text.printed_details, face)
        option = QTextOption(Qt.AlignmentFlag.AlignHCenter)
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        layout.setTextOption(option)
        layout.setFormats(self._link_formats())
        layout.beginLayout()
        down = 0.0
        while (row := layout.createLine()).isValid():
            row.setLineWidth(wide)
            row.setPosition(QPointF(0, down))
            down += QFontMetricsF(face).lineSpacing()
        layout.endLayout()
        spare = (line.height() - down) / 2
        layout.setPosition(QPointF(left, self._sentence_rect.bottom() + spare))
        self._details_layout = layout
        self.rule_rects = [
            (self._span_rect(start, length), rule) for start, length, rule in self._link_spans()
        ]

    def _link_spans(self) -> list[tuple[int, int, str]]:
        """Return the start and the length of each rule in the details, and the rule."""
        spans: list[tuple[int, int, str]] = []
        start = len(self.text.details) + (len(WIDE_SEPARATOR) if self.text.details else 0)
        for rule in self.text.rules:
            spans.append((start, len(format_citation(rule)), rule))
            start += len(format_citation(rule)) + len(WIDE_SEPARATOR)
        return spans

    def _link_formats(self) -> list[QTextLayout.FormatRange]:
        formats = []
        for start, length, _ in self._link_spans():
            char_format = QTextCharFormat()
            char_format.setForeground(QColor(current_theme().focus))
            char_format.setFontUnderline(True)
            format_range = QTextLayout.FormatRange()
            format_range.start, format_range.length, format_range.format = (
                start,
                length,
                char_format,
            )
            formats.append(format_range)
        return formats

    def _span_rect(self, start: int, length: int) -> QRectF:
        """Return the rectangle of a part of the details, over all its lines."""
        rect, margin = QRectF(), 0.25 * self._size
        for number in range(self._details_layout.lineCount()):
            row = self._details_layout.lineAt(number)
            first = max(start, row.textStart())
            last = min(start + length, row.textStart() + row.textLength())
            if first < last:
                left, right = _cursor_x(row, first), _cursor_x(row, last)
                row_rect = QRectF(left, row.y(), right - left, row.height())
                rect = rect.united(row_rect.translated(self._details_layout.position()))
        return rect.adjusted(-margin, -margin, margin, margin)

    # Drawing

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        size, theme, reach = self._size, current_theme(), self._arrow_length
        paper = QPainterPath()
        body = QRectF(reach, reach, width - 2 * reach, height - 2 * reach)
        paper.addRoundedRect(body, 0.5 * size, 0.5 * size)
        painter.setPen(QPen(QColor(theme.paper_line), 1))
        painter.setBrush(QColor(theme.paper))
        painter.drawPath(paper.united(self._arrow_path(body)))
        painter.setPen(QColor(theme.ink))
        painter.setFont(make_font(size, bold=True))
        painter.drawText(self._sentence_rect, _WRAPPED | _CENTRE, self.sentence)
        painter.setPen(QColor(theme.ink_quiet))
        self._details_layout.draw(painter, QPointF(0, 0))

    def _arrow_path(self, body: QRectF) -> QPainterPath:
        reach, half = self._arrow_length - 1, 0.7 * self._size
        x = min(max(self._arrow_target.x(), body.left() + 2 * half), body.right() - 2 * half)
        y = min(max(self._arrow_target.y(), body.top() + half), body.bottom() - half)
        if self._arrow_side in (ArrowSide.BOTTOM, ArrowSide.TOP):
            level, offset = (
                (body.bottom() - 1, reach)
                if self._arrow_side is ArrowSide.BOTTOM
                else (body.top() + 1, -reach)
            )
            corners = ((x - half, level), (x, level + offset), (x + half, level))
        else:
            level, offset = (
                (body.left() + 1, -reach)
                if self._arrow_side is ArrowSide.LEFT
                else (body.right() - 1, reach)
            )
            half = min(half, body.height() / 2 - 0.4 * self._size)
            corners = ((level, y - half), (level + offset, y), (level, y + half))
        path = QPainterPath(QPointF(*corners[0]))
        for corner in corners[1:]:
            path.lineTo(*corner)
        path.closeSubpath()
        return path


def _cursor_x(row: QTextLine, index: int) -> float:
    """Return the x position of a letter in a line."""
    cursor: Any = row.cursorToX(index)
    return float(cursor[0])


def make_card_note(*sentences: str, rules: Sequence[str] = ()) -> NoteText:
    """Return a note on a card of the hand: the first sentence in bold, the others in a row."""
    first, *rest = sentences
    return NoteText(
        first, TEXT_SEPARATOR.join(part for part in rest if part), tuple(dict.fromkeys(rules))
    )
