"""Tests for the list of matches: its rows, order, columns and selection."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from greenbaize.store.match_list import DamagedFileRow, MatchRow, PlayerRow
from greenbaize.ui.features.history.match_list import (
    BEGUN_COLUMN,
    DEAL_COLUMN,
    ENDING_COLUMN,
    GAME_COLUMN,
    PLAYERS_COLUMN,
    MatchListModel,
    cell_texts,
    ending_text,
    row_text,
    stand_in_text,
)
from ui.features.history.history_users import HOSTILE, LEFT_BUTTON

ANNA = PlayerRow("Anna", "bot", "easy", -3, 2, was_substituted=False, score=-3)


IDA = PlayerRow("Ida", "human", "", 12, 1, was_substituted=False, score=12)


MATCH = MatchRow("1", "a.jsonl", "damn", "", 4, True, False, (ANNA, IDA))


class TestMatchList:
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
