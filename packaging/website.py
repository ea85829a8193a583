"""Website of the documentation: ``python3 packaging/start.py site``.

MkDocs makes it from README.md, CONTRIBUTING.md, CHANGELOG.md, docs/ and the help in all languages,
as mkdocs.yml lists them. A link that leads nowhere is an error. Building and reading it need no
network.
"""

import argparse
import logging
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from markdown.extensions.toc import slugify_unicode
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException

from greenbaize.ui.features.help.help_pages import parse_rule_number

ROOT: Final = Path(__file__).resolve().parent.parent
CONFIG_FILE: Final = ROOT / "packaging" / "mkdocs.yml"
DEFAULT_FOLDER: Final = ROOT / "build" / "site"
PAGE_PATTERNS: Final = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md")
HELP_PATTERN: Final = "resources/help/*/*.md"
EXTRA_FILES: Final = {
    "img/favicon.ico": ROOT / "packaging" / "windows" / "greenbaize.ico",
    "css/website.css": ROOT / "packaging" / "website.css",
}
"""Files of the theme, by their paths in the website."""
LOCAL_LINK: Final = re.compile(r"\]\((?!\w+:|#)(?P<path>[^)#\s]+)")


def find_pages(root: Path) -> list[Path]:
    """Return the pages of a checkout."""
    patterns = (*PAGE_PATTERNS, HELP_PATTERN)
    return sorted(path for pattern in patterns for path in root.glob(pattern))


def linked_files(page: Path) -> Iterator[Path]:
    """Yield the files that a page links to or shows, and that exist."""
    for match in LOCAL_LINK.finditer(page.read_text(encoding="utf-8")):
        path = (page.parent / match["path"]).resolve()
        if path.is_file():
            yield path


def copy_sources(root: Path, folder: Path) -> None:
    """Copy the pages of a checkout and the files that they link to, with their paths."""
    pages = find_pages(root)
    sources = {*pages, *(path for page in pages for path in linked_files(page))}
    files = {str(path.relative_to(root)): path for path in sources} | EXTRA_FILES
    for name, path in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def heading_anchor(heading: str, separator: str) -> str:
    """Return the anchor of a heading; that of a rule is its number, as in the program's help."""
    return parse_rule_number(heading) or str(slugify_unicode(heading, separator))


def build_website(root: Path, folder: Path) -> None:
    """Build the website of a checkout into a folder, which is emptied first.

    Raises:
        MkDocsException: a link leads nowhere, or the list of pages is incomplete.
    """
    with TemporaryDirectory() as sources:
        copy_sources(root, Path(sources))
        config = load_config(str(CONFIG_FILE), docs_dir=sources, site_dir=str(folder), strict=True)
        config.mdx_configs.setdefault("toc", {})["slugify"] = heading_anchor
        build(config)


def main() -> int:
    """Build the website; print an error as one line."""
    parser = argparse.ArgumentParser(
        prog="python3 packaging/start.py site", description="Builds the website."
    )
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER)
    folder = parser.parse_args().folder.resolve()
    logging.basicConfig(level=logging.WARNING, format="%(message)s")  # the links that are wrong
    try:
        build_website(ROOT, folder)
    except MkDocsException as error:
        print(f"The website could not be built: {error}", file=sys.stderr)
        return 1
    print(f"The website is in {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
