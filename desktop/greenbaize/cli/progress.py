"""A progress bar for the person at the terminal."""

import sys
from contextlib import suppress
from types import TracebackType
from typing import Self


class Bar:
    """A progress bar, shown only at a terminal; ``unit`` is in the plural."""

    def __init__(self, total: int, unit: str) -> None:
        self._bar = None
        if total > 1 and sys.stderr is not None and sys.stderr.isatty():
            from tqdm import tqdm  # noqa: PLC0415  (only where somebody sees it)

            self._bar = tqdm(total=total, unit=f" {unit}", leave=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):  # the terminal may have been closed
            if self._bar is not None:
                self._bar.close()

    def advance(self, steps: int = 1) -> None:
        """Advance by so many steps."""
        with suppress(OSError):  # the terminal may have been closed
            if self._bar is not None:
                self._bar.update(steps)

    def clear(self) -> None:
        """Clear the line; the bar returns by itself."""
        with suppress(OSError):  # the terminal may have been closed
            if self._bar is not None:
                self._bar.clear()
