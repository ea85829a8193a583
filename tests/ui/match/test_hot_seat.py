"""Several people at one screen: hot-seat matches in which nobody sees another person's hand."""

from functools import partial
from itertools import cycle

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.player_view import LocalPlayerView, find_view_after_last_trick
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import ReadyCommand
from greenbaize.rules.events import SeatReassigned
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.match.hot_seat_page import IGNORE_PRESSES_MS, HotSeatPage
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
from greenbaize.ui.widgets import accessibility
from greenbaize.words.speaker import card_name
from greenbaize.words.spoken import spoken_text
from ui.accessibility_tree import screen_reader_active, visible_nodes
from ui.table.person import SimulatedPerson, wait_until

PERSON_NAMES = ("Anna", "Boris", "Vera", "Mila")
SHORT_OPTIONS = {
    "damn": {"deals": 2},
    "blackout": {"deals": 2},
    "master": {"length": "short"},
    "ass": {"deal_limit": 1},
    "rank": {"deals": 1},
}
MANNERS_OPTIONS = {"deals": 2, "first": 2, "enforcement": "table"}

RULE_TEXT_PARTS = (
    "Who beats whom",
    "he trick",
    "eal ",
    "Queen of spades",
    "King of hearts",
    "took it",
)
"""Parts of texts that name cards by the rules or of the previous deal, not of a hand."""

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
        if not isinstance(self.page, MatchView) or self.page.animator.busy:
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
        elif prompts.refusals:
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


@pytest.fixture
def utterances(monkeypatch):
    """Record the texts given to screen readers."""
    texts = []
    monkeypatch.setattr(accessibility, "announce_now", lambda _, words, **more: texts.append(words))
    monkeypatch.setattr(
        "greenbaize.ui.speech.speech_service.announce_now",
        lambda _, words, **more: texts.append(words),
    )
    return texts


@pytest.mark.slow
@pytest.mark.parametrize(
    # Even half of Master changes hands about four hundred times.
    ("game", "human_count"),
    [
        ("damn", 2),
        *[(game, 4) for game in ("damn", "blackout", "ass", "rank")],
        pytest.param("master", 4, marks=pytest.mark.long),
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
    options = {"manners": MANNERS_OPTIONS, "rank": {"deals": 3}}.get(game, {})
    UserSettings(your_name="Ida", motion="none", forced_cards="none", speak="on").save()
    with screen_reader_active():
        driver = start_hot_seat_match(
            open_program, "damn" if game == "manners" else game, 2, 4, **options
        )
        driver.person.facade.settings.speak = "on"
        check_count = 0

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


def test_cover_calls_the_next_person_and_disables_table_actions(open_program, utterances):
    with screen_reader_active():
        driver = start_hot_seat_match(open_program, "damn", 2, 2 + 1, deals=2)
        driver.person.facade.settings.speak = "on"
        driver.play_match(max_actions=4)
        driver.play_until_covered()
        name = PERSON_NAMES[0] if driver.table.next_human_seat == 0 else PERSON_NAMES[1]
        page = driver.page
        assert page.heading_label.text() == f"{name}, it is your turn"
        assert "since your last turn" in page.note_label.text()
        assert page.heading_label.text() in utterances
        focused_nodes = [node for node in visible_nodes() if node.focused]
        assert focused_nodes[-1].name == "I am here"
        assert page.heading_label.text() in focused_nodes[-1].description
        assert driver.person.window.windowTitle().startswith("Damn")
    actions = driver.person.facade.services.actions
    action_ids = ("hint", "why", "review", "look", "read_out", "take_back", "redo", "table_rules")
    assert [name for name in action_ids if actions[name].isEnabled()] == []
    assert actions["abandon"].isEnabled()
    assert driver.person.facade.services.pages.table is None


def test_keys_meant_for_the_table_do_not_remove_the_cover(open_program):
    """A key meant to skip the own animation must not reveal the next hand."""
    driver = start_hot_seat_match(
        partial(open_program, speed=1000.0), "damn", 3, 3, "grace", deals=2
    )
    person = driver.person
    wait_until(lambda: driver.is_covered and driver.page.isVisible())
    cover, clock_ms = driver.page, [0.0]
    cover.animator.skip_animations()
    cover.animator._clock, cover.animator.speed = (lambda: clock_ms[0]), 1.0
    cover.animator.add_pause(IGNORE_PRESSES_MS)
    for key in ADVANCE_KEYS:
        person.press(key)
    person.click(cover.button)
    assert driver.page is cover
    clock_ms[0] = IGNORE_PRESSES_MS + 1
    cover.animator.advance_animations()
    person.press(Qt.Key.Key_Return)
    wait_until(lambda: driver.page is not cover)


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
    assert page.animator.busy
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
        matches = person.facade.features.windows.matches
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
        driver = start_hot_seat_match(open_program, "damn", 2, 3, "e", deals=1)
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


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (3840, 2160)])
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("text_scale", [1.0, 2.0])
def test_the_cover_fits_every_window(open_program, request, size, language, text_scale):
    if language == "ru":
        request.getfixturevalue("russian_language")
    person = open_program()
    person.facade.settings.text_size = text_scale
    person.facade.apply_settings()
    players = (HeaderPlayer("Бартоломей Константинов"), HeaderPlayer("Bartholomew Constantine"))
    header = create_header("blackout", players, {"deals": 1}, seed_from_text("fits"))
    person.facade.features.launcher.start_match(header)
    driver = HotSeatDriver(person)
    driver.wait_for_input()
    person.window.resize(*size)
    QApplication.processEvents()
    page = driver.page
    page.show_missed_note()
    QApplication.processEvents()
    assert page.rect().contains(page.panel.geometry())
    for widget in (page.face_label, page.heading_label, page.note_label, page.button):
        assert page.panel.rect().contains(widget.geometry())
        required_height = widget.heightForWidth(widget.width()) if widget.hasHeightForWidth() else 0
        assert widget.height() >= max(required_height, widget.minimumHeight())
        assert widget.width() >= widget.minimumSizeHint().width()


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
    wait_until(lambda: page.animator.busy or driver.is_covered)
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
