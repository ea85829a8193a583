"""Positions of new windows: beside the main window, or on its table above the own hand."""

import pytest
from PySide6.QtCore import QPoint, QRect, QSize

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.store.settings import Settings
from greenbaize.ui import program
from greenbaize.ui.shell.placing import place_beside
from greenbaize.ui.widgets.window_geometry import first_text_size

REQUEST = PlayRequest("damn", 3, {"first": 5, "deals": 6}, seed_from("placing"))
LARGE = QRect(0, 0, 3840, 2160)


def test_a_window_opens_beside_the_table_where_the_screen_has_room(opened):
    main = opened(REQUEST).main.window
    main.setGeometry(100, 100, 1280, 800)
    size = QSize(820, 640)
    assert place_beside(size, main, LARGE).left() > main.geometry().right()
    main.setGeometry(2500, 100, 1280, 800)
    assert place_beside(size, main, LARGE).right() < main.geometry().left()


def test_where_it_has_none_the_window_is_on_the_table_and_never_over_the_hand(opened, screen):
    person = opened(REQUEST)
    main = person.main.window
    person.wait_for_turn()
    room = QRect(0, 0, 1366, 768)
    screen(room)
    main.setGeometry(20, 30, 1320, 720)
    view = person.playing.view
    hand = view.mapToGlobal(QPoint(0, round(person.scene.geometry.hand_top)))
    place = place_beside(QSize(820, 640), main, room)
    assert place.bottom() <= hand.y()
    assert abs(place.center().x() - view.mapToGlobal(view.rect().center()).x()) <= 1
    person.main.help_desk.show_rules()
    person.main.looking.show_matches()
    matches = person.main.looking.matches
    for window in (person.main.help_desk.shown, matches):
        assert window.isVisible()
        assert window.geometry().bottom() <= hand.y()
    lower = matches.height()
    matches.close()
    screen(LARGE)
    person.main.looking.show_matches()
    assert matches.height() > lower  # with enough space it has its preferred height


@pytest.mark.parametrize(
    ("size", "letters"),
    [
        ((1280, 800), 1.0),
        ((1920, 1080), 1.0),
        ((2560, 1440), 1.0),
        ((3840, 2160), 1.5),
        ((7680, 4320), 1.5),
    ],
)
def test_on_a_screen_of_small_pixels_letters_begin_larger(size, letters):
    assert first_text_size(QSize(*size)) == letters


def test_letters_begin_so_for_whoever_has_kept_no_settings(opened, monkeypatch):
    monkeypatch.setattr(program, "first_text_size", lambda _: 1.5)
    assert opened().main.settings.text_size == 1.0  # stored settings exist
    kept = Settings()
    monkeypatch.setattr(Settings, "load", classmethod(lambda _: kept))
    assert opened().main.settings.text_size == 1.5
