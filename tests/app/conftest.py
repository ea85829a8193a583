"""A home of its own for every test."""

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Nobody's own records, settings and logs are touched."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    return folder
