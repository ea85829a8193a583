"""The help window and its pages."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCursor
from pytestqt.qtbot import QtBot

from greenbaize.games import GAMES
from greenbaize.ui.help.pages import page_and_rule, read_pages
from greenbaize.ui.help.window import HelpWindow
from greenbaize.ui.theme import DARK, LIGHT

# Qt's offscreen platform says so of sizes and stacking that only a real desktop knows.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def window(qtbot: QtBot) -> HelpWindow:
    window = HelpWindow()
    qtbot.addWidget(window)
    window.resize(760, 400)
    with qtbot.waitActive(window):
        window.show()
    return window


def first_line(window: HelpWindow) -> str:
    """The first line that is seen whole."""
    at = window.browser.viewport().rect().topLeft()
    cursor = window.browser.cursorForPosition(at)
    rect = window.browser.cursorRect(cursor)
    if rect.top() < 0:
        cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
    return cursor.block().text()


def test_it_begins_with_how_to_use_the_table(window: HelpWindow) -> None:
    assert window.page == "index"
    assert window.list.currentItem().text() == "Using the table"
    assert window.windowTitle() == "Using the table – Help"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_page_with_every_rule_it_cites(window: HelpWindow, game: str) -> None:
    window.show_page(game)
    assert window.page == game
    cited = [rule for rule in GAMES[game].rules.values() if rule.startswith(game)]  # type: ignore[attr-defined]
    for number in {number for rule in cited for number in re.findall(r"\d+", rule)}:
        window.show_page(game, number)
        (tint,) = window.browser.extraSelections()
        assert tint.cursor.block().text().startswith(f"{number}. ")


def test_a_rule_is_scrolled_to_and_tinted(window: HelpWindow) -> None:
    window.show_rule("damn.md 4")
    assert window.page == "damn"
    assert first_line(window) == "4. Play"
    window.show_rule("blackout.md 5")
    assert first_line(window) == "5. Score"
    window.show_page("blackout")
    assert window.browser.verticalScrollBar().value() == 0
    assert window.browser.extraSelections() == []


def test_unknown_pages_and_rules_change_little(window: HelpWindow) -> None:
    window.show_page("whist")
    assert window.page == "index"
    window.show_rule("")
    assert window.page == "index"
    window.show_page("damn", "99")
    assert window.page == "damn"
    assert window.browser.extraSelections() == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("damn.md 4", ("damn", "4")),
        ("damn 10", ("damn", "10")),
        ("Damn", ("damn", "")),
        ("damn.md 1, 2", ("damn", "1")),
        ("computer-players", ("computer-players", "")),
        ("follow suit", ("", "")),
        ("", ("", "")),
    ],
)
def test_citations_are_understood(text: str, found: tuple[str, str]) -> None:
    assert page_and_rule(text) == found


def test_the_arrows_turn_pages(qtbot: QtBot, window: HelpWindow) -> None:
    window.list.setFocus()
    shown = [window.page]
    for _ in range(window.list.count() - 1):
        qtbot.keyClick(window.list, Qt.Key.Key_Down)
        shown.append(window.page)
    assert shown == ["index", "blackout", "damn", "computer-players", "records"]


def test_links_lead_to_pages_that_exist(window: HelpWindow) -> None:
    names = {page.name for page in read_pages()}
    for page in read_pages():
        for link in re.findall(r"\]\(([^)]*)\)", page.text):
            assert link.removesuffix(".md") in names, f"{page.name}: {link}"
    window.browser.anchorClicked.emit("records.md")
    assert window.page == "records"


def test_a_rule_is_found_by_its_number(qtbot: QtBot, window: HelpWindow) -> None:
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.find_field.hasFocus()
    qtbot.keyClicks(window.find_field, "damn 9")
    qtbot.keyClick(window.find_field, Qt.Key.Key_Return)
    assert window.page == "damn"
    assert window.browser.extraSelections()[0].cursor.block().text() == "9. Revokes"


def test_words_are_found_on_other_pages_and_again(qtbot: QtBot, window: HelpWindow) -> None:
    qtbot.keyClicks(window.find_field, "follow suit")
    found = []
    for _ in range(3):
        qtbot.keyClick(window.find_field, Qt.Key.Key_Return)
        cursor = window.browser.textCursor()
        assert cursor.selectedText().casefold() == "follow suit"
        found.append((window.page, cursor.position()))
    assert found[0][0] == "blackout"
    assert found[1][0] == "damn"
    assert len(set(found)) == 3 or found[2][0] == "blackout"


def test_words_that_are_nowhere_are_said_so(qtbot: QtBot, window: HelpWindow) -> None:
    qtbot.keyClicks(window.find_field, "zebra")
    qtbot.keyClick(window.find_field, Qt.Key.Key_Return)
    assert window.find_note.text() == "Not found."
    qtbot.keyClicks(window.find_field, "s")
    assert window.find_note.text() == ""


def test_escape_closes_it(qtbot: QtBot, window: HelpWindow) -> None:
    qtbot.keyClick(window.browser, Qt.Key.Key_Escape)
    assert not window.isVisible()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_it_has_the_themes_paper_and_keeps_its_page(window: HelpWindow, theme: object) -> None:
    window.show_page("damn")
    window.set_theme(theme)  # type: ignore[arg-type]
    assert window.page == "damn"
    assert window.browser.palette().base().color() == QColor(theme.paper)  # type: ignore[attr-defined]


def test_three_sizes_of_type_are_enough(window: HelpWindow) -> None:
    sizes = set()
    for page in read_pages():
        window.show_page(page.name)
        block = window.browser.document().begin()
        while block.isValid():
            part = block.begin()
            while not part.atEnd():
                font = part.fragment().charFormat().font()
                sizes.add((font.pixelSize(), round(font.pointSizeF(), 1)))
                part += 1
            block = block.next()
    assert len(sizes) <= 3


def test_another_language_falls_back_to_english_page_by_page() -> None:
    assert [page.name for page in read_pages(["xx"])] == [page.name for page in read_pages()]
