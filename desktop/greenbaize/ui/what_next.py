"""What is played next: asked in dialogs, and done with the match that is on the table."""

from typing import TYPE_CHECKING, Final

from greenbaize.rules.errors import GameError
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from greenbaize.app.tables.unfinished import Unfinished
    from greenbaize.ui.window import MainWindow

MOST_OFFERED: Final = 30
"""So many unfinished matches are offered; the list of all matches has the others."""


class WhatNext:
    """Asks what a window's person wants to play, and what is to become of the match there.

    Args:
        window: begins and leaves matches.
    """

    def __init__(self, window: "MainWindow") -> None:
        self._window = window

    def ask_again(self) -> None:
        """Play another such match; asked first where one is under way."""
        from greenbaize.ui.dialogs.ask import again_question  # noqa: PLC0415

        if self._window.match is not None and not self._window.match.place.over:
            question = again_question(self._window)
            question.confirmed.connect(self.play_again)
            self._window.open_dialog(question)
        else:
            self.play_again()

    def play_again(self) -> None:
        """Begin another match of the same players, game and options."""
        from greenbaize.app.tables.matches import casual, new_seed, settled_header  # noqa: PLC0415

        if self._window.match is None:
            return
        old = self._window.match.place.header
        sitters = self._window.who_plays.sitting_next(old.sitters)
        header = settled_header(old.game, sitters, old.options, new_seed())
        self._window.begin(casual(header) if old.casual else header)

    def ask_new_match(self) -> None:
        """Ask what to play next; the match on the table can be gone on with later."""
        self.ask_new_match_of(self._window.settings.last_game)

    def ask_new_match_of(self, game: str) -> None:
        """Ask how to play a game."""
        from greenbaize.ui.dialogs.new_match import Chosen, NewMatchDialog  # noqa: PLC0415
        from greenbaize.ui.learning.menu import begin_first_deal  # noqa: PLC0415

        def begin(chosen: Chosen) -> None:
            self._window.who_plays.on_switched()  # for the dialog lets one choose who plays
            self._window.want(chosen.game, chosen.sitters, chosen.options)
            self._window.begin_wanted(None)

        dialog = NewMatchDialog(
            self._window.games,
            LEVEL_NAMES,
            self._window.settings,
            self._window,
            self._window.theme,
        )
        dialog.game_list.choose(game)
        if self._window.who_plays.next is not None:
            dialog.seats.let_play(self._window.who_plays.next)
        dialog.match_chosen.connect(begin)
        dialog.guide_asked.connect(lambda name: begin_first_deal(self._window, name))
        self._window.open_dialog(dialog)

    def ask_unfinished(self) -> None:
        """Offer the matches that were left before their end."""
        from greenbaize.app.tables.chairs import people_of  # noqa: PLC0415
        from greenbaize.app.tables.matches import abandon_record  # noqa: PLC0415
        from greenbaize.app.tables.unfinished import unfinished  # noqa: PLC0415
        from greenbaize.ui.dialogs.unfinished import UnfinishedDialog  # noqa: PLC0415

        playing = None if self._window.match is None else self._window.match.file.path
        left = [one for one in unfinished(MOST_OFFERED + 1) if one.path != playing]
        if not left:
            self._window.banner.tell(tr("There is no other unfinished match."))
            return
        window = self._window

        def anothers(one: "Unfinished") -> bool:
            return window.who_plays.is_anothers(one.header)

        dialog = UnfinishedDialog(left[:MOST_OFFERED], window, window.theme, anothers)
        dialog.all_button.setVisible(len(left) > MOST_OFFERED)

        def go_on(one: "Unfinished") -> None:
            if len(people_of(one.header)) > 1:
                dialog.accept()
                self._window.door().open_again(one.path, one.header)
                return
            if window.asks_of_guide(lambda: window.resume_or_tell(one.path)):
                dialog.accept()
                return
            problem = self._window.resume(one.path)
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
            self._window.looking.show_matches().show_ending(Ending.OPEN)

        dialog.all_asked.connect(show_all)
        dialog.go_on_asked.connect(go_on)
        dialog.abandon_asked.connect(give_up)
        dialog.new_match_asked.connect(new_match)
        dialog.finished.connect(self._window.offer)
        self._window.open_dialog(dialog)

    def ask_abandon(self) -> None:
        """Ask whether the match is to be left for good."""
        from greenbaize.ui.dialogs.ask import abandon_question  # noqa: PLC0415

        if self._window.match is not None and not self._window.match.place.over:
            question = abandon_question(self._window)
            question.confirmed.connect(self._abandon)
            self._window.open_dialog(question)

    def _abandon(self) -> None:
        from greenbaize.app.tables.matches import abandon_record  # noqa: PLC0415

        if self._window.match is None:
            return
        path = self._window.match.file.path
        self._window.show_lobby()
        try:
            abandon_record(path)
        except GameError as error:
            self._window.banner.tell(Speaker().say(error.message))
        self._window.offer()
