"""Tests for files dropped on the window: records are opened, anything else is refused."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.ui.ipc import QUESTION, IpcController
from ui.table.person import until

GOLDEN = Path(__file__).parents[3] / "golden"
DAMN = PlayRequest("damn", 4, {"first": 3, "deals": 5}, seed_from("window"))


class Desk:
    """A window and a simulated person who drags files onto it."""

    def __init__(self, person):
        self.person, self.main = person, person.main
        until(lambda: self.main.playing or (self.main.lobby and self.main.lobby.choices))
        self.calls = IpcController(self.main.services, None, alone=True)
        self.calls.begin()

    def drop(self, *urls, text=""):
        """Drag data onto the middle of the window and drop it; return False if it is rejected."""
        data = QMimeData()
        if urls:
            data.setUrls(list(urls))
        else:
            data.setText(text)
        # Send the events to the native window, so that Qt itself finds the target widget.
        surface, spot = self.main.windowHandle(), QPoint(300, 300)
        action, left = (
            Qt.DropAction.CopyAction | Qt.DropAction.MoveAction,
            Qt.MouseButton.LeftButton,
        )
        held = Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(spot, action, data, left, held)
        QApplication.sendEvent(surface, enter)
        if not enter.isAccepted():
            return False
        assert enter.dropAction() == Qt.DropAction.CopyAction  # a move would delete the source file
        QApplication.sendEvent(surface, QDropEvent(spot.toPointF(), action, data, left, held))
        QApplication.processEvents()
        return True

    @property
    def told(self):
        banner = self.main.banner
        return banner.words.text() if banner.isVisible() else ""


@pytest.fixture
def desk(opened):
    desks = []

    def lay(request=None):
        desks.append(Desk(opened(request)))
        return desks[-1]

    yield lay
    for one in desks:
        one.calls.close()


def url(path):
    return QUrl.fromLocalFile(str(path))


def test_a_finished_record_is_played_back(desk):
    at = desk()
    assert at.drop(url(GOLDEN / "ass-3.jsonl"))
    until(lambda: at.main.replaying)
    assert at.drop(url(GOLDEN / "rank-2.jsonl"))  # dropped on a replay
    until(lambda: at.main.replaying.replay.header.game == "rank")
    before = at.main.replaying
    assert at.drop(url(GOLDEN / "rank-2.jsonl"))  # the record that is already open
    assert at.main.replaying is before


def test_one_that_is_not_over_is_gone_on_with(desk, tmp_path):
    path = tmp_path / "left.JSONL"
    shutil.copy(GOLDEN / "damn-3-cut-short.jsonl", path)
    at = desk()
    at.drop(url(path))
    until(lambda: at.main.playing)


@pytest.mark.slow
def test_a_match_that_is_played_is_not_left_without_asking(desk):
    at = desk(DAMN)
    at.drop(url(GOLDEN / "ass-3.jsonl"))
    until(QApplication.activeModalWidget)
    question = QApplication.activeModalWidget()
    assert question.objectName() == QUESTION
    assert at.main.playing is not None
    question.yes_button.click()
    until(lambda: at.main.replaying)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("urls", "words"),
    [
        ([QUrl.fromLocalFile("/tmp/picture.png")], "picture.png"),
        ([QUrl("https://example.org/match.jsonl")], "on this computer"),
        ([url(GOLDEN / "ass-3.jsonl"), url(GOLDEN / "damn-3.jsonl")], "drop several on the list"),
        ([url(GOLDEN)], "golden is a folder; drop it on the list of matches"),
        ([QUrl.fromLocalFile("/tmp/<b>there is none</b>.jsonl")], "there is none"),
        ([url(GOLDEN / "damaged" / "score-too-high.jsonl")], "line"),
    ],
)
def test_anything_else_is_refused(desk, urls, words):
    at = desk()
    at.drop(*urls)
    until(lambda: at.told)
    assert words in at.told
    assert at.main.laid is None


def test_what_is_no_file_does_not_come(desk):
    at = desk()
    assert not at.drop(text="damn-3.jsonl")
    assert at.told == ""
