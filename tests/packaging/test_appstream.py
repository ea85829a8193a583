"""Tests of the AppStream metadata: complete, honest, and accepted by its own validator."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import identity
import pytest
from bundle import appstream, desktop

from greenbaize.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
TIMESTAMP = 1_700_000_000
CHANGELOG = """# Changelog

## Unreleased

- Not yet.

## 1.2.0 – 2026-11-29

What is new.

### Table

- A *bold* **claim** about `greenbaize --x` & [a page](docs/x.md)
  on two lines.
- Another.

## 1.1.0 – 2026-10-01

- First.
"""
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture
def contacts(monkeypatch):
    """Fill in what is not known yet."""
    for name in ("HOME_PAGE", "ISSUE_TRACKER", "SCREENSHOTS"):
        monkeypatch.setattr(identity, name, f"https://example.org/{name.lower()}")


def make_metainfo(version="1.2.0"):
    return appstream.metainfo(version, TIMESTAMP, desktop.ENTRY_FILE, CHANGELOG)


def test_metadata_describes_the_five_games():
    root = ET.fromstring(make_metainfo())
    assert root.findtext("id") == identity.IDENTIFIER
    assert root.findtext("launchable") == desktop.ENTRY_FILE
    items = [item for item in root.iterfind("description/ul/li") if LANGUAGE not in item.attrib]
    titles = [re.split(",| for", item.text)[0] for item in items]
    assert titles == list(GAMES.titles.values())


@pytest.mark.parametrize("language", identity.LANGUAGES)
def test_the_summary_is_short_and_without_article(language):
    summary = identity.SHORT_SUMMARY[language]
    assert len(summary) <= 35
    assert not re.match(r"(an?|the) ", summary, re.I)


@pytest.mark.usefixtures("contacts")
def test_every_text_has_both_languages():
    root = ET.fromstring(make_metainfo())
    for path in (".", "description", "description/ul", "screenshots/screenshot"):
        for element in root.iterfind(path):
            for tag in ("summary", "p", "li", "caption"):
                languages = [one.get(LANGUAGE, "en") for one in element.findall(tag)]
                assert languages == list(identity.LANGUAGES) * (len(languages) // 2)
    assert len(root.findall("screenshots/screenshot")) == 2 * len(appstream.SCENES)


def test_the_licence_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert ET.fromstring(make_metainfo()).findtext("project_license") == project["license"]
    urls = {identity.HOME_PAGE, identity.ISSUE_TRACKER} - {""}
    assert urls <= set(project.get("urls", {}).values())


def test_releases_have_the_notes_of_the_changelog():
    releases = ET.fromstring(make_metainfo()).findall("releases/release")
    assert [one.get("version") for one in releases] == ["1.2.0", "1.1.0"]
    assert releases[0].get("date") == "2026-11-29"
    lines = [
        (one.tag, "".join(one.itertext()).strip())
        for one in releases[0].find("description").iter()
        if one.tag in ("p", "li")
    ]
    claim = "A bold claim about greenbaize --x & a page on two lines."
    assert lines == [("p", "What is new."), ("p", "Table"), ("li", claim), ("li", "Another.")]


def test_a_version_without_section_is_in_development():
    release = ET.fromstring(make_metainfo("1.3.0")).find("releases/release")
    assert release.attrib == {"version": "1.3.0", "date": "2023-11-14", "type": "development"}
    assert len(release) == 0


def test_unknown_contacts_are_left_out_and_named(monkeypatch):
    for name in ("HOME_PAGE", "ISSUE_TRACKER", "SCREENSHOTS"):
        monkeypatch.setattr(identity, name, "")
    text = make_metainfo()
    assert "no home page and no issue tracker and no folder of screenshots is known" in text
    root = ET.fromstring(text)
    assert root.find("url") is root.find("screenshots") is None


@pytest.mark.usefixtures("contacts")
def test_known_contacts_are_in_it():
    text = make_metainfo()
    assert "Incomplete" not in text
    root = ET.fromstring(text)
    urls = {one.get("type"): one.text for one in root.findall("url")}
    assert urls == {"homepage": identity.HOME_PAGE, "bugtracker": identity.ISSUE_TRACKER}
    images = [one.text for one in root.iter("image")]
    assert images[0] == f"{identity.SCREENSHOTS}/table-light-en@2.png"
    assert len(images) == len(set(images)) == 4 * len(appstream.SCENES)


@pytest.mark.usefixtures("contacts")
@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstreamcli is not installed")
def test_the_validator_has_nothing_to_complain_about(tmp_path):
    """Check with pedantry; versions before 1.0 do not know the element of the developer."""
    path = tmp_path / f"{identity.IDENTIFIER}.metainfo.xml"
    path.write_text(make_metainfo(), encoding="utf-8")
    command = ["appstreamcli", "validate", "--pedantic", "--no-net", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
    found = {line.split()[2] for line in result.stdout.splitlines() if re.match(r"[EWIP]: ", line)}
    # Capital letters are what Flathub and the desktop entry specification recommend.
    assert found <= {"cid-contains-uppercase-letter", "unknown-tag"}, result.stdout


def test_screenshots_are_drawn_in_the_sizes_of_shops(tmp_path):
    """Check the frame in a process of its own: the script is one for the command line."""
    script = """
import sys
sys.path.insert(0, sys.argv[1])
import shop_screenshots as shots
from PySide6.QtGui import QPixmap
application = shots.make_application()
for ratio in (1, 2):
    window = QPixmap(shots.find_window_size() * ratio)
    window.fill("red")
    window.setDevicePixelRatio(ratio)
    image = shots.draw_frame(window, "dark")
    inside = [image.pixelColor(x * ratio, 400 * ratio).name() for x in (3, 996)]
    print(image.width(), image.height(), *inside, image.pixelColor(0, 0).alpha())
"""
    command = [sys.executable, "-c", script, str(ROOT / "tests" / "bench")]
    variables = os.environ | {"QT_QPA_PLATFORM": "offscreen", "GREENBAIZE_HOME": str(tmp_path)}
    output = subprocess.check_output(command, text=True, env=variables)
    width, height = appstream.FRAME_SIZE
    assert (width, height) == (1000, 700)
    assert output.splitlines() == [
        f"{width * ratio} {height * ratio} #ff0000 #ff0000 0"
        for ratio in (1, appstream.LARGE_SCALE)
    ]
