"""Steps of a person in the new match dialog, and what they see there."""

from PySide6.QtCore import Qt


def type_text(qtbot, field, text):
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Tab)


def choose_last_entry(qtbot, field):
    """Open the list of a field by keyboard and choose its last entry."""
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_F4)
    for key in (Qt.Key.Key_End, Qt.Key.Key_Return):
        qtbot.keyClick(field.view(), key)


def seat_names(dialog):
    return [player.name for player in dialog.read_setup().players]


def seat_kinds(dialog):
    return [player.level or player.kind for player in dialog.read_setup().players]


def seat_names_and_kinds(dialog):
    return [(player.name, player.kind) for player in dialog.read_setup().players]


def choose_newcomer(qtbot, dialog, seat):
    """Choose another person at a seat: the last entry but one of the list."""
    field = dialog.seats_form.rows[seat].player_box
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_F4)
    for key in (Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Return):
        qtbot.keyClick(field.view(), key)
