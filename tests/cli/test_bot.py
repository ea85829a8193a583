"""Tests of ``greenbaize bot`` in a separate process: play, reproducibility, one-line errors."""

import json
import locale
import subprocess
import sys

import pytest

from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from match.random_matches import SETUPS, play_randomly

PLAYED = play_randomly(SETUPS[0], 3)
SEAT = PLAYED.events[1].leader


def make_conversation(*, whole=True):
    """Return the lines that a seat is sent; it is asked where it acts."""
    game, codec = GAMES["damn"], event_codec(GAMES["damn"])
    lines = [PLAYED.header.redact_for(SEAT).to_line()]
    for event, state in PLAYED.moments:
        lines.append(codec.encode_line(game.tell(event, state, SEAT)))
        if state.turn == SEAT:
            lines.append({"type": "ask", "seat": SEAT, "legal": [], "think_ms": 500})
    return b"".join(map(encode_line, lines if whole else lines[:4]))


def run_bot(input_bytes, *words):
    process = subprocess.run(
        [sys.executable, "-m", "greenbaize", "bot", *words],
        input=input_bytes,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return (
        process.returncode,
        process.stdout.splitlines(),
        process.stderr.decode(locale.getencoding()),
    )


def test_it_plays_a_match_and_exits_after_the_end():
    code, output_lines, complaint = run_bot(
        make_conversation() + b"this is not read\n", "--level", "easy"
    )
    assert (code, complaint) == (0, "")
    assert json.loads(output_lines[0]) == {"type": "ready"}
    answers = [json.loads(line) for line in output_lines[1:]]
    assert {answer["seat"] for answer in answers} == {SEAT}
    assert {answer["type"] for answer in answers} == {"bid", "play"}
    assert len(answers) == make_conversation().count(b'"ask"')


def test_it_evaluates_its_choices_on_request():
    lines = make_conversation().splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if b'"ask"' in line)
    weigh_line = b'{"type": "ask", "weigh": true}\n'
    code, output_lines, complaint = run_bot(
        b"".join([*lines[:first], weigh_line, lines[first]]), "--level", "hard"
    )
    assert (code, complaint) == (0, "")
    evaluation, decision = map(json.loads, output_lines[1:])
    assert evaluation["type"] == "weighed"
    commands = [one["command"] for one in evaluation["choices"]]
    assert decision in commands
    assert len(commands) > 1
    # Bids of this match have a probability of success.
    keys = ["chance", "command", "error", "expected", "gap_error"]
    assert [sorted(one) for one in evaluation["choices"]] == [keys] * len(commands)
    assert all(0 <= one["chance"] <= 1 for one in evaluation["choices"])


def test_a_bot_without_search_refuses_to_evaluate():
    lines = make_conversation().splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if b'"ask"' in line)
    input_bytes = b"".join([*lines[:first], b'{"type": "ask", "weigh": true}\n'])
    code, output_lines, complaint = run_bot(input_bytes, "--level", "easy")
    assert code == 1
    assert "does not weigh its choices" in complaint
    assert len(output_lines) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [["--seed", "7"], ["--seed", "any text", "--temperament", "bold"]]
)
def test_a_seed_gives_the_same_choices(words):
    first = run_bot(make_conversation(), "--level", "random", *words)
    assert run_bot(make_conversation(), "--level", "random", *words) == first
    assert run_bot(make_conversation(), "--level", "random", "--seed", "8") != first


@pytest.mark.slow
def test_without_a_seed_choices_vary():
    outputs = [tuple(run_bot(make_conversation(), "--level", "random")[1]) for _ in range(3)]
    assert len(set(outputs)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("sent", [b"", make_conversation(whole=False)])
def test_it_exits_when_its_input_closes(sent):
    code, output_lines, complaint = run_bot(sent)
    assert (code, complaint) == (0, "")
    assert output_lines[0] == b'{"type": "ready"}'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sent", "line", "fault"),
    [
        (b"hello\n", 1, "The line is damaged: it is not a JSON object."),
        (b"\xff\xfe", 1, "The line is damaged: it is not a JSON object."),
        (make_conversation(whole=False) + b"{}\n", 5, "it has no “type”"),
        (make_conversation(whole=False)[:-5], 4, "The line is damaged"),
    ],
)
def test_it_reports_errors_in_one_line(sent, line, fault):
    code, output_lines, complaint = run_bot(sent)
    assert code == 1
    assert complaint.startswith(f"greenbaize bot, line {line}: ")
    assert fault in complaint
    assert complaint.count("\n") == 1
    assert len(output_lines) <= 2


def test_it_exits_when_its_output_closes():
    process = subprocess.Popen(
        [sys.executable, "-m", "greenbaize", "bot"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(make_conversation())
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
