"""Tests of the left-handed table: buttons at the left, every index visible."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF

from greenbaize.app.memory.replays import read_replay
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.resources import resources
from greenbaize.rules.chance import seed_from
from greenbaize.rules.pictures import Luck
from greenbaize.store.fitting import CARD_FACES
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.cards.faces import FaceStore
from greenbaize.ui.cards.look import CardLook, use_look
from greenbaize.ui.features.history.replaying import Replaying
from greenbaize.ui.table.geometry import ROW_HOLDS, Geometry
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.scene import TableScene
from ui.gallery import GOLDEN
from ui.table.person import face_of, until

SIZES = ((624, 332), (900, 700), (1800, 1000))


def turned(person, *, left):
    """Set the left-handed layout as the preferences do."""
    person.main.settings.left_handed = left
    person.main.apply_settings()


@pytest.mark.parametrize("faces", CARD_FACES)
def test_the_index_is_in_the_corner_that_is_seen(faces):
    """In the mirrored layout the corners swap their contents; letters are not mirrored."""
    card = face_of("7C")
    corners = []
    for left in (False, True):
        look = CardLook(faces, left_handed=left)
        store = FaceStore(CardRenderer(resources() / "cards", look), 100)
        image = store.face(card).toImage()
        wide, tall = round(0.23 * 100), round(0.5 * 100)
        corners.append((image.copy(4, 4, wide, tall), image.copy(100 - wide - 4, 4, wide, tall)))
    (usual, usual_other), (other, mirrored) = corners

    def inked(part):
        return sum(
            part.pixelColor(x, y).lightness() < 150
            for x in range(part.width())
            for y in range(part.height())
        )

    assert inked(mirrored) > 0.9 * inked(usual) > 2 * inked(usual_other)
    assert inked(other) < inked(mirrored)


@pytest.mark.parametrize("players", [2, 4, 6, 8])
@pytest.mark.parametrize("size", SIZES)
def test_what_is_pressed_lies_at_the_left_and_the_own_plate_at_the_right(players, size):
    usual, left = (Geometry(*size, players, 0, left_handed=on) for on in (False, True))
    width = size[0]
    for disc, other in zip(usual.discs(), left.discs(), strict=True):
        assert other.x + other.width == pytest.approx(width - disc.x)
    mine, its = usual.plate(0), left.plate(0)
    assert its.x == pytest.approx(width - mine.x - mine.width)
    asked = left.question()
    assert asked.x >= 0
    assert asked.x + asked.width <= its.x + 0.01
    assert left.end(40) < width / 2


@pytest.mark.parametrize("count", [2, 13, ROW_HOLDS + 5])
def test_each_card_of_a_hand_lies_over_the_next_one(count):
    usual, left = (Geometry(900, 700, 4, 0, left_handed=on) for on in (False, True))
    assert [usual.level(0, place, count) for place in range(count)] == [*range(count)]
    levels = [left.level(0, place, count) for place in range(count)]
    assert sorted(levels) == [*range(count)]
    row = count if count <= ROW_HOLDS else (count + 1) // 2
    assert all(one > other for one, other in pairwise(levels[:row]))
    assert min(levels[row:], default=count) >= row


@pytest.mark.slow
def test_it_is_turned_at_once_and_back(opened):
    person = opened(PlayRequest("damn", 4, {"first": 8}, seed_from("left")))
    playing = person.playing
    assert person.wait_for_turn()
    hand, folding = playing.scene.cards.own, playing.folding

    def there():
        between = QPointF((hand[0].spot.x + hand[1].spot.x) / 2, hand[0].spot.y)
        return (
            playing.side.x() < playing.view.x(),
            playing.hint_button.x() < playing.view.width() / 2,
            playing.scene.plates[0].body().center().x() > playing.view.width() / 2,
            playing.scene.cards.at(between) is hand[0],
        )

    assert there() == (False, False, False, False)
    turned(person, left=True)
    assert there() == (True, True, True, True)
    folding.fold(on=True)
    assert folding.flap.x() == 0
    folding.fold(on=False)
    assert there() == (True, True, True, True)
    turned(person, left=False)
    assert there() == (False, False, False, False)


def test_a_match_is_played_back_for_the_left_hand():
    use_look(CardLook(left_handed=True))
    replaying = Replaying(read_replay(GOLDEN / "rank-10.jsonl"))
    replaying.resize(1200, 700)
    replaying.show()
    until(replaying.isVisible)
    assert replaying.side.x() < replaying.table.view.x()
    assert replaying.scene.geometry.left_handed
    replaying.close()
    replaying.deleteLater()


@pytest.mark.parametrize("size", [(900, 700), (1800, 1000)])
def test_what_one_has_made_stands_beside_the_own_plate_of_a_full_table(application, size):
    use_look(CardLook(left_handed=True))
    scene = TableScene([f"P{seat}" for seat in range(8)], 0, Motion(clock=float))
    scene.lay_out(*size, 1.0)
    scene.occasions.show_made([("+10", Luck.GOOD)] * 8, 0)
    own, *others = (one.boundingRect().translated(one.pos()) for one in scene.occasions.made)
    assert not own.intersects(QRectF(*scene.geometry.plate(0)))
    assert not any(own.intersects(one) for one in others)
