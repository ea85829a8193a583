"""Tests for the decks of other programs; those that are installed here are read as well."""

import pytest

from greenbaize.store.artwork.deck_plan import plan_deck
from greenbaize.store.artwork.source_files import open_source
from greenbaize.store.artwork.system_decks import (
    find_system_decks,
    list_data_folders,
    may_be_deck,
)
from store.artwork.own_files import sheet_svg, write_deck, write_kde_deck


@pytest.fixture
def data_folders(tmp_path):
    write_kde_deck(tmp_path / "home" / "carddecks" / "svg-ours")
    write_kde_deck(tmp_path / "system" / "carddecks" / "svg-ours")
    write_kde_deck(tmp_path / "system" / "carddecks" / "svg-theirs", "Theirs")
    (tmp_path / "system" / "carddecks" / "empty").mkdir()
    gnome = tmp_path / "system" / "aisleriot" / "cards"
    gnome.mkdir(parents=True)
    (gnome / "old_pattern.svg").write_bytes(sheet_svg(lambda rank, suit: ""))
    (gnome / "readme.txt").write_text("no deck")
    return [tmp_path / "home", tmp_path / "system", tmp_path / "missing"]


def test_decks_of_kde_and_gnome_are_found(data_folders):
    found = find_system_decks(data_folders)
    assert [(deck.title, deck.origin) for deck in found] == [
        ("Old pattern", "GNOME"),
        ("Ours", "KDE"),
        ("Theirs", "KDE"),
    ]
    # A person's own come before the system's.
    assert found[1].path.is_relative_to(data_folders[0])
    assert find_system_decks(data_folders[:1], "ru")[0].title == "Наша"


def test_folders_are_those_of_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_DIRS", f"{tmp_path / 'system'}:relative")
    assert list_data_folders() == [tmp_path / "home", tmp_path / "system"]


def test_every_deck_installed_here_is_understood():
    for deck in find_system_decks():
        assert len(plan_deck(open_source(deck.path)).cards) >= 52, deck.title


def test_names_tell_what_may_be_a_deck(tmp_path):
    assert may_be_deck(write_deck(tmp_path / "a" / "deck"))
    assert may_be_deck(tmp_path / "a")
    assert may_be_deck(tmp_path / "deck.zip")
    assert may_be_deck(write_kde_deck(tmp_path / "kde"))
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "match.jsonl").write_text("")
    assert not may_be_deck(tmp_path / "records")
    assert not may_be_deck(tmp_path / "match.jsonl")
