"""Every visible text goes through the catalogue, painted texts included."""

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu, QTextBrowser

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.rules.messages import Message
from greenbaize.ui.features.help.window import HelpWindow
from greenbaize.ui.features.start.start_screen import StartMenu
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.words.catalogue import NAMES
from ui.gallery import SHORT, opened_windows, play_a_deal
from ui.table.person import Person, until
from ui.table.seen import texts_of, words_on_table
from words.pseudo import loose

pytestmark = pytest.mark.usefixtures("pseudo_language")

Opened = Callable[[PlayRequest | None], Person]
OWN = re.compile(r"Green Baize|\b(?:Anna|Ben|Eva|Ida|Tom)\b(?:'s table)?|(?:10|[2-9JQKA])[♣♦♥♠]")
"""Text that is the same in every language: the program's name, people's names and cards."""
TIME_OR_CODE = re.compile(r"\d+/\d+/\d+,? \d+:\d+\W?[AP]M|\b[A-Z2-9]{3}-[A-Z2-9]{3}\b")
FOREIGN = ("combo", "tooltip", "file", "box", "help")
"""Windows whose texts are not the program's; the help window has a test of its own."""


def stray(texts):
    """Return the texts that bypassed the catalogue; language names are in their own language."""
    return {text for text in texts if loose(OWN.sub("", text)) and text not in NAMES.values()}


@pytest.fixture
def painted(monkeypatch):
    """Record every text that the program paints itself."""
    texts = []
    draw = QPainter.drawText

    def draw_and_note(painter, *arguments):
        texts.extend(one for one in arguments if isinstance(one, str))
        return draw(painter, *arguments)

    monkeypatch.setattr(QPainter, "drawText", draw_and_note)
    return texts


def elided_whole(texts):
    """Yield painted texts, with the closing brackets that eliding removed."""
    return (text + "⟧" * (text.count("⟦") - text.count("⟧")) for text in texts)


def seen(person, painted):
    """Return the texts of the window's current state that bypassed the catalogue."""
    for item in person.scene.items() if person.main.playing else ():
        if hasattr(item, "redraw"):
            item.redraw()
    person.window.grab()
    texts = list(elided_whole(painted))
    texts += texts_of(person.window)
    if person.main.playing is not None:
        texts += words_on_table(person.playing)
    for menu in person.main.menuBar().findChildren(QMenu):
        texts += [menu.title(), *(action.text() for action in menu.actions())]
    return stray(iter(texts))


def test_the_empty_table(opened, painted):
    person = opened(None)
    until(lambda: person.window.findChild(StartMenu))
    assert seen(person, painted) == set()
    person.main.banner.tell("")
    assert {"⟦Dismiss⟧"} <= set(texts_of(person.window))


REQUESTS = {
    "damn": PlayRequest("damn", 4, {"first": 4, "deals": 6, "hook": True}, seed_from("words")),
    "damn to its end": PlayRequest("damn", 3, {"first": 2, "deals": 3}, seed_from("words")),
    "blackout": PlayRequest("blackout", 3, {}, seed_from("words")),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", REQUESTS)
def test_the_table_at_every_question(opened, painted, name):
    person = opened(REQUESTS[name])
    until(lambda: person.main.playing is not None)
    questions = 0
    while person.wait_for_turn() and questions < 24:
        questions += 1
        if person.asked_bid:
            for button in person.playing.asking.prompt.buttons:
                if button.forbidden:
                    person.click(button)
            assert seen(person, painted) == set()
            person.click(person.playing.asking.prompt.buttons[next(person.answers())])
        else:
            for code in person.hand:
                person.point_at(code)
                assert stray(words_on_table(person.playing)) == set()
            assert seen(person, painted) == set()
            person.double_click_card(person.legal[0])
    assert seen(person, painted) == set()
    assert len(painted) > 50
    if name == "damn to its end":
        until(lambda: person.window.findChild(ResultSheet))
        assert seen(person, painted) == set()
        assert any("⟦" in text for text in texts_of(person.window.findChild(ResultSheet)))


def test_what_the_banner_says(opened, painted, tmp_path):
    person = opened(REQUESTS["damn"])
    main, path = person.main, person.playing.place.record
    said = []

    def note():
        said.append(main.banner.words.text().replace(str(path), "").replace("ValueError", ""))

    main._on_trouble(Message("file-error", {"path": str(path), "reason": "⟦No space⟧"}))
    note()
    main._on_trouble(None)
    note()
    main.tell_error(ValueError("x"))
    said.append(re.sub(r"/\S+|ValueError", "", main.banner.words.text()))
    said.append(main.banner.act.text())
    main.what_next.ask_unfinished()
    note()
    assert stray(iter(said)) == set()
    assert all("⟦" in text for text in said)


@pytest.mark.slow
def test_refused_records(opened):
    person = opened(REQUESTS["damn"])
    person.wait_for_turn()
    path = person.playing.place.record
    assert stray(iter([opened(None).main.resume(path)])) == set()
    person.window.close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"{}\n", *lines[2:]]))
    problem = opened(None).main.resume(path).replace(path.name, "")
    assert problem
    assert stray(iter([problem])) == set()


@pytest.mark.slow
def test_everything_that_opens(opened, painted):
    person = opened(SHORT)
    play_a_deal(person)
    found = []
    for title, window in opened_windows(person):
        if title in FOREIGN:
            continue
        painted.clear()
        window.grab()
        texts = [TIME_OR_CODE.sub("", text) for text in (*texts_of(window), *elided_whole(painted))]
        found += [(title, text) for text in sorted(stray(iter(texts)))]
    assert not found, "\n".join(map(str, found))


def test_the_help_window_but_for_its_pages(opened):
    help_window = HelpWindow()
    titles = {help_window.list.item(row).text() for row in range(help_window.list.count())}
    texts = [
        text.replace(next((title for title in titles if title in text), ""), "")
        for text in texts_of(help_window)
    ]
    browser = help_window.findChild(QTextBrowser)
    assert browser is not None
    assert stray(iter(texts)) == set()
    help_window.find_field.setText("zebra")
    help_window.find_next()
    assert stray(iter([help_window.find_note.text()])) == set()
    help_window.deleteLater()


def test_the_test_itself_finds_what_is_loose(pseudo_language):
    assert QCoreApplication.instance() is not None
    assert stray(iter(["Ida", "⟦Play⟧ 7♣", "10♥", "Green Baize", "3 · 4"])) == set()
    assert stray(iter(["Idas", "⟦Play⟧ x", "TH"])) == {"Idas", "⟦Play⟧ x", "TH"}
