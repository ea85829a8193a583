"""The table of a first deal: fixed cards, real computer players, and no record."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from greenbaize.app.seats.bot_launcher import HERE, BotLauncher
from greenbaize.app.seats.opponents import QUICK_LEVEL, Opponent
from greenbaize.app.tables.default_players import default_players, usual_seats
from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.player_view import LocalView
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header import PRACTICE
from greenbaize.rules.chance import seed_from
from greenbaize.rules.events import Event
from greenbaize.rules.game import Question
from greenbaize.rules.lessons import Lesson


class FirstDealView(LocalView):
    """A player view of somebody's first deal; nothing happens after it. ``lesson`` ends it."""

    def __init__(self, table: Table, seat: int, lesson: Lesson) -> None:
        self._last: Any = None
        self._seat, self.lesson = seat, lesson
        super().__init__(table, seat)

    @property
    def finished(self) -> bool:
        """Whether the lesson is over; the match itself would continue."""
        return self._last is not None

    def _on_event(self, told: list[Event]) -> None:
        if self.finished:
            return
        super()._on_event(told)
        view, event = super().view, told[self._seat]
        if self.lesson.over(event, view, self._seat):
            self._last = view

    @property
    def view(self) -> Any:
        """The match as it is known here, as it was at the end of the lesson."""
        return super().view if self._last is None else self._last

    @property
    def question(self) -> Question | None:
        """What is asked here now."""
        return None if self.finished else super().question

    @property
    def offers(self) -> tuple[Question, ...]:
        """What one may do here unasked."""
        return () if self.finished else super().offers

    @property
    def others_act(self) -> bool:
        """Whether a computer player must act now."""
        return not self.finished and super().others_act


def first_place_of(
    name: str, you: str, persons: Sequence[str] = (), launcher: BotLauncher = HERE
) -> FirstDealView:
    """Open a first deal of a game; ``persons`` are the names of the others at this computer."""
    game = GAMES[name]
    lesson = game.lesson()
    seats = usual_seats(name) if lesson.seats is None else lesson.seats
    sitters = default_players([Opponent(QUICK_LEVEL)] * (seats - 1), you, persons)
    header = settled_header(name, sitters, lesson.options, seed_from(lesson.seed))
    header = replace(header, more={**header.more, PRACTICE: True})
    seat = header.sitters.index(sitters[0])
    return FirstDealView(Table(game, header, launcher=launcher), seat, lesson)
