"""Two computers with a cable between them: network namespaces, which need root."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

HOST = f"greenbaize-{os.getpid()}-host"
GUEST = f"greenbaize-{os.getpid()}-guest"
CABLE = "wlan0"


def run_ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


def explain_unavailable() -> str:
    """Return the reason why namespaces cannot be made here; empty if they can."""
    if shutil.which("ip") is None:
        return "needs the program ip (iproute2)"
    if os.geteuid() != 0:
        return "needs root, to make network namespaces"
    try:
        run_ip("netns", "add", HOST)
        run_ip("-n", HOST, "link", "add", CABLE, "type", "veth", "peer", "name", "other")
    except subprocess.CalledProcessError as error:
        return f"network namespaces cannot be made here: {error.stderr.strip()}"
    finally:
        subprocess.run(["ip", "netns", "del", HOST], check=False, capture_output=True)
    return ""


def run_prefix(computer: str) -> list[str]:
    """Return the command prefix that runs a command on a computer."""
    return ["ip", "netns", "exec", computer]


@contextmanager
def connected_computers(host: str, guest: str) -> Iterator[None]:
    """Set up two computers with these addresses, or with IPv6 link-local ones only."""
    computers = ((HOST, host), (GUEST, guest))
    try:
        for name, _ in computers:
            run_ip("netns", "add", name)
            run_ip("-n", name, "link", "set", "lo", "up")
        peer = ("peer", "name", CABLE, "netns", GUEST)
        run_ip("-n", HOST, "link", "add", CABLE, "type", "veth", *peer)
        for name, address in computers:
            # No duplicate address detection: the addresses can be used at once.
            accept = "net.ipv6.conf.all.accept_dad=0", f"net.ipv6.conf.{CABLE}.accept_dad=0"
            subprocess.run([*run_prefix(name), "sysctl", "-q", "-w", *accept], check=True)
            if address:
                run_ip("-n", name, "addr", "add", address, "dev", CABLE)
            run_ip("-n", name, "link", "set", CABLE, "up")
        yield
    finally:
        for name, _ in computers:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


def add_containers() -> None:
    """Give the host the network bridge of a container engine without containers."""
    run_ip("-n", HOST, "link", "add", "docker0", "type", "bridge")
    run_ip("-n", HOST, "addr", "add", "172.17.0.1/16", "dev", "docker0")
    run_ip("-n", HOST, "link", "set", "docker0", "up")


def add_vpn() -> None:
    """Give the host a VPN as its default route."""
    run_ip("-n", HOST, "tuntap", "add", "tun0", "mode", "tun")
    run_ip("-n", HOST, "addr", "add", "10.8.0.2/24", "dev", "tun0")
    run_ip("-n", HOST, "link", "set", "tun0", "up")
    run_ip("-n", HOST, "route", "replace", "default", "dev", "tun0")


def move_host(old: str, new: str) -> None:
    """Replace an address of the host by another."""
    # also removes other addresses of its subnet
    run_ip("-n", HOST, "addr", "del", old, "dev", CABLE)
    run_ip("-n", HOST, "addr", "add", new, "dev", CABLE)


def pull_cable() -> None:
    for name in (HOST, GUEST):
        run_ip("-n", name, "link", "set", CABLE, "down")
