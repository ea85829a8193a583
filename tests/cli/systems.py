"""System-dependent error texts of files."""

import os
from pathlib import Path

import pytest

posix_only = pytest.mark.skipif(os.name != "posix", reason="behaviour of POSIX systems")


def _missing_file_text():
    """Return the system's error text for a missing file."""
    try:
        Path("nothing is called like this").stat()
    except OSError as error:
        return error.strerror
    raise AssertionError


MISSING_FILE_TEXT = _missing_file_text()
