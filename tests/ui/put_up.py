"""Parts of a window, put up alone."""


def put_up(qtbot, widget, *size):
    """Show a widget, in this size if one is given, until the test is over; it has the keyboard."""
    qtbot.addWidget(widget)
    if size:
        widget.resize(*size)
    with qtbot.waitActive(widget):
        widget.show()
    return widget
