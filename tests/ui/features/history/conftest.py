"""Fixtures for tests of the replay page."""

from pathlib import Path

import pytest

from greenbaize.app.memory.history_sync import sync_history
from greenbaize.app.memory.replays import read_replay
from greenbaize.store import folders
from greenbaize.ui.features.history.replay_page import ReplayPage
from ui.features.history.history_users import (
    HOSTILE,
    MatchListUser,
    StatisticsWindowUser,
    write_record,
)

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


@pytest.fixture
def history_folder(home):
    """Create the match folder with five records, one of them damaged."""
    folder = folders.matches_folder()
    (folder / "abandoned").mkdir(parents=True)
    write_record(folder, "damn", 1, "0101", "Boris")
    write_record(folder, "rank", 2, "0201", HOSTILE)
    write_record(folder, "damn", 3, "0301", "Vera", lines=12)
    write_record(folder / "abandoned", "damn", 5, "0215", "Otto", lines=9)
    (folder / "20260401T100000-damn-0004.jsonl").write_bytes(b"no record\n")
    sync_history()
    return folder


@pytest.fixture
def open_match_list(open_program):
    return lambda: MatchListUser(open_program())


@pytest.fixture
def user(history_folder, open_match_list):
    """Open the list of Ida's matches."""
    return open_match_list()


@pytest.fixture
def statistics_folder(home):
    """Create the match folder with three matches of Damn and one of Rank."""
    folder = folders.matches_folder()
    folder.mkdir(parents=True)
    for number, game in enumerate(("damn", "damn", "rank", "damn"), start=1):
        write_record(folder, game, number, f"0{number}01", "Boris", "Vera")
    sync_history()
    return folder


@pytest.fixture
def open_statistics(open_program):
    return lambda: StatisticsWindowUser(open_program())


@pytest.fixture
def statistics_user(statistics_folder, open_statistics):
    """Open the statistics of Ida's matches."""
    return open_statistics()
