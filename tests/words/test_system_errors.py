"""System errors are given in the player's language."""

import errno
import os
import sys
from pathlib import Path

import pytest

from greenbaize.rules.errors import FileError
from greenbaize.words.catalogue import use_language, use_translations
from greenbaize.words.speaker import Speaker
from words.pseudo_language import english_translations

COMMON_ERRORS = (
    errno.ENOSPC,
    errno.EACCES,
    errno.ENOENT,
    errno.EROFS,
    errno.EISDIR,
    errno.ECONNREFUSED,
)


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows gives its messages in its own language"
)
@pytest.mark.parametrize("number", COMMON_ERRORS)
def test_a_common_error_is_translated(number):
    english = os.strerror(number)
    error = FileError(Path("match.jsonl"), OSError(number, english))
    assert english in Speaker().format_message(error.message)
    use_language("ru")
    try:
        assert english not in Speaker().format_message(error.message)
    finally:
        use_translations(english_translations())


def test_an_uncommon_error_is_untranslated():
    error = FileError(Path("match.jsonl"), OSError(0, "the disk has gone home"))
    assert "the disk has gone home" in Speaker().format_message(error.message)
