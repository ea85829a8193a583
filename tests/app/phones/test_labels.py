"""Tests that the page's labels are exactly those that it uses."""

import re

from greenbaize.app.phones.labels import LABELS, words
from greenbaize.resources import resources
from greenbaize.words.catalogue import speaking

ASKED = re.compile(r'\bsay\("([a-z-]+)"|data-(?:say|name)="([a-z-]+)"|\bbutton: "([a-z-]+)"')
MADE = {"light-": ("light-system", "light-light", "light-dark")}
"""Label names that the page composes at run time."""


def test_the_page_asks_for_every_label_and_for_no_other():
    texts = [
        one.read_text("utf-8")
        for one in (resources() / "phone").glob("*.*")
        if one.suffix in (".js", ".html")
    ]
    asked = {name for text in texts for found in ASKED.findall(text) for name in found if name}
    for start, names in MADE.items():
        assert any(f'"{start}" +' in text for text in texts)
        asked |= set(names)
        asked.discard(start)
    assert asked == {*LABELS, "letters"}


def test_courts_and_aces_are_called_as_in_the_language():
    assert words().words["letters"] == "JQKA"
    with speaking("ru"):
        said = words()
    assert said.words["letters"] == "ВДКТ"
    assert said.words["hand"] == "Ваши карты"
    assert said.languages == [("en", "English"), ("ru", "Русский")]
