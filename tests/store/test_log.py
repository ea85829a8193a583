import os

import pytest

from greenbaize.store import folders, log
from greenbaize.store.log import keep_error


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def go_wrong(text):
    raise ValueError(text)


def fault(text="a fault"):
    try:
        go_wrong(text)
    except ValueError as error:
        return error
    raise AssertionError


def test_error_is_kept_with_its_traceback():
    path = keep_error(fault())
    assert path == folders.log()
    text = path.read_text()
    assert "ValueError: a fault" in text
    assert "in go_wrong" in text


def test_errors_follow_one_another():
    keep_error(fault("first"))
    keep_error(fault("second"))
    text = folders.log().read_text()
    assert text.index("first") < text.index("second")


def test_log_stays_small(monkeypatch):
    monkeypatch.setattr(log, "MOST_BYTES", 2000)
    for number in range(50):
        keep_error(fault(f"fault {number}"))
    files = sorted(folders.log().parent.iterdir())
    assert [path.name for path in files] == ["greenbaize.log", "greenbaize.log.1"]
    assert all(path.stat().st_size < 4000 for path in files)
    assert "fault 49\n" in files[0].read_text()


def test_one_endless_error_does_not_fill_the_disk():
    path = keep_error(fault("x" * 5_000_000))
    assert path.stat().st_size <= log.MOST_BYTES


def test_letters_that_cannot_be_written_are_escaped():
    path = keep_error(fault("half \ud800"))
    assert "half \\ud800" in path.read_text()


def test_log_that_cannot_be_written_is_no_error(home):
    home.write_text("a file where the folder should be")
    assert keep_error(fault()) is None


def test_error_that_cannot_be_printed_is_no_error():
    class SilentError(Exception):
        def __str__(self):
            raise RuntimeError

    assert keep_error(SilentError()) is not None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX has pipes with names")
def test_a_pipe_in_the_logs_place_is_not_waited_for():
    folders.log().parent.mkdir(parents=True)
    os.mkfifo(folders.log())
    assert keep_error(fault()) is None
