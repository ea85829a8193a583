"""Tests for the filter fields above the list of matches."""

from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QTest

from greenbaize.app.house_rules import HouseRules, list_rules_keys
from greenbaize.games import GAMES
from greenbaize.store.match_list import MatchFilter, MatchStatus
from greenbaize.ui.features.history.match_filters import MatchFilterForm
from greenbaize.ui.features.history.match_list import (
    GAME_COLUMN,
    PLAYERS_COLUMN,
)
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from ui.features.history.history_users import box_texts
from ui.show_widget import show_widget


def test_search_finds_people_and_games(user):
    user.press_key(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert user.matches_window.match_list.filters.search_field.hasFocus()
    QTest.keyClicks(user.matches_window.match_list.filters.search_field, "ott DAM")
    assert len(user.column_texts(GAME_COLUMN)) == 1
    assert "Otto" in user.column_texts(PLAYERS_COLUMN)[0]
    assert user.matches_window.match_list.count_label.text() == "1 of 5 matches"
    QTest.keyClicks(user.matches_window.match_list.filters.search_field, " zzz")
    assert user.matches_window.match_list.empty_page.isVisible()
    user.click(user.matches_window.match_list.show_all_button)
    assert len(user.column_texts(GAME_COLUMN)) == 5


def test_search_finds_other_names_of_a_game(user):
    QTest.keyClicks(user.matches_window.match_list.filters.search_field, "eclip")
    assert user.column_texts(GAME_COLUMN) == ["Damn"] * 3


def test_filters_reduce_the_list(user):
    filters = user.matches_window.match_list.filters
    filters.game_box.setCurrentIndex(filters.game_box.findData("rank"))
    assert user.column_texts(GAME_COLUMN) == ["Rank"]
    filters.clear_filters()
    counts = {
        MatchStatus.OVER: 2,
        MatchStatus.OPEN: 1,
        MatchStatus.ABANDONED: 1,
        MatchStatus.DAMAGED: 1,
    }
    for ending, count in {**counts, MatchStatus.PRACTICE: 0}.items():
        filters.filter_by_ending(ending)
        assert len(user.column_texts(GAME_COLUMN)) == count, ending
    filters.clear_filters()
    assert box_texts(filters.person_box) == ["Everybody", "Ida"]
    filters.person_box.setCurrentIndex(1)
    assert len(user.column_texts(GAME_COLUMN)) == 4


def test_a_person_is_found_under_every_name_they_had(user):
    filters = user.matches_window.match_list.filters
    main = user.start_user.facade
    main.settings.rename_person(main.settings.current_identity, "Zoe", "Ida")
    main.persons.on_persons_changed()
    assert box_texts(filters.person_box) == ["Everybody", "Zoe"]
    filters.person_box.setCurrentIndex(1)
    assert len(user.column_texts(GAME_COLUMN)) == 4


def test_dates_are_in_local_time(user):
    filters = user.matches_window.match_list.filters
    filters.time_box.setCurrentIndex(filters.time_box.findData("between"))
    filters.first_day_field.setDate(
        filters.first_day_field.date().fromString("2026-02-01", Qt.DateFormat.ISODate)
    )
    filters.last_day_field.setDate(filters.first_day_field.date())
    assert user.column_texts(GAME_COLUMN) == ["Rank"]
    filters.last_day_field.setDate(filters.first_day_field.date().addDays(20))
    assert len(user.column_texts(GAME_COLUMN)) == 2


class TestMatchFilterForm:
    """The form alone, without a list of matches."""

    @pytest.fixture
    def form(self, qtbot):
        return show_widget(qtbot, MatchFilterForm({"damn": "Damn", "rank": "Rank"}))

    def test_nothing_is_filtered_at_first(self, form):
        assert form.match_filter == MatchFilter()
        assert not form.is_filtering
        assert box_texts(form.game_box) == ["All games", "Damn", "Rank"]
        assert box_texts(form.ending_box) == [
            "However it ended",
            "Finished",
            "Unfinished",
            "Abandoned",
            "With hints",
            "Practice",
            "Cannot be read",
        ]
        assert box_texts(form.time_box)[0] == "At any time"

    def test_every_field_restricts_the_filter(self, qtbot, form):
        form.show_people(["Ida", "Otto"], [("Ida", "Zoe")])
        for field in (form.game_box, form.person_box, form.ending_box):
            with qtbot.waitSignal(form.changed):
                QTest.keyClick(field, Qt.Key.Key_Down)
        with qtbot.waitSignal(form.changed):
            QTest.keyClicks(form.search_field, "Ötto  x")
        assert form.match_filter == MatchFilter(
            words=("ötto", "x"),
            game="damn",
            person="Ida",
            former_names=("Zoe",),
            status=MatchStatus.OVER,
        )
        assert form.is_filtering

    @pytest.mark.parametrize("row", range(4))
    def test_periods_begin_at_local_midnight(self, form, row):
        today = date.today()
        starts = [
            today - timedelta(days=6),
            today - timedelta(days=29),
            today.replace(month=1, day=1),
            None,
        ]
        form.time_box.setCurrentIndex(row + 1)
        bounds = (form.match_filter.begun_since, form.match_filter.begun_before)
        if starts[row] is not None:
            assert bounds == (utc_midnight(starts[row]), "")
        else:
            assert bounds[1] == utc_midnight(today + timedelta(days=1))
            assert bounds[0] < utc_midnight(today - timedelta(days=27))

    def test_days_are_shown_for_a_period_between_them_only(self, form):
        day_fields = (form.first_day_field, form.last_day_field)
        for row, are_visible in ((0, False), (1, False), (4, True), (2, False)):
            form.time_box.setCurrentIndex(row)
            assert [field.isVisible() for field in day_fields] == [are_visible] * 2

    def test_days_may_be_given_in_any_order(self, qtbot, form):
        with qtbot.waitSignal(form.changed):
            form.time_box.setCurrentIndex(4)
        form.first_day_field.setDate(QDate(2026, 3, 9))
        form.last_day_field.setDate(QDate(2026, 3, 2))
        assert form.match_filter.begun_since == utc_midnight(date(2026, 3, 2))
        assert form.match_filter.begun_before == utc_midnight(date(2026, 3, 10))

    def test_clearing_changes_the_filter_once(self, qtbot, form):
        form.filter_by_ending(MatchStatus.ABANDONED)
        form.game_box.setCurrentIndex(1)
        form.time_box.setCurrentIndex(4)
        form.search_field.setText("x")
        changes = []
        form.changed.connect(lambda: changes.append(form.match_filter))
        form.clear_filters()
        assert changes == [MatchFilter()]
        assert not form.first_day_field.isVisible()

    def test_an_ending_replaces_other_filters(self, form):
        form.search_field.setText("x")
        form.filter_by_ending(MatchStatus.OPEN)
        assert form.match_filter == MatchFilter(status=MatchStatus.OPEN)

    def test_a_chosen_person_who_is_gone_ends_the_filter(self, qtbot, form):
        form.show_people(["Ida", "Otto"], [])
        form.person_box.setCurrentIndex(2)
        with qtbot.assertNotEmitted(form.changed):
            form.show_people(["Anna", "Ida", "Otto"], [])
        assert form.match_filter.person == "Otto"
        with qtbot.waitSignal(form.changed):
            form.show_people(["Anna"], [])
        assert form.match_filter == MatchFilter()

    @pytest.mark.parametrize(("scale", "is_in_own_row"), [(1.3, False), (1.5, True)])
    def test_large_text_gets_another_row(self, qtbot, scale, is_in_own_row):
        apply_text_scale(scale)
        form = show_widget(qtbot, MatchFilterForm({}))
        assert (form.ending_box.y() > form.game_box.y()) is is_in_own_row
        assert form.ending_box.y() == form.time_box.y()


def utc_midnight(day):
    """Return the local midnight of a day as records have it."""
    return datetime(day.year, day.month, day.day).astimezone(UTC).strftime("%Y%m%dT%H%M%S")


def test_house_rules_filter_matches_of_their_game(qtbot):
    form = show_widget(qtbot, MatchFilterForm({"damn": "Damn", "rank": "Rank"}))
    home = HouseRules("At home", "damn", {"direction": "down"})
    form.show_house_rules([home], GAMES)
    form.game_box.setCurrentIndex(form.game_box.findData("damn At home"))
    assert form.match_filter.game == "damn"
    assert form.match_filter.rules_keys == list_rules_keys(GAMES, [home])
    changes = []
    form.changed.connect(lambda: changes.append(1))
    form.show_house_rules([home], GAMES)
    assert form.match_filter.rules_keys
    assert not changes
    form.show_house_rules([], GAMES)  # they were removed
    assert form.match_filter.rules_keys is None
    assert changes
