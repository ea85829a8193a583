"""Tests for translated help: the same pages, rules, links and tables as in English."""

import re

import pytest

from greenbaize.resources import resources
from greenbaize.ui.features.help.pages import read_pages, rule_number
from greenbaize.ui.features.help.window import HelpWindow
from greenbaize.ui.widgets.texts import speak
from greenbaize.words.catalogue import known_languages

ENGLISH = {path.name: path.read_text("utf-8") for path in (resources() / "help/en").glob("*.md")}
LINK = re.compile(r"\]\(([^)]*)\)")


def headings(text):
    """Return the level and the rule number of each heading."""
    found = re.findall(r"^(#+) (.*)$", text, re.MULTILINE)
    return [(len(signs), rule_number(words)) for signs, words in found]


@pytest.mark.parametrize("language", known_languages()[1:])
@pytest.mark.parametrize("page", sorted(ENGLISH))
def test_each_page_is_that_of_english_in_other_words(language, page):
    text = (resources() / "help" / language / page).read_text("utf-8")
    assert headings(text) == headings(ENGLISH[page])
    assert sorted(LINK.findall(text)) == sorted(LINK.findall(ENGLISH[page]))
    for sign in ("|", "- ", "```"):
        lines = [
            sum(line.startswith(sign) for line in one.splitlines()) for one in (text, ENGLISH[page])
        ]
        assert lines[0] == lines[1], sign


@pytest.mark.parametrize("language", known_languages()[1:])
def test_there_are_no_other_pages(language):
    there, usual = ({*(resources() / "help" / one).iterdir()} for one in (language, "en"))
    assert {path.name for path in there} == {path.name for path in usual}
    assert {path.name for path in there if path.suffix == ".md"} == set(ENGLISH)


def test_pages_are_in_the_language_spoken(russian):
    titles = {page.name: page.title for page in read_pages()}
    assert titles["beats"] == "Кто кого бьёт"
    speak("en")
    assert {page.name: page.title for page in read_pages()}["beats"] != "Кто кого бьёт"


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("Затмение 4", "damn"),
        ("кто кого бьёт 2d", "beats"),
        ("ass 4", "ass"),
        ("магистр", "master"),
        ("мастер", "master"),
        ("Мастер 4", "master"),
        ("Чёрт побери 3", "damn"),
        ("черт побери", "damn"),
    ],
)
def test_a_rule_is_found_as_it_is_cited(russian, qtbot, query, page):
    window = HelpWindow()
    qtbot.addWidget(window)
    window.find_field.setText(query)
    window.find_next()
    assert window.page == page
    assert window.find_note.text() == ""
    assert (window._rule is None) == (not query[-1].isdigit() and not query.endswith("2d"))


@pytest.mark.parametrize("query", ["черт поб", "ЧЁРТ ПОБ", "eclip"])
def test_other_names_of_a_game_stand_on_its_page(russian, qtbot, query):
    window = HelpWindow()
    qtbot.addWidget(window)
    window.find_field.setText(query)
    window.find_next()
    assert window.page == "damn"
    assert window.find_note.text() != ""
