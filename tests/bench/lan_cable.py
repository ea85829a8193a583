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

from measured import ROOT, arguments  # isort: skip  (finds the package)
from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.match.record import read_record

GUESTS = ("anna", "otto", "ida")
COMPUTERS = ("host", *GUESTS)
CODE = "CABLED"
TURN_S = 0.15
GRACE_S = 20
UNDER_WAY_S = 0.5
"""Time in which events that were sent before may still arrive (s)."""
NAME = "greenbaize-bench-{}"
SWITCH = NAME.format("switch")


# The network


def ip(*words: str, must: bool = True) -> None:
    subprocess.run(["ip", *words], check=must, capture_output=not must)


class Cables:
    """Network namespaces, each with a cable to a bridge in a further one."""

    def __init__(self, families: str) -> None:
        self._v4, self._v6 = "4" in families, "6" in families
        self._addresses = {name: number for number, name in enumerate(COMPUTERS, 1)}

    def begin(self) -> None:
        self.end()
        ip("netns", "add", SWITCH)
        ip("-n", SWITCH, "link", "add", "bridge", "type", "bridge", "mcast_snooping", "0")
        ip("-n", SWITCH, "link", "set", "bridge", "up")
        for computer in COMPUTERS:
            where = NAME.format(computer)
            ip("netns", "add", where)
            if not self._v6:
                words = [*self.at(computer), "sysctl", "-q", "net.ipv6.conf.all.disable_ipv6=1"]
                subprocess.run(words, check=True)
            ip("-n", where, "link", "set", "lo", "up")
            veth = f"-n {SWITCH} link add {computer} type veth peer eth0 netns {where}"
            ip(*veth.split())
            ip("-n", SWITCH, "link", "set", computer, "master", "bridge", "up")
            ip("-n", where, "link", "set", "eth0", "up")
            self._give(computer)

    def end(self) -> None:
        for name in (*COMPUTERS, "switch"):
            ip("netns", "del", NAME.format(name), must=False)

    def at(self, computer: str) -> list[str]:
        return ["ip", "netns", "exec", NAME.format(computer)]

    def host_address(self) -> str:
        number = self._addresses["host"]
        return f"10.77.0.{number}" if self._v4 else f"[fd77::{number}]"

    async def address(self, port: int, guest: str) -> str:
        return f"{self.host_address()}:{port}"

    def _give(self, computer: str) -> None:
        where, number = NAME.format(computer), self._addresses[computer]
        ip("-n", where, "addr", "flush", "dev", "eth0", "scope", "global")
        if self._v4:
            ip("-n", where, "addr", "add", f"10.77.0.{number}/24", "dev", "eth0")
            ip("-n", where, "route", "replace", "default", "dev", "eth0")
        if self._v6:
            ip("-n", where, "addr", "add", f"fd77::{number}/64", "dev", "eth0", "nodad")
            ip("-n", where, "-6", "route", "replace", "default", "dev", "eth0")

    async def pull(self, guest: str, *, out: bool) -> None:
        ip("-n", SWITCH, "link", "set", guest, "down" if out else "up")

    async def move(self, computer: str) -> None:
        self._addresses[computer] += 100
        self._give(computer)


# The programs


def play(log: str) -> None:
    """Run the program of a seat: random and slow; log the time of each received line."""
    program = SeatProgram(LEVELS["random"]("steady"), log)
    print('{"type": "ready"}', flush=True)
    with Path(log).open("a", encoding="ascii") as heard:
        for line in sys.stdin.buffer:
            if not line.startswith(b'{"type": "ask"'):
                heard.write(f"{time.monotonic()}\n")
                heard.flush()
            else:
                time.sleep(TURN_S)
            answer = program.hear(line)
            if answer:
                sys.stdout.buffer.write(answer)
                sys.stdout.buffer.flush()


class Match:
    """Programs on a network."""

    def __init__(self, network: Cables, folder: Path) -> None:
        self.network, self.folder = network, folder
        self.record = folder / "record.jsonl"
        self.port = 0
        self._running: dict[str, asyncio.subprocess.Process] = {}

    async def start(self, computer: str, *words: str) -> asyncio.subprocess.Process:
        home = self.folder / computer
        home.mkdir(exist_ok=True)
        command = [*self.network.at(computer), sys.executable, "-m", "greenbaize", *words]
        said = (self.folder / f"{computer}.said").open("ab")
        environment = os.environ | {
            "GREENBAIZE_HOME": str(home),
            "PYTHONPATH": str(ROOT / "desktop"),
            "LC_ALL": "C.UTF-8",
        }
        process = await asyncio.create_subprocess_exec(
            *command, stdout=said, stderr=said, env=environment, cwd=home
        )
        said.close()
        self._running[computer] = process
        return process

    def said(self, computer: str) -> str:
        """Return the output of a computer's programs."""
        return (self.folder / f"{computer}.said").read_text(encoding="utf-8")

    async def host(self) -> None:
        words = (
            f"host --game rank --seats 3 --option deals=99 --code {CODE} --grace {GRACE_S}".split()
        )
        words += ["--name", "Cable", "--record", str(self.record)]
        await self.start("host", *words)
        await until(lambda: "open at" in self.said("host"), 20)
        found = re.search(r":(\d+), code", self.said("host"))
        assert found is not None, self.said("host")
        self.port = int(found[1])

    async def look(self, guest: str) -> str:
        """Return the address at which a guest finds the table; empty if it does not."""
        before = len(self.said(guest)) if (self.folder / f"{guest}.said").exists() else 0
        looking = await self.start(guest, "join")
        await looking.wait()
        found = re.search(r"(\S+:\d+)", self.said(guest)[before:])
        return found[1] if found else ""

    async def join(self, guest: str, address: str) -> None:
        program = f"{sys.executable} {Path(__file__).resolve()} --play {self.folder / guest}.heard"
        words = [address, "--code", CODE, "--name", guest.title(), "--program", program]
        await self.start(guest, "join", *words)

    def heard(self, guest: str) -> list[float]:
        """Return the times at which a guest's program received lines."""
        path = self.folder / f"{guest}.heard"
        return [float(one) for one in path.read_text().split()] if path.exists() else []

    async def told_since(
        self, when: float, seconds: float, under_way: float = 0.0
    ) -> dict[str, float]:
        """Return the time from a moment until each guest received an event, if it did (s).

        Events within the first ``under_way`` seconds are ignored: they may have been sent before.
        """

        def latest() -> dict[str, float]:
            found = {}
            for guest in GUESTS:
                after = [one for one in self.heard(guest) if one > when + under_way]
                if after:
                    found[guest] = after[0] - when
            return found

        await until(lambda: len(latest()) == len(GUESTS), seconds)
        return latest()

    def stood_in(self) -> int:
        return self.record.read_bytes().count(b'"why": "away"')

    async def kill(self, computer: str) -> None:
        process = self._running.pop(computer)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def end(self) -> None:
        for computer in list(self._running):
            await self.kill(computer)


async def until(holds: Callable[[], bool], seconds: float) -> bool:
    """Poll a condition; return True if it held in time."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        await asyncio.sleep(0.02)
    return True


# Scenario


class Report:
    """Printer of the table's lines."""

    def __init__(self, network: str) -> None:
        self._network = network

    def __call__(self, what: str, came: str, took: float | None = None) -> None:
        seconds = "" if took is None else f"{took:.2f} s"
        print(f"{self._network:<9} {what:<42} {came:<58} {seconds:>9}", flush=True)

    def told(self, what: str, told: dict[str, float]) -> None:
        missing = [guest for guest in GUESTS if guest not in told]
        came = f"never: {', '.join(missing)}" if missing else "all are told on"
        self(what, came, max(told.values(), default=None))


@asynccontextmanager
async def connected(network: Cables, folder: Path) -> AsyncIterator[Match]:
    match = Match(network, folder)
    try:
        network.begin()
        yield match
    finally:
        await match.end()
        network.end()


async def run(network: Cables, report: Report, pull_s: float, wait_s: float) -> None:
    folder = Path(tempfile.mkdtemp(prefix="cable"))
    async with connected(network, folder) as match:
        began = time.monotonic()
        await match.host()
        report("host started", "open", time.monotonic() - began)
        addresses = await looked_for(match, report)
        began = time.monotonic()
        for guest in GUESTS:
            await match.join(guest, addresses[guest])
        report.told("all join", await match.told_since(began, 30))
        await cable_pulled(match, report, pull_s)
        began = time.monotonic()
        await network.move("anna")
        report.told("Anna's address changes", await match.told_since(began, wait_s, UNDER_WAY_S))
        await host_moved(match, report, wait_s)
        record = read_record(match.record.read_bytes(), GAMES)
        given = sum(one.type == "seat" for one in record.events)
        report("the record", f"holds: {len(record.events)} events, {given} of seats given")
    for computer in COMPUTERS:
        if "error" in match.said(computer).lower():
            report(f"{computer} said", match.said(computer)[-300:])
    shutil.rmtree(folder)


async def looked_for(match: Match, report: Report) -> dict[str, str]:
    """Return the address for each guest: the discovered one, or else the known one."""
    addresses = {guest: await match.network.address(match.port, guest) for guest in GUESTS}
    for guest in GUESTS:
        began = time.monotonic()
        found = await match.look(guest)
        report(f"{guest.title()} looks for tables", found or "none", time.monotonic() - began)
        addresses[guest] = found or addresses[guest]
    return addresses


async def cable_pulled(match: Match, report: Report, pull_s: float) -> None:
    before, stood_in = time.monotonic(), match.stood_in()
    await match.network.pull("anna", out=True)
    noticed = await until(lambda: match.stood_in() > stood_in, pull_s)
    if noticed:
        what = f"a computer player acts (grace {GRACE_S} s)"
        report("Anna's cable is pulled", what, time.monotonic() - before)
    await asyncio.sleep(max(0.0, before + pull_s - time.monotonic()))
    quiet = [one for one in match.heard("anna") if one > before + 1]
    report(f"… for {pull_s:.0f} s", f"Anna was told {len(quiet)} lines meanwhile")
    began = time.monotonic()
    await match.network.pull("anna", out=False)
    report.told("… and put in again", await match.told_since(began, 60))


async def host_moved(match: Match, report: Report, wait_s: float) -> None:
    began = time.monotonic()
    await match.network.move("host")
    told = await match.told_since(began, wait_s, UNDER_WAY_S)
    report.told("the host's address changes", told)
    looking = time.monotonic()
    await match.kill("ida")
    found = await match.look("ida")
    right = match.network.host_address() in found
    came = f"{found or 'none'}, {'the new' if right else 'not the new'} address"
    report("… Ida looks for tables", came, time.monotonic() - looking)
    began = time.monotonic()
    for guest in GUESTS:
        if guest in match._running:
            await match.kill(guest)
        await match.join(guest, await match.network.address(match.port, guest))
    report.told("… all join again at the new address", await match.told_since(began, 60))


def main() -> int:
    parser = arguments(__doc__)
    every = ("4+6", "4", "6")
    parser.add_argument("--networks", nargs="+", choices=every, default=every)
    parser.add_argument("--pull", type=float, default=60, help="seconds that a cable is out")
    parser.add_argument("--wait", type=float, default=30, help="seconds for what may not be")
    parser.add_argument("--play", metavar="FILE", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.play:
        play(wanted.play)
        return 0
    if os.geteuid() or shutil.which("ip") is None:
        print("This needs root and the program ip.")
        return 2
    for families in wanted.networks:
        name = {"4+6": "IPv4+6", "4": "IPv4", "6": "IPv6"}[families]
        asyncio.run(run(Cables(families), Report(name), wanted.pull, wanted.wait))
    return 0


if __name__ == "__main__":
    sys.exit(main())
