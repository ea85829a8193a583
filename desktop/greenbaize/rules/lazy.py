"""Methods of a game that stand in modules of their own, loaded when they are first asked for."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any


class LazyMethod:
    """A function of another module as a method; ``bound`` ones are given the game first."""

    def __init__(self, module: str, name: str, *, bound: bool = True) -> None:
        self.module, self.name, self.bound = module, name, bound

    def __get__(self, game: object, owner: type | None = None) -> Any:
        function = getattr(import_module(self.module), self.name)
        return partial(function, game) if self.bound else function


def lazy_loader(package: str) -> Callable[..., Any]:
    """Makes lazy methods of the modules of a package: ``lazy("kernel", "Kernel")``."""

    def lazy(module: str, name: str, *, bound: bool = True) -> Any:
        return LazyMethod(f"{package}.{module}", name, bound=bound)

    return lazy
