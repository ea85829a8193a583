"""Descriptions of what a test waits for, for the failure when it does not happen in time."""

import inspect
from collections.abc import Callable


def describe_condition(condition: Callable[..., object]) -> str:
    """Return where a condition is written, its source, and the plain values in it."""
    try:
        source = inspect.getsource(condition)
        values = inspect.getclosurevars(condition).nonlocals
    except (OSError, TypeError):
        return repr(condition)  # A method written in C.
    code = condition.__code__
    plain_values = [
        f"{name} = {value!r}"
        for name, value in values.items()
        if isinstance(value, str | int | type)
    ]
    position = f"{code.co_filename}:{code.co_firstlineno}"
    return ", ".join((f"{position}: {source.strip()}", *plain_values))
