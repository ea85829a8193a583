"""Opening of records: a match that can be continued is resumed, any other one is replayed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QUrl

from greenbaize.app.memory.branches import play_on
from greenbaize.app.memory.replays import read_replay
from greenbaize.app.memory.visibility_guard import opening_of, still_open
from greenbaize.app.tables.default_players import called, names_of, your_name
from greenbaize.app.tables.unfinished import unfinished_at
from greenbaize.match.header import identity
from greenbaize.match.player import Player
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN
from greenbaize.ui.features.history.replaying import Replaying
from greenbaize.ui.match.unfinished import ChairDialog
from greenbaize.ui.shell.navigation import OpenFile, OpenRecord, ReopenTable, Replay, Resume, Start
from greenbaize.ui.shell.notifications import ReadingBar
from greenbaize.ui.shell.pages import Destination
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.texts import fault_text
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name, shown_words

SUFFIX: Final = ".jsonl"


def open_record(services: Services, to: OpenRecord) -> str:
    """Resume or replay the match of a record; return the reason if neither is possible."""
    opening, path = opening_of(to.path), to.path
    if opening.replay:
        problem = replay(services, Replay(opening.path, to.seat))
        if not problem and opening.ended:
            services.notifications.say(Message("record-over"))
        elif not problem and unfinished_at(path) is not None:
            told = tr("This match was abandoned here, so it can only be looked at.")
            services.notifications.tell(told)
        return problem
    goes_on: Destination = Resume(opening.path, to.seat)
    one = unfinished_at(opening.path)
    if one is not None and "shuffle" in one.header.more:
        # Friends continue together: alone, one player would see the hand of another seat.
        goes_on = ReopenTable(opening.path, one.header)
    problem = services.navigator.go(goes_on)
    if not problem and opening.path != path:
        services.notifications.tell(tr("That was a copy. The match goes on in its own record."))
    return problem


def replay(services: Services, to: Replay) -> str:
    """Show the replay of a match; return the reason if it cannot be shown, or an empty text."""
    try:
        with ReadingBar(services.window) as bar:
            name, *former = names_of(services.settings.now.person)
            found = read_replay(to.path, name, bar.show_events, former)
    except GameError as error:
        return fault_text(error, to.path)
    window, launcher = services.window, services.launcher.now
    replaying = Replaying(found, window, launcher)
    replaying.left.connect(lambda: services.go(Start()))
    replaying.play_on_asked.connect(lambda: _ask_play_on(services, replaying))
    _lay(services, replaying)
    if to.seat is not None and to.seat in found.viewers:
        replaying.bar.viewer.setCurrentIndex(found.viewers.index(to.seat))
    if to.moment is not None:
        replaying.go_to(to.moment)
    if to.goes_on:
        replaying.play_or_pause()
    return ""


def _lay(services: Services, replaying: Replaying) -> None:
    services.pages.leave()
    services.sound.listen_back(replaying)
    services.speech.listen_back(replaying)
    services.pages.show(replaying)

    def on_viewer_changed() -> None:
        replaying.apply_asked.emit()  # the new viewer has a new table, which needs the settings
        services.sound.listen_back(replaying)
        services.speech.pace(replaying.table.stage)
        services.pages.changed.emit()

    replaying.viewer_changed.connect(on_viewer_changed)
    services.pages.changed.emit()
    replaying.setFocus()


def _ask_play_on(services: Services, replaying: Replaying) -> None:
    """Start a practice match from here, after a question if this gives up an unfinished match."""
    found = replaying.replay
    replaying.pause()
    if not found.left:
        _ask_seat(services, replaying)
        return
    question = Confirmation(
        services.window,
        tr("Play on from here?"),
        tr(
            "What you play then is practice and does not count. The match itself is kept among "
            "the abandoned ones and not offered again."
        ),
        tr("&Play on"),
        tr("&Keep the match"),
    )
    question.confirmed.connect(lambda: _ask_seat(services, replaying))
    services.dialogs.open(question)


def _ask_seat(services: Services, replaying: Replaying) -> None:
    """Play on at the viewer's seat, at the person's own, or at one they choose."""
    found, viewer = replaying.replay, replaying.table.viewer
    if isinstance(viewer, int):
        _play_on(services, replaying, viewer)
    elif found.own is not None:
        _play_on(services, replaying, found.own)
    else:
        names = [shown_name(name) for name in called(found.header.sitters)]
        dialog = ChairDialog(range(len(names)), names, services.window)
        dialog.say(
            tr("From whose seat?"),
            tr("Computer players take all other seats. It is practice and does not count."),
            tr("&Play on"),
        )
        dialog.chair_chosen.connect(lambda seat: _play_on(services, replaying, seat))
        services.dialogs.open(dialog)


def _play_on(services: Services, replaying: Replaying, seat: int) -> None:
    found = replaying.replay
    you = Player(your_name(services.settings.now), HUMAN)
    try:
        left = still_open(identity(found.header), found.path)
        path = play_on(found.header, found.record.events[: replaying.moment], you, seat, left)
    except GameError as error:
        services.notifications.say(error.message)
        return
    services.go(Resume(path, seat))


def dropped(services: Services, urls: Sequence[QUrl]) -> None:
    """Open a dropped match record, or show why the URLs cannot be opened."""
    path = Path(urls[0].toLocalFile()) if urls else Path()
    if len(urls) != 1:
        told = tr("One match record can be opened at a time; drop several on the list (Ctrl+L).")
    elif not urls[0].toLocalFile():
        told = tr("Only files on this computer can be opened.")
    elif path.is_dir():
        told = tr("{file} is a folder; drop it on the list of matches (Ctrl+L) to import it.")
    elif path.suffix.lower() != SUFFIX:
        told = tr("{file} is no match record, whose name ends in .jsonl.")
    else:
        services.go(OpenFile(path))
        return
    services.notifications.tell(told.format(file=shown_words(path.name)))
