"""Fixtures for an empty home folder in every test, and for a challenge."""

import pytest

from app.test_challenge_code import create_challenge


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Keep tests away from the user's own records, settings and logs."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    return folder


@pytest.fixture
def challenge():
    """A challenge of two deals of Damn."""
    return create_challenge("damn", 3, level="easy", options={"deals": 2})
