"""What is played next: asked in dialogs, and done with the match that is on the table."""

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from greenbaize.rules.errors import GameError
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.ui.play import MOST_OFFERED, Play
from greenbaize.ui.shell.actions import MATCH, Action
from greenbaize.ui.shell.navigation import (
    BeginUsual,
    Lesson,
    Matches,
    NewMatch,
    PlayAgain,
    ReopenTable,
    Resume,
    UnfinishedMatches,
)
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from greenbaize.app.tables.unfinished import Unfinished


class WhatNext:
    """Asks what a window's person wants to play, and what is to become of the match there.

    Args:
        services: the window's services.
        play: begins and leaves matches.
    """

    def __init__(self, services: Services, play: Play) -> None:
        self._services, self._play = services, play
        navigator = services.navigator
        navigator.register(PlayAgain, lambda _: self.play_again())
        navigator.register(NewMatch, lambda to: self.ask_new_match(to.game))
        navigator.register(UnfinishedMatches, lambda _: self.ask_unfinished())

    def actions(self) -> list[Action]:
        """The entries of the menu."""
        pages = self._services.pages
        keys = QKeySequence.StandardKey
        return [
            Action(
                id="new",
                text=tr("&New match…"),
                run=self.ask_new_match,
                menu=MATCH,
                place=1,
                keys=keys.New,
                enabled=lambda: not pages.shared,
            ),
            Action(
                id="again",
                text=tr("&Play again"),
                run=self.ask_again,
                menu=MATCH,
                place=2,
                keys="Ctrl+R",
                enabled=lambda: pages.match is not None,
            ),
            Action(
                id="unfinished",
                text=tr("&Unfinished matches…"),
                run=self.ask_unfinished,
                menu=MATCH,
                place=5,
                keys=keys.Open,
                enabled=lambda: not pages.shared,
            ),
            Action(
                id="abandon",
                text=tr("&Abandon match…"),
                run=self.ask_abandon,
                menu=MATCH,
                place=13,
                enabled=lambda: pages.match is not None and not pages.match.place.over,
            ),
        ]

    def ask_again(self) -> None:
        """Play another such match; asked first where one is under way."""
        from greenbaize.ui.dialogs.dialog import again_question  # noqa: PLC0415

        match = self._services.pages.match
        if match is not None and not match.place.over:
            question = again_question(self._services.window)
            question.confirmed.connect(self.play_again)
            self._services.dialogs.open(question)
        else:
            self.play_again()

    def play_again(self) -> None:
        """Begin another match of the same players, game and options."""
        from greenbaize.app.tables.matches import casual, new_seed, settled_header  # noqa: PLC0415

        match = self._services.pages.match
        if match is None:
            return
        old = match.place.header
        sitters = self._services.persons.sitting_next(old.sitters)
        header = settled_header(old.game, sitters, old.options, new_seed())
        self._play.begin(casual(header) if old.casual else header)

    def ask_new_match(self, game: str = "") -> None:
        """Ask what to play next, or how to play a game.

        The match on the table can be gone on with later.
        """
        from greenbaize.ui.dialogs.new_match import Chosen, NewMatchDialog  # noqa: PLC0415

        services, settings = self._services, self._services.settings.now

        def begin(chosen: Chosen) -> None:
            services.persons.on_switched()  # for the dialog lets one choose who plays
            services.setup.table = chosen.game, chosen.sitters, chosen.options
            services.go(BeginUsual())

        dialog = NewMatchDialog(
            services.games, LEVEL_NAMES, settings, services.window, services.theme.now
        )
        dialog.game_list.choose(game or settings.last_game)
        if services.persons.next is not None:
            dialog.seats.let_play(services.persons.next)
        dialog.match_chosen.connect(begin)
        dialog.guide_asked.connect(lambda name: services.go(Lesson(name)))
        services.dialogs.open(dialog)

    def ask_unfinished(self) -> None:
        """Offer the matches that were left before their end."""
        from greenbaize.app.tables.matches import abandon_record  # noqa: PLC0415
        from greenbaize.app.tables.seats import people_of  # noqa: PLC0415
        from greenbaize.app.tables.unfinished import unfinished  # noqa: PLC0415
        from greenbaize.ui.dialogs.unfinished import UnfinishedDialog  # noqa: PLC0415

        services, match = self._services, self._services.pages.match
        playing = None if match is None else match.file.path
        left = [one for one in unfinished(MOST_OFFERED + 1) if one.path != playing]
        if not left:
            services.notifications.tell(tr("There is no other unfinished match."))
            return

        def anothers(one: "Unfinished") -> bool:
            return services.persons.is_anothers(one.header)

        dialog = UnfinishedDialog(
            left[:MOST_OFFERED], services.window, services.theme.now, anothers
        )
        dialog.all_button.setVisible(len(left) > MOST_OFFERED)

        def go_on(one: "Unfinished") -> None:
            if len(people_of(one.header)) > 1:
                dialog.accept()
                services.go(ReopenTable(one.path, one.header))
                return
            problem = services.navigator.go(Resume(one.path))
            if problem:
                dialog.show_problem(problem)
            else:
                dialog.accept()

        def give_up(one: "Unfinished") -> None:
            try:
                abandon_record(one.path)
            except GameError as error:
                dialog.show_problem(Speaker().say(error.message))
            else:
                dialog.forget(one)

        def new_match() -> None:
            dialog.reject()
            self.ask_new_match()

        def show_all() -> None:
            from greenbaize.store.listing import Ending  # noqa: PLC0415

            dialog.reject()
            services.go(Matches(Ending.OPEN))

        dialog.all_asked.connect(show_all)
        dialog.go_on_asked.connect(go_on)
        dialog.abandon_asked.connect(give_up)
        dialog.new_match_asked.connect(new_match)
        dialog.finished.connect(self._play.offer)
        services.dialogs.open(dialog)

    def ask_abandon(self) -> None:
        """Ask whether the match is to be left for good."""
        from greenbaize.ui.dialogs.dialog import abandon_question  # noqa: PLC0415

        match = self._services.pages.match
        if match is not None and not match.place.over:
            question = abandon_question(self._services.window)
            question.confirmed.connect(self._abandon)
            self._services.dialogs.open(question)

    def _abandon(self) -> None:
        from greenbaize.app.tables.matches import abandon_record  # noqa: PLC0415

        match = self._services.pages.match
        if match is None:
            return
        path = match.file.path
        self._play.show_lobby()
        try:
            abandon_record(path)
        except GameError as error:
            self._services.notifications.say(error.message)
        self._play.offer()
