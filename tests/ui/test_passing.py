"""Several people at one screen: hot-seat matches in which nobody sees another person's hand."""

from functools import partial
from itertools import cycle

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.player_view import LocalView, last_taken
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.match.player import Player
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from
from greenbaize.rules.commands import Ready
from greenbaize.rules.events import SeatGiven
from greenbaize.store.settings import Settings
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.match.cover import GRACE_MS, Cover
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.optional_actions import OptionalActions
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.shell.navigation import Matches, OpenRecord, Resume, Start, UnfinishedMatches
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.widgets import accessibility
from greenbaize.words.speaker import card_name
from greenbaize.words.spoken import aloud
from ui.listening import heard, listening
from ui.table.person import Person, until

PEOPLE = ("Anna", "Boris", "Vera", "Mila")
SHORT = {
    "damn": {"deals": 2},
    "blackout": {"deals": 2},
    "master": {"length": "short"},
    "ass": {"deal_limit": 1},
    "rank": {"deals": 1},
}
MANNERS = {"deals": 2, "first": 2, "enforcement": "table"}

OF_RULES = ("Who beats whom", "he trick", "eal ", "Queen of spades", "King of hearts", "took it")
"""Parts of texts that name cards by the rules or of the previous deal, not of a hand."""

PLAY_WAYS = (Person.double_click_card, Person.key_card, Person.drag_card)
PRESSES = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


def sit_down(opened, game, people, seats, seed="pass", **options):
    """Start a match of some people, with bots between them."""
    sitters = [Player(name) for name in PEOPLE[:people]]
    for number in range(seats - people):
        sitters.insert(2 * number + 1, Player(f"Computer {number}", "bot", "easy"))
    person = opened()
    header = settled_header(game, tuple(sitters), options or SHORT[game], seed_from(seed))
    person.main.features.launcher.begin(header)
    return Round(person)


class Round:
    """A hot-seat match."""

    def __init__(self, person):
        self.person = person
        self.sat = []
        """Seats of the people who uncovered the table, in order."""
        self.acts = 0
        self._ways, self._presses = cycle(PLAY_WAYS), cycle(PRESSES)

    @property
    def page(self):
        return self.person.main.services.pages.current

    @property
    def table(self):
        return self.page.match.table

    @property
    def covered(self):
        return isinstance(self.page, Cover)

    @property
    def ended(self):
        return isinstance(self.page, MatchView) and self.page.ending is not None

    @property
    def asked(self):
        if not isinstance(self.page, MatchView) or self.page.motion.busy:
            return False
        return self.page.asking.question is not None or self.page.asking.optional.shows(Ready.type)

    def wait(self):
        until(lambda: self.page.isVisible() and (self.covered or self.asked or self.ended))
        # Deferred deletions run only with the window's own event loop.
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def uncover(self):
        page = self.page
        seat = self.table.next_person
        assert seat is not None
        self.sat.append(seat)
        press = next(self._presses)
        if len(self.sat) % 4 == 0:
            self.person.click(page.button)
        else:
            self.person.press(press)
        until(lambda: self.page is not page)

    def act(self):
        page, person = self.page, self.person
        asking, self.acts = page.asking, self.acts + 1
        if asking.question is None:
            person.click(asking.optional.buttons[Ready.type])
        elif asking.refusals:
            face = person.legal[self.acts % len(person.legal)]
            next(self._ways)(person, face)
        else:
            buttons = [one for one in asking.prompt.buttons if not one.forbidden]
            person.click(buttons[self.acts % len(buttons)])

    def play_until_covered(self):
        while not self.covered:
            self.act()
            self.wait()

    def play(self, look=lambda _: None, most=10**6):
        """Play to the end or for some actions; call ``look`` at every question or cover."""
        self.wait()
        while not self.ended and self.acts < most:
            look(self)
            (self.uncover if self.covered else self.act)()
            self.wait()
        look(self)


def record_of(path):
    return read_record(path.read_bytes(), GAMES)


def faces_shown():
    """Return the cards that lie face up in any visible scene."""
    scenes = {id(view.scene()): view.scene() for view in _views()}
    items = [item for scene in scenes.values() for item in scene.items()]
    return [one.face.card for one in items if isinstance(one, CardItem) and one.face is not None]


def _views():
    for widget in QApplication.allWidgets():
        if isinstance(widget, MatchView) and widget.isVisible():
            yield widget.view


def words_there(window):
    """Return all texts and accessible names in the window and in other visible windows."""
    words = [str(told.name) + " " + str(told.description) for told in heard()]
    for widget in QApplication.allWidgets():
        if widget.window() is not window and not widget.isVisible():
            continue
        words += [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()]
        words += [
            str(getattr(widget, name)()) for name in ("text", "title") if hasattr(widget, name)
        ]
    return words


def private(table, holder):
    """Return the cards that the current person may not know; in a blind deal also their own."""
    known = set() if holder is None else _known(table, holder)
    hands = table._authority.state.hands
    return [card for hand in hands for card in hand.cards if card not in known]


def _known(table, seat):
    view = table.seats[seat].view
    picture = table.game.picture(view)
    lying = () if picture.trick is None else picture.trick.cards
    return {card for hand in view.hands for card in hand.cards} | {*lying}


@pytest.fixture
def uttered(monkeypatch):
    """Record the texts given to screen readers."""
    said = []
    monkeypatch.setattr(accessibility, "utter", lambda _, words, **more: said.append(words))
    monkeypatch.setattr(
        "greenbaize.ui.speech.speaking.utter", lambda _, words, **more: said.append(words)
    )
    return said


@pytest.mark.slow
@pytest.mark.parametrize(
    # Even half of Master changes hands about four hundred times.
    ("game", "people"),
    [
        ("damn", 2),
        *[(game, 4) for game in ("damn", "blackout", "ass", "rank")],
        pytest.param("master", 4, marks=pytest.mark.long),
    ],
)
def test_a_match_goes_from_one_to_the_next_to_its_end(opened, game, people):
    seats = 4
    round_ = sit_down(opened, game, people, seats)
    holders = []

    def look(now):
        if now.covered:
            return
        assert isinstance(now.page.place, LocalView)
        assert now.page.place.view is now.table.seats[now.page.place.seat].view
        if holders[-1:] != [now.page.place.seat]:
            holders.append(now.page.place.seat)

    round_.play(look)
    assert holders == round_.sat  # covered for every change of person, and only then
    assert set(holders) == set(round_.table.people)
    path = round_.page.match.file.path
    result = round_.person.window.findChild(ResultSheet)
    assert result.isVisible()
    assert "You" not in result.headline
    record = record_of(path)
    end = record.events[-1]
    winners = [
        one.name for one, place in zip(record.header.sitters, end.places, strict=True) if place == 1
    ]
    assert all(name in result.headline for name in winners)
    assert [one.kind for one in record.header.sitters].count("human") == people


@pytest.mark.slow
@pytest.mark.parametrize("game", ["damn", "blackout", "master", "ass", "rank", "manners"])
def test_no_hand_of_another_is_painted_written_or_said(opened, uttered, game):
    options = {"manners": MANNERS, "rank": {"deals": 3}}.get(game, {})
    Settings(your_name="Ida", motion="none", last_card=False, speak="on").save()
    with listening():
        round_ = sit_down(opened, "damn" if game == "manners" else game, 2, 4, **options)
        round_.person.main.settings.speak = "on"
        looked = 0

        def look(now):
            nonlocal looked
            if now.ended:
                return
            looked += 1
            holder = None if now.covered else now.page.place.seat
            hidden = private(now.table, holder)
            if holder is None:
                assert faces_shown() == []
            shown = faces_shown()
            assert not [card for card in hidden if card in shown]
            log = now.person.main.speech.log.lines
            there = [*words_there(now.person.window), *uttered, *log]
            words = [one for one in there if not any(rule in one for rule in OF_RULES)]
            names = {name for card in hidden for name in (card_name(card), aloud(card_name(card)))}
            assert [(one, name) for name in names for one in words if name in one] == []
            del uttered[:]

        round_.play(look, most=40)
    assert looked > 12
    assert len(round_.sat) > 4


def test_the_cover_is_the_same_whatever_anybody_holds(opened):
    """The painting and speech of the cover depend on no card."""
    shots, words = [], []
    for seed in ("one", "another"):
        round_ = sit_down(opened, "damn", 3, 3, seed, deals=2)
        person = round_.person
        round_.wait()
        while round_.table.next_person != 1:
            (round_.uncover if round_.covered else round_.act)()
            round_.wait()
        person.window.resize(900, 700)
        QApplication.processEvents()
        shots.append(person.window.grab().toImage())
        with listening():
            words.append([one for one in heard() if "Boris" in one.name])
        person.main.close_now()
    assert shots[0] == shots[1]
    assert words[0] == words[1]
    assert words[0]


def test_who_is_asked_is_told_to_come_and_the_covered_table_can_be_asked_nothing(opened, uttered):
    with listening():
        round_ = sit_down(opened, "damn", 2, 2 + 1, deals=2)
        round_.person.main.settings.speak = "on"
        round_.play(most=4)
        round_.play_until_covered()
        name = PEOPLE[0] if round_.table.next_person == 0 else PEOPLE[1]
        page = round_.page
        assert page.words.text() == f"{name}, it is your turn"
        assert "since your last turn" in page.note.text()
        assert page.words.text() in uttered
        told = [one for one in heard() if one.focused]
        assert told[-1].name == "I am here"
        assert page.words.text() in told[-1].description
        assert round_.person.window.windowTitle().startswith("Damn")
    actions = round_.person.main.services.actions
    asked = ("hint", "why", "review", "look", "read_out", "take_back", "redo", "table_rules")
    assert [name for name in asked if actions[name].isEnabled()] == []
    assert actions["abandon"].isEnabled()
    assert round_.person.main.services.pages.table is None


def test_keys_meant_for_the_table_do_not_lift_the_cover(opened):
    """A key meant to skip the own animation must not reveal the next hand."""
    round_ = sit_down(partial(opened, speed=1000.0), "damn", 3, 3, "grace", deals=2)
    person = round_.person
    until(lambda: round_.covered and round_.page.isVisible())
    cover, now = round_.page, [0.0]
    cover.motion.hurry()
    cover.motion._clock, cover.motion.speed = (lambda: now[0]), 1.0
    cover.motion.pause(GRACE_MS)
    for key in PRESSES:
        person.press(key)
    person.click(cover.button)
    assert round_.page is cover
    now[0] = GRACE_MS + 1
    cover.motion.step()
    person.press(Qt.Key.Key_Return)
    until(lambda: round_.page is not cover)


def test_what_the_others_did_is_shown_first_and_can_be_passed_over(opened):
    round_ = sit_down(opened, "damn", 2, 4, deals=2)
    round_.play(most=5)
    round_.play_until_covered()
    seat = round_.table.next_person
    assert seat is not None
    launcher = round_.person.main.features.launcher
    seen = launcher._passing._backlogs[seat]._seen
    missed = [event for event, _ in launcher._passing._backlogs[seat]._events]
    assert missed
    shown = []

    def follow(page):
        page.motion.speed, page.motion._clock = 1.0, lambda: 0.0  # a stopped clock
        page.stage.begun.connect(lambda event, _: shown.append(event))

    round_.person.main.services.pages.showing.connect(follow)
    round_.uncover()
    page = round_.page
    assert page.missed.seen == seen
    assert page.motion.busy
    assert shown == missed[:1]
    # the previous trick, until the missed events are shown
    assert page.side.last == _last_trick(page, len(missed))
    round_.person.press(Qt.Key.Key_Space)
    assert shown == missed
    until(lambda: round_.asked)
    assert page.side.last == _last_trick(page, 0)


def _last_trick(page, unseen):
    view = last_taken(page.place, unseen)
    return None if view is None else page.place.game.picture(view).taken[-1]


def test_a_window_closed_in_mid_match_comes_back_covered(opened):
    round_ = sit_down(opened, "damn", 2, 3, deals=2)
    round_.play(most=4)
    person, path = round_.person, round_.page.match.file.path
    asked = round_.table.people_awaited
    person.main.close_now()
    person = opened()
    until(lambda: person.main.lobby.choices is not None)
    button = person.main.lobby.choices.buttons[0]
    assert "Go on: Damn" in button.text() + button.accessibleName()
    person.click(button)
    round_ = Round(person)
    until(lambda: round_.covered and round_.page.isVisible())
    assert round_.page.match.file.path == path
    assert round_.table.people_awaited == asked
    round_.play()
    assert round_.page.has_result
    assert not any(isinstance(one, SeatGiven) for one in record_of(path).events)


@pytest.mark.parametrize("way", ["unfinished", "list", "file"])
def test_a_match_that_was_left_is_gone_on_with_by_all(opened, way):
    """No network table is opened for it, and no dialog asks who is present."""
    round_ = sit_down(opened, "damn", 2, 3, deals=2)
    round_.play(most=3)
    person, path = round_.person, round_.page.match.file.path
    services = person.main.services
    services.go(Start())
    assert "Anna, Boris with" in person.main.lobby.choices.buttons[0].line
    if way == "unfinished":
        services.go(UnfinishedMatches())
        services.dialogs.last.go_on_button.click()
    elif way == "file":
        services.go(OpenRecord(path))
    else:
        services.go(Matches())
        matches = person.main.features.windows.matches
        until(lambda: matches.list.model.rowCount() == 1)
        matches.list.table.selectRow(0)
        until(matches.go_on_button.isEnabled)
        matches.go_on_button.click()
    until(lambda: round_.covered and round_.page.isVisible())
    assert round_.page.match.file.path == path
    assert len(round_.page.match.places) == 2


def test_another_language_leaves_the_table_covered(opened):
    round_ = sit_down(opened, "damn", 2, 3, deals=2)
    round_.play(most=4)
    while round_.covered:
        round_.uncover()
        round_.wait()
    assert round_.page.way_back == Resume(round_.page.match.file.path)


def test_a_last_card_is_played_without_its_owner(opened):
    """Everybody knows which card is played next, and when."""
    calls = {}
    for last_card in (False, True):
        person = opened()
        person.main.settings.last_card = last_card
        person.main.apply_settings()
        round_ = sit_down(lambda person=person: person, "damn", 3, 3, "last", deals=2, first=1)
        round_.play()
        calls[last_card] = len(round_.sat)
        round_.person.main.close_now()
    assert calls[True] < calls[False]


def test_nothing_is_kept_of_what_was_said_to_somebody_else(opened):
    with listening():
        round_ = sit_down(opened, "damn", 2, 3, deals=2)
        round_.person.main.settings.speak = "on"
        lines = []

        def look(now):
            if now.covered:
                lines.append(list(now.person.main.speech.log.lines))

        round_.play(look, most=6)
    assert len(lines) > 3
    assert all(len(said) <= 1 for said in lines)


def test_the_end_is_said_to_all_of_them(opened, uttered):
    with listening():
        round_ = sit_down(opened, "damn", 2, 3, "e", deals=1)
        round_.person.main.settings.speak = "on"
        round_.play(lambda now: None if now.ended else uttered.clear())
        assert round_.page.place.end.places[round_.page.place.seat] == 1
    said = "\n".join(uttered)
    holder = PEOPLE[round_.page.place.seat // 2]
    assert f"{holder} shares the first place" in said
    assert "You share" not in said


def test_the_review_says_whose_choices_it_is_about_and_the_same_people_play_again(opened):
    round_ = sit_down(opened, "damn", 2, 3, deals=2)
    round_.play()
    page = round_.page
    page.side.show_review()
    assert page.side.review.windowTitle() == f"Review of a deal: {PEOPLE[page.place.seat // 2]}"
    page.side.close_review()
    first = page.match
    round_.person.click_button("Play again")
    until(lambda: round_.covered and round_.page.isVisible())
    again = round_.page.match
    assert again.place.header.sitters == first.place.header.sitters
    assert again.place.header.one_computer
    assert again.file.path != first.file.path


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (3840, 2160)])
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("letters", [1.0, 2.0])
def test_the_cover_fits_every_window(opened, request, size, language, letters):
    if language == "ru":
        request.getfixturevalue("russian")
    person = opened()
    person.main.settings.text_size = letters
    person.main.apply_settings()
    sitters = (Player("Бартоломей Константинов"), Player("Bartholomew Constantine"))
    header = settled_header("blackout", sitters, {"deals": 1}, seed_from("fits"))
    person.main.features.launcher.begin(header)
    round_ = Round(person)
    round_.wait()
    person.window.resize(*size)
    QApplication.processEvents()
    page = round_.page
    page.tell_missed()
    QApplication.processEvents()
    assert page.rect().contains(page.card.geometry())
    for part in (page.face, page.words, page.note, page.button):
        assert page.card.rect().contains(part.geometry())
        wanted = part.heightForWidth(part.width()) if part.hasHeightForWidth() else 0
        assert part.height() >= max(wanted, part.minimumHeight())
        assert part.width() >= part.minimumSizeHint().width()


def test_in_a_blind_deal_each_sees_all_hands_but_their_own(opened):
    round_ = sit_down(opened, "blackout", 2, 4)
    seen = []

    def look(now):
        state = now.table._authority.state
        if state.deal != 1 or now.covered or now.page.asking.question.kind != "bid":
            return
        own = now.page.place.seat
        cards = [card for hand in state.hands for card in hand.cards]
        shown = faces_shown()
        assert {card for card in cards if card in shown} == {*cards} - {*state.hands[own].cards}
        seen.append(own)

    round_.play(look, most=3)
    assert {*seen} == set(round_.table.people)


def test_who_may_err_is_whoever_holds_the_computer(opened):
    """The current person is offered bids out of turn and corrections; nobody is while covered."""
    round_ = sit_down(opened, "damn", 2, 4, **MANNERS)
    offered = 0

    def look(now):
        nonlocal offered
        bars = [one for one in QApplication.allWidgets() if isinstance(one, OptionalActions)]
        if now.covered:
            assert not [one for one in bars if one.isVisible()]
            return
        assert {offer.seat for offer in now.page.place.offers} <= {now.page.place.seat}
        offered += any(one.isVisible() for one in bars)

    round_.play(look)
    assert offered


def test_a_mistake_can_be_mended_before_the_computer_is_passed_on(opened):
    now = [0.0]
    person = opened(speed=1.0)
    sitters = (Player("Anna"), Player("Boris"), Player("Vera"))
    header = settled_header("damn", sitters, MANNERS, seed_from("mend"))
    person.main.features.launcher.laid.connect(partial(_slow, now))
    person.main.features.launcher.begin(header)
    round_ = Round(person)
    until(lambda: round_.covered and round_.page.isVisible())
    round_.page.motion.hurry()
    round_.uncover()
    page = round_.page
    until(lambda: _arrives(page, now) and page.asking.question is not None)
    seat = page.place.seat
    page.asking.prompt.answered.emit(page.asking.question.answers[0].command)
    until(lambda: page.motion.busy or round_.covered)
    assert not round_.covered
    assert any(offer.mends for offer in page.place.offers)
    assert page.asking.optional.shows(Bid.type)
    person.click(page.asking.optional.buttons[Bid.type])
    other = next(one for one in page.asking.prompt.buttons if not one.forbidden)
    person.click(other)
    until(lambda: _arrives(page, now) and round_.covered)
    bids = [one for one in record_of(round_.page.match.file.path).events if one.type == "bid"]
    assert [one.seat for one in bids] == [seat, seat]


def _slow(now, playing):
    """Run the table by a clock that moves only in ``_arrives``."""
    playing.motion._clock = lambda: now[0]


def _arrives(page, now):
    """Advance the clock until a question is asked."""
    if page.asking.question is None and page.isVisible():
        now[0] += 50.0
        page.motion.step()
    return True


def test_nobody_who_shares_a_computer_is_called_you(opened):
    """An old record may have an unnamed player; two people cannot both be “You”."""
    sitters = (Player("You"), Player("Otto", "bot", "easy"), Player("Boris"))
    person = opened()
    header = settled_header("damn", sitters, {"deals": 2}, seed_from("pass"))
    person.main.features.launcher.begin(header)
    round_ = Round(person)
    asked = set()

    def look(now):
        if now.covered:
            asked.add(now.page.words.text().split(",")[0])

    round_.play(look, most=6)
    assert asked == {"Player 1", "Boris"}


def test_a_table_of_several_asks_for_names_before_it_begins(monkeypatch, opened):
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    person = opened()
    until(lambda: person.main.lobby is not None)
    person.main.settings.your_name = ""
    sitters = (Player("You"), Player("Boris"), Player("Otto", "bot", "easy"))
    person.main.services.setup.table = "damn", sitters, {}
    person.main.features.launcher.begin_usual(None)
    assert person.main.services.pages.match is None
    assert person.window.findChild(NewMatchDialog).isVisible()
