"""Tests for the statistics window: subject, figures, comparison, honours and CSV export."""

import csv
import sqlite3
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from greenbaize.app.memory.history_sync import bring_up
from greenbaize.games import GAMES
from greenbaize.store import folders
from greenbaize.store.base import VERSION
from greenbaize.store.history import History
from greenbaize.store.settings import Settings
from greenbaize.store.statistics import Chosen, GivenAway, HonourKept, Rated, Who, sums
from greenbaize.ui.features.history import statistics
from greenbaize.ui.features.history.statistics import StatisticsWindow
from greenbaize.ui.features.history.statistics_words import given_lines, who_text
from greenbaize.ui.widgets.texts import begun_text
from greenbaize.words.vocabulary import own_words
from ui.features.history.test_matches import HistoryReader, put, texts
from ui.measuring import faults, settle
from ui.table.person import until
from words.pseudo import loose

CONTROL = Qt.KeyboardModifier.ControlModifier
FIGURES, COMPARISON, HONOURS = range(3)


@pytest.fixture
def own(home):
    """Create the match folder with three matches of Damn and one of Rank."""
    folder = folders.matches()
    folder.mkdir(parents=True)
    for number, game in enumerate(("damn", "damn", "rank", "damn"), start=1):
        put(folder, game, number, f"0{number}01", "Boris", "Vera")
    bring_up()
    return folder


class Reader(HistoryReader):
    """A simulated person using the statistics window."""

    def opened(self, person):
        person.main.activateWindow()
        assert QTest.qWaitForWindowActive(person.window)
        QTest.keyClick(person.window, Qt.Key.Key_L, CONTROL | Qt.KeyboardModifier.ShiftModifier)
        until(lambda: person.main.looking.statistics is not None)
        return person.main.looking.statistics

    @property
    def statistics(self):
        assert isinstance(self.window, StatisticsWindow)
        return self.window

    @property
    def figures(self):
        """The totals as ``{label: value}``."""
        return rows(self.statistics.page.sums)

    @property
    def titles(self):
        """The first headings of the visible tables below the totals."""
        return [title(one) for one in self.statistics.page.shown[1:] if one.isVisible()]

    @property
    def game(self):
        return self.statistics.choice.game.currentText()


def rows(table):
    return {table.text(row, 0): table.text(row, 1) for row in range(table.rowCount())}


def title(table):
    item = table.horizontalHeaderItem(0)
    return item.text()


@pytest.fixture
def reader(opened):
    return lambda: Reader(opened())


@pytest.fixture
def ida(own, reader):
    """Open the statistics of Ida's matches."""
    return reader()


class TestChoice:
    @pytest.mark.usefixtures("own")
    def test_it_begins_with_whoever_plays_here_and_the_game_played_last(self, opened):
        settings = Settings.load()
        settings.last_game = "rank"
        settings.save()
        ida = Reader(opened())
        assert ida.statistics.choice.chosen == Chosen(Who(("Ida",)), "rank")
        assert ida.figures["Matches"] == "1"

    @pytest.mark.slow
    def test_the_keyboard_reaches_all_of_it(self, ida):
        choice = ida.statistics.choice
        assert ida.window.focusWidget() is choice.who
        assert ida.figures["Matches"] == "3"
        ida.key(Qt.Key.Key_G, Qt.KeyboardModifier.AltModifier)
        assert choice.game.hasFocus()
        ida.key(Qt.Key.Key_Down)
        assert (ida.game, ida.figures["Matches"]) == ("Rank", "1")
        ida.key(Qt.Key.Key_W, Qt.KeyboardModifier.AltModifier)
        ida.key(Qt.Key.Key_Down)
        assert choice.whose == Who((), "easy")
        assert ida.game == "Rank"
        assert ida.statistics.page.sums.horizontalHeaderItem(1).text() == "Computer, Easy"

    @pytest.mark.slow
    def test_short_matches_have_their_own_place_without_the_rating_of_the_source(self, own, reader):
        for number, given in enumerate(({}, {"length": "short"}), start=1):
            put(own, "master", number, f"0{number}02", "Boris", "Vera", **given)
        bring_up()
        ida = reader()
        choice = ida.statistics.choice
        games = texts(choice.game)
        assert games == ["Damn", "Master", "Master, short", "Rank"]
        for place, rated in ((1, True), (2, False)):
            choice.game.setCurrentIndex(place)
            assert ida.figures["Matches"] == "1"
            assert ("Rating of all matches" in ida.figures) == rated
            assert ("Rating" in ida.statistics.page.notes.text()) == rated

    @pytest.mark.slow
    def test_every_part_is_reached_by_tab(self, ida):
        window, met = ida.statistics, []
        for _ in range(12):
            met.append(ida.window.focusWidget())
            ida.key(Qt.Key.Key_Tab)
        page = window.page
        order = [
            *(window.choice.who, window.choice.game, window.tabs.tabBar(), page.sums),
            *(page.curve_box, page.chart, *page.shown[1:], window.csv_button, window.close_button),
        ]
        places = [met.index(one) for one in order]
        assert places == sorted(places)

    @pytest.mark.slow
    def test_what_was_chosen_stays_so_while_the_program_runs(self, own, reader):
        ida = reader()
        ida.statistics.choice.game.setCurrentIndex(1)
        ida.key(Qt.Key.Key_Escape)
        assert not ida.window.isVisible()
        again = Reader(ida.at_table)
        assert again.window is ida.window
        assert again.game == "Rank"

    @pytest.mark.usefixtures("own")
    def test_whoever_was_renamed_is_still_the_same(self, opened):
        settings = Settings.load()
        settings.rename(settings.who, "Ida Nova", "Ida")
        settings.save()
        ida = Reader(opened())
        who = ida.statistics.choice.who
        assert who.currentText() == "Ida Nova"
        assert ida.figures["Matches"] == "3"
        assert texts(who).count("Ida") == 0
        ida.key(Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
        assert "Ida Nova" in ida.statistics.rated.table.labels
        assert "Ida" not in ida.statistics.rated.table.labels

    @pytest.mark.slow
    @pytest.mark.usefixtures("own")
    def test_what_a_page_does_not_go_by_cannot_be_chosen(self, reader, monkeypatch):
        monkeypatch.setattr(statistics, "honours", lambda *_, **__: [HonourKept("a", "b", "", "x")])
        monkeypatch.setattr(statistics, "opponents", lambda *_, **__: ["easy", "people"])
        ida = reader()
        choice, met = ida.statistics.choice, []
        for key in (Qt.Key.Key_P, Qt.Key.Key_H, Qt.Key.Key_F):
            ida.key(key, Qt.KeyboardModifier.AltModifier)
            met.append((choice.game.isEnabled(), choice.against.isEnabled()))
        assert met == [(True, False), (False, False), (True, True)]
        for letter, box in ((Qt.Key.Key_I, choice.against), (Qt.Key.Key_G, choice.game)):
            ida.key(letter, Qt.KeyboardModifier.AltModifier)
            assert box.hasFocus()


class TestFigures:
    @pytest.mark.slow
    def test_they_are_what_the_database_has_counted_and_wins_a_share_of_all_matches(self, ida):
        base = History.open(folders.history())
        counted = sums(base, Chosen(Who(("Ida",)), "damn"))
        base.close()
        points = counted["points", ""]
        assert ida.figures["Deals"] == str(points.times) == "6"
        mean = f"{points.sum / points.times:+.2f}".replace("-", "−")
        assert ida.figures["Points a deal"] in (mean, mean.lstrip("+"))
        places, sizes, bids = ida.statistics.page.shown[1:]
        assert sum(int(places.text(row, 2)) for row in range(places.rowCount())) == 3
        assert title(sizes) == "Bids made, by the size of the deal"
        assert [sizes.text(row, 2) for row in range(sizes.rowCount())] == ["3", "3"]
        assert title(bids) == "Bids made, by the bid"
        who = ida.statistics.choice.who
        who.setCurrentIndex(who.count() - 1)
        base = History.open(folders.history())
        counted = sums(base, Chosen(ida.statistics.choice.whose, "damn"))
        base.close()
        matches, places = counted["matches", ""].times, ida.statistics.page.shown[1]
        each = [int(places.text(row, 2)) for row in range(places.rowCount())]
        assert sum(each) == 2 * matches == 6
        assert (ida.figures["Matches"], ida.figures["Deals"]) == ("3", "6")
        assert len(ida.statistics.page.chart.curve.spots) == matches
        won = int(ida.figures["Won"].split()[0])
        # a tie at the top counts as a win for each of the tied players
        assert each[0] <= won <= matches
        assert ida.figures["Won"] == f"{won} ({100 * won / matches:.0f} %)"
        assert "the match counts once" in ida.statistics.page.notes.text()

    @pytest.mark.slow
    def test_each_game_has_its_own_tables(self, ida):
        assert ida.titles[0] == "Places in matches"
        assert "Bids made, by the bid" in ida.titles
        ida.statistics.choice.game.setCurrentIndex(1)
        assert "Places in deals" in ida.titles
        places = ida.statistics.page.shown[1 + ida.titles.index("Places in deals")]
        deals = [int(places.text(row, 2)) for row in range(places.rowCount())]
        assert sum(deals) == int(ida.figures["Deals"])
        assert ida.figures["Place in a deal"][0] in "123"
        assert "Points a deal" not in ida.figures
        assert "Bids made, by the bid" not in ida.titles

    @pytest.mark.slow
    def test_a_curve_is_chosen(self, ida):
        page = ida.statistics.page
        assert page.chart.curve.title == "Points a deal"
        assert len(page.chart.curve.spots) == 3
        ida.key(Qt.Key.Key_O, Qt.KeyboardModifier.AltModifier)
        ida.key(Qt.Key.Key_Down)
        assert page.chart.curve.title == "Others behind"
        assert page.chart_note.text().startswith("100 %")
        ida.statistics.choice.game.setCurrentIndex(1)
        assert page.curve_box.currentText() == "Others behind"

    @pytest.mark.slow
    def test_a_table_is_copied(self, ida):
        table = ida.statistics.page.sums
        table.setFocus()
        ida.key(Qt.Key.Key_C, CONTROL)
        lines = QGuiApplication.clipboard().text().splitlines()
        assert lines[:2] == ["In all\tIda", "Matches\t3"]
        assert len(lines) == table.rowCount() + 1
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=_at(table, 1))
        ida.key(Qt.Key.Key_C, CONTROL)
        assert QGuiApplication.clipboard().text() == "In all\tIda\nDeals\t6\n"

    @pytest.mark.slow
    def test_a_match_that_is_read_meanwhile_is_counted(self, own, ida):
        put(own, "damn", 9, "0501", "Jan", "Vera")
        ida.at_table.main.updater.look()
        until(lambda: ida.figures["Matches"] == "4")

    def test_without_matches_it_says_what_would_fill_it_and_nothing_is_saved(self, reader):
        ida = reader()
        assert ida.statistics.empty.isVisible()
        assert ida.statistics.empty.title.text() == "No finished match yet: Ida."
        assert "a computer player stood in" in ida.statistics.empty.more.text()
        assert not ida.statistics.page.isVisible()
        assert not ida.statistics.csv_button.isEnabled()
        assert not ida.statistics.choice.game.isEnabled()
        ida.key(Qt.Key.Key_S, CONTROL)
        assert ida.statistics.dialog is None

    @pytest.mark.usefixtures("own")
    def test_a_newer_programs_database_is_told_of(self, reader):
        base = sqlite3.connect(folders.history())
        base.execute(f"PRAGMA user_version = {VERSION + 1}")
        base.close()
        ida = reader()
        assert ida.statistics.news.text().startswith("The list of matches was written by a newer")
        assert ida.statistics.empty.title.text() == "The statistics cannot be shown just now."

    def test_every_text_goes_through_the_catalogue(self, pseudo_language, ida):
        window = ida.statistics
        seen = [window.windowTitle()]
        seen += [one.text() for one in window.findChildren(QPushButton)]
        seen += [one.text() for one in window.findChildren(QLabel) if one.text()]
        seen += [window.tabs.tabText(at) for at in range(window.tabs.count())]
        seen += [text for one in window.page.shown for text in one.labels]
        seen += [title(one) for one in window.page.shown]
        seen += [window.page.chart.accessibleDescription()]
        assert [text for text in seen if loose(text)] == []


def _at(table, row):
    item = table.item(row, 0)
    assert item is not None
    return table.visualItemRect(item).center()


@pytest.mark.slow
@pytest.mark.usefixtures("own", "longer_language")
@pytest.mark.parametrize("size", [(640, 372), (900, 600), (1280, 800)])
def test_nothing_is_cut_off(reader, monkeypatch, size):
    rated = [Rated("", "random", 1034.4, 120.2, 6), Rated("W" * 24, "", 960.0, 90.0, 3)]
    monkeypatch.setattr(statistics, "ratings", lambda *_, **__: rated)
    kept = [HonourKept("anti-rank-won", "rank", "20260301T100000", "x")] * 9
    monkeypatch.setattr(statistics, "honours", lambda *_, **__: kept)
    ida = reader()
    window = ida.statistics
    least = window.minimumSizeHint()
    assert (least.width(), least.height()) <= size
    window.resize(*size)
    found = []
    for game in range(window.choice.game.count()):
        window.choice.game.setCurrentIndex(game)
        for tab in (FIGURES, COMPARISON, HONOURS):
            window.tabs.setCurrentIndex(tab)
            settle(window)
            assert (window.width(), window.height()) == size
            found += faults(window)
    assert found == []


class TestOthers:
    @pytest.mark.slow
    @pytest.mark.usefixtures("own")
    def test_people_and_levels_are_compared(self, reader, monkeypatch):
        rated = [Rated("", "easy", 1034.4, 120.2, 6), Rated("<b>Ida</b>", "", 960.0, 90.0, 3)]
        rated.append(Rated("", "", 900.0, 80.0, 1))
        asked = []
        monkeypatch.setattr(statistics, "ratings", lambda _, game: asked.append(game) or rated)
        ida = reader()
        assert asked == []  # the ratings are loaded when their page is first opened
        ida.key(Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
        table = ida.statistics.rated.table
        assert asked == ["damn"]
        assert [table.text(0, column) for column in range(4)] == [
            "Computer, Easy",
            "1034",
            "± 120",
            "6",
        ]
        assert table.text(1, 0) == "<b>Ida</b>"
        assert table.text(2, 0) == "Other programs"
        assert "1000" in ida.statistics.rated.note.text()
        assert "95" in ida.statistics.rated.note.text()

    @pytest.mark.slow
    @pytest.mark.usefixtures("own")
    def test_where_nobody_is_rated_there_is_a_sentence(self, reader, monkeypatch):
        monkeypatch.setattr(statistics, "ratings", lambda *_, **__: [])
        ida = reader()
        ida.key(Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
        assert not ida.statistics.rated.table.isVisible()
        assert ida.statistics.rated.note.text().startswith("Nobody's playing strength is known yet")

    @pytest.mark.slow
    @pytest.mark.usefixtures("own")
    def test_honours_are_listed_for_those_who_have_any(self, reader, monkeypatch):
        kept = [HonourKept("anti-rank-won", "rank", f"20260{one}01T100000", "x") for one in (4, 3)]
        monkeypatch.setattr(statistics, "honours", lambda _, names: kept if names else [])
        ida = reader()
        tabs = ida.statistics.tabs
        assert tabs.isTabVisible(HONOURS)
        ida.key(Qt.Key.Key_H, Qt.KeyboardModifier.AltModifier)
        table = ida.statistics.honours.table
        assert table.rowCount() == len(own_words().honours) > 1
        assert table.labels.count("Anti-Rank that won") == 1
        assert [table.text(1, column) for column in range(1, 5)] == ["–"] * 4
        assert table.item(1, 0).foreground() != table.item(0, 0).foreground()
        note = ida.statistics.honours.note
        assert note.text().startswith("Anti-Rank that won: Anti-Rank was declared")
        table.setFocus()
        ida.key(Qt.Key.Key_Down)
        assert note.text().startswith(f"{table.text(1, 0)}: ")
        assert [table.text(0, column) for column in (1, 2)] == ["Rank", "2"]
        assert [table.text(0, column) for column in (3, 4)] == [
            begun_text("20260301T100000"),
            begun_text("20260401T100000"),
        ]
        ida.statistics.choice.who.setCurrentIndex(2)
        assert ida.statistics.choice.whose.level
        assert not tabs.isTabVisible(HONOURS)

    @pytest.mark.usefixtures("own")
    def test_without_honours_nothing_is_said_of_them(self, reader, monkeypatch):
        monkeypatch.setattr(statistics, "honours", lambda *_, **__: [])
        assert not reader().statistics.tabs.isTabVisible(HONOURS)

    @pytest.mark.slow
    @pytest.mark.usefixtures("own")
    def test_nothing_is_said_of_honours_to_those_who_have_switched_them_off(
        self, opened, monkeypatch
    ):
        asked = []
        monkeypatch.setattr(statistics, "honours", lambda *_, **given: asked.append(given) or [])
        person = opened()
        person.main.settings.honours = False
        assert not Reader(person).statistics.tabs.isTabVisible(HONOURS)
        assert asked == []


class TestSaving:
    @pytest.mark.slow
    def test_all_figures_are_saved_and_where_they_cannot_be_it_is_said(self, tmp_path, ida):
        ida.key(Qt.Key.Key_S, CONTROL)
        dialog = ida.statistics.dialog
        assert Path(dialog.selectedFiles()[0]).name.startswith("Statistics, Ida, Damn")
        dialog.fileSelected.emit(str(tmp_path / "figures.csv"))
        dialog.reject()
        with (tmp_path / "figures.csv").open(encoding="utf-8-sig", newline="") as file:
            lines = list(csv.DictReader(file))
        assert {one["game"] for one in lines} == {"damn"}
        points = [one for one in lines if one["kind"] == "points"]
        assert {one["name"] for one in points} == {"Ida"}
        assert sum(int(one["times"]) for one in points) == 6
        assert len([one for one in lines if one["kind"] == "course"]) == 3
        assert {one["level"] for one in lines if one["kind"] == "rating"} >= {"", "easy"}
        assert "figures.csv" in ida.statistics.news.text().replace("\u200b", "")
        ida.click(ida.statistics.csv_button)
        dialog = ida.statistics.dialog
        dialog.fileSelected.emit(str(tmp_path))
        dialog.reject()
        assert ida.statistics.news.isVisible()
        assert tmp_path.is_dir()


@pytest.mark.parametrize("name", ["Computer, Easy", "computer, EXPERT", "Other programs"])
def test_a_person_is_told_from_computer_players_of_that_name(name):
    assert who_text(Who((name,))) == f"{name} (a person)"
    assert who_text(Who((), "easy")) == "Computer, Easy"
    assert who_text(Who(("Computer",))) == "Computer"


def judges(*advisers):
    """Return the adviser column of the review losses."""
    given = tuple(GivenAway(adviser, 2, 9, 3.0) for adviser in advisers)
    return [line.cells[0] for line in given_lines(given, GAMES["damn"])]


def test_a_judge_is_called_by_its_level_and_by_a_version_only_where_there_are_several():
    assert judges("hard 0.1.0") == ["Judged by Hard"]
    assert judges("hard 0.1.0", "expert 0.1.0") == ["Judged by Hard", "Judged by Expert"]
    assert judges("hard 0.1.0", "hard 0.2.0") == [
        "Judged by Hard, version 0.1.0",
        "Judged by Hard, version 0.2.0",
    ]
