import os

import pytest

from greenbaize.store import folders, log
from greenbaize.store.log import log_exception


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def raise_error(text):
    raise ValueError(text)


def make_error(text="a fault"):
    try:
        raise_error(text)
    except ValueError as error:
        return error
    raise AssertionError


def test_an_error_is_logged_with_its_traceback():
    path = log_exception(make_error())
    assert path == folders.log_path()
    text = path.read_text()
    assert "ValueError: a fault" in text
    assert "in raise_error" in text


def test_errors_follow_one_another():
    log_exception(make_error("first"))
    log_exception(make_error("second"))
    text = folders.log_path().read_text()
    assert text.index("first") < text.index("second")


def test_log_stays_small(monkeypatch):
    monkeypatch.setattr(log, "MAX_LOG_BYTES", 2000)
    for number in range(50):
        log_exception(make_error(f"fault {number}"))
    files = sorted(folders.log_path().parent.iterdir())
    assert [path.name for path in files] == ["greenbaize.log", "greenbaize.log.1"]
    assert all(path.stat().st_size < 4000 for path in files)
    assert "fault 49\n" in files[0].read_text()


def test_one_endless_error_does_not_fill_the_disk():
    path = log_exception(make_error("x" * 5_000_000))
    assert path.stat().st_size <= log.MAX_LOG_BYTES


def test_unencodable_characters_are_escaped():
    path = log_exception(make_error("half \ud800"))
    assert "half \\ud800" in path.read_text()


def test_log_that_cannot_be_written_is_no_error(home):
    home.write_text("a file where the folder should be")
    assert log_exception(make_error()) is None


def test_error_that_cannot_be_printed_is_no_error():
    class SilentError(Exception):
        def __str__(self):
            raise RuntimeError

    assert log_exception(SilentError()) is not None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes in folders")
def test_a_pipe_in_the_logs_place_is_not_waited_for():
    folders.log_path().parent.mkdir(parents=True)
    os.mkfifo(folders.log_path())
    assert log_exception(make_error()) is None
