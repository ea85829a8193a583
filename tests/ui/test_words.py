"""Every visible text goes through the catalogue, painted texts included."""

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu, QTextBrowser

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.messages import Message
from greenbaize.ui.features.help.help_window import HelpWindow
from greenbaize.ui.features.start.start_screen import StartMenu
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.words.catalogue import LANGUAGE_NAMES
from ui.table.person import SimulatedPerson, wait_until
from ui.table.table_checks import collect_table_texts, collect_texts
from ui.window_gallery import SHORT_MATCH, open_windows, play_first_deal
from words.pseudo_language import text_outside_brackets

pytestmark = pytest.mark.usefixtures("pseudo_language")

PlayRequestOpener = Callable[[PlayRequest | None], SimulatedPerson]
UNTRANSLATED = re.compile(
    r"Green Baize|\b(?:Anna|Ben|Eva|Ida|Tom)\b(?:'s table)?|(?:10|[2-9JQKA])[♣♦♥♠]"
)
"""Text that is the same in every language: the program's name, people's names and cards."""
TIME_OR_CODE = re.compile(
    r"\d+/\d+/\d+,? \d+:\d+\W?[AP]M|\b[A-Z2-9]{3}-[A-Z2-9]{3}\b|\b[0-9a-f]{32}\b"
    r"|(?:\w+day, \d+ )?\b(?:January|February|March|April|May|June|July|August|September|October"
    r"|November|December)\b(?: \d{4})?"
)
FOREIGN_WINDOWS = ("combo", "tooltip", "file", "box", "help")
"""Windows whose texts are not the program's; the help window has a test of its own."""


def find_untranslated(texts):
    """Return the texts that bypassed the catalogue; language names are in their own language."""
    return {
        text
        for text in texts
        if text_outside_brackets(UNTRANSLATED.sub("", text)) and text not in LANGUAGE_NAMES.values()
    }


@pytest.fixture
def painted_texts(monkeypatch):
    """Record every text that the program paints itself."""
    texts = []
    original_draw_text = QPainter.drawText

    def draw_and_record(painter, *arguments):
        texts.extend(argument for argument in arguments if isinstance(argument, str))
        return original_draw_text(painter, *arguments)

    monkeypatch.setattr(QPainter, "drawText", draw_and_record)
    return texts


def complete_brackets(texts):
    """Yield painted texts, with the closing brackets that eliding removed."""
    return (text + "⟧" * (text.count("⟦") - text.count("⟧")) for text in texts)


def untranslated_texts(person, painted_texts):
    """Return the texts of the window's current state that bypassed the catalogue."""
    for item in person.scene.items() if person.facade.match_view else ():
        if hasattr(item, "redraw"):
            item.redraw()
    person.window.grab()
    texts = list(complete_brackets(painted_texts))
    texts += collect_texts(person.window)
    if person.facade.match_view is not None:
        texts += collect_table_texts(person.match_view)
    for menu in person.facade.menuBar().findChildren(QMenu):
        texts += [menu.title(), *(action.text() for action in menu.actions())]
    return find_untranslated(iter(texts))


def test_start_screen_is_translated(open_program, painted_texts):
    person = open_program(None)
    wait_until(lambda: person.window.findChild(StartMenu))
    assert untranslated_texts(person, painted_texts) == set()
    person.facade.banner.show_sentence("")
    assert {"⟦Dismiss⟧"} <= set(collect_texts(person.window))


TABLE_REQUESTS = {
    "damn": PlayRequest("damn", 4, {"first": 4, "deals": 6, "hook": True}, seed_from_text("words")),
    "damn to its end": PlayRequest("damn", 3, {"first": 2, "deals": 3}, seed_from_text("words")),
    "blackout": PlayRequest("blackout", 3, {}, seed_from_text("words")),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLE_REQUESTS)
def test_table_is_translated_at_every_question(open_program, painted_texts, name):
    person = open_program(TABLE_REQUESTS[name])
    wait_until(lambda: person.facade.match_view is not None)
    questions = 0
    while person.wait_for_turn() and questions < 24:
        questions += 1
        if person.asks_for_bid:
            for button in person.match_view.prompts.choice_prompt.buttons:
                if button.forbidden:
                    person.click(button)
            assert untranslated_texts(person, painted_texts) == set()
            person.click(
                person.match_view.prompts.choice_prompt.buttons[next(person.allowed_bids())]
            )
        else:
            for code in person.own_faces:
                person.hover_card(code)
                assert find_untranslated(collect_table_texts(person.match_view)) == set()
            assert untranslated_texts(person, painted_texts) == set()
            person.double_click_card(person.legal_faces[0])
    assert untranslated_texts(person, painted_texts) == set()
    assert len(painted_texts) > 50
    if name == "damn to its end":
        wait_until(lambda: person.window.findChild(ResultPanel))
        assert untranslated_texts(person, painted_texts) == set()
        assert any("⟦" in text for text in collect_texts(person.window.findChild(ResultPanel)))


def test_banner_is_translated(open_program, painted_texts, tmp_path):
    person = open_program(TABLE_REQUESTS["damn"])
    facade, path = person.facade, person.match_view.player_view.record_path
    banner_texts = []

    def record_banner():
        banner_texts.append(
            facade.banner.label.text().replace(str(path), "").replace("ValueError", "")
        )

    facade.on_write_error(Message("file-error", {"path": str(path), "reason": "⟦No space⟧"}))
    record_banner()
    facade.on_write_error(None)
    record_banner()
    facade.show_error(ValueError("x"))
    banner_texts.append(re.sub(r"/\S+|ValueError", "", facade.banner.label.text()))
    banner_texts.append(facade.banner.action_button.text())
    facade.launcher.open_unfinished_dialog()
    record_banner()
    assert find_untranslated(iter(banner_texts)) == set()
    assert all("⟦" in text for text in banner_texts)


@pytest.mark.slow
def test_record_refusals_are_translated(open_program):
    person = open_program(TABLE_REQUESTS["damn"])
    person.wait_for_turn()
    path = person.match_view.player_view.record_path
    assert find_untranslated(iter([open_program(None).facade.resume_match(path)])) == set()
    person.window.close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"{}\n", *lines[2:]]))
    error = open_program(None).facade.resume_match(path).replace(path.name, "")
    assert error
    assert find_untranslated(iter([error])) == set()


@pytest.mark.slow
def test_every_window_is_translated(open_program, painted_texts):
    person = open_program(SHORT_MATCH)
    play_first_deal(person)
    untranslated = []
    for title, window in open_windows(person):
        if title in FOREIGN_WINDOWS:
            continue
        painted_texts.clear()
        window.grab()
        texts = [
            TIME_OR_CODE.sub("", text)
            for text in (*collect_texts(window), *complete_brackets(painted_texts))
        ]
        untranslated += [(title, text) for text in sorted(find_untranslated(iter(texts)))]
    assert not untranslated, "\n".join(map(str, untranslated))


def test_help_window_is_translated_except_its_pages(open_program):
    help_window = HelpWindow()
    titles = {
        help_window.page_list.item(row).text() for row in range(help_window.page_list.count())
    }
    texts = [
        text.replace(next((title for title in titles if title in text), ""), "")
        for text in collect_texts(help_window)
    ]
    browser = help_window.findChild(QTextBrowser)
    assert browser is not None
    assert find_untranslated(iter(texts)) == set()
    help_window.find_field.setText("zebra")
    help_window.find_next()
    assert find_untranslated(iter([help_window.find_note.text()])) == set()
    help_window.deleteLater()


def test_untranslated_texts_are_found(pseudo_language):
    assert QCoreApplication.instance() is not None
    assert find_untranslated(iter(["Ida", "⟦Play⟧ 7♣", "10♥", "Green Baize", "3 · 4"])) == set()
    assert find_untranslated(iter(["Idas", "⟦Play⟧ x", "TH"])) == {"Idas", "⟦Play⟧ x", "TH"}
