"""Tests of the files for winget and Homebrew: complete, and consistent with the downloads."""

import re

import identity
import pytest
import yaml
from release import shops
from release.sums import file_sha256
from windows import installer

from greenbaize.store import folders

VERSION = "1.2.0"
DOWNLOADS = (
    "greenbaize-1.2.0-windows-x86_64-setup.exe",
    "greenbaize-1.2.0-windows-x86_64-user-setup.exe",
    "greenbaize-1.2.0-macos-arm64.zip",
    "greenbaize-1.2.0-macos-x86_64.zip",
)
HEAD = {"PackageIdentifier", "PackageVersion", "ManifestType", "ManifestVersion"}
# Fields that winget's documentation requires, by manifest (schema 1.10).
REQUIRED = {
    "version": {*HEAD, "DefaultLocale"},
    "installer": {*HEAD, "Installers"},
    "defaultLocale": {
        *HEAD,
        "PackageLocale",
        "Publisher",
        "PackageName",
        "License",
        "ShortDescription",
    },
}
REQUIRED_OF_INSTALLERS = {"Architecture", "InstallerUrl", "InstallerSha256"}
RESPONSES = {
    "packageInUse",
    "systemNotSupported",
    "cancelledByUser",
    "contactSupport",
}
"""Those of winget's responses that an installer of ours may give."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with all downloads, for a program with a home."""
    monkeypatch.setattr(identity, "HOME_PAGE", "https://example.org/table")
    monkeypatch.setattr(identity, "ISSUE_TRACKER", "https://example.org/issues")
    monkeypatch.setattr(identity, "DOWNLOADS", "https://example.org/files/v{version}")
    for name in DOWNLOADS:
        (tmp_path / name).write_text(name)
    return tmp_path


def read_manifests(folder):
    texts = [path.read_text("utf-8") for path in (folder / "shops" / "winget").iterdir()]
    manifests = [yaml.safe_load(text) for text in texts]
    return {one["ManifestType"]: one for one in manifests}


def test_winget_has_all_required_fields(folder):
    shops.write_shop_files(folder, VERSION)
    manifests = read_manifests(folder)
    assert set(manifests) == set(REQUIRED)
    for kind, fields in REQUIRED.items():
        manifest = manifests[kind]
        assert fields <= set(manifest)
        assert manifest["PackageVersion"] == VERSION
        assert re.fullmatch(r"[^.\s]+(\.[^.\s]+){1,7}", manifest["PackageIdentifier"])
    names = {path.name for path in (folder / "shops" / "winget").iterdir()}
    ends = ("", ".installer", ".locale.en-US")
    assert names == {f"GreenBaize.GreenBaize{end}.yaml" for end in ends}
    locale = manifests["defaultLocale"]
    assert 3 <= len(locale["ShortDescription"]) <= 256
    assert len(locale["Tags"]) <= 16


def test_winget_has_an_installer_for_one_person_and_one_for_all(folder):
    shops.write_shop_files(folder, VERSION)
    manifest = read_manifests(folder)["installer"]
    by_scope = {one["Scope"]: one for one in manifest["Installers"]}
    assert set(by_scope) == {"user", "machine"}
    for scope, one in by_scope.items():
        assert set(one) >= REQUIRED_OF_INSTALLERS
        name = one["InstallerUrl"].removeprefix("https://example.org/files/v1.2.0/")
        assert name in DOWNLOADS
        assert ("user" in name) is (scope == "user")
        assert one["InstallerSha256"] == file_sha256(folder / name).upper()
    assert by_scope["machine"]["InstallerSwitches"] == {"Custom": "/AllUsers"}
    assert manifest["ProductCode"] == identity.COMMAND


def test_winget_knows_every_exit_code_of_the_installer(folder):
    shops.write_shop_files(folder, VERSION)
    codes = read_manifests(folder)["installer"]["ExpectedReturnCodes"]
    assert {one["ReturnResponse"] for one in codes} == RESPONSES
    script = installer.SCRIPT.read_text("utf-8")
    used = set(re.findall(r"SetErrorLevel (.+)", script))
    assert used == {f"${{{name}}}" for name in installer.RETURN_CODES}
    assert [one["InstallerReturnCode"] for one in codes] == [
        code for code, _ in installer.RETURN_CODES.values()
    ]


def test_the_cask_has_both_processors_and_removes_all_folders(folder, monkeypatch):
    shops.write_shop_files(folder, VERSION)
    path = folder / "shops" / "homebrew" / "green-baize.rb"
    cask = path.read_text("utf-8")
    for name in DOWNLOADS[2:]:
        assert file_sha256(folder / name) in cask
    url = "https://example.org/files/v#{version}/greenbaize-#{version}-macos-#{arch}.zip"
    assert f'url "{url}"' in cask
    for word in ("livecheck do", 'depends_on macos: ">= :ventura"', 'app "Green Baize.app"'):
        assert word in cask
    zapped = set(re.findall(r'"~/Library/(.+)"', cask))
    assert {"Application Support/greenbaize", "Logs/greenbaize"} <= zapped
    assert cask.count("\n  end") + cask.count("\nend") == len(re.findall(r" do$", cask, re.M))


def test_the_cask_removes_the_folders_that_the_program_uses(monkeypatch):
    from platformdirs.macos import MacOS  # noqa: PLC0415

    monkeypatch.delenv("GREENBAIZE_HOME", raising=False)
    monkeypatch.setattr(folders, "_platform_dirs", lambda: MacOS("greenbaize", appauthor=False))
    for path in (folders.matches_folder(), folders.settings_path(), folders.log_path()):
        assert path.parent.as_posix().partition("/Library/")[2] in shops._MACOS_FOLDERS


@pytest.mark.parametrize(
    ("missing", "message"),
    [
        ("contacts", "no folder of downloads is known"),
        (DOWNLOADS[1], f"{DOWNLOADS[1]} is not there"),
    ],
)
def test_what_lacks_is_said_in_one_line_and_the_rest_is_made(
    folder, monkeypatch, capsys, missing, message
):
    if missing == "contacts":
        monkeypatch.setattr(identity, "DOWNLOADS", "")
    else:
        (folder / missing).unlink()
    shops.write_shop_files(folder, VERSION)
    lines = [line for line in capsys.readouterr().err.splitlines() if "winget" in line]
    assert len(lines) == 1
    assert message in lines[0]
    assert not (folder / "shops" / "winget").exists()
    assert (folder / "shops" / "homebrew").exists() is (missing != "contacts")
