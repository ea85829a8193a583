"""Tests for the names of pictures, by the file lists of public collections."""

import pytest

from greenbaize.cards import PACK_52
from greenbaize.store.artwork.card_names import BACK, read_card_name

WORDS = ["ace", *map(str, range(2, 11)), "jack", "queen", "king"]
SUIT_WORDS = ["clubs", "diamonds", "hearts", "spades"]
LETTERS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
ALL_CODES = {card.code for card in PACK_52}


def combine(pattern, ranks, suits):
    return [pattern.format(rank=rank, suit=suit) for suit in suits for rank in ranks]


# The names in the lists of files of public collections, without their endings.
COLLECTIONS = {
    "hayeah/playing-cards-assets": [
        *combine("{rank}_of_{suit}", WORDS, SUIT_WORDS),
        *("back", "back@2x", "black_joker", "red_joker"),
    ],
    "htdebeer/SVG-cards": [
        *combine("{suit}_{rank}", ["1", *WORDS[1:]], ["club", "diamond", "heart", "spade"]),
        *("back", "back-aqua", "back-navy", "black_joker", "red_joker"),
    ],
    "htdebeer/SVG-cards, older": [
        *combine("{rank}_{suit}", ["1", *WORDS[1:]], ["club", "diamond", "heart", "spade"]),
        *("back", "black_joker"),
    ],
    "saulspatz/SVGCards": [
        *combine("{suit}{rank}", ["Ace", *WORDS[1:10], "Jack", "Queen", "King"],
                 ["club", "diamond", "heart", "spade"]),
        *("blueBack", "redBack", "blackJoker", "redJoker"),
    ],
    "richardschneider/cardsJS": [
        *combine("{rank}{suit}", LETTERS, "CDHS"),
        *("RED_BACK", "Blue_Back", "JOKER_COLOR", "JOKER_BLACK_WHITE"),
    ],
    "AlexHedley/poker-recording": [
        *combine("{suit}{rank}", ["A", *map(str, range(2, 14))], "CDHS"),
        *("JR", "JB"),
    ],
    "hckr/war-card-game-animation": [
        *combine("card{suit}{rank}", LETTERS, ["Clubs", "Diamonds", "Hearts", "Spades"]),
        *("cardBack_blue1", "cardBack_red5", "cardJoker"),
    ],
    "nikolat/cultural-festival": combine(
        "{suit}{rank}", [f"{number:02}" for number in range(1, 14)], "cdhs"
    ),
    "matthewfinger/solitaire_lightweight": [
        *combine("{rank}{suit}", [*map(str, range(1, 10)), "0", *map(str, range(10, 14))], "CDHS"),
    ],
    "jeremybanka/wayforge": [*combine("{rank}{suit}", LETTERS, "♣♦♥♠"), "back"],
    "natedileas/twosiefoursie": combine("{suit}_{rank}", WORDS, SUIT_WORDS),
    "theflimflam/vectorized-playing-cards": combine("{rank}-of-{suit}", WORDS, SUIT_WORDS),
}  # fmt: skip
OTHER_FILES = ["sprite", "card-base", "empty-card", "club-icon", "C", "D", "Background", "Card"]
OTHER_FILES += ["rect1368", "example_use", "card-template-inkscape", "queen", "hearts", "", "52"]


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_names_of_public_collections_are_understood(collection):
    shown = [read_card_name(name) for name in COLLECTIONS[collection]]
    assert None not in shown
    codes = [one.code for one in shown]
    assert set(codes) >= ALL_CODES
    cards = [code for code in codes if code in ALL_CODES]
    # One of them has the tens twice, as ``0C`` and ``10C``.
    assert len(cards) - len(set(cards)) in (0, 4)


@pytest.mark.parametrize(
    ("name", "code"),
    {
        "king_of_hearts2": "KH", "TS": "TS", "0S": "TS", "10S": "TS", "spade_1": "AS",
        "A♠": "AS", "14_of_clubs": "AC", "Ace of Spades": "AS", "туз_пик": "AS", "6 бубен": "6D",
        "Herz-Dame": "QH", "pique_roi": "KS", "card_spades_A": "AS", "h_k": "KH",
        "joker-2": "XB", "Joker": "XR", "BJ": "XB", "back-navy": BACK, "Rücken": BACK,
    }.items(),
)  # fmt: skip
def test_other_usual_names_are_understood(name, code):
    assert read_card_name(name).code == code


@pytest.mark.parametrize("name", OTHER_FILES)
def test_other_files_are_no_cards(name):
    assert read_card_name(name) is None


def test_pictures_of_courts_are_preferred_to_plain_ones():
    assert read_card_name("king_of_hearts2").variant > read_card_name("king_of_hearts").variant
    assert read_card_name("C10").variant > read_card_name("C0").variant
