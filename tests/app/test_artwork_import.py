"""Tests for adding decks in another process, whatever they do to it."""

import pytest

from greenbaize.app.artwork_import import ArtworkReport, import_artwork
from greenbaize.app.memory.history_indexer import HistoryIndexer
from greenbaize.store.artwork.library import ArtworkKind
from greenbaize.words.speaker import Speaker
from store.artwork.own_files import card_svg, png_bytes, write_deck, write_zip

LEVELS = "".join(
    f'<g id="u{level}">' + f'<use xlink:href="#u{level - 1}"/>' * 10 + "</g>"
    for level in range(1, 12)
)
USE_BOMB = card_svg(
    inside=f'<defs><g id="u0"><rect width="9" height="9"/></g>{LEVELS}</defs>'
    '<use xlink:href="#u11"/>'
)
"""A drawing of 120 elements that stand for 100,000,000,000."""


def import_deck(tmp_path, path, **options):
    folder = tmp_path / "drawn"
    return import_artwork(HistoryIndexer(), path, ArtworkKind.DECK, folder, **options)


def sentences(report):
    return [Speaker().format_message(message) for message in report.messages]


def test_deck_is_drawn_and_what_is_ours_is_said(tmp_path):
    steps = []
    folder = write_deck(tmp_path / "grandmas", jokers=("XR",), skip={"2C", "3D"}, back=False)
    report = import_deck(tmp_path, folder, progress=lambda *step: steps.append(step))
    assert report.fault == ""
    assert sentences(report) == [
        "Grandmas: 50 cards with pictures.",
        "2 cards have no picture there and are ours.",
        "One joker is ours.",
        "It has no back: that is ours.",
    ]
    assert len(steps) == 51
    assert (tmp_path / "drawn" / "160" / "AS.png").is_file()


def test_whole_deck_needs_nothing_of_ours():
    codes = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    info = {"title": "Whole", "cards": [*codes, "XR", "XB"], "backs": 1}
    assert sentences(ArtworkReport(ArtworkKind.DECK, info=info)) == [
        "Whole: 52 cards with pictures."
    ]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (USE_BOMB, "This cannot be added: drawing it takes more time or memory"),
        (card_svg(inside="<g/>" * 100_000), "2C.svg is drawn of more than 50000 parts."),
        (card_svg(inside="<script/>"), "2C.svg contains a script"),
        (card_svg(inside='<image href="file:///etc/passwd"/>'), "2C.svg refers to something"),
        (b"hello", "2C.svg is no SVG drawing"),
    ],
    ids=["bomb", "parts", "script", "reference", "text"],
)
def test_hostile_deck_ends_in_a_sentence(tmp_path, data, sentence):
    folder = write_deck(tmp_path / "deck")
    (folder / "2C.svg").write_bytes(data)
    report = import_deck(tmp_path, folder)
    assert report.fault.startswith(sentence)
    assert report.info == {}


def test_image_that_needs_too_much_memory_ends_in_a_sentence(tmp_path):
    path = tmp_path / "back.png"
    path.write_bytes(png_bytes(60, 60, declared=(60_000, 60_000)))
    report = import_artwork(HistoryIndexer(), path, ArtworkKind.BACK, tmp_path / "drawn")
    assert report.fault == "back.png is too large: more than 8 million pixels."


def test_archive_that_leads_out_ends_in_a_sentence(tmp_path):
    path = write_zip(tmp_path / "deck.zip", {"../AS.svg": card_svg()})
    assert import_deck(tmp_path, path).fault.startswith("../AS.svg in the archive would lie")
