"""Tests of the notes on table elements: hovering, the keyboard navigator and rules as links."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.rules.things import Part, Thing
from greenbaize.ui.cards.look import Face
from greenbaize.ui.features.help.window import HelpWindow
from greenbaize.ui.sheets.why import WhyDialog
from greenbaize.ui.table.hover_help import (
    SLID_MS,
    place_of,
    thing_at,
    things_on,
    widget_places,
)
from greenbaize.ui.table.look_around import ThingHandle
from greenbaize.ui.widgets.accessibility import is_ringed
from greenbaize.words.spoken import aloud
from greenbaize.words.titles import cited
from ui.table.person import LEFT, until

TABLES = [("damn", 5), ("blackout", 4), ("master", 4), ("ass", 3), ("rank", 4)]
OPTIONS = {"damn": {"first": 5, "deals": 6}}


def card_asked(person, lying=1):
    """Play until a card is asked for with at least this many cards lying in the trick or pile."""
    if not person.playing.place.game.picture(person.playing.place.view).deal:
        person.playing.begin()
    while person.wait_for_turn():
        picture = person.playing.place.game.picture(person.playing.place.view)
        if person.playing.asking.refusals and len(picture.lying) >= lying:
            return person
        person.act()
    raise AssertionError("the match ended without such a question")


def spot_of(person, thing):
    """Return a window point over an element and over no other."""
    where = place_of(person.scene, thing)
    assert where is not None
    for across in (0.5, 0.3, 0.7, 0.1, 0.9):
        for down in (0.5, 0.2, 0.8, 0.1, 0.9):
            point = where.topLeft() + QPointF(across * where.width(), down * where.height())
            if thing_at(person.scene, point) == thing and not person.scene.cards.at(point):
                return in_window(person, point)
    raise AssertionError(f"no free point over {thing}")


def in_window(person, point):
    view = person.playing.view
    return view.viewport().mapTo(person.window, view.mapFromScene(point))


def rest_at(person, point):
    QTest.mouseMove(person.window.windowHandle(), point)
    QApplication.processEvents()


def rest_on(person, thing):
    """Rest the mouse on an element until its note is shown."""
    rest_at(person, spot_of(person, thing))
    until(lambda: person.scene.note.about == thing)


def away(person):
    """Move the mouse to the bare cloth."""
    rest_at(person, in_window(person, QPointF(2, person.scene.height() - 2)))


def told(person):
    return person.scene.note.text.spoken


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_mouse_reads_everything_on_the_table(laid, game, players):
    person = card_asked(laid(game, players, **OPTIONS.get(game, {})))
    scene, note = person.scene, person.scene.note
    assert not scene.notice.toolTip()  # the note replaces the tooltip
    kinds = set()
    for thing, where in things_on(scene):
        if thing.part is Part.RING:
            continue  # the button over the ring takes the mouse
        away(person)  # the previous note may cover the element
        rest_on(person, thing)
        assert note.isVisible()
        assert note.sentence.endswith(".")
        paper = note.sceneBoundingRect()
        assert scene.sceneRect().contains(paper)
        shared = paper.intersected(where)
        assert shared.width() < 1 or shared.height() < 1, thing
        kinds.add(thing.part)
    away(person)
    assert not note.isVisible()
    wanted = {Part.PLATE, Part.PILE if game == "rank" else Part.TRICK}
    wanted |= {Part.STOCK} if game == "rank" else {Part.SIGN, Part.NOTICE}
    wanted |= {Part.DISC} if game in ("master", "ass") else set()
    wanted |= {Part.TURNED} if game in ("damn", "blackout") else set()
    assert wanted <= kinds


def test_a_plate_says_all_its_numbers_in_words(laid):
    person = card_asked(laid("ass", 3, "plates"))
    rest_on(person, Thing(Part.PLATE, 0))
    state = person.playing.place.view
    said = told(person)
    assert f"You have {state.own.banks[0]} bank" in said
    assert "You said " in said
    assert "Your own trump: " in said
    assert "It is your turn." in said
    assert "Ass, rule 1" in said
    assert "Ass, rule 3" in said


@pytest.mark.slow
def test_a_plate_says_what_kind_of_player_a_computer_is(laid):
    person = card_asked(laid("damn", 3, "plates"))
    rest_on(person, Thing(Part.PLATE, 1))
    assert "A computer player: Medium." in told(person)
    rest_on(person, Thing(Part.PLATE, 0))
    assert "computer" not in told(person)


@pytest.mark.slow
def test_the_card_on_top_says_why_and_what_would_beat_it(laid):
    person = card_asked(laid("master", 4), lying=2)
    picture = person.playing.place.game.picture(person.playing.place.view)
    assert picture.winning is not None
    rest_on(person, Thing(Part.TRICK, picture.winning))
    assert " is winning the trick." in told(person)
    assert "You would take the trick " in told(person)
    other = next(place for place in range(2) if place != picture.winning)
    rest_on(person, Thing(Part.TRICK, other))
    assert " does not win: " in told(person)


@pytest.mark.slow
def test_a_note_comes_when_the_mouse_rests_and_a_chosen_cards_note_comes_back(laid):
    person = card_asked(laid("damn", 5, first=5, deals=6))
    rest_at(person, spot_of(person, Thing(Part.PLATE, 1)))
    assert not person.scene.note.isVisible()
    until(person.scene.note.isVisible)
    # Once a note is shown, the next one comes without delay.
    rest_at(person, spot_of(person, Thing(Part.PLATE, 2)))
    assert person.scene.note.about == Thing(Part.PLATE, 2)
    away(person)
    assert not person.scene.note.isVisible()
    face = person.hand[0]
    person.click_card(face)
    assert person.scene.note.about == face
    rest_on(person, Thing(Part.PLATE, 1))
    away(person)
    assert person.scene.note.about == face


@pytest.mark.slow
def test_a_note_comes_to_a_mouse_that_already_rests_on_a_card(laid):
    person = laid("damn", 4, first=5, deals=6)
    card_asked(person)
    face = person.legal[0]
    person.point_at(face)
    assert person.scene.note.about == face
    point = person.spot(face)
    person.double_click_card(face)
    person.wait_for_turn()
    while not person.playing.asking.refusals:
        person.act()
        person.wait_for_turn()
    # The mouse has not moved since; the note is now that of the card under it.
    scene = person.playing.view.mapToScene(
        person.playing.view.viewport().mapFrom(person.window, point)
    )
    below = person.scene.cards.at(scene)
    assert person.scene.note.about == below.face


def test_a_card_that_slides_below_a_resting_mouse_is_told_of(laid):
    person = card_asked(laid("damn", 4, first=5, deals=6))
    point = in_window(person, QPointF(*person.scene.geometry.centre))
    away(person)
    rest_at(person, point)
    before = person.scene.note.about
    assert not isinstance(before, Face)
    geometry = person.scene.geometry
    for item in person.scene.cards.own[:1]:
        item.lie(item.spot._replace(x=geometry.centre[0], y=geometry.centre[1]))
    person.playing.pointing.refresh()
    assert isinstance(person.scene.note.about, Face)


def test_what_comes_below_a_resting_mouse_is_told_of_once_it_lies_still(laid):
    person = card_asked(laid("damn", 4, first=5, deals=6))
    place = len(person.scene.cards.trick)
    geometry = person.scene.geometry
    spot = geometry.played(person.scene.near)
    # Point where the own card is going to lie, away from the other cards of the trick.
    point = QPointF(spot.x, spot.y + 0.5 * geometry.card)
    assert thing_at(person.scene, point) is None
    rest_at(person, in_window(person, point))
    asking = person.playing.asking
    asking.choose_card(person.legal[0])
    assert thing_at(person.scene, point) == Thing(Part.TRICK, place)
    assert not person.scene.note.isVisible()
    assert person.playing.pointing._resting.interval() == SLID_MS


@pytest.mark.slow
def test_a_note_stands_clear_of_the_buttons_of_a_question(laid):
    person = laid("damn", 5, first=5, deals=6)
    person.playing.begin()
    person.wait_for_turn()
    assert person.playing.asking.prompt.isVisible()
    playing = person.playing
    for thing, _ in list(things_on(person.scene)):
        if thing.part is Part.RING:
            continue
        rest_on(person, thing)
        paper = person.scene.note.sceneBoundingRect()
        corner = playing.corner
        over = (playing.asking.prompt, playing.hint_button, corner.rules_button, corner.ring_disc)
        for closed in widget_places(playing.view, *over):
            shared = paper.intersected(closed)
            assert shared.width() < 1 or shared.height() < 1, thing
        if thing.part is Part.STOCK:
            assert not paper.intersects(person.scene.sign.written())


@pytest.mark.slow
def test_keys_walk_about_everything_and_lead_back(laid):
    person = card_asked(laid("ass", 3))
    looking = person.playing.pointing.looking
    person.press(Qt.Key.Key_Up)
    before = person.playing.asking.handles.focused
    person.playing.pointing.look_around()
    seen = [thing for thing, _ in things_on(person.scene)]
    assert looking.things == seen
    walked = []
    for _ in seen:
        assert looking.held is not None
        assert person.scene.note.about == looking.held
        handle = next(one for one in looking.findChildren(ThingHandle) if one.hasFocus())
        assert handle.accessibleName() == aloud(person.scene.note.sentence)
        assert handle.accessibleDescription() == aloud(person.scene.note.line)
        assert looking.ring.isVisible()
        walked.append(looking.held)
        person.press(Qt.Key.Key_Tab)
    assert walked == seen
    assert looking.held == seen[0]
    person.press(Qt.Key.Key_Backtab)
    assert looking.held == seen[-1]
    person.press(Qt.Key.Key_Home)
    assert looking.held == seen[0]
    person.press(Qt.Key.Key_Escape)
    assert not looking.on
    assert not looking.ring.isVisible()
    assert before is not None
    assert person.playing.asking.handles.focused == before
    assert person.scene.note.about == before


@pytest.mark.slow
def test_arrows_go_to_what_is_seen_there(laid):
    person = card_asked(laid("master", 4, trumps="ranked", size=(1340, 775)))
    pointing = person.playing.pointing
    pointing.look_around()
    looking, places = pointing.looking, dict(things_on(person.scene))
    kinds = {thing.part for thing in looking.things}
    assert {Part.RING, Part.TRUMPS, Part.SIGN, Part.NOTICE, Part.PLATE, Part.TRICK} <= kinds
    person.press(Qt.Key.Key_Tab)
    ways = {
        Qt.Key.Key_Right: lambda here, there: there.x() > here.x(),
        Qt.Key.Key_Down: lambda here, there: there.y() > here.y(),
        Qt.Key.Key_Left: lambda here, there: there.x() < here.x(),
        Qt.Key.Key_Up: lambda here, there: there.y() < here.y(),
    }
    for key, goes in ways.items():
        for _ in range(8):
            before = looking.held
            assert before is not None
            person.press(key)
            assert looking.held is not None
            if looking.held == before:
                break
            assert goes(places[before].center(), places[looking.held].center())
        else:
            raise AssertionError(f"{key} does not reach an end")
    # From the upper left corner straight down: trumps, main suit, a plate, the ring.
    while looking.held != Thing(Part.NOTICE):
        person.press(Qt.Key.Key_Tab)
    seen = []
    for _ in range(5):
        seen.append(looking.held.part)
        person.press(Qt.Key.Key_Down)
    assert seen == [Part.NOTICE, Part.TRUMPS, Part.SIGN, Part.PLATE, Part.RING]


def test_looking_around_ends_where_the_keyboard_goes_elsewhere(laid):
    person = card_asked(laid("damn", 4, first=5, deals=6))
    person.playing.pointing.look_around()
    assert person.playing.pointing.looking.on
    handle = next(one for one in person.window.findChildren(ThingHandle) if one.hasFocus())
    assert not is_ringed(handle)  # the ring on the table marks the element instead
    assert person.playing.pointing.looking.ring.isVisible()
    person.playing.side.last_trick.setFocus()
    person.playing.setFocus()
    assert not person.playing.pointing.looking.on
    assert not isinstance(person.scene.note.about, Thing)


@pytest.mark.slow
def test_looking_around_goes_on_while_others_play(laid):
    person = laid("damn", 4, first=5, deals=6)
    card_asked(person)
    person.playing.pointing.look_around()
    looking = person.playing.pointing.looking
    person.press(Qt.Key.Key_End)
    held = looking.held
    face = person.legal[0]
    person.playing.asking.choose_card(face)
    person.wait_for_turn()
    assert looking.on
    assert looking.held == held
    assert person.scene.note.about == held


# Rule links


@pytest.fixture
def table(opened):
    """Open a match in the program's window and play until a card is asked for."""
    seed = seed_from("links")
    person = opened(PlayRequest("damn", 4, {"first": 5, "deals": 6}, seed))
    person.wait_for_turn()
    while not (person.playing.asking.refusals and person.scene.cards.trick):
        person.act()
        person.wait_for_turn()
    return person


def help_of(person):
    window = person.main.help_desk.shown
    assert isinstance(window, HelpWindow)
    assert window.isVisible()
    return window


def marked(person):
    """Return the heading that the help window marks."""
    (tint,) = help_of(person).browser.extraSelections()
    return str(tint.cursor.block().text())


@pytest.mark.slow
def test_a_click_on_a_rule_of_a_note_opens_it(table):
    table.point_at(table.legal[0])
    note = table.scene.note
    face = note.about
    ((place, rule),) = note.links
    assert rule == "damn.md 4"
    # The mouse crosses the note to reach the link, and the note stays.
    inside = note.sceneBoundingRect().center()
    for point in (inside, note.pos() + place.center()):
        rest_at(table, in_window(table, point))
        assert note.isVisible()
        assert note.about == face
    assert table.playing.view.viewport().cursor().shape() is Qt.CursorShape.PointingHandCursor
    at = in_window(table, note.pos() + place.center())
    QTest.mouseClick(table.window.windowHandle(), LEFT, pos=at)
    assert help_of(table).page == "damn"
    assert marked(table) == "4. Play"
    assert len(table.hand) == len(table.playing.asking.refusals)


@pytest.mark.slow
def test_f1_opens_the_rule_of_the_note_and_else_the_page(table):
    away(table)
    table.press(Qt.Key.Key_F1)
    assert help_of(table).page == "damn"
    assert help_of(table).browser.extraSelections() == []
    table.window.activateWindow()
    until(table.window.isActiveWindow)
    rest_on(table, Thing(Part.TURNED))
    table.press(Qt.Key.Key_F1)
    assert marked(table) == "2. Trump"


@pytest.mark.slow
def test_f6_looks_around_and_enter_opens_the_rule(table):
    table.press(Qt.Key.Key_F6)
    looking = table.playing.pointing.looking
    while looking.held != Thing(Part.NOTICE):
        table.press(Qt.Key.Key_Tab)
    rules = table.scene.note.text.rules
    assert len(rules) > 1
    table.press(Qt.Key.Key_Return)
    assert help_of(table).page == "damn"
    assert marked(table).startswith("1. ")
    table.window.activateWindow()
    until(table.window.isActiveWindow)
    assert looking.on
    table.press(Qt.Key.Key_2)
    assert cited(rules[1]) == f"Damn, § {marked(table).partition('.')[0]}"
    table.window.activateWindow()
    until(table.window.isActiveWindow)
    table.press(Qt.Key.Key_F6)
    assert not looking.on


@pytest.mark.slow
def test_rules_in_the_why_dialog_are_links(table):
    while not table.playing.place.game.picture(table.playing.place.view).taken:
        table.act()
        table.wait_for_turn()
    table.main.explain_trick()
    dialog = table.window.findChild(WhyDialog)
    link = dialog.links[0]
    assert link.text() == "Damn, § 4"
    QTest.mouseClick(link, LEFT)
    assert marked(table) == "4. Play"
    link.setFocus()
    QTest.keyClick(link, Qt.Key.Key_Space)
    dialog.reject()


@pytest.mark.slow
def test_a_refusal_on_the_banner_has_its_rule_as_a_link(table):
    banner = table.main.banner
    table.playing.refused.emit("You hold clubs and must follow suit.", "damn.md 4")
    assert banner.rule.isVisible()
    assert banner.rule.text() == "Damn, § 4"
    table.click(banner.rule)
    assert marked(table) == "4. Play"
    banner.tell("The record is complete again.")
    assert not banner.rule.isVisible()


def test_cards_lie_where_they_are_said_to(laid):
    person = card_asked(laid("damn", 4, first=5, deals=6))
    for item in person.scene.cards.own:
        place = item.rect
        assert item.shape_contains(place.center())
        assert not item.shape_contains(place.topLeft() - QPointF(3, 3))
