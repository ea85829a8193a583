"""Controller of the current person: menu on the start screen, and dialogs."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from greenbaize.app.tables.default_players import get_own_name
from greenbaize.lazy_import import lazy
from greenbaize.store.persons import MAX_PERSONS, PersonIdentity
from greenbaize.ui.faces.assigned_avatars import avatar_of_person
from greenbaize.ui.faces.icons import ICON_SIZE, make_avatar_icon
from greenbaize.ui.shell.actions import VIEW, Action
from greenbaize.ui.shell.navigation import PeopleRoute, PersonMenuRoute, PlayerNameRoute
from greenbaize.ui.shell.persons import display_name_of
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.plain_text import escape_ampersands
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from greenbaize.ui.features.people.people_dialogs import (
        AddPersonDialog,
        OwnNameDialog,
        PeopleDialog,
    )

_make_people_dialog: "type[PeopleDialog]" = lazy(
    "greenbaize.ui.features.people.people_dialogs:PeopleDialog"
)
_make_add_dialog: "type[AddPersonDialog]" = lazy(
    "greenbaize.ui.features.people.people_dialogs:AddPersonDialog"
)
_make_name_dialog: "type[OwnNameDialog]" = lazy(
    "greenbaize.ui.features.people.people_dialogs:OwnNameDialog"
)
_is_identifying_name: "Callable[[str], bool]" = lazy("greenbaize.app.nicknames:is_identifying_name")


class PeopleController:
    """Controller of the persons' menu and dialogs."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._persons = services.persons
        self.menu: QMenu | None = None
        services.navigator.register_route(PersonMenuRoute, lambda to: self.open_menu(to.position))
        services.navigator.register_route(PeopleRoute, lambda _: self.open_people_dialog())
        services.navigator.register_route(PlayerNameRoute, lambda to: self.run_with_name(to.action))

    def declare_actions(self) -> list[Action]:
        return [Action("people", tr("P&eople…"), self.open_people_dialog, VIEW, 2)]

    def open_menu(self, position: QPoint) -> None:
        settings = self._services.settings.current
        self._reload_persons()
        menu = self.menu = QMenu(self._services.window)
        menu.aboutToHide.connect(menu.deleteLater)
        group = QActionGroup(menu)
        for person in settings.persons:
            action = menu.addAction(
                _make_face_icon(person), escape_ampersands(display_name_of(person))
            )
            action.setCheckable(True)
            action.setChecked(person.identity == settings.current_identity)
            action.triggered.connect(partial(self._switch_person, person.identity))
            group.addAction(action)
        menu.addSeparator()
        add_action = menu.addAction(tr("&Add a person…"))
        add_action.triggered.connect(lambda _=False: self.open_add_dialog())
        add_action.setEnabled(len(settings.persons) < MAX_PERSONS)
        menu.addAction(tr("&People…")).triggered.connect(lambda _=False: self.open_people_dialog())
        menu.popup(position)

    def _reload_persons(self) -> None:
        """Reload changes of other windows to the persons, and announce those to the current one."""
        settings = self._services.settings
        settings.current.sync_persons()
        settings.report_message(settings.current.next_notice())

    def _switch_person(self, identity: str, _: bool = False) -> None:
        self._persons.switch_person(identity)

    def run_with_name(self, action: Callable[[], object]) -> None:
        """Run an action that shows the name to others, after asking for a name if there is none."""
        services, settings = self._services, self._services.settings.current
        if _is_identifying_name(get_own_name(settings)):
            action()
            return
        dialog = _make_name_dialog(settings.persons, settings.current_identity, services.window)

        def save_name(name: str) -> None:
            settings.rename_person(settings.current_identity, name, get_own_name(settings))
            self._persons.on_persons_changed()
            services.settings.save()
            action()

        dialog.name_entered.connect(save_name)
        services.dialogs.open_dialog(dialog)

    def open_add_dialog(self) -> None:
        services = self._services
        persons = services.settings.current.persons
        dialog = _make_add_dialog(persons, services.window)
        dialog.person_added.connect(self._on_added)
        services.dialogs.open_dialog(dialog)

    def _on_added(self, name: str, face: str, colour: str) -> None:
        settings = self._services.settings
        identity = settings.current.add_person(name, face, colour)
        self._persons.on_persons_changed()
        self._persons.switch_person(identity)
        settings.save()

    def open_people_dialog(self) -> None:
        services = self._services
        self._reload_persons()
        dialog = _make_people_dialog(services.settings.current, services.window)
        dialog.changed.connect(self._persons.on_persons_changed)
        dialog.play_requested.connect(self._persons.switch_person)
        dialog.finished.connect(services.settings.save)
        services.dialogs.open_dialog(dialog)


def _make_face_icon(person: PersonIdentity) -> Any:
    return make_avatar_icon(avatar_of_person(person), ICON_SIZE)
