"""Records that are opened: what can be gone on with is, all else is played back."""

from pathlib import Path
from typing import TYPE_CHECKING

from greenbaize.app.memory.practice import branch
from greenbaize.app.memory.replays import is_for_replay, read_replay
from greenbaize.app.tables.company import names_of, your_name
from greenbaize.match.sitters import Sitter
from greenbaize.rules.errors import GameError, RecordError
from greenbaize.rules.players import HUMAN
from greenbaize.ui.memory.replaying import Replaying
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name, shown_words
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
    if is_for_replay(path):
        return replay_or_tell(window, path, seat)
    return window.resume_or_tell(path, seat)


def replay_or_tell(window: "MainWindow", path: Path, seat: int | None = None) -> bool:
    """Play a match back, or say why that cannot be; whether it can."""
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
    except RecordError as error:
        said = Speaker().say(error.message)
        where = tr("{file}, line {line}:").format(file=shown_words(path.name), line=error.line)
        return f"{where} {said}"
    except GameError as error:
        return Speaker().say(error.message)
    finally:
        window.reading = False
    replaying = Replaying(found, window.theme, window, window.housing())
    replaying.left.connect(window.clear_table)
    replaying.play_on_asked.connect(lambda: _ask_play_on(window, replaying))
    window.lay_replay(replaying)
    if seat is not None and seat in found.viewers:
        replaying.bar.viewer.setCurrentIndex(found.viewers.index(seat))
    return ""


def _ask_play_on(window: "MainWindow", replaying: Replaying) -> None:
    """Begin a practice match from here, at the seat it is seen from, or at one that is asked."""
    found, viewer = replaying.replay, replaying.table.viewer
    replaying.pause()
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
        path = branch(found.header, found.record.events[: replaying.moment], you, seat)
    except GameError as error:
        window.banner.tell(Speaker().say(error.message))
        return
    window.resume_or_tell(path, seat)
