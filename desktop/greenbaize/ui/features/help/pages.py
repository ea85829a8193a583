"""The help pages: Markdown files in the resources, one folder for each language.

A game without a file of its own has a page made from what it declares.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from greenbaize.resources import resources
from greenbaize.words.catalogue import spoken_language
from greenbaize.words.match_words import game_page
from greenbaize.words.titles import game_names, page_title
from greenbaize.words.vocabulary import known_games

FIRST: Final = "index"
"""Name of the first page; the games' pages follow, then all others."""

_NUMBER: Final = r"\d+(?:\.\d+)?[a-z]?"
_PLACE: Final = rf"(?:,?\s+(?:§\s*)?({_NUMBER})(?:\s*,\s*{_NUMBER})*)?"
"""Pattern of one or several rule numbers after a page's name: ``, § 4``."""
_RULE: Final = re.compile(rf"^\s*([\w-]+?)(?:\.md)?{_PLACE}\s*$", re.IGNORECASE)
_REST: Final = re.compile(rf"{_PLACE}\s*")
_HEADING: Final = re.compile(rf"^({_NUMBER})\. ")


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its name (as in citations and links), its own title, and its Markdown text."""

    name: str
    title: str
    text: str


def read_pages() -> tuple[Page, ...]:
    """Return all pages in the current language, or in English where that has none."""
    texts: dict[str, str] = {}
    for folder in _folders():
        for path in sorted(folder.glob("*.md")):
            texts.setdefault(path.stem, path.read_text(encoding="utf-8"))
    games = {page_of(game.name): game for game in known_games().values()}
    for name, game in games.items():
        if name not in texts:
            texts[name] = game_page(game)
    front = (FIRST, *games)
    order = [*front, *sorted(texts.keys() - set(front))]
    return tuple(Page(name, _title(texts[name], name), texts[name]) for name in order)


def picture_folders() -> list[str]:
    """Return the folders of the pages' pictures, the current language first."""
    return list(map(str, _folders()))


def page_of(name: str) -> str:
    """Return the page's name for a game's or a page's name."""
    game = known_games().get(name)
    return (game and game.help_page) or name


def page_and_rule(text: str) -> tuple[str, str]:
    """Return the page and rule number of a citation: ``"damn.md 4"`` or ``"beats 2c"``.

    The first of several numbers counts. Both texts are empty if it is no citation.
    """
    match = _RULE.match(text)
    return (match[1].lower(), (match[2] or "").lower()) if match else ("", "")


def found_by_title(text: str, pages: Iterable[Page]) -> tuple[str, str]:
    """Return the page and rule number of a citation by title: “Кто кого бьёт 2d”.

    A game's page is also found by the game's other names. Both texts are empty if it is no
    citation.
    """
    said = text.strip().casefold()
    for page in pages:
        games = [name for name in known_games() if page_of(name) == page.name]
        names = [name for game in games for name in game_names(game)]
        for title in map(str.casefold, (page.title, page_title(page.name), *names)):
            rest = _REST.fullmatch(said.removeprefix(title))
            if said.startswith(title) and rest:
                return page.name, rest[1] or ""
    return "", ""


def rule_number(heading: str) -> str:
    """Return the rule number at the start of a heading (``2c`` or ``4.1``), or an empty text."""
    match = _HEADING.match(heading)
    return match[1] if match else ""


def _folders() -> list[Path]:
    return [resources() / "help" / language for language in (spoken_language(), "en")]


def _title(text: str, name: str) -> str:
    first = text.lstrip().split("\n", 1)[0]
    return first.lstrip("# ").strip() if first.startswith("#") else name
