"""Records that are opened: what can be gone on with is, all else is played back."""

from pathlib import Path
from typing import TYPE_CHECKING

from greenbaize.app.memory.guarding import opening_of, still_open
from greenbaize.app.memory.practice import play_on
from greenbaize.app.memory.replays import read_replay
from greenbaize.app.tables.company import names_of, your_name
from greenbaize.app.tables.unfinished import unfinished_at
from greenbaize.match.header import identity
from greenbaize.match.sitters import Sitter
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN
from greenbaize.ui.dialogs.ask import Confirmation
from greenbaize.ui.faults import fault_text
from greenbaize.ui.memory.replaying import Replaying
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from greenbaize.ui.window import MainWindow


def open_record(window: "MainWindow", path: Path, seat: int | None = None) -> bool:
    """Go on with a match, or play it back where nobody can; a problem is told.

    Args:
        window: the window.
        path: the record.
        seat: whose chair it is, if that was said.

    Returns:
        Whether it is on the table.
    """
    opening = opening_of(path)
    if opening.replay:
        done = replay_or_tell(window, opening.path, seat)
        if done and opening.ended:
            window.banner.tell(Speaker().say(Message("record-over")))
        elif done and unfinished_at(path) is not None:
            window.banner.tell(tr("This match was abandoned here, so it can only be looked at."))
        return done
    done = window.resume_or_tell(opening.path, seat)
    if done and opening.path != path:
        window.banner.tell(tr("That was a copy. The match goes on in its own record."))
    return done


def replay_or_tell(window: "MainWindow", path: Path, seat: int | None = None) -> bool:
    """Play a match back, or say why that cannot be; whether it can."""
    if window.asks_of_guide(lambda: replay_or_tell(window, path, seat)):
        return True
    problem = replay(window, path, seat)
    if problem:
        window.banner.tell(problem)
    return not problem


def replay(window: "MainWindow", path: Path, seat: int | None = None) -> str:
    """Play a match back, whether it is over or not.

    Args:
        window: the window.
        path: the record.
        seat: from which seat it is seen at first; None for the usual one.

    Returns:
        Why that cannot be, or nothing.
    """
    from greenbaize.ui.reading_bar import ReadingBar  # noqa: PLC0415  (with the first record)

    window.reading = True
    try:
        with ReadingBar(window) as bar:
            name, *former = names_of(window.settings.person)
            found = read_replay(path, name, bar.show_events, former)
    except GameError as error:
        return fault_text(error, path)
    finally:
        window.reading = False
    replaying = Replaying(found, window.theme, window, window.housing())
    replaying.left.connect(window.clear_table)
    replaying.play_on_asked.connect(lambda: _ask_play_on(window, replaying))
    window.lay_replay(replaying)
    if seat is not None and seat in found.viewers:
        replaying.bar.viewer.setCurrentIndex(found.viewers.index(seat))
    return ""


def replay_laid(window: "MainWindow") -> None:
    """Play back the match that has ended on the table, or say why that cannot be."""
    playing = window.playing
    if playing is not None and playing.has_result and playing.place.record is not None:
        replay_or_tell(window, playing.place.record, playing.place.seat)


def _ask_play_on(window: "MainWindow", replaying: Replaying) -> None:
    """Begin a practice match from here; a match that is not over is given up for it."""
    found = replaying.replay
    replaying.pause()
    if not found.left:
        _ask_seat(window, replaying)
        return
    question = Confirmation(
        window,
        tr("Play on from here?"),
        tr(
            "What you play then is practice and counts nowhere. The match itself is kept among "
            "the abandoned ones and not offered again."
        ),
        tr("&Play on"),
        tr("&Keep the match"),
    )
    question.confirmed.connect(lambda: _ask_seat(window, replaying))
    window.open_dialog(question)


def _ask_seat(window: "MainWindow", replaying: Replaying) -> None:
    """Play on at the seat the match is seen from, or at one that is asked for."""
    found, viewer = replaying.replay, replaying.table.viewer
    if isinstance(viewer, int):
        _play_on(window, replaying, viewer)
    elif found.own is not None:
        _play_on(window, replaying, found.own)
    else:
        from greenbaize.ui.dialogs.chair import ChairDialog  # noqa: PLC0415  (seldom asked)

        names = [shown_name(sitter.name) for sitter in found.header.sitters]
        dialog = ChairDialog(range(len(names)), names, window, window.theme)
        dialog.say(
            tr("From whose seat?"),
            tr("Computer players take all other seats. It is practice, and counts nowhere."),
            tr("&Play on"),
        )
        dialog.chair_chosen.connect(lambda seat: _play_on(window, replaying, seat))
        window.open_dialog(dialog)


def _play_on(window: "MainWindow", replaying: Replaying, seat: int) -> None:
    found = replaying.replay
    you = Sitter(your_name(window.settings), HUMAN)
    try:
        left = still_open(identity(found.header), found.path)
        path = play_on(found.header, found.record.events[: replaying.moment], you, seat, left)
    except GameError as error:
        window.banner.tell(Speaker().say(error.message))
        return
    window.resume_or_tell(path, seat)
