"""Table manners: mistakes by mouse and keys, their correction, and the Ready button."""

from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Correct, Show
from greenbaize.games.exact_bid.events import BidMade, CardExposed, RevokeNamed
from greenbaize.match.record import read_record
from greenbaize.rules.commands import Play, Ready
from greenbaize.rules.events import CardPlayed
from greenbaize.ui.cards.look import Face
from greenbaize.words.spoken import aloud
from ui.table.person import Person, until
from ui.table.seen import check_mirror, is_dim, words_on_table

pytestmark = pytest.mark.slow

TABLE = {"enforcement": "table", "first": 5, "deals": 6}


def last(person):
    return person.record.events[-1]


def act(person, name):
    """Click on an optional action's button."""
    person.click(person.playing.asking.optional.buttons[name])


def offered(person):
    """Return the visible optional actions."""
    buttons = person.playing.asking.optional.buttons
    return [name for name, button in buttons.items() if button.isVisible()]


def is_waiting(person):
    """Return whether the table waits for the person to be ready."""
    return not person.playing.motion.busy and Ready.type in offered(person)


def at_rest(person):
    """Return whether nothing happens until the person acts."""
    playing = person.playing
    return not playing.motion.busy and bool(
        playing.asking.question or is_waiting(person) or person.over
    )


def go_on(person):
    """Make a correct move: bid, play a legal card or say ready."""
    playing = person.playing
    if is_waiting(person):
        act(person, "ready")
    elif person.asked_bid:
        person.click(playing.asking.prompt.buttons[next(person.answers())])
    else:
        right = playing.place.game.legal(playing.place.view, 0)
        person.double_click_card(Face(right[0].card))
    until(lambda: at_rest(person))


def until_there_is(person, wanted):
    """Make correct moves until a condition holds."""
    until(lambda: at_rest(person))
    while not wanted(person):
        assert not person.over, "the match had no such moment"
        go_on(person)
    return person


def asked_card(person):
    question = person.playing.asking.question
    return question is not None and question.kind == Play.type


def able_to_revoke(person):
    """Return a card whose play would be a revoke now, or None."""
    if not asked_card(person):
        return None
    wrong = [
        answer.command
        for answer in person.playing.asking.question.answers
        if answer.breach is not None and answer.refusal is None
    ]
    return Face(wrong[0].card) if wrong and isinstance(wrong[0], Play) else None


@pytest.fixture
def seated(laid):
    person = laid("damn", 4, "manners", **TABLE)
    person.playing.begin()
    until(lambda: at_rest(person))
    return person


# Ready


@pytest.mark.parametrize("way", ["button", "Space", "Return", "Enter"])
def test_bots_wait_after_a_trick_until_one_says_ready(seated, way):
    until_there_is(seated, is_waiting)
    before = seated.record.events
    QTest.qWait(0)
    assert isinstance(before[-1], CardPlayed)
    assert seated.record.events == before
    check_mirror(seated.scene, seated.playing.place.game.picture(seated.playing.place.view))
    if way == "button":
        act(seated, "ready")
    else:
        seated.press(getattr(Qt.Key, f"Key_{way}"))
    assert seated.record.events[len(before)].type == "trick"
    until(lambda: at_rest(seated))
    assert is_waiting(seated) or seated.playing.asking.question


def test_whoever_took_the_trick_just_leads(seated):
    def leads(person):
        game, view = person.playing.place.game, person.playing.place.view
        return game.open(view) and game.turn(view) == 0

    until_there_is(seated, leads)
    assert asked_card(seated)
    assert "ready" not in offered(seated)
    count = len(seated.record.events)
    seated.double_click_card(seated.legal[0])
    assert [event.type for event in seated.record.events[count : count + 2]] == ["trick", "play"]


def test_a_card_that_was_clicked_says_how_it_is_played(seated):
    until_there_is(seated, asked_card)
    face = seated.legal[0]
    seated.click_card(face)
    assert "Click again to play it" in seated.scene.note.line
    assert face in seated.hand
    seated.click_card(face)
    until(lambda: at_rest(seated))
    assert face not in seated.hand
    shown = seated.scene.note
    assert not (shown.isVisible() and "Click again" in shown.line)


def test_where_mistakes_are_refused_nobody_says_ready(laid):
    person = laid("damn", 4, "manners", first=5, deals=5)
    person.playing.begin()
    while person.wait_for_turn():
        assert offered(person) == []
        assert not person.playing.view.free_hand
        if person.asked_bid:
            person.click(person.playing.asking.prompt.buttons[0])
        else:
            person.double_click_card(person.legal[0])
    assert not person.playing.asking.optional.isVisible()


# Exposed cards


@pytest.mark.parametrize("way", [Person.double_click_card, Person.drag_card, Person.key_card])
def test_a_card_played_out_of_turn_lies_exposed(seated, way):
    until_there_is(seated, is_waiting)
    code = seated.hand[0]
    way(seated, code)
    assert last(seated) == CardExposed(0, code.card)
    until(lambda: at_rest(seated))
    item = seated.scene.cards.named(code)
    assert item is not None
    others = [one for one in seated.scene.cards.hands[0] if one is not item]
    assert all(item.y() < one.y() for one in others)
    assert item.outline is not None
    assert not any(one.outline for one in others)
    check_mirror(seated.scene, seated.playing.place.game.picture(seated.playing.place.view))
    assert is_waiting(seated)


def test_an_exposed_card_says_so_when_it_is_pointed_at(seated):
    until_there_is(seated, is_waiting)
    exposed, other = seated.hand[:2]
    seated.double_click_card(exposed)
    until(lambda: at_rest(seated))
    seated.point_at(other)
    assert not seated.scene.note.isVisible()
    seated.point_at(exposed)
    said = f"{exposed.card.name} lies exposed; it must be played at the first chance."
    assert seated.scene.note.isVisible()
    assert seated.scene.note.text.spoken.startswith(aloud(said))
    until_there_is(seated, lambda person: person.legal == [exposed])
    seated.point_at(exposed)
    assert said in seated.scene.note.line


def test_the_letters_of_buttons_press_them(seated):
    until_there_is(seated, is_waiting)
    count = len(seated.record.events)
    seated.press(Qt.Key.Key_R)
    assert seated.record.events[count].type == "trick"


def test_buttons_of_what_one_may_do_grow_with_the_table(seated):
    until_there_is(seated, is_waiting)
    button = seated.playing.asking.optional.buttons["ready"]
    before = button.height()
    seated.playing.resize(3400, 2000)
    until(lambda: button.height() > 1.5 * before)


def test_one_click_exposes_nothing(seated):
    until_there_is(seated, is_waiting)
    before = seated.record.events
    for code in seated.hand:
        seated.click_card(code)
    assert seated.record.events == before


def test_an_exposed_card_is_the_only_one_that_may_be_played(seated):
    until_there_is(seated, is_waiting)
    exposed = seated.hand[-1]
    seated.double_click_card(exposed)
    until_there_is(seated, lambda person: person.legal == [exposed])
    other = next(code for code in seated.hand if code != exposed)
    before = seated.record.events
    seated.double_click_card(other)
    assert seated.record.events == before
    assert "An exposed card must be played first: " in seated.scene.note.sentence
    seated.double_click_card(exposed)
    assert CardPlayed(0, exposed.card) in seated.record.events[len(before) :]


@pytest.mark.parametrize("asked", [True, False])
def test_a_card_is_shown_by_a_menu_or_a_key(seated, asked):
    until_there_is(seated, asked_card if asked else is_waiting)
    code = seated.hand[1]
    seated.press(Qt.Key.Key_Up)
    seated.playing.asking.handles.take_focus(code)
    seated.press(Qt.Key.Key_Menu)
    until(QApplication.activePopupWidget)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    (action,) = menu.actions()
    assert action.text() == f"Show {code.card.name} to everybody"
    before = seated.record.events
    action.trigger()
    menu.close()
    assert seated.record.events == (*before, CardExposed(0, code.card))
    until(lambda: at_rest(seated))
    assert asked_card(seated) == asked


def test_cards_that_others_expose_lie_before_them(seated):
    """The cards are exposed as if another person at the table had shown them."""
    person = until_there_is(seated, asked_card)
    table = person.playing.place.table
    for seat in (1, 2, 3):
        card = table.seats[seat].view.hands[seat].cards[2]
        assert table.submit(Show(seat, card)) is None
    person.playing.stage.go_on()
    until(lambda: at_rest(person))
    picture = person.playing.place.game.picture(person.playing.place.view)
    assert all(len(cards) == 1 for cards in picture.exposed[1:])
    check_mirror(person.scene, picture)
    for seat in (1, 2, 3):
        first, *rest = person.scene.cards.hands[seat]
        assert first.is_card(picture.exposed[seat][0])
        assert all(first.y() > one.y() for one in rest)


# Revokes


def test_a_person_may_revoke_and_nothing_tells_of_it(seated):
    until_there_is(seated, able_to_revoke)
    assert [is_dim(item) for item in seated.scene.cards.hands[0]] == [False] * len(seated.hand)
    code = able_to_revoke(seated)
    seated.point_at(code)
    assert "revoke" not in " ".join(words_on_table(seated.playing))
    seated.double_click_card(code)
    assert CardPlayed(0, code.card) in seated.record.events


def test_a_revoke_is_corrected_by_the_button_and_the_right_card(seated):
    until_there_is(seated, able_to_revoke)
    wrong = able_to_revoke(seated)
    seated.double_click_card(wrong)
    until(lambda: at_rest(seated))
    assert "correct" in offered(seated)
    act(seated, "correct")
    assert seated.playing.asking.question.kind == Correct.type
    right = seated.legal[0]
    assert right.card.suit is not wrong.card.suit
    seated.double_click_card(right)
    kinds = [event.type for event in seated.record.events]
    assert "corrected" in kinds
    assert CardExposed(0, wrong.card) in seated.record.events
    until(lambda: at_rest(seated))
    check_mirror(seated.scene, seated.playing.place.game.picture(seated.playing.place.view))
    assert "correct" not in offered(seated)


def test_an_uncorrected_revoke_makes_the_deal_void_loudly(seated):
    told = []
    playing = seated.playing

    def hear(event, view):
        news = playing.place.game.news(event, view)
        told.extend([] if news is None else [playing.stage._speaker.say(news.message)])

    playing.stage.begun.connect(hear)
    until_there_is(seated, able_to_revoke)
    wrong = able_to_revoke(seated)
    seated.double_click_card(wrong)
    until(lambda: at_rest(seated))
    assert told == []
    go_on(seated)  # ready, or the own lead
    assert RevokeNamed(0, wrong.card) in seated.record.events
    assert told[0] == f"You revoked with {wrong.card.name}."
    assert told[1].startswith("The deal is void")
    assert seated.playing.place.game.picture(seated.playing.place.view).plates[0].total == -10
    check_mirror(seated.scene, seated.playing.place.game.picture(seated.playing.place.view))
    assert "Void deals" in " ".join(words_on_table(seated.playing))


# The warning for learners


def test_a_learner_is_warned_and_may_do_it_all_the_same(seated):
    seated.playing.asking.optional.warns = True
    until_there_is(seated, able_to_revoke)
    wrong = able_to_revoke(seated)
    assert is_dim_card(seated, wrong)
    before = seated.record.events
    seated.drag_card(wrong)
    assert seated.record.events == before
    assert seated.scene.note.sentence.startswith("That is a revoke")
    seated.drag_card(wrong)
    assert CardPlayed(0, wrong.card) in seated.record.events[len(before) :]


def test_a_learner_is_warned_of_playing_out_of_turn(seated):
    seated.playing.asking.optional.warns = True
    until_there_is(seated, is_waiting)
    before, code = seated.record.events, seated.hand[0]
    seated.drag_card(code)
    assert seated.record.events == before
    assert "It is not your turn" in seated.scene.note.sentence
    seated.drag_card(code)
    assert last(seated) == CardExposed(0, code.card)


def test_a_learner_is_not_warned_of_what_is_right(seated):
    seated.playing.asking.optional.warns = True
    until_there_is(seated, asked_card)
    right = next(code for code in seated.hand if not is_dim_card(seated, code))
    before = seated.record.events
    seated.drag_card(right)
    assert seated.record.events[len(before)].type in ("play", "trick")


def is_dim_card(person, code):
    item = person.scene.cards.named(code)
    assert item is not None
    return is_dim(item)


# Bids


def test_a_bid_is_changed_while_nobody_has_bid_after_it(laid):
    for seed in range(8):
        person = laid("damn", 4, f"dealer {seed}", **TABLE)
        person.playing.begin()
        until(lambda person=person: at_rest(person))
        view = person.playing.place.view
        if view.play.lead == 1:
            break
    # The person bids last; a bot at the first seat leads only when it may think.
    person.playing.place.let_others_act = lambda: False
    person.click(person.playing.asking.prompt.buttons[2])
    until(lambda: "bid" in offered(person))
    assert "Change" in person.playing.asking.optional.buttons["bid"].text()
    act(person, "bid")
    assert person.asked_bid
    person.click(person.playing.asking.prompt.buttons[4])
    assert [e.tricks for e in person.record.events if isinstance(e, BidMade) and e.seat == 0] == [
        2,
        4,
    ]


def test_a_bid_is_made_before_ones_turn(laid):
    for seed in range(8):
        person = laid("damn", 4, f"dealer {seed}", **TABLE)
        person.playing.place.let_others_act = lambda: False
        person.playing.begin()
        until(lambda person=person: person.playing.place.view.deal)
        if person.playing.place.view.play.lead != 0:
            break
    until(lambda: "bid" in offered(person))
    act(person, "bid")
    person.click(person.playing.asking.prompt.buttons[1])
    assert last(person) == BidMade(0, 1)


# Random behaviour


@pytest.mark.parametrize("seed", ["one", "two"])
def test_the_table_shows_what_is_so_whatever_a_person_does(laid, seed):
    person, random = laid("damn", 4, seed, **TABLE), Random(seed)
    playing, game = person.playing, GAMES["damn"]
    playing.begin()
    voids = 0
    for _ in range(400):
        until(lambda: at_rest(person))
        view = playing.place.view
        check_mirror(person.scene, game.picture(view))
        if person.over:
            break
        acts = offered(person)
        voids = len(view.manners.voids)
        if "correct" in acts and (voids or random.random() < 0.5):
            act(person, "correct")
            person.double_click_card(person.legal[0])
        elif person.asked_bid:
            person.click(playing.asking.prompt.buttons[random.choice(list(person.answers()))])
        elif random.random() < 0.3 and person.hand:
            code = random.choice(person.hand)
            if not voids or code != able_to_revoke(person):
                person.double_click_card(code)
        else:
            go_on(person)
    assert person.over
    record = read_record(playing.place.record.read_bytes(), GAMES)
    assert game.over(record.state)


def test_news_stays_where_nothing_moves_until_one_acts(seated):
    until_there_is(seated, able_to_revoke)
    seated.double_click_card(able_to_revoke(seated))
    until(lambda: at_rest(seated))
    go_on(seated)
    news = seated.scene.news
    assert news.isVisible()
    assert [words for _, words in news.lines][-1].startswith("The deal is void")
    until_there_is(seated, lambda person: person.asked_bid)
    assert news.isVisible()
    go_on(seated)
    assert not news.isVisible()


@pytest.mark.long
@pytest.mark.parametrize("seed", ["four", "five"])
def test_whatever_a_person_does_while_cards_move_the_record_holds(laid, seed):
    """Clicks and keys at random moments, most of them wrong."""
    person, random = laid("damn", 4, seed, speed=40.0, enforcement="table", deals=3), Random(seed)
    playing = person.playing
    playing.begin()
    keys = (Qt.Key.Key_Space, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Escape)
    for _ in range(6000):
        if person.over:
            break
        QApplication.processEvents()
        acts, spent = offered(person), len(playing.place.view.manners.voids) > 1
        if acts and random.random() < 0.2:
            act(person, random.choice(acts))
        elif playing.asking.prompt.isVisible() and random.random() < 0.2:
            person.click(playing.asking.prompt.buttons[random.choice(list(person.answers()))])
        elif spent and able_to_revoke(person):
            go_on_rightly(person)
        elif person.hand and random.random() < 0.1:
            person.double_click_card(random.choice(person.hand))
        elif random.random() < 0.3:
            person.press(random.choice(keys))
    until(lambda: person.over)
    assert GAMES["damn"].over(read_record(playing.place.record.read_bytes(), GAMES).state)


def go_on_rightly(person):
    """Play a legal card if one is asked for."""
    playing = person.playing
    right = playing.place.game.legal(playing.place.view, 0)
    if right and isinstance(right[0], Play):
        person.double_click_card(Face(right[0].card))
