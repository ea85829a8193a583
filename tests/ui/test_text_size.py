"""Text size: everything follows the setting at once, and returns to its former size."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.ui.features.start.start_menu import MIN_PICTURE_HEIGHT, GameTile, QuickStartButton
from greenbaize.ui.prompts import choice_prompt
from greenbaize.ui.table.geometry import FEW_PLAYERS
from greenbaize.ui.widgets import font_sizes, fonts, window_geometry
from greenbaize.ui.widgets.plain_text import PlainLabel
from ui.table.person import wait_until
from ui.text_fit import find_text_faults, process_layouts
from ui.window_gallery import SHORT_MATCH, open_windows, play_first_deal

pytestmark = pytest.mark.slow

SEPARATE_WINDOWS = ("review", "kept", "join", "lay", "matches", "statistics", "tricks")
"""Windows measured separately in large text."""


def apply_text_scale(facade, text_scale):
    """Set a text scale as the preferences do."""
    facade.settings.text_size = text_scale
    facade.apply_settings()
    QApplication.processEvents()


THEMED_CLASSES = (
    "QMenu",
    "QMenuBar",
    "QMessageBox",
    "QTipLabel",
    "QAbstractItemView",
    "QStatusBar",
)
"""Widget classes to which the Windows theme gives fonts of their own."""


def test_fonts_of_the_windows_theme_are_overridden(open_program):
    facade = open_program(PlayRequest()).facade

    def set_theme_fonts():
        for class_name in THEMED_CLASSES:
            # Qt for Python takes the name as text, against its stubs.
            QApplication.setFont(QFont("serif", 7), class_name)  # type: ignore[arg-type]
        return current_families()

    def current_families():
        return {QApplication.font(class_name).family() for class_name in THEMED_CLASSES}

    assert set_theme_fonts() == {"serif"}
    apply_text_scale(facade, 1.5)
    assert current_families() == {fonts.FAMILY}
    assert facade.menuBar().font().pixelSize() == fonts.scale_pixels(fonts.NORMAL)
    assert set_theme_fonts() == {"serif"}
    handle = facade.windowHandle()
    assert handle is not None
    QApplication.sendEvent(handle, QEvent(QEvent.Type.ThemeChange))
    assert current_families() == {fonts.FAMILY}
    assert set_theme_fonts() == {"serif"}
    facade.apply_settings()  # as when the colour theme changes
    assert current_families() == {fonts.FAMILY}


def test_text_scale_applies_at_once_and_is_reversible(open_program):
    person = open_program(PlayRequest("damn", 4, {}, seed_from_text("large")))
    facade = person.facade
    wait_until(lambda: facade.match_view is not None)
    match_view = person.match_view
    assert person.wait_for_turn()
    assert person.asks_for_bid
    plate, title_label = match_view.scene.plates[1], match_view.side_column.sheet_panel._title_label

    def sizes():
        return (
            facade.menuBar().font().pixelSize(),
            title_label.font().pixelSize(),
            match_view.side_column.last_trick_panel.why_button.font().pixelSize(),
            plate.body_rect().height(),
            match_view.prompts.choice_prompt.height(),
        )

    usual_sizes = sizes()
    apply_text_scale(facade, 2.0)
    large_sizes = sizes()
    assert large_sizes[0] == 2 * fonts.NORMAL
    assert all(
        larger > smaller for larger, smaller in zip(large_sizes, usual_sizes, strict=True)
    ), (usual_sizes, large_sizes)
    apply_text_scale(facade, 1.0)
    assert sizes() == usual_sizes


SCREEN_SIZES = ((800, 600), (1280, 800), (1920, 1080), (3840, 2160))
TEXT_SCALES = (1.0, 1.25, 1.5, 2.0)


def visible_sizes(facade):
    """Return the sizes of the game's parts: own cards, indices, plates and texts (px)."""
    match_view = facade.match_view
    scene = match_view.scene
    item, seat = scene.cards.own_hand[0], (scene.near_seat + 1) % len(scene.names)
    renderer = scene.cards.atlas._usual_renderer  # own cards are never crowded
    return {
        "card": item.card_width,
        "index": renderer._index_layout.height * item.card_width,
        "plate": scene.plates[seat].body_rect().height(),
        "caption": scene.notice._letter_sizes()[0],
        "bid": match_view.prompts.choice_prompt.buttons[0].height(),
    }


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4, 7])
def test_larger_text_enlarges_the_whole_table(open_program, players):
    game = "blackout" if players == 2 else "damn"
    facade = open_program(PlayRequest(game, players, {}, seed_from_text("large"))).facade
    wait_until(
        lambda: (
            facade.match_view is not None and facade.match_view.prompts.choice_prompt.isVisible()
        )
    )
    match_view = facade.match_view
    for screen in SCREEN_SIZES:
        facade.resize(*screen)
        sizes_by_scale = []
        for text_scale in TEXT_SCALES:
            apply_text_scale(facade, text_scale)
            process_layouts(facade.window)
            sizes_by_scale.append(visible_sizes(facade))
        usual_sizes, *larger_sizes = sizes_by_scale
        for part_name, size in usual_sizes.items():
            size_series = [size, *(sizes[part_name] for sizes in larger_sizes)]
            # A whole pixel of the menu's height may be lacking at the next size.
            assert all(
                next_size >= 0.95 * previous_size
                for previous_size, next_size in pairwise(size_series)
            ), (screen, part_name, size_series)
        # Cards are as large as possible, and with many players at a large table all texts are.
        minimum_factors = {"card": 0.97, "index": 1.25, "plate": 1.0, "bid": 1.1, "caption": 1.0}
        if players <= FEW_PLAYERS:
            minimum_factors |= {"plate": 1.35, "bid": 1.3, "caption": 1.3}
        for part_name, factor in minimum_factors.items():
            assert larger_sizes[-1][part_name] >= factor * usual_sizes[part_name], (
                screen,
                part_name,
                usual_sizes,
                larger_sizes[-1],
            )
    apply_text_scale(facade, 1.0)
    assert match_view.folding.tab.isVisible() == (SCREEN_SIZES[-1][0] < 1100)


def test_side_column_folds_for_large_text_and_unfolds_again(open_program):
    person = open_program(PlayRequest("damn", 4, {}, seed_from_text("large")))
    facade = person.facade
    wait_until(lambda: facade.match_view is not None)
    side = person.match_view.side_column
    facade.resize(1280, 800)
    apply_text_scale(facade, 2.0)
    process_layouts(facade.window)
    assert side.isHidden()
    assert person.match_view.folding.tab.isVisible()
    assert not facade.menus.side.isChecked()
    assert facade.settings.side  # the setting itself is unchanged
    apply_text_scale(facade, 1.0)
    process_layouts(facade.window)
    assert side.isVisible()
    assert facade.menus.side.isChecked()
    apply_text_scale(facade, 2.0)
    process_layouts(facade.window)
    facade.resize(800, 600)
    QTest.keyClick(facade.window, Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)
    process_layouts(facade.window)
    # A column opened on request shows at least three rows.
    table = side.sheet_panel.table
    assert side.isVisible()
    assert table.viewport().height() >= 3 * table.sheet_layout.row_heights[0]


def test_dialogs_follow_the_text_scale_even_while_open(open_program):
    person = open_program(SHORT_MATCH)
    play_first_deal(person)
    names = ("why", "people", "help", "kept", "lay", "tricks", "matches", "about")
    usual_sizes = {name: window.size() for name, window in open_windows(person, only=names)}
    apply_text_scale(person.facade, 1.6)
    for name, window in open_windows(person, only=names):
        assert window.width() >= 1.15 * usual_sizes[name].width(), name
    apply_text_scale(person.facade, 1.0)
    _, dialog = next(windows := open_windows(person, only=("preferences-0",)))
    size_before = dialog.size()
    apply_text_scale(person.facade, 1.6)
    process_layouts(dialog)
    assert dialog.width() >= 1.5 * size_before.width()
    assert not list(find_text_faults(dialog))
    windows.close()


@pytest.mark.parametrize("area", [QRect(0, 0, 1280, 800), QRect(0, 0, 800, 600)])
def test_dialog_stays_on_the_screen_and_regains_its_size(open_program, set_screen_area, area):
    set_screen_area(area)
    facade = open_program().facade
    facade.show_preferences()
    dialog = facade._dialog
    usual_size = dialog.size()
    for size in (1.2, 1.5, 2.0, 1.7, 1.3, 1.0):
        apply_text_scale(facade, size)
        process_layouts(dialog)
        assert window_geometry.available_room(dialog).contains(dialog.geometry()), (
            size,
            dialog.geometry(),
        )
        assert not list(find_text_faults(dialog))
    assert dialog.size() == usual_size


def test_labels_with_own_fonts_regain_their_sizes(open_program):
    facade = open_program().facade
    wait_until(
        lambda: facade.start_screen is not None and facade.start_screen.start_menu is not None
    )
    facade.show_about()
    dialog = facade._dialog
    sizes_before = [label.font().pixelSize() for label in dialog.findChildren(PlainLabel)]
    for size in (1.1, 1.7, 1.3, 1.9, 1.0):
        apply_text_scale(facade, size)
    sizes_after = [label.font().pixelSize() for label in dialog.findChildren(PlainLabel)]
    assert sizes_before == sizes_after


def test_question_and_hint_grow_into_the_available_space(open_program, russian_language):
    person = open_program(PlayRequest("ass", 4, {}, seed_from_text("stranger")))
    facade = person.facade
    facade.resize(1280, 782)
    wait_until(lambda: facade.match_view is not None)
    while person.wait_for_turn() and person.match_view.prompts.question.kind != "stake":
        person.click(
            next(
                element
                for element in person.match_view.prompts.choice_prompt.buttons
                if not element.forbidden
            )
        )
    prompts, font_sizes = person.match_view.prompts, list[float]()
    original_write = choice_prompt.draw_fitted_text
    with pytest.MonkeyPatch.context() as patch:

        def write_and_record(painter, *args, **kwargs):
            is_complete = original_write(painter, *args, **kwargs)
            font_sizes.append(painter.font().pixelSize())
            return is_complete

        patch.setattr(choice_prompt, "draw_fitted_text", write_and_record)
        sizes = []
        for text_scale in (1.0, 2.0):
            apply_text_scale(facade, text_scale)
            process_layouts(facade.window)
            prompts.choice_prompt.buttons[-1].setFocus()
            font_sizes.clear()
            prompts.choice_prompt.grab()
            sizes.append(font_sizes[:2])
    # The question and the note of the focused answer, which has the space of all notes.
    assert all(larger >= 1.6 * smaller for smaller, larger in zip(*sizes, strict=True)), sizes
    prompts._player_view.adviser_level = "medium"
    prompts.toggle_hint()
    wait_until(lambda: not prompts.hints.is_thinking)
    process_layouts(facade.window)
    hint, prompt = facade.match_view.scene.hint, prompts.choice_prompt
    room_top = max(element.top() for element in facade.match_view.scene.question_rects())
    assert hint.sceneBoundingRect().top() - room_top < 0.4 * prompt.height()
    assert hint._size >= 1.19 * 0.145 * facade.match_view.scene.geometry.card_width / 1.15


def test_start_screen_follows_the_text_scale(open_program, russian_language):
    facade = open_program().facade
    wait_until(
        lambda: facade.start_screen is not None and facade.start_screen.start_menu is not None
    )
    start_menu = facade.start_screen.start_menu
    start_menu.add_quick_button(
        "Продолжить: Блэкаут", "за столом: Борис, Анна, Вера · начало: 24.11.2026", "blackout"
    )
    facade.resize(1280, 782)
    apply_text_scale(facade, 2.0)
    process_layouts(facade.window)
    assert start_menu.text_scale >= 1.6
    for button in start_menu.findChildren(QuickStartButton):
        assert button.width() >= button.sizeHint().width()
    for tile in start_menu.findChildren(GameTile):
        assert (
            tile.height()
            >= tile.caption_height(tile.width(), start_menu.text_scale, with_description=True)
            + MIN_PICTURE_HEIGHT
        )
    assert max(button.geometry().bottom() for button in start_menu.buttons) <= start_menu.height()


@pytest.mark.parametrize(("points", "text_scale"), [(9, 1.0), (11, 1.0), (22, 2.0)])
def test_system_font_size_is_respected(points, text_scale, monkeypatch):
    monkeypatch.setattr(window_geometry.sys, "platform", "linux")
    assert window_geometry._measure_system_scale(QFont("Sans", points)) == text_scale


def test_combined_text_scale_is_limited(monkeypatch):
    monkeypatch.setattr(window_geometry, "_system_scale", 1.5)
    assert window_geometry.apply_text_scale(1.2)
    assert fonts.text_scale() == pytest.approx(1.8)
    window_geometry.apply_text_scale(2.0)
    assert fonts.text_scale() == 2.0
    monkeypatch.undo()
    window_geometry.apply_text_scale(1.5)
    font_sizes.set_height_scale(1.8)
    assert font_sizes.normal_font().pixelSize() == round(1.8 * fonts.NORMAL)
    font_sizes.set_height_scale(1.2)
    assert font_sizes.normal_font().pixelSize() == round(1.5 * fonts.NORMAL)


def test_other_windows_fit_a_small_screen_in_large_text(open_program, monkeypatch):
    monkeypatch.setattr(window_geometry, "available_screen", lambda _: QRect(0, 0, 900, 600))
    person = open_program(SHORT_MATCH)
    person.facade.resize(896, 562)
    play_first_deal(person)
    apply_text_scale(person.facade, 2.0)
    all_faults = []
    for name, window in open_windows(person, only=SEPARATE_WINDOWS):
        process_layouts(window)
        minimum_size = window.minimumSizeHint().expandedTo(window.minimumSize())
        if minimum_size.width() > 900 or minimum_size.height() > 600:
            all_faults.append(f"{name} asks for {minimum_size.width()}x{minimum_size.height()}")
        all_faults += [f"{name}: {fault}" for fault in find_text_faults(window)]
    assert not all_faults, "\n".join(all_faults)


@pytest.mark.parametrize(
    ("game", "players", "size"),
    [("damn", 7, (1280, 800)), ("ass", 6, (1024, 768)), ("damn", 4, (1920, 1080))],
)
def test_sheet_looks_the_same_after_a_text_scale_change(
    open_program, set_screen_area, game, players, size
):
    """Neither edges nor rows keep anything of the larger text size."""
    set_screen_area(QRect(0, 0, 3840, 2160))
    person = open_program(PlayRequest(game, players, {}, seed_from_text("large")))
    person.window.resize(*size)
    sheet = person.match_view.side_column.sheet_panel
    for text_scale in (1.5, 2.0, 1.25):
        for _ in range(3):
            assert person.wait_for_turn()
            person.play_first_choice()
        assert person.wait_for_turn()
        process_layouts(person.window)
        image_before = sheet.grab().toImage()
        apply_text_scale(person.facade, text_scale)
        process_layouts(person.window)
        apply_text_scale(person.facade, 1.0)
        process_layouts(person.window)
        assert sheet.grab().toImage() == image_before, text_scale
