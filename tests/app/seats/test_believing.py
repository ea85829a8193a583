"""What no match can come to is refused before a computer player reckons with it."""

import pytest

from greenbaize.app.seats.seat_program import ASK, SeatProgram
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.match.record import line_bytes
from greenbaize.rules.errors import GameError
from match.playing import Setup, play_randomly

OWN = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"]
LOT = {"type": "lot", "dealer": 2}


def header(game: str, seats: int, **options: object) -> dict[str, object]:
    line = Setup(game, seats, options).header("5" * 32).line()
    return {key: value for key, value in line.items() if key != "seed"} | {"you": 0}


def damn_deal(hands: list[object], cards: int, **more: object) -> dict[str, object]:
    line = {"type": "deal", "deal": 1, "dealer": 2, "leader": 0, "cards": cards, "hands": hands}
    return line | {"turned": "2S", "trump": "S"} | more


def beat_deal(hands: list[object], **more: object) -> dict[str, object]:
    line = {"type": "deal", "deal": 1, "dealer": 2, "leader": 0, "hands": hands}
    return line | {"contract": "all", "sign": -1} | more


def rank_deal(hands: list[object], stock: int) -> dict[str, object]:
    line = {"type": "deal", "deal": 1, "dealer": 2, "leader": 0, "hands": hands}
    return line | {"stock": stock, "pile": "6C"}


EMPTY = {"type": "trick", "seat": 0}
HEARTS = [f"{rank}H" for rank in "23456789TJQKA"]
FALSE = {
    "too many cards": ("damn", [LOT, damn_deal([OWN + HEARTS, 26, 26], 26)]),
    "more than are announced": ("damn", [LOT, damn_deal([OWN, 13, 13], 5)]),
    "others too many": ("damn", [LOT, damn_deal([OWN[:5], 40, 5], 5)]),
    "one card twice": ("damn", [LOT, damn_deal([["2C"] * 5, 5, 5], 5)]),
    "a deal there is not": ("damn", [LOT, damn_deal([OWN[:5], 5, 5], 5, deal=1_000_000_000)]),
    "a trick of no cards": (
        "damn",
        [LOT, damn_deal([OWN[:5], 5, 5], 5), {"type": "trick", "seat": 0}],
    ),
    "others too few": ("damn", [LOT, damn_deal([OWN[:3], 0, 1], 3)]),
    "a trick more than cards": (
        "damn",
        [
            LOT,
            damn_deal([["6H", "8H", "TH", "QH"], 4, 4], 2) | {"leader": 1},
            *[
                {"type": "bid", "seat": seat, "tricks": bid}
                for seat, bid in ((1, 0), (2, 1), (0, 1))
            ],
            *[{"type": "play", "seat": s, "card": c} for s, c in ((1, "3H"), (2, "4H"), (0, "6H"))],
            {"type": "trick", "seat": 0},
            *[{"type": "play", "seat": s, "card": c} for s, c in ((0, "8H"), (1, "7H"), (2, "9H"))],
            {"type": "trick", "seat": 2},
            {"type": "play", "seat": 2, "card": "7C"},
        ],
    ),
    "unequal hands": ("master", [LOT, beat_deal([["6C", "7C", "8C"], 9, 9])]),
    "cards of another pack": ("master", [LOT, beat_deal([OWN[:12], 12, 12])]),
    "nobody else has a card": ("rank", [LOT, rank_deal([["7C", "8C"], 0, 0], 3)]),
    "twenty kings": ("rank", [LOT, rank_deal([["KC"] * 20, 5, 5], 3)]),
}


RULED_OUT = [
    LOT,
    beat_deal([["6D", *[f"{rank}C" for rank in "6789TJQKA"], "6H", "8H"], 12, 12]),
    *[{"type": "play", "seat": s, "card": c} for s, c in ((0, "6D"), (1, "JS"), (2, "8D"))],
    {"type": "trick", "seat": 2},
    *[{"type": "play", "seat": s, "card": c} for s, c in ((2, "9D"), (0, "6C"), (1, "7D"))],
    {"type": "trick", "seat": 2},
    {"type": "play", "seat": 2, "card": "KD"},
]
"""Seat 1 plays a card of the suit that it did not follow; only who supposes hands finds that."""


@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.parametrize(("game", "told"), FALSE.values(), ids=FALSE)
def test_a_false_table_is_answered_with_a_line(level, game, told):
    check_is_refused(level, game, told)


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_a_card_ruled_out_by_an_earlier_one_is_answered_with_a_line(level):
    check_is_refused(level, "master", RULED_OUT)


def check_is_refused(level, game, told):
    options = {"trumps": "none"} if game == "master" else {}
    program = SeatProgram(LEVELS[level](), "seed")
    program.hear(line_bytes(header(game, 3, **options)))
    for line in told:
        program.hear(line_bytes(line))
    with pytest.raises(GameError) as caught:
        program.hear(line_bytes({"type": ASK}))
    assert caught.value.message.code == "told-impossible"


@pytest.mark.parametrize("name", GAMES)
def test_every_moment_of_a_match_is_believed(name):
    game = GAMES[name]
    for seats in (min(game.seats), max(game.seats)):
        played = play_randomly(Setup(name, seats, {}), 5)
        for _, state in played.moments:
            assert game.turn(state) is None or game.believable(state)


def test_every_moment_at_a_table_with_manners_is_believed():
    game = GAMES["damn"]
    for number in range(5):
        played = play_randomly(Setup("damn", 4, {"enforcement": "table", "deals": 5}), number)
        for _, state in played.moments:
            assert game.turn(state) is None or game.believable(state)
