"""The accessibility tree of the program, as screen readers receive it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QLabel, QWidget

Role = QAccessible.Role

UNINFORMATIVE_ROLES = (Role.Client, Role.NoRole, Role.Window)
"""Roles that say nothing about a widget's purpose."""


class AccessibleNode(NamedTuple):
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
def screen_reader_active() -> Iterator[None]:
    """Activate accessibility, as a running screen reader does, until the block ends."""
    QAccessible.setActive(True)
    try:
        yield
    finally:
        QAccessible.setActive(False)


def visible_nodes() -> list[AccessibleNode]:
    """Return all visible nodes, from the root on."""
    return [node for node, _ in _walk_tree()]


def focused_node() -> AccessibleNode | None:
    """Return the focused node, queried as screen readers do."""
    window = _root_interface().focusChild()
    interface = None if window is None else window.focusChild()
    if interface is None or not interface.isValid():
        return None
    path: list[str] = []
    ancestor = interface.parent()
    while ancestor is not None and ancestor.isValid() and ancestor.role() is not Role.Application:
        path.insert(0, ancestor.text(QAccessible.Text.Name))
        ancestor = ancestor.parent()
    return _make_node(interface, tuple(path))


def trigger_first_action(node: AccessibleNode) -> None:
    """Trigger the node's first action, as a screen reader would; it takes effect asynchronously."""
    for candidate, interface in _walk_tree():
        if candidate == node:
            interface.actionInterface().doAction(candidate.actions[0])
            return
    raise AssertionError(f"{node} has disappeared")


def find_unnamed_nodes() -> list[str]:
    """Return the focusable nodes without a name or with an uninformative role."""
    focusable_nodes = [
        node
        for node, interface in _walk_tree()
        if node.focusable and not _delegates_focus(interface)
    ]
    return [
        str(node) for node in focusable_nodes if not node.name or node.role in UNINFORMATIVE_ROLES
    ]


def _delegates_focus(interface: QAccessibleInterface) -> bool:
    """Return whether the focus goes to another widget, or this is a combo box's popup list."""
    widget = interface.object()
    has_focus_proxy = isinstance(widget, QWidget) and widget.focusProxy() is not None
    return has_focus_proxy or interface.parent().role() is Role.ComboBox


def find_unlabelled_combo_boxes() -> list[str]:
    """Return the combo boxes that announce the chosen value but no label."""
    labels = [interface for interface in QApplication.allWidgets() if isinstance(interface, QLabel)]
    labelled_widgets = [label.buddy() for label in labels]
    return [
        str(node)
        for node, interface in _walk_tree()
        if node.role is Role.ComboBox
        and not node.description
        and interface.object() not in labelled_widgets
    ]


def _root_interface() -> QAccessibleInterface:
    application = QApplication.instance()
    assert application is not None
    return QAccessible.queryAccessibleInterface(application)


def _walk_tree() -> Iterator[tuple[AccessibleNode, QAccessibleInterface]]:
    root = _root_interface()
    for index in range(root.childCount()):
        yield from _walk_subtree(root.child(index), ())


def _walk_subtree(
    interface: QAccessibleInterface | None, path: tuple[str, ...]
) -> Iterator[tuple[AccessibleNode, QAccessibleInterface]]:
    if interface is None or not interface.isValid() or interface.state().invisible:
        return
    node = _make_node(interface, path)
    yield node, interface
    for index in range(interface.childCount()):
        yield from _walk_subtree(interface.child(index), (*path, node.name))


def _make_node(interface: QAccessibleInterface, path: tuple[str, ...]) -> AccessibleNode:
    state, action_interface = interface.state(), interface.actionInterface()
    return AccessibleNode(
        role=interface.role(),
        name=interface.text(QAccessible.Text.Name),
        description=interface.text(QAccessible.Text.Description),
        focusable=bool(state.focusable),
        focused=bool(state.focused),
        actions=() if action_interface is None else tuple(action_interface.actionNames()),
        path=path,
    )
