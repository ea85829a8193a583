"""View of a match from a seat: the interface for watching and playing, wherever it runs."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Final

from greenbaize.app.advice.adviser import ADVISER_LEVEL, Adviser, AdviserBot
from greenbaize.app.advice.review import find_scored_deals
from greenbaize.app.challenge_mark import are_hints_allowed
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER
from greenbaize.app.tables.seat_assignment import find_human_seats
from greenbaize.app.tables.table import Table
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.commands import Command, ReadyCommand
from greenbaize.rules.decoding import decode_object
from greenbaize.rules.events import CardsDealt, Event, MatchEnded, SeatReassigned, TrickTaken
from greenbaize.rules.game import Explanation, Game, Question
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN

RefusalCallback = Callable[[Message | None], None]
"""Called with the refusal of a command, or None once it has been carried out."""


class PlayerView:
    """A player's or spectator's view of a match, with the actions open to them.

    Listeners are called only by ``submit``, ``let_others_act`` and ``process_pending``, in their
    thread. ``seat`` is None for spectators.
    """

    waits_until_shown: ClassVar[bool] = False
    """The table waits until all events have been shown here."""
    record_path: Path | None = None
    """Path of the match's record on this computer, or None."""

    def __init__(self, game: Game[Any], header: RecordHeader, seat: int | None) -> None:
        self.game: Final = game
        self.header: Final = header
        self.seat: Final = seat
        self.launcher = IN_PROCESS_LAUNCHER
        """Launcher of the adviser's process."""
        self.has_advice = seat is not None
        """An adviser and reviews are available here."""
        self.adviser_level = ADVISER_LEVEL
        """Level of the adviser that serves hints, guide and reviews."""
        self.end_event: MatchEnded | None = None
        self.known_human_seats: Final = set(find_human_seats(header))
        """Seats that a person has held at any time."""
        self._listeners: list[Callable[[Event], None]] = []

    # Events

    @property
    def view(self) -> Any:
        """The state of the match as far as it is known here."""
        raise NotImplementedError

    @property
    def view_lines(self) -> bytes | bytearray:
        """All view lines of the seat, or of a spectator, so far, from the header on."""
        raise NotImplementedError

    @property
    def replay_lines(self) -> bytes:
        """Lines that ``replay_events`` reads, from the header on; usually all view lines."""
        return bytes(self.view_lines)

    @property
    def record_events(self) -> tuple[Event, ...] | None:
        """All events of the match with all cards, or None where they are not known here.

        They are only for what is over: nobody may be shown more of a deal that is being played.
        """
        return None

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.view)

    def add_listener(self, listener: Callable[[Event], None]) -> None:
        self._listeners.append(listener)

    def remove_listener(self, listener: Callable[[Event], None]) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)

    def _publish_event(self, view_event: Event) -> None:
        if isinstance(view_event, MatchEnded):
            self.end_event = view_event
        if isinstance(view_event, SeatReassigned) and view_event.kind == HUMAN:
            self.known_human_seats.add(view_event.seat)
        for listener in tuple(self._listeners):
            listener(view_event)

    @property
    def has_review(self) -> bool:
        """True if a deal has been scored that the person here can review."""
        return self.has_advice and bool(find_scored_deals(self.game, bytes(self.view_lines)))

    @property
    def has_hints(self) -> bool:
        """True if hints are available; the host may forbid them."""
        return self.has_advice

    # Questions and commands

    @property
    def question(self) -> Question | None:
        """The question this seat has to answer now, or None."""
        return None if self.seat is None else self.game.question(self.view, self.seat)

    @property
    def offers(self) -> tuple[Question, ...]:
        """Actions open to the seat without being asked; *ready* only while it is awaited."""
        seat, view = self.seat, self.view
        if seat is None:
            return ()
        # A person's lead closes what lies open, so nobody waits for more than that.
        leader = self.game.turn(view)
        awaits_ready = not self.is_ready and (leader is None or self.is_bot_seat(leader))
        offers = self.game.offers(view, seat)
        return tuple(offer for offer in offers if awaits_ready or offer.kind != ReadyCommand.type)

    def explain(self, command: Command) -> Explanation:
        """Return why the command is legal or not and what it would do, as far as known here."""
        return self.game.explain(self.view, command)

    def is_bot_seat(self, seat: int) -> bool:
        """Return whether a computer player acts at a seat now."""
        del seat
        return False

    @property
    def is_ready(self) -> bool:
        """True if this seat has said *ready* to what lies open."""
        return False

    def submit(self, command: Command, on_result: RefusalCallback) -> None:
        """Submit a command; ``on_result`` is called now or later, after the events it caused."""
        del command
        on_result(Message("match-over"))

    # Other seats

    def start_match(self) -> None:
        """Continue the match from its start or from where it was left."""

    @property
    def waits_for_others(self) -> bool:
        """True if the match continues without this seat: by itself or by others."""
        return False

    @property
    def next_hot_seat(self) -> int | None:
        """Seat of another person at this computer who has to act, or None."""
        return None

    def let_others_act(self) -> bool:
        """Let the table continue once all events have been shown; return whether anything happened.

        If not, something will happen later and the wake callback is called. A table that waits for
        nobody ignores this.
        """
        return False

    @property
    def thinking_time_factor(self) -> float:
        """Thinking time shown for whoever acts now, as a factor: higher for harder choices."""
        return 1.0

    @property
    def wake_timeout(self) -> float | None:
        """Seconds after which ``let_others_act`` is due even without a wake-up, or None."""
        return None

    def set_wake_callback(self, on_wake: Callable[[], None]) -> None:
        """Call ``on_wake``, from another thread, when ``process_pending`` is due."""

    def process_pending(self) -> None:
        """Process what other threads have left."""

    def leave_table(self) -> None:
        """Leave the table; the wake callback is not called any more."""

    # Advice

    def create_adviser(self, on_wake: Callable[[], None]) -> Adviser:
        """Return an adviser that knows this seat's view lines; the caller closes it."""
        assert self.has_advice
        codec = command_codec(self.game)
        return Adviser(
            self.view_lines, self.launcher, on_wake, codec, AdviserBot(self.adviser_level)
        )


class LocalPlayerView(PlayerView):
    """A view of a table in this process; a spectator sees all cards of computer players."""

    waits_until_shown = True

    @property
    def has_hints(self) -> bool:
        return self.has_advice and are_hints_allowed(self.header)

    def __init__(self, table: Table, seat: int | None) -> None:
        super().__init__(table.game, table.header, seat)
        self.table: Final = table
        self.launcher = table.launcher
        self.end_event = table.end_event
        table.add_listener(self._on_event)

    def _on_event(self, view_events: list[Event]) -> None:
        self._publish_event(view_events[-1 if self.seat is None else self.seat])

    @property
    def view(self) -> Any:
        return (
            self.table.spectator_view
            if self.seat is None
            else self.table.table_seats[self.seat].view
        )

    @property
    def view_lines(self) -> bytearray:
        assert self.seat is not None
        return self.table.table_seats[self.seat].view_lines

    @property
    def replay_lines(self) -> bytes:
        """All view lines of this seat; with computer players alone, the complete record."""
        if self.seat is not None:
            return bytes(self.view_lines)
        if self.record_path is None or not all(
            table_seat.is_bot for table_seat in self.table.table_seats
        ):
            return b""
        try:
            lines = self.record_path.read_bytes()
            return lines[: lines.rfind(b"\n") + 1]  # An incomplete last line is dropped.
        except OSError:
            return b""

    @property
    def record_events(self) -> tuple[Event, ...]:
        return tuple(self.table.events)

    def is_bot_seat(self, seat: int) -> bool:
        return self.table.table_seats[seat].is_bot

    @property
    def is_ready(self) -> bool:
        return self.seat is not None and self.table.is_ready(self.seat)

    def submit(self, command: Command, on_result: RefusalCallback) -> None:
        on_result(self.table.submit(command))

    def start_match(self) -> None:
        self.table.start_match()

    @property
    def waits_for_others(self) -> bool:
        return self.table.awaited_bot_seat is not None

    @property
    def next_hot_seat(self) -> int | None:
        awaited_seats = self.table.awaited_human_seats if self.header.is_one_computer else ()
        return (
            None if not awaited_seats or self.seat in (None, *awaited_seats) else awaited_seats[0]
        )

    def let_others_act(self) -> bool:
        return self.table.play_bot_turn()

    @property
    def thinking_time_factor(self) -> float:
        table_seat = self.table.awaited_bot_seat
        return 1.0 if table_seat is None else table_seat.thinking_time_factor

    @property
    def wake_timeout(self) -> float | None:
        return self.table.wake_timeout

    def set_wake_callback(self, on_wake: Callable[[], None]) -> None:
        self.table.set_wake_callback(on_wake)

    def process_pending(self) -> None:
        self.table.process_pending()

    def leave_table(self) -> None:
        self.table.close()


def create_local_views(table: Table) -> tuple[LocalPlayerView, ...]:
    """Return the views of the people at this computer, or one spectator's view if there are none.

    Only the first person gets a view, unless several share the computer.
    """
    human_seats = table.human_seats or table.header_human_seats or (None,)
    return tuple(
        LocalPlayerView(table, seat)
        for seat in (human_seats if table.is_hot_seat else human_seats[:1])
    )


class UnseenEvents:
    """Events at a table since a person last looked at it."""

    def __init__(self, player_view: PlayerView) -> None:
        self._player_view = player_view
        self._start_view = player_view.game.initial_state(
            len(player_view.header.players), player_view.header.options
        )
        self._seen_view: Any
        self._events: list[tuple[Event, Any]]
        self._restore_after_own_action()
        player_view.add_listener(lambda event: self._events.append((event, player_view.view)))

    @property
    def is_all_unseen(self) -> bool:
        """True if nothing of the match has been seen."""
        return bool(self._seen_view == self._start_view)

    def mark_all_seen(self) -> None:
        """Mark everything so far as seen."""
        self._seen_view, self._events = self._player_view.view, []

    def pop_events(self) -> tuple[Any, tuple[tuple[Event, Any], ...]]:
        """Return the view seen last and the events after it, each with its view; mark them seen."""
        result = self._seen_view, tuple(self._events)
        self.mark_all_seen()
        return result

    def _restore_after_own_action(self) -> None:
        """Assume, in a resumed match, that all events up to the own last action were seen."""
        player_view = self._player_view
        self.mark_all_seen()
        if player_view.is_over:
            return
        replayed = list(replay_events(player_view))
        action_types = player_view.game.player_event_types
        own_actions = [
            number
            for number, (event, _) in enumerate(replayed, 1)
            if event.type in action_types and getattr(event, "seat", None) == player_view.seat
        ]
        first_unseen = own_actions[-1] if own_actions else 0
        self._seen_view = replayed[first_unseen - 1][1] if first_unseen else self._start_view
        self._events = replayed[first_unseen:]


class ReadOnlyView(PlayerView):
    """A view that accepts no input: it has neither question nor offers."""

    @property
    def question(self) -> None:
        return None

    @property
    def offers(self) -> tuple[()]:
        return ()


def replay_last_deal(player_view: PlayerView, unshown_count: int = 0) -> list[tuple[Event, Any]]:
    """Return the events from the last deal on, each with the view after it; empty before a deal.

    The last ``unshown_count`` events are left out.
    """
    replayed = list(replay_events(player_view))
    del replayed[len(replayed) - unshown_count :]
    deals = [index for index, (event, _) in enumerate(replayed) if isinstance(event, CardsDealt)]
    return replayed[deals[-1] :] if deals else []


def find_view_after_last_trick(player_view: PlayerView, unshown_count: int = 0) -> Any:
    """Return the view just after the last trick was taken, or None before any trick.

    The last ``unshown_count`` events are left out.
    """
    replayed = list(replay_events(player_view))
    del replayed[len(replayed) - unshown_count :]
    views_after_tricks = [view for event, view in replayed if isinstance(event, TrickTaken)]
    return views_after_tricks[-1] if views_after_tricks else None


def replay_events(player_view: PlayerView) -> Iterator[tuple[Event, Any]]:
    """Yield all events known to this view, each with the view after it."""
    codec = event_codec(player_view.game)
    view_tracker = ViewTracker(
        player_view.game,
        len(player_view.header.players),
        player_view.header.options,
        player_view.seat,
    )
    for line in player_view.replay_lines.splitlines()[1:]:
        event = codec.decode_line(decode_object(line))
        view_tracker.apply_event(event)
        yield event, view_tracker.view
