"""What a table for friends is called."""

import pytest

from greenbaize.app.seats.bot_launcher import HERE
from greenbaize.store.settings import Settings
from greenbaize.ui.network import opening


@pytest.mark.parametrize(("you", "name"), [("Ida", "Ida's table"), ("You", "Table for friends")])
def test_a_table_is_named_after_who_opens_it(
    monkeypatch: pytest.MonkeyPatch, you: str, name: str
) -> None:
    monkeypatch.setattr(opening, "your_name", lambda _: you)
    lay = opening._lay("damn", 3, {}, "")
    assert opening._opening(lay, Settings(), HERE).name == name
