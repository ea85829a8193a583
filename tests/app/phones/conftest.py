"""Tests that are coroutines run in a loop of their own."""

from lan.conftest import pytest_pyfunc_call

__all__ = ("pytest_pyfunc_call",)
