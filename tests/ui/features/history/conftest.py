"""Fixtures for tests of the replay page."""

from pathlib import Path

import pytest

from greenbaize.app.memory.replays import read_replay
from greenbaize.ui.features.history.replaying import Replaying

GOLDEN = Path(__file__).parents[3] / "golden"


@pytest.fixture
def laid(qtbot, tmp_path):
    """Return a function that opens a golden record's name or a record's bytes in a replay page.

    Animations are off unless ``pace`` is given.
    """
    tables = []

    def lay(record, size=(1110, 700), pace=0.0, name=""):
        path = GOLDEN / f"{record}.jsonl"
        if isinstance(record, bytes):
            path = tmp_path / "record.jsonl"
            path.write_bytes(record)
        replaying = Replaying(read_replay(path, name))
        qtbot.addWidget(replaying)
        replaying.set_pace(pace)
        replaying.resize(*size)
        with qtbot.waitActive(replaying):
            replaying.show()
        tables.append(replaying)
        return replaying

    yield lay
    for replaying in tables:
        replaying.leave()
