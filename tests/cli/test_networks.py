"""Tests of a host and a guest on typical networks, each on a separate computer."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from cli.namespaces import (
    GUEST,
    HOST,
    add_containers,
    add_vpn,
    connected_computers,
    explain_unavailable,
    move_host,
    pull_cable,
    run_prefix,
)
from greenbaize.store.record_file import LOCK_SUFFIX

pytestmark = pytest.mark.slow

IDLE_COMMAND = f"{sys.executable} {Path(__file__).with_name('idle_program.py')}"
PROCESS_TIMEOUT_S = 60
OLD_ADDRESS, NEW_ADDRESS, GUEST_ADDRESS = "192.168.1.5/24", "192.168.1.99/24", "192.168.1.6/24"
BROWSE_SCRIPT = """
import asyncio
from greenbaize.lan.discovery import ServiceBrowser

async def look():
    seen = asyncio.Event()
    browser = ServiceBrowser(seen.set)
    assert await browser.start_browsing()
    # A link-local address may appear a moment after the cable is plugged in.
    watch = asyncio.ensure_future(browser.watch_interfaces())
    while not browser.tables:
        await seen.wait()
        seen.clear()
    (table,) = browser.tables
    watch.cancel()
    await browser.stop_browsing()
    print(table.is_reachable, table.address)

asyncio.run(look())
"""


@pytest.fixture(autouse=True)
def two_computers():
    problem = explain_unavailable()
    if problem:
        pytest.skip(problem)


@contextmanager
def running_program(computer, folder, *words):
    """Run a program on a computer and kill it at the end."""
    environment = os.environ | {"GREENBAIZE_HOME": str(folder / computer)}
    process = subprocess.Popen(
        [*run_prefix(computer), sys.executable, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    late = Timer(PROCESS_TIMEOUT_S, process.kill)  # ends a test that waits for a line in vain
    late.start()
    try:
        yield process
    finally:
        late.cancel()
        process.kill()
        process.communicate()


@contextmanager
def running_host(folder, *words):
    """Run a host; yield its process and its first message."""
    words = ("host", "--game", "rank", "--seats", "2", "--code", "ABCDEF", "--json", *words)
    with running_program(HOST, folder, "-m", "greenbaize", *words) as process:
        yield process, read_message(process, "open")


def running_guest(folder, address):
    """Run Anna's guest, whose program does nothing; return the context of its process."""
    words = ("join", address, "--code", "ABCDEF", "--name", "Anna", "--program", IDLE_COMMAND)
    return running_program(GUEST, folder, "-m", "greenbaize", *words)


def read_message(process, message_type):
    """Return the next message of a type that a host prints."""
    for line in process.stdout:
        message = json.loads(line)
        if message["type"] == message_type:
            return message
    raise AssertionError(process.stderr.read())


def listed_address(folder):
    """Return the address at which a guest lists the table and reaches it."""
    with running_program(GUEST, folder, "-c", BROWSE_SCRIPT) as process:
        output, errors = process.communicate(timeout=PROCESS_TIMEOUT_S)
    answers, _, address = output.strip().partition(" ")
    assert answers == "True", output + errors
    return address


@pytest.mark.parametrize(
    ("more", "addresses"),
    [
        ((), ["192.168.1.5"]),
        ((add_containers,), ["192.168.1.5", "172.17.0.1"]),
        ((add_containers, add_vpn), ["192.168.1.5", "10.8.0.2", "172.17.0.1"]),
    ],
)
def test_a_host_with_containers_and_a_vpn_is_found_at_its_reachable_address(
    more, addresses, tmp_path
):
    with connected_computers(OLD_ADDRESS, GUEST_ADDRESS):
        for add in more:
            add()
        with running_host(tmp_path, "--phones") as (process, opened):
            assert [one.rpartition(":")[0] for one in opened["addresses"][: len(addresses)]] == (
                addresses
            )
            urls = read_message(process, "phones")["addresses"]
            assert [one.split(":")[1] for one in urls] == [f"//{one}" for one in addresses]
            assert listed_address(tmp_path) == "192.168.1.5"


def test_two_computers_with_self_assigned_addresses_find_each_other(tmp_path):
    with (
        connected_computers("169.254.10.5/16", "169.254.77.6/16"),
        running_host(tmp_path, "--phones") as (host, opened),
    ):
        assert opened["address"].startswith("169.254.10.5:")
        assert read_message(host, "phones")["url"].startswith("http://169.254.10.5:")
        assert listed_address(tmp_path) == "169.254.10.5"


def test_ipv6_link_local_addresses_are_enough(tmp_path):
    with connected_computers("", ""), running_host(tmp_path) as (host, opened):
        assert opened["address"].startswith("[fe80::")
        address = listed_address(tmp_path)
        assert address.startswith("fe80::")
        # The address can be typed as it is shown, without a scope.
        with running_guest(tmp_path, opened["address"]):
            assert read_message(host, "sat")["name"] == "Anna"


@pytest.mark.parametrize("disconnect", [pull_cable, None])
def test_searching_tables_without_a_network_ends_in_a_sentence(disconnect, tmp_path):
    with connected_computers(OLD_ADDRESS, GUEST_ADDRESS):
        pull_cable()
        if disconnect is None:
            subprocess.run([*run_prefix(GUEST), "ip", "link", "set", "lo", "down"], check=True)
        with running_host(tmp_path) as (_, opened):
            assert opened["address"].startswith("127.0.0.1:")
            with running_program(GUEST, tmp_path, "-m", "greenbaize", "join") as process:
                out, errors = process.communicate(timeout=PROCESS_TIMEOUT_S)
    assert (process.returncode, out) == (1, "")
    assert errors.startswith("This computer is not connected to a network")
    assert errors.count("\n") == 1


def test_a_guest_reconnects_when_the_host_gets_another_address(tmp_path):
    bots = ("--bots", "random")
    with (
        connected_computers(OLD_ADDRESS, GUEST_ADDRESS),
        running_host(tmp_path, *bots) as (host, opened),
    ):
        with running_guest(tmp_path, opened["address"]) as guest:
            read_message(host, "begun")
            add_containers()
            move_host(OLD_ADDRESS, NEW_ADDRESS)
            guest.stderr.readline()  # description of the match
            assert guest.stderr.readline().startswith("The connection is lost")
            assert guest.stderr.readline() == "The connection is back.\n"
        # The new address is stored for rejoining later.
        (seat_file,) = (
            path for path in (tmp_path / GUEST).rglob("seats/*") if path.suffix != LOCK_SUFFIX
        )
        assert json.loads(seat_file.read_text())["host"] == "192.168.1.99"
