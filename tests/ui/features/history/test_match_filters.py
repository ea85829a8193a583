"""Tests for the filter fields above the list of matches."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.store.match_list import MatchStatus
from greenbaize.ui.features.history.match_list import (
    GAME_COLUMN,
    PLAYERS_COLUMN,
)
from ui.features.history.history_users import box_texts


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
