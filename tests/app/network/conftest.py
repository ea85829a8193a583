"""Fixtures that keep tests off the real network and check that no thread is left."""

import pytest

from app.network.stayers import Company, network_threads
from greenbaize.lan.announcement import Announcement
from greenbaize.lan.discovery import ServiceBrowser


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    async def no(self, *args):
        return False

    monkeypatch.setattr(Announcement, "begin", no)
    monkeypatch.setattr(ServiceBrowser, "begin", no)


@pytest.fixture
def company():
    everybody = Company()
    yield everybody
    everybody.close()
    assert network_threads() == []
