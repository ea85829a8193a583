"""Par of this computer's matches: played once, stored beside the records, and summed up."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from greenbaize import __version__
from greenbaize.app.par import (
    choose_par_level,
    find_par_seat,
    play_par_deals,
    sign_of_strokes,
    sum_results,
)
from greenbaize.app.tables.matches import format_current_time
from greenbaize.match.header import RecordHeader, match_identity
from greenbaize.match.record import MatchRecord
from greenbaize.rules.events import DealScored
from greenbaize.store import folders
from greenbaize.store.pars import PARS, DealPar


def load_pars(header: RecordHeader, level: str) -> dict[int, DealPar]:
    """Return the stored par of a match by deal; raises ``FileError``."""
    identity = match_identity(header)
    return {
        par.deal: par
        for par in PARS.read_results(folders.pars_path())
        if par.match == identity and par.level == level
    }


def update_pars(
    record: MatchRecord, level: str, deals: Sequence[int] | None = None
) -> Iterator[DealPar]:
    """Play and store the par of some deals, or of those that have none yet (None).

    Raises ``GameError`` where there is no par, ``FileError`` if it cannot be stored.
    """
    header = record.header
    seat, level = find_par_seat(header), choose_par_level(header, level)
    known_deals = load_pars(header, level)
    scored_deals = {event.deal for event in record.events if isinstance(event, DealScored)}
    wanted_deals = scored_deals - known_deals.keys() if deals is None else scored_deals & {*deals}
    if not wanted_deals:
        return
    for deal in play_par_deals(header, record.events, level, wanted_deals=wanted_deals):
        par = DealPar(
            match=match_identity(header),
            deal=deal.deal,
            seat=seat,
            level=level,
            program=__version__,
            made=format_current_time(),
            own=deal.own_result,
            par=deal.par_result,
            strokes=deal.strokes,
            parting=deal.parting,
        )
        PARS.write_result(folders.pars_path(), par)
        yield par


@dataclass(frozen=True, slots=True)
class ParSummary:
    """The own results and par, summed up, and the numbers of deals above, at and below par."""

    own: tuple[int, ...]
    par: tuple[int, ...]
    better_count: int
    equal_count: int
    worse_count: int


def sum_pars(pars: Sequence[DealPar]) -> ParSummary:
    """Return the sums of one or more deals."""
    signs = [sign_of_strokes(par.strokes) for par in pars]
    return ParSummary(
        sum_results([par.own for par in pars]),
        sum_results([par.par for par in pars]),
        signs.count(1),
        signs.count(0),
        signs.count(-1),
    )
