"""The empty table: its card of choices has room for all that stands on it."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.theme import DARK, LIGHT
from ui.conftest import Opened
from ui.table.person import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

GOLDEN = Path(__file__).parents[1] / "golden"


def test_after_a_replay_the_choices_stand_apart(opened: Opened) -> None:
    person = opened(PlayRequest(record=GOLDEN / "damn-3.jsonl"))
    until(lambda: person.main.replaying is not None)
    person.main.clear_table()
    for _ in range(3):
        QApplication.processEvents()
    assert person.main.lobby is not None
    choices = person.main.lobby.choices
    assert choices is not None
    assert choices.size() == choices.sizeHint().boundedTo(person.main.lobby.size())
    rows = sorted({(one.y(), one.geometry().bottom()) for one in choices.buttons})
    assert len(rows) > 2
    assert all(low[0] - high[1] > 5 for high, low in pairwise(rows))


def test_the_card_of_choices_takes_both_colours_of_a_theme(opened: Opened) -> None:
    main = opened().main
    until(lambda: main.lobby is not None and main.lobby.choices is not None)
    assert main.lobby is not None
    choices = main.lobby.choices
    assert choices is not None
    for name, theme in (("dark", DARK), ("light", LIGHT), ("dark", DARK)):
        main.settings.theme = name
        main.apply_settings()
        paper = choices.grab().toImage().pixelColor(choices.width() // 2, 6)
        assert paper == QColor(theme.paper)
        assert choices.heading.palette().color(QPalette.ColorRole.WindowText) == QColor(theme.ink)
