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
    cabled,
    inside,
    move_host,
    pull_cable,
    why_impossible,
)

pytestmark = pytest.mark.slow

IDLE = f"{sys.executable} {Path(__file__).with_name('idle_program.py')}"
ENDED_S = 60
OLD, NEW, FRIEND = "192.168.1.5/24", "192.168.1.99/24", "192.168.1.6/24"
LOOK = """
import asyncio
from greenbaize.lan.discovery import ServiceBrowser

async def look():
    seen = asyncio.Event()
    browser = ServiceBrowser(seen.set)
    assert await browser.begin()
    while not browser.tables:
        await seen.wait()
        seen.clear()
    (table,) = browser.tables
    await browser.end()
    print(table.answers, table.address)

asyncio.run(look())
"""


@pytest.fixture(autouse=True)
def two_computers():
    problem = why_impossible()
    if problem:
        pytest.skip(problem)


@contextmanager
def started(computer, folder, *words):
    """Run a program on a computer and kill it at the end."""
    environment = os.environ | {"GREENBAIZE_HOME": str(folder / computer)}
    process = subprocess.Popen(
        [*inside(computer), sys.executable, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    late = Timer(ENDED_S, process.kill)  # ends a test that waits for a line in vain
    late.start()
    try:
        yield process
    finally:
        late.cancel()
        process.kill()
        process.communicate()


@contextmanager
def hosting(folder, *words):
    """Run a host; yield its process and its first message."""
    words = ("host", "--game", "rank", "--seats", "2", "--code", "ABCDEF", "--json", *words)
    with started(HOST, folder, "-m", "greenbaize", *words) as process:
        yield process, told(process, "open")


def told(process, what):
    """Return the next message of a type that a host prints."""
    for line in process.stdout:
        said = json.loads(line)
        if said["type"] == what:
            return said
    raise AssertionError(process.stderr.read())


def listed_address(folder):
    """Return the address at which a guest lists the table and reaches it."""
    with started(GUEST, folder, "-c", LOOK) as process:
        said, wrong = process.communicate(timeout=ENDED_S)
    answers, _, address = said.strip().partition(" ")
    assert answers == "True", said + wrong
    return address


@pytest.mark.parametrize(
    ("more", "addresses"),
    [
        ((), ["192.168.1.5"]),
        ((add_containers,), ["192.168.1.5", "172.17.0.1"]),
        ((add_containers, add_vpn), ["192.168.1.5", "10.8.0.2", "172.17.0.1"]),
    ],
)
def test_a_host_with_containers_and_a_vpn_is_found_where_it_answers(more, addresses, tmp_path):
    with cabled(OLD, FRIEND):
        for add in more:
            add()
        with hosting(tmp_path, "--phones") as (process, said):
            assert [one.rpartition(":")[0] for one in said["addresses"][: len(addresses)]] == (
                addresses
            )
            urls = told(process, "phones")["addresses"]
            assert [one.split(":")[1] for one in urls] == [f"//{one}" for one in addresses]
            assert listed_address(tmp_path) == "192.168.1.5"


def test_two_computers_with_self_assigned_addresses_find_each_other(tmp_path):
    with (
        cabled("169.254.10.5/16", "169.254.77.6/16"),
        hosting(tmp_path, "--phones") as (host, said),
    ):
        assert said["address"].startswith("169.254.10.5:")
        assert told(host, "phones")["url"].startswith("http://169.254.10.5:")
        assert listed_address(tmp_path) == "169.254.10.5"


def test_ipv6_link_local_addresses_are_enough(tmp_path):
    with cabled("", ""), hosting(tmp_path) as (host, said):
        assert said["address"].startswith("[fe80::")
        address = listed_address(tmp_path)
        assert address.startswith("fe80::")
        # The address can be typed as it is shown, without a scope.
        words = ("join", said["address"], "--code", "ABCDEF", "--name", "Anna", "--program", IDLE)
        with started(GUEST, tmp_path, "-m", "greenbaize", *words):
            assert told(host, "sat")["name"] == "Anna"


@pytest.mark.parametrize("disconnect", [pull_cable, None])
def test_without_a_network_looking_for_tables_ends_in_a_sentence(disconnect, tmp_path):
    with cabled(OLD, FRIEND):
        pull_cable()
        if disconnect is None:
            subprocess.run([*inside(GUEST), "ip", "link", "set", "lo", "down"], check=True)
        with hosting(tmp_path) as (_, said):
            assert said["address"].startswith("127.0.0.1:")
            with started(GUEST, tmp_path, "-m", "greenbaize", "join") as process:
                out, wrong = process.communicate(timeout=ENDED_S)
    assert (process.returncode, out) == (1, "")
    assert wrong.startswith("This computer is not connected to a network")
    assert wrong.count("\n") == 1


def test_a_guest_comes_back_when_the_host_gets_another_address(tmp_path):
    bots = ("--bots", "random")
    with cabled(OLD, FRIEND), hosting(tmp_path, *bots) as (host, said):
        words = ("join", said["address"], "--code", "ABCDEF", "--name", "Anna", "--program", IDLE)
        with started(GUEST, tmp_path, "-m", "greenbaize", *words) as guest:
            told(host, "begun")
            add_containers()
            move_host(OLD, NEW)
            guest.stderr.readline()  # description of the match
            assert guest.stderr.readline().startswith("The connection is lost")
            assert guest.stderr.readline() == "The connection is back.\n"
        # The new address is stored for rejoining later.
        (kept,) = (tmp_path / GUEST).rglob("seats/*")
        assert json.loads(kept.read_text())["host"] == "192.168.1.99"
