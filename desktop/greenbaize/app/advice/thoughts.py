"""The moves of finished deals, and what the computer players who made them thought.

A built-in player decides from its view lines and a seed of its own, so that its decision can be
made again at any time: the same choice, from the same figures.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from greenbaize.app.advice.adviser import Adviser, AdviserBot
from greenbaize.app.advice.review import restore_view_at
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.opponents import DEFAULT_LEVEL
from greenbaize.cards import Card
from greenbaize.match.codecs import command_codec
from greenbaize.match.event_log import MatchEventLog
from greenbaize.match.header import PROGRAM_VERSION, RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.rules.chance import bot_seed
from greenbaize.rules.commands import CardCommand, Command
from greenbaize.rules.events import CardsDealt, DealScored, Event, MatchEnded, SeatReassigned
from greenbaize.rules.game import Game
from greenbaize.rules.players import BOT, HUMAN


@dataclass(frozen=True, slots=True)
class Move:
    """A decision of ``player``, stated by the event with this index."""

    event_index: int
    seat: int
    player: HeaderPlayer
    command: Command


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """The moves of a deal that is over; choices of trumps before the first deal belong to it."""

    number: int
    moves: tuple[Move, ...]


class MoveQuery(NamedTuple):
    """What is known of a move that somebody asks about.

    ``event_count`` is the number of events that a replay has shown, ``deal`` a deal's number.
    """

    event_count: int | None = None
    seat: int | None = None
    card: Card | None = None
    deal: int | None = None

    @property
    def is_pointed(self) -> bool:
        """True if something on the table is meant."""
        return self.seat is not None or self.card is not None

    def fits_move(self, move: Move) -> bool:
        card = move.command.card if isinstance(move.command, CardCommand) else None
        return (
            (self.event_count is None or move.event_index < self.event_count)
            and self.seat in (None, move.seat)
            and self.card in (None, card)
        )


class MoveHistory:
    """The moves of a match's finished deals; ``events`` are all of it, or what one seat was told.

    Deals that are not over are left out: what players thought in them shows their cards.
    """

    def __init__(self, game: Game[Any], header: RecordHeader, events: Sequence[Event]) -> None:
        self.game, self.header, self._events = game, header, tuple(events)
        self._running_moves: tuple[Move, ...] = ()
        """The moves of the deal that is not over."""
        self.deals = tuple(self._find_deals())

    def _find_deals(self) -> list[FinishedDeal]:
        command_classes = {kind.event_type(): kind for kind in self.game.command_classes}
        players = list(self.header.players)
        state = self.game.initial_state(len(players), self.header.options)
        deals: list[FinishedDeal] = []
        number, moves, is_over = 0, list[Move](), False
        for index, event in enumerate(self._events):
            if isinstance(event, SeatReassigned):
                players[event.seat] = _reassign_player(players[event.seat], event.kind)
                continue
            if isinstance(event, CardsDealt):
                if number:
                    deals.append(FinishedDeal(number, tuple(moves)))
                    moves = []
                number, is_over = event.deal, False
            is_over = is_over or isinstance(event, DealScored | MatchEnded)
            seat, command_class = getattr(event, "seat", None), command_classes.get(event.type)
            if command_class is not None and seat is not None and self.game.turn(state) == seat:
                values = {key: getattr(event, key) for key in command_class.__struct_fields__}
                moves.append(Move(index, seat, players[seat], command_class(**values)))
            state = self.game.fold(state, event)
        if number and is_over:
            deals.append(FinishedDeal(number, tuple(moves)))
        else:
            self._running_moves = tuple(moves)
        return deals

    def can_be_asked(self, query: MoveQuery) -> bool:
        """Return whether there is a finished deal, and the move asked about is in one."""
        is_last_finished = query.event_count is None and not query.is_pointed
        is_running = any(map(query.fits_move, self._running_moves))
        return bool(self.deals) and (is_last_finished or not is_running)

    def find_move(self, query: MoveQuery) -> tuple[FinishedDeal, int]:
        """Return the deal and the index in it of the last move that fits.

        Of a deal that is asked for it is the first move; of two deals with its number, as after a
        deal that was void, the last one's.

        Where nothing on the table is meant, a move of a deal with a choice is preferred, and where
        no moment is meant either, a computer player's.
        """
        if query.deal is not None:
            return next(
                (one for one in reversed(self.deals) if one.number == query.deal), self.deals[-1]
            ), 0
        found = [
            (deal, index)
            for deal in self.deals
            for index, move in enumerate(deal.moves)
            if query.fits_move(move)
        ]
        if query.event_count is None and not query.is_pointed:
            found = [
                (deal, index) for deal, index in found if deal.moves[index].player.kind != HUMAN
            ] or found
        if not found:
            return self.deals[0], 0
        last_deal = found[-1][0]
        if not query.is_pointed and self.has_all_cards:
            for deal, index in reversed(found):
                if deal is last_deal and len(self.legal_commands(deal.moves[index])) > 1:
                    return deal, index
        return found[-1]

    def deal_events(self, deal: FinishedDeal) -> dict[int, Event]:
        """Return the events of a deal by index, from its first move to its last."""
        if not deal.moves:
            return {}
        start = end = deal.moves[0].event_index
        while end < len(self._events) and not isinstance(self._events[end], DealScored):
            end += 1
        return dict(enumerate(self._events[start:end], start))

    @property
    def has_all_cards(self) -> bool:
        """False where the events are only what one seat was told."""
        return self.header.you is None

    def find_obstacle(self, move: Move) -> str:
        """Return why nobody can tell what the player thought, as a code, or an empty string."""
        if move.player.kind == HUMAN:
            return "person"
        if move.player.program is not None:
            return "program"
        if self.header.seed is None:
            return "seed"
        return "version" if self.header.extra.get("program") != PROGRAM_VERSION else ""

    def view_lines_before(self, move: Move) -> bytes:
        """Return all that the seat had been told before the move, from the header on."""
        header = encode_line(self.header.redact_for(move.seat).to_line())
        events = self._events[: move.event_index]
        log = MatchEventLog.from_events(self.game, self.header, events)
        return header + log.view_lines(move.seat)

    def view_before(self, move: Move) -> Any:
        """Return what the seat knew before the move."""
        lines = self.view_lines_before(move)
        return restore_view_at(self.game, self.header, move.seat, lines, len(lines))

    def legal_commands(self, move: Move) -> Sequence[Command]:
        """Return the choices that the player had."""
        return self.game.legal(self.view_before(move), move.seat)

    def is_hand_known(self, seat: int) -> bool:
        """Return whether the events tell the cards of this seat."""
        return self.header.you in (None, seat)

    def create_adviser(
        self, move: Move, launcher: BotLauncher, on_wake: Callable[[], None]
    ) -> Adviser:
        """Return the player who made the move, as it was just before; the caller closes it."""
        assert not self.find_obstacle(move)
        assert self.header.seed is not None
        return Adviser(
            self.view_lines_before(move),
            launcher,
            on_wake,
            command_codec(self.game),
            AdviserBot(
                move.player.level or DEFAULT_LEVEL,
                move.player.temperament,
                bot_seed(self.header.seed, move.seat),
            ),
        )


def _reassign_player(player: HeaderPlayer, kind: str) -> HeaderPlayer:
    """Return who acts from now on: a person, or the built-in player that stands in."""
    if kind == HUMAN:
        return HeaderPlayer(player.name, HUMAN, player.level, player.temperament)
    return HeaderPlayer(player.name, BOT, player.level or DEFAULT_LEVEL, player.temperament)
