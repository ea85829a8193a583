"""Tests of ``greenbaize bot`` in a separate process: play, reproducibility, one-line errors."""

import json
import locale
import subprocess
import sys

import pytest

from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import line_bytes
from match.playing import SETUPS, play_randomly

PLAYED = play_randomly(SETUPS[0], 3)
SEAT = PLAYED.events[1].leader


def conversation(*, whole=True):
    """Return the lines that a seat is sent; it is asked where it acts."""
    game, codec = GAMES["damn"], event_codec(GAMES["damn"])
    lines = [PLAYED.header.told(SEAT).line()]
    for event, state in PLAYED.moments:
        lines.append(codec.write(game.tell(event, state, SEAT)))
        if state.turn == SEAT:
            lines.append({"type": "ask", "seat": SEAT, "legal": [], "think_ms": 500})
    return b"".join(map(line_bytes, lines if whole else lines[:4]))


def talk(sent, *words):
    done = subprocess.run(
        [sys.executable, "-m", "greenbaize", "bot", *words],
        input=sent,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout.splitlines(), done.stderr.decode(locale.getencoding())


def test_it_plays_a_match_and_exits_after_the_end():
    code, said, complaint = talk(conversation() + b"this is not read\n", "--level", "easy")
    assert (code, complaint) == (0, "")
    assert json.loads(said[0]) == {"type": "ready"}
    answers = [json.loads(line) for line in said[1:]]
    assert {answer["seat"] for answer in answers} == {SEAT}
    assert {answer["type"] for answer in answers} == {"bid", "play"}
    assert len(answers) == conversation().count(b'"ask"')


def test_it_weighs_its_choices_where_it_is_asked_to():
    lines = conversation().splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if b'"ask"' in line)
    weigh = b'{"type": "ask", "weigh": true}\n'
    code, said, complaint = talk(b"".join([*lines[:first], weigh, lines[first]]), "--level", "hard")
    assert (code, complaint) == (0, "")
    weighed, decision = map(json.loads, said[1:])
    assert weighed["type"] == "weighed"
    commands = [one["command"] for one in weighed["choices"]]
    assert decision in commands
    assert len(commands) > 1
    # Bids of this match have a probability of success.
    keys = ["chance", "command", "error", "expected", "gap_error"]
    assert [sorted(one) for one in weighed["choices"]] == [keys] * len(commands)
    assert all(0 <= one["chance"] <= 1 for one in weighed["choices"])


def test_a_player_that_does_not_think_ahead_weighs_nothing():
    lines = conversation().splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if b'"ask"' in line)
    sent = b"".join([*lines[:first], b'{"type": "ask", "weigh": true}\n'])
    code, said, complaint = talk(sent, "--level", "easy")
    assert code == 1
    assert "does not weigh its choices" in complaint
    assert len(said) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [["--seed", "7"], ["--seed", "any text", "--temperament", "bold"]]
)
def test_a_seed_gives_the_same_choices(words):
    first = talk(conversation(), "--level", "random", *words)
    assert talk(conversation(), "--level", "random", *words) == first
    assert talk(conversation(), "--level", "random", "--seed", "8") != first


@pytest.mark.slow
def test_without_a_seed_it_cannot_be_foretold():
    said = [tuple(talk(conversation(), "--level", "random")[1]) for _ in range(3)]
    assert len(set(said)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("sent", [b"", conversation(whole=False)])
def test_it_exits_when_its_input_closes(sent):
    code, said, complaint = talk(sent)
    assert (code, complaint) == (0, "")
    assert said[0] == b'{"type": "ready"}'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sent", "line", "fault"),
    [
        (b"hello\n", 1, "The line is damaged: it is not a JSON object."),
        (b"\xff\xfe", 1, "The line is damaged: it is not a JSON object."),
        (conversation(whole=False) + b"{}\n", 5, "it has no “type”"),
        (conversation(whole=False)[:-5], 4, "The line is damaged"),
    ],
)
def test_it_complains_in_one_line(sent, line, fault):
    code, said, complaint = talk(sent)
    assert code == 1
    assert complaint.startswith(f"greenbaize bot, line {line}: ")
    assert fault in complaint
    assert complaint.count("\n") == 1
    assert len(said) <= 2


def test_it_exits_when_nobody_reads_it():
    process = subprocess.Popen(
        [sys.executable, "-m", "greenbaize", "bot"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(conversation())
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_it_needs_no_window():
    """Check that Qt and the modules of other commands are not imported, for a fast start."""
    text = (
        "import io, sys\n"
        "sys.stdin = io.TextIOWrapper(io.BytesIO(b''))\n"
        "from greenbaize.cli.main import main\n"
        "code = main(['bot'])\n"
        "heavy = [name for name in ('PySide6', 'sqlite3', 'tqdm', 'multiprocessing',"
        " 'platformdirs', 'greenbaize.ui', 'concurrent.futures') if name in sys.modules]\n"
        "print(code, heavy)"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_a_stream_that_is_closed_from_the_beginning_is_the_end(stream):
    closed = f"import os, sys; sys.{stream} = None; from greenbaize.cli.main import main"
    words = [sys.executable, "-c", f"{closed}; sys.exit(main(['bot']))"]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (int(stream == "stdout"), b"")
