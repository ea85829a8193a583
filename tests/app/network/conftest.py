"""Fixtures that keep tests off the real network, and players that are closed at the end."""

import pytest

from app.network.random_players import PlayerGroup
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
