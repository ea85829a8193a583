"""Tests for translated help: the same pages, rules, links and tables as in English."""

import re

import pytest

from greenbaize.resources import resources_folder
from greenbaize.ui.features.help.help_pages import parse_rule_number, read_pages
from greenbaize.ui.features.help.help_window import HelpWindow
from greenbaize.ui.widgets.localized_texts import set_window_language
from greenbaize.words.catalogue import available_languages

ENGLISH_PAGES = {
    path.name: path.read_text("utf-8") for path in (resources_folder() / "help/en").glob("*.md")
}
LINK = re.compile(r"\]\(([^)]*)\)")


def page_headings(text):
    """Return the level and the rule number of each heading."""
    matches = re.findall(r"^(#+) (.*)$", text, re.MULTILINE)
    return [(len(hashes), parse_rule_number(words)) for hashes, words in matches]


@pytest.mark.parametrize("language", available_languages()[1:])
@pytest.mark.parametrize("page", sorted(ENGLISH_PAGES))
def test_translated_page_has_the_structure_of_the_english_one(language, page):
    text = (resources_folder() / "help" / language / page).read_text("utf-8")
    assert page_headings(text) == page_headings(ENGLISH_PAGES[page])
    assert sorted(LINK.findall(text)) == sorted(LINK.findall(ENGLISH_PAGES[page]))
    for sign in ("|", "- ", "```"):
        lines = [
            sum(line.startswith(sign) for line in page_text.splitlines())
            for page_text in (text, ENGLISH_PAGES[page])
        ]
        assert lines[0] == lines[1], sign


@pytest.mark.parametrize("language", available_languages()[1:])
def test_translation_has_the_same_files(language):
    translated_files, english_files = (
        {*(resources_folder() / "help" / folder_name).iterdir()} for folder_name in (language, "en")
    )
    assert {path.name for path in translated_files} == {path.name for path in english_files}
    assert {path.name for path in translated_files if path.suffix == ".md"} == set(ENGLISH_PAGES)


def test_pages_follow_the_program_language(russian_language):
    titles = {page.name: page.title for page in read_pages()}
    assert titles["beats"] == "Кто кого бьёт"
    set_window_language("en")
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
def test_translated_citations_are_found(russian_language, qtbot, query, page):
    window = HelpWindow()
    qtbot.addWidget(window)
    window.find_field.setText(query)
    window.find_next()
    assert window.page_name == page
    assert window.find_note.text() == ""
    assert (window._highlighted_block is None) == (
        not query[-1].isdigit() and not query.endswith("2d")
    )


@pytest.mark.parametrize("query", ["черт поб", "ЧЁРТ ПОБ", "eclip"])
def test_other_names_of_a_game_lead_to_its_page(russian_language, qtbot, query):
    window = HelpWindow()
    qtbot.addWidget(window)
    window.find_field.setText(query)
    window.find_next()
    assert window.page_name == "damn"
    assert window.find_note.text() != ""
