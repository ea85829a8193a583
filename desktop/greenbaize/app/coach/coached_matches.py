"""A person's matches for the coach: which there are, what is reviewed of them, and what is not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from greenbaize.app.coach.deal_coach import review_deals
from greenbaize.app.tables.unfinished_matches import read_verified_record
from greenbaize.match.record import MatchRecord
from greenbaize.rules.events import DealScored
from greenbaize.rules.name_text import fold_name
from greenbaize.rules.players import BOT
from greenbaize.store import folders
from greenbaize.store.coached_deals import COACHED_DEALS, CoachedDeal, read_current_deals
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.match_list import MatchFilter, MatchRow, MatchStatus, load_matches

MAX_MATCHES = 200
"""Number of a person's latest matches that are reviewed and counted."""


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A finished match of a person: its record, the seat, and the reviewed deals by number."""

    identity: str
    game: str
    begun: str
    path: Path
    seat: int
    deal_count: int
    deals: dict[int, CoachedDeal]

    @property
    def is_reviewed(self) -> bool:
        """True once all deals are."""
        return len(self.deals) >= self.deal_count


def load_own_matches(
    history: HistoryDatabase, names: Sequence[str], game: str = ""
) -> list[OwnMatch]:
    """Return the latest finished matches of a person (current name first), latest first.

    Practice does not count, nor do matches with hints, and those in which somebody stood in for the
    person. Raises ``HistoryError`` or ``FileError``.
    """
    match_filter = MatchFilter(
        game=game, person=names[0], former_names=tuple(names[1:]), status=MatchStatus.OVER
    )
    rows = load_matches(history, match_filter, MAX_MATCHES)
    reviewed_deals: dict[tuple[str, int], dict[int, CoachedDeal]] = {}
    for deal in read_current_deals(folders.coach_path()):
        reviewed_deals.setdefault((deal.match, deal.seat), {})[deal.deal] = deal
    folded_names = set(map(fold_name, names))
    matches = []
    for row in rows:
        seat = _find_seat(row, folded_names)
        if seat is not None and not row.has_hints:
            deals = reviewed_deals.get((row.identity, seat), {})
            path = folders.matches_folder() / row.file
            matches.append(OwnMatch(row.identity, row.game, row.begun, path, seat, row.deal, deals))
    return matches


def _find_seat(row: MatchRow, folded_names: set[str]) -> int | None:
    for seat, player in enumerate(row.players):
        if player.kind != BOT and fold_name(player.name) in folded_names:
            return None if player.was_substituted else seat
    return None


def find_unreviewed_matches(history: HistoryDatabase, names: Sequence[str]) -> list[OwnMatch]:
    """Return a person's matches with deals to review, latest first; errors as above."""
    return [match for match in load_own_matches(history, names) if not match.is_reviewed]


def review_match(match: OwnMatch) -> Iterator[CoachedDeal]:
    """Review what is missing of a match, and store each deal; raises ``GameError``."""
    record = read_verified_record(match.path)
    missing_deals = list_scored_deals(record) - match.deals.keys()
    for deal in review_deals(record, match.seat, missing_deals):
        COACHED_DEALS.write_result(folders.coach_path(), deal)
        yield deal


def list_scored_deals(record: MatchRecord) -> set[int]:
    return {event.deal for event in record.events if isinstance(event, DealScored)}
