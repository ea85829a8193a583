"""Tests for the folder of people's own decks."""

import json

import pytest

from greenbaize.rules.errors import FileError
from greenbaize.store.artwork.library import (
    INFO_NAME,
    ArtworkKind,
    find_artwork,
    keep_artwork,
    kind_folder,
    list_artwork,
    remove_artwork,
    tidy_title,
)

DIGEST = "0123456789abcdef"
INFO = {"title": "Ours", "cards": ["AS"], "backs": 2, "paper": "#fefefe", "index": 0.2}


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))


def keep_deck(tmp_path, identity=DIGEST, **values):
    drawn = tmp_path / "drawn"
    drawn.mkdir()
    (drawn / INFO_NAME).write_text(json.dumps(INFO | values), "utf-8")
    return keep_artwork(ArtworkKind.DECK, drawn, identity)


def test_kept_deck_is_found_by_its_setting_until_it_is_removed(tmp_path):
    deck = keep_deck(tmp_path)
    assert deck.setting == f"own:{DIGEST}"
    assert find_artwork(ArtworkKind.DECK, deck.setting) == deck
    assert find_artwork(ArtworkKind.DECK, f"{deck.setting}/1") == deck
    assert find_artwork(ArtworkKind.CLOTH, deck.setting) is None
    assert deck.cards == {"AS"}
    assert list_artwork(ArtworkKind.DECK) == [deck]
    keep_deck(tmp_path, title="Again")
    assert find_artwork(ArtworkKind.DECK, deck.setting).title == "Again"
    remove_artwork(deck)
    assert find_artwork(ArtworkKind.DECK, deck.setting) is None
    assert list_artwork(ArtworkKind.DECK) == []
    remove_artwork(deck)


@pytest.mark.parametrize("setting", ["classic", "own:../../x", "own:", f"own:{DIGEST}/../x"])
def test_setting_leads_to_no_other_folder(tmp_path, setting):
    keep_deck(tmp_path)
    assert find_artwork(ArtworkKind.DECK, setting) is None


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"title": 1, "paper": "red"}', '{"title": "a", "index": 7}', "[" * 9]
)
def test_damaged_description_is_no_deck(tmp_path, text):
    deck = keep_deck(tmp_path)
    (deck.folder / INFO_NAME).write_text(text, "utf-8")
    find_artwork.__globals__["_load_artwork"].cache_clear()
    assert find_artwork(ArtworkKind.DECK, deck.setting) is None


def test_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "home").write_text("a file in its way")
    with pytest.raises(FileError):
        keep_deck(tmp_path)
    assert list_artwork(ArtworkKind.DECK) == []
    assert kind_folder(ArtworkKind.DECK).name == "decks"


def test_titles_are_one_line():
    assert tidy_title(" a\n\tb\u202e ") == "a b"
    assert len(tidy_title("a" * 100)) == 60
