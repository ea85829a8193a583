"""Tests of a plate: its lower line, its faces and the own trump."""

import pytest
from PySide6.QtGui import QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsScene, QStyleOptionGraphicsItem

from greenbaize.cards import Suit
from greenbaize.rules.table_snapshot import PlateTally, PlayerMood, SeatPlate, TallyShape
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.table.plate import (
    _DISC_POSITION,
    _TRUMP_DISC_RADIUS,
    FADE_MS,
    MoodAnimation,
    PlateItem,
    PlateText,
    fit_lower_line_start,
)
from greenbaize.ui.widgets.fonts import make_font
from greenbaize.ui.widgets.theme import LIGHT
from match.random_matches import GameSetup
from ui.table.stage_harness import StageHarness

LINE = "3 tricks taken"


@pytest.fixture
def metrics(application):
    return QFontMetrics(make_font(13))


def make_plate_text(line="", doing="", tally=None):
    return PlateText(
        "Boris",
        SeatPlate(5, tally=tally),
        has_turn=False,
        is_dealer=False,
        line=line,
        action=doing,
        partner="partner",
    )


def test_nothing_is_written_over_the_line(metrics):
    line_width = metrics.horizontalAdvance(LINE)
    full_width = line_width + metrics.horizontalAdvance("partner  ") + 1
    for width in range(line_width, 2 * full_width):
        for text in (make_plate_text(LINE), make_plate_text(LINE, "chooses trump")):
            left_text = fit_lower_line_start(text, width, metrics)
            assert not left_text or metrics.horizontalAdvance(left_text) + line_width < width


def test_the_partner_text_is_whole_or_missing(metrics):
    line_width = metrics.horizontalAdvance(LINE)
    left_texts = {
        fit_lower_line_start(make_plate_text(LINE), width, metrics)
        for width in range(2 * line_width + 100)
    }
    assert left_texts == {"", "partner"}
    assert fit_lower_line_start(make_plate_text(), 2 * line_width, metrics) == "partner"


def test_where_tricks_are_counted_no_partner_is_written(metrics):
    tally = PlateTally(TallyShape.BARS, 2, 1)
    assert fit_lower_line_start(make_plate_text(tally=tally), 500, metrics) == ""


class PlateScene:
    """Scene with two plates."""

    def __init__(self, ratio=1.0):
        self.ratio = ratio
        self.now = 0.0
        self.motion = Animator(clock=lambda: self.now)
        self.scene = QGraphicsScene()
        self.scene.ratio = ratio
        self.plates = [PlateItem(seat) for seat in range(2)]
        for plate in self.plates:
            self.scene.addItem(plate)
            plate.set_size(192, 60)
            plate.text = PlateText("Anna", SeatPlate(7), has_turn=False, is_dealer=False)
        self.moods = MoodAnimation(self.plates, self.motion)

    def grab_plate(self, seat):
        """Paint a plate and return the image."""
        picture = QPixmap(round(192 * self.ratio), round(60 * self.ratio))
        picture.setDevicePixelRatio(self.ratio)
        picture.fill(LIGHT.felt)
        painter = QPainter(picture)
        self.plates[seat].paint(painter, QStyleOptionGraphicsItem())
        painter.end()
        return picture.toImage()


def mean_difference(first, second):
    """Return the mean difference of two images per byte (0 to 255)."""
    pairs = list(zip(bytes(first.constBits()), bytes(second.constBits()), strict=True))
    return sum(abs(a - b) for a, b in pairs) / len(pairs)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_a_face_fades_without_holding_up_the_table(ratio):
    plate_scene = PlateScene(ratio)
    before = plate_scene.grab_plate(0)
    plate_scene.moods.animate_moods([PlayerMood.CAUGHT, PlayerMood.NEUTRAL])
    assert not plate_scene.motion.is_busy
    first = plate_scene.grab_plate(0)
    plate_scene.now = FADE_MS / 2
    plate_scene.motion.advance_animations()
    middle = plate_scene.grab_plate(0)
    plate_scene.now = FADE_MS
    plate_scene.motion.advance_animations()
    after = plate_scene.grab_plate(0)
    differences = [mean_difference(before, image) for image in (first, middle, after)]
    assert differences[0] < 0.1 < 0.4 * differences[2] < differences[1] < 0.6 * differences[2]
    fresh_scene = PlateScene(ratio)
    fresh_scene.moods.set_moods([PlayerMood.CAUGHT, PlayerMood.NEUTRAL])
    assert after == fresh_scene.grab_plate(0)


@pytest.mark.parametrize("attribute", ["reduced_motion", "speed"])
def test_without_motion_faces_change_at_once(attribute):
    plate_scene = PlateScene()
    plate_scene.grab_plate(0)
    setattr(plate_scene.motion, attribute, {"reduced_motion": True, "speed": 0.0}[attribute])
    plate_scene.moods.animate_moods([PlayerMood.WINNING, PlayerMood.NEUTRAL])
    now = plate_scene.grab_plate(0)
    plate_scene.moods.set_moods([PlayerMood.WINNING, PlayerMood.NEUTRAL])
    assert plate_scene.grab_plate(0) == now


def test_a_new_mood_completes_the_last_fade():
    plate_scene = PlateScene()
    plate_scene.grab_plate(0)
    plate_scene.moods.animate_moods([PlayerMood.TENSE, PlayerMood.NEUTRAL])
    plate_scene.moods.animate_moods([PlayerMood.TENSE, PlayerMood.PLEASED])
    fresh_scene = PlateScene()
    fresh_scene.moods.set_moods([PlayerMood.TENSE, PlayerMood.NEUTRAL])
    assert plate_scene.grab_plate(0) == fresh_scene.grab_plate(0)


def test_faces_show_the_moods_after_each_event():
    harness = StageHarness(GameSetup("damn", 3, {"deals": 2}), 0.0)
    shown_moods = []
    expected_moods = []

    def log_moods(event, view):
        shown_moods.append(tuple(plate.mood for plate in harness.scene.plates))
        expected_moods.append(harness.game.moods(view, event))

    harness.stage.event_finished.connect(log_moods)
    harness.enqueue_events(0, 60)
    harness.enqueue_events(60)
    assert shown_moods == expected_moods
    assert len(set(shown_moods)) > 3
    assert PlayerMood.WINNING in shown_moods[-1]
    harness.stage.show_view(harness.event_views[0][1])
    assert {plate.mood for plate in harness.scene.plates} == {PlayerMood.NEUTRAL}


@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize("is_dealer", [True, False])
def test_the_own_trump_is_clear_of_the_name(application, suit, *, is_dealer):
    for height in (31.0, 86.0):
        item = PlateItem(0)
        text = PlateText(
            "Boris", SeatPlate(5, personal_suit=suit), has_turn=False, is_dealer=is_dealer
        )
        badge = (_DISC_POSITION + _TRUMP_DISC_RADIUS) * height
        assert item._text_left(text, height) >= badge + 0.1 * height


@pytest.mark.parametrize("has_won", [False, True])
def test_a_seat_without_cards_is_dimmed_unless_it_has_won(application, has_won):
    plate_scene = PlateScene()
    plate = plate_scene.plates[0]
    plate.has_won = has_won
    images = []  # of the name; the cards are drawn below
    for hand_size in (7, 0):
        seat_plate = SeatPlate(7, hand_size=hand_size)
        plate.text = PlateText("Anna", seat_plate, has_turn=False, is_dealer=False)
        images.append(plate_scene.grab_plate(0).copy(0, 0, 120, 30))
    assert (images[0] == images[1]) is has_won
