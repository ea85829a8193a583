"""Tests of the file of foolish moves."""

import errno
import json
import os

import pytest

from app.advice.finished_matches import SETUPS, all_moves, ask_thoughts, play_match
from bots.blunders import load_positions
from greenbaize.app.advice.foolish_moves import encode_foolish_move
from greenbaize.app.advice.thoughts import MoveHistory
from greenbaize.rules.errors import FileError
from greenbaize.rules.events import CardsDealt
from greenbaize.store import files
from greenbaize.store.line_file import append_private_line


def pick_move(history):
    return next(
        move
        for move in reversed(all_moves(history))
        if move.seat == 1 and len(history.game.legal(history.view_before(move), 1)) > 1
    )


@pytest.mark.parametrize("name", SETUPS)
def test_a_line_is_a_position_like_ours(name, tmp_path):
    history = play_match(name, "medium")
    move = pick_move(history)
    legal = history.game.legal(history.view_before(move), move.seat)
    good = [command for command in legal if command != move.command][:1]
    line = encode_foolish_move(history, move, ask_thoughts(history, move), good, "Too high.")
    path = tmp_path / "new" / "foolish-moves.jsonl"
    append_private_line(path, line)
    append_private_line(path, line)
    position, same = load_positions(path)
    assert position == same
    assert position.about == "Too high."
    assert position.view == history.view_before(move)
    assert position.good == tuple(good)
    entry = json.loads(line)
    assert entry["done"] == {"seat": 1, **entry["done"]}
    assert len(entry["legal"]) == len(legal)
    assert (entry["level"], entry["temperament"]) == ("medium", "steady")
    assert entry["weighed"][0]["command"] in entry["legal"]


def test_a_line_has_no_seed_and_no_name():
    history = play_match("damn")
    text = encode_foolish_move(history, pick_move(history)).decode()
    assert history.header.seed not in text
    assert not any(player.name in text for player in history.header.players)
    header = json.loads(text)["told"][0]
    assert set(header) == {"format", "version", "game", "seats", "options", "you"}
    assert [seat["name"] for seat in header["seats"]] == ["A", "B", "C"]


def test_cards_that_the_seat_has_not_seen_change_nothing():
    history = play_match("damn")
    deal = history.deals[0]
    move = next(one for one in deal.moves if one.seat == 1)
    events = list(history._events)
    index = next(index for index, event in enumerate(events) if isinstance(event, CardsDealt))
    dealt = events[index]
    first, own, last = dealt.hands
    swapped = type(dealt)(
        **{key: getattr(dealt, key) for key in dealt.__struct_fields__ if key != "hands"},
        hands=(last, own, first),
    )
    events[index] = swapped
    # Only up to the move: the cards played later would not be in the other hands.
    other = object.__new__(MoveHistory)
    other.game, other.header, other._events = history.game, history.header, tuple(events)
    assert encode_foolish_move(history, move) == encode_foolish_move(other, move)


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "foolish-moves.jsonl"
    append_private_line(path, b"{}\n")

    def fill_disk(file, data):
        os.write(file.fileno(), data[:1])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "write_all_bytes", fill_disk)
    with pytest.raises(FileError):
        append_private_line(path, b"{}\n")
    assert path.read_bytes() == b"{}\n"
