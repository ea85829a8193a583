"""Positions of new windows: beside the main window, or on its table above the own hand."""

import pytest
from PySide6.QtCore import QPoint, QRect, QSize

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui import window_session
from greenbaize.ui.shell.window_placement import find_window_rect
from greenbaize.ui.widgets.window_geometry import initial_text_scale

REQUEST = PlayRequest("damn", 3, {"first": 5, "deals": 6}, seed_from_text("placing"))
LARGE_SCREEN = QRect(0, 0, 3840, 2160)


def test_window_opens_beside_the_main_window_if_the_screen_has_space(open_program):
    main_window = open_program(REQUEST).facade.window
    main_window.setGeometry(100, 100, 1280, 800)
    size = QSize(820, 640)
    assert find_window_rect(size, main_window, LARGE_SCREEN).left() > main_window.geometry().right()
    main_window.setGeometry(2500, 100, 1280, 800)
    assert find_window_rect(size, main_window, LARGE_SCREEN).right() < main_window.geometry().left()


def test_window_opens_on_the_table_above_the_hand_on_a_small_screen(open_program, set_screen_area):
    person = open_program(REQUEST)
    main_window = person.facade.window
    person.wait_for_turn()
    screen_area = QRect(0, 0, 1366, 768)
    set_screen_area(screen_area)
    main_window.setGeometry(20, 30, 1320, 720)
    table_view = person.match_view.table_view
    hand_top = table_view.mapToGlobal(QPoint(0, round(person.scene.geometry.hand_top)))
    window_rect = find_window_rect(QSize(820, 640), main_window, screen_area)
    assert window_rect.bottom() <= hand_top.y()
    assert (
        abs(window_rect.center().x() - table_view.mapToGlobal(table_view.rect().center()).x()) <= 1
    )
    person.facade.help.show_current_rule()
    person.facade.window_manager.show_matches()
    matches_window = person.facade.window_manager.matches
    for window in (person.facade.help.window, matches_window):
        assert window.isVisible()
        assert window.geometry().bottom() <= hand_top.y()
    limited_height = matches_window.height()
    matches_window.close()
    set_screen_area(LARGE_SCREEN)
    person.facade.window_manager.show_matches()
    assert matches_window.height() > limited_height  # with enough space it has its preferred height


def test_window_limited_by_a_small_screen_keeps_its_size_for_other_text_scales(
    open_program, set_screen_area
):
    set_screen_area(QRect(0, 0, 1280, 800))
    facade = open_program(REQUEST).facade

    def scale_text(text_scale):
        facade.settings.text_size = text_scale
        facade.apply_settings()

    scale_text(2.0)
    for show_window, size in (
        (facade.window_manager.show_exercises, QSize(1060, 760)),
        (facade.window_manager.show_matches, QSize(1060, 700)),
    ):
        window = show_window()
        assert window.width() == 1276
        scale_text(1.0)
        assert window.size() == size
        scale_text(2.0)
        window.close()
    set_screen_area(LARGE_SCREEN)
    exercises = facade.window_manager.show_exercises()
    assert exercises.size() == QSize(2120, 1520)
    exercises.resize(1000, 900)  # by the user
    scale_text(1.0)
    assert exercises.size() == QSize(640, 450)


@pytest.mark.parametrize(
    ("size", "text_scale"),
    [
        ((1280, 800), 1.0),
        ((1920, 1080), 1.0),
        ((2560, 1440), 1.0),
        ((3840, 2160), 1.5),
        ((7680, 4320), 1.5),
    ],
)
def test_initial_text_scale_is_larger_on_dense_screens(size, text_scale):
    assert initial_text_scale(QSize(*size)) == text_scale


def test_initial_text_scale_applies_without_stored_settings(open_program, monkeypatch):
    monkeypatch.setattr(window_session, "initial_text_scale", lambda _: 1.5)
    assert open_program().facade.settings.text_size == 1.0  # stored settings exist
    new_settings = UserSettings()
    monkeypatch.setattr(UserSettings, "load", classmethod(lambda _: new_settings))
    assert open_program().facade.settings.text_size == 1.5
