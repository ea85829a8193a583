"""Tests for the picture of the table in the new match dialog."""

from math import atan2, degrees, hypot

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest

from greenbaize.ui.features.start.table_picture import SeatPreview, TablePicture, _make_star
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from ui.show_widget import show_widget
from ui.text_fit import recorded_painting


def test_table_picture_shows_seats_and_levels(qtbot, open_new_match_dialog):
    dialog = open_new_match_dialog()
    picture, seats = dialog.table_picture, dialog.seats_form
    assert picture._seats == (
        SeatPreview("Ida", None, is_you=True),
        *(SeatPreview(name, 2) for name in ("Anna", "Boris", "Vera")),
    )
    seats.rows[1].player_box.setCurrentIndex(seats.rows[1].player_box.findData("beginner"))
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


class TestTablePicture:
    """The picture alone, without a dialog."""

    @pytest.fixture
    def picture(self, qtbot):
        picture = TablePicture(5, None)
        picture.show_seats(make_seats(4))
        return show_widget(qtbot, picture, 400, picture.height())

    def test_seats_go_clockwise_from_the_own_one_at_the_bottom(self, picture):
        for you in (0, 2):
            picture.show_seats(make_seats(4, you=you))
            centres = picture.face_centres()
            bottom, left, top, right = (centres[(you + step) % 4] for step in range(4))
            assert left.x() < bottom.x() < right.x()
            assert top.y() < left.y() < bottom.y()
            assert left.y() == pytest.approx(right.y())
            assert top.x() == pytest.approx(bottom.x())

    def test_without_a_person_the_first_seat_is_at_the_bottom(self, picture):
        picture.show_seats(make_seats(4, you=None))
        centres = picture.face_centres()
        assert centres[0].y() == max(centre.y() for centre in centres)
        picture.show_seats(())
        assert picture.face_centres() == []

    def test_clicked_faces_are_reported(self, qtbot, picture):
        face = picture.face_centres()[2].toPoint()
        with qtbot.waitSignal(picture.seat_pressed) as pressed:
            QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=face + QPoint(18, 19))
        assert pressed.args == [2]
        with qtbot.assertNotEmitted(picture.seat_pressed):
            QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=face + QPoint(20, 20))
            QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=picture.rect().center())

    @pytest.mark.parametrize(
        ("count", "screen_height", "height"),
        [(6, 700, 168), (7, 700, 168), (7, 899, 168), (7, 1000, 252)],
    )
    def test_many_seats_need_a_tall_screen_for_names(
        self, picture, set_screen_area, count, screen_height, height
    ):
        set_screen_area(QRect(0, 0, 1280, screen_height))
        shows_names = count < 7 or screen_height == 1000
        picture.show_seats(make_seats(count))
        assert picture.height() == height
        with recorded_painting() as listener:
            picture.grab()
        drawn_names = [drawn.text for drawn in listener.painted_texts]
        names = [preview.name for preview in make_seats(count)]
        assert drawn_names == (names if shows_names else names[:1])
        assert picture.toolTip().splitlines() == names

    def test_picture_grows_with_the_text_up_to_a_limit(self, picture):
        heights = []
        for text_scale in (1.2, 1.4, 2.0):
            apply_text_scale(text_scale)
            picture.show_seats(make_seats(4))
            heights.append(picture.height())
        assert heights == [round(1.2 * 168), round(1.4 * 168), round(1.4 * 168)]
        assert picture.sizeHint().height() == picture.height()

    @pytest.mark.parametrize("count", [3, 4, 7])
    @pytest.mark.parametrize("text_scale", [1.0, 1.4, 2.0])
    def test_names_lie_inside_the_picture_below_their_stars(self, picture, count, text_scale):
        apply_text_scale(text_scale)
        picture.show_seats([SeatPreview(f"Emma {seat}", 3) for seat in range(count)])
        shown_count = count if picture._shows_names else 0
        picture.resize(400, picture.height())
        with recorded_painting() as listener:
            picture.grab()
        assert len(listener.painted_texts) == shown_count
        for drawn in listener.painted_texts:
            assert drawn.available_rect.bottom() <= picture.height()

    def test_long_names_are_elided(self, picture):
        picture.show_seats([SeatPreview("W" * 24, None, is_you=True)])
        with recorded_painting() as listener:
            picture.grab()
        (drawn,) = listener.painted_texts
        assert drawn.text.startswith("WWW")
        assert drawn.text.endswith("…")

    def test_stars_show_the_level(self, picture):
        """Count the pixels of the stars' colour below a face."""
        counts = []
        for stars in (None, 1, 5):
            picture.show_seats([SeatPreview("A", None, is_you=True), SeatPreview("B", stars)])
            centre = picture.face_centres()[1].toPoint()
            below = picture.grab(QRect(centre.x() - 30, centre.y() + 14, 60, 9)).toImage()
            ink = QColor(current_theme().brass_on_paper)
            counts.append(sum(below.pixelColor(x, y) == ink for x in range(60) for y in range(9)))
        assert counts[0] == 0
        assert counts[1] < counts[2]

    def test_names_lie_on_the_colour_of_the_window(self, picture):
        """Keep them legible over the edge of the table."""
        centre = picture.face_centres()[0]
        name_top = round(centre.y() + 19 + 1)
        image = picture.grab().toImage()
        window_colour = picture.palette().color(QPalette.ColorRole.Window).name()
        colours = {
            image.pixelColor(round(centre.x()) + offset, name_top + 2).name()
            for offset in (-12, 12)
        }
        assert window_colour in colours

    def test_table_is_wide_but_not_flat(self, picture):
        picture.setFixedWidth(900)
        centres = [centre.x() for centre in picture.face_centres()]
        ys = [centre.y() for centre in picture.face_centres()]
        assert max(centres) - min(centres) == pytest.approx(3.4 * (max(ys) - min(ys)))


def test_star_points_upwards_with_five_tips():
    corners = [corner - QPointF(3, 4) for corner in _make_star(QPointF(3, 4), 10.0)]
    lengths = [hypot(corner.x(), corner.y()) for corner in corners]
    assert lengths == pytest.approx([10.0, 4.5] * 5)
    assert (corners[0].x(), corners[0].y()) == pytest.approx((0, -10))
    angles = [degrees(atan2(corner.x(), -corner.y())) % 360 for corner in corners]
    assert angles == pytest.approx([36 * index for index in range(10)], abs=1e-6)


def make_seats(count, you=0):
    """Create seats with names from A on."""
    return [
        SeatPreview(f"Player {chr(65 + seat)}", None if seat == you else 3, is_you=seat == you)
        for seat in range(count)
    ]
