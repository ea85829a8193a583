"""Opening of records: a match that can be continued is resumed, any other one is replayed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QUrl

from greenbaize.app.memory.branches import continue_as_practice
from greenbaize.app.memory.par_memory import load_pars
from greenbaize.app.memory.replays import MatchReplay, read_replay
from greenbaize.app.memory.visibility_guard import decide_opening, find_resumable_paths
from greenbaize.app.par import choose_par_level
from greenbaize.app.tables.default_players import display_names, get_own_name, get_person_names
from greenbaize.app.tables.unfinished_matches import read_unfinished_match
from greenbaize.match.header import match_identity
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN
from greenbaize.store.artwork.system_decks import may_be_deck
from greenbaize.store.declared_settings import NONE
from greenbaize.ui.features.history.replay_page import ReplayPage
from greenbaize.ui.match.resume_dialogs import SeatDialog
from greenbaize.ui.shell.navigation import (
    AddDeckRoute,
    DroppedFileRoute,
    RecordRoute,
    ReopenTableRoute,
    ReplayRoute,
    ResumeRoute,
    StartRoute,
)
from greenbaize.ui.shell.notifications import RecordReadProgress
from greenbaize.ui.shell.pages import Route
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.localized_texts import describe_record_error
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name, sanitise_text
from greenbaize.words.par_words import describe_par

RECORD_SUFFIX: Final = ".jsonl"


def open_record(services: Services, route: RecordRoute) -> str:
    """Resume or replay the match of a record; return the reason if neither is possible."""
    opening, path = decide_opening(route.path), route.path
    if opening.is_replay_only:
        error = open_replay(services, ReplayRoute(opening.path, route.seat))
        if not error and opening.is_over_elsewhere:
            services.notifications.show_message(Message("record-over"))
        elif not error and read_unfinished_match(path) is not None:
            notice = tr("This match was abandoned here, so it can only be looked at.")
            services.notifications.show_sentence(notice)
        return error
    resume_route: Route = ResumeRoute(opening.path, route.seat)
    unfinished_match = read_unfinished_match(opening.path)
    if unfinished_match is not None and "shuffle" in unfinished_match.header.extra:
        # Friends continue together: alone, one player would see the hand of another seat.
        resume_route = ReopenTableRoute(opening.path, unfinished_match.header)
    error = services.navigator.navigate_to(resume_route)
    if not error and opening.path != path:
        services.notifications.show_sentence(
            tr("That was a copy. The match goes on in its own record.")
        )
    return error


def open_replay(services: Services, route: ReplayRoute) -> str:
    """Show the replay of a match; return the reason if it cannot be shown, or an empty text."""
    try:
        with RecordReadProgress(services.window) as bar:
            name, *former = get_person_names(services.settings.current.current_person)
            match_replay = read_replay(route.path, name, bar.show_event_count, former)
    except GameError as error:
        return describe_record_error(error, route.path)
    window, launcher = services.window, services.launcher.next_launcher
    par_texts = _describe_pars(services, match_replay)
    page = ReplayPage(match_replay, window, launcher, par_texts)
    page.leave_requested.connect(lambda: services.navigate(StartRoute()))
    page.play_on_requested.connect(lambda: _confirm_play_on(services, page))
    show_replay_page(services, page)
    if route.seat is not None and route.seat in match_replay.viewers:
        page.bar.viewer_box.setCurrentIndex(match_replay.viewers.index(route.seat))
    if route.moment is not None:
        page.go_to_moment(route.moment)
    if route.autoplay:
        page.toggle_playback()
    return ""


def _describe_pars(services: Services, match_replay: MatchReplay) -> list[tuple[int, str]]:
    """Return a sentence about the stored par of each deal."""
    game, level = match_replay.playback.game, services.settings.current.par
    if level == NONE:
        return []
    level = choose_par_level(match_replay.header, level)
    try:
        pars = load_pars(match_replay.header, level)
    except FileError:
        return []
    return [(deal, describe_par(game, level, par.par)) for deal, par in pars.items()]


def show_replay_page(services: Services, page: ReplayPage) -> None:
    """Show the page of a replay, heard and spoken."""
    services.pages.leave_page()
    services.sound.attach_replay(page)
    services.speech.follow_replay(page)
    services.pages.show_page(page)

    def on_viewer_changed() -> None:
        page.settings_requested.emit()  # the new viewer has a new table, which needs the settings
        services.sound.attach_replay(page)
        services.speech.connect_stage(page.table.stage)
        services.pages.changed.emit()

    page.viewer_changed.connect(on_viewer_changed)
    services.pages.changed.emit()
    page.setFocus()


def _confirm_play_on(services: Services, page: ReplayPage) -> None:
    """Start a practice match from here, after a question if this gives up an unfinished match."""
    match_replay = page.replay
    page.pause_playback()
    if not match_replay.resumable_paths:
        _choose_play_on_seat(services, page)
        return
    dialog = ConfirmationDialog(
        services.window,
        tr("Play on from here?"),
        tr(
            "What you play then is practice and does not count. The match itself is kept among "
            "the abandoned ones and not offered again."
        ),
        tr("&Play on"),
        tr("&Keep the match"),
    )
    dialog.confirmed.connect(lambda: _choose_play_on_seat(services, page))
    services.dialogs.open_dialog(dialog)


def _choose_play_on_seat(services: Services, page: ReplayPage) -> None:
    """Play on at the viewer's seat, at the person's own, or at one they choose."""
    match_replay, viewer = page.replay, page.table.viewer
    if isinstance(viewer, int):
        _start_practice_match(services, page, viewer)
    elif match_replay.own_seat is not None:
        _start_practice_match(services, page, match_replay.own_seat)
    else:
        names = [display_name(name) for name in display_names(match_replay.header.players)]
        dialog = SeatDialog(range(len(names)), names, services.window)
        dialog.set_texts(
            tr("From whose seat?"),
            tr("Computer players take all other seats. It is practice and does not count."),
            tr("&Play on"),
        )
        dialog.seat_chosen.connect(lambda seat: _start_practice_match(services, page, seat))
        services.dialogs.open_dialog(dialog)


def _start_practice_match(services: Services, page: ReplayPage, seat: int) -> None:
    match_replay = page.replay
    player = HeaderPlayer(get_own_name(services.settings.current), HUMAN)
    try:
        open_record_path = find_resumable_paths(
            match_identity(match_replay.header), match_replay.path
        )
        path = continue_as_practice(
            match_replay.header,
            match_replay.record.events[: page.moment],
            player,
            seat,
            open_record_path,
        )
    except GameError as error:
        services.notifications.show_message(error.message)
        return
    services.navigate(ResumeRoute(path, seat))


def open_dropped_urls(services: Services, urls: Sequence[QUrl]) -> None:
    """Open a dropped match record, or show why the URLs cannot be opened."""
    path = Path(urls[0].toLocalFile()) if urls else Path()
    if len(urls) != 1:
        template = tr(
            "One match record can be opened at a time; drop several on the list (Ctrl+L)."
        )
    elif not urls[0].toLocalFile():
        template = tr("Only files on this computer can be opened.")
    elif may_be_deck(path):
        services.navigate(AddDeckRoute(path))
        return
    elif path.is_dir():
        template = tr("{file} is a folder; drop it on the list of matches (Ctrl+L) to import it.")
    elif path.suffix.lower() != RECORD_SUFFIX:
        template = tr("{file} is no match record, whose name ends in .jsonl.")
    else:
        services.navigate(DroppedFileRoute(path))
        return
    services.notifications.show_sentence(template.format(file=sanitise_text(path.name)))
