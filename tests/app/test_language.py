"""Tests of the choice of language: requested, set by the user, or of the system."""

import pytest

from greenbaize.app import language
from greenbaize.app.language import SYSTEM, ask_for, begin, languages_named, speak, wanted
from greenbaize.words import catalogue
from greenbaize.words.catalogue import spoken_language

pytestmark = pytest.mark.usefixtures("english_after_all")


@pytest.mark.parametrize(
    ("environment", "languages"),
    [
        ({}, ()),
        ({"LANG": "ru_RU.UTF-8"}, ("ru_RU.UTF-8",)),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "ru_RU"}, ("ru_RU",)),
        ({"LANG": "ru_RU", "LC_ALL": "C.UTF-8"}, ("C.UTF-8",)),
        ({"LANGUAGE": "ru:en", "LANG": "en_GB"}, ("ru", "en", "en_GB")),
        ({"LANGUAGE": "ru", "LC_ALL": "C"}, ("C",)),
        ({"LANGUAGE": "ru"}, ("ru",)),
        ({"LC_ALL": "", "LANG": "ru"}, ("ru",)),
    ],
)
def test_the_environment_names_languages_as_for_gettext(environment, languages):
    assert languages_named(environment) == languages


def test_what_is_asked_for_goes_before_a_wish_and_a_wish_before_the_system(monkeypatch):
    monkeypatch.setattr(language.os, "environ", {})
    assert wanted(SYSTEM) == wanted("xx") == "en"
    assert wanted(SYSTEM, lambda: ["ru-RU"]) == "ru"
    assert wanted("en", lambda: ["ru-RU"]) == "en"
    ask_for("ru")
    assert wanted("en") == "ru"
    speak("en")
    assert spoken_language() == "ru"
    ask_for("")
    monkeypatch.setattr(language.os, "environ", {"LANG": "ru_RU"})
    assert wanted(SYSTEM, lambda: ["en"]) == "ru"


def test_the_system_is_asked_only_where_nothing_was_said(monkeypatch):
    monkeypatch.setattr(language.os, "environ", {"LANG": "ru"})
    begin()
    assert spoken_language() == "en"  # The tests' conftest has chosen English.
    monkeypatch.setattr(catalogue, "_chosen", False)
    begin()
    assert spoken_language() == "ru"
