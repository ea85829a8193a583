"""Fixtures for tests of the replay page."""

from pathlib import Path

import pytest

from greenbaize.app.memory.replays import read_replay
from greenbaize.ui.features.history.replay_page import ReplayPage

GOLDEN = Path(__file__).parents[3] / "golden"


@pytest.fixture
def open_replay(qtbot, tmp_path):
    """Return a function that opens a golden record's name or a record's bytes in a replay page.

    Animations are off unless ``pace`` is given.
    """
    pages = []

    def open_record(record, size=(1110, 700), pace=0.0, name=""):
        path = GOLDEN / f"{record}.jsonl"
        if isinstance(record, bytes):
            path = tmp_path / "record.jsonl"
            path.write_bytes(record)
        page = ReplayPage(read_replay(path, name))
        qtbot.addWidget(page)
        page.set_pace(pace)
        page.resize(*size)
        with qtbot.waitActive(page):
            page.show()
        pages.append(page)
        return page

    yield open_record
    for page in pages:
        page.close_page()
