"""Bot programs that break the seat protocol: ``python bad_bots.py NAME``."""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any


def send_line(text: str) -> None:
    print(text, flush=True)


def send_ready() -> None:
    send_line('{"type": "ready"}')


def read_questions() -> Iterator[dict[str, Any]]:
    for text in sys.stdin:
        line = json.loads(text)
        if line.get("type") == "ask":
            yield line


def send_legal_answer(line: dict[str, Any]) -> None:
    send_line(json.dumps(line["legal"][0]))


def illegal() -> None:
    """Answer with a card that nobody holds."""
    send_ready()
    for line in read_questions():
        send_line(json.dumps({"type": "play", "seat": line["seat"], "card": "XB"}))


def foreign_seat() -> None:
    """Answer for the neighbouring seat."""
    send_ready()
    for line in read_questions():
        send_line(json.dumps(line["legal"][0] | {"seat": line["seat"] + 1}))


def talkative() -> None:
    """Add a remark to each answer."""
    send_ready()
    for line in read_questions():
        send_line(json.dumps(line["legal"][0] | {"remark": "I hope it is good"}))


def silent() -> None:
    """Read everything and never answer."""
    send_ready()
    for _ in sys.stdin:
        pass


def deaf() -> None:
    """Neither read nor write, and stay alive when the input closes."""
    send_ready()
    while True:
        time.sleep(60)


def never_ready() -> None:
    """Never send the ready line."""
    for _ in sys.stdin:
        pass


def unready() -> None:
    """Answer without having sent the ready line."""
    for line in read_questions():
        send_legal_answer(line)


def dies() -> None:
    """Answer once and exit."""
    send_ready()
    send_legal_answer(next(read_questions()))


def crashes() -> None:
    """Exit before any output."""
    os._exit(3)


def closes() -> None:
    """Close the output and keep reading."""
    send_ready()
    os.close(1)
    for _ in sys.stdin:
        pass


def garbage() -> None:
    """Write bytes that are not UTF-8."""
    send_ready()
    for _ in read_questions():
        os.write(1, b"\xff\xfe\x00{\n")


def number() -> None:
    """Write JSON that is not an object."""
    send_ready()
    for _ in read_questions():
        send_line("7")


def deep() -> None:
    """Write JSON that is nested too deeply."""
    send_ready()
    for _ in read_questions():
        send_line("[" * 9000)


def twice() -> None:
    """Send each answer twice."""
    send_ready()
    for line in read_questions():
        send_legal_answer(line)
        send_legal_answer(line)


def endless_line() -> None:
    """Never end the first line."""
    while True:
        os.write(1, b"x" * 65_536)


def endless_lines() -> None:
    """Send ready lines for ever."""
    while True:
        send_ready()


def child() -> None:
    """Leave the answers to a child process that does not end by itself."""
    if os.fork() == 0:
        deaf()
    send_ready()
    os._exit(0)


def leaves() -> None:
    """Answer correctly, and leave a process behind in a session of its own."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.close(0)
            os.close(1)
            ignore_signals()
        os._exit(0)
    os.wait()
    fine()


def deaf_but_answers() -> None:
    """Answer correctly, but ignore all signals that can be ignored."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    fine()
    deaf()


def leaves_and_hangs() -> None:
    """Leave a process behind, report the first question on standard error, then hang."""
    if os.fork() == 0:
        os.setsid()
        os.close(0)
        os.close(1)
        ignore_signals()
    with suppress(OSError):  # The table may have ended before.
        send_ready()
    for _ in read_questions():
        os.write(2, b"asked\n")
        ignore_signals()


def waits() -> None:
    """Answer the first question when allowed, and report it past the table."""
    send_ready()
    for number, line in enumerate(read_questions()):
        if number == 0:
            os.write(2, b"asked\n")
            Path(sys.argv[2]).read_bytes()
        send_legal_answer(line)
        if number == 0:
            Path(f"{sys.argv[2]}ne").write_text("answered")


def ignore_signals() -> None:
    """Ignore all signals that can be ignored, and never return."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(60)


def fine() -> None:
    """Answer correctly."""
    send_ready()
    for line in read_questions():
        send_legal_answer(line)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
