"""Tests for finding a deck's pictures."""

import pytest

from greenbaize.cards import PACK_52, Card
from greenbaize.rules.errors import GameError
from greenbaize.store.artwork.deck_plan import PictureSource, plan_deck
from greenbaize.store.artwork.source_files import open_source
from greenbaize.words.speaker import Speaker
from store.artwork.own_files import (
    card_svg,
    kde_id,
    sheet_svg,
    write_deck,
    write_kde_deck,
    write_zip,
)

LOW = {card.code for card in PACK_52 if card.code[0] in "2345"}


def plan(path):
    return plan_deck(open_source(path))


def refusal(path):
    with pytest.raises(GameError) as caught:
        plan(path)
    return caught.value.message


def test_deck_by_names_has_all_cards_and_its_folder_s_name(tmp_path):
    found = plan(write_deck(tmp_path / "grandmas_pack"))
    assert len(found.cards) == 54
    assert found.cards["AS"] == PictureSource("AS.svg")
    assert found.backs == (PictureSource("back.svg"),)
    assert found.manifest.title == "Grandmas pack"


def test_archive_is_read_like_a_folder(tmp_path):
    folder = write_deck(tmp_path / "deck")
    entries = {f"deck/{path.name}": path.read_bytes() for path in folder.iterdir()}
    assert len(plan(write_zip(tmp_path / "deck.zip", entries)).cards) == 54


def test_deck_of_36_cards_is_enough(tmp_path):
    found = plan(write_deck(tmp_path / "short", skip=LOW, jokers=(), back=False))
    assert len(found.cards) == 36
    assert found.backs == ()


def test_missing_cards_are_named(tmp_path):
    message = refusal(write_deck(tmp_path / "deck", skip={"AS", "KH"}))
    assert message.code == "artwork-cards-missing"
    missing = (Card.of("KH"), Card.of("AS"))
    assert message.values == {"name": "deck", "count": 2, "missing": missing}


def test_missing_suits_are_said_in_short(tmp_path):
    """Two suits of pictures are there: only the others are missing."""
    skip = {card.code for card in PACK_52 if card.code[1] in "HS"}
    folder = write_deck(tmp_path / "half", skip={*skip, "7D"}, suffix="png")
    message = refusal(folder)
    assert Speaker().format_message(message) == (
        "half: 19 cards are missing: all hearts and spades, 7♦. A deck needs all from six to ace."
    )


def test_drawing_beside_some_cards_is_not_taken_for_the_whole_deck(tmp_path):
    folder = write_deck(tmp_path / "half", skip={"AS"} | LOW, suffix="png", jokers=(), back=False)
    (folder / "logo.svg").write_bytes(card_svg())
    assert refusal(folder).values["count"] == 1


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("cards.zip", b"\x17\x03noise", "no-archive"),
        ("cards.txt", b"hello", "no-deck-file"),
        ("photo.PNG", b"\x89PNG", "one-picture"),
        ("KH.png", b"\x89PNG", "one-picture"),
        ("photo.jpg", b"\xff\xd8", "one-picture"),
        ("deck/readme.txt", b"hello", "no-card-pictures"),
    ],
)
def test_what_is_no_deck_is_named_for_what_it_is(tmp_path, name, data, code):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    tried = path if path.parent == tmp_path else path.parent
    message = refusal(tried)
    assert message.code == f"artwork-{code}"
    assert message.values == {"name": tried.name}


def test_pictures_without_names_of_cards_are_counted(tmp_path):
    for number in (1, 2):
        (tmp_path / f"holiday{number}.png").write_bytes(b"")
    message = refusal(tmp_path)
    assert message.code == "artwork-no-card-names"
    assert message.values == {"name": tmp_path.name, "count": 2}


def test_fullest_folder_is_chosen_and_drawings_win(tmp_path):
    write_deck(tmp_path / "png" / "2x", suffix="png")
    write_deck(tmp_path / "svg")
    write_deck(tmp_path / "some", skip=LOW)
    assert plan(tmp_path).cards["AS"].file == "svg/AS.svg"


def test_second_variant_of_a_court_is_preferred(tmp_path):
    folder = write_deck(tmp_path / "deck")
    (folder / "king_of_hearts2.svg").write_bytes(card_svg())
    assert plan(folder).cards["KH"].file == "king_of_hearts2.svg"


def test_kde_deck_is_one_drawing_with_named_elements(tmp_path):
    found = plan(write_kde_deck(tmp_path / "svg-ours"))
    assert found.manifest.title == "Ours"
    assert found.cards["KH"] == PictureSource("ours.svg", "king_heart")
    assert found.backs == (PictureSource("ours.svg", "back"),)


def test_gnome_deck_is_one_drawing_in_13_by_5(tmp_path):
    path = tmp_path / "ours.svg"
    path.write_bytes(sheet_svg(lambda rank, suit: ""))
    found = plan(path)
    assert found.cards["KH"] == PictureSource("ours.svg", cell=(12, 2))
    assert found.cards["XR"].cell == (1, 4)
    assert found.backs[0].cell == (2, 4)


def test_parts_named_like_cards_are_not_taken_for_them(tmp_path):
    path = tmp_path / "ours.svg"
    part = b'<g id="king-of-hearts"/><g id="back-gradient"/></svg>'
    path.write_bytes(sheet_svg(kde_id).replace(b"</svg>", part))
    found = plan(path)
    assert found.cards["KH"].element == "king_heart"
    assert len(found.backs) == 1


def test_description_says_where_pictures_are(tmp_path):
    folder = write_deck(tmp_path / "deck", skip={"AS"})
    (folder / "one.svg").write_bytes(card_svg())
    (folder / "deck.toml").write_text(
        'name = "Ours"\nmakers = ["Anna", "Boris"]\nlicence = "CC0"\ncorner = 0.05\nindex = 0.2\n'
        '[cards]\nAS = "one.svg"\nbacks = ["back.svg", "one.svg#x"]\n',
        "utf-8",
    )
    found = plan(folder)
    assert found.cards["AS"].file == "one.svg"
    assert found.backs == (PictureSource("back.svg"), PictureSource("one.svg", "x"))
    assert found.manifest[:6] == ("Ours", "Anna, Boris", "CC0", 0.05, None, 0.2)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name = ", "bad-manifest"),
        ('[cards]\nZZ = "a"', "bad-entry"),
        ("corner = 9", "bad-entry"),
        ("index = true", "bad-entry"),
        ("cards = 1", "bad-entry"),
        ("name = 1", "bad-entry"),
        ("[cards]\nbacks = 1", "bad-entry"),
        ('[cards]\nAS = "../AS.svg"', "file-missing"),
    ],
)
def test_wrong_description_is_refused(tmp_path, text, code):
    folder = write_deck(tmp_path / "deck")
    (folder / "deck.toml").write_text(text, "utf-8")
    assert refusal(folder).code == f"artwork-{code}"
