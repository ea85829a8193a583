import json
import os
import random
import re
from pathlib import Path

import pytest

from cli.systems import posix_only
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.cli import verify
from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.match.record import encode_line, read_record
from greenbaize.rules.errors import RecordError
from greenbaize.words.speaker import Speaker
from match.mutations import (
    add_free_key,
    move_lines,
    mutate_bytes,
    mutate_line,
    mutate_line_value,
    respell_json,
    truncate_record,
)
from match.random_matches import GameSetup, create_sealed_header, encode_view_record, play_randomly
from words.pseudo_language import text_outside_brackets

DAMN_RECORD = play_randomly(GameSetup("damn", 3, {"deals": 3, "hook": True}), 1).record
BLACKOUT_RECORD = play_randomly(GameSetup("blackout", 2, {}), 1).record


@pytest.fixture
def records_folder(tmp_path, monkeypatch):
    """Change to a folder with a record of each game and return it."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "b.jsonl").write_bytes(BLACKOUT_RECORD)
    (folder / "d.jsonl").write_bytes(DAMN_RECORD)
    (folder / "notes.txt").write_text("no record")
    return folder


def write_record(data):
    Path("x.jsonl").write_bytes(data if isinstance(data, bytes) else b"\n".join(data) + b"\n")
    return "x.jsonl"


def change_line(record, number, **values):
    """Return the record with other values in a line, counted from 1."""
    lines = record.splitlines(keepends=True)
    lines[number - 1] = encode_line(json.loads(lines[number - 1]) | values)
    return b"".join(lines)


@pytest.mark.usefixtures("records_folder")
class TestValidRecords:
    def test_each_record_gets_a_line(self, run_command):
        assert run_command("verify", "records/d.jsonl", "records/b.jsonl") == (
            f"{Path('records/d.jsonl')}: holds (damn, 3 players, 3 deals, finished)\n"
            f"{Path('records/b.jsonl')}: holds (blackout, 2 players, 13 deals, finished)\n",
            "",
        )

    def test_folder_means_the_records_in_it(self, run_command):
        lines = run_command("verify", "records").out.splitlines()
        assert [line.split(":")[0] for line in lines] == [
            str(Path("records", one)) for one in ("b.jsonl", "d.jsonl")
        ]

    def test_unfinished_match(self, capsys):
        write_record(DAMN_RECORD.splitlines()[:3])
        assert main(["verify", "x.jsonl"]) == 0
        assert capsys.readouterr().out == "x.jsonl: holds (damn, 3 players, 1 deal, unfinished)\n"

    def test_cut_last_line_is_a_warning(self, run_command):
        write_record(DAMN_RECORD[:-5])
        out, err = run_command("verify", "x.jsonl")
        assert out == "x.jsonl: holds (damn, 3 players, 3 deals, unfinished)\n"
        assert err == "x.jsonl: the last line was cut short and is left out.\n"

    def test_last_line_may_lack_its_end(self, run_command):
        write_record(DAMN_RECORD[:-1])
        out, err = run_command("verify", "x.jsonl")
        assert ("finished" in out, "unfinished" in out, err) == (True, False, "")

    def test_record_without_its_seed(self, capsys):
        lines = DAMN_RECORD.splitlines()
        first = json.loads(lines[0])
        del first["seed"]
        write_record([json.dumps(first).encode(), *lines[1:]])
        assert main(["verify", "x.jsonl"]) == 0


def seat_record(seat):
    """Return the record of the match of Damn as a seat, or a spectator, has received it."""
    return encode_view_record(
        play_randomly(GameSetup("damn", 3, {"deals": 3, "hook": True}), 1), seat
    )


@pytest.mark.usefixtures("records_folder")
class TestSeatRecord:
    @pytest.mark.parametrize(
        ("seat", "expected"),
        [(1, "holds as far as P1 could know"), (None, "holds as far as a watcher could")],
    )
    def test_the_owner_of_the_record_is_named(self, seat, expected, run_command):
        write_record(seat_record(seat))
        out, err = run_command("verify", "x.jsonl")
        assert out.startswith(f"x.jsonl: {expected}")
        assert out.endswith("(damn, 3 players, 3 deals, finished)\n")
        assert err == ""

    def test_errors_that_the_seat_can_know_are_reported(self, capsys):
        write_record(change_line(seat_record(1), 4, tricks=5))
        assert main(["verify", "x.jsonl"]) == 1
        assert "x.jsonl:4: A bid is a number from 0 to 1." in capsys.readouterr().out
        write_record(change_line(seat_record(1), 3, hands=[1, 1, 1]))
        assert main(["verify", "x.jsonl"]) == 1
        expected = "x.jsonl:3: No seat can have been told of the “deal” like this.\n"
        assert capsys.readouterr().out == expected

    @pytest.mark.parametrize("seat", [1, None])
    def test_it_has_the_sheet_of_the_whole_one(self, seat, run_command):
        write_record(DAMN_RECORD)
        whole = run_command("sheet", "x.jsonl")
        write_record(seat_record(seat))
        assert run_command("sheet", "x.jsonl") == whole

    def test_it_is_explained_as_far_as_it_goes(self, run_command):
        lines = seat_record(1).splitlines(keepends=True)
        turns = set()
        for line in range(1, len(lines) + 1):
            write_record(lines[0] if line == 1 else b"".join(lines[:line]))
            out = run_command("explain", "x.jsonl").out
            turns |= {unseen for unseen in ("P0", "P1", "P2") if f"that {unseen} may choose" in out}
        assert turns == {"P0", "P2"}

    @pytest.mark.parametrize(("seat", "line"), [(1, 1), (None, 3)])
    def test_it_cannot_be_resumed(self, seat, line):
        path = Path(write_record(seat_record(seat)))
        with pytest.raises(RecordError) as refused:
            OpenMatch.resume(path)
        assert "Somebody else's table runs it" in Speaker().format_message(refused.value.message)
        assert refused.value.line == line
        assert path.read_bytes() == seat_record(seat)


@pytest.mark.usefixtures("records_folder")
class TestSealedRecords:
    def test_a_sealed_shuffle_is_reported(self, capsys):
        header, _ = create_sealed_header("damn", 3, {"deals": 2})
        write_record(encode_line(header.to_line()))
        assert main(["verify", "x.jsonl"]) == 0
        expected = "(damn, 3 players, 0 deals, unfinished), its shuffle made by all who play\n"
        assert capsys.readouterr().out == f"x.jsonl: holds {expected}"

    def test_a_shuffle_that_differs_from_the_commitments_is_invalid(self, capsys):
        header, _ = create_sealed_header("damn", 3, {"deals": 2})
        shuffle = header.extra["shuffle"]
        for wrong_shuffle in (shuffle | {"numbers": shuffle["numbers"][::-1]}, None, {"lobby": ""}):
            write_record(change_line(encode_line(header.to_line()), 1, shuffle=wrong_shuffle))
            assert main(["verify", "x.jsonl"]) == 1
            assert capsys.readouterr().out.startswith("x.jsonl:1: The shuffle is not the one")


@pytest.mark.usefixtures("records_folder")
class TestInvalidRecords:
    @pytest.mark.parametrize(
        ("record", "expected"),
        [
            (
                change_line(DAMN_RECORD, 4, tricks=5),
                "4: A bid is a number from 0 to 1. (Damn, § 3)",
            ),
            (change_line(DAMN_RECORD, 4, seat=99), "4: There is no seat 99."),
            (
                change_line(DAMN_RECORD, 4, tricks=True),
                "4: In the “bid” line, “tricks” is not what belongs",
            ),
            (change_line(DAMN_RECORD, 4, type="stake"), "4: A newer program wrote this: “stake”"),
            (
                change_line(DAMN_RECORD, 2, dealer=7),
                "2: The “lot” is not the one that the rules or the seed",
            ),
            (
                change_line(DAMN_RECORD, 1, game="chess"),
                "1: A newer program wrote this: the game “chess”",
            ),
            (change_line(DAMN_RECORD, 1, seats=[]), "1: damn is for 3 to 7 players, not 0."),
            (
                change_line(DAMN_RECORD, 1, options={"deals": 99}),
                "1: The option “deals” is a number from 1",
            ),
            (
                DAMN_RECORD + encode_line({"type": "bid", "seat": 0, "tricks": 0}),
                ": The match is over.",
            ),
            (DAMN_RECORD.replace(b"\n", b"\n\n", 1), "2: The line is damaged"),
            (b"", "1: There is no match in this file"),
            (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "1: This is not a match record."),
        ],
    )
    def test_line_and_reason_are_named(self, record, expected, run_command):
        write_record(record)
        out, err = run_command("verify", "x.jsonl", code=1)
        assert (out.count("\n"), err) == (1, "")
        assert out.startswith("x.jsonl:")
        assert expected in out

    def test_a_broken_rule_names_its_section(self, capsys):
        lines = DAMN_RECORD.splitlines()
        index = next(n for n, line in enumerate(lines) if b'"trick"' in line)
        trick_line = json.loads(lines[index])
        lines[index] = json.dumps(trick_line | {"seat": (trick_line["seat"] + 1) % 3}).encode()
        write_record(lines)
        assert main(["verify", "x.jsonl"]) == 1
        expected = "The “trick” is not the one that the rules or the seed give. (Damn, § 4)\n"
        assert capsys.readouterr().out == f"x.jsonl:{index + 1}: {expected}"

    @pytest.mark.parametrize(
        ("record", "page"), [(DAMN_RECORD, "Damn, § 1"), (BLACKOUT_RECORD, "Blackout")]
    )
    def test_the_lot_is_cited_from_the_help_page_of_its_game(self, record, page, run_command):
        dealer = json.loads(record.splitlines()[1])["dealer"]
        write_record(change_line(record, 2, dealer=1 - min(dealer, 1)))
        assert run_command("verify", "x.jsonl", code=1).out.endswith(f" the seed give. ({page})\n")

    def test_a_rule_violation_by_a_bot_is_invalid(self, capsys, run_command):
        setup = GameSetup("damn", 3, {"deals": 3, "enforcement": "table"})
        record = play_randomly(setup, 3).record
        write_record(record)
        assert main(["verify", "x.jsonl"]) == 0
        players = [{"name": name, "kind": "bot"} for name in ("Anna", "Boris", "Vera")]
        write_record(change_line(record, 1, seats=players))
        capsys.readouterr()
        out = run_command("verify", "x.jsonl", code=1).out
        assert re.search(r":\d+: A computer player does not err, so the “\w+” cannot be", out)
        assert re.search(r"(Anna|Boris|Vera)'s\. \(Damn, § \d+\)\n$", out)

    def test_players_are_named(self, run_command):
        bid = json.loads(DAMN_RECORD.splitlines()[3])
        write_record(change_line(DAMN_RECORD, 4, seat=(bid["seat"] + 1) % 3))
        assert f"It is P{bid['seat']}'s turn." in run_command("verify", "x.jsonl", code=1).out

    def test_folder_is_read_to_its_end(self, run_command):
        Path("records/a.jsonl").write_bytes(change_line(DAMN_RECORD, 4, tricks=5))
        assert (
            run_command("verify", "records", "records/d.jsonl", code=1).out.count(": holds (") == 3
        )

    def test_hostile_words_do_not_reach_the_terminal(self, run_command):
        write_record(
            change_line(
                DAMN_RECORD, 4, type="\x1b[2J\nx.jsonl: holds\N{RIGHT-TO-LEFT OVERRIDE}" * 1000
            )
        )
        out = run_command("verify", "x.jsonl", code=1).out
        assert out.count("\n") == 1
        assert len(out) < 1000
        assert "\x1b" not in out
        assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in out

    def test_everything_goes_through_the_catalogue(self, pseudo_language, capsys):
        write_record(change_line(DAMN_RECORD, 4, tricks=5))
        main(["verify", "x.jsonl", "records/d.jsonl", "nowhere"])
        out, err = capsys.readouterr()
        assert [text_outside_brackets(line) for line in (out + err).splitlines()] == ["", "", ""]


@pytest.mark.usefixtures("records_folder")
class TestUnreadableFiles:
    def test_folder_without_records(self, run_failing_command):
        Path("empty").mkdir()
        assert run_failing_command("verify", "empty").startswith("empty: there is no record")

    @posix_only
    @pytest.mark.parametrize("kind", ["folder", "link to nothing"])
    def test_a_folder_or_link_named_like_a_record_is_told_of_and_the_others_read(
        self, kind, run_command
    ):
        path = Path("records/c.jsonl")
        _ = path.mkdir() if kind == "folder" else path.symlink_to("nowhere")
        out, err = run_command("verify", "records", code=1)
        assert out.count("holds") == 2
        reason = "Is a directory" if kind == "folder" else "No such file or directory"
        assert err == f"records/c.jsonl: {reason}.\n"

    @pytest.mark.parametrize("method", ["open", "iterdir"])
    def test_missing_permission_is_reported(self, method, monkeypatch, run_failing_command):
        def deny(path, *more):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(*((os, "open") if method == "open" else (Path, method)), deny)
        path = "records" if method == "iterdir" else str(Path("records/d.jsonl"))
        assert run_failing_command("verify", path) == f"{path}: Permission denied.\n"

    @pytest.mark.skipif(os.name == "nt", reason="needs named pipes in folders")
    def test_pipes_and_devices_are_not_opened(self, run_command, run_failing_command):
        os.mkfifo("pipe.jsonl")
        for path in ("pipe.jsonl", "/dev/zero", "/dev/null"):
            expected = f"{path}: this is a pipe or a device, not a file.\n"
            assert run_failing_command("verify", path) == expected
            for command in ("sheet", "explain"):
                assert run_command(command, path, code=1) == ("", expected)

    @pytest.mark.skipif(os.name == "nt", reason="needs named pipes in folders")
    def test_pipes_and_devices_in_a_folder_are_skipped(self, run_command):
        os.mkfifo("records/a.jsonl")
        Path("records/z.jsonl").symlink_to("/dev/zero")
        out, err = run_command("verify", "records")
        assert (out.count("holds"), out.count("\n"), err) == (2, 2, "")

    def test_an_endless_file_is_refused(self, monkeypatch, run_failing_command):
        monkeypatch.setattr(verify, "MAX_RECORD_BYTES", 1000)
        assert "too large" in run_failing_command("verify", "records/d.jsonl")

    @posix_only
    def test_a_name_that_is_not_text_is_reported(self, run_failing_command):
        path = b"\xff.jsonl".decode("utf-8", "surrogateescape")
        assert "No such file" in run_failing_command("verify", path)


# Hostile records: any content is read or refused with a sentence. Invalid JSON is tested in
# rules/test_decoding.py.


def is_valid(data):
    record_error = None
    try:
        read_record(data, GAMES)
    except RecordError as error:
        record_error = error
    if record_error is None:
        return True
    assert record_error.line >= 1
    assert Speaker(("A",)).format_message(record_error.message)
    return False


DAMAGES = [
    mutate_line(mutate_line_value),
    mutate_bytes,
    move_lines((BLACKOUT_RECORD, DAMN_RECORD)),
    truncate_record,
]


@pytest.mark.long
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("seed", range(2))
def test_damaged_records_are_refused_or_harmless(damage, seed):
    chance = random.Random(seed)
    refused = sum(
        not is_valid(damage((DAMN_RECORD, BLACKOUT_RECORD)[seed], chance)) for _ in range(150)
    )
    assert refused > (0 if damage is truncate_record else 75)


@pytest.mark.parametrize("seed", range(2))
def test_another_spelling_or_a_free_key_does_no_harm(seed):
    chance = random.Random(seed)
    lines = DAMN_RECORD.splitlines()
    for _ in range(50):
        assert is_valid(mutate_line(respell_json)(DAMN_RECORD, chance))
        first = add_free_key(json.loads(lines[0]), chance)
        other = add_free_key(json.loads(lines[4]), chance)
        is_valid(b"\n".join([first, *lines[1:], b""]))
        assert not is_valid(b"\n".join([*lines[:4], other, *lines[5:], b""]))


@pytest.mark.parametrize("key", ["format", "version", "game", "seats", "seed", "you"])
def test_deep_nesting_in_the_header_is_refused(key):
    first, rest = DAMN_RECORD.split(b"\n", 1)
    values = {name: json.dumps(value) for name, value in json.loads(first).items()}
    for depth in (50, 900, 950, 975, 990, 1000, 100_000):
        values[key] = "[" * depth + "]" * depth
        line = ", ".join(f'"{name}": {value}' for name, value in values.items())
        assert not is_valid(b"{" + line.encode() + b"}\n" + rest), depth


def test_deep_nesting_in_further_keys_never_crashes():
    first, rest = DAMN_RECORD.split(b"\n", 1)
    for depth in range(900, 1010):
        deep = b"[" * depth + b"]" * depth
        is_valid(first[:-1] + b', "more": ' + deep + b"}\n" + rest)


@posix_only
@pytest.mark.parametrize("command", ["verify", "sheet"])
def test_a_name_that_is_too_long_is_one_sentence(command, run_command):
    name = "x" * 300
    out, err = run_command(command, name, code=1)
    assert (out, err) == ("", f"{name}: File name too long.\n")
