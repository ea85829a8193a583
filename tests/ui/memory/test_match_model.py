"""A match of the list in words."""

import pytest
from PySide6.QtCore import Qt

from greenbaize.store.listing import DamagedKept, MatchKept, PlayerKept
from greenbaize.ui.memory.match_model import (
    DEAL,
    PLAYERS,
    MatchModel,
    cells,
    ending_text,
    row_text,
    stood_in_text,
)

ANNA = PlayerKept("Anna", "bot", "easy", -3, 2, stood_in=False, score=-3)
IDA = PlayerKept("Ida", "human", "", 12, 1, stood_in=False, score=12)
MATCH = MatchKept("1", "a.jsonl", "damn", "", 4, True, False, (ANNA, IDA))


def test_people_come_first_with_their_scores() -> None:
    assert cells(MATCH)[PLAYERS] == "Ida: 12 · Anna: −3"


def test_nothing_is_scored_before_a_deal_is() -> None:
    players = tuple(one._replace(total=0, score=0, place=None) for one in MATCH.players)
    match = MATCH._replace(over=False, deal=0, players=players)
    assert cells(match)[PLAYERS] == "Ida · Anna"
    assert cells(match)[DEAL] == "–"


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "Won by Ida"),
        ({"practice": True}, "Won by Ida, practice"),
        ({"players": (ANNA._replace(place=1), IDA)}, "Won by Anna, Ida"),
        ({"players": (IDA._replace(name="You"), ANNA)}, "Won by you"),
        ({"over": False}, "Unfinished"),
        ({"over": False, "seeded": False}, "Unfinished, at another table"),
        ({"over": False, "abandoned": True}, "Abandoned"),
        ({"over": False, "practice": True}, "Unfinished, practice"),
    ],
)
def test_how_it_ended(changes: dict[str, object], text: str) -> None:
    assert ending_text(MATCH._replace(**changes)) == text  # type: ignore[arg-type]


def test_where_a_computer_player_stood_in_it_is_said() -> None:
    away = MATCH._replace(players=(ANNA, IDA._replace(stood_in=True)))
    assert cells(away)[PLAYERS] == "Ida*: 12 · Anna: −3"
    assert stood_in_text(away) == (
        "* A computer player played part of the match for Ida: the seat counts for nobody."
    )
    assert "Ida (partly a computer player): 12" in row_text(away)
    assert stood_in_text(MATCH) == ""
    assert stood_in_text(DamagedKept("odd.jsonl", "", "line-damaged")) == ""


def test_the_tooltip_of_the_players_says_so_too() -> None:
    away = MATCH._replace(players=(ANNA, IDA._replace(stood_in=True)))
    model = MatchModel(lambda keys: dict.fromkeys(keys, away))
    model.show_keys([(False, 1)])  # type: ignore[list-item]
    tip = model.data(model.index(0, PLAYERS), Qt.ItemDataRole.ToolTipRole)
    assert "Ida (partly a computer player): 12" in tip
    assert "played part of the match for Ida" in tip


def test_a_row_is_heard_as_a_sentence() -> None:
    assert row_text(MATCH) == "Damn, begun –: Ida: 12 · Anna: −3. Deal 4. Won by Ida."
    damaged = DamagedKept("odd.jsonl", "20260101T100000", "line-damaged")
    assert row_text(damaged) == "odd.jsonl: Cannot be read"


def test_a_short_match_says_so_beside_its_game() -> None:
    assert cells(MATCH._replace(game="master"))[1] == "Master"
    assert cells(MATCH._replace(game="master", short=True))[1] == "Master, short"
