"""Steps of several people who pass one computer on."""

from itertools import cycle
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.matches import create_header
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import ReadyCommand
from greenbaize.ui.match.hot_seat_page import HotSeatPage
from greenbaize.ui.match.match_view import MatchView
from ui.table.person import SimulatedPerson, wait_until

PERSON_NAMES = ("Anna", "Boris", "Vera", "Mila")


SHORT_OPTIONS: dict[str, dict[str, Any]] = {
    "damn": {"deals": 2},
    "blackout": {"deals": 2},
    "master": {"length": "short"},
    "ass": {"deal_limit": 1},
    "rank": {"deals": 1},
}


MANNERS_OPTIONS = {"deals": 2, "first": 2, "enforcement": "table"}


PLAY_METHODS = (
    SimulatedPerson.double_click_card,
    SimulatedPerson.play_card_by_keyboard,
    SimulatedPerson.drag_card,
)


ADVANCE_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


def start_hot_seat_match(open_program, game, human_count, seats, seed="pass", **options):
    """Start a match of some people, with bots between them."""
    players = [HeaderPlayer(name) for name in PERSON_NAMES[:human_count]]
    for number in range(seats - human_count):
        players.insert(2 * number + 1, HeaderPlayer(f"Computer {number}", "bot", "easy"))
    person = open_program()
    header = create_header(
        game, tuple(players), options or SHORT_OPTIONS[game], seed_from_text(seed)
    )
    person.facade.features.launcher.start_match(header)
    return HotSeatDriver(person)


class HotSeatDriver:
    """A hot-seat match."""

    def __init__(self, person):
        self.person = person
        self.uncovered_seats = []
        """Seats of the people who uncovered the table, in order."""
        self.action_count = 0
        self._play_methods, self._advance_keys = cycle(PLAY_METHODS), cycle(ADVANCE_KEYS)

    @property
    def page(self):
        return self.person.facade.services.pages.current

    @property
    def table(self):
        return self.page.match.table

    @property
    def is_covered(self):
        return isinstance(self.page, HotSeatPage)

    @property
    def is_ended(self):
        return isinstance(self.page, MatchView) and self.page.result_controller is not None

    @property
    def is_asked(self):
        if not isinstance(self.page, MatchView) or self.page.animator.is_busy:
            return False
        return (
            self.page.prompts.question is not None
            or self.page.prompts.optional_actions.has_button(ReadyCommand.type)
        )

    def wait_for_input(self):
        wait_until(
            lambda: self.page.isVisible() and (self.is_covered or self.is_asked or self.is_ended)
        )
        # Deferred deletions run only with the window's own event loop.
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def uncover_table(self):
        page = self.page
        seat = self.table.next_human_seat
        assert seat is not None
        self.uncovered_seats.append(seat)
        key = next(self._advance_keys)
        if len(self.uncovered_seats) % 4 == 0:
            self.person.click(page.button)
        else:
            self.person.press(key)
        wait_until(lambda: self.page is not page)

    def take_action(self):
        page, person = self.page, self.person
        prompts, self.action_count = page.prompts, self.action_count + 1
        if prompts.question is None:
            person.click(prompts.optional_actions.buttons[ReadyCommand.type])
        elif prompts.refusal_by_face:
            face = person.legal_faces[self.action_count % len(person.legal_faces)]
            next(self._play_methods)(person, face)
        else:
            buttons = [button for button in prompts.choice_prompt.buttons if not button.forbidden]
            person.click(buttons[self.action_count % len(buttons)])

    def play_until_covered(self):
        while not self.is_covered:
            self.take_action()
            self.wait_for_input()

    def play_match(self, on_wait=lambda _: None, max_actions=10**6):
        """Play to the end or for some actions; call ``look`` at every question or cover."""
        self.wait_for_input()
        while not self.is_ended and self.action_count < max_actions:
            on_wait(self)
            (self.uncover_table if self.is_covered else self.take_action)()
            self.wait_for_input()
        on_wait(self)
