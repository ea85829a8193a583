"""The tabs of the statistics window: figures, ratings and honours."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QWidget

from greenbaize.app.memory.statistics_result import StatisticsResult
from greenbaize.rules.game import Game
from greenbaize.store.history import PEOPLE
from greenbaize.store.statistics import HonourKept, Rated, Who
from greenbaize.ui.features.history.figure_table import FigureTable, Line
from greenbaize.ui.features.history.line_chart import NOTHING, Curve, LineChart
from greenbaize.ui.features.history.statistics_words import (
    behind_line,
    curves,
    figure_headings,
    figure_lines,
    given_lines,
    place_lines,
    rated_lines,
    strength_line,
    sum_lines,
    sure_line,
)
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.notes import note
from greenbaize.ui.widgets.plain import Label, offer_anew, set_tip
from greenbaize.ui.widgets.texts import begun_text
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.sheet_words import RATING_LINE
from greenbaize.words.titles import game_title, honour_line, honour_title
from greenbaize.words.vocabulary import own_words

GAP: Final = 20
"""Distance between columns and between sections (px)."""
NARROWEST: Final = 270
"""Least width of a column of tables (px)."""
BESIDE: Final = 560
"""Width from which the chart is beside the totals instead of below them (px)."""
SIDE: Final = 300
"""Least width of the totals beside the chart (px), within half of the page."""
CHART, MOST_CHART = 230, 420
"""Least and greatest height of the chart with its box (px)."""

Table = tuple[Sequence[str], list[Line]]


class StatisticsPage(QWidget):
    """Page of the totals, a chart, and tables in as many columns as fit."""

    def __init__(self) -> None:
        super().__init__()
        self.sums = FigureTable(self)
        self.tables: list[FigureTable] = []
        """Tables below the chart, as many as were ever needed."""
        self._shown = 0
        self.curve_box = QComboBox(self)
        self.chart = LineChart(self)
        self.chart_note = note(parent=self)
        self.over_time = QWidget(self)
        label = Label(tr("&Over time"), self.over_time)
        label.setBuddy(self.curve_box)
        self.curve_box.setAccessibleName(tr("Over time"))
        self.curve_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        parts = (row_of(label, self.curve_box, STRETCH), (self.chart, 1), self.chart_note)
        column_of(*parts, within=self.over_time, margins=(0, 0, 0, 0), spacing=6)
        self.notes = note(parent=self)
        self.curve_box.currentIndexChanged.connect(self._show_curve)
        self._curves: dict[str, Curve] = {}

    def show_findings(
        self, who: str, found: StatisticsResult, game: Game[Any], against: str = ""
    ) -> None:
        """Show the statistics of a game; ``opponents`` is the query's filter of opponents."""
        self.sums.show_lines((tr("In all"), who), sum_lines(found, game))
        tables: list[Table] = [
            ((tr("Places in matches"), tr("Share"), tr("Times")), place_lines(found))
        ]
        tables += [(figure_headings(one), figure_lines(one)) for one in game.figures(found.sums)]
        given = given_lines(found.given, game)
        tables.append(((tr("Given away in a reviewed deal"), tr("Mean"), tr("Deals")), given))
        self._show_tables([one for one in tables if one[1]])
        rated = game.rating(found.sums) is not None
        notes = [f"{tr(game.rating_line)} {tr(RATING_LINE)}"] if game.rating_line and rated else []
        if against == PEOPLE:
            words = tr("Against people: computer players may have sat at the same tables, too.")
            notes.append(words)
        if found.matches < sum(found.places.values()):
            words = tr(
                "If several of these players sit at one table, the match counts once and is won "
                "if one of them wins; the tables count each of them."
            )
            notes.append(words)
        if not given:
            words = tr("What a review of a deal (Shift+F2) finds given away is added up here.")
            notes.append(words)
        self.notes.setText("\n".join(notes))
        self._curves = curves(found, game)
        entries = [(curve.title, name) for name, curve in self._curves.items()]
        offer_anew(self.curve_box, entries, self.curve_box.currentData())
        self._show_curve()
        self._arrange()

    def _show_tables(self, tables: Sequence[Table]) -> None:
        while len(self.tables) < len(tables):
            before = self.tables[-1] if self.tables else self.chart
            self.tables.append(FigureTable(self))
            self.setTabOrder(before, self.tables[-1])
        for table, (headings, lines) in zip(self.tables, tables, strict=False):
            table.show_lines(headings, lines)
        self._shown = len(tables)
        for number, table in enumerate(self.tables):
            table.setVisible(number < self._shown)

    @property
    def shown(self) -> list[FigureTable]:
        """Visible tables, the totals first."""
        return [self.sums, *self.tables[: self._shown]]

    # Chart

    def _show_curve(self) -> None:
        name = self.curve_box.currentData()
        curve = self._curves.get(name, NOTHING)
        self.chart.show_curve(curve)
        said = {"place": behind_line(), "strength": strength_line()}.get(name, "")
        most = max((one.matches for one in curve.spots), default=1)
        if self.chart.evened:
            dots = tr_count(
                "Each dot is a match; the line smooths them out.",
                "Each dot is up to {count} matches; the line smooths them out.",
                most,
            )
            said = f"{dots.format(count=most)} {said}"
        self.chart_note.setText(said.strip())
        self.chart_note.setVisible(bool(said))

    # Layout

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Position all parts and set the page's least height, which depends on its width."""
        room, first = self.width(), self.sums.full_height()
        beside = room >= BESIDE
        columns = self._columns()
        below = max(
            (sum(one.full_height() + GAP for one in column) for column in columns), default=0
        )
        words = self.notes.heightForWidth(room) if self.notes.text() else 0
        high = max(first, CHART) if beside else CHART
        above = high if beside else first + GAP + high
        self.setMinimumHeight(above + GAP + below + words)
        # The chart gets spare height.
        more = max(0, min(self.height() - self.minimumHeight(), MOST_CHART - high))
        high, above = high + more, above + more
        if beside:
            side = min(max(SIDE, self.sums.least_width), (room - GAP) // 2)
            self.sums.setGeometry(0, 0, side, first)
            # The dates below the chart stay visible together with it in a low window.
            seen = max(CHART, self._seen_height())
            self.over_time.setGeometry(side + GAP, 0, room - side - GAP, min(high, seen))
        else:
            self.sums.setGeometry(0, 0, room, first)
            self.over_time.setGeometry(0, first + GAP, room, high)
        wide = (room - (len(columns) - 1) * GAP) // max(1, len(columns))
        for place, column in enumerate(columns):
            top = above + GAP
            for table in column:
                table.setGeometry(place * (wide + GAP), top, wide, table.full_height())
                top += table.full_height() + GAP
        self.notes.setGeometry(0, above + GAP + below, room, words)

    def _seen_height(self) -> int:
        sheet = self.parentWidget()
        around = None if sheet is None else sheet.parentWidget()
        return self.height() if around is None else around.height() - GAP

    def _columns(self) -> list[list[FigureTable]]:
        """Distribute the tables, each to the column that is shortest so far."""
        tables = self.tables[: self._shown]
        least = max([NARROWEST, *(one.least_width for one in tables)])
        count = max(1, min(len(tables), (self.width() + GAP) // (least + GAP)))
        columns: list[list[FigureTable]] = [[] for _ in range(count)]
        ends = [0] * count
        for table in tables:
            lowest = min(range(count), key=ends.__getitem__)
            columns[lowest].append(table)
            ends[lowest] += table.full_height() + GAP
        return columns

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST, self.minimumHeight())


class ListPage(QWidget):
    """Page with a scrolling table and a note below it."""

    def __init__(self) -> None:
        super().__init__()
        self.table = FigureTable(self, whole=False)
        self.note = note(parent=self)
        parts = ((self.table, 1), self.note, (STRETCH, 0))
        column_of(*parts, within=self, margins=(0, 10, 0, 0), spacing=10)


class RatedPage(ListPage):
    """Tab of the playing strengths of everybody at a game."""

    def show_rated(self, rated: list[Rated], who: Who, game: str) -> None:
        """Show the players, the strongest first, with the row of ``subject`` in bold."""
        heads = (game_title(game), tr("Playing strength"), tr("Error"), tr("Matches"))
        self.table.show_lines(heads, rated_lines(rated, who))
        self.table.setVisible(bool(rated))
        known = f"{strength_line()} {sure_line()}"
        unknown = tr("Nobody's playing strength is known yet: it takes a finished match.")
        self.note.setText(known if rated else unknown)


class HonoursPage(ListPage):
    """Tab of a person's honours; a note explains the selected one."""

    def __init__(self) -> None:
        super().__init__()
        self._codes: list[str] = []
        self.table.currentCellChanged.connect(self._show_line)

    def show_honours(self, honours: Sequence[HonourKept]) -> None:
        """Show each earned honour once, the latest first, then the missing ones in faint text."""
        found: dict[tuple[str, str], list[HonourKept]] = {}
        for one in honours:
            found.setdefault((one.code, one.game), []).append(one)
        had = [code for code, _ in found]
        others = [code for code in own_words().honours if code not in had]
        self._codes = [*had, *others]
        heads = tr("Honour"), tr("Game"), tr("Times"), tr("First"), tr("Latest")
        lines = [_honour_line(several) for several in found.values()]
        missing = [Line((honour_title(one), *[tr("–")] * 4), quiet=True) for one in others]
        self.table.show_lines(heads, [*lines, *missing])
        for row, code in enumerate(self._codes):
            item, title, sentence = self.table.item(row, 0), honour_title(code), honour_line(code)
            if item is not None and sentence:
                words = tr("{title}: {sentence}").format(title=title, sentence=sentence)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
                set_tip(item, sentence)
        self._show_line(self.table.currentRow())

    def _show_line(self, row: int) -> None:
        told = next(iter(self._codes[max(0, row) :]), "")
        sentence, words = honour_line(told), tr("{title}: {sentence}")
        said = words.format(title=honour_title(told), sentence=sentence)
        self.note.setText(said if sentence else "")


def _honour_line(several: Sequence[HonourKept]) -> Line:
    last, first = several[0], several[-1]
    whens = [begun_text(one.begun) or tr("–") for one in (first, last)]
    return Line((honour_title(last.code), game_title(last.game), str(len(several)), *whens))
