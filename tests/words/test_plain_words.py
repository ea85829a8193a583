"""Sentences at the table address players: no words of authors, sources or machinery."""

import re

import catalogue as tool
import pytest

from greenbaize.resources import resources
from greenbaize.words.catalogue import known_languages, use_translations
from greenbaize.words.titles import cited
from words.pseudo import plain

FORBIDDEN = {
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


def texts(language):
    """Return all sentences and help lines of a language."""
    if language == "en":
        entries = tool.entries(tool.source_texts()).values()
        said = [one.id for one in entries]
    else:
        catalog = tool.read(tool.po_path(language), language)
        said = [one.string for one in tool.entries(catalog).values()]
    pages = sorted((resources() / "help" / language).glob("*.md"))
    flat = [text for one in said for text in ((one,) if isinstance(one, str) else one)]
    return [*flat, *(line for page in pages for line in page.read_text("utf-8").splitlines())]


@pytest.mark.parametrize("language", known_languages())
def test_sentences_and_pages_are_said_to_players(language):
    assert [text for text in texts(language) if FORBIDDEN[language].search(text)] == []


@pytest.mark.parametrize(
    ("rule", "english", "russian"),
    [
        ("beats.md 5", "Beating, § 5", "Кто кого бьёт, § 5"),
        ("damn.md 4", "Damn, § 4", "Затмение, § 4"),
        ("master.md", "Master", "Магистр"),
    ],
)
def test_a_rule_is_cited_by_its_page_and_number(rule, english, russian):
    assert cited(rule) == english
    from greenbaize.words.catalogue import use_language  # noqa: PLC0415

    use_language("ru")
    try:
        assert cited(rule) == russian
    finally:
        use_translations(plain())


@pytest.mark.parametrize("language", known_languages())
def test_what_the_rules_leave_open_is_told_at_the_end_of_a_page(language):
    notes = {
        "en": re.compile(r"## (A note|Notes) on the rules"),
        "ru": re.compile("## Заметк[аи] о правилах"),
    }
    for page in (resources() / "help" / language).glob("*.md"):
        headings = re.findall(r"^## .*$", page.read_text("utf-8"), re.MULTILINE)
        assert [one for one in headings[:-1] if notes[language].fullmatch(one)] == [], page
