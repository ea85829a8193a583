"""Tests that docs/lan-protocol.md describes the proof completely, and follows the code.

It names every message, its class, its limits, and the versions.
"""

import hmac
import re
from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec import Struct

import greenbaize.lan.wire as messages
from greenbaize.app.network.connections import MAX_SEAT_CHANGES, SEAT_CHANGE_INTERVAL_S
from greenbaize.lan.host_flood_guard import BYTE_LIMIT, MESSAGE_LIMITS
from greenbaize.lan.pairing import PairingExchange
from greenbaize.lan.server import MESSAGE_BURST, MESSAGE_COSTS, MESSAGES_PER_SECOND
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.seal import compute_commit, compute_seed, encode_lobby

PAGE_TEXT = Path(__file__).parents[2].joinpath("docs/lan-protocol.md").read_text("utf-8")
FIELD_PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE_D = -121665 * pow(121666, -1, FIELD_PRIME) % FIELD_PRIME


def add_points(first, second):
    (a, b), (c, d) = first, second
    e = CURVE_D * a * b * c * d % FIELD_PRIME
    return (
        (a * d + b * c) * pow(1 + e, -1, FIELD_PRIME) % FIELD_PRIME,
        (b * d + a * c) * pow(1 - e, -1, FIELD_PRIME) % FIELD_PRIME,
    )


def multiply_point(number, point):
    result = (0, 1)
    while number:
        if number & 1:
            result = add_points(result, point)
        point = add_points(point, point)
        number >>= 1
    return result


def decode_point(data):
    number = int.from_bytes(data, "little")
    y = number & (2**255 - 1)
    square = (y * y - 1) * pow(CURVE_D * y * y + 1, -1, FIELD_PRIME) % FIELD_PRIME
    x = pow(square, (FIELD_PRIME + 3) // 8, FIELD_PRIME)
    if (x * x - square) % FIELD_PRIME:
        x = x * pow(2, (FIELD_PRIME - 1) // 4, FIELD_PRIME) % FIELD_PRIME
    assert (x * x - square) % FIELD_PRIME == 0
    return (FIELD_PRIME - x if x & 1 != number >> 255 else x, y)


def encode_point(point):
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def negate_point(point):
    return (-point[0] % FIELD_PRIME, point[1])


BASE_POINT = decode_point(bytes([0x58]) + bytes([0x66]) * 31)
POINT_M, POINT_N = (
    decode_point(
        bytes.fromhex(re.search(rf"{name} is (?:the point )?`([0-9a-f]{{64}})`", PAGE_TEXT)[1])
    )
    for name in "MN"
)


@pytest.mark.parametrize("host", [True, False])
def test_the_proof_can_be_implemented_from_the_page(host):
    """Let the program be the host, then the guest; the page's formulas are the other side."""
    code, fingerprint, secret = b"ABCDEF", b"\7" * 32, 2**200 + 12345
    derived = HKDF(hashes.SHA256(), 48, salt=b"", info=b"SPAKE2 pw").derive(code)
    w = int.from_bytes(derived, "big") % ORDER
    own_point, other_point = (POINT_M, POINT_N) if host else (POINT_N, POINT_M)
    page_share = encode_point(
        add_points(multiply_point(secret, BASE_POINT), multiply_point(w, own_point))
    )
    program_side = PairingExchange(code.decode(), fingerprint, host=host)
    program_side.receive_share((b"\x41" if host else b"\x42").hex() + page_share.hex())
    program_share = bytes.fromhex(program_side.share)
    assert program_share[:1] == (b"\x42" if host else b"\x41")
    common = multiply_point(
        secret,
        add_points(decode_point(program_share[1:]), negate_point(multiply_point(w, other_point))),
    )
    x, y = (page_share, program_share[1:]) if host else (program_share[1:], page_share)
    transcript_parts = (
        sha256(code).digest(),
        sha256(b"greenbaize guest " + fingerprint).digest(),
        sha256(b"greenbaize host " + fingerprint).digest(),
        x,
        y,
        encode_point(common),
    )
    key = sha256(b"".join(transcript_parts)).digest()
    for role in ("guest", "host"):
        proof = hmac.new(key, role.encode() + fingerprint, "sha256").hexdigest()
        assert program_side.verify_proof(role, proof)


def test_the_shuffle_can_be_implemented_from_the_page():
    prefixes = re.findall(r"`(greenbaize (?:commit|seed) )`", PAGE_TEXT)
    lobby = sha256(rb'{"x":1}').digest()
    first_number, second_number = b"\1" * 32, b"\2" * 32
    number = sha256(prefixes[0].encode() + lobby + b"\0" + first_number).hexdigest()
    seed = sha256(prefixes[1].encode() + lobby + first_number + second_number).hexdigest()[:32]
    assert f"at index 0 has the hash `{number}`" in PAGE_TEXT
    assert f"the seed is `{seed}`" in PAGE_TEXT
    assert compute_commit(first_number.hex(), '{"x":1}', 0) == number
    assert compute_seed([first_number.hex(), second_number.hex()], '{"x":1}') == seed
    assert encode_lobby("g", {"b": "é\n", "a": [1]}, [HeaderPlayer("A")], 2) == (
        '{"game":"g","options":{"a":[1],"b":"é\\n"},"people":[0],"round":2,'
        '"seats":[{"kind":"human","name":"A"}]}'
    )


def test_the_page_names_the_versions_of_additions():
    newest_version = messages.PROTOCOL_VERSIONS[0]
    assert f'"versions": {list(messages.PROTOCOL_VERSIONS)}' in PAGE_TEXT
    assert f'"type": "welcome", "version": {newest_version},' in PAGE_TEXT
    assert f"This page describes version {newest_version}." in PAGE_TEXT
    marked_versions = {int(number) for number in re.findall(r"\*\*(\d)\*\*", PAGE_TEXT)}
    additions = (*messages.SINCE.values(), *messages.LEVELS_SINCE.values())
    assert marked_versions == set(additions)
    assert newest_version == max(marked_versions)


def message_classes():
    """Return the classes of all messages by their tags."""
    return {
        member.__struct_config__.tag: member
        for member in vars(messages).values()
        if isinstance(member, type)
        and issubclass(member, Struct)
        and member is not messages._WireMessage
        and member.__struct_config__.tag is not None
    }


def test_every_message_is_on_the_page():
    classes = message_classes()
    missing_types = [kind for kind in classes if f'"type": "{kind}"' not in PAGE_TEXT]
    assert missing_types == []
    assert len(classes) > 15


def test_the_page_leads_from_every_tag_to_its_class():
    section = PAGE_TEXT.partition("\n## The classes of the messages\n")[2]
    rows = re.findall(r"^\| `([\w-]+)` \| (guest|host|both) \| `(\w+)` \|$", section, re.M)
    assert {tag: name for tag, _, name in rows} == {
        tag: cls.__name__ for tag, cls in message_classes().items()
    }
    sides = {tag: side for tag, side, _ in rows}
    for cls in get_args(messages.RoomRequest):
        assert sides[cls.__struct_config__.tag] == "guest"
    for cls in get_args(messages.TableHostMessage):
        assert sides[cls.__struct_config__.tag] == "host"


def test_the_page_has_the_limits_above_which_a_guest_leaves():
    table = PAGE_TEXT.partition("| messages | at once | more a second |")[2].partition("\n\n")[0]
    page_limits = {}
    for names, *numbers in re.findall(r"^\| (.+) \| ([\d,.]+) \| ([\d,.]+) \|$", table, re.M):
        limit = tuple(float(number.replace(",", "")) for number in numbers)
        page_limits |= dict.fromkeys(re.findall("`([^`]+)`", names) or [names], limit)
    code_limits = {cls.__struct_config__.tag: limit for cls, limit in MESSAGE_LIMITS.items()}
    code_limits["changes of who acts for a seat"] = (MAX_SEAT_CHANGES, 1 / SEAT_CHANGE_INTERVAL_S)
    code_limits["all, in bytes"] = BYTE_LIMIT
    assert page_limits == code_limits


def test_every_message_of_an_admitted_host_has_a_limit_or_ends_the_connection():
    ending_messages = {messages.ConnectionRefusedMessage, messages.TableClosedMessage}
    assert set(get_args(messages.TableHostMessage)) - ending_messages == set(MESSAGE_LIMITS)


def test_the_page_has_the_costs_of_requests():
    row = re.search(r"^\| `flood` \| (.+) \|$", PAGE_TEXT, re.M)[1]
    assert row.startswith(f"more than {MESSAGE_BURST:g} messages at once")
    assert f", or {MESSAGES_PER_SECOND:g} a second" in row
    page_costs = {}
    for names, cost in re.findall(r"((?:`[\w-]+`(?:, | and )?)+) (?:count )?for (\d+)", row):
        page_costs |= dict.fromkeys(re.findall("`([^`]+)`", names), float(cost))
    assert page_costs == {cls.__struct_config__.tag: cost for cls, cost in MESSAGE_COSTS.items()}
