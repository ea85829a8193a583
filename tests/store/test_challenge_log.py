"""The file of challenges that were begun: entries survive damage and other windows."""

import pytest

from greenbaize.rules.errors import FileError
from greenbaize.store import challenge_log
from greenbaize.store.challenge_log import ChallengeEntry, append_entry, read_entries

ENTRY = ChallengeEntry("begun", "ABCDE", "1", "0" * 32, "20261128")


def test_entries_are_read_in_order(tmp_path):
    path = tmp_path / "more" / "challenges.jsonl"
    assert read_entries(path) == []
    other = ChallengeEntry("hint", "ABCDE", "1", "1" * 32)
    append_entry(path, ENTRY)
    append_entry(path, other)
    assert read_entries(path) == [ENTRY, other]


@pytest.mark.parametrize(
    "damage",
    [
        b"\0\xff\n",
        b'{"what": "begun"}\n',
        b"[]\n",
        b'{"what": "begun", "code": "A", "person": "1", "match": "x"}\n',
        b'{"what": "begun", "code": "A", "pers',
        b"{" * 5000 + b"\n",
    ],
)
def test_damaged_lines_are_skipped(tmp_path, damage):
    path = tmp_path / "challenges.jsonl"
    other = ChallengeEntry("hint", "ABCDE", "1", "1" * 32)
    append_entry(path, ENTRY)
    with path.open("ab") as file:
        file.write(damage)
    append_entry(path, other)
    assert read_entries(path) == [ENTRY, other]


def test_keys_of_newer_programs_are_ignored(tmp_path):
    path = tmp_path / "challenges.jsonl"
    append_entry(path, ENTRY)
    line = path.read_bytes()
    path.write_bytes(line.replace(b"{", b'{"newer": [1], ', 1))
    assert read_entries(path) == [ENTRY]


def test_a_file_that_cannot_be_written_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError):
        append_entry(tmp_path / "file" / "challenges.jsonl", ENTRY)


def test_no_try_is_lost_in_a_file_of_any_length(tmp_path):
    path = tmp_path / "challenges.jsonl"
    append_entry(path, ENTRY)
    hint = ChallengeEntry("hint", "ABCDE", "", "1" * 32)
    append_entry(path, hint)
    line = path.read_bytes().splitlines(keepends=True)[-1]
    with path.open("ab") as file:
        file.write(b"x" * 9_000_000 + b"\n" + line * 1000)
    assert read_entries(path) == [ENTRY, hint]


def test_a_long_file_is_compacted_to_each_entry_once(tmp_path, monkeypatch):
    monkeypatch.setattr(challenge_log, "COMPACT_EVERY_BYTES", 2000)
    path = tmp_path / "challenges.jsonl"
    newer = b'{"what": "watched", "code": "ABCDE", "newer": [1]}\n'
    append_entry(path, ENTRY)
    with path.open("ab") as file:
        file.write(newer)
    hints = [ChallengeEntry("hint", "ABCDE", "", f"{number:032x}") for number in range(3)]
    for number in range(100):
        append_entry(path, hints[number % 3])
    assert path.stat().st_size < 3000
    assert newer in path.read_bytes()
    assert read_entries(path)[0] == ENTRY
    assert set(read_entries(path)) == {ENTRY, *hints}
