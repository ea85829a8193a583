"""Steps before a first deal: what beats what and what counts, tried by hand on a table."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout

from greenbaize.app.tables.default_players import display_names, get_own_name
from greenbaize.app.warm_up import WarmUpView, describe_choice, find_warm_up
from greenbaize.rules.commands import Command
from greenbaize.rules.table_elements import TableElement, TableElementKind, WarmUpStep
from greenbaize.ui.features.learn.guide_panel import (
    PANEL_MARGINS,
    GuideAction,
    GuideHighlighter,
    GuidePanel,
)
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.shell.navigation import (
    LessonRoute,
    NewMatchRoute,
    RemoteMatchRoute,
    StartRoute,
)
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.pace import TablePace
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.layouts import make_row
from greenbaize.ui.widgets.localized_texts import CaptionParts
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import is_brief_speech, join_sentences
from greenbaize.words.spoken_events import describe_deal

_NOTICE: Final = TableElement(TableElementKind.NOTICE)


def pace_of_steps(pace: TablePace) -> TablePace:
    """Return the pace of a step: no card plays itself, since each choice is the person's."""
    return pace._replace(waits_for_click=False, plays_last_card=False, plays_forced_cards=False)


class WarmUpController(QObject):
    """Controller of one step on its table; it opens the table of the next one.

    ``on_finished`` is called after the last step and when the person skips them; without it the
    panel then offers what can follow.
    """

    def __init__(
        self,
        services: Services,
        game: str,
        steps: Sequence[WarmUpStep],
        index: int = 0,
        on_finished: Callable[[], object] | None = None,
    ) -> None:
        super().__init__()
        self._services, self._game_name, self._steps = services, game, steps
        self._index, self._on_finished = index, on_finished
        self._next_index = index
        self.step = steps[index]
        own_name = get_own_name(services.settings.current)
        self._player_view = WarmUpView(services.games[game], self.step, own_name, self._on_choice)

    def open_table(self) -> None:
        self._services.navigate(RemoteMatchRoute(self._player_view, self.attach_to_match))

    def attach_to_match(self, match_view: MatchView) -> None:
        """Show the step above its table, which owns this controller from now on."""
        self.setParent(match_view)
        self._match_view, match_view.guide = match_view, self
        self.guide_panel = panel = GuidePanel(match_view)
        if len(self._steps) > 1:
            title = tr("Guide, {number} of {count}")
            panel.title_label.setText(title.format(number=self._index + 1, count=len(self._steps)))
        panel.skip_button.setText(tr("S&kip (Esc)"))
        panel.next_button.clicked.connect(self.advance)
        panel.skip_button.clicked.connect(self.finish)
        self.highlighter = GuideHighlighter(match_view.scene, self)
        column = match_view.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertLayout(0, make_row(panel, margins=PANEL_MARGINS))
        column.setStretchFactor(match_view.splitter, 1)
        match_view.follows_sheet_setting = False
        match_view.folding.restore_folded(on=True)
        match_view.is_renewable = False  # no record leads back to this table
        # A position by hand is no deal; only a step about the contract speaks of it.
        match_view.caption_parts = CaptionParts(
            has_deal=False, has_notices=_NOTICE in self.step.elements
        )
        match_view.adjust_pace = pace_of_steps
        match_view.on_escape = self._skip_by_key
        match_view.table_view.resized.connect(self.highlighter.refresh)
        match_view.table_view.resized.connect(panel.apply_fonts)
        match_view.theme_applied.connect(panel.apply_fonts)
        match_view.prompts.changed.connect(self._on_question)
        self._show_question()

    def _show_question(self) -> None:
        player_view = self._player_view
        names = display_names(player_view.header.players)
        question = Speaker(names, player_view.seat).format_message(self.step.question)
        self.guide_panel.show_text(question, waits=False)
        # Nobody has heard how the position came about.
        speaker = Speaker(names, player_view.seat, for_speech=True)
        position = describe_deal(
            player_view.game, player_view.view, speaker, brief=is_brief_speech()
        )
        announce(self.guide_panel, join_sentences(question, position))

    def _on_question(self) -> None:
        if self._player_view.question is not None:
            self.highlighter.highlight_targets(self.step.elements)

    def _on_choice(self, command: Command, before: object) -> None:
        is_right = command == self.step.right_command
        self._next_index = self._index + is_right
        text = describe_choice(self._player_view, command, before)
        self.highlighter.highlight_targets(())
        self.guide_panel.next_button.setText(tr("&Next") if is_right else tr("&Try again"))
        self.guide_panel.show_text(text, waits=True)
        announce(self.guide_panel, text)
        self.guide_panel.focus_button(self.guide_panel.next_button)

    def advance(self) -> None:
        """Open the next step, or this one again after a wrong choice."""
        if self._next_index == len(self._steps):
            self.finish()
            return
        WarmUpController(
            self._services, self._game_name, self._steps, self._next_index, self._on_finished
        ).open_table()

    def _skip_by_key(self) -> bool:
        """Skip the steps with Esc; return False if there is nothing left to skip."""
        if self.guide_panel.skip_button.isHidden():
            return False
        self.finish()
        return True

    def finish(self) -> None:
        """Go on to what was begun, or offer what can follow."""
        if self._on_finished is not None:
            self._on_finished()
            return
        navigate, game = self._services.navigate, self._game_name
        actions: list[GuideAction] = [
            (tr("A deal with a &guide"), partial(navigate, LessonRoute(game))),
            (tr("&Play a match…"), partial(navigate, NewMatchRoute(game))),
            (tr("L&eave the table"), partial(navigate, StartRoute())),
        ]
        text = tr("F4 shows at any table what beats what, and F3 the rules of the moment.")
        self.guide_panel.show_closing(text, actions)
        announce(self.guide_panel, text)
        self.guide_panel.focus_button(self.guide_panel.buttons[2])


def show_warm_up(services: Services, game: str) -> None:
    """Show all steps before a first deal of a game."""
    steps = find_warm_up(services.games[game])
    _mark_as_known(services, steps)
    WarmUpController(services, game, steps).open_table()


def begin_after_steps(services: Services, game: str, on_finished: Callable[[], object]) -> None:
    """Show the steps that the person has not been shown, and go on; at once if there are none."""
    steps = find_warm_up(services.games[game], services.settings.current.warmed_up)
    if not steps:
        on_finished()
        return
    _mark_as_known(services, steps)
    WarmUpController(services, game, steps, on_finished=on_finished).open_table()


def _mark_as_known(services: Services, steps: Sequence[WarmUpStep]) -> None:
    """Mark steps as shown, so that they never come by themselves again, however they end."""
    known = services.settings.current.warmed_up
    new = [step.code for step in steps if step.code not in known]
    if new:
        services.settings.change_setting("warmed_up", [*known, *new])
