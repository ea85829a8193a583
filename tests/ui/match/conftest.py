"""Fixtures of the tests for matches in the window."""

import pytest

from greenbaize.ui.widgets import accessibility


@pytest.fixture
def utterances(monkeypatch):
    """Record the texts given to screen readers."""
    texts = []
    monkeypatch.setattr(accessibility, "announce_now", lambda _, words, **more: texts.append(words))
    monkeypatch.setattr(
        "greenbaize.ui.speech.speech_service.announce_now",
        lambda _, words, **more: texts.append(words),
    )
    return texts
