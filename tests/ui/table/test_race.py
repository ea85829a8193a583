"""Tests of the race, the picture of the bids against the tricks of a deal."""

import pytest
from PySide6.QtCore import QPointF

from greenbaize.games.exact_bid.events import BidMade
from greenbaize.rules.events import TrickTaken
from greenbaize.rules.pictures import Race
from greenbaize.rules.things import Part, Thing
from greenbaize.ui.table.hover_help import thing_at
from greenbaize.ui.table.race import DROP_MS, Chip, chips_of
from greenbaize.ui.widgets.window_geometry import write_at
from match.playing import Setup
from ui.table.show import Show

SIZES = ((412, 330), (640, 400), (800, 600), (1280, 800), (3840, 2160))


def race(tricks, bids, won=None):
    seats = len(bids)
    return Race(tricks, tuple(bids), tuple(won or [0] * seats), tuple(range(seats)))


def test_bids_lie_in_the_slots_in_their_order():
    assert chips_of(race(4, [2, None, 1])) == [Chip(0), Chip(0), Chip(2), None]
    assert chips_of(race(2, [None, None])) == [None, None]


def test_what_is_bid_too_much_hangs_over_the_end():
    assert chips_of(race(1, [1, 1])) == [Chip(0), Chip(1)]


def test_tricks_won_fill_the_chips_and_those_not_wanted_the_free_slots():
    assert chips_of(race(4, [2, 0], [1, 1])) == [
        Chip(0, won=True),
        Chip(0),
        None,
        Chip(1, won=True, spare=True),
    ]


def until_bid(setup, count, speed=1.0) -> tuple[Show, int]:
    show = Show(setup, speed)
    place = [at for at, one in enumerate(show.events) if isinstance(one, BidMade)][count]
    show.show_until(place)
    return show, place


def test_a_chip_drops_in_while_the_table_goes_on():
    setup = Setup("damn", 4, {"deals": 5, "first": 4})
    show, place = until_bid(setup, 0)
    item = show.scene.race
    while not any(item.chips):
        show.pass_time(1000)
        show.hear(place, place + 1)
        place += 1
    assert show.motion.busy
    assert item._share == 0.0
    show.pass_time(DROP_MS / 2)
    assert 0 < item._share < 1
    show.pass_time(DROP_MS)
    assert item._share == 1.0


BIDDEN = "1" * 32
"""Seed of a match whose blind deal has a bid of one."""


def test_no_empty_slot_stands_before_words():
    """An empty slot would look like a check box, so in a blind deal the words come first."""
    setup = Setup("blackout", 4, {})
    show = Show(setup, 0.0, seed=BIDDEN)
    bids = [(at, one.tricks) for at, one in enumerate(show.events) if isinstance(one, BidMade)]
    show.show_until(bids[0][0])
    assert show.scene.notice.beside == "Blind deal"
    assert not show.scene.race.isVisible()
    bidden = next(at for at, bid in bids if bid)
    assert bidden < bids[4][0]
    show = Show(setup, 0.0, seed=BIDDEN)
    show.show_until(bidden + 1)
    notice, race = show.scene.notice, show.scene.race
    assert race.isVisible()
    words = notice.rest_room().left() + notice.width_before("Blind deal")
    assert race.strip().left() >= round(words)


def test_it_says_what_the_words_say_and_the_words_stay():
    show = Show(Setup("damn", 4, {"deals": 5, "first": 4}), 0.0)
    place = next(at for at, one in enumerate(show.events) if isinstance(one, TrickTaken))
    show.show_until(place + 1)
    picture = show.game.picture(show.told[place][1])
    assert picture.race.words
    assert all(one in picture.notices for one in picture.race.words)
    assert sum(chip is not None and chip.won for chip in show.scene.race.chips) == 1
    strip = show.scene.race.strip()
    show.scene.notice.texts = "Damn", "deal 1", "Bids: even"
    assert thing_at(show.scene, QPointF(strip.center())) == Thing(Part.NOTICE)


@pytest.mark.slow
@pytest.mark.parametrize("text_scale", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("players", range(3, 8))
def test_it_has_room_beside_all_else(players, size, text_scale):
    write_at(text_scale)
    cards = 51 // players
    show = Show(Setup("damn", players, {"first": cards, "deals": cards}), 0.0)
    show.scene.lay_out(*size, 1.0)
    bids = [at for at, one in enumerate(show.events) if isinstance(one, BidMade)]
    show.show_until(bids[players - 1] + 1)
    item = show.scene.race
    assert item.isVisible()
    assert len(item.chips) >= cards
    strip = item.strip()
    assert show.scene.sceneRect().contains(strip)
    assert not any(strip.intersects(plate.body()) for plate in show.scene.plates)
    assert strip.width() / len(item.chips) >= 5
    pack = show.scene.cards.pack
    assert pack is None or not strip.adjusted(0, 0, 0, -4).intersects(pack.rect)
