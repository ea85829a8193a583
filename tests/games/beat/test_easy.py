"""The easy bot at Master and Ass: it takes valuable tricks, and is far better than random."""

import pytest

from bots.decision_positions import play_easy_against_random, view_of_match
from games.beat.tables import BeatTable
from greenbaize.bots.bot import EasyBot
from greenbaize.cards import Suit, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import ChooseTrumpCommand, StakeCommand
from greenbaize.games.beat.contracts import contract_of_deal
from greenbaize.games.beat.easy import GO_STRENGTHS, hand_strength
from greenbaize.rules.chance import RandomStream

ASS_GAME, MASTER_GAME = GAMES["ass"], GAMES["master"]


def choose_easily(match, name="x"):
    """Return the easy bot's command for the acting seat, from its view."""
    seat = match.state.turn
    return EasyBot().choose_command(
        match.game, view_of_match(match, seat), seat, RandomStream(name)
    )


def create_ass_table(*hands, **options):
    match = BeatTable(ASS_GAME, len(hands), stack={1: hands}, **options)
    match.make_stakes(*[False] * len(hands))
    return match


def test_any_free_trump_is_chosen():
    match = BeatTable(MASTER_GAME, 3, trumps="personal")
    commands = {choose_easily(match, str(number)) for number in range(40)}
    assert commands == {ChooseTrumpCommand(1, suit) for suit in Suit}
    match.authority.submit(ChooseTrumpCommand(1, Suit.HEARTS))
    assert {choose_easily(match, str(n)).suit for n in range(40)} == {0, 1, 3}


@pytest.mark.parametrize(
    ("hand", "go"),
    [("8D 8C 8S AS", True), ("8D 8C AH TH", True), ("6D 7C 9S JS", False), ("KD 6C 7S QS", False)],
)
def test_the_easy_bot_goes_with_strong_hands_only(hand, go):
    match = BeatTable(ASS_GAME, 2, stack={1: (hand, "9H 7H KH QH")}, targets="even")
    assert match.state.turn == 0
    assert choose_easily(match) == StakeCommand(0, go)


@pytest.mark.parametrize(
    ("hand", "options", "goes_by_seats"),
    [
        ("6D 7C 9S JS", {"refill": True}, {2: True, 3: False, 4: False, 6: False}),
        ("8D 8C AS JS", {"refill": True}, {2: True, 3: True, 4: False, 6: False}),
        ("8D 8C AS JS", {"refill": True, "targets": "even"}, {2: True, 4: True, 6: True}),
        ("8D 8C AS JS", {}, {2: False, 4: False, 6: False}),
        ("8D 8C AS JS", {"targets": "even"}, {2: True, 4: True, 6: True}),
    ],
)
def test_the_easy_bot_goes_as_targets_and_draws_allow(hand, options, goes_by_seats):
    other_hands = ("9C QH 6C AC", "9H KH 6H AH", "JC JH 6S TC", "7H QC TH KC", "7S KS TS TD")
    for seats, go in goes_by_seats.items():
        table = BeatTable(ASS_GAME, seats, stack={1: (hand, *other_hands[: seats - 1])}, **options)
        assert choose_easily(table) == StakeCommand(0, go)


def test_every_table_has_a_strength_from_which_the_easy_bot_goes():
    (targets,) = (option for option in ASS_GAME.options if option.key == "targets")
    assert {word for word, _ in GO_STRENGTHS} == set(targets.values)
    assert {refill for _, refill in GO_STRENGTHS} == {True, False}
    assert all(set(strengths) == set(ASS_GAME.seats) for strengths in GO_STRENGTHS.values())


def test_trumps_make_a_hand_stronger():
    plain = BeatTable(ASS_GAME, 2, trumps="none").state
    trump = BeatTable(ASS_GAME, 2, trumps="one", trump_suits=["S"]).state
    hand = parse_cards("AS TS 8C 6H")
    assert hand_strength(plain, 0, hand) < hand_strength(trump, 0, hand)
    assert hand_strength(plain, 0, parse_cards("6S 7S")) == 0


def test_the_last_player_takes_a_trick_with_points_and_leaves_one_without():
    # Of equal tricks it keeps the higher card.
    match = create_ass_table("AD 9C 7C 6C", "KD TD JS QS", must_beat=False, leader=1)
    match.play_cards("KD")
    assert choose_easily(match).card.code == "AD"
    # Holding eight and seven to a seven, it leaves the trick; either card costs it as much.
    match = create_ass_table("8D 9D 7C 6C", "7D TD JS QS", must_beat=False, leader=1)
    match.play_cards("7D")
    assert choose_easily(match).card.code == "8D"


@pytest.mark.parametrize(("deal", "takes"), [(3, False), (15, True)])
def test_the_last_player_leaves_a_six_while_it_counts_against_and_takes_it_later(deal, takes):
    match = BeatTable(MASTER_GAME, 2, stack={deal: ("6D 7C 9C", "8D QD 7D")}, leader=0)
    match.play_until(until_deal=deal)
    assert contract_of_deal(match.state.deal).name == "sixes"
    assert match.state.turn == 0
    assert match.play_cards("6D") is None
    card = choose_easily(match).card
    assert (card.code in ("8D", "QD") or card.code[0] == "6") == takes
    assert match.play_cards(card.code) is None
    assert match.takers[-1] == int(takes)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seats", "options", "matches", "margin"),
    [
        ("master", 2, {}, 10, 0.9),
        ("master", 3, {"trumps": "none"}, 10, 0.6),
        ("master", 4, {}, 10, 0.8),
        ("ass", 2, {"refill": False}, 40, 0.8),
        ("ass", 3, {"refill": False}, 40, 0.8),
        ("ass", 4, {"refill": False}, 40, 1.2),
        ("ass", 6, {"refill": False}, 20, 2.0),
        ("ass", 2, {"refill": True}, 40, 0.3),
        ("ass", 4, {"refill": True}, 40, 0.4),
    ],
)
def test_easy_clearly_beats_random(name, seats, options, matches, margin):
    ranks_by_level = {"easy": [], "random": []}
    for number in range(matches):
        levels, end = play_easy_against_random(name, seats, options, number)
        for level, rank in zip(levels, end.places, strict=True):
            ranks_by_level[level].append(rank)
    easy, random = (sum(ranks) / len(ranks) for ranks in ranks_by_level.values())
    assert random - easy > margin, (easy, random)
