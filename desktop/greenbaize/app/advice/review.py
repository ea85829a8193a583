"""A person's decisions in a deal, found in the seat's view lines and weighed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from greenbaize.cards import Card
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Header
from greenbaize.match.telling import Teller
from greenbaize.rules.codec import Codec
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.events import Dealt, Scored, SeatGiven
from greenbaize.rules.game import Game
from greenbaize.rules.players import HUMAN
from greenbaize.rules.thinking import EQUAL, Weighed


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision at ``offset`` bytes of the view lines, with the cards on the table then."""

    deal: int
    at: int
    done: Command
    lying: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice made and the best one, both as weighed, among all ``choices``."""

    decision: Decision
    done: Weighed
    best: Weighed
    choices: tuple[Weighed, ...]

    @property
    def difference(self) -> float:
        """Expected gain of the best choice over the one made; 0 if they are the same."""
        return max(0.0, self.best.lead_over(self.done))

    @property
    def given_away(self) -> float:
        """The difference, or 0 if it is within the random error of such a number."""
        return self.difference if self.best.surely_beats(self.done) else 0.0


def given_away(found: Iterable[Judged]) -> float:
    """Return the total loss, as reviews show it and statistics add it up."""
    return sum(one.given_away for one in found)


def judged(decision: Decision, choices: Sequence[Weighed]) -> Judged | None:
    """Compare a decision with all choices, best first; return None if all are worth the same."""
    done = next((one for one in choices if one.command == decision.done), None)
    if done is None or choices[0].expected - choices[-1].expected < EQUAL:
        return None
    # Of equal choices the one that was made is as good as any.
    best = done if choices[0].expected - done.expected < EQUAL else choices[0]
    return Judged(decision, done, best, tuple(choices))


def decisions(game: Game[Any], header: Header, seat: int, told: bytes) -> list[Decision]:
    """Return a seat's decisions between several choices, in order."""
    teller = Teller(game, len(header.sitters), header.options, seat)
    codec, found, spelled = event_codec(game), [], command_codec(game)
    deal, theirs = 0, header.sitters[seat].kind == HUMAN
    first, *lines = told.splitlines(keepends=True)
    at = len(first)
    for raw in lines:
        line, view = decoded_line(raw), teller.view
        if theirs and game.turn(view) == seat == line.get("seat") and not game.open(view):
            legal = game.legal(view, seat)
            done = next((one for one in legal if _states(line, one, spelled)), None)
            if done is not None and len(legal) > 1:
                found.append(Decision(deal, at, done, game.picture(view).lying))
        event = codec.read(line)
        if isinstance(event, Dealt):
            deal = event.deal
        elif isinstance(event, SeatGiven) and event.seat == seat:
            theirs = event.kind == HUMAN
        teller.take(event)
        at += len(raw)
    return found


def view_at(game: Game[Any], header: Header, seat: int, told: bytes, at: int) -> Any:
    """Return the seat's view after ``offset`` bytes of its lines, from the header on."""
    teller = Teller(game, len(header.sitters), header.options, seat)
    codec = event_codec(game)
    for raw in told[:at].splitlines()[1:]:
        teller.take(codec.read(decoded_line(raw)))
    return teller.view


def scored_deals(game: Game[Any], told: bytes) -> list[int]:
    """Return the numbers of the scored deals in a seat's view lines."""
    lines = map(decoded_line, told.splitlines()[1:])
    codec = event_codec(game)
    events = [codec.read(line) for line in lines if line["type"] == Scored.type]
    return [event.deal for event in events if isinstance(event, Scored)]


def _states(line: dict[str, Any], command: Command, codec: Codec[Command]) -> bool:
    return codec.write(command).items() <= line.items()
