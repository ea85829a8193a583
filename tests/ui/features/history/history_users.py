"""Records, and simulated persons who use the windows of the history."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line, split_record
from greenbaize.ui.features.history.match_list import (
    ENDING_COLUMN,
    GAME_COLUMN,
    PLAYERS_COLUMN,
)
from greenbaize.ui.features.history.matches_window import MatchesWindow
from greenbaize.ui.features.history.statistics_window import StatisticsWindow
from match.random_matches import GameSetup, play_randomly
from ui.table.person import SimulatedPerson, wait_until

CONTROL = Qt.KeyboardModifier.ControlModifier
LEFT_BUTTON = Qt.MouseButton.LeftButton
NO_MODIFIER = Qt.KeyboardModifier.NoModifier
FIGURES_TAB, COMPARISON_TAB, HONOURS_TAB = range(3)
HOSTILE = "<b>Mallory</b> & Söhne"


def write_record(folder, game, number, day, *names, lines=None, **options_given):
    """Write a record of Ida and bots, begun on a day (MMDD) of 2026; return its path."""
    begun_at = f"2026{day}T100000"
    options = {"damn": {"deals": 2}, "rank": {"deals": 1}}.get(game, options_given)
    record_bytes = play_randomly(GameSetup(game, max(3, len(names) + 1), options), number).record
    header, *_ = split_record(record_bytes, GAMES)
    players = [HeaderPlayer("Ida"), *(HeaderPlayer(name, "bot", "easy") for name in names)]
    players += header.players[len(players) :]
    new = replace(header, players=tuple(players), extra={"begun": begun_at})
    rest = record_bytes.splitlines(keepends=True)[1:lines]
    path = folder / f"{begun_at}-{game}-{number:04}.jsonl"
    path.write_bytes(encode_line(new.to_line()) + b"".join(rest))
    return path


class HistoryWindowUser(SimulatedPerson):
    """A simulated person using a history window, opened after the first paint."""

    def __init__(self, person):
        self.start_user = person
        wait_until(lambda: person.facade.updater is not None)
        super().__init__(self.open_window(person))
        assert QTest.qWaitForWindowActive(self.window)

    def press_key(self, key, modifiers=NO_MODIFIER):
        """Press a key in the window, whichever widget has the focus."""
        self.window.activateWindow()
        wait_until(self.window.isActiveWindow)
        QTest.keyClick(self.window.windowHandle(), key, modifiers)


class MatchListUser(HistoryWindowUser):
    """A simulated person using the match list."""

    def open_window(self, person):
        return person.facade.window_manager.show_matches()

    @property
    def matches_window(self):
        assert isinstance(self.window, MatchesWindow)
        return self.window

    def column_texts(self, column):
        """Return the cells of a column from top to bottom."""
        model = self.matches_window.match_list.model
        return [model.data(model.index(row, column)) for row in range(model.rowCount())]

    def click_row(self, row, *, extend=False):
        """Click on a row, with Ctrl if ``extend`` is set."""
        table = self.matches_window.match_list.table_view
        keys = Qt.KeyboardModifier.ControlModifier if extend else Qt.KeyboardModifier.NoModifier
        point = table.visualRect(
            self.matches_window.match_list.model.index(row, PLAYERS_COLUMN)
        ).center()
        QTest.mouseClick(table.viewport(), LEFT_BUTTON, keys, point)

    def click_match(self, words):
        """Click on the first row that contains a text."""
        rows = zip(
            *map(self.column_texts, (GAME_COLUMN, PLAYERS_COLUMN, ENDING_COLUMN)), strict=True
        )
        self.click_row(next(index for index, row in enumerate(rows) if words in " ".join(row)))

    def press_enter(self):
        QTest.keyClick(self.matches_window.match_list.table_view, Qt.Key.Key_Return)

    def wait_for_update(self):
        """Wait until the history update is finished."""
        updater = self.start_user.facade.updater
        wait_until(lambda: not updater.is_busy)

    @property
    def news_text(self):
        return self.matches_window.notice_label.text()


def box_texts(box):
    return [box.itemText(index) for index in range(box.count())]


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
    return table.horizontalHeaderItem(0).text()
