"""Tests for the replay bar: it fits the smallest window in any language."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget

from greenbaize.app.memory.replays import read_replay
from greenbaize.match.past import OPEN
from greenbaize.match.player import Player
from greenbaize.ui.features.history.replay_bar import Sign, Timeline, TransportButton, viewer_words
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK
from ui.put_up import put_up
from ui.table.person import LEFT, until

GOLDEN = Path(__file__).parents[3] / "golden"


@pytest.fixture
def shown(laid):
    def show(name, *size):
        replaying = laid(name, size)
        assert replaying.size().toTuple() == size
        until(lambda: replaying.bar.height() >= replaying.bar.sizeHint().height())
        return replaying

    return show


@pytest.mark.slow
@pytest.mark.parametrize("size", [(900, 575), (1280, 775), (1920, 1055)])
def test_everything_has_room(shown, size):
    replaying = shown("damn-7", *size)
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
def test_where_there_is_little_room_it_is_a_single_row(shown, size):
    replaying = shown("damn-7", *size)
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


def test_the_menu_of_a_narrow_bar_does_what_the_wide_one_does(qtbot, shown):
    replaying = shown("damn-3", 640, 350)
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
    with qtbot.waitSignal(bar.leave.clicked):
        leave.trigger()
    with qtbot.waitSignal(bar.play_on.clicked):
        play_on.trigger()
    menu.close()
    replaying.go_to(len(replaying.replay.playback))
    bar.fill_menu()
    assert not menu.actions()[3].isEnabled()
    assert menu.actions()[3].toolTip() == "There is nothing left to decide here."


def test_the_keyboard_is_kept_when_the_bar_becomes_narrow(shown):
    replaying = shown("damn-3", 1000, 700)
    replaying.bar.viewer.setFocus()
    replaying.resize(640, 350)
    until(lambda: replaying.bar.narrow)
    assert replaying.bar.more.hasFocus()


def test_it_speaks_through_the_catalogue(shown, pseudo_language):
    bar = shown("rank-2", 1000, 700).bar
    texts = [bar.where.text(), bar.play_on.text(), bar.leave.text()]
    texts += [button.toolTip() for button in bar.buttons]
    for box in (bar.speed, bar.viewer):
        texts += [box.itemText(row) for row in range(box.count())]
    assert all("⟦" in text for text in texts)


def test_eyes_are_named():
    replay = read_replay(GOLDEN / "damn-3.jsonl")
    assert viewer_words(replay, 0) == "As Anna saw it"
    assert viewer_words(replay, OPEN) == "All cards open"
    sitters = (Player("You"), *replay.header.sitters[1:])
    nameless = replace(replay.record, header=replace(replay.header, sitters=sitters))
    assert viewer_words(replace(replay, record=nameless), 0) == "As you saw it"
    assert viewer_words(replay, None) == "As a watcher saw it"


def line(qtbot, last, marks=()):
    return put_up(qtbot, Timeline(last, marks, lambda moment: f"moment {moment}", None), 600, 26)


def test_places_and_moments_answer_each_other(qtbot):
    moments = line(qtbot, 100)
    for moment in range(101):
        assert moments.moment_at(moments.place_of(moment)) == moment
    assert moments.moment_at(-50) == 0
    assert moments.moment_at(5000) == 100


def test_a_click_goes_there_at_once(qtbot):
    moments = line(qtbot, 100)
    went = []
    moments.valueChanged.connect(went.append)
    QTest.mouseClick(moments, LEFT, pos=QPoint(round(moments.place_of(70)), 13))
    assert went == [70]
    QTest.mouseClick(moments, Qt.MouseButton.RightButton, pos=QPoint(20, 13))
    assert went == [70]


def test_a_match_of_nothing_has_a_line(qtbot):
    moments = line(qtbot, 0)
    assert moments.moment_at(300) == 0
    assert not moments.grab().isNull()


def test_deals_are_marked(qtbot):
    plain, marked = line(qtbot, 100), line(qtbot, 100, (50,))
    x = round(marked.place_of(50))
    column = range(4, 22)
    assert [marked.grab().toImage().pixel(x, y) for y in column] != [
        plain.grab().toImage().pixel(x, y) for y in column
    ]


def button(qtbot, sign, *, back=False):
    paper = QWidget()
    qtbot.addWidget(paper)
    made = TransportButton(paper, sign, "Play", "Space", back=back)
    made.resize(34, 34)
    paper.show()
    made.paper = paper  # keep a reference to the parent
    return made


def test_every_sign_looks_its_own_way(qtbot):
    pictures = [button(qtbot, sign).grab().toImage() for sign in Sign]
    pictures += [button(qtbot, sign, back=True).grab().toImage() for sign in Sign]
    alike = [(n, m) for n, one in enumerate(pictures) for m in range(n) if one == pictures[m]]
    assert alike == [(6, 1)]  # the pause symbol has no direction


def test_it_says_what_it_does_and_by_which_key(qtbot):
    made = button(qtbot, Sign.PLAY)
    assert made.accessibleName() == "Play"
    assert made.toolTip() == "Play (Space)"
    made.show_sign(Sign.PAUSE, "Pause")
    assert made.toolTip() == "Pause (Space)"


def test_the_mouse_leaves_the_keyboard_where_it_is(qtbot):
    made = button(qtbot, Sign.PLAY)
    clicks = []
    made.clicked.connect(lambda: clicks.append(1))
    QTest.mouseClick(made, LEFT)
    assert clicks == [1]
    assert not made.hasFocus()
    assert made.focusPolicy() is Qt.FocusPolicy.TabFocus


def test_it_takes_other_colours_and_fades(qtbot):
    made = button(qtbot, Sign.DEAL)
    light = made.grab().toImage()
    dress(DARK)
    dark = made.grab().toImage()
    assert dark != light
    made.setEnabled(False)
    assert made.grab().toImage() != dark
