"""Tests of the Flatpak manifest: sources with sums, no network, and few permissions."""

import json
import re
from pathlib import Path

import identity
import pytest
from release import flatpak
from system import SetupError

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "packaging" / "runtime.lock").read_text(encoding="utf-8")
SDIST = "greenbaize-1.2.0.tar.gz"
DIGEST = "a" * 64


@pytest.fixture
def manifest(monkeypatch):
    """Return the manifest that is made with an index of one's own."""

    def list_fake_files(requirements, processor):
        names = re.findall(r"^([\w.-]+)==", requirements, re.M)
        kinds = {"zeroconf": processor, "cffi": processor}
        return [
            (f"https://index.example/{name}-{kinds.get(name, 'any')}.whl", DIGEST) for name in names
        ]

    monkeypatch.setattr(flatpak, "look_up_files", list_fake_files)
    monkeypatch.setattr(identity, "DOWNLOADS", "https://example.org/v{version}")
    ((name, text),) = flatpak.make_manifest("1.2.0", {SDIST: DIGEST}).items()
    assert name == f"{identity.IDENTIFIER}.json"
    return json.loads(text)


def test_every_source_has_an_address_and_a_sum(manifest):
    sources = [source for module in manifest["modules"] for source in module["sources"]]
    assert sources[-1]["url"] == f"https://example.org/v1.2.0/{SDIST}"
    for source in sources:
        assert source["url"].startswith("https://")
        assert re.fullmatch("[0-9a-f]{64}", source["sha256"])


def test_the_build_has_no_network(manifest):
    for module in manifest["modules"]:
        assert "build-options" not in module
        for command in module["build-commands"]:
            assert "pip3" not in command or "--no-index" in command


def test_a_package_for_one_processor_is_limited_to_it(manifest):
    sources = {
        source["url"].rpartition("/")[2]: source.get("only-arches")
        for source in manifest["modules"][1]["sources"]
    }
    assert sources["zeroconf-aarch64.whl"] == ["aarch64"]
    assert sources["tqdm-any.whl"] is None
    assert sources["miniaudio-any.whl"] == ["x86_64"]  # the others have no wheel of it


def test_the_program_may_do_little(manifest):
    permissions = manifest["finish-args"]
    assert not [one for one in permissions if "filesystem" in one or "talk-name" in one]
    assert "--device=all" not in permissions
    assert "--socket=x11" not in permissions
    assert manifest["id"] == identity.IDENTIFIER


def test_requirements_are_those_of_the_runtime():
    text = flatpak.select_requirements(LOCK, "aarch64")
    names = re.findall(r"^([\w.-]+)==", text, re.M)
    assert "zeroconf" in names
    assert not {"miniaudio", "colorama"} & set(names)
    assert len(names) == len(set(names))
    assert ";" not in text
    assert text.count("--hash=sha256:") >= len(names)


def test_without_address_the_archive_lies_beside(monkeypatch):
    monkeypatch.setattr(identity, "DOWNLOADS", "")
    monkeypatch.setattr(flatpak, "look_up_files", lambda *_: [])
    (text,) = flatpak.make_manifest("1.2.0", {SDIST: DIGEST}).values()
    (archive,) = json.loads(text)["modules"][-1]["sources"]
    assert archive == {"type": "archive", "path": f"../../{SDIST}", "sha256": DIGEST}


def test_an_absent_archive_is_refused():
    with pytest.raises(SetupError, match="is not there"):
        flatpak.make_manifest("1.2.0", {})


@pytest.mark.parametrize(
    ("code", "url", "message"),
    [
        (1, "", "pip failed: no such file"),
        (0, "file:///wheels/x.whl", "no public address of x"),
    ],
)
def test_an_index_that_does_not_help_is_one_line(monkeypatch, code, url, message):
    def install(_, lock, *options):
        report = Path(options[options.index("--report") + 1])
        download = {"url": url, "archive_info": {"hashes": {"sha256": DIGEST}}}
        report.write_text(
            json.dumps({"install": [{"download_info": download, "metadata": {"name": "x"}}]})
        )
        return code, "ERROR: no such file"

    monkeypatch.setattr(flatpak, "pip_install", install)
    with pytest.raises(SetupError, match=message):
        flatpak.look_up_files("x==1\n", "x86_64")
