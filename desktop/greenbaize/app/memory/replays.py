"""Records for playback: reading one, and the viewers allowed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from greenbaize.app.advice.review import find_scored_deals
from greenbaize.app.memory.branches import find_last_decision
from greenbaize.app.memory.visibility_guard import check_viewing_allowed, find_resumable_paths
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER, BotLauncher
from greenbaize.app.tables.player_view import ReadOnlyView
from greenbaize.app.tables.seat_assignment import find_human_seats, find_own_seat
from greenbaize.app.tables.unfinished_matches import is_abandoned, read_verified_record
from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.match.event_log import OPEN_HANDS, Playback, ProgressCallback, Viewer
from greenbaize.match.header import RecordHeader, match_identity
from greenbaize.match.record import MatchRecord
from greenbaize.match.view_record import build_view_lines, is_view_record
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event, MatchEnded, SeatReassigned, TrickTaken
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN


@dataclass(frozen=True)
class MatchReplay:
    """A record for playback; ``resumable_paths`` still continue its match."""

    path: Path
    record: MatchRecord
    playback: Playback
    own_seat: int | None
    resumable_paths: tuple[Path, ...] = ()

    @property
    def header(self) -> RecordHeader:
        return self.record.header

    @cached_property
    def is_view_record(self) -> bool:
        """True if only the view of a seat or spectator is known."""
        return is_view_record(self.record)

    @cached_property
    def end_event(self) -> MatchEnded | None:
        last_event = self.record.events[-1] if self.record.events else None
        return last_event if isinstance(last_event, MatchEnded) else None

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Viewers allowed, the default first; in an unfinished match none sees hidden cards."""
        seats = range(len(self.header.players))
        if self.is_view_record:
            return (OPEN_HANDS,)
        human_seats = find_human_seats(self.header)
        own_viewers: tuple[Viewer, ...] = () if self.own_seat is None else (self.own_seat,)
        if self.resumable_paths or (
            self.end_event is None and human_seats and not is_abandoned(self.path)
        ):
            return (*own_viewers, None) if len(human_seats) == 1 else (None,)
        return (*own_viewers, OPEN_HANDS, *(seat for seat in seats if seat != self.own_seat), None)

    @property
    def can_continue(self) -> bool:
        """True if it is known how the match would continue from any moment."""
        return self.header.seed is not None

    @property
    def is_resumable_together(self) -> bool:
        """True if people can still continue it together."""
        return bool(self.resumable_paths) and len(find_human_seats(self.header)) > 1

    @cached_property
    def last_decision_moment(self) -> int:
        """Last moment before a decision, or -1; of an unfinished match its end."""
        playback, header = self.playback, self.header
        if self.end_event is None or header.seed is None:
            return len(playback)
        # The last deal is usually enough: something is decided in each.
        for first in (*reversed(playback.deal_moments), 0):
            state, events = playback.state_at(first), playback.events[first:]
            decision = find_last_decision(
                playback.game, header.seed, state, events, range(len(events))
            )
            if decision is not None:
                return first + decision
        return -1

    def build_view_lines(self, seat: int) -> bytes:
        return build_view_lines(self.record, GAMES, seat)


def read_replay(
    path: Path,
    name: str = "",
    progress: ProgressCallback | None = None,
    former_names: Iterable[str] = (),
) -> MatchReplay:
    """Read a record for playback; ``name`` and ``former_names`` identify the person here.

    ``progress`` gets the number of events. Raises ``RecordError``, ``FileError``, or ``GameError``
    if it shows more than may be known of an unfinished match.
    """
    record = read_verified_record(path, progress)
    header = record.header
    check_viewing_allowed(header, path)
    # The same events are read again, and their number is known already.
    replay_progress = None if progress is None else lambda _: progress(len(record.events))
    playback = Playback(
        GAMES[header.game], len(header.players), header.options, record.events, replay_progress
    )
    resumable_paths = tuple(find_resumable_paths(match_identity(header), path))
    return MatchReplay(
        path, record, playback, find_own_seat(header, (name, *former_names)), resumable_paths
    )


class ReplayView(ReadOnlyView):
    """A player view for playback; ``seat`` is viewed as the own one, if given."""

    def __init__(
        self, replay: MatchReplay, seat: int | None, launcher: BotLauncher = IN_PROCESS_LAUNCHER
    ) -> None:
        super().__init__(replay.playback.game, replay.header, seat)
        self.launcher = launcher
        self.record_path = replay.path if replay.path.name else None  # a copied moment has none
        self.end_event = replay.end_event
        self.has_advice = seat is not None and replay.header.players[seat].kind == HUMAN
        self.replay: Final = replay
        self.shown_view: Any = replay.playback.state_at(0)

    @property
    def view(self) -> Any:
        return self.shown_view

    @property
    def is_over(self) -> bool:
        return True

    @property
    def record_events(self) -> tuple[Event, ...]:
        return self.replay.record.events

    @cached_property
    def view_lines(self) -> bytes:
        assert self.seat is not None
        return self.replay.build_view_lines(self.seat)

    @property
    def has_review(self) -> bool:
        return self.has_advice and self.replay.playback.has_scores


class ReplayTrick(NamedTuple):
    """A taken trick: its deal and number, the seat that took it, and the view at that moment."""

    deal: int
    trick_number: int
    taker_seat: int
    trick: Trick
    view: Any


def list_taken_tricks(record: MatchRecord) -> list[ReplayTrick]:
    """Return the taken tricks of a match in their order; a game may have none."""
    game, header = GAMES[record.header.game], record.header
    state = game.initial_state(len(header.players), header.options)
    tricks: list[ReplayTrick] = []
    for event in record.events:
        if isinstance(event, SeatReassigned):
            continue
        state = game.fold(state, event)
        if isinstance(event, TrickTaken):
            picture = game.picture(state)
            if picture.taken_tricks:
                taker, trick = picture.taken_tricks[-1]
                tricks.append(
                    ReplayTrick(picture.deal, len(picture.taken_tricks), taker, trick, state)
                )
    return tricks


def explain_trick_cards(game: str, trick: ReplayTrick) -> list[tuple[Card, int, Sequence[Message]]]:
    """Return the cards of a trick with seats and effects; empty in games without explanations."""
    explanations = GAMES[game].explain_trick(trick.view, trick.trick)
    cards_with_explanations = zip(trick.trick.cards, explanations, strict=bool(explanations))
    return [(card, seat, messages) for card, (seat, messages) in cards_with_explanations]


class FinishedMatchView(ReadOnlyView):
    """A view of a finished table, in which everything is known and nothing can be done."""

    def __init__(
        self, path: Path, names: Sequence[str], progress: ProgressCallback | None = None
    ) -> None:
        """Create the view of the person of these names; raises ``GameError`` if there is none."""
        record = read_verified_record(path, progress)
        human_seats = find_human_seats(record.header)
        seat = find_own_seat(record.header, names)
        if seat is None and human_seats:
            seat = human_seats[0]  # The first of several people, none of whom is known here.
        if seat is None or (is_view_record(record) and record.header.you is None):
            raise GameError(Message("review-nobody"))
        super().__init__(GAMES[record.header.game], record.header, seat)
        if len(human_seats) > 1 and not self.game.is_over(record.state):
            raise GameError(Message("review-friends"))
        self.record_path = path
        self._view: Final = record.state
        self._events: Final = record.events
        self._view_lines: Final = build_view_lines(record, GAMES, seat)
        self.end_event = next(
            (event for event in record.events if isinstance(event, MatchEnded)), None
        )
        if not find_scored_deals(self.game, self._view_lines):
            raise GameError(Message("review-no-deal"))

    @property
    def view(self) -> Any:
        return self._view

    @property
    def view_lines(self) -> bytes:
        return self._view_lines

    @property
    def record_events(self) -> tuple[Event, ...]:
        return self._events
