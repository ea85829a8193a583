"""The people who play in a window."""

from types import SimpleNamespace
from typing import Any

import pytest

from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.options import OptionValues
from greenbaize.store.settings import UserSettings
from greenbaize.ui.shell.persons import PersonService


@pytest.mark.parametrize(
    ("people", "is_foreign"),
    [(("Oleg", "Nina"), False), (("Oleg",), True), (("Nina",), True), (("You", "Oleg"), False)],
)
def test_shared_match_belongs_to_persons_of_this_system_or_to_unnamed_players(
    monkeypatch, people, is_foreign
):
    """Names of a shared match belong to that match: an unnamed player keeps the match's name."""
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    settings = UserSettings()
    settings.add_person("Oleg")
    players = (*map(HeaderPlayer, people), HeaderPlayer("Vera", "bot", "easy"))
    persons: Any = SimpleNamespace(_settings_service=SimpleNamespace(current=settings))
    assert (
        PersonService.belongs_to_others(
            persons,
            RecordHeader("damn", players, OptionValues(), None),
        )
        is is_foreign
    )
