"""Why a record cannot be read, in a sentence."""

from pathlib import Path

from greenbaize.rules.errors import GameError, RecordError
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_words
from greenbaize.words.speaker import Speaker


def fault_text(error: GameError, path: Path) -> str:
    """Say what is wrong with a record, and in which line where one is to blame.

    Args:
        error: what has come of reading it.
        path: the record.
    """
    said = Speaker().say(error.message)
    if not isinstance(error, RecordError):
        return said
    where = tr("{file}, line {line}:").format(file=shown_words(path.name), line=error.line)
    return f"{where} {said}"
