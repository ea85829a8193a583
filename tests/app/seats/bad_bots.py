"""Programs that take a seat and do not behave: ``python bad_bots.py NAME``."""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any


def send(text: str) -> None:
    print(text, flush=True)


def ready() -> None:
    send('{"type": "ready"}')


def questions() -> Iterator[dict[str, Any]]:
    for text in sys.stdin:
        line = json.loads(text)
        if line.get("type") == "ask":
            yield line


def good(line: dict[str, Any]) -> None:
    send(json.dumps(line["legal"][0]))


def illegal() -> None:
    """Plays a card that nobody holds."""
    ready()
    for line in questions():
        send(json.dumps({"type": "play", "seat": line["seat"], "card": "XB"}))


def foreign_seat() -> None:
    """Answers for its neighbour."""
    ready()
    for line in questions():
        send(json.dumps(line["legal"][0] | {"seat": line["seat"] + 1}))


def talkative() -> None:
    """Adds a remark to its answer."""
    ready()
    for line in questions():
        send(json.dumps(line["legal"][0] | {"remark": "I hope it is good"}))


def silent() -> None:
    """Reads on and on."""
    ready()
    for _ in sys.stdin:
        pass


def deaf() -> None:
    """Neither reads nor writes, and does not end when its input does."""
    ready()
    while True:
        time.sleep(60)


def never_ready() -> None:
    """Says nothing from the beginning."""
    for _ in sys.stdin:
        pass


def unready() -> None:
    """Answers without having said that it is ready."""
    for line in questions():
        good(line)


def dies() -> None:
    """Answers once and is gone."""
    ready()
    good(next(questions()))


def crashes() -> None:
    """Is gone before it has said anything."""
    os._exit(3)


def closes() -> None:
    """Closes its output and reads on."""
    ready()
    os.close(1)
    for _ in sys.stdin:
        pass


def garbage() -> None:
    """Writes bytes that are no text."""
    ready()
    for _ in questions():
        os.write(1, b"\xff\xfe\x00{\n")


def number() -> None:
    """Writes JSON that is no object."""
    ready()
    for _ in questions():
        send("7")


def deep() -> None:
    """Writes JSON that is nested beyond measure."""
    ready()
    for _ in questions():
        send("[" * 9000)


def twice() -> None:
    """Gives each answer twice."""
    ready()
    for line in questions():
        good(line)
        good(line)


def endless_line() -> None:
    """Never ends its first line."""
    while True:
        os.write(1, b"x" * 65_536)


def endless_lines() -> None:
    """Is ready for ever."""
    while True:
        ready()


def child() -> None:
    """Lets another process answer, which does not end by itself."""
    if os.fork() == 0:
        deaf()
    ready()
    os._exit(0)


def leaves() -> None:
    """Behaves, and leaves a process behind in a session of its own that nothing ends."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.close(0)
            os.close(1)
            deaf_to_signals()
        os._exit(0)
    os.wait()
    fine()


def deaf_but_answers() -> None:
    """Behaves, but ends with nothing that it can ignore."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    fine()
    deaf()


def leaves_and_hangs() -> None:
    """Leaves somebody behind, says so when it is asked, and says nothing more."""
    if os.fork() == 0:
        os.setsid()
        os.close(0)
        os.close(1)
        deaf_to_signals()
    with suppress(OSError):  # the table may have ended before
        ready()
    for _ in questions():
        os.write(2, b"asked\n")
        deaf_to_signals()


def waits() -> None:
    """Answers its first question when it is let, and tells so, not by way of the table."""
    ready()
    for number, line in enumerate(questions()):
        if number == 0:
            os.write(2, b"asked\n")
            Path(sys.argv[2]).read_bytes()
        good(line)
        if number == 0:
            Path(f"{sys.argv[2]}ne").write_text("answered")


def deaf_to_signals() -> None:
    """Heed nothing that can be ignored."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(60)


def fine() -> None:
    """Behaves."""
    ready()
    for line in questions():
        good(line)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
