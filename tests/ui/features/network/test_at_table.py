"""Tests for the network overlay on the table of a match."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.faces import Head, Look
from greenbaize.app.network.remote_view import RemoteView
from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.player_view import LocalView
from greenbaize.app.tables.reading_times import SCORE_S, TRICK_S
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.match.codecs import command_codec
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.rules.chance import seed_from
from greenbaize.rules.messages import Message
from greenbaize.ui.faces.looks import looks_at
from greenbaize.ui.features.network.at_table import clock_text
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.table.pace import Pace
from greenbaize.words.speaker import Speaker
from ui.features.network.fake_session import FOUR, chair
from ui.features.network.test_door import open_table
from ui.hostile import READ, faults
from ui.put_up import put_up
from ui.shell.test_window import action, told
from ui.table.person import Person, until

pytestmark = pytest.mark.slow
FRIENDS = ("Ida", "Tom", "Eva", "Kim")
YOU = 0


class TableSession:
    """A network match of four friends, hosted by the person at the window."""

    def __init__(self, person, network, **more):
        self.person, self.session = person, network.last
        self.table = self.session.play(*FRIENDS)
        self.names = [one.name for one in self.table.header.sitters]
        self.you = self.names.index("Ida")
        self.more = more
        self.show()
        until(lambda: person.main.playing is not None)
        until(lambda: self.at._lobby is not None)

    @property
    def at(self):
        at = self.person.main.door().visit.at_table
        assert at is not None
        return at

    def show(self, **changed):
        """Report the lobby; ``changed`` replaces chairs by the name of their original guest."""
        chairs = [changed.get(name, chair(name)) for name in self.names]
        told = {"you": self.you, "keeper": self.you, "stage": "playing", **self.more}
        self.session.show(*chairs, **told)

    def mark(self, name):
        return self.at.marks[self.names.index(name)].words

    def plate(self, name):
        text = self.person.scene.plates[self.names.index(name)].text
        return "" if text is None else text.name


@pytest.fixture
def evening(opened, network):
    """Start a match of four friends hosted by the person at the window."""
    person = opened()
    open_table(person, network)
    return TableSession(person, network)


def test_plates_say_who_is_away_or_slow_and_who_has_come(evening):
    evening.show(Tom=chair("Tom", here=False), Eva=chair("Eva", slow=True), Kim=chair("Lea"))
    until(lambda: evening.mark("Tom"))
    assert (evening.mark("Tom"), evening.mark("Eva"), evening.mark("Kim")) == ("away", "slow", "")
    assert evening.plate("Kim") == "Lea for Kim"
    names = ["Lea" if name == "Kim" else name for name in evening.names]
    assert [plate.look for plate in evening.person.scene.plates] == list(looks_at(names))
    assert evening.plate("Tom") == "Tom"
    assert told(evening.person)
    evening.show()
    until(lambda: not evening.mark("Tom"))
    assert evening.plate("Kim") == "Kim"


def test_a_lost_connection_is_told_until_it_stands_again(evening):
    evening.session.on_lost()
    until(lambda: "lost" in told(evening.person))
    assert evening.mark("Ida") == "no connection"
    evening.session.on_back()
    until(lambda: "is back" in told(evening.person))
    assert evening.mark("Ida") == ""


def test_whoever_has_still_to_click_is_marked_beside_the_words_of_the_plate(evening):
    table = evening.table
    turn = table.game.turn(table.watched)
    assert turn is not None
    if turn == evening.you:
        evening.person.wait_for_turn()
        evening.person.press(Qt.Key.Key_0)
        turn = table.game.turn(table.watched)
    name, plate = evening.names[turn], evening.person.scene.plates[turn]
    mark = evening.at.marks[turn]
    until(lambda: plate.text is not None and plate.text.doing == "bidding…")
    evening.show(**{name: chair(name, reads=True)})
    until(lambda: mark.words == "still looking")
    assert plate.text.doing == "bidding…"
    evening.show()
    until(lambda: not mark.isVisible())
    motion = evening.person.scene.motion
    motion.speed = 1.0
    motion.wait()
    motion.hurry()
    assert evening.session.asked[-2:] == [wire.Reading(on=True), wire.Reading(on=False)]


def test_guests_have_the_faces_that_they_have_chosen(evening):
    tom = evening.names.index("Tom")
    plate = evening.person.scene.plates[tom]
    evening.show(Tom=chair("Tom", face="beard", colour="olive"))
    until(lambda: plate.look == Look(Head.BEARD, "olive"))
    evening.show(Tom=chair("Tom", face="no such", colour=""))
    until(lambda: plate.look == looks_at(FRIENDS)[FRIENDS.index("Tom")])


@pytest.mark.parametrize(
    ("code", "restore_seat"),
    [
        ("table-not-connected", lambda evening: evening.session.on_back()),
        (
            "table-seat-given",
            lambda evening: evening.table.give_seat(evening.you, "human", "back"),
        ),
    ],
)
def test_what_could_not_be_done_is_not_told_once_it_can(evening, code, restore_seat):
    refusal = Speaker().say(Message(code))
    if code == "table-not-connected":
        evening.session.on_lost()
        until(lambda: "is lost" in told(evening.person))
    else:
        evening.table.give_seat(evening.you, "bot", "asked")
    evening.person.playing._on_judged(Message(code))
    assert told(evening.person) == refusal
    restore_seat(evening)
    until(lambda: told(evening.person) != refusal)


def test_a_computer_player_plays_and_one_plays_oneself_again(evening):
    evening.table.give_seat(evening.you, "bot", "asked")
    until(evening.at.strip.isVisible)
    assert evening.mark("Ida") == "computer plays"
    evening.person.click_button("Play myself")
    assert evening.session.asked == [wire.StandIn(evening.you, on=False)]
    evening.table.give_seat(evening.you, "human", "back")
    assert not evening.at.strip.isVisible()


def test_who_acts_is_known_from_the_beginning(evening):
    tom = evening.names.index("Tom")
    evening.table.give_seat(tom, "bot", "away")
    place = evening.at.place
    assert [place.computer(tom), place.computer(evening.you)] == [True, False]
    assert place.people == {0, 1, 2, 3}


def test_the_keeper_lets_a_computer_player_act_and_asks_to_leave(evening):
    menus = evening.person.main.menus
    stand_in, dismiss = menus.stand_in.menu(), menus.dismiss.menu()
    stand_in.aboutToShow.emit()
    entries = {one.text(): one for one in stand_in.actions()}
    assert set(entries) == {"myself", "Tom", "Eva", "Kim"}
    entries["Tom"].trigger()
    assert evening.session.asked == [wire.StandIn(evening.names.index("Tom"), on=True)]
    dismiss.aboutToShow.emit()
    assert {one.text() for one in dismiss.actions()} == {"Tom", "Eva", "Kim"}
    seat = evening.names.index(dismiss.actions()[0].text())
    dismiss.actions()[0].trigger()
    QTest.mouseClick(evening.person.main.door().dialog.yes_button, Qt.MouseButton.LeftButton)
    assert evening.session.asked[-1] == wire.Dismiss(seat)


def test_quick_words_by_keys_and_as_a_saying_at_the_plate(evening):
    until(lambda: action(evening.person, "Chat").isVisible())
    QTest.keyClick(evening.person.window, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert evening.session.asked == [wire.Say(word="well-played")]
    tom = evening.names.index("Tom")
    evening.session.hear("Tom", word="oh-no", seat=tom)
    bubble = evening.at.talk.bubbles[tom]
    until(bubble.isVisible)
    assert bubble.words == "Oh no!"
    assert "1 new" in evening.at.chat.button.text()


def test_a_long_saying_is_fitted_to_another_table(evening):
    tom, scene = evening.names.index("Tom"), evening.person.scene
    evening.session.hear("Tom", "So long a sentence has no room on any table. " * 3, seat=tom)
    bubble, shown = evening.at.talk.bubbles[tom], []
    until(bubble.isVisible)
    for size in ((640, 480), (1000, 800), (640, 480)):
        scene.lay_out(*size, 1.0)
        evening.at.talk.lay_out()
        shown.append(bubble.words)
    assert shown[0] == shown[2]
    assert len(shown[0]) < len(shown[1])


def test_the_chat_unfolds_by_a_key_and_typing_plays_no_card(evening):
    assert not evening.at.chat.panel.isVisible()
    QTest.keyClick(evening.person.window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert evening.at.chat.panel.field.hasFocus()
    QTest.keyClicks(evening.person.window.focusWidget(), "0 1 2")
    QTest.keyClick(evening.person.window.focusWidget(), Qt.Key.Key_Return)
    assert evening.session.asked == [wire.Say("0 1 2")]
    assert evening.at.chat.panel.field.hasFocus()
    QTest.keyClick(evening.person.window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert not evening.at.chat.panel.isVisible()


def test_muted_nothing_pops_up(evening):
    evening.at.open_chat()
    evening.person.click(evening.at.chat.panel.mute_button)
    evening.session.hear("Tom", "Hello", seat=1)
    QTest.qWait(20)
    assert not any(bubble.isVisible() for bubble in evening.at.talk.bubbles)


def test_a_clock_counts_down_at_the_plate_whose_turn_it_is(opened, network):
    person = opened()
    open_table(person, network)
    evening = TableSession(person, network, clock=15)
    turn = person.playing.place.game.turn(person.playing.place.view)
    until(lambda: evening.at.marks[turn].words == "0:15")
    assert not evening.at.marks[turn].urgent
    evening.at._clock.setRemainingTime(9_000)
    evening.at.refresh()
    assert evening.at.marks[turn].words == "0:09"
    assert evening.at.marks[turn].urgent
    evening.at._clock.setRemainingTime(0)
    evening.at.refresh()
    assert evening.at.marks[turn].words == "0:00"
    assert clock_text(125) == "2:05"


def test_a_watcher_chooses_whose_cards_to_see(evening):
    evening.more = {"you": None, "hands": True}
    evening.at._lobby = None
    evening.show()
    until(evening.at.chat.look_row.isVisible)
    QTest.keyClick(evening.at.chat.look, Qt.Key.Key_Down)
    assert evening.session.asked == [wire.Look(0)]
    assert not evening.person.main.menus.stand_in.isVisible()


def test_hostile_friends_harm_nothing(evening):
    for name in READ:
        evening.show(Tom=chair(name), Eva=chair(name, here=False), Kim=chair(name, slow=True))
        evening.session.hear(name, name, seat=0)
        QTest.qWait(5)
        assert faults(evening.person.window) == []


def test_chairs_that_change_between_matches_leave_the_plates_alone(evening):
    evening.session.show(*FOUR)
    QTest.qWait(20)
    assert evening.plate("Kim") == "Kim"


def test_escape_goes_from_the_chat_back_to_the_cards(evening):
    evening.at.open_chat()
    evening.session.hear("Tom", "Hello", seat=1)
    panel = evening.at.chat.panel
    until(evening.at._log.rowCount)
    for part in (panel.field, panel.list, panel.words_button, panel.mute_button):
        part.setFocus()
        QTest.keyClick(part, Qt.Key.Key_Escape)
        assert evening.person.playing.hasFocus()
    spot = panel.list.visualRect(evening.at._log.index(0, 0)).center()
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.RightButton, pos=spot)
    assert evening.person.playing.hasFocus()


def test_what_was_said_before_the_match_or_by_oneself_is_not_counted(opened, network):
    person = opened()
    open_table(person, network)
    network.last.hear("Tom", "Hello")
    until(person.main.room.chat._log.rowCount)
    evening = TableSession(person, network)
    until(lambda: evening.at._lobby.you == evening.you)
    evening.session.hear("Ida", "Hello", seat=evening.you)
    until(lambda: evening.at._log.rowCount() == 2)
    assert evening.at.chat.button.text() == "Chat"
    assert not evening.at.talk.bubbles[evening.you].isVisible()


class Remote:
    """A table in this process that is played like a remote one and waits for nobody."""

    here = hints = True

    def __init__(self, **options):
        bots = (Player(name, "bot", "easy") for name in ("Anna", "Boris", "Otto"))
        sitters = (Player("Ida"), *bots)
        options = {"first": 5, "deals": 5, **options}
        self.table = Table(GAMES["damn"], settled_header("damn", sitters, options, seed_from("g")))
        header = self.table.header.told(YOU)
        self.place = RemoteView(line_bytes(header.line()), self, 1, seated=True)
        self._told = 1
        self._woken = lambda: None
        self._answers = []
        self.table.begin()

    def attend(self):
        lines = bytes(self.table.seats[YOU].told).splitlines()
        new, self._told = lines[self._told :], len(lines)
        for line in new:
            self.place.take(line)
        answers, self._answers = self._answers, []
        for heard_back in answers:
            heard_back("done", "")

    def do(self, match, heard, command, heard_back):
        assert self.table.submit(command_codec(GAMES["damn"]).read(command)) is None
        self._answers.append(heard_back)
        self.wake()

    def wake(self):
        self._woken()

    def wake_by(self, woken, whose):
        self._woken = woken or (lambda: None)

    def break_off(self, error):
        raise error

    def let_others_act(self):
        while self.table.waited_for is not None:
            self.table.let_computer_act()
        self.wake()

    def give(self, kind):
        """Give the person's seat to a bot, or back."""
        self.table.give_seat(YOU, kind, "clock")
        self.wake()


class Sitting:
    """A simulated person in front of such a table."""

    def __init__(self, qtbot, **options):
        self.remote = Remote(**options)
        self.playing = MatchView(self.remote.place)
        self.playing.motion.speed = 0.0
        put_up(qtbot, self.playing, 1000, 700)
        self.person = Person(self.playing)
        self.playing.begin()

    @property
    def question(self):
        return self.playing.asking.question

    def until_asked(self, kind):
        """Play until a question of this kind is asked."""
        while True:
            self.remote.let_others_act()
            until(lambda: self.question)
            if self.question.kind == kind:
                return
            self.answer()

    def answer(self):
        if self.question.kind == "bid":
            self.person.click(self.playing.asking.prompt.buttons[next(self.person.answers())])
        else:
            self.person.double_click_card(self.person.legal[0])

    def until_seen(self):
        """Wait until all events are shown."""
        until(lambda: self.playing.seen is self.remote.place.view)


@pytest.fixture
def sitting(qtbot, application):
    """Return a function that opens such a table."""
    made = []

    def sit(**options):
        made.append(Sitting(qtbot, **options))
        return made[-1]

    yield sit
    for one in made:
        one.playing.leave()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bid", "play"])
def test_a_question_is_withdrawn_with_the_seat_and_asked_again_with_it(sitting, kind):
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
def test_what_the_computer_player_does_for_one_is_seen(sitting, kind):
    one = sitting()
    one.until_asked(kind)
    told = len(one.remote.place.told)
    one.remote.give("bot")
    one.remote.let_others_act()  # all finish the match without the person
    until(lambda: len(one.remote.place.told) > told and one.remote.place.over)
    until(lambda: one.playing.pacing.ended)
    assert one.question is None


def test_a_hint_goes_with_its_question_and_keys_answer_what_is_asked_again(sitting):
    one = sitting()
    one.until_asked("bid")
    one.playing.asking.ask_hint()
    assert one.playing.asking.hints.shown
    one.playing.asking.prompt.buttons[1].setFocus()
    one.remote.give("bot")
    until(lambda: one.question is None)
    assert not one.playing.asking.hints.shown
    assert not one.playing.asking.can_hint
    assert one.playing.hasFocus()
    one.remote.give("human")
    until(lambda: one.question)
    one.person.press(Qt.Key.Key_0)
    assert one.question is None


def test_an_offer_that_was_taken_up_is_put_back(sitting):
    one = sitting(enforcement="table")
    one.until_asked("play")
    offers = [offer for offer in one.remote.place.offers if len(offer.answers) > 1]
    asking = one.playing.asking
    assert offers
    asking.optional.asked.emit(offers[0])
    assert asking.taken_up
    one.remote.give("bot")
    until(lambda: not asking.taken_up)
    assert one.question is None
    assert not one.playing.pacing.held
    one.remote.give("human")
    until(lambda: one.question)
    assert one.question.kind == "play"
    assert not asking.taken_up


# Waiting for a click at a table that waits for nobody


@pytest.fixture
def at_a_full_trick(sitting):
    """Play until a full trick waits for a click."""
    scenario = sitting()
    scenario.playing.stage.pace = Pace(waits=True)
    scenario.playing.motion.speed = 1.0
    while not scenario.playing.motion.waits:
        if scenario.playing.motion.busy:
            scenario.playing.motion.hurry()
        elif scenario.question is not None:
            scenario.answer()
        else:
            scenario.remote.let_others_act()
        QApplication.processEvents()
    return scenario


def test_a_trick_that_waits_holds_nobody_up(at_a_full_trick):
    scenario = at_a_full_trick
    before = len(scenario.remote.place.told)
    scenario.remote.let_others_act()
    until(lambda: scenario.remote.table.waited_for is None)
    QApplication.processEvents()
    assert len(scenario.remote.place.told) == len(scenario.remote.table.seats[YOU].told)
    assert len(scenario.remote.place.told) >= before
    assert scenario.playing.motion.waits
    scenario.playing.stage.hurry()
    while scenario.question is None:
        scenario.playing.motion.hurry()
        QApplication.processEvents()


def test_whoever_a_clock_waits_for_is_not_made_to_click(at_a_full_trick):
    scenario = at_a_full_trick
    if scenario.remote.place.others_act:
        scenario.remote.let_others_act()
        QApplication.processEvents()
    assert scenario.playing.motion.waits
    assert not scenario.remote.place.others_act
    scenario.playing.pacing.clocked = True
    scenario.playing.pacing.see_whether_pressed()
    assert not scenario.playing.motion.waits


def test_with_others_a_trick_goes_on_by_itself_and_whoever_is_waited_for_is_told(evening):
    playing = evening.person.playing
    assert playing.stage.pace.longest_trick_ms == 1000 * TRICK_S
    assert playing.stage.pace.longest_score_ms == 1000 * SCORE_S
    table = evening.table
    while table.people_awaited != (evening.you,):
        (seat,) = table.people_awaited
        table.submit(LocalView(table, seat).question.answers[0].command)
    playing.stage.go_on()
    until(lambda: evening.person.playing.asking.question)
    motion = playing.motion
    motion.speed = 1.0
    evening.show(Tom=chair("Tom", reads=True))
    until(lambda: evening.at._lobby.chairs[evening.names.index("Tom")].reads)
    motion.wait(2000.0)
    line = playing.scene.line
    others = ", ".join(name for name in evening.names if name not in ("Ida", "Tom"))
    assert line.words == f"{others} are waiting for you. Click or press Space to go on"
    evening.show(**{name: chair(name, reads=True) for name in FRIENDS})
    until(lambda: line.words == "Click or press Space to go on")
    motion.hurry()


def test_a_result_on_the_screen_of_the_host_is_told_to_the_phones(evening):
    table, moments = evening.table, evening.session.moments
    assert moments[-1] is not None
    moments.clear()
    while not table.over:
        (seat,) = table.people_awaited
        table.submit(LocalView(table, seat).question.answers[0].command)
        if not table.over:
            assert not moments
    evening.person.playing.stage.go_on()
    until(lambda: evening.person.playing.pacing.ended)
    count = evening.person.playing.place.told.count(b"\n")
    assert moments == [count - 1, count]  # the score of the only deal, and the end


def test_the_line_says_whose_turn_it_is_and_what_they_are_to_do(evening):
    table, playing, line = evening.table, evening.person.playing, evening.person.scene.line
    seen = set()
    while not table.over and len(seen) < 2:
        (seat,) = table.people_awaited
        question = LocalView(table, seat).question
        playing.stage.go_on()
        until(lambda: playing.seen is playing.place.view)
        if seat != evening.you:
            done = "bid" if question.kind == "bid" else "play"
            words = f"It is {evening.names[seat]}'s turn to {done}."
            until(lambda words=words: line.words == words)
            seen.add(done)
        table.submit(question.answers[0].command)
    assert seen == {"bid", "play"}


def test_the_line_says_that_whoever_has_the_turn_is_waited_for_while_they_are_away(evening):
    table, playing, line = evening.table, evening.person.playing, evening.person.scene.line
    while (turn := table.game.turn(table.watched)) == evening.you:
        table.submit(LocalView(table, turn).question.answers[0].command)
    playing.stage.go_on()
    until(lambda: playing.seen is playing.place.view)
    name = evening.names[turn]
    evening.show(**{name: chair(name, here=False)})
    # the sentence that phones show
    until(lambda: line.words == f"Waiting for {name} to come back.")
    evening.show()
    until(lambda: line.words == f"It is {name}'s turn to bid.")


def test_computer_players_are_marked_at_their_plates(evening):
    tom = evening.names.index("Tom")
    evening.table.give_seat(tom, "bot", "left")
    until(lambda: evening.person.scene.plates[tom].text.computer)
    marked = [plate.text.computer for plate in evening.person.scene.plates]
    assert marked.count(True) == 1
    evening.table.give_seat(tom, "human", "back")
    until(lambda: not evening.person.scene.plates[tom].text.computer)
