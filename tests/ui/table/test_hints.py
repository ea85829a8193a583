"""Tests of tags on cards and of the hint in words."""

from itertools import combinations, pairwise
from math import hypot
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene, QStyleOptionGraphicsItem

from greenbaize.games import GAMES
from greenbaize.ui.cards.card_look import CardLook, set_current_card_look
from greenbaize.ui.table import hints
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO, MAX_CARDS_PER_ROW, CardPlacement
from greenbaize.ui.table.hints import (
    MIN_HINT_HEIGHT_PX,
    CardCountItem,
    CardCountLayer,
    CardTagLayer,
    HintItem,
    HintTagItem,
    find_visible_centre_x,
    make_star,
    measure_tag_width,
    paint_tag,
)
from greenbaize.ui.widgets.theme import LIGHT
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from ui.table.person import face_of

SMALL, LARGE = (900, 575), (1280, 775)


CARD_VALUES = dict(zip("8ATKQJ976", (16, 12, 10, 5, 3, 1, 0, 0, -1), strict=True))


def open_match_for_stake(open_match, seats, size=SMALL):
    person = open_match("ass", seats, size=size, trumps="none")
    person.match_view.begin_match()
    person.wait_for_turn()
    assert person.match_view.prompts.question.kind == "stake"
    return person


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("seats", GAMES["ass"].seats)
def test_every_card_shows_its_value_during_the_stake(open_match, seats, size):
    person = open_match_for_stake(open_match, seats, size)
    tags = person.match_view.prompts.count_tags.tags
    assert list(tags) == person.own_faces
    for face, tag in tags.items():
        number = CARD_VALUES[face.card.code[0]]
        assert tag.text == str(number).replace("-", "−")
        item = person.scene.cards.find_card(face)
        assert item.sceneBoundingRect().contains(tag.sceneBoundingRect().center())
    tag_rects = [tag.sceneBoundingRect() for tag in tags.values()]
    assert all(a.right() <= b.left() for a, b in pairwise(tag_rects))
    person.click(person.match_view.prompts.choice_prompt.buttons[0])
    assert person.match_view.prompts.count_tags.tags == {}


def test_the_tags_follow_the_table(open_match):
    person = open_match_for_stake(open_match, 4)
    tag = next(iter(person.match_view.prompts.count_tags.tags.values()))
    before = tag.pos()
    person.match_view.resize(1280, 775)
    assert tag.pos() != before


@pytest.fixture
def drawn_texts(monkeypatch):
    """List what is drawn as text."""
    texts = []
    monkeypatch.setattr(
        hints, "draw_fitted_text", lambda painter, room, text, *_, **__: texts.append(text) or True
    )
    return texts


def test_a_star_has_five_points_the_first_one_above():
    star = make_star(QPointF(10, 20), 5)
    distances = [hypot(point.x() - 10, point.y() - 20) for point in star]
    assert distances == pytest.approx([5, 2.1] * 5)
    assert (star[0].x(), star[0].y()) == pytest.approx((10, 15))
    centre = sum(point.x() for point in star) / 10, sum(point.y() for point in star) / 10
    assert centre == pytest.approx((10, 20))


def test_the_tag_of_the_best_choice_has_room_for_a_star(qapp):
    usual, best = (measure_tag_width("+5", 20, best=best) for best in (False, True))
    assert best - usual == pytest.approx(1.1 * 20)
    assert measure_tag_width("+55", 20, best=False) > usual


def grab_tag(*, best):
    image = QImage(60, 28, QImage.Format.Format_RGB32)
    image.fill(QColor("#0000ff"))
    with QPainter(image) as painter:
        paint_tag(painter, QRectF(0, 0, 60, 28), "+5", best=best)
    return image


def test_the_best_choice_is_brass_and_the_others_paper(qapp):
    assert grab_tag(best=True).pixelColor(55, 14).name() == LIGHT.brass
    assert grab_tag(best=False).pixelColor(55, 14).name() == LIGHT.paper
    star = grab_tag(best=True).pixelColor(17, 14)
    assert star.name() == LIGHT.plate


def make_hand(*xs):
    return [SimpleNamespace(placement=CardPlacement(x, 0)) for x in xs]


def test_a_tag_stands_over_the_part_of_a_card_that_is_seen():
    hand = make_hand(100, 140, 300)
    assert [find_visible_centre_x(hand, index, 100) for index in range(3)] == [70, 140, 300]
    set_current_card_look(CardLook(left_handed=True))
    assert [find_visible_centre_x(hand, index, 100) for index in range(3)] == [100, 170, 300]


@pytest.mark.parametrize(
    ("make_tag", "offsets"),
    [
        (
            lambda: HintTagItem("+5", best=False),
            (CARD_HEIGHT_RATIO / 2 - 0.08, -CARD_HEIGHT_RATIO / 2),
        ),
        (lambda: CardCountItem("16"), (CARD_HEIGHT_RATIO / 2 - 0.1, 0.0)),
    ],
    ids=["hint", "count"],
)
def test_a_tag_stands_at_the_foot_of_a_card(application, make_tag, offsets):
    tag = make_tag()
    assert tag.foot_offsets == offsets
    tag.stand_at(100.0, 200.0, 120.0)
    width, height = tag.size_at(120.0)
    assert tag.pos() == QPointF(round(100 - width / 2), round(200 - height))
    assert tag.boundingRect().size() == QSizeF(width + tag.border_px, height + tag.border_px)
    assert tag.isVisible()


def test_tags_grow_with_the_cards_and_stay_readable_on_small_ones(application):
    hint, count = HintTagItem("+5", best=True), CardCountItem("16")
    assert hint.size_at(10)[1] == pytest.approx(1.4 * 12)
    assert hint.size_at(200)[1] == pytest.approx(1.4 * 26)
    assert count.size_at(10) == (26, 20)
    assert count.size_at(200) == (78, 60)
    apply_text_scale(2.0)
    assert hint.size_at(10)[1] == pytest.approx(1.4 * 18)


class TestTagLayer:
    @pytest.fixture
    def scene(self, application, atlas):
        scene = QGraphicsScene()
        placements = [CardPlacement(100 + 40 * index, 300) for index in range(3)]
        hand = [
            CardItem(atlas, face, placement)
            for face, placement in zip(
                (face_of("QS"), None, face_of("7H")), placements, strict=True
            )
        ]
        scene.cards = SimpleNamespace(own_hand=hand)
        scene.geometry = SimpleNamespace(own_card_width=100.0)
        return scene

    def test_a_tag_stands_at_its_card_and_only_the_last_tags_are_there(self, scene):
        layer = CardTagLayer(scene)
        first = CardCountItem("1")
        layer.set_tags({face_of("QS"): first})
        assert scene.items() == [first]
        second = CardCountItem("2")
        layer.set_tags({face_of("7H"): second})
        assert scene.items() == [second]
        centre = second.pos() + second.boundingRect().center()
        assert centre.x() == pytest.approx(180, abs=1)
        assert second.pos().y() + second.boundingRect().height() == pytest.approx(360, abs=1)
        layer.set_tags({})
        assert scene.items() == []

    def test_no_tag_covers_a_part_of_another(self, scene):
        layer = CardTagLayer(scene)
        apply_text_scale(1.5)
        scene.cards.own_hand[1].face = face_of("KD")
        faces = [item.face for item in scene.cards.own_hand]
        layer.set_tags({face: HintTagItem("−2.2", best=face == faces[1]) for face in faces})
        rects = [tag.sceneBoundingRect() for tag in layer.tags.values()]
        assert rects[0].width() > 40
        assert not any(first.intersects(second) for first, second in combinations(rects, 2))

    def test_of_two_rows_the_tags_stand_in_the_middle_of_cards(self, scene, atlas):
        scene.cards.own_hand += [
            CardItem(atlas, None, CardPlacement(300 + 40 * index, 300))
            for index in range(MAX_CARDS_PER_ROW)
        ]
        layer = CardTagLayer(scene)
        layer.set_tags({face_of("QS"): CardCountItem("1")})
        (tag,) = layer.tags.values()
        assert tag.pos().y() + tag.boundingRect().height() == pytest.approx(300, abs=1)

    def test_only_known_cards_of_the_hand_have_a_value(self, scene):
        layer = CardCountLayer(scene)
        layer.show_counts([(face_of("7H").card, -2), (face_of("8H").card, 3)])
        assert {face: tag.text for face, tag in layer.tags.items()} == {face_of("7H"): "−2"}


class TestHintItem:
    AREA = QRectF(100, 100, 300, 200)

    @pytest.fixture
    def item(self, application):
        item = HintItem()
        item.set_texts(("Play the ace.", "It brings 5 points."))
        return item

    def test_it_stands_at_the_bottom_of_its_area_centred(self, item):
        item.stand_in(self.AREA, 100)
        rect = item.mapRectToScene(item.boundingRect())
        assert rect.bottom() == pytest.approx(self.AREA.bottom(), abs=1)
        assert rect.center().x() == pytest.approx(self.AREA.center().x(), abs=1)
        assert rect.width() < self.AREA.width()
        assert rect.height() == pytest.approx(item.compute_height(self.AREA, 100, 2.0))

    def test_without_a_sentence_it_is_hidden_and_has_no_height(self, item):
        assert item.isVisible()
        item.set_texts(("", ""))
        assert not item.isVisible()
        assert item.compute_height(self.AREA, 100, 2.0) == 0

    def test_long_texts_take_more_lines_and_the_whole_width(self, item):
        short = item.compute_height(self.AREA, 100, 2.0)
        item.set_texts(("Play the ace. " * 6, "It brings 5 points."))
        assert item.compute_height(self.AREA, 100, 2.0) > short
        assert item._text_width == self.AREA.width()
        item.set_texts(("Play the ace. " * 6, ""))
        assert item._heights[1] > 0
        assert item.compute_height(self.AREA, 100, 2.0) < short + 200
        assert item._heights[1] == pytest.approx(0.2 * item._size)

    def test_text_that_is_too_high_gets_smaller_and_is_whole_in_the_tooltip(self, item):
        item.set_texts(("Play the ace. " * 20, "It brings 5 points. " * 20))
        item.stand_in(QRectF(100, 100, 120, 50), 100)
        assert item.boundingRect().height() == 50
        assert sum(item._heights) < 50
        item.stand_in(QRectF(100, 100, 120, 10), 100)
        assert item.boundingRect().height() == MIN_HINT_HEIGHT_PX
        paint_item(item)
        assert "Play the ace." in item.toolTip()
        assert "It brings 5 points." in item.toolTip()

    def test_text_that_fits_has_no_tooltip(self, item):
        item.stand_in(self.AREA, 100)
        paint_item(item)
        assert item.toolTip() == ""

    def test_both_texts_are_drawn(self, item, drawn_texts):
        item.stand_in(self.AREA, 100)
        paint_item(item)
        assert drawn_texts == ["Play the ace.", "It brings 5 points."]


def paint_item(item):
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        item.paint(painter, QStyleOptionGraphicsItem())
