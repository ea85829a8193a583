"""Tests of the slip with the rules of a table."""

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from greenbaize.rules.table_snapshot import NO_CURRENT_RULES, RankRing
from greenbaize.ui.table.rules_slip_dialog import RulesSlipDialog
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from greenbaize.words.speaker import Speaker
from ui.show_widget import show_widget


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_ring_of_ranks_lies_on_cloth(qtbot, theme):
    apply_application_theme(theme)
    window = show_widget(qtbot, QWidget())
    dialog = RulesSlipDialog((), Speaker(), window)
    dialog.show_rules(NO_CURRENT_RULES)
    show_widget(qtbot, dialog)
    assert not dialog.ring_widget.isVisible()
    dialog.show_rules(NO_CURRENT_RULES._replace(ring=RankRing(("6", "A", "Q"))))
    assert dialog.ring_widget.isVisible()
    picture = dialog.ring_widget.grab().toImage()
    assert picture.pixelColor(6, picture.height() // 2) == QColor(theme.felt)
