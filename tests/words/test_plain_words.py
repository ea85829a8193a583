"""Sentences at the table address players: no words of authors, sources or machinery."""

import re

import catalogue as tool
import pytest

from greenbaize.resources import resources_folder
from greenbaize.words.catalogue import available_languages, use_translations
from greenbaize.words.titles import format_citation
from words.pseudo_language import english_translations

FORBIDDEN_PHRASES = {
    "en": re.compile(
        r"\bthe sources?\b(?! code)|source of (Ass|Master)|source has it|our "
        r"readings?\b|^Adviser \{"
        r"|otherwise than usual|^\{count\} \{kind\}|ha(s|ve) been counted of|not counted of\b"
        r"|\bit was, it is kept|hold(s)? what does|\b[Tt]ak(e|en) in (records|a "
        r"f|\{)|(are|being|matches) taken in\b"
        r"|^Own trumps|without pairs and suits|gone on with|for want of|nobody is like that"
        r"|left behind in the match|a screen reader is there|\bT and A\b"
        r"|What counts is|Reached, a bank less",
    ),
    "ru": re.compile(
        r"источник|наше прочтение|^Советник \{|ошибка пройдёт|действие ещё раз пройдёт|место, "
        r"поровну"
        r"|чем бы вы ни пошли|не (должна|может) быть \{(count|due)\}|^ходит \{value\}|^Окно рисует"
        r"|\{size\} байт|банком (меньше|больше)|ждали бы и друзья|оставленных позади",
        re.IGNORECASE,
    ),
}
"""Phrases that card players do not use, as they were found in sentences and pages."""


def load_texts(language):
    """Return all sentences and help lines of a language."""
    if language == "en":
        entries = tool.messages_by_key(tool.extract_source_texts()).values()
        translations = [entry.id for entry in entries]
    else:
        catalog = tool.read_catalogue(tool.po_path(language), language)
        translations = [entry.string for entry in tool.messages_by_key(catalog).values()]
    pages = sorted((resources_folder() / "help" / language).glob("*.md"))
    sentences = [
        text for entry in translations for text in ((entry,) if isinstance(entry, str) else entry)
    ]
    return [*sentences, *(line for page in pages for line in page.read_text("utf-8").splitlines())]


@pytest.mark.parametrize("language", available_languages())
def test_sentences_and_pages_have_no_forbidden_phrase(language):
    assert [text for text in load_texts(language) if FORBIDDEN_PHRASES[language].search(text)] == []


@pytest.mark.parametrize(
    ("rule", "english", "russian"),
    [
        ("beats.md 5", "Beating, § 5", "Кто кого бьёт, § 5"),
        ("damn.md 4", "Damn, § 4", "Затмение, § 4"),
        ("master.md", "Master", "Магистр"),
    ],
)
def test_a_rule_is_cited_by_its_page_and_number(rule, english, russian):
    assert format_citation(rule) == english
    from greenbaize.words.catalogue import use_language  # noqa: PLC0415

    use_language("ru")
    try:
        assert format_citation(rule) == russian
    finally:
        use_translations(english_translations())


@pytest.mark.parametrize("language", available_languages())
def test_notes_on_the_rules_end_a_page(language):
    notes = {
        "en": re.compile(r"## (A note|Notes) on the rules"),
        "ru": re.compile("## Заметк[аи] о правилах"),
    }
    for page in (resources_folder() / "help" / language).glob("*.md"):
        headings = re.findall(r"^## .*$", page.read_text("utf-8"), re.MULTILINE)
        assert [heading for heading in headings[:-1] if notes[language].fullmatch(heading)] == [], (
            page
        )
