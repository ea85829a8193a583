"""The sealed shuffle: what seals it and what breaks the seal."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.match.seal import (
    Committed,
    Seal,
    check,
    commit_of,
    lobby_text,
    new_number,
    people_among,
    sealed,
    seed_of,
)
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.options import settled

ANNA, BEN = Player("Anna"), Player("Bèn \N{GRINNING FACE}")
BOT = Player("Bot 1", "bot", "hard")


def shuffled(name="blackout", sitters=(ANNA, BOT, BEN), numbers=None, round=3):
    """Return a header with a sealed shuffle."""
    game = GAMES[name]
    options = settled(game.options, len(sitters), {})
    lobby = lobby_text(name, options, sitters, round)
    numbers = numbers or [f"{n:064x}" for n in range(7, 8 + len(people_among(sitters)))]
    seed = seed_of(numbers, lobby)
    order = game.seating(len(sitters), options, SeededChance(seed))
    commits = [commit_of(number, lobby, index) for index, number in enumerate(numbers)]
    shuffle = {"lobby": lobby, "commits": commits, "numbers": list(numbers)}
    seated = tuple(sitters[who] for who in order)
    return Header(name, seated, options, seed, more={"program": "x", "shuffle": shuffle})


def with_shuffle(header, **values):
    return replace(header, more=header.more | {"shuffle": header.more["shuffle"] | values})


def heard(header, index=0):
    shuffle = header.more["shuffle"]
    return Committed(
        shuffle["lobby"],
        tuple(shuffle["commits"]),
        index,
        "" if index is None else shuffle["numbers"][index],
    )


@pytest.mark.parametrize(
    ("name", "sitters"),
    [("blackout", (ANNA, BOT, BEN)), ("damn", (BOT, BEN, ANNA)), ("damn", (BOT, BOT, BOT))],
)
def test_a_shuffle_made_of_all_numbers_is_sealed(name, sitters):
    for first in range(10):
        count = 1 + len(people_among(sitters))
        numbers = [f"{first * 100 + n:064x}" for n in range(count)]
        header = shuffled(name, sitters, numbers)
        assert sealed(header, GAMES) is Seal.WHOLE
        again = Header.read(json.loads(line_bytes(header.line())), GAMES)
        assert sealed(again, GAMES) is Seal.WHOLE
        for index in range(count - 1):
            assert check(header, GAMES, heard(header, index)) is Seal.WHOLE
            more = replace(heard(header, index), again=2)
            assert check(header, GAMES, more) is Seal.AGAIN
        # A person who put in no number cannot know that nobody chose the others.
        assert check(header, GAMES, heard(header, None)) is Seal.UNSEEN
        assert check(header, GAMES, None) is Seal.UNSEEN
        assert check(header, GAMES, heard(header, count - 1)) is Seal.BROKEN


def test_the_lobby_is_spelled_as_it_is_agreed():
    options = settled(GAMES["blackout"].options, 2, {})
    assert lobby_text("blackout", options, (ANNA, BOT), 1) == (
        '{"game":"blackout","options":{"hook":true,"in_order":false},"people":[0],"round":1,'
        '"seats":[{"kind":"human","name":"Anna"},{"kind":"bot","level":"hard","name":"Bot 1"}]}'
    )


def test_no_shuffle_is_none_and_a_missing_one_is_broken():
    header = replace(shuffled(), more={})
    assert sealed(header, GAMES) is Seal.NONE
    assert check(header, GAMES, None) is Seal.NONE
    assert check(header, GAMES, heard(shuffled())) is Seal.BROKEN


SHUFFLE = shuffled().more["shuffle"]
OTHER = shuffled(round=4).more["shuffle"]


@pytest.mark.parametrize(
    "values",
    [
        {"numbers": [*SHUFFLE["numbers"][:-1], "0" * 64]},
        {"numbers": SHUFFLE["numbers"][::-1]},
        {"numbers": SHUFFLE["numbers"][:-1]},
        {"numbers": []},
        {"numbers": [f"{10:064X}", *SHUFFLE["numbers"][1:]]},
        {"numbers": None},
        {"commits": SHUFFLE["commits"][::-1]},
        {"commits": [SHUFFLE["commits"][0]] * 3},
        {"commits": "x"},
        {"lobby": SHUFFLE["lobby"] + " "},
        {"lobby": ""},
        {"lobby": 1},
        {"more": 1},
        OTHER,
    ],
)
def test_whatever_is_changed_breaks_the_seal(values):
    assert sealed(with_shuffle(shuffled(), **values), GAMES) is Seal.BROKEN


def test_the_match_must_be_the_one_agreed_on():
    header = shuffled()
    for other in (
        replace(header, seed="0" * 32),
        replace(header, seed=None),
        replace(header, sitters=header.sitters[::-1]),
        replace(header, sitters=(header.sitters[0]._replace(name="Eve"), *header.sitters[1:])),
        replace(header, options=settled(GAMES["blackout"].options, 3, {"hook": False})),
        replace(header, more={"shuffle": []}),
    ):
        assert sealed(other, GAMES) is Seal.BROKEN


def test_a_lobby_that_leaves_out_a_person_or_names_a_bot_is_told_by_its_people():
    options = settled(GAMES["damn"].options, 3, {})
    for people, seal in (([0, 2], Seal.WHOLE), ([0], Seal.BROKEN), ([2, 0], Seal.BROKEN)):
        lobby = lobby_text("damn", options, (ANNA, BOT, BEN), 1, people)
        numbers = [f"{n:064x}" for n in range(len(people) + 1)]
        commits = [commit_of(number, lobby, index) for index, number in enumerate(numbers)]
        shuffle = {"lobby": lobby, "commits": commits, "numbers": numbers}
        seed = seed_of(numbers, lobby)
        header = Header("damn", (ANNA, BOT, BEN), options, seed, more={"shuffle": shuffle})
        assert sealed(header, GAMES) is seal


def test_what_was_heard_in_the_shuffle_counts():
    header, known = shuffled(), heard(shuffled())
    assert check(header, GAMES, replace(known, number="1" * 64)) is Seal.BROKEN
    assert check(header, GAMES, replace(known, index=1)) is Seal.BROKEN
    assert check(header, GAMES, replace(known, index=-1)) is Seal.BROKEN
    assert check(header, GAMES, replace(known, lobby=OTHER["lobby"])) is Seal.BROKEN
    assert check(header, GAMES, replace(known, commits=known.commits[:2])) is Seal.BROKEN


def test_a_hash_is_good_for_one_index_and_one_lobby():
    number = new_number()
    hashes = {commit_of(number, lobby, index) for lobby in ("a", "b") for index in range(3)}
    assert len(hashes) == 6
    for wrong in ("", "0" * 63, "0" * 66, "G" * 64, "A" * 64, " " + "0" * 64):
        with pytest.raises(ValueError, match=r"."):
            commit_of(wrong, "a", 0)
    with pytest.raises(ValueError, match="range"):
        commit_of(number, "a", 256)


@given(st.integers(0, 2**32), st.sampled_from([None, 0, 1, 2]), st.booleans())
def test_no_header_that_is_told_has_a_number_in_it(number, seat, damaged):
    random = Random(number)
    numbers = [random.randbytes(32).hex() for _ in range(3)]
    header = shuffled(numbers=numbers)
    if damaged:
        wrong = random.choice([{"commits": [*numbers[:1], "x"]}, {"lobby": None}, {"numbers": 1}])
        header = with_shuffle(header, **wrong, more=numbers)
    told = line_bytes(header.told(seat).line()).decode()
    assert header.seed not in told
    if not damaged:
        assert json.loads(told)["shuffle"] == {
            key: header.more["shuffle"][key] for key in ("lobby", "commits")
        }
    if not (damaged and header.more["shuffle"]["commits"][0] in numbers):
        assert not any(one in told for one in numbers)
