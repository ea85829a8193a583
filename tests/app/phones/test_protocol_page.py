"""Tests that docs/lan-protocol.md names every message and field of the socket for phones."""

import re
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import fields

from greenbaize.app.phones import messages, server
from greenbaize.lan.server import PING_INTERVAL_S, SILENCE_TIMEOUT_S, TLS_HANDSHAKE_TIMEOUT_S

PAGE_TEXT = Path(__file__).parents[3].joinpath("docs/lan-protocol.md").read_text("utf-8")
PHONES_SECTION = PAGE_TEXT[
    PAGE_TEXT.index("## The socket for phones") : PAGE_TEXT.index("## Refusals")
]
MESSAGE_TYPES = [
    value
    for value in vars(messages).values()
    if isinstance(value, type) and issubclass(value, Struct) and value is not Struct
]


@pytest.mark.parametrize("struct", MESSAGE_TYPES, ids=lambda struct: struct.__name__)
def test_every_message_and_field_is_on_the_page(struct):
    tag = struct.__struct_config__.tag
    if tag is not None and tag not in ("_TaggedMessage", "screen"):
        assert f'"type": "{tag}"' in PHONES_SECTION
    name_pairs = set(re.findall(r'`([a-z_]+)`|"([a-z_]+)":', PHONES_SECTION))
    documented_names = {code_name or json_name for code_name, json_name in name_pairs}
    assert {field.name for field in fields(struct)} <= documented_names


def test_the_page_has_the_programs_limits():
    assert f"{messages.MAX_PHONE_FRAME_BYTES:,} bytes" in PHONES_SECTION
    burst, rate = server.PHONE_MESSAGE_BURST, server.PHONE_MESSAGES_PER_S
    assert f"{burst:.0f} messages at once and {rate:.0f} a second" in PHONES_SECTION
    assert f"silent for {SILENCE_TIMEOUT_S:.0f} seconds" in PHONES_SECTION
    assert f"pinged every {PING_INTERVAL_S:.0f}" in PHONES_SECTION
    assert f"within {TLS_HANDSHAKE_TIMEOUT_S:.0f} seconds" in PHONES_SECTION
