"""Tests of a plate: its lower line, its faces and the own trump."""

import pytest
from PySide6.QtGui import QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsScene, QStyleOptionGraphicsItem

from greenbaize.cards import Suit
from greenbaize.rules.pictures import Mood, Plate, Shape, Tally
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.plate import (
    _DISC_AT,
    _TRUMP_DISC,
    FADE_MS,
    Moods,
    PlateItem,
    PlateText,
    left_words,
)
from greenbaize.ui.widgets.fonts import font
from greenbaize.ui.widgets.theme import LIGHT
from match.playing import Setup
from ui.table.show import Show

LINE = "3 tricks taken"


@pytest.fixture
def metrics(application):
    return QFontMetrics(font(13))


def plate(line="", doing="", tally=None):
    return PlateText(
        "Boris",
        Plate(5, tally=tally),
        turn=False,
        dealer=False,
        line=line,
        doing=doing,
        partner="partner",
    )


def test_nothing_is_written_over_the_line(metrics):
    wide = metrics.horizontalAdvance(LINE)
    both = wide + metrics.horizontalAdvance("partner  ") + 1
    for width in range(wide, 2 * both):
        for text in (plate(LINE), plate(LINE, "chooses trump")):
            left = left_words(text, width, metrics)
            assert not left or metrics.horizontalAdvance(left) + wide < width


def test_a_partner_is_called_so_whole_or_not_at_all(metrics):
    wide = metrics.horizontalAdvance(LINE)
    said = {left_words(plate(LINE), width, metrics) for width in range(2 * wide + 100)}
    assert said == {"", "partner"}
    assert left_words(plate(), 2 * wide, metrics) == "partner"


def test_where_tricks_are_counted_no_partner_is_written(metrics):
    tally = Tally(2, 1, Shape.BARS)
    assert left_words(plate(tally=tally), 500, metrics) == ""


class Table:
    """Scene with two plates."""

    def __init__(self, ratio=1.0):
        self.ratio = ratio
        self.now = 0.0
        self.motion = Motion(clock=lambda: self.now)
        self.scene = QGraphicsScene()
        self.scene.ratio = ratio
        self.plates = [PlateItem(seat) for seat in range(2)]
        for plate in self.plates:
            self.scene.addItem(plate)
            plate.set_size(192, 60)
            plate.text = PlateText("Anna", Plate(7), turn=False, dealer=False)
        self.moods = Moods(self.plates, self.motion)

    def seen(self, seat):
        """Paint a plate and return the image."""
        picture = QPixmap(round(192 * self.ratio), round(60 * self.ratio))
        picture.setDevicePixelRatio(self.ratio)
        picture.fill(LIGHT.felt)
        painter = QPainter(picture)
        self.plates[seat].paint(painter, QStyleOptionGraphicsItem())
        painter.end()
        return picture.toImage()


def differing(one, other):
    """Return the mean difference of two images per byte (0 to 255)."""
    pairs = list(zip(bytes(one.constBits()), bytes(other.constBits()), strict=True))
    return sum(abs(a - b) for a, b in pairs) / len(pairs)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_a_face_fades_and_nothing_waits_for_it(ratio):
    table = Table(ratio)
    before = table.seen(0)
    table.moods.show([Mood.CAUGHT, Mood.NEUTRAL])
    assert not table.motion.busy
    first = table.seen(0)
    table.now = FADE_MS / 2
    table.motion.step()
    between = table.seen(0)
    table.now = FADE_MS
    table.motion.step()
    after = table.seen(0)
    gone = [differing(before, one) for one in (first, between, after)]
    assert gone[0] < 0.1 < 0.4 * gone[2] < gone[1] < 0.6 * gone[2]
    fresh = Table(ratio)
    fresh.moods.set([Mood.CAUGHT, Mood.NEUTRAL])
    assert after == fresh.seen(0)


@pytest.mark.parametrize("attribute", ["jumps", "speed"])
def test_without_motion_faces_change_at_once(attribute):
    table = Table()
    table.seen(0)
    setattr(table.motion, attribute, {"jumps": True, "speed": 0.0}[attribute])
    table.moods.show([Mood.WINNING, Mood.NEUTRAL])
    now = table.seen(0)
    table.moods.set([Mood.WINNING, Mood.NEUTRAL])
    assert table.seen(0) == now


def test_a_new_mood_lets_the_last_one_arrive():
    table = Table()
    table.seen(0)
    table.moods.show([Mood.TENSE, Mood.NEUTRAL])
    table.moods.show([Mood.TENSE, Mood.PLEASED])
    fresh = Table()
    fresh.moods.set([Mood.TENSE, Mood.NEUTRAL])
    assert table.seen(0) == fresh.seen(0)


def test_faces_show_what_is_felt_of_each_event_as_it_is_seen():
    show = Show(Setup("damn", 3, {"deals": 2}), 0.0)
    seen = []
    wanted = []

    def look(event, view):
        seen.append(tuple(plate.mood for plate in show.scene.plates))
        wanted.append(show.game.moods(view, event))

    show.stage.shown.connect(look)
    show.hear(0, 60)
    show.hear(60)
    assert seen == wanted
    assert len(set(seen)) > 3
    assert Mood.WINNING in seen[-1]
    show.stage.show_view(show.told[0][1])
    assert {plate.mood for plate in show.scene.plates} == {Mood.NEUTRAL}


def test_the_own_trump_is_clear_of_the_name(application):
    for height in (31.0, 86.0):
        item = PlateItem(0)
        text = PlateText("Boris", Plate(5, trump=Suit.HEARTS), turn=False, dealer=True)
        badge = (_DISC_AT + _TRUMP_DISC) * height
        assert item._words_at(text, height) >= badge + 0.1 * height
