"""Fixtures for tests of network play without a network."""

import pytest

from greenbaize.app.network import connections
from greenbaize.games import GAMES
from greenbaize.ui.features.network.chat import ChatLog
from greenbaize.ui.features.network.waiting_room import WaitingRoomPage
from ui.features.network.fake_session import (
    FakeNetwork,
    FakeSession,
)
from ui.features.network.table_steps import open_table
from ui.show_widget import show_widget
from ui.window_steps import start_menu_texts


@pytest.fixture
def network(monkeypatch, known_tables):
    """Replace the network by fakes that record requests."""
    fake_network = FakeNetwork()
    monkeypatch.setattr(connections, "create_host_session", fake_network.open_table)
    monkeypatch.setattr(connections, "create_guest_session", fake_network.join_table)
    monkeypatch.setattr(connections, "TableFinder", fake_network.start_search)
    return fake_network


@pytest.fixture
def person(open_program):
    """Show the complete start screen."""
    person = open_program()
    start_menu_texts(person)
    return person


@pytest.fixture
def host(open_program, network):
    """Open a table hosted by Ida and show its waiting room."""
    person = open_program()
    open_table(person, network)
    return person


@pytest.fixture
def room(qtbot):
    """Show an empty waiting room."""
    return show_widget(qtbot, WaitingRoomPage(GAMES, FakeSession(), ChatLog()), 1280, 780)
