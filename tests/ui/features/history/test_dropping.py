"""Tests for files dropped on the window: records are opened, anything else is refused."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.ui.ipc import REQUEST_DIALOG_NAME, IpcController
from ui.table.person import wait_until

GOLDEN = Path(__file__).parents[3] / "golden"
DAMN = PlayRequest("damn", 4, {"first": 3, "deals": 5}, seed_from_text("window"))


class FileDropper:
    """A window and a simulated person who drags files onto it."""

    def __init__(self, person):
        self.person, self.facade = person, person.facade
        wait_until(
            lambda: (
                self.facade.match_view
                or (self.facade.start_screen and self.facade.start_screen.start_menu)
            )
        )
        self.ipc_controller = IpcController(self.facade.services, None, alone=True)
        self.ipc_controller.start_listening()

    def drop_data(self, *urls, text=""):
        """Drag data onto the middle of the window and drop it; return False if it is rejected."""
        data = QMimeData()
        if urls:
            data.setUrls(list(urls))
        else:
            data.setText(text)
        # Send the events to the native window, so that Qt itself finds the target widget.
        surface, point = self.facade.windowHandle(), QPoint(300, 300)
        actions, button = (
            Qt.DropAction.CopyAction | Qt.DropAction.MoveAction,
            Qt.MouseButton.LeftButton,
        )
        modifiers = Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(point, actions, data, button, modifiers)
        QApplication.sendEvent(surface, enter)
        if not enter.isAccepted():
            return False
        assert enter.dropAction() == Qt.DropAction.CopyAction  # a move would delete the source file
        QApplication.sendEvent(
            surface, QDropEvent(point.toPointF(), actions, data, button, modifiers)
        )
        QApplication.processEvents()
        return True

    @property
    def banner_text(self):
        banner = self.facade.banner
        return banner.label.text() if banner.isVisible() else ""


@pytest.fixture
def open_dropper(open_program):
    droppers = []

    def open_window(request=None):
        droppers.append(FileDropper(open_program(request)))
        return droppers[-1]

    yield open_window
    for dropper in droppers:
        dropper.ipc_controller.close()


def file_url(path):
    return QUrl.fromLocalFile(str(path))


def test_a_finished_record_is_played_back(open_dropper):
    dropper = open_dropper()
    assert dropper.drop_data(file_url(GOLDEN / "ass-3.jsonl"))
    wait_until(lambda: dropper.facade.replay_page)
    assert dropper.drop_data(file_url(GOLDEN / "rank-2.jsonl"))  # dropped on a replay
    wait_until(lambda: dropper.facade.replay_page.replay.header.game == "rank")
    before = dropper.facade.replay_page
    assert dropper.drop_data(file_url(GOLDEN / "rank-2.jsonl"))  # the record that is already open
    assert dropper.facade.replay_page is before


def test_unfinished_record_is_resumed_when_dropped(open_dropper, tmp_path):
    path = tmp_path / "left.JSONL"
    shutil.copy(GOLDEN / "damn-3-cut-short.jsonl", path)
    dropper = open_dropper()
    dropper.drop_data(file_url(path))
    wait_until(lambda: dropper.facade.match_view)


@pytest.mark.slow
def test_running_match_is_left_only_after_a_question(open_dropper):
    dropper = open_dropper(DAMN)
    dropper.drop_data(file_url(GOLDEN / "ass-3.jsonl"))
    wait_until(QApplication.activeModalWidget)
    question = QApplication.activeModalWidget()
    assert question.objectName() == REQUEST_DIALOG_NAME
    assert dropper.facade.match_view is not None
    question.yes_button.click()
    wait_until(lambda: dropper.facade.replay_page)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("urls", "words"),
    [
        ([QUrl.fromLocalFile("/tmp/picture.png")], "picture.png"),
        ([QUrl("https://example.org/match.jsonl")], "on this computer"),
        (
            [file_url(GOLDEN / "ass-3.jsonl"), file_url(GOLDEN / "damn-3.jsonl")],
            "drop several on the list",
        ),
        ([file_url(GOLDEN)], "golden is a folder; drop it on the list of matches"),
        ([QUrl.fromLocalFile("/tmp/<b>there is none</b>.jsonl")], "there is none"),
        ([file_url(GOLDEN / "damaged" / "score-too-high.jsonl")], "line"),
    ],
)
def test_anything_else_is_refused(open_dropper, urls, words):
    dropper = open_dropper()
    dropper.drop_data(*urls)
    wait_until(lambda: dropper.banner_text)
    assert words in dropper.banner_text
    assert dropper.facade.table_page is None


def test_text_is_rejected(open_dropper):
    dropper = open_dropper()
    assert not dropper.drop_data(text="damn-3.jsonl")
    assert dropper.banner_text == ""
