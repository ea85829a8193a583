"""Tests for the start screen: its choices fit, and are used by mouse and keyboard."""

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication

from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.resources import resources
from greenbaize.rules.chance import seed_from
from greenbaize.store.settings import Settings
from greenbaize.ui.cards.card_renderer import PAPER
from greenbaize.ui.faces.icons import PersonChip
from greenbaize.ui.features.start.start_menu import BACK_MS, TELL_MS, TITLE, GameTile, PillButton
from greenbaize.ui.features.start.start_screen import usual_line
from greenbaize.ui.features.start.tile_pictures import SHAPE, ways_of
from greenbaize.ui.widgets.fonts import font
from greenbaize.ui.widgets.theme import DARK, LIGHT
from greenbaize.words.titles import game_line
from ui.table.person import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

GOLDEN = Path(__file__).parents[3] / "golden"


@pytest.mark.slow
def test_after_a_replay_the_choices_stand_apart(opened):
    person = opened(PlayRequest(record=GOLDEN / "damn-3.jsonl"))
    until(lambda: person.main.replaying is not None)
    person.main.clear_table()
    for _ in range(3):
        QApplication.processEvents()
    choices = person.main.lobby.choices
    assert choices.size() == choices.sizeHint().boundedTo(person.main.lobby.size())
    rows = sorted({(one.y(), one.geometry().bottom()) for one in choices.buttons})
    assert len(rows) > 2
    assert all(low[0] - high[1] > 5 for high, low in pairwise(rows))


def choices_of(person):
    main = person.main
    until(lambda: main.lobby is not None and main.lobby.choices is not None)
    assert main.lobby.choices is not None
    return main.lobby.choices


@pytest.mark.slow
def test_tiles_and_heading_take_both_colours_of_a_theme(opened):
    person = opened()
    choices, main = choices_of(person), person.main
    tile = choices.buttons[1]
    for name, theme in (("dark", DARK), ("light", LIGHT), ("dark", DARK)):
        main.settings.theme = name
        main.apply_settings()
        paper = tile.grab().toImage().pixelColor(tile.width() // 2, tile.height() - 12)
        assert paper == QColor(theme.paper)
        words = choices.heading.palette().color(QPalette.ColorRole.WindowText)
        assert words == QColor(theme.plate_text)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 400), (900, 600), (3840, 2160)], ids=str)
def test_all_that_is_offered_is_seen_at_once(opened, size):
    person = opened()
    choices = choices_of(person)
    choices.add("Go on: Damn", "with Anna")
    choices.add_first("Back to " + "W" * 24)
    person.window.resize(*size)
    QApplication.processEvents()
    assert choices.size() == person.main.lobby.size()
    [chip] = choices.findChildren(PersonChip)
    assert chip.font().pixelSize() == round(14 * max(1.0, choices.size_of_letters))
    parts = [*choices.buttons, choices.heading, chip]
    boxes = [one.geometry() for one in parts]
    assert all(choices.rect().contains(box) for box in boxes)
    assert not any(one.intersects(two) for one, two in combinations(boxes, 2))
    tiles = [one for one in choices.buttons if isinstance(one, GameTile)]
    assert len({one.y() for one in tiles}) <= 2
    assert all(one.height() > one.low(choices.size_of_letters) + 25 for one in tiles)


@pytest.mark.slow
def test_a_table_of_one_s_own_is_a_click_away_and_said_with_who_plays(opened):
    seats = [
        {"who": "you", "name": "Ida"},
        {"who": "hard", "name": "Al"},
        {"who": "hard", "name": "Bo"},
    ]
    seats.append({"who": "easy", "name": "Cy"})
    Settings(
        your_name="Ida", last_game="rank", setups={"rank": {"seats": seats}}, motion="none"
    ).save()
    person = opened()
    usual = choices_of(person).buttons[0]
    assert usual.text() == "Play Rank as last time"
    assert usual.accessibleName().endswith(", with Al, Bo (Hard), Cy (Easy)")
    assert usual.hasFocus()
    person.click(usual)
    assert person.playing.place.game.name == "rank"


def test_arrow_keys_walk_over_the_cloth(opened):
    person = opened()
    usual, _, *tiles = choices_of(person).buttons[:7]
    key = Qt.Key
    usual.setFocus()
    person.press(key.Key_Down)
    assert person.main.focusWidget() is tiles[0]
    person.press(key.Key_Right, key.Key_Down)
    assert person.main.focusWidget() in tiles[3:]
    person.press(key.Key_Down)
    assert person.main.focusWidget().text() in ("Learn", "Friends", "Matches")
    person.press(key.Key_Up, key.Key_Up, key.Key_Up)
    assert person.main.focusWidget().text() in ("Play Damn", "Damn with a guide")


def test_every_game_of_the_house_has_a_picture_and_another_a_plain_tile(opened):
    person = opened()
    choices = choices_of(person)
    stranger = choices.add_tiles([("turnup", "Turnup", "")])[0]
    choices.lay_out()
    tiles = [one for one in choices.buttons if isinstance(one, GameTile)]

    def has_cards(tile):
        image = tile.grab().toImage()
        spots = ((x, y) for x in range(9, image.width() - 9, 3) for y in range(9, 150, 3))
        return any(image.pixelColor(x, y) == PAPER for x, y in spots)

    until(lambda: all(has_cards(one) for one in tiles[:5]))
    until(lambda: not choices._wanted)
    assert not has_cards(stranger)
    assert stranger.accessibleName() == "Turnup"
    assert {one.toolTip() for one in tiles[:5]} == {game_line(one.game) for one in tiles[:5]}


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 400), (800, 600), (1280, 800), (2560, 1440)])
def test_ten_games_have_room_with_their_whole_names(opened, size):
    person = opened()
    choices = choices_of(person)
    more = ("Whist", "Hearts", "Briscola", "Preferans", "Sixty-Six")
    choices.add_tiles([(name.lower(), name, "A sentence about it.") for name in more])
    person.main.resize(*size)
    until(lambda: choices.size() == person.main.lobby.size())
    choices.lay_out()
    tiles = [one for one in choices.buttons if isinstance(one, GameTile)]
    assert len(tiles) == len(GAMES) + 5 >= 10
    assert all(choices.rect().contains(one.geometry()) for one in choices.buttons)
    for one, other in combinations(choices.buttons, 2):
        assert not one.geometry().intersects(other.geometry())
    title = QFontMetrics(font(TITLE * choices.size_of_letters, bold=True))
    assert all(title.horizontalAdvance(one.words) <= one.width() - 28 for one in tiles)


def test_pictures_have_most_of_the_height_and_are_the_larger_the_fewer_words_there_are(opened):
    person = opened()
    choices = choices_of(person)
    person.main.resize(1280, 800)
    until(lambda: choices.size() == person.main.lobby.size())
    tiles = [one for one in choices.buttons if isinstance(one, GameTile)]
    high = tiles[-1].geometry().bottom() - tiles[0].y()
    assert 0.58 < high / choices.height() < 0.7
    assert tiles[0].height() - choices.below >= 1.4 * 137
    assert all(len(one.line.split()) <= 6 for one in tiles)
    assert all(one.height() - choices.below < one.width() * SHAPE + 8 for one in tiles)


def test_a_picture_tells_its_game_while_it_is_pointed_at_or_has_the_keyboard(opened):
    person = opened(speed=1.0)
    choices = choices_of(person)
    motion, now = choices.motion, [0.0]
    motion._clock = lambda: now[0]
    tile = next(one for one in choices.buttons if isinstance(one, GameTile))
    # Until the picture is drawn in its final size, one of another size is shown.
    until(lambda: choices.picture(tile.game, _picture_area(tile)) and not choices._fresh.isActive())

    def seen():
        return tile.grab().toImage()

    def after(ms):
        now[0] += ms
        motion.step()
        return seen()

    motion.jumps = True
    tile.setFocus()
    assert not tile.told
    choices.buttons[0].setFocus()
    motion.hurry()
    motion.jumps = False
    rest = _inside(seen())
    tile.setFocus()
    moving = _inside(after(TELL_MS / 2))
    told = _inside(after(TELL_MS / 2 + 1))
    assert not motion.busy
    assert len({image.cacheKey() for image in (rest, moving, told)}) == 3
    assert rest != moving != told != rest
    choices.buttons[0].setFocus()
    assert _inside(after(BACK_MS + 1)) == rest
    assert not motion.busy


def _picture_area(tile):
    body = QRectF(tile.rect()).adjusted(2, 1, -2, -4).adjusted(1, 1, -1, -1)
    tall = min(SHAPE * (body.width() + 2), body.height() + 2 - tile._choices.below)
    return QRectF(body.left(), body.top(), body.width(), tall - 1)


def _inside(image):
    """Return the picture without its edge, whose focus frame changes as well."""
    return image.copy(12, 12, image.width() - 24, image.height() // 2)


@pytest.mark.parametrize("game", GAMES)
def test_each_picture_has_a_layer_that_moves(game):
    drawn = (resources() / "tiles" / f"{game}.svg").read_text(encoding="utf-8")
    ways = ways_of(game)
    assert [f'id="{way.layer}"' in drawn for way in ways] == [True] * len(ways)
    assert drawn.count("<g id=") == len(ways)
    assert any(way.at(share / 20) != way.at(0) for way in ways for share in range(21))
    assert all(key[0] <= 1 for way in ways for key in way.keys)


def test_the_menus_below_the_games_open_by_a_key(opened):
    person = opened()
    pills = [one for one in choices_of(person).buttons if isinstance(one, PillButton)]
    assert [one.text() for one in pills] == ["Learn", "Friends", "Matches"]
    for pill in pills:
        pill.setFocus()
        person.press(Qt.Key.Key_Space)
        menu = pill.menu_of_entries
        assert menu.isVisible()
        assert menu.activeAction() is not None
        assert len([one for one in menu.actions() if one.isVisible()]) >= 2
        menu.close()


@pytest.mark.slow
def test_the_games_keep_their_places_and_first_time_stays_until_one_is_learned(opened):
    orders, offers = set(), []
    short = {"damn": {"first": 1, "deals": 1}, "rank": {"deals": 1}}
    for game, end in (("damn", False), ("rank", False), ("damn", True), ("damn", False)):
        request = PlayRequest(game, 3, short[game], seed_from("order"), bots=(Opponent("random"),))
        person = opened(request)
        until(lambda person=person: person.main.playing is not None)
        if end:
            while person.wait_for_turn():
                asking = person.playing.asking
                if asking.refusals:
                    asking.choose_card(person.legal[0])
                else:
                    person.click(asking.prompt.buttons[next(person.answers())])
            until(lambda person=person: person.main.result is not None)
        setups = person.main.settings.setups
        # avoid the offer for a first match of the game
        person.main.settings.setups = {**setups, game: {}}
        if end:
            person.main.show_lobby()
            person.main.offer()
        else:
            person.main.what_next._abandon()
        choices = person.main.lobby.choices
        orders.add(tuple(tile.game for tile in choices._tiles))
        offers.append(any("with a guide" in one.text() for one in choices._ways))
        person.main.close_now()
    assert orders == {tuple(GAMES)}
    assert offers == [True, True, False, False]


def test_a_line_that_has_no_room_loses_its_last_part_and_not_letters(opened):
    person = opened()
    choices = choices_of(person)
    line = "за столом: Вера, Борис, Анна · начало: 26.11.2026 12:40"
    way = choices.add("Продолжить: Блэкаут", line, "blackout")
    metrics = QFontMetrics(font(13))
    assert way._shortened(metrics, 10_000) == line
    assert way._shortened(metrics, 250) == "за столом: Вера, Борис, Анна"
    assert way._shortened(metrics, 20) == "за столом: Вера, Борис, Анна"


def test_while_the_window_grows_pictures_are_seen_all_the_time(opened):
    person = opened()
    choices = choices_of(person)
    tile = next(one for one in choices.buttons if isinstance(one, GameTile))
    until(lambda: choices.picture(tile.game, _picture_area(tile)))
    until(lambda: not choices._wanted)
    person.main.resize(1500, 1000)
    until(lambda: choices.size() == person.main.lobby.size())
    assert choices.picture(tile.game, _picture_area(tile)) is not None


def test_computer_players_of_last_time_are_called_in_the_language_of_now(russian):
    sitters = (Player("Ida"), Player("Anna", "bot", "medium"), Player("Boris", "bot", "medium"))
    assert "Анна, Борис" in usual_line(sitters)
