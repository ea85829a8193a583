"""Tests that the page's labels are exactly those that it uses."""

import re

from greenbaize.app.phones.labels import LABELS, build_labels_message
from greenbaize.resources import resources_folder
from greenbaize.words.catalogue import language_context

LABEL_USE = re.compile(r'\bsay\("([a-z-]+)"|data-(?:say|name)="([a-z-]+)"|\bbutton: "([a-z-]+)"')
COMPOSED_LABELS = {"light-": ("light-system", "light-light", "light-dark")}
"""Label names that the page composes at run time."""


def test_the_page_uses_every_label_and_no_other():
    texts = [
        path.read_text("utf-8")
        for path in (resources_folder() / "phone").glob("*.*")
        if path.suffix in (".js", ".html")
    ]
    used_labels = {
        name for text in texts for groups in LABEL_USE.findall(text) for name in groups if name
    }
    for start, names in COMPOSED_LABELS.items():
        assert any(f'"{start}" +' in text for text in texts)
        used_labels |= set(names)
        used_labels.discard(start)
    assert used_labels == {*LABELS, "letters"}


def test_courts_and_aces_have_the_letters_of_the_language():
    assert build_labels_message().words["letters"] == "JQKA"
    with language_context("ru"):
        russian_labels = build_labels_message()
    assert russian_labels.words["letters"] == "ВДКТ"
    assert russian_labels.words["hand"] == "Ваши карты"
    assert russian_labels.languages == [("en", "English"), ("ru", "Русский")]
