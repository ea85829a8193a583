"""System-dependent error texts of files."""

import os
from pathlib import Path

import pytest

POSIX = pytest.mark.skipif(os.name != "posix", reason="behaviour of POSIX systems")


def _gone():
    """Return the system's error text for a missing file."""
    try:
        Path("nothing is called like this").stat()
    except OSError as error:
        return error.strerror
    raise AssertionError


GONE = _gone()
