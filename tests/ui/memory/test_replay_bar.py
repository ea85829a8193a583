"""The bar below a replay: all of it is seen on the smallest window, in any language."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from greenbaize.app.memory.replays import read_replay
from greenbaize.match.past import OPEN
from greenbaize.match.player import Player
from greenbaize.ui.memory.replay_bar import viewer_words
from greenbaize.ui.memory.replaying import Replaying
from greenbaize.ui.theme import LIGHT
from ui.table.person import LEFT, until
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


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 350), (640, 332), (700, 700), (1200, 400)])
def test_where_there_is_little_room_it_is_a_single_row(qtbot: QtBot, size: tuple[int, int]) -> None:
    replaying = shown(qtbot, "damn-7", *size)
    bar = replaying.bar
    assert bar.narrow
    parts = [*bar.buttons, bar.moments, bar.where, bar.more]
    seen = [part for part in bar.findChildren(QWidget) if part.isVisible() and part.parent() is bar]
    assert {*parts} == {*seen}
    boxes = [part.geometry() for part in parts]
    for at, box in enumerate(boxes):
        assert bar.rect().contains(box)
        assert not any(box.intersects(other) for other in boxes[:at])
    assert bar.moments.width() >= 120
    replaying.resize(1000, 700)
    until(lambda: not bar.narrow)
    assert bar.viewer.isVisible()
    assert not bar.more.isVisible()


def test_the_menu_of_a_narrow_bar_does_what_the_wide_one_does(qtbot: QtBot) -> None:
    replaying = shown(qtbot, "damn-3", 640, 350)
    bar = replaying.bar
    qtbot.mouseClick(bar.more, LEFT)
    menu = bar.more.menu()
    speed, eyes, _, play_on, leave = menu.actions()
    assert [one.text() for one in speed.menu().actions()] == ["½×", "1×", "2×", "4×", "8×"]
    assert [one.isChecked() for one in speed.menu().actions()] == [False, True, *[False] * 3]
    speed.menu().actions()[3].trigger()
    assert replaying._speed == 4.0
    names = [one.text() for one in eyes.menu().actions()]
    assert names == [bar.viewer.itemText(row) for row in range(bar.viewer.count())]
    eyes.menu().actions()[names.index("All cards open")].trigger()
    assert replaying.table.viewer == OPEN
    with qtbot.waitSignal(bar.leave_asked):
        leave.trigger()
    with qtbot.waitSignal(bar.play_on_asked):
        play_on.trigger()
    menu.close()
    replaying.go_to(len(replaying.replay.playback))
    menu.fill()
    assert not menu.actions()[3].isEnabled()
    assert menu.actions()[3].toolTip() == "There is nothing left to decide here."


def test_the_keyboard_is_kept_when_the_bar_becomes_narrow(qtbot: QtBot) -> None:
    replaying = shown(qtbot, "damn-3", 1000, 700)
    replaying.bar.viewer.setFocus()
    replaying.resize(640, 350)
    until(lambda: replaying.bar.narrow)
    assert replaying.bar.more.hasFocus()


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
    sitters = (Player("You"), *replay.header.sitters[1:])
    nameless = replace(replay.record, header=replace(replay.header, sitters=sitters))
    assert viewer_words(replace(replay, record=nameless), 0) == "As you saw it"
    assert viewer_words(replay, None) == "As a watcher saw it"
