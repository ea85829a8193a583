"""A match whose speech is collected."""

import pytest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.speech import narrator
from ui.table.person import wait_until


@pytest.fixture
def open_spoken_match(open_program, monkeypatch):
    """Return a function that opens a match with speech; text is spoken only on request."""
    monkeypatch.setattr(narrator, "MERGE_MS", 1_000_000)
    monkeypatch.setattr(narrator, "speech_duration_ms", lambda *_: 0.0)

    def open_match_with_speech(game, players, wording="full", **options):
        settings = UserSettings(your_name="Ida", motion="none", forced_cards="none", speak="on")
        settings.wording, settings.wait_for_click = wording, "off"
        settings.save()
        person = open_program(PlayRequest(game, players, options, seed_from_text("heard")))
        wait_until(lambda: person.facade.match_view)
        return person

    return open_match_with_speech
