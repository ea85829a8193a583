"""Records for playback: reading one, and the viewers allowed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from greenbaize.app.advice.review import scored_deals
from greenbaize.app.memory.branches import last_decided
from greenbaize.app.memory.visibility_guard import check_shown, still_open
from greenbaize.app.seats.bot_launcher import HERE, BotLauncher
from greenbaize.app.tables.player_view import ReadOnlyView
from greenbaize.app.tables.seats import own_seat, people_of
from greenbaize.app.tables.unfinished import is_given_up, record_of
from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.match.header import Header, identity
from greenbaize.match.past import OPEN, Playback, Progress, Viewer
from greenbaize.match.record import Record
from greenbaize.match.told import is_told, told_lines
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Ended, SeatGiven, TrickTaken
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN


@dataclass(frozen=True)
class Replay:
    """A record for playback; ``resumable_paths`` still continue its match."""

    path: Path
    record: Record
    playback: Playback
    own: int | None
    left: tuple[Path, ...] = ()

    @property
    def header(self) -> Header:
        return self.record.header

    @cached_property
    def told(self) -> bool:
        """True if only the view of a seat or spectator is known."""
        return is_told(self.record)

    @cached_property
    def end(self) -> Ended | None:
        last = self.record.events[-1] if self.record.events else None
        return last if isinstance(last, Ended) else None

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Viewers allowed, the default first; in an unfinished match none sees hidden cards."""
        seats = range(len(self.header.sitters))
        if self.told:
            return (OPEN,)
        people = people_of(self.header)
        own: tuple[Viewer, ...] = () if self.own is None else (self.own,)
        if self.left or (self.end is None and people and not is_given_up(self.path)):
            return (*own, None) if len(people) == 1 else (None,)
        return (*own, OPEN, *(seat for seat in seats if seat != self.own), None)

    @property
    def can_play_on(self) -> bool:
        """True if it is known how the match would continue from any moment."""
        return self.header.seed is not None

    @property
    def with_others(self) -> bool:
        """True if people can still continue it together."""
        return bool(self.left) and len(people_of(self.header)) > 1

    @cached_property
    def last_choice(self) -> int:
        """Last moment before a decision, or -1; of an unfinished match its end."""
        playback, header = self.playback, self.header
        if self.end is None or header.seed is None:
            return len(playback)
        # The last deal is usually enough: something is decided in each.
        for first in (*reversed(playback.deals), 0):
            state, events = playback.state(first), playback.events[first:]
            last = last_decided(playback.game, header.seed, state, events, range(len(events)))
            if last is not None:
                return first + last
        return -1

    def told_to(self, seat: int) -> bytes:
        return told_lines(self.record, GAMES, seat)


def read_replay(
    path: Path, name: str = "", progress: Progress | None = None, former: Iterable[str] = ()
) -> Replay:
    """Read a record for playback; ``name`` and ``former_names`` identify the person here.

    ``progress`` gets the number of events. Raises ``RecordError``, ``FileError``, or ``GameError``
    if it shows more than may be known of an unfinished match.
    """
    record = record_of(path, progress)
    header = record.header
    check_shown(header, path)
    # The same events are read again, and their number is known already.
    again = None if progress is None else lambda _: progress(len(record.events))
    playback = Playback(
        GAMES[header.game], len(header.sitters), header.options, record.events, again
    )
    left = tuple(still_open(identity(header), path))
    return Replay(path, record, playback, own_seat(header, (name, *former)), left)


class ReplayView(ReadOnlyView):
    """A player view for playback; ``seat`` is viewed as the own one, if given."""

    def __init__(self, replay: Replay, seat: int | None, launcher: BotLauncher = HERE) -> None:
        super().__init__(replay.playback.game, replay.header, seat)
        self.launcher = launcher
        self.record = replay.path
        self.end = replay.end
        self.advises = seat is not None and replay.header.sitters[seat].kind == HUMAN
        self.replay: Final = replay
        self.shown: Any = replay.playback.state(0)

    @property
    def view(self) -> Any:
        return self.shown

    @property
    def over(self) -> bool:
        return True

    @cached_property
    def told(self) -> bytes:
        assert self.seat is not None
        return self.replay.told_to(self.seat)

    @property
    def has_review(self) -> bool:
        return self.advises and self.replay.playback.scored


class PastTrick(NamedTuple):
    """A taken trick: its deal and number, the seat that took it, and the view at that moment."""

    deal: int
    number: int
    taker: int
    trick: Trick
    view: Any


def tricks_of(record: Record) -> list[PastTrick]:
    """Return the taken tricks of a match in their order; a game may have none."""
    game, header = GAMES[record.header.game], record.header
    state = game.start(len(header.sitters), header.options)
    found: list[PastTrick] = []
    for event in record.events:
        if isinstance(event, SeatGiven):
            continue
        state = game.fold(state, event)
        if isinstance(event, TrickTaken):
            picture = game.picture(state)
            if picture.taken:
                taker, trick = picture.taken[-1]
                found.append(PastTrick(picture.deal, len(picture.taken), taker, trick, state))
    return found


def steps_of(game: str, trick: PastTrick) -> list[tuple[Card, int, Sequence[Message]]]:
    """Return the cards of a trick with seats and effects; empty in games without explanations."""
    story = GAMES[game].explain_trick(trick.view, trick.trick)
    told = zip(trick.trick.cards, story, strict=bool(story))
    return [(card, seat, said) for card, (seat, said) in told]


class PastView(ReadOnlyView):
    """A view of a finished table, in which everything is known and nothing can be done."""

    def __init__(self, path: Path, names: Sequence[str], progress: Progress | None = None) -> None:
        """Create the view of the person of these names; raises ``GameError`` if there is none."""
        record = record_of(path, progress)
        people = people_of(record.header)
        seat = own_seat(record.header, names)
        if seat is None and people:
            seat = people[0]  # The first of several people, none of whom is known here.
        if seat is None or (is_told(record) and record.header.you is None):
            raise GameError(Message("review-nobody"))
        super().__init__(GAMES[record.header.game], record.header, seat)
        if len(people) > 1 and not self.game.over(record.state):
            raise GameError(Message("review-friends"))
        self.record = path
        self._view: Final = record.state
        self._told: Final = told_lines(record, GAMES, seat)
        self.end = next((one for one in record.events if isinstance(one, Ended)), None)
        if not scored_deals(self.game, self._told):
            raise GameError(Message("review-no-deal"))

    @property
    def view(self) -> Any:
        return self._view

    @property
    def told(self) -> bytes:
        return self._told
