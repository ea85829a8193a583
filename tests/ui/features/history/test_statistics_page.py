"""Tests for the tabs of the statistics window."""

import sqlite3
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from greenbaize.app.memory.statistics_result import StatisticsResult
from greenbaize.games import GAMES
from greenbaize.rules.facts import FactSum
from greenbaize.store import folders
from greenbaize.store.database import SCHEMA_VERSION
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.statistics import (
    HonourRow,
    ParStrokes,
    PlayerRating,
    ReviewLoss,
    StatisticsQuery,
    StatisticsSubject,
    TimelinePoint,
    load_sums,
)
from greenbaize.ui.features.history import statistics_window
from greenbaize.ui.features.history.statistics_page import (
    MAX_CHART_HEIGHT,
    MIN_CHART_HEIGHT,
    MIN_COLUMN_WIDTH,
    MIN_SIDE_BY_SIDE_WIDTH,
    MIN_TOTALS_WIDTH,
    SECTION_GAP,
    HonoursPage,
    StatisticsPage,
)
from greenbaize.ui.widgets.localized_texts import format_start_time
from greenbaize.words.vocabulary import game_vocabulary
from ui.features.history.history_users import CONTROL, HONOURS_TAB, first_heading, write_record
from ui.show_widget import show_widget
from ui.table.person import wait_until
from words.pseudo_language import text_outside_brackets

RESULT = StatisticsResult(
    sums={
        ("points", ""): FactSum(4, 9),
        ("match", "1"): FactSum(2, 2),
        ("exact-by-bid", "1"): FactSum(3, 2),
    },
    timeline=(TimelinePoint("20260101T100000", 2, 4, 9.0, 0.2, 1010.0, None, 1),),
    losses=(ReviewLoss("hard 1", 2, 9, 3.0),),
)


class TestStatisticsFigures:
    @pytest.mark.slow
    def test_figures_agree_with_the_database(self, statistics_user):
        base = HistoryDatabase.open_or_rebuild(folders.history_path())
        totals = load_sums(base, StatisticsQuery(StatisticsSubject(("Ida",)), "damn"))
        base.close()
        points = totals["points", ""]
        assert statistics_user.totals["Deals"] == str(points.occurrences) == "6"
        mean = f"{points.total / points.occurrences:+.2f}".replace("-", "−")
        assert statistics_user.totals["Points a deal"] in (mean, mean.lstrip("+"))
        rank_table, sizes, bids = statistics_user.window.figures_page.shown_tables[1:]
        assert sum(int(rank_table.cell_text(row, 2)) for row in range(rank_table.rowCount())) == 3
        assert first_heading(sizes) == "Bids made, by the size of the deal"
        assert [sizes.cell_text(row, 2) for row in range(sizes.rowCount())] == ["3", "3"]
        assert first_heading(bids) == "Bids made, by the bid"
        subject_box = statistics_user.window.query_form.subject_box
        subject_box.setCurrentIndex(subject_box.count() - 1)
        base = HistoryDatabase.open_or_rebuild(folders.history_path())
        totals = load_sums(base, StatisticsQuery(statistics_user.window.query_form.subject, "damn"))
        base.close()
        matches, rank_table = (
            totals["matches", ""].occurrences,
            statistics_user.window.figures_page.shown_tables[1],
        )
        each = [int(rank_table.cell_text(row, 2)) for row in range(rank_table.rowCount())]
        assert sum(each) == 2 * matches == 6
        assert (statistics_user.totals["Matches"], statistics_user.totals["Deals"]) == ("3", "6")
        assert len(statistics_user.window.figures_page.chart.curve.points) == matches
        won = int(statistics_user.totals["Won"].split()[0])
        # a tie at the top counts as a win for each of the tied players
        assert each[0] <= won <= matches
        assert statistics_user.totals["Won"] == f"{won} ({100 * won / matches:.0f} %)"
        assert "the match counts once" in statistics_user.window.figures_page.notes_label.text()

    @pytest.mark.slow
    def test_each_game_has_its_own_tables(self, statistics_user):
        assert statistics_user.table_titles[0] == "Places in matches"
        assert "Bids made, by the bid" in statistics_user.table_titles
        statistics_user.window.query_form.game_box.setCurrentIndex(1)
        assert "Places in deals" in statistics_user.table_titles
        rank_table = statistics_user.window.figures_page.shown_tables[
            1 + statistics_user.table_titles.index("Places in deals")
        ]
        deals = [int(rank_table.cell_text(row, 2)) for row in range(rank_table.rowCount())]
        assert sum(deals) == int(statistics_user.totals["Deals"])
        assert statistics_user.totals["Place in a deal"][0] in "123"
        assert "Points a deal" not in statistics_user.totals
        assert "Bids made, by the bid" not in statistics_user.table_titles

    @pytest.mark.slow
    def test_a_curve_is_chosen(self, statistics_user):
        page = statistics_user.window.figures_page
        assert page.chart.curve.title == "Points a deal"
        assert len(page.chart.curve.points) == 3
        statistics_user.press_key(Qt.Key.Key_O, Qt.KeyboardModifier.AltModifier)
        statistics_user.press_key(Qt.Key.Key_Down)
        assert page.chart.curve.title == "Others behind"
        assert page.chart_note_label.text().startswith("100 %")
        statistics_user.window.query_form.game_box.setCurrentIndex(1)
        assert page.curve_box.currentText() == "Others behind"

    @pytest.mark.slow
    def test_a_table_is_copied(self, statistics_user):
        table = statistics_user.window.figures_page.totals_table
        table.setFocus()
        statistics_user.press_key(Qt.Key.Key_C, CONTROL)
        lines = QGuiApplication.clipboard().text().splitlines()
        assert lines[:2] == ["In all\tIda", "Matches\t3"]
        assert len(lines) == table.rowCount() + 1
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=_row_centre(table, 1))
        statistics_user.press_key(Qt.Key.Key_C, CONTROL)
        assert QGuiApplication.clipboard().text() == "In all\tIda\nDeals\t6\n"

    @pytest.mark.slow
    def test_newly_indexed_match_is_counted(self, statistics_folder, statistics_user):
        write_record(statistics_folder, "damn", 9, "0501", "Jan", "Vera")
        statistics_user.start_user.facade.updater.start_sync()
        wait_until(lambda: statistics_user.totals["Matches"] == "4")

    def test_empty_page_explains_itself_and_exports_nothing(self, open_statistics):
        ida = open_statistics()
        assert ida.statistics_window.empty_page.isVisible()
        assert ida.statistics_window.empty_page.title_label.text() == "No finished match yet: Ida."
        assert "a computer player stood in" in ida.statistics_window.empty_page.detail_label.text()
        assert not ida.statistics_window.figures_page.isVisible()
        assert not ida.statistics_window.csv_button.isEnabled()
        assert not ida.statistics_window.query_form.game_box.isEnabled()
        ida.press_key(Qt.Key.Key_S, CONTROL)
        assert ida.statistics_window.dialog is None

    @pytest.mark.usefixtures("statistics_folder")
    def test_newer_database_is_reported(self, open_statistics):
        base = sqlite3.connect(folders.history_path())
        base.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        base.close()
        ida = open_statistics()
        assert ida.statistics_window.notice_label.text().startswith(
            "The list of matches was written by a newer"
        )
        assert (
            ida.statistics_window.empty_page.title_label.text()
            == "The statistics cannot be shown just now."
        )

    def test_every_text_goes_through_the_catalogue(self, pseudo_language, statistics_user):
        window = statistics_user.window
        texts = [window.windowTitle()]
        texts += [widget.text() for widget in window.findChildren(QPushButton)]
        texts += [widget.text() for widget in window.findChildren(QLabel) if widget.text()]
        texts += [window.tabs.tabText(index) for index in range(window.tabs.count())]
        texts += [text for widget in window.figures_page.shown_tables for text in widget.row_labels]
        texts += [first_heading(widget) for widget in window.figures_page.shown_tables]
        texts += [window.figures_page.chart.accessibleDescription()]
        assert [text for text in texts if text_outside_brackets(text)] == []


@pytest.mark.slow
@pytest.mark.usefixtures("statistics_folder")
def test_people_and_levels_are_compared(open_statistics, monkeypatch):
    rated = [
        PlayerRating("", "easy", 1034.4, 120.2, 6),
        PlayerRating("<b>Ida</b>", "", 960.0, 90.0, 3),
    ]
    rated.append(PlayerRating("", "", 900.0, 80.0, 1))
    queried_games = []
    monkeypatch.setattr(
        statistics_window, "load_ratings", lambda _, game: queried_games.append(game) or rated
    )
    ida = open_statistics()
    assert queried_games == []  # the ratings are loaded when their page is first opened
    ida.press_key(Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
    table = ida.statistics_window.ratings_page.figure_table
    assert queried_games == ["damn"]
    assert [table.cell_text(0, column) for column in range(4)] == [
        "Computer, Easy",
        "1034",
        "± 120",
        "6",
    ]
    assert table.cell_text(1, 0) == "<b>Ida</b>"
    assert table.cell_text(2, 0) == "Other programs"
    assert "1000" in ida.statistics_window.ratings_page.note_label.text()
    assert "95" in ida.statistics_window.ratings_page.note_label.text()


@pytest.mark.slow
@pytest.mark.usefixtures("statistics_folder")
def test_missing_ratings_are_explained(open_statistics, monkeypatch):
    monkeypatch.setattr(statistics_window, "load_ratings", lambda *_, **__: [])
    ida = open_statistics()
    ida.press_key(Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
    assert not ida.statistics_window.ratings_page.figure_table.isVisible()
    assert ida.statistics_window.ratings_page.note_label.text().startswith(
        "Nobody's playing strength is known yet"
    )


@pytest.mark.slow
@pytest.mark.usefixtures("statistics_folder")
def test_honours_are_listed_if_there_are_any(open_statistics, monkeypatch):
    honour_rows = [
        HonourRow("anti-rank-won", "rank", f"20260{month}01T100000", "x") for month in (4, 3)
    ]
    monkeypatch.setattr(
        statistics_window, "load_honours", lambda _, names: honour_rows if names else []
    )
    ida = open_statistics()
    tabs = ida.statistics_window.tabs
    assert tabs.isTabVisible(HONOURS_TAB)
    ida.press_key(Qt.Key.Key_H, Qt.KeyboardModifier.AltModifier)
    table = ida.statistics_window.honours_page.figure_table
    assert table.rowCount() == len(game_vocabulary().honours) > 1
    assert table.row_labels.count("Anti-Rank that won") == 1
    assert [table.cell_text(1, column) for column in range(1, 5)] == ["–"] * 4
    assert table.item(1, 0).foreground() != table.item(0, 0).foreground()
    note = ida.statistics_window.honours_page.note_label
    assert note.text().startswith("Anti-Rank that won: Anti-Rank was declared")
    table.setFocus()
    ida.press_key(Qt.Key.Key_Down)
    assert note.text().startswith(f"{table.cell_text(1, 0)}: ")
    assert [table.cell_text(0, column) for column in (1, 2)] == ["Rank", "2"]
    assert [table.cell_text(0, column) for column in (3, 4)] == [
        format_start_time("20260301T100000"),
        format_start_time("20260401T100000"),
    ]
    ida.statistics_window.query_form.subject_box.setCurrentIndex(2)
    assert ida.statistics_window.query_form.subject.level
    assert not tabs.isTabVisible(HONOURS_TAB)


def _row_centre(table, row):
    item = table.item(row, 0)
    assert item is not None
    return table.visualItemRect(item).center()


class TestStatisticsPage:
    """The tab of figures alone, without the window."""

    @pytest.fixture
    def page(self, qtbot):
        page = StatisticsPage()
        page.show_statistics("Ida", RESULT, GAMES["damn"])
        return show_widget(qtbot, page, 900, 700)

    def test_wide_page_has_the_chart_beside_the_totals(self, page):
        for width, is_side_by_side in (
            (MIN_SIDE_BY_SIDE_WIDTH, True),
            (MIN_SIDE_BY_SIDE_WIDTH - 1, False),
        ):
            page.resize(width, 700)
            totals, chart = page.totals_table.geometry(), page.chart_panel.geometry()
            assert (chart.left() == totals.right() + 1 + SECTION_GAP) is is_side_by_side
            assert (chart.top() == totals.bottom() + 1 + SECTION_GAP) is not is_side_by_side
            assert chart.right() == width - 1
            assert totals.height() == page.totals_table.full_height()

    def test_totals_take_at_most_half_of_the_width(self, page):
        page.totals_table.content_width = 5000
        page.resize(801, 700)
        assert page.totals_table.width() == (801 - SECTION_GAP) // 2
        page.totals_table.content_width = 10
        page.resize(800, 700)
        assert page.totals_table.width() == MIN_TOTALS_WIDTH

    @pytest.mark.parametrize("width", [500, 900])
    def test_spare_height_goes_to_the_chart_up_to_a_limit(self, page, width):
        page.resize(width, 100)
        least = page.minimumHeight()
        heights = []
        for extra_height in (0, 50, 2000):
            page.resize(width, least + extra_height)
            heights.append(page.chart_panel.height())
        assert heights[0] >= MIN_CHART_HEIGHT
        assert heights[1] == heights[0] + 50
        assert heights[2] == max(MAX_CHART_HEIGHT, heights[0])

    @pytest.mark.parametrize(("width", "column_count"), [(300, 1), (900, 3)])
    def test_tables_stand_in_columns_that_end_evenly(self, page, width, column_count):
        tables = page.shown_tables[1:]
        for table in tables:
            table.content_width = 0
        page.resize(width, 100)
        page.resize(width, page.minimumHeight())
        lefts = sorted({table.x() for table in tables})
        assert len(lefts) == min(column_count, len(tables))
        below = max(page.chart_panel.geometry().bottom(), page.totals_table.geometry().bottom())
        assert min(table.y() for table in tables) == below + 1 + SECTION_GAP
        columns = [[table for table in tables if table.x() == left] for left in lefts]
        for column in columns:
            for upper, lower in pairwise(column):
                assert lower.y() == upper.geometry().bottom() + 1 + SECTION_GAP
        assert all(table.width() >= MIN_COLUMN_WIDTH for table in tables)
        assert all(table.geometry().right() < width for table in tables)
        end = max(table.geometry().bottom() for table in tables)
        assert page.notes_label.y() == end + 1 + SECTION_GAP
        assert page.notes_label.geometry().bottom() == page.minimumHeight() - 1

    def test_wide_tables_need_fewer_columns(self, page):
        for table in page.shown_tables[1:]:
            table.content_width = 480
        page.resize(901, 700)
        assert {table.x() for table in page.shown_tables[1:]} == {0}

    def test_tables_without_rows_are_left_out_and_used_again(self, page):
        assert [first_heading(table) for table in page.shown_tables] == [
            "In all",
            "Places in matches",
            "Bids made, by the bid",
            "Given away in a reviewed deal",
        ]
        tables = list(page.tables)
        page.show_statistics("Ida", StatisticsResult(), GAMES["damn"])
        assert page.shown_tables == [page.totals_table]
        assert not any(table.isVisible() for table in tables)
        page.show_statistics("Ida", RESULT, GAMES["damn"])
        assert page.tables == tables
        assert all(table.isVisible() for table in tables)

    def test_notes_say_what_the_figures_leave_open(self, page):
        assert page.notes_label.text().startswith("Given away: in deals whose review (Shift+F2)")
        assert "Strokes against par are counted in matches of" in page.notes_label.text()
        page.show_statistics("Ida", StatisticsResult(), GAMES["damn"], "people")
        people_note, review_note, par_note = page.notes_label.text().splitlines()
        assert "would not choose the same again" in par_note
        assert people_note.startswith("Against people")
        assert "Shift+F2" in review_note
        more_seats = RESULT._replace(sums={**RESULT.sums, ("match", "3"): FactSum(9, 9)})
        page.show_statistics("Ida", more_seats, GAMES["damn"])
        assert "the match counts once" in page.notes_label.text()

    def test_strokes_against_par_have_a_table_and_a_curve(self, page):
        strokes = (
            ParStrokes("20260101T100000", "a", "hard", (3,)),
            ParStrokes("20260101T100000", "a", "hard", (-5,)),
            ParStrokes("20260102T100000", "b", "hard", (-4,)),
        )
        page.show_statistics("Ida", RESULT._replace(par_strokes=strokes), GAMES["damn"])
        table = page.shown_tables[-1]
        assert first_heading(table) == "Strokes against par"
        cells = [table.item(0, column).text() for column in range(3)]
        assert cells == ["Par of Hard: points a deal", "−2.00 ± 2.52", "3"]
        page.curve_box.setCurrentIndex(page.curve_box.findData("par"))
        assert page.chart.curve.values == [-1.0, -4.0]
        assert page.chart.curve.format_value(-4.0) == "−4.00 a deal against par"
        assert "the standard error" in page.notes_label.text()

    def test_rating_is_explained_where_there_is_one(self, page, monkeypatch):
        monkeypatch.setattr(type(GAMES["master"]), "rating", lambda *_: 51.0)
        page.show_statistics("Ida", RESULT, GAMES["master"])
        assert page.notes_label.text().startswith("Rating: over 50 %")
        monkeypatch.setattr(type(GAMES["master"]), "rating", lambda *_: None)
        page.show_statistics("Ida", RESULT, GAMES["master"])
        assert "Rating" not in page.notes_label.text()

    def test_curves_are_explained(self, page):
        titles = [page.curve_box.itemText(row) for row in range(page.curve_box.count())]
        assert titles == ["Points a deal", "Others behind", "Playing strength"]
        assert not page.chart_note_label.isVisible()
        notes = []
        for row in (1, 2):
            page.curve_box.setCurrentIndex(row)
            assert page.chart.curve.title == titles[row]
            notes.append(page.chart_note_label.text())
        assert notes[0].startswith("100 % is the first place")
        assert notes[1].startswith("Playing strength: everybody")
        assert page.chart_note_label.isVisible()
        page.show_statistics("Ida", RESULT, GAMES["rank"])
        assert page.chart.curve.title == "Playing strength"  # the same kind, as before

    def test_dots_of_several_matches_are_explained(self, page):
        points = [RESULT.timeline[0]._replace(match_count=1 + row % 2) for row in range(60)]
        page.show_statistics("Ida", RESULT._replace(timeline=tuple(points)), GAMES["damn"])
        assert page.chart.is_smoothed
        assert page.chart_note_label.text() == (
            "Each dot is up to 2 matches; the line smooths them out."
        )


def test_honours_are_counted_and_missing_ones_are_faint(qtbot):
    page = show_widget(qtbot, HonoursPage(), 600, 300)
    page.show_honours([])
    table = page.figure_table
    assert table.rowCount() == len(game_vocabulary().honours)
    assert {table.cell_text(row, 2) for row in range(table.rowCount())} == {"–"}
    assert page.note_label.text().startswith(f"{table.cell_text(0, 0)}: ")
    first_item = table.item(0, 0)
    assert first_item.data(Qt.ItemDataRole.AccessibleTextRole) == page.note_label.text()
    assert first_item.toolTip() == page.note_label.text().partition(": ")[2]


def test_unknown_honour_is_shown_without_an_explanation(qtbot):
    page = show_widget(qtbot, HonoursPage(), 600, 300)
    page.show_honours([HonourRow("of-a-newer-program", "damn", "", "x")])
    assert page.figure_table.cell_text(0, 3) == "–"
    assert page.note_label.text() == ""
    page.figure_table.setCurrentCell(1, 0)
    assert page.note_label.text()
