"""Tests of the rank ring, its buttons and the slip with the table's rules."""

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.rules.chance import seed_from
from greenbaize.store.settings import Settings
from greenbaize.ui.table.corner import SMALL_TABLE
from greenbaize.ui.table.note import NoteText
from greenbaize.ui.widgets.plain import Label
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.contrast import contrast
from ui.table.person import until

NOTE = NoteText("A note that is long enough to lie over the middle of the ring.", "It stays.")
SMALL, LARGE = (540, 575), (980, 775)
"""Sizes of the table beside the sheet in windows of 900x600 and 1280x800 (pixels)."""
ALL = [(name, seats) for name, game in GAMES.items() for seats in game.seats]
RINGED = [(name, seats) for name, seats in ALL if name in ("master", "ass")]
USUAL = {"master": {"trumps": "none"}, "ass": {"trumps": "none"}}


def seated(laid, name, seats, size, **options):
    """Open a match at a table of this size and wait for the person's turn."""
    person = laid(name, seats, size=(size[0] + 360, size[1]), **USUAL.get(name, {}) | options)
    person.playing.splitter.setSizes([size[0], 360])
    person.playing.begin()
    person.wait_for_turn()
    return person


def shown(person):
    corner = person.playing.corner
    every = (corner.rules_button, corner.ring_disc, corner.ring_panel)
    return [aid for aid in every if aid.isVisible()]


def items_under(person, place):
    """Iterate over the plates and cards under a rectangle of the table."""
    scene, table = person.scene, person.scene.cards
    cards = [item for hand in table.hands for item in hand]
    cards += [item for _, item in table.trick] + [item for won in table.won for item in won]
    for item in (*scene.plates, *cards):
        if item.sceneBoundingRect().toAlignedRect().adjusted(3, 3, -3, -3).intersects(place):
            yield item


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(("name", "seats"), ALL)
def test_nothing_lies_below_what_is_at_hand(laid, name, seats, size):
    person = seated(laid, name, seats, size)
    corner, prompt = person.playing.corner, person.playing.asking.prompt
    ringed = (name, seats) in RINGED
    assert len(shown(person)) == 1 + ringed
    assert corner.rules_button.isVisible()
    if ringed and person.scene.geometry.card < SMALL_TABLE:
        assert corner.ring_disc.isVisible()
    for aid in shown(person):
        assert person.playing.view.rect().contains(aid.geometry())
        assert list(items_under(person, aid.geometry())) == []
        assert prompt.isHidden() or not prompt.geometry().intersects(aid.geometry())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["master", "ass"])
def test_the_ring_is_drawn_on_a_large_table_and_folded_on_a_small_one(laid, name):
    large, small = (seated(laid, name, 3, size) for size in (LARGE, SMALL))
    assert large.playing.corner.ring_panel in shown(large)
    assert small.playing.corner.ring_disc in shown(small)
    for person in (large, small):
        for aid in shown(person)[1:]:
            assert aid.accessibleName() == "Who beats whom"
            assert "6 beats A, A beats Q, Q beats 6." in aid.accessibleDescription()
            assert "6 beats A" in aid.toolTip()


@pytest.mark.slow
def test_the_ring_follows_the_trick(laid):
    person = seated(laid, "master", 3, LARGE)
    seen = set()
    for _ in range(8):
        pile, panel = person.playing.place.view.pile, person.playing.corner.ring
        assert panel.ring.suit is (None if pile is None else pile.main)
        assert 1 <= len(panel.lines) <= 2
        seen.add(panel.lines)
        person.double_click_card(person.legal[0])
        person.wait_for_turn()
    assert len(seen) > 1


def brass_in(picture):
    """Return the number of pixels in the colour of brass."""
    brass = QColor(LIGHT.brass)
    points = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
    return sum(QColor(picture.pixel(x, y)) == brass for x, y in points)


@pytest.mark.slow
def test_the_slip_has_a_brass_dot_until_unusual_rules_are_read(laid):
    usual, other = (seated(laid, "damn", 3, SMALL, hook=hook) for hook in (False, True))
    disc = other.playing.corner.rules_button
    assert disc.accessibleDescription() == "Hook: yes"
    assert usual.playing.corner.rules_button.accessibleDescription() == "All options are as usual."
    # The keyboard focus is marked in another shade of brass.
    assert brass_in(disc.grab().toImage()) > 4
    assert brass_in(usual.playing.corner.rules_button.grab().toImage()) == 0
    other.playing.corner.open_slip()
    assert brass_in(disc.grab().toImage()) == 0


@pytest.mark.slow
@pytest.mark.parametrize("input_method", ["mouse", "key", "shortcut"])
def test_the_slip_tells_the_rules_of_this_table(opened, input_method):
    options = {"hook": True, "zero_bids": True, "first": 3, "deals": 5}
    person = opened(PlayRequest("damn", 4, options, seed_from("slip")))
    until(lambda: person.main.playing)
    person.wait_for_turn()
    corner = person.playing.corner
    if input_method == "mouse":
        person.click(corner.rules_button)
    elif input_method == "key":
        corner.rules_button.setFocus()
        QTest.keyClick(corner.rules_button, Qt.Key.Key_Return)
    else:
        person.press(Qt.Key.Key_F3)
    slip = corner.slip
    assert slip.isVisible()
    before, _, usual = slip.text.partition("As usual")
    assert "Not as usual" in before
    assert "In this deal an exact bid of 0 scores 8. (Damn,\u00a0§\u00a05)" in before
    assert "Hook: yes. The last bidder may not make" in before
    assert "Cards in the first deal: 3" in before
    assert "Usually: 1." in before
    assert "Mistakes: are refused" in usual
    QTest.keyClick(slip, Qt.Key.Key_Escape)
    assert corner.slip is None
    assert person.playing.asking.question is not None


def test_a_key_for_the_table_is_not_lost_at_a_disc(laid):
    person = seated(laid, "damn", 3, LARGE)
    corner, prompt = person.playing.corner, person.playing.asking.prompt
    corner.rules_button.setFocus()
    QTest.keyClick(corner.rules_button, Qt.Key.Key_0)
    assert corner.slip is None
    assert person.playing.asking.question is None or not prompt.isVisible()


@pytest.mark.slow
def test_the_slip_goes_with_the_trick_and_is_put_away_with_the_table(laid):
    person = seated(laid, "ass", 3, LARGE, trumps="ranked")
    corner = person.playing.corner
    person.click(corner.rules_button)
    slip, first = corner.slip, corner.slip.text
    assert "spades stand above diamonds" in first
    assert "An eight counts 16" in first
    while corner.at_hand.ring.suit is None:
        prompt = person.playing.asking.prompt
        if prompt.isVisible():
            person.click(prompt.buttons[0])
        else:
            person.double_click_card(person.legal[0])
        person.wait_for_turn()
    assert slip.text != first
    assert "takes the trick from" in slip.text
    person.playing.leave()
    assert corner.slip is None


def test_the_ring_can_be_switched_off_by_key_and_menu_and_that_is_remembered(opened):
    person = opened(PlayRequest("master", 3, {"trumps": "none"}, seed_from("ring")))
    person.window.resize(1280, 800)
    until(lambda: person.main.playing)
    person.wait_for_turn()
    corner, entry = person.playing.corner, person.main.menus.ring
    assert entry.isChecked()
    assert len(shown(person)) == 2
    person.press(Qt.Key.Key_F4)
    assert [corner.rules_button] == shown(person)
    assert Settings.load().ring is False
    assert not entry.isChecked()
    entry.trigger()
    assert len(shown(person)) == 2
    assert Settings.load().ring is True


def test_on_a_small_table_the_key_opens_the_slip_with_the_ring(opened):
    person = opened(PlayRequest("master", 3, {"trumps": "none"}, seed_from("ring")))
    person.window.resize(900, 600)
    until(lambda: person.main.playing)
    person.wait_for_turn()
    corner = person.playing.corner
    until(corner.ring_disc.isVisible)
    person.press(Qt.Key.Key_F4)
    assert corner.slip.isVisible()
    assert corner.slip.ring_picture.isVisible()
    assert Settings.load().ring is True
    corner.slip.close()
    # The menu hides the button, and the key still opens the slip.
    person.main.menus.ring.trigger()
    assert [corner.rules_button] == shown(person)
    person.window.activateWindow()
    until(person.window.isActiveWindow)
    person.press(Qt.Key.Key_F4)
    assert corner.slip.isVisible()


def test_keys_scroll_the_slip_whatever_on_it_has_the_keyboard(laid):
    person = seated(laid, "ass", 3, LARGE)
    corner = person.playing.corner
    corner.open_slip()
    slip = corner.slip
    bar = slip.bar
    assert bar.maximum() == 0  # the screen is high enough for the whole slip
    slip.resize(slip.width(), 300)
    until(bar.maximum)
    slip.close_button.setFocus()
    for key, there in (
        (Qt.Key.Key_Down, lambda: 0 < bar.value() < bar.pageStep()),
        (Qt.Key.Key_PageDown, lambda: bar.value() >= bar.pageStep()),
        (Qt.Key.Key_End, lambda: bar.value() == bar.maximum()),
        (Qt.Key.Key_PageUp, lambda: bar.value() < bar.maximum()),
        (Qt.Key.Key_Home, lambda: bar.value() == 0),
    ):
        QTest.keyClick(slip.windowHandle(), key)
        assert there(), key
    assert slip.close_button.hasFocus()


def test_what_is_at_hand_takes_the_colours_of_a_theme(laid):
    person = seated(laid, "master", 4, LARGE)
    person.click(person.playing.corner.rules_button)
    view = person.playing.view
    slips = person.playing.corner.rules_button, person.playing.corner.slip
    places = [aid.geometry() for aid in shown(person) if aid not in slips]
    before = [view.grab(place).toImage() for place in places]
    slip = person.playing.corner.slip.grab().toImage()
    dress(DARK)
    QApplication.processEvents()
    after = [view.grab(place).toImage() for place in places]
    assert all(new != old for new, old in zip(after, before, strict=True))
    changed = person.playing.corner.slip.grab().toImage()
    assert changed != slip  # the cloth below the ring has changed
    assert changed.pixelColor(4, 4) == QColor(DARK.paper)
    for line in slips[1].findChildren(Label):
        assert contrast(line.palette().color(line.foregroundRole()), DARK.paper) > 4.5
    picture = slips[0].grab().toImage()
    ratio = picture.devicePixelRatio()
    corner = picture.pixelColor(round(4 * ratio), round(0.7 * picture.height()))
    assert corner.lightness() > 200


def test_the_ring_lies_below_all_that_moves_or_speaks(laid):
    person = seated(laid, "master", 3, LARGE)
    scene, corner = person.scene, person.playing.corner
    assert corner.ring.isVisible()
    assert corner.ring.sceneBoundingRect().toRect() == corner.ring_panel.geometry()
    others = [item for item in scene.items() if item is not corner.ring]
    assert all(item.zValue() > corner.ring.zValue() for item in others)
    # The button over the ring paints nothing of its own.
    drawn = QImage(corner.ring_panel.size(), QImage.Format.Format_ARGB32)
    drawn.fill(Qt.GlobalColor.transparent)
    corner.ring_panel.render(drawn, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    assert not any(drawn.pixel(x, y) for x in range(drawn.width()) for y in range(0, 90, 3))
    # A note over the ring takes its clicks.
    note = scene.note
    middle = QRectF(corner.ring_panel.geometry())
    note.stand_by(QRectF(middle.center().x(), middle.bottom(), 1, 9), scene.around(), NOTE)
    note.setPos(middle.topLeft())
    person.click(corner.ring_panel)
    assert corner.slip is None
    note.hide()
    person.click(corner.ring_panel)
    assert corner.slip is not None


def test_a_watcher_has_it_at_hand_as_well(laid):
    person = laid("ass", 3, size=(1340, 775), watch=True, trumps="none")
    person.playing.begin()
    until(lambda: person.playing.corner.at_hand.ring)
    aid = shown(person)[0]
    assert aid.rect().contains(QPoint(5, 5))
    person.click(aid)
    assert "Beating is compulsory" in person.playing.corner.slip.text
