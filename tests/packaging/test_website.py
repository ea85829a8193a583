"""Tests of the website of the documentation, and of the first words of README.md."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import website
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
MAX_PICTURE_BYTES = 2_000_000

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the folder of the website, built by the program itself."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, website.__file__, folder]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (result.returncode, result.stderr) == (0, "")
    return folder


@pytest.fixture
def checkout(tmp_path):
    """Return a copy of everything that the website is made of."""
    folder = tmp_path / "checkout"
    website.copy_sources(ROOT, folder)
    return folder


@pytest.mark.slow
def test_every_page_is_in_it_and_the_help_in_both_languages(site):
    for path in website.find_pages(ROOT):
        page = path.relative_to(ROOT).with_suffix(".html")
        built = site / ("index.html" if path == ROOT / "README.md" else page)
        assert built.is_file(), page
    assert (site / "resources/help/ru/beats.html").read_text("utf-8").count('id="2c"') == 1


@pytest.mark.slow
def test_it_loads_nothing_from_elsewhere(site):
    loading = re.compile(r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)=\"(?:https?:)?//[^>]*>")
    pages = sorted(site.rglob("*.html"))
    assert pages
    assert {page.name: loading.findall(page.read_text("utf-8")) for page in pages} == {
        page.name: [] for page in pages
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "link", ["docs/nowhere.md", "docs/par.md#nowhere", "resources/help/en/beats.md#9z"]
)
def test_a_link_that_leads_nowhere_is_an_error(link, checkout, tmp_path, caplog):
    page = checkout / "README.md"
    page.write_text(f"{page.read_text('utf-8')}\n[there]({link})\n", encoding="utf-8")
    with pytest.raises(website.MkDocsException, match="1 warnings"):
        website.build_website(checkout, tmp_path / "site")
    assert link in caplog.text


@pytest.mark.slow
def test_a_page_that_is_not_listed_is_an_error(checkout, tmp_path, caplog):
    shutil.copyfile(checkout / "docs/par.md", checkout / "docs/new.md")
    with pytest.raises(website.MkDocsException):
        website.build_website(checkout, tmp_path / "site")
    assert "docs/new.md" in caplog.text


def test_rules_have_their_numbers_as_anchors():
    assert website.heading_anchor("2c. One less", "-") == "2c"
    assert website.heading_anchor("4.1. Свой", "-") == "4.1"
    assert website.heading_anchor("После сдачи", "-") == "после-сдачи"


def test_lists_are_indented_as_the_generator_reads_them():
    # It takes four spaces to belong to an item, where other programs are content with fewer.
    for path in website.find_pages(ROOT):
        text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.M | re.S)
        assert re.findall(r"^ {1,3}\S.*$", text, re.M) == [], path


class TestFirstWords:
    def test_a_moving_picture_comes_first(self):
        path = ROOT / re.search(r"!\[[^]]+\]\(([^)]+)\)", README)[1]
        assert path.stat().st_size <= MAX_PICTURE_BYTES
        with Image.open(path) as picture:
            assert picture.n_frames > 100
        assert README.index(path.name) < README.index("\n## ")

    def test_then_download_and_run(self):
        headings = re.findall(r"^## (.*)$", README, re.M)
        assert headings[:2] == ["Download", "Run it from here"]

    @pytest.mark.parametrize(
        "name", ["README.md", "docs/installing.md", "resources/help/en/index.md"]
    )
    def test_readers_are_told_that_nothing_calls_home(self, name):
        text = (ROOT / name).read_text("utf-8")
        assert "calls home" in text
        assert "newer version" in text
