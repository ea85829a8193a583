"""Tests of the pixmaps of cards, and of cards at rest and in flight."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene, QStyleOptionGraphicsItem

from greenbaize.ui.cards.card_look import CardLook
from greenbaize.ui.cards.card_pixmaps import CardPixmapStore
from greenbaize.ui.table import card_atlas
from greenbaize.ui.table.card_atlas import FLYING_Z_OFFSET, MAX_SLIDING_Z, CardItem
from greenbaize.ui.table.flight_path import FULL_FLIP
from greenbaize.ui.table.geometry import OPEN_HAND_SCALE, CardPlacement
from greenbaize.ui.table.shadows import LIFTED_HEIGHT, MAX_HEIGHT
from ui.table.person import face_of


def test_a_packet_is_higher_than_a_card_and_shrinks_when_one_leaves(atlas):
    packet, top = (CardItem(atlas, None, CardPlacement(300, 200)) for _ in range(2))
    flat_rect = packet.boundingRect()
    packet.packet_size = 40
    high_rect = packet.boundingRect()
    assert high_rect.top() < flat_rect.top() < flat_rect.bottom() < high_rect.bottom()
    assert high_rect.height() > flat_rect.height() + 5
    top.set_source_packet(packet)
    top.plan_flight(CardPlacement(100, 100))
    assert packet.packet_size == 40
    top.start_animation()
    assert packet.packet_size == 39


def test_a_card_rises_on_its_way_and_lies_flat_again(atlas):
    card = CardItem(atlas, None, CardPlacement(300, 200))
    flat = card.boundingRect()
    card.plan_flight(CardPlacement(100, 100))
    card.start_animation()
    card.set_progress(0.5)
    assert card.boundingRect().width() > flat.width() + 5
    card.finish_animation()
    assert card.boundingRect() == flat


def test_a_card_that_is_sorted_into_a_hand_slides(atlas):
    card = CardItem(atlas, None, CardPlacement(300, 200))
    flat = card.boundingRect()
    card.plan_flight(CardPlacement(100, 210))
    card.start_animation()
    card.set_progress(0.5)
    assert card.boundingRect() == flat


def test_a_lifted_card_has_its_shadow_farther_away(atlas):
    card = CardItem(atlas, None, CardPlacement(300, 200))
    flat = card.boundingRect()
    card.set_lifted(on=True)
    assert card.boundingRect().bottom() > flat.bottom()
    card.set_lifted(on=False)
    assert card.boundingRect() == flat


QUEEN, KING = face_of("QS"), face_of("KH")
START, END = CardPlacement(300, 200), CardPlacement(100, 500, 0.5, 10)


@pytest.fixture
def card(atlas):
    return CardItem(atlas, QUEEN, START)


class TestAtlas:
    def test_pixmaps_have_the_scale_and_the_tilt_of_a_placement(self, atlas):
        for scale, tilt in ((1.0, 0), (0.5, 0), (1.0, 90)):
            size = atlas.card_pixmap(QUEEN, CardPlacement(0, 0, scale, tilt)).size().toTuple()
            assert size == ((140, 100) if tilt else (100 * scale, 140 * scale))

    def test_sizes_are_kept_until_the_table_or_the_screen_changes(self, atlas):
        store, shadows = atlas.face_store(0.5), atlas.shadows(0.5)
        atlas.set_size(100, 1.0)
        assert atlas.face_store(0.5) is store
        assert atlas.shadows(0.5) is shadows
        atlas.set_size(100, 2.0)
        assert atlas.face_store(0.5) is not store
        assert atlas.card_pixmap(QUEEN, START).size().toTuple() == (200, 280)
        store = atlas.face_store(0.5)
        atlas.set_size(110, 2.0)
        assert atlas.face_store(0.5) is not store

    def test_another_look_is_that_of_usual_and_crowded_cards(self, atlas):
        scales = (1.0, OPEN_HAND_SCALE)
        images = [atlas.face_store(scale).face_pixmap(QUEEN).toImage() for scale in scales]
        atlas.set_card_look(CardLook("large"))
        for scale, image in zip(scales, images, strict=True):
            assert atlas.face_store(scale).face_pixmap(QUEEN).toImage() != image

    def test_cards_of_other_hands_are_drawn_as_crowded_ones(self, atlas, monkeypatch):
        renderers = []

        def make_store(renderer, *size):
            renderers.append(renderer)
            return CardPixmapStore(renderer, *size)

        monkeypatch.setattr(card_atlas, "CardPixmapStore", make_store)
        for scale in (OPEN_HAND_SCALE, OPEN_HAND_SCALE + 0.01):
            atlas.face_store(scale)
        assert [renderer._is_crowded for renderer in renderers] == [True, False]

    def test_faces_are_dimmed_and_backs_are_not(self, atlas):
        for face, is_changed in ((QUEEN, True), (None, False)):
            bright, dim = (
                atlas.card_pixmap(face, START, dimmed=dimmed).toImage() for dimmed in (False, True)
            )
            assert (bright != dim) is is_changed


class TestCardAtRest:
    def test_it_lies_at_whole_pixels(self, card):
        card.set_placement(CardPlacement(10.4, 20.6))
        assert card.pos() == QPointF(10, 21)
        assert card.card_rect.center() == QPointF(10.4, 20.6)

    def test_its_rectangle_has_the_size_of_its_placement(self, card):
        card.set_placement(CardPlacement(300, 200, 0.5, 30))
        assert card.card_width == 50
        assert card.card_rect == QRectF(275, 165, 50, 70)

    def test_a_point_is_on_it_up_to_its_edges(self, card):
        for x, y, is_inside in (
            (250, 200, True),
            (249, 200, False),
            (300, 130, True),
            (300, 129, False),
            (350, 270, True),
            (351, 270, False),
        ):
            assert card.shape_contains(QPointF(x, y)) is is_inside

    def test_it_shows_a_card_of_whichever_pack(self, card):
        assert card.shows_card(QUEEN.card)
        assert not card.shows_card(KING.card)
        card.set_face(face_of("QS'"))
        assert card.shows_card(QUEEN.card)
        card.set_face(None)
        assert not card.shows_card(QUEEN.card)

    def test_it_is_drawn_anew_for_another_face_or_dimming_only(self, card, monkeypatch):
        drawn_faces = []
        monkeypatch.setattr(card, "update_pixmap", lambda: drawn_faces.append(card.face))
        card.set_face(QUEEN)
        card.set_dimmed(False)
        assert drawn_faces == []
        card.set_face(KING)
        card.set_dimmed(True)
        card.set_dimmed(True)
        assert drawn_faces == [KING, KING]

    def test_it_stays_lifted_where_it_is_put(self, card):
        card.set_lifted(on=True)
        card.set_placement(END)
        assert card.height == LIFTED_HEIGHT
        card.set_lifted(on=False)
        assert card.height == 0

    def test_an_outline_reaches_beyond_the_card(self, card):
        before = card.boundingRect()
        card.outline_colour = "#ff0000"
        assert card.boundingRect() == before.adjusted(-6, -6, 6, 6)
        scene = QGraphicsScene()
        scene.addItem(card)
        image = QImage(120, 160, QImage.Format.Format_RGB32)
        image.fill(QColor("#0000ff"))
        with QPainter(image) as painter:
            painter.translate(60, 80)
            card.paint(painter, QStyleOptionGraphicsItem())
        for point in ((60 - 51, 80), (60 + 51, 80), (60, 80 - 71), (60, 80 + 71)):
            assert image.pixelColor(*point).red() > 150
        scene.removeItem(card)


class TestFlight:
    def test_it_waits_until_it_starts_and_moves_until_it_ends(self, card):
        card.plan_flight(END)
        assert (card.is_waiting, card.is_moving) == (True, True)
        assert card.placement == END
        assert card.pos() == QPointF(300, 200)
        card.start_animation()
        assert (card.is_waiting, card.is_moving) == (False, True)
        card.finish_animation()
        assert (card.is_waiting, card.is_moving) == (False, False)
        assert card.pos() == QPointF(100, 500)

    def test_it_shrinks_and_turns_on_its_way_at_whole_pixels(self, card):
        card.plan_flight(END, (300, 500))
        card.start_animation()
        assert (card.scale(), card.rotation()) == (2.0, -10.0)
        card.set_progress(0.5)
        assert card.pos() == QPointF(round(0.75 * 300 + 0.25 * 100), round(0.25 * 200 + 0.75 * 500))
        assert card.scale() == pytest.approx(0.75 / 0.5)
        assert card.rotation() == pytest.approx(5.0 - 10)
        card.finish_animation()
        assert (card.scale(), card.rotation()) == (1.0, 0.0)

    def test_a_card_in_flight_is_above_everything_and_a_low_one_below_plates(self, card):
        for slides_low, z in ((False, 100 + FLYING_Z_OFFSET), (True, 100)):
            card.set_resting_z(100)
            card.plan_flight(END, slides_low=slides_low)
            assert card.zValue() == 100
            card.start_animation()
            assert card.zValue() == z
            card.set_resting_z(90)
            assert card.zValue() == z - 10
            card.finish_animation()
            assert card.zValue() == 90

    def test_a_low_card_that_is_flipped_rises_as_it_shows_its_face(self, card):
        card.set_face(None)
        card.set_resting_z(100)
        card.schedule_flip(QUEEN, FULL_FLIP)
        card.plan_flight(END, slides_low=True)
        card.start_animation()
        assert card.zValue() == MAX_SLIDING_Z
        card.set_progress(0.4)
        assert (card.face, card.final_face) == (None, QUEEN)
        assert card.transform().m11() < 0.5
        card.set_progress(0.6)
        assert (card.face, card.final_face) == (QUEEN, QUEEN)
        assert card.zValue() == 100

    def test_it_shows_its_final_face_at_the_end_even_of_a_skipped_flight(self, card):
        card.schedule_flip(None, FULL_FLIP)
        card.plan_flight(END)
        card.start_animation()
        card.finish_animation()
        assert (card.face, card.final_face) == (None, None)
        assert card.transform().isIdentity()
        card.schedule_flip(None, FULL_FLIP)
        assert card._flip is None  # it shows its back already

    def test_heights_of_flights(self, card):
        heights = []
        for placement, slides_low in (
            (CardPlacement(100, 500), False),
            (CardPlacement(100, 244), False),
            (CardPlacement(100, 246), False),
            (CardPlacement(100, 210, 0.5), False),
            (CardPlacement(100, 500), True),
        ):
            card.set_placement(START)
            card.plan_flight(placement, slides_low=slides_low)
            card.start_animation()
            card.set_progress(0.5)
            heights.append(card.height)
        assert heights == [MAX_HEIGHT, 0, MAX_HEIGHT, MAX_HEIGHT, LIFTED_HEIGHT]

    def test_it_is_lifted_only_at_rest(self, card):
        card.plan_flight(END)
        card.start_animation()
        card.set_lifted(on=True)
        card.set_progress(0.5)
        assert card.height == MAX_HEIGHT
        card.finish_animation()
        assert card.height == LIFTED_HEIGHT

    def test_a_flight_from_a_pack_is_hidden_until_it_starts(self, card):
        card.plan_flight(END)
        card.hide_until_start()
        assert not card.isVisible()
        card.start_animation()
        assert card.isVisible()
        card.hide_until_start()
        card.finish_animation()
        assert card.isVisible()

    def test_a_resize_keeps_the_progress_of_a_flight(self, card):
        card.plan_flight(END)
        card.start_animation()
        card.set_progress(0.5)
        before = card.pos()
        end = CardPlacement(200, 1500, 0.5, 10)
        card.redirect_flight(end, 2.0, 3.0)
        assert card.pos() == QPointF(2 * before.x(), 3 * before.y())
        assert card.placement == end
        card.set_progress(0.5)
        assert abs(card.x() - 2 * before.x()) <= 2
        assert abs(card.y() - 3 * before.y()) <= 3
        card.set_progress(1.0)
        assert card.pos() == QPointF(200, 1500)

    def test_a_card_at_rest_has_no_progress(self, card):
        card.set_progress(0.5)
        assert card.pos() == QPointF(300, 200)

    def test_a_second_flight_starts_as_the_card_is_seen(self, card):
        card.plan_flight(END)
        card.start_animation()
        card.set_progress(0.5)
        visible = card.scale() * END.scale, card.rotation() + END.tilt
        card.plan_flight(CardPlacement(0, 0))
        card.start_animation()
        assert (card.scale(), card.rotation()) == pytest.approx(visible)

    def test_a_flight_after_one_that_slid_low_is_high_again(self, card):
        for slides_low, height in ((True, LIFTED_HEIGHT), (False, MAX_HEIGHT)):
            card.set_placement(START)
            card.plan_flight(END, slides_low=slides_low)
            card.start_animation()
            card.set_progress(0.5)
            assert card.height == height

    def test_a_last_card_of_a_packet_leaves_it_visible(self, atlas, card):
        packet = CardItem(atlas, None, START)
        card.set_source_packet(packet)
        for _ in range(2):
            card.plan_flight(END)
            card.start_animation()
        assert packet.packet_size == 1

    @pytest.mark.parametrize(
        ("width", "ratio", "is_smoothed"),
        [(100, 1.0, True), (100, 1.5, False), (200, 1.0, False), (199, 1.4, True)],
    )
    def test_a_turning_card_is_smoothed_where_that_is_seen_and_cheap(
        self, atlas, width, ratio, is_smoothed
    ):
        atlas.set_size(width, ratio)
        card = CardItem(atlas, QUEEN, START)
        card.plan_flight(END)
        card.start_animation()
        card.set_progress(0.5)
        hints = []
        image = QImage(10, 10, QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
            card._underlay = SimpleNamespace(
                paint=lambda painter: hints.append(
                    painter.testRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                )
            )
            card.paint(painter, QStyleOptionGraphicsItem())
            assert not painter.testRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        assert hints == [is_smoothed]

    def test_a_zoomed_card_is_larger(self, card):
        card.set_zoom(1.2)
        assert card.scale() == 1.2
        assert card._is_transformed
        card.set_zoom(1.0)
        assert not card._is_transformed
