"""Signature and notarisation of the application of macOS, where the secrets for it are set."""

import base64
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import identity
from system import SetupError, failure_reason, print_progress, run_command

ENTITLEMENTS: Final = Path(__file__).resolve().parent / "entitlements.plist"
APP_NAME: Final = f"{identity.NAME}.app"
SECRETS: Final = (
    "MACOS_CERTIFICATE",
    "MACOS_CERTIFICATE_PASSWORD",
    "APPLE_API_KEY",
    "APPLE_API_KEY_ID",
    "APPLE_API_ISSUER",
)
"""Environment variables; the certificate (.p12) and the key (.p8) are in base64."""
MACH_O_MAGIC: Final = (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")


def sign_archives(folder: Path, environment: Mapping[str, str] = os.environ) -> None:
    """Sign and notarise the applications in the archives of a folder, in place.

    Raises:
        SetupError: a tool of macOS refused.
    """
    missing = [name for name in SECRETS if not environment.get(name)]
    if missing:
        print_progress(f"The application of macOS is not signed: no {', '.join(missing)}.")
        return
    for archive in sorted(folder.glob(f"{identity.COMMAND}-*-macos-*.zip")):
        with TemporaryDirectory() as name:
            keychain, work = Path(name, "signing.keychain-db"), Path(name, "work")
            key = Path(name, "key.p8")
            key.write_bytes(base64.b64decode(environment["APPLE_API_KEY"]))
            try:
                certificate = import_certificate(Path(name), keychain, environment)
                run_tool("ditto", "-x", "-k", archive, work)
                sign_app(work / APP_NAME, certificate)
                notarise_app(work / APP_NAME, key, environment)
                run_tool("ditto", "-c", "-k", "--keepParent", work / APP_NAME, archive)
            finally:
                run_command("security", "delete-keychain", keychain)
        print_progress(f"{archive.name} is signed and notarised.")


def import_certificate(folder: Path, keychain: Path, environment: Mapping[str, str]) -> str:
    """Import the certificate into a keychain of its own; return its fingerprint."""
    file, password = folder / "certificate.p12", environment["MACOS_CERTIFICATE_PASSWORD"]
    file.write_bytes(base64.b64decode(environment["MACOS_CERTIFICATE"]))
    run_tool("security", "create-keychain", "-p", password, keychain)
    run_tool("security", "unlock-keychain", "-p", password, keychain)
    codesign = ("-T", "/usr/bin/codesign")
    run_tool("security", "import", file, "-k", keychain, "-P", password, *codesign)
    partitions = ("-S", "apple-tool:,apple:", "-s", "-k", password)
    run_tool("security", "set-key-partition-list", *partitions, keychain)
    run_tool("security", "list-keychains", "-d", "user", "-s", keychain)
    found = run_tool("security", "find-identity", "-v", "-p", "codesigning", keychain)
    fingerprints = [word for word in found.split() if len(word) == 40]
    if not fingerprints:
        raise SetupError("the certificate of macOS is not one to sign with")
    return fingerprints[0]


def sign_app(app: Path, certificate: str) -> None:
    """Sign an application from the inside out, and verify it."""
    options = ("--force", "--timestamp", "--options", "runtime", "--sign", certificate)
    for path in iter_signed_paths(app):
        run_tool("codesign", *options, "--entitlements", ENTITLEMENTS, path)
    run_tool("codesign", "--verify", "--deep", "--strict", app)


def iter_signed_paths(app: Path) -> Iterator[Path]:
    """Yield what is signed, the innermost first: binaries, frameworks, and the application."""
    paths = [path for path in app.rglob("*") if not path.is_symlink()]
    signed = [
        path
        for path in paths
        if (path.is_file() and _is_binary(path)) or (path.is_dir() and path.suffix == ".framework")
    ]
    yield from sorted(signed, key=lambda path: (-len(path.parts), path.is_dir(), path))
    yield app


def _is_binary(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) in MACH_O_MAGIC


def notarise_app(app: Path, key: Path, environment: Mapping[str, str]) -> None:
    """Let Apple check a signed application, and staple the result to it."""
    archive = app.with_suffix(".zip")
    run_tool("ditto", "-c", "-k", "--keepParent", app, archive)
    account = ["--key-id", environment["APPLE_API_KEY_ID"]]
    account += ["--issuer", environment["APPLE_API_ISSUER"]]
    output = run_tool("xcrun", "notarytool", "submit", archive, "--wait", "--key", key, *account)
    if "status: Accepted" not in output:
        raise SetupError(f"Apple did not accept the application: {failure_reason(output)}")
    archive.unlink()
    run_tool("xcrun", "stapler", "staple", app)
    run_tool("spctl", "--assess", "--type", "execute", app)


def run_tool(*command: str | Path) -> str:
    """Run a tool of macOS and return its output; ``SetupError`` if it fails or is missing."""
    try:
        code, output = run_command(*command)
    except FileNotFoundError:
        raise SetupError(f"{command[0]} is not installed: this needs macOS") from None
    if code:
        raise SetupError(f"{command[0]} failed: {failure_reason(output)}")
    return output
