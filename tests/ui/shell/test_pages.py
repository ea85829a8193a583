"""Tests for the pages of the window and the controller that shows one of them."""

from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QLineEdit, QMainWindow, QWidget

from greenbaize.store.settings import UserSettings
from greenbaize.ui.shell.pages import PageController, TablePage, WindowPage
from greenbaize.ui.shell.settings import SettingsService, ThemeService
from ui.show_widget import show_widget


class PlainPage(QWidget, WindowPage):
    """A page with a field, which logs what happens to it."""

    def __init__(self, log, name):
        super().__init__()
        self.log, self.name = log, name
        self.field = QLineEdit(self)

    def close_page(self):
        self.log.append(f"{self.name} closed")

    def apply_theme(self):
        self.log.append(f"{self.name} themed")


class MatchTablePage(TablePage):
    """A table without anything on it."""

    is_played = True

    def __init__(self, player_view):
        super().__init__()
        self.player_view = player_view


@pytest.fixture
def log():
    return []


@pytest.fixture
def settings():
    return SettingsService(UserSettings(theme="light"))


@pytest.fixture
def pages(qtbot, settings, log):
    """Show a window without a page."""
    window = QMainWindow()
    theme = ThemeService(settings)
    pages = PageController(window, theme)
    pages.window = show_widget(qtbot, window, 400, 300)
    for name in ("page_showing", "page_leaving", "page_left"):
        getattr(pages, name).connect(
            lambda page, name=name: log.append(f"{page.name} {name.removeprefix('page_')}")
        )
    yield pages
    theme.close()


def make_match(error=None, player_view=None):
    return SimpleNamespace(file=SimpleNamespace(error=error), player_view=player_view)


def test_page_promises_nothing_by_default():
    page = WindowPage()
    assert (page.heading, page.loss_warning) == ("", "")
    assert (page.is_shared, page.is_played, page.table_only) == (False, False, False)
    assert page.is_renewable
    assert not page.hands_over_match
    assert (page.match, page.leave_guard, page.progress, page.restore_route) == (None,) * 4


def test_table_is_named_after_its_game(qtbot):
    page = MatchTablePage(SimpleNamespace(game=SimpleNamespace(name="blackout")))
    qtbot.addWidget(page)
    assert page.heading == "Blackout"
    assert page.follows_sheet_setting
    assert not page.can_ask_hint
    assert not page.has_result


@pytest.mark.parametrize("name", ["read_out_report", "set_card_look", "apply_settings"])
def test_table_has_to_do_what_menus_ask(qtbot, name):
    page = MatchTablePage(None)
    qtbot.addWidget(page)
    arguments = {"read_out_report": ("trick",), "set_card_look": (None,)}.get(
        name, (None, None, 1.0)
    )
    options = {"reduced_motion": False} if name == "apply_settings" else {}
    with pytest.raises(NotImplementedError):
        getattr(page, name)(*arguments, **options)
    with pytest.raises(NotImplementedError):
        assert page.focus_cycle


def test_shown_page_fills_the_window(pages, log):
    first, second = PlainPage(log, "first"), PlainPage(log, "second")
    pages.show_page(first)
    assert (pages.current, pages.window.centralWidget()) == (first, first)
    assert log == ["first showing"]
    pages.show_page(second)
    assert (pages.current, pages.window.centralWidget()) == (second, second)
    assert log == ["first showing", "first leaving", "first closed", "first left", "second showing"]


def test_left_page_is_current_until_it_is_closed(pages, log):
    page = PlainPage(log, "page")
    pages.show_page(page)
    seen = []
    pages.page_leaving.connect(lambda _: seen.append(pages.current))
    pages.page_left.connect(lambda _: seen.append(pages.current))
    pages.leave_page()
    assert seen == [page, None]
    pages.leave_page()
    assert log.count("page closed") == 1


def test_left_page_loses_the_focus(pages, log):
    page = PlainPage(log, "page")
    pages.show_page(page)
    page.field.setFocus()
    assert page.field.hasFocus()
    pages.leave_page()
    assert not page.field.hasFocus()


def test_only_the_current_page_follows_the_theme(pages, settings, log):
    settings.current.theme = "dark"
    settings.changed.emit()
    first, second = PlainPage(log, "first"), PlainPage(log, "second")
    pages.show_page(first)
    pages.show_page(second)
    log.clear()
    settings.current.theme = "light"
    settings.changed.emit()
    assert log == ["second themed"]


def test_without_a_page_nothing_is_played(pages):
    assert (pages.table, pages.match, pages.player_view) == (None, None, None)
    assert (pages.is_played, pages.is_shared, pages.is_renewable) == (False, False, True)
    assert not pages.confirm_leave(lambda: None)


def test_view_of_the_match_is_known_while_a_page_covers_the_table(pages, log):
    view, covering = object(), PlainPage(log, "cover")
    covering.match = make_match(player_view=view)
    pages.show_page(covering)
    assert (pages.table, pages.player_view, pages.match) == (None, view, covering.match)
    table = MatchTablePage("own view")
    table.name = "table"
    pages.show_page(table)
    assert (pages.table, pages.player_view, pages.match) == (table, "own view", None)
    assert pages.is_played


@pytest.mark.parametrize(
    ("fields", "is_renewable"),
    [
        ({}, True),
        ({"is_renewable": False}, False),
        ({"is_shared": True}, False),
        ({"match": make_match()}, True),
        ({"match": make_match(error="full disk")}, False),
    ],
)
def test_page_is_renewable_unless_something_would_be_lost(pages, log, fields, is_renewable):
    page = PlainPage(log, "page")
    vars(page).update(fields)
    pages.show_page(page)
    assert pages.is_renewable is is_renewable
    assert pages.is_shared is fields.get("is_shared", False)


@pytest.mark.parametrize("asks", [True, False])
def test_leave_guard_decides_whether_it_asks(pages, log, asks):
    page = PlainPage(log, "page")
    pages.show_page(page)
    assert not pages.confirm_leave(log.clear)
    page.leave_guard = lambda action: log.append(action) or asks
    assert pages.confirm_leave(print) is asks
    assert log[-1] is print
