"""Ten starts in each typical network: where a table is listed, and how a guest reconnects.

    python tests/bench/lan_networks.py    (as root: network namespaces)

``greenbaize host`` and ``greenbaize join`` run on two computers with a cable between them. In the
networks ``bridge``, ``vpn``, ``linklocal`` and ``ipv6`` a guest searches for the table and connects
to the listed address; in ``none`` it must report that there is no network; in ``move`` the host
gets another address during a match. Each line shows the outcome of one start.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from measured import ROOT, arguments  # isort: skip  (finds the package)

sys.path.insert(0, str(ROOT / "tests"))

from cli import namespaces as computers  # isort: skip  (beside the package)

OLD, NEW, FRIEND = "192.168.1.5/24", "192.168.1.99/24", "192.168.1.6/24"
LINK_LOCAL = "169.254.10.5/16", "169.254.77.6/16"
IDLE = f"{sys.executable} {ROOT / 'tests' / 'cli' / 'idle_program.py'}"
ANSWER_S = 2.0
CONNECT = "import socket, sys; socket.create_connection((sys.argv[1], int(sys.argv[2])), {})"


class Started(NamedTuple):
    """Outcome of one start, and whether it is the expected one."""

    came: str
    good: bool


def command(computer: str, *words: str) -> list[str]:
    return [*computers.inside(computer), sys.executable, *words]


@contextmanager
def running(computer: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"GREENBAIZE_HOME": home, "PYTHONPATH": str(ROOT / "desktop")}
        process = subprocess.Popen(
            command(computer, *words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        try:
            yield process
        finally:
            process.kill()
            process.communicate()


def read_until(process: subprocess.Popen[str], what: str) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if what in line:
            return line
    raise RuntimeError(f"{what!r} was never printed")


@contextmanager
def hosting() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a host; yield its process and the address that it prints first."""
    words = ["host", "--game", "rank", "--seats", "2", "--bots", "random", "--code", "ABCDEF"]
    with running(computers.HOST, "-m", "greenbaize", *words, "--json") as host:
        yield host, json.loads(read_until(host, '"open"'))["address"]


def look() -> str:
    with running(computers.GUEST, "-m", "greenbaize", "join") as guest:
        said, _ = guest.communicate(timeout=60)
    return said.strip()


def look_and_connect() -> Started:
    with hosting():
        said = look()
        found = re.match(r"\[?(.+?)\]?:(\d+)  ", said)
        if found is None:
            return Started(said, good=False)
        words = command(computers.GUEST, "-c", CONNECT.format(ANSWER_S), *found.groups())
        answered = subprocess.run(words, check=False, capture_output=True).returncode == 0
    return Started(f"{found[1]} {'answers' if answered else 'does not answer'}", answered)


def look_without_network() -> Started:
    computers.pull_cable()
    with hosting():
        said = look()
    return Started(said, said.startswith("This computer is not connected to a network"))


def come_back() -> Started:
    with hosting() as (host, address):
        words = ("join", address, "--code", "ABCDEF", "--name", "Anna", "--program", IDLE)
        with running(computers.GUEST, "-m", "greenbaize", *words) as guest:
            read_until(host, '"begun"')
            computers.move_host(OLD, NEW)
            began = time.monotonic()
            read_until(guest, "The connection is back.")
            seconds = time.monotonic() - began
    return Started(f"back after {seconds:.1f} s", seconds < 10)


def add_containers_and_vpn() -> None:
    computers.add_containers()
    computers.add_vpn()


class Network(NamedTuple):
    """Network: two addresses, preparation of the host, and the scenario."""

    host: str
    guest: str
    add: Callable[[], None]
    run: Callable[[], Started]


NETWORKS = {
    "bridge": Network(OLD, FRIEND, computers.add_containers, look_and_connect),
    "vpn": Network(OLD, FRIEND, add_containers_and_vpn, look_and_connect),
    "linklocal": Network(*LINK_LOCAL, lambda: None, look_and_connect),
    "ipv6": Network("", "", lambda: None, look_and_connect),
    "none": Network(OLD, FRIEND, lambda: None, look_without_network),
    "move": Network(OLD, FRIEND, computers.add_containers, come_back),
}


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--networks", nargs="+", choices=NETWORKS, default=list(NETWORKS))
    parser.add_argument("--starts", type=int, default=10, help="starts in each network")
    wanted = parser.parse_args()
    problem = computers.why_impossible()
    if problem:
        print(f"This {problem}.")
        return 2
    for name in wanted.networks:
        network, good = NETWORKS[name], 0
        for number in range(1, wanted.starts + 1):
            with computers.cabled(network.host, network.guest):
                network.add()
                started = network.run()
            good += started.good
            print(f"{name:<10} {number:>3}  {started.came}", flush=True)
        print(f"{name:<10} {good} of {wanted.starts} as expected", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
