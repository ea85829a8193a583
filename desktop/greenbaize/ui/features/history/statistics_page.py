"""The tabs of the statistics window: figures, ratings and honours."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QWidget

from greenbaize.app.memory.statistics_result import StatisticsResult
from greenbaize.rules.game import Game
from greenbaize.store.history import PEOPLE_OPPONENTS
from greenbaize.store.statistics import HonourRow, PlayerRating, StatisticsSubject
from greenbaize.ui.features.history.figure_table import FigureRow, FigureTable
from greenbaize.ui.features.history.line_chart import EMPTY_CURVE, ChartCurve, LineChart
from greenbaize.ui.features.history.statistics_text import (
    figure_headings,
    figure_rows,
    giveaway_rows,
    make_curves,
    margin_note,
    others_behind_note,
    par_note,
    par_rows,
    rank_rows,
    rating_rows,
    strength_note,
    total_rows,
)
from greenbaize.ui.widgets.labels import make_note
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.localized_texts import format_start_time
from greenbaize.ui.widgets.plain_text import PlainLabel, replace_entries, set_tooltip
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.sheet_words import RATING_LINE
from greenbaize.words.titles import game_title, honour_line, honour_title
from greenbaize.words.vocabulary import game_vocabulary

SECTION_GAP: Final = 20
"""Distance between columns and between sections (px)."""
MIN_COLUMN_WIDTH: Final = 270
"""Least width of a column of tables (px)."""
MIN_SIDE_BY_SIDE_WIDTH: Final = 560
"""Width from which the chart is beside the totals instead of below them (px)."""
MIN_TOTALS_WIDTH: Final = 300
"""Least width of the totals beside the chart (px), within half of the page."""
MIN_CHART_HEIGHT, MAX_CHART_HEIGHT = 230, 420
"""Least and greatest height of the chart with its box (px)."""

FigureTableContent = tuple[Sequence[str], list[FigureRow]]


class StatisticsPage(QWidget):
    """Page of the totals, a chart, and tables in as many columns as fit."""

    def __init__(self) -> None:
        super().__init__()
        self.totals_table = FigureTable(self)
        self.tables: list[FigureTable] = []
        """Tables below the chart, as many as were ever needed."""
        self._shown_table_count = 0
        self.curve_box = QComboBox(self)
        self.chart = LineChart(self)
        self.chart_note_label = make_note(parent=self)
        self.chart_panel = QWidget(self)
        label = PlainLabel(tr("&Over time"), self.chart_panel)
        label.setBuddy(self.curve_box)
        self.curve_box.setAccessibleName(tr("Over time"))
        self.curve_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        parts = (make_row(label, self.curve_box, STRETCH), (self.chart, 1), self.chart_note_label)
        make_column(*parts, widget=self.chart_panel, margins=(0, 0, 0, 0), spacing=6)
        self.notes_label = make_note(parent=self)
        self.curve_box.currentIndexChanged.connect(self._show_curve)
        self._curves: dict[str, ChartCurve] = {}

    def show_statistics(
        self, subject_name: str, result: StatisticsResult, game: Game[Any], opponents: str = ""
    ) -> None:
        """Show the statistics of a game; ``opponents`` is the query's filter of opponents."""
        self.totals_table.show_figures((tr("In all"), subject_name), total_rows(result, game))
        tables: list[FigureTableContent] = [
            ((tr("Places in matches"), tr("Share"), tr("Times")), rank_rows(result))
        ]
        tables += [
            (figure_headings(content), figure_rows(content))
            for content in game.statistics_tables(result.sums)
        ]
        giveaways = giveaway_rows(result.losses, game)
        tables.append(((tr("Given away in a reviewed deal"), tr("Mean"), tr("Deals")), giveaways))
        strokes = par_rows(result, game)
        tables.append(((tr("Strokes against par"), tr("Mean"), tr("Times")), strokes))
        self._show_tables([content for content in tables if content[1]])
        has_rating = game.rating(result.sums) is not None
        notes = (
            [f"{tr(game.rating_description)} {tr(RATING_LINE)}"]
            if game.rating_description and has_rating
            else []
        )
        if opponents == PEOPLE_OPPONENTS:
            sentence = tr("Against people: computer players may have sat at the same tables, too.")
            notes.append(sentence)
        if result.match_count < sum(result.rank_counts.values()):
            sentence = tr(
                "If several of these players sit at one table, the match counts once and is won "
                "if one of them wins; the tables count each of them."
            )
            notes.append(sentence)
        if giveaways:
            sentence = tr(
                "Given away: in deals whose review (Shift+F2) you have opened. The last deals of a "
                "match are left out, because their figures also count its places. “How I play” has "
                "reviews of its own, of whole matches without hints."
            )
        else:
            sentence = tr(
                "This is the sum of what reviews of deals (Shift+F2) have found given away."
            )
        notes.append(sentence)
        if strokes:
            notes.append(par_note())
        else:
            sentence = tr(
                "Strokes against par are counted in matches of one person with computer players: "
                "other people and programs would not choose the same again."
            )
            notes.append(sentence)
        self.notes_label.setText("\n".join(notes))
        self._curves = make_curves(result, game)
        entries = [(curve.title, name) for name, curve in self._curves.items()]
        replace_entries(self.curve_box, entries, self.curve_box.currentData())
        self._show_curve()
        self._arrange_parts()

    def _show_tables(self, tables: Sequence[FigureTableContent]) -> None:
        while len(self.tables) < len(tables):
            previous_widget = self.tables[-1] if self.tables else self.chart
            self.tables.append(FigureTable(self))
            self.setTabOrder(previous_widget, self.tables[-1])
        for table, (headings, rows) in zip(self.tables, tables, strict=False):
            table.show_figures(headings, rows)
        self._shown_table_count = len(tables)
        for index, table in enumerate(self.tables):
            table.setVisible(index < self._shown_table_count)

    @property
    def shown_tables(self) -> list[FigureTable]:
        """Visible tables, the totals first."""
        return [self.totals_table, *self.tables[: self._shown_table_count]]

    # Chart

    def _show_curve(self) -> None:
        name = self.curve_box.currentData()
        curve = self._curves.get(name, EMPTY_CURVE)
        self.chart.show_curve(curve)
        explanation = {"place": others_behind_note(), "strength": strength_note()}.get(name, "")
        max_matches = max((point.matches for point in curve.points), default=1)
        if self.chart.is_smoothed:
            dots = tr_count(
                "Each dot is a match; the line smooths them out.",
                "Each dot is up to {count} matches; the line smooths them out.",
                max_matches,
            )
            explanation = f"{dots.format(count=max_matches)} {explanation}"
        self.chart_note_label.setText(explanation.strip())
        self.chart_note_label.setVisible(bool(explanation))

    # Layout

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange_parts()

    def _arrange_parts(self) -> None:
        """Position all parts and set the page's least height, which depends on its width."""
        width, totals_height = self.width(), self.totals_table.full_height()
        is_side_by_side = width >= MIN_SIDE_BY_SIDE_WIDTH
        columns = self._distribute_tables()
        tables_height = max(
            (
                sum(figure_table.full_height() + SECTION_GAP for figure_table in column)
                for column in columns
            ),
            default=0,
        )
        notes_height = self.notes_label.heightForWidth(width) if self.notes_label.text() else 0
        chart_height = max(totals_height, MIN_CHART_HEIGHT) if is_side_by_side else MIN_CHART_HEIGHT
        upper_height = (
            chart_height if is_side_by_side else totals_height + SECTION_GAP + chart_height
        )
        self.setMinimumHeight(upper_height + SECTION_GAP + tables_height + notes_height)
        # The chart gets spare height.
        extra_height = max(
            0, min(self.height() - self.minimumHeight(), MAX_CHART_HEIGHT - chart_height)
        )
        chart_height, upper_height = chart_height + extra_height, upper_height + extra_height
        if is_side_by_side:
            totals_width = min(
                max(MIN_TOTALS_WIDTH, self.totals_table.content_width), (width - SECTION_GAP) // 2
            )
            self.totals_table.setGeometry(0, 0, totals_width, totals_height)
            # The dates below the chart stay visible together with it in a low window.
            visible_height = max(MIN_CHART_HEIGHT, self._visible_height())
            self.chart_panel.setGeometry(
                totals_width + SECTION_GAP,
                0,
                width - totals_width - SECTION_GAP,
                min(chart_height, visible_height),
            )
        else:
            self.totals_table.setGeometry(0, 0, width, totals_height)
            self.chart_panel.setGeometry(0, totals_height + SECTION_GAP, width, chart_height)
        column_width = (width - (len(columns) - 1) * SECTION_GAP) // max(1, len(columns))
        for index, column in enumerate(columns):
            top = upper_height + SECTION_GAP
            for table in column:
                table.setGeometry(
                    index * (column_width + SECTION_GAP), top, column_width, table.full_height()
                )
                top += table.full_height() + SECTION_GAP
        self.notes_label.setGeometry(
            0, upper_height + SECTION_GAP + tables_height, width, notes_height
        )

    def _visible_height(self) -> int:
        sheet = self.parentWidget()
        viewport = None if sheet is None else sheet.parentWidget()
        return self.height() if viewport is None else viewport.height() - SECTION_GAP

    def _distribute_tables(self) -> list[list[FigureTable]]:
        """Distribute the tables, each to the column that is shortest so far."""
        tables = self.tables[: self._shown_table_count]
        min_width = max(
            [MIN_COLUMN_WIDTH, *(figure_table.content_width for figure_table in tables)]
        )
        count = max(1, min(len(tables), (self.width() + SECTION_GAP) // (min_width + SECTION_GAP)))
        columns: list[list[FigureTable]] = [[] for _ in range(count)]
        column_heights = [0] * count
        for table in tables:
            shortest = min(range(count), key=column_heights.__getitem__)
            columns[shortest].append(table)
            column_heights[shortest] += table.full_height() + SECTION_GAP
        return columns

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_COLUMN_WIDTH, self.minimumHeight())


class FigureListPage(QWidget):
    """Page with a scrolling table and a note below it."""

    def __init__(self) -> None:
        super().__init__()
        self.figure_table = FigureTable(self, shows_all_rows=False)
        self.note_label = make_note(parent=self)
        parts = ((self.figure_table, 1), self.note_label, (STRETCH, 0))
        make_column(*parts, widget=self, margins=(0, 10, 0, 0), spacing=10)


class RatingsPage(FigureListPage):
    """Tab of the playing strengths of everybody at a game."""

    def show_ratings(
        self, rated_players: list[PlayerRating], subject: StatisticsSubject, game: str
    ) -> None:
        """Show the players, the strongest first, with the row of ``subject`` in bold."""
        column_titles = (game_title(game), tr("Playing strength"), tr("Error"), tr("Matches"))
        self.figure_table.show_figures(column_titles, rating_rows(rated_players, subject))
        self.figure_table.setVisible(bool(rated_players))
        explanation = f"{strength_note()} {margin_note()}"
        unknown = tr("Nobody's playing strength is known yet: it takes a finished match.")
        self.note_label.setText(explanation if rated_players else unknown)


class HonoursPage(FigureListPage):
    """Tab of a person's honours; a note explains the selected one."""

    def __init__(self) -> None:
        super().__init__()
        self._honour_codes: list[str] = []
        self.figure_table.currentCellChanged.connect(self._show_explanation)

    def show_honours(self, honour_rows: Sequence[HonourRow]) -> None:
        """Show each earned honour once, the latest first, then the missing ones in faint text."""
        rows_by_honour: dict[tuple[str, str], list[HonourRow]] = {}
        for honour in honour_rows:
            rows_by_honour.setdefault((honour.code, honour.game), []).append(honour)
        earned_codes = [code for code, _ in rows_by_honour]
        missing_codes = [code for code in game_vocabulary().honours if code not in earned_codes]
        self._honour_codes = [*earned_codes, *missing_codes]
        column_titles = tr("Honour"), tr("Game"), tr("Times"), tr("First"), tr("Latest")
        earned_rows = [
            _make_honour_row(same_honour_rows) for same_honour_rows in rows_by_honour.values()
        ]
        missing_rows = [
            FigureRow((honour_title(honour), *[tr("–")] * 4), is_faint=True)
            for honour in missing_codes
        ]
        self.figure_table.show_figures(column_titles, [*earned_rows, *missing_rows])
        for row, code in enumerate(self._honour_codes):
            item, title, sentence = (
                self.figure_table.item(row, 0),
                honour_title(code),
                honour_line(code),
            )
            if item is not None and sentence:
                spoken_text = tr("{title}: {sentence}").format(title=title, sentence=sentence)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken_text)
                set_tooltip(item, sentence)
        self._show_explanation(self.figure_table.currentRow())

    def _show_explanation(self, row: int) -> None:
        code = next(iter(self._honour_codes[max(0, row) :]), "")
        sentence, template = honour_line(code), tr("{title}: {sentence}")
        text = template.format(title=honour_title(code), sentence=sentence)
        self.note_label.setText(text if sentence else "")


def _make_honour_row(honour_rows: Sequence[HonourRow]) -> FigureRow:
    last_honour, first_honour = honour_rows[0], honour_rows[-1]
    dates = [format_start_time(honour.begun) or tr("–") for honour in (first_honour, last_honour)]
    return FigureRow(
        (
            honour_title(last_honour.code),
            game_title(last_honour.game),
            str(len(honour_rows)),
            *dates,
        )
    )
