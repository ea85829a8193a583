"""What is made by the thousand and never changed: states, events, commands, verdicts.

A match folds an event into a new state for everybody who hears it, so making one must cost next to
nothing. What inherits from ``Fixed`` is declared like a frozen dataclass, without the decorator:
its fields with their types, defaults behind them. msgspec makes, compares and copies it in C.
"""

from typing import Any, Self, dataclass_transform

import msgspec
from msgspec.structs import replace


@dataclass_transform(frozen_default=True)
class Fixed(msgspec.Struct, frozen=True, gc=False):
    """Values by name. They are fixed themselves, so that the garbage collector need not look."""

    def _replace(self, **changes: Any) -> Self:
        return replace(self, **changes)
