"""Tests for the replay bar: it fits the smallest window in any language."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget

from greenbaize.app.memory.replays import read_replay
from greenbaize.match.event_log import OPEN_HANDS
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.ui.features.history.replay_bar import (
    Timeline,
    TransportButton,
    TransportSymbol,
    viewer_text,
)
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from ui.show_widget import show_widget
from ui.table.person import LEFT_BUTTON, wait_until
from ui.text_fit import process_layouts

GOLDEN = Path(__file__).parents[3] / "golden"


@pytest.fixture
def open_sized_replay(open_replay):
    def open_with_size(name, *size):
        page = open_replay(name, size)
        assert page.size().toTuple() == size
        wait_until(lambda: page.bar.height() >= page.bar.sizeHint().height())
        return page

    return open_with_size


@pytest.mark.slow
@pytest.mark.parametrize("size", [(900, 575), (1280, 775), (1920, 1055)])
def test_bar_fits_the_window(open_sized_replay, size):
    page = open_sized_replay("damn-7", *size)
    bar = page.bar
    parts = [*bar.findChildren(QAbstractButton), *bar.findChildren(QComboBox), bar.timeline]
    boxes = [part.geometry() for part in parts if part.parent() is bar and part.isVisible()]
    assert len(boxes) == 12
    for index, box in enumerate(boxes):
        assert bar.rect().contains(box)
        assert not any(box.intersects(earlier_box) for earlier_box in boxes[:index])
    for button in (bar.play_on_button, bar.leave_button):
        assert button.width() >= button.sizeHint().width()
    assert page.table.table_view.height() >= 400


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 350), (640, 332), (700, 700), (1200, 400)])
def test_narrow_bar_is_a_single_row(open_sized_replay, size):
    page = open_sized_replay("damn-7", *size)
    bar = page.bar
    assert bar.is_narrow
    parts = [*bar.transport_buttons, bar.timeline, bar.moment_label, bar.more_button]
    visible_parts = [
        part for part in bar.findChildren(QWidget) if part.isVisible() and part.parent() is bar
    ]
    assert {*parts} == {*visible_parts}
    boxes = [part.geometry() for part in parts]
    for index, box in enumerate(boxes):
        assert bar.rect().contains(box)
        assert not any(box.intersects(earlier_box) for earlier_box in boxes[:index])
    assert bar.timeline.width() >= 120
    page.resize(1000, 700)
    wait_until(lambda: not bar.is_narrow)
    assert bar.viewer_box.isVisible()
    assert not bar.more_button.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("text_scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(640, 350), (900, 578)])
def test_narrow_bar_has_room_for_large_text(open_sized_replay, size, text_scale, russian_language):
    apply_text_scale(text_scale)
    apply_application_theme(LIGHT)
    page = open_sized_replay("damn-4-table", *size)
    page.go_to_moment(40)
    bar = page.bar
    bar.set_narrow(on=True)
    process_layouts(page)
    parts = [*bar.transport_buttons, bar.timeline, bar.moment_label, bar.more_button]
    boxes = [part.geometry() for part in parts]
    for box, next_box in pairwise(boxes):
        assert bar.rect().contains(next_box)
        assert box.right() < next_box.left()
    dots_width = bar.more_button.fontMetrics().horizontalAdvance(bar.more_button.text())
    indicator_width = 16
    assert bar.more_button.width() >= dots_width + 2 * indicator_width
    assert bar.moment_label.width() >= bar.moment_label.minimumSizeHint().width()


def test_narrow_menu_has_all_functions(qtbot, open_sized_replay):
    page = open_sized_replay("damn-3", 640, 350)
    bar = page.bar
    qtbot.mouseClick(bar.more_button, LEFT_BUTTON)
    menu = bar.more_button.menu()
    speed, viewer_menu, _, play_on, leave = menu.actions()
    assert [action.text() for action in speed.menu().actions()] == ["½×", "1×", "2×", "4×", "8×"]
    assert [action.isChecked() for action in speed.menu().actions()] == [False, True, *[False] * 3]
    speed.menu().actions()[3].trigger()
    assert page._speed == 4.0
    names = [action.text() for action in viewer_menu.menu().actions()]
    assert names == [bar.viewer_box.itemText(row) for row in range(bar.viewer_box.count())]
    viewer_menu.menu().actions()[names.index("All cards open")].trigger()
    assert page.table.viewer == OPEN_HANDS
    with qtbot.waitSignal(bar.leave_button.clicked):
        leave.trigger()
    with qtbot.waitSignal(bar.play_on_button.clicked):
        play_on.trigger()
    menu.close()
    page.go_to_moment(len(page.replay.playback))
    bar.fill_menu()
    assert not menu.actions()[3].isEnabled()
    assert menu.actions()[3].toolTip() == "There is nothing left to decide here."


def test_focus_moves_to_the_narrow_menu(open_sized_replay):
    page = open_sized_replay("damn-3", 1000, 700)
    page.bar.viewer_box.setFocus()
    page.resize(640, 350)
    wait_until(lambda: page.bar.is_narrow)
    assert page.bar.more_button.hasFocus()


def test_texts_are_translated(open_sized_replay, pseudo_language):
    bar = open_sized_replay("rank-2", 1000, 700).bar
    texts = [bar.moment_label.text(), bar.play_on_button.text(), bar.leave_button.text()]
    texts += [button.toolTip() for button in bar.transport_buttons]
    for box in (bar.speed_box, bar.viewer_box):
        texts += [box.itemText(row) for row in range(box.count())]
    assert all("⟦" in text for text in texts)


def test_viewers_are_named():
    replay = read_replay(GOLDEN / "damn-3.jsonl")
    assert viewer_text(replay, 0) == "As Anna saw it"
    assert viewer_text(replay, OPEN_HANDS) == "All cards open"
    players = (HeaderPlayer("You"), *replay.header.players[1:])
    nameless = replace(replay.record, header=replace(replay.header, players=players))
    assert viewer_text(replace(replay, record=nameless), 0) == "As you saw it"
    assert viewer_text(replay, None) == "As a watcher saw it"


def make_timeline(qtbot, last_moment, deal_moments=()):
    return show_widget(
        qtbot, Timeline(last_moment, deal_moments, lambda moment: f"moment {moment}", None), 600, 26
    )


def test_positions_and_moments_are_inverse(qtbot):
    timeline = make_timeline(qtbot, 100)
    for moment in range(101):
        assert timeline.moment_at_x(timeline.x_of_moment(moment)) == moment
    assert timeline.moment_at_x(-50) == 0
    assert timeline.moment_at_x(5000) == 100


def test_click_jumps_to_the_moment(qtbot):
    timeline = make_timeline(qtbot, 100)
    went = []
    timeline.valueChanged.connect(went.append)
    QTest.mouseClick(timeline, LEFT_BUTTON, pos=QPoint(round(timeline.x_of_moment(70)), 13))
    assert went == [70]
    QTest.mouseClick(timeline, Qt.MouseButton.RightButton, pos=QPoint(20, 13))
    assert went == [70]


def test_empty_match_has_a_timeline(qtbot):
    timeline = make_timeline(qtbot, 0)
    assert timeline.moment_at_x(300) == 0
    assert not timeline.grab().isNull()


def test_deals_are_marked(qtbot):
    plain, marked = make_timeline(qtbot, 100), make_timeline(qtbot, 100, (50,))
    x = round(marked.x_of_moment(50))
    column = range(4, 22)
    assert [marked.grab().toImage().pixel(x, y) for y in column] != [
        plain.grab().toImage().pixel(x, y) for y in column
    ]


def make_button(qtbot, symbol, *, back=False):
    parent = QWidget()
    qtbot.addWidget(parent)
    transport_button = TransportButton(parent, symbol, "Play", "Space", is_mirrored=back)
    transport_button.resize(34, 34)
    parent.show()
    transport_button.paper = parent  # keep a reference to the parent
    return transport_button


def test_every_symbol_looks_different(qtbot):
    pictures = [make_button(qtbot, symbol).grab().toImage() for symbol in TransportSymbol]
    pictures += [
        make_button(qtbot, symbol, back=True).grab().toImage() for symbol in TransportSymbol
    ]
    alike = [
        (n, m) for n, picture in enumerate(pictures) for m in range(n) if picture == pictures[m]
    ]
    assert alike == [(6, 1)]  # the pause symbol has no direction


def test_button_names_action_and_key(qtbot):
    transport_button = make_button(qtbot, TransportSymbol.PLAY)
    assert transport_button.accessibleName() == "Play"
    assert transport_button.toolTip() == "Play (Space)"
    transport_button.show_symbol(TransportSymbol.PAUSE, "Pause")
    assert transport_button.toolTip() == "Pause (Space)"


def test_mouse_click_keeps_the_focus(qtbot):
    transport_button = make_button(qtbot, TransportSymbol.PLAY)
    clicks = []
    transport_button.clicked.connect(lambda: clicks.append(1))
    QTest.mouseClick(transport_button, LEFT_BUTTON)
    assert clicks == [1]
    assert not transport_button.hasFocus()
    assert transport_button.focusPolicy() is Qt.FocusPolicy.TabFocus


def test_button_follows_theme_and_enabled_state(qtbot):
    transport_button = make_button(qtbot, TransportSymbol.DEAL)
    light = transport_button.grab().toImage()
    apply_application_theme(DARK)
    dark = transport_button.grab().toImage()
    assert dark != light
    transport_button.setEnabled(False)
    assert transport_button.grab().toImage() != dark
