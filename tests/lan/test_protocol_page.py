"""Tests that docs/lan-protocol.md describes the proof completely and names every message."""

import hmac
import re
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec import Struct

import greenbaize.lan.wire as messages
from greenbaize.lan.pairing import Side
from greenbaize.match.player import Player
from greenbaize.match.seal import commit_of, lobby_text, seed_of

PAGE = Path(__file__).parents[2].joinpath("docs/lan-protocol.md").read_text("utf-8")
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def add(one, other):
    (a, b), (c, d) = one, other
    e = D * a * b * c * d % P
    return ((a * d + b * c) * pow(1 + e, -1, P) % P, (b * d + a * c) * pow(1 - e, -1, P) % P)


def times(number, point):
    result = (0, 1)
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def point_of(data):
    whole = int.from_bytes(data, "little")
    y = whole & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    assert (x * x - square) % P == 0
    return (P - x if x & 1 != whole >> 255 else x, y)


def bytes_of(point):
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def minus(point):
    return (-point[0] % P, point[1])


BASE = point_of(bytes([0x58]) + bytes([0x66]) * 31)
M, N = (
    point_of(bytes.fromhex(re.search(rf"{name} is (?:the point )?`([0-9a-f]{{64}})`", PAGE)[1]))
    for name in "MN"
)


@pytest.mark.parametrize("host", [True, False])
def test_the_proof_can_be_written_from_the_page(host):
    """Let the program be the host, then the guest; the page's formulas are the other side."""
    code, fingerprint, secret = b"ABCDEF", b"\7" * 32, 2**200 + 12345
    derived = HKDF(hashes.SHA256(), 48, salt=b"", info=b"SPAKE2 pw").derive(code)
    w = int.from_bytes(derived, "big") % ORDER
    own, theirs = (M, N) if host else (N, M)
    sent = bytes_of(add(times(secret, BASE), times(w, own)))
    ours = Side(code.decode(), fingerprint, host=host)
    ours.take((b"\x41" if host else b"\x42").hex() + sent.hex())
    heard = bytes.fromhex(ours.share)
    assert heard[:1] == (b"\x42" if host else b"\x41")
    common = times(secret, add(point_of(heard[1:]), minus(times(w, theirs))))
    x, y = (sent, heard[1:]) if host else (heard[1:], sent)
    parts = (
        sha256(code).digest(),
        sha256(b"greenbaize guest " + fingerprint).digest(),
        sha256(b"greenbaize host " + fingerprint).digest(),
        x,
        y,
        bytes_of(common),
    )
    key = sha256(b"".join(parts)).digest()
    for who in ("guest", "host"):
        proof = hmac.new(key, who.encode() + fingerprint, "sha256").hexdigest()
        assert ours.proves(who, proof)


def test_the_shuffle_can_be_written_from_the_page():
    words = re.findall(r"`(greenbaize (?:commit|seed) )`", PAGE)
    lobby = sha256(rb'{"x":1}').digest()
    one, two = b"\1" * 32, b"\2" * 32
    number = sha256(words[0].encode() + lobby + b"\0" + one).hexdigest()
    seed = sha256(words[1].encode() + lobby + one + two).hexdigest()[:32]
    assert f"at index 0 has the hash `{number}`" in PAGE
    assert f"the seed is `{seed}`" in PAGE
    assert commit_of(one.hex(), '{"x":1}', 0) == number
    assert seed_of([one.hex(), two.hex()], '{"x":1}') == seed
    assert lobby_text("g", {"b": "é\n", "a": [1]}, [Player("A")], 2) == (
        '{"game":"g","options":{"a":[1],"b":"é\\n"},"people":[0],"round":2,'
        '"seats":[{"kind":"human","name":"A"}]}'
    )


def test_every_message_is_on_the_page():
    kinds = {
        thing.__struct_config__.tag
        for thing in vars(messages).values()
        if isinstance(thing, type) and issubclass(thing, Struct) and thing is not messages._Said
    }
    missing = [kind for kind in kinds if kind and f'"type": "{kind}"' not in PAGE]
    assert missing == []
    assert len(kinds) > 15
