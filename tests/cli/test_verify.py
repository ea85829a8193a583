import json
import os
import random
import re
from pathlib import Path

import pytest

from cli.systems import POSIX
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.cli import verify
from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.match.record import line_bytes, read_record
from greenbaize.rules.errors import RecordError
from greenbaize.words.speaker import Speaker
from match.mutations import (
    changed_bytes,
    cut,
    in_a_line,
    respelled,
    with_a_free_key,
    with_a_strange_value,
    with_lines_moved,
)
from match.playing import Setup, play_randomly, sealed_match, told_to
from words.pseudo import loose

DAMN = play_randomly(Setup("damn", 3, {"deals": 3, "hook": True}), 1).record
BLACKOUT = play_randomly(Setup("blackout", 2, {}), 1).record


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Change to a folder with a record of each game and return it."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "b.jsonl").write_bytes(BLACKOUT)
    (folder / "d.jsonl").write_bytes(DAMN)
    (folder / "notes.txt").write_text("no record")
    return folder


def write(data):
    Path("x.jsonl").write_bytes(data if isinstance(data, bytes) else b"\n".join(data) + b"\n")
    return "x.jsonl"


def changed(record, number, **values):
    """Return the record with other values in a line, counted from 1."""
    lines = record.splitlines(keepends=True)
    lines[number - 1] = line_bytes(json.loads(lines[number - 1]) | values)
    return b"".join(lines)


@pytest.mark.usefixtures("kept")
class TestHolds:
    def test_each_record_gets_a_line(self, printed):
        assert printed("verify", "records/d.jsonl", "records/b.jsonl") == (
            f"{Path('records/d.jsonl')}: holds (damn, 3 players, 3 deals, finished)\n"
            f"{Path('records/b.jsonl')}: holds (blackout, 2 players, 13 deals, finished)\n",
            "",
        )

    def test_folder_means_the_records_in_it(self, printed):
        lines = printed("verify", "records").out.splitlines()
        assert [line.split(":")[0] for line in lines] == [
            str(Path("records", one)) for one in ("b.jsonl", "d.jsonl")
        ]

    def test_unfinished_match(self, capsys):
        write(DAMN.splitlines()[:3])
        assert main(["verify", "x.jsonl"]) == 0
        assert capsys.readouterr().out == "x.jsonl: holds (damn, 3 players, 1 deal, unfinished)\n"

    def test_cut_last_line_is_a_warning(self, printed):
        write(DAMN[:-5])
        out, err = printed("verify", "x.jsonl")
        assert out == "x.jsonl: holds (damn, 3 players, 3 deals, unfinished)\n"
        assert err == "x.jsonl: the last line was cut short and is left out.\n"

    def test_last_line_may_lack_its_end(self, printed):
        write(DAMN[:-1])
        out, err = printed("verify", "x.jsonl")
        assert ("finished" in out, "unfinished" in out, err) == (True, False, "")

    def test_record_without_its_seed(self, capsys):
        lines = DAMN.splitlines()
        first = json.loads(lines[0])
        del first["seed"]
        write([json.dumps(first).encode(), *lines[1:]])
        assert main(["verify", "x.jsonl"]) == 0


def told(seat):
    """Return the record of the match of Damn as a seat, or a watcher, has received it."""
    return told_to(play_randomly(Setup("damn", 3, {"deals": 3, "hook": True}), 1), seat)


@pytest.mark.usefixtures("kept")
class TestOneSeatsRecord:
    @pytest.mark.parametrize(
        ("seat", "expected"),
        [(1, "holds as far as P1 could know"), (None, "holds as far as a watcher could")],
    )
    def test_it_is_said_whose_it_is(self, seat, expected, printed):
        write(told(seat))
        out, err = printed("verify", "x.jsonl")
        assert out.startswith(f"x.jsonl: {expected}")
        assert out.endswith("(damn, 3 players, 3 deals, finished)\n")
        assert err == ""

    def test_what_the_seat_can_know_to_be_wrong_is_told(self, capsys):
        write(changed(told(1), 4, tricks=5))
        assert main(["verify", "x.jsonl"]) == 1
        assert "x.jsonl:4: A bid is a number from 0 to 1." in capsys.readouterr().out
        write(changed(told(1), 3, hands=[1, 1, 1]))
        assert main(["verify", "x.jsonl"]) == 1
        said = "x.jsonl:3: A seat is not told of the “deal” like this.\n"
        assert capsys.readouterr().out == said

    @pytest.mark.parametrize("seat", [1, None])
    def test_it_has_the_sheet_of_the_whole_one(self, seat, printed):
        write(DAMN)
        whole = printed("sheet", "x.jsonl")
        write(told(seat))
        assert printed("sheet", "x.jsonl") == whole

    def test_it_is_explained_as_far_as_it_goes(self, printed):
        lines = told(1).splitlines(keepends=True)
        turns = set()
        for line in range(1, len(lines) + 1):
            write(lines[0] if line == 1 else b"".join(lines[:line]))
            out = printed("explain", "x.jsonl").out
            turns |= {unseen for unseen in ("P0", "P1", "P2") if f"that {unseen} may choose" in out}
        assert turns == {"P0", "P2"}

    @pytest.mark.parametrize(("seat", "line"), [(1, 1), (None, 3)])
    def test_it_cannot_be_gone_on_with(self, seat, line):
        path = Path(write(told(seat)))
        with pytest.raises(RecordError) as refused:
            OpenMatch.resume(path)
        assert "Somebody else's table runs it" in Speaker().say(refused.value.message)
        assert refused.value.line == line
        assert path.read_bytes() == told(seat)


@pytest.mark.usefixtures("kept")
class TestSeal:
    def test_a_shuffle_that_nobody_chose_is_told(self, capsys):
        header, _ = sealed_match("damn", 3, {"deals": 2})
        write(line_bytes(header.line()))
        assert main(["verify", "x.jsonl"]) == 0
        said = "(damn, 3 players, 0 deals, unfinished), its shuffle made by all who play\n"
        assert capsys.readouterr().out == f"x.jsonl: holds {said}"

    def test_one_that_is_not_what_was_agreed_on_does_not_hold(self, capsys):
        header, _ = sealed_match("damn", 3, {"deals": 2})
        shuffle = header.more["shuffle"]
        for wrong in (shuffle | {"numbers": shuffle["numbers"][::-1]}, None, {"lobby": ""}):
            write(changed(line_bytes(header.line()), 1, shuffle=wrong))
            assert main(["verify", "x.jsonl"]) == 1
            assert capsys.readouterr().out.startswith("x.jsonl:1: The shuffle is not the one")


@pytest.mark.usefixtures("kept")
class TestDoesNotHold:
    @pytest.mark.parametrize(
        ("record", "expected"),
        [
            (changed(DAMN, 4, tricks=5), "4: A bid is a number from 0 to 1. (Damn, § 3)"),
            (changed(DAMN, 4, seat=99), "4: There is no seat 99."),
            (changed(DAMN, 4, tricks=True), "4: In the “bid” line, “tricks” is not what belongs"),
            (changed(DAMN, 4, type="stake"), "4: A newer program wrote this: “stake”"),
            (changed(DAMN, 2, dealer=7), "2: The “lot” is not the one that the rules or the seed"),
            (changed(DAMN, 1, game="chess"), "1: A newer program wrote this: the game “chess”"),
            (changed(DAMN, 1, seats=[]), "1: damn is for 3 to 7 players, not 0."),
            (changed(DAMN, 1, options={"deals": 99}), "1: The option “deals” is a number from 1"),
            (DAMN + line_bytes({"type": "bid", "seat": 0, "tricks": 0}), ": The match is over."),
            (DAMN.replace(b"\n", b"\n\n", 1), "2: The line is damaged"),
            (b"", "1: There is no match in this file"),
            (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "1: This is not a match record."),
        ],
    )
    def test_line_and_reason_are_named(self, record, expected, printed):
        write(record)
        out, err = printed("verify", "x.jsonl", code=1)
        assert (out.count("\n"), err) == (1, "")
        assert out.startswith("x.jsonl:")
        assert expected in out

    def test_broken_rule_names_its_place_in_the_rules(self, capsys):
        lines = DAMN.splitlines()
        place = next(n for n, line in enumerate(lines) if b'"trick"' in line)
        taken = json.loads(lines[place])
        lines[place] = json.dumps(taken | {"seat": (taken["seat"] + 1) % 3}).encode()
        write(lines)
        assert main(["verify", "x.jsonl"]) == 1
        said = "The “trick” is not the one that the rules or the seed give. (Damn, § 4)\n"
        assert capsys.readouterr().out == f"x.jsonl:{place + 1}: {said}"

    @pytest.mark.parametrize(("record", "page"), [(DAMN, "Damn, § 1"), (BLACKOUT, "Blackout")])
    def test_the_lot_is_cited_from_the_help_page_of_its_game(self, record, page, printed):
        dealer = json.loads(record.splitlines()[1])["dealer"]
        write(changed(record, 2, dealer=1 - min(dealer, 1)))
        assert printed("verify", "x.jsonl", code=1).out.endswith(f" the seed give. ({page})\n")

    def test_a_computer_player_does_not_err(self, capsys, printed):
        setup = Setup("damn", 3, {"deals": 3, "enforcement": "table"})
        record = play_randomly(setup, 3).record
        write(record)
        assert main(["verify", "x.jsonl"]) == 0
        sitters = [{"name": name, "kind": "bot"} for name in ("Anna", "Boris", "Vera")]
        write(changed(record, 1, seats=sitters))
        capsys.readouterr()
        out = printed("verify", "x.jsonl", code=1).out
        assert re.search(r":\d+: A computer player does not err, so the “\w+” cannot be", out)
        assert re.search(r"(Anna|Boris|Vera)'s\. \(Damn, § \d+\)\n$", out)

    def test_players_are_named(self, printed):
        bid = json.loads(DAMN.splitlines()[3])
        write(changed(DAMN, 4, seat=(bid["seat"] + 1) % 3))
        assert f"It is P{bid['seat']}'s turn." in printed("verify", "x.jsonl", code=1).out

    def test_folder_is_read_to_its_end(self, printed):
        Path("records/a.jsonl").write_bytes(changed(DAMN, 4, tricks=5))
        assert printed("verify", "records", "records/d.jsonl", code=1).out.count(": holds (") == 3

    def test_hostile_words_do_not_reach_the_terminal(self, printed):
        write(changed(DAMN, 4, type="\x1b[2J\nx.jsonl: holds\N{RIGHT-TO-LEFT OVERRIDE}" * 1000))
        out = printed("verify", "x.jsonl", code=1).out
        assert out.count("\n") == 1
        assert len(out) < 1000
        assert "\x1b" not in out
        assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in out

    def test_everything_goes_through_the_catalogue(self, pseudo_language, capsys):
        write(changed(DAMN, 4, tricks=5))
        main(["verify", "x.jsonl", "records/d.jsonl", "nowhere"])
        out, err = capsys.readouterr()
        assert [loose(line) for line in (out + err).splitlines()] == ["", "", ""]


@pytest.mark.usefixtures("kept")
class TestUnreadable:
    def test_folder_without_records(self, line_of):
        Path("empty").mkdir()
        assert line_of("verify", "empty").startswith("empty: there is no record")

    @POSIX
    @pytest.mark.parametrize("kind", ["folder", "link to nothing"])
    def test_a_folder_or_link_named_like_a_record_is_told_of_and_the_others_read(
        self, kind, printed
    ):
        path = Path("records/c.jsonl")
        _ = path.mkdir() if kind == "folder" else path.symlink_to("nowhere")
        out, err = printed("verify", "records", code=1)
        assert out.count("holds") == 2
        reason = "Is a directory" if kind == "folder" else "No such file or directory"
        assert err == f"records/c.jsonl: {reason}.\n"

    @pytest.mark.parametrize("method", ["open", "iterdir"])
    def test_what_may_not_be_read(self, method, monkeypatch, line_of):
        def deny(path, *more):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(*((os, "open") if method == "open" else (Path, method)), deny)
        path = "records" if method == "iterdir" else str(Path("records/d.jsonl"))
        assert line_of("verify", path) == f"{path}: Permission denied.\n"

    @pytest.mark.skipif(os.name == "nt", reason="has no named pipes among files")
    def test_pipes_and_devices_are_not_opened(self, printed, line_of):
        os.mkfifo("pipe.jsonl")
        for path in ("pipe.jsonl", "/dev/zero", "/dev/null"):
            said = f"{path}: this is a pipe or a device, not a file.\n"
            assert line_of("verify", path) == said
            for command in ("sheet", "explain"):
                assert printed(command, path, code=1) == ("", said)

    @pytest.mark.skipif(os.name == "nt", reason="has no named pipes among files")
    def test_a_folder_is_gone_through_past_pipes_and_devices(self, printed):
        os.mkfifo("records/a.jsonl")
        Path("records/z.jsonl").symlink_to("/dev/zero")
        out, err = printed("verify", "records")
        assert (out.count("holds"), out.count("\n"), err) == (2, 2, "")

    def test_file_without_end(self, monkeypatch, line_of):
        monkeypatch.setattr(verify, "MOST_BYTES", 1000)
        assert "too large" in line_of("verify", "records/d.jsonl")

    @POSIX
    def test_name_that_is_no_text(self, line_of):
        path = b"\xff.jsonl".decode("utf-8", "surrogateescape")
        assert "No such file" in line_of("verify", path)


# Hostile records: any content is read or refused with a sentence. Invalid JSON is tested in
# rules/test_decoding.py.


def holds(data):
    fault = None
    try:
        read_record(data, GAMES)
    except RecordError as error:
        fault = error
    if fault is None:
        return True
    assert fault.line >= 1
    assert Speaker(("A",)).say(fault.message)
    return False


DAMAGES = [in_a_line(with_a_strange_value), changed_bytes, with_lines_moved((BLACKOUT, DAMN)), cut]


@pytest.mark.long
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("seed", range(2))
def test_damaged_records_are_refused_or_harmless(damage, seed):
    chance = random.Random(seed)
    refused = sum(not holds(damage((DAMN, BLACKOUT)[seed], chance)) for _ in range(150))
    assert refused > (0 if damage is cut else 75)


@pytest.mark.parametrize("seed", range(2))
def test_another_spelling_or_a_free_key_does_no_harm(seed):
    chance = random.Random(seed)
    lines = DAMN.splitlines()
    for _ in range(50):
        assert holds(in_a_line(respelled)(DAMN, chance))
        first = with_a_free_key(json.loads(lines[0]), chance)
        other = with_a_free_key(json.loads(lines[4]), chance)
        holds(b"\n".join([first, *lines[1:], b""]))
        assert not holds(b"\n".join([*lines[:4], other, *lines[5:], b""]))


@pytest.mark.parametrize("key", ["format", "version", "game", "seats", "seed", "you"])
def test_deep_nesting_in_the_header_is_refused(key):
    first, rest = DAMN.split(b"\n", 1)
    values = {name: json.dumps(value) for name, value in json.loads(first).items()}
    for depth in (50, 900, 950, 975, 990, 1000, 100_000):
        values[key] = "[" * depth + "]" * depth
        line = ", ".join(f'"{name}": {value}' for name, value in values.items())
        assert not holds(b"{" + line.encode() + b"}\n" + rest), depth


def test_deep_nesting_in_further_keys_never_crashes():
    first, rest = DAMN.split(b"\n", 1)
    for depth in range(900, 1010):
        deep = b"[" * depth + b"]" * depth
        holds(first[:-1] + b', "more": ' + deep + b"}\n" + rest)


@POSIX
@pytest.mark.parametrize("command", ["verify", "sheet"])
def test_a_name_that_is_too_long_is_told_in_a_sentence(command, printed):
    name = "x" * 300
    out, err = printed(command, name, code=1)
    assert (out, err) == ("", f"{name}: File name too long.\n")
