"""What differs from system to system in what programs are told of files."""

import os
from pathlib import Path

import pytest

POSIX = pytest.mark.skipif(os.name != "posix", reason="other systems say and do otherwise")


def _gone():
    """What the system says of a file that is not there."""
    try:
        Path("nothing is called like this").stat()
    except OSError as error:
        return error.strerror
    raise AssertionError


GONE = _gone()
