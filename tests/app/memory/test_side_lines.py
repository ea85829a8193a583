"""What is stored of a match beside its record goes with it: deleted, copied and imported."""

from contextlib import closing

import pytest

from greenbaize.app.memory.history_sync import sync_history
from greenbaize.app.memory.record_import import import_record
from greenbaize.app.memory.side_lines import (
    EXTRAS_SUFFIX,
    SIDE_FILES,
    copy_side_lines,
    forget_matches,
    read_match_identity,
)
from greenbaize.match.record import encode_line
from greenbaize.store import folders
from greenbaize.store.coached_deals import CoachedDeal
from greenbaize.store.exercise_outcomes import ExerciseOutcome, read_outcomes, write_outcome
from greenbaize.store.hints import HintUse
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.notes import NOTES, MomentNote
from greenbaize.store.pars import DealPar
from greenbaize.store.reviews import DealReview
from match.random_matches import GameSetup, play_randomly

MATCH = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1)
OTHER = "f" * 32
TIME = "20261128T100000"
OUTCOME = ExerciseOutcome(-1, 1, was_right=True)


@pytest.fixture(autouse=True)
def record(tmp_path, monkeypatch):
    """A record with something about it and about another match in every file."""
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    path = folders.matches_folder() / "own.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(MATCH.record)
    for match in (read_match_identity(path), OTHER):
        for name, result in make_results(match).items():
            deal_file, find_path = SIDE_FILES[name]
            deal_file.write_result(find_path(), result)
        write_outcome(folders.exercises_path(), "1", "damn:own", f"{match}-0-7", OUTCOME)
    return path


def make_results(match):
    return {
        "notes": MomentNote(match, 1, 0, 5, TIME, "the nine"),
        "hints": HintUse(match, 1, 0, TIME),
        "reviews": DealReview(match, 1, 0, "hard 1", TIME, 3, 1.5),
        "pars": DealPar(match, 1, 0, "hard", "1", TIME, (1,), (2,), (-1,)),
        "coach": CoachedDeal(match, 1, 0, "coach 1", TIME, 3),
    }


def stored_matches():
    """Return the matches that each file says something about."""
    found = {
        name: {result.match for result in deal_file.read_results(find_path())}
        for name, (deal_file, find_path) in SIDE_FILES.items()
    }
    outcomes = read_outcomes(folders.exercises_path(), "1", "damn:own").outcomes
    return found | {"exercises": {name.partition("-")[0] for name in outcomes}}


def test_every_file_forgets_a_deleted_match_and_no_other(record):
    match = read_match_identity(record)
    sync_history()
    record.unlink()
    forget_matches({match, ""})
    assert set(map(frozenset, stored_matches().values())) == {frozenset({OTHER})}
    assert match.encode() not in b"".join(
        path.read_bytes() for path in folders.coach_path().parent.glob("*.json*")
    )


def test_nothing_is_forgotten_while_a_record_of_the_match_is_left(record):
    match = read_match_identity(record)
    (record.parent / "again.jsonl").write_bytes(MATCH.record)
    sync_history()
    record.unlink()
    forget_matches({match})
    assert set(map(frozenset, stored_matches().values())) == {frozenset({match, OTHER})}


def import_copy(path):
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        return import_record(path, history)


def test_a_copy_brings_everything_along_to_another_computer(record, tmp_path, monkeypatch):
    match = read_match_identity(record)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(record.read_bytes())
    copy_side_lines(match, copy)
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "elsewhere"))
    assert import_copy(copy)
    for name, result in make_results(match).items():
        deal_file, find_path = SIDE_FILES[name]
        assert deal_file.read_results(find_path()) == [result]
    assert not import_copy(copy)  # nothing twice
    assert folders.notes_path().read_bytes().count(b"\n") == 1


def test_newer_notes_here_stay(record, tmp_path):
    match = read_match_identity(record)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(record.read_bytes())
    copy_side_lines(match, copy)
    newer = MomentNote(match, 1, 0, 5, "20261128T110000", "the ten")
    NOTES.write_result(folders.notes_path(), newer)
    import_copy(copy)
    assert newer in NOTES.read_results(folders.notes_path())


def test_foreign_and_damaged_lines_are_not_taken_over(record, tmp_path):
    match = read_match_identity(record)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(record.read_bytes())
    before = stored_matches()
    note = {"deal": 1, "seat": 0, "moment": 9, "made": TIME, "text": "x"}
    lines = [
        encode_line({"file": "notes", "match": "e" * 32, **note}),
        encode_line({"file": "settings", "match": match, **note}),
        encode_line({"file": ["notes"], "match": match, **note}),
        encode_line({"file": "notes", "match": match, **note, "made": "never"}),
        encode_line({"file": "notes", "match": match, **note, "moment": -1}),
        b"[1]\n{\n\xff\n",
    ]
    copy.with_suffix(EXTRAS_SUFFIX).write_bytes(b"".join(lines))
    import_copy(copy)
    assert stored_matches() == before
    assert 9 not in [note.moment for note in NOTES.read_results(folders.notes_path())]


def test_a_match_without_anything_has_no_file_beside_its_copy(tmp_path):
    copy_side_lines("a" * 32, tmp_path / "copy.jsonl")
    assert not list(tmp_path.glob("copy*"))
