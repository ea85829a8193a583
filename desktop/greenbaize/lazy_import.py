"""Imports on first use, for what the first paint or a short command does not need."""

from functools import partial
from importlib import import_module
from typing import Any


class LazyReference:
    """Reference to a class or function of another module, imported when it is first called.

    As a class attribute it is a method: with ``is_method``, the function is given ``self``.
    """

    def __init__(self, reference: str, *, is_method: bool) -> None:
        self.module, _, self.name = reference.partition(":")
        self.is_method = is_method

    def load(self) -> Any:
        """Import the module and return the class or function."""
        # Not from sys.modules: another thread may be in the middle of importing it.
        return getattr(import_module(self.module), self.name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call what it stands for."""
        return self.load()(*args, **kwargs)

    def __get__(self, owner: object, kind: type | None = None) -> Any:
        """Return what it stands for, as a method of the owner or as it is."""
        return partial(self.load(), owner) if self.is_method else self.load()


def lazy(reference: str, *, is_method: bool = True) -> Any:
    """Return a stand-in for a class or function, given as ``module:Name``, to be called like it.

    Annotate a variable that holds it with the type of what it stands for, so that calls are
    checked: ``_make_banner: "type[Banner]" = lazy("greenbaize.ui.shell.banner:Banner")``.
    """
    return LazyReference(reference, is_method=is_method)
