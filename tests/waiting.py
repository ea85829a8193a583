"""Descriptions of what a test waits for, for the failure when it does not happen in time."""

import inspect
from collections.abc import Callable


def describe_condition(condition: Callable[..., object]) -> str:
    """Return where a condition is written, and its source."""
    try:
        source = inspect.getsource(condition)
    except (OSError, TypeError):
        return repr(condition)  # A method written in C.
    code = condition.__code__
    return f"{code.co_filename}:{code.co_firstlineno}: {source.strip()}"
