"""Tests for the About dialog."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from greenbaize import __version__
from greenbaize.ui.features.help import about
from greenbaize.ui.features.help.about import AboutDialog


def test_it_names_the_version_and_the_licences(qtbot):
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    dialog.open()
    text = "\n".join(label.text() for label in dialog.findChildren(QLabel))
    for words in (__version__, "MIT", "Open Font Licence", "Lesser General Public Licence"):
        assert words in text


@pytest.mark.parametrize(
    ("form", "sentence"), [(True, "players compiled"), (False, "not compiled")]
)
def test_compiled_form_is_named(form, sentence, qtbot, monkeypatch):
    monkeypatch.setattr(about, "is_running_compiled", lambda: form)
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    lines = [label.text() for label in dialog.findChildren(QLabel)]
    assert [line for line in lines if __version__ in line and line.endswith(sentence)]


def test_close_and_escape_close_it(qtbot):
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        dialog = AboutDialog()
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog)
        dialog.open()
        qtbot.keyClick(dialog, key)
        assert not dialog.isVisible()
