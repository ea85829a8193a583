"""The bar below a replay: all of it is seen on the smallest window, in any language."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox
from pytestqt.qtbot import QtBot

from greenbaize.app.memory.replays import read_replay
from greenbaize.match.playback import OPEN
from greenbaize.ui.memory.replay_bar import viewer_words
from greenbaize.ui.memory.replaying import Replaying
from greenbaize.ui.theme import LIGHT
from ui.table.person import until
from words.pseudo import PseudoTranslations

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

GOLDEN = Path(__file__).parents[2] / "golden"


def shown(qtbot: QtBot, name: str, width: int, height: int) -> Replaying:
    replaying = Replaying(read_replay(GOLDEN / f"{name}.jsonl"), LIGHT)
    qtbot.addWidget(replaying)
    replaying.set_pace(0)
    replaying.resize(width, height)
    with qtbot.waitActive(replaying):
        replaying.show()
    assert (replaying.width(), replaying.height()) == (width, height)
    until(lambda: replaying.bar.height() >= replaying.bar.sizeHint().height())
    return replaying


@pytest.mark.parametrize("size", [(900, 575), (1280, 775), (1920, 1055)])
def test_everything_has_room(qtbot: QtBot, size: tuple[int, int]) -> None:
    replaying = shown(qtbot, "damn-7", *size)
    bar = replaying.bar
    parts = [*bar.findChildren(QAbstractButton), *bar.findChildren(QComboBox), bar.moments]
    boxes = [part.geometry() for part in parts if part.parent() is bar and part.isVisible()]
    assert len(boxes) == 12
    for at, box in enumerate(boxes):
        assert bar.rect().contains(box)
        assert not any(box.intersects(other) for other in boxes[:at])
    for button in (bar.play_on, bar.leave):
        assert button.width() >= button.sizeHint().width()
    assert replaying.table.view.height() >= 400


def test_it_speaks_through_the_catalogue(qtbot: QtBot, pseudo_language: PseudoTranslations) -> None:
    bar = shown(qtbot, "rank-2", 1000, 700).bar
    texts = [bar.where.text(), bar.play_on.text(), bar.leave.text()]
    texts += [button.toolTip() for button in bar.buttons]
    for box in (bar.speed, bar.viewer):
        texts += [box.itemText(row) for row in range(box.count())]
    assert all("⟦" in text for text in texts)


def test_eyes_are_named() -> None:
    replay = read_replay(GOLDEN / "damn-3.jsonl")
    assert viewer_words(replay, 0) == "As Anna saw it"
    assert viewer_words(replay, OPEN) == "All cards open"
    assert viewer_words(replay, None) == "As a watcher saw it"
