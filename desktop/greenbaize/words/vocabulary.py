"""Where words come from that not all games share: from the games, which are asked when one is due.

What puts the parts together says once which games there are. A game's words are looked up only for
a code that is not among the common ones, so they cost nothing before somebody says them.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from greenbaize.rules.game import Game
from greenbaize.rules.messages import Words

_games: Mapping[str, Game[Any]] = MappingProxyType({})
_own: Words | None = None


def know(games: Mapping[str, Game[Any]]) -> None:
    """Take words from these games, by their names in records, from now on."""
    global _games, _own
    _games, _own = games, None


def known_games() -> Mapping[str, Game[Any]]:
    """The games that words are taken from."""
    return _games


def own_words() -> Words:
    """The words of all games together; of two that use the same code the first is heard."""
    global _own  # noqa: PLW0603  (asked for once)
    if _own is None:
        all_words = [game.words() for game in reversed(list(_games.values()))]
        _own = Words(
            {code: text for words in all_words for code, text in words.sentences.items()},
            {code: column for words in all_words for code, column in words.columns.items()},
            {code: title for words in all_words for code, title in words.titles.items()},
        )
    return _own
