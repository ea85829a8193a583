"""Files that another program reads just now, as Windows sees it."""

from pathlib import Path

import pytest

from greenbaize.store import open_files
from greenbaize.store.open_files import put_in_place, where_others_read


class _RefusedError(PermissionError):
    """What Windows raises."""

    def __init__(self, winerror: int) -> None:
        super().__init__()
        self.winerror = winerror


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A Windows where waiting takes no time; how long was waited."""
    waited: list[float] = []
    monkeypatch.setattr(open_files.sys, "platform", "win32")
    monkeypatch.setattr(open_files.time, "sleep", waited.append)
    return waited


def test_a_file_that_is_read_just_now_is_moved_a_little_later(waits: list[float]) -> None:
    refused = [_RefusedError(32), _RefusedError(32)]

    def move() -> str:
        if refused:
            raise refused.pop()
        return "moved"

    assert where_others_read(move) == "moved"
    assert len(waits) == 2


@pytest.mark.parametrize(("winerror", "most"), [(32, 1.0), (5, 0.0)])
def test_it_is_not_waited_for_ever_nor_for_what_does_not_pass(
    waits: list[float], winerror: int, most: float
) -> None:
    def move() -> None:
        raise _RefusedError(winerror)

    with pytest.raises(PermissionError):
        where_others_read(move)
    assert sum(waits) <= most
    assert bool(waits) is bool(most)


def test_a_file_is_put_in_the_place_of_one_that_is_read_just_now(
    waits: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = [_RefusedError(5), _RefusedError(32)]
    replace = Path.replace

    def replaced(fresh: Path, target: Path) -> Path:
        if refused:
            raise refused.pop()
        return replace(fresh, target)

    monkeypatch.setattr(Path, "replace", replaced)
    put_in_place(tmp_path / "settings.json", b"{}", 0o666)
    assert len(waits) == 2
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"{}"]
