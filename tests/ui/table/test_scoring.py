"""Tests of the beginning and scoring of a deal and the end of a match, shown and announced."""

from functools import cache
from itertools import combinations

import pytest
from PySide6.QtWidgets import QApplication

from greenbaize.rules.events import CardPlayed, Dealt, Ended, Scored
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Flag, Luck
from greenbaize.ui.cards.look import Face
from greenbaize.ui.table.counting import CROWN_MS, CrownItem
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.scoring import MADE_PAUSE_MS
from greenbaize.ui.widgets.window_geometry import write_at
from match.playing import Setup
from ui.table.show import Show

SETUPS = (
    Setup("damn", 3, {"deals": 3}),
    Setup("damn", 7, {"deals": 2}),
    Setup("blackout", 2, {}),
    Setup("blackout", 4, {}),
    Setup("master", 2, {"trumps": "none"}),
    Setup("master", 4, {"trumps": "one", "trump_suits": ["H"]}),
    Setup("ass", 2, {"deal_limit": 3, "trumps": "none"}),
    Setup("ass", 6, {"deal_limit": 2}),
    Setup("rank", 3, {"deals": 3}),
    Setup("rank", 10, {}),
)
MASTERS = {players: Setup("master", players, {"trumps": "none"}) for players in (2, 3, 4)}
BLIND = Setup("blackout", 4, {})
SIZES = ((480, 400), (960, 700))
MOST_MS = 3000
"""Longest time for the end of a deal (ms)."""


@cache
def told_of(setup, you):
    """Return the events and views of a match played by bots, as one seat sees it."""
    return tuple(Show(setup, 0.0, you).told)


class Heard(Show):
    """Stage harness that logs the announcements."""

    def __init__(self, setup, speed=1.0, you=0):
        super().__init__(setup, speed, you, told=told_of(setup, you))
        self.spoken = []
        self.stage.told.connect(self.spoken.append)

    def check(self, view):
        """Skip the check: each test looks at the middle of an event itself."""

    def place_of(self, kind, number=0):
        """Return the index of the event of this class with this number."""
        return [at for at, one in enumerate(self.events) if isinstance(one, kind)][number]

    def come_to(self, place):
        """Show the table as it is before an event and start showing that event."""
        if place:
            self.stage.show_view(self.told[place - 1][1])
        self.shown[:] = self.events[:place]
        self.spoken.clear()
        self.hear(place, place + 1)

    @property
    def made(self):
        return [(item.words, item.luck) for item in self.scene.occasions.made if item.isVisible()]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_each_plate_says_what_its_player_made_within_the_table(setup, size):
    show = Heard(setup)
    show.scene.lay_out(*size, 1.0)
    place = show.place_of(Scored)
    show.come_to(place)
    filled = []
    show.stage.scored.connect(filled.append)
    assert show.motion.busy
    scored, view = show.told[place]
    made = show.game.made(scored, view)
    assert len(made) == setup.seats
    start = show.now
    while len(show.made) < setup.seats:
        show.pass_time(20)
    say = show.stage._speaker.say
    assert show.made == [(say(one.words), one.luck) for one in made]
    room = show.scene.sceneRect()
    for item in show.scene.occasions.made:
        assert room.contains(item.sceneBoundingRect())
    while len(show.shown) <= place:
        show.pass_time(20)
        assert show.now - start <= MOST_MS
    assert show.made == []


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_sheet_is_filled_once_the_totals_are_counted(setup):
    show = Heard(setup)
    filled = []
    show.stage.scored.connect(filled.append)
    place = show.place_of(Scored)
    show.come_to(place)
    assert filled == []
    while not filled:
        assert len(show.shown) == place
        show.pass_time(20)
    assert filled == [show.told[place][1]]
    assert not show.made


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_one_click_passes_over_the_end_of_a_deal(setup):
    show = Heard(setup)
    place = show.place_of(Scored)
    show.come_to(place)
    show.pass_time(20)
    show.stage.hurry()
    assert len(show.shown) == place + 1
    assert show.made == []


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_points_fly_into_their_plates_where_the_totals_are_counted(setup):
    show = Heard(setup)
    place = show.place_of(Scored)
    before, after = (show.game.picture(show.told[at][1]) for at in (place - 1, place))
    show.come_to(place)
    seen = []
    while len(show.shown) == place:
        seen.append([one.text.plate.total for one in show.scene.plates if one.text])
        if show.made and len(show.made) < setup.seats and len(seen) > 60:
            assert not all(item.isVisible() for item in show.scene.occasions.made)
        show.pass_time(20)
    assert seen[0] == [plate.total for plate in before.plates]
    for seat, now in enumerate(after.plates):
        counted = [totals[seat] for totals in seen]
        rising = sorted(counted, key=lambda one: (one is not None, one or 0))
        assert counted in (rising, rising[::-1])
        assert show.scene.plates[seat].text.plate.total == now.total
    assert show.made == []


def test_the_crown_goes_on_to_whoever_leads_now():
    show = Heard(Setup("damn", 4, {"deals": 8}))
    for place in [at for at, one in enumerate(show.events) if isinstance(one, Scored)][1:]:
        before, after = (show.game.picture(show.told[at][1]).leaders for at in (place - 1, place))
        if len(before) == len(after) == 1 and before != after:
            break
    else:
        pytest.fail("the lead does not change in this match")
    show.come_to(place)
    worn, flown = set(), 0
    while len(show.shown) == place:
        worn.add(tuple(one.seat for one in show.scene.plates if one.text and one.text.leads))
        flown += any(isinstance(one, CrownItem) and one.isVisible() for one in show.scene.items())
        show.pass_time(20)
    assert worn == {before, (), after}
    assert flown > CROWN_MS / 20 - 3
    assert [one.seat for one in show.scene.plates if one.text and one.text.leads] == list(after)
    assert not any(isinstance(one, CrownItem) for one in show.scene.items())


def test_with_motion_off_it_stands_until_it_has_been_read():
    show = Heard(SETUPS[0])
    show.motion.jumps = True
    place = show.place_of(Scored)
    show.come_to(place)
    assert len(show.made) == SETUPS[0].seats
    show.pass_time(MADE_PAUSE_MS)
    assert len(show.made) == SETUPS[0].seats
    show.pass_time(1000)
    assert show.made == []
    assert len(show.shown) == place + 1


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_winner_is_told_and_glows_and_nothing_lies_over_the_last_deal(setup):
    show = Heard(setup)
    place = show.place_of(Ended)
    show.come_to(place - 1)
    show.hear(place)
    end = show.events[place]
    while show.motion.busy:
        show.pass_time(40)
    winners = end.winners
    assert [plate.won for plate in show.scene.plates] == [
        seat in winners for seat in range(setup.seats)
    ]
    assert show.made == []
    assert not any(joy.isVisible() for joy in show.scene.occasions.joys)


@pytest.mark.long
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_without_motion_the_same_is_said(setup):
    moving, still = Heard(setup), Heard(setup, 0.0)
    still.hear()
    moving.hear()
    while moving.motion.busy:
        moving.motion.hurry()
    assert still.spoken == moving.spoken
    assert len(still.made) == setup.seats


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_who_comes_to_lead_is_told_once(setup):
    show = Heard(setup)
    leaders = ()
    for number, score in enumerate(one for one in show.events if isinstance(one, Scored)):
        place = show.events.index(score)
        picture = show.game.picture(show.told[place][1])
        before, leaders = leaders, picture.leaders
        if picture.deal == picture.deals or isinstance(show.events[place + 1], Ended):
            break
        if number > 6:
            break
        show = Heard(setup)
        show.come_to(place)
        news = [sign for sign, _ in show.scene.news.lines]
        if len(leaders) == 1 and leaders != before:
            assert news == [Flag.LEAD]
            lead = Message("lead-taken", {"seat": leaders[0]})
            assert show.spoken[0] == show.stage._speaker.say(lead)
        elif leaders == before:
            assert news == []
        while len(show.shown) <= place:
            show.motion.hurry()
        shown = [plate.text.leads for plate in show.scene.plates if plate.text]
        assert shown == [seat in leaders for seat in range(setup.seats)]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_master_announces_every_contract_large(players, size):
    show = Heard(MASTERS[players])
    show.scene.lay_out(*size, 1.0)
    words = set()
    for number in (0, 2, 12, 14):
        show = Heard(MASTERS[players])
        show.scene.lay_out(*size, 1.0)
        place = show.place_of(Dealt, number)
        show.come_to(place)
        sheet = show.scene.occasions.announcement
        words.add(sheet.lines[0])
        assert len(sheet.lines) == (2 if number in (0, 12) else 1)
        until_seen = 0
        while not sheet.isVisible():
            show.pass_time(20)
            until_seen += 20
        assert until_seen < 500
        seen = 0
        while sheet.isVisible():
            assert len(show.shown) == place
            assert show.scene.sceneRect().contains(sheet.sceneBoundingRect())
            show.pass_time(20)
            seen += 20
        assert seen > 900
    assert "Avoid the sixes: −3 each" in words
    assert "Win the sixes: +3 each" in words


def test_a_click_hurries_the_announcement_away():
    show = Heard(MASTERS[3])
    place = show.place_of(Dealt)
    show.come_to(place)
    while len(show.shown) == place:
        show.stage.hurry()
    assert not show.scene.occasions.announcement.isVisible()


def test_ones_own_blind_card_is_turned_over_after_a_moment():
    show = Heard(BLIND)
    place = next(
        at for at, one in enumerate(show.events) if isinstance(one, CardPlayed) and one.seat == 0
    )
    show.come_to(place)
    card = show.events[place].card
    cards = show.scene.cards
    hidden = 0
    while cards.trick[-1][1].face is None:
        show.pass_time(20)
        hidden += 20
        assert show.spoken == []
        assert cards.trick[-1][1].outline is None
    assert hidden > 900
    while len(show.shown) == place:
        show.pass_time(20)
    assert cards.trick[-1][1].is_card(card)
    assert cards.trick[-1][1].transform().isIdentity()
    assert show.spoken == [f"Your card: {card.name}."]


@pytest.mark.slow
def test_all_other_cards_and_all_of_a_watcher_are_played_at_once():
    for you in (0, None):
        show = Heard(BLIND, you=you)
        for number in range(12):
            place = show.place_of(CardPlayed, number)
            event = show.events[place]
            if you is not None and event.seat == you and number < 4:
                continue
            show = Heard(BLIND, you=you)
            show.come_to(place)
            seat, item = show.scene.cards.trick[-1]
            assert seat == event.seat
            assert item.will_show == Face(event.card)


@pytest.mark.slow
@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_a_coin_is_tossed_and_shows_the_winner(speed):
    show = Heard(BLIND, speed)
    place = show.place_of(Ended)
    show.show_until(place)
    _, view = show.told[place]
    end = Ended((50, 60, 60, 10), (3, 2, 1, 4), coin_flip=True)
    assert end.tossed == (1, 2)
    coin, sides = show.scene.occasions.coin, set()
    show.stage.hear(end, view._replace(end=end))
    show.stage.go_on()
    last = ""
    while show.motion.busy:
        if coin.isVisible():
            sides.add(coin.side)
            last = coin.side
        show.pass_time(20)
    if speed:
        assert sides == {"P1", "P2"}
        assert last == "P2"
    assert not coin.isVisible()
    assert [plate.won for plate in show.scene.plates] == [False, False, True, False]


def test_a_deal_takes_what_was_made_before_off_the_table():
    show = Heard(SETUPS[0])
    show.come_to(show.place_of(Dealt, 1))
    assert show.made == []
    assert not any(item.words for item in show.scene.occasions.made)


def slips(scene):
    """Return the rectangles of the deal scores."""
    return [one.boundingRect().translated(one.pos()) for one in scene.occasions.made if one.words]


@pytest.mark.slow
@pytest.mark.parametrize("text_scale", [1.0, 2.0])
@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("size", [(800, 560), (900, 700), (1280, 760), (3840, 2100)])
def test_no_verdict_stands_on_another(application, players, size, text_scale):
    write_at(text_scale)
    scene = TableScene([f"P{seat}" for seat in range(players)], 0, Motion(clock=float))
    scene.lay_out(*size, 1.0)
    words = [("+10", Luck.GOOD), ("0", Luck.BAD), ("+10", Luck.GOOD), ("−5", Luck.BAD)]
    for turn in range(4):
        made = [words[(seat + turn) % 4] for seat in range(players)]
        scene.occasions.show_made(made, 0)
        for one, other in combinations(slips(scene), 2):
            assert not one.intersects(other)


@pytest.mark.slow
def test_verdicts_leave_the_ring_to_be_seen_also_while_the_table_grows(laid):
    person = laid("ass", 3, size=(1000, 700), trumps="ranked")
    person.playing.begin()
    person.wait_for_turn()
    scene = person.scene
    scene.occasions.show_made([("0", Luck.NEITHER)] * 3, 0)
    for size in ((1500, 1000), (1000, 700), (1280, 800)):
        person.window.resize(*size)
        QApplication.processEvents()
        ring = scene.ring_place()
        assert ring is not None
        assert not [one for one in slips(scene) if one.intersects(ring)]
