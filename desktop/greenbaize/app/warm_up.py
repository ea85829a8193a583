"""Steps before a first deal: a position on a table, one choice by hand, and what it shows."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from greenbaize.app.tables.default_players import (
    display_names,
    get_person_names,
    suggest_bot_names,
)
from greenbaize.app.tables.player_view import ReadOnlyView, RefusalCallback
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import PRACTICE_KEY, RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Explanation, Game, Question, RefusedVerdict
from greenbaize.rules.messages import Message
from greenbaize.rules.options import resolve_options
from greenbaize.rules.players import BOT, HUMAN
from greenbaize.rules.table_elements import WarmUpStep
from greenbaize.store.history import query_history
from greenbaize.store.match_list import MatchFilter, MatchStatus, load_matches
from greenbaize.store.settings import UserSettings
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_sentences


def find_warm_up(game: Game[Any], known_codes: Collection[str] = ()) -> tuple[WarmUpStep, ...]:
    """Return the steps before a first deal of a game without those that are known."""
    return tuple(step for step in game.lesson().warm_up_steps() if step.code not in known_codes)


def is_warm_up_due(game: Game[Any], settings: UserSettings) -> bool:
    """Return whether steps come before the next match of a game: not once one was finished."""
    if game.name in settings.guided or not find_warm_up(game, settings.warmed_up):
        return False
    name, *former_names = get_person_names(settings.current_person)
    own_finished = MatchFilter(
        game=game.name,
        person=name,
        status=MatchStatus.OVER,
        former_names=tuple(former_names),
    )
    return not query_history(lambda history: load_matches(history, own_finished, limit=1))


class WarmUpView(ReadOnlyView):
    """A player view of a step.

    ``on_choice`` is called once, with the choice and the view before it.
    """

    def __init__(
        self,
        game: Game[Any],
        step: WarmUpStep,
        own_name: str,
        on_choice: Callable[[Command, Any], object],
    ) -> None:
        names = suggest_bot_names(own_name)[: step.seats - 1]
        names = [*names[: step.seat], own_name, *names[step.seat :]]
        players = tuple(
            HeaderPlayer(name, HUMAN if seat == step.seat else BOT)
            for seat, name in enumerate(names)
        )
        options = resolve_options(game.options, step.seats, step.options)
        header = RecordHeader(
            game.name, players, options, None, step.seat, extra={PRACTICE_KEY: True}
        )
        super().__init__(game, header, step.seat)
        self.has_advice = False
        self.step = step
        self._lines = list(step.lines)
        self._tracker = ViewTracker(game, step.seats, options, step.seat)
        codec = event_codec(game)
        for line in step.lines:
            self._tracker.apply_event(codec.decode_line(dict(line)))
        self._on_choice, self._is_answered = on_choice, False

    @property
    def view(self) -> Any:
        return self._tracker.view

    @property
    def view_lines(self) -> bytes:
        return b"".join(map(encode_line, [self.header.to_line(), *map(dict, self._lines)]))

    @property
    def question(self) -> Question | None:  # type: ignore[override]  # quiet until now
        return None if self._is_answered else self.game.question(self.view, self.step.seat)

    def explain(self, command: Command) -> Explanation:
        """Return why a card may not be played; of others nothing, as it would tell the answer."""
        explanation = self.game.explain(self.view, command)
        if not explanation.is_allowed:
            return explanation
        return Explanation(True, (command.short_message,))

    def submit(self, command: Command, on_result: RefusalCallback) -> None:
        verdict = self.game.judge(self.view, command)
        if isinstance(verdict, RefusedVerdict):
            on_result(verdict.reason)
            return
        before, self._is_answered = self.view, True
        codec = event_codec(self.game)
        for event in verdict.command_events:
            self._lines.append(codec.encode_line(event))
            self._tracker.apply_event(event)
            self._publish_event(event)
        on_result(None)
        self._on_choice(command, before)


def describe_choice(player_view: WarmUpView, command: Command, before: Any) -> str:
    """Return what a choice in a step shows; ``before`` is the view at the question."""
    step = player_view.step
    speaker = Speaker(display_names(player_view.header.players), step.seat)
    if command == step.right_command:
        return speaker.format_message(step.answer)
    if step.wrong_answer is not None:
        reasons: Sequence[Message] = (step.wrong_answer,)
    else:
        reasons = player_view.game.explain(before, command).sentences[:1]
    return join_sentences(*map(speaker.format_message, reasons), tr("Try again."))
