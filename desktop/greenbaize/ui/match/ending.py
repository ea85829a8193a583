"""The result of a match over the table, and what can follow it."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QPushButton

from greenbaize.app.tables.default_players import called
from greenbaize.rules.events import Ended
from greenbaize.ui.match.honours import tell_honours
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.sheets.result import ALONE, ResultSheet, WaysOn, name_buttons
from greenbaize.ui.shell.navigation import NewMatch, PlayAgain, Start, Statistics
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.pace import count_match
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.keyboard import step_by_arrow
from greenbaize.ui.widgets.lettering import normal
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain import Label
from greenbaize.ui.widgets.table_button import ARROWS, TableButton
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker

GAP: Final = 12
"""Distance of the bar from the edge of the table (px)."""


class EndStrip(PaperFrame):
    """Bar at the bottom of the finished table while its result is hidden: what can follow.

    It never takes the keyboard focus by itself.
    """

    def __init__(self, playing: MatchView) -> None:
        super().__init__(playing.view.viewport())
        self._playing = playing
        self.setAccessibleName(tr("The match is over."))
        self._title = Label(parent=self)
        self.result_button = TableButton(tr("&Result"), self)
        self.again_button, self.new_button = TableButton(self), TableButton(self)
        self.leave_button = TableButton(self)
        self.ways = self.again_button, self.new_button, self.leave_button
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 10, 16, 12)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        grid.addWidget(self._title, 0, 0, 1, 4, Qt.AlignmentFlag.AlignHCenter)
        for column, button in enumerate((self.result_button, *self.ways)):
            button.setAutoDefault(True)
            grid.addWidget(button, 1, column)
        self.hide()
        self.dress()

    def show_headline(self, words: str) -> None:
        self._title.setText(words)
        self.setAccessibleDescription(words)

    def name_ways(self, ways: WaysOn) -> None:
        name_buttons(self.ways, ways)
        self.lay_out()

    def lay_out(self) -> None:
        """Move to the bottom of the table, above the own cards if there are any left."""
        geometry, view = self._playing.scene.geometry, self._playing.view
        size = self.sizeHint()
        width = min(size.width(), view.width() - 2 * GAP)
        bottom = view.height() - GAP
        if self._playing.scene.cards.own:
            box = geometry.question()
            bottom = round(box.y + box.height)
        self.setGeometry((view.width() - width) // 2, bottom - size.height(), width, size.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let arrow keys move between the buttons; leave all other keys to the table."""
        if event.key() in ARROWS:
            step_by_arrow(self, event)
        else:
            event.ignore()

    def bring(self) -> None:
        self.lay_out()
        self.show()
        self.raise_()

    def dress(self) -> None:
        self._title.setFont(normal(bold=True))
        for button in self.findChildren(QPushButton):
            button.setFont(normal())
        self.lay_out()


class Ending(QObject):
    """Controller of one match's result, shown or hidden, and of the actions that follow."""

    again_asked = Signal()
    new_match_asked = Signal()
    leave_asked = Signal()

    def __init__(self, playing: MatchView) -> None:
        super().__init__(playing)
        place = playing.place
        self._playing = playing
        names = [shown_name(name) for name in called(place.header.sitters)]
        self.card = ResultSheet(playing.view.viewport(), place.game.sides(len(names)))
        scene, place_of = playing.scene, playing.view.mapFromScene
        self.card.plates = lambda: [
            place_of(one.sceneBoundingRect()).boundingRect() for one in scene.plates
        ]
        self.card.piles = lambda: [
            place_of(one.sceneBoundingRect()).boundingRect()
            for won in scene.cards.won
            for one in won
        ]
        self.strip = EndStrip(playing)
        asked = self.again_asked, self.new_match_asked, self.leave_asked
        for part in (self.card, self.strip):
            for button, signal in zip(part.ways, asked, strict=True):
                button.clicked.connect(signal)
        self.strip.result_button.clicked.connect(self.show_card)
        self.card.closed.connect(self._on_closed)
        playing.view.resized.connect(self.strip.lay_out)
        self.name_ways(ALONE)
        end = place.end
        assert isinstance(end, Ended)
        worth = [Speaker().say(final) for final in place.game.finals(place.view)]
        # After a match of several people at one computer, the result addresses all of them.
        several = playing.match is not None and len(playing.match.places) > 1
        you = None if several else place.seat
        told = None if you is None else place.game.swing(place.view, you)
        self.card.swing = "" if told is None else Speaker(names, you).say(told)
        self.card.titled = several
        self.card.show_result(end.places, worth, names, you, coin_flip=end.coin_flip)
        self.card.review_link.setVisible(playing.side.can_review)
        self.strip.show_headline(self.card.headline)
        playing.scene.news.clear()  # the result repeats it

    def name_ways(self, ways: WaysOn) -> None:
        self.card.name_ways(ways)
        self.strip.name_ways(ways)

    def rejoice(self) -> None:
        """Play the win effect behind the result, unless animations are off."""
        self._playing.scene.occasions.rejoice(QRectF(self.card.geometry()))
        announce(self.card, self.card.swing)

    def show_card(self) -> None:
        self.strip.hide()
        self.card.bring()

    def _on_closed(self) -> None:
        self.strip.bring()
        self._playing.take_keyboard()

    def put_away(self) -> None:
        for part in (self.card, self.strip):
            part.hide()
            part.deleteLater()
        self.deleteLater()

    def dress(self) -> None:
        self.card.dress()
        self.strip.dress()


def lead_on(ending: Ending, services: Services) -> None:
    """Connect the follow-up actions of a match at this computer's own table."""
    ending.again_asked.connect(lambda: services.go(PlayAgain()))
    ending.new_match_asked.connect(lambda: services.go(NewMatch()))
    ending.leave_asked.connect(lambda: services.go(Start()))


class MatchEnd:
    """Feature that shows the results of matches and counts them."""

    def __init__(
        self,
        services: Services,
        show_sheet: Callable[[], None],
        show_review: Callable[[], None],
    ) -> None:
        self._services = services
        self._show_sheet, self._show_review = show_sheet, show_review

    def follow(self, playing: MatchView) -> None:
        was_over = playing.place.over
        playing.finished.connect(lambda: self._on_finished(playing, was_over=was_over))

    def _on_finished(self, playing: MatchView, *, was_over: bool) -> None:
        services = self._services
        services.history.look()
        if services.request.watch and not services.request.attended:
            services.window.close()
            return
        self._show_result(playing, was_over=was_over)
        if playing.place.seat is None or was_over or playing.place.header.practice:
            return
        self._count(playing)

    def _count(self, playing: MatchView) -> None:
        service, settings = self._services.settings, self._services.settings.now
        counted = settings.finished, settings.guided
        told = count_match(settings, playing.place.header.game)
        if (settings.finished, settings.guided) != counted:
            service.save()
        if told:
            now = tr("From now on tricks do not wait for your click.")
            more = tr("Under “Pace” in the preferences you can have it back.")
            self._services.notifications.tell(f"{now} {more}")

    def _show_result(self, playing: MatchView, *, was_over: bool) -> None:
        services = self._services
        playing.corner.close()  # the rules panel would cover the result
        ending = playing.ending = Ending(playing)
        if playing.lead_on is None:
            lead_on(ending, services)
        else:
            playing.lead_on(ending)
        ending.card.sheet_link.clicked.connect(self._show_sheet)
        ending.card.review_link.clicked.connect(self._show_review)
        ending.card.statistics_link.clicked.connect(lambda: services.go(Statistics()))
        if not was_over:
            ending.rejoice()
            tell_honours(services, playing, ending.card)
        services.pages.changed.emit()
