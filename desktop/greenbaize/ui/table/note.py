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

from greenbaize.rules.things import Thing
from greenbaize.ui.cards.look import Face
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.widgets.fonts import SMALL, font, grown
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.spoken import aloud, is_brief, together
from greenbaize.words.titles import cited

EDGE = 4.0
"""Minimum distance between a note and the edge of its area (px)."""


class Tip(Enum):
    """Side of a note at which its arrow points at the target."""

    BOTTOM = "bottom"
    TOP = "top"
    LEFT = "left"
    RIGHT = "right"


class Around(NamedTuple):
    """Surroundings of a note.

    ``card_width`` is in pixels. ``blocked`` rectangles (buttons) must not overlap the note, which
    would lie below them. ``avoid`` rectangles should not be covered, and ``referenced`` ones, which
    the note may speak of, even less.
    """

    room: QRectF
    unit: float
    closed: Sequence[QRectF] = ()
    seen: Sequence[QRectF] = ()
    named: Sequence[QRectF] = ()


class NotePlacement(NamedTuple):
    """Upper left corner of a note, and the side of its arrow.

    ``cost`` has the covered areas of blocked, referenced and avoided rectangles, and the distance
    to the target; the first differing number decides.
    """

    corner: QPointF
    tip: Tip
    cost: tuple[int, int, int, int] = (0, 0, 0, 0)


def standing(size: QSizeF, thing: QRectF, around: Around) -> NotePlacement:
    """Return the best placement of a note of this size, if possible without covering its target."""
    inner = around.room.adjusted(EDGE, EDGE, -EDGE, -EDGE)

    def weighed(place: NotePlacement) -> NotePlacement:
        corner = _within(place.corner, size, inner)
        paper = QRectF(corner, size)
        hidden = sum(_shared(paper, one) for one in (thing, *around.closed))
        named = sum(_shared(paper, one) for one in around.named)
        besides = sum(_shared(paper, one) for one in around.seen)
        off = max(thing.top() - paper.bottom(), 0.0)
        return NotePlacement(
            corner, place.tip, (round(hidden), round(named), round(besides), round(off))
        )

    # The first of equally good placements is the usual one.
    return min(map(weighed, _places(size, thing, around)), key=lambda place: place.cost)


def _places(size: QSizeF, thing: QRectF, around: Around) -> Iterator[NotePlacement]:
    """Yield placements above, below and beside the target, and next to the obstacles."""
    others = (*around.closed, *around.named, *around.seen)
    wide, high, middle = size.width(), size.height(), thing.center()
    lefts = [middle.x() - wide / 2]
    lefts += [one.left() - wide for one in others] + [one.right() for one in others]
    # The arrow must still point at the target.
    inner = 0.1 * thing.width()
    least, most = thing.left() + inner - 0.92 * wide, thing.right() - inner - 0.08 * wide
    tops = [middle.y() - high / 2]
    tops += [one.top() - high for one in others] + [one.bottom() for one in others]
    upper, lower = middle.y() - 0.85 * high, middle.y() - 0.15 * high
    levels = [(Tip.BOTTOM, thing.top() - high), (Tip.TOP, thing.bottom())]
    # Above a blocked rectangle the arrow still points down at the target.
    levels += [(Tip.BOTTOM, one.top() - high) for one in around.closed if one.top() < thing.top()]
    for tip, y in levels:
        for left in lefts:
            yield NotePlacement(QPointF(min(max(left, least), most), y), tip)
    for tip, x in ((Tip.LEFT, thing.right()), (Tip.RIGHT, thing.left() - wide)):
        for top in tops:
            yield NotePlacement(QPointF(x, min(max(top, upper), lower)), tip)


def _within(corner: QPointF, size: QSizeF, room: QRectF) -> QPointF:
    left = max(room.left(), min(corner.x(), room.right() - size.width()))
    return QPointF(left, max(room.top(), min(corner.y(), room.bottom() - size.height())))


def _shared(one: QRectF, other: QRectF) -> float:
    both = one.intersected(other)
    return both.width() * both.height()


BETWEEN: Final = " · "
APART: Final = "   "
"""Separator on the paper, where no line may begin or end with a dot; it has the same length."""
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_WRAPPED = Qt.TextFlag.TextWordWrap
_CENTRE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
LINE_LETTERS: Final = 0.88
"""Size of the letters below the sentence, relative to its own."""
LONGEST_LINE: Final = 27.0
"""Largest width of a note on a table element, in heights of its letters."""
SHARES: Final = (1.0, 0.75, 0.55, 0.42)
"""Widths to try for the lines of a note, as fractions of the available width."""


class NoteText(NamedTuple):
    """Texts of a note; the rules are those it cites, as ``damn.md 4``."""

    sentence: str
    line: str = ""
    rules: tuple[str, ...] = ()

    @property
    def quiet(self) -> str:
        """Details with the rules at the end."""
        return BETWEEN.join(part for part in (self.line, *map(cited, self.rules)) if part)

    @property
    def unbroken(self) -> str:
        """Details as printed: a rule is one link and must not break across lines."""
        rules = (cited(rule).replace(" ", NO_BREAK) for rule in self.rules)
        line = self.line.replace(BETWEEN, APART)
        return APART.join(part for part in (line, *rules) if part)

    @property
    def spoken(self) -> str:
        """Whole text for a screen reader; in brief mode without the rules."""
        return aloud(together(self.sentence, self.line if is_brief() else self.quiet))


class NoteItem(DrawnItem):
    """Small paper note that points at a card or at another element of the table."""

    level = 5000

    def __init__(self) -> None:
        super().__init__()
        self.text = NoteText("")
        self.about: Face | Thing | None = None
        """Subject of the note while it is shown."""
        self.links: list[tuple[QRectF, str]] = []
        """Rectangles of the rules on the note, from its upper left corner."""
        self._size = 15.0
        self._bold = self._bridge = QRectF()
        self._quiet = QTextLayout()
        self._tip, self._target = Tip.BOTTOM, QPointF()

    @property
    def sentence(self) -> str:
        return self.text.sentence

    @property
    def line(self) -> str:
        return self.text.quiet

    @property
    def rule(self) -> str:
        """First rule that it cites while it is shown, or nothing."""
        return self.text.rules[0] if self.isVisible() and self.text.rules else ""

    @property
    def _reach(self) -> float:
        """Length of the arrow beyond the paper (px)."""
        return 0.7 * self._size

    def hide(self) -> None:
        self.about = None
        super().hide()

    def stand_by(
        self, thing: QRectF, around: Around, text: NoteText, about: Face | Thing | None = None
    ) -> None:
        """Show a text beside its target."""
        # Details need large letters, too, where all letters are large.
        least = self.least_letter / LINE_LETTERS if self.least_letter > SMALL else 0.0
        self._size = max(grown(max(13.0, 0.145 * around.unit)), least)
        self.text, self.about = text, about
        most = around.room.width() - 2 * EDGE - 2 * self._reach - 2.2 * self._size
        if not isinstance(about, Face):
            most = min(most, LONGEST_LINE * self._size)
        # A narrow note fits where a wide one does not.
        tried = [self._tried(share * most, thing, around) for share in SHARES]
        place, outer, sentence, line = min(tried, key=lambda one: one[0].cost)
        corner = QPointF(round(place.corner.x()), round(place.corner.y()))
        self._tip, self._target = place.tip, thing.center() - corner
        # The mouse can move from the target to the note without crossing another element.
        self._bridge = QRectF(thing.left(), corner.y(), thing.width(), thing.top() - corner.y() + 1)
        self._lay_words(outer.width() - 2 * self._reach, sentence, line)
        self.set_size(outer.width(), outer.height())
        self.setPos(corner)
        self.redraw()
        self.show()

    def reaches(self, point: QPointF) -> bool:
        """Return whether a point of the scene is on the shown note or on the way to it."""
        paper = self.sceneBoundingRect().adjusted(-1, -1, 1, 1)
        return self.isVisible() and (paper.contains(point) or self._bridge.contains(point))

    def rule_at(self, point: QPointF) -> str:
        if not self.isVisible():
            return ""
        here = point - self.pos()
        return next((rule for place, rule in self.links if place.contains(here)), "")

    # Layout

    def _tried(
        self, most: float, thing: QRectF, around: Around
    ) -> tuple[NotePlacement, QSizeF, QSizeF, QSizeF]:
        """Return the placement and the sizes of a note whose lines have at most this width."""
        sentence, line = self._sizes(most)
        width = max(sentence.width(), line.width()) + 2.2 * self._size
        height = sentence.height() + line.height() + (1.0 if self.line else 1.4) * self._size
        outer = QSizeF(width + 2 * self._reach, height + 2 * self._reach)
        return standing(outer, thing, around), outer, sentence, line

    def _sizes(self, most: float) -> tuple[QSizeF, QSizeF]:
        """Return the sizes of the sentence and the details, on as many lines as they need."""
        bold, quiet = font(self._size, bold=True), font(LINE_LETTERS * self._size)
        sizes = []
        for face, text in ((bold, self.sentence), (quiet, self.text.unbroken)):
            metrics = QFontMetricsF(face)
            lines = metrics.boundingRect(QRectF(0, 0, most, 1e4), _WRAPPED, text).height()
            wide = metrics.horizontalAdvance(text)
            count = max(1, round(lines / metrics.lineSpacing()))
            # Several lines have about the same length.
            wide = wide if count == 1 else self._even(metrics, text, most, lines)
            high = (count - 1) * metrics.lineSpacing() + 1.55 * face.pixelSize()
            sizes.append(QSizeF(min(most, wide), high if text else 0))
        return sizes[0], sizes[1]

    @staticmethod
    def _even(metrics: QFontMetricsF, text: str, most: float, height: float) -> float:
        """Return the smallest width at which the text is not higher than at its full width."""
        low, high = 0.3 * most, most
        while high - low > 4:
            middle = (low + high) / 2
            tall = metrics.boundingRect(QRectF(0, 0, middle, 1e4), _WRAPPED, text).height()
            low, high = (low, middle) if tall <= height else (middle, high)
        return high

    def _lay_words(self, width: float, sentence: QSizeF, line: QSizeF) -> None:
        """Lay out the text for this paper width, and find the rectangles of the rules."""
        left, top = self._reach + 1.1 * self._size - 2, self._reach + 0.5 * self._size
        wide = width - 2.2 * self._size + 4
        self._bold = QRectF(left, top, wide, sentence.height())
        face = font(LINE_LETTERS * self._size)
        layout = QTextLayout(self.text.unbroken, face)
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
        layout.setPosition(QPointF(left, self._bold.bottom() + spare))
        self._quiet = layout
        self.links = [
            (self._place_of(start, length), rule) for start, length, rule in self._link_spans()
        ]

    def _link_spans(self) -> list[tuple[int, int, str]]:
        """Return the start and the length of each rule in the details, and the rule."""
        spans: list[tuple[int, int, str]] = []
        start = len(self.text.line) + (len(APART) if self.text.line else 0)
        for rule in self.text.rules:
            spans.append((start, len(cited(rule)), rule))
            start += len(cited(rule)) + len(APART)
        return spans

    def _link_formats(self) -> list[QTextLayout.FormatRange]:
        formats = []
        for start, length, _ in self._link_spans():
            shape = QTextCharFormat()
            shape.setForeground(QColor(worn().focus))
            shape.setFontUnderline(True)
            one = QTextLayout.FormatRange()
            one.start, one.length, one.format = start, length, shape
            formats.append(one)
        return formats

    def _place_of(self, start: int, length: int) -> QRectF:
        """Return the rectangle of a part of the details, over all its lines."""
        found, around = QRectF(), 0.25 * self._size
        for number in range(self._quiet.lineCount()):
            row = self._quiet.lineAt(number)
            first = max(start, row.textStart())
            last = min(start + length, row.textStart() + row.textLength())
            if first < last:
                left, right = _across(row, first), _across(row, last)
                here = QRectF(left, row.y(), right - left, row.height())
                found = found.united(here.translated(self._quiet.position()))
        return found.adjusted(-around, -around, around, around)

    # Drawing

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        size, theme, reach = self._size, worn(), self._reach
        paper = QPainterPath()
        body = QRectF(reach, reach, width - 2 * reach, height - 2 * reach)
        paper.addRoundedRect(body, 0.5 * size, 0.5 * size)
        painter.setPen(QPen(QColor(theme.paper_line), 1))
        painter.setBrush(QColor(theme.paper))
        painter.drawPath(paper.united(self._pointer(body)))
        painter.setPen(QColor(theme.ink))
        painter.setFont(font(size, bold=True))
        painter.drawText(self._bold, _WRAPPED | _CENTRE, self.sentence)
        painter.setPen(QColor(theme.ink_quiet))
        self._quiet.draw(painter, QPointF(0, 0))

    def _pointer(self, body: QRectF) -> QPainterPath:
        reach, half = self._reach - 1, 0.7 * self._size
        x = min(max(self._target.x(), body.left() + 2 * half), body.right() - 2 * half)
        y = min(max(self._target.y(), body.top() + half), body.bottom() - half)
        if self._tip in (Tip.BOTTOM, Tip.TOP):
            level, out = (
                (body.bottom() - 1, reach) if self._tip is Tip.BOTTOM else (body.top() + 1, -reach)
            )
            corners = ((x - half, level), (x, level + out), (x + half, level))
        else:
            level, out = (
                (body.left() + 1, -reach) if self._tip is Tip.LEFT else (body.right() - 1, reach)
            )
            half = min(half, body.height() / 2 - 0.4 * self._size)
            corners = ((level, y - half), (level + out, y), (level, y + half))
        path = QPainterPath(QPointF(*corners[0]))
        for corner in corners[1:]:
            path.lineTo(*corner)
        path.closeSubpath()
        return path


def _across(row: QTextLine, at: int) -> float:
    """Return the x position of a letter in a line."""
    found: Any = row.cursorToX(at)
    return float(found[0])


def card_note(*sentences: str, rules: Sequence[str] = ()) -> NoteText:
    """Return a note on a card of the hand: the first sentence in bold, the others in a row."""
    first, *rest = sentences
    return NoteText(first, BETWEEN.join(part for part in rest if part), tuple(dict.fromkeys(rules)))
