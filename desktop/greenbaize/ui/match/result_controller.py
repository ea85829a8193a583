"""The result of a match over the table, and what can follow it."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QPushButton

from greenbaize.app.challenge_code import encode_challenge
from greenbaize.app.challenge_mark import read_mark
from greenbaize.app.challenger_result import describe_challenger
from greenbaize.app.challenges import create_challenge, log_ended
from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.matches import create_same_cards_header
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import MatchEnded
from greenbaize.ui.match.honours import show_honours
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.par_controller import watch_par
from greenbaize.ui.sheets.result import LOCAL_ACTIONS, ResultActions, ResultPanel, label_buttons
from greenbaize.ui.shell.navigation import (
    ChallengeResultRoute,
    CompareRoute,
    NewMatchRoute,
    PreparedMatchRoute,
    RematchRoute,
    SendChallengeRoute,
    StartRoute,
    StatisticsRoute,
)
from greenbaize.ui.shell.pages import WindowPage
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.pace import count_finished_match
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.font_sizes import normal_font
from greenbaize.ui.widgets.keyboard import focus_by_arrow
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.ui.widgets.table_button import ARROW_KEYS, TableButton
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.speaker import Speaker

GAP: Final = 12
"""Distance of the bar from the edge of the table (px)."""


class MatchEndBar(PaperFrame):
    """Bar at the bottom of the finished table while its result is hidden: what can follow.

    It never takes the keyboard focus by itself.
    """

    def __init__(self, match_view: MatchView) -> None:
        super().__init__(match_view.table_view.viewport())
        self._match_view = match_view
        self.setAccessibleName(tr("The match is over."))
        self._title = PlainLabel(parent=self)
        self.result_button = TableButton(tr("&Result"), self)
        self.rematch_button, self.new_button = TableButton(self), TableButton(self)
        self.leave_button = TableButton(self)
        self.action_buttons = self.rematch_button, self.new_button, self.leave_button
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 10, 16, 12)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        grid.addWidget(self._title, 0, 0, 1, 4, Qt.AlignmentFlag.AlignHCenter)
        for column, button in enumerate((self.result_button, *self.action_buttons)):
            button.setAutoDefault(True)
            grid.addWidget(button, 1, column)
        self.hide()
        self.apply_theme()

    def show_headline(self, text: str) -> None:
        self._title.setText(text)
        self.setAccessibleDescription(text)

    def set_actions(self, actions: ResultActions) -> None:
        label_buttons(self.action_buttons, actions)
        self.relayout()

    def relayout(self) -> None:
        """Move to the bottom of the table, above the own cards if there are any left."""
        geometry, view = self._match_view.scene.geometry, self._match_view.table_view
        size = self.sizeHint()
        width = min(size.width(), view.width() - 2 * GAP)
        bottom = view.height() - GAP
        if self._match_view.scene.cards.own_hand:
            box = geometry.question_box()
            bottom = round(box.y + box.height)
        self.setGeometry((view.width() - width) // 2, bottom - size.height(), width, size.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let arrow keys move between the buttons; leave all other keys to the table."""
        if event.key() in ARROW_KEYS:
            focus_by_arrow(self, event)
        else:
            event.ignore()

    def show_bar(self) -> None:
        self.relayout()
        self.show()
        self.raise_()

    def apply_theme(self) -> None:
        self._title.setFont(normal_font(bold=True))
        for button in self.findChildren(QPushButton):
            button.setFont(normal_font())
        self.relayout()


class ResultController(QObject):
    """Controller of one match's result, shown or hidden, and of the actions that follow."""

    rematch_requested = Signal()
    new_match_requested = Signal()
    leave_requested = Signal()

    def __init__(self, match_view: MatchView) -> None:
        super().__init__(match_view)
        player_view = match_view.player_view
        self._match_view = match_view
        names = [display_name(name) for name in display_names(player_view.header.players)]
        self.result_panel = ResultPanel(
            match_view.table_view.viewport(), player_view.game.sides(len(names))
        )
        scene, to_viewport = match_view.scene, match_view.table_view.mapFromScene
        self.result_panel.plate_rects = lambda: [
            to_viewport(item.sceneBoundingRect()).boundingRect() for item in scene.plates
        ]
        self.result_panel.pile_rects = lambda: [
            to_viewport(item.sceneBoundingRect()).boundingRect()
            for pile in scene.cards.won_tricks
            for item in pile
        ]
        self.end_bar = MatchEndBar(match_view)
        signals = self.rematch_requested, self.new_match_requested, self.leave_requested
        for view in (self.result_panel, self.end_bar):
            for button, signal in zip(view.action_buttons, signals, strict=True):
                button.clicked.connect(signal)
        self.end_bar.result_button.clicked.connect(self.show_result)
        self.result_panel.closed.connect(self._on_closed)
        match_view.table_view.resized.connect(self.end_bar.relayout)
        self.set_actions(LOCAL_ACTIONS)
        end = player_view.end_event
        assert isinstance(end, MatchEnded)
        result_sentences = [
            Speaker().format_message(final)
            for final in player_view.game.final_values(player_view.view)
        ]
        # After a match of several people at one computer, the result addresses all of them.
        is_shared = match_view.match is not None and len(match_view.match.player_views) > 1
        own_seat = None if is_shared else player_view.seat
        swing = (
            None if own_seat is None else player_view.game.biggest_swing(player_view.view, own_seat)
        )
        self.result_panel.turning_point = (
            "" if swing is None else Speaker(names, own_seat).format_message(swing)
        )
        self.result_panel.always_names_winners = is_shared
        self.result_panel.show_result(
            end.places, result_sentences, names, own_seat, coin_flip=end.coin_flip
        )
        self.result_panel.review_link.setVisible(match_view.side_column.can_review)
        self.end_bar.show_headline(self.result_panel.headline)
        match_view.scene.news.clear()  # the result repeats it

    def set_actions(self, actions: ResultActions) -> None:
        self.result_panel.set_actions(actions)
        self.end_bar.set_actions(actions)

    def play_win_effect(self) -> None:
        """Play the win effect behind the result, unless animations are off."""
        self._match_view.scene.overlays.show_result_effect(QRectF(self.result_panel.geometry()))
        announce(self.result_panel, self.result_panel.turning_point)

    def show_result(self) -> None:
        self.end_bar.hide()
        self.result_panel.show_panel()

    def _on_closed(self) -> None:
        self.end_bar.show_bar()
        self._match_view.focus_table()

    def remove_result(self) -> None:
        for widget in (self.result_panel, self.end_bar):
            widget.hide()
            widget.deleteLater()
        self.deleteLater()

    def apply_theme(self) -> None:
        self.result_panel.apply_theme()
        self.end_bar.apply_theme()


def connect_default_actions(result_controller: ResultController, services: Services) -> None:
    """Connect the follow-up actions of a match at this computer's own table."""
    result_controller.rematch_requested.connect(lambda: services.navigate(RematchRoute()))
    result_controller.new_match_requested.connect(lambda: services.navigate(NewMatchRoute()))
    result_controller.leave_requested.connect(lambda: services.navigate(StartRoute()))


def connect_same_cards(panel: ResultPanel, match_view: MatchView, services: Services) -> None:
    """Offer the same cards again, as practice, after a match of one person at this computer."""
    match = match_view.match
    if match is None or len(match.player_views) > 1 or match_view.player_view.seat is None:
        return
    header = create_same_cards_header(match.player_view.header)
    panel.same_cards_link.clicked.connect(lambda: services.navigate(PreparedMatchRoute(header)))
    panel.show_link(panel.same_cards_link)


def connect_challenge(panel: ResultPanel, match_view: MatchView, services: Services) -> None:
    """Offer to challenge somebody with a match, or to answer the challenge that it was."""
    match = match_view.match
    if match is None:
        return
    header, path = match.player_view.header, match.file.path
    try:
        challenge = create_challenge(header, allows_hints=False, allows_undo=False)
    except GameError:
        return
    mark = read_mark(header)
    if mark is not None and not mark.day:
        code = encode_challenge(challenge)
        panel.compare_link.clicked.connect(lambda: services.navigate(CompareRoute(code)))
        panel.show_link(panel.compare_link)
        seat = match_view.player_view.seat
        if seat is not None:
            panel.show_challenger(describe_challenger(header, match.table.events, seat))
    if mark is not None and mark.day:
        panel.challenge_link.set_link_text(tr("Compare with the levels"))
        panel.challenge_link.clicked.connect(lambda: services.navigate(CompareRoute(day=mark.day)))
    elif mark is not None and mark.counts:
        panel.challenge_link.set_link_text(tr("Copy the result code"))
        panel.challenge_link.clicked.connect(lambda: services.navigate(ChallengeResultRoute(path)))
    else:
        panel.challenge_link.clicked.connect(lambda: services.navigate(SendChallengeRoute(path)))
    panel.show_link(panel.challenge_link)


class ResultFeature:
    """Feature that shows the results of matches and counts them."""

    def __init__(
        self,
        services: Services,
        show_sheet: Callable[[], None],
        show_review: Callable[[], None],
        watch_result: Callable[[MatchView, ResultPanel], None],
    ) -> None:
        self._services = services
        self._show_sheet, self._show_review = show_sheet, show_review
        self._watch_result = watch_result
        services.pages.page_left.connect(self._on_page_left)

    def watch_match(self, match_view: MatchView) -> None:
        was_over = match_view.player_view.is_over
        watch_par(self._services, match_view)
        match_view.finished.connect(lambda: self._on_finished(match_view, was_over=was_over))

    def _on_page_left(self, page: WindowPage) -> None:
        """Note a challenge that ended while its last cards were still shown."""
        if isinstance(page, MatchView):
            self._log_challenge(page)

    def _on_finished(self, match_view: MatchView, *, was_over: bool) -> None:
        services = self._services
        services.history.sync()
        if services.request.watch and not services.request.has_person_to_click:
            services.window.close()
            return
        self._log_challenge(match_view)
        self._show_result(match_view, was_over=was_over)
        if (
            match_view.player_view.seat is None
            or was_over
            or match_view.player_view.header.is_practice
        ):
            return
        self._count_match(match_view)

    def _log_challenge(self, match_view: MatchView) -> None:
        """Write the place that a challenge ended with."""
        view = match_view.player_view
        if match_view.match is None or view.seat is None or view.end_event is None:
            return
        person = self._services.settings.current.current_identity
        try:
            log_ended(view.header, person, view.end_event.places[view.seat])
        except GameError as error:
            self._services.notifications.show_message(error.message)

    def _count_match(self, match_view: MatchView) -> None:
        service, settings = self._services.settings, self._services.settings.current
        old_counts = settings.finished, settings.guided
        announces_change = count_finished_match(settings, match_view.player_view.header.game)
        if (settings.finished, settings.guided) != old_counts:
            service.save()
        if announces_change:
            change_sentence = tr("From now on tricks do not wait for your click.")
            hint_sentence = tr("Under “Pace” in the preferences you can have it back.")
            self._services.notifications.show_sentence(f"{change_sentence} {hint_sentence}")

    def _show_result(self, match_view: MatchView, *, was_over: bool) -> None:
        services = self._services
        match_view.rules_controller.close_slip()  # the rules panel would cover the result
        result_controller = match_view.result_controller = ResultController(match_view)
        if match_view.connect_result is None:
            connect_default_actions(result_controller, services)
        else:
            match_view.connect_result(result_controller)
        result_controller.result_panel.sheet_link.clicked.connect(self._show_sheet)
        result_controller.result_panel.review_link.clicked.connect(self._show_review)
        result_controller.result_panel.statistics_link.clicked.connect(
            lambda: services.navigate(StatisticsRoute())
        )
        if match_view.par is not None:
            match_view.par.show_result(result_controller.result_panel)
        self._watch_result(match_view, result_controller.result_panel)
        connect_same_cards(result_controller.result_panel, match_view, services)
        connect_challenge(result_controller.result_panel, match_view, services)
        if not was_over:
            result_controller.play_win_effect()
            show_honours(services, match_view, result_controller.result_panel)
        services.pages.changed.emit()
