"""Tests for the banner: a notice covers no plate, heading or question, and offers buttons."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QMainWindow,
    QPushButton,
    QWidget,
)

from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.default_players import create_default_players
from greenbaize.app.tables.matches import create_header, mark_casual
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.messages import Message
from greenbaize.ui.shell.banner import MS_PER_LETTER, TRANSIENT_MS, Banner, covers_page
from greenbaize.ui.table.view import MIN_TABLE_PX
from greenbaize.ui.widgets.localized_texts import set_window_language
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from greenbaize.words.speaker import Speaker
from ui.show_widget import show_widget
from ui.table.person import LEFT_BUTTON, wait_until
from ui.text_fit import process_layouts
from ui.window_steps import start_menu_texts

GOLDEN_RECORDS = Path(__file__).parents[2] / "golden"
SEED = seed_from_text("banner")
NOTICE_TEXT = "From now on tricks do not wait for your click."


def show_notice(person, table_view):
    """Show a notice and return its rectangle in the table view's coordinates."""
    QApplication.processEvents()
    person.facade.banner.show_sentence(NOTICE_TEXT)
    banner = person.facade.banner
    return QRect(table_view.mapFrom(person.window, banner.pos()), banner.size())


def check_covers_nothing(box, scene, table_view):
    assert table_view.rect().contains(box)
    assert (
        box.bottom() < table_view.height() - scene.geometry.card_width
    )  # the own hand, now or later
    for item in (*scene.plates, scene.notice):
        assert not box.intersects(item.sceneBoundingRect().toRect())


def test_banner_covers_no_widget_of_a_page_without_a_table(qtbot):
    window, page = QMainWindow(), QWidget()
    qtbot.addWidget(window)
    window.setCentralWidget(page)
    window.resize(800, 500)
    code, button = QLabel("code", page), QPushButton("Ready", page)
    code.setGeometry(0, 0, 800, 200)
    button.setGeometry(600, 430, 190, 60)
    window.show()
    banner = Banner(window)
    banner.show_sentence(NOTICE_TEXT)
    box = QRect(page.mapFrom(window, banner.pos()), banner.size())
    assert page.rect().contains(box)
    assert not box.intersects(code.geometry())
    assert not box.intersects(button.geometry())


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("sentence", ["junk.jsonl, line 1: no match record.", NOTICE_TEXT])
def test_banner_covers_no_button_of_the_first_screen(open_program, language, sentence):
    set_window_language(language)
    try:
        person = open_program()
        person.window.resize(1280, 800)
        start_menu_texts(person)
        person.facade.services.notifications.show_sentence(sentence)
        banner = person.facade.banner
        wait_until(banner.isVisible)
        buttons = person.window.centralWidget().findChildren(QAbstractButton)
        shown_buttons = [button for button in buttons if button.isVisible()]
        assert len(shown_buttons) > 5
        for button in shown_buttons:
            rect = QRect(button.mapTo(person.window, QPoint(0, 0)), button.size())
            assert not banner.geometry().intersects(rect), button.text()
    finally:
        set_window_language("en")
        set_window_language("system")


@pytest.mark.slow
@pytest.mark.parametrize("text_scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(800, 560), (1280, 800)])
def test_a_long_notice_covers_nothing_of_the_first_screen(
    open_program, size, text_scale, russian_language
):
    person = open_program()
    person.window.resize(*size)
    apply_text_scale(text_scale)
    start_menu_texts(person)
    banner = person.facade.banner
    reason = "~/.local/share/my-tables/greenbaize: нет прав на запись."
    error = Message("nothing-saved", {"reason": reason})
    person.facade.services.notifications.show_sentence(Speaker().format_message(error))
    wait_until(banner.isVisible)
    process_layouts(person.window)
    assert person.window.size().toTuple() == size
    assert person.window.rect().contains(banner.geometry())
    assert not covers_page(banner.geometry(), person.window)
    assert banner.height() >= banner.heightForWidth(banner.width())
    QTest.mouseClick(banner.dismiss_button, LEFT_BUTTON)
    assert person.window.contentsMargins().isNull()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["damn-4-table", "damn-7", "rank-4-deals", "master-2"])
def test_banner_covers_no_plate_or_heading_in_a_replay(open_program, name):
    person = open_program(PlayRequest(record=GOLDEN_RECORDS / f"{name}.jsonl"))
    wait_until(
        lambda: person.facade.replay_page is not None and person.facade.replay_page.isVisible()
    )
    replay_page = person.facade.replay_page
    assert replay_page is not None
    for moment in (
        0,
        replay_page.replay.playback.deal_moments[0],
        len(replay_page.replay.playback),
    ):
        replay_page.go_to_moment(moment)
        table = replay_page.table
        check_covers_nothing(show_notice(person, table.table_view), table.scene, table.table_view)


@pytest.mark.slow
def test_banner_covers_no_question_in_a_match(open_program):
    person = open_program(PlayRequest("damn", 4, {}, seed_from_text("window")))
    wait_until(lambda: person.facade.match_view)
    assert person.wait_for_turn()
    match_view = person.match_view
    box = show_notice(person, match_view.table_view)
    check_covers_nothing(box, match_view.scene, match_view.table_view)
    prompt = match_view.prompts.choice_prompt
    assert prompt.isVisible()
    corner = match_view.table_view.mapFrom(
        person.window, prompt.mapTo(person.window, prompt.rect().topLeft())
    )
    assert not box.intersects(QRect(corner, prompt.size()))


@pytest.mark.slow
def test_banner_moves_off_a_question_that_appears_below_it(open_program):
    person = open_program(
        PlayRequest("damn", 3, {"first": 7, "deals": 7}, seed_from_text("window"))
    )
    person.window.resize(900, 600)
    wait_until(lambda: person.facade.match_view)
    assert person.match_view.prompts.question is None
    person.facade.banner.show_sentence(NOTICE_TEXT)
    early_rect = person.facade.banner.geometry()
    assert person.wait_for_turn()
    prompt = person.match_view.prompts.choice_prompt
    prompt_rect = QRect(prompt.mapTo(person.window, QPoint(0, 0)), prompt.size())
    assert not person.facade.banner.geometry().intersects(prompt_rect)
    assert person.facade.banner.geometry() != early_rect


@pytest.mark.parametrize("players", [2, 5])
def test_banner_covers_no_plate_as_a_casual_match_begins(open_program, players):
    person = open_program()
    bots = [Opponent("random")] * (players - 1)
    match_players = create_default_players(bots, "Ida", ["Ida"])
    person.facade.start_match(
        mark_casual(create_header("blackout" if players < 3 else "damn", match_players, {}, SEED))
    )
    table_view = person.match_view.table_view
    wait_until(lambda: table_view.width() > MIN_TABLE_PX[0])
    banner = person.facade.banner
    assert banner.isVisible()
    check_covers_nothing(
        QRect(table_view.mapFrom(person.window, banner.pos()), banner.size()),
        person.scene,
        table_view,
    )


class TestBanner:
    """A banner over a page without a table."""

    @pytest.fixture
    def window(self, qtbot):
        window = QMainWindow()
        window.setCentralWidget(QWidget())
        return show_widget(qtbot, window, 800, 500)

    @pytest.fixture
    def banner(self, window):
        return Banner(window)

    def visible_buttons(self, banner):
        buttons = (banner.rule_link, banner.action_button, banner.dismiss_button)
        return [button for button in buttons if button.isVisible()]

    def test_it_offers_what_there_is_to_do(self, banner):
        assert not banner.isVisible()
        banner.show_sentence("Saved.")
        assert self.visible_buttons(banner) == [banner.dismiss_button]
        banner.show_sentence("Broken.", "Go on & on", "damn.md 5")
        assert len(self.visible_buttons(banner)) == 3
        assert banner.action_button.text() == "Go on && on"
        banner.show_transient("Saved.")  # a lasting sentence stays
        assert banner.label.text() == "Broken."

    def test_sentences_are_announced_and_named(self, qtbot, banner):
        with qtbot.waitSignal(banner.sentence_shown) as shown:
            banner.show_sentence("The ♠ leads.")
        assert shown.args == ["The ♠ leads."]
        assert "♠" not in banner.accessibleName()
        with qtbot.waitSignal(banner.sentence_shown) as shown:
            banner.show_transient("Tom is back.")
        assert shown.args == ["Tom is back."]

    def test_action_and_rule_are_signalled_and_the_action_hides(self, qtbot, banner):
        banner.show_sentence("Broken.", "Go on", "damn.md 5")
        with qtbot.waitSignal(banner.rule_requested) as requested:
            QTest.mouseClick(banner.rule_link, LEFT_BUTTON)
        assert requested.args == ["damn.md 5"]
        assert banner.isVisible()
        with qtbot.waitSignal(banner.action_clicked):
            QTest.mouseClick(banner.action_button, LEFT_BUTTON)
        assert not banner.isVisible()
        banner.show_sentence("Broken.", "Go on")
        with qtbot.assertNotEmitted(banner.action_clicked):
            QTest.mouseClick(banner.dismiss_button, LEFT_BUTTON)
        assert not banner.isVisible()

    def test_transient_sentence_is_shown_for_its_reading_time(self, banner):
        for sentence, milliseconds in (("Saved.", TRANSIENT_MS), ("x" * 100, 100 * MS_PER_LETTER)):
            banner.hide()
            banner.show_transient(sentence)
            assert banner._transient_timer.interval() == milliseconds
            assert banner.is_transient
            assert self.visible_buttons(banner) == []

    def test_only_transient_sentences_are_dismissed_in_passing(self, banner):
        banner.show_transient("Saved.")
        assert banner.dismiss_transient()
        assert not banner.isVisible()
        assert not banner.dismiss_transient()
        banner.show_sentence("Broken.")
        assert not banner.is_transient
        QTest.mouseClick(banner, LEFT_BUTTON, pos=QPoint(3, 3))
        assert banner.isVisible()
        banner.show_transient("Saved.")
        assert not banner.dismiss_transient()

    def test_only_the_sentence_shown_is_withdrawn(self, banner):
        banner.show_sentence("Broken.")
        banner.withdraw_sentence("Saved.")
        assert banner.isVisible()
        banner.withdraw_sentence("Broken.")
        assert not banner.isVisible()

    def test_errors_name_their_kind_and_the_log(self, banner, home):
        banner.show_error(LookupError("secret"), "Go on")
        assert banner.label.text() == (
            "Something unexpected happened (LookupError). The match is safe. "
            f"The details are in {home / 'greenbaize.log'}."
        )
        assert banner.action_button.isVisible()

    def test_width_follows_the_sentence_within_the_window(self, window, banner):
        widths = []
        for word_count in (1, 12, 80):
            banner.show_sentence("mmmmm " * word_count)
            widths.append(banner.width())
        assert widths[0] == 280
        assert widths[0] < widths[1] <= widths[2] == 720
        assert banner.height() > 48
        window.resize(500, 500)
        banner.relayout()
        assert banner.width() <= 500 - 24

    def test_it_lies_below_the_menus_in_the_middle(self, window, banner):
        window.menuBar().addMenu("Match")
        window.menuBar().setFixedHeight(30)
        banner.show_sentence("Saved.")
        assert banner.y() >= 30
        assert abs(banner.geometry().center().x() - window.rect().center().x()) <= 24
