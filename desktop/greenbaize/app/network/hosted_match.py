"""A match with guests: each gets the view lines of a seat, and absent ones are waited for.

Everything runs in the event loop's thread. Guests get the lines of the table's seats, spectators
those of its spectator.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from greenbaize.app.network.hosted_table_files import RecordedMatch
from greenbaize.app.network.lobby import HostedTableSetup, Lobby
from greenbaize.app.tables.table import CORRECTION_DELAY_S, CorrectionWindow, Table
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.lan.pairing import hash_secret
from greenbaize.lan.server import ConnectedClient
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from greenbaize.rules.commands import Command
from greenbaize.rules.events import CardsDealt, Event, SeatReassigned
from greenbaize.rules.players import BOT, HUMAN
from greenbaize.store.record_file import RecordFile

UNATTENDED_MOVE_DELAY_S: Final = 2.0
"""Seconds between two moves while computer players act for everybody, so that a returning guest
does not find the match played to its end.
"""
MAX_CORRECTIONS: Final = 3
"""Corrections a seat may make before others act; each time they wait again."""


class HostedMatch:
    """A match with its guests; ``on_change`` is called when the awaited seats change."""

    def __init__(
        self,
        recorded_match: RecordedMatch,
        lobby: Lobby,
        setup: HostedTableSetup,
        on_end: Callable[[], object],
        on_change: Callable[[], object],
    ) -> None:
        header = recorded_match.header
        assert header.seed is not None
        self.match_id: Final = sha256(f"greenbaize match/{header.seed}".encode()).hexdigest()[:32]
        """Id by which guests know the match."""
        game = GAMES[header.game]
        self.table: Final = Table(
            game, header, recorded_match.event_log or (), self._write_event, setup.launcher
        )
        self._recorded_match = recorded_match
        self._lobby, self._on_end, self._on_change = lobby, on_end, on_change
        self.unconfirmed_seats: frozenset[int] = frozenset()
        """Seats that still have to confirm what lies open."""
        self._turn_limit_s, self._may_see_hands = setup.turn_limit_s, setup.shows_hands
        self._loop = asyncio.get_running_loop()
        self._event_codec = event_codec(game)
        self._full_lines = [encode_line(header.to_line()), *recorded_match.full_lines]
        self._spectator_lines = [
            encode_line(header.redact_for(None).to_line()),
            *recorded_match.spectator_lines,
        ]
        self._sent_offsets = [len(table_seat.view_lines) for table_seat in self.table.table_seats]
        self._line_count = len(self._spectator_lines)
        self._line_count_at_last_move = self._line_count
        """Number of lines when play last advanced; changes of seats do not count."""
        self._deal_count = 0
        """Number of deals since this host has run the match."""
        self._newcomer_deal = -1
        """Deal in which a chair was last taken, or left for good."""
        self._final_seats: dict[str, int] = {}
        """Seats by the hashes of their guests' secrets, once the match is over."""
        self._is_closed = False
        self._advance_timer: asyncio.TimerHandle | None = None
        self._turn_timer: asyncio.TimerHandle | None = None
        self._is_paused = False
        self._correction_window = CorrectionWindow()
        self._correction_counts: Counter[int] = Counter()
        """Number of corrections by seat since another one acted."""
        self._timed_turn: tuple[int, tuple[int, ...]] = (0, ())
        """Number of lines and seats of the turn that the clock measures."""
        self.table.add_listener(self._send_event)
        self.table.set_wake_callback(self._on_wake)

    @property
    def is_over(self) -> bool:
        return self.table.is_over

    @property
    def record_file(self) -> RecordFile | None:
        return self._recorded_match.file

    @property
    def bot_names(self) -> dict[int, str]:
        """Names of the computer players, by the seats at which they act."""
        players = self.table.header.players
        return {
            table_seat.seat: players[table_seat.seat].name
            for table_seat in self.table.table_seats
            if table_seat.is_bot
        }

    @property
    def free_chairs(self) -> list[int]:
        """Chairs that may be given now, if nobody has them: at most one a deal.

        So nobody sees several hands.
        """
        return [] if self.has_newcomer else self.chairs_for_people

    @property
    def has_newcomer(self) -> bool:
        """True if a chair was taken or left in this deal; the next guest waits for another deal."""
        return self._newcomer_deal == self._deal_count

    @property
    def chairs_for_people(self) -> list[int]:
        """Chairs for people, taken or not: of people in the header, and where a bot acts."""
        human_seats = self.table.header_human_seats
        return [
            table_seat.seat
            for table_seat in self.table.table_seats
            if table_seat.is_bot or table_seat.seat in human_seats
        ]

    def start_match(self) -> None:
        self.table.start_match()
        self._report_and_continue()

    def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._cancel_timers()
        self.table.close()
        self._recorded_match.close()

    # Sending lines

    def _write_event(self, event: Event) -> None:
        self._recorded_match.write_event(event)
        self._full_lines.append(encode_line(self._event_codec.encode_line(event)))

    def _send_event(self, view_events: list[Event]) -> None:
        number = self._line_count
        self._line_count += 1
        messages: dict[int | None, bytes] = {}
        for seat, table_seat in enumerate(self.table.table_seats):
            messages[seat] = wire.encode_event_message(
                number, bytes(table_seat.view_lines[self._sent_offsets[seat] :])
            )
            self._sent_offsets[seat] = len(table_seat.view_lines)
        line = encode_line(self._event_codec.encode_line(view_events[-1]))
        self._spectator_lines.append(line)
        messages[None] = wire.encode_event_message(number, line)
        if not isinstance(view_events[-1], SeatReassigned):
            self._line_count_at_last_move = self._line_count
        self._deal_count += isinstance(view_events[-1], CardsDealt)
        for client in self._list_followers():
            client.connection.send_line(messages[self._viewed_seat(client)])

    def _list_followers(self) -> list[ConnectedClient]:
        return [client for client in self._lobby.clients if client.is_following]

    def resume_client(self, client: ConnectedClient, request: wire.ResumeMessage) -> None:
        """Send a returning guest the missed lines; of a finished match only if they were there."""
        is_same_match = request.match == self.match_id and request.heard <= self._line_count
        if self.is_over and not (is_same_match and self._took_part(client)):
            return
        self.send_lines_from(
            client, request.heard if is_same_match and not client.joined_by_code else 0
        )
        client.send_message(wire.CaughtUpMessage(self._line_count))
        if self.is_over:
            self._send_full_record(client)

    def _took_part(self, client: ConnectedClient) -> bool:
        """Return whether a guest watched this finished match, or had a seat in it."""
        return client.seat is None or hash_secret(client.secret) in self._final_seats

    def _viewed_seat(self, client: ConnectedClient) -> int | None:
        """Return the seat whose lines a guest gets; a spectator's may be from another table."""
        if client.seat is not None:
            return client.seat
        seat = client.viewed_seat
        return (
            seat
            if self._may_see_hands and seat is not None and seat < len(self._sent_offsets)
            else None
        )

    def send_lines_from(self, client: ConnectedClient, first_number: int) -> None:
        client.send_message(wire.EventsFromMessage(self.match_id, first_number))
        seat = self._final_seats.get(hash_secret(client.secret)) if self.is_over else None
        seat = self._viewed_seat(client) if seat is None else seat
        if seat is None:
            lines = self._spectator_lines[first_number:]
        else:
            lines = bytes(self.table.table_seats[seat].view_lines).split(b"\n")[first_number:-1]
        messages = [
            wire.encode_event_message(number, line)
            for number, line in enumerate(lines, first_number)
        ]
        client.connection.send_line(b"".join(messages))

    def send_all_lines(self, client: ConnectedClient) -> None:
        self.send_lines_from(client, 0)
        client.send_message(wire.CaughtUpMessage(self._line_count))

    def _send_full_record(self, client: ConnectedClient) -> None:
        client.send_message(wire.FullRecordMessage(self.match_id, len(self._full_lines)))
        client.connection.send_line(
            b"".join(wire.encode_full_record_line(line) for line in self._full_lines)
        )

    # Commands and turns

    def submit_command(
        self, client: ConnectedClient, request: wire.CommandMessage, command: Command
    ) -> None:
        """Submit a guest's command; it is stale if they have not received the last event."""
        is_current = self._line_count_at_last_move <= request.heard <= self._line_count
        if self.is_over or not is_current or self.table.table_seats[command.seat].is_bot:
            client.send_message(wire.CommandResultMessage(request.number, "stale"))
            return
        is_correction = any(
            offer.kind == command.type
            for offer in self.table.correction_offers
            if offer.seat == command.seat
        )
        if is_correction and self._correction_counts[command.seat] >= MAX_CORRECTIONS:
            client.send_message(wire.RequestDeniedMessage("too-fast"))
            client.send_message(wire.CommandResultMessage(request.number, "stale"))
            return
        previous_count = self._line_count
        refusal = self.table.submit(command)
        client.changed_match = self._line_count != previous_count
        if client.changed_match and is_correction:
            self._correction_counts[command.seat] += 1
        elif client.changed_match:
            self._correction_counts.clear()
        if refusal is None:
            client.send_message(wire.CommandResultMessage(request.number, "done"))
        else:
            client.send_message(
                wire.CommandResultMessage(request.number, "refused", refusal.code, refusal.rule)
            )
        if client.changed_match:
            self._report_and_continue()
        else:
            self._update_unconfirmed_seats()

    def replace_by_bot(self, seat: int, reason: str) -> None:
        """Let a computer player act at a seat; ``reason`` is a reason code.

        A guest who leaves has seen a hand, and would see another one at the next chair: that uses
        up the deal's one change.
        """
        if reason == "left":
            self.mark_newcomer()
        if not self._is_closed and not self.is_over and not self.table.table_seats[seat].is_bot:
            self.table.reassign_seat(seat, BOT, reason)
            self._report_and_continue()

    def return_seat(self, seat: int) -> None:
        if not self._is_closed and not self.is_over and self.table.table_seats[seat].is_bot:
            self.table.reassign_seat(seat, HUMAN, "back")
            self._report_and_continue()

    def mark_newcomer(self) -> None:
        self._newcomer_deal = self._deal_count

    def _report_and_continue(self) -> None:
        """Report that all lines are sent; then let the match go on, or finish it."""
        message = wire.encode_message(wire.CaughtUpMessage(self._line_count))
        followers = self._list_followers()
        for client in followers:
            client.connection.send_line(message)
        if not self.is_over:
            self._cancel_advance_timer()
            self._restart_turn_timer()
            self._update_unconfirmed_seats()
            self._schedule_advance()
            return
        self._cancel_timers()
        chairs = enumerate(self._lobby.chairs)
        self._final_seats = {chair.secret_hash: seat for seat, chair in chairs if chair.secret_hash}
        for client in followers:
            self._send_full_record(client)
        self.unconfirmed_seats = frozenset()
        self.close()
        self._on_end()

    def _update_unconfirmed_seats(self) -> None:
        table = self.table
        is_open = table.game.is_open(table.spectator_view)
        unconfirmed_seats = frozenset(table.awaited_human_seats if is_open else ())
        if unconfirmed_seats != self.unconfirmed_seats:
            self.unconfirmed_seats = unconfirmed_seats
            self._on_change()

    def _restart_turn_timer(self) -> None:
        awaited_turn = (self._line_count_at_last_move, self.table.awaited_human_seats)
        if not self._turn_limit_s or awaited_turn == self._timed_turn:
            return
        self._timed_turn = awaited_turn
        if self._turn_timer is not None:
            self._turn_timer.cancel()
            self._turn_timer = None
        if awaited_turn[1]:
            self._turn_timer = self._loop.call_later(self._turn_limit_s, self._on_turn_timeout)

    def _schedule_advance(self) -> None:
        """Let computer players act, later while people may return or correct a mistake."""
        is_unattended = all(table_seat.is_bot for table_seat in self.table.table_seats)
        awaits_return = is_unattended and any(chair.secret_hash for chair in self._lobby.chairs)
        awaits_correction = (
            self.table.awaited_bot_seat is not None
            and self._correction_window.grants_time(self.table.correction_offers)
        )
        self._is_paused = awaits_return or awaits_correction
        if self._is_paused:
            pause_s = CORRECTION_DELAY_S if awaits_correction else UNATTENDED_MOVE_DELAY_S
            self._advance_timer = self._loop.call_later(pause_s, self._on_pause_over)
        else:
            self._loop.call_soon(self._let_bot_act)

    def _on_pause_over(self) -> None:
        self._is_paused = False
        self._let_bot_act()

    def _cancel_advance_timer(self) -> None:
        if self._advance_timer is not None:
            self._advance_timer.cancel()
            self._advance_timer = None

    def _cancel_timers(self) -> None:
        self._cancel_advance_timer()
        if self._turn_timer is not None:
            self._turn_timer.cancel()
            self._turn_timer = None

    def _on_turn_timeout(self) -> None:
        for seat in self.table.awaited_human_seats:
            self.replace_by_bot(seat, "slow")

    def _on_wake(self) -> None:
        self._loop.call_soon_threadsafe(self._let_bot_act)

    def _let_bot_act(self) -> None:
        table = self.table
        if self._is_closed or table.is_over or self._is_paused:
            return
        self._cancel_advance_timer()
        table.process_pending()
        if table.awaited_bot_seat is None:
            return
        if table.play_bot_turn():
            self._correction_counts.clear()
            self._report_and_continue()
        elif table.wake_timeout is not None:
            self._advance_timer = self._loop.call_later(table.wake_timeout, self._let_bot_act)
