"""Fixtures that keep tests off the real network and check that no thread is left."""

import pytest

from app.network.random_players import PlayerGroup, list_network_threads
from greenbaize.lan.announcement import TableAnnouncement
from greenbaize.lan.discovery import ServiceBrowser


@pytest.fixture(autouse=True)
def no_announcement(monkeypatch):
    async def skip_start(self, *args):
        return False

    monkeypatch.setattr(TableAnnouncement, "start_announcing", skip_start)
    monkeypatch.setattr(ServiceBrowser, "start_browsing", skip_start)


@pytest.fixture
def player_group():
    group = PlayerGroup()
    yield group
    group.close()
    assert list_network_threads() == []
