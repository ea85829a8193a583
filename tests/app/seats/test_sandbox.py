"""Tests of what a program at a seat is given, and of what a sandbox hides from it."""

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.seats.foreign_programs import (
    play_bot_match,
    python_command,
    select_seat_changes,
    wait_for_programs,
)
from greenbaize.app.seats import sandbox
from greenbaize.app.seats.bot_launcher import BotLauncher, build_bot_command
from greenbaize.app.seats.bot_process import MAX_STDERR_BYTES
from greenbaize.app.seats.sandbox import (
    build_sandbox_command,
    build_sandbox_environment,
    find_sandbox_refusal,
)
from greenbaize.app.tables.matches import OpenMatch, create_header
from greenbaize.cli.main import main
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.events import SeatReassigned
from greenbaize.store import folders

NEEDS_SANDBOX = pytest.mark.skipif(
    find_sandbox_refusal() is not None, reason="needs a bwrap that is allowed"
)

# Reports what it finds to standard error, and plays.
SNOOP_SCRIPT = """
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
AUDITED_BOT_SCRIPT = """
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
def open_port():
    """Return a local port on which a server listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture
def snoop_path(tmp_path):
    folder = tmp_path / "bots"
    folder.mkdir()
    (folder / "beside").write_text("a book")
    (folder / "snoop.py").write_text(SNOOP_SCRIPT)
    return folder / "snoop.py"


def read_findings(capfd):
    return [
        json.loads(line.removeprefix("FOUND "))
        for line in capfd.readouterr().err.splitlines()
        if line.startswith("FOUND ")
    ]


def play_with_snoop(script_path, paths, local_port, programs, **launcher_options):
    """Play a recorded match with the snooping program. Return its loss codes and the record."""
    command = python_command(script_path, json.dumps([*map(str, paths)]), str(local_port))
    players = (HeaderPlayer("A", "bot", "easy"), HeaderPlayer("B", "bot", program="theirs"))
    header = create_header("blackout", players, {}, seed_from_text("snoop"))
    open_match = OpenMatch.create(
        header, BotLauncher(programs={"theirs": command}, **launcher_options)
    )
    loss_codes = []
    open_match.table.add_listener(
        lambda told: isinstance(told[-1], SeatReassigned) and loss_codes.append(told[-1].why)  # type: ignore[arg-type]
    )
    open_match.table.play_to_end()
    open_match.close()
    wait_for_programs(programs)
    return loss_codes, open_match.file.path


def test_a_program_gets_no_own_path_and_a_folder_of_its_own(
    snoop_path, open_port, started_programs, capfd, monkeypatch
):
    monkeypatch.setenv("OLDPWD", "/somewhere")
    loss_codes, _ = play_with_snoop(
        snoop_path, [snoop_path.parent / "beside"], open_port, started_programs
    )
    assert loss_codes == []
    (findings,) = read_findings(capfd)
    environment = findings["environment"]
    assert not [key for key in environment if key.startswith("GREENBAIZE") or key == "OLDPWD"]
    home = os.environ["GREENBAIZE_HOME"]
    assert not [key for key, value in environment.items() if home in value]
    assert environment["PATH"] == os.environ["PATH"]
    assert environment["PWD"] == environment["TMPDIR"] == findings["folder"]
    assert Path(findings["folder"]) != Path.cwd()
    assert findings["files"] == []
    assert findings["written"]
    assert not Path(findings["folder"]).exists()  # The folder is removed with the program.
    assert findings["seen"] == {str(snoop_path.parent / "beside"): 6}


def test_the_folder_is_removed_even_if_the_program_could_not_start(
    monkeypatch, tmp_path, started_programs
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    launcher = BotLauncher(programs={"theirs": "/there/is/no/such/program"})
    play_bot_match(launcher)
    wait_for_programs(started_programs)
    assert list(tmp_path.glob("greenbaize-*")) == []


def test_a_relative_program_path_is_found_from_its_folder(tmp_path, monkeypatch, started_programs):
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text(
        SNOOP_SCRIPT.replace("sys.argv[1]", "'[]'").replace("sys.argv[2]", "'1'")
    )
    launcher = BotLauncher(programs={"theirs": f"{sys.executable} -E -S bot.py"})
    assert select_seat_changes(play_bot_match(launcher)) == []


@pytest.mark.slow
def test_builtin_bots_open_no_file_of_a_match(started_programs, capfd, monkeypatch):
    def audit_command(player, seed):
        _, _, _, _, *arguments = build_bot_command(player, seed)
        return [sys.executable, "-c", AUDITED_BOT_SCRIPT, *arguments]

    monkeypatch.setattr("greenbaize.app.seats.table_seat.build_bot_command", audit_command)
    players = (HeaderPlayer("A", "bot", "medium"), HeaderPlayer("B", "bot", "easy"))
    header = create_header("blackout", players, {}, seed_from_text("mine"))
    open_match = OpenMatch.create(header, BotLauncher(separate_processes=True))
    open_match.table.play_to_end()
    open_match.close()
    wait_for_programs(started_programs)
    opened_lines = [
        line for line in capfd.readouterr().err.splitlines() if line.startswith("OPENED ")
    ]
    assert any("greenbaize" in line for line in opened_lines)
    assert not [line for line in opened_lines if os.environ["GREENBAIZE_HOME"] in line]


@NEEDS_SANDBOX
def test_in_a_sandbox_the_record_cannot_be_opened(
    snoop_path, open_port, started_programs, capfd, tmp_path
):
    secret = Path.home() / ".greenbaize-test"
    secret.write_text("mine")
    try:
        paths = [folders.matches_folder(), folders.matches_folder().parent, secret, Path.home()]
        paths += [Path(__file__), Path("/tmp"), Path("/var/tmp"), tmp_path]
        paths += [snoop_path.parent / "beside"]
        loss_codes, record = play_with_snoop(
            snoop_path, paths, open_port, started_programs, sandbox=True
        )
    finally:
        secret.unlink()
    assert loss_codes == []
    assert record.exists()
    (findings,) = read_findings(capfd)
    reached = findings["seen"]
    assert reached.pop(str(snoop_path.parent / "beside")) == 6
    readable_paths = [path for path, result in reached.items() if isinstance(result, int)]
    assert readable_paths == []
    assert record.name not in json.dumps(findings)
    # What it needs is below some of these folders, and nothing else of them is visible.
    assert reached[str(tmp_path)] == ["bots"]
    assert reached[str(folders.matches_folder())] == "FileNotFoundError"
    assert reached["/var/tmp"] == "FileNotFoundError"
    assert not findings["connects"]
    assert findings["processes"] <= 3
    assert findings["written"]
    assert findings["open"] == []
    assert findings["files"] == []
    assert findings["environment"]["HOME"] == findings["folder"]
    assert set(findings["environment"]) <= {
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
    assert not Path(findings["folder"]).exists()


def test_without_a_sandbox_the_snoop_reaches_more(snoop_path, open_port, started_programs, capfd):
    """Check that the snooping program finds what a sandbox must hide."""
    loss_codes, _ = play_with_snoop(
        snoop_path, [folders.matches_folder()], open_port, started_programs
    )
    assert loss_codes == []
    (findings,) = read_findings(capfd)
    assert len(findings["seen"][str(folders.matches_folder())]) >= 1
    assert findings["connects"]
    assert findings["processes"] > 3


@NEEDS_SANDBOX
def test_a_program_among_the_records_sees_none_of_them(
    snoop_path, open_port, started_programs, capfd, tmp_path
):
    program_path = folders.matches_folder() / "snoop.py"
    program_path.parent.mkdir(parents=True)
    shutil.copy(snoop_path, program_path)
    loss_codes, _ = play_with_snoop(
        program_path, [folders.matches_folder()], open_port, started_programs, sandbox=True
    )
    assert loss_codes == []
    (findings,) = read_findings(capfd)
    assert findings["seen"] == {str(folders.matches_folder()): ["snoop.py"]}


@NEEDS_SANDBOX
def test_a_records_folder_within_the_system_is_empty_and_read_only(tmp_path):
    records = [Path("/usr/share/doc"), Path("/usr/share")]  # One folder is within the other.
    shell = "ls /usr/share/doc; touch /usr/share/scrap && echo written; touch scrap && echo own"
    command = build_sandbox_command(["/bin/sh", "-c", shell], "/bin/sh", str(tmp_path), records)
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.stdout == "own\n"


@NEEDS_SANDBOX
def test_records_in_another_folder_are_hidden_too(snoop_path, open_port, capfd, tmp_path):
    records = snoop_path.parent  # The worst folder for them.
    command_line = "simulate --game damn --players 3 --option deals=2 --seed 1 --sandbox --record"
    bots = [
        "easy,easy",
        f"program:{python_command(snoop_path, json.dumps([str(records)]), str(open_port))}",
    ]
    assert main([*command_line.split(), str(records), "--bots", *bots]) == 0
    (findings,) = read_findings(capfd)
    assert findings["seen"] == {str(records): ["snoop.py"]}
    assert len(list(records.glob("*.jsonl"))) == 1


@pytest.mark.slow
@NEEDS_SANDBOX
@pytest.mark.parametrize("name", ["bots/there.jsonl", "link.jsonl"])
def test_the_record_being_played_is_hidden_in_any_folder(
    name, snoop_path, open_port, capfd, started_programs
):
    players = (HeaderPlayer("A", "bot", "easy"), HeaderPlayer("B", "bot", program="theirs"))
    header = create_header("blackout", players, {}, seed_from_text("snoop"))
    unplayed_match = OpenMatch.create(header, BotLauncher())
    unplayed_match.close()
    real_path = snoop_path.parent / "there.jsonl"  # The worst folder for it.
    unplayed_match.file.path.rename(real_path)
    path = snoop_path.parent.parent / name
    if path != real_path:
        path.symlink_to(real_path)
    paths = json.dumps([str(snoop_path.parent), str(real_path), str(folders.matches_folder())])
    command = python_command(snoop_path, paths, str(open_port))
    resumed_match = OpenMatch.resume(path, BotLauncher(programs={"theirs": command}, sandbox=True))
    resumed_match.table.play_to_end()
    resumed_match.close()
    wait_for_programs(started_programs)
    (findings,) = read_findings(capfd)
    assert findings["seen"] == {
        str(snoop_path.parent): ["snoop.py"],
        str(real_path): "FileNotFoundError",
        str(folders.matches_folder()): "FileNotFoundError",
    }


# Writes terminal control sequences to standard error without end, and plays.
LOUD_SCRIPT = """
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


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
@pytest.mark.parametrize("in_sandbox", [False, pytest.param(True, marks=NEEDS_SANDBOX)])
def test_a_program_does_not_inherit_standard_error(
    in_sandbox, tmp_path, started_programs, capfdbinary
):
    folder = tmp_path / "loud"
    folder.mkdir()
    (folder / "loud.py").write_text(LOUD_SCRIPT)
    launcher = BotLauncher(
        programs={"theirs": python_command(folder / "loud.py")}, sandbox=in_sandbox
    )
    play_bot_match(launcher)
    wait_for_programs(started_programs)
    error_output = capfdbinary.readouterr().err
    assert b"MODE True False\n" in error_output
    assert b"mine" in error_output
    assert b"\x1b" not in error_output
    assert b"\x07" not in error_output
    # Replaced characters grow to three bytes.
    assert len(error_output) <= 2 * MAX_STDERR_BYTES * len(started_programs)


@pytest.fixture
def no_sandbox(monkeypatch):
    """Make the sandbox unavailable, as where bwrap is not allowed."""
    sandbox.find_sandbox_refusal.cache_clear()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sandbox, "which", lambda name: f"/usr/bin/{name}")
    failed_run = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed_run)
    yield
    sandbox.find_sandbox_refusal.cache_clear()


@pytest.mark.usefixtures("no_sandbox")
def test_without_a_sandbox_a_program_is_refused_with_a_sentence(started_programs, capsys):
    launcher = BotLauncher(programs={"theirs": python_command("-c", "")}, sandbox=True)
    assert [event.why for event in select_seat_changes(play_bot_match(launcher))] == ["sandbox"]
    assert started_programs == []
    command_line = "simulate --game damn --players 3 --option deals=2 --sandbox --bots easy,easy"
    assert main([*command_line.split(), f"program:{python_command('-c', '')}"]) == 1
    output, error_output = capsys.readouterr()
    assert (output, error_output) == (
        "",
        "There is no sandbox for programs here: the system does not let bwrap make one.\n",
    )
    assert (
        main(command_line.replace("easy,easy", "easy").split()) == 0
    )  # Built-in bots need no sandbox.


@pytest.mark.parametrize(
    ("platform", "bwrap_path", "code"),
    [("win32", "x", "sandbox-system"), ("linux", None, "sandbox-missing")],
)
def test_a_missing_sandbox_has_its_reason(platform, bwrap_path, code, monkeypatch):
    sandbox.find_sandbox_refusal.cache_clear()
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sandbox, "which", lambda _: bwrap_path)
    assert find_sandbox_refusal().code == code
    sandbox.find_sandbox_refusal.cache_clear()


def test_a_program_that_is_not_there_is_missing_in_a_sandbox_too(monkeypatch):
    monkeypatch.setattr("greenbaize.app.seats.bot_launcher.find_sandbox_refusal", lambda: None)
    launcher = BotLauncher(programs={"theirs": "/there/is/no/such/program"}, sandbox=True)
    start = launcher.build_launch_spec("theirs")
    assert (start.command, start.failure_code) == ((), "missing")


def refuse_probe(outcome, monkeypatch):
    """Return why there is no sandbox where probing one ends like this."""

    def run_probe(command, **_):
        assert command[-2:] == ["--", "true"]
        if isinstance(outcome, Exception):
            raise outcome
        return subprocess.CompletedProcess(command, outcome)

    sandbox.find_sandbox_refusal.cache_clear()
    monkeypatch.setattr(sandbox.sys, "platform", "linux")
    monkeypatch.setattr(sandbox, "which", lambda _: "/usr/bin/bwrap")
    monkeypatch.setattr(sandbox.subprocess, "run", run_probe)
    refusal = find_sandbox_refusal()
    monkeypatch.undo()
    sandbox.find_sandbox_refusal.cache_clear()
    return refusal


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (0, None),
        (1, "sandbox-refused"),
        (OSError(), "sandbox-refused"),
        (subprocess.TimeoutExpired("bwrap", 1), "sandbox-refused"),
    ],
)
def test_a_sandbox_is_probed_once_before_it_is_used(outcome, code, monkeypatch):
    refusal = refuse_probe(outcome, monkeypatch)
    assert (refusal and refusal.code) == code


def list_mounts(command):
    """Return the paths that a sandbox's command mounts read-only."""
    words = command[: command.index("--")]
    return [words[index + 1] for index, word in enumerate(words) if word == "--ro-bind"]


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links and POSIX paths")
def test_a_sandbox_mounts_what_its_program_needs_and_nothing_private(tmp_path):
    program, data = tmp_path / "bots" / "bot.py", tmp_path / "books" / "book.txt"
    for path in (program, data):
        path.parent.mkdir()
        path.write_text("x")
    records = tmp_path / "records"
    records.mkdir()
    words = [sys.executable, str(program), str(data), "relative", "x" * 5000]
    command = build_sandbox_command(words, str(program), "/own", [records])
    mounts = list_mounts(command)
    assert command[command.index("--") + 1 :] == words
    assert str(program.parent) in mounts
    assert str(data) in mounts
    assert str(tmp_path) not in mounts
    assert not any(mount.startswith(str(records)) for mount in mounts)
    own_index = command.index("--bind")
    assert command[own_index : own_index + 5] == ["--bind", "/own", "/own", "--chdir", "/own"]
    assert command[-len(words) - 3 : -len(words) - 1] == ["--remount-ro", "/"]


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links and POSIX paths")
def test_of_a_folder_with_records_only_the_program_is_mounted(tmp_path):
    program = tmp_path / "bot.py"
    program.write_text("x")
    (tmp_path / "records").mkdir()
    command = build_sandbox_command([str(program)], str(program), "/own", [tmp_path / "records"])
    mounts = list_mounts(command)
    assert str(program) in mounts
    assert str(tmp_path) not in mounts


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links and POSIX paths")
def test_links_to_a_program_are_followed(tmp_path):
    real = tmp_path / "install" / "bin" / "bot"
    real.parent.mkdir(parents=True)
    real.write_text("#!/bin/sh\n")
    real.chmod(0o755)
    link = tmp_path / "links" / "bot"
    link.parent.mkdir()
    link.symlink_to("../install/bin/bot")
    mounts = list_mounts(build_sandbox_command([str(link)], str(link), "/own", []))
    assert str(tmp_path / "install") in mounts
    assert str(link.parent) in mounts


def test_a_sandbox_passes_the_language_and_no_other_variables(monkeypatch):
    monkeypatch.setenv("LC_TIME", "ru_RU.UTF-8")
    monkeypatch.setenv("SECRET_TOKEN", "x")
    environment = build_sandbox_environment()
    assert environment["LC_TIME"] == "ru_RU.UTF-8"
    assert environment["PATH"] == os.environ["PATH"]
    assert "SECRET_TOKEN" not in environment


@pytest.mark.skipif(sys.platform != "linux", reason="Flatpak is for Linux")
class TestFlatpak:
    @pytest.fixture(autouse=True)
    def flatpak_info(self, monkeypatch, tmp_path):
        """Act as in a Flatpak."""
        path = tmp_path / "flatpak-info"
        path.touch()
        monkeypatch.setattr(sandbox, "FLATPAK_INFO", path)
        return path

    def test_its_portal_starts_the_program_without_network_and_files(self, tmp_path):
        file = tmp_path / "bots" / "bot.py"
        file.parent.mkdir()
        file.touch()
        command = build_sandbox_command(["/usr/bin/env", str(file)], str(file), "/var/tmp/x")
        assert command[:4] == ["flatpak-spawn", "--sandbox", "--no-network", "--watch-bus"]
        assert command[-2:] == ["/usr/bin/env", str(file)]
        exposed = [word for word in command if word.startswith("--sandbox-expose")]
        read_only = {f"--sandbox-expose-path-ro={path}" for path in (file.parent, file)}
        assert set(exposed) == {*read_only, "--sandbox-expose-path=/var/tmp/x"}
        assert {"--clear-env", "--env=HOME=/var/tmp/x", "--directory=/var/tmp/x"} <= set(command)

    @pytest.mark.parametrize(("code", "refusal"), [(0, None), (1, "sandbox-refused")])
    def test_a_portal_that_refuses_is_found_out(self, monkeypatch, code, refusal):
        calls = []

        def run(command, **_):
            calls.append(command)
            return subprocess.CompletedProcess(command, code)

        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setattr(subprocess, "run", run)
        find_sandbox_refusal.cache_clear()
        try:
            found = find_sandbox_refusal()
        finally:
            find_sandbox_refusal.cache_clear()
        assert (found and found.code) == refusal
        assert calls == [[*sandbox.FLATPAK_COMMAND, "true"]]
