"""Files that grow by lines: read line by line, and rewritten above a size."""

import pytest

from greenbaize.rules.errors import FileError
from greenbaize.store import line_file
from greenbaize.store.line_file import (
    append_and_compact,
    append_private_line,
    compact_lines,
    read_lines,
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "more" / "lines.jsonl"


def test_lines_are_appended_to_a_file_of_the_persons_own(path):
    append_private_line(path, b"{}\n")
    append_private_line(path, b"[]\n")
    assert path.read_bytes() == b"{}\n[]\n"
    assert list(read_lines(path)) == [b"{}\n", b"[]\n"]


def test_a_missing_file_has_no_lines(path):
    with pytest.raises(FileError):
        list(read_lines(path))


@pytest.mark.parametrize("length", [9, 10, 11, 20, 21, 35])
def test_a_line_that_is_too_long_is_skipped_alone(path, monkeypatch, length):
    monkeypatch.setattr(line_file, "MAX_LINE_BYTES", 10)
    path.parent.mkdir()
    path.write_bytes(b"one\n" + b"x" * (length - 1) + b"\ntwo\nend")
    lines = list(read_lines(path))
    assert lines[0] == b"one\n"
    assert lines[-2:] == [b"two\n", b"end"]
    assert len(lines) == (4 if length <= 10 else 3)


def test_the_last_line_of_a_key_is_kept_as_it_is(path):
    path.parent.mkdir()
    path.write_bytes(b'{"a": 1, "b":  2}\ndamaged\n{"a": 2}\n{"a":1,"c":3}\r\n{"a": 3}')
    compact_lines(path, lambda values, _: values["a"])
    assert path.read_bytes() == b'{"a": 2}\n{"a":1,"c":3}\n{"a": 3}\n'
    compact_lines(path, lambda values, _: values["a"], max_bytes=24)
    assert path.read_bytes() == b'{"a":1,"c":3}\n{"a": 3}\n'


def test_a_file_is_compacted_each_time_it_has_grown(path):
    path.parent.mkdir()
    sizes = []
    for number in range(8):
        line = b'{"a": %d}\n' % (number // 2)
        append_and_compact(path, line, lambda values, _: values["a"], growth_bytes=2 * len(line))
        sizes.append(path.stat().st_size // len(line))
    assert sizes == [1, 1, 2, 3, 3, 3, 4, 5]  # at every second line only
