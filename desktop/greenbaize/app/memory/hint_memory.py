"""Hints taken in matches: such a match counts by itself, and has no honours."""

from greenbaize.app.challenges import log_hint
from greenbaize.app.tables.matches import format_current_time
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.match.header import RecordHeader, match_identity
from greenbaize.rules.errors import FileError
from greenbaize.store import folders
from greenbaize.store.hints import HINTS, HintUse


def write_hint(player_view: PlayerView) -> None:
    """Write that a seat takes a hint, before it is given; raises ``FileError``."""
    assert player_view.seat is not None
    deal = max(1, player_view.game.picture(player_view.view).deal)
    match = match_identity(player_view.header)
    hint = HintUse(match, deal, player_view.seat, format_current_time())
    HINTS.write_result(folders.hints_path(), hint)
    log_hint(player_view.header)


def has_hints(header: RecordHeader) -> bool:
    """Return True if a hint is known to have been taken in a match."""
    match = match_identity(header)
    try:
        return any(hint.match == match for hint in HINTS.read_results(folders.hints_path()))
    except FileError:
        return False
