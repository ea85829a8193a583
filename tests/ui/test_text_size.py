"""Text size: everything follows the setting at once, and returns to its former size."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.ui.features.start.start_menu import LEAST_PICTURE, GameTile, WayButton
from greenbaize.ui.prompts import choices
from greenbaize.ui.table.geometry import FEW_SIT
from greenbaize.ui.widgets import fonts, lettering, window_geometry
from greenbaize.ui.widgets.plain import Label
from ui.gallery import SHORT, opened_windows, play_a_deal
from ui.measuring import faults, settle
from ui.table.person import until

pytestmark = pytest.mark.slow

OTHERS = ("review", "kept", "join", "lay", "matches", "statistics", "tricks")
"""Windows measured separately in large text."""


def have(main, size):
    """Set a text scale as the preferences do."""
    main.settings.text_size = size
    main.apply_settings()
    QApplication.processEvents()


THEMED = ("QMenu", "QMenuBar", "QMessageBox", "QTipLabel", "QAbstractItemView", "QStatusBar")
"""Widget classes to which the Windows theme gives fonts of their own."""


def test_no_theme_gives_fonts_of_its_own(opened):
    main = opened(PlayRequest()).main

    def themed():
        for kind in THEMED:
            # Qt for Python takes the name as text, against its stubs.
            QApplication.setFont(QFont("serif", 7), kind)
        return seen()

    def seen():
        return {QApplication.font(kind).family() for kind in THEMED}

    assert themed() == {"serif"}
    have(main, 1.5)
    assert seen() == {fonts.FAMILY}
    assert main.menuBar().font().pixelSize() == fonts.grown(fonts.NORMAL)
    assert themed() == {"serif"}
    handle = main.windowHandle()
    assert handle is not None
    QApplication.sendEvent(handle, QEvent(QEvent.Type.ThemeChange))
    assert seen() == {fonts.FAMILY}
    assert themed() == {"serif"}
    main.apply_settings()  # as when the colour theme changes
    assert seen() == {fonts.FAMILY}


def test_everything_grows_at_once_and_shrinks_again(opened):
    person = opened(PlayRequest("damn", 4, {}, seed_from("large")))
    main = person.main
    until(lambda: main.playing is not None)
    playing = person.playing
    assert person.wait_for_turn()
    assert person.asked_bid
    plate, words = playing.scene.plates[1], playing.side.sheet._title

    def sizes():
        return (
            main.menuBar().font().pixelSize(),
            words.font().pixelSize(),
            playing.side.last_trick.why_button.font().pixelSize(),
            plate.body().height(),
            playing.asking.prompt.height(),
        )

    usual = sizes()
    have(main, 2.0)
    large = sizes()
    assert large[0] == 2 * fonts.NORMAL
    assert all(more > less for more, less in zip(large, usual, strict=True)), (usual, large)
    have(main, 1.0)
    assert sizes() == usual


SCREENS = ((800, 600), (1280, 800), (1920, 1080), (3840, 2160))
LETTERS = (1.0, 1.25, 1.5, 2.0)


def seen_sizes(main):
    """Return the sizes of the game's parts: own cards, indices, plates and texts (px)."""
    playing = main.playing
    scene = playing.scene
    item, seat = scene.cards.own[0], (scene.near + 1) % len(scene.names)
    renderer = scene.cards.atlas._usual  # own cards are never crowded
    return {
        "card": item.width,
        "index": renderer._index.height * item.width,
        "plate": scene.plates[seat].body().height(),
        "caption": scene.notice._letters()[0],
        "bid": playing.asking.prompt.buttons[0].height(),
    }


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4, 7])
def test_larger_letters_mean_a_larger_game(opened, players):
    game = "blackout" if players == 2 else "damn"
    main = opened(PlayRequest(game, players, {}, seed_from("large"))).main
    until(lambda: main.playing is not None and main.playing.asking.prompt.isVisible())
    playing = main.playing
    for screen in SCREENS:
        main.resize(*screen)
        found = []
        for letters in LETTERS:
            have(main, letters)
            settle(main.window)
            found.append(seen_sizes(main))
        usual, *larger = found
        for what, size in usual.items():
            steps = [size, *(one[what] for one in larger)]
            # A whole pixel of the menu's height may be lacking at the next size.
            assert all(more >= 0.95 * less for less, more in pairwise(steps)), (screen, what, steps)
        # Cards are as large as possible, and with many players at a large table all texts are.
        least = {"card": 0.97, "index": 1.25, "plate": 1.0, "bid": 1.1, "caption": 1.0}
        if players <= FEW_SIT:
            least |= {"plate": 1.35, "bid": 1.3, "caption": 1.3}
        for what, times in least.items():
            assert larger[-1][what] >= times * usual[what], (screen, what, usual, larger[-1])
    have(main, 1.0)
    assert playing.folding.tab.isVisible() == (SCREENS[-1][0] < 1100)


def test_the_column_folds_itself_for_large_letters_and_comes_back(opened):
    person = opened(PlayRequest("damn", 4, {}, seed_from("large")))
    main = person.main
    until(lambda: main.playing is not None)
    side = person.playing.side
    main.resize(1280, 800)
    have(main, 2.0)
    settle(main.window)
    assert side.isHidden()
    assert person.playing.folding.tab.isVisible()
    assert not main.menus.side.isChecked()
    assert main.settings.side  # the setting itself is unchanged
    have(main, 1.0)
    settle(main.window)
    assert side.isVisible()
    assert main.menus.side.isChecked()
    have(main, 2.0)
    settle(main.window)
    main.resize(800, 600)
    QTest.keyClick(main.window, Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)
    settle(main.window)
    # A column opened on request shows at least three rows.
    table = side.sheet.table
    assert side.isVisible()
    assert table.viewport().height() >= 3 * table.pad.row_heights[0]


def test_dialogs_grow_with_their_letters_also_while_they_are_open(opened):
    person = opened(SHORT)
    play_a_deal(person)
    names = ("why", "people", "help", "kept", "lay", "tricks", "matches", "about")
    usual = {name: window.size() for name, window in opened_windows(person, only=names)}
    have(person.main, 1.6)
    for name, window in opened_windows(person, only=names):
        assert window.width() >= 1.15 * usual[name].width(), name
    have(person.main, 1.0)
    _, dialog = next(windows := opened_windows(person, only=("preferences-0",)))
    before = dialog.size()
    have(person.main, 1.6)
    settle(dialog)
    assert dialog.width() >= 1.5 * before.width()
    assert not list(faults(dialog))
    windows.close()


@pytest.mark.parametrize("area", [QRect(0, 0, 1280, 800), QRect(0, 0, 800, 600)])
def test_a_dialog_stays_on_the_screen_and_comes_back_as_it_was(opened, screen, area):
    screen(area)
    main = opened().main
    main.ask_preferences()
    dialog = main._dialog
    usual = dialog.size()
    for size in (1.2, 1.5, 2.0, 1.7, 1.3, 1.0):
        have(main, size)
        settle(dialog)
        assert window_geometry.room_of(dialog).contains(dialog.geometry()), (
            size,
            dialog.geometry(),
        )
        assert not list(faults(dialog))
    assert dialog.size() == usual


def test_what_has_a_font_of_its_own_does_not_drift(opened):
    main = opened().main
    until(lambda: main.lobby is not None and main.lobby.choices is not None)
    main.show_about()
    dialog = main._dialog
    before = [one.font().pixelSize() for one in dialog.findChildren(Label)]
    for size in (1.1, 1.7, 1.3, 1.9, 1.0):
        have(main, size)
    after = [one.font().pixelSize() for one in dialog.findChildren(Label)]
    assert before == after


def test_what_is_asked_grows_into_the_room_there_is(opened, russian):
    person = opened(PlayRequest("ass", 4, {}, seed_from("stranger")))
    main = person.main
    main.resize(1280, 782)
    until(lambda: main.playing is not None)
    while person.wait_for_turn() and person.playing.asking.question.kind != "stake":
        person.click(next(one for one in person.playing.asking.prompt.buttons if not one.forbidden))
    asking, written = person.playing.asking, list[float]()
    paint = choices.write
    with pytest.MonkeyPatch.context() as patch:

        def write(painter, *given, **more):
            whole = paint(painter, *given, **more)
            written.append(painter.font().pixelSize())
            return whole

        patch.setattr(choices, "write", write)
        sizes = []
        for letters in (1.0, 2.0):
            have(main, letters)
            settle(main.window)
            asking.prompt.buttons[-1].setFocus()
            written.clear()
            asking.prompt.grab()
            sizes.append(written[:2])
    # The question and the note of the focused answer, which has the space of all notes.
    assert all(more >= 1.6 * less for less, more in zip(*sizes, strict=True)), sizes
    asking._place.adviser_level = "medium"
    asking.ask_hint()
    until(lambda: not asking.hints.thinking)
    settle(main.window)
    hint, prompt = main.playing.scene.hint, asking.prompt
    room = max(one.top() for one in main.playing.scene.rooms_for_questions())
    assert hint.sceneBoundingRect().top() - room < 0.4 * prompt.height()
    assert hint._size >= 1.19 * 0.145 * main.playing.scene.geometry.card / 1.15


def test_the_first_screen_grows_with_its_letters(opened, russian):
    main = opened().main
    until(lambda: main.lobby is not None and main.lobby.choices is not None)
    shown = main.lobby.choices
    shown.add(
        "Продолжить: Блэкаут", "за столом: Борис, Анна, Вера · начало: 24.11.2026", "blackout"
    )
    main.resize(1280, 782)
    have(main, 2.0)
    settle(main.window)
    assert shown.size_of_letters >= 1.6
    for one in shown.findChildren(WayButton):
        assert one.width() >= one.sizeHint().width()
    for tile in shown.findChildren(GameTile):
        assert (
            tile.height()
            >= tile.high(tile.width(), shown.size_of_letters, lined=True) + LEAST_PICTURE
        )
    assert max(one.geometry().bottom() for one in shown.buttons) <= shown.height()


@pytest.mark.parametrize(("points", "share"), [(9, 1.0), (11, 1.0), (22, 2.0)])
def test_the_systems_own_letters_count(points, share, monkeypatch):
    monkeypatch.setattr(window_geometry.sys, "platform", "linux")
    assert window_geometry._of_system(QFont("Sans", points)) == share


def test_both_sizes_together_are_no_more_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(window_geometry, "_system", 1.5)
    assert window_geometry.write_at(1.2)
    assert fonts.share() == pytest.approx(1.8)
    window_geometry.write_at(2.0)
    assert fonts.share() == 2.0
    monkeypatch.undo()
    window_geometry.write_at(1.5)
    lettering.set_scale(1.8)
    assert lettering.normal().pixelSize() == round(1.8 * fonts.NORMAL)
    lettering.set_scale(1.2)
    assert lettering.normal().pixelSize() == round(1.5 * fonts.NORMAL)


def test_other_windows_fit_a_small_screen_in_large_letters(opened, monkeypatch):
    monkeypatch.setattr(window_geometry, "available", lambda _: QRect(0, 0, 900, 600))
    person = opened(SHORT)
    person.main.resize(896, 562)
    play_a_deal(person)
    have(person.main, 2.0)
    found = []
    for name, window in opened_windows(person, only=OTHERS):
        settle(window)
        least = window.minimumSizeHint().expandedTo(window.minimumSize())
        if least.width() > 900 or least.height() > 600:
            found.append(f"{name} asks for {least.width()}x{least.height()}")
        found += [f"{name}: {fault}" for fault in faults(window)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("game", "players", "size"),
    [("damn", 7, (1280, 800)), ("ass", 6, (1024, 768)), ("damn", 4, (1920, 1080))],
)
def test_the_sheet_looks_as_before_once_letters_are(opened, screen, game, players, size):
    """Neither edges nor rows keep anything of the larger text size."""
    screen(QRect(0, 0, 3840, 2160))
    person = opened(PlayRequest(game, players, {}, seed_from("large")))
    person.window.resize(*size)
    sheet = person.playing.side.sheet
    for large in (1.5, 2.0, 1.25):
        for _ in range(3):
            assert person.wait_for_turn()
            person.act()
        assert person.wait_for_turn()
        settle(person.window)
        before = sheet.grab().toImage()
        have(person.main, large)
        settle(person.window)
        have(person.main, 1.0)
        settle(person.window)
        assert sheet.grab().toImage() == before, large
