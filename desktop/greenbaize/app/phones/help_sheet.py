"""The rules page of a game for phones: the Markdown of the help, line by line."""

import re
from collections.abc import Iterator
from typing import Any, Final

from greenbaize.app.phones.messages import SheetLinePart, SheetMessage
from greenbaize.resources import resources_folder
from greenbaize.rules.game import Game
from greenbaize.words.catalogue import current_language, tr
from greenbaize.words.match_words import game_page

_LINK_PATTERN: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_EMPHASIS_PATTERN: Final = re.compile(r"\*\*|(?<!\w)\*|\*(?!\w)|`")
_TABLE_RULE_PATTERN: Final = re.compile(r"^\|[\s:|-]+\|$")


def build_rules_page_sheet(game: Game[Any]) -> SheetMessage:
    """Return the rules page of a game, followed by the pages that its rules refer to."""
    own_page = game.help_page or game.name
    cited_pages = (rule.partition(".md ")[0] for rule in game.rule_references.values())
    pages = dict.fromkeys((own_page, *(page for page in cited_pages if page)))
    texts = [
        _read_help_page(name) or (game_page(game) if name == own_page else "") for name in pages
    ]
    lines = [line for text in texts for line in _parse_lines(text)]
    return SheetMessage("game", tr("Rules of the game"), lines=lines)


def _read_help_page(name: str) -> str:
    """Return a help page in the current language, or in English; empty where there is none."""
    for language in (current_language(), "en"):
        path = resources_folder() / "help" / language / f"{name}.md"
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return ""


def _parse_lines(text: str) -> Iterator[SheetLinePart]:
    """Yield the headings, paragraphs, items and table rows (cells separated by tabs) of a page."""
    for block in re.split(r"\n\s*\n", text.strip()):
        paragraph: list[str] = []
        for line in block.splitlines():
            heading = re.match(r"#+ +(.*)", line)
            item = re.match(r"(?:[-*]|\d+\.) +(.*)", line)
            if heading:
                yield SheetLinePart(_strip_markdown(heading[1]), kind="head")
            elif _TABLE_RULE_PATTERN.match(line):
                continue
            elif line.startswith("|"):
                cells = line.strip().strip("|").split("|")
                yield SheetLinePart(
                    "\t".join(_strip_markdown(cell.strip()) for cell in cells), kind="row"
                )
            elif item:
                yield SheetLinePart(_strip_markdown(item[1]), kind="item")
            elif not line.startswith("!["):
                paragraph.append(line.strip())
        if paragraph:
            yield SheetLinePart(_strip_markdown(" ".join(paragraph)))


def _strip_markdown(text: str) -> str:
    """Return a text without Markdown markup."""
    return _EMPHASIS_PATTERN.sub("", _LINK_PATTERN.sub(r"\1", text))
