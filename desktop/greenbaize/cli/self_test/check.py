"""A check of the self-test: a name, what is done, and what has been found."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message, Value


@dataclass(frozen=True, slots=True)
class Found:
    """What a check has found; ``lacking`` where something is not there that need not be."""

    message: Message
    lacking: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """Something that is tried.

    ``name`` stands in the output and is in no language, so that it can be looked for. ``act``
    raises whatever it likes: that the check has failed is all that follows from it.
    """

    name: str
    act: Callable[[], Found]


def found(code: str, values: Mapping[str, Value] | None = None) -> Found:
    """What a check has found, as its sentence has it."""
    return Found(Message(code, dict(values or {})))


def demand(holds: object, fault: Message) -> None:
    """Fail with a sentence unless something holds."""
    if not holds:
        raise GameError(fault)
