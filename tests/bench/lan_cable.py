"""Network test of the real programs on separate computers with cables that are pulled.

    python tests/bench/lan_cable.py    (as root: network namespaces, veth and a bridge)

``greenbaize host`` and three ``greenbaize join`` play Rank slowly, each in a separate network
namespace; once with IPv4 and IPv6, and once with either. The guests search for the table; then a
guest's cable is pulled for a minute, a guest's address changes during the match, and then the
host's. Each line of the table shows the action, the outcome, and the time until every guest
received an event again.
"""

import argparse
import asyncio
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from support import ROOT, make_parser  # isort: skip  (finds the package)
from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.match.record import read_record

GUESTS = ("anna", "otto", "ida")
COMPUTERS = ("host", *GUESTS)
CODE = "CABLED"
DECISION_S = 0.15
GRACE_S = 20
IN_FLIGHT_S = 0.5
"""Time in which events that were sent before may still arrive (s)."""
NAME = "greenbaize-bench-{}"
SWITCH = NAME.format("switch")


# The network


def run_ip(*words: str, check: bool = True) -> None:
    subprocess.run(["ip", *words], check=check, capture_output=not check)


class CableNetwork:
    """Network namespaces, each with a cable to a bridge in a further one."""

    def __init__(self, families: str) -> None:
        self._v4, self._v6 = "4" in families, "6" in families
        self._addresses = {name: number for number, name in enumerate(COMPUTERS, 1)}

    def set_up(self) -> None:
        self.tear_down()
        run_ip("netns", "add", SWITCH)
        run_ip("-n", SWITCH, "link", "add", "bridge", "type", "bridge", "mcast_snooping", "0")
        run_ip("-n", SWITCH, "link", "set", "bridge", "up")
        for computer in COMPUTERS:
            namespace = NAME.format(computer)
            run_ip("netns", "add", namespace)
            if not self._v6:
                words = [
                    *self.command_prefix(computer),
                    "sysctl",
                    "-q",
                    "net.ipv6.conf.all.disable_ipv6=1",
                ]
                subprocess.run(words, check=True)
            run_ip("-n", namespace, "link", "set", "lo", "up")
            veth = f"-n {SWITCH} link add {computer} type veth peer eth0 netns {namespace}"
            run_ip(*veth.split())
            run_ip("-n", SWITCH, "link", "set", computer, "master", "bridge", "up")
            run_ip("-n", namespace, "link", "set", "eth0", "up")
            self._assign_addresses(computer)

    def tear_down(self) -> None:
        for name in (*COMPUTERS, "switch"):
            run_ip("netns", "del", NAME.format(name), check=False)

    def command_prefix(self, computer: str) -> list[str]:
        return ["ip", "netns", "exec", NAME.format(computer)]

    def host_address(self) -> str:
        number = self._addresses["host"]
        return f"10.77.0.{number}" if self._v4 else f"[fd77::{number}]"

    async def guest_address(self, port: int, guest: str) -> str:
        return f"{self.host_address()}:{port}"

    def _assign_addresses(self, computer: str) -> None:
        namespace, number = NAME.format(computer), self._addresses[computer]
        run_ip("-n", namespace, "addr", "flush", "dev", "eth0", "scope", "global")
        if self._v4:
            run_ip("-n", namespace, "addr", "add", f"10.77.0.{number}/24", "dev", "eth0")
            run_ip("-n", namespace, "route", "replace", "default", "dev", "eth0")
        if self._v6:
            run_ip("-n", namespace, "addr", "add", f"fd77::{number}/64", "dev", "eth0", "nodad")
            run_ip("-n", namespace, "-6", "route", "replace", "default", "dev", "eth0")

    async def set_cable(self, guest: str, *, unplugged: bool) -> None:
        run_ip("-n", SWITCH, "link", "set", guest, "down" if unplugged else "up")

    async def change_address(self, computer: str) -> None:
        self._addresses[computer] += 100
        self._assign_addresses(computer)


# The programs


def run_slow_bot(log: str) -> None:
    """Run the program of a seat: random and slow; log the time of each received line."""
    program = SeatProgram(BOT_FACTORIES["random"]("steady"), log)
    print('{"type": "ready"}', flush=True)
    with Path(log).open("a", encoding="ascii") as times_file:
        for line in sys.stdin.buffer:
            if not line.startswith(b'{"type": "ask"'):
                times_file.write(f"{time.monotonic()}\n")
                times_file.flush()
            else:
                time.sleep(DECISION_S)
            answer = program.answer_line(line)
            if answer:
                sys.stdout.buffer.write(answer)
                sys.stdout.buffer.flush()


class CableMatch:
    """Programs on a network."""

    def __init__(self, network: CableNetwork, folder: Path) -> None:
        self.network, self.folder = network, folder
        self.record = folder / "record.jsonl"
        self.port = 0
        self._running: dict[str, asyncio.subprocess.Process] = {}

    async def start_program(self, computer: str, *words: str) -> asyncio.subprocess.Process:
        home = self.folder / computer
        home.mkdir(exist_ok=True)
        command = [
            *self.network.command_prefix(computer),
            sys.executable,
            "-m",
            "greenbaize",
            *words,
        ]
        output_file = (self.folder / f"{computer}.said").open("ab")
        environment = os.environ | {
            "GREENBAIZE_HOME": str(home),
            "PYTHONPATH": str(ROOT / "desktop"),
            "LC_ALL": "C.UTF-8",
        }
        process = await asyncio.create_subprocess_exec(
            *command, stdout=output_file, stderr=output_file, env=environment, cwd=home
        )
        output_file.close()
        self._running[computer] = process
        return process

    def read_output(self, computer: str) -> str:
        """Return the output of a computer's programs."""
        return (self.folder / f"{computer}.said").read_text(encoding="utf-8")

    async def start_host(self) -> None:
        words = (
            f"host --game rank --seats 3 --option deals=99 --code {CODE} --grace {GRACE_S}".split()
        )
        words += ["--name", "Cable", "--record", str(self.record)]
        await self.start_program("host", *words)
        await wait_until(lambda: "open at" in self.read_output("host"), 20)
        found = re.search(r":(\d+), code", self.read_output("host"))
        assert found is not None, self.read_output("host")
        self.port = int(found[1])

    async def browse(self, guest: str) -> str:
        """Return the address at which a guest finds the table; empty if it does not."""
        before = len(self.read_output(guest)) if (self.folder / f"{guest}.said").exists() else 0
        browser = await self.start_program(guest, "join")
        await browser.wait()
        found = re.search(r"(\S+:\d+)", self.read_output(guest)[before:])
        return found[1] if found else ""

    async def join_table(self, guest: str, address: str) -> None:
        program = f"{sys.executable} {Path(__file__).resolve()} --play {self.folder / guest}.heard"
        words = [address, "--code", CODE, "--name", guest.title(), "--program", program]
        await self.start_program(guest, "join", *words)

    def line_times(self, guest: str) -> list[float]:
        """Return the times at which a guest's program received lines."""
        path = self.folder / f"{guest}.heard"
        return [float(one) for one in path.read_text().split()] if path.exists() else []

    async def delays_since(
        self, moment: float, seconds: float, in_flight_s: float = 0.0
    ) -> dict[str, float]:
        """Return the time from a moment until each guest received an event, if it did (s).

        Events within the first ``in_flight_s`` seconds are ignored: they may have been sent before.
        """

        def first_delays() -> dict[str, float]:
            found = {}
            for guest in GUESTS:
                after = [one for one in self.line_times(guest) if one > moment + in_flight_s]
                if after:
                    found[guest] = after[0] - moment
            return found

        await wait_until(lambda: len(first_delays()) == len(GUESTS), seconds)
        return first_delays()

    def count_takeovers(self) -> int:
        return self.record.read_bytes().count(b'"why": "away"')

    async def kill_program(self, computer: str) -> None:
        process = self._running.pop(computer)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def kill_all(self) -> None:
        for computer in list(self._running):
            await self.kill_program(computer)


async def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    """Poll a condition; return True if it held in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        await asyncio.sleep(0.02)
    return True


# Scenario


class ReportPrinter:
    """Printer of the table's lines."""

    def __init__(self, network: str) -> None:
        self._network = network

    def __call__(self, action: str, outcome: str, duration: float | None = None) -> None:
        seconds = "" if duration is None else f"{duration:.2f} s"
        print(f"{self._network:<9} {action:<42} {outcome:<58} {seconds:>9}", flush=True)

    def print_delays(self, action: str, delays: dict[str, float]) -> None:
        missing = [guest for guest in GUESTS if guest not in delays]
        outcome = f"never: {', '.join(missing)}" if missing else "all are told on"
        self(action, outcome, max(delays.values(), default=None))


@asynccontextmanager
async def connected_match(network: CableNetwork, folder: Path) -> AsyncIterator[CableMatch]:
    match = CableMatch(network, folder)
    try:
        network.set_up()
        yield match
    finally:
        await match.kill_all()
        network.tear_down()


async def run_match(
    network: CableNetwork, report: ReportPrinter, pull_s: float, wait_s: float
) -> None:
    folder = Path(tempfile.mkdtemp(prefix="cable"))
    async with connected_match(network, folder) as match:
        start = time.monotonic()
        await match.start_host()
        report("host started", "open", time.monotonic() - start)
        addresses = await browse_all(match, report)
        start = time.monotonic()
        for guest in GUESTS:
            await match.join_table(guest, addresses[guest])
        report.print_delays("all join", await match.delays_since(start, 30))
        await pull_cable(match, report, pull_s)
        start = time.monotonic()
        await network.change_address("anna")
        report.print_delays(
            "Anna's address changes", await match.delays_since(start, wait_s, IN_FLIGHT_S)
        )
        await move_host(match, report, wait_s)
        record = read_record(match.record.read_bytes(), GAMES)
        seat_events = sum(one.type == "seat" for one in record.events)
        report("the record", f"holds: {len(record.events)} events, {seat_events} of seats given")
    for computer in COMPUTERS:
        if "error" in match.read_output(computer).lower():
            report(f"{computer} said", match.read_output(computer)[-300:])
    shutil.rmtree(folder)


async def browse_all(match: CableMatch, report: ReportPrinter) -> dict[str, str]:
    """Return the address for each guest: the discovered one, or else the known one."""
    addresses = {guest: await match.network.guest_address(match.port, guest) for guest in GUESTS}
    for guest in GUESTS:
        start = time.monotonic()
        found = await match.browse(guest)
        report(f"{guest.title()} looks for tables", found or "none", time.monotonic() - start)
        addresses[guest] = found or addresses[guest]
    return addresses


async def pull_cable(match: CableMatch, report: ReportPrinter, pull_s: float) -> None:
    start, takeovers = time.monotonic(), match.count_takeovers()
    await match.network.set_cable("anna", unplugged=True)
    has_takeover = await wait_until(lambda: match.count_takeovers() > takeovers, pull_s)
    if has_takeover:
        outcome = f"a computer player acts (grace {GRACE_S} s)"
        report("Anna's cable is pulled", outcome, time.monotonic() - start)
    await asyncio.sleep(max(0.0, start + pull_s - time.monotonic()))
    later_times = [one for one in match.line_times("anna") if one > start + 1]
    report(f"… for {pull_s:.0f} s", f"Anna was told {len(later_times)} lines meanwhile")
    replug_time = time.monotonic()
    await match.network.set_cable("anna", unplugged=False)
    report.print_delays("… and put in again", await match.delays_since(replug_time, 60))


async def move_host(match: CableMatch, report: ReportPrinter, wait_s: float) -> None:
    start = time.monotonic()
    await match.network.change_address("host")
    delays = await match.delays_since(start, wait_s, IN_FLIGHT_S)
    report.print_delays("the host's address changes", delays)
    browse_start = time.monotonic()
    await match.kill_program("ida")
    found = await match.browse("ida")
    is_new = match.network.host_address() in found
    outcome = f"{found or 'none'}, {'the new' if is_new else 'not the new'} address"
    report("… Ida looks for tables", outcome, time.monotonic() - browse_start)
    start = time.monotonic()
    for guest in GUESTS:
        if guest in match._running:
            await match.kill_program(guest)
        await match.join_table(guest, await match.network.guest_address(match.port, guest))
    report.print_delays("… all join again at the new address", await match.delays_since(start, 60))


def main() -> int:
    parser = make_parser(__doc__)
    choices = ("4+6", "4", "6")
    parser.add_argument("--networks", nargs="+", choices=choices, default=choices)
    parser.add_argument("--pull", type=float, default=60, help="seconds that a cable is out")
    parser.add_argument("--wait", type=float, default=30, help="seconds for what may not be")
    parser.add_argument("--play", metavar="FILE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play:
        run_slow_bot(options.play)
        return 0
    if os.geteuid() or shutil.which("ip") is None:
        print("This needs root and the program ip.")
        return 2
    for families in options.networks:
        name = {"4+6": "IPv4+6", "4": "IPv4", "6": "IPv6"}[families]
        asyncio.run(
            run_match(CableNetwork(families), ReportPrinter(name), options.pull, options.wait)
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
