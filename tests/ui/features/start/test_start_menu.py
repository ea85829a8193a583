"""Tests for the choices of the first screen: positions, keys, tiles and their pictures."""

from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QAction, QColor, QCursor, QFontMetrics, QIcon, QPalette
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.games import GAMES
from greenbaize.ui.cards.card_renderer import PAPER
from greenbaize.ui.faces.icons import PersonButton
from greenbaize.ui.features.start.start_menu import (
    MAX_SCALE,
    MIN_SCALE,
    PICTURE_ANIMATION_MS,
    PICTURE_RETURN_MS,
    REDRAW_DELAY_MS,
    TITLE_SIZE,
    GameTile,
    PillButton,
    StartMenu,
)
from greenbaize.ui.features.start.tile_pictures import PICTURE_RATIO
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.widgets.fonts import make_font
from greenbaize.ui.widgets.theme import DARK, LIGHT
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from greenbaize.words.titles import game_line
from ui.show_widget import show_widget
from ui.table.person import wait_until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def start_menu(person):
    main = person.facade
    wait_until(lambda: main.start_screen is not None and main.start_screen.start_menu is not None)
    assert main.start_screen.start_menu is not None
    return main.start_screen.start_menu


@pytest.mark.slow
def test_tiles_and_heading_follow_the_theme(open_program):
    person = open_program()
    choices, main = start_menu(person), person.facade
    tile = choices.buttons[1]
    for name, theme in (("dark", DARK), ("light", LIGHT), ("dark", DARK)):
        main.settings.theme = name
        main.apply_settings()
        paper_colour = tile.grab().toImage().pixelColor(tile.width() // 2, tile.height() - 12)
        assert paper_colour == QColor(theme.paper)
        words = choices.heading_label.palette().color(QPalette.ColorRole.WindowText)
        assert words == QColor(theme.plate_text)


def test_tiles_show_the_cards_that_are_chosen(open_program):
    person = open_program()
    choices = start_menu(person)
    tile = next(button for button in choices.buttons if isinstance(button, GameTile))

    def drawn_image():
        wait_until(lambda: not choices._pending_pictures and choices._pictures)
        return _inner_image(tile.grab().toImage())

    tile.grab()
    usual = drawn_image()
    person.facade.services.settings.change_setting("card_faces", "large")
    tile.grab()
    assert drawn_image() != usual
    person.facade.services.settings.change_setting("card_faces", "classic")
    tile.grab()
    assert drawn_image() == usual


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 400), (900, 600), (3840, 2160)], ids=str)
def test_all_choices_fit_without_overlap(open_program, size):
    person = open_program()
    choices = start_menu(person)
    choices.add_quick_button("Go on: Damn", "with Anna")
    choices.add_default_button("Back to " + "W" * 24)
    person.window.resize(*size)
    QApplication.processEvents()
    assert choices.size() == person.facade.start_screen.size()
    [chip] = choices.findChildren(PersonButton)
    assert chip.font().pixelSize() == round(14 * max(1.0, choices.text_scale))
    parts = [*choices.buttons, choices.heading_label, chip]
    boxes = [item.geometry() for item in parts]
    assert all(choices.rect().contains(box) for box in boxes)
    assert not any(item.intersects(other_box) for item, other_box in combinations(boxes, 2))
    tiles = [item for item in choices.buttons if isinstance(item, GameTile)]
    assert len({item.y() for item in tiles}) <= 2
    assert all(item.height() > item.title_height(choices.text_scale) + 25 for item in tiles)


def test_arrow_keys_move_the_focus(open_program):
    person = open_program()
    usual, _, *tiles = start_menu(person).buttons[:7]
    key = Qt.Key
    usual.setFocus()
    person.press(key.Key_Down)
    assert person.facade.focusWidget() is tiles[0]
    person.press(key.Key_Right, key.Key_Down)
    assert person.facade.focusWidget() in tiles[3:]
    person.press(key.Key_Down)
    assert person.facade.focusWidget().text() in ("Learn", "Friends", "Matches")
    person.press(key.Key_Up, key.Key_Up, key.Key_Up)
    assert person.facade.focusWidget().text() in ("Play Damn", "Damn with a guide")


def test_only_known_games_have_pictures(open_program):
    person = open_program()
    choices = start_menu(person)
    stranger = choices.add_tiles([("turnup", "Turnup", "")])[0]
    choices.update_layout()
    tiles = [tile_item for tile_item in choices.buttons if isinstance(tile_item, GameTile)]

    def has_cards(tile):
        image = tile.grab().toImage()
        pixels = ((x, y) for x in range(9, image.width() - 9, 3) for y in range(9, 150, 3))
        return any(image.pixelColor(x, y) == PAPER for x, y in pixels)

    wait_until(lambda: all(has_cards(tile_item) for tile_item in tiles[:5]))
    wait_until(lambda: not choices._pending_pictures)
    assert not has_cards(stranger)
    assert stranger.accessibleName() == "Turnup"
    assert {tile_item.toolTip() for tile_item in tiles[:5]} == {
        game_line(tile_item.game) for tile_item in tiles[:5]
    }


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 400), (800, 600), (1280, 800), (2560, 1440)])
def test_ten_games_fit_with_their_titles(open_program, size):
    person = open_program()
    choices = start_menu(person)
    extra_titles = ("Whist", "Hearts", "Briscola", "Preferans", "Sixty-Six")
    choices.add_tiles([(name.lower(), name, "A sentence about it.") for name in extra_titles])
    person.facade.resize(*size)
    wait_until(lambda: choices.size() == person.facade.start_screen.size())
    choices.update_layout()
    tiles = [item for item in choices.buttons if isinstance(item, GameTile)]
    assert len(tiles) == len(GAMES) + 5 >= 10
    assert all(choices.rect().contains(item.geometry()) for item in choices.buttons)
    for item, other_button in combinations(choices.buttons, 2):
        assert not item.geometry().intersects(other_button.geometry())
    title = QFontMetrics(make_font(TITLE_SIZE * choices.text_scale, bold=True))
    assert all(title.horizontalAdvance(item.label) <= item.width() - 28 for item in tiles)


def test_pictures_use_most_of_the_height(open_program):
    person = open_program()
    choices = start_menu(person)
    person.facade.resize(1280, 800)
    wait_until(lambda: choices.size() == person.facade.start_screen.size())
    tiles = [tile for tile in choices.buttons if isinstance(tile, GameTile)]
    high = tiles[-1].geometry().bottom() - tiles[0].y()
    assert 0.58 < high / choices.height() < 0.7
    assert tiles[0].height() - choices.caption_height >= 1.4 * 137
    assert all(len(tile.description.split()) <= 6 for tile in tiles)
    assert all(
        tile.height() - choices.caption_height < tile.width() * PICTURE_RATIO + 8 for tile in tiles
    )


def test_picture_animates_on_hover_and_focus(open_program):
    person = open_program(speed=1.0)
    choices = start_menu(person)
    motion, clock_time = choices.animator, [0.0]
    motion._clock = lambda: clock_time[0]
    tile = next(button for button in choices.buttons if isinstance(button, GameTile))
    # Until the picture is drawn in its final size, one of another size is shown.
    wait_until(
        lambda: (
            choices.find_picture(tile.game, _picture_area(tile))
            and not choices._redraw_timer.isActive()
        )
    )

    def tile_image():
        return tile.grab().toImage()

    def image_after(ms):
        clock_time[0] += ms
        motion.advance_animations()
        return tile_image()

    motion.reduced_motion = True
    tile.setFocus()
    assert not tile.animation_progress
    choices.buttons[0].setFocus()
    motion.skip_animations()
    motion.reduced_motion = False
    rest_image = _inner_image(tile_image())
    tile.setFocus()
    moving = _inner_image(image_after(PICTURE_ANIMATION_MS / 2))
    finished_image = _inner_image(image_after(PICTURE_ANIMATION_MS / 2 + 1))
    assert not motion.is_busy
    assert len({image.cacheKey() for image in (rest_image, moving, finished_image)}) == 3
    assert rest_image != moving != finished_image != rest_image
    choices.buttons[0].setFocus()
    assert _inner_image(image_after(PICTURE_RETURN_MS + 1)) == rest_image
    assert not motion.is_busy


def _picture_area(tile):
    body = QRectF(tile.rect()).adjusted(2, 1, -2, -4).adjusted(1, 1, -1, -1)
    tall = min(
        PICTURE_RATIO * (body.width() + 2), body.height() + 2 - tile._start_menu.caption_height
    )
    return QRectF(body.left(), body.top(), body.width(), tall - 1)


def _inner_image(image):
    """Return the picture without its edge, whose focus frame changes as well."""
    return image.copy(12, 12, image.width() - 24, image.height() // 2)


def test_menus_open_by_keyboard(open_program):
    person = open_program()
    pills = [
        item
        for item in start_menu(person).buttons
        if isinstance(item, PillButton) and item.popup_menu.actions()
    ]
    assert [item.text() for item in pills] == ["Learn", "Friends", "Matches"]
    for pill in pills:
        pill.setFocus()
        person.press(Qt.Key.Key_Space)
        menu = pill.popup_menu
        assert menu.isVisible()
        assert menu.activeAction() is not None
        assert len([item for item in menu.actions() if item.isVisible()]) >= 2
        menu.close()


def _point_at(menu, entry):
    """Move the mouse onto an entry of an open menu, step by step, as a hand does."""
    rect = menu.actionGeometry(entry)
    for x in range(rect.left() + 4, rect.center().x(), 6):
        QCursor.setPos(menu.mapToGlobal(QPoint(x, rect.center().y())))
        QApplication.processEvents()


@pytest.mark.parametrize("pill_text", ["Learn", "Friends", "Matches"])
def test_submenus_of_buttons_stay_open_below_the_mouse(open_program, pill_text):
    person = open_program()
    pill = person.find_button(pill_text)
    person.click(pill)
    menu = pill.popup_menu
    for entry in [entry for entry in menu.actions() if entry.isVisible() and entry.menu()]:
        submenu = entry.menu()
        assert submenu.isHidden()  # Qt would close one that opened without the mouse
        _point_at(menu, entry)
        wait_until(submenu.isVisible)
        _point_at(submenu, submenu.actions()[0])
        chosen = submenu.actions()[-1]
        _point_at(submenu, chosen)
        assert submenu.isVisible()
        assert submenu.activeAction() is chosen
    menu.close()


def test_first_deal_starts_from_the_submenu_of_a_button(open_program):
    person = open_program()
    pill = person.find_button("Learn")
    person.click(pill)
    entry = pill.popup_menu.actions()[0]
    submenu = entry.menu()
    _point_at(pill.popup_menu, entry)
    wait_until(submenu.isVisible)
    master = next(item for item in submenu.actions() if item.text() == "Master…")
    _point_at(submenu, master)
    QTest.mouseClick(
        submenu.windowHandle(),
        Qt.MouseButton.LeftButton,
        pos=submenu.actionGeometry(master).center(),
    )
    wait_until(lambda: person.facade.match_view is not None)
    assert person.facade.match_view.player_view.game.name == "master"


def test_long_line_loses_its_last_part(open_program):
    person = open_program()
    choices = start_menu(person)
    line = "за столом: Вера, Борис, Анна · начало: 26.11.2026 12:40"
    quick_button = choices.add_quick_button("Продолжить: Блэкаут", line, "blackout")
    metrics = QFontMetrics(make_font(13))
    assert quick_button._shorten_details(metrics, 10_000) == line
    assert quick_button._shorten_details(metrics, 250) == "за столом: Вера, Борис, Анна"
    assert quick_button._shorten_details(metrics, 20) == "за столом: Вера, Борис, Анна"


def test_pictures_stay_visible_while_resizing(open_program):
    person = open_program()
    choices = start_menu(person)
    tile = next(button for button in choices.buttons if isinstance(button, GameTile))
    wait_until(lambda: choices.find_picture(tile.game, _picture_area(tile)))
    wait_until(lambda: not choices._pending_pictures)
    person.facade.resize(1500, 1000)
    wait_until(lambda: choices.size() == person.facade.start_screen.size())
    assert choices.find_picture(tile.game, _picture_area(tile)) is not None


class TestStartMenu:
    """The menu alone, on a widget of its own, without pictures until they are enabled."""

    GAMES = (("damn", "Damn", "Say how many you take."), ("rank", "Rank", "Be rid of all cards."))

    @pytest.fixture
    def menu(self, qtbot):
        page = QWidget()
        menu = StartMenu(Animator(page), page)
        menu.heading_label.setText("Good evening")
        menu.add_quick_button("Go on: Damn", "with Anna · since noon", "damn")
        menu.add_tiles(self.GAMES)
        menu.learn_action, menu.guide_action = QAction("Exercises", page), QAction("Guide", page)
        menu.learn_action.setEnabled(False)
        menu.add_pill("Learn", [menu.learn_action, menu.guide_action])
        show_widget(qtbot, page, 1280, 778)
        menu.resize(page.size())
        yield menu
        page.close()

    def tiles(self, menu):
        return [button for button in menu.buttons if isinstance(button, GameTile)]

    def test_buttons_are_named_for_screen_readers(self, menu):
        quick, tile, *_ = menu.buttons
        assert quick.accessibleName() == "Go on: Damn, with Anna · since noon"
        assert (tile.accessibleName(), tile.accessibleDescription()) == (
            "Damn",
            "Say how many you take.",
        )
        assert tile.toolTip() == "Say how many you take."
        assert menu.add_quick_button("Fish & chips").text() == "Fish && chips"

    def test_first_quick_button_is_the_default(self, menu):
        second = menu.add_quick_button("Play Rank")
        assert [button.is_default for button in (menu.buttons[0], second)] == [True, False]
        assert (menu.buttons[0].font().bold(), second.font().bold()) == (True, False)
        assert second.isVisible()

    def test_late_default_button_comes_first_and_takes_the_focus(self, menu):
        previous = menu.buttons[0]
        previous.setFocus()
        late = menu.add_default_button("Back to Tom's table")
        menu.update_layout()
        assert menu.buttons[0] is late
        assert late.hasFocus()
        assert (late.is_default, previous.is_default) == (True, False)
        assert late.geometry().bottom() < previous.y()
        QTest.keyClick(late, Qt.Key.Key_Tab)
        assert previous.hasFocus()

    def test_everything_is_centred(self, menu):
        centre = menu.rect().center().x()
        quick, first, second, pill = menu.buttons
        for rect in (quick.geometry(), first.geometry() | second.geometry(), pill.geometry()):
            assert rect.center().x() == pytest.approx(centre, abs=2)
        assert first.size() == second.size()
        tops = [menu.heading_label.y(), quick.y(), first.y(), pill.y()]
        assert tops == sorted(set(tops))
        above = menu.heading_label.y()
        below = menu.height() - pill.geometry().bottom()
        assert above == pytest.approx(below, abs=16)

    def test_text_grows_with_the_window_within_limits(self, menu):
        scales = []
        for size in ((320, 200), (1280, 778), (2560, 1556), (9000, 6000)):
            menu.resize(*size)
            scales.append(menu.text_scale)
        assert scales == [MIN_SCALE, 1.0, 2.0, MAX_SCALE]

    def test_chosen_text_size_is_used_as_far_as_it_fits(self, menu):
        apply_text_scale(1.5)
        menu.update_layout()
        assert menu.text_scale == pytest.approx(1.5)
        menu.resize(330, 250)
        menu.update_layout()
        assert MIN_SCALE <= menu.text_scale < 1.5 * MIN_SCALE

    def test_arrow_keys_stay_at_the_edge(self, menu):
        quick, first, second, pill = menu.buttons
        assert menu.focus_neighbour(first, Qt.Key.Key_Right)
        assert second.hasFocus()
        assert not menu.focus_neighbour(second, Qt.Key.Key_Right)
        assert not menu.focus_neighbour(quick, Qt.Key.Key_Up)
        assert menu.focus_neighbour(second, Qt.Key.Key_Down)
        assert pill.hasFocus()
        assert menu.focus_neighbour(second, Qt.Key.Key_Left)
        assert first.hasFocus()
        assert menu.focus_neighbour(first, Qt.Key.Key_Up)
        assert quick.hasFocus()

    def test_person_is_beside_the_heading_and_last_by_tab(self, menu):
        chip = PersonButton("Ida", QIcon(), lambda _: None, menu)
        menu.show_person_chip(chip)
        menu.update_layout()
        assert chip.isVisible()
        assert chip.geometry().center().y() == pytest.approx(
            menu.heading_label.geometry().center().y(), abs=1
        )
        assert chip.x() > menu.heading_label.geometry().right()
        heading_centre = menu.heading_label.geometry().center().x()
        assert heading_centre == pytest.approx(menu.rect().center().x(), abs=2)
        menu.buttons[-1].setFocus()
        QTest.keyClick(menu.buttons[-1], Qt.Key.Key_Tab)
        assert chip.hasFocus()
        assert menu.focus_neighbour(chip, Qt.Key.Key_Down)

    def test_pill_opens_its_menu_at_the_first_entry_that_is_enabled(self, menu):
        pill = menu.buttons[-1]
        QTest.mouseClick(pill, Qt.MouseButton.LeftButton)
        assert pill.popup_menu.isVisible()
        assert pill.popup_menu.activeAction() is menu.guide_action
        assert pill.popup_menu.y() == pill.mapToGlobal(QPoint(0, pill.height() + 2)).y()
        pill.popup_menu.close()

    def test_pictures_are_drawn_once_they_are_enabled(self, menu):
        area = QRectF(0, 0, 200, 125)
        assert menu.find_picture("damn", area) is None
        assert menu._pending_pictures == []
        menu.enable_pictures(QSvgRenderer)
        assert menu.find_picture("damn", area) is None
        wait_until(lambda: menu.find_picture("damn", area))
        wait_until(lambda: not menu._pending_pictures)
        other_size = menu.find_picture("damn", QRectF(0, 0, 240, 150))
        assert other_size is not None  # scaled until it is drawn in this size
        assert menu._redraw_timer.interval() == REDRAW_DELAY_MS
        wait_until(lambda: menu.find_picture("damn", QRectF(0, 0, 240, 150)) is not other_size)
        assert menu.find_picture("no-such-game", area) is None

    def test_theme_draws_the_pictures_again(self, menu):
        menu.enable_pictures(QSvgRenderer)
        area = QRectF(0, 0, 200, 125)
        menu.find_picture("damn", area)
        wait_until(lambda: menu.find_picture("damn", area))
        menu.apply_theme()
        assert menu.find_picture("damn", area) is None

    def test_cut_off_details_are_in_the_tooltip(self, menu):
        quick = menu.buttons[0]
        quick.resize(500, 64)
        quick.grab()
        assert quick.toolTip() == ""
        quick.resize(150, 64)
        quick.grab()
        assert quick.toolTip() == "Go on: Damn\nwith Anna · since noon"
        quick.resize(500, 30)  # too low for two lines
        quick.grab()
        assert "since noon" in quick.toolTip()

    def test_motion_starts_only_where_it_is_wanted(self, menu):
        tile = self.tiles(menu)[0]
        for speed, instant, moves in ((0.0, False, False), (1.0, True, False), (1.0, False, True)):
            menu.animator.speed, menu.animator.reduced_motion = speed, instant
            tile._play_animation()
            menu.animator.skip_animations()
            assert (tile.animation_progress == 1.0) is moves
        tile._play_animation()  # not again while it is there
        assert not menu.animator.is_busy
        tile._play_return()
        menu.animator.skip_animations()
        assert tile.animation_progress == 0.0

    def test_heights_below_the_picture(self, menu):
        tile = self.tiles(menu)[0]
        title = tile.title_height(1.0)
        assert tile.caption_height(300, 1.0, with_description=False) == title
        one_line = tile.caption_height(400, 1.0, with_description=True)
        assert title < one_line < tile.caption_height(120, 1.0, with_description=True)
        tile.description = ""
        assert tile.caption_height(300, 1.0, with_description=True) == title
