"""Matches played back."""

from pathlib import Path

import pytest

from greenbaize.app.memory.replays import read_replay
from greenbaize.ui.features.history.replaying import Replaying

GOLDEN = Path(__file__).parents[3] / "golden"


@pytest.fixture
def laid(qtbot, tmp_path):
    """Lays the replay of a record, a file or bytes; cards do not move unless asked to."""
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
