"""The vocabulary of single games, loaded only for a code that is not among the common ones.

``register_games`` must be called once.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from greenbaize.rules.messages import ColumnWords, GameVocabulary, Message, SentenceText
from greenbaize.words.sentences import COLUMNS, SENTENCES

if TYPE_CHECKING:
    # Not imported at run time: a window opens before the rules are loaded.
    from greenbaize.rules.game import Game

T = TypeVar("T")

_games: "Mapping[str, Game[Any]]" = MappingProxyType({})
_titles: Mapping[str, str] = MappingProxyType({})
_lines: Mapping[str, str] = MappingProxyType({})
_other_names: Mapping[str, str] = MappingProxyType({})
_vocabulary: GameVocabulary | None = None


def register_games(
    games: "Mapping[str, Game[Any]]",
    titles: Mapping[str, str] | None = None,
    lines: Mapping[str, str] | None = None,
    other_names: Mapping[str, str] | None = None,
) -> None:
    """Register games by their names in records, with the texts that are known without loading."""
    global _games, _titles, _lines, _other_names, _vocabulary  # noqa: PLW0603  (one list for all)
    _games, _vocabulary = games, None
    _titles = {name: game.title for name, game in games.items()} if titles is None else titles
    _lines = {name: game.description for name, game in games.items()} if lines is None else lines
    if other_names is None:
        other_names = {name: game.other_names for name, game in games.items()}
    _other_names = other_names


def registered_games() -> "Mapping[str, Game[Any]]":
    return _games


def registered_titles() -> Mapping[str, str]:
    return _titles


def registered_other_names() -> Mapping[str, str]:
    return _other_names


def registered_lines() -> Mapping[str, str]:
    return _lines


def game_vocabulary() -> GameVocabulary:
    """Return the words of all games; ``ValueError`` if two define one code differently."""
    global _vocabulary  # noqa: PLW0603  (a cache)
    if _vocabulary is None:
        words = {name: game.vocabulary() for name, game in _games.items()}
        _vocabulary = GameVocabulary(
            _merge_words({name: one.sentences for name, one in words.items()}, SENTENCES),
            _merge_words({name: one.columns for name, one in words.items()}, COLUMNS),
            _merge_words({name: one.titles for name, one in words.items()}, {}),
            _merge_words({name: one.honours for name, one in words.items()}, {}),
            _merge_words({name: one.mistakes for name, one in words.items()}, {}),
        )
    return _vocabulary


def find_sentence(
    code: str, *, to_listener: bool = False, for_speech: bool = False
) -> SentenceText:
    """Return the sentence of a message code, else raise ``KeyError``.

    ``to_listener`` addresses the person; ``for_speech`` prefers ``CODE.aloud``, for written words
    that would not be understood when heard.
    """
    sentences = SENTENCES if code in SENTENCES else game_vocabulary().sentences
    if for_speech and f"{code}.aloud" in sentences:
        code = f"{code}.aloud"
    return sentences.get(f"{code}.you", sentences[code]) if to_listener else sentences[code]


def first_letter(message: Message) -> str:
    """Return the first letter, lower case, of a message's English sentence; or empty."""
    sentence = find_sentence(message.code)
    first = (sentence if isinstance(sentence, str) else sentence[0])[:1].casefold()
    return first if first.isalpha() else ""


def find_column(code: str) -> ColumnWords | None:
    return COLUMNS.get(code) or game_vocabulary().columns.get(code)


def _merge_words(words: Mapping[str, Mapping[str, T]], common: Mapping[str, T]) -> dict[str, T]:
    """Return the games' words by code; different words for one code are an error."""
    merged: dict[str, tuple[str, T]] = {code: ("every game", text) for code, text in common.items()}
    for game, own in words.items():
        for code, text in own.items():
            first_game, first_text = merged.setdefault(code, (game, text))
            if first_text != text:
                raise ValueError(f"{game} and {first_game} say different things by {code!r}")
    return {code: text for code, (_, text) in merged.items() if code not in common}
