"""``deck.toml``: what a deck says of itself; every entry is optional.

name = "Grandma's pack"
makers = "Who drew it"
licence = "CC BY 4.0"
corner = 0.05          # corner radius in card widths
border = 0.01          # how much is cut off at each edge, in card widths
index = 0.12           # height of the index in card widths

[cards]
AS = "spades/one.svg"
KH = "all.svg#king_heart"
backs = ["back.png"]
"""

import tomllib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from greenbaize.cards import ALL_CARDS
from greenbaize.store.artwork.library import tidy_title
from greenbaize.store.artwork.source_files import refuse_artwork
from greenbaize.store.artwork.system_decks import MANIFEST_NAME

MAX_MANIFEST_BYTES: Final = 100_000
MAX_BACKS: Final = 12
BACKS_KEY: Final = "backs"
_CARD_CODES: Final = frozenset(card.code for card in ALL_CARDS)


class DeckManifest(NamedTuple):
    """A deck's description; None stands for what it does not say.

    Attributes:
        title: its name.
        makers: who drew it.
        licence: how it may be used.
        corner: the radius of its corners, in card widths.
        border: the width of what is cut off around each picture, in card widths.
        index_height: the height of its index, in card widths.
        cards: file names, perhaps with ``#`` and an element's id, by the cards' codes.
        backs: the same of its backs.
    """

    title: str = ""
    makers: str = ""
    licence: str = ""
    corner: float | None = None
    border: float | None = None
    index_height: float | None = None
    cards: Mapping[str, str] = {}
    backs: tuple[str, ...] = ()


def parse_manifest(data: bytes) -> DeckManifest:
    """Return the description in a file's bytes; raises ``GameError`` naming what is wrong."""
    if len(data) > MAX_MANIFEST_BYTES:
        raise refuse_artwork("too-large", name=MANIFEST_NAME)
    try:
        values = tomllib.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise refuse_artwork("bad-manifest", reason=str(error)[:120]) from None
    cards = values.get("cards", {})
    if not isinstance(cards, dict):
        raise refuse_artwork("bad-entry", key="cards")
    backs = cards.pop(BACKS_KEY, [])
    backs = [backs] if isinstance(backs, str) else backs
    if not isinstance(backs, list) or not all(isinstance(back, str) for back in backs):
        raise refuse_artwork("bad-entry", key=BACKS_KEY)
    for code, name in cards.items():
        if code not in _CARD_CODES or not isinstance(name, str):
            raise refuse_artwork("bad-entry", key=str(code)[:40])
    return DeckManifest(
        _read_text(values, "name"),
        _read_text(values, "makers"),
        _read_text(values, "licence"),
        _read_share(values, "corner"),
        _read_share(values, "border"),
        _read_share(values, "index"),
        cards,
        tuple(backs[:MAX_BACKS]),
    )


def _read_text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key, "")
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = ", ".join(value)
    if not isinstance(value, str):
        raise refuse_artwork("bad-entry", key=key)
    return tidy_title(value)


def _read_share(values: Mapping[str, Any], key: str) -> float | None:
    """Return a number of card widths between 0 and a half."""
    value = values.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 0.5:
        raise refuse_artwork("bad-entry", key=key)
    return float(value)
