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

from greenbaize.app.network.hosted_table_files import StoredChair, TableKeys, read_keys, write_keys
from greenbaize.app.network.seat_secrets import SecretFileStore
from greenbaize.lan.pairing import PairingError, PairingExchange, TableKey, hash_secret, new_secret
from greenbaize.rules.errors import GameError
from greenbaize.store.record_file import keys_path
from lan.random_guests import get_table_key

FINGERPRINT, OTHER_FINGERPRINT = b"\1" * 32, b"\2" * 32


def check_proofs(
    guest_code, host_code, guest_fingerprint=FINGERPRINT, host_fingerprint=FINGERPRINT
):
    """Return whether the host accepts the guest's proof, and the guest the host's."""
    guest = PairingExchange(guest_code, guest_fingerprint, host=False)
    host = PairingExchange(host_code, host_fingerprint, host=True)
    host.receive_share(guest.share)
    guest.receive_share(host.share)
    return (
        host.verify_proof("guest", guest.create_proof("guest")),
        guest.verify_proof("host", host.create_proof("host")),
    )


def test_both_sides_prove_the_code_and_a_man_in_the_middle_fails():
    assert check_proofs("ABCDEF", "ABCDEF") == (True, True)
    assert check_proofs("ABCDEF", "ABCDEG") == (False, False)
    assert check_proofs("ABCDEF", "ABCDEF", guest_fingerprint=OTHER_FINGERPRINT) == (False, False)
    assert check_proofs("ABCDEF", "ABCDEF", host_fingerprint=OTHER_FINGERPRINT) == (False, False)


def test_a_guests_proof_is_no_proof_of_the_host():
    guest, host = (
        PairingExchange("ABCDEF", FINGERPRINT, host=False),
        PairingExchange("ABCDEF", FINGERPRINT, host=True),
    )
    host.receive_share(guest.share)
    guest.receive_share(host.share)
    assert not guest.verify_proof("host", guest.create_proof("guest"))


@pytest.mark.parametrize("share", ["00" * 33, "41" + "ff" * 32, "42" + "00" * 32, "xx"])
def test_an_invalid_share_is_refused(share):
    with pytest.raises(PairingError):
        PairingExchange("ABCDEF", FINGERPRINT, host=True).receive_share(share)


def test_the_own_share_is_refused():
    side = PairingExchange("ABCDEF", FINGERPRINT, host=True)
    with pytest.raises(PairingError):
        side.receive_share(side.share)


# Stored keys and secrets

READ_KEYS_SCRIPT = """
import sys
from pathlib import Path
from greenbaize.app.network.hosted_table_files import read_keys
from greenbaize.rules.errors import GameError
try:
    read_keys(Path(sys.argv[1]))
except GameError as error:
    print(error.message.code)
"""


def test_keys_are_read_as_they_were_written(tmp_path):
    path = keys_path(tmp_path / "match.jsonl")
    assert path.name == "match.table"
    assert read_keys(path) is None
    secret = new_secret()
    chairs = (StoredChair("Anna", hash_secret(secret)), StoredChair())
    keys = TableKeys(*astuple(get_table_key()), 1, "ABC-DEF", 4321, chairs)  # type: ignore[call-arg]
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


def test_a_certificate_with_another_key_is_refused(tmp_path):
    path = tmp_path / "match.table"
    mismatched_keys = TableKey(get_table_key().certificate, TableKey.generate().key)
    write_keys(path, TableKeys(*astuple(mismatched_keys), code="ABC-DEF"))
    with pytest.raises(GameError):
        read_keys(path)


def test_a_password_protected_key_is_refused_without_a_prompt(tmp_path):
    path = tmp_path / "match.table"
    private_key = load_pem_private_key(get_table_key().key.encode(), None)
    encrypted_key = private_key.private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")
    )
    write_keys(path, TableKeys(get_table_key().certificate, encrypted_key.decode(), code="ABC-DEF"))
    result = subprocess.run(
        [sys.executable, "-c", READ_KEYS_SCRIPT, str(path)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,  # There is no terminal that could prompt for the password.
        timeout=60,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "table-keys-damaged\n", "")


def test_a_guests_secret_is_private_and_for_one_table(tmp_path):
    secret_store = SecretFileStore(tmp_path / "seats", "Anna/../x")
    assert secret_store.load_secret(FINGERPRINT) is None
    secret = new_secret()
    secret_store.write_secret(FINGERPRINT, secret)
    assert secret_store.load_secret(FINGERPRINT) == secret
    assert secret_store.load_secret(OTHER_FINGERPRINT) is None
    assert SecretFileStore(tmp_path / "seats", "Otto").load_secret(FINGERPRINT) is None
    (file,) = [path for path in (tmp_path / "seats").iterdir() if path.suffix != ".lock"]
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    secret_store.delete_secret(FINGERPRINT)
    assert secret_store.load_secret(FINGERPRINT) is None


def test_tls_has_version_1_3():
    assert get_table_key().server_context().minimum_version == ssl.TLSVersion.TLSv1_3
