"""Load test of a network table: commands per second, and delay until all players have an event.

    python tests/bench/lan_rush.py --seconds 30
    python tests/bench/lan_rush.py --game damn --players 7 --watchers 0

The host is ``greenbaize host`` in a separate process, with its record on disk; the players (random,
each with the client of ``greenbaize join``) are in a second process, the spectators in a third. The
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

from support import ROOT, make_parser  # isort: skip  (finds the package)
from greenbaize.app.network.seat_protocol_adapter import SeatProtocolAdapter
from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.lan.client import GuestClient
from greenbaize.lan.line_connection import StreamConnection
from greenbaize.lan.pairing import client_context
from greenbaize.lan.wire import MAX_HOST_LINE_BYTES, JoinMessage
from lan.random_guests import DictSecretStore

CODE = "RUSHED"
GOAL_MS = 10.0


class TimedReader(asyncio.StreamReader):
    """Stream reader that records when the last byte of a line was received."""

    def __init__(self) -> None:
        super().__init__(limit=MAX_HOST_LINE_BYTES)
        self.received_at = 0.0
        self._fed = self._consumed = 0
        self._chunks: deque[tuple[int, float]] = deque()

    def feed_data(self, data: bytes) -> None:
        self._fed += len(data)
        self._chunks.append((self._fed, time.monotonic()))
        super().feed_data(data)

    async def readline(self) -> bytes:
        line = await super().readline()
        self._consumed += len(line)
        while self._chunks and self._chunks[0][0] < self._consumed:
            self._chunks.popleft()
        if self._chunks:
            self.received_at = self._chunks[0][1]
        return line


class EventTimes:
    """Times at which each event's line was received and processed, by event number."""

    def __init__(self) -> None:
        self.received_times = array("d")
        self.known_times = array("d")

    def add_time(self, received_at: float) -> None:
        self.received_times.append(received_at)
        self.known_times.append(time.monotonic())


class TimedLines(StreamConnection):
    """Line stream that records when events were received."""

    times: EventTimes
    reader: TimedReader

    async def receive_line(self) -> bytes:
        line = await super().receive_line()
        if line.startswith(b'{"type":"told"'):
            self.times.add_time(self.reader.received_at)
        return line


async def open_timed_connection(port: int, times: EventTimes) -> TimedLines:
    """Open a connection like ``greenbaize.lan.dialing.open_connection``."""
    loop, reader = asyncio.get_running_loop(), TimedReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    transport, _ = await loop.create_connection(
        lambda: protocol, "127.0.0.1", port, ssl=client_context(), server_hostname=""
    )
    lines = TimedLines(reader, asyncio.StreamWriter(transport, protocol, reader, loop))
    lines.times, lines.reader = times, reader
    return lines


class RushingPlayer:
    """Player or spectator at the table; plays at random without a pause."""

    def __init__(self, name: str, port: int, *, watch: bool) -> None:
        self.times = EventTimes()
        self.sent_commands: list[tuple[int, float]] = []
        """Number of the next event and time of each sent command."""
        self._protocol_adapter = SeatProtocolAdapter(self._on_line, self._start_program)
        self.guest = self._protocol_adapter.guest = GuestClient(
            CODE, JoinMessage(name, watch), self._protocol_adapter, DictSecretStore()
        )
        self._name, self._port = name, port
        self._program: SeatProgram | None = None
        self.task = asyncio.create_task(self.guest.run_connection(self._connect, lambda: None))

    async def _connect(self) -> TimedLines:
        return await open_timed_connection(self._port, self.times)

    def _start_program(self) -> None:
        self._program = None
        if self.guest.seat is not None:
            self._program = SeatProgram(BOT_FACTORIES["random"]("steady"), self._name)

    def _on_line(self, line: bytes) -> None:
        answer = b"" if self._program is None else self._program.answer_line(line)
        if answer:
            asyncio.get_running_loop().call_soon(self._send_answer, answer)

    def _send_answer(self, answer: bytes) -> None:
        self.sent_commands.append((self.guest.line_count, time.monotonic()))
        self._protocol_adapter.process_answer(answer)


async def run_players(port: int, count: int, seconds: float, *, watch: bool) -> None:
    """Run a number of players for some time, and print the measurements."""
    cpu_s = time.process_time()
    rushers = [
        RushingPlayer("" if watch else f"Player {n}", port, watch=watch) for n in range(count)
    ]
    while not all(one.guest.is_connected for one in rushers):
        await asyncio.sleep(0.05)
    print("here", flush=True)
    staying = asyncio.gather(*(one.task for one in rushers))
    await asyncio.wait((staying,), timeout=seconds)
    cpu_s = time.process_time() - cpu_s
    staying.cancel()
    await asyncio.gather(staying, return_exceptions=True)
    measurements = {
        "came": [list(one.times.received_times) for one in rushers],
        "known": [list(one.times.known_times) for one in rushers],
        "sent": [sent for one in rushers for sent in one.sent_commands],
        "used": cpu_s,
    }
    print(json.dumps(measurements), flush=True)


def start_part(part: str, port: int, count: int, seconds: float) -> "subprocess.Popen[str]":
    """Start a process of guests."""
    command = [sys.executable, __file__, "--part", part, str(port), str(count), str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def memory_mb(pid: int) -> tuple[float, float]:
    """Return RSS and PSS of a process (MB)."""
    rolled = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in rolled[1:]}
    return sizes["Rss"], sizes["Pss"]


def process_cpu_s(pid: int) -> float:
    """Return the CPU time of a process (s)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def print_report(measurements: list[dict[str, Any]]) -> None:
    """Print the delays of the commands from the measurements of all guests."""
    sent = sorted((n, when) for one in measurements for n, when in one["sent"])
    for label, key in (("sent to all", "came"), ("until they knew", "known")):
        times = [one for each in measurements for one in each[key]]
        whole = min(map(len, times))
        took = [1000 * (max(one[n] for one in times) - when) for n, when in sent if n < whole]
        print(
            f"{label:>16}: median {percentile(took, 0.5):.1f} ms, "
            f"99th percentile {percentile(took, 0.99):.1f} ms, "
            f"at most {max(took):.0f} ms (goal {GOAL_MS:.0f} ms)"
        )
        if key == "came":
            span = sent[len(took) - 1][1] - sent[0][1]
            print(f"{len(took):,} commands, {len(took) / span:.0f} a second; {whole:,} lines each")


def measure_table(namespace: argparse.Namespace, folder: Path) -> None:
    """Open a table, fill it, and print the figures."""
    options = namespace.option or (["deals=99"] if namespace.game == "rank" else [])
    command = [sys.executable, "-m", "greenbaize", "host", "--game", namespace.game]
    command += [
        "--seats",
        str(namespace.players),
        "--code",
        CODE,
        "--record",
        str(folder / "r.jsonl"),
    ]
    command += [word for option in options for word in ("--option", option)]
    with (folder / "port").open("w+", encoding="utf-8") as port_file:
        host = subprocess.Popen(command, stdout=port_file, cwd=folder)
        while not (line := (folder / "port").read_text(encoding="utf-8")).strip():
            time.sleep(0.05)
            assert host.poll() is None
    port = json.loads((folder / "r.table").read_text(encoding="utf-8"))["port"]
    print(line.strip().splitlines()[0])
    try:
        print("host alone: RSS {:.1f} MB, PSS {:.1f} MB".format(*memory_mb(host.pid)))
        parts = []
        if namespace.watchers:
            parts.append(start_part("watch", port, namespace.watchers, namespace.seconds + 20))
            assert parts[0].stdout is not None
            parts[0].stdout.readline()
        parts.append(start_part("play", port, namespace.players, namespace.seconds))
        assert parts[-1].stdout is not None
        parts[-1].stdout.readline()
        initial_cpu_s, start = process_cpu_s(host.pid), time.monotonic()
        for quarter in range(1, 5):
            time.sleep(max(0.0, start + namespace.seconds * quarter / 4 - 0.5 - time.monotonic()))
            if host.poll() is not None:
                break
            rss, pss = memory_mb(host.pid)
            spent, passed = process_cpu_s(host.pid) - initial_cpu_s, time.monotonic() - start
            print(f"after {passed:.0f} s: RSS {rss:.1f} MB, PSS {pss:.1f} MB, {spent:.1f} s of CPU")
        host.terminate()
        measurements = []
        for part in parts:
            out, _ = part.communicate()
            measurements.append(json.loads(out.splitlines()[-1]))
        print("guests: " + ", ".join(f"{one['used']:.1f} s" for one in measurements) + " of CPU")
        print_report(measurements)
    finally:
        if host.poll() is None:
            host.kill()
        host.wait()


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--game", choices=list(GAMES), default="rank")
    parser.add_argument("--players", type=int, default=10)
    parser.add_argument("--watchers", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--option", action="append", metavar="KEY=VALUE")
    parser.add_argument("--part", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        part, port, count, seconds = options.part
        asyncio.run(run_players(int(port), int(count), float(seconds), watch=part == "watch"))
        return
    os.environ["PYTHONPATH"] = os.pathsep.join((str(ROOT / "desktop"), str(ROOT / "tests")))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GREENBAIZE_HOME"] = folder
        measure_table(options, Path(folder))


if __name__ == "__main__":
    main()
