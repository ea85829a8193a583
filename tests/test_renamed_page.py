"""The new names of docs/renamed.md exist."""

import re
from pathlib import Path

ROOT_FOLDER = Path(__file__).parents[1]
PAGE_TEXT = (ROOT_FOLDER / "docs/renamed.md").read_text("utf-8")
MODULES = {
    str(path.relative_to(ROOT_FOLDER)).removeprefix("desktop/greenbaize/"): path
    for folder in ("desktop/greenbaize", "packaging", "tests")
    for path in (ROOT_FOLDER / folder).rglob("*.py")
}


def test_every_new_name_is_in_the_code():
    known_names = set()
    for path in MODULES.values():
        known_names |= {*re.findall(r"\w+", path.read_text("utf-8"))}
    new_names = re.findall(r"`[\w.]+` → `([\w.]+)`", PAGE_TEXT)
    assert len(new_names) > 1000
    assert [name for name in new_names if name.split(".")[-1] not in known_names] == []


def test_every_new_module_exists():
    new_modules = re.findall(r"^\| `[^`]+` \| `([^`]+)` \|$", PAGE_TEXT, re.MULTILINE)
    assert len(new_modules) > 50
    assert set(new_modules) <= MODULES.keys()
