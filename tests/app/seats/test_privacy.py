"""Tests of what a program at a seat is given, and of what a sandbox hides from it."""

import json
import os
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.seats.foreign import finish, given, played, python
from greenbaize.app.seats import sandbox
from greenbaize.app.seats.bot_launcher import BotLauncher, own_command
from greenbaize.app.seats.programs import MOST_PASSED_ON
from greenbaize.app.seats.sandbox import sandbox_refusal, sandboxed
from greenbaize.app.tables.matches import OpenMatch, settled_header
from greenbaize.cli.main import main
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.events import SeatGiven
from greenbaize.store import folders
from greenbaize.store.settings import Settings

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
NEEDS_SANDBOX = pytest.mark.skipif(
    sandbox_refusal() is not None, reason="needs a bwrap that is allowed"
)
# Reports what it finds to standard error, and plays.
SNOOP = """
import json, os, socket, sys
from pathlib import Path

def reach(path):
    try:
        with open(path, "rb") as file:
            return len(file.read())
    except IsADirectoryError:
        return sorted(os.listdir(path))
    except OSError as error:
        return type(error).__name__

def connects():
    try:
        with socket.create_connection(("127.0.0.1", int(sys.argv[2])), 5):
            return True
    except OSError:
        return False

found = {
    "folder": os.getcwd(),
    "files": os.listdir(),
    "environment": dict(os.environ),
    "seen": {path: reach(path) for path in json.loads(sys.argv[1])},
    "processes": sum(name.isdigit() for name in os.listdir("/proc")),
    "connects": connects(),
}
def can_write(folder):
    try:
        Path(folder, "scrap").write_text("x")
    except OSError:
        return False
    return True

found["open"] = [path for path in ("/tmp", "/dev", "/dev/shm", "/", "/proc") if can_write(path)]
Path("kept").write_text("something")
found["written"] = os.path.exists(os.path.join(os.getcwd(), "kept"))
print("FOUND " + json.dumps(found), file=sys.stderr, flush=True)
print('{"type": "ready"}', flush=True)
for line in sys.stdin:
    line = json.loads(line)
    if line.get("type") == "ask":
        print(json.dumps(line["legal"][0]), flush=True)
"""


# A built-in bot that reports every file it opens.
WATCHED = """
import os, sys

def note(event, values):
    if event == "open" and isinstance(values[0], str):
        os.write(2, f"OPENED {values[0]}\\n".encode())

sys.addaudithook(note)
sys.argv[0] = "greenbaize"
from greenbaize.cli.main import main
sys.exit(main())
"""


@pytest.fixture
def port():
    """Return a local port on which a server listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture
def snoop(tmp_path):
    folder = tmp_path / "bots"
    folder.mkdir()
    (folder / "beside").write_text("a book")
    (folder / "snoop.py").write_text(SNOOP)
    return folder / "snoop.py"


def found_by(capfd):
    return [
        json.loads(line.removeprefix("FOUND "))
        for line in capfd.readouterr().err.splitlines()
        if line.startswith("FOUND ")
    ]


def snooped(snoop, places, port, started, **more):
    """Play a recorded match with the snooping program. Return its loss codes and the record."""
    command = python(snoop, json.dumps([*map(str, places)]), str(port))
    sitters = (Player("A", "bot", "easy"), Player("B", "bot", program="theirs"))
    match = settled_header("blackout", sitters, {}, seed_from("snoop"))
    opened = OpenMatch.begin(match, BotLauncher(programs={"theirs": command}, **more))
    lost = []
    opened.table.listen(lambda told: isinstance(told[-1], SeatGiven) and lost.append(told[-1].why))
    opened.table.play_out()
    opened.close()
    finish(started)
    return lost, opened.file.path


def test_a_program_is_handed_no_path_of_ours_and_works_in_a_folder_of_its_own(
    snoop, port, started, capfd, monkeypatch
):
    monkeypatch.setenv("OLDPWD", "/somewhere")
    lost, _ = snooped(snoop, [snoop.parent / "beside"], port, started)
    assert lost == []
    (found,) = found_by(capfd)
    environment = found["environment"]
    assert not [key for key in environment if key.startswith("GREENBAIZE") or key == "OLDPWD"]
    home = os.environ["GREENBAIZE_HOME"]
    assert not [key for key, value in environment.items() if home in value]
    assert environment["PATH"] == os.environ["PATH"]
    assert environment["PWD"] == environment["TMPDIR"] == found["folder"]
    assert Path(found["folder"]) != Path.cwd()
    assert found["files"] == []
    assert found["written"]
    assert not Path(found["folder"]).exists()  # The folder is removed with the program.
    assert found["seen"] == {str(snoop.parent / "beside"): 6}


def test_a_folder_goes_even_if_the_program_could_not_be_started(monkeypatch, tmp_path, started):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    place = BotLauncher(programs={"theirs": "/there/is/no/such/program"})
    played(place)
    finish(started)
    assert list(tmp_path.glob("greenbaize-*")) == []


def test_a_file_named_from_here_is_found_from_its_folder(tmp_path, monkeypatch, started):
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text(SNOOP.replace("sys.argv[1]", "'[]'").replace("sys.argv[2]", "'1'"))
    place = BotLauncher(programs={"theirs": f"{sys.executable} -E -S bot.py"})
    assert given(played(place)) == []


@pytest.mark.slow
def test_players_of_ours_open_nothing_of_a_match(started, capfd, monkeypatch):
    def watched(sitter, seed):
        _, _, _, _, *words = own_command(sitter, seed)
        return [sys.executable, "-c", WATCHED, *words]

    monkeypatch.setattr("greenbaize.app.seats.seat.own_command", watched)
    sitters = (Player("A", "bot", "medium"), Player("B", "bot", "easy"))
    match = settled_header("blackout", sitters, {}, seed_from("mine"))
    opened = OpenMatch.begin(match, BotLauncher(apart=True))
    opened.table.play_out()
    opened.close()
    finish(started)
    told = [line for line in capfd.readouterr().err.splitlines() if line.startswith("OPENED ")]
    assert any("greenbaize" in line for line in told)
    assert not [line for line in told if os.environ["GREENBAIZE_HOME"] in line]


@POSIX
def test_records_are_their_owners_alone(tmp_path):
    folders.matches().mkdir(parents=True)
    folders.matches().chmod(0o755)  # As an older version created it.
    sitters = (Player("A", "bot", "easy"), Player("B", "bot", "easy"))
    match = settled_header("blackout", sitters, {}, seed_from("mine"))
    opened = OpenMatch.begin(match)
    path = opened.file.path
    opened.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    words = "simulate --game damn --players 3 --option deals=2 --seed 1 --record"
    assert main([*words.split(), str(tmp_path / "new")]) == 0
    (record,) = (tmp_path / "new").iterdir()
    assert stat.S_IMODE(record.stat().st_mode) == 0o600
    assert stat.S_IMODE(record.parent.stat().st_mode) == 0o700


@NEEDS_SANDBOX
def test_in_a_sandbox_it_cannot_open_the_record(snoop, port, started, capfd, tmp_path):
    secret = Path.home() / ".greenbaize-test"
    secret.write_text("mine")
    try:
        places = [folders.matches(), folders.matches().parent, secret, Path.home()]
        places += [Path(__file__), Path("/tmp"), Path("/var/tmp"), tmp_path]
        places += [snoop.parent / "beside"]
        lost, record = snooped(snoop, places, port, started, sandbox=True)
    finally:
        secret.unlink()
    assert lost == []
    assert record.exists()
    (found,) = found_by(capfd)
    seen = found["seen"]
    assert seen.pop(str(snoop.parent / "beside")) == 6
    shown = [path for path, what in seen.items() if isinstance(what, int)]
    assert shown == []
    assert record.name not in json.dumps(found)
    # What it needs is below some of these folders, and nothing else of them is visible.
    assert seen[str(tmp_path)] == ["bots"]
    assert seen[str(folders.matches())] == "FileNotFoundError"
    assert seen["/var/tmp"] == "FileNotFoundError"
    assert not found["connects"]
    assert found["processes"] <= 3
    assert found["written"]
    assert found["open"] == []
    assert found["files"] == []
    assert found["environment"]["HOME"] == found["folder"]
    assert set(found["environment"]) <= {
        "HOME",
        "PWD",
        "TMPDIR",
        "TEMP",
        "TMP",
        "PATH",
        "LANG",
        "LANGUAGE",
        "TZ",
        "TERM",
        *(key for key in os.environ if key.startswith("LC_")),
    }
    assert not Path(found["folder"]).exists()


def test_without_a_sandbox_it_reaches_more(snoop, port, started, capfd):
    """Check that the snooping program finds what a sandbox must hide."""
    lost, _ = snooped(snoop, [folders.matches()], port, started)
    assert lost == []
    (found,) = found_by(capfd)
    assert len(found["seen"][str(folders.matches())]) >= 1
    assert found["connects"]
    assert found["processes"] > 3


@NEEDS_SANDBOX
def test_a_program_among_the_records_is_shown_without_them(snoop, port, started, capfd, tmp_path):
    among = folders.matches() / "snoop.py"
    among.parent.mkdir(parents=True)
    shutil.copy(snoop, among)
    lost, _ = snooped(among, [folders.matches()], port, started, sandbox=True)
    assert lost == []
    (found,) = found_by(capfd)
    assert found["seen"] == {str(folders.matches()): ["snoop.py"]}


@NEEDS_SANDBOX
def test_a_records_folder_within_the_system_is_empty_and_cannot_be_written_to(tmp_path):
    records = [Path("/usr/share/doc"), Path("/usr/share")]  # One folder is within the other.
    shell = "ls /usr/share/doc; touch /usr/share/scrap && echo written; touch scrap && echo own"
    words = sandboxed(["/bin/sh", "-c", shell], "/bin/sh", str(tmp_path), records)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stdout == "own\n"


@NEEDS_SANDBOX
def test_records_elsewhere_are_kept_from_it_too(snoop, port, capfd, tmp_path):
    records = snoop.parent  # The worst folder for them.
    words = "simulate --game damn --players 3 --option deals=2 --seed 1 --sandbox --record"
    bots = ["easy,easy", f"program:{python(snoop, json.dumps([str(records)]), str(port))}"]
    assert main([*words.split(), str(records), "--bots", *bots]) == 0
    (found,) = found_by(capfd)
    assert found["seen"] == {str(records): ["snoop.py"]}
    assert len(list(records.glob("*.jsonl"))) == 1


@pytest.mark.slow
@NEEDS_SANDBOX
@pytest.mark.parametrize("name", ["bots/there.jsonl", "link.jsonl"])
def test_the_record_being_played_is_kept_from_it_wherever_it_lies(
    name, snoop, port, capfd, started
):
    sitters = (Player("A", "bot", "easy"), Player("B", "bot", program="theirs"))
    match = settled_header("blackout", sitters, {}, seed_from("snoop"))
    begun = OpenMatch.begin(match, BotLauncher())
    begun.close()
    there = snoop.parent / "there.jsonl"  # The worst folder for it.
    begun.file.path.rename(there)
    path = snoop.parent.parent / name
    if path != there:
        path.symlink_to(there)
    places = json.dumps([str(snoop.parent), str(there), str(folders.matches())])
    command = python(snoop, places, str(port))
    opened = OpenMatch.resume(path, BotLauncher(programs={"theirs": command}, sandbox=True))
    opened.table.play_out()
    opened.close()
    finish(started)
    (found,) = found_by(capfd)
    assert found["seen"] == {
        str(snoop.parent): ["snoop.py"],
        str(there): "FileNotFoundError",
        str(folders.matches()): "FileNotFoundError",
    }


# Writes terminal control sequences to standard error without end, and plays.
LOUD = """
import json, os, stat, sys, threading

def shout():
    while True:
        os.write(2, b"\\x1b]0;mine\\x07" + b"x" * 1000 + b"\\n")

kind = os.fstat(2)
print("MODE", stat.S_ISFIFO(kind.st_mode), os.isatty(2), file=sys.stderr, flush=True)
threading.Thread(target=shout, daemon=True).start()
print(json.dumps({"type": "ready"}), flush=True)
for line in sys.stdin:
    line = json.loads(line)
    if line.get("type") == "ask":
        print(json.dumps(line["legal"][0]), flush=True)
"""


@POSIX
@pytest.mark.parametrize("in_sandbox", [False, pytest.param(True, marks=NEEDS_SANDBOX)])
def test_it_is_not_handed_our_standard_error(in_sandbox, tmp_path, started, capfdbinary):
    folder = tmp_path / "loud"
    folder.mkdir()
    (folder / "loud.py").write_text(LOUD)
    place = BotLauncher(programs={"theirs": python(folder / "loud.py")}, sandbox=in_sandbox)
    played(place)
    finish(started)
    said = capfdbinary.readouterr().err
    assert b"MODE True False\n" in said
    assert b"mine" in said
    assert b"\x1b" not in said
    assert b"\x07" not in said
    # Replaced characters grow to three bytes.
    assert len(said) <= 2 * MOST_PASSED_ON * len(started)


@pytest.fixture
def no_sandbox(monkeypatch):
    """Make the sandbox unavailable, as where bwrap is not allowed."""
    sandbox.sandbox_refusal.cache_clear()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sandbox, "which", lambda name: f"/usr/bin/{name}")
    done = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    yield
    sandbox.sandbox_refusal.cache_clear()


@pytest.mark.usefixtures("no_sandbox")
def test_without_one_a_program_is_not_run_and_a_sentence_says_so(started, capsys):
    place = BotLauncher(programs={"theirs": python("-c", "")}, sandbox=True)
    assert [event.why for event in given(played(place))] == ["sandbox"]
    assert started == []
    words = "simulate --game damn --players 3 --option deals=2 --sandbox --bots easy,easy"
    assert main([*words.split(), f"program:{python('-c', '')}"]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == (
        "",
        "There is no sandbox for programs here: the system does not let bwrap make one.\n",
    )
    assert main(words.replace("easy,easy", "easy").split()) == 0  # Built-in bots need no sandbox.


@pytest.mark.parametrize(
    ("platform", "bwrap_path", "code"),
    [("win32", "x", "sandbox-system"), ("linux", None, "sandbox-missing")],
)
def test_why_there_is_none_is_told(platform, bwrap_path, code, monkeypatch):
    sandbox.sandbox_refusal.cache_clear()
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sandbox, "which", lambda _: bwrap_path)
    assert sandbox_refusal().code == code
    sandbox.sandbox_refusal.cache_clear()


def test_a_program_that_is_not_there_is_missing_in_a_sandbox_too(monkeypatch):
    monkeypatch.setattr("greenbaize.app.seats.bot_launcher.sandbox_refusal", lambda: None)
    place = BotLauncher(programs={"theirs": "/there/is/no/such/program"}, sandbox=True)
    start = place.start_of("theirs")
    assert (start.command, start.why) == ((), "missing")


def test_it_can_be_set_for_good():
    Settings(sandbox=True).save()
    assert Settings.load().sandbox
    assert not Settings().sandbox
