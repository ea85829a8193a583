"""Tests of the beginning and scoring of a deal and the end of a match, shown and announced."""

from itertools import combinations

import pytest
from PySide6.QtWidgets import QApplication

from greenbaize.rules.events import CardPlayed, CardsDealt, DealScored, MatchEnded
from greenbaize.rules.messages import Message
from greenbaize.rules.table_snapshot import NoticeFlag, ScoreQuality
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.scoring import SCORE_PAUSE_MS
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from match.random_matches import GameSetup
from ui.table.scoring_harness import ScoringHarness

SETUPS = (
    GameSetup("damn", 3, {"deals": 3}),
    GameSetup("damn", 7, {"deals": 2}),
    GameSetup("blackout", 2, {}),
    GameSetup("blackout", 4, {}),
    GameSetup("master", 2, {"trumps": "none"}),
    GameSetup("master", 4, {"trumps": "one", "trump_suits": ["H"]}),
    GameSetup("ass", 2, {"deal_limit": 3, "trumps": "none"}),
    GameSetup("ass", 6, {"deal_limit": 2}),
    GameSetup("rank", 3, {"deals": 3}),
    GameSetup("rank", 10, {}),
)
MASTERS = {players: GameSetup("master", players, {"trumps": "none"}) for players in (2, 3, 4)}
BLIND = GameSetup("blackout", 4, {})
SIZES = ((480, 400), (960, 700))
MAX_DEAL_END_MS = 3000
"""Longest time for the end of a deal (ms)."""


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_each_plate_shows_its_deal_score_within_the_table(setup, size):
    harness = ScoringHarness(setup)
    harness.scene.update_layout(*size, ratio=1.0)
    event_index = harness.find_event_index(DealScored)
    harness.show_table_before(event_index)
    scored_views = []
    harness.stage.deal_scored.connect(scored_views.append)
    assert harness.motion.is_busy
    scored, view = harness.event_views[event_index]
    deal_scores = harness.game.deal_scores(scored, view)
    assert len(deal_scores) == setup.seats
    start = harness.now
    while len(harness.visible_scores) < setup.seats:
        harness.advance_clock(20)
    say = harness.stage._speaker.format_message
    assert harness.visible_scores == [
        (say(deal_score.plate_message), deal_score.quality) for deal_score in deal_scores
    ]
    room = harness.scene.sceneRect()
    for item in harness.scene.overlays.deal_scores:
        assert room.contains(item.sceneBoundingRect())
    while len(harness.shown_events) <= event_index:
        harness.advance_clock(20)
        assert harness.now - start <= MAX_DEAL_END_MS
    assert harness.visible_scores == []


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_sheet_is_filled_once_the_totals_are_counted(setup):
    harness = ScoringHarness(setup)
    scored_views = []
    harness.stage.deal_scored.connect(scored_views.append)
    event_index = harness.find_event_index(DealScored)
    harness.show_table_before(event_index)
    assert scored_views == []
    while not scored_views:
        assert len(harness.shown_events) == event_index
        harness.advance_clock(20)
    assert scored_views == [harness.event_views[event_index][1]]
    assert not harness.visible_scores


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_one_click_skips_the_end_of_a_deal(setup):
    harness = ScoringHarness(setup)
    event_index = harness.find_event_index(DealScored)
    harness.show_table_before(event_index)
    harness.advance_clock(20)
    harness.stage.skip_animations()
    assert len(harness.shown_events) == event_index + 1
    assert harness.visible_scores == []


def test_without_motion_scores_stay_for_a_reading_time():
    harness = ScoringHarness(SETUPS[0])
    harness.motion.reduced_motion = True
    event_index = harness.find_event_index(DealScored)
    harness.show_table_before(event_index)
    assert len(harness.visible_scores) == SETUPS[0].seats
    harness.advance_clock(SCORE_PAUSE_MS)
    assert len(harness.visible_scores) == SETUPS[0].seats
    harness.advance_clock(1000)
    assert harness.visible_scores == []
    assert len(harness.shown_events) == event_index + 1


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_winners_plate_glows_and_no_overlay_is_left(setup):
    harness = ScoringHarness(setup)
    event_index = harness.find_event_index(MatchEnded)
    harness.show_table_before(event_index - 1)
    harness.enqueue_events(event_index)
    end = harness.events[event_index]
    while harness.motion.is_busy:
        harness.advance_clock(40)
    winners = end.winners
    assert [plate.has_won for plate in harness.scene.plates] == [
        seat in winners for seat in range(setup.seats)
    ]
    assert harness.visible_scores == []
    assert not any(joy.isVisible() for joy in harness.scene.overlays.win_effects)


@pytest.mark.long
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_without_motion_the_same_sentences_are_announced(setup):
    moving, motionless = ScoringHarness(setup), ScoringHarness(setup, 0.0)
    motionless.enqueue_events()
    moving.enqueue_events()
    while moving.motion.is_busy:
        moving.motion.skip_animations()
    assert motionless.announcements == moving.announcements
    assert len(motionless.visible_scores) == setup.seats


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_new_leader_is_announced_once(setup):
    harness = ScoringHarness(setup)
    leaders = ()
    for number, score in enumerate(
        event for event in harness.events if isinstance(event, DealScored)
    ):
        event_index = harness.events.index(score)
        picture = harness.game.picture(harness.event_views[event_index][1])
        before, leaders = leaders, picture.leading_seats
        if picture.deal == picture.deal_count or isinstance(
            harness.events[event_index + 1], MatchEnded
        ):
            break
        if number > 6:
            break
        harness = ScoringHarness(setup)
        harness.show_table_before(event_index)
        news = [sign for sign, _ in harness.scene.news.lines]
        if len(leaders) == 1 and leaders != before:
            assert news == [NoticeFlag.LEAD]
            lead = Message("lead-taken", {"seat": leaders[0]})
            assert harness.announcements[0] == harness.stage._speaker.format_message(lead)
        elif leaders == before:
            assert news == []
        while len(harness.shown_events) <= event_index:
            harness.motion.skip_animations()
        lead_flags = [plate.text.is_leading for plate in harness.scene.plates if plate.text]
        assert lead_flags == [seat in leaders for seat in range(setup.seats)]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_master_announces_every_contract_large(players, size):
    harness = ScoringHarness(MASTERS[players])
    harness.scene.update_layout(*size, ratio=1.0)
    texts = set()
    for number in (0, 2, 12, 14):
        harness = ScoringHarness(MASTERS[players])
        harness.scene.update_layout(*size, ratio=1.0)
        event_index = harness.find_event_index(CardsDealt, number)
        harness.show_table_before(event_index)
        announcement = harness.scene.overlays.announcement
        texts.add(announcement.lines[0])
        assert len(announcement.lines) == (2 if number in (0, 12) else 1)
        delay_ms = 0
        while not announcement.isVisible():
            harness.advance_clock(20)
            delay_ms += 20
        assert delay_ms < 500
        visible_ms = 0
        while announcement.isVisible():
            assert len(harness.shown_events) == event_index
            assert harness.scene.sceneRect().contains(announcement.sceneBoundingRect())
            harness.advance_clock(20)
            visible_ms += 20
        assert visible_ms > 900
    assert "Avoid the sixes: −3 each" in texts
    assert "Win the sixes: +3 each" in texts


def test_a_click_skips_the_announcement():
    harness = ScoringHarness(MASTERS[3])
    event_index = harness.find_event_index(CardsDealt)
    harness.show_table_before(event_index)
    while len(harness.shown_events) == event_index:
        harness.stage.skip_animations()
    assert not harness.scene.overlays.announcement.isVisible()


def test_ones_own_blind_card_is_turned_over_after_a_moment():
    harness = ScoringHarness(BLIND)
    event_index = next(
        index
        for index, event in enumerate(harness.events)
        if isinstance(event, CardPlayed) and event.seat == 0
    )
    harness.show_table_before(event_index)
    card = harness.events[event_index].card
    cards = harness.scene.cards
    hidden_ms = 0
    while cards.trick[-1][1].face is None:
        harness.advance_clock(20)
        hidden_ms += 20
        assert harness.announcements == []
        assert cards.trick[-1][1].outline_colour is None
    assert hidden_ms > 900
    while len(harness.shown_events) == event_index:
        harness.advance_clock(20)
    assert cards.trick[-1][1].shows_card(card)
    assert cards.trick[-1][1].transform().isIdentity()
    assert harness.announcements == [f"Your card: {card.name}."]


@pytest.mark.slow
def test_other_cards_are_played_face_up_at_once():
    for you in (0, None):
        harness = ScoringHarness(BLIND, you=you)
        for number in range(12):
            event_index = harness.find_event_index(CardPlayed, number)
            event = harness.events[event_index]
            if you is not None and event.seat == you and number < 4:
                continue
            harness = ScoringHarness(BLIND, you=you)
            harness.show_table_before(event_index)
            seat, item = harness.scene.cards.trick[-1]
            assert seat == event.seat
            assert item.final_face == CardFace(event.card)


@pytest.mark.slow
@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_a_coin_is_tossed_and_shows_the_winner(speed):
    harness = ScoringHarness(BLIND, speed)
    event_index = harness.find_event_index(MatchEnded)
    harness.show_events_until(event_index)
    _, view = harness.event_views[event_index]
    end = MatchEnded((50, 60, 60, 10), (3, 2, 1, 4), coin_flip=True)
    assert end.coin_flip_seats == (1, 2)
    coin, shown_names = harness.scene.overlays.coin, set()
    harness.queue.enqueue_event(end, view._replace(end=end))
    harness.queue.show_events()
    last_name = ""
    while harness.motion.is_busy:
        if coin.isVisible():
            shown_names.add(coin.visible_name)
            last_name = coin.visible_name
        harness.advance_clock(20)
    if speed:
        assert shown_names == {"P1", "P2"}
        assert last_name == "P2"
    assert not coin.isVisible()
    assert [plate.has_won for plate in harness.scene.plates] == [False, False, True, False]


def test_a_new_deal_clears_the_deal_scores():
    harness = ScoringHarness(SETUPS[0])
    harness.show_table_before(harness.find_event_index(CardsDealt, 1))
    assert harness.visible_scores == []
    assert not any(item.text for item in harness.scene.overlays.deal_scores)


def deal_score_rects(scene):
    """Return the rectangles of the deal scores."""
    return [
        item.boundingRect().translated(item.pos())
        for item in scene.overlays.deal_scores
        if item.text
    ]


@pytest.mark.slow
@pytest.mark.parametrize("text_scale", [1.0, 2.0])
@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("size", [(800, 560), (900, 700), (1280, 760), (3840, 2100)])
def test_deal_scores_do_not_overlap(application, players, size, text_scale):
    apply_text_scale(text_scale)
    scene = TableScene([f"P{seat}" for seat in range(players)], 0, Animator(clock=float))
    scene.update_layout(*size, ratio=1.0)
    words = [
        ("+10", ScoreQuality.GOOD),
        ("0", ScoreQuality.BAD),
        ("+10", ScoreQuality.GOOD),
        ("−5", ScoreQuality.BAD),
    ]
    for offset in range(4):
        deal_scores = [words[(seat + offset) % 4] for seat in range(players)]
        scene.overlays.show_deal_scores(deal_scores, 0)
        for first, second in combinations(deal_score_rects(scene), 2):
            assert not first.intersects(second)


@pytest.mark.slow
def test_deal_scores_do_not_cover_the_ring_after_a_resize(open_match):
    person = open_match("ass", 3, size=(1000, 700), trumps="ranked")
    person.match_view.begin_match()
    person.wait_for_turn()
    scene = person.scene
    scene.overlays.show_deal_scores([("0", ScoreQuality.NEUTRAL)] * 3, 0)
    for size in ((1500, 1000), (1000, 700), (1280, 800)):
        person.window.resize(*size)
        QApplication.processEvents()
        ring = scene.ring_rect()
        assert ring is not None
        assert not [rect for rect in deal_score_rects(scene) if rect.intersects(ring)]
