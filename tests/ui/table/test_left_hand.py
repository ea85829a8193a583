"""Tests of the left-handed table: buttons at the left, every index visible."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF

from greenbaize.app.memory.replays import read_replay
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.table_snapshot import ScoreQuality
from greenbaize.ui.cards.card_look import CardLook, set_current_card_look
from greenbaize.ui.features.history.replay_page import ReplayPage
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.table.geometry import MAX_CARDS_PER_ROW, TableGeometry
from greenbaize.ui.table.scene import TableScene
from ui.table.person import wait_until
from ui.window_gallery import GOLDEN_RECORDS

SIZES = ((624, 332), (900, 700), (1800, 1000))


def set_left_handed(person, *, left):
    """Set the left-handed layout as the preferences do."""
    person.facade.settings.left_handed = left
    person.facade.apply_settings()


@pytest.mark.parametrize("players", [2, 4, 6, 8])
@pytest.mark.parametrize("size", SIZES)
def test_buttons_lie_at_the_left_and_the_own_plate_at_the_right(players, size):
    usual, left = (TableGeometry(*size, players, 0, left_handed=on) for on in (False, True))
    width = size[0]
    for disc, mirrored_disc in zip(usual.aid_button_boxes(), left.aid_button_boxes(), strict=True):
        assert mirrored_disc.x + mirrored_disc.width == pytest.approx(width - disc.x)
    usual_plate, mirrored_plate = usual.plate_box(0), left.plate_box(0)
    assert mirrored_plate.x == pytest.approx(width - usual_plate.x - usual_plate.width)
    question_box = left.question_box()
    assert question_box.x >= 0
    assert question_box.x + question_box.width <= mirrored_plate.x + 0.01
    assert left.hand_end_x(40) < width / 2


@pytest.mark.parametrize("count", [2, 13, MAX_CARDS_PER_ROW + 5])
def test_each_card_of_a_hand_lies_over_the_next_one(count):
    usual, left = (TableGeometry(900, 700, 4, 0, left_handed=on) for on in (False, True))
    assert [usual.stacking_order(0, index, count) for index in range(count)] == [*range(count)]
    levels = [left.stacking_order(0, index, count) for index in range(count)]
    assert sorted(levels) == [*range(count)]
    row = count if count <= MAX_CARDS_PER_ROW else (count + 1) // 2
    assert all(level > next_level for level, next_level in pairwise(levels[:row]))
    assert min(levels[row:], default=count) >= row


@pytest.mark.slow
def test_the_table_is_mirrored_at_once_and_back(open_program):
    person = open_program(PlayRequest("damn", 4, {"first": 8}, seed_from_text("left")))
    playing = person.match_view
    assert person.wait_for_turn()
    hand, folding = playing.scene.cards.own_hand, playing.folding

    def mirrored_parts():
        overlap_point = QPointF(
            (hand[0].placement.x + hand[1].placement.x) / 2, hand[0].placement.y
        )
        return (
            playing.side_column.x() < playing.table_view.x(),
            playing.hint_button.x() < playing.table_view.width() / 2,
            playing.scene.plates[0].body_rect().center().x() > playing.table_view.width() / 2,
            playing.scene.cards.card_at(overlap_point) is hand[0],
        )

    assert mirrored_parts() == (False, False, False, False)
    set_left_handed(person, left=True)
    assert mirrored_parts() == (True, True, True, True)
    folding.set_folded(on=True)
    assert folding.flap.x() == 0
    folding.set_folded(on=False)
    assert mirrored_parts() == (True, True, True, True)
    set_left_handed(person, left=False)
    assert mirrored_parts() == (False, False, False, False)


def test_a_match_is_played_back_for_the_left_hand():
    set_current_card_look(CardLook(left_handed=True))
    replaying = ReplayPage(read_replay(GOLDEN_RECORDS / "rank-10.jsonl"))
    replaying.resize(1200, 700)
    replaying.show()
    wait_until(replaying.isVisible)
    assert replaying.side_column.x() < replaying.table.table_view.x()
    assert replaying.scene.geometry.left_handed
    replaying.close()
    replaying.deleteLater()


@pytest.mark.parametrize("size", [(900, 700), (1800, 1000)])
def test_own_deal_score_stands_beside_the_own_plate_of_a_full_table(application, size):
    set_current_card_look(CardLook(left_handed=True))
    scene = TableScene([f"P{seat}" for seat in range(8)], 0, Animator(clock=float))
    scene.update_layout(*size, ratio=1.0)
    scene.overlays.show_deal_scores([("+10", ScoreQuality.GOOD)] * 8, 0)
    own_score, *other_scores = (
        item.boundingRect().translated(item.pos()) for item in scene.overlays.deal_scores
    )
    assert not own_score.intersects(QRectF(*scene.geometry.plate_box(0)))
    assert not any(own_score.intersects(item) for item in other_scores)
