"""Tests of the signature of the application of macOS: order, commands, and refusals."""

import base64
import zipfile

import pytest
from macos import signing
from system import SetupError

ENVIRONMENT = {name: base64.b64encode(name.encode()).decode() for name in signing.SECRETS}
FINGERPRINT = "A" * 40


@pytest.fixture
def app(tmp_path):
    """Return an application with a framework, libraries, and two programs."""
    app = tmp_path / signing.APP_NAME
    names = (
        "Contents/MacOS/greenbaize",
        "Contents/Frameworks/Q.framework/Versions/A/Q",
        "Contents/Frameworks/a/b/x.so",
        "Contents/Frameworks/y.dylib",
    )
    for name in names:
        (app / name).parent.mkdir(parents=True, exist_ok=True)
        (app / name).write_bytes(signing.MACH_O_MAGIC[0] + b"rest")
    (app / "Contents/Info.plist").write_text("text")
    return app


@pytest.fixture
def commands(monkeypatch, app):
    """Replace the tools of macOS; return the commands that were run."""
    calls = []

    def run(*command):
        words = [str(word) for word in command]
        calls.append(words)
        if words[:2] == ["security", "find-identity"]:
            return 0, f"  1) {FINGERPRINT} Somebody"
        return 0, "status: Accepted" if "notarytool" in words else ""

    def unpack(*command):
        if command[:2] == ("ditto", "-x"):
            command[-1].mkdir()
            app.rename(command[-1] / app.name)
        elif command[0] == "ditto":
            command[-1].write_text("packed")
        return run(*command)

    monkeypatch.setattr(signing, "run_command", unpack)
    return calls


def test_what_is_inside_is_signed_first(app):
    paths = [path.relative_to(app).as_posix() for path in signing.iter_signed_paths(app)]
    assert paths == [
        "Contents/Frameworks/Q.framework/Versions/A/Q",
        "Contents/Frameworks/a/b/x.so",
        "Contents/Frameworks/y.dylib",
        "Contents/MacOS/greenbaize",
        "Contents/Frameworks/Q.framework",
        ".",
    ]


def test_an_archive_is_signed_notarised_stapled_and_packed_again(tmp_path, commands):
    archive = tmp_path / "greenbaize-1.2.0-macos-arm64.zip"
    with zipfile.ZipFile(archive, "w"):
        pass
    signing.sign_archives(tmp_path, ENVIRONMENT)
    kinds = [" ".join(words[: 2 + (words[0] == "xcrun")]) for words in commands]
    order = ["ditto -x", "codesign --force", "codesign --verify", "ditto -c"]
    order += ["xcrun notarytool submit", "xcrun stapler staple", "spctl --assess", "ditto -c"]
    assert [kind for kind in dict.fromkeys(kinds) if "security" not in kind] == list(
        dict.fromkeys(order)
    )
    assert kinds[-2:] == ["ditto -c", "security delete-keychain"]
    assert archive.read_text() == "packed"
    for words in commands:
        if words[:2] == ["codesign", "--force"]:
            assert {"--timestamp", "runtime", FINGERPRINT} <= set(words)


@pytest.mark.parametrize("missing", signing.SECRETS)
def test_without_a_secret_it_is_said_and_nothing_is_done(tmp_path, commands, capsys, missing):
    signing.sign_archives(tmp_path, ENVIRONMENT | {missing: ""})
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"The application of macOS is not signed: no {missing}."
    assert commands == []


def test_an_application_that_is_not_accepted_is_refused(app, monkeypatch):
    monkeypatch.setattr(signing, "run_command", lambda *_: (0, "status: Invalid"))
    app.with_suffix(".zip").touch()
    with pytest.raises(SetupError, match="Apple did not accept"):
        signing.notarise_app(app, app, ENVIRONMENT)


def test_a_missing_tool_is_one_line(monkeypatch):
    def refuse(*_):
        raise FileNotFoundError

    monkeypatch.setattr(signing, "run_command", refuse)
    with pytest.raises(SetupError, match="ditto is not installed: this needs macOS"):
        signing.run_tool("ditto")
