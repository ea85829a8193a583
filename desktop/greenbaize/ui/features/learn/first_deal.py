"""Guided first deal: the guide's texts above the table, which waits for the player."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout

from greenbaize.app.first_deal import FirstDealGuide, FirstDealView, GuideMessage, open_first_deal
from greenbaize.app.tables.default_players import get_own_name, get_person_name
from greenbaize.rules.commands import Command
from greenbaize.rules.events import Event, TrickTaken
from greenbaize.ui.features.learn.guide_panel import (
    PANEL_MARGINS,
    GuideHighlighter,
    GuidePanel,
)
from greenbaize.ui.features.learn.warm_up import begin_after_steps
from greenbaize.ui.match.hint_controller import HintController
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.shell.navigation import (
    ExercisesRoute,
    HelpRoute,
    NewMatchRoute,
    RemoteMatchRoute,
    StartRoute,
)
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.pace import TablePace
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.layouts import make_row
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import join_sentences


class FirstDealController(QObject):
    """Controller that guides somebody through the deal on the table."""

    def __init__(
        self, services: Services, match_view: MatchView, player_view: FirstDealView
    ) -> None:
        super().__init__(match_view)
        self._services, self._match_view, self._player_view = services, match_view, player_view
        self.guide = FirstDealGuide(player_view)
        self.guide_panel = GuidePanel(match_view)
        self.highlighter = GuideHighlighter(match_view.scene, self)
        self.is_on = True
        self.is_closed = False
        self._pending_texts: list[GuideMessage] = []
        """Texts to show before the table advances; the first of them is on the panel."""
        self._unread_texts: list[str] = []
        """Texts shown since the last question that the player has not clicked away."""
        self._question_text = ""
        self._hints = HintController(player_view, self)
        self._hints.changed.connect(self._on_advice)
        # The panel has a row of its own above the table, so that neither covers the other.
        column = match_view.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertLayout(0, make_row(self.guide_panel, margins=PANEL_MARGINS))
        column.setStretchFactor(match_view.splitter, 1)
        self.guide_panel.show_text(tr("The cards are dealt."), waits=False)
        self.guide_panel.next_button.clicked.connect(self.advance_guide)
        self.guide_panel.skip_button.clicked.connect(self.skip_guide)
        match_view.leave_guard = self._ask_before_leaving
        match_view.adjust_pace = self.adjust_pace
        match_view.prompts.enter_focuses_hand = lambda: not self.is_on
        match_view.prompts.offers_hints = lambda: not self.is_on
        match_view.is_renewable = False  # no record leads back to this deal
        match_view.loss_warning = tr(
            "Nothing of it is kept. You can begin it again from the menu Learn."
        )
        match_view.pacing.must_wait = self._waits_for_player
        match_view.stage.event_finished.connect(self._on_event_finished)
        match_view.prompts.changed.connect(self._on_question)
        match_view.prompts.command_chosen.connect(self._on_command_chosen)
        match_view.table_view.resized.connect(self.highlighter.refresh)
        match_view.table_view.resized.connect(self.guide_panel.apply_fonts)
        match_view.theme_applied.connect(self.guide_panel.apply_fonts)

    def _ask_before_leaving(self, leave_action: Callable[[], object]) -> bool:
        if self.is_closed:
            return False

        def leave_page() -> None:
            self._match_view.leave_guard = None
            leave_action()

        dialog = ConfirmationDialog(
            self._services.window,
            tr("Leave the first deal?"),
            self._match_view.loss_warning,
            tr("L&eave it"),
            tr("&Keep playing"),
        )
        dialog.confirmed.connect(leave_page)
        self._services.dialogs.open_dialog(dialog)
        return True

    def adjust_pace(self, pace: TablePace) -> TablePace:
        """Return the pace of a guided deal: tricks wait for a click, and no card plays itself."""
        if not self.is_on:
            return pace
        has_person_to_click = self._services.request.has_person_to_click
        return pace._replace(
            waits_for_click=has_person_to_click, plays_last_card=False, plays_forced_cards=False
        )

    # Guide texts

    def _show_guide_text(
        self, guide_text: GuideMessage, unread_texts: Sequence[str] = (), *, waits: bool = False
    ) -> None:
        """Show a text after the unread ones, which have been announced already."""
        if not waits:
            self._hide_next()  # else its neighbour, which skips the guide, would get the focus
        self.guide_panel.show_text(join_sentences(*unread_texts, guide_text.text), waits=waits)
        self.highlighter.highlight_targets(guide_text.elements)
        announce(self.guide_panel, guide_text.spoken_text)
        if waits:
            self.guide_panel.focus_button(self.guide_panel.next_button)

    def _on_event_finished(self, event: Event, view: Any) -> None:
        if not self.is_on:
            return
        if isinstance(event, TrickTaken) and self._match_view.stage.pace.waits_for_click:
            self._unread_texts = []  # the player has looked at the trick as long as wanted
            self.highlighter.highlight_targets(())
        if not self._pending_texts:
            self._hide_next()
        self._pending_texts += self.guide.introduce_deal(event, view)
        outcome = self.guide.describe_result(event, view)
        if outcome.text:
            # A trick and the score of a deal stay until the player clicks.
            waits_for_click = (
                self._match_view.stage.pace.waits_for_click
                and self._match_view.scene.cards.pile is None
            )
            self._show_guide_text(
                outcome,
                self._unread_texts,
                waits=waits_for_click and not self._player_view.is_finished,
            )
            self._unread_texts.append(outcome.text)

    def _waits_for_player(self) -> bool:
        """Return whether the table waits for the player, now that everything is shown."""
        if self._player_view.is_finished:
            self._show_closing()
            return True
        if self.is_on and self._pending_texts:
            self._show_guide_text(self._pending_texts[0], waits=True)
        return self.is_on and bool(self._pending_texts)

    def advance_guide(self) -> None:
        if not self._pending_texts:
            self._hide_next()
            self._match_view.stage.skip_animations()
            return
        self._pending_texts.pop(0)
        self._unread_texts = []
        if not self._pending_texts:
            self._hide_next()
        self._match_view.pacing.advance_table()

    def _hide_next(self) -> None:
        had_focus = self.guide_panel.next_button.hasFocus()
        self.guide_panel.next_button.hide()
        if had_focus:
            self._match_view.focus_table()

    def _on_question(self) -> None:
        prompts = self._match_view.prompts
        self._hints.clear_hint()
        question = prompts.question
        if not self.is_on or question is None or prompts.is_offer:
            return
        guide_text = self.guide.explain_question(question, self._player_view.view)
        self._question_text = join_sentences(*self._unread_texts, guide_text.text)
        self._show_guide_text(guide_text, self._unread_texts)
        if self._hints.can_answer(question):
            self._hints.request_hint()

    def _on_advice(self) -> None:
        if not self.is_on or self._match_view.prompts.question is None or not self._hints.choices:
            return
        guide_text = self.guide.describe_advice(self._hints.choices, self._player_view.view)
        self._hide_next()
        self.guide_panel.show_text(
            join_sentences(self._question_text, guide_text.text), waits=False
        )
        self.highlighter.highlight_targets(guide_text.elements or self.highlighter.targets)
        announce(self.guide_panel, guide_text.text)

    def _on_command_chosen(self, command: Command) -> None:
        if self.is_on:
            self.guide.record_choice(command)
            self._unread_texts = []
            self.highlighter.highlight_targets(())

    # End

    def skip_guide(self) -> None:
        """Skip the guide from now on; the deal continues."""
        self.is_on = False
        self._pending_texts = []
        self._hints.close()
        self.highlighter.highlight_targets(())
        window = self._services.window
        had_focus = self.guide_panel.isAncestorOf(window.focusWidget() or window)
        self.guide_panel.hide()
        if had_focus:
            self._match_view.focus_table()
        self._match_view.hint_button.refresh()
        self._match_view.settings_requested.emit()
        self._match_view.pacing.advance_table()

    def _show_closing(self) -> None:
        """Show the closing text and what can follow; nothing advances by itself after the deal."""
        if self.is_closed:
            return
        self.is_closed = True
        self._match_view.rules_controller.close_slip()  # the rules slip
        self._match_view.scene.news.clear()  # the leader; no next deal would clear it
        guide_text = self.guide.describe_closing(was_guided=self.is_on)
        self.is_on = False
        self._hints.close()
        self.highlighter.highlight_targets(())
        game, navigate = self._player_view.game.name, self._services.navigate
        actions = [
            (tr("&Play a match…"), partial(navigate, NewMatchRoute(game))),
            (tr("&Rules of the game"), partial(navigate, HelpRoute())),
            (tr("E&xercises…"), partial(navigate, ExercisesRoute(game))),
            (tr("L&eave the table"), partial(navigate, StartRoute())),
        ]
        self.guide_panel.show_closing(join_sentences(*self._unread_texts, guide_text.text), actions)
        self.guide_panel.show()
        announce(self.guide_panel, guide_text.text)
        self.guide_panel.focus_button(self.guide_panel.buttons[2])
        self._mark_completed()

    def _mark_completed(self) -> None:
        """Mark the game as guided: it is no longer offered, but stays in the menu."""
        settings, game = self._services.settings, self._player_view.game.name
        if game not in settings.current.guided:
            settings.change_setting("guided", [*settings.current.guided, game])


def begin_first_deal(services: Services, game: str) -> None:
    """Begin a guided first deal of a game, after the steps before it that are new here."""
    begin_after_steps(services, game, partial(start_first_deal, services, game))


def start_first_deal(services: Services, game: str) -> None:
    """Open the table for a guided first deal of a game."""
    settings = services.settings.current
    persons = [get_person_name(person) for person in settings.persons]
    player_view = open_first_deal(
        game, get_own_name(settings), persons, services.launcher.next_launcher
    )

    def attach_guide(match_view: MatchView) -> None:
        match_view.guide = FirstDealController(services, match_view, player_view)

    services.navigate(RemoteMatchRoute(player_view, attach_guide))
