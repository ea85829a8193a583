"""The code of a table, and how host and guest prove to each other that they have it.

TLS 1.3 with a certificate generated for this table hides the traffic but proves nothing, so SPAKE2
over the code is bound to the certificate each side sees. A man in the middle presents another one
and fails on both sides; an eavesdropper learns nothing of the code, and each guess costs an
attempt.
"""

import hmac
import os
import secrets
import ssl
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Self

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from msgspec import Meta
from spake2 import SPAKE2_A, SPAKE2_B


class PairingError(Exception):
    """The other side has another code or certificate, or sent garbage."""


# The certificate


class TableKey(msgspec.Struct):
    """A table's certificate and private key, both in PEM."""

    certificate: Annotated[str, Meta(max_length=10_000)]
    key: Annotated[str, Meta(max_length=10_000)]

    @classmethod
    def generate(cls) -> Self:
        """Return a new key on the curve P-256, its certificate valid for ten years."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "greenbaize")])
        now = datetime.now(UTC)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=3650))
            .sign(key, hashes.SHA256())
        )
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return cls(certificate.public_bytes(Encoding.PEM).decode(), private.decode())

    @property
    def fingerprint(self) -> bytes:
        """SHA-256 of the certificate; raises ``ValueError`` if it is malformed."""
        return sha256(ssl.PEM_cert_to_DER_cert(self.certificate)).digest()

    def server_context(self) -> ssl.SSLContext:
        """Return the host's TLS settings; ``ValueError`` if key and certificate do not match."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        # The ssl module reads keys from files only.
        try:
            with _open_private_file((self.certificate + self.key).encode("ascii")) as path:
                context.load_cert_chain(path, password="")  # otherwise it would ask on the terminal
        except (ssl.SSLError, UnicodeEncodeError) as error:
            raise ValueError("no key and certificate") from error
        return context


def client_context() -> ssl.SSLContext:
    """Return the guest's TLS settings, without verification: the code proves the certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@contextmanager
def _open_private_file(data: bytes) -> Iterator[str]:
    """Yield the path of a temporary file that no other user may open.

    On Linux it has no name that could be left behind if the program is killed.
    """
    if sys.platform == "linux" and Path("/proc/self/fd").is_dir():
        with tempfile.TemporaryFile() as file:
            file.write(data)
            file.flush()
            yield f"/proc/self/fd/{file.fileno()}"
        return
    number, path = tempfile.mkstemp()
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
        yield path
    finally:
        Path(path).unlink()


# The proof


class PairingExchange:
    """One side's half of the proof; ``fingerprint`` is of the certificate it uses or sees."""

    def __init__(self, code: str, fingerprint: bytes, *, host: bool) -> None:
        exchange_class = SPAKE2_B if host else SPAKE2_A
        self._exchange = exchange_class(
            code.encode(),
            idA=b"greenbaize guest " + fingerprint,
            idB=b"greenbaize host " + fingerprint,
        )
        self._fingerprint = fingerprint
        self.share: Final[str] = self._exchange.start().hex()
        self._key = b""

    def receive_share(self, share: str) -> None:
        try:
            self._key = self._exchange.finish(bytes.fromhex(share))
        # the library reports a wrong point by various exceptions, asserts among them
        except Exception as error:
            raise PairingError from error

    def create_proof(self, role: str) -> str:
        """Return the proof of a role, ``guest`` or ``host``."""
        return hmac.new(self._key, role.encode() + self._fingerprint, "sha256").hexdigest()

    def verify_proof(self, role: str, proof: str) -> bool:
        return hmac.compare_digest(self.create_proof(role), proof)


# The secret of a seat


def new_secret() -> str:
    """Return a random secret, 32 hex digits."""
    return secrets.token_hex(16)


def hash_secret(secret: str) -> str:
    """Return the hash of a secret that the host stores."""
    return sha256(f"greenbaize seat/{secret}".encode()).hexdigest()
