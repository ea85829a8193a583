"""Tests for the pictures of the games on the first screen."""

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor
from PySide6.QtSvg import QSvgRenderer

from greenbaize.games import GAMES
from greenbaize.resources import resources_folder
from greenbaize.store.declared_settings import CARD_BACKS
from greenbaize.ui.cards.card_look import CardLook, current_card_look, set_current_card_look
from greenbaize.ui.features.start import tile_pictures
from greenbaize.ui.features.start.tile_pictures import (
    LayerPose,
    LayerTrack,
    TilePicture,
    load_layer_tracks,
)
from greenbaize.ui.table.animation import ease_in_out
from greenbaize.ui.widgets.theme import DARK, LIGHT


@pytest.mark.parametrize("game", GAMES)
def test_each_picture_has_moving_layers(game):
    svg_text = (resources_folder() / "tiles" / f"{game}.svg").read_text(encoding="utf-8")
    tracks = load_layer_tracks(game)
    assert [f'id="{track.layer_id}"' in svg_text for track in tracks] == [True] * len(tracks)
    assert svg_text.count("<g id=") == len(tracks)
    assert any(
        track.pose_at(share / 20) != track.pose_at(0) for track in tracks for share in range(21)
    )
    assert all(key[0] <= 1 for track in tracks for key in track.keyframes)


def test_game_without_a_file_has_no_layers():
    assert load_layer_tracks("no-such-game") == ()


def test_pose_lies_between_the_poses_of_two_keyframes():
    start, end = LayerPose(), LayerPose(40.0, -20.0, 90.0, 0.5)
    assert start.interpolate(end, 0.0) == start
    assert start.interpolate(end, 0.25) == LayerPose(10.0, -5.0, 22.5, 0.875)
    assert end.interpolate(start, 1.0) == start


def test_track_eases_from_keyframe_to_keyframe_and_stays_at_the_last():
    poses = LayerPose(), LayerPose(100.0), LayerPose(100.0, 50.0)
    track = LayerTrack("x", QPointF(), tuple(zip((0.0, 0.2, 0.6), poses, strict=True)))
    assert track.pose_at(0.0) == poses[0]
    assert track.pose_at(0.05).x_offset == pytest.approx(100 * ease_in_out(0.25))
    assert track.pose_at(0.2) == poses[1]
    assert track.pose_at(0.4) == LayerPose(100.0, pytest.approx(50 * ease_in_out(0.5)))  # type: ignore[arg-type]
    assert [track.pose_at(time) for time in (0.6, 1.0)] == [poses[2]] * 2


def test_layers_rest_before_their_first_keyframe():
    tracks = load_layer_tracks("damn")
    assert tracks[0].keyframes == ((0.0, LayerPose()),)
    assert tracks[1].keyframes[:2] == ((0.0, LayerPose()), (0.3, LayerPose()))
    assert tracks[1].pivot == QPointF(264, 250)
    assert tracks[2].keyframes[-1] == (0.8, LayerPose(-10.0, 0.0, -10.0))


class TestTilePicture:
    @pytest.fixture
    def make_picture(self, application):
        """Return a function that draws a game's picture."""
        return lambda width=160, height=100, ratio=1.0, theme=LIGHT: TilePicture(
            "damn", QSize(width, height), ratio, theme, QSvgRenderer
        )

    def test_frame_has_the_size_of_the_tile_in_pixels_of_the_screen(self, make_picture):
        frame = make_picture(160, 100, 2.0).resting_pixmap
        assert frame.size() == QSize(320, 200)
        assert frame.deviceIndependentSize() == QSizeF(160, 100)
        assert make_picture(0, 0).resting_pixmap.size() == QSize(1, 1)

    @pytest.mark.parametrize("game", GAMES)
    def test_cards_are_those_of_the_chosen_look(self, game, application):
        def draw(look):
            set_current_card_look(look)
            picture = TilePicture(game, QSize(800, 500), 1.0, LIGHT, QSvgRenderer)
            return picture.resting_pixmap.toImage()

        old_look = current_card_look()
        try:
            usual, other = draw(CardLook()), draw(CardLook(faces="large", back=CARD_BACKS[1]))
        finally:
            set_current_card_look(old_look)
        # Within a card, and only there: its shadow and the rest of the picture stay.
        rects = [
            QRectF(card.x - reach, card.y - reach, 2 * reach, 2 * reach)
            for track in load_layer_tracks(game)
            for card in track.cards
            for reach in [0.5 * (1.4**2 + 1) ** 0.5 * card.width + 1]
        ]
        changed = [
            QPointF(x, y)
            for x in range(0, 800, 3)
            for y in range(0, 500, 3)
            if usual.pixel(x, y) != other.pixel(x, y)
        ]
        assert all(any(rect.contains(point) for rect in rects) for point in changed)
        assert all(any(rect.contains(point) for point in changed) for rect in rects)

    def test_picture_moves_and_comes_back(self, make_picture):
        picture = make_picture()
        images = [
            picture.render_frame(*progress).toImage()
            for progress in ((0.5, 0.0), (1.0, 0.0), (1.0, 1.0))
        ]
        rest = picture.resting_pixmap.toImage()
        assert images[2] == rest
        assert rest != images[0] != images[1] != rest
        assert picture.render_frame(0.0, 0.0).toImage() == rest

    def test_picture_lies_on_the_cloth_of_the_theme(self, make_picture, monkeypatch):
        monkeypatch.setattr(tile_pictures, "load_layer_tracks", lambda _: ())
        for theme in (LIGHT, DARK):
            image = make_picture(theme=theme).resting_pixmap.toImage()
            for x, y, colour in ((80, 30, theme.felt_glow), (0, 99, theme.felt)):
                assert image.pixelColor(x, y).getRgb() == pytest.approx(
                    QColor(colour).getRgb(), abs=3
                )

    @pytest.mark.parametrize("size", [(160, 100), (160, 60), (100, 160)])
    def test_picture_is_cropped_to_the_tile_and_never_narrower(self, make_picture, size):
        """The layers are centred, and cover the tile in its longer direction."""
        picture = make_picture(*size)
        ends = [picture._map_point(QPointF(x, y)) for x, y in ((0, 0), (800, 500))]
        middle = (ends[0] + ends[1]) / 2
        assert (middle.x(), middle.y()) == pytest.approx((size[0] / 2, size[1] / 2))
        picture_size = ends[1] - ends[0]
        assert picture_size.x() >= size[0]
        assert picture_size.y() >= size[1]
        assert picture_size.x() == pytest.approx(max(size[0], size[1] * 1.6))
