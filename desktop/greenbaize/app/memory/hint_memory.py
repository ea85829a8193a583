"""Hints taken in matches: such a match counts by itself, and has no honours."""

from greenbaize.app.challenge_mark import read_mark
from greenbaize.app.challenges import log_hint
from greenbaize.app.tables.matches import format_current_time
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.match.header import RecordHeader, match_identity
from greenbaize.rules.errors import FileError
from greenbaize.store import folders
from greenbaize.store.hints import HINTS, HintUse
from greenbaize.words.speaker import Speaker


def note_hint(player_view: PlayerView) -> tuple[bool, str]:
    """Write that a seat takes a hint; return if it may be given, and why it could not be noted.

    Where nothing can be written a hint still helps, but not in a try that counts.
    """
    try:
        write_hint(player_view)
    except FileError as error:
        mark = read_mark(player_view.header)
        reason = Speaker().format_message(error.message)
        return mark is None or not mark.counts, reason
    return True, ""


def write_hint(player_view: PlayerView) -> None:
    """Write that a seat takes a hint, before it is given; raises ``FileError``.

    A hint in a challenge is noted even where the other file cannot be written.
    """
    assert player_view.seat is not None
    deal = max(1, player_view.game.picture(player_view.view).deal)
    match = match_identity(player_view.header)
    hint = HintUse(match, deal, player_view.seat, format_current_time())
    try:
        HINTS.write_result(folders.hints_path(), hint)
    finally:
        log_hint(player_view.header)


def has_hints(header: RecordHeader) -> bool:
    """Return True if a hint is known to have been taken in a match."""
    match = match_identity(header)
    try:
        return any(hint.match == match for hint in HINTS.read_results(folders.hints_path()))
    except FileError:
        return False
