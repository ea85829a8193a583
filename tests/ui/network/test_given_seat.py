"""One's seat is given to a computer player while one is being asked, and given back."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from greenbaize.app.network.remote_view import HeardBack, RemoteView
from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.rules.chance import seed_from
from greenbaize.ui.pace import Pace
from greenbaize.ui.playing import MatchView
from greenbaize.ui.theme import LIGHT
from ui.table.person import Person, until

YOU = 0


class Remote:
    """A table in this process that is played at as if it were elsewhere; it waits for nobody."""

    here = hints = True

    def __init__(self, **options: object) -> None:
        bots = (Player(name, "bot", "easy") for name in ("Anna", "Boris", "Otto"))
        sitters = (Player("Ida"), *bots)
        options = {"first": 5, "deals": 5, **options}
        self.table = Table(GAMES["damn"], settled_header("damn", sitters, options, seed_from("g")))
        header = self.table.header.told(YOU)
        self.place = RemoteView(line_bytes(header.line()), self, 1, seated=True)
        self._told = 1
        self._woken: Callable[[], None] = lambda: None
        self._answers: list[HeardBack] = []
        self.table.begin()

    def attend(self) -> None:
        lines = bytes(self.table.chairs[YOU].told).splitlines()
        new, self._told = lines[self._told :], len(lines)
        for line in new:
            self.place.take(line)
        answers, self._answers = self._answers, []
        for heard_back in answers:
            heard_back("done", "")

    def do(self, match: int, heard: int, command: dict[str, Any], heard_back: HeardBack) -> None:
        assert self.table.submit(command_codec(GAMES["damn"]).read(command)) is None
        self._answers.append(heard_back)
        self.wake()

    def wake(self) -> None:
        self._woken()

    def wake_by(self, woken: Callable[[], None] | None, whose: object) -> None:
        self._woken = woken or (lambda: None)

    def break_off(self, error: Exception) -> None:
        raise error

    def let_others_act(self) -> None:
        while self.table.waited_for is not None:
            self.table.let_computer_act()
        self.wake()

    def give(self, kind: str) -> None:
        """Give the person's seat to somebody else, or back."""
        self.table.give_seat(YOU, kind, "clock")
        self.wake()


class Sitting:
    """A person before such a table."""

    def __init__(self, qtbot: QtBot, **options: object) -> None:
        self.remote = Remote(**options)
        self.playing = MatchView(self.remote.place, LIGHT)
        qtbot.addWidget(self.playing)
        self.playing.motion.speed = 0.0
        self.playing.resize(1000, 700)
        with qtbot.waitActive(self.playing):
            self.playing.show()
        self.person = Person(self.playing)
        self.playing.begin()

    @property
    def question(self) -> Any:
        return self.playing.asking.question

    def until_asked(self, kind: str) -> None:
        """Play on until one is asked for this."""
        while True:
            self.remote.let_others_act()
            until(lambda: self.question)
            if self.question.kind == kind:
                return
            self.answer()

    def answer(self) -> None:
        if self.question.kind == "bid":
            self.person.click(self.playing.asking.prompt.buttons[next(self.person.answers())])
        else:
            self.person.double_click_card(self.person.legal[0])

    def until_seen(self) -> None:
        """Let all be seen that has happened."""
        until(lambda: self.playing.seen is self.remote.place.view)


@pytest.fixture
def sitting(qtbot: QtBot, application: QApplication) -> Iterator[Callable[..., Sitting]]:
    """Sits down at such a table."""
    made: list[Sitting] = []

    def sit(**options: object) -> Sitting:
        made.append(Sitting(qtbot, **options))
        return made[-1]

    yield sit
    for one in made:
        one.playing.leave()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bid", "play"])
def test_a_question_is_withdrawn_with_the_seat_and_asked_again_with_it(
    sitting: Callable[..., Sitting], kind: str
) -> None:
    one = sitting()
    one.until_asked(kind)
    asking, before = one.playing.asking, one.question
    one.remote.give("bot")
    until(lambda: one.question is None)
    assert not asking.prompt.isVisible()
    assert not asking.refusals
    assert not one.playing.pacing.held
    one.until_seen()
    one.remote.give("human")
    until(lambda: one.question)
    assert one.question == before
    assert asking.prompt.isVisible() == (kind == "bid")
    one.answer()
    until(lambda: one.question != before)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bid", "play"])
def test_what_the_computer_player_does_for_one_is_seen(
    sitting: Callable[..., Sitting], kind: str
) -> None:
    one = sitting()
    one.until_asked(kind)
    told = len(one.remote.place.told)
    one.remote.give("bot")
    one.remote.let_others_act()  # all come to the end without the person
    until(lambda: len(one.remote.place.told) > told and one.remote.place.over)
    until(lambda: one.playing.pacing.ended)
    assert one.question is None


def test_a_hint_goes_with_its_question(sitting: Callable[..., Sitting]) -> None:
    one = sitting()
    one.until_asked("bid")
    one.playing.asking.ask_hint()
    assert one.playing.asking.hints.shown
    one.remote.give("bot")
    until(lambda: one.question is None)
    assert not one.playing.asking.hints.shown
    assert not one.playing.asking.can_hint


def test_keys_answer_what_is_asked_again(sitting: Callable[..., Sitting]) -> None:
    one = sitting()
    one.until_asked("bid")
    one.playing.asking.prompt.buttons[1].setFocus()
    one.remote.give("bot")
    until(lambda: one.question is None)
    assert one.playing.hasFocus()
    one.remote.give("human")
    until(lambda: one.question)
    one.person.press(Qt.Key.Key_0)
    assert one.question is None


def test_an_offer_that_was_taken_up_is_put_back(sitting: Callable[..., Sitting]) -> None:
    one = sitting(enforcement="table")
    one.until_asked("play")
    offers = [offer for offer in one.remote.place.offers if len(offer.answers) > 1]
    asking = one.playing.asking
    assert offers
    asking.liberty.asked.emit(offers[0])
    assert asking.taken_up
    one.remote.give("bot")
    until(lambda: not asking.taken_up)
    assert one.question is None
    assert not one.playing.pacing.held
    one.remote.give("human")
    until(lambda: one.question)
    assert one.question.kind == "play"
    assert not asking.taken_up


def test_a_guest_who_did_not_choose_the_rules_of_the_table_finds_them_there(
    sitting: Callable[..., Sitting],
) -> None:
    sat = sitting(hook=True, enforcement="table")
    sat.until_asked("bid")
    corner = sat.playing.corner
    assert corner.rules_disc.unusual
    assert "Hook: yes" in corner.rules_disc.accessibleDescription()
    sat.person.click(corner.rules_disc)
    text = corner.slip.text.partition("As usual")[0]
    assert "Hook: yes. The last bidder may not make" in text
    assert "a revoke that is not corrected makes the deal void" in text


# Waiting for a click, where the table waits for nobody


def at_a_full_trick(sitting: Sitting) -> None:
    """Play until a full trick waits for a click."""
    sitting.playing.motion.speed = 1.0
    while not sitting.playing.motion.waits:
        if sitting.playing.motion.busy:
            sitting.playing.motion.hurry()
        elif sitting.question is not None:
            sitting.answer()
        else:
            sitting.remote.let_others_act()
        QApplication.processEvents()


def test_a_trick_that_waits_holds_nobody_up(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot)
    sitting.playing.stage.pace = Pace(waits=True)
    at_a_full_trick(sitting)
    before = len(sitting.remote.place.told)
    sitting.remote.let_others_act()
    until(lambda: sitting.remote.table.waited_for is None)
    QApplication.processEvents()
    assert len(sitting.remote.place.told) == len(sitting.remote.table.chairs[YOU].told)
    assert len(sitting.remote.place.told) >= before
    assert sitting.playing.motion.waits
    sitting.playing.stage.hurry()
    while sitting.question is None:
        sitting.playing.motion.hurry()
        QApplication.processEvents()
    sitting.playing.leave()


def test_whoever_a_clock_waits_for_is_not_made_to_click(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot)
    sitting.playing.stage.pace = Pace(waits=True)
    at_a_full_trick(sitting)
    if sitting.remote.place.others_act:
        sitting.remote.let_others_act()
        QApplication.processEvents()
    assert sitting.playing.motion.waits
    assert not sitting.remote.place.others_act
    sitting.playing.pacing.clocked = True
    sitting.playing.pacing.see_whether_pressed()
    assert not sitting.playing.motion.waits
    sitting.playing.leave()
