"""The dialogs to manage the persons at this computer, and to enter a name."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QToolButton,
    QWidget,
)

from greenbaize.app.avatars import AVATAR_COLOURS, AVATAR_HEADS, Avatar, AvatarHead
from greenbaize.app.nicknames import is_identifying_name
from greenbaize.app.tables.default_players import get_person_name
from greenbaize.rules.messages import Message, mark_text
from greenbaize.store.declared_settings import MAX_PLAYER_NAME_LENGTH, tidy_name
from greenbaize.store.persons import MAX_PERSONS, PersonIdentity, name_error
from greenbaize.store.settings import UserSettings
from greenbaize.ui.faces.assigned_avatars import avatar_of_person
from greenbaize.ui.faces.icons import make_avatar_icon, make_colour_icon, render_scaled_avatar
from greenbaize.ui.widgets.dialog import BaseDialog, ConfirmationDialog
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.labels import make_note, make_subheading
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel, set_tooltip
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.speaker import Speaker

IDENTITY_ROLE: Final = Qt.ItemDataRole.UserRole
LIST_ICON_SIZE: Final = 28
LIST_WIDTH: Final = 180
HEAD_TITLES: Final[Mapping[str, str]] = {
    AvatarHead.BUN: mark_text("A bun"),
    AvatarHead.BEARD: mark_text("A beard"),
    AvatarHead.GLASSES: mark_text("Glasses"),
    AvatarHead.PLAITS: mark_text("Plaits"),
    AvatarHead.BOWLER: mark_text("A bowler hat"),
    AvatarHead.CAP: mark_text("A cap"),
    AvatarHead.CURLS: mark_text("Curls"),
    AvatarHead.EARS: mark_text("Large ears"),
    AvatarHead.FRINGE: mark_text("A fringe"),
    AvatarHead.SPIKES: mark_text("Spiky hair"),
    AvatarHead.SCARF: mark_text("A headscarf"),
    AvatarHead.MOUSTACHE: mark_text("A moustache"),
}
COLOUR_TITLES: Final[Mapping[str, str]] = {
    "green": mark_text("Green"),
    "blue": mark_text("Blue"),
    "amber": mark_text("Amber"),
    "rose": mark_text("Rose"),
    "violet": mark_text("Violet"),
    "teal": mark_text("Teal"),
    "coral": mark_text("Coral"),
    "slate": mark_text("Slate"),
    "olive": mark_text("Olive"),
    "indigo": mark_text("Indigo"),
}
FACES_PER_ROW: Final = 6
FACE_BUTTON_SIZE: Final = 40
COLOUR_BUTTON_SIZE: Final = 22
PORTRAIT_SIZE: Final = 84
"""Sizes of a face button, a colour button and the portrait (px)."""


class PeopleDialog(BaseDialog):
    """Dialog that edits the persons in the settings at once; the caller saves the settings."""

    changed = Signal()
    """A person was added, removed, renamed or given another look."""
    play_requested = Signal(str)
    """Another person is to become the current one, given by identity."""

    def __init__(self, settings: UserSettings, parent: QWidget) -> None:
        super().__init__(parent, tr("People"))
        self._settings = settings
        self.people_list = QListWidget(self)
        self.people_list.setAccessibleName(tr("People at this computer"))
        self.people_list.setIconSize(QSize(LIST_ICON_SIZE, LIST_ICON_SIZE))
        self.people_list.setMinimumWidth(round(scale_pixels(LIST_WIDTH)))
        self.people_list.setWordWrap(True)
        self.people_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.person_form = PersonForm(self)
        self.former_names_label = make_note(parent=self)
        # No default button: Enter confirms a typed name, and nothing else.
        self.play_button = self.make_button(tr("&Play as this person"), self._request_play)
        self.add_button = self.make_button(tr("&Add…"), self.open_add_dialog)
        self.remove_button = self.make_button(tr("&Remove…"), self.confirm_removal)
        self.close_button = self.make_button(tr("C&lose"), self.reject)
        self._build_layout()
        self.people_list.currentItemChanged.connect(lambda *_: self._show_person())
        self.person_form.name_entered.connect(self._on_name_entered)
        self.person_form.look_chosen.connect(self._on_look_chosen)
        self.show_people(settings.current_identity)
        self.people_list.setFocus()

    def _build_layout(self) -> None:
        left = make_column(
            (self.people_list, 1), make_row(self.add_button, self.remove_button), spacing=6
        )
        right = make_column(self.person_form, self.former_names_label, STRETCH, spacing=6)
        body = make_row(left, (right, 1), spacing=20)
        foot = make_row(self.play_button, STRETCH, self.close_button)
        make_column((body, 1), foot, widget=self, margins=(18, 16, 18, 14), spacing=12)

    # The list

    def show_people(self, selected_identity: str = "") -> None:
        """Reload the list and select this identity, or the one selected before."""
        selected_identity = selected_identity or self._selected_identity
        self.people_list.blockSignals(True)
        self.people_list.clear()
        for person in self._settings.persons:
            item = QListWidgetItem(
                make_avatar_icon(avatar_of_person(person), LIST_ICON_SIZE), _display_name(person)
            )
            item.setData(IDENTITY_ROLE, person.identity)
            if person.identity == self._settings.current_identity:
                bold_font = item.font()
                bold_font.setBold(True)
                item.setFont(bold_font)
                item.setText(tr("{name} (plays)").format(name=_display_name(person)))
            set_tooltip(item, item.text())
            self.people_list.addItem(item)
            if person.identity == selected_identity:
                self.people_list.setCurrentItem(item)
        self.people_list.blockSignals(False)
        if self.people_list.currentItem() is None:
            self.people_list.setCurrentRow(0)
        self.add_button.setEnabled(self.people_list.count() < MAX_PERSONS)
        self._show_person()

    @property
    def _selected_identity(self) -> str:
        item = self.people_list.currentItem()
        return "" if item is None else str(item.data(IDENTITY_ROLE))

    @property
    def _selected_person(self) -> PersonIdentity:
        return next(
            person
            for person in self._settings.persons
            if person.identity == self._selected_identity
        )

    def _show_person(self) -> None:
        if self.people_list.currentItem() is None:
            return
        person = self._selected_person
        is_current = person.identity == self._settings.current_identity
        self.person_form.show_person(person.name, get_person_name(person), avatar_of_person(person))
        names = ", ".join(map(display_name, person.former_names))
        self.former_names_label.setText(
            tr("Called before: {names}").format(names=names) if names else ""
        )
        self.former_names_label.setVisible(bool(names))
        self.play_button.setEnabled(not is_current)
        self.remove_button.setEnabled(not is_current)
        set_tooltip(
            self.remove_button, tr("Whoever plays cannot be removed.") if is_current else ""
        )

    # Commands

    def _on_name_entered(self, name: str) -> None:
        person = self._selected_person
        if name == person.name or not self.isVisible():
            self.person_form.show_error(None)
            return
        error = name_error(name, self._settings.persons, person.identity)
        self.person_form.show_error(error)
        if error is None:
            self._settings.rename_person(person.identity, name, get_person_name(person))
            self._on_changed()

    def _on_look_chosen(self) -> None:
        look = self.person_form.look
        self._settings.change_person(
            self._selected_identity, face=look.head.value, colour=look.colour
        )
        self._on_changed()

    def _on_changed(self) -> None:
        self.show_people()
        self.changed.emit()

    def _request_play(self) -> None:
        self.play_requested.emit(self._selected_identity)
        self.show_people()

    def _reload_persons(self) -> bool:
        """Reload changes of other windows; return False if the selected person has been removed."""
        selected_identity = self._selected_identity
        self._settings.sync_persons()
        self.show_people()
        return selected_identity == self._selected_identity

    def open_add_dialog(self) -> None:
        self._reload_persons()
        if not self.add_button.isEnabled():
            return
        dialog = AddPersonDialog(self._settings.persons, self)
        dialog.person_added.connect(self._on_added)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_added(self, name: str, face: str, colour: str) -> None:
        identity = self._settings.add_person(name, face, colour)
        self.show_people(identity)
        self.changed.emit()

    def confirm_removal(self) -> None:
        if not self._reload_persons():
            self.changed.emit()
            return  # already removed
        person = self._selected_person
        dialog = ConfirmationDialog(
            self,
            tr("Remove {name}?").format(name=_display_name(person)),
            tr("The matches and statistics stay; the settings of {name} are lost.").format(
                name=_display_name(person)
            ),
            tr("&Remove"),
            tr("&Keep"),
        )
        dialog.confirmed.connect(self._remove_selected)
        dialog.open()

    def _remove_selected(self) -> None:
        if self._reload_persons():
            self._settings.remove_person(self._selected_identity)
        self.show_people(self._settings.current_identity)
        self.changed.emit()


def _display_name(person: PersonIdentity) -> str:
    return display_name(get_person_name(person))


class AddPersonDialog(BaseDialog):
    """Dialog for a new person's name, face and colour, initially ones that nobody here has."""

    person_added = Signal(str, str, str)

    def __init__(self, persons: tuple[PersonIdentity, ...], parent: QWidget) -> None:
        super().__init__(parent, tr("Add a person"))
        self._persons = persons
        self.person_form = PersonForm(self)
        more = make_note(tr("Each person has their own settings and statistics."), self)
        self.add_button = self.make_button(tr("&Add"), self._add_person, default=True)
        self.cancel_button = self.make_button(tr("&Cancel"), self.reject)
        buttons = make_row(STRETCH, self.cancel_button, self.add_button)
        self.build_layout(self.person_form, more, buttons).setStretch(0, 1)
        self.person_form.show_person("", "", _choose_unused_look(persons))
        self.person_form.name_field.setFocus()

    def _add_person(self) -> None:
        name = tidy_name(self.person_form.name_field.text())
        error = name_error(name, self._persons)
        self.person_form.show_error(error)
        if error is not None:
            self.person_form.name_field.setFocus()
            self.person_form.name_field.selectAll()
            return
        look = self.person_form.look
        self.accept()
        self.person_added.emit(name, look.head.value, look.colour)


class OwnNameDialog(BaseDialog):
    """Dialog for the name of a person; ``name_entered`` is emitted with it, cleaned up."""

    name_entered = Signal(str)

    def __init__(self, persons: tuple[PersonIdentity, ...], identity: str, parent: QWidget) -> None:
        super().__init__(parent, tr("Your name"))
        self._persons, self._identity = persons, identity
        question = tr("What are you called at the table?")
        self.name_field = QLineEdit(self)
        self.name_field.setMaxLength(MAX_PLAYER_NAME_LENGTH)
        self.name_field.setMinimumWidth(round(scale_pixels(280)))
        self.name_field.setAccessibleName(question)
        self.error_label = make_note(parent=self, is_quiet=False)
        self.error_label.hide()
        heading = make_subheading(question, self)
        self.confirm_button = self.make_button(tr("&Go on"), self._confirm_name, default=True)
        self.cancel_button = self.make_button(tr("&Cancel"), self.reject)
        buttons = make_row(STRETCH, self.cancel_button, self.confirm_button)
        self.build_layout(heading, self.name_field, self.error_label, buttons)
        self.name_field.setFocus()

    def _confirm_name(self) -> None:
        name = tidy_name(self.name_field.text())
        error = name_error(name, self._persons, self._identity)
        if error is None and is_identifying_name(name):
            self.accept()
            self.name_entered.emit(name)
            return
        sentence = tr("Your friends would not know who that is.")
        self.error_label.setText(sentence if error is None else Speaker().format_message(error))
        self.error_label.show()
        self.name_field.setFocus()
        self.name_field.selectAll()


def _choose_unused_look(persons: tuple[PersonIdentity, ...]) -> Avatar:
    """Return a face and a colour that nobody here has, as long as there are any."""
    looks = [avatar_of_person(candidate) for candidate in persons]
    heads, colours = {look.head for look in looks}, {look.colour for look in looks}
    head = next(
        (candidate for candidate in AVATAR_HEADS if candidate not in heads),
        AVATAR_HEADS[len(looks) % len(AVATAR_HEADS)],
    )
    return Avatar(
        head,
        next(
            (candidate for candidate in AVATAR_COLOURS if candidate not in colours),
            next(iter(AVATAR_COLOURS)),
        ),
    )


class PersonForm(QWidget):
    """Form for a name, a face and a colour."""

    name_entered = Signal(str)
    """A name was entered; it is cleaned up."""
    look_chosen = Signal()
    """Another face or colour was chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.portrait_label = PlainLabel(parent=self)
        self.portrait_label.setFixedSize(PORTRAIT_SIZE, PORTRAIT_SIZE)
        self.name_field = QLineEdit(self)
        self.name_field.setMaxLength(MAX_PLAYER_NAME_LENGTH)
        self.error_label = make_note(parent=self, is_quiet=False)
        self.error_label.hide()
        self.face_group = self._make_button_group(
            {
                head: (make_avatar_icon(Avatar(head, "slate"), FACE_BUTTON_SIZE), HEAD_TITLES[head])
                for head in AVATAR_HEADS
            },
            FACE_BUTTON_SIZE,
        )
        self.colour_group = self._make_button_group(
            {
                code: (make_colour_icon(code, COLOUR_BUTTON_SIZE), COLOUR_TITLES[code])
                for code in AVATAR_COLOURS
            },
            COLOUR_BUTTON_SIZE,
        )
        self._build_layout()
        self.name_field.editingFinished.connect(
            lambda: self.name_entered.emit(tidy_name(self.name_field.text()))
        )
        for group in (self.face_group, self.colour_group):
            group.idClicked.connect(self._on_button_clicked)

    def _make_button_group(
        self, options: "Mapping[str, tuple[QIcon, str]]", icon_size: int
    ) -> QButtonGroup:
        """Return a group of exclusive buttons with icons, which arrow keys move through."""
        group = QButtonGroup(self)
        for index, (icon, title) in enumerate(options.values()):
            button = QToolButton(self)
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setIcon(icon)
            button.setIconSize(QSize(icon_size, icon_size))
            button.setAccessibleName(tr(title))
            set_tooltip(button, tr(title))
            group.addButton(button, index)
        return group

    def _build_layout(self) -> None:
        label = make_subheading(tr("&Name"), self)
        label.setBuddy(self.name_field)
        name = (label, self.name_field, self.error_label)
        name_column = make_column(STRETCH, *name, STRETCH, spacing=4)
        head = make_row(self.portrait_label, (name_column, 1), spacing=14)
        column = make_column(head, widget=self, margins=(0, 0, 0, 0), spacing=6)
        for text, group, column_count in (
            (tr("&Face"), self.face_group, FACES_PER_ROW),
            (tr("C&olour"), self.colour_group, len(AVATAR_COLOURS)),
        ):
            heading = make_subheading(text, self)
            heading.setBuddy(group.button(0))
            column.addWidget(heading)
            grid = QGridLayout()
            grid.setSpacing(2)
            for index, button in enumerate(group.buttons()):
                grid.addWidget(button, index // column_count, index % column_count)
            grid.setColumnStretch(column_count, 1)
            column.addLayout(grid)
        column.addStretch(1)

    # Content

    @property
    def look(self) -> Avatar:
        return Avatar(
            AVATAR_HEADS[self.face_group.checkedId()],
            tuple(AVATAR_COLOURS)[self.colour_group.checkedId()],
        )

    def show_person(self, name: str, placeholder: str, look: Avatar) -> None:
        """Show a person; ``placeholder`` is their default name."""
        self.name_field.setText(name)
        self.name_field.setPlaceholderText(placeholder)
        self.face_group.button(AVATAR_HEADS.index(look.head)).setChecked(True)
        self.colour_group.button(tuple(AVATAR_COLOURS).index(look.colour)).setChecked(True)
        self.show_error(None)
        self._update_portrait()

    def show_error(self, error: Message | None) -> None:
        sentence = "" if error is None else Speaker().format_message(error)
        self.error_label.setText(sentence)
        self.error_label.setAccessibleName(sentence)
        self.error_label.setVisible(bool(sentence))

    def _on_button_clicked(self, _: int) -> None:
        self._update_portrait()
        self.look_chosen.emit()

    def _update_portrait(self) -> None:
        look = self.look
        self.portrait_label.setPixmap(
            render_scaled_avatar(look, PORTRAIT_SIZE, self.devicePixelRatioF())
        )
        # The face buttons have the selected colour.
        for head, button in zip(AVATAR_HEADS, self.face_group.buttons(), strict=True):
            button.setIcon(make_avatar_icon(Avatar(head, look.colour), FACE_BUTTON_SIZE))
