"""Matches of computer players for a simulation, and their outcomes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.errors import FileError, FolderTakenError, RecordLockedError
from greenbaize.rules.events import Ended, Event, Scored, SeatGiven
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.store.record_file import RecordFile, lock_record, put_lock_away


@dataclass(frozen=True, slots=True)
class Run:
    """A run of matches between Bot 1, Bot 2 …; ``seed`` is any text.

    Records go to ``folder``, if any; ``programs`` are command lines by name, sandboxed if
    ``sandbox``.
    """

    game: str
    opponents: tuple[Opponent, ...]
    options: Settings
    seed: str
    matches: int
    folder: Path | None
    programs: Mapping[str, str] = field(default_factory=dict)
    sandbox: bool = False

    def launcher(self) -> BotLauncher:
        """Where the computer players think."""
        records = () if self.folder is None else (self.folder,)
        return BotLauncher(programs=self.programs, sandbox=self.sandbox, records=records)

    def sitters(self) -> tuple[Player, ...]:
        """The players before they are seated."""
        named = enumerate(self.opponents, 1)
        return tuple(opponent.sitter(f"Bot {number}") for number, opponent in named)

    def path(self, number: int) -> Path | None:
        """The path of a match's record, counted from 1; names sort by number."""
        if self.folder is None:
            return None
        digits = max(4, len(str(self.matches)))
        return self.folder / f"{self.game}-{number:0{digits}}.jsonl"

    def lock(self) -> Callable[[], None]:
        """Lock the folder against runs of the same game, whose records have the same names.

        Returns what releases it; raises ``FolderTakenError``.
        """
        if self.folder is None:
            return _nothing_held
        try:
            self.folder.mkdir(0o700, parents=True, exist_ok=True)
            return _locked(self.folder / f"{self.game}.jsonl")
        except RecordLockedError:
            raise FolderTakenError(Message("folder-taken", {"path": str(self.folder)})) from None
        except OSError:
            return _nothing_held  # the first record tells what is wrong with the folder


def _nothing_held() -> None:
    pass


def _locked(path: Path) -> Callable[[], None]:
    """Lock a record; returns what releases it. Raises ``RecordLockedError``."""
    try:
        lock = lock_record(path)
    except FileError:
        return _nothing_held  # the record itself tells what is wrong with the folder

    def free() -> None:
        put_lock_away(lock)
        lock.release()

    return free


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match's result; totals and places are by player, not by seat.

    ``trouble`` says why the record is incomplete; ``lost`` has the reasons by player whose program
    lost its seat.
    """

    deals: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    trouble: Message | None
    lost: tuple[tuple[int, str], ...] = ()


class _Scorer:
    """Collects the figures of a match from its events."""

    def __init__(self) -> None:
        self.deals = 0
        self.end: Ended | None = None
        self.lost: list[SeatGiven] = []

    def hear(self, told: list[Event]) -> None:
        event = told[-1]
        if isinstance(event, Scored):
            self.deals += 1
        elif isinstance(event, Ended):
            self.end = event
        elif isinstance(event, SeatGiven):
            self.lost.append(event)


def play_match(run: Run, number: int) -> Outcome:
    """Play one match of a run, counted from 1, and write its record if wanted."""
    seed = seed_from(f"{run.seed}/{number}")
    header = settled_header(run.game, run.sitters(), run.options, seed)
    path = run.path(number)
    if path is None:
        return _played(run, header, None)
    try:
        free = _locked(path)
    except RecordLockedError as error:
        return replace(_played(run, header, None), trouble=error.message)
    try:
        return _played(run, header, path)
    finally:
        free()


def _played(run: Run, header: Header, path: Path | None) -> Outcome:
    game = GAMES[run.game]
    file = None if path is None else RecordFile.create(path, header, event_codec(game))
    keep = None if file is None else file.append
    table = Table(game, header, keep=keep, launcher=run.launcher())
    scorer = _Scorer()
    table.listen(scorer.hear)
    try:
        table.play_out()
    finally:
        table.close()
        if file is not None:
            file.close()
    end = scorer.end
    assert end is not None
    seats = [header.sitters.index(sitter) for sitter in run.sitters()]
    return Outcome(
        deals=scorer.deals,
        totals=tuple(end.totals[seat] for seat in seats),
        places=tuple(end.places[seat] for seat in seats),
        trouble=None if file is None else file.trouble,
        lost=tuple((seats.index(event.seat), event.why) for event in scorer.lost),
    )


def play_matches(run: Run, numbers: range) -> list[Outcome]:
    """Play some matches of a run, one after another."""
    return [play_match(run, number) for number in numbers]
