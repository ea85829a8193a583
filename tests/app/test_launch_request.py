"""Tests of the messages between a second start and the open window."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from greenbaize.app.launch_request import (
    LaunchReply,
    LaunchRequest,
    create_launch_request,
    decode_message,
    encode_message,
    list_screens,
    to_play_request,
)
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.play_request import SENT_FIELDS, PlayRequest, SecondStartOutcome
from greenbaize.rules.chance import seed_from_text

UNUSUAL_VALUES: dict[str, Any] = {
    "game": "damn",
    "players": 3,
    "options": {"deals": 2},
    "seed": seed_from_text("words"),
    "bots": (Opponent("easy", "bold"), Opponent("random")),
    "record": Path("match.jsonl").absolute(),
    "seat": 1,
    "challenge": "10G08-024H3",
}


class ExtendedPlayRequest(PlayRequest):
    """Play request with a field that is not sent to the other instance."""

    _fields = (*PlayRequest._fields, "slowly")
    _field_defaults = {**PlayRequest._field_defaults, "slowly": False}  # noqa: RUF012
    slowly = False


def test_all_sent_fields_arrive():
    assert set(UNUSUAL_VALUES) == SENT_FIELDS
    assert (
        set(LaunchRequest.__struct_fields__) - {"greenbaize", "screens", "activation"}
        == SENT_FIELDS
    )
    request = PlayRequest(**UNUSUAL_VALUES)
    assert request.fits_any_window
    assert to_play_request(create_launch_request(request)) == request
    for name in SENT_FIELDS:
        alone = PlayRequest(**{name: UNUSUAL_VALUES[name]})
        assert alone != PlayRequest()
        assert alone.fits_any_window
        assert to_play_request(create_launch_request(alone)) == alone


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="screens of X and Wayland")
@pytest.mark.parametrize("name", ["w\udcff", "w" * 300])
def test_a_request_from_any_desktop_can_be_sent(name, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "wayland")
    monkeypatch.setenv("WAYLAND_DISPLAY", name)
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", 10 * name)
    line = encode_message(create_launch_request(PlayRequest()))
    request = decode_message(line, LaunchRequest)
    assert set(request.screens) == set(list_screens(os.environ))
    assert not request.activation


def test_messages_are_one_line_each_way():
    request = create_launch_request(PlayRequest(**UNUSUAL_VALUES))
    reply = LaunchReply(SecondStartOutcome.NOT_DONE)
    for message in (request, reply):
        line = encode_message(message)
        assert line.count(b"\n") == 1
        assert decode_message(line, type(message)) == message
    assert encode_message(reply) == b'{"outcome":"not-done"}\n'


def test_a_request_of_a_later_version_is_understood_as_such():
    message = decode_message(b'{"greenbaize": "99.0", "what": 1}\n', LaunchRequest)
    assert message.greenbaize == "99.0"


@pytest.mark.parametrize("name", sorted({*PlayRequest._fields} - SENT_FIELDS))
def test_a_field_that_is_not_sent_needs_a_window_of_its_own(name):
    other_values: dict[str, Any] = {
        "speed": 2.0,
        "screenshots": Path("pictures"),
        "programs": {"mine": "./mine"},
    }
    assert not PlayRequest(**{name: other_values.get(name, True)}).fits_any_window


def test_an_unknown_field_needs_a_window_of_its_own():
    request = ExtendedPlayRequest(game="damn")
    assert request.fits_any_window
    request.slowly = True
    assert not request.fits_any_window


X11 = {"DISPLAY": ":0"}
WAYLAND = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/user/1"}


@pytest.mark.parametrize(
    ("first", "second", "is_same_screen"),
    [
        (X11, {"DISPLAY": ":0.0"}, True),
        (X11, {"DISPLAY": "unix:0"}, True),
        (WAYLAND, {"WAYLAND_DISPLAY": "/run/user/1/wayland-0"}, True),
        (X11 | WAYLAND, X11, True),
        (X11 | WAYLAND, WAYLAND, True),
        (X11 | WAYLAND, X11 | WAYLAND | {"QT_QPA_PLATFORM": "xcb"}, True),
        ({"QT_QPA_PLATFORM": "offscreen"}, X11 | {"QT_QPA_PLATFORM": "offscreen"}, True),
        ({"QT_QPA_PLATFORM": "wayland;xcb"} | X11, X11, True),
        (X11, {"DISPLAY": ":1"}, False),
        (X11, {"DISPLAY": "localhost:10.0"}, False),
        (X11, X11 | {"QT_QPA_PLATFORM": "offscreen"}, False),
        (WAYLAND, WAYLAND | {"WAYLAND_DISPLAY": "wayland-1"}, False),
        (WAYLAND, WAYLAND | {"XDG_RUNTIME_DIR": "/run/user/2"}, False),
        (X11, WAYLAND, False),
        ({}, {}, False),
    ],
)
def test_starts_on_one_screen_share_a_window(first, second, is_same_screen, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    assert bool(set(list_screens(first)) & set(list_screens(second))) == is_same_screen


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_have_a_single_screen(platform, monkeypatch):
    monkeypatch.setattr(sys, "platform", platform)
    assert list_screens({}) == list_screens(X11)
    assert list_screens({})
