"""A network of which nothing is real."""

import pytest

from greenbaize.app.network import session
from ui.features.network.fake_session import Network


@pytest.fixture
def network(monkeypatch, known_tables):
    """Stays at tables are noted instead of begun."""
    fake = Network()
    monkeypatch.setattr(session, "open_table", fake.open_table)
    monkeypatch.setattr(session, "join_table", fake.join_table)
    monkeypatch.setattr(session, "Finder", fake.finder)
    return fake
