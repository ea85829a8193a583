"""Tests of the mutual proof of a table's code, and of the stored keys and secrets."""

import os
import ssl
import stat
import subprocess
import sys

import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
from msgspec.structs import astuple

from greenbaize.app.network.host_journal import (
    KeptChair,
    TableKeys,
    read_keys,
    write_keys,
)
from greenbaize.app.network.seat_secrets import SeatSecrets
from greenbaize.lan.pairing import (
    PairingError,
    Side,
    TableKey,
    new_secret,
    secret_hash,
)
from greenbaize.rules.errors import GameError
from greenbaize.store.record_file import keys_path
from lan.friends import key

HERE, ELSEWHERE = b"\1" * 32, b"\2" * 32


def proofs(guest_code, host_code, guest_sees=HERE, host_uses=HERE):
    """Return whether the host accepts the guest's proof, and the guest the host's."""
    guest = Side(guest_code, guest_sees, host=False)
    host = Side(host_code, host_uses, host=True)
    host.take(guest.share)
    guest.take(host.share)
    return (host.proves("guest", guest.proof("guest")), guest.proves("host", host.proof("host")))


def test_the_right_code_is_proved_both_ways_and_a_stranger_in_the_middle_fails_on_both():
    assert proofs("ABCDEF", "ABCDEF") == (True, True)
    assert proofs("ABCDEF", "ABCDEG") == (False, False)
    assert proofs("ABCDEF", "ABCDEF", guest_sees=ELSEWHERE) == (False, False)
    assert proofs("ABCDEF", "ABCDEF", host_uses=ELSEWHERE) == (False, False)


def test_a_proof_of_the_guest_is_none_of_the_host():
    guest, host = Side("ABCDEF", HERE, host=False), Side("ABCDEF", HERE, host=True)
    host.take(guest.share)
    guest.take(host.share)
    assert not guest.proves("host", guest.proof("guest"))


@pytest.mark.parametrize("share", ["00" * 33, "41" + "ff" * 32, "42" + "00" * 32, "xx"])
def test_a_share_that_is_none_is_refused(share):
    with pytest.raises(PairingError):
        Side("ABCDEF", HERE, host=True).take(share)


def test_a_guest_cannot_be_answered_with_its_own_share():
    side = Side("ABCDEF", HERE, host=True)
    with pytest.raises(PairingError):
        side.take(side.share)


# Stored keys and secrets

READING_KEYS = """
import sys
from pathlib import Path
from greenbaize.app.network.host_journal import read_keys
from greenbaize.rules.errors import GameError
try:
    read_keys(Path(sys.argv[1]))
except GameError as error:
    print(error.message.code)
"""


def test_a_table_reopens_with_what_was_written(tmp_path):
    path = keys_path(tmp_path / "match.jsonl")
    assert path.name == "match.table"
    assert read_keys(path) is None
    secret = new_secret()
    chairs = (KeptChair("Anna", secret_hash(secret)), KeptChair())
    keys = TableKeys(*astuple(key()), 1, "ABC-DEF", 4321, chairs)
    write_keys(path, keys)
    assert read_keys(path) == keys
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert secret not in path.read_text("utf-8")


@pytest.mark.parametrize(
    "text",
    ["", "{}", '{"format": "greenbaize-table", "version": 2}', '{"format": "greenbaize-match"}'],
)
def test_damaged_keys_are_refused(text, tmp_path):
    path = tmp_path / "match.table"
    path.write_text(text)
    with pytest.raises(GameError):
        read_keys(path)


def test_keys_that_are_no_pair_are_refused(tmp_path):
    path = tmp_path / "match.table"
    mixed = TableKey(key().certificate, TableKey.make().key)
    write_keys(path, TableKeys(*astuple(mixed), code="ABC-DEF"))
    with pytest.raises(GameError):
        read_keys(path)


def test_a_key_behind_a_password_is_refused_and_nobody_asked_for_it(tmp_path):
    path = tmp_path / "match.table"
    plain = load_pem_private_key(key().key.encode(), None)
    locked = plain.private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")
    )
    write_keys(path, TableKeys(key().certificate, locked.decode(), code="ABC-DEF"))
    done = subprocess.run(
        [sys.executable, "-c", READING_KEYS, str(path)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,  # There is no terminal that could prompt for the password.
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "table-keys-damaged\n", "")


def test_a_guests_secret_is_for_its_owner_and_one_table(tmp_path):
    secrets = SeatSecrets(tmp_path / "seats", "Anna/../x")
    assert secrets.secret(HERE) is None
    secret = new_secret()
    secrets.keep(HERE, secret)
    assert secrets.secret(HERE) == secret
    assert secrets.secret(ELSEWHERE) is None
    assert SeatSecrets(tmp_path / "seats", "Otto").secret(HERE) is None
    (file,) = (tmp_path / "seats").iterdir()
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    secrets.forget(HERE)
    assert secrets.secret(HERE) is None


def test_tls_is_of_version_1_3():
    assert key().server_context().minimum_version == ssl.TLSVersion.TLSv1_3
