"""A network of which nothing is real."""

import pytest

from greenbaize.app.network import connections
from ui.features.network.fake_session import Network


@pytest.fixture
def network(monkeypatch, known_tables):
    """Stays at tables are noted instead of begun."""
    fake = Network()
    monkeypatch.setattr(connections, "open_table", fake.open_table)
    monkeypatch.setattr(connections, "join_table", fake.join_table)
    monkeypatch.setattr(connections, "Finder", fake.finder)
    return fake
