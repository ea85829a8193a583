"""Set-up, start, resumption and abandoning of matches at this computer."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from greenbaize.app.challenge_tries import find_open_try, log_rehearsal, log_resumed
from greenbaize.app.challenges import create_practice_header, log_begun
from greenbaize.app.house_rules import HouseRules, decode_house_rules
from greenbaize.app.memory.visibility_guard import check_resume_allowed
from greenbaize.app.tables.default_players import fit_saved_levels, was_last_match_casual
from greenbaize.app.tables.matches import (
    OpenMatch,
    abandon_record,
    create_header,
    create_seed,
    describe_record_state,
    mark_casual,
    mark_one_computer,
    remove_record,
)
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.app.tables.unfinished_matches import UnfinishedMatch, list_unfinished_matches
from greenbaize.app.warm_up import is_warm_up_due
from greenbaize.match.header import RecordHeader, check_seat_count
from greenbaize.rules.errors import AmbiguousChairError, GameError
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import resolve_options_or_defaults
from greenbaize.rules.players import HUMAN, OFFERED_LEVELS
from greenbaize.store.files import is_same_file
from greenbaize.store.log import log_exception
from greenbaize.store.match_list import MatchStatus
from greenbaize.store.record_file import RecordFile
from greenbaize.ui.features.start.new_match import MatchSetup, NewMatchDialog, SetupDrafts
from greenbaize.ui.features.start.start_screen import (
    MAX_UNFINISHED,
    StartFeature,
    resolve_table_setup,
)
from greenbaize.ui.match.hot_seat import HotSeatController
from greenbaize.ui.match.house_rules_dialog import HouseRulesDialog
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.resume_dialogs import SeatDialog, UnfinishedDialog
from greenbaize.ui.match.screenshots import ScreenshotRecorder
from greenbaize.ui.sheets.unsaved_match import UnsavedMatchDialog
from greenbaize.ui.shell.navigation import (
    DefaultMatchRoute,
    LessonRoute,
    MatchListRoute,
    NewStepsRoute,
    RemoteMatchRoute,
    ReopenTableRoute,
    RequestedMatchRoute,
    ResumeRoute,
)
from greenbaize.ui.shell.notifications import RecordReadProgress
from greenbaize.ui.shell.pages import WindowPage
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.pace import ShownProgress
from greenbaize.ui.widgets.dialog import make_abandon_dialog, make_play_again_dialog
from greenbaize.ui.widgets.localized_texts import describe_record_error
from greenbaize.words.catalogue import tr
from greenbaize.words.names import is_default_name, isolate_direction
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title


class MatchLauncher(QObject):
    """Controller that opens the dialogs about matches, and the tables of matches."""

    table_opened = Signal(object)
    """A table has been opened, and its match has not begun yet (``MatchView``)."""

    def __init__(self, services: Services, start_feature: StartFeature) -> None:
        super().__init__(services.window)
        self._services, self._start_feature = services, start_feature
        folder = services.request.screenshots
        self._screenshots = (
            ScreenshotRecorder(services.window, folder, self.on_write_error) if folder else None
        )
        services.pages.page_left.connect(self._on_page_left)
        services.notifications.action_clicked.connect(self._rebuild_table)
        self.shown_progress: ShownProgress | None = None
        """Progress of another window in showing the match that continues here, or None."""
        self._hot_seat: HotSeatController | None = None
        """Controller of a match shared by several people at this computer."""
        services.pages.page_showing.connect(self._on_page_showing)
        self._drafts = SetupDrafts()
        services.persons.person_switched.connect(self._clear_drafts)
        services.persons.changed.connect(self._clear_drafts)

    def _clear_drafts(self) -> None:
        self._drafts.clear()

    # Start and resume

    def start_usual_match(self, seed: str | None, *, keep_practice: bool = True) -> None:
        """Start a match with the current set-up; practice only with ``keep_practice``."""
        setup, settings = self._services.setup, self._services.settings.current
        setup.table_setup = fit_saved_levels(setup.table_setup, settings)
        name, players, wanted_options = setup.table_setup
        people = [player.name for player in players if player.kind == HUMAN]
        if len(people) > 1 and any(map(is_default_name, people)):
            self.open_new_match_dialog(name)  # the dialog asks for their names
            return
        options = resolve_options_or_defaults(
            self._services.games[name].options, len(players), wanted_options
        )
        header = create_header(name, players, options, seed or create_seed())
        is_practice = keep_practice and len(people) == 1 and was_last_match_casual(settings, name)
        self._start_after_steps(mark_casual(header) if is_practice else header)

    def start_requested_match(self, route: RequestedMatchRoute) -> str:
        """Start a match requested by another process; return the reason if it is not possible."""
        if self._services.pages.confirm_leave(partial(self._services.navigate, route)):
            return ""
        try:
            self._start_checked_match(route.request)
        except GameError as error:
            # The requesting process checked the request, but against its own settings.
            return Speaker().format_message(error.message)
        return ""

    def _start_checked_match(self, request: PlayRequest) -> None:
        games = self._services.games
        if request.game is not None and request.game not in games:
            values: dict[str, Value] = {"game": request.game, "known": ", ".join(games)}
            raise GameError(Message("game-unknown", values))
        if request.game is not None and request.players is not None:
            # Checked before names are drawn, whose number is limited.
            check_seat_count(games[request.game], request.players)
        table = resolve_table_setup(request, self._services.settings.current)
        header = create_header(*table, request.seed or create_seed())
        self._services.setup.table_setup = table
        self._start_after_steps(header)

    def _start_after_steps(self, header: RecordHeader) -> None:
        """Start a match; before a person's first one of a game come the steps that it has."""
        services, start = self._services, partial(self.start_match, header)
        has_one_person = [player.kind for player in header.players].count(HUMAN) == 1
        if (
            has_one_person
            and not services.request.is_without_person
            and is_warm_up_due(services.games[header.game], services.settings.current)
        ):
            services.navigate(NewStepsRoute(header.game, start))
        else:
            start()

    def start_match(self, header: RecordHeader) -> None:
        """Start a match, or go on with an open challenge that has the same cards."""
        person = self._services.settings.current.current_identity
        open_path = find_open_try(header, person)
        if open_path is not None:
            self._resume_challenge(open_path)
            return
        match = OpenMatch.create(mark_one_computer(header), self._services.launcher.next_launcher)
        try:
            log_rehearsal(header, person)
            counts = log_begun(match.player_view.header, person)
        except GameError as error:
            match.close()
            remove_record(match.file.path, move_to_bin=None)
            reason = Speaker().format_message(error.message)
            self._services.notifications.show_message(
                Message("challenge-not-noted", {"reason": reason})
            )
            return
        if not counts:  # The person has got to know the cards since, in another window.
            match.close()
            remove_record(match.file.path, move_to_bin=None)
            self.start_match(create_practice_header(header))
            return
        self._show_match(match)
        if header.is_casual:
            self._services.notifications.show_transient(
                tr("This is practice: take back what you like (Ctrl+Z); it does not count.")
            )

    def _resume_challenge(self, path: Path) -> None:
        match = self._services.pages.match
        is_at_table = match is not None and is_same_file(match.file.path, path)
        error = "" if is_at_table else self.resume_match(path)
        self._services.notifications.show_sentence(
            error
            or tr(
                "You have begun a challenge with these cards: go on with it. Once it is over, you"
                " can practise with them."
            )
        )

    def resume_match(self, path: Path, seat: int | None = None) -> str:
        """Resume a match from its record; return the reason if it cannot be, or an empty text."""
        services = self._services
        try:
            check_resume_allowed(path)
            with RecordReadProgress(services.window) as bar:
                launcher = services.launcher.next_launcher
                match = OpenMatch.resume(path, launcher, seat, bar.show_event_count)
        except AmbiguousChairError as error:
            self._choose_seat(path, error)
            return ""
        except GameError as error:
            return describe_record_error(error, path)
        if match.table.is_hot_seat:
            services.persons.switch_to_player_of(match.player_view.header)
        elif match.player_view.seat is not None:
            services.persons.switch_to_name(
                match.player_view.header.players[match.player_view.seat].name
            )
        try:
            log_resumed(match.player_view.header, services.settings.current.current_identity)
        except GameError as error:
            match.close()
            return Speaker().format_message(error.message)
        self._show_match(match)
        return ""

    def _choose_seat(self, path: Path, error: AmbiguousChairError) -> None:
        services = self._services
        dialog = SeatDialog(error.seats, error.names, services.window)
        dialog.seat_chosen.connect(lambda seat: services.navigate(ResumeRoute(path, seat)))
        services.dialogs.open_dialog(dialog)

    # The table

    def _show_match(self, match: OpenMatch) -> None:
        show_notice = self._services.notifications.show_sentence
        match.file.on_error = self.on_write_error
        if match.table.is_hot_seat:
            self._start_hot_seat(match)
        else:
            match_view = self._open_table(match.player_view, match)
            match_view.previous_progress = self.shown_progress
            self._services.pages.changed.emit()
            match_view.setFocus()
            match_view.begin_match()
        if match.was_truncated:
            show_notice(tr("The last line of the record was cut short and was dropped."))
        if match.file.error is not None:
            self.on_write_error(match.file.error)

    def _start_hot_seat(self, match: OpenMatch) -> None:
        if self._hot_seat is not None:
            self._hot_seat.deleteLater()
        self._services.pages.leave_page()
        self._hot_seat = HotSeatController(self._services, match, self._open_table)
        self._hot_seat.start()

    def open_view_table(self, route: RemoteMatchRoute) -> None:
        """Open the table of a match that another process runs, or that is not recorded."""
        match_view = self._open_table(route.player_view, table_only=route.table_only)
        match_view.previous_progress = route.progress or self.shown_progress
        match_view.source_route = route._replace(progress=None)
        route.prepare(match_view)
        match_view.settings_requested.emit()  # a guided deal has its own pace
        self._services.pages.changed.emit()
        match_view.setFocus()
        match_view.begin_match()

    def _open_table(
        self,
        view: "PlayerView | Any",
        match: OpenMatch | None = None,
        *,
        table_only: bool = False,
    ) -> MatchView:
        services, previous_page = self._services, self._services.pages.current
        if isinstance(previous_page, MatchView):
            previous_page.hands_over_match = (
                previous_page.hands_over_match or previous_page.player_view is view
            )
        services.pages.leave_page()
        match_view = MatchView(view, services.window, table_only=table_only)
        match_view.match = match
        match_view.table_view.cloth_painted.connect(services.launcher.allow_start)
        match_view.table_view.resized.connect(services.notifications.relayout)
        services.sound.attach_match(match_view)
        services.speech.follow_match(match_view)
        match_view.pacing.person_to_act.connect(self._alert_person)
        if self._screenshots is not None:
            self._screenshots.watch_match(match_view)
        self.table_opened.emit(match_view)
        services.pages.show_page(match_view)
        show_notice, speak = services.notifications.show_sentence, services.speech.speak_text
        match_view.seat_lost.connect(self._on_seat_lost)
        match_view.command_refused.connect(lambda sentence, _: speak(sentence, is_urgent=True))
        match_view.command_refused.connect(lambda sentence, rule: show_notice(sentence, rule=rule))
        return match_view

    def _alert_person(self) -> None:
        """Let the task bar ask for attention if another window is in front."""
        window = self._services.window.window()
        if self._services.settings.current.turn_alert and not window.isActiveWindow():
            QApplication.alert(window)

    def _rebuild_table(self) -> None:
        """Rebuild the table of the match after an error."""
        page = self._services.pages.current
        route = None if page is None or not page.is_played else page.restore_route
        if page is None or route is None:
            return
        if page.match is not None:
            self._start_feature.show_start_screen()
            self._services.navigate(route)
        elif page.is_shared:
            self._services.navigate(route)

    # Errors

    def _on_page_showing(self, page: WindowPage) -> None:
        if page.match is not None:
            page.leave_guard = partial(self._confirm_unwritten, page, page.match.file)

    def _confirm_unwritten(
        self, page: WindowPage, file: RecordFile, on_confirmed: Callable[[], object]
    ) -> bool:
        """Ask before leaving a match whose record could not be written; False if none is lost.

        ``on_confirmed`` runs once the person has confirmed.
        """
        file.write_pending_lines()
        if not file.has_unsaved_lines or file.error is None:
            return False

        def leave_match() -> None:
            page.leave_guard = None
            on_confirmed()

        dialog = UnsavedMatchDialog(self._services.window, file, file.error)
        dialog.confirmed.connect(leave_match)
        self._services.dialogs.open_dialog(dialog)
        return True

    def _on_page_left(self, page: WindowPage) -> None:
        """Remember and log that the end of a record could not be written."""
        file = None if page.match is None else page.match.file
        error = None if file is None or not file.has_unsaved_lines else file.error
        if error is None:
            return

        message = Message("record-lost", {"trouble": Speaker().format_message(error)})
        log_exception(GameError(message))
        self._services.errors.unsaved.append(Speaker().format_message(message))

    def on_write_error(self, error: Message | None) -> None:
        if error is not None:
            self._services.errors.last_error = Speaker().format_message(error)
        self._services.notifications.show_message(describe_record_state(error))

    def _on_seat_lost(self, sentence: str) -> None:
        self._services.errors.lost_programs.append(sentence)
        self._services.notifications.show_sentence(sentence)

    # Dialogs

    def confirm_play_again(self) -> None:
        match = self._services.pages.match
        if self._services.pages.confirm_leave(self.play_again):
            return
        if match is not None and not match.player_view.is_over:
            dialog = make_play_again_dialog(self._services.window)
            dialog.confirmed.connect(self.play_again)
            self._services.dialogs.open_dialog(dialog)
        else:
            self.play_again()

    def play_again(self) -> None:
        match = self._services.pages.match
        if match is None or self._services.pages.confirm_leave(self.play_again):
            return
        old_header = match.player_view.header
        players = self._services.persons.next_match_players(old_header.players)
        header = create_header(old_header.game, players, old_header.options, create_seed())
        self.start_match(mark_casual(header) if old_header.is_casual else header)

    def open_new_match_dialog(self, game: str = "") -> None:
        """Open the dialog for a new match, by default with the game on the table."""
        table = self._services.pages.table
        if not game and table is not None:
            game = table.player_view.header.game
        services, settings = self._services, self._services.settings.current

        def start_match(setup: MatchSetup) -> None:
            services.persons.on_person_switched()  # the dialog may have switched the current person
            services.setup.table_setup = setup.game, setup.players, setup.options
            services.navigate(DefaultMatchRoute(setup.seed))

        drafts = self._drafts if services.persons.next_identity is None else None
        dialog = NewMatchDialog(services.games, OFFERED_LEVELS, settings, services.window, drafts)
        dialog.game_list.choose_game(
            game or next(reversed(self._drafts.setups), settings.last_game)
        )
        if services.persons.next_identity is not None:
            dialog.seats_form.set_current_person(services.persons.next_identity)
        dialog.match_chosen.connect(start_match)
        dialog.house_rules_changed.connect(services.settings.save)
        dialog.guided_deal_requested.connect(lambda name: services.navigate(LessonRoute(name)))
        services.dialogs.open_dialog(dialog)

    def ask_rules_name(self, text: str) -> str:
        """Let the house rules in a text be kept under a name; return why it has none, or ""."""
        services = self._services
        try:
            rules = decode_house_rules(text, services.games)
        except GameError as error:
            return Speaker().format_message(error.message)
        dialog = HouseRulesDialog(services.settings.current, services.games, rules, services.window)
        dialog.rules_kept.connect(self._on_rules_kept)
        services.dialogs.open_dialog(dialog)
        return ""

    def _on_rules_kept(self, rules: HouseRules) -> None:
        self._services.settings.save()
        sentence = tr("“{name}” is among the rules of “New match” now, for {game}.")
        self._services.notifications.show_sentence(
            sentence.format(name=isolate_direction(rules.name), game=game_title(rules.game))
        )

    def open_unfinished_dialog(self) -> None:
        services, match = self._services, self._services.pages.match
        current_path = None if match is None else match.file.path
        other_matches = [
            unfinished_match
            for unfinished_match in list_unfinished_matches(MAX_UNFINISHED + 1)
            if unfinished_match.path != current_path
        ]
        if not other_matches:
            services.notifications.show_sentence(tr("There is no other unfinished match."))
            return

        belongs_to_others = services.persons.belongs_to_others
        dialog = UnfinishedDialog(
            other_matches[:MAX_UNFINISHED],
            services.window,
            lambda unfinished_match: belongs_to_others(unfinished_match.header),
        )
        dialog.all_button.setVisible(len(other_matches) > MAX_UNFINISHED)

        def resume_match(unfinished_match: UnfinishedMatch) -> None:
            if unfinished_match.header.is_with_friends:
                dialog.accept()
                services.navigate(ReopenTableRoute(unfinished_match.path, unfinished_match.header))
                return
            error = services.navigator.navigate_to(ResumeRoute(unfinished_match.path))
            if error:
                dialog.show_error(error)
            else:
                dialog.accept()

        def abandon_match(unfinished_match: UnfinishedMatch) -> None:
            try:
                abandon_record(unfinished_match.path)
            except GameError as error:
                dialog.show_error(Speaker().format_message(error.message))
            else:
                dialog.remove_match(unfinished_match)

        dialog.all_requested.connect(lambda: services.navigate(MatchListRoute(MatchStatus.OPEN)))
        dialog.resume_requested.connect(resume_match)
        dialog.abandon_requested.connect(abandon_match)
        dialog.new_match_requested.connect(self.open_new_match_dialog)
        dialog.finished.connect(self._start_feature.fill_menu)
        services.dialogs.open_dialog(dialog)

    def confirm_abandon(self) -> None:
        match = self._services.pages.match
        if match is not None and not match.player_view.is_over:
            dialog = make_abandon_dialog(self._services.window)
            dialog.confirmed.connect(self._abandon_match)
            self._services.dialogs.open_dialog(dialog)

    def _abandon_match(self) -> None:
        match = self._services.pages.match
        if match is None:
            return
        path = match.file.path
        self._start_feature.show_start_screen()
        try:
            abandon_record(path)
        except GameError as error:
            self._services.notifications.show_message(error.message)
        self._start_feature.fill_menu()
