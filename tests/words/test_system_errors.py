"""System errors are given in the player's language."""

import errno
import os
import sys
from pathlib import Path

import pytest

from greenbaize.rules.errors import FileError
from greenbaize.words.catalogue import use_language, use_translations
from greenbaize.words.speaker import Speaker
from words.pseudo import plain

USUAL = (errno.ENOSPC, errno.EACCES, errno.ENOENT, errno.EROFS, errno.EISDIR, errno.ECONNREFUSED)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has a language of its own")
@pytest.mark.parametrize("number", USUAL)
def test_a_usual_error_is_told_in_russian(number):
    english = os.strerror(number)
    error = FileError(Path("match.jsonl"), OSError(number, english))
    assert english in Speaker().say(error.message)
    use_language("ru")
    try:
        assert english not in Speaker().say(error.message)
    finally:
        use_translations(plain())


def test_another_one_is_told_as_it_is():
    error = FileError(Path("match.jsonl"), OSError(0, "the disk has gone home"))
    assert "the disk has gone home" in Speaker().say(error.message)
