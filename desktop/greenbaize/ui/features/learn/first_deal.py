"""Guided first deal: the guide's texts above the table, which waits for the player."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from greenbaize.app.learning import FirstDealView, Guide, Words, first_place_of
from greenbaize.app.tables.default_players import name_of, your_name
from greenbaize.cards import Card
from greenbaize.rules.commands import Command
from greenbaize.rules.events import Event, TrickTaken
from greenbaize.rules.things import Thing
from greenbaize.ui.match.hints import Hints
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.shell.navigation import Exercises, Help, NewMatch, SitDown, Start
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.hover_help import place_of
from greenbaize.ui.table.look_around import FrameItem
from greenbaize.ui.table.pace import Pace
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.widgets.accessibility import announce, name_for_ears
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.keyboard import is_typing, step_by_arrow
from greenbaize.ui.widgets.lettering import normal, small
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain import Label
from greenbaize.ui.widgets.table_button import ARROWS, TableButton
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import together

LINES: Final = 3
"""Height of the guide's text (lines), fixed so that the table below does not jump."""

WayOn = tuple[str, Callable[[], object]]


class GuideSlip(PaperFrame):
    """Panel with the guide's text and its buttons."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = Label(tr("Guide"), self)
        self.text = Label(parent=self)
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.next_button = TableButton(tr("&Next"), self)
        self.skip_button = TableButton(tr("S&kip the guide"), self)
        self.buttons = [self.next_button, self.skip_button]
        said = column_of(self.title, (self.text, 1), spacing=1)
        self._buttons = column_of(self.next_button, self.skip_button, STRETCH, spacing=4)
        for button in self.buttons:
            button.setAutoDefault(True)
        self._keep_place(on=True)
        row_of((said, 1), self._buttons, within=self, margins=(14, 8, 12, 8), spacing=14)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.letter()

    def _keep_place(self, *, on: bool) -> None:
        """Reserve the space of a hidden *Next*: a click meant for it must not skip the guide."""
        stays = self.next_button.sizePolicy()
        stays.setRetainSizeWhenHidden(on)
        self.next_button.setSizePolicy(stays)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between the closing buttons with the arrows, which are the table's before that."""
        if event.key() in ARROWS and self.skip_button.isHidden():
            step_by_arrow(self, event)
        else:
            event.ignore()

    def say(self, words: str, *, waits: bool) -> None:
        """Show text; with ``waits`` the table waits for *Next*."""
        self.text.setText(words)
        name_for_ears(self, tr("Guide"), words)
        self.next_button.setVisible(waits)
        self.updateGeometry()

    def close_with(self, words: str, ways: Sequence[WayOn]) -> None:
        """Show the closing text and its buttons, the usual one first."""
        self.say(words, waits=False)
        self._keep_place(on=False)
        self.skip_button.hide()
        for place, (text, follow) in enumerate(ways):
            button = TableButton(text, self)
            button.setAutoDefault(True)
            button.clicked.connect(lambda _=False, follow=follow: follow())
            self._buttons.insertWidget(place, button)
            button.show()  # a hidden button could not take the focus at once
            self.buttons.append(button)
        self.letter()

    def letter(self) -> None:
        """Scale the fonts with the table."""
        self.title.setFont(small(bold=True))
        self.text.setFont(normal())
        self.text.setMinimumHeight(LINES * self.text.fontMetrics().lineSpacing())
        for button in self.buttons:
            button.setFont(small())


AROUND: Final = (10, 8, 10, 2)
"""Margins of cloth around the panel (px)."""


class Pointer(QObject):
    """Highlighter: frames around table elements, and outlines of own cards, which may be tilted."""

    def __init__(self, scene: TableScene, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self._rings: list[FrameItem] = []
        self.at: tuple[Thing | Card, ...] = ()
        """Highlighted elements and cards, visible or not."""
        scene.motion.rested.connect(self.refresh)

    def point_at(self, at: Sequence[Thing | Card]) -> None:
        self.at = tuple(at)
        self.refresh()

    @property
    def places(self) -> list[QRectF]:
        """Rectangles of the highlighted elements that are visible."""
        found = (place_of(self._scene, one) for one in self.at if isinstance(one, Thing))
        return [place for place in found if place is not None]

    def refresh(self) -> None:
        places = self.places
        while len(self._rings) < len(places):
            ring = FrameItem(4900, bold=True)
            self._scene.addItem(ring)
            self._rings.append(ring)
        for ring, place in zip(self._rings, places, strict=False):
            ring.go_round(place)
        for ring in self._rings[len(places) :]:
            ring.hide()
        self._scene.cards.point_at([one for one in self.at if isinstance(one, Card)])


class FirstDeal(QObject):
    """Controller that guides somebody through the deal on the table."""

    def __init__(self, services: Services, playing: MatchView, place: FirstDealView) -> None:
        super().__init__(playing)
        self._services, self._playing, self._place = services, playing, place
        self.guide = Guide(place)
        self.slip = GuideSlip(playing)
        self.pointer = Pointer(playing.scene, self)
        self.on = True
        self.closed = False
        self._waiting: list[Words] = []
        """Texts to show before the table advances; the first of them is on the panel."""
        self._since: list[str] = []
        """Texts shown since the last question that the player has not clicked away."""
        self._asked = ""
        self._hints = Hints(place, self)
        self._hints.changed.connect(self._on_advice)
        # The panel has a row of its own above the table, so that neither covers the other.
        column = playing.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertLayout(0, row_of(self.slip, margins=AROUND))
        column.setStretchFactor(playing.splitter, 1)
        self.slip.say(tr("The cards are dealt."), waits=False)
        self.slip.next_button.clicked.connect(self.go_on)
        self.slip.skip_button.clicked.connect(self.leave_off)
        playing.asks = self._ask_leave
        playing.paced = self.paced
        playing.asking.enter_takes_hand = lambda: not self.on
        playing.renewable = False  # no record leads back to this deal
        playing.at_stake = tr("Nothing of it is kept. You can begin it again from the menu Learn.")
        playing.pacing.stays = self._stays
        playing.stage.shown.connect(self._on_shown)
        playing.asking.changed.connect(self._on_question)
        playing.asking.chosen.connect(self._on_chosen)
        playing.view.resized.connect(self.pointer.refresh)
        playing.view.resized.connect(self.slip.letter)
        playing.dressed.connect(self.slip.letter)

    def _ask_leave(self, act: Callable[[], object]) -> bool:
        if self.closed:
            return False

        def leave() -> None:
            self._playing.asks = None
            act()

        question = Confirmation(
            self._services.window,
            tr("Leave the first deal?"),
            self._playing.at_stake,
            tr("L&eave it"),
            tr("&Keep playing"),
        )
        question.confirmed.connect(leave)
        self._services.dialogs.open(question)
        return True

    def paced(self, pace: Pace) -> Pace:
        """Return the pace of a guided deal: tricks wait for a click, and no card plays itself."""
        if not self.on:
            return pace
        attended = self._services.request.attended
        return pace._replace(waits=attended, last_card=False, forced=False)

    # Guide texts

    def _say(self, words: Words, since: Sequence[str] = (), *, waits: bool = False) -> None:
        """Show a text after the unread ones, which have been announced already."""
        if not waits:
            self._hide_next()  # else its neighbour, which skips the guide, would get the focus
        self.slip.say(together(*since, words.text), waits=waits)
        self.pointer.point_at(words.at)
        announce(self.slip, words.heard)
        if waits:
            self._take_keyboard(self.slip.next_button)

    def _on_shown(self, event: Event, view: Any) -> None:
        if not self.on:
            return
        if isinstance(event, TrickTaken) and self._playing.stage.pace.waits:
            self._since = []  # the player has looked at the trick as long as wanted
            self.pointer.point_at(())
        if not self._waiting:
            self._hide_next()
        self._waiting += self.guide.begin(event, view)
        came = self.guide.came(event, view)
        if came.text:
            # A trick and the score of a deal stay until the player clicks.
            looks = self._playing.stage.pace.waits and self._playing.scene.cards.pile is None
            self._say(came, self._since, waits=looks and not self._place.finished)
            self._since.append(came.text)

    def _stays(self) -> bool:
        """Return whether the table waits for the player, now that everything is shown."""
        if self._place.finished:
            self._close()
            return True
        if self.on and self._waiting:
            self._say(self._waiting[0], waits=True)
        return self.on and bool(self._waiting)

    def go_on(self) -> None:
        if not self._waiting:
            self._hide_next()
            self._playing.stage.hurry()
            return
        self._waiting.pop(0)
        self._since = []
        if not self._waiting:
            self._hide_next()
        self._playing.stage.go_on()

    def _take_keyboard(self, button: QPushButton) -> None:
        """Focus a button of the panel, unless somebody is typing."""

        def take() -> None:
            if not (button.isHidden() or self.slip.isHidden() or is_typing()):
                button.setFocus()

        take()
        # Again later: the table takes the focus when it opens and after a card is played.
        QTimer.singleShot(0, button, take)

    def _hide_next(self) -> None:
        held = self.slip.next_button.hasFocus()
        self.slip.next_button.hide()
        if held:
            self._playing.take_keyboard()

    def _on_question(self) -> None:
        asking = self._playing.asking
        self._hints.drop()
        question = asking.question
        if not self.on or question is None or asking.taken_up:
            return
        words = self.guide.asked(question, self._place.view)
        self._asked = together(*self._since, words.text)
        self._say(words, self._since)
        if self._hints.answers(question):
            self._hints.ask()

    def _on_advice(self) -> None:
        if not self.on or self._playing.asking.question is None or not self._hints.choices:
            return
        words = self.guide.advised(self._hints.choices, self._place.view)
        self._hide_next()
        self.slip.say(together(self._asked, words.text), waits=False)
        self.pointer.point_at(words.at or self.pointer.at)
        announce(self.slip, words.text)

    def _on_chosen(self, command: Command) -> None:
        if self.on:
            self.guide.chose(command)
            self._since = []
            self.pointer.point_at(())

    # End

    def leave_off(self) -> None:
        """Skip the guide from now on; the deal continues."""
        self.on = False
        self._waiting = []
        self._hints.close()
        self.pointer.point_at(())
        window = self._services.window
        held = self.slip.isAncestorOf(window.focusWidget() or window)
        self.slip.hide()
        if held:
            self._playing.take_keyboard()
        self._playing.apply_asked.emit()
        self._playing.stage.go_on()

    def _close(self) -> None:
        """Show the closing text and what can follow; nothing advances by itself after the deal."""
        if self.closed:
            return
        self.closed = True
        self._playing.corner.close()  # the rules slip
        self._playing.scene.news.clear()  # the leader; no next deal would clear it
        words = self.guide.closing(guided=self.on)
        self.on = False
        self._hints.close()
        self.pointer.point_at(())
        game, go = self._place.game.name, self._services.go
        ways = [
            (tr("&Play a match…"), partial(go, NewMatch(game))),
            (tr("&Rules of the game"), partial(go, Help())),
            (tr("E&xercises…"), partial(go, Exercises(game))),
            (tr("L&eave the table"), partial(go, Start())),
        ]
        self.slip.close_with(together(*self._since, words.text), ways)
        self.slip.show()
        announce(self.slip, words.text)
        self._take_keyboard(self.slip.buttons[2])
        self._remember()

    def _remember(self) -> None:
        """Mark the game as guided: it is no longer offered, but stays in the menu."""
        settings, game = self._services.settings, self._place.game.name
        if game not in settings.now.guided:
            settings.change("guided", [*settings.now.guided, game])


def begin(services: Services, game: str) -> None:
    """Open the table for a guided first deal of a game."""
    settings = services.settings.now
    persons = [name_of(one) for one in settings.persons]
    place = first_place_of(game, your_name(settings), persons, services.launcher.now)

    def guide(playing: MatchView) -> None:
        playing.guide = FirstDeal(services, playing, place)

    services.go(SitDown(place, guide))
