"""Fixtures for tests of network play without a network."""

import pytest

from greenbaize.app.network import connections
from ui.features.network.fake_session import Network


@pytest.fixture
def network(monkeypatch, known_tables):
    """Replace the network by fakes that record requests."""
    fake = Network()
    monkeypatch.setattr(connections, "open_table", fake.open_table)
    monkeypatch.setattr(connections, "join_table", fake.join_table)
    monkeypatch.setattr(connections, "Finder", fake.finder)
    return fake
