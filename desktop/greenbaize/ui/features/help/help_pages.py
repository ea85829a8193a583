"""The help pages: Markdown files in the resources, one folder for each language.

A game without a file of its own has a page made from what it declares.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from greenbaize.resources import resources_folder
from greenbaize.words.catalogue import current_language
from greenbaize.words.match_words import game_page
from greenbaize.words.titles import game_names, page_title
from greenbaize.words.vocabulary import registered_games

FIRST_PAGE: Final = "index"
"""Name of the first page; the games' pages follow, then all others."""

_RULE_NUMBER: Final = r"\d+(?:\.\d+)?[a-z]?"
_RULE_NUMBERS: Final = rf"(?:,?\s+(?:§\s*)?({_RULE_NUMBER})(?:\s*,\s*{_RULE_NUMBER})*)?"
"""Pattern of one or several rule numbers after a page's name: ``, § 4``."""
_CITATION: Final = re.compile(rf"^\s*([\w-]+?)(?:\.md)?{_RULE_NUMBERS}\s*$", re.IGNORECASE)
_CITATION_REST: Final = re.compile(rf"{_RULE_NUMBERS}\s*")
_HEADING: Final = re.compile(rf"^({_RULE_NUMBER})\. ")


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page: its name (as in citations and links), its own title, and its Markdown text."""

    name: str
    title: str
    text: str


def read_pages() -> tuple[HelpPage, ...]:
    """Return all pages in the current language, or in English where that has none."""
    texts: dict[str, str] = {}
    for folder in _list_help_folders():
        for path in sorted(folder.glob("*.md")):
            texts.setdefault(path.stem, path.read_text(encoding="utf-8"))
    games = {resolve_page_name(game.name): game for game in registered_games().values()}
    for name, game in games.items():
        if name not in texts:
            texts[name] = game_page(game)
    front = (FIRST_PAGE, *games)
    order = [*front, *sorted(texts.keys() - set(front))]
    return tuple(HelpPage(name, _parse_title(texts[name], name), texts[name]) for name in order)


def list_picture_folders() -> list[str]:
    """Return the folders of the pages' pictures, the current language first."""
    return list(map(str, _list_help_folders()))


def resolve_page_name(name: str) -> str:
    """Return the page's name for a game's or a page's name."""
    game = registered_games().get(name)
    return (game and game.help_page) or name


def parse_citation(text: str) -> tuple[str, str]:
    """Return the page and rule number of a citation: ``"damn.md 4"`` or ``"beats 2c"``.

    The first of several numbers counts. Both texts are empty if it is no citation.
    """
    match = _CITATION.match(text)
    return (match[1].lower(), (match[2] or "").lower()) if match else ("", "")


def find_by_title(text: str, pages: Iterable[HelpPage]) -> tuple[str, str]:
    """Return the page and rule number of a citation by title: “Кто кого бьёт 2d”.

    A game's page is also found by the game's other names. Both texts are empty if it is no
    citation.
    """
    citation = text.strip().casefold()
    for page in pages:
        games = [name for name in registered_games() if resolve_page_name(name) == page.name]
        names = [name for game in games for name in game_names(game)]
        for title in map(str.casefold, (page.title, page_title(page.name), *names)):
            numbers = _CITATION_REST.fullmatch(citation.removeprefix(title))
            if citation.startswith(title) and numbers:
                return page.name, numbers[1] or ""
    return "", ""


def parse_rule_number(heading: str) -> str:
    """Return the rule number at the start of a heading (``2c`` or ``4.1``), or an empty text."""
    match = _HEADING.match(heading)
    return match[1] if match else ""


def _list_help_folders() -> list[Path]:
    return [resources_folder() / "help" / language for language in (current_language(), "en")]


def _parse_title(text: str, name: str) -> str:
    first_line = text.lstrip().split("\n", 1)[0]
    return first_line.lstrip("# ").strip() if first_line.startswith("#") else name
