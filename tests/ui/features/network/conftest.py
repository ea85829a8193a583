"""Fixtures for tests of network play without a network."""

import pytest

from greenbaize.app.network import connections
from ui.features.network.fake_session import FakeNetwork


@pytest.fixture
def network(monkeypatch, known_tables):
    """Replace the network by fakes that record requests."""
    fake_network = FakeNetwork()
    monkeypatch.setattr(connections, "create_host_session", fake_network.open_table)
    monkeypatch.setattr(connections, "create_guest_session", fake_network.join_table)
    monkeypatch.setattr(connections, "TableFinder", fake_network.start_search)
    return fake_network
