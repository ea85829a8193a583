"""Cards, suits and their text codes."""

import pickle

import pytest

from greenbaize.cards import ALL_CARDS, PACK_52, RANKS, Card, Suit, parse_cards


def test_the_pack_is_every_rank_in_every_suit_once():
    assert len(PACK_52) == 52
    assert {card.code for card in PACK_52} == {r + s for r in "23456789TJQKA" for s in "CDHS"}
    assert [card.code for card in PACK_52[:5]] == ["2C", "2D", "2H", "2S", "3C"]
    assert RANKS == "23456789TJQKA"


def test_jokers_follow_the_pack_and_have_no_suit():
    assert [card.code for card in ALL_CARDS[52:]] == ["XR", "XB"]
    assert [card.suit for card in ALL_CARDS[52:]] == [None, None]
    assert [card.name for card in ALL_CARDS[52:]] == ["XR", "XB"]


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_a_code_leads_to_its_card_and_back(card):
    assert Card.of(card.code) is card
    assert str(card) == repr(card) == card.code
    assert pickle.loads(pickle.dumps(card)) is card
    assert ALL_CARDS[card] is card


def test_a_card_knows_its_rank_and_suit():
    ten = Card.of("TS")
    assert (ten.rank, ten.suit, int(ten)) == (8, Suit.SPADES, 35)
    assert (Card.of("2C").rank, Card.of("AH").rank) == (0, 12)


@pytest.mark.parametrize("code", ["", "T", "TSS", "10S", "ts", "Ts", "1S", "TX", " TS", "X", "XX"])
def test_no_other_text_is_a_card(code):
    with pytest.raises(ValueError, match="not a card"):
        Card.of(code)


def test_players_write_cards_with_signs():
    assert [card.name for card in parse_cards("TC 2D QH AS")] == ["10♣", "2♦", "Q♥", "A♠"]


def test_suits_have_letters_signs_and_colours():
    assert [suit.letter for suit in Suit] == ["C", "D", "H", "S"]
    assert [suit.sign for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert [suit.is_red for suit in Suit] == [False, True, True, False]
    assert [Suit.of(letter) for letter in "CDHS"] == list(Suit)


@pytest.mark.parametrize("letter", ["", "c", "X", "CD", "♣"])
def test_no_other_text_is_a_suit(letter):
    with pytest.raises(ValueError, match="not a suit"):
        Suit.of(letter)


def test_a_text_of_codes_is_a_row_of_cards():
    assert parse_cards("TS 4H") == (Card.of("TS"), Card.of("4H"))
    assert parse_cards("") == ()
    with pytest.raises(ValueError, match="4X"):
        parse_cards("TS 4X")
