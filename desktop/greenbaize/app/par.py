"""Par: a deal of a finished or running match played again with a computer player as the person.

Computer players decide by their view lines and the seeds of their seats alone, so the same deal can
be played again with somebody else at one seat: everything that differs comes from play.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.seats.seat_program import BotSeat, create_bot
from greenbaize.app.tables.seat_assignment import find_human_seats
from greenbaize.games import GAMES
from greenbaize.match.authority import Authority
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import SeededChance, bot_seed
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import CardsDealt, DealScored, Event, SeatReassigned
from greenbaize.rules.game import Game, ResultUnit
from greenbaize.rules.levels import fit_level
from greenbaize.rules.messages import Message
from greenbaize.rules.players import DEFAULT_PAR_LEVEL, HUMAN
from greenbaize.rules.search_contract import WeighedChoice


def choose_par_level(header: RecordHeader, level: str) -> str:
    """Return the level that sets par in a match: the next lower one where one is not offered."""
    offered_levels = GAMES[header.game].levels_for(len(header.players), header.options)
    return fit_level(level, offered_levels)


@dataclass(frozen=True, slots=True)
class ParDeal:
    """A deal as the person played it and as the par player did.

    ``start`` is the number of the record's events before the deal's. ``par_events`` begin with the
    deal's event, which both share, and end with its score. ``parting`` is the number of equal
    events, counted from the deal's, or None where both played the same. The results are as
    ``Game.deal_result`` returns them, the strokes as ``compute_strokes`` does.
    """

    deal: int
    start: int
    par_events: tuple[Event, ...]
    parting: int | None
    own_result: tuple[int, ...]
    par_result: tuple[int, ...]
    strokes: tuple[int, ...]


def compute_strokes(
    game: Game[Any], own_result: Sequence[int], par_result: Sequence[int]
) -> tuple[int, ...]:
    """Return by how much a result is better than par, in each of ``Game.result_units``."""
    return tuple(
        par - own if unit is ResultUnit.PLACES else own - par
        for unit, own, par in zip(game.result_units, own_result, par_result, strict=True)
    )


def sum_results(results: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Return the sums of results of deals, unit by unit."""
    return tuple(map(sum, zip(*results, strict=True)))


def sign_of_strokes(strokes: Sequence[int]) -> int:
    """Return 1 for strokes better than par, -1 for worse ones, 0 for par itself.

    The first unit that differs decides.
    """
    deciding = next((difference for difference in strokes if difference), 0)
    return (deciding > 0) - (deciding < 0)


def find_par_seat(header: RecordHeader) -> int:
    """Return the seat of the person whose deals have a par; ``GameError`` where there is none."""
    human_seats = find_human_seats(header)
    if len(human_seats) > 1 or "shuffle" in header.extra:
        raise GameError(Message("par-of-friends"))
    if not human_seats:
        raise GameError(Message("par-of-bots"))
    if any(player.program is not None for player in header.players):
        raise GameError(Message("par-of-programs"))
    if header.seed is None:
        raise GameError(Message("record-no-seed"))
    return human_seats[0]


def create_bot_seats(
    game: Game[Any], header: RecordHeader, players: Sequence[HeaderPlayer]
) -> list[BotSeat]:
    """Return these players as they begin a match that has a seed."""
    assert header.seed is not None
    return [
        BotSeat(
            game,
            ViewTracker(game, len(players), header.options, seat),
            create_bot(player),
            bot_seed(header.seed, seat),
        )
        for seat, player in enumerate(players)
    ]


class ParPlayer:
    """Follows the events of a match and plays each of its deals again at the par level.

    Raises ``GameError`` where the match has no par (``find_par_seat``).
    """

    def __init__(
        self,
        header: RecordHeader,
        level: str = DEFAULT_PAR_LEVEL,
        wanted_deals: Container[int] | None = None,
    ) -> None:
        """Prepare to play all deals, or those with the ``wanted_deals``' numbers."""
        self._wanted_deals = wanted_deals
        self.seat: Final = find_par_seat(header)
        assert header.seed is not None
        self._game: Final[Game[Any]] = GAMES[header.game]
        self._header = header
        self._chance = SeededChance(header.seed)
        players = list(header.players)
        players[self.seat] = Opponent(level).create_header_player(players[self.seat].name)
        self._bot_seats = create_bot_seats(self._game, header, players)
        self._state: Any = self._game.initial_state(len(players), header.options)
        self._state_before_deal: Any = self._state
        self._deal_events: list[Event] = []
        self._start_seats: list[BotSeat] = []
        """The computer players as they are when the deal has been dealt."""
        self._is_own_deal = True
        self._is_person_seated = True
        self._start = self._count = 0

    def follow_event(self, event: Event) -> ParDeal | None:
        """Follow the next event of the match; at the end of a deal, return its par.

        A deal in which somebody else acted for the person has none.
        """
        if isinstance(event, SeatReassigned):
            if event.seat == self.seat:
                self._is_person_seated = event.kind == HUMAN
            self._is_own_deal &= self._is_person_seated
        else:
            if isinstance(event, CardsDealt):
                self._state_before_deal = self._state
                self._deal_events = []
                self._start = self._count
                self._is_own_deal = self._is_person_seated
            self._state = self._game.fold(self._state, event)
            self._deal_events.append(event)
        for bot_seat in self._bot_seats:
            bot_seat.redact_event(event, self._state)
        if isinstance(event, CardsDealt):
            self._start_seats = [bot_seat.copy() for bot_seat in self._bot_seats]
        self._count += 1
        if isinstance(event, DealScored) and self._is_own_deal:
            wanted_deals = self._wanted_deals
            if wanted_deals is None or event.deal in wanted_deals:
                return self._play_deal(event)
        return None

    def _play_deal(self, own_score: DealScored) -> ParDeal:
        game, before = self._game, self._state_before_deal
        deal_event = self._deal_events[0]
        authority = Authority(game, len(self._header.players), self._header.options, self._chance)
        authority.resume_from_state(game.fold(before, deal_event))
        par_events: list[Event] = [deal_event]
        deal_seats = [bot_seat.copy() for bot_seat in self._start_seats]
        for bot_seat in deal_seats:
            authority.add_listener(bot_seat.redact_event)
        authority.add_listener(lambda event, _: par_events.append(event))
        authority.append_derived_events(ready=True)
        while not any(isinstance(event, DealScored) for event in par_events):
            seat = game.turn(authority.state)
            assert seat is not None, "a deal ends with its score"
            refusal = authority.submit(deal_seats[seat].choose_command(), ready=True)
            assert refusal is None, f"seat {seat} chose what the rules refuse: {refusal}"
        end = next(index for index, event in enumerate(par_events) if isinstance(event, DealScored))
        par_score = par_events[end]
        assert isinstance(par_score, DealScored)
        own_result = game.deal_result(before, own_score, self.seat)
        par_result = game.deal_result(before, par_score, self.seat)
        return ParDeal(
            own_score.deal,
            self._start,
            tuple(par_events[: end + 1]),
            find_parting(self._deal_events, par_events[: end + 1]),
            own_result,
            par_result,
            compute_strokes(game, own_result, par_result),
        )

    def weigh_parting(self, par_deal: ParDeal) -> tuple[WeighedChoice, ...]:
        """Return how the par player weighs the choices where the deal just followed parts.

        Best first; empty where both played the same.
        """
        if par_deal.parting is None:
            return ()
        par_seat = self._start_seats[self.seat].copy()
        state = self._game.fold(self._state_before_deal, par_deal.par_events[0])
        for event in par_deal.par_events[1 : par_deal.parting]:
            state = self._game.fold(state, event)
            par_seat.redact_event(event, state)
        return par_seat.weigh_choices() if par_seat.is_on_turn else ()


def find_parting(own_events: Sequence[object], par_events: Sequence[object]) -> int | None:
    """Return the number of equal first events of two deals; None if they are the same."""
    if list(own_events) == list(par_events):
        return None
    return next(
        (
            index
            for index, (own, par) in enumerate(zip(own_events, par_events, strict=False))
            if own != par
        ),
        min(len(own_events), len(par_events)),
    )


def play_par_deals(
    header: RecordHeader,
    events: Sequence[Event],
    level: str = DEFAULT_PAR_LEVEL,
    wanted_deals: Container[int] | None = None,
) -> Iterator[ParDeal]:
    """Yield the par of each deal of a match, in order; raises ``GameError`` where there is none."""
    par_player = ParPlayer(header, level, wanted_deals)
    for event in events:
        par_deal = par_player.follow_event(event)
        if par_deal is not None:
            yield par_deal
