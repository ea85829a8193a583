"""Fixture for an empty home folder in every test."""

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Keep tests away from the user's own records, settings and logs."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    return folder
