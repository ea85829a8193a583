"""Files for shops: the manifests of winget and Flatpak, and the cask of Homebrew.

They name downloads by address and sum, and are therefore made last, of the folder that is handed
out.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import identity
from bundle.appstream import PARAGRAPHS
from system import SetupError, print_progress
from windows import installer

from release.flatpak import make_manifest
from release.sums import compute_sums

SHOPS_FOLDER: Final = "shops"
"""Folder of these files, beside the downloads."""
WINGET_VERSION: Final = "1.10.0"
"""Version of winget's manifests."""
WINGET_TAGS: Final = ("card-game", "cards", "game", "trick-taking")
MACOS_NAMES: Final = {"13": "ventura", "14": "sonoma", "15": "sequoia"}
"""Homebrew's names of macOS by number."""

Sums = Mapping[str, str]
"""SHA-256 of the downloads by name."""


def write_shop_files(folder: Path, version: str) -> None:
    """Write the files of all shops; print one line for each shop for which something lacks."""
    sums = compute_sums(folder)
    shops = {"winget": winget_manifests, "homebrew": homebrew_cask, "flathub": make_manifest}
    for shop, make in shops.items():
        try:
            files = make(version, sums)
        except SetupError as error:
            print_progress(f"Nothing is made for {shop}: {error}.")
            continue
        for name, text in files.items():
            path = folder / SHOPS_FOLDER / shop / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")


def download_url(version: str, name: str) -> str:
    """Return the address of a download."""
    return f"{identity.DOWNLOADS.replace('{version}', version)}/{name}"


def _check_known(*names: str) -> None:
    if unknown := identity.describe_unknown(*names):
        raise SetupError(unknown)


def _find_sum(sums: Sums, name: str) -> str:
    if name not in sums:
        raise SetupError(f"{name} is not there")
    return sums[name]


# winget.


def winget_manifests(version: str, sums: Sums) -> dict[str, str]:
    """Return winget's three files by name.

    Raises:
        SetupError: the address of downloads is unknown, or an installer is not there.
    """
    _check_known("DOWNLOADS")
    language = "en-US"
    first = {"PackageIdentifier": identity.WINGET_ID, "PackageVersion": version}
    last = {"ManifestVersion": WINGET_VERSION}
    manifests: dict[str, dict[str, Any]] = {
        "version": {**first, "DefaultLocale": language},
        "installer": {**first, **_winget_installers(version, sums)},
        "defaultLocale": {**first, "PackageLocale": language, **_winget_texts()},
    }
    suffixes = {"version": "", "installer": ".installer", "defaultLocale": f".locale.{language}"}
    return {
        f"{identity.WINGET_ID}{suffixes[kind]}.yaml": "\n".join(
            [
                "# yaml-language-server: $schema=https://aka.ms/winget-manifest."
                f"{kind}.{WINGET_VERSION}.schema.json",
                *_yaml_lines({**fields, "ManifestType": kind, **last}),
                "",
            ]
        )
        for kind, fields in manifests.items()
    }


def _winget_installers(version: str, sums: Sums) -> dict[str, Any]:
    bundle = f"{identity.COMMAND}-{version}-windows-x86_64"
    installers: list[dict[str, Any]] = []
    for scope in ("user", "machine"):
        name = installer.installer_name(bundle, personal=scope == "user")
        one: dict[str, Any] = {
            "Architecture": "x64",
            "Scope": scope,
            "InstallerUrl": download_url(version, name),
            "InstallerSha256": _find_sum(sums, name).upper(),
        }
        if scope == "machine":
            one |= {
                "InstallerSwitches": {"Custom": "/AllUsers"},
                "ElevationRequirement": "elevatesSelf",
            }
        installers.append(one)
    responses = [
        {"InstallerReturnCode": code, "ReturnResponse": response}
        for code, response in installer.RETURN_CODES.values()
    ]
    return {
        "InstallerType": "nullsoft",
        "InstallModes": ["interactive", "silent"],
        "MinimumOSVersion": f"10.0.{identity.OLDEST_WINDOWS_BUILD}.0",
        "UpgradeBehavior": "install",
        "FileExtensions": [identity.RECORD_SUFFIX],
        "ProductCode": identity.COMMAND,
        "ExpectedReturnCodes": responses,
        "Installers": installers,
    }


def _winget_texts() -> dict[str, Any]:
    urls = {"PublisherSupportUrl": identity.ISSUE_TRACKER, "PackageUrl": identity.HOME_PAGE}
    return {
        "Publisher": identity.PUBLISHER,
        "PackageName": identity.NAME,
        **{key: url for key, url in urls.items() if url},
        "License": identity.LICENCE,
        "Copyright": identity.COPYRIGHT,
        "ShortDescription": identity.SHORT_SUMMARY["en"],
        "Description": "\n".join(texts["en"] for texts in PARAGRAPHS),
        "Moniker": identity.COMMAND,
        "Tags": list(WINGET_TAGS),
    }


def _yaml_lines(value: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a mapping; strings are quoted as in JSON, which YAML contains."""
    for key, one in value.items():
        if isinstance(one, Mapping):
            yield f"{key}:"
            yield from (f"  {line}" for line in _yaml_lines(one))
        elif isinstance(one, list):
            yield f"{key}:"
            for item in one:
                lines = _yaml_lines(item) if isinstance(item, Mapping) else [json.dumps(item)]
                for index, line in enumerate(lines):
                    yield f"{'  ' if index else '- '}{line}"
        else:
            yield f"{key}: {json.dumps(one, ensure_ascii=False)}"


# Homebrew.


def homebrew_cask(version: str, sums: Sums) -> dict[str, str]:
    """Return Homebrew's cask by name.

    Raises:
        SetupError: a contact is unknown, or an application is not there.
    """
    _check_known("HOME_PAGE", "DOWNLOADS")
    archives = {
        processor: f"{identity.COMMAND}-{version}-macos-{processor}.zip"
        for processor in ("arm64", "x86_64")
    }
    arm, intel = (_find_sum(sums, name) for name in archives.values())
    url = download_url("#{version}", f"{identity.COMMAND}-#{{version}}-macos-#{{arch}}.zip")
    oldest = MACOS_NAMES[identity.OLDEST_MACOS.partition(".")[0]]
    command = f"Contents/MacOS/{identity.CONSOLE}"
    trash = ",\n".join(f'    "~/Library/{path}"' for path in _MACOS_FOLDERS)
    text = f"""\
cask "{identity.CASK}" do
  arch arm: "arm64", intel: "x86_64"

  version "{version}"
  sha256 arm:   "{arm}",
         intel: "{intel}"

  url "{url}"
  name "{identity.NAME}"
  desc "{identity.SHORT_SUMMARY["en"]}"
  homepage "{identity.HOME_PAGE}"

  livecheck do
    url :homepage
    regex(/{identity.COMMAND}[._-]v?(\\d+(?:\\.\\d+)+)/i)
  end

  depends_on macos: ">= :{oldest}"

  app "{identity.NAME}.app"
  binary "#{{appdir}}/{identity.NAME}.app/{command}"

  zap trash: [
{trash},
  ]
end
"""
    return {f"{identity.CASK}.rb": text}


_MACOS_FOLDERS: Final = (
    f"Application Support/{identity.COMMAND}",
    f"Logs/{identity.COMMAND}",
    f"Preferences/{identity.IDENTIFIER}.plist",
    f"Saved Application State/{identity.IDENTIFIER}.savedState",
)
"""Folders and files of the program below the user's library; see store/folders.py."""
