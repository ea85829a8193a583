"""The base of immutable values made in large numbers: states, events, commands, verdicts.

Every listener of a match folds each event into a new state, so creating one must be cheap.
Subclasses of ``FrozenStruct`` are declared like a frozen dataclass without the decorator. msgspec
creates, compares and copies them in C.
"""

from typing import Any, Self, dataclass_transform

import msgspec
from msgspec.structs import replace


@dataclass_transform(frozen_default=True)
class FrozenStruct(msgspec.Struct, frozen=True, gc=False):
    """Immutable values by name, which the garbage collector need not track."""

    def _replace(self, **changes: Any) -> Self:
        return replace(self, **changes)
