"""Tests for the list of games to choose from."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest

from greenbaize.ui.match.game_list import FULL_WIDTH, LINE_ROLE, MIN_WIDTH, SPACING, GameList
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from greenbaize.words.titles import game_line
from ui.show_widget import show_widget
from ui.text_fit import recorded_painting

GAME_NAMES = ("damn", "rank", "ass")


@pytest.fixture
def games(qtbot):
    """Show a list of three games in its preferred size."""
    games = GameList(GAME_NAMES)
    return show_widget(qtbot, games, games.sizeHint().width(), games.sizeHint().height())


def painted_texts(widget):
    with recorded_painting() as listener:
        widget.grab()
    return [painted.text for painted in listener.painted_texts]


def test_games_have_titles_and_lines_for_screen_readers(games):
    items = [games.item(row) for row in range(games.count())]
    assert [item.text() for item in items] == ["Damn", "Rank", "Ass"]
    for role in (LINE_ROLE, Qt.ItemDataRole.AccessibleDescriptionRole):
        assert [item.data(role) for item in items] == [game_line(name) for name in GAME_NAMES]


def test_a_game_is_chosen_by_name_or_by_key(qtbot, games):
    with qtbot.waitSignal(games.game_chosen) as chosen:
        games.choose_game("ass")
    assert (chosen.args, games.chosen_game) == (["ass"], "ass")
    with qtbot.waitSignal(games.game_chosen) as chosen:
        QTest.keyClick(games, Qt.Key.Key_Up)
    assert (chosen.args, games.chosen_game) == (["rank"], "rank")
    games.choose_game("no-such-game")
    assert games.chosen_game == "damn"


def test_emptied_list_chooses_nothing(qtbot, games):
    games.choose_game("damn")
    games.takeItem(2)
    games.takeItem(1)
    with qtbot.assertNotEmitted(games.game_chosen):
        games.takeItem(0)
    assert games.chosen_game == ""


def test_sentences_are_painted_where_there_is_room(games):
    assert not games.is_brief
    texts = painted_texts(games)
    assert {"Damn", "Rank", "Ass"} <= set(texts)
    assert all(any(game_line(name) in text for text in texts) for name in GAME_NAMES)


@pytest.mark.parametrize("is_narrow", [True, False])
def test_titles_alone_remain_in_a_narrow_or_low_list(games, is_narrow):
    full = games.size()
    if is_narrow:
        games.resize(full.width() - 1, full.height())
    else:
        games.resize(full.width(), games.minimumSizeHint().height() + 2)
    assert games.is_brief
    assert not any(game_line(name) in text for text in painted_texts(games) for name in GAME_NAMES)
    heights = {games.visualItemRect(games.item(row)).height() for row in range(3)}
    assert heights == {(games.minimumSizeHint().height() - 2) // 3 - 2 * SPACING}
    games.resize(full)
    assert not games.is_brief
    games.doItemsLayout()
    assert games.visualItemRect(games.item(2)).bottom() < games.viewport().height()


@pytest.mark.parametrize("text_scale", [1.0, 1.5])
def test_sizes_follow_the_text(qtbot, text_scale):
    apply_text_scale(text_scale)
    games = GameList(GAME_NAMES)
    qtbot.addWidget(games)
    widths = (games.minimumWidth(), games.maximumWidth(), games.sizeHint().width())
    full_width = round(FULL_WIDTH * text_scale)
    assert widths == (round(MIN_WIDTH * text_scale), full_width, full_width)
    assert games.minimumSizeHint().width() == round(MIN_WIDTH * text_scale)
    assert games.minimumSizeHint().height() < games.sizeHint().height()


def test_every_game_has_its_own_height(games):
    heights = [games.visualItemRect(games.item(row)).height() for row in range(3)]
    assert games.sizeHint().height() == sum(heights) + 6 * SPACING + 2
    assert not games.verticalScrollBar().isVisible()


def test_selected_game_is_highlighted(games):
    games.choose_game("rank")

    def ground(row):
        rect = games.visualItemRect(games.item(row))
        image = games.viewport().grab().toImage()
        return image.pixelColor(rect.right() - 6, rect.center().y())

    highlight = games.palette().color(QPalette.ColorRole.Highlight)
    base = games.palette().color(QPalette.ColorRole.Base)
    assert [ground(row) for row in range(3)] == [base, highlight, base]

    def has_ink(row, role):
        colour = games.palette().color(role).lightness()
        image = games.viewport().grab(games.visualItemRect(games.item(row))).toImage()
        return any(
            abs(image.pixelColor(x, y).lightness() - colour) < 12
            for x in range(8, image.width() - 8)
            for y in range(8, image.height() - 8)
        )

    role = QPalette.ColorRole
    assert [has_ink(row, role.Text) for row in range(3)] == [True, False, True]
    assert has_ink(1, role.HighlightedText)


def test_focus_is_marked_on_the_selected_game(games):
    games.choose_game("damn")
    games.setFocus()
    focused_image = games.viewport().grab().toImage()
    games.clearFocus()
    plain_image = games.viewport().grab().toImage()
    rect = games.visualItemRect(games.item(0))
    assert focused_image.copy(rect) != plain_image.copy(rect)
    other = games.visualItemRect(games.item(1))
    assert focused_image.copy(other) == plain_image.copy(other)
