"""Controller of the current person: menu on the start screen, and dialogs."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from greenbaize.app.tables.default_players import your_name
from greenbaize.store.persons import MOST_PERSONS, Person
from greenbaize.ui.faces.icons import SMALL, face_icon
from greenbaize.ui.faces.looks import look_of_person
from greenbaize.ui.shell.actions import VIEW, Action
from greenbaize.ui.shell.navigation import HaveName, People, PersonMenu
from greenbaize.ui.shell.persons import title_of
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.plain import on_button
from greenbaize.words.catalogue import tr


class WhoPlays:
    """Controller of the persons' menu and dialogs; ``load_dialogs`` imports the dialogs' module."""

    def __init__(self, services: Services, dialogs: Callable[[], Any]) -> None:
        self._services, self._dialogs = services, dialogs
        self._persons = services.persons
        self.menu: QMenu | None = None
        services.navigator.register(PersonMenu, lambda to: self.open_menu(to.below))
        services.navigator.register(People, lambda _: self.ask_people())
        services.navigator.register(HaveName, lambda to: self.with_name(to.deed))

    def actions(self) -> list[Action]:
        return [Action("people", tr("P&eople…"), self.ask_people, VIEW, 2)]

    def open_menu(self, below: QPoint) -> None:
        settings = self._services.settings.now
        self._look_around()
        menu = self.menu = QMenu(self._services.window)
        menu.aboutToHide.connect(menu.deleteLater)
        group = QActionGroup(menu)
        for person in settings.persons:
            action = menu.addAction(_icon(person), on_button(title_of(person)))
            action.setCheckable(True)
            action.setChecked(person.identity == settings.who)
            action.triggered.connect(partial(self._on_picked, person.identity))
            group.addAction(action)
        menu.addSeparator()
        adding = menu.addAction(tr("&Add a person…"))
        adding.triggered.connect(lambda _=False: self.ask_add())
        adding.setEnabled(len(settings.persons) < MOST_PERSONS)
        menu.addAction(tr("&People…")).triggered.connect(lambda _=False: self.ask_people())
        menu.popup(below)

    def _look_around(self) -> None:
        """Reload changes of other windows to the persons, and announce those to the current one."""
        settings = self._services.settings
        settings.now.look_around()
        settings.tell(settings.now.news())

    def _on_picked(self, identity: str, _: bool = False) -> None:
        self._persons.let_play(identity)

    def with_name(self, deed: Callable[[], object]) -> None:
        """Run an action that shows the name to others, after asking for a name if there is none."""
        services, settings = self._services, self._services.settings.now
        if self._dialogs().is_name(your_name(settings)):
            deed()
            return
        dialog = self._dialogs().OwnNameDialog(settings.persons, settings.who, services.window)

        def take(name: str) -> None:
            settings.rename(settings.who, name, your_name(settings))
            self._persons.on_changed()
            services.settings.save()
            deed()

        dialog.named.connect(take)
        services.dialogs.open(dialog)

    def ask_add(self) -> None:
        services = self._services
        persons = services.settings.now.persons
        dialog = self._dialogs().AddPersonDialog(persons, services.window)
        dialog.added.connect(self._on_added)
        services.dialogs.open(dialog)

    def _on_added(self, name: str, face: str, colour: str) -> None:
        settings = self._services.settings
        identity = settings.now.add_person(name, face, colour)
        self._persons.on_changed()
        self._persons.let_play(identity)
        settings.save()

    def ask_people(self) -> None:
        services = self._services
        self._look_around()
        dialog = self._dialogs().PeopleDialog(services.settings.now, services.window)
        dialog.changed.connect(self._persons.on_changed)
        dialog.play_asked.connect(self._persons.let_play)
        dialog.finished.connect(services.settings.save)
        services.dialogs.open(dialog)


def _icon(person: Person) -> Any:
    return face_icon(look_of_person(person), SMALL)
