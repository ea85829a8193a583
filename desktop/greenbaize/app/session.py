"""A match in progress at this computer: the authority, its record, and who sits where."""

from collections.abc import Callable
from typing import Any, Final

from greenbaize.app.readiness import Readiness
from greenbaize.app.seats import BotSeat
from greenbaize.bots import LEVELS
from greenbaize.match.authority import Authority
from greenbaize.match.header import Header
from greenbaize.match.telling import OpenTeller, Teller
from greenbaize.rules.chance import SeededChance, bot_seed
from greenbaize.rules.commands import Command, Ready
from greenbaize.rules.events import Ended, Event, SeatGiven
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message

Hearer = Callable[[Event], None]


class Session:
    """A match with people and computer players at this computer.

    Whoever watches lives on the events told to ``seat``: the person's, or, at a table of computer
    players alone, on everything.

    Args:
        game: the rules.
        header: the match; its seed must be known.
        past: the events of a record that is resumed, already verified.
        keep: writes events down as they happen from here on.
    """

    def __init__(
        self,
        game: Game[Any],
        header: Header,
        past: tuple[Event, ...] = (),
        keep: Callable[[Event], None] | None = None,
    ) -> None:
        assert header.seed is not None
        self.game: Final = game
        self.header: Final = header
        seats, options = len(header.sitters), header.options
        people = [seat for seat, one in enumerate(header.sitters) if one.kind == "human"]
        self.seat: Final = people[0] if people else None
        self._authority = Authority(game, seats, options, SeededChance(header.seed))
        self._teller = (
            OpenTeller(game, seats, options, None)
            if self.seat is None
            else Teller(game, seats, options, self.seat)
        )
        self._bots: list[BotSeat] = []
        self._acting: dict[int, BotSeat] = {}
        for seat, sitter in enumerate(header.sitters):
            level = sitter.level if sitter.level in LEVELS else "easy"
            bot = LEVELS[level or "easy"]()
            teller = Teller(game, seats, options, seat)
            place = BotSeat(game, teller, bot, bot_seed(header.seed, seat))
            # A seat that people hold is told everything too, for a bot may have to take over.
            self._bots.append(place)
            if sitter.kind != "human":
                self._acting[seat] = place
        self._hearers: list[Hearer] = []
        self._readiness = Readiness()
        self._keep = None
        self._end: Ended | None = None
        self._authority.listen(self._on_event)
        self._authority.restore(past)
        self._keep = keep

    @property
    def view(self) -> Any:
        """The match as the watcher knows it."""
        return self._teller.view

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.game.over(self._teller.view)

    @property
    def end(self) -> Ended | None:
        """How the match ended, once it has."""
        return self._end

    @property
    def bot_to_act(self) -> bool:
        """Whether a computer player must act now; none does while something lies open."""
        view = self._teller.view
        return self.game.turn(view) in self._acting and not self.game.open(view)

    def said_ready(self, seat: int) -> bool:
        """Whether the person at a seat has said *ready* to what lies open."""
        return self._readiness.said(seat)

    def listen(self, hearer: Hearer) -> None:
        """Let somebody hear every event from now on, as told to the watcher."""
        self._hearers.append(hearer)

    def begin(self) -> None:
        """Append what follows by itself, at the start or where a record was cut."""
        self._authority.proceed()
        self._close_open()

    def submit(self, command: Command) -> Message | None:
        """A person's command; returns why it was refused, or None."""
        refusal = self._authority.submit(command)
        if refusal is None and isinstance(command, Ready):
            self._readiness.say(command.seat)
        self._close_open()
        return refusal

    def let_bot_act(self) -> None:
        """Let the computer player whose turn it is act; ``KeyError`` if it is a person's turn."""
        seat = self.game.turn(self._teller.view)
        assert seat is not None
        refusal = self._authority.submit(self._acting[seat].decide())
        assert refusal is None, f"seat {seat} chose what the rules refuse: {refusal}"
        self._close_open()

    def play_out(self) -> None:
        """Play a match of computer players alone to its end."""
        self.begin()
        while not self.over:
            self.let_bot_act()

    def _close_open(self) -> None:
        """Close what lies open as soon as nobody has to be waited for."""
        view = self._teller.view
        if self.game.open(view):
            people = set(range(len(self.header.sitters))) - set(self._acting)
            if not self._readiness.waits_for(people, self.game.turn(view)):
                self._authority.close()

    def _on_event(self, event: Event, state: Any) -> None:
        if self._keep is not None:
            self._keep(event)
        if isinstance(event, SeatGiven):
            self._seat_given(event)
        elif isinstance(event, Ended):
            self._end = event
        for bot in self._bots:
            bot.hear(event, state)
        told = self._teller.hear(event, state)
        if not self.game.open(state):
            self._readiness.forget()
        for hearer in self._hearers:
            hearer(told)

    def _seat_given(self, event: SeatGiven) -> None:
        if event.kind == "human":
            self._acting.pop(event.seat, None)
        else:
            self._acting[event.seat] = self._bots[event.seat]
