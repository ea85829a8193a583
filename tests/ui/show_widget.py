"""Display of a single widget for a test."""


def show_widget(qtbot, widget, *size):
    """Show and focus a widget, in the given size if any, until the test ends."""
    qtbot.addWidget(widget)
    if size:
        widget.resize(*size)
    with qtbot.waitActive(widget):
        widget.show()
    return widget
