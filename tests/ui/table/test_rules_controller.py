"""Tests of the rank ring, its buttons and the slip with the table's rules."""

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.app.house_rules import HouseRules, keep_house_rules
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.table.note import NoteText
from greenbaize.ui.table.rules_controller import MIN_RING_CARD_PX
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.colour_contrast import contrast_ratio
from ui.table.match_on_turn import LARGE, SMALL, open_match_on_turn
from ui.table.person import wait_until

SAMPLE_NOTE = NoteText(
    "A note that is long enough to lie over the middle of the ring.", "It stays."
)
ALL_TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]
RING_TABLES = [(name, seats) for name, seats in ALL_TABLES if name in ("master", "ass")]


def find_visible_aids(person):
    corner = person.match_view.rules_controller
    aids = (corner.rules_button, corner.ring_button, corner.ring_area)
    return [aid for aid in aids if aid.isVisible()]


def find_items_under(person, rect):
    """Iterate over the plates and cards under a rectangle of the table."""
    scene, table = person.scene, person.scene.cards
    cards = [item for hand in table.hands for item in hand]
    cards += [item for _, item in table.trick] + [item for won in table.won_tricks for item in won]
    for item in (*scene.plates, *cards):
        if item.sceneBoundingRect().toAlignedRect().adjusted(3, 3, -3, -3).intersects(rect):
            yield item


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(("name", "seats"), ALL_TABLES)
def test_aids_cover_nothing(open_match, name, seats, size):
    person = open_match_on_turn(open_match, name, seats, size)
    corner, prompt = person.match_view.rules_controller, person.match_view.prompts.choice_prompt
    ringed = (name, seats) in RING_TABLES
    assert len(find_visible_aids(person)) == 1 + ringed
    assert corner.rules_button.isVisible()
    if ringed and person.scene.geometry.card_width < MIN_RING_CARD_PX:
        assert corner.ring_button.isVisible()
    for aid in find_visible_aids(person):
        assert person.match_view.table_view.rect().contains(aid.geometry())
        assert list(find_items_under(person, aid.geometry())) == []
        assert prompt.isHidden() or not prompt.geometry().intersects(aid.geometry())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["master", "ass"])
def test_the_ring_is_drawn_on_a_large_table_and_folded_on_a_small_one(open_match, name):
    large, small = (open_match_on_turn(open_match, name, 3, size) for size in (LARGE, SMALL))
    assert large.match_view.rules_controller.ring_area in find_visible_aids(large)
    assert small.match_view.rules_controller.ring_button in find_visible_aids(small)
    for person in (large, small):
        for aid in find_visible_aids(person)[1:]:
            assert aid.accessibleName() == "Who beats whom"
            assert "6 beats A, A beats Q, Q beats 6." in aid.accessibleDescription()
            assert "6 beats A" in aid.toolTip()


@pytest.mark.slow
def test_the_ring_follows_the_trick(open_match):
    person = open_match_on_turn(open_match, "master", 3, LARGE)
    line_sets = set()
    for _ in range(8):
        pile, panel = (
            person.match_view.player_view.view.situation,
            person.match_view.rules_controller.ring,
        )
        assert panel.ring.suit is (None if pile is None else pile.main_suit)
        assert 1 <= len(panel.lines) <= 2
        line_sets.add(panel.lines)
        person.double_click_card(person.legal_faces[0])
        person.wait_for_turn()
    assert len(line_sets) > 1


def count_brass_pixels(picture):
    """Return the number of pixels in the colour of brass."""
    brass = QColor(LIGHT.brass)
    points = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
    return sum(QColor(picture.pixel(x, y)) == brass for x, y in points)


@pytest.mark.slow
def test_the_slip_has_a_brass_dot_until_unusual_rules_are_read(open_match):
    usual_person, hook_person = (
        open_match_on_turn(open_match, "damn", 3, SMALL, hook=hook) for hook in (False, True)
    )
    disc = hook_person.match_view.rules_controller.rules_button
    assert disc.accessibleDescription() == "Hook: yes"
    assert (
        usual_person.match_view.rules_controller.rules_button.accessibleDescription()
        == "All options are as usual."
    )
    # The keyboard focus is marked in another shade of brass.
    assert count_brass_pixels(disc.grab().toImage()) > 4
    assert (
        count_brass_pixels(usual_person.match_view.rules_controller.rules_button.grab().toImage())
        == 0
    )
    hook_person.match_view.rules_controller.toggle_slip()
    assert count_brass_pixels(disc.grab().toImage()) == 0


def test_a_key_for_the_table_is_not_lost_at_a_disc(open_match):
    person = open_match_on_turn(open_match, "damn", 3, LARGE)
    corner, prompt = person.match_view.rules_controller, person.match_view.prompts.choice_prompt
    corner.rules_button.setFocus()
    QTest.keyClick(corner.rules_button, Qt.Key.Key_0)
    assert corner.slip_dialog is None
    assert person.match_view.prompts.question is None or not prompt.isVisible()


def test_the_ring_can_be_switched_off_by_key_and_menu_and_that_is_remembered(open_program):
    person = open_program(PlayRequest("master", 3, {"trumps": "none"}, seed_from_text("ring")))
    person.window.resize(1280, 800)
    wait_until(lambda: person.facade.match_view)
    person.wait_for_turn()
    corner, entry = person.match_view.rules_controller, person.facade.menus.ring
    assert entry.isChecked()
    assert len(find_visible_aids(person)) == 2
    person.press(Qt.Key.Key_F4)
    assert [corner.rules_button] == find_visible_aids(person)
    assert UserSettings.load().ring is False
    assert not entry.isChecked()
    entry.trigger()
    assert len(find_visible_aids(person)) == 2
    assert UserSettings.load().ring is True


def test_on_a_small_table_the_key_opens_the_slip_with_the_ring(open_program):
    person = open_program(PlayRequest("master", 3, {"trumps": "none"}, seed_from_text("ring")))
    person.window.resize(900, 600)
    wait_until(lambda: person.facade.match_view)
    person.wait_for_turn()
    corner = person.match_view.rules_controller
    wait_until(corner.ring_button.isVisible)
    person.press(Qt.Key.Key_F4)
    assert corner.slip_dialog.isVisible()
    assert corner.slip_dialog.ring_widget.isVisible()
    assert UserSettings.load().ring is True
    corner.slip_dialog.close()
    # The menu hides the button, and the key still opens the slip.
    person.facade.menus.ring.trigger()
    assert [corner.rules_button] == find_visible_aids(person)
    person.window.activateWindow()
    wait_until(person.window.isActiveWindow)
    person.press(Qt.Key.Key_F4)
    assert corner.slip_dialog.isVisible()


def test_aids_take_the_colours_of_a_theme(open_match):
    person = open_match_on_turn(open_match, "master", 4, LARGE)
    person.click(person.match_view.rules_controller.rules_button)
    view = person.match_view.table_view
    slips = (
        person.match_view.rules_controller.rules_button,
        person.match_view.rules_controller.slip_dialog,
    )
    aid_rects = [aid.geometry() for aid in find_visible_aids(person) if aid not in slips]
    before = [view.grab(rect).toImage() for rect in aid_rects]
    slip = person.match_view.rules_controller.slip_dialog.grab().toImage()
    apply_application_theme(DARK)
    QApplication.processEvents()
    after = [view.grab(rect).toImage() for rect in aid_rects]
    assert all(new != old for new, old in zip(after, before, strict=True))
    changed_slip = person.match_view.rules_controller.slip_dialog.grab().toImage()
    assert changed_slip != slip  # the cloth below the ring has changed
    assert changed_slip.pixelColor(4, 4) == QColor(DARK.paper)
    for line in slips[1].findChildren(PlainLabel):
        assert contrast_ratio(line.palette().color(line.foregroundRole()), DARK.paper) > 4.5
    picture = slips[0].grab().toImage()
    ratio = picture.devicePixelRatio()
    corner = picture.pixelColor(round(4 * ratio), round(0.7 * picture.height()))
    assert corner.lightness() > 200


def test_ring_lies_below_moving_items_and_notes(open_match):
    person = open_match_on_turn(open_match, "master", 3, LARGE)
    scene, corner = person.scene, person.match_view.rules_controller
    assert corner.ring.isVisible()
    assert corner.ring.sceneBoundingRect().toRect() == corner.ring_area.geometry()
    other_items = [item for item in scene.items() if item is not corner.ring]
    assert all(item.zValue() > corner.ring.zValue() for item in other_items)
    # The button over the ring paints nothing of its own.
    picture = QImage(corner.ring_area.size(), QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    corner.ring_area.render(picture, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    assert not any(picture.pixel(x, y) for x in range(picture.width()) for y in range(0, 90, 3))
    # A note over the ring takes its clicks.
    note = scene.note
    middle = QRectF(corner.ring_area.geometry())
    note.show_at(
        QRectF(middle.center().x(), middle.bottom(), 1, 9), scene.placement_context(), SAMPLE_NOTE
    )
    note.setPos(middle.topLeft())
    person.click(corner.ring_area)
    assert corner.slip_dialog is None
    note.hide()
    person.click(corner.ring_area)
    assert corner.slip_dialog is not None


def test_a_spectator_can_open_the_slip(open_match):
    person = open_match("ass", 3, size=(1340, 775), watch=True, trumps="none")
    person.match_view.begin_match()
    wait_until(lambda: person.match_view.rules_controller.current_rules.ring)
    aid = find_visible_aids(person)[0]
    assert aid.rect().contains(QPoint(5, 5))
    person.click(aid)
    assert "Beating is compulsory" in person.match_view.rules_controller.slip_dialog.text


def test_slip_and_its_button_name_the_house_rules(open_program):
    rules = HouseRules("At home", "damn", {"deals": 3})
    settings = UserSettings.load()
    keep_house_rules(settings, rules)
    settings.save()
    person = open_program(PlayRequest(game="damn", players=3, options=rules.values))
    wait_until(lambda: person.facade.match_view)
    controller = person.match_view.rules_controller
    assert controller.rules_name == "At home"
    assert "House rules “At home”" in controller.rules_button.accessibleDescription()
    controller.toggle_slip()
    assert "House rules “At home”" in controller.slip_dialog.text
