"""Tests of the dialog on what computer players thought, by mouse and keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.advice.finished_matches import ask_thoughts
from greenbaize.app.advice.thought_texts import ThoughtsFormatter
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.ui.sheets import thoughts
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.ui.sheets.thoughts import ThoughtsDialog
from greenbaize.ui.widgets import accessibility
from greenbaize.ui.widgets.dialog import VerticalScrollArea
from ui.sheets.thoughts_users import ReplayUser, write_match
from ui.table.person import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]

SHORT = PlayRequest("damn", 3, {"first": 3, "deals": 6}, seed_from_text("thoughts"))
NAMES = ("Anna", "Boris", "Vera")


@pytest.fixture
def replay(open_program):
    """Return a function that opens the replay of a match, with its moves."""

    def open_replay(**match):
        path, history = write_match(**match)
        return ReplayUser(open_program(), path), history

    return open_replay


@pytest.fixture
def spoken_texts(monkeypatch):
    texts = []
    monkeypatch.setattr(thoughts, "announce", lambda _, text: texts.append(text))
    assert accessibility.announce is not None
    return texts


def weighed_move(history, kind="play"):
    """Return the last move of seat 1 of a kind with a choice."""
    return next(
        move
        for deal in reversed(history.deals)
        for move in reversed(deal.moves)
        if move.seat == 1
        and move.command.type == kind
        and len(history.game.legal(history.view_before(move), 1)) > 1
    )


def listed_moves(dialog):
    items = map(dialog.move_list.item, range(dialog.move_list.count()))
    return [move for item in items if (move := item.data(Qt.ItemDataRole.UserRole))]


def expected_text(history, move):
    formatter = ThoughtsFormatter(history, move, ask_thoughts(history, move), NAMES)
    return "\n\n".join(formatter.describe_thoughts()).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("kind", ["play", "bid"])
def test_the_key_asks_about_the_move_just_shown(replay, spoken_texts, kind):
    user, history = replay()
    move = weighed_move(history, kind)
    user.page.go_to_moment(move.event_index + 1)
    user.ask_by_key()
    assert user.dialog.selected_move == move
    assert user.text == expected_text(history, move)
    assert user.text.startswith("Boris (Medium) held ")
    assert len(spoken_texts) == 1
    assert not any(sign in spoken_texts[0] for sign in "♣♦♥♠−•←\n")


def test_a_right_click_on_a_card_asks_about_it(replay):
    user, history = replay()
    move = weighed_move(history)
    user.page.go_to_moment(move.event_index + 1)
    cards = user.page.scene.cards.trick
    user.ask_by_mouse(next(item for seat, item in cards if seat == 1).card_rect.center())
    assert user.dialog.selected_move == move
    assert user.text == expected_text(history, move)


def test_a_right_click_on_a_plate_asks_about_the_last_move_of_the_seat(replay):
    user, history = replay()
    move = weighed_move(history, "bid")
    user.page.go_to_moment(len(user.page.replay.playback) - 1)
    user.page.go_to_moment(move.event_index + 1)
    user.ask_by_mouse(user.page.scene.plates[1].body_rect().center())
    assert user.dialog.selected_move == move


def test_the_keyboard_on_the_table_asks_about_an_element(replay):
    user, history = replay()
    move = weighed_move(history, "bid")
    user.page.go_to_moment(move.event_index + 1)
    navigator = user.page.hover_help.navigator
    user.page.hover_help.toggle_navigator()
    proxy = next(
        proxy
        for element, proxy in navigator._proxies.items()
        if (element.kind.name, element.number) == ("PLATE", 1)
    )
    proxy.setFocus()
    QTest.keyClick(user.person.window.windowHandle(), Qt.Key.Key_Menu)
    user.choose_entry()
    assert user.dialog.selected_move == move


def test_arrows_and_the_list_of_deals_lead_to_all_moves(replay):
    user, history = replay()
    user.page.go_to_moment(weighed_move(history).event_index + 1)
    user.ask_by_key()
    dialog = user.dialog
    QTest.keyClick(dialog.deal_combo, Qt.Key.Key_Home)
    first = history.deals[0]
    assert listed_moves(dialog) == list(first.moves)
    QTest.keyClick(dialog.move_list, Qt.Key.Key_Home)
    for move in first.moves[:3]:
        assert dialog.selected_move == move
        assert user.text == expected_text(history, move)
        QTest.keyClick(dialog.move_list, Qt.Key.Key_Down)


def test_other_versions_of_players_are_not_asked(replay):
    user, history = replay(keys={"program": "greenbaize 0.0.1"})
    user.page.go_to_moment(weighed_move(history).event_index + 1)
    user.ask_by_key()
    assert "another version of the program" in user.text
    assert user.dialog.foolish_button.isEnabled()


def test_a_player_that_would_choose_otherwise_is_not_believed(replay, monkeypatch):
    user, history = replay()
    move = weighed_move(history)
    other = next(
        command
        for command in history.game.legal(history.view_before(move), 1)
        if command != move.command
    )
    real_thoughts = ask_thoughts(history, move)
    user.page.go_to_moment(move.event_index + 1)
    user.ask_by_key()
    assert user.text
    user.dialog._on_thoughts(move, real_thoughts._replace(command=other))
    assert "Today's Boris" in user.text


def test_a_player_that_does_not_answer_says_so(replay):
    user, history = replay()
    move = weighed_move(history)
    user.page.go_to_moment(move.event_index + 1)
    user.ask_by_key()
    assert user.text
    user.dialog._on_thoughts(move, None)
    assert user.text.startswith("What Boris thought cannot be found out just now.")


def test_nothing_is_told_before_the_deal_is_over(open_program):
    person = open_program(SHORT)
    side_column = person.match_view.side_column

    def ask():
        QTest.keyClick(person.window, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)

    assert person.wait_for_turn()
    ask()
    assert side_column.thoughts_dialog is None
    banner = person.program.services.notifications.banner
    assert "Wait until the deal is over" in banner.label.text()
    game = person.match_view.player_view.game
    while game.picture(person.match_view.shown_view).deal < 2 and person.wait_for_turn():
        person.play_first_choice()
    assert person.wait_for_turn()
    ask()
    dialog = side_column.thoughts_dialog
    assert dialog is not None
    assert dialog.deal_combo.count() == 1
    wait_until(lambda: dialog.is_answered)
    assert dialog.selected_move.seat != person.match_view.player_view.seat
    dialog.close()
    # A card of the last trick, still shown beside the table, is of the deal before.
    taker, trick = side_column.latest_trick
    side_column.last_trick_panel.thoughts_requested.emit(taker, trick.cards[0])
    side_column.thoughts_dialog.close()
    # The plate of somebody who has just bid stands for the running deal.
    person.play_first_choice()
    assert person.wait_for_turn()
    assert game.picture(person.match_view.shown_view).deal == 2
    for seat in range(3):
        person.match_view.hover_help.thoughts_requested.emit(seat, None)
        assert side_column.thoughts_dialog is None


def test_a_right_click_on_the_last_trick_asks_about_its_card(replay):
    user, history = replay()
    move = weighed_move(history)
    taken = next(
        index
        for index, event in enumerate(history._events)
        if index > move.event_index and event.type == "trick"
    )
    user.page.go_to_moment(taken + 1)
    panel = user.page.side_column.last_trick_panel
    panel.repaint()
    seats = panel._trick.seats_in_order(3)
    point = panel.card_tooltips[seats.index(1)][0].center().toPoint()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, panel.mapToGlobal(point))
    QApplication.sendEvent(panel, event)
    user.choose_entry()
    assert user.dialog.selected_move == move


def test_the_review_leads_to_the_moves_of_the_others(open_program):
    person = open_program(SHORT)
    game = person.match_view.player_view.game
    while game.picture(person.match_view.shown_view).deal < 2 and person.wait_for_turn():
        person.play_first_choice()
    person.match_view.player_view.adviser_level = "medium"
    person.match_view.side_column.show_review()
    review = person.window.findChild(ReviewDialog)
    button = next(
        one for one in review.findChildren(type(review.close_button)) if "Others" in one.text()
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = review.findChild(ThoughtsDialog)
    wait_until(lambda: dialog.is_answered)
    assert "This was your move." in dialog.text_label.text() or dialog.selected_move.seat


def test_keys_scroll_a_long_explanation(replay):
    user, history = replay()
    user.page.go_to_moment(weighed_move(history).event_index + 1)
    user.ask_by_key()
    assert user.text
    dialog = user.dialog
    dialog._show_paragraphs(["It thought a lot."] * 60)
    bar = dialog.findChildren(VerticalScrollArea)[0].verticalScrollBar()
    wait_until(lambda: bar.maximum() > 0)
    dialog.text_label.setFocus(Qt.FocusReason.TabFocusReason)
    start = bar.value()
    QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_PageDown)
    assert bar.value() > start


def find_move(history, *, has_choice):
    return next(
        move
        for deal in reversed(history.deals)
        for move in reversed(deal.moves)
        if move.seat == 1 and (len(history.legal_commands(move)) > 1) is has_choice
    )


def test_a_forced_move_cannot_be_foolish(replay):
    user, history = replay()
    move = find_move(history, has_choice=False)
    user.page.go_to_moment(move.event_index + 1)
    cards = user.page.scene.cards.trick
    user.ask_by_mouse(next(item for seat, item in cards if seat == 1).card_rect.center())
    assert user.dialog.selected_move == move
    assert "There was no choice" in user.text
    assert not user.dialog.foolish_button.isEnabled()
    while len(history.legal_commands(user.dialog.selected_move)) == 1:
        QTest.keyClick(user.dialog.move_list, Qt.Key.Key_Up)
    assert user.text
    assert user.dialog.foolish_button.isEnabled()


def test_the_dialog_opens_at_the_last_move_with_a_choice(replay):
    user, history = replay()
    user.page.go_to_moment(len(user.page.replay.playback) - 1)
    user.ask_by_key()
    last_deal = history.deals[-1]
    assert (
        user.dialog.selected_move
        == [move for move in last_deal.moves if len(history.legal_commands(move)) > 1][-1]
    )


def test_headings_of_tricks_are_passed_over_by_the_arrows(replay):
    user, history = replay()
    user.ask_by_key()
    dialog = user.dialog
    QTest.keyClick(dialog.deal_combo, Qt.Key.Key_End)
    QTest.keyClick(dialog.move_list, Qt.Key.Key_Home)
    seen = []
    for _ in history.deals[-1].moves:
        seen.append(dialog.selected_move)
        QTest.keyClick(dialog.move_list, Qt.Key.Key_Down)
    assert seen == list(history.deals[-1].moves)
    item = dialog.move_list.currentItem()
    while not item.data(Qt.ItemDataRole.AccessibleTextRole).startswith("Trick "):
        QTest.keyClick(dialog.move_list, Qt.Key.Key_Up)
        item = dialog.move_list.currentItem()


def test_the_list_of_moves_grows_with_the_dialog(replay):
    user, _ = replay()
    user.ask_by_key()
    height = user.dialog.move_list.height()
    user.dialog.resize(user.dialog.width(), user.dialog.height() + 200)
    wait_until(lambda: user.dialog.move_list.height() >= height + 90)
