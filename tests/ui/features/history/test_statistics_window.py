"""Tests for the statistics window: subject, figures, comparison, honours and CSV export."""

import csv
import sqlite3
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from greenbaize.app.memory.history_sync import sync_history
from greenbaize.games import GAMES
from greenbaize.store import folders
from greenbaize.store.database import SCHEMA_VERSION
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.settings import UserSettings
from greenbaize.store.statistics import (
    HonourRow,
    PlayerRating,
    ReviewLoss,
    StatisticsQuery,
    StatisticsSubject,
    load_sums,
)
from greenbaize.ui.features.history import statistics_window
from greenbaize.ui.features.history.statistics_text import giveaway_rows, subject_text
from greenbaize.ui.features.history.statistics_window import StatisticsWindow
from greenbaize.ui.widgets.localized_texts import format_start_time
from greenbaize.words.vocabulary import game_vocabulary
from ui.features.history.test_matches_window import HistoryWindowUser, box_texts, write_record
from ui.table.person import wait_until
from ui.text_fit import find_text_faults, process_layouts
from words.pseudo_language import text_outside_brackets

CONTROL = Qt.KeyboardModifier.ControlModifier
FIGURES_TAB, COMPARISON_TAB, HONOURS_TAB = range(3)


@pytest.fixture
def history_folder(home):
    """Create the match folder with three matches of Damn and one of Rank."""
    folder = folders.matches_folder()
    folder.mkdir(parents=True)
    for number, game in enumerate(("damn", "damn", "rank", "damn"), start=1):
        write_record(folder, game, number, f"0{number}01", "Boris", "Vera")
    sync_history()
    return folder


class StatisticsWindowUser(HistoryWindowUser):
    """A simulated person using the statistics window."""

    def open_window(self, person):
        person.facade.activateWindow()
        assert QTest.qWaitForWindowActive(person.window)
        QTest.keyClick(person.window, Qt.Key.Key_L, CONTROL | Qt.KeyboardModifier.ShiftModifier)
        wait_until(lambda: person.facade.window_manager.statistics is not None)
        return person.facade.window_manager.statistics

    @property
    def statistics_window(self):
        assert isinstance(self.window, StatisticsWindow)
        return self.window

    @property
    def totals(self):
        """The totals as ``{label: value}``."""
        return table_figures(self.statistics_window.figures_page.totals_table)

    @property
    def table_titles(self):
        """The first headings of the visible tables below the totals."""
        return [
            first_heading(table)
            for table in self.statistics_window.figures_page.shown_tables[1:]
            if table.isVisible()
        ]

    @property
    def game_title(self):
        return self.statistics_window.query_form.game_box.currentText()


def table_figures(table):
    return {table.cell_text(row, 0): table.cell_text(row, 1) for row in range(table.rowCount())}


def first_heading(table):
    item = table.horizontalHeaderItem(0)
    return item.text()


@pytest.fixture
def open_statistics(open_program):
    return lambda: StatisticsWindowUser(open_program())


@pytest.fixture
def user(history_folder, open_statistics):
    """Open the statistics of Ida's matches."""
    return open_statistics()


class TestStatisticsQuery:
    @pytest.mark.usefixtures("history_folder")
    def test_starts_with_the_current_player_and_the_last_game(self, open_program):
        settings = UserSettings.load()
        settings.last_game = "rank"
        settings.save()
        ida = StatisticsWindowUser(open_program())
        assert ida.statistics_window.query_form.query == StatisticsQuery(
            StatisticsSubject(("Ida",)), "rank"
        )
        assert ida.totals["Matches"] == "1"

    @pytest.mark.slow
    def test_keyboard_reaches_every_choice(self, user):
        choice = user.statistics_window.query_form
        assert user.window.focusWidget() is choice.subject_box
        assert user.totals["Matches"] == "3"
        user.press_key(Qt.Key.Key_G, Qt.KeyboardModifier.AltModifier)
        assert choice.game_box.hasFocus()
        user.press_key(Qt.Key.Key_Down)
        assert (user.game_title, user.totals["Matches"]) == ("Rank", "1")
        user.press_key(Qt.Key.Key_W, Qt.KeyboardModifier.AltModifier)
        user.press_key(Qt.Key.Key_Down)
        assert choice.subject == StatisticsSubject((), "easy")
        assert user.game_title == "Rank"
        assert (
            user.statistics_window.figures_page.totals_table.horizontalHeaderItem(1).text()
            == "Computer, Easy"
        )

    @pytest.mark.slow
    def test_short_matches_are_listed_apart_without_a_rating(self, history_folder, open_statistics):
        for number, options in enumerate(({}, {"length": "short"}), start=1):
            write_record(
                history_folder, "master", number, f"0{number}02", "Boris", "Vera", **options
            )
        sync_history()
        ida = open_statistics()
        choice = ida.statistics_window.query_form
        games = box_texts(choice.game_box)
        assert games == ["Damn", "Master", "Master, short", "Rank"]
        for index, rated in ((1, True), (2, False)):
            choice.game_box.setCurrentIndex(index)
            assert ida.totals["Matches"] == "1"
            assert ("Rating of all matches" in ida.totals) == rated
            assert ("Rating" in ida.statistics_window.figures_page.notes_label.text()) == rated

    @pytest.mark.slow
    def test_tab_reaches_every_widget(self, user):
        window, focused_widgets = user.statistics_window, []
        for _ in range(12):
            focused_widgets.append(user.window.focusWidget())
            user.press_key(Qt.Key.Key_Tab)
        page = window.figures_page
        order = [
            window.query_form.subject_box,
            window.query_form.game_box,
            window.tabs.tabBar(),
            page.totals_table,
            page.curve_box,
            page.chart,
            *page.shown_tables[1:],
            window.csv_button,
            window.close_button,
        ]
        positions = [focused_widgets.index(widget) for widget in order]
        assert positions == sorted(positions)

    @pytest.mark.slow
    def test_choices_last_while_the_program_runs(self, history_folder, open_statistics):
        ida = open_statistics()
        ida.statistics_window.query_form.game_box.setCurrentIndex(1)
        ida.press_key(Qt.Key.Key_Escape)
        assert not ida.window.isVisible()
        again = StatisticsWindowUser(ida.start_user)
        assert again.window is ida.window
        assert again.game_title == "Rank"

    @pytest.mark.usefixtures("history_folder")
    def test_renamed_person_keeps_the_statistics(self, open_program):
        settings = UserSettings.load()
        settings.rename_person(settings.current_identity, "Ida Nova", "Ida")
        settings.save()
        ida = StatisticsWindowUser(open_program())
        subject_box = ida.statistics_window.query_form.subject_box
        assert subject_box.currentText() == "Ida Nova"
        assert ida.totals["Matches"] == "3"
        assert box_texts(subject_box).count("Ida") == 0
        ida.press_key(Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
        assert "Ida Nova" in ida.statistics_window.ratings_page.figure_table.row_labels
        assert "Ida" not in ida.statistics_window.ratings_page.figure_table.row_labels

    @pytest.mark.slow
    @pytest.mark.usefixtures("history_folder")
    def test_filters_unused_by_a_page_are_disabled(self, open_statistics, monkeypatch):
        monkeypatch.setattr(
            statistics_window, "load_honours", lambda *_, **__: [HonourRow("a", "b", "", "x")]
        )
        monkeypatch.setattr(
            statistics_window, "load_opponent_kinds", lambda *_, **__: ["easy", "people"]
        )
        ida = open_statistics()
        choice, enabled_states = ida.statistics_window.query_form, []
        for key in (Qt.Key.Key_P, Qt.Key.Key_H, Qt.Key.Key_F):
            ida.press_key(key, Qt.KeyboardModifier.AltModifier)
            enabled_states.append((choice.game_box.isEnabled(), choice.opponents_box.isEnabled()))
        assert enabled_states == [(True, False), (False, False), (True, True)]
        for letter, box in ((Qt.Key.Key_I, choice.opponents_box), (Qt.Key.Key_G, choice.game_box)):
            ida.press_key(letter, Qt.KeyboardModifier.AltModifier)
            assert box.hasFocus()


class TestStatisticsFigures:
    @pytest.mark.slow
    def test_figures_agree_with_the_database(self, user):
        base = HistoryDatabase.open_or_rebuild(folders.history_path())
        totals = load_sums(base, StatisticsQuery(StatisticsSubject(("Ida",)), "damn"))
        base.close()
        points = totals["points", ""]
        assert user.totals["Deals"] == str(points.occurrences) == "6"
        mean = f"{points.total / points.occurrences:+.2f}".replace("-", "−")
        assert user.totals["Points a deal"] in (mean, mean.lstrip("+"))
        rank_table, sizes, bids = user.statistics_window.figures_page.shown_tables[1:]
        assert sum(int(rank_table.cell_text(row, 2)) for row in range(rank_table.rowCount())) == 3
        assert first_heading(sizes) == "Bids made, by the size of the deal"
        assert [sizes.cell_text(row, 2) for row in range(sizes.rowCount())] == ["3", "3"]
        assert first_heading(bids) == "Bids made, by the bid"
        subject_box = user.statistics_window.query_form.subject_box
        subject_box.setCurrentIndex(subject_box.count() - 1)
        base = HistoryDatabase.open_or_rebuild(folders.history_path())
        totals = load_sums(base, StatisticsQuery(user.statistics_window.query_form.subject, "damn"))
        base.close()
        matches, rank_table = (
            totals["matches", ""].occurrences,
            user.statistics_window.figures_page.shown_tables[1],
        )
        each = [int(rank_table.cell_text(row, 2)) for row in range(rank_table.rowCount())]
        assert sum(each) == 2 * matches == 6
        assert (user.totals["Matches"], user.totals["Deals"]) == ("3", "6")
        assert len(user.statistics_window.figures_page.chart.curve.points) == matches
        won = int(user.totals["Won"].split()[0])
        # a tie at the top counts as a win for each of the tied players
        assert each[0] <= won <= matches
        assert user.totals["Won"] == f"{won} ({100 * won / matches:.0f} %)"
        assert "the match counts once" in user.statistics_window.figures_page.notes_label.text()

    @pytest.mark.slow
    def test_each_game_has_its_own_tables(self, user):
        assert user.table_titles[0] == "Places in matches"
        assert "Bids made, by the bid" in user.table_titles
        user.statistics_window.query_form.game_box.setCurrentIndex(1)
        assert "Places in deals" in user.table_titles
        rank_table = user.statistics_window.figures_page.shown_tables[
            1 + user.table_titles.index("Places in deals")
        ]
        deals = [int(rank_table.cell_text(row, 2)) for row in range(rank_table.rowCount())]
        assert sum(deals) == int(user.totals["Deals"])
        assert user.totals["Place in a deal"][0] in "123"
        assert "Points a deal" not in user.totals
        assert "Bids made, by the bid" not in user.table_titles

    @pytest.mark.slow
    def test_a_curve_is_chosen(self, user):
        page = user.statistics_window.figures_page
        assert page.chart.curve.title == "Points a deal"
        assert len(page.chart.curve.points) == 3
        user.press_key(Qt.Key.Key_O, Qt.KeyboardModifier.AltModifier)
        user.press_key(Qt.Key.Key_Down)
        assert page.chart.curve.title == "Others behind"
        assert page.chart_note_label.text().startswith("100 %")
        user.statistics_window.query_form.game_box.setCurrentIndex(1)
        assert page.curve_box.currentText() == "Others behind"

    @pytest.mark.slow
    def test_a_table_is_copied(self, user):
        table = user.statistics_window.figures_page.totals_table
        table.setFocus()
        user.press_key(Qt.Key.Key_C, CONTROL)
        lines = QGuiApplication.clipboard().text().splitlines()
        assert lines[:2] == ["In all\tIda", "Matches\t3"]
        assert len(lines) == table.rowCount() + 1
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=_row_centre(table, 1))
        user.press_key(Qt.Key.Key_C, CONTROL)
        assert QGuiApplication.clipboard().text() == "In all\tIda\nDeals\t6\n"

    @pytest.mark.slow
    def test_newly_indexed_match_is_counted(self, history_folder, user):
        write_record(history_folder, "damn", 9, "0501", "Jan", "Vera")
        user.start_user.facade.updater.start_sync()
        wait_until(lambda: user.totals["Matches"] == "4")

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

    @pytest.mark.usefixtures("history_folder")
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

    def test_every_text_goes_through_the_catalogue(self, pseudo_language, user):
        window = user.statistics_window
        texts = [window.windowTitle()]
        texts += [widget.text() for widget in window.findChildren(QPushButton)]
        texts += [widget.text() for widget in window.findChildren(QLabel) if widget.text()]
        texts += [window.tabs.tabText(index) for index in range(window.tabs.count())]
        texts += [text for widget in window.figures_page.shown_tables for text in widget.row_labels]
        texts += [first_heading(widget) for widget in window.figures_page.shown_tables]
        texts += [window.figures_page.chart.accessibleDescription()]
        assert [text for text in texts if text_outside_brackets(text)] == []


def _row_centre(table, row):
    item = table.item(row, 0)
    assert item is not None
    return table.visualItemRect(item).center()


@pytest.mark.slow
@pytest.mark.usefixtures("history_folder", "longer_language")
@pytest.mark.parametrize("size", [(640, 372), (900, 600), (1280, 800)])
def test_nothing_is_cut_off(open_statistics, monkeypatch, size):
    rated = [
        PlayerRating("", "random", 1034.4, 120.2, 6),
        PlayerRating("W" * 24, "", 960.0, 90.0, 3),
    ]
    monkeypatch.setattr(statistics_window, "load_ratings", lambda *_, **__: rated)
    honour_rows = [HonourRow("anti-rank-won", "rank", "20260301T100000", "x")] * 9
    monkeypatch.setattr(statistics_window, "load_honours", lambda *_, **__: honour_rows)
    ida = open_statistics()
    window = ida.statistics_window
    least = window.minimumSizeHint()
    assert (least.width(), least.height()) <= size
    window.resize(*size)
    layout_faults = []
    for game in range(window.query_form.game_box.count()):
        window.query_form.game_box.setCurrentIndex(game)
        for tab in (FIGURES_TAB, COMPARISON_TAB, HONOURS_TAB):
            window.tabs.setCurrentIndex(tab)
            process_layouts(window)
            assert (window.width(), window.height()) == size
            layout_faults += find_text_faults(window)
    assert layout_faults == []


class TestStatisticsComparison:
    @pytest.mark.slow
    @pytest.mark.usefixtures("history_folder")
    def test_people_and_levels_are_compared(self, open_statistics, monkeypatch):
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
    @pytest.mark.usefixtures("history_folder")
    def test_missing_ratings_are_explained(self, open_statistics, monkeypatch):
        monkeypatch.setattr(statistics_window, "load_ratings", lambda *_, **__: [])
        ida = open_statistics()
        ida.press_key(Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
        assert not ida.statistics_window.ratings_page.figure_table.isVisible()
        assert ida.statistics_window.ratings_page.note_label.text().startswith(
            "Nobody's playing strength is known yet"
        )

    @pytest.mark.slow
    @pytest.mark.usefixtures("history_folder")
    def test_honours_are_listed_if_there_are_any(self, open_statistics, monkeypatch):
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

    @pytest.mark.usefixtures("history_folder")
    def test_honours_tab_is_hidden_without_honours(self, open_statistics, monkeypatch):
        monkeypatch.setattr(statistics_window, "load_honours", lambda *_, **__: [])
        assert not open_statistics().statistics_window.tabs.isTabVisible(HONOURS_TAB)

    @pytest.mark.slow
    @pytest.mark.usefixtures("history_folder")
    def test_honours_tab_is_hidden_if_honours_are_off(self, open_program, monkeypatch):
        queries = []
        monkeypatch.setattr(
            statistics_window, "load_honours", lambda *_, **given: queries.append(given) or []
        )
        person = open_program()
        person.facade.settings.honours = False
        assert not StatisticsWindowUser(person).statistics_window.tabs.isTabVisible(HONOURS_TAB)
        assert queries == []


class TestStatisticsExport:
    @pytest.mark.slow
    def test_figures_are_exported_and_failures_reported(self, tmp_path, user):
        user.press_key(Qt.Key.Key_S, CONTROL)
        dialog = user.statistics_window.dialog
        assert Path(dialog.selectedFiles()[0]).name.startswith("Statistics, Ida, Damn")
        dialog.fileSelected.emit(str(tmp_path / "figures.csv"))
        dialog.reject()
        with (tmp_path / "figures.csv").open(encoding="utf-8-sig", newline="") as file:
            lines = list(csv.DictReader(file))
        assert {row["game"] for row in lines} == {"damn"}
        points = [row for row in lines if row["kind"] == "points"]
        assert {row["name"] for row in points} == {"Ida"}
        assert sum(int(row["times"]) for row in points) == 6
        assert len([row for row in lines if row["kind"] == "course"]) == 3
        assert {row["level"] for row in lines if row["kind"] == "rating"} >= {"", "easy"}
        assert "figures.csv" in user.statistics_window.notice_label.text().replace("\u200b", "")
        user.click(user.statistics_window.csv_button)
        dialog = user.statistics_window.dialog
        dialog.fileSelected.emit(str(tmp_path))
        dialog.reject()
        assert user.statistics_window.notice_label.isVisible()
        assert tmp_path.is_dir()


@pytest.mark.parametrize("name", ["Computer, Easy", "computer, EXPERT", "Other programs"])
def test_person_named_like_a_level_is_marked(name):
    assert subject_text(StatisticsSubject((name,))) == f"{name} (a person)"
    assert subject_text(StatisticsSubject((), "easy")) == "Computer, Easy"
    assert subject_text(StatisticsSubject(("Computer",))) == "Computer"


def adviser_labels(*advisers):
    """Return the adviser column of the review losses."""
    losses = tuple(ReviewLoss(adviser, 2, 9, 3.0) for adviser in advisers)
    return [line.cells[0] for line in giveaway_rows(losses, GAMES["damn"])]


def test_adviser_version_is_shown_only_for_several_versions():
    assert adviser_labels("hard 0.1.0") == ["Judged by Hard"]
    assert adviser_labels("hard 0.1.0", "expert 0.1.0") == ["Judged by Hard", "Judged by Expert"]
    assert adviser_labels("hard 0.1.0", "hard 0.2.0") == [
        "Judged by Hard, version 0.1.0",
        "Judged by Hard, version 0.2.0",
    ]
