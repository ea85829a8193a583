"""What is asked at the door: all of a request is told to an open window, or none of it."""

from pathlib import Path

import pytest

from greenbaize.app.bell.words import Asked, asked_for, request_of
from greenbaize.app.chairs.opponents import Opponent
from greenbaize.app.tables.play_request import SENT, PlayRequest
from greenbaize.rules.chance import seed_from

UNUSUAL: dict[str, object] = {
    "game": "damn",
    "players": 3,
    "options": {"deals": 2},
    "seed": seed_from("words"),
    "bots": (Opponent("easy", "bold"), Opponent("random")),
    "record": Path("match.jsonl").absolute(),
    "seat": 1,
}


class Longer(PlayRequest):
    """A request with more to it than is told at the door."""

    _fields = (*PlayRequest._fields, "slowly")
    _field_defaults = {**PlayRequest._field_defaults, "slowly": False}  # noqa: RUF012
    slowly = False


def test_all_that_is_sent_arrives():
    assert set(UNUSUAL) == SENT
    assert set(Asked.__struct_fields__) - {"proof", "activation"} == SENT
    request = PlayRequest(**UNUSUAL)  # type: ignore[arg-type]
    assert request.for_any_window
    assert request_of(asked_for(request, "", "")) == request


@pytest.mark.parametrize("name", sorted(SENT))
def test_each_arrives_alone(name):
    request = PlayRequest(**{name: UNUSUAL[name]})
    assert request != PlayRequest()
    assert request.for_any_window
    assert request_of(asked_for(request, "", "")) == request


@pytest.mark.parametrize("name", sorted({*PlayRequest._fields} - SENT))
def test_what_is_not_sent_stays_at_home(name):
    other = {"speed": 2.0, "screenshots": Path("pictures"), "programs": {"mine": "./mine"}}
    assert not PlayRequest(**{name: other.get(name, True)}).for_any_window


def test_so_does_a_field_that_nobody_has_thought_of():
    request = Longer(game="damn")
    assert request.for_any_window
    request.slowly = True
    assert not request.for_any_window
