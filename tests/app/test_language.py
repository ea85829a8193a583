"""Tests of the choice of language: requested, set by the user, or of the system."""

import pytest

from greenbaize.app import language
from greenbaize.app.language import (
    SYSTEM_LANGUAGE,
    apply_initial_language,
    apply_language,
    override_language,
    read_environment_languages,
    resolve_language,
)
from greenbaize.words import catalogue
from greenbaize.words.catalogue import current_language

pytestmark = pytest.mark.usefixtures("reset_language")


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
    assert read_environment_languages(environment) == languages


def test_a_requested_language_precedes_the_setting_and_the_setting_the_system(monkeypatch):
    monkeypatch.setattr(language.os, "environ", {})
    assert resolve_language(SYSTEM_LANGUAGE) == resolve_language("xx") == "en"
    assert resolve_language(SYSTEM_LANGUAGE, lambda: ["ru-RU"]) == "ru"
    assert resolve_language("en", lambda: ["ru-RU"]) == "en"
    override_language("ru")
    assert resolve_language("en") == "ru"
    apply_language("en")
    assert current_language() == "ru"
    override_language("")
    monkeypatch.setattr(language.os, "environ", {"LANG": "ru_RU"})
    assert resolve_language(SYSTEM_LANGUAGE, lambda: ["en"]) == "ru"


def test_the_system_language_is_used_only_without_an_explicit_choice(monkeypatch):
    monkeypatch.setattr(language.os, "environ", {"LANG": "ru"})
    apply_initial_language()
    assert current_language() == "en"  # The tests' conftest has chosen English.
    monkeypatch.setattr(catalogue, "_is_default_set", False)
    apply_initial_language()
    assert current_language() == "ru"
