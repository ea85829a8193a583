"""Tests of the kinds of this computer's network interfaces and the order of their addresses."""

from ipaddress import ip_address
from types import SimpleNamespace

import pytest

from greenbaize.lan import interfaces
from greenbaize.lan.interfaces import (
    InterfaceKind,
    connected_interfaces,
    is_near,
    order_by_nearness,
    own_addresses,
    read_interfaces,
    usable_interfaces,
    with_scopes,
)

UP, LOOP, POINT = 0x1003, 0x9, 0x1091


class Computer:
    """Computer with interfaces chosen by a test; ``known`` if the system tells their kind."""

    def __init__(self, folder, monkeypatch):
        self.folder, self.adapters, self.used, self.known = folder, [], [], True
        (folder / "net").mkdir()
        monkeypatch.setattr(interfaces, "SYSFS", folder / "net")
        monkeypatch.setattr(interfaces, "IPV6_STATES", folder / "if_inet6")
        monkeypatch.setattr(interfaces.ifaddr, "get_adapters", lambda: self.adapters)
        monkeypatch.setattr(interfaces, "_used_addresses", lambda: map(ip_address, self.used))

    def add(self, name, *addresses, flags=UP, carrier=1, parts=(), below=(), title=""):
        ips = []
        for one in addresses:
            text, _, length = one.partition("/")
            ip = (text, 0, 0) if ":" in text else text
            ips.append(SimpleNamespace(ip=ip, network_prefix=int(length)))
        index = len(self.adapters) + 1
        adapter = SimpleNamespace(name=name, nice_name=title or name, index=index, ips=ips)
        self.adapters.append(adapter)
        if self.known:
            told = self.folder / "net" / name
            told.mkdir()
            (told / "flags").write_text(f"{flags:#x}\n")
            if carrier is not None:
                (told / "carrier").write_text(f"{carrier}\n")
            for part in (*parts, *(f"lower_{one}" for one in below)):
                (told / part).mkdir()


@pytest.fixture
def computer(tmp_path, monkeypatch):
    one = Computer(tmp_path, monkeypatch)
    one.add("lo", "127.0.0.1/8", "::1/128", flags=LOOP)
    return one


def test_wifi_comes_before_virtual_machines_vpns_and_containers(computer):
    computer.used = ["10.8.0.2"]
    computer.add("docker0", "172.17.0.1/16", parts=("bridge",), below=("veth1",))
    computer.add("veth1", "fe80::9/64", parts=("brport",))
    computer.add("tun0", "10.8.0.2/24", flags=POINT, carrier=None)
    computer.add("vboxnet0", "192.168.56.1/24")
    computer.add("wlan0", "192.168.1.5/24", "2001:db8::5/64", "fe80::5/64", parts=("device",))
    assert own_addresses() == [
        "192.168.1.5",
        "2001:db8::5",
        "192.168.56.1",
        "10.8.0.2",
        "172.17.0.1",
    ]


def test_a_bridge_of_hardware_is_a_way_like_its_hardware(computer):
    computer.add("eth0", parts=("device", "brport"))
    computer.add("tun0", "10.8.0.2/24", flags=POINT)
    computer.add("br0", "192.168.1.5/24", parts=("bridge",), below=("eth0",))
    assert [one.kind for one in read_interfaces()][:2] == [
        InterfaceKind.HARDWARE,
        InterfaceKind.POINT_TO_POINT,
    ]


def test_what_has_no_carrier_comes_last_and_is_no_network(computer):
    computer.add("docker0", "172.17.0.1/16", carrier=0, parts=("bridge",), below=("veth1",))
    computer.add("virbr0", "192.168.122.1/24", carrier=1, parts=("bridge",))
    assert (own_addresses(), connected_interfaces()) == ([], [])
    computer.add("wlan0", "192.168.1.5/24")
    assert own_addresses() == ["192.168.1.5", "172.17.0.1", "192.168.122.1"]


def test_an_interface_that_is_off_is_no_network(computer):
    computer.add("wlan0", "192.168.1.5/24", flags=0x1002, carrier=None)
    assert own_addresses() == []


def test_the_way_that_the_system_takes_comes_first_among_its_like(computer):
    computer.add("eth0", "10.0.0.1/24", parts=("device",))
    computer.add("eth1", "192.168.1.5/24", parts=("device",))
    assert own_addresses() == ["10.0.0.1", "192.168.1.5"]
    computer.used = ["192.168.1.5"]
    assert own_addresses() == ["192.168.1.5", "10.0.0.1"]


def test_self_assigned_addresses_count_on_interfaces_that_have_no_others(computer):
    computer.add("eth0", "169.254.10.5/16", "fe80::5/64", parts=("device",))
    assert own_addresses() == ["169.254.10.5", "fe80::5"]
    computer.add("wlan0", "192.168.1.5/24", "fe80::6/64", parts=("device",))
    assert own_addresses() == ["192.168.1.5", "169.254.10.5", "fe80::5"]


def test_an_address_that_may_be_another_computers_does_not_count_yet(computer):
    computer.add("wlan0", "fe80::5/64")
    told = "fe800000000000000000000000000005 02 40 20 {} wlan0\n"
    (computer.folder / "if_inet6").write_text(told.format("40"))
    assert own_addresses() == []
    (computer.folder / "if_inet6").write_text(told.format("80"))
    assert own_addresses() == ["fe80::5"]


def test_where_the_system_says_less_names_tell_the_kind(computer):
    computer.known = False
    computer.used = ["10.8.0.2"]
    computer.add("{A}", "172.20.0.1/20", title="Hyper-V Virtual Ethernet Adapter")
    computer.add("utun3", "10.8.0.2/24")
    computer.add("{B}", "100.64.0.1/32", title="Some Adapter")
    computer.add("bridge100", "192.168.64.1/24")
    computer.add("{C}", "169.254.7.7/16", title="Local Area Connection* 1")
    computer.add("en0", "192.168.1.5/24", title="Intel Wi-Fi 6")
    assert own_addresses() == [
        "192.168.1.5",
        "172.20.0.1",
        "10.8.0.2",
        "100.64.0.1",
        "192.168.64.1",
    ]


def test_loopback_is_used_within_the_computer_only_where_there_is_no_network(computer):
    assert [one.kind for one in usable_interfaces()] == [InterfaceKind.LOOPBACK]
    computer.add("wlan0", "192.168.1.5/24")
    assert [one.name for one in usable_interfaces()] == ["wlan0"]
    assert [one.name for one in usable_interfaces(["127.0.0.1"])] == ["lo"]


def test_there_are_no_more_addresses_than_a_packet_holds(computer):
    computer.add("wlan0", *(f"10.0.0.{number}/24" for number in range(1, 99)))
    assert own_addresses() == [f"10.0.0.{number}" for number in range(1, 17)]


def test_no_interface_at_all_is_no_fault(monkeypatch):
    def get_adapters():
        raise OSError("none")

    monkeypatch.setattr(interfaces.ifaddr, "get_adapters", get_adapters)
    assert (own_addresses(), usable_interfaces()) == ([], [])


def test_addresses_in_own_subnets_are_tried_first_and_far_ones_never(computer):
    computer.add("wlan0", "192.168.1.6/24", "fe80::6/64")
    computer.add("eth0", "203.0.113.6/24")
    heard = ["172.17.0.1", "8.8.8.8", "127.0.0.1", "224.0.0.1", "0.0.0.0", "fd00::1", "203.0.113.9"]
    found = order_by_nearness([*heard, "nonsense", "192.168.1.5"], connected_interfaces())
    assert found == ["203.0.113.9", "192.168.1.5", "172.17.0.1", "fd00::1"]


def test_ipv6_link_local_addresses_get_the_scope_of_each_interface(computer):
    computer.add("wlan0", "192.168.1.6/24", "fe80::6/64")
    computer.add("eth0", "fe80::7/64")
    assert with_scopes("fe80::5") == ["fe80::5%2", "fe80::5%3"]
    assert with_scopes("fe80::5%9") == ["fe80::5%9"]
    assert with_scopes("192.168.1.5") == ["192.168.1.5"]
    assert with_scopes("kitchen.local") == ["kitchen.local"]


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("192.168.1.5", True),
        ("10.0.0.1", True),
        ("::ffff:192.168.1.5", True),
        ("fe80::1%3", True),
        ("fd00::1", True),
        ("127.0.0.1", True),
        ("169.254.1.1", True),
        ("::1", True),
        ("8.8.8.8", False),
        ("2a00::1", False),
        ("nonsense", False),
        ("::ffff:8.8.8.8", False),
        ("", False),
    ],
)
def test_addresses_of_homes_are_near(address, near):
    assert is_near(address) is near
