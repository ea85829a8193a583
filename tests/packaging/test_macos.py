"""Tests of the macOS files: Info.plist, its translations and the entitlements."""

import plistlib
import re
from pathlib import Path

import identity
import pytest
from macos import info_plist

import greenbaize
from greenbaize.lan.discovery import SERVICE_TYPE

FOLDER = Path(__file__).resolve().parents[2] / "packaging"

LINE = re.compile(r'"((?:[^"\\]|\\.)*)" = "((?:[^"\\]|\\.)*)";')


@pytest.fixture
def plist():
    """Return Info.plist as read back from the written file."""
    return plistlib.loads(plistlib.dumps(info_plist.info_plist()))


def test_info_plist_identifies_the_program(plist):
    assert plist["CFBundleIdentifier"] == identity.IDENTIFIER
    assert plist["CFBundleShortVersionString"] == greenbaize.__version__
    assert plist["CFBundleVersion"].count(".") <= 2
    assert plist["CFBundleExecutable"] == "greenbaize"
    assert plist["CFBundlePackageType"] == "APPL"
    assert plist["NSPrincipalClass"] == "NSApplication"
    assert plist["NSHighResolutionCapable"] is True
    assert plist["LSBackgroundOnly"] is False
    assert plist["CFBundleLocalizations"] == ["en", "ru"]
    assert (FOLDER / "macos" / plist["CFBundleIconFile"]).is_file()


def test_the_bonjour_service_is_the_one_that_is_used(plist):
    assert [f"{one}.local." for one in plist["NSBonjourServices"]] == [SERVICE_TYPE]
    assert "network" in plist["NSLocalNetworkUsageDescription"]


def test_the_oldest_system_is_that_of_the_bundle(plist):
    assert plist["LSMinimumSystemVersion"] == identity.OLDEST_MACOS


def test_named_files_are_in_the_application(plist, tmp_path):
    info_plist.write_localized_strings(tmp_path)
    languages = {path.stem for path in (tmp_path / "Contents/Resources").glob("*.lproj")}
    assert languages == set(plist["CFBundleLocalizations"])
    assert plist["CFBundleDevelopmentRegion"] in languages
    spec = (FOLDER / "bundle/greenbaize.spec").read_text(encoding="utf-8")
    assert f'icon = str(PACKAGING / "macos" / "{plist["CFBundleIconFile"]}")' in spec
    assert "executable(identity.COMMAND, False)" in spec
    assert plist["CFBundleExecutable"] == identity.COMMAND


def test_records_are_opened_only_on_request(plist):
    (kind,) = plist["CFBundleDocumentTypes"]
    assert (kind["CFBundleTypeRole"], kind["LSHandlerRank"]) == ("Viewer", "Alternate")
    (exported,) = plist["UTExportedTypeDeclarations"]
    (imported,) = plist["UTImportedTypeDeclarations"]
    own, parent = exported["UTTypeIdentifier"], imported["UTTypeIdentifier"]
    assert kind["LSItemContentTypes"] == [own, parent]
    assert exported["UTTypeConformsTo"] == [parent]
    assert "public.filename-extension" not in exported["UTTypeTagSpecification"]
    assert imported["UTTypeTagSpecification"]["public.filename-extension"] == ["jsonl"]


def read_strings_file(path):
    """Parse a ``.strings`` file; ``AssertionError`` for an invalid line."""
    words = {}
    for line in path.read_text("utf-8").splitlines():
        found = LINE.fullmatch(line)
        assert found is not None, line
        words[found[1].replace('\\"', '"')] = found[2].replace('\\"', '"')
    return words


def test_it_speaks_english_and_russian(plist, tmp_path):
    info_plist.write_localized_strings(tmp_path / "Green Baize.app")
    folder = tmp_path / "Green Baize.app" / "Contents" / "Resources"
    english = read_strings_file(folder / "en.lproj" / "InfoPlist.strings")
    russian = read_strings_file(folder / "ru.lproj" / "InfoPlist.strings")
    assert set(english) == set(russian)
    sentence = "NSLocalNetworkUsageDescription"
    assert english[sentence] == plist[sentence]
    assert re.search("[а-я]", russian[sentence])
    (kind,) = plist["CFBundleDocumentTypes"]
    assert re.search("[а-я]", russian[kind["CFBundleTypeName"]])
    named = {key for key in english if key.startswith(("CF", "NS"))}
    assert named <= set(plist)


def test_texts_with_quotation_marks_are_escaped(tmp_path, monkeypatch):
    monkeypatch.setattr(identity, "LOCAL_NETWORK", {"en": 'Say "yes"', "ru": 'Скажите "да"'})
    info_plist.write_localized_strings(tmp_path)
    path = tmp_path / "Contents" / "Resources" / "ru.lproj" / "InfoPlist.strings"
    assert read_strings_file(path)["NSLocalNetworkUsageDescription"] == 'Скажите "да"'


def test_the_hardened_runtime_allows_what_is_needed_and_no_more():
    with (FOLDER / "macos" / "entitlements.plist").open("rb") as file:
        allowed = plistlib.load(file)
    assert set(allowed.values()) == {True}
    assert {key.removeprefix("com.apple.security.") for key in allowed} == {
        "network.server",
        "network.client",
        "cs.allow-unsigned-executable-memory",
    }
