"""Tests for the help window and its pages."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QTextCursor, QTextDocument, QTextTable

import greenbaize
from greenbaize.cards import Card, Suit
from greenbaize.games import GAMES
from greenbaize.games.beat import beats
from greenbaize.games.beat.ass import ass_scoring
from greenbaize.games.beat.banks import standard_targets
from greenbaize.games.beat.contracts import CONTRACTS
from greenbaize.ui.features.help import help_pages
from greenbaize.ui.features.help.help_pages import (
    parse_citation,
    parse_rule_number,
    read_pages,
    resolve_page_name,
)
from greenbaize.ui.features.help.help_window import HelpWindow
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from greenbaize.words.titles import contract_title
from greenbaize.words.vocabulary import register_games, registered_games
from ui.show_widget import show_widget


@pytest.fixture
def window(qtbot):
    return show_widget(qtbot, HelpWindow(), 760, 400)


def first_line(window):
    """Return the text of the first line that is completely visible."""
    top_left = window.browser.viewport().rect().topLeft()
    cursor = window.browser.cursorForPosition(top_left)
    rect = window.browser.cursorRect(cursor)
    if rect.top() < 0:
        cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
    return cursor.block().text()


def test_starts_with_the_table_page_and_falls_back_to_it(window):
    assert window.page_name == "index"
    assert window.page_list.currentItem().text() == "Using the table"
    assert window.windowTitle() == "Using the table – Help"
    window.show_page("no-such-page")
    assert window.page_name == "index"
    window.show_rule("")
    assert window.page_name == "index"
    window.show_page("damn", "99")
    assert window.page_name == "damn"
    assert window.browser.extraSelections() == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_page(window, game):
    window.show_page(game)
    assert window.page_name == resolve_page_name(game)
    assert window.page_list.currentItem().text() == window.browser.accessibleName() != ""


class PagelessGame:
    """A game without a help page of its own."""

    name, title, description = "unwritten", "Unwritten", "Nobody has written it down."
    help_page = other_names = ""
    seats = range(2, 5)
    options = ()
    rule_references = {"deal": "unwritten.md 1", "play": "unwritten.md 2"}  # noqa: RUF012


@pytest.fixture
def pageless_game():
    before, game = registered_games(), PagelessGame()
    games = {**before, "unwritten": game}
    register_games(games)  # type: ignore[arg-type]
    yield game
    register_games(before)


def test_page_is_generated_for_a_game_without_one(pageless_game, window):
    window.show_page("unwritten")
    assert window.page_list.currentItem().text() == "Unwritten"
    assert "Nobody has written it down." in window.browser.toPlainText()
    window.show_rule("unwritten.md 2")
    assert window.browser.extraSelections()[0].cursor.block().text() == "2. Play"
    names = [window.page_list.item(row).text() for row in range(window.page_list.count())]
    assert names.index("Rank") < names.index("Unwritten") < names.index("Beating")


def test_game_may_name_another_page(pageless_game, qtbot):
    pageless_game.help_page = "beats"
    window = HelpWindow()
    qtbot.addWidget(window)
    window.show_page("unwritten")
    assert window.page_name == "beats"
    window.find_field.setText("unwritten 2c")
    window.find_next()
    assert window.browser.extraSelections()[0].cursor.block().text() == "2c. One less"
    assert "Unwritten" not in [
        window.page_list.item(row).text() for row in range(window.page_list.count())
    ]


def cited_rules():
    """Return every rule that the package's source code cites."""
    folder = Path(greenbaize.__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return set(re.findall(r'"([\w-]+\.md \d[^"{]*)"', text))


@pytest.mark.slow
def test_every_cited_rule_exists(window):
    rules = cited_rules()
    assert {"damn.md 4", "beats.md 2c", "beats.md 4.1", "ass.md 4, 5"} <= rules
    for rule in rules:
        page, _, numbers = rule.partition(".md ")
        for number in numbers.split(", "):
            window.show_rule(f"{page}.md {number}")
            assert window.page_name == resolve_page_name(page)
            (tint,) = window.browser.extraSelections()
            assert tint.cursor.block().text().startswith(f"{number}. "), rule
        window.show_rule(rule)
        (tint,) = window.browser.extraSelections()
        assert parse_rule_number(tint.cursor.block().text()) == numbers.split(", ")[0]


def test_a_rule_is_scrolled_to_and_tinted(window):
    window.show_rule("damn.md 4")
    assert window.page_name == "damn"
    assert first_line(window) == "4. Play"
    window.show_rule("blackout.md 5")
    assert first_line(window) == "5. Score"
    window.show_page("blackout")
    assert window.browser.verticalScrollBar().value() == 0
    assert window.browser.extraSelections() == []


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("damn.md 4", ("damn", "4")),
        ("damn 10", ("damn", "10")),
        ("Damn", ("damn", "")),
        ("damn.md 1, 2", ("damn", "1")),
        ("beats.md 2c", ("beats", "2c")),
        ("Beats 2C", ("beats", "2c")),
        ("beats 4.1", ("beats", "4.1")),
        ("Master 2, 3", ("master", "2")),
        ("ass.md 4, 5", ("ass", "4")),
        ("computer-players", ("computer-players", "")),
        ("follow suit", ("", "")),
        ("", ("", "")),
    ],
)
def test_citations_are_parsed(text, target):
    assert parse_citation(text) == target


@pytest.mark.slow
def test_the_arrows_turn_pages(qtbot, window):
    window.page_list.setFocus()
    shown_pages = [window.page_name]
    for _ in range(window.page_list.count() - 1):
        qtbot.keyClick(window.page_list, Qt.Key.Key_Down)
        shown_pages.append(window.page_name)
    games = dict.fromkeys(map(resolve_page_name, GAMES))
    assert shown_pages == [
        "index",
        *games,
        "beats",
        "by-ear",
        "challenges",
        "computer-players",
        "playing-together",
        "records",
    ]


@pytest.mark.slow
def test_links_lead_to_pages_and_rules_that_exist(window):
    pages = {page.name: page.text for page in read_pages()}
    for page in read_pages():
        for link in re.findall(r"(?<!!)\[[^]]*\]\(([^)]*)\)", page.text):
            name, _, rule = link.partition("#")
            assert name.removesuffix(".md") in pages, f"{page.name}: {link}"
            text = pages[name.removesuffix(".md")]
            assert not rule or re.search(rf"^#+ {re.escape(rule)}\. ", text, re.MULTILINE), link
    window.browser.anchorClicked.emit("records.md")
    assert window.page_name == "records"
    window.browser.anchorClicked.emit("beats.md#2d")
    assert window.page_name == "beats"
    assert first_line(window) == "2d. Eight"


@pytest.mark.slow
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_links_contrast_with_the_paper(window, theme):
    apply_application_theme(theme)
    window.apply_theme()
    window.show_page("master")
    cursor = window.browser.document().find("Beating")
    colour = cursor.charFormat().foreground().color()
    assert cursor.charFormat().isAnchor()
    assert abs(colour.lightness() - QColor(theme.paper).lightness()) > 90


@pytest.mark.slow
def test_tables_have_numbers_below_their_words(window):
    window.show_page("master")
    first, *_ = [
        frame
        for frame in window.browser.document().rootFrame().childFrames()
        if isinstance(frame, QTextTable)
    ]
    sides = [first.cellAt(row, 3).firstCursorPosition().blockFormat().alignment() for row in (0, 1)]
    assert all(side & Qt.AlignmentFlag.AlignRight for side in sides)


def test_a_rule_is_found_by_its_number(qtbot, window):
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.find_field.hasFocus()
    qtbot.keyClicks(window.find_field, "damn 9")
    qtbot.keyClick(window.find_field, Qt.Key.Key_Return)
    assert window.page_name == "damn"
    assert window.browser.extraSelections()[0].cursor.block().text() == "9. Revokes"
    window.find_field.clear()
    qtbot.keyClicks(window.find_field, "beats 2c")
    qtbot.keyClick(window.find_field, Qt.Key.Key_Return)
    assert window.page_name == "beats"
    assert window.browser.extraSelections()[0].cursor.block().text() == "2c. One less"


def test_words_are_found_on_other_pages_and_again(qtbot, window):
    qtbot.keyClicks(window.find_field, "follow suit")
    matches = []
    for _ in range(9):
        cursor = window.browser.textCursor()
        assert cursor.selectedText().casefold() == "follow suit"
        matches.append((window.page_name, cursor.position(), window.find_note.text()))
        qtbot.keyClick(window.find_field, Qt.Key.Key_Return)
    assert [page for page, *_ in matches[:2]] == ["damn", "blackout"]
    count = len(set(matches))
    assert matches[count] == matches[0]
    assert [note for *_, note in matches[:count]] == [f"{n + 1} of {count}" for n in range(count)]


def test_every_match_is_scrolled_into_view(qtbot, window):
    qtbot.keyClicks(window.find_field, "bank")
    for _ in range(int(window.find_note.text().split()[-1])):
        browser = window.browser
        assert browser.textCursor().selectedText().casefold() == "bank"
        cursor_rect, bar = browser.cursorRect(), browser.verticalScrollBar()
        assert cursor_rect.top() >= 0
        assert (
            cursor_rect.bottom() <= browser.viewport().height() // 2 or bar.value() == bar.maximum()
        )
        qtbot.keyClick(window.find_field, Qt.Key.Key_Return)


def test_missing_words_are_reported_and_escape_closes(qtbot, window):
    qtbot.keyClicks(window.find_field, "zebra")
    assert window.find_note.text() == "Not found."
    window.find_field.selectAll()
    qtbot.keyClick(window.find_field, Qt.Key.Key_Delete)
    assert window.find_note.text() == ""
    qtbot.keyClick(window.browser, Qt.Key.Key_Escape)
    assert not window.isVisible()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_theme_changes_the_paper_and_keeps_the_page(window, theme):
    window.show_page("damn")
    apply_application_theme(theme)
    window.apply_theme()
    assert window.page_name == "damn"
    assert window.browser.palette().base().color() == QColor(theme.paper)


@pytest.mark.slow
def test_pages_use_at_most_three_font_sizes(window):
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


def test_another_language_falls_back_to_english_page_by_page(monkeypatch):
    names = [page.name for page in read_pages()]
    monkeypatch.setattr(help_pages, "current_language", lambda: "xx")
    assert [page.name for page in read_pages()] == names


# The contents of the pages, compared with the rules


def page_table_rows(page, heading):
    """Return the cells of the first table below a heading, without the table's header row."""
    (text,) = [page_data.text for page_data in read_pages() if page_data.name == page]
    below = text.partition(f"## {heading}")[2]
    lines = next(part for part in below.split("\n\n")[1:] if part.startswith("|"))
    cells = [line.strip("|").split("|") for line in lines.strip().splitlines()]
    return [[cell.strip(" *") for cell in row] for row in cells if ":-" not in row[0]][1:]


def test_beating_table_agrees_with_the_rules():
    rows = page_table_rows("beats", "1. What beats what")
    ranks = [rank.replace("T", "10") for rank in beats.SENIORITY]
    cards = {rank: Card.of(f"{rank.replace('10', 'T')}S") for rank in ranks}
    assert sorted(row[0] for row in rows) == sorted(ranks)

    def parse_ranks(cell):
        return set() if cell == "nothing" else set(cell.split())

    def beaten_mark(rank_led, beaten_rank, name):
        if beats.beats_in_suit(cards[rank_led], cards[beaten_rank]):
            return {name}
        return {f"({name})"} if beats.is_one_less(cards[rank_led], cards[beaten_rank]) else set()

    for rank, beaten, beating, elsewhere in rows:
        assert parse_ranks(beaten) == set().union(
            *(beaten_mark(rank, other_rank, other_rank) for other_rank in ranks)
        )
        assert parse_ranks(beating) == set().union(
            *(beaten_mark(other_rank, rank, other_rank) for other_rank in ranks)
        )
        assert elsewhere == ("every card" if rank == "8" else rank)


def worked_tricks():
    """Return the worked tricks of the page about beating, each beginning with its heading."""
    (text,) = [page.text for page in read_pages() if page.name == "beats"]
    return text.partition("## Tricks to learn from")[2].split("\n### ")[1:]


@pytest.mark.parametrize(
    "trick_text", worked_tricks(), ids=lambda trick_text: trick_text.split("\n")[0]
)
def test_worked_tricks_agree_with_the_rules(trick_text):
    names = ("Anna", "Boris", "Vera", "Mila")
    own = dict.fromkeys(names, None) | {
        name: Suit.of(suit[0].upper())
        for suit, name in re.findall(r"(\w+) are (\w+)'s trump", trick_text.partition("1. Anna")[0])
    }
    trumps = beats.Trumps(personal_suits=tuple(own[name] for name in names))
    lines = re.findall(r"^\d\. (\w+) .*?(\w+)([♠♥♦♣])\.? ?(.*)$", trick_text, re.MULTILINE)
    assert [line[0] for line in lines] == list(names)
    situation = None
    for seat, (_, rank, sign, sentence) in enumerate(lines):
        suit = next(suit for suit in Suit if suit.sign == sign)
        card = Card.of(f"{rank.replace('10', 'T')}{suit.letter}")
        if situation is None:
            situation = beats.start_situation(card, seat)
            continue
        beat_way = beats.find_played_beat_rule(situation, card, seat, trumps)
        goes_back = beat_way is not None and beats.is_taken_back(situation, card, beat_way)
        assert ("goes back" in sentence) == goes_back, sentence
        unbeaten = r"changes nothing|does not|another suit|too low"
        assert (beat_way is None) == bool(re.search(unbeaten, sentence)), sentence
        situation = beats.add_to_situation(situation, card, seat, beat_way)
    assert f"\n{names[situation.taker]} takes the trick." in trick_text


def test_contracts_agree_with_the_rules():
    rows = page_table_rows("master", "4. Contracts")
    for number, (row, contract) in enumerate(zip(rows, CONTRACTS, strict=True), 1):
        deals, name, counts, total = row
        assert deals == f"{number}, {number + 12}"
        assert name == contract_title(contract.name)
        assert counts.startswith(f"{contract.points_each} for ")
        assert int(total) == contract.total_points


def test_targets_agree_with_the_rules():
    for players, stay, go in page_table_rows("ass", "3. Go or stay"):
        assert int(stay) == standard_targets(int(players)).stay
        assert int(go) == standard_targets(int(players)).go


def test_example_points_agree_with_the_rules():
    (text,) = [page.text for page in read_pages() if page.name == "ass"]
    examples = re.findall(r"^- ((?:\w+[♠♥♦♣](?:, )?)+): .*?= (\d+)", text, re.MULTILINE)
    assert len(examples) == 4
    for cards, points in examples:
        codes = [
            rank.replace("10", "T") + next(suit.letter for suit in Suit if suit.sign == sign)
            for rank, sign in re.findall(r"(\w+)([♠♥♦♣])", cards)
        ]
        assert ass_scoring(4).trick_value(0, tuple(map(Card.of, codes))) == int(points)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_picture_fits_its_page(qtbot, monkeypatch, language):
    monkeypatch.setattr(help_pages, "current_language", lambda: language)
    window = show_widget(qtbot, HelpWindow(), 820, 640)
    window.show_page("playing-together")
    document = window.browser.document()
    (name,) = re.findall(r"!\[.+\]\((.+)\)", window._pages["playing-together"].text)
    picture = document.resource(QTextDocument.ResourceType.ImageResource, QUrl(name))
    room = window.browser.width() - 2 * window.browser.document().documentMargin()
    assert 0.8 * room < picture.width() <= room
