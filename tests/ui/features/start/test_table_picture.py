"""Tests for the picture of the table in the new match dialog."""

import pytest
from PySide6.QtCore import Qt

from greenbaize.ui.features.start.table_picture import SeatPreview


def test_table_picture_shows_seats_and_levels(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    picture, seats = dialog.table_picture, dialog.seats_form
    assert picture._seats == (
        SeatPreview("Ida", None, is_you=True),
        *(SeatPreview(name, 2) for name in ("Anna", "Boris", "Vera")),
    )
    seats.rows[1].player_box.setCurrentIndex(seats.rows[1].player_box.findData("random"))
    assert picture._seats[1] == SeatPreview("Anna", 1)
    middle = picture.rect().center()
    assert max(position.y() for position in picture.face_centres()) == picture.face_centres()[0].y()
    assert picture.face_centres()[0].x() == pytest.approx(middle.x(), abs=1)
    point = picture.face_centres()[2].toPoint()
    qtbot.mouseClick(picture, Qt.MouseButton.LeftButton, pos=point)
    assert seats.rows[2].player_box.hasFocus()
    dialog.game_list.choose_game("rank")
    dialog.players_box.setValue(10)
    assert len(picture.face_centres()) == 10
    assert all(picture.rect().contains(position.toPoint()) for position in picture.face_centres())
