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

from support import ROOT, make_parser  # isort: skip  (finds the package)

sys.path.insert(0, str(ROOT / "tests"))

from cli import namespaces as computers  # isort: skip  (beside the package)

OLD_ADDRESS, NEW_ADDRESS, GUEST_ADDRESS = "192.168.1.5/24", "192.168.1.99/24", "192.168.1.6/24"
LINK_LOCAL = "169.254.10.5/16", "169.254.77.6/16"
IDLE_COMMAND = f"{sys.executable} {ROOT / 'tests' / 'cli' / 'idle_program.py'}"
CONNECT_TIMEOUT_S = 2.0
CONNECT_SCRIPT = "import socket, sys; socket.create_connection((sys.argv[1], int(sys.argv[2])), {})"


class StartResult(NamedTuple):
    """Outcome of one start, and whether it is the expected one."""

    outcome: str
    is_expected: bool


def python_command(computer: str, *words: str) -> list[str]:
    return [*computers.run_prefix(computer), sys.executable, *words]


@contextmanager
def running_program(computer: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"GREENBAIZE_HOME": home, "PYTHONPATH": str(ROOT / "desktop")}
        process = subprocess.Popen(
            python_command(computer, *words),
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


def read_line_with(process: subprocess.Popen[str], text: str) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if text in line:
            return line
    raise RuntimeError(f"{text!r} was never printed")


@contextmanager
def running_host() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a host; yield its process and the address that it prints first."""
    words = ["host", "--game", "rank", "--seats", "2", "--bots", "random", "--code", "ABCDEF"]
    with running_program(computers.HOST, "-m", "greenbaize", *words, "--json") as host:
        yield host, json.loads(read_line_with(host, '"open"'))["address"]


def browse() -> str:
    with running_program(computers.GUEST, "-m", "greenbaize", "join") as guest:
        output, _ = guest.communicate(timeout=60)
    return output.strip()


def browse_and_connect() -> StartResult:
    with running_host():
        output = browse()
        found = re.match(r"\[?(.+?)\]?:(\d+)  ", output)
        if found is None:
            return StartResult(output, is_expected=False)
        words = python_command(
            computers.GUEST, "-c", CONNECT_SCRIPT.format(CONNECT_TIMEOUT_S), *found.groups()
        )
        is_reachable = subprocess.run(words, check=False, capture_output=True).returncode == 0
    return StartResult(
        f"{found[1]} {'answers' if is_reachable else 'does not answer'}", is_reachable
    )


def browse_without_network() -> StartResult:
    computers.pull_cable()
    with running_host():
        output = browse()
    return StartResult(output, output.startswith("This computer is not connected to a network"))


def reconnect() -> StartResult:
    with running_host() as (host, address):
        words = ("join", address, "--code", "ABCDEF", "--name", "Anna", "--program", IDLE_COMMAND)
        with running_program(computers.GUEST, "-m", "greenbaize", *words) as guest:
            read_line_with(host, '"begun"')
            computers.move_host(OLD_ADDRESS, NEW_ADDRESS)
            start = time.monotonic()
            read_line_with(guest, "The connection is back.")
            seconds = time.monotonic() - start
    return StartResult(f"back after {seconds:.1f} s", seconds < 10)


def add_containers_and_vpn() -> None:
    computers.add_containers()
    computers.add_vpn()


class NetworkScenario(NamedTuple):
    """Network: two addresses, preparation of the host, and the scenario."""

    host: str
    guest: str
    prepare_host: Callable[[], None]
    run_scenario: Callable[[], StartResult]


NETWORKS = {
    "bridge": NetworkScenario(
        OLD_ADDRESS, GUEST_ADDRESS, computers.add_containers, browse_and_connect
    ),
    "vpn": NetworkScenario(OLD_ADDRESS, GUEST_ADDRESS, add_containers_and_vpn, browse_and_connect),
    "linklocal": NetworkScenario(*LINK_LOCAL, lambda: None, browse_and_connect),
    "ipv6": NetworkScenario("", "", lambda: None, browse_and_connect),
    "none": NetworkScenario(OLD_ADDRESS, GUEST_ADDRESS, lambda: None, browse_without_network),
    "move": NetworkScenario(OLD_ADDRESS, GUEST_ADDRESS, computers.add_containers, reconnect),
}


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--networks", nargs="+", choices=NETWORKS, default=list(NETWORKS))
    parser.add_argument("--starts", type=int, default=10, help="starts in each network")
    options = parser.parse_args()
    problem = computers.explain_unavailable()
    if problem:
        print(f"This {problem}.")
        return 2
    for name in options.networks:
        network, good_count = NETWORKS[name], 0
        for number in range(1, options.starts + 1):
            with computers.connected_computers(network.host, network.guest):
                network.prepare_host()
                result = network.run_scenario()
            good_count += result.is_expected
            print(f"{name:<10} {number:>3}  {result.outcome}", flush=True)
        print(f"{name:<10} {good_count} of {options.starts} as expected", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
