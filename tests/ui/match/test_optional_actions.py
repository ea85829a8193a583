"""Table manners: mistakes by mouse and keys, their correction, and the Ready button."""

from functools import partial
from random import Random
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import CorrectRevokeCommand, ShowCardCommand
from greenbaize.games.exact_bid.events import BidMade, CardExposed, RevokeNamed
from greenbaize.match.record import read_record
from greenbaize.rules.commands import PlayCommand, ReadyCommand
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.game import OfferLocation, Question, QuestionAnswer
from greenbaize.rules.messages import Message
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.match.optional_actions import OptionalActionsBar
from greenbaize.words.spoken import spoken_text
from ui.show_widget import show_widget
from ui.table.person import SimulatedPerson, wait_until
from ui.table.table_checks import check_table_shows, collect_table_texts, is_dim

pytestmark = pytest.mark.slow

TABLE_OPTIONS = {"enforcement": "table", "first": 5, "deals": 6}


def last_event(person):
    return person.record.events[-1]


def click_action(person, name):
    """Click on an optional action's button."""
    person.click(person.match_view.prompts.optional_actions.buttons[name])


def visible_actions(person):
    """Return the visible optional actions."""
    buttons = person.match_view.prompts.optional_actions.buttons
    return [name for name, button in buttons.items() if button.isVisible()]


def is_waiting(person):
    """Return whether the table waits for the person to be ready."""
    return not person.match_view.animator.is_busy and ReadyCommand.type in visible_actions(person)


def is_at_rest(person):
    """Return whether nothing happens until the person acts."""
    match_view = person.match_view
    return not match_view.animator.is_busy and bool(
        match_view.prompts.question or is_waiting(person) or person.is_over
    )


def make_correct_move(person):
    """Make a correct move: bid, play a legal card or say ready."""
    match_view = person.match_view
    if is_waiting(person):
        click_action(person, "ready")
    elif person.asks_for_bid:
        person.click(match_view.prompts.choice_prompt.buttons[next(person.allowed_bids())])
    else:
        legal_commands = match_view.player_view.game.legal(match_view.player_view.view, 0)
        person.double_click_card(CardFace(legal_commands[0].card))
    wait_until(lambda: is_at_rest(person))


def play_until(person, condition):
    """Make correct moves until a condition holds."""
    wait_until(lambda: is_at_rest(person))
    while not condition(person):
        assert not person.is_over, "the match has no moment that fits"
        make_correct_move(person)
    return person


def asks_for_card(person):
    question = person.match_view.prompts.question
    return question is not None and question.kind == PlayCommand.type


def revoking_face(person):
    """Return a card whose play would be a revoke now, or None."""
    if not asks_for_card(person):
        return None
    revoking_commands = [
        answer.command
        for answer in person.match_view.prompts.question.answers
        if answer.breach is not None and answer.refusal is None
    ]
    return (
        CardFace(revoking_commands[0].card)
        if revoking_commands and isinstance(revoking_commands[0], PlayCommand)
        else None
    )


@pytest.fixture
def person_at_table(open_match):
    person = open_match("damn", 4, "manners", **TABLE_OPTIONS)
    person.match_view.begin_match()
    wait_until(lambda: is_at_rest(person))
    return person


# Ready


@pytest.mark.parametrize("key_name", ["button", "Space", "Return", "Enter"])
def test_bots_wait_after_a_trick_until_the_person_is_ready(person_at_table, key_name):
    play_until(person_at_table, is_waiting)
    events_before = person_at_table.record.events
    QTest.qWait(0)
    assert isinstance(events_before[-1], CardPlayed)
    assert person_at_table.record.events == events_before
    check_table_shows(
        person_at_table.scene,
        person_at_table.match_view.player_view.game.picture(
            person_at_table.match_view.player_view.view
        ),
    )
    if key_name == "button":
        click_action(person_at_table, "ready")
    else:
        person_at_table.press(getattr(Qt.Key, f"Key_{key_name}"))
    assert person_at_table.record.events[len(events_before)].type == "trick"
    wait_until(lambda: is_at_rest(person_at_table))
    assert is_waiting(person_at_table) or person_at_table.match_view.prompts.question


def test_trick_winner_leads_without_ready(person_at_table):
    def is_own_lead(person):
        game, view = person.match_view.player_view.game, person.match_view.player_view.view
        return game.is_open(view) and game.turn(view) == 0

    play_until(person_at_table, is_own_lead)
    assert asks_for_card(person_at_table)
    assert "ready" not in visible_actions(person_at_table)
    count = len(person_at_table.record.events)
    person_at_table.double_click_card(person_at_table.legal_faces[0])
    assert [event.type for event in person_at_table.record.events[count : count + 2]] == [
        "trick",
        "play",
    ]


def test_clicked_card_explains_how_to_play_it(person_at_table):
    play_until(person_at_table, asks_for_card)
    face = person_at_table.legal_faces[0]
    person_at_table.click_card(face)
    assert "Click again to play it" in person_at_table.scene.note.details
    assert face in person_at_table.own_faces
    person_at_table.click_card(face)
    wait_until(lambda: is_at_rest(person_at_table))
    assert face not in person_at_table.own_faces
    note = person_at_table.scene.note
    assert not (note.isVisible() and "Click again" in note.details)


def test_no_ready_button_where_mistakes_are_refused(open_match):
    person = open_match("damn", 4, "manners", first=5, deals=5)
    person.match_view.begin_match()
    while person.wait_for_turn():
        assert visible_actions(person) == []
        assert not person.match_view.table_view.allows_early_choice
        if person.asks_for_bid:
            person.click(person.match_view.prompts.choice_prompt.buttons[0])
        else:
            person.double_click_card(person.legal_faces[0])
    assert not person.match_view.prompts.optional_actions.isVisible()


# Exposed cards


@pytest.mark.parametrize(
    "play_card",
    [
        SimulatedPerson.double_click_card,
        SimulatedPerson.drag_card,
        SimulatedPerson.play_card_by_keyboard,
    ],
)
def test_a_card_played_out_of_turn_lies_exposed(person_at_table, play_card):
    play_until(person_at_table, is_waiting)
    code = person_at_table.own_faces[0]
    play_card(person_at_table, code)
    assert last_event(person_at_table) == CardExposed(0, code.card)
    wait_until(lambda: is_at_rest(person_at_table))
    item = person_at_table.scene.cards.find_card(code)
    assert item is not None
    others = [other for other in person_at_table.scene.cards.hands[0] if other is not item]
    assert all(item.y() < other.y() for other in others)
    assert item.outline_colour is not None
    assert not any(other.outline_colour for other in others)
    check_table_shows(
        person_at_table.scene,
        person_at_table.match_view.player_view.game.picture(
            person_at_table.match_view.player_view.view
        ),
    )
    assert is_waiting(person_at_table)


def test_hover_explains_an_exposed_card(person_at_table):
    play_until(person_at_table, is_waiting)
    exposed, other = person_at_table.own_faces[:2]
    person_at_table.double_click_card(exposed)
    wait_until(lambda: is_at_rest(person_at_table))
    person_at_table.hover_card(other)
    assert not person_at_table.scene.note.isVisible()
    person_at_table.hover_card(exposed)
    expected = f"{exposed.card.name} lies exposed; it must be played at the first chance."
    assert person_at_table.scene.note.isVisible()
    assert person_at_table.scene.note.text.spoken_text.startswith(spoken_text(expected))
    play_until(person_at_table, lambda person: person.legal_faces == [exposed])
    person_at_table.hover_card(exposed)
    assert expected in person_at_table.scene.note.details


def test_mnemonics_press_buttons(person_at_table):
    play_until(person_at_table, is_waiting)
    count = len(person_at_table.record.events)
    person_at_table.press(Qt.Key.Key_R)
    assert person_at_table.record.events[count].type == "trick"


def test_action_buttons_grow_with_the_table(person_at_table):
    play_until(person_at_table, is_waiting)
    button = person_at_table.match_view.prompts.optional_actions.buttons["ready"]
    height_before = button.height()
    person_at_table.match_view.resize(3400, 2000)
    wait_until(lambda: button.height() > 1.5 * height_before)


def test_one_click_exposes_nothing(person_at_table):
    play_until(person_at_table, is_waiting)
    events_before = person_at_table.record.events
    for code in person_at_table.own_faces:
        person_at_table.click_card(code)
    assert person_at_table.record.events == events_before


def test_only_the_exposed_card_is_legal(person_at_table):
    play_until(person_at_table, is_waiting)
    exposed = person_at_table.own_faces[-1]
    person_at_table.double_click_card(exposed)
    play_until(person_at_table, lambda person: person.legal_faces == [exposed])
    other = next(code for code in person_at_table.own_faces if code != exposed)
    events_before = person_at_table.record.events
    person_at_table.double_click_card(other)
    assert person_at_table.record.events == events_before
    assert "An exposed card must be played first: " in person_at_table.scene.note.sentence
    person_at_table.double_click_card(exposed)
    assert CardPlayed(0, exposed.card) in person_at_table.record.events[len(events_before) :]


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_card_is_shown_by_a_menu_or_a_key(person_at_table, is_asked):
    play_until(person_at_table, asks_for_card if is_asked else is_waiting)
    code = person_at_table.own_faces[1]
    person_at_table.press(Qt.Key.Key_Up)
    person_at_table.match_view.prompts.proxies.focus_card(code)
    person_at_table.press(Qt.Key.Key_Menu)
    wait_until(QApplication.activePopupWidget)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    (action,) = menu.actions()
    assert action.text() == f"Show {code.card.name} to everybody"
    events_before = person_at_table.record.events
    action.trigger()
    menu.close()
    assert person_at_table.record.events == (*events_before, CardExposed(0, code.card))
    wait_until(lambda: is_at_rest(person_at_table))
    assert asks_for_card(person_at_table) == is_asked


def test_exposed_cards_of_others_lie_in_front_of_them(person_at_table):
    """The cards are exposed as if another person at the table had shown them."""
    person = play_until(person_at_table, asks_for_card)
    table = person.match_view.player_view.table
    for seat in (1, 2, 3):
        card = table.table_seats[seat].view.hands[seat].cards[2]
        assert table.submit(ShowCardCommand(seat, card)) is None
    person.match_view.pacing.advance_table()
    wait_until(lambda: is_at_rest(person))
    picture = person.match_view.player_view.game.picture(person.match_view.player_view.view)
    assert all(len(cards) == 1 for cards in picture.exposed_cards[1:])
    check_table_shows(person.scene, picture)
    for seat in (1, 2, 3):
        first, *rest = person.scene.cards.hands[seat]
        assert first.shows_card(picture.exposed_cards[seat][0])
        assert all(first.y() > other.y() for other in rest)


# Revokes


def test_revoke_is_possible_and_not_indicated(person_at_table):
    play_until(person_at_table, revoking_face)
    assert [is_dim(item) for item in person_at_table.scene.cards.hands[0]] == [False] * len(
        person_at_table.own_faces
    )
    code = revoking_face(person_at_table)
    person_at_table.hover_card(code)
    assert "revoke" not in " ".join(collect_table_texts(person_at_table.match_view))
    person_at_table.double_click_card(code)
    assert CardPlayed(0, code.card) in person_at_table.record.events


def test_a_revoke_is_corrected_by_the_button_and_the_right_card(person_at_table):
    play_until(person_at_table, revoking_face)
    revoked_face = revoking_face(person_at_table)
    person_at_table.double_click_card(revoked_face)
    wait_until(lambda: is_at_rest(person_at_table))
    assert "correct" in visible_actions(person_at_table)
    click_action(person_at_table, "correct")
    assert person_at_table.match_view.prompts.question.kind == CorrectRevokeCommand.type
    legal_face = person_at_table.legal_faces[0]
    assert legal_face.card.suit is not revoked_face.card.suit
    person_at_table.double_click_card(legal_face)
    kinds = [event.type for event in person_at_table.record.events]
    assert "corrected" in kinds
    assert CardExposed(0, revoked_face.card) in person_at_table.record.events
    wait_until(lambda: is_at_rest(person_at_table))
    check_table_shows(
        person_at_table.scene,
        person_at_table.match_view.player_view.game.picture(
            person_at_table.match_view.player_view.view
        ),
    )
    assert "correct" not in visible_actions(person_at_table)


def test_uncorrected_revoke_voids_the_deal_and_is_announced(person_at_table):
    news_texts = []
    match_view = person_at_table.match_view

    def record_news(event, view):
        news = match_view.player_view.game.event_notice(event, view)
        news_texts.extend(
            [] if news is None else [match_view.stage._speaker.format_message(news.message)]
        )

    match_view.stage.event_started.connect(record_news)
    play_until(person_at_table, revoking_face)
    revoked_face = revoking_face(person_at_table)
    person_at_table.double_click_card(revoked_face)
    wait_until(lambda: is_at_rest(person_at_table))
    assert news_texts == []
    make_correct_move(person_at_table)  # ready, or the own lead
    assert RevokeNamed(0, revoked_face.card) in person_at_table.record.events
    assert news_texts[0] == f"You revoked with {revoked_face.card.name}."
    assert news_texts[1].startswith("The deal is void")
    assert (
        person_at_table.match_view.player_view.game.picture(
            person_at_table.match_view.player_view.view
        )
        .plates[0]
        .total
        == -10
    )
    check_table_shows(
        person_at_table.scene,
        person_at_table.match_view.player_view.game.picture(
            person_at_table.match_view.player_view.view
        ),
    )
    assert "Void deals" in " ".join(collect_table_texts(person_at_table.match_view))


# The warning for learners


def test_learner_is_warned_of_a_revoke_and_may_repeat_it(person_at_table):
    person_at_table.match_view.prompts.optional_actions.warns_of_breach = True
    play_until(person_at_table, revoking_face)
    revoked_face = revoking_face(person_at_table)
    assert is_dim_card(person_at_table, revoked_face)
    events_before = person_at_table.record.events
    person_at_table.drag_card(revoked_face)
    assert person_at_table.record.events == events_before
    assert person_at_table.scene.note.sentence.startswith("That is a revoke")
    person_at_table.drag_card(revoked_face)
    assert CardPlayed(0, revoked_face.card) in person_at_table.record.events[len(events_before) :]


def test_a_learner_is_warned_of_playing_out_of_turn(person_at_table):
    person_at_table.match_view.prompts.optional_actions.warns_of_breach = True
    play_until(person_at_table, is_waiting)
    events_before, code = person_at_table.record.events, person_at_table.own_faces[0]
    person_at_table.drag_card(code)
    assert person_at_table.record.events == events_before
    assert "It is not your turn" in person_at_table.scene.note.sentence
    person_at_table.drag_card(code)
    assert last_event(person_at_table) == CardExposed(0, code.card)


def test_learner_is_not_warned_of_a_legal_card(person_at_table):
    person_at_table.match_view.prompts.optional_actions.warns_of_breach = True
    play_until(person_at_table, asks_for_card)
    legal_face = next(
        code for code in person_at_table.own_faces if not is_dim_card(person_at_table, code)
    )
    events_before = person_at_table.record.events
    person_at_table.drag_card(legal_face)
    assert person_at_table.record.events[len(events_before)].type in ("play", "trick")


def is_dim_card(person, code):
    item = person.scene.cards.find_card(code)
    assert item is not None
    return is_dim(item)


# Bids


def test_a_bid_is_changed_while_nobody_has_bid_after_it(open_match):
    for seed in range(8):
        person = open_match("damn", 4, f"dealer {seed}", **TABLE_OPTIONS)
        person.match_view.begin_match()
        wait_until(lambda person=person: is_at_rest(person))
        view = person.match_view.player_view.view
        if view.play.leader == 1:
            break
    # The person bids last; a bot at the first seat leads only when it may think.
    person.match_view.player_view.let_others_act = lambda: False
    person.click(person.match_view.prompts.choice_prompt.buttons[2])
    wait_until(lambda: "bid" in visible_actions(person))
    assert "my bid" in person.match_view.prompts.optional_actions.buttons["bid"].text()
    click_action(person, "bid")
    assert person.asks_for_bid
    person.click(person.match_view.prompts.choice_prompt.buttons[4])
    assert [e.tricks for e in person.record.events if isinstance(e, BidMade) and e.seat == 0] == [
        2,
        4,
    ]


def test_bid_is_made_out_of_turn(open_match):
    for seed in range(8):
        person = open_match("damn", 4, f"dealer {seed}", **TABLE_OPTIONS)
        person.match_view.player_view.let_others_act = lambda: False
        person.match_view.begin_match()
        wait_until(lambda person=person: person.match_view.player_view.view.deal)
        if person.match_view.player_view.view.play.leader != 0:
            break
    wait_until(lambda: "bid" in visible_actions(person))
    click_action(person, "bid")
    person.click(person.match_view.prompts.choice_prompt.buttons[1])
    assert last_event(person) == BidMade(0, 1)


# Random behaviour


@pytest.mark.parametrize("seed", ["one", "two"])
def test_table_mirrors_the_view_during_random_play(open_match, seed):
    person, random = open_match("damn", 4, seed, **TABLE_OPTIONS), Random(seed)
    match_view, game = person.match_view, GAMES["damn"]
    match_view.begin_match()
    void_count = 0
    for _ in range(400):
        wait_until(lambda: is_at_rest(person))
        view = match_view.player_view.view
        check_table_shows(person.scene, game.picture(view))
        if person.is_over:
            break
        actions = visible_actions(person)
        void_count = len(view.manners.voids)
        if "correct" in actions and (void_count or random.random() < 0.5):
            click_action(person, "correct")
            person.double_click_card(person.legal_faces[0])
        elif person.asks_for_bid:
            person.click(
                match_view.prompts.choice_prompt.buttons[random.choice(list(person.allowed_bids()))]
            )
        elif random.random() < 0.3 and person.own_faces:
            code = random.choice(person.own_faces)
            if not void_count or code != revoking_face(person):
                person.double_click_card(code)
        else:
            make_correct_move(person)
    assert person.is_over
    record = read_record(match_view.player_view.record_path.read_bytes(), GAMES)
    assert game.is_over(record.state)


def test_news_stays_without_animations_until_the_person_acts(person_at_table):
    play_until(person_at_table, revoking_face)
    person_at_table.double_click_card(revoking_face(person_at_table))
    wait_until(lambda: is_at_rest(person_at_table))
    make_correct_move(person_at_table)
    news = person_at_table.scene.news
    assert news.isVisible()
    assert [text for _, text in news.lines][-1].startswith("The deal is void")
    play_until(person_at_table, lambda person: person.asks_for_bid)
    assert news.isVisible()
    make_correct_move(person_at_table)
    assert not news.isVisible()


@pytest.mark.long
@pytest.mark.parametrize("seed", ["four", "five"])
def test_random_input_during_animations_keeps_the_record_valid(open_match, seed):
    """Clicks and keys at random moments, most of them wrong."""
    person, random = (
        open_match("damn", 4, seed, speed=40.0, enforcement="table", deals=3),
        Random(seed),
    )
    match_view = person.match_view
    match_view.begin_match()
    keys = (Qt.Key.Key_Space, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Escape)
    for _ in range(6000):
        if person.is_over:
            break
        QApplication.processEvents()
        actions, has_voids = (
            visible_actions(person),
            len(match_view.player_view.view.manners.voids) > 1,
        )
        if actions and random.random() < 0.2:
            click_action(person, random.choice(actions))
        elif match_view.prompts.choice_prompt.isVisible() and random.random() < 0.2:
            person.click(
                match_view.prompts.choice_prompt.buttons[random.choice(list(person.allowed_bids()))]
            )
        elif has_voids and revoking_face(person):
            play_legal_card(person)
        elif person.own_faces and random.random() < 0.1:
            person.double_click_card(random.choice(person.own_faces))
        elif random.random() < 0.3:
            person.press(random.choice(keys))
    wait_until(lambda: person.is_over)
    assert GAMES["damn"].is_over(
        read_record(match_view.player_view.record_path.read_bytes(), GAMES).state
    )


def play_legal_card(person):
    """Play a legal card if one is asked for."""
    match_view = person.match_view
    legal_commands = match_view.player_view.game.legal(match_view.player_view.view, 0)
    if legal_commands and isinstance(legal_commands[0], PlayCommand):
        person.double_click_card(CardFace(legal_commands[0].card))


def make_answer(command, refusal=None):
    return QuestionAnswer(command, refusal)


class TestOptionalActionsBar:
    """The bar alone, with offers of its own making."""

    ACE, KING = Card.of("AS"), Card.of("KH")

    def make_offer(self, location, *answers, kind="play", **fields):
        return Question(
            kind, 0, answers, Message("offer-correct"), offer_location=location, **fields
        )

    @pytest.fixture
    def player_view(self):
        return SimpleNamespace(
            offers=(),
            view=None,
            game=SimpleNamespace(
                explain=lambda _, command: SimpleNamespace(breach=command.card == self.ACE)
            ),
        )

    @pytest.fixture
    def bar(self, qtbot, player_view):
        page = QWidget()
        page.bar = OptionalActionsBar(player_view, page)
        show_widget(qtbot, page, 400, 100)
        yield page.bar
        page.close()

    def show_offers(self, bar, *offers, is_asking=False):
        bar._player_view.offers = offers
        bar.refresh_offers(is_asking=is_asking)

    def visible_texts(self, bar):
        return [button.text() for button in bar.findChildren(QPushButton) if button.isVisible()]

    def test_it_is_visible_while_a_button_is_offered(self, bar):
        ready = self.make_offer(OfferLocation.BUTTON, make_answer(ReadyCommand(0)), kind="ready")
        assert not bar.isVisible()
        self.show_offers(bar, ready)
        assert bar.isVisible()
        assert bar.has_button("ready")
        assert not bar.has_button("bid")
        self.show_offers(bar)
        assert not bar.isVisible()
        assert not bar.has_button("ready")

    def test_nothing_is_offered_behind_the_deal(self, bar):
        ready = self.make_offer(OfferLocation.BUTTON, make_answer(ReadyCommand(0)), kind="ready")
        bar.is_behind_deal = lambda: True
        self.show_offers(bar, ready)
        assert not bar.isVisible()

    def test_accepted_offer_can_only_be_left(self, qtbot, bar):
        answers = [make_answer(PlayCommand(0, card)) for card in (self.ACE, self.KING)]
        offer = self.make_offer(OfferLocation.BUTTON, *answers)
        self.show_offers(bar, offer)
        with qtbot.waitSignal(bar.offer_taken_up) as taken:
            QTest.mouseClick(bar.buttons["play"], Qt.MouseButton.LeftButton)
        assert taken.args == [offer]
        self.show_offers(bar, offer, is_asking=True)
        assert self.visible_texts(bar) == ["L&eave it"]
        with qtbot.waitSignal(bar.offer_left):
            QTest.mouseClick(bar.leave_button, Qt.MouseButton.LeftButton)

    def test_single_answer_is_given_at_once_by_button_key_or_letter(self, qtbot, bar):
        command = ReadyCommand(0)
        assert not bar.handle_ready_key()
        ready = self.make_offer(OfferLocation.BUTTON, make_answer(command), kind=ReadyCommand.type)
        self.show_offers(bar, ready)
        button = bar.buttons[ReadyCommand.type]
        button.setText("&Ready")
        letter = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_R, Qt.KeyboardModifier.NoModifier)
        press_letter = partial(bar.handle_letter_key, letter)
        for press_ready in (button.click, bar.handle_ready_key, press_letter):
            with qtbot.waitSignal(bar.command_chosen) as chosen:
                press_ready()
            assert chosen.args == [command]
        control = Qt.KeyboardModifier.ControlModifier
        assert not bar.handle_letter_key(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_R, control))
        other = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_X, Qt.KeyboardModifier.NoModifier)
        assert not bar.handle_letter_key(other)
        self.show_offers(bar)
        assert not bar.handle_letter_key(letter)

    def test_cards_are_offered_by_what_is_done_with_them(self, bar):
        play, show = PlayCommand(0, self.ACE), ShowCardCommand(0, self.KING)
        refused = make_answer(ShowCardCommand(0, self.ACE), Message("card-shown"))
        assert not bar.can_play
        self.show_offers(
            bar,
            self.make_offer(OfferLocation.HAND, make_answer(play)),
            self.make_offer(OfferLocation.CARD, refused, make_answer(show), kind="show"),
        )
        assert bar.can_play
        assert not bar.isVisible()  # there is no button
        assert [bar.play_command(card) for card in (self.ACE, self.KING)] == [play, None]
        assert [bar.show_command(card) for card in (self.ACE, self.KING)] == [None, show]
        assert bar.exposed_message(self.ACE) == Message("card-shown")
        assert bar.exposed_message(self.KING) is None
        assert bar.exposed_message(Card.of("2C")) is None

    def test_breach_is_warned_of_once_where_that_is_wanted(self, bar):
        breach, other, legal = (
            PlayCommand(0, self.ACE),
            PlayCommand(1, self.ACE),
            PlayCommand(0, self.KING),
        )
        assert bar.confirms_breach(breach)  # no warnings are wanted
        bar.warns_of_breach = True
        assert [bar.confirms_breach(breach) for _ in range(3)] == [False, True, False]
        assert not bar.confirms_breach(other)
        assert bar.confirms_breach(legal)
        assert not bar.confirms_breach(other)  # the legal card was in between

    def test_reason_to_be_ready_is_known(self, bar):
        assert bar.ready_guidance is None
        guidance = Message("ready-guidance")
        self.show_offers(
            bar,
            self.make_offer(
                OfferLocation.BUTTON,
                make_answer(ReadyCommand(0)),
                kind=ReadyCommand.type,
                guidance=guidance,
            ),
        )
        assert bar.ready_guidance == guidance
