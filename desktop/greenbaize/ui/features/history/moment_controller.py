"""Marks and notes on moments, and moments copied and opened as lines of text."""

from PySide6.QtGui import QGuiApplication

from greenbaize.app.advice.moment_lines import create_moment_replay, encode_moment
from greenbaize.app.memory.note_memory import (
    find_choice_before_forced,
    load_notes,
    toggle_mark,
    write_note,
)
from greenbaize.rules.errors import FileError, GameError
from greenbaize.ui.features.history.note_dialog import NoteDialog
from greenbaize.ui.features.history.record_opening import show_replay_page
from greenbaize.ui.features.history.replay_page import ReplayPage
from greenbaize.ui.shell.navigation import MomentRoute, StartRoute
from greenbaize.ui.shell.pages import ShownMoment
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class MomentController:
    """Controller of marks, notes and lines of the moment on the table."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @property
    def _moment(self) -> ShownMoment | None:
        table = self._services.pages.table
        return None if table is None else table.shown_moment

    def toggle_mark(self) -> None:
        """Mark the moment on the table, or remove its mark; nothing stops for it."""
        moment = self._moment
        if moment is None:
            return
        try:
            is_marked = toggle_mark(moment.header, moment.seat, moment.deal, moment.event_count)
        except FileError as error:
            self._show_failure(error)
            return
        self._reload_notes()
        self._services.notifications.show_transient(
            describe_mark(moment) if is_marked else tr("The mark is removed.")
        )

    def edit_note(self) -> None:
        moment, table = self._moment, self._services.pages.table
        if moment is None or not isinstance(table, ReplayPage):
            return
        table.pause_playback()
        note = load_notes(moment.header, moment.seat).get(moment.event_count)
        dialog = NoteDialog(
            table.describe_moment(moment.event_count),
            "" if note is None else note.text,
            self._services.window,
        )
        dialog.note_changed.connect(lambda text: self._write_note(moment, text))
        self._services.dialogs.open_dialog(dialog)

    def _write_note(self, moment: ShownMoment, text: str) -> None:
        try:
            write_note(moment.header, moment.seat, moment.deal, moment.event_count, text)
        except FileError as error:
            self._show_failure(error)
        self._reload_notes()

    def _reload_notes(self) -> None:
        table = self._services.pages.table
        if table is not None:
            table.reload_notes()

    def _show_failure(self, error: FileError) -> None:
        reason = Speaker().format_message(error.message)
        self._services.notifications.show_sentence(
            tr("It could not be kept: {reason}").format(reason=reason)
        )

    def copy_moment(self) -> None:
        """Copy the moment on the table as a line of text."""
        moment = self._moment
        if moment is None or moment.view_lines is None or moment.seat is None:
            return
        note = load_notes(moment.header, moment.seat).get(moment.event_count)
        line = encode_moment(
            moment.header,
            moment.view_lines(),
            moment.seat,
            moment.event_count,
            "" if note is None else note.text,
        )
        QGuiApplication.clipboard().setText(line)
        self._services.notifications.show_transient(
            tr("The moment is on the clipboard as a line of text, without names.")
        )


def describe_mark(moment: ShownMoment) -> str:
    """Return what the review does with a mark; a moment without a choice has none of its own."""
    seat, lines = moment.seat, moment.view_lines
    decision = (
        None
        if seat is None or lines is None
        else find_choice_before_forced(moment.header, seat, lines(), moment.event_count)
    )
    if decision is None:
        return tr("Marked. The review begins with it.")
    return tr(
        "There is only one choice here, so your last one before it is marked: {choice}."
    ).format(choice=Speaker().format_message(decision.command.short_message))


def open_moment(services: Services, route: MomentRoute) -> str:
    """Show a moment that was copied as a line; return the reason if it is none."""
    try:
        match_replay, note = create_moment_replay(route.text)
    except GameError as error:
        return Speaker().format_message(error.message)
    page = ReplayPage(match_replay, services.window, services.launcher.next_launcher)
    page.source_route = route
    page.leave_requested.connect(lambda: services.navigate(StartRoute()))
    show_replay_page(services, page)
    page.go_to_moment(len(match_replay.playback))
    if note:
        services.notifications.show_sentence(note)
    return ""
