"""The accessibility tree of the program, as screen readers receive it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QLabel, QWidget

Role = QAccessible.Role

PLAIN = (Role.Client, Role.NoRole, Role.Window)
"""Roles that say nothing about a widget's purpose."""


class Told(NamedTuple):
    """A node of the accessibility tree."""

    role: QAccessible.Role
    name: str
    description: str
    focusable: bool
    focused: bool
    actions: tuple[str, ...]
    path: tuple[str, ...]
    """Names of all ancestors, from the window on."""

    def __str__(self) -> str:
        return f"{self.role.name} {self.name!r} in {' > '.join(filter(None, self.path))}"


@contextmanager
def listening() -> Iterator[None]:
    """Activate accessibility, as a running screen reader does, until the block ends."""
    QAccessible.setActive(True)
    try:
        yield
    finally:
        QAccessible.setActive(False)


def heard() -> list[Told]:
    """Return all visible nodes, from the root on."""
    return [told for told, _ in _walk()]


def focused() -> Told | None:
    """Return the focused node, queried as screen readers do."""
    window = _root().focusChild()
    one = None if window is None else window.focusChild()
    if one is None or not one.isValid():
        return None
    path: list[str] = []
    above = one.parent()
    while above is not None and above.isValid() and above.role() is not Role.Application:
        path.insert(0, above.text(QAccessible.Text.Name))
        above = above.parent()
    return _told(one, tuple(path))


def press(wanted: Told) -> None:
    """Trigger the node's first action, as a screen reader would; it takes effect asynchronously."""
    for told, interface in _walk():
        if told == wanted:
            interface.actionInterface().doAction(told.actions[0])
            return
    raise AssertionError(f"{wanted} has disappeared")


def nameless() -> list[str]:
    """Return the focusable nodes without a name or with an uninformative role."""
    found = [told for told, one in _walk() if told.focusable and not _hands_on(one)]
    return [str(told) for told in found if not told.name or told.role in PLAIN]


def _hands_on(one: QAccessibleInterface) -> bool:
    """Return whether the focus goes to another widget, or this is a combo box's popup list."""
    widget = one.object()
    given = isinstance(widget, QWidget) and widget.focusProxy() is not None
    return given or one.parent().role() is Role.ComboBox


def unlabelled() -> list[str]:
    """Return the combo boxes that announce the chosen value but no label."""
    labels = [one for one in QApplication.allWidgets() if isinstance(one, QLabel)]
    labelled = [label.buddy() for label in labels]
    return [
        str(told)
        for told, one in _walk()
        if told.role is Role.ComboBox and not told.description and one.object() not in labelled
    ]


def _root() -> QAccessibleInterface:
    application = QApplication.instance()
    assert application is not None
    return QAccessible.queryAccessibleInterface(application)


def _walk() -> Iterator[tuple[Told, QAccessibleInterface]]:
    root = _root()
    for place in range(root.childCount()):
        yield from _under(root.child(place), ())


def _under(
    one: QAccessibleInterface | None, path: tuple[str, ...]
) -> Iterator[tuple[Told, QAccessibleInterface]]:
    if one is None or not one.isValid() or one.state().invisible:
        return
    told = _told(one, path)
    yield told, one
    for place in range(one.childCount()):
        yield from _under(one.child(place), (*path, told.name))


def _told(one: QAccessibleInterface, path: tuple[str, ...]) -> Told:
    state, deeds = one.state(), one.actionInterface()
    return Told(
        role=one.role(),
        name=one.text(QAccessible.Text.Name),
        description=one.text(QAccessible.Text.Description),
        focusable=bool(state.focusable),
        focused=bool(state.focused),
        actions=() if deeds is None else tuple(deeds.actionNames()),
        path=path,
    )
