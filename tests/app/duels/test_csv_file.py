import csv

from greenbaize.app.duels import Duel, Duplicate, head_of, lines_of
from greenbaize.app.seats.opponents import Opponent
from greenbaize.rules.chance import seed_from

DUEL = Duel("damn", (Opponent("easy"), Opponent("random")), 3, {}, "7")


def test_head_names_every_seat():
    assert head_of(DUEL) == (
        b"group,seed,seats,deals,total_1,total_2,total_3,place_1,place_2,place_3,lead\r\n"
    )


def test_a_line_for_each_match():
    group = [
        Duplicate(6, 3, (10, 8, 21), (2, 3, 1)),
        Duplicate(7, 3, (-1, 8, 0), (3, 1, 2)),
    ]
    lines = lines_of(DUEL, group).decode().split("\r\n")
    seed = seed_from("7/2")
    # (15.5 - 8) / 3 and (8 - -0.5) / 3
    assert lines == [
        f"2,{seed},ABA,3,10,8,21,2,3,1,2.500000",
        f"2,{seed},BAB,3,-1,8,0,3,1,2,2.833333",
        "",
    ]
    assert len(next(csv.reader([lines[0]]))) == len(next(csv.reader([head_of(DUEL).decode()])))
