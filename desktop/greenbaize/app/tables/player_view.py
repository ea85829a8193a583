"""View of a match from a seat: the interface for watching and playing, wherever it runs."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Final

from greenbaize.app.advice.adviser import ADVISER_LEVEL, Adviser
from greenbaize.app.advice.review import scored_deals
from greenbaize.app.seats.bot_launcher import HERE
from greenbaize.app.tables.seats import people_of
from greenbaize.app.tables.table import Table
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Header
from greenbaize.match.telling import Teller
from greenbaize.rules.commands import Command, Ready
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.events import Dealt, Ended, Event, SeatGiven, TrickTaken
from greenbaize.rules.game import Explanation, Game, Question
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN

Answered = Callable[[Message | None], None]
"""Called with the refusal of a command, or None once it has been carried out."""


class PlayerView:
    """A player's or spectator's view of a match, with the actions open to them.

    Listeners are called only by ``submit``, ``advance_match`` and ``process_pending``, in their
    thread. ``seat`` is None for spectators.
    """

    waits_to_be_seen: ClassVar[bool] = False
    """The table waits until all events have been shown here."""
    record: Path | None = None
    """Path of the match's record on this computer, or None."""

    def __init__(self, game: Game[Any], header: Header, seat: int | None) -> None:
        self.game: Final = game
        self.header: Final = header
        self.seat: Final = seat
        self.launcher = HERE
        """Launcher of the adviser's process."""
        self.advises = seat is not None
        """An adviser and reviews are available here."""
        self.adviser_level = ADVISER_LEVEL
        """Level of the adviser that serves hints, guide and reviews."""
        self.end: Ended | None = None
        self.people: Final = set(people_of(header))
        """Seats that a person has held at any time."""
        self._hearers: list[Callable[[Event], None]] = []

    # Events

    @property
    def view(self) -> Any:
        """The state of the match as far as it is known here."""
        raise NotImplementedError

    @property
    def told(self) -> bytes | bytearray:
        """All view lines of the seat, or of a spectator, so far, from the header on."""
        raise NotImplementedError

    @property
    def past(self) -> bytes:
        """Lines that ``replay_events`` reads, from the header on; usually all view lines."""
        return bytes(self.told)

    @property
    def over(self) -> bool:
        return self.game.over(self.view)

    def listen(self, hearer: Callable[[Event], None]) -> None:
        self._hearers.append(hearer)

    def unlisten(self, hearer: Callable[[Event], None]) -> None:
        if hearer in self._hearers:
            self._hearers.remove(hearer)

    def _pass_on(self, told: Event) -> None:
        if isinstance(told, Ended):
            self.end = told
        if isinstance(told, SeatGiven) and told.kind == HUMAN:
            self.people.add(told.seat)
        for hearer in tuple(self._hearers):
            hearer(told)

    @property
    def has_review(self) -> bool:
        """True if a deal has been scored that the person here can review."""
        return self.advises and bool(scored_deals(self.game, bytes(self.told)))

    @property
    def hints(self) -> bool:
        """True if hints are available; the host may forbid them."""
        return self.advises

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
        waits = not self.said_ready and (leader is None or self.computer(leader))
        offers = self.game.offers(view, seat)
        return tuple(offer for offer in offers if waits or offer.kind != Ready.type)

    def explain(self, command: Command) -> Explanation:
        """Return why the command is legal or not and what it would do, as far as known here."""
        return self.game.explain(self.view, command)

    def computer(self, seat: int) -> bool:
        """Return whether a computer player acts at a seat now."""
        del seat
        return False

    @property
    def said_ready(self) -> bool:
        """True if this seat has said *ready* to what lies open."""
        return False

    def submit(self, command: Command, answered: Answered) -> None:
        """Submit a command; ``on_result`` is called now or later, after the events it caused."""
        del command
        answered(Message("match-over"))

    # Other seats

    def begin(self) -> None:
        """Continue the match from its start or from where it was left."""

    @property
    def others_act(self) -> bool:
        """True if the match continues without this seat: by itself or by others."""
        return False

    @property
    def passes_to(self) -> int | None:
        """Seat of another person at this computer who has to act, or None."""
        return None

    def let_others_act(self) -> bool:
        """Let the table continue once all events have been shown; return whether anything happened.

        If not, something will happen later and the wake callback is called. A table that waits for
        nobody ignores this.
        """
        return False

    @property
    def hesitation(self) -> float:
        """Thinking time shown for whoever acts now, as a factor: higher for harder choices."""
        return 1.0

    @property
    def patience(self) -> float | None:
        """Seconds after which ``advance_match`` is due even without a wake-up, or None."""
        return None

    def wake_by(self, woken: Callable[[], None]) -> None:
        """Call ``on_wake``, from another thread, when ``process_pending`` is due."""

    def attend(self) -> None:
        """Process what other threads have left."""

    def leave(self) -> None:
        """Leave the table; the wake callback is not called any more."""

    # Advice

    def adviser(self, woken: Callable[[], None]) -> Adviser:
        """Return an adviser that knows this seat's view lines; the caller closes it."""
        assert self.advises
        codec = command_codec(self.game)
        return Adviser(self.told, self.launcher, woken, codec, self.adviser_level)


class LocalView(PlayerView):
    """A view of a table in this process; a spectator sees all cards of computer players."""

    waits_to_be_seen = True

    def __init__(self, table: Table, seat: int | None) -> None:
        super().__init__(table.game, table.header, seat)
        self.table: Final = table
        self.launcher = table.launcher
        self.end = table.end
        table.listen(self._on_event)

    def _on_event(self, told: list[Event]) -> None:
        self._pass_on(told[-1 if self.seat is None else self.seat])

    @property
    def view(self) -> Any:
        return self.table.watched if self.seat is None else self.table.seats[self.seat].view

    @property
    def told(self) -> bytearray:
        assert self.seat is not None
        return self.table.seats[self.seat].told

    @property
    def past(self) -> bytes:
        """All view lines of this seat; with computer players alone, the complete record."""
        if self.seat is not None:
            return bytes(self.told)
        if self.record is None or not all(chair.computer for chair in self.table.seats):
            return b""
        try:
            lines = self.record.read_bytes()
            return lines[: lines.rfind(b"\n") + 1]  # An incomplete last line is dropped.
        except OSError:
            return b""

    def computer(self, seat: int) -> bool:
        return self.table.seats[seat].computer

    @property
    def said_ready(self) -> bool:
        return self.seat is not None and self.table.said_ready(self.seat)

    def submit(self, command: Command, answered: Answered) -> None:
        answered(self.table.submit(command))

    def begin(self) -> None:
        self.table.begin()

    @property
    def others_act(self) -> bool:
        return self.table.waited_for is not None

    @property
    def passes_to(self) -> int | None:
        awaited = self.table.people_awaited if self.header.one_computer else ()
        return None if not awaited or self.seat in (None, *awaited) else awaited[0]

    def let_others_act(self) -> bool:
        return self.table.let_computer_act()

    @property
    def hesitation(self) -> float:
        chair = self.table.waited_for
        return 1.0 if chair is None else chair.hesitation

    @property
    def patience(self) -> float | None:
        return self.table.patience

    def wake_by(self, woken: Callable[[], None]) -> None:
        self.table.wake_by(woken)

    def attend(self) -> None:
        self.table.attend()

    def leave(self) -> None:
        self.table.close()


def places_here(table: Table) -> tuple[LocalView, ...]:
    """Return the views of the people at this computer, or one spectator's view if there are none.

    Only the first person gets a view, unless several share the computer.
    """
    here = table.people_here or table.people or (None,)
    return tuple(LocalView(table, seat) for seat in (here if table.passed_on else here[:1]))


class Backlog:
    """Events at a table since a person last looked at it."""

    def __init__(self, place: PlayerView) -> None:
        self._place = place
        self._start = place.game.start(len(place.header.sitters), place.header.options)
        self._seen: Any
        self._events: list[tuple[Event, Any]]
        self._recall()
        place.listen(lambda event: self._events.append((event, place.view)))

    @property
    def fresh(self) -> bool:
        """True if nothing of the match has been seen."""
        return bool(self._seen == self._start)

    def clear(self) -> None:
        """Mark everything so far as seen."""
        self._seen, self._events = self._place.view, []

    def take(self) -> tuple[Any, tuple[tuple[Event, Any], ...]]:
        """Return the view seen last and the events after it, each with its view; mark them seen."""
        taken = self._seen, tuple(self._events)
        self.clear()
        return taken

    def _recall(self) -> None:
        """Assume, in a resumed match, that all events up to the own last action were seen."""
        place = self._place
        self.clear()
        if place.over:
            return
        seen = list(seen_at(place))
        stated = place.game.stated
        acts = [
            number
            for number, (event, _) in enumerate(seen, 1)
            if event.type in stated and getattr(event, "seat", None) == place.seat
        ]
        begun = acts[-1] if acts else 0
        self._seen = seen[begun - 1][1] if begun else self._start
        self._events = seen[begun:]


class ReadOnlyView(PlayerView):
    """A view that accepts no input: it has neither question nor offers."""

    @property
    def question(self) -> None:
        return None

    @property
    def offers(self) -> tuple[()]:
        return ()


def last_deal(place: PlayerView, unseen: int = 0) -> list[tuple[Event, Any]]:
    """Return the events from the last deal on, each with the view after it; empty before a deal.

    The last ``unshown_count`` events are left out.
    """
    seen = list(seen_at(place))
    del seen[len(seen) - unseen :]
    deals = [at for at, (event, _) in enumerate(seen) if isinstance(event, Dealt)]
    return seen[deals[-1] :] if deals else []


def last_taken(place: PlayerView, unseen: int = 0) -> Any:
    """Return the view just after the last trick was taken, or None before any trick.

    The last ``unshown_count`` events are left out.
    """
    seen = list(seen_at(place))
    del seen[len(seen) - unseen :]
    taken = [view for event, view in seen if isinstance(event, TrickTaken)]
    return taken[-1] if taken else None


def seen_at(place: PlayerView) -> Iterator[tuple[Event, Any]]:
    """Yield all events known to this view, each with the view after it."""
    codec = event_codec(place.game)
    teller = Teller(place.game, len(place.header.sitters), place.header.options, place.seat)
    for line in place.past.splitlines()[1:]:
        event = codec.read(decoded_line(line))
        teller.take(event)
        yield event, teller.view
