"""Hands that all lie open in a replay: they take the free room, and no word lies over them."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from greenbaize.app.memory.replays import read_replay
from greenbaize.match.past import OPEN
from greenbaize.ui.memory.replaying import Replaying
from greenbaize.ui.table.deck import CardItem
from greenbaize.ui.table.geometry import TALL
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.theme import LIGHT
from ui.table.seen import check_mirror

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

GOLDEN = Path(__file__).parents[2] / "golden"


def shown(qtbot: QtBot, name: str) -> Replaying:
    replay = read_replay(GOLDEN / f"{name}.jsonl")
    replaying = Replaying(replay, LIGHT)
    qtbot.addWidget(replaying)
    replaying.set_pace(0)
    replaying.resize(1272, 750)
    with qtbot.waitActive(replaying):
        replaying.show()
    return replaying


def box_of(scene: TableScene, item: CardItem) -> QRectF:
    """Where a card lies, without what is drawn around it."""
    wide = item.spot.scale * scene.geometry.card
    return QRectF(item.spot.x - wide / 2, item.spot.y - wide * TALL / 2, wide, wide * TALL)


@pytest.mark.slow
def test_a_hand_is_wide_when_all_are_open(qtbot: QtBot) -> None:
    replaying = shown(qtbot, "master-4-ranked")
    replaying.go_to(replaying.replay.playback.deals[0])
    wide = {}
    for viewer in (OPEN, 0):
        replaying.bar.viewer.setCurrentIndex(replaying.replay.viewers.index(viewer))
        scene = replaying.table.scene
        hands = [scene.cards.hands[seat] for seat in range(4) if seat != scene.near]
        wide[viewer] = [hand[-1].spot.x - hand[0].spot.x for hand in hands]
        check_mirror(scene, replaying.place.game.picture(replaying.seen))
    assert min(wide[OPEN]) > 1.2 * max(wide[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rank-2", "rank-4-deals"])
def test_what_was_done_is_not_said_over_cards(qtbot: QtBot, name: str) -> None:
    replaying = shown(qtbot, name)
    replaying.bar.viewer.setCurrentIndex(replaying.replay.viewers.index(OPEN))
    scene, seen = replaying.table.scene, 0
    replaying.go_to(replaying.replay.playback.deals[0])
    for _ in range(25):
        replaying.step(1)
        QApplication.processEvents()
        for said in scene.said:
            if said.isVisible():
                seen += 1
                box = said.sceneBoundingRect().adjusted(2, 2, -2, -2)
                others = [one for seat, one in enumerate(scene.cards.hands) if seat != scene.near]
                cards = [box_of(scene, item) for hand in others for item in hand]
                hit = [(said.words, box, card) for card in cards if box.intersects(card)]
                assert not hit
    assert seen
