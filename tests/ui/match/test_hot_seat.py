"""Several people at one screen: hot-seat matches in which nobody sees another person's hand."""

from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.player_view import LocalPlayerView, find_view_after_last_trick
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.events import CardPlayed, CardsDealt, SeatReassigned
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.optional_actions import OptionalActionsBar
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.shell.navigation import (
    MatchListRoute,
    RecordRoute,
    ResumeRoute,
    StartRoute,
    UnfinishedMatchesRoute,
)
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.words.speaker import card_name
from greenbaize.words.spoken import spoken_text
from ui.accessibility_tree import screen_reader_active, visible_nodes
from ui.match.hot_seat_steps import (
    MANNERS_OPTIONS,
    PERSON_NAMES,
    HotSeatDriver,
    start_hot_seat_match,
)
from ui.table.person import wait_until

RULE_TEXT_PARTS = (
    "Who beats whom",
    "he trick",
    "eal ",
    "Queen of spades",
    "King of hearts",
    "took it",
)
"""Parts of texts that name cards by the rules or of the previous deal, not of a hand."""


def load_record(path):
    return read_record(path.read_bytes(), GAMES)


def visible_cards():
    """Return the cards that lie face up in any visible scene."""
    scenes = {id(view.scene()): view.scene() for view in _visible_table_views()}
    items = [item for scene in scenes.values() for item in scene.items()]
    return [
        card_item.face.card
        for card_item in items
        if isinstance(card_item, CardItem) and card_item.face is not None
    ]


def _visible_table_views():
    for widget in QApplication.allWidgets():
        if isinstance(widget, MatchView) and widget.isVisible():
            yield widget.table_view


def window_texts(window):
    """Return all texts and accessible names in the window and in other visible windows."""
    texts = [str(node.name) + " " + str(node.description) for node in visible_nodes()]
    for widget in QApplication.allWidgets():
        if widget.window() is not window and not widget.isVisible():
            continue
        texts += [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()]
        texts += [
            str(getattr(widget, name)()) for name in ("text", "title") if hasattr(widget, name)
        ]
    return texts


def hidden_cards(table, current_seat):
    """Return the cards that the current person may not know; in a blind deal also their own."""
    known_cards = set() if current_seat is None else _known_cards(table, current_seat)
    hands = table._authority.state.hands
    return [card for hand in hands for card in hand.cards if card not in known_cards]


def _known_cards(table, seat):
    view = table.table_seats[seat].view
    picture = table.game.picture(view)
    trick_cards = () if picture.trick is None else picture.trick.cards
    return {card for hand in view.hands for card in hand.cards} | {*trick_cards}


@pytest.mark.slow
@pytest.mark.parametrize(
    # Even half of Master changes hands about four hundred times.
    ("game", "human_count"),
    [
        ("damn", 2),
        ("rank", 4),
        *[
            pytest.param(game, 4, marks=pytest.mark.long)
            for game in ("damn", "blackout", "ass", "master")
        ],
    ],
)
def test_hot_seat_match_is_played_to_its_end(open_program, game, human_count):
    seats = 4
    driver = start_hot_seat_match(open_program, game, human_count, seats)
    shown_seats = []

    def record_seat(current):
        if current.is_covered:
            return
        assert isinstance(current.page.player_view, LocalPlayerView)
        assert (
            current.page.player_view.view
            is current.table.table_seats[current.page.player_view.seat].view
        )
        if shown_seats[-1:] != [current.page.player_view.seat]:
            shown_seats.append(current.page.player_view.seat)

    driver.play_match(record_seat)
    assert (
        shown_seats == driver.uncovered_seats
    )  # covered for every change of person, and only then
    assert set(shown_seats) == set(driver.table.header_human_seats)
    path = driver.page.match.file.path
    result = driver.person.window.findChild(ResultPanel)
    assert result.isVisible()
    assert "You" not in result.headline
    record = load_record(path)
    end = record.events[-1]
    winners = [
        player.name
        for player, rank in zip(record.header.players, end.places, strict=True)
        if rank == 1
    ]
    assert all(name in result.headline for name in winners)
    assert [player.kind for player in record.header.players].count("human") == human_count


@pytest.mark.slow
@pytest.mark.parametrize("game", ["damn", "blackout", "master", "ass", "rank", "manners"])
def test_hands_of_others_are_neither_painted_nor_written_nor_spoken(open_program, utterances, game):
    options: dict[str, Any] = {"manners": MANNERS_OPTIONS, "rank": {"deals": 3}}.get(game, {})
    UserSettings(your_name="Ida", motion="none", forced_cards="none", speak="on").save()
    with screen_reader_active():
        driver = start_hot_seat_match(
            open_program, "damn" if game == "manners" else game, 2, 4, **options
        )
        driver.person.facade.settings.speak = "on"
        check_count, seen_cards, cards_seen_before = 0, set(), set()

        def follow_events(view_events):
            # What everybody has seen of a deal is still read after the next one was dealt.
            if isinstance(view_events[-1], CardsDealt):
                cards_seen_before.update(seen_cards)
                seen_cards.clear()
            elif isinstance(view_events[-1], CardPlayed):
                seen_cards.add(view_events[-1].card)

        driver.table.add_listener(follow_events)

        def check_hidden_cards(current):
            nonlocal check_count
            if current.is_ended:
                return
            check_count += 1
            current_seat = None if current.is_covered else current.page.player_view.seat
            secret_cards = hidden_cards(current.table, current_seat)
            if current_seat is None:
                assert visible_cards() == []
            shown_cards = visible_cards()
            assert not [card for card in secret_cards if card in shown_cards]
            log = current.person.facade.speech.log.lines
            all_texts = [*window_texts(current.person.window), *utterances, *log]
            texts = [
                text for text in all_texts if not any(rule in text for rule in RULE_TEXT_PARTS)
            ]
            names = {
                name
                for card in secret_cards
                if card not in cards_seen_before
                for name in (card_name(card), spoken_text(card_name(card)))
            }
            assert [(text, name) for name in names for text in texts if name in text] == []
            del utterances[:]

        driver.play_match(check_hidden_cards, max_actions=40)
    assert check_count > 12
    assert len(driver.uncovered_seats) > 4


def test_cover_is_independent_of_the_cards(open_program):
    """The painting and speech of the cover depend on no card."""
    images, nodes_by_match = [], []
    for seed in ("one", "another"):
        driver = start_hot_seat_match(open_program, "damn", 3, 3, seed, deals=2)
        person = driver.person
        driver.wait_for_input()
        while driver.table.next_human_seat != 1:
            (driver.uncover_table if driver.is_covered else driver.take_action)()
            driver.wait_for_input()
        person.window.resize(900, 700)
        QApplication.processEvents()
        images.append(person.window.grab().toImage())
        with screen_reader_active():
            nodes_by_match.append([node for node in visible_nodes() if "Boris" in node.name])
        person.facade.close_without_asking()
    assert images[0] == images[1]
    assert nodes_by_match[0] == nodes_by_match[1]
    assert nodes_by_match[0]


def test_missed_events_are_shown_first_and_can_be_skipped(open_program):
    driver = start_hot_seat_match(open_program, "damn", 2, 4, deals=2)
    driver.play_match(max_actions=5)
    driver.play_until_covered()
    seat = driver.table.next_human_seat
    assert seat is not None
    launcher = driver.person.facade.features.launcher
    view_before = launcher._hot_seat._backlogs[seat]._seen_view
    missed_events = [event for event, _ in launcher._hot_seat._backlogs[seat]._events]
    assert missed_events
    begun_events = []

    def watch_page(page):
        page.animator.speed, page.animator._clock = 1.0, lambda: 0.0  # a stopped clock
        page.stage.event_started.connect(lambda event, _: begun_events.append(event))

    driver.person.facade.services.pages.page_showing.connect(watch_page)
    driver.uncover_table()
    page = driver.page
    assert page.missed_progress.shown_view == view_before
    assert page.animator.is_busy
    assert begun_events == missed_events[:1]
    # the previous trick, until the missed events are shown
    assert page.side_column.latest_trick == _last_trick(page, len(missed_events))
    driver.person.press(Qt.Key.Key_Space)
    assert begun_events == missed_events
    wait_until(lambda: driver.is_asked)
    assert page.side_column.latest_trick == _last_trick(page, 0)


def _last_trick(page, unseen_count):
    view = find_view_after_last_trick(page.player_view, unseen_count)
    return None if view is None else page.player_view.game.picture(view).taken_tricks[-1]


def test_resumed_hot_seat_match_is_covered(open_program):
    driver = start_hot_seat_match(open_program, "damn", 2, 3, deals=2)
    driver.play_match(max_actions=4)
    person, path = driver.person, driver.page.match.file.path
    awaited_seats = driver.table.awaited_human_seats
    person.facade.close_without_asking()
    person = open_program()
    wait_until(lambda: person.facade.start_screen.start_menu is not None)
    button = person.facade.start_screen.start_menu.buttons[0]
    assert "Go on: Damn" in button.text() + button.accessibleName()
    person.click(button)
    driver = HotSeatDriver(person)
    wait_until(lambda: driver.is_covered and driver.page.isVisible())
    assert driver.page.match.file.path == path
    assert driver.table.awaited_human_seats == awaited_seats
    driver.play_match()
    assert driver.page.has_result
    assert not any(isinstance(event, SeatReassigned) for event in load_record(path).events)


@pytest.mark.parametrize("entry_point", ["unfinished", "list", "file"])
def test_left_hot_seat_match_is_resumed_by_everybody(open_program, entry_point):
    """No network table is opened for it, and no dialog asks who is present."""
    driver = start_hot_seat_match(open_program, "damn", 2, 3, deals=2)
    driver.play_match(max_actions=3)
    person, path = driver.person, driver.page.match.file.path
    services = person.facade.services
    services.navigate(StartRoute())
    assert "Anna, Boris with" in person.facade.start_screen.start_menu.buttons[0].details
    if entry_point == "unfinished":
        services.navigate(UnfinishedMatchesRoute())
        services.dialogs.last_dialog.resume_button.click()
    elif entry_point == "file":
        services.navigate(RecordRoute(path))
    else:
        services.navigate(MatchListRoute())
        matches = person.facade.features.window_manager.matches
        wait_until(lambda: matches.match_list.model.rowCount() == 1)
        matches.match_list.table_view.selectRow(0)
        wait_until(matches.resume_button.isEnabled)
        matches.resume_button.click()
    wait_until(lambda: driver.is_covered and driver.page.isVisible())
    assert driver.page.match.file.path == path
    assert len(driver.page.match.player_views) == 2


def test_another_language_leaves_the_table_covered(open_program):
    driver = start_hot_seat_match(open_program, "damn", 2, 3, deals=2)
    driver.play_match(max_actions=4)
    while driver.is_covered:
        driver.uncover_table()
        driver.wait()
    assert driver.page.restore_route == ResumeRoute(driver.page.match.file.path)


def test_last_card_is_played_automatically_without_a_cover(open_program):
    """Everybody knows which card is played next, and when."""
    cover_counts = {}
    for last_card in (False, True):
        person = open_program()
        person.facade.settings.forced_cards = "last" if last_card else "none"
        person.facade.apply_settings()
        driver = start_hot_seat_match(
            lambda person=person: person, "damn", 3, 3, "last", deals=2, first=1
        )
        driver.play_match()
        cover_counts[last_card] = len(driver.uncovered_seats)
        driver.person.facade.close_without_asking()
    assert cover_counts[True] < cover_counts[False]


def test_speech_log_is_cleared_between_people(open_program):
    with screen_reader_active():
        driver = start_hot_seat_match(open_program, "damn", 2, 3, deals=2)
        driver.person.facade.settings.speak = "on"
        logs = []

        def record_log(current):
            if current.is_covered:
                logs.append(list(current.person.facade.speech.log.lines))

        driver.play_match(record_log, max_actions=6)
    assert len(logs) > 3
    assert all(len(log) <= 1 for log in logs)


def test_result_is_announced_to_everybody_by_name(open_program, utterances):
    with screen_reader_active():
        driver = start_hot_seat_match(open_program, "damn", 2, 3, "h", deals=1)
        driver.person.facade.settings.speak = "on"
        driver.play_match(lambda now: None if now.is_ended else utterances.clear())
        assert driver.page.player_view.end_event.places[driver.page.player_view.seat] == 1
    spoken = "\n".join(utterances)
    person_name = PERSON_NAMES[driver.page.player_view.seat // 2]
    assert f"{person_name} shares the first place" in spoken
    assert "You share" not in spoken


def test_review_names_its_person_and_the_same_people_play_again(open_program):
    driver = start_hot_seat_match(open_program, "damn", 2, 3, deals=2)
    driver.play_match()
    page = driver.page
    page.side_column.show_review()
    assert (
        page.side_column.review_dialog.windowTitle()
        == f"Review of a deal: {PERSON_NAMES[page.player_view.seat // 2]}"
    )
    page.side_column.close_review()
    first = page.match
    driver.person.click_button("Play again")
    wait_until(lambda: driver.is_covered and driver.page.isVisible())
    second = driver.page.match
    assert second.player_view.header.players == first.player_view.header.players
    assert second.player_view.header.is_one_computer
    assert second.file.path != first.file.path


def test_blind_deal_shows_all_hands_but_the_own(open_program):
    driver = start_hot_seat_match(open_program, "blackout", 2, 4)
    checked_seats = []

    def check_hands(current):
        state = current.table._authority.state
        if state.deal != 1 or current.is_covered or current.page.prompts.question.kind != "bid":
            return
        own_seat = current.page.player_view.seat
        cards = [card for hand in state.hands for card in hand.cards]
        shown_cards = visible_cards()
        assert {card for card in cards if card in shown_cards} == {*cards} - {
            *state.hands[own_seat].cards
        }
        checked_seats.append(own_seat)

    driver.play_match(check_hands, max_actions=3)
    assert {*checked_seats} == set(driver.table.header_human_seats)


def test_optional_actions_are_offered_to_the_current_person_only(open_program):
    """The current person is offered bids out of turn and corrections; nobody is while covered."""
    driver = start_hot_seat_match(open_program, "damn", 2, 4, **MANNERS_OPTIONS)
    offer_count = 0

    def check_offers(current):
        nonlocal offer_count
        bars = [bar for bar in QApplication.allWidgets() if isinstance(bar, OptionalActionsBar)]
        if current.is_covered:
            assert not [bar for bar in bars if bar.isVisible()]
            return
        assert {offer.seat for offer in current.page.player_view.offers} <= {
            current.page.player_view.seat
        }
        offer_count += any(bar.isVisible() for bar in bars)

    driver.play_match(check_offers)
    assert offer_count


def test_mistake_can_be_corrected_before_the_cover_appears(open_program):
    clock_ms = [0.0]
    person = open_program(speed=1.0)
    players = (HeaderPlayer("Anna"), HeaderPlayer("Boris"), HeaderPlayer("Vera"))
    header = create_header("damn", players, MANNERS_OPTIONS, seed_from_text("mend"))
    person.facade.features.launcher.table_opened.connect(partial(_use_manual_clock, clock_ms))
    person.facade.features.launcher.start_match(header)
    driver = HotSeatDriver(person)
    wait_until(lambda: driver.is_covered and driver.page.isVisible())
    driver.page.animator.skip_animations()
    driver.uncover_table()
    page = driver.page
    wait_until(lambda: _advance_clock(page, clock_ms) and page.prompts.question is not None)
    seat = page.player_view.seat
    page.prompts.choice_prompt.command_chosen.emit(page.prompts.question.answers[0].command)
    wait_until(lambda: page.animator.is_busy or driver.is_covered)
    assert not driver.is_covered
    assert any(offer.is_correction for offer in page.player_view.offers)
    assert page.prompts.optional_actions.has_button(BidCommand.type)
    person.click(page.prompts.optional_actions.buttons[BidCommand.type])
    allowed_button = next(
        element for element in page.prompts.choice_prompt.buttons if not element.forbidden
    )
    person.click(allowed_button)
    wait_until(lambda: _advance_clock(page, clock_ms) and driver.is_covered)
    bids = [
        element
        for element in load_record(driver.page.match.file.path).events
        if element.type == "bid"
    ]
    assert [element.seat for element in bids] == [seat, seat]


def _use_manual_clock(clock_ms, match_view):
    """Run the table by a clock that moves only in ``_advance_clock``."""
    match_view.animator._clock = lambda: clock_ms[0]


def _advance_clock(page, clock_ms):
    """Advance the clock until a question is asked."""
    if page.prompts.question is None and page.isVisible():
        clock_ms[0] += 50.0
        page.animator.advance_animations()
    return True


def test_unnamed_people_are_numbered_in_a_hot_seat_match(open_program):
    """An old record may have an unnamed player; two people cannot both be “You”."""
    players = (HeaderPlayer("You"), HeaderPlayer("Otto", "bot", "easy"), HeaderPlayer("Boris"))
    person = open_program()
    header = create_header("damn", players, {"deals": 2}, seed_from_text("pass"))
    person.facade.features.launcher.start_match(header)
    driver = HotSeatDriver(person)
    called_names = set()

    def record_name(current):
        if current.is_covered:
            called_names.add(current.page.heading_label.text().split(",")[0])

    driver.play_match(record_name, max_actions=6)
    assert called_names == {"Player 1", "Boris"}


def test_hot_seat_match_asks_for_missing_names_first(monkeypatch, open_program):
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    person = open_program()
    wait_until(lambda: person.facade.start_screen is not None)
    person.facade.settings.your_name = ""
    players = (HeaderPlayer("You"), HeaderPlayer("Boris"), HeaderPlayer("Otto", "bot", "easy"))
    person.facade.services.setup.table_setup = "damn", players, {}
    person.facade.features.launcher.start_usual_match(None)
    assert person.facade.services.pages.match is None
    assert person.window.findChild(NewMatchDialog).isVisible()
