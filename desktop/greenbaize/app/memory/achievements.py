"""Honours that a person has just earned, shown once: the first time of each."""

from collections.abc import Sequence

from greenbaize import __version__
from greenbaize.app.advice.review import JudgedDecision, sum_sure_losses
from greenbaize.app.memory.hint_memory import has_hints
from greenbaize.app.tables.matches import format_current_time
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.games import GAMES
from greenbaize.match.digest import digest_record
from greenbaize.match.header import match_identity
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.history import query_history
from greenbaize.store.reviews import REVIEWS, DealReview
from greenbaize.store.statistics import load_honours


def find_new_honours(player_view: PlayerView, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the codes of honours that the person at a seat has earned for the first time.

    ``names`` are all their names. Without a history all are new; where it cannot be read none is,
    so that nothing is announced twice.
    """
    if player_view.seat is None or has_hints(player_view.header):
        return ()
    digest = digest_record(player_view.replay_lines, GAMES)
    codes = digest.honours[player_view.seat] if digest.honours else ()
    if not codes or not folders.history_path().exists():
        return codes
    stored_honours = query_history(lambda history: load_honours(history, names))
    if stored_honours is None:
        return ()
    identity_here = match_identity(player_view.header)
    earlier_honours = {
        (honour.code, honour.game) for honour in stored_honours if honour.identity != identity_here
    }
    return tuple(code for code in codes if (code, player_view.header.game) not in earlier_honours)


def write_review_result(
    player_view: PlayerView,
    deal: int,
    level: str,
    choice_count: int,
    judged_decisions: Sequence[JudgedDecision],
) -> Message | None:
    """Write the result of a review; return a warning about its file, if any.

    ``player_view`` is that of the match's table, ``judged_decisions`` holds the decisions between
    several choices that mattered. Raises ``FileError`` if the file cannot be written.
    """
    if player_view.seat is None:
        return None
    review_time = format_current_time()
    match = match_identity(player_view.header)
    adviser = f"{level} {__version__}"  # Another version of the program may weigh differently.
    review = DealReview(
        match,
        deal,
        player_view.seat,
        adviser,
        review_time,
        choice_count,
        sum_sure_losses(judged_decisions),
    )
    return REVIEWS.write_result(folders.reviews_path(), review)
