"""Events and commands to and from the objects of a JSON line.

What is read is checked for its form here (fields, types, known cards) and for its sense by the
rules. A field left at its default is not written.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from greenbaize.cards import Card, Suit
from greenbaize.rules.commands import Command
from greenbaize.rules.errors import CodecError, UnknownTypeError
from greenbaize.rules.events import Event
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message

Line = dict[str, Any]
T = TypeVar("T", Event, Command)


def _wrong(value: object) -> NoReturn:
    raise TypeError(f"not of this form: {value!r}")


def _same(value: Any) -> Any:
    return value


def _read_number(value: Any) -> int:
    return value if type(value) is int else _wrong(value)


def _read_truth(value: Any) -> bool:
    return value if type(value) is bool else _wrong(value)


def _read_word(value: Any) -> str:
    return value if type(value) is str else _wrong(value)


def _read_text(value: Any) -> str:
    text = _read_word(value)
    text.encode()  # a ValueError for half surrogates, which no record can hold
    return text


def _read_card(value: Any) -> Card:
    return Card.of(_read_word(value))


def _read_list(value: Any) -> list[Any]:
    return value if type(value) is list else _wrong(value)


def _read_hand(value: Any) -> Hand:
    if type(value) is int and value >= 0:
        return Hand((), value)
    return Hand(tuple(map(_read_card, _read_list(value))))


def _write_hand(hand: Hand) -> Any:
    return hand.unknown if hand.unknown else [card.code for card in hand.cards]


class _Form(NamedTuple):
    """How a field's value is written to JSON and read from it."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


_FORMS: dict[object, _Form] = {
    int: _Form(_same, _read_number),
    bool: _Form(_same, _read_truth),
    str: _Form(_same, _read_text),
    Card: _Form(lambda card: card.code, _read_card),
    Card | None: _Form(
        lambda card: None if card is None else card.code,
        lambda value: None if value is None else _read_card(value),
    ),
    Suit: _Form(lambda suit: suit.letter, lambda value: Suit.of(_read_word(value))),
    int | None: _Form(_same, lambda value: None if value is None else _read_number(value)),
    Hand: _Form(_write_hand, _read_hand),
    Hand | None: _Form(_write_hand, _read_hand),
    Suit | None: _Form(
        lambda suit: None if suit is None else suit.letter,
        lambda value: None if value is None else Suit.of(_read_word(value)),
    ),
    tuple[int, ...]: _Form(list, lambda value: tuple(map(_read_number, _read_list(value)))),
    tuple[Hand, ...]: _Form(
        lambda hands: [_write_hand(hand) for hand in hands],
        lambda value: tuple(map(_read_hand, _read_list(value))),
    ),
}


class _Field(NamedTuple):
    name: str
    form: _Form
    default: object  # MISSING where the field must be there


class Codec(Generic[T]):
    """Reads and writes the lines of some classes, told apart by ``type``.

    Args:
        classes: the classes, each with a type of its own.
    """

    def __init__(self, classes: Iterable[type[T]]) -> None:
        self._classes: dict[str, type[T]] = {}
        self._fields: dict[type[T], tuple[_Field, ...]] = {}
        for one in classes:
            self._classes[one.type] = one
            self._fields[one] = tuple(
                _Field(field.name, _FORMS[field.type], field.default) for field in fields(one)
            )

    def write(self, thing: T) -> Line:
        """The thing as a JSON object; ``KeyError`` for a class this codec was not made for."""
        line: Line = {"type": thing.type}
        for name, form, default in self._fields[type(thing)]:
            value = getattr(thing, name)
            if default is MISSING or value != default:
                line[name] = form.write(value)
        return line

    def read(self, line: Mapping[str, Any]) -> T:
        """The thing a JSON object states.

        Raises:
            UnknownTypeError: the type is not one of this codec's.
            CodecError: fields are missing, unknown or of the wrong form.
        """
        kind = line.get("type")
        if type(kind) is not str:
            raise CodecError(Message("line-no-type"))
        one = self._classes.get(kind)
        if one is None:
            raise UnknownTypeError(Message("line-unknown-type", {"type": kind}))
        values: dict[str, Any] = {}
        for name, form, default in self._fields[one]:
            if name in line:
                try:
                    values[name] = form.read(line[name])
                except (TypeError, ValueError):
                    raise CodecError(Message("line-field", {"type": kind, "field": name})) from None
            elif default is MISSING:
                raise CodecError(Message("line-missing", {"type": kind, "field": name}))
        unknown = sorted(set(line) - {"type"} - {field.name for field in self._fields[one]})
        if unknown:
            raise CodecError(Message("line-extra", {"type": kind, "field": unknown[0]}))
        return one(**values)
