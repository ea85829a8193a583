"""Tests for the statistics window: subject, figures, comparison, honours and CSV export."""

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from greenbaize.app.house_rules import HouseRules, keep_house_rules
from greenbaize.app.memory.history_sync import sync_history
from greenbaize.store.settings import UserSettings
from greenbaize.store.statistics import (
    HonourRow,
    PlayerRating,
    StatisticsQuery,
    StatisticsSubject,
)
from greenbaize.ui.features.history import statistics_window
from ui.features.history.history_users import (
    COMPARISON_TAB,
    CONTROL,
    FIGURES_TAB,
    HONOURS_TAB,
    StatisticsWindowUser,
    box_texts,
    write_record,
)
from ui.text_fit import find_text_faults, process_layouts


class TestStatisticsQuery:
    @pytest.mark.usefixtures("statistics_folder")
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
    def test_keyboard_reaches_every_choice(self, statistics_user):
        choice = statistics_user.window.query_form
        assert statistics_user.window.focusWidget() is choice.subject_box
        assert statistics_user.totals["Matches"] == "3"
        statistics_user.press_key(Qt.Key.Key_G, Qt.KeyboardModifier.AltModifier)
        assert choice.game_box.hasFocus()
        statistics_user.press_key(Qt.Key.Key_Down)
        assert (statistics_user.game_title, statistics_user.totals["Matches"]) == ("Rank", "1")
        statistics_user.press_key(Qt.Key.Key_W, Qt.KeyboardModifier.AltModifier)
        statistics_user.press_key(Qt.Key.Key_Down)
        assert choice.subject == StatisticsSubject((), "easy")
        assert statistics_user.game_title == "Rank"
        assert (
            statistics_user.window.figures_page.totals_table.horizontalHeaderItem(1).text()
            == "Computer, Easy"
        )

    @pytest.mark.slow
    def test_short_matches_are_listed_apart_without_a_rating(
        self, statistics_folder, open_statistics
    ):
        for number, options in enumerate(({}, {"length": "short"}), start=1):
            write_record(
                statistics_folder, "master", number, f"0{number}02", "Boris", "Vera", **options
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
    def test_tab_reaches_every_widget(self, statistics_user):
        window, focused_widgets = statistics_user.window, []
        for _ in range(12):
            focused_widgets.append(statistics_user.window.focusWidget())
            statistics_user.press_key(Qt.Key.Key_Tab)
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
    def test_choices_last_while_the_program_runs(self, statistics_folder, open_statistics):
        ida = open_statistics()
        ida.statistics_window.query_form.game_box.setCurrentIndex(1)
        ida.press_key(Qt.Key.Key_Escape)
        assert not ida.window.isVisible()
        again = StatisticsWindowUser(ida.start_user)
        assert again.window is ida.window
        assert again.game_title == "Rank"

    @pytest.mark.usefixtures("statistics_folder")
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
    @pytest.mark.usefixtures("statistics_folder")
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


@pytest.mark.slow
@pytest.mark.usefixtures("statistics_folder", "longer_language")
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
    @pytest.mark.usefixtures("statistics_folder")
    def test_honours_tab_is_hidden_without_honours(self, open_statistics, monkeypatch):
        monkeypatch.setattr(statistics_window, "load_honours", lambda *_, **__: [])
        assert not open_statistics().statistics_window.tabs.isTabVisible(HONOURS_TAB)

    @pytest.mark.slow
    @pytest.mark.usefixtures("statistics_folder")
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
    def test_figures_are_exported_and_failures_reported(self, tmp_path, statistics_user):
        statistics_user.press_key(Qt.Key.Key_S, CONTROL)
        dialog = statistics_user.window.dialog
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
        assert "figures.csv" in statistics_user.window.notice_label.text().replace("\u200b", "")
        statistics_user.click(statistics_user.window.csv_button)
        dialog = statistics_user.window.dialog
        dialog.fileSelected.emit(str(tmp_path))
        dialog.reject()
        assert statistics_user.window.notice_label.isVisible()
        assert tmp_path.is_dir()


def test_house_rules_are_offered_below_their_game(statistics_folder, open_program):
    settings = UserSettings.load()
    keep_house_rules(settings, HouseRules("At home", "damn", {"deals": 2}))
    keep_house_rules(settings, HouseRules("Never played", "damn", {"deals": 3}))
    settings.save()
    ida = StatisticsWindowUser(open_program())
    form = ida.statistics_window.query_form
    texts = [box_text for box_text in box_texts(form.game_box) if "·" in box_text]
    assert [text.partition("· ")[2].strip("\u2068\u2069") for text in texts] == ["At home"]
    form.game_box.setCurrentIndex(form.game_box.findData("damn At home"))
    assert form.query.game == "damn"
    assert form.query.rules_keys
    assert ida.totals["Matches"] == "3"
