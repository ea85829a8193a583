"""What stands in a module of its own and is loaded when it is first asked for."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any


class Lazy:
    """Something in another module. In a class it is a method; ``bound`` ones are given ``self``."""

    def __init__(self, module: str, name: str, *, bound: bool = True) -> None:
        self.module, self.name, self.bound = module, name, bound

    def load(self) -> Any:
        """What it is."""
        return getattr(import_module(self.module), self.name)

    def __get__(self, owner: object, kind: type | None = None) -> Any:
        return partial(self.load(), owner) if self.bound else self.load()


def lazy_loader(package: str) -> Callable[..., Any]:
    """Makes what is loaded of the modules of a package: ``lazy("kernel", "Kernel")``."""

    def lazy(module: str, name: str, *, bound: bool = True) -> Any:
        return Lazy(f"{package}.{module}", name, bound=bound)

    return lazy
