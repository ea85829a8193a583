"""A table for guests: they take chairs, agree on a game, and play one match or several.

Everything runs in the event loop's thread.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, assert_never

import msgspec

from greenbaize.app.network.hosted_match import HostedMatch
from greenbaize.app.network.hosted_table_files import HostedTableFiles, RecordedMatch, StoredChair
from greenbaize.app.network.lobby import GuestFace, HostedTableSetup, Lobby, LobbyChair
from greenbaize.app.network.rate_limits import (
    SHUFFLE_BURST,
    SHUFFLE_INTERVAL_S,
    ChatLimit,
    CoalescedSender,
)
from greenbaize.app.network.shuffle_coordinator import ShuffleCoordinator, ShuffleRound
from greenbaize.app.nicknames import are_confusable, is_identifying_name
from greenbaize.app.tables.default_players import create_default_players, is_same_name
from greenbaize.app.tables.matches import create_header, format_current_time
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.lan.line_connection import LineConnection
from greenbaize.lan.pairing import hash_secret, new_secret
from greenbaize.lan.server import ConnectedClient, GuestRefusedError, TokenBucket
from greenbaize.match.codecs import command_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.seal import encode_lobby
from greenbaize.rules.errors import GameError
from greenbaize.rules.name_text import has_visible_character
from greenbaize.store.declared_settings import tidy_name
from greenbaize.store.log import log_exception

WARNING_BURST: Final = 5
"""Wrong codes that are reported to the host at once."""
WARNING_INTERVAL_S: Final = 20.0
"""Seconds until one more wrong code is reported."""
MAX_REMEMBERED_GUESTS: Final = 100
"""Guests remembered after they were away too long."""


class HostedTable:
    """The room behind the table server; ``recorded_match`` is a match to continue."""

    def __init__(
        self,
        setup: HostedTableSetup,
        table_files: HostedTableFiles,
        recorded_match: RecordedMatch | None = None,
        chairs: tuple[StoredChair, ...] = (),
    ) -> None:
        self.setup = setup
        self.lobby: Final = Lobby(setup.seats)
        self.lobby.restore_chairs(chairs)
        self.match: HostedMatch | None = None
        self.finished_event: Final = asyncio.Event()
        """Set once the match is over, all have been notified, and no other follows."""
        self.on_lobby_sent: Callable[[wire.LobbyMessage], object] = lambda _: None
        self._table_files = table_files
        self._loop = asyncio.get_running_loop()
        self._start_timer: asyncio.TimerHandle | None = None
        self._ready_at_delay_start: tuple[LobbyChair, ...] = ()
        """Chairs that were ready when the delay began."""
        self._shuffle_coordinator: ShuffleCoordinator | None = None
        self._round_count = 0
        self._missing_names: list[str] = []
        self._warning_limit = TokenBucket(WARNING_BURST, WARNING_INTERVAL_S)
        self._arrangement_number = 0
        """Number of changes to the table: a guest confirms the number they have seen."""
        self._stopped_matches: dict[str, str] = {}
        """Keepers' names by the ids of the matches that were stopped before their end."""
        self._awaits_person = False
        """A resumed match waits for one of its people."""
        self._lobby_sender: Final = CoalescedSender(self._send_lobby, self._loop)
        self._table_chat_limit: Final = ChatLimit()
        self._shuffle_limit = TokenBucket(SHUFFLE_BURST, SHUFFLE_INTERVAL_S)
        self._away_names: dict[str, str] = {}
        """Names of guests away too long before a match, by the hashes of their secrets."""
        if recorded_match is not None:
            self._create_match(recorded_match)
        else:
            for chair in self.lobby.taken_chairs:
                self._wait_for_guest(chair)

    @property
    def is_playing(self) -> bool:
        return self.match is not None and not self.match.is_over

    def resume_match(self) -> None:
        """Continue a resumed match once one of its people is here; bots never play it alone."""
        assert self.match is not None
        self._awaits_person = bool(self.match.table.header_human_seats)
        if not self._awaits_person or any(chair.client is not None for chair in self.lobby.chairs):
            self._continue_match()

    def _continue_match(self) -> None:
        assert self.match is not None
        self._awaits_person = False
        for table_seat in self.match.table.table_seats:
            if not table_seat.is_bot:
                self._wait_for_guest(self.lobby.chairs[table_seat.seat])
        self.match.start_match()

    def close(self) -> None:
        self.finished_event.set()
        self._lobby_sender.close()
        for client in self.lobby.clients:
            client.send_message(wire.TableClosedMessage())
        for timer in (self._start_timer, *(chair.away_timer for chair in self.lobby.chairs)):
            if timer is not None:
                timer.cancel()
        if self._shuffle_coordinator is not None:
            self._shuffle_coordinator.close()
        if self.match is not None:
            self.match.close()

    # Guests coming and leaving

    def seat_host(self, name: str) -> str:
        """Seat the person at this computer, who keeps the table; return the seat's secret.

        A person of the same name who sat here gets that chair again. Raises ``GuestRefusedError``
        if no chair is free.
        """
        chair, secret = self.lobby.assign_chair(name, self._list_assignable_seats(), is_host=True)
        self.lobby.keeper = chair
        self._write_chairs()
        return secret

    def admit_host_spectator(self, name: str) -> str:
        """Let the person here keep the table without a chair; return the secret to come in.

        A chair of theirs becomes free.
        """
        secret = self.lobby.register_host_spectator(name)
        for chair in self.lobby.chairs:
            if chair.is_host:
                self._free_chair(chair)
        self._write_chairs()
        return secret

    # RoomService

    @property
    def oldest_version(self) -> int:
        """The oldest protocol version that has every level in the header of the match."""
        players = () if self.match is None else self.match.table.header.players
        return wire.first_version_with_levels(player.level for player in players)

    def seat_new_guest(
        self, connection: LineConnection, join_message: wire.JoinMessage
    ) -> ConnectedClient:
        name = tidy_name(join_message.name)
        if not is_identifying_name(name) and (name or not join_message.watch):
            raise GuestRefusedError("no-name")
        if join_message.watch:
            return self.lobby.admit_spectator(connection, name)
        chair, secret = self._assign_chair(name)
        chair.face = GuestFace(join_message.face, join_message.colour)
        return self.lobby.connect_guest(chair, connection, secret)

    def assign_chair(self, name: str) -> tuple[str, str]:
        """Assign a chair to a guest who will come with its secret; return the name and the secret.

        They are waited for like a guest who is away. Raises ``GuestRefusedError``.
        """
        cleaned_name = tidy_name(name)
        if not is_identifying_name(cleaned_name):
            raise GuestRefusedError("no-name")
        chair, secret = self._assign_chair(cleaned_name)
        chair.is_expected = True
        self._wait_for_guest(chair)
        return cleaned_name, secret

    def reissue_secret(self, chair: LobbyChair) -> str:
        """Return a new secret for a guest who is away; the old one becomes invalid."""
        secret = new_secret()
        chair.secret_hash = hash_secret(secret)
        self._write_chairs()
        return secret

    def return_chair(self, secret: str) -> bool:
        """Assign a chair again to a guest who was away too long; return whether one is free."""
        secret_hash = hash_secret(secret)
        name = self._away_names.get(secret_hash)
        if name is None:
            return False
        try:
            chair, _ = self._assign_chair(name)
        except GuestRefusedError:
            return False
        chair.secret_hash = secret_hash
        del self._away_names[secret_hash]
        self._write_chairs()
        self._wait_for_guest(chair)
        return True

    def _assign_chair(self, name: str) -> tuple[LobbyChair, str]:
        if self._shuffle_coordinator is not None:
            raise GuestRefusedError("busy")  # The players are fixed during a shuffle.
        # Beside a computer player of the same name they would be mistaken for it.
        bots = {} if self.match is None else self.match.bot_names
        free_seats = sorted(
            self._list_assignable_seats(),
            key=lambda seat: not is_same_name(bots.get(seat, ""), name),
        )
        try:
            chair, secret = self.lobby.assign_chair(name, free_seats)
        except GuestRefusedError as error:
            if error.reason == "full" and self.has_chair_in_next_deal:
                raise GuestRefusedError("next-deal") from None
            raise
        if self.match is not None:
            self.match.mark_newcomer()
        self._write_chairs()
        return chair, secret

    @property
    def free_chairs(self) -> list[int]:
        return [
            seat
            for seat in self._list_assignable_seats()
            if not self.lobby.chairs[seat].secret_hash
        ]

    @property
    def has_chair_in_next_deal(self) -> bool:
        """True if a chair can be taken in the next deal, though none can be in this one."""
        match = self.match
        if match is None or not self.is_playing or not match.has_newcomer:
            return False
        return any(not self.lobby.chairs[seat].secret_hash for seat in match.chairs_for_people)

    def _list_assignable_seats(self) -> Iterable[int]:
        if self.match is None or not self.is_playing:
            return range(len(self.lobby.chairs))
        return self.match.free_chairs

    def seat_returning_guest(
        self, connection: LineConnection, request: wire.ReturnMessage
    ) -> ConnectedClient:
        client = self.lobby.reconnect_client(connection, request.secret, self._loop.time())
        chair = self.lobby.find_chair(client)
        if chair is not None:
            chair.face = GuestFace(request.face, request.colour)
        return client

    def on_join(self, client: ConnectedClient) -> None:
        chair = self.lobby.find_chair(client)
        if client.seat is None:
            self.lobby.spectators.add(client)
        elif chair is not None:
            if self.lobby.keeper is None:
                self.lobby.keeper = chair
                self._write_chairs()
            if self._shuffle_coordinator is not None:
                # They took part over another connection.
                self._shuffle_coordinator.on_leave(client.seat)
            if self._awaits_person:
                self._continue_match()
            if self.match is not None and not chair.wants_bot:
                self.match.return_seat(client.seat)
        if not self._lobby_sender.request_send():
            self._send_lobby_to(client, self._build_lobby_message())
        self._start_shuffle_if_ready()

    def on_leave(self, client: ConnectedClient) -> None:
        self.lobby.spectators.discard(client)
        chair = self.lobby.find_chair(client)
        if chair is not None:
            if self._shuffle_coordinator is not None:
                self._shuffle_coordinator.on_leave(self.lobby.chairs.index(chair))
            chair.client, chair.is_ready, chair.is_reading = None, False, False
            if not client.has_left:
                self._wait_for_guest(chair)
            else:
                seat = self.lobby.chairs.index(chair)
                self._free_chair(chair)
                if self.match is not None:
                    self.match.replace_by_bot(seat, "left")
        if not self.finished_event.is_set():
            self.update_lobby()
            self._update_finished()

    def on_error(self, error: Exception) -> None:
        log_exception(error)

    def on_wrong_code(self, attempt_count: int) -> None:
        if self._warning_limit.try_acquire(self._loop.time()):
            self._table_files.report_wrong_code(attempt_count)

    def on_message(self, client: ConnectedClient, message: wire.RoomRequest) -> None:
        if client.seat is not None and self.lobby.find_chair(client) is None:
            return  # The message came over a connection that has been replaced.
        if isinstance(message, wire.KeeperRequest):
            self._on_keeper_request(client, message)
        elif isinstance(message, wire.SeatRequest):
            self._on_seat_request(client, message)
        else:
            self._on_any_guest_request(client, message)

    def _on_any_guest_request(self, client: ConnectedClient, message: wire.AnyGuestRequest) -> None:
        match message:
            case wire.ResumeMessage():
                self._resume_client(client, message)
            case wire.LeaveMessage():
                client.has_left = True
            case wire.SendChatMessage():
                self._send_chat(client, message)
            case wire.WatchSeatMessage(seat=seat):
                self._watch_seat(client, seat)
            case wire.StandInMessage(seat=seat, on=on):
                self._switch_bot(client, seat, on=on)
            case _:
                assert_never(message)

    def _on_seat_request(self, client: ConnectedClient, message: wire.SeatRequest) -> None:
        chair = self.lobby.find_chair(client)
        if chair is None:
            raise wire.DamagedMessageError
        match message:
            case wire.CommandMessage():
                self._submit_command(client, chair, message)
            case wire.ReadyMessage():
                self._mark_ready(client, chair, message)
            case wire.ReadingMessage(on=on):
                chair.is_reading = on
                self.update_lobby()
            case wire.CommitMessage() | wire.RevealMessage():
                if self._shuffle_coordinator is not None:
                    self._shuffle_coordinator.on_message(client, message)
            case _:
                assert_never(message)

    def _on_keeper_request(self, client: ConnectedClient, message: wire.KeeperRequest) -> None:
        if not self.lobby.is_keeper(client):
            if client.seat is None:
                raise wire.DamagedMessageError
            client.send_message(wire.RequestDeniedMessage("keeper"))
            return
        match message:
            case wire.MatchSetupMessage():
                self._change_match_setup(client, message)
            case wire.SwapSeatsMessage(one=first_seat, other=other_seat):
                self._swap_seats(client, first_seat, other_seat)
            case wire.DismissGuestMessage(seat=seat):
                self._dismiss_guest(client, seat)
            case wire.StopMatchMessage():
                self._on_stop_match(client)
            case _:
                assert_never(message)

    # Messages

    def _send_chat(self, client: ConnectedClient, message: wire.SendChatMessage) -> None:
        text = " ".join(message.text.split())
        if not (has_visible_character(text) or message.word):
            return
        now = self._loop.time()
        is_allowed = self.lobby.get_person_chat_limit(client).try_acquire(now)
        if not (
            is_allowed and self._table_chat_limit.allows_message(client.connection.address, now)
        ):
            client.send_message(wire.RequestDeniedMessage("too-fast"))
            return
        chair = self.lobby.find_chair(client)
        name = client.name if chair is None else chair.name
        for receiver in self.lobby.clients:
            receiver.send_message(wire.ChatMessage(client.seat, name, text, message.word))

    def _change_match_setup(
        self, client: ConnectedClient, match_setup: wire.MatchSetupMessage
    ) -> None:
        try:
            setup = self.setup.apply_match_setup(match_setup)
        except (GameError, ValueError):
            client.send_message(wire.RequestDeniedMessage("options"))
            return
        if self.is_locked:
            client.send_message(wire.RequestDeniedMessage("playing"))
        elif not self.lobby.set_seat_count(setup.seats):
            client.send_message(wire.RequestDeniedMessage("seats"))
        else:
            self.setup = setup
            self._on_arrangement_changed()

    def _swap_seats(self, client: ConnectedClient, first_seat: int, second_seat: int) -> None:
        if max(first_seat, second_seat) >= len(self.lobby.chairs):
            client.send_message(wire.RequestDeniedMessage("seats"))
        elif self.is_locked:
            client.send_message(wire.RequestDeniedMessage("playing"))
        else:
            self.lobby.swap_seats(first_seat, second_seat)
            self._on_arrangement_changed()

    def _dismiss_guest(self, client: ConnectedClient, seat: int) -> None:
        if seat >= len(self.lobby.chairs) or seat == client.seat:
            client.send_message(wire.RequestDeniedMessage("seats"))
            return
        chair = self.lobby.chairs[seat]
        guest = chair.client
        if not chair.secret_hash:
            return
        if guest is not None:
            guest.send_message(wire.ConnectionRefusedMessage("dismissed"))
            guest.connection.close()
            if self._shuffle_coordinator is not None:
                self._shuffle_coordinator.on_leave(seat)
        self._free_chair(chair)
        if self.match is not None:
            self.match.replace_by_bot(seat, "left")
        self.update_lobby()

    def _mark_ready(
        self, client: ConnectedClient, chair: LobbyChair, message: wire.ReadyMessage
    ) -> None:
        if message.ready and message.arranged not in (msgspec.UNSET, self._arrangement_number):
            client.send_message(wire.RequestDeniedMessage("changed"))
            return
        chair.is_ready = message.ready
        self.update_lobby()

    def _on_stop_match(self, client: ConnectedClient) -> None:
        chair = self.lobby.find_chair(client)
        if not self.stop_match(keeper_name="" if chair is None else chair.name):
            client.send_message(wire.RequestDeniedMessage("not-playing"))

    def stop_match(self, keeper_name: str = "") -> bool:
        """Stop the match before its end; its record and keys stay on disk to continue it.

        ``keeper_name`` is that of a keeper with a chair. Return whether a match was being played.
        """
        match = self.match
        if match is None or match.is_over:
            return False
        match.close()
        self._table_files.suspend_match()
        self._stopped_matches[match.match_id] = keeper_name
        self.match = None
        for chair in self.lobby.chairs:
            chair.is_reading = False
        self._reset_readiness()
        for client in self.lobby.clients:
            if client.is_following:
                client.send_message(wire.MatchStoppedMessage(match.match_id, keeper_name))
        self._on_arrangement_changed()
        return True

    def _reset_readiness(self) -> None:
        """Make everybody confirm anew that they are ready; absent guests lose their chairs."""
        for chair in self.lobby.chairs:
            chair.is_ready = chair.wants_bot = False
            if chair.client is None and chair.away_timer is None:
                self._free_missed_chair(chair)

    def _resume_client(self, client: ConnectedClient, request: wire.ResumeMessage) -> None:
        client.is_following = True
        if request.match in self._stopped_matches:
            client.send_message(
                wire.MatchStoppedMessage(request.match, self._stopped_matches[request.match])
            )
        if self.match is not None:
            self.match.resume_client(client, request)
            self._update_finished()

    def _submit_command(
        self, client: ConnectedClient, chair: LobbyChair, request: wire.CommandMessage
    ) -> None:
        if request.number <= client.last_command_number:
            return  # Received before.
        name = self.setup.game if self.match is None else self.match.table.game.name
        try:
            command = command_codec(GAMES[name]).decode_line(request.command)
        except GameError:
            raise wire.DamagedMessageError from None
        if command.seat != client.seat:
            raise wire.DamagedMessageError
        client.last_command_number = chair.last_command_number = request.number
        if self.match is None:
            client.send_message(wire.CommandResultMessage(request.number, "stale"))
        else:
            self.match.submit_command(client, request, command)

    def _switch_bot(self, client: ConnectedClient, seat: int, *, on: bool) -> None:
        """Let a bot act for the sender or, as keeper, for anybody; only the player ends it."""
        chairs = self.lobby.chairs
        if client.seat is None and not self.lobby.is_keeper(client):
            raise wire.DamagedMessageError
        if self.match is None or not self.is_playing:
            client.send_message(wire.RequestDeniedMessage("not-playing"))
        elif seat >= len(chairs):
            client.send_message(wire.RequestDeniedMessage("seats"))
        elif seat != client.seat and not (on and self.lobby.is_keeper(client)):
            client.send_message(wire.RequestDeniedMessage("keeper"))
        elif not chairs[seat].change_limit.try_acquire(self._loop.time()):
            client.send_message(wire.RequestDeniedMessage("too-fast"))
        elif on:
            chairs[seat].wants_bot |= seat == client.seat
            self._write_chairs()
            self.match.replace_by_bot(seat, "asked")
        else:
            chairs[seat].wants_bot = False
            self._write_chairs()
            self.match.return_seat(seat)
        self.update_lobby()

    def _watch_seat(self, client: ConnectedClient, seat: int | None) -> None:
        if client.seat is not None:
            raise wire.DamagedMessageError
        if seat is not None and not self.setup.shows_hands:
            client.send_message(wire.RequestDeniedMessage("hands"))
            return
        if seat is not None and seat >= len(self.lobby.chairs):
            client.send_message(wire.RequestDeniedMessage("seats"))
            return
        client.viewed_seat = seat
        if self.match is not None and self.is_playing and client.is_following:
            self.match.send_all_lines(client)

    def update_lobby(self) -> None:
        """Send everybody the lobby, and start if nothing is missing."""
        self._lobby_sender.request_send()
        self._start_shuffle_if_ready()

    def _send_lobby(self) -> None:
        lobby = self._build_lobby_message()
        for client in self.lobby.clients:
            self._send_lobby_to(client, lobby)
        self.on_lobby_sent(lobby)

    @staticmethod
    def _send_lobby_to(client: ConnectedClient, lobby: wire.LobbyMessage) -> None:
        client.send_message(msgspec.structs.replace(lobby, you=client.seat))

    def _build_lobby_message(self) -> wire.LobbyMessage:
        match, setup = self.match, self.setup
        is_playing = match is not None and not match.is_over
        stage = (
            "playing"
            if is_playing
            else "gathering"
            if self._shuffle_coordinator is None
            else "shuffling"
        )
        return wire.LobbyMessage(
            table=setup.name,
            game=setup.game,
            options=dict(setup.options),
            bots="" if setup.bots is None else setup.bots.level,
            clock=setup.turn_limit_s,
            hints=setup.allows_hints,
            hands=setup.shows_hands,
            chairs=self.lobby.build_chair_states(
                match.bot_names if match is not None and is_playing else {},
                () if match is None else match.unconfirmed_seats,
            ),
            watchers=self.lobby.spectator_count,
            stage=stage,
            keeper=self.lobby.keeper_seat,
            you=None,
            missing=self._missing_names,
            arranged=self._arrangement_number,
        )

    def _start_shuffle_if_ready(self) -> None:
        ready_chairs = tuple(chair for chair in self.lobby.taken_chairs if chair.is_ready)
        if (
            self._start_timer is not None
            and ready_chairs == self._ready_at_delay_start
            and self.lobby.is_ready
        ):
            return  # Other guests who have come or gone change nothing.
        if self._start_timer is not None:
            self._start_timer.cancel()
            self._start_timer = None
        if self.is_playing or self.finished_event.is_set() or self._shuffle_coordinator is not None:
            return
        if not self.lobby.is_ready:
            return
        self._ready_at_delay_start = ready_chairs
        if self.lobby.is_full:
            self._start_shuffle()
        elif self.setup.bots is not None:
            self._start_timer = self._loop.call_later(
                self.setup.bot_fill_delay_s, self._start_shuffle
            )

    @property
    def is_locked(self) -> bool:
        return self.is_playing or self._shuffle_coordinator is not None

    def _on_arrangement_changed(self) -> None:
        self._arrangement_number += 1
        for chair in self.lobby.chairs:
            chair.is_ready = False
        self._write_chairs()
        self.update_lobby()

    def _free_missed_chair(self, chair: LobbyChair) -> None:
        """Free the chair of an absent guest, who gets it again if it is still free then."""
        if chair.secret_hash:
            self._away_names[chair.secret_hash] = chair.name
            while len(self._away_names) > MAX_REMEMBERED_GUESTS:
                del self._away_names[next(iter(self._away_names))]
        self._free_chair(chair)

    def _free_chair(self, chair: LobbyChair) -> None:
        self.lobby.free_chair(chair)
        self._write_chairs()

    def _write_chairs(self) -> None:
        if not self.finished_event.is_set():
            self._table_files.write_chairs(self.lobby.export_chairs())

    # The shuffle and the match

    def _start_shuffle(self) -> None:
        self._start_timer = None
        if not self._shuffle_limit.try_acquire(self._loop.time()):
            self._start_timer = self._loop.call_later(SHUFFLE_INTERVAL_S, self._start_shuffle)
            return
        self._round_count += 1
        setup, players = self.setup, self._create_players()

        def start(seed: str, shuffle_entry: dict[str, object]) -> None:
            self._shuffle_coordinator, self._missing_names = None, []
            header = create_header(setup.game, players, setup.options, seed)
            start_time = format_current_time()
            self._start_match(
                replace(
                    header, extra={**header.extra, "begun": start_time, "shuffle": shuffle_entry}
                )
            )

        lobby = encode_lobby(setup.game, setup.options, players, self._round_count)
        shuffle_round = ShuffleRound(self._round_count, lobby, tuple(self._missing_names))
        self._shuffle_coordinator = ShuffleCoordinator(
            shuffle_round, self.lobby.clients, start, self._on_shuffle_failed
        )
        self.update_lobby()

    def _create_players(self) -> tuple[HeaderPlayer, ...]:
        taken_chairs = self.lobby.taken_chairs
        bot_players: list[HeaderPlayer] = []
        if self.setup.bots is not None:
            bots = self.setup.bots
            for client in self.lobby.clients:
                # Everybody here has to read the header of the match.
                level = wire.fit_level_to_version(bots.level, client.protocol_version)
                bots = bots._replace(level=level)
            named_bots = create_default_players([bots] * 11, None)
            bot_players = [
                player
                for player in named_bots
                if not any(
                    are_confusable(player.name, chair.name) or is_same_name(player.name, chair.name)
                    for chair in taken_chairs
                )
            ]
        free_bots = iter(bot_players)
        return tuple(
            HeaderPlayer(player.name) if player.name else next(free_bots)
            for player in self.lobby.chairs
        )

    def _on_shuffle_failed(self, missing: list[ConnectedClient]) -> None:
        self._shuffle_coordinator = None
        chairs = [self.lobby.chairs[client.seat] for client in missing if client.seat is not None]
        self._missing_names = [chair.name for chair in chairs]
        for chair in chairs:
            chair.is_ready = False
        self.update_lobby()

    def _start_match(self, header: RecordHeader) -> None:
        self.lobby.arrange_by_names([player.name for player in header.players])
        self._create_match(self._table_files.create_record(GAMES[header.game], header))
        self._write_chairs()
        assert self.match is not None
        for client in self.lobby.clients:
            if client.is_following:
                self.match.send_lines_from(client, 0)
        self.update_lobby()
        self.match.start_match()

    def _create_match(self, recorded_match: RecordedMatch) -> None:
        self.match = HostedMatch(
            recorded_match, self.lobby, self.setup, self._on_match_end, self.update_lobby
        )

    def _on_match_end(self) -> None:
        self._table_files.finish_match()
        self._reset_readiness()
        if self.setup.allows_further_matches:
            self._write_chairs()
            self.update_lobby()
        self._update_finished()

    def _update_finished(self) -> None:
        is_over = self.match is not None and self.match.is_over
        if not is_over or self.setup.allows_further_matches:
            return
        if all(chair.away_timer is None for chair in self.lobby.chairs):
            self.finished_event.set()

    # Absent guests

    def _wait_for_guest(self, chair: LobbyChair) -> None:
        if chair.client is None and not self.finished_event.is_set():
            chair.cancel_away_timer()
            chair.away_timer = self._loop.call_later(
                self.setup.replace_delay_s, self._on_guest_missed, chair
            )

    def _on_guest_missed(self, chair: LobbyChair) -> None:
        chair.away_timer, chair.is_expected = None, False
        if self.match is not None and self.is_playing:
            self.match.replace_by_bot(self.lobby.chairs.index(chair), "away")
        else:
            self._free_missed_chair(chair)
        self.update_lobby()
        self._update_finished()
