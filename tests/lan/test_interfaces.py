"""Tests of the kinds of this computer's network interfaces and the order of their addresses."""

from ipaddress import ip_address
from types import SimpleNamespace

import pytest

from greenbaize.lan import interfaces
from greenbaize.lan.interfaces import (
    InterfaceKind,
    add_scopes,
    connected_interfaces,
    is_nearby_address,
    order_by_nearness,
    own_addresses,
    read_interfaces,
    usable_interfaces,
)

UP_FLAGS, LOOPBACK_FLAGS, POINT_TO_POINT_FLAGS = 0x1003, 0x9, 0x1091


class FakeComputer:
    """Computer with interfaces chosen by a test; ``known`` if the system tells their kind."""

    def __init__(self, folder, monkeypatch):
        self.folder, self.adapters, self.used_addresses, self.tells_kinds = folder, [], [], True
        (folder / "net").mkdir()
        monkeypatch.setattr(interfaces, "SYSFS", folder / "net")
        monkeypatch.setattr(interfaces, "IPV6_STATES", folder / "if_inet6")
        monkeypatch.setattr(interfaces.ifaddr, "get_adapters", lambda: self.adapters)
        monkeypatch.setattr(
            interfaces, "_used_addresses", lambda: map(ip_address, self.used_addresses)
        )

    def add_interface(
        self,
        name,
        *addresses,
        flags=UP_FLAGS,
        carrier=1,
        sysfs_entries=(),
        lower_names=(),
        title="",
    ):
        ips = []
        for item in addresses:
            text, _, length = item.partition("/")
            ip = (text, 0, 0) if ":" in text else text
            ips.append(SimpleNamespace(ip=ip, network_prefix=int(length)))
        index = len(self.adapters) + 1
        adapter = SimpleNamespace(name=name, nice_name=title or name, index=index, ips=ips)
        self.adapters.append(adapter)
        if self.tells_kinds:
            sysfs_folder = self.folder / "net" / name
            sysfs_folder.mkdir()
            (sysfs_folder / "flags").write_text(f"{flags:#x}\n")
            if carrier is not None:
                (sysfs_folder / "carrier").write_text(f"{carrier}\n")
            for entry in (*sysfs_entries, *(f"lower_{item}" for item in lower_names)):
                (sysfs_folder / entry).mkdir()


@pytest.fixture
def fake_computer(tmp_path, monkeypatch):
    computer = FakeComputer(tmp_path, monkeypatch)
    computer.add_interface("lo", "127.0.0.1/8", "::1/128", flags=LOOPBACK_FLAGS)
    return computer


def test_hardware_comes_before_virtual_machines_vpns_and_containers(fake_computer):
    fake_computer.used_addresses = ["10.8.0.2"]
    fake_computer.add_interface(
        "docker0", "172.17.0.1/16", sysfs_entries=("bridge",), lower_names=("veth1",)
    )
    fake_computer.add_interface("veth1", "fe80::9/64", sysfs_entries=("brport",))
    fake_computer.add_interface("tun0", "10.8.0.2/24", flags=POINT_TO_POINT_FLAGS, carrier=None)
    fake_computer.add_interface("vboxnet0", "192.168.56.1/24")
    fake_computer.add_interface(
        "wlan0", "192.168.1.5/24", "2001:db8::5/64", "fe80::5/64", sysfs_entries=("device",)
    )
    assert own_addresses() == [
        "192.168.1.5",
        "2001:db8::5",
        "192.168.56.1",
        "10.8.0.2",
        "172.17.0.1",
    ]


def test_a_bridge_over_hardware_counts_as_hardware(fake_computer):
    fake_computer.add_interface("eth0", sysfs_entries=("device", "brport"))
    fake_computer.add_interface("tun0", "10.8.0.2/24", flags=POINT_TO_POINT_FLAGS)
    fake_computer.add_interface(
        "br0", "192.168.1.5/24", sysfs_entries=("bridge",), lower_names=("eth0",)
    )
    assert [interface.kind for interface in read_interfaces()][:2] == [
        InterfaceKind.HARDWARE,
        InterfaceKind.POINT_TO_POINT,
    ]


def test_an_interface_without_carrier_comes_last_and_is_no_network(fake_computer):
    fake_computer.add_interface(
        "docker0", "172.17.0.1/16", carrier=0, sysfs_entries=("bridge",), lower_names=("veth1",)
    )
    fake_computer.add_interface("virbr0", "192.168.122.1/24", carrier=1, sysfs_entries=("bridge",))
    assert (own_addresses(), connected_interfaces()) == ([], [])
    fake_computer.add_interface("wlan0", "192.168.1.5/24")
    assert own_addresses() == ["192.168.1.5", "172.17.0.1", "192.168.122.1"]


def test_an_interface_that_is_down_is_no_network(fake_computer):
    fake_computer.add_interface("wlan0", "192.168.1.5/24", flags=0x1002, carrier=None)
    assert own_addresses() == []


def test_the_used_interface_comes_first_among_its_kind(fake_computer):
    fake_computer.add_interface("eth0", "10.0.0.1/24", sysfs_entries=("device",))
    fake_computer.add_interface("eth1", "192.168.1.5/24", sysfs_entries=("device",))
    assert own_addresses() == ["10.0.0.1", "192.168.1.5"]
    fake_computer.used_addresses = ["192.168.1.5"]
    assert own_addresses() == ["192.168.1.5", "10.0.0.1"]


def test_self_assigned_addresses_count_on_interfaces_without_others(fake_computer):
    fake_computer.add_interface("eth0", "169.254.10.5/16", "fe80::5/64", sysfs_entries=("device",))
    assert own_addresses() == ["169.254.10.5", "fe80::5"]
    fake_computer.add_interface("wlan0", "192.168.1.5/24", "fe80::6/64", sysfs_entries=("device",))
    assert own_addresses() == ["192.168.1.5", "169.254.10.5", "fe80::5"]


def test_a_tentative_address_does_not_count(fake_computer):
    fake_computer.add_interface("wlan0", "fe80::5/64")
    line_format = "fe800000000000000000000000000005 02 40 20 {} wlan0\n"
    (fake_computer.folder / "if_inet6").write_text(line_format.format("40"))
    assert own_addresses() == []
    (fake_computer.folder / "if_inet6").write_text(line_format.format("80"))
    assert own_addresses() == ["fe80::5"]


def test_without_system_information_the_name_gives_the_kind(fake_computer):
    fake_computer.tells_kinds = False
    fake_computer.used_addresses = ["10.8.0.2"]
    fake_computer.add_interface("{A}", "172.20.0.1/20", title="Hyper-V Virtual Ethernet Adapter")
    fake_computer.add_interface("utun3", "10.8.0.2/24")
    fake_computer.add_interface("{B}", "100.64.0.1/32", title="Some Adapter")
    fake_computer.add_interface("bridge100", "192.168.64.1/24")
    fake_computer.add_interface("{C}", "169.254.7.7/16", title="Local Area Connection* 1")
    fake_computer.add_interface("en0", "192.168.1.5/24", title="Intel Wi-Fi 6")
    assert own_addresses() == [
        "192.168.1.5",
        "172.20.0.1",
        "10.8.0.2",
        "100.64.0.1",
        "192.168.64.1",
    ]


def test_loopback_is_used_only_without_a_network(fake_computer):
    assert [interface.kind for interface in usable_interfaces()] == [InterfaceKind.LOOPBACK]
    fake_computer.add_interface("wlan0", "192.168.1.5/24")
    assert [interface.name for interface in usable_interfaces()] == ["wlan0"]
    assert [interface.name for interface in usable_interfaces(["127.0.0.1"])] == ["lo"]


def test_addresses_are_limited_to_what_a_packet_holds(fake_computer):
    fake_computer.add_interface("wlan0", *(f"10.0.0.{number}/24" for number in range(1, 99)))
    assert own_addresses() == [f"10.0.0.{number}" for number in range(1, 17)]


def test_a_computer_without_interfaces_is_no_error(monkeypatch):
    def raise_os_error():
        raise OSError("none")

    monkeypatch.setattr(interfaces.ifaddr, "get_adapters", raise_os_error)
    assert (own_addresses(), usable_interfaces()) == ([], [])


def test_addresses_in_own_subnets_come_first_and_public_ones_are_dropped(fake_computer):
    fake_computer.add_interface("wlan0", "192.168.1.6/24", "fe80::6/64")
    fake_computer.add_interface("eth0", "203.0.113.6/24")
    announced = [
        "172.17.0.1",
        "8.8.8.8",
        "127.0.0.1",
        "224.0.0.1",
        "0.0.0.0",
        "fd00::1",
        "203.0.113.9",
    ]
    ordered = order_by_nearness([*announced, "nonsense", "192.168.1.5"], connected_interfaces())
    assert ordered == ["203.0.113.9", "192.168.1.5", "172.17.0.1", "fd00::1"]


def test_ipv6_link_local_addresses_get_the_scope_of_each_interface(fake_computer):
    fake_computer.add_interface("wlan0", "192.168.1.6/24", "fe80::6/64")
    fake_computer.add_interface("eth0", "fe80::7/64")
    assert add_scopes("fe80::5") == ["fe80::5%2", "fe80::5%3"]
    assert add_scopes("fe80::5%9") == ["fe80::5%9"]
    assert add_scopes("192.168.1.5") == ["192.168.1.5"]
    assert add_scopes("kitchen.local") == ["kitchen.local"]


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
def test_private_addresses_are_near(address, near):
    assert is_nearby_address(address) is near
