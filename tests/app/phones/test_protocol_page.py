"""Tests that docs/lan-protocol.md names every message and field of the socket for phones."""

import re
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import fields

from greenbaize.app.phones import messages, server
from greenbaize.lan.server import GREET_S, PING_S, SILENCE_S

PAGE = Path(__file__).parents[3].joinpath("docs/lan-protocol.md").read_text("utf-8")
PART = PAGE[PAGE.index("## The socket for phones") : PAGE.index("## Being refused")]
STRUCTS = [
    thing
    for thing in vars(messages).values()
    if isinstance(thing, type) and issubclass(thing, Struct) and thing is not Struct
]


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda one: one.__name__)
def test_every_message_and_field_is_on_the_page(struct):
    tag = struct.__struct_config__.tag
    if tag is not None and tag not in ("_Said", "screen"):
        assert f'"type": "{tag}"' in PART
    named = set(re.findall(r'`([a-z_]+)`|"([a-z_]+)":', PART))
    words = {one or other for one, other in named}
    assert {field.name for field in fields(struct)} <= words


def test_the_numbers_are_those_of_the_program():
    assert f"{messages.LONGEST_FROM_PHONE:,} bytes" in PART
    assert f"{server.BURST:.0f} messages at once and {server.RATE:.0f} a second" in PART
    assert f"silent for {SILENCE_S:.0f} seconds" in PART
    assert f"pinged every {PING_S:.0f}" in PART
    assert f"within {GREET_S:.0f} seconds" in PART
