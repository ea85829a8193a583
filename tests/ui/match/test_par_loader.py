"""The job that plays par beside the window."""

from pathlib import Path

import pytest

from greenbaize.app.memory.history_indexer import HistoryIndexer
from greenbaize.ui.match.par_loader import run_par_command


class FakeParIndexer(HistoryIndexer):
    """An indexer whose process writes given lines."""

    def __init__(self, lines):
        self.lines, self.arguments = lines, []

    def run_command(self, arguments, lost_message):
        self.arguments = arguments
        assert lost_message.code == "par-lost"
        yield from self.lines


@pytest.mark.parametrize(
    ("lines", "signals"),
    [
        (
            [{"deal": 1, "strokes": [0]}, {"done": True}],
            [("par_played", {"deal": 1, "strokes": [0]}), ("play_finished",)],
        ),
        ([{"fault": "No."}, {"done": True}], [("play_failed", 1, "No.")]),
        ([], []),
    ],
)
def test_lines_of_the_process_become_signals(lines, signals):
    indexer, emitted = FakeParIndexer(lines), []
    run_par_command(Path("x.jsonl"), "hard", 1, indexer, lambda *values: emitted.append(values))
    assert emitted == signals
    assert indexer.arguments[-3:] == ["1", "--", "x.jsonl"]


def test_all_deals_without_par_are_played_where_none_is_named():
    indexer = FakeParIndexer([])
    run_par_command(Path("x.jsonl"), "hard", None, indexer, lambda *_: None)
    assert "--deal" not in indexer.arguments
