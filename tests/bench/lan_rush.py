"""Load test of a network table: commands per second, and delay until all players have an event.

    python tests/bench/lan_rush.py --seconds 30
    python tests/bench/lan_rush.py --game damn --players 7 --watchers 0

The host is ``greenbaize host`` in a separate process, with its record on disk; the players (random,
each with the client of ``greenbaize join``) are in a second process, the watchers in a third. The
delay of a command is from its sending until the last client has received its event: when the bytes
were read from the connection. ``until they knew`` is when the last program had processed them; as
dozens of programs share a core here, that is mostly the time of the others.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from array import array
from collections import deque
from pathlib import Path
from typing import Any

from measured import ROOT, arguments  # isort: skip  (finds the package)
from greenbaize.app.network.seat_talk import SeatTalk
from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.lan.client import Guest
from greenbaize.lan.lines import StreamLines
from greenbaize.lan.pairing import client_context
from greenbaize.lan.wire import LONGEST_FROM_HOST, Sit
from lan.friends import Secrets

CODE = "RUSHED"
GOAL_MS = 10.0


class TimedReader(asyncio.StreamReader):
    """Stream reader that records when the last byte of a line was received."""

    def __init__(self) -> None:
        super().__init__(limit=LONGEST_FROM_HOST)
        self.came_at = 0.0
        self._fed = self._taken = 0
        self._chunks: deque[tuple[int, float]] = deque()

    def feed_data(self, data: bytes) -> None:
        self._fed += len(data)
        self._chunks.append((self._fed, time.monotonic()))
        super().feed_data(data)

    async def readline(self) -> bytes:
        line = await super().readline()
        self._taken += len(line)
        while self._chunks and self._chunks[0][0] < self._taken:
            self._chunks.popleft()
        if self._chunks:
            self.came_at = self._chunks[0][1]
        return line


class Times:
    """Times at which each event's line was received and processed, by event number."""

    def __init__(self) -> None:
        self.came = array("d")
        self.known = array("d")

    def note(self, came_at: float) -> None:
        self.came.append(came_at)
        self.known.append(time.monotonic())


class TimedLines(StreamLines):
    """Line stream that records when events were received."""

    times: Times
    reader: TimedReader

    async def receive(self) -> bytes:
        line = await super().receive()
        if line.startswith(b'{"type":"told"'):
            self.times.note(self.reader.came_at)
        return line


async def timed_connection(port: int, times: Times) -> TimedLines:
    """Open a connection like ``greenbaize.lan.dialing.connect``."""
    loop, reader = asyncio.get_running_loop(), TimedReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    transport, _ = await loop.create_connection(
        lambda: protocol, "127.0.0.1", port, ssl=client_context(), server_hostname=""
    )
    lines = TimedLines(reader, asyncio.StreamWriter(transport, protocol, reader, loop))
    lines.times, lines.reader = times, reader
    return lines


class Rusher:
    """Player or watcher at the table; plays at random without a pause."""

    def __init__(self, name: str, port: int, *, watch: bool) -> None:
        self.times = Times()
        self.sent: list[tuple[int, float]] = []
        """Number of the next event and time of each sent command."""
        self._talk = SeatTalk(self._write, self._begin)
        self.guest = self._talk.guest = Guest(CODE, Sit(name, watch), self._talk, Secrets())
        self._name, self._port = name, port
        self._program: SeatProgram | None = None
        self.task = asyncio.create_task(self.guest.stay(self._connected, lambda: None))

    async def _connected(self) -> TimedLines:
        return await timed_connection(self._port, self.times)

    def _begin(self) -> None:
        self._program = None
        if self.guest.seat is not None:
            self._program = SeatProgram(LEVELS["random"]("steady"), self._name)

    def _write(self, line: bytes) -> None:
        answer = b"" if self._program is None else self._program.hear(line)
        if answer:
            asyncio.get_running_loop().call_soon(self._answer, answer)

    def _answer(self, answer: bytes) -> None:
        self.sent.append((self.guest.heard, time.monotonic()))
        self._talk.answer(answer)


async def sit(port: int, count: int, seconds: float, *, watch: bool) -> None:
    """Run a number of players for some time, and print the measurements."""
    used = time.process_time()
    rushers = [Rusher("" if watch else f"Player {n}", port, watch=watch) for n in range(count)]
    while not all(one.guest.here for one in rushers):
        await asyncio.sleep(0.05)
    print("here", flush=True)
    staying = asyncio.gather(*(one.task for one in rushers))
    await asyncio.wait((staying,), timeout=seconds)
    used = time.process_time() - used
    staying.cancel()
    await asyncio.gather(staying, return_exceptions=True)
    noted = {
        "came": [list(one.times.came) for one in rushers],
        "known": [list(one.times.known) for one in rushers],
        "sent": [sent for one in rushers for sent in one.sent],
        "used": used,
    }
    print(json.dumps(noted), flush=True)


def own(part: str, port: int, count: int, seconds: float) -> "subprocess.Popen[str]":
    """Start a process of guests."""
    command = [sys.executable, __file__, "--part", part, str(port), str(count), str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def memory_mb(pid: int) -> tuple[float, float]:
    """Return RSS and PSS of a process (MB)."""
    rolled = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in rolled[1:]}
    return sizes["Rss"], sizes["Pss"]


def used_s(pid: int) -> float:
    """Return the CPU time of a process (s)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def at(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def report(noted: list[dict[str, Any]]) -> None:
    """Print the delays of the commands from the measurements of all guests."""
    sent = sorted((n, when) for one in noted for n, when in one["sent"])
    for what, key in (("sent to all", "came"), ("until they knew", "known")):
        times = [one for each in noted for one in each[key]]
        whole = min(map(len, times))
        took = [1000 * (max(one[n] for one in times) - when) for n, when in sent if n < whole]
        print(
            f"{what:>16}: median {at(took, 0.5):.1f} ms, 99th percentile {at(took, 0.99):.1f} ms, "
            f"at most {max(took):.0f} ms (goal {GOAL_MS:.0f} ms)"
        )
        if key == "came":
            span = sent[len(took) - 1][1] - sent[0][1]
            print(f"{len(took):,} commands, {len(took) / span:.0f} a second; {whole:,} lines each")


def rush(wanted: argparse.Namespace, folder: Path) -> None:
    """Open a table, fill it, and print the figures."""
    options = wanted.option or (["deals=99"] if wanted.game == "rank" else [])
    command = [sys.executable, "-m", "greenbaize", "host", "--game", wanted.game]
    command += ["--seats", str(wanted.players), "--code", CODE, "--record", str(folder / "r.jsonl")]
    command += [word for option in options for word in ("--option", option)]
    with (folder / "port").open("w+", encoding="utf-8") as said:
        host = subprocess.Popen(command, stdout=said, cwd=folder)
        while not (line := (folder / "port").read_text(encoding="utf-8")).strip():
            time.sleep(0.05)
            assert host.poll() is None
    port = json.loads((folder / "r.table").read_text(encoding="utf-8"))["port"]
    print(line.strip().splitlines()[0])
    try:
        print("host alone: RSS {:.1f} MB, PSS {:.1f} MB".format(*memory_mb(host.pid)))
        parts = []
        if wanted.watchers:
            parts.append(own("watch", port, wanted.watchers, wanted.seconds + 20))
            assert parts[0].stdout is not None
            parts[0].stdout.readline()
        parts.append(own("play", port, wanted.players, wanted.seconds))
        assert parts[-1].stdout is not None
        parts[-1].stdout.readline()
        used, began = used_s(host.pid), time.monotonic()
        for quarter in range(1, 5):
            time.sleep(max(0.0, began + wanted.seconds * quarter / 4 - 0.5 - time.monotonic()))
            if host.poll() is not None:
                break
            rss, pss = memory_mb(host.pid)
            spent, passed = used_s(host.pid) - used, time.monotonic() - began
            print(f"after {passed:.0f} s: RSS {rss:.1f} MB, PSS {pss:.1f} MB, {spent:.1f} s of CPU")
        host.terminate()
        noted = []
        for part in parts:
            out, _ = part.communicate()
            noted.append(json.loads(out.splitlines()[-1]))
        print("guests: " + ", ".join(f"{one['used']:.1f} s" for one in noted) + " of CPU")
        report(noted)
    finally:
        if host.poll() is None:
            host.kill()
        host.wait()


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--game", choices=list(GAMES), default="rank")
    parser.add_argument("--players", type=int, default=10)
    parser.add_argument("--watchers", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--option", action="append", metavar="KEY=VALUE")
    parser.add_argument("--part", nargs=4, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.part:
        what, port, count, seconds = wanted.part
        asyncio.run(sit(int(port), int(count), float(seconds), watch=what == "watch"))
        return
    os.environ["PYTHONPATH"] = os.pathsep.join((str(ROOT / "desktop"), str(ROOT / "tests")))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GREENBAIZE_HOME"] = folder
        rush(wanted, Path(folder))


if __name__ == "__main__":
    main()
