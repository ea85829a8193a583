"""The sealed shuffle: what seals it and what breaks the seal."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.match.seal import (
    SealVerdict,
    ShuffleKnowledge,
    compute_commit,
    compute_seed,
    encode_lobby,
    human_indexes,
    new_number,
    verify_guest_seal,
    verify_seal,
)
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.options import resolve_options

ANNA_PLAYER, BEN_PLAYER = HeaderPlayer("Anna"), HeaderPlayer("Bèn \N{GRINNING FACE}")
BOT_PLAYER = HeaderPlayer("Bot 1", "bot", "hard")


def create_shuffled_header(
    name="blackout", players=(ANNA_PLAYER, BOT_PLAYER, BEN_PLAYER), numbers=None, round_number=3
):
    """Return a header with a sealed shuffle."""
    game = GAMES[name]
    options = resolve_options(game.options, len(players), {})
    lobby = encode_lobby(name, options, players, round_number)
    numbers = numbers or [f"{n:064x}" for n in range(7, 8 + len(human_indexes(players)))]
    seed = compute_seed(numbers, lobby)
    order = game.seating(len(players), options, SeededChance(seed))
    commits = [compute_commit(number, lobby, index) for index, number in enumerate(numbers)]
    shuffle = {"lobby": lobby, "commits": commits, "numbers": list(numbers)}
    seated = tuple(players[player_index] for player_index in order)
    return RecordHeader(name, seated, options, seed, extra={"program": "x", "shuffle": shuffle})


def replace_shuffle(header, **values):
    return replace(header, extra=header.extra | {"shuffle": header.extra["shuffle"] | values})


def commitment_of(header, index=0):
    shuffle = header.extra["shuffle"]
    return ShuffleKnowledge(
        shuffle["lobby"],
        tuple(shuffle["commits"]),
        index,
        "" if index is None else shuffle["numbers"][index],
    )


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("blackout", (ANNA_PLAYER, BOT_PLAYER, BEN_PLAYER)),
        ("damn", (BOT_PLAYER, BEN_PLAYER, ANNA_PLAYER)),
        ("damn", (BOT_PLAYER, BOT_PLAYER, BOT_PLAYER)),
    ],
)
def test_a_shuffle_made_of_all_numbers_is_sealed(name, players):
    for first in range(10):
        count = 1 + len(human_indexes(players))
        numbers = [f"{first * 100 + n:064x}" for n in range(count)]
        header = create_shuffled_header(name, players, numbers)
        assert verify_seal(header, GAMES) is SealVerdict.INTACT
        reread_header = RecordHeader.from_line(json.loads(encode_line(header.to_line())), GAMES)
        assert verify_seal(reread_header, GAMES) is SealVerdict.INTACT
        for index in range(count - 1):
            assert (
                verify_guest_seal(header, GAMES, commitment_of(header, index)) is SealVerdict.INTACT
            )
            repeated_commitment = replace(commitment_of(header, index), repeat_count=2)
            assert verify_guest_seal(header, GAMES, repeated_commitment) is SealVerdict.REPEATED
        # A person who put in no number cannot know that nobody chose the others.
        assert (
            verify_guest_seal(header, GAMES, commitment_of(header, None)) is SealVerdict.UNWITNESSED
        )
        assert verify_guest_seal(header, GAMES, None) is SealVerdict.UNWITNESSED
        assert (
            verify_guest_seal(header, GAMES, commitment_of(header, count - 1)) is SealVerdict.BROKEN
        )


def test_the_lobby_has_exactly_this_text():
    options = resolve_options(GAMES["blackout"].options, 2, {})
    assert encode_lobby("blackout", options, (ANNA_PLAYER, BOT_PLAYER), 1) == (
        '{"game":"blackout","options":{"hook":true,"in_order":false},"people":[0],"round":1,'
        '"seats":[{"kind":"human","name":"Anna"},{"kind":"bot","level":"hard","name":"Bot 1"}]}'
    )


def test_a_missing_shuffle_is_none_without_a_commitment_and_broken_with_one():
    header = replace(create_shuffled_header(), extra={})
    assert verify_seal(header, GAMES) is SealVerdict.NONE
    assert verify_guest_seal(header, GAMES, None) is SealVerdict.NONE
    assert (
        verify_guest_seal(header, GAMES, commitment_of(create_shuffled_header()))
        is SealVerdict.BROKEN
    )


SHUFFLE_DATA = create_shuffled_header().extra["shuffle"]
OTHER_SHUFFLE_DATA = create_shuffled_header(round_number=4).extra["shuffle"]


@pytest.mark.parametrize(
    "values",
    [
        {"numbers": [*SHUFFLE_DATA["numbers"][:-1], "0" * 64]},
        {"numbers": SHUFFLE_DATA["numbers"][::-1]},
        {"numbers": SHUFFLE_DATA["numbers"][:-1]},
        {"numbers": []},
        {"numbers": [f"{10:064X}", *SHUFFLE_DATA["numbers"][1:]]},
        {"numbers": None},
        {"commits": SHUFFLE_DATA["commits"][::-1]},
        {"commits": [SHUFFLE_DATA["commits"][0]] * 3},
        {"commits": "x"},
        {"lobby": SHUFFLE_DATA["lobby"] + " "},
        {"lobby": ""},
        {"lobby": 1},
        {"more": 1},
        OTHER_SHUFFLE_DATA,
    ],
)
def test_any_change_breaks_the_seal(values):
    assert (
        verify_seal(replace_shuffle(create_shuffled_header(), **values), GAMES)
        is SealVerdict.BROKEN
    )


def test_a_match_that_was_not_agreed_on_breaks_the_seal():
    header = create_shuffled_header()
    for changed_header in (
        replace(header, seed="0" * 32),
        replace(header, seed=None),
        replace(header, players=header.players[::-1]),
        replace(header, players=(header.players[0]._replace(name="Eve"), *header.players[1:])),
        replace(header, options=resolve_options(GAMES["blackout"].options, 3, {"hook": False})),
        replace(header, extra={"shuffle": []}),
    ):
        assert verify_seal(changed_header, GAMES) is SealVerdict.BROKEN


def test_a_lobby_with_wrong_people_breaks_the_seal():
    options = resolve_options(GAMES["damn"].options, 3, {})
    for people, seal in (
        ([0, 2], SealVerdict.INTACT),
        ([0], SealVerdict.BROKEN),
        ([2, 0], SealVerdict.BROKEN),
    ):
        lobby = encode_lobby("damn", options, (ANNA_PLAYER, BOT_PLAYER, BEN_PLAYER), 1, people)
        numbers = [f"{n:064x}" for n in range(len(people) + 1)]
        commits = [compute_commit(number, lobby, index) for index, number in enumerate(numbers)]
        shuffle = {"lobby": lobby, "commits": commits, "numbers": numbers}
        seed = compute_seed(numbers, lobby)
        header = RecordHeader(
            "damn", (ANNA_PLAYER, BOT_PLAYER, BEN_PLAYER), options, seed, extra={"shuffle": shuffle}
        )
        assert verify_seal(header, GAMES) is seal


def test_a_different_commitment_breaks_the_seal():
    header, shuffle_knowledge = create_shuffled_header(), commitment_of(create_shuffled_header())
    assert (
        verify_guest_seal(header, GAMES, replace(shuffle_knowledge, own_number="1" * 64))
        is SealVerdict.BROKEN
    )
    assert (
        verify_guest_seal(header, GAMES, replace(shuffle_knowledge, own_index=1))
        is SealVerdict.BROKEN
    )
    assert (
        verify_guest_seal(header, GAMES, replace(shuffle_knowledge, own_index=-1))
        is SealVerdict.BROKEN
    )
    assert (
        verify_guest_seal(
            header, GAMES, replace(shuffle_knowledge, lobby=OTHER_SHUFFLE_DATA["lobby"])
        )
        is SealVerdict.BROKEN
    )
    assert (
        verify_guest_seal(
            header, GAMES, replace(shuffle_knowledge, commits=shuffle_knowledge.commits[:2])
        )
        is SealVerdict.BROKEN
    )


def test_a_commit_is_valid_for_one_index_and_one_lobby():
    number = new_number()
    hashes = {compute_commit(number, lobby, index) for lobby in ("a", "b") for index in range(3)}
    assert len(hashes) == 6
    for invalid_number in ("", "0" * 63, "0" * 66, "G" * 64, "A" * 64, " " + "0" * 64):
        with pytest.raises(ValueError, match=r"."):
            compute_commit(invalid_number, "a", 0)
    with pytest.raises(ValueError, match="range"):
        compute_commit(number, "a", 256)


@given(st.integers(0, 2**32), st.sampled_from([None, 0, 1, 2]), st.booleans())
def test_no_view_header_has_a_number_in_it(number, seat, is_damaged):
    random = Random(number)
    numbers = [random.randbytes(32).hex() for _ in range(3)]
    header = create_shuffled_header(numbers=numbers)
    if is_damaged:
        damage: dict[str, Any] = random.choice(
            [{"commits": [*numbers[:1], "x"]}, {"lobby": None}, {"numbers": 1}]
        )
        header = replace_shuffle(header, **damage, more=numbers)
    view_text = encode_line(header.redact_for(seat).to_line()).decode()
    assert header.seed not in view_text
    if not is_damaged:
        assert json.loads(view_text)["shuffle"] == {
            key: header.extra["shuffle"][key] for key in ("lobby", "commits")
        }
    if not (is_damaged and header.extra["shuffle"]["commits"][0] in numbers):
        assert not any(secret in view_text for secret in numbers)
