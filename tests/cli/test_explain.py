"""Tests of ``greenbaize explain``: tricks and choices as text."""

import json
from pathlib import Path

import msgspec
import pytest

from app.advice.test_missed_bid import play_missed_deal
from greenbaize.app.advice.missed_bid import MissedBid
from greenbaize.app.advice.missed_bid_texts import describe_missed_bid
from greenbaize.app.memory.history_indexer import DONE_KEY
from greenbaize.cli.main import main
from greenbaize.store import folders
from match.random_matches import encode_record

MASTER = {"trumps": "none", "trump_suits": [], "early_end": True}
HANDS = [
    "6S 7C 7D 7H 8C 9C JC QC KC",
    "8S 6C 8H 9H JH QH KH TH AH",
    "KS 6H 8D 9D JD QD KD TD AD",
    "JS 6D TC AC 9S QS TS AS 7S",
]


def write_record(folder):
    """Write a record of Master without seed, with one trick; South holds the lowest diamond."""
    seats = [{"name": name, "kind": "bot"} for name in ("West", "North", "East", "South")]
    lines = [
        {
            "format": "greenbaize-match",
            "version": 1,
            "game": "master",
            "seats": seats,
            "options": MASTER,
        },
        {"type": "lot", "dealer": 2},
        {
            "type": "deal",
            "deal": 1,
            "dealer": 2,
            "leader": 3,
            "hands": [hand.split() for hand in HANDS],
            "contract": "all",
            "sign": -1,
        },
    ]
    first = [(3, "6D"), (0, "7D"), (1, "6C"), (2, "AD")]
    lines += [{"type": "play", "seat": seat, "card": card} for seat, card in first]
    path = folder / "match.jsonl"
    lines.append({"type": "trick", "seat": 1})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_trick_is_explained_card_by_card(tmp_path, run_command):
    path = write_record(tmp_path)
    out, err = run_command("explain", str(path))
    assert err == ""
    assert out.splitlines()[:6] == [
        "Deal 1, trick 1:",
        "  South: 6♦ leads: diamonds become the main suit. (Beating, § 2)",
        "  West: 7♦ does not beat 6♦. What takes the trick from 6♦: 6♣, 6♥, 6♠, 8♦, Q♦; "
        "without diamonds also 8♣, 8♥, 8♠. (Beating, § 1)",
        "  North: 6♣ is of the rank led and so beats 6♦. (Beating, § 2b)",
        "  East: 6♣ is of another suit, so A♦ would have to beat 6♦, and does not. What takes the "
        "trick from 6♣: 6♥, 6♠, 8♦, Q♦; without diamonds also 8♣, 8♥, 8♠. (Beating, § 2a)",
        "  North takes the trick. It costs 1.",
    ]


def test_a_line_beyond_the_last_is_refused(tmp_path, capsys):
    path = write_record(tmp_path)
    assert main(["explain", str(path), "--line", "99"]) == 2
    assert capsys.readouterr().err.endswith("has no line 99: its last one is 8.\n")


def test_every_choice_is_explained(tmp_path, run_command):
    path = write_record(tmp_path)
    lines = run_command("explain", str(path), "--line", "4").out.splitlines()
    assert lines[0] == "Deal 1, trick 1:"
    assert lines[2] == "West must act:"
    assert len(lines) == 3 + 9
    assert "  7♦: 7♦ does not beat 6♦. The trick brings −1 so far. (Beating, § 1)" in lines
    refused_lines = [line for line in lines if ": not allowed. " in line]
    assert len(refused_lines) == 7


def test_a_damaged_record_is_reported(tmp_path, run_command):
    path = tmp_path / "match.jsonl"
    path.write_text("no record\n")
    assert run_command("explain", str(path), code=1).err.count("\n") == 1


def test_the_last_turns_are_explained_in_games_without_tricks(tmp_path, run_command):
    folder = tmp_path / "records"
    words = ("--game", "rank", "--players", "3", "--bots", "random", "--jobs", "1")
    run_command("simulate", *words, "--seed", "7", "--record", str(folder))
    (path,) = folder.glob("*.jsonl")
    first, *turns = run_command("explain", str(path)).out.splitlines()
    assert first == "Deal 1, the last turns:"
    assert 2 <= len(turns) <= 6
    assert all(": " in turn for turn in turns)
    assert turns[-1].startswith("  Bot ")


def test_an_unfinished_match_reveals_only_own_cards(capsys):
    golden = Path(__file__).parents[1] / "golden" / "damn-4-hook-zero-bids.jsonl"
    lines = golden.read_bytes().splitlines(keepends=True)
    folders.matches_folder().mkdir(parents=True)
    path = folders.matches_folder() / "left.jsonl"
    path.write_bytes(b"".join(lines[:20]))

    def seats_with_choices():
        """Return the seats whose choices are explained at some line."""
        found = set()
        for line in range(3, 20):
            assert main(["explain", str(path), "--line", str(line)]) == 0
            before, separator, choices = capsys.readouterr().out.partition(" must act:\n")
            if separator and "hidden as long as" not in choices:
                found.add(before.rpartition("\n")[2])
        return found

    assert seats_with_choices() == {"Anna"}
    path.write_bytes(b"".join(lines))
    assert seats_with_choices() == {"Anna", "Bot 1", "Зоя", "Bot 3"}


@pytest.fixture(scope="module")
def missed_match():
    return next(play_missed_deal("damn", 3, {"first": 4}))


@pytest.fixture
def missed_path(missed_match, tmp_path):
    header, events, _ = missed_match
    path = tmp_path / "missed.jsonl"
    path.write_bytes(encode_record(header, events))
    return path


def test_missed_bids_are_told_with_their_last_chance(run_command, missed_match, missed_path):
    _, _, missed_bid = missed_match
    out, err = run_command("explain", str(missed_path), "--bids")
    assert err == ""
    start = f"Deal 1, Person: bid {missed_bid.bid}, took {missed_bid.won}. "
    assert out == f"{start}{describe_missed_bid(missed_bid)}\n"


def test_missed_bids_are_told_as_objects(run_command, missed_match, missed_path):
    out, _ = run_command("explain", str(missed_path), "--bids", "--json", "--deal", "1")
    first, last = map(json.loads, out.splitlines())
    assert msgspec.convert(first, MissedBid) == missed_match[2]
    assert last == {DONE_KEY: True}
    out, _ = run_command("explain", str(missed_path), "--bids", "--json", "--deal", "2")
    assert json.loads(out) == {DONE_KEY: True}


def test_of_a_bid_that_was_met_nothing_is_told(run_command, missed_path):
    assert "no missed bid" in run_command("explain", str(missed_path), "--bids", "--deal", "9").err


def test_a_seat_that_is_none_is_an_error(missed_path, capsys):
    assert main(["explain", str(missed_path), "--bids", "--seat", "4"]) == 2
    assert "There is no seat 4: the match has 3." in capsys.readouterr().err


def test_a_copied_moment_is_explained_with_its_note(tmp_path, run_command):
    lines = [json.loads(line) for line in write_record(tmp_path).read_text().splitlines()]
    lines[0]["you"] = 3
    lines[2]["hands"] = [9, 9, 9, HANDS[3].split()]
    path = tmp_path / "moments.jsonl"
    moments = [{"about": f"note {count}", "told": lines[:count]} for count in (3, 8)]
    path.write_text("".join(json.dumps(moment) + "\n" for moment in moments))
    out, err = run_command("explain", str(path))
    assert err == ""
    assert out.splitlines()[:2] == ["note 8", "Deal 1, trick 1:"]
    out, _ = run_command("explain", str(path), "--line", "1")
    assert out.splitlines()[0] == "note 1".replace("1", "3")
    assert any("6♦" in line for line in out.splitlines())
    assert main(["explain", str(path), "--line", "3"]) == 2


def test_a_damaged_moment_is_refused(tmp_path, run_command):
    path = tmp_path / "moments.jsonl"
    path.write_text('{"told": [1]}\n')
    assert main(["explain", str(path)]) == 1
