"""The fields that say what a person is called and how they look."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from greenbaize.rules.messages import Message, mark
from greenbaize.store.fitting import NAME_LENGTH, tidy_name
from greenbaize.ui.dialogs.notes import note, subheading
from greenbaize.ui.faces.looks import COLOURS, HEADS, Head, Look
from greenbaize.ui.people.icons import colour_icon, face_at, face_icon
from greenbaize.ui.plain import Label, set_tip
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

HEAD_TITLES: Final[Mapping[str, str]] = {
    Head.BUN: mark("A bun"),
    Head.BEARD: mark("A beard"),
    Head.GLASSES: mark("Glasses"),
    Head.PLAITS: mark("Plaits"),
    Head.BOWLER: mark("A bowler hat"),
    Head.CAP: mark("A cap"),
    Head.CURLS: mark("Curls"),
    Head.EARS: mark("Large ears"),
    Head.FRINGE: mark("A fringe"),
    Head.SPIKES: mark("Spiky hair"),
    Head.SCARF: mark("A headscarf"),
    Head.MOUSTACHE: mark("A moustache"),
}
COLOUR_TITLES: Final[Mapping[str, str]] = {
    "green": mark("Green"),
    "blue": mark("Blue"),
    "amber": mark("Amber"),
    "rose": mark("Rose"),
    "violet": mark("Violet"),
    "teal": mark("Teal"),
    "coral": mark("Coral"),
    "slate": mark("Slate"),
    "olive": mark("Olive"),
    "indigo": mark("Indigo"),
}

IN_A_ROW: Final = 6
FACE: Final = 40
DISC: Final = 22
LARGE: Final = 84
"""How wide faces to choose from, colours and the face chosen are, in pixels."""


class PersonForm(QWidget):
    """A name, a face and a colour; ``named`` and ``dressed`` follow what is done to them."""

    named = Signal(str)
    """A name was typed, tidied here."""
    dressed = Signal()
    """Another face or colour was chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.large = Label(parent=self)
        self.large.setFixedSize(LARGE, LARGE)
        self.name = QLineEdit(self)
        self.name.setMaxLength(NAME_LENGTH)
        self.problem = note(parent=self, quiet=False)
        self.problem.hide()
        self.faces = self._choices(
            {head: (face_icon(Look(head, "slate"), FACE), HEAD_TITLES[head]) for head in HEADS},
            FACE,
        )
        self.colours = self._choices(
            {code: (colour_icon(code, DISC), COLOUR_TITLES[code]) for code in COLOURS}, DISC
        )
        self._lay_out()
        self.name.editingFinished.connect(lambda: self.named.emit(tidy_name(self.name.text())))
        for group in (self.faces, self.colours):
            group.idClicked.connect(self._on_chosen)

    def _choices(self, offered: "Mapping[str, tuple[QIcon, str]]", side: int) -> QButtonGroup:
        """Buttons of which one is down; arrow keys go from one to the next."""
        group = QButtonGroup(self)
        for number, (icon, title) in enumerate(offered.values()):
            button = QToolButton(self)
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setIcon(icon)
            button.setIconSize(QSize(side, side))
            button.setAccessibleName(tr(title))
            set_tip(button, tr(title))
            group.addButton(button, number)
        return group

    def _lay_out(self) -> None:
        label = subheading(tr("&Name"), self)
        label.setBuddy(self.name)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addStretch(1)
        words.addWidget(label)
        words.addWidget(self.name)
        words.addWidget(self.problem)
        words.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(self.large)
        head.addLayout(words, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        for text, group, most in (
            (tr("&Face"), self.faces, IN_A_ROW),
            (tr("C&olour"), self.colours, len(COLOURS)),
        ):
            heading = subheading(text, self)
            heading.setBuddy(group.button(0))
            column.addWidget(heading)
            grid = QGridLayout()
            grid.setSpacing(2)
            for number, button in enumerate(group.buttons()):
                grid.addWidget(button, number // most, number % most)
            grid.setColumnStretch(most, 1)
            column.addLayout(grid)
        column.addStretch(1)

    # What they say

    @property
    def look(self) -> Look:
        """The face and colour chosen."""
        return Look(HEADS[self.faces.checkedId()], tuple(COLOURS)[self.colours.checkedId()])

    def show_person(self, name: str, placeholder: str, look: Look) -> None:
        """Show somebody.

        Args:
            name: what they are called, if they have said.
            placeholder: what they are called otherwise.
            look: how they look.
        """
        self.name.setText(name)
        self.name.setPlaceholderText(placeholder)
        self.faces.button(HEADS.index(look.head)).setChecked(True)
        self.colours.button(tuple(COLOURS).index(look.colour)).setChecked(True)
        self.show_problem(None)
        self._show_look()

    def show_problem(self, problem: Message | None) -> None:
        """Say why nobody can be called what was typed, or nothing."""
        said = "" if problem is None else Speaker().say(problem)
        self.problem.setText(said)
        self.problem.setAccessibleName(said)
        self.problem.setVisible(bool(said))

    def _on_chosen(self, _: int) -> None:
        self._show_look()
        self.dressed.emit()

    def _show_look(self) -> None:
        look = self.look
        self.large.setPixmap(face_at(look, LARGE, self.devicePixelRatioF()))
        # The faces to choose from are in the colour that is chosen.
        for head, button in zip(HEADS, self.faces.buttons(), strict=True):
            button.setIcon(face_icon(Look(head, look.colour), FACE))
