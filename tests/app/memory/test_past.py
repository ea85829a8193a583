"""A match on record, looked back on: a person's place at it, its tricks, and its removal."""

from dataclasses import replace
from pathlib import Path

import pytest

from greenbaize.app.memory.replays import PastView, steps_of, tricks_of
from greenbaize.app.tables.matches import remove
from greenbaize.app.tables.seats import own_seat
from greenbaize.app.tables.unfinished import record_of
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes, parted
from greenbaize.rules.errors import GameError, RecordLockedError
from greenbaize.store.record_file import KEYS_SUFFIX, lock_record
from match.playing import Setup, play_randomly, told_to

DAMN = play_randomly(Setup("damn", 3, {"deals": 2}), 1)


def of_people(*people: int, lines: int | None = None) -> bytes:
    """The match with people at these seats."""
    header, *_ = parted(DAMN.record, GAMES)
    sitters = tuple(
        Player(f"P{seat}") if seat in people else one for seat, one in enumerate(header.sitters)
    )
    first = line_bytes(replace(header, sitters=sitters).line())
    return first + b"".join(DAMN.record.splitlines(keepends=True)[1:lines])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def test_a_place_knows_what_the_person_knew(path: Path) -> None:
    path.write_bytes(of_people(1))
    place = PastView.of(path, "Ida")
    assert (place.seat, place.advises, place.record) == (1, True, path)
    assert place.over
    assert place.end is not None
    assert b"seed" not in place.told.splitlines()[0]


def test_of_several_people_it_is_the_one_of_that_name(path: Path) -> None:
    path.write_bytes(of_people(0, 2))
    assert PastView.of(path, "p2").seat == 2
    assert PastView.of(path, "somebody", "P2").seat == 2
    assert PastView.of(path, "somebody").seat == 0


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (DAMN.record, "review-nobody"),
        (of_people(0, lines=9), "review-no-deal"),
        (of_people(0, 1, lines=-1), "review-friends"),
    ],
)
def test_what_cannot_be_reviewed_says_why(path: Path, data: bytes, code: str) -> None:
    path.write_bytes(data)
    with pytest.raises(GameError, match=code):
        PastView.of(path, "P0")


def test_a_guests_record_has_the_guests_place(path: Path) -> None:
    path.write_bytes(told_to(DAMN, 2))
    assert own_seat(record_of(path).header, ("P0",)) == 2


def test_every_trick_is_found_and_explained(path: Path) -> None:
    path.write_bytes(DAMN.record)
    tricks = tricks_of(record_of(path))
    assert [(one.deal, one.number) for one in tricks] == [(1, 1), (2, 1), (2, 2)]
    for one in tricks:
        steps = steps_of("damn", one)
        assert [step.card for step in steps] == list(one.trick.cards)
        assert all(step.said for step in steps)


def test_a_game_without_tricks_has_none(path: Path) -> None:
    path.write_bytes(play_randomly(Setup("rank", 3, {"deals": 1}), 1).record)
    assert tricks_of(record_of(path)) == []


class TestRemoving:
    def test_what_lies_beside_it_goes_too(self, path: Path, tmp_path: Path) -> None:
        path.write_bytes(DAMN.record)
        path.with_suffix(KEYS_SUFFIX).write_text("keys")
        assert remove(path, None).away
        assert list(tmp_path.iterdir()) == []

    def test_the_bin_gets_the_record(self, path: Path, tmp_path: Path) -> None:
        path.write_bytes(DAMN.record)
        seen: list[Path] = []

        def to_bin(one: Path) -> bool:
            seen.append(one)
            one.unlink()
            return True

        assert remove(path, to_bin).away
        assert seen == [path]

    def test_without_a_bin_it_stays(self, path: Path) -> None:
        path.write_bytes(DAMN.record)
        assert remove(path, lambda _: False) == (path, False, None)
        assert path.exists()

    def test_what_is_played_stays(self, path: Path) -> None:
        path.write_bytes(DAMN.record)
        lock = lock_record(path)
        removed = remove(path, None)
        lock.release()
        assert isinstance(removed.fault, RecordLockedError)
        assert path.exists()
