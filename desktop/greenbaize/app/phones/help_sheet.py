"""The rules page of a game for phones: the Markdown of the help, line by line."""

import re
from collections.abc import Iterator
from typing import Any, Final

from greenbaize.app.phones.messages import SheetLine, SheetShown
from greenbaize.resources import resources
from greenbaize.rules.game import Game
from greenbaize.words.catalogue import spoken_language, tr
from greenbaize.words.match_words import game_page

_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_STRONG: Final = re.compile(r"\*\*|(?<!\w)\*|\*(?!\w)|`")
_RULER: Final = re.compile(r"^\|[\s:|-]+\|$")


def game_sheet(game: Game[Any]) -> SheetShown:
    """Return the rules page of a game, followed by the pages that its rules refer to."""
    own = game.help_page or game.name
    cited = (rule.partition(".md ")[0] for rule in game.rules.values())
    pages = dict.fromkeys((own, *(one for one in cited if one)))
    texts = [_page_text(name) or (game_page(game) if name == own else "") for name in pages]
    lines = [line for text in texts for line in _lines_of(text)]
    return SheetShown("game", tr("Rules of the game"), lines=lines)


def _page_text(name: str) -> str:
    """Return a help page in the current language, or in English; empty where there is none."""
    for language in (spoken_language(), "en"):
        path = resources() / "help" / language / f"{name}.md"
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return ""


def _lines_of(text: str) -> Iterator[SheetLine]:
    """Yield the headings, paragraphs, items and table rows (cells separated by tabs) of a page."""
    for block in re.split(r"\n\s*\n", text.strip()):
        paragraph: list[str] = []
        for line in block.splitlines():
            heading = re.match(r"#+ +(.*)", line)
            item = re.match(r"(?:[-*]|\d+\.) +(.*)", line)
            if heading:
                yield SheetLine(_plain(heading[1]), kind="head")
            elif _RULER.match(line):
                continue
            elif line.startswith("|"):
                cells = line.strip().strip("|").split("|")
                yield SheetLine("\t".join(_plain(one.strip()) for one in cells), kind="row")
            elif item:
                yield SheetLine(_plain(item[1]), kind="item")
            elif not line.startswith("!["):
                paragraph.append(line.strip())
        if paragraph:
            yield SheetLine(_plain(" ".join(paragraph)))


def _plain(text: str) -> str:
    """Return a text without Markdown markup."""
    return _STRONG.sub("", _LINK.sub(r"\1", text))
