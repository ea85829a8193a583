"""Runner for tests that are coroutines, each in its own event loop."""

from lan.conftest import pytest_pyfunc_call

__all__ = ("pytest_pyfunc_call",)
