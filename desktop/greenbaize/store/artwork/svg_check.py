"""The check of a foreign SVG before anything draws it: what it may contain, and how much.

It reads the file as a stream and builds nothing, so that it ends early whatever the file does.
"""

import re
from typing import Final
from xml.parsers import expat

from greenbaize.store.artwork.source_files import refuse_artwork

MAX_ELEMENTS: Final = 50_000
"""Most elements of a file; the largest public decks in one drawing have 9,000."""
MAX_DEPTH: Final = 64
"""Deepest nesting; the deepest public decks have 14."""
MAX_ID_LENGTH: Final = 200
MAX_SIDE: Final = 100_000.0
"""Longest side that a drawing may give itself (user units)."""
_SCRIPT_NAMES: Final = frozenset(
    {"script", "foreignObject", "iframe", "object", "embed", "handler"}
)
_DATA_PATTERN: Final = re.compile(r"data:image/(?:png|jpe?g);base64,", re.IGNORECASE)
_URL_PATTERN: Final = re.compile(r"url\(\s*[\"']?\s*(?!#)([^)\"']{0,40})", re.IGNORECASE)
_NUMBER_PATTERN: Final = re.compile(r"\s*([-+]?[\d.]+(?:e[-+]?\d+)?)", re.IGNORECASE)


class SvgChecker:
    """Checks one file; afterwards ``ids`` has the elements' identifiers, in their order."""

    def __init__(self, name: str) -> None:
        self.ids: list[str] = []
        self._name = name
        self._element_count = self._depth = 0
        self._in_style = False

    def check_bytes(self, data: bytes) -> None:
        """Raise ``GameError`` if the file is no harmless drawing."""
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._on_start
        parser.EndElementHandler = self._on_end
        parser.CharacterDataHandler = self._on_text
        parser.EntityDeclHandler = self._on_entity
        parser.ProcessingInstructionHandler = self._on_instruction
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        try:
            parser.Parse(data, True)
        except expat.ExpatError:
            raise refuse_artwork("no-drawing", name=self._name) from None
        if not self._element_count:
            raise refuse_artwork("no-drawing", name=self._name)

    def _on_start(self, tag: str, attributes: dict[str, str]) -> None:
        local_tag = tag.rpartition(":")[2]
        if self._element_count == 0 and local_tag != "svg":
            raise refuse_artwork("no-drawing", name=self._name)
        self._element_count += 1
        self._depth += 1
        if self._element_count > MAX_ELEMENTS:
            raise refuse_artwork("too-many-elements", name=self._name, count=MAX_ELEMENTS)
        if self._depth > MAX_DEPTH:
            raise refuse_artwork("too-deep", name=self._name)
        if local_tag in _SCRIPT_NAMES:
            raise refuse_artwork("script", name=self._name)
        self._in_style = local_tag == "style"
        for key, value in attributes.items():
            self._check_attribute(local_tag, key.rpartition(":")[2], value)

    def _check_attribute(self, tag: str, key: str, value: str) -> None:
        if key.startswith("on"):
            raise refuse_artwork("script", name=self._name)
        if key in ("href", "base", "src") and tag != "a":
            is_inside = not value or value.startswith("#")
            if not (is_inside or (tag in ("image", "feImage") and _DATA_PATTERN.match(value))):
                raise refuse_artwork("reference", name=self._name, target=value[:60])
        elif key in ("width", "height") and self._depth == 1:
            number = _NUMBER_PATTERN.match(value)
            if number and _to_float(number[1]) > MAX_SIDE:
                raise refuse_artwork("too-large", name=self._name)
        elif key == "id":
            self.ids.append(value[:MAX_ID_LENGTH])
        else:
            self._check_style(value)

    def _on_end(self, _tag: str) -> None:
        self._depth -= 1
        self._in_style = False

    def _on_text(self, text: str) -> None:
        if self._in_style:
            if "@import" in text.lower():
                raise refuse_artwork("reference", name=self._name, target="@import")
            self._check_style(text)

    def _check_style(self, text: str) -> None:
        if "url(" in text.lower() and (outside := _URL_PATTERN.search(text)):
            raise refuse_artwork("reference", name=self._name, target=outside[1])

    def _on_entity(self, *_declaration: object) -> None:
        raise refuse_artwork("entity", name=self._name)

    def _on_instruction(self, target: str, _data: str) -> None:
        if target == "xml-stylesheet":
            raise refuse_artwork("reference", name=self._name, target=target)


def _to_float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
