"""Tests for the services and features of a window."""

from greenbaize.rules.messages import Message
from greenbaize.store.settings import UserSettings
from ui.table.person import wait_until
from ui.table.table_checks import collect_texts
from ui.window_steps import close_and_find_question


def test_closing_asks_before_losing_settings(open_program, monkeypatch):
    person = open_program()
    person.facade.services.settings.current.theme = "dark"
    error = Message("file-error", {"path": "settings.json", "reason": "Disk full"})
    monkeypatch.setattr(UserSettings, "save", lambda _: error)
    question = close_and_find_question(person)
    warning = "What you have changed in the settings is not saved and would be lost."
    assert f"settings.json: Disk full. {warning}" in collect_texts(question)
    question.no_button.click()
    assert person.window.isVisible()
    question = close_and_find_question(person)
    question.yes_button.click()
    wait_until(lambda: not person.window.isVisible())


def test_unsaved_window_geometry_alone_asks_nothing(open_program, monkeypatch):
    person = open_program()
    person.window.resize(777, 555)
    error = Message("file-error", {"path": "settings.json", "reason": "Disk full"})
    monkeypatch.setattr(UserSettings, "save", lambda _: error)
    assert close_and_find_question(person) is None
    assert person.facade.unsaved_errors == []


def test_lost_settings_are_reported_on_exit_without_a_question(open_program, monkeypatch):
    person = open_program()
    person.facade.services.settings.current.theme = "dark"
    error = Message("file-error", {"path": "settings.json", "reason": "Disk full"})
    monkeypatch.setattr(UserSettings, "save", lambda _: error)
    person.window.close_without_asking()
    assert person.facade.unsaved_errors == ["settings.json: Disk full."]
