"""Tests for the network overlay on the table of a match."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.avatars import Avatar, AvatarHead
from greenbaize.app.network.remote_view import RemotePlayerView
from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.player_view import LocalPlayerView
from greenbaize.app.tables.reading_times import SCORE_DISPLAY_S, TRICK_DISPLAY_S
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.match.codecs import command_codec
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.messages import Message
from greenbaize.ui.faces.assigned_avatars import assign_avatars
from greenbaize.ui.features.network.network_overlay import format_clock
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.table.pace import TablePace
from greenbaize.words.speaker import Speaker
from ui.features.network.fake_session import FOUR_CHAIRS, make_chair
from ui.features.network.table_steps import open_table
from ui.hostile_names import RECORDED_NAMES, find_display_faults
from ui.show_widget import show_widget
from ui.table.person import SimulatedPerson, wait_until
from ui.window_steps import banner_text, find_menu_action

pytestmark = pytest.mark.slow
FRIENDS = ("Ida", "Tom", "Eva", "Kim")
OWN_SEAT = 0


class NetworkMatchScenario:
    """A network match of four friends, hosted by the person at the window."""

    def __init__(self, person, network, **lobby_fields):
        self.person, self.session = person, network.last_session
        self.table = self.session.start_match(*FRIENDS)
        self.names = [player.name for player in self.table.header.players]
        self.own_seat = self.names.index("Ida")
        self.lobby_fields = lobby_fields
        self.report_lobby()
        wait_until(lambda: person.facade.match_view is not None)
        wait_until(lambda: self.overlay._lobby is not None)

    @property
    def overlay(self):
        network_overlay = self.person.facade.load_network_controller().session_controller.overlay
        assert network_overlay is not None
        return network_overlay

    def report_lobby(self, **changed_chairs):
        """Report the lobby; ``changed`` replaces chairs by the name of their original guest."""
        chairs = [changed_chairs.get(name, make_chair(name)) for name in self.names]
        fields = {
            "you": self.own_seat,
            "keeper": self.own_seat,
            "stage": "playing",
            **self.lobby_fields,
        }
        self.session.report_lobby(*chairs, **fields)

    def badge_text(self, name):
        return self.overlay.seat_badges[self.names.index(name)].text

    def plate_name(self, name):
        text = self.person.scene.plates[self.names.index(name)].text
        return "" if text is None else text.name


@pytest.fixture
def network_match(open_program, network):
    """Start a match of four friends hosted by the person at the window."""
    person = open_program()
    open_table(person, network)
    return NetworkMatchScenario(person, network)


def test_plates_mark_absent_slow_and_replacing_guests(network_match):
    network_match.report_lobby(
        Tom=make_chair("Tom", here=False), Eva=make_chair("Eva", slow=True), Kim=make_chair("Lea")
    )
    wait_until(lambda: network_match.badge_text("Tom"))
    assert (
        network_match.badge_text("Tom"),
        network_match.badge_text("Eva"),
        network_match.badge_text("Kim"),
    ) == ("away", "slow", "")
    assert network_match.plate_name("Kim") == "Lea for Kim"
    names = ["Lea" if name == "Kim" else name for name in network_match.names]
    assert [plate.face_look for plate in network_match.person.scene.plates] == list(
        assign_avatars(names)
    )
    assert network_match.plate_name("Tom") == "Tom"
    assert banner_text(network_match.person)
    network_match.report_lobby()
    wait_until(lambda: not network_match.badge_text("Tom"))
    assert network_match.plate_name("Kim") == "Kim"


def test_lost_connection_is_reported_until_restored(network_match):
    network_match.session.on_connection_lost()
    wait_until(lambda: "lost" in banner_text(network_match.person))
    assert network_match.badge_text("Ida") == "no connection"
    network_match.session.on_reconnected()
    wait_until(lambda: "is back" in banner_text(network_match.person))
    assert network_match.badge_text("Ida") == ""


def test_reading_player_is_marked_beside_the_plate_text(network_match):
    table = network_match.table
    turn = table.game.turn(table.spectator_view)
    assert turn is not None
    if turn == network_match.own_seat:
        network_match.person.wait_for_turn()
        network_match.person.press(Qt.Key.Key_0)
        turn = table.game.turn(table.spectator_view)
    name, plate = network_match.names[turn], network_match.person.scene.plates[turn]
    mark = network_match.overlay.seat_badges[turn]
    wait_until(lambda: plate.text is not None and plate.text.action == "bidding…")
    network_match.report_lobby(**{name: make_chair(name, reads=True)})
    wait_until(lambda: mark.text == "still looking")
    assert plate.text.action == "bidding…"
    network_match.report_lobby()
    wait_until(lambda: not mark.isVisible())
    motion = network_match.person.scene.animator
    motion.speed = 1.0
    motion.wait_for_user()
    motion.skip_animations()
    assert network_match.session.requests[-2:] == [
        wire.ReadingMessage(on=True),
        wire.ReadingMessage(on=False),
    ]


def test_guests_have_their_chosen_faces(network_match):
    tom = network_match.names.index("Tom")
    plate = network_match.person.scene.plates[tom]
    network_match.report_lobby(Tom=make_chair("Tom", face="beard", colour="olive"))
    wait_until(lambda: plate.face_look == Avatar(AvatarHead.BEARD, "olive"))
    network_match.report_lobby(Tom=make_chair("Tom", face="no such", colour=""))
    wait_until(lambda: plate.face_look == assign_avatars(FRIENDS)[FRIENDS.index("Tom")])


@pytest.mark.parametrize(
    ("code", "restore_seat"),
    [
        ("table-not-connected", lambda evening: evening.session.on_reconnected()),
        (
            "table-seat-given",
            lambda evening: evening.table.reassign_seat(evening.own_seat, "human", "back"),
        ),
    ],
)
def test_refusal_disappears_once_the_cause_is_gone(network_match, code, restore_seat):
    refusal = Speaker().format_message(Message(code))
    if code == "table-not-connected":
        network_match.session.on_connection_lost()
        wait_until(lambda: "is lost" in banner_text(network_match.person))
    else:
        network_match.table.reassign_seat(network_match.own_seat, "bot", "asked")
    network_match.person.match_view._on_result(Message(code))
    assert banner_text(network_match.person) == refusal
    restore_seat(network_match)
    wait_until(lambda: banner_text(network_match.person) != refusal)


def test_own_seat_is_taken_back_from_the_bot(network_match):
    network_match.table.reassign_seat(network_match.own_seat, "bot", "asked")
    wait_until(network_match.overlay.stand_in_strip.isVisible)
    assert network_match.badge_text("Ida") == "computer plays"
    network_match.person.click_button("Play myself")
    assert network_match.session.requests == [wire.StandInMessage(network_match.own_seat, on=False)]
    network_match.table.reassign_seat(network_match.own_seat, "human", "back")
    assert not network_match.overlay.stand_in_strip.isVisible()


def test_bot_seats_are_known_from_the_start(network_match):
    tom = network_match.names.index("Tom")
    network_match.table.reassign_seat(tom, "bot", "away")
    player_view = network_match.overlay.player_view
    assert [player_view.is_bot_seat(tom), player_view.is_bot_seat(network_match.own_seat)] == [
        True,
        False,
    ]
    assert player_view.known_human_seats == {0, 1, 2, 3}


def test_host_switches_bots_and_dismisses_guests(network_match):
    menus = network_match.person.facade.menus
    stand_in, dismiss = menus.stand_in.menu(), menus.dismiss.menu()
    stand_in.aboutToShow.emit()
    entries = {action.text(): action for action in stand_in.actions()}
    assert set(entries) == {"myself", "Tom", "Eva", "Kim"}
    entries["Tom"].trigger()
    assert network_match.session.requests == [
        wire.StandInMessage(network_match.names.index("Tom"), on=True)
    ]
    dismiss.aboutToShow.emit()
    assert {action.text() for action in dismiss.actions()} == {"Tom", "Eva", "Kim"}
    seat = network_match.names.index(dismiss.actions()[0].text())
    dismiss.actions()[0].trigger()
    QTest.mouseClick(
        network_match.person.facade.load_network_controller().dialog.yes_button,
        Qt.MouseButton.LeftButton,
    )
    assert network_match.session.requests[-1] == wire.DismissGuestMessage(seat)


def test_quick_messages_are_sent_and_shown_as_bubbles(network_match):
    wait_until(lambda: find_menu_action(network_match.person, "Chat").isVisible())
    QTest.keyClick(network_match.person.window, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert network_match.session.requests == [wire.SendChatMessage(word="well-played")]
    tom = network_match.names.index("Tom")
    network_match.session.receive_chat("Tom", word="oh-no", seat=tom)
    bubble = network_match.overlay.chat_bubbles.bubbles[tom]
    wait_until(bubble.isVisible)
    assert bubble.text == "Oh no!"
    assert "1 new" in network_match.overlay.collapsible_chat.toggle_button.text()


def test_long_message_is_fitted_to_the_table(network_match):
    tom, scene = network_match.names.index("Tom"), network_match.person.scene
    network_match.session.receive_chat(
        "Tom", "So long a sentence has no room on any table. " * 3, seat=tom
    )
    bubble, fitted_texts = network_match.overlay.chat_bubbles.bubbles[tom], []
    wait_until(bubble.isVisible)
    for size in ((640, 480), (1000, 800), (640, 480)):
        scene.update_layout(*size, ratio=1.0)
        network_match.overlay.chat_bubbles.relayout()
        fitted_texts.append(bubble.text)
    assert fitted_texts[0] == fitted_texts[2]
    assert len(fitted_texts[0]) < len(fitted_texts[1])


def test_chat_opens_by_key_and_typing_plays_no_card(network_match):
    assert not network_match.overlay.collapsible_chat.panel.isVisible()
    QTest.keyClick(network_match.person.window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert network_match.overlay.collapsible_chat.panel.input_field.hasFocus()
    QTest.keyClicks(network_match.person.window.focusWidget(), "0 1 2")
    QTest.keyClick(network_match.person.window.focusWidget(), Qt.Key.Key_Return)
    assert network_match.session.requests == [wire.SendChatMessage("0 1 2")]
    assert network_match.overlay.collapsible_chat.panel.input_field.hasFocus()
    QTest.keyClick(network_match.person.window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert not network_match.overlay.collapsible_chat.panel.isVisible()


def test_muted_chat_shows_no_bubbles(network_match):
    network_match.overlay.toggle_chat()
    network_match.person.click(network_match.overlay.collapsible_chat.panel.mute_button)
    network_match.session.receive_chat("Tom", "Hello", seat=1)
    QTest.qWait(20)
    assert not any(bubble.isVisible() for bubble in network_match.overlay.chat_bubbles.bubbles)


def test_turn_clock_counts_down_at_the_plate(open_program, network):
    person = open_program()
    open_table(person, network)
    evening = NetworkMatchScenario(person, network, clock=15)
    turn = person.match_view.player_view.game.turn(person.match_view.player_view.view)
    wait_until(lambda: evening.overlay.seat_badges[turn].text == "0:15")
    assert not evening.overlay.seat_badges[turn].is_urgent
    evening.overlay._turn_deadline.setRemainingTime(9_000)
    evening.overlay.refresh()
    assert evening.overlay.seat_badges[turn].text == "0:09"
    assert evening.overlay.seat_badges[turn].is_urgent
    evening.overlay._turn_deadline.setRemainingTime(0)
    evening.overlay.refresh()
    assert evening.overlay.seat_badges[turn].text == "0:00"


@pytest.mark.parametrize(("seconds", "text"), [(59, "0:59"), (60, "1:00"), (125, "2:05")])
def test_clock_shows_minutes_and_seconds(seconds, text):
    assert format_clock(seconds) == text


def test_spectator_chooses_the_viewed_seat(network_match):
    network_match.lobby_fields = {"you": None, "hands": True}
    network_match.overlay._lobby = None
    network_match.report_lobby()
    wait_until(network_match.overlay.collapsible_chat.viewed_seat_row.isVisible)
    QTest.keyClick(network_match.overlay.collapsible_chat.viewed_seat_combo, Qt.Key.Key_Down)
    assert network_match.session.requests == [wire.WatchSeatMessage(0)]
    assert not network_match.person.facade.menus.stand_in.isVisible()


def test_hostile_guest_names_are_harmless(network_match):
    for name in RECORDED_NAMES:
        network_match.report_lobby(
            Tom=make_chair(name), Eva=make_chair(name, here=False), Kim=make_chair(name, slow=True)
        )
        network_match.session.receive_chat(name, name, seat=0)
        QTest.qWait(5)
        assert find_display_faults(network_match.person.window) == []


def test_chairs_changed_between_matches_keep_the_plates(network_match):
    network_match.session.report_lobby(*FOUR_CHAIRS)
    QTest.qWait(20)
    assert network_match.plate_name("Kim") == "Kim"


def test_escape_returns_from_the_chat_to_the_cards(network_match):
    network_match.overlay.toggle_chat()
    network_match.session.receive_chat("Tom", "Hello", seat=1)
    panel = network_match.overlay.collapsible_chat.panel
    wait_until(network_match.overlay._chat_log.rowCount)
    for part in (
        panel.input_field,
        panel.message_list,
        panel.quick_words_button,
        panel.mute_button,
    ):
        part.setFocus()
        QTest.keyClick(part, Qt.Key.Key_Escape)
        assert network_match.person.match_view.hasFocus()
    point = panel.message_list.visualRect(network_match.overlay._chat_log.index(0, 0)).center()
    QTest.mouseClick(panel.message_list.viewport(), Qt.MouseButton.RightButton, pos=point)
    assert network_match.person.match_view.hasFocus()


def test_earlier_and_own_messages_are_not_unread(open_program, network):
    person = open_program()
    open_table(person, network)
    network.last_session.receive_chat("Tom", "Hello")
    wait_until(person.facade.waiting_room.chat_panel._log.rowCount)
    evening = NetworkMatchScenario(person, network)
    wait_until(lambda: evening.overlay._lobby.you == evening.own_seat)
    evening.session.receive_chat("Ida", "Hello", seat=evening.own_seat)
    wait_until(lambda: evening.overlay._chat_log.rowCount() == 2)
    assert evening.overlay.collapsible_chat.toggle_button.text() == "Chat"
    assert not evening.overlay.chat_bubbles.bubbles[evening.own_seat].isVisible()


class FakeRemoteTable:
    """A table in this process that is played like a remote one and waits for nobody."""

    is_connected = has_hints = True

    def __init__(self, **options):
        bots = (HeaderPlayer(name, "bot", "easy") for name in ("Anna", "Boris", "Otto"))
        players = (HeaderPlayer("Ida"), *bots)
        options = {"first": 5, "deals": 5, **options}
        self.table = Table(
            GAMES["damn"], create_header("damn", players, options, seed_from_text("g"))
        )
        header = self.table.header.redact_for(OWN_SEAT)
        self.remote_view = RemotePlayerView(encode_line(header.to_line()), self, 1, is_seated=True)
        self._sent_line_count = 1
        self._on_wake = lambda: None
        self._pending_results = []
        self.table.start_match()

    def process_pending(self):
        lines = bytes(self.table.table_seats[OWN_SEAT].view_lines).splitlines()
        new_lines, self._sent_line_count = lines[self._sent_line_count :], len(lines)
        for line in new_lines:
            self.remote_view.apply_event_line(line)
        results, self._pending_results = self._pending_results, []
        for on_result in results:
            on_result("done", "")

    def submit_command(self, match_number, line_count, command, on_result):
        assert self.table.submit(command_codec(GAMES["damn"]).decode_line(command)) is None
        self._pending_results.append(on_result)
        self.request_wake()

    def request_wake(self):
        self._on_wake()

    def set_wake_callback(self, on_wake, owner):
        self._on_wake = on_wake or (lambda: None)

    def abort_session(self, error):
        raise error

    def let_bots_act(self):
        while self.table.awaited_bot_seat is not None:
            self.table.play_bot_turn()
        self.request_wake()

    def give_own_seat(self, kind):
        """Give the person's seat to a bot, or back."""
        self.table.reassign_seat(OWN_SEAT, kind, "clock")
        self.request_wake()


class RemoteMatchScenario:
    """A simulated person in front of such a table."""

    def __init__(self, qtbot, **options):
        self.remote = FakeRemoteTable(**options)
        self.match_view = MatchView(self.remote.remote_view)
        self.match_view.animator.speed = 0.0
        show_widget(qtbot, self.match_view, 1000, 700)
        self.person = SimulatedPerson(self.match_view)
        self.match_view.begin_match()

    @property
    def question(self):
        return self.match_view.prompts.question

    def play_until_asked(self, kind):
        """Play until a question of this kind is asked."""
        while True:
            self.remote.let_bots_act()
            wait_until(lambda: self.question)
            if self.question.kind == kind:
                return
            self.answer_question()

    def answer_question(self):
        if self.question.kind == "bid":
            self.person.click(
                self.match_view.prompts.choice_prompt.buttons[next(self.person.allowed_bids())]
            )
        else:
            self.person.double_click_card(self.person.legal_faces[0])

    def wait_until_shown(self):
        """Wait until all events are shown."""
        wait_until(lambda: self.match_view.shown_view is self.remote.remote_view.view)


@pytest.fixture
def open_remote_match(qtbot, application):
    """Return a function that opens such a table."""
    scenarios = []

    def open_match(**options):
        scenarios.append(RemoteMatchScenario(qtbot, **options))
        return scenarios[-1]

    yield open_match
    for scenario in scenarios:
        scenario.match_view.close_page()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bid", "play"])
def test_question_is_withdrawn_and_returns_with_the_seat(open_remote_match, kind):
    scenario = open_remote_match()
    scenario.play_until_asked(kind)
    prompts, before = scenario.match_view.prompts, scenario.question
    scenario.remote.give_own_seat("bot")
    wait_until(lambda: scenario.question is None)
    assert not prompts.choice_prompt.isVisible()
    assert not prompts.refusal_by_face
    assert not scenario.match_view.pacing.is_asking
    scenario.wait_until_shown()
    scenario.remote.give_own_seat("human")
    wait_until(lambda: scenario.question)
    assert scenario.question == before
    assert prompts.choice_prompt.isVisible() == (kind == "bid")
    scenario.answer_question()
    wait_until(lambda: scenario.question != before)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bid", "play"])
def test_actions_of_the_bot_are_shown(open_remote_match, kind):
    scenario = open_remote_match()
    scenario.play_until_asked(kind)
    line_count = len(scenario.remote.remote_view.view_lines)
    scenario.remote.give_own_seat("bot")
    scenario.remote.let_bots_act()  # all finish the match without the person
    wait_until(
        lambda: (
            len(scenario.remote.remote_view.view_lines) > line_count
            and scenario.remote.remote_view.is_over
        )
    )
    wait_until(lambda: scenario.match_view.pacing.is_finished)
    assert scenario.question is None


def test_hint_is_withdrawn_with_its_question(open_remote_match):
    scenario = open_remote_match()
    scenario.play_until_asked("bid")
    scenario.match_view.prompts.toggle_hint()
    assert scenario.match_view.prompts.hints.is_shown
    scenario.match_view.prompts.choice_prompt.buttons[1].setFocus()
    scenario.remote.give_own_seat("bot")
    wait_until(lambda: scenario.question is None)
    assert not scenario.match_view.prompts.hints.is_shown
    assert not scenario.match_view.prompts.can_hint
    assert scenario.match_view.hasFocus()
    scenario.remote.give_own_seat("human")
    wait_until(lambda: scenario.question)
    scenario.person.press(Qt.Key.Key_0)
    assert scenario.question is None


def test_accepted_offer_is_withdrawn(open_remote_match):
    scenario = open_remote_match(enforcement="table")
    scenario.play_until_asked("play")
    offers = [offer for offer in scenario.remote.remote_view.offers if len(offer.answers) > 1]
    prompts = scenario.match_view.prompts
    assert offers
    prompts.optional_actions.offer_taken_up.emit(offers[0])
    assert prompts.is_offer
    scenario.remote.give_own_seat("bot")
    wait_until(lambda: not prompts.is_offer)
    assert scenario.question is None
    assert not scenario.match_view.pacing.is_asking
    scenario.remote.give_own_seat("human")
    wait_until(lambda: scenario.question)
    assert scenario.question.kind == "play"
    assert not prompts.is_offer


# Waiting for a click at a table that waits for nobody


@pytest.fixture
def full_trick_scenario(open_remote_match):
    """Play until a full trick waits for a click."""
    scenario = open_remote_match()
    scenario.match_view.stage.pace = TablePace(waits_for_click=True)
    scenario.match_view.animator.speed = 1.0
    while not scenario.match_view.animator.waits_for_user:
        if scenario.match_view.animator.is_busy:
            scenario.match_view.animator.skip_animations()
        elif scenario.question is not None:
            scenario.answer_question()
        else:
            scenario.remote.let_bots_act()
        QApplication.processEvents()
    return scenario


def test_waiting_trick_does_not_delay_the_table(full_trick_scenario):
    scenario = full_trick_scenario
    before = len(scenario.remote.remote_view.view_lines)
    scenario.remote.let_bots_act()
    wait_until(lambda: scenario.remote.table.awaited_bot_seat is None)
    QApplication.processEvents()
    assert len(scenario.remote.remote_view.view_lines) == len(
        scenario.remote.table.table_seats[OWN_SEAT].view_lines
    )
    assert len(scenario.remote.remote_view.view_lines) >= before
    assert scenario.match_view.animator.waits_for_user
    scenario.match_view.stage.skip_animations()
    while scenario.question is None:
        scenario.match_view.animator.skip_animations()
        QApplication.processEvents()


def test_waiting_trick_advances_under_a_clock(full_trick_scenario):
    scenario = full_trick_scenario
    if scenario.remote.remote_view.waits_for_others:
        scenario.remote.let_bots_act()
        QApplication.processEvents()
    assert scenario.match_view.animator.waits_for_user
    assert not scenario.remote.remote_view.waits_for_others
    scenario.match_view.pacing.has_time_limit = True
    scenario.match_view.pacing.skip_wait_if_timed()
    assert not scenario.match_view.animator.waits_for_user


def test_network_trick_advances_and_names_waiting_players(network_match):
    match_view = network_match.person.match_view
    assert match_view.stage.pace.max_trick_ms == 1000 * TRICK_DISPLAY_S
    assert match_view.stage.pace.max_score_ms == 1000 * SCORE_DISPLAY_S
    table = network_match.table
    while table.awaited_human_seats != (network_match.own_seat,):
        (seat,) = table.awaited_human_seats
        table.submit(LocalPlayerView(table, seat).question.answers[0].command)
    match_view.pacing.advance_table()
    wait_until(lambda: network_match.person.match_view.prompts.question)
    motion = match_view.animator
    motion.speed = 1.0
    network_match.report_lobby(Tom=make_chair("Tom", reads=True))
    wait_until(lambda: network_match.overlay._lobby.chairs[network_match.names.index("Tom")].reads)
    motion.wait_for_user(2000.0)
    line = match_view.scene.status_line
    other_names = ", ".join(name for name in network_match.names if name not in ("Ida", "Tom"))
    assert line.text == f"{other_names} are waiting for you. Click or press Space to go on"
    network_match.report_lobby(**{name: make_chair(name, reads=True) for name in FRIENDS})
    wait_until(lambda: line.text == "Click or press Space to go on")
    motion.skip_animations()


def test_shown_results_are_reported_to_phones(network_match):
    table, moments = network_match.table, network_match.session.reported_line_counts
    assert moments[-1] is not None
    moments.clear()
    while not table.is_over:
        (seat,) = table.awaited_human_seats
        table.submit(LocalPlayerView(table, seat).question.answers[0].command)
        if not table.is_over:
            assert not moments
    network_match.person.match_view.pacing.advance_table()
    wait_until(lambda: network_match.person.match_view.pacing.is_finished)
    count = network_match.person.match_view.player_view.view_lines.count(b"\n")
    assert moments == [count - 1, count]  # the score of the only deal, and the end


def test_status_line_names_turn_and_action(network_match):
    table, match_view, line = (
        network_match.table,
        network_match.person.match_view,
        network_match.person.scene.status_line,
    )
    seen_verbs = set()
    while not table.is_over and len(seen_verbs) < 2:
        (seat,) = table.awaited_human_seats
        question = LocalPlayerView(table, seat).question
        match_view.pacing.advance_table()
        wait_until(lambda: match_view.shown_view is match_view.player_view.view)
        if seat != network_match.own_seat:
            verb = "bid" if question.kind == "bid" else "play"
            words = f"It is {network_match.names[seat]}'s turn to {verb}."
            wait_until(lambda words=words: line.text == words)
            seen_verbs.add(verb)
        table.submit(question.answers[0].command)
    assert seen_verbs == {"bid", "play"}


def test_status_line_names_an_absent_player(network_match):
    table, match_view, line = (
        network_match.table,
        network_match.person.match_view,
        network_match.person.scene.status_line,
    )
    while (turn := table.game.turn(table.spectator_view)) == network_match.own_seat:
        table.submit(LocalPlayerView(table, turn).question.answers[0].command)
    match_view.pacing.advance_table()
    wait_until(lambda: match_view.shown_view is match_view.player_view.view)
    name = network_match.names[turn]
    network_match.report_lobby(**{name: make_chair(name, here=False)})
    # the sentence that phones show
    wait_until(lambda: line.text == f"Waiting for {name} to come back.")
    network_match.report_lobby()
    wait_until(lambda: line.text == f"It is {name}'s turn to bid.")


def test_bots_are_marked_at_their_plates(network_match):
    tom = network_match.names.index("Tom")
    network_match.table.reassign_seat(tom, "bot", "left")
    wait_until(lambda: network_match.person.scene.plates[tom].text.is_bot)
    marked = [plate.text.is_bot for plate in network_match.person.scene.plates]
    assert marked.count(True) == 1
    network_match.table.reassign_seat(tom, "human", "back")
    wait_until(lambda: not network_match.person.scene.plates[tom].text.is_bot)
