"""Tests for the waiting room: chairs, settings, readiness, host controls and chat."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QToolButton, QWidget

from greenbaize.app.phones.shown import PhonesShown
from greenbaize.games import GAMES
from greenbaize.lan.wire import Dismiss, ReadyMark, Spoken, Swap
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.ui.features.network.chat import MOST_LINES, ChatLog, ChatPanel
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.lay_dialog import LayDialog
from greenbaize.ui.features.network.waiting_room import WaitingRoom
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.texts import speak
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.features.network.fake_session import FOUR, FakeFinder, FakeSession, chair, lobby
from ui.hostile import HOSTILE, READ, faults
from ui.put_up import put_up
from ui.table.person import Person, until
from ui.table.seen import texts_of

SIZES = ((690, 400), (1280, 780), (3840, 2140))


@pytest.fixture
def room(qtbot):
    """Show an empty waiting room."""
    return put_up(qtbot, WaitingRoom(GAMES, FakeSession(), ChatLog()), 1280, 780)


def told(room):
    return "\n".join(texts_of(room.card))


def test_everybody_sees_who_is_here_and_what_is_played(room):
    options = {"deals": 5, "hook": True}
    room.show_lobby(lobby(*FOUR, you=1, watchers=2, options=options, clock=30), here=True)
    words = told(room)
    for text in ("Damn · 4 players", "host", "2 friends watch.", "30 seconds", "Hook"):
        assert text in words
    assert not room.change_button.isVisible()
    assert not room.house.fields.isVisible()
    seen = [one for one in room.findChildren(QToolButton) if one.isVisible()]
    assert seen == []
    assert room.chairs.rows[0].accessibleName() == "Chair 1: Ida, host, not ready"


def test_without_a_network_friends_are_not_invited_to_this_computer(room):
    room.head.show_door("ABC-234", ())
    assert "not connected to a network" in room.head.hint.text()
    assert [one.accessibleDescription() for one in room.head.copy_buttons] == ["ABC-234"]
    room.head.show_door("ABC-234", ("192.168.1.5:40123",))
    assert "Join a table…" in room.head.hint.text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lobby_fields", "missing", "words"),
    [
        ({}, (), "Press “Ready”"),
        ({"chairs": 1}, (), "Waiting for Tom."),
        ({"stage": "shuffling"}, (), "shuffled by all of you"),
        ({"stage": "shuffling"}, ("Tom",), "because Tom did not answer"),
        ({}, ("Tom",), "no answer from Tom"),
        ({"stage": "playing"}, (), "has begun"),
    ],
)
def test_what_is_waited_for(room, lobby_fields, missing, words):
    ready = lobby_fields.pop("chairs", None) is not None
    chairs = (chair("Ida", ready=ready), *FOUR[1:])
    room.show_lobby(lobby(*chairs, missing=list(missing), **lobby_fields), here=True)
    assert words in room.state.text()


def test_the_last_who_is_not_ready_is_told_that_all_others_wait(room):
    others = (chair("Tom", ready=True), chair("Eva", ready=True), chair())
    room.show_lobby(lobby(chair("Ida"), *others), here=True)
    assert room.state.text().startswith("All others are ready and wait for you")
    assert room.ready_button.isDefault()
    room.show_lobby(lobby(chair("Ida", ready=True), *others), here=True)
    assert not room.ready_button.isDefault()  # reverting readiness is not the default button


def test_the_keyboard_goes_to_ready_where_what_had_it_is_put_away(qtbot):
    session = FakeSession(hosting=True)
    room = put_up(qtbot, WaitingRoom(GAMES, session, ChatLog()), 1280, 780)
    room.show_lobby(lobby(*FOUR), here=True)
    url = "http://192.168.1.5:8410/#0123456789abcdef0123456789abcdef"
    session.phones_shown = PhonesShown(url, (url,), ())
    room.show_lobby(lobby(*FOUR), here=True)
    room.phones.copy_button.setFocus()
    room.show_lobby(lobby(*FOUR[:3], chair("Max")), here=True)
    assert not room.phones.copy_button.isVisible()
    assert room.ready_button.hasFocus()


def test_the_addresses_for_computers_and_for_phones_are_told_apart(room):
    room.head.show_door("ABC-234", ("192.168.1.5:40123",))
    assert room.head.hint.text().startswith("For computers:")
    assert "Phones have an address of their own" in room.head.hint.text()


def test_away_open_and_lost(room):
    away = (chair("Ida", ready=True), chair("Tom", here=False), chair())
    room.show_lobby(lobby(*away), here=True)
    assert room.state.text() == "Waiting for Tom to come back."
    alone = (chair("Ida", ready=True), chair(), chair())
    room.show_lobby(lobby(*alone, bots=""), here=True)
    assert room.state.text() == "Waiting for 2 more friends."
    room.show_lobby(lobby(*alone), here=True)
    assert room.state.text() == "Everybody is ready."
    room.show_lobby(lobby(*alone), here=False)
    assert "lost" in room.state.text()
    assert not room.ready_button.isEnabled()


def test_guests_have_their_faces_and_open_chairs_none(room):
    room.show_lobby(lobby(*FOUR), here=True)
    for row, one in zip(room.chairs.rows, FOUR, strict=True):
        assert row.number.pixmap().isNull() is (not one.is_guest)


def asked(room):
    return room._session.asked


def test_ready_and_not_ready(room):
    room.show_lobby(lobby(*FOUR), here=True)
    QTest.keyClick(room.ready_button, Qt.Key.Key_Return)
    assert asked(room) == [ReadyMark(ready=True)]
    room.show_lobby(lobby(chair("Ida", ready=True), *FOUR[1:]), here=True)
    assert room.ready_button.text() == "Not &ready"
    Person(room).click(room.ready_button)
    assert asked(room)[-1] == ReadyMark(ready=False)


def test_chairs_are_moved_by_keys_and_the_keyboard_goes_along(room):
    room.show_lobby(lobby(*FOUR), here=True)
    room.chairs.rows[1].down.setFocus()
    QTest.keyClick(room.chairs.rows[1].down, Qt.Key.Key_Space)
    assert asked(room) == [Swap(1, 2)]
    assert room.chairs.rows[2].down.hasFocus()
    assert not room.chairs.rows[0].up.isEnabled()


def test_a_guest_is_asked_to_leave_after_a_question(room):
    room.show_lobby(lobby(*FOUR), here=True)
    assert not room.chairs.rows[0].dismiss.isVisible()
    Person(room).click(room.chairs.rows[1].dismiss)
    question = room.findChild(Confirmation)
    assert "Tom" in question.accessibleName()
    QTest.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    assert asked(room) == [Dismiss(1)]


def test_the_keeper_changes_the_game(room):
    room.show_lobby(lobby(*FOUR, options={"deals": 5}), here=True)
    Person(room).click(room.change_button)
    dialog = room.findChild(LayDialog)
    assert dialog.options.values["deals"] == 5
    dialog.game_list.choose("rank")
    dialog.players.setValue(5)
    QTest.mouseClick(dialog.take_button, Qt.MouseButton.LeftButton)
    (lay,) = asked(room)
    assert (lay.game, lay.seats, lay.bots) == ("rank", 5, "medium")


def test_the_keeper_changes_what_holds_at_the_table(room):
    room.show_lobby(lobby(*FOUR, clock=45), here=True)
    assert room.house.clock.currentText() == "45 seconds"
    QTest.keyClick(room.house.clock, Qt.Key.Key_Down)
    assert asked(room)[-1].clock == 60
    QTest.keyClick(room.house.hands, Qt.Key.Key_Space)
    assert asked(room)[-1].hands
    room.house.bots.setCurrentIndex(0)
    room.house.bots.activated.emit(0)
    assert asked(room)[-1].bots == ""
    room.show_lobby(lobby(*FOUR, stage="shuffling"), here=True)
    assert not room.house.fields.isEnabled()
    assert not room.change_button.isEnabled()


def test_open_chairs_are_offered_the_levels_of_the_game(room):
    bots = room.house.bots

    def offered():
        return [bots.itemData(place) for place in range(bots.count())]

    room.show_lobby(lobby(*FOUR, game="rank", options={}), here=True)
    assert offered() == ["", "random", "easy", "medium", "hard"]
    room.show_lobby(lobby(*FOUR, game="rank", options={}, bots="expert"), here=True)
    assert (offered()[-1], bots.currentText()) == ("expert", "computer player: Expert")
    room.show_lobby(lobby(*FOUR), here=True)
    assert offered() == ["", *LEVEL_NAMES]
    assert bots.currentData() == "medium"


@pytest.mark.parametrize("width", [690, 740, 800, 860, 1000, 1280])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_code_for_phones_is_never_cut_at_the_side(qtbot, width, language):
    speak(language)
    try:
        session = FakeSession(hosting=True)
        room = put_up(qtbot, WaitingRoom(GAMES, session, ChatLog()), width, 560)
        room.head.show_door("ABC-234", ("192.168.1.5:40123",))
        url = "http://192.168.1.5:8410/#0123456789abcdef0123456789abcdef"
        vpn = url.replace("192.168.1.5", "10.8.0.2")
        session.phones_shown = PhonesShown(url, (url, vpn), ())
        room.show_lobby(lobby(*FOUR), here=True)
        QApplication.processEvents()
        assert room.phones.code.isVisible()
        assert room.body.horizontalScrollBar().maximum() == 0
    finally:
        speak("en")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_hostile_names_harm_nothing(room, size, theme):
    room.resize(*size)
    dress(theme)
    room.dress()
    for at, name in enumerate(READ):
        chairs = (chair("Ida"), chair(name), chair(name, here=False), chair(name, slow=True))
        shown = lobby(*chairs, table=name, keeper=at % 4, missing=[name])
        room.show_lobby(shown, here=True)
        assert faults(room) == []


def test_tab_goes_from_the_options_to_the_buttons_and_stops_only_at_what_is_seen(room):
    room.show_lobby(lobby(*FOUR), here=True)
    room.change_button.click()
    dialog = room.findChild(LayDialog)
    until(dialog.isVisible)
    stops = []
    dialog.game_list.setFocus()
    for _ in range(60):
        if dialog.focusWidget() in stops:
            break
        stops.append(dialog.focusWidget())
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    buttons = [dialog.standard_button, dialog.take_button, dialog.cancel_button]
    assert stops == [dialog.game_list, dialog.players, *dialog.options.fields(), *buttons]


def test_no_key_means_two_things_in_a_dialog(room):
    room.show_lobby(lobby(*FOUR), here=True)
    room.change_button.click()
    join = JoinDialog(FakeFinder, "Ida", room)
    for dialog in (room.findChild(LayDialog), join):
        kinds = QLabel | QAbstractButton
        texts = [one.text() for one in dialog.findChildren(QWidget) if isinstance(one, kinds)]
        keys = [text.replace("&&", "").split("&")[1][0].lower() for text in texts if "&" in text]
        assert len(keys) == len(set(keys))
    join.reject()


def spoken(name, text="", word="", seat=1):
    return Spoken(seat=seat, name=name, text=text, word=word)


@pytest.fixture
def panel(qtbot):
    """Show an empty chat panel."""
    one = ChatPanel(ChatLog())
    one._log.setParent(one)
    return put_up(qtbot, one, 240, 260)


def lines(panel):
    return [panel._log.item(row).text() for row in range(panel._log.rowCount())]


def test_what_is_said_is_shown_in_ones_own_language(panel):
    panel._log.take(spoken("Tom", "Hello"))
    panel._log.take(spoken("Eva", word="good-luck"))
    panel._log.take(spoken("Eva", word="from-a-newer-program"))
    assert lines(panel) == ["Tom: Hello", "Eva: Good luck!"]


@pytest.mark.slow
def test_only_the_last_lines_are_kept(panel):
    for number in range(MOST_LINES + 50):
        panel._log.take(spoken("Tom", str(number)))
    assert panel._log.rowCount() == MOST_LINES
    assert lines(panel)[-1] == f"Tom: {MOST_LINES + 49}"


def test_writing_says_it_quick_words_as_codes_and_no_key_goes_on_to_the_cards(panel, qtbot):
    QTest.keyClicks(panel.field, "one  3 ")
    with qtbot.waitSignal(panel.said) as said:
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
    assert said.args == ["one 3", ""]
    assert panel.field.text() == ""
    with qtbot.waitSignal(panel.left):
        QTest.keyClick(panel.field, Qt.Key.Key_Escape)
    panel.field.setText("\u202ex\u0007y" + "W" * 300)
    with qtbot.waitSignal(panel.said) as said:
        QTest.keyClick(panel.field, Qt.Key.Key_Return)
    assert len(said.args[0]) <= 200
    assert "\u202e" not in said.args[0]
    with qtbot.waitSignal(panel.said) as said:
        panel.words_menu.actions()[2].trigger()
    assert said.args == ["", "thanks"]


def test_one_click_turns_it_off_and_on_again(panel):
    panel._log.take(spoken("Tom", "Hello"))
    Person(panel).click(panel.mute_button)
    assert not panel.list.isVisible()
    panel._log.take(spoken("Tom", "Do you hear me?"))
    assert panel._log.unread == 0
    Person(panel).click(panel.mute_button)
    assert panel.list.isVisible()
    assert lines(panel) == ["Tom: Hello"]


def test_one_person_is_muted_and_heard_again(panel):
    panel._log.take(spoken("A&B", "Hello"))
    panel._log.take(spoken("Eva", "Hi"))
    mute = panel.actions_at(QPoint(10, 5))
    assert [one.text() for one in mute] == ["Mute A&&B"]
    mute[0].trigger()
    panel._log.take(spoken("A&B", "Hello?"))
    assert lines(panel) == ["Eva: Hi"]
    hear = panel.actions_at(QPoint(10, 5))[-1]
    assert hear.text() == "Unmute A&&B"
    hear.trigger()
    panel._log.take(spoken("A&B", "At last"))
    assert lines(panel) == ["Eva: Hi", "A&B: At last"]


@pytest.mark.slow
def test_hostile_words_harm_nothing(panel):
    for name in READ:
        for words in HOSTILE:
            panel._log.take(spoken(name, words[:200]))
    assert faults(panel) == []


def test_ones_own_words_and_what_is_seen_at_once_are_no_news_and_nobody_mutes_themselves(panel):
    panel._log.take(spoken("Tom", "Hello"))
    assert panel._log.unread == 0
    panel._log.clear()
    panel.hide()
    panel._log.take(spoken("Ida", "Hello", seat=0), own=True)
    assert panel._log.unread == 0
    panel._log.take(spoken("Tom", "Hello"))
    assert panel._log.unread == 1
    panel.show()
    spot = panel.list.visualRect(panel._log.index(0, 0)).center()
    assert panel.actions_at(spot) == []


def test_a_double_click_and_a_key_that_is_held_say_ready_once(room):
    marks = []

    def answer(mark):
        marks.append(mark.ready)
        room.show_lobby(lobby(chair("Ida", ready=mark.ready), *FOUR[1:]), here=True)

    room._session.send = answer
    room.show_lobby(lobby(*FOUR), here=True)
    point = room.ready_button.mapTo(room.window(), room.ready_button.rect().center())
    QTest.mouseDClick(room.window().windowHandle(), Qt.MouseButton.LeftButton, pos=point)
    assert marks == [True]
    room.show_lobby(lobby(*FOUR), here=True)
    key, none = Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier
    for held in (False, True, True):
        event = QKeyEvent(QEvent.Type.KeyPress, key, none, "\r", autorep=held)
        QApplication.sendEvent(room.ready_button, event)
    assert marks == [True, True]
