"""Tests for the list of matches: its rows, order, columns and selection."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from greenbaize.app.match_kind import name_counted_try
from greenbaize.store.match_list import DamagedFileRow, MatchRow, MatchStatus, PlayerRow
from greenbaize.ui.features.history import match_list
from greenbaize.ui.features.history.match_list import (
    BEGUN_COLUMN,
    DEAL_COLUMN,
    ENDING_COLUMN,
    GAME_COLUMN,
    PLAYERS_COLUMN,
    MatchListModel,
    MatchListView,
    cell_texts,
    ending_text,
    row_text,
    stand_in_text,
)
from greenbaize.words.catalogue import language_context
from ui.features.history.history_users import HOSTILE, LEFT_BUTTON

ANNA = PlayerRow("Anna", "bot", "easy", -3, 2, was_substituted=False, score=-3)


IDA = PlayerRow("Ida", "human", "", 12, 1, was_substituted=False, score=12)


MATCH = MatchRow("1", "a.jsonl", "damn", "", 4, True, False, (ANNA, IDA))


class TestMatchList:
    def test_filters_and_rows_fill_the_list(self, user):
        match_list = user.matches_window.match_list
        filters, rows = match_list.filters.geometry(), match_list.stack.geometry()
        assert filters.united(rows) == match_list.rect()
        assert rows.top() > filters.bottom()

    def test_matches_are_listed_latest_first(self, user):
        games = user.column_texts(GAME_COLUMN)
        assert sorted(games) == ["Damn", "Damn", "Damn", "Rank", "–"]
        dates = [
            text
            for text, game in zip(user.column_texts(BEGUN_COLUMN), games, strict=True)
            if game != "–"
        ]
        assert user.matches_window.match_list.count_label.text() == "5 matches"
        players = [row for row in user.column_texts(PLAYERS_COLUMN) if "Ida" in row]
        assert ["Vera" in players[0], "Otto" in players[1]] == [True, True]
        assert [HOSTILE in players[2], "Boris" in players[3]] == [True, True]
        assert len(set(dates)) == 4
        endings = user.column_texts(ENDING_COLUMN)
        assert sum(text.startswith("Won by ") for text in endings) == 2
        assert {"Unfinished", "Abandoned", "Cannot be read"} <= set(endings)
        assert user.column_texts(DEAL_COLUMN)[games.index("Rank")] == "1"

    def test_a_click_on_a_heading_sorts(self, user):
        header = user.matches_window.match_list.table_view.horizontalHeader()
        for column, first in ((GAME_COLUMN, "Damn"), (ENDING_COLUMN, "Won by")):
            point = QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)
            QTest.mouseClick(header.viewport(), LEFT_BUTTON, pos=point)
            assert user.column_texts(column)[0].startswith(first)
            QTest.mouseClick(header.viewport(), LEFT_BUTTON, pos=point)
            assert not user.column_texts(column)[0].startswith(first)

    def test_empty_list_explains_itself(self, open_match_list):
        ida = open_match_list()
        assert (
            ida.matches_window.match_list.empty_page.title_label.text()
            == "No match has been played here yet."
        )
        assert ida.matches_window.match_list.import_button.isVisible()
        assert not ida.matches_window.delete_button.isEnabled()


@pytest.mark.slow
def test_home_and_end_select_rows_and_typing_searches(user):
    table = user.matches_window.table_view
    selected_rows = table.selectionModel().selectedRows
    user.press_key(Qt.Key.Key_End)
    assert [index.row() for index in selected_rows()] == [4]
    user.press_key(Qt.Key.Key_Home)
    assert [index.row() for index in selected_rows()] == [0]
    user.press_key(Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert len(selected_rows()) == 5
    QTest.keyClicks(user.matches_window.table_view, "b")
    search = user.matches_window.match_list.filters.search_field
    assert user.matches_window.focusWidget() is search
    assert search.text() == "b"
    QTest.keyClicks(search, "oris")
    assert len(user.column_texts(PLAYERS_COLUMN)) == 1


def test_tooltip_describes_the_row_without_markup(user):
    model, row = (
        user.matches_window.match_list.model,
        user.column_texts(ENDING_COLUMN).index("Unfinished"),
    )
    note = model.data(model.index(row, ENDING_COLUMN), Qt.ItemDataRole.ToolTipRole)
    for column in (BEGUN_COLUMN, PLAYERS_COLUMN, DEAL_COLUMN, ENDING_COLUMN):
        assert model.data(model.index(row, column)) in note
    model = user.matches_window.match_list.model
    row = next(row for row, text in enumerate(user.column_texts(PLAYERS_COLUMN)) if HOSTILE in text)
    tip = model.data(model.index(row, PLAYERS_COLUMN), Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;Mallory" in tip
    assert "<b>" not in tip


def test_players_column_gets_the_most_width(user):
    table = user.matches_window.table_view
    small = {}
    for width in (590, 1100):
        table.resize(width, 300)
        small[width] = table.columnWidth(ENDING_COLUMN)
        assert table.columnWidth(PLAYERS_COLUMN) > table.columnWidth(ENDING_COLUMN)
    assert table.fontMetrics().averageCharWidth() * 8 < small[590] < small[1100]


def test_game_titles_are_complete_where_there_is_room(user):
    table = user.matches_window.table_view
    for width, has_room in ((590, False), (1100, True)):
        table.resize(width, 300)
        text_width = table.fontMetrics().horizontalAdvance("Blackout, short")
        assert (table.columnWidth(GAME_COLUMN) >= text_width + 8) is has_room


def test_people_are_listed_first_with_scores():
    assert cell_texts(MATCH)[PLAYERS_COLUMN] == "Ida: 12 · Anna: −3"
    players = tuple(player._replace(total=0, score=0, rank=None) for player in MATCH.players)
    match = MATCH._replace(is_over=False, deal=0, players=players)
    assert cell_texts(match)[PLAYERS_COLUMN] == "Ida · Anna"
    assert cell_texts(match)[DEAL_COLUMN] == "–"


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "Won by Ida"),
        ({"is_practice": True}, "Won by Ida, practice"),
        ({"players": (ANNA._replace(rank=1), IDA)}, "Won by Anna, Ida"),
        ({"players": (IDA._replace(name="You"), ANNA)}, "Won by you"),
        ({"is_over": False}, "Unfinished"),
        ({"is_over": False, "has_seed": False}, "Unfinished, at another table"),
        ({"is_over": False, "is_abandoned": True}, "Abandoned"),
        ({"is_over": False, "is_practice": True}, "Unfinished, practice"),
    ],
)
def test_ending_texts(changes, text):
    assert ending_text(MATCH._replace(**changes)) == text


def test_stand_in_is_marked():
    away = MATCH._replace(players=(ANNA, IDA._replace(was_substituted=True)))
    assert cell_texts(away)[PLAYERS_COLUMN] == "Ida*: 12 · Anna: −3"
    assert stand_in_text(away) == (
        "* A computer player played part of the match for Ida: the seat counts for nobody."
    )
    assert "Ida (partly a computer player): 12" in row_text(away)
    assert stand_in_text(MATCH) == ""
    assert stand_in_text(DamagedFileRow("odd.jsonl", "", "line-damaged")) == ""
    model = MatchListModel(lambda keys: dict.fromkeys(keys, away))
    model.set_keys([(False, 1)])
    tip = model.data(model.index(0, PLAYERS_COLUMN), Qt.ItemDataRole.ToolTipRole)
    assert "Ida (partly a computer player): 12" in tip
    assert "played part of the match for Ida" in tip


def test_row_is_described_as_a_sentence():
    assert row_text(MATCH) == "Damn, begun –: Ida: 12 · Anna: −3. Deal 4. Won by Ida."
    damaged = DamagedFileRow("odd.jsonl", "20260101T100000", "line-damaged")
    assert row_text(damaged) == "odd.jsonl: Cannot be read"


def test_short_match_is_marked():
    assert cell_texts(MATCH._replace(game="master"))[1] == "Master"
    assert cell_texts(MATCH._replace(game="master", is_short=True))[1] == "Master, short"


class TestMatchListModel:
    @pytest.fixture
    def read_pages(self):
        return []

    @pytest.fixture
    def model(self, read_pages):
        def read_rows(keys):
            read_pages.append(list(keys))
            return {key: MATCH._replace(deal=int(key)) for key in keys if key != "13"}

        model = MatchListModel(read_rows)
        model.set_keys([str(row) for row in range(200)])
        return model

    def cell(self, model, row, column=DEAL_COLUMN, role=Qt.ItemDataRole.DisplayRole):
        return model.data(model.index(row, column), role)

    def test_rows_are_read_in_pages_when_they_are_seen(self, model, read_pages):
        assert (model.rowCount(), model.columnCount(), read_pages) == (200, 5, [])
        assert [self.cell(model, row) for row in (64, 127, 70)] == ["64", "127", "70"]
        assert read_pages == [[str(row) for row in range(64, 128)]]
        assert self.cell(model, 199) == "199"
        assert read_pages[1:] == [[str(row) for row in range(192, 200)]]

    def test_cells_have_no_rows_below_them(self, model):
        assert model.rowCount(model.index(0, 0)) == 0
        assert model.columnCount(model.index(0, 0)) == 0

    def test_deleted_match_is_empty(self, model):
        assert self.cell(model, 13) == ""
        assert model.match_at_row(13) is None
        assert model.match_at_row(12).deal == 12

    def test_changed_rows_are_read_again(self, qtbot, model, read_pages):
        self.cell(model, 0)
        with qtbot.waitSignal(model.dataChanged) as changed:
            model.refresh_rows()
        first, last = changed.args[:2]
        assert (first.row(), first.column(), last.row(), last.column()) == (0, 0, 199, 4)
        self.cell(model, 0)
        assert len(read_pages) == 2
        with qtbot.waitSignal(model.modelReset):
            model.set_keys([])
        with qtbot.assertNotEmitted(model.dataChanged):
            model.refresh_rows()

    def test_cache_is_limited(self, model, read_pages, monkeypatch):
        monkeypatch.setattr(match_list, "MAX_CACHED_PAGES", 2)
        for row in (0, 64, 128, 0):
            self.cell(model, row)
        assert len(read_pages) == 4
        self.cell(model, 128)
        assert len(read_pages) == 4

    def test_only_the_first_cell_is_the_whole_row_for_screen_readers(self, model):
        role = Qt.ItemDataRole.AccessibleTextRole
        whole_row = row_text(MATCH._replace(deal=5))
        assert self.cell(model, 5, BEGUN_COLUMN, role) == whole_row
        assert self.cell(model, 5, DEAL_COLUMN, role) == "5"
        assert self.cell(model, 5, role=Qt.ItemDataRole.DecorationRole) is None

    def test_deals_are_centred(self, model):
        role, centre = Qt.ItemDataRole.TextAlignmentRole, Qt.AlignmentFlag.AlignCenter
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        alignments = [self.cell(model, 0, column, role) for column in range(5)]
        assert alignments == [left, left, left, centre, left]
        horizontal = Qt.Orientation.Horizontal
        assert [model.headerData(column, horizontal, role) for column in range(5)] == alignments

    def test_columns_have_titles_and_rows_none(self, model):
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        titles = [model.headerData(column, horizontal) for column in range(5)]
        assert titles == ["Begun", "Game", "Players", "Deal", "Ending"]
        assert model.headerData(0, vertical) is None
        assert model.headerData(0, horizontal, Qt.ItemDataRole.DecorationRole) is None


class TestSelection:
    def test_selected_matches_stay_selected_in_another_order(self, user):
        panel = user.matches_window.match_list
        user.click_row(1)
        user.click_row(2, extend=True)
        before = set(panel.selected_keys)
        panel.sort_by_column(PLAYERS_COLUMN)
        assert set(panel.selected_keys) == before
        assert panel.selected_row is None  # there are two
        assert panel.selected_match is None
        assert len(panel.selected_paths()) == 2
        assert all(path.exists() for path in panel.selected_paths())

    def test_single_readable_match_is_selected_as_one(self, user):
        panel = user.matches_window.match_list
        user.click_match("Cannot be read")
        assert panel.selected_row.file == "20260401T100000-damn-0004.jsonl"
        assert panel.selected_match is None
        user.click_match("Boris")
        assert panel.selected_match is panel.selected_row
        assert panel.selected_match.game == "damn"

    def test_nearest_row_is_selected_when_a_match_is_gone(self, user, history_folder):
        panel = user.matches_window.match_list
        user.click_row(4)
        user.matches_window.match_list.filters.filter_by_ending(MatchStatus.OVER)
        assert [index.row() for index in panel.table_view.selectionModel().selectedRows()] == [1]
        panel.filters.search_field.setText("zzz")
        assert panel.selected_keys == []
        assert panel.stack.currentWidget() is panel.empty_page
        assert panel.empty_page.title_label.text() == "No matches found."
        assert panel.show_all_button.isVisible()
        assert not panel.import_button.isVisible()


def test_columns_are_sorted_in_their_usual_direction(user):
    panel = user.matches_window.match_list
    header = panel.table_view.horizontalHeader()
    orders = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
    indicators = []
    for column in (DEAL_COLUMN, DEAL_COLUMN, PLAYERS_COLUMN, BEGUN_COLUMN, ENDING_COLUMN):
        panel.sort_by_column(column)
        assert header.sortIndicatorSection() == column
        indicators.append(orders.index(header.sortIndicatorOrder()))
    assert indicators == [1, 0, 0, 1, 0]


def test_very_narrow_list_scrolls_sideways(user):
    table = user.matches_window.table_view
    letter = table.fontMetrics().averageCharWidth()
    table.resize(200, 300)
    assert table.columnWidth(PLAYERS_COLUMN) == 10 * letter
    assert table.horizontalScrollBar().maximum() > 0
    table.resize(900, 300)
    assert table.columnWidth(PLAYERS_COLUMN) > 10 * letter
    assert table.horizontalScrollBar().maximum() == 0


def test_match_without_a_winner_is_finished():
    nobody = MATCH._replace(players=tuple(one._replace(rank=None) for one in MATCH.players))
    assert ending_text(nobody) == "Finished"
    assert cell_texts(DamagedFileRow("a\nb.jsonl", "", "x"))[2:] == (
        "a b.jsonl",
        "–",
        "Cannot be read",
    )


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_challenge_is_seen_in_a_window_of_usual_width(qtbot, language):
    with language_context(language):
        model = MatchListModel(lambda keys: dict.fromkeys(keys, MATCH))
        view = MatchListView()
        qtbot.addWidget(view)
        view.setModel(model)
        view.resize(768, 300)
        view.show()
        text = ending_text(MATCH, name_counted_try(""))
        width = view.fontMetrics().horizontalAdvance(text)
        assert text.endswith(name_counted_try(""))
        assert view.columnWidth(ENDING_COLUMN) >= width
        assert view.columnWidth(PLAYERS_COLUMN) > view.columnWidth(ENDING_COLUMN)
