"""The people who play in a window."""

from types import SimpleNamespace

import pytest

from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.store.settings import Settings
from greenbaize.ui.shell.persons import Persons


@pytest.mark.parametrize(
    ("people", "anothers"),
    [(("Oleg", "Nina"), False), (("Oleg",), True), (("Nina",), True), (("You", "Oleg"), False)],
)
def test_a_shared_match_may_be_somebody_s_without_a_name(monkeypatch, people, anothers):
    """Names of a shared match belong to that match: an unnamed player keeps the match's name."""
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    settings = Settings()
    settings.add_person("Oleg")
    sitters = (*map(Player, people), Player("Vera", "bot", "easy"))
    persons = SimpleNamespace(_service=SimpleNamespace(now=settings))
    assert Persons.is_anothers(persons, Header("damn", sitters, {}, None)) is anothers
