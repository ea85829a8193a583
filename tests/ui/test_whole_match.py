"""Whole matches, played by clicks and keys through the window and compared with their records."""

from collections import Counter
from itertools import cycle
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.events import CardPlayed, DealScored, MatchEnded
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.sheets.sheet_text import SheetModel
from greenbaize.words.titles import rank_title
from ui.table.person import SimulatedPerson, wait_until


def bid_by_button(person, bid):
    person.click(person.match_view.prompts.choice_prompt.buttons[bid])


def bid_by_digits(person, bid):
    person.type_digits(str(bid))
    if person.asks_for_bid:
        # A second digit might have followed.
        person.press(Qt.Key.Key_Return)


def bid_by_arrows(person, bid):
    person.press(*(Qt.Key.Key_Right,) * (bid + 1), Qt.Key.Key_Return)


def play_by_two_clicks(person, code):
    person.click_card(code)
    person.click_card(code)


PLAY_METHODS = (
    play_by_two_clicks,
    SimulatedPerson.double_click_card,
    SimulatedPerson.drag_card,
    SimulatedPerson.play_card_by_keyboard,
)
BID_METHODS = (bid_by_button, bid_by_digits, bid_by_arrows)


def play_to_end(person, choose_bid):
    """Play to the end with changing input methods; return the bids and plays in order."""
    actions: list[Any] = []
    bid_methods, play_methods = cycle(BID_METHODS), cycle(PLAY_METHODS)
    while person.wait_for_turn():
        if person.asks_for_bid:
            bid = choose_bid(person)
            actions.append(("bid", bid))
            next(bid_methods)(person, bid)
        else:
            code = person.legal_faces[len(actions) % len(person.legal_faces)]
            actions.append(("play", code))
            next(play_methods)(person, code)
    return actions


def own_actions(record):
    """Return the person's bids and plays by the record; a blind deal's card plays itself."""
    seat = next(
        index for index, player in enumerate(record.header.players) if player.kind == "human"
    )
    is_blind = record.header.game == "blackout"
    actions: list[Any] = []
    for event in record.events:
        if isinstance(event, BidMade) and event.seat == seat:
            actions.append(("bid", event.tricks))
        elif isinstance(event, CardPlayed) and event.seat == seat and not is_blind:
            actions.append(("play", CardFace(event.card)))
        elif isinstance(event, DealScored):
            is_blind = False
    return actions


def cell_text(model, row, seat):
    return str(model.index(row, seat).data())


def check_sheet(person, record):
    model = person.match_view.side_column.sheet_panel.table.model()
    assert isinstance(model, SheetModel)
    scores = [event for event in record.events if isinstance(event, DealScored)]
    end = record.events[-1]
    for row, score in enumerate(scores):
        for seat in range(len(end.totals)):
            numbers = (score.bids, score.tricks, score.points, score.totals)
            assert cell_text(model, row, seat) == " ".join(str(column[seat]) for column in numbers)
    for seat, total in enumerate(end.totals):
        assert cell_text(model, len(scores), seat) == str(total)
        shared_mark = "=" if end.places.count(end.places[seat]) > 1 else ""
        assert cell_text(model, len(scores) + 1, seat) == shared_mark + rank_title(end.places[seat])


def check_result(person, record):
    end = record.events[-1]
    result = person.window.findChild(ResultPanel)
    assert result.isVisible()
    label_counts = Counter(
        label.text() for label in result.findChildren(QLabel) if label.isVisible()
    )
    expected = Counter()
    for seat, player in enumerate(record.header.players):
        rank, name, total = end.places[seat], player.name, str(end.totals[seat])
        if rank == 1:  # the winner's plate
            expected.update((name, total))
            continue
        shared_mark = "=" if end.places.count(rank) > 1 else ""
        title = shared_mark + rank_title(rank)
        # It has its own bar unless another player ranks between it and the winners.
        has_own_bar = any(1 < other < rank for other in end.places)
        own_texts = (title, f"{name} (you)") if has_own_bar else (f"{title} · {name} (you)",)
        expected.update((*(own_texts if player.kind == "human" else (title, name)), total))
    assert expected <= label_counts


def first_allowed_bid(person):
    return next(person.allowed_bids())


def second_allowed_bid(person):
    return list(person.allowed_bids())[min(1, len(list(person.allowed_bids())) - 1)]


def highest_two_digit_bid(person):
    """Return the highest bid if it has two digits, otherwise a middle one."""
    bids = list(person.allowed_bids())
    return bids[-1] if bids[-1] >= 10 else bids[len(bids) // 2]


MATCH_CASES = {
    "damn": (
        PlayRequest("damn", 4, {"deals": 3, "hook": True}, seed_from_text("whole")),
        first_allowed_bid,
    ),
    "damn, three at the table": (
        PlayRequest("damn", 3, {"deals": 4}, seed_from_text("three")),
        second_allowed_bid,
    ),
    "blackout": (
        PlayRequest("blackout", 2, {}, seed_from_text("whole")),
        highest_two_digit_bid,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MATCH_CASES)
def test_clicks_and_keys_match_the_record(open_program, name):
    request, choose_bid = MATCH_CASES[name]
    person = open_program(request)
    actions = play_to_end(person, choose_bid)
    wait_until(lambda: person.window.findChild(ResultPanel) is not None)
    record = person.record
    assert isinstance(record.events[-1], MatchEnded)
    assert actions == own_actions(record)
    if name == "blackout":
        assert max(bid for action_type, bid in actions if action_type == "bid") >= 10
    check_sheet(person, record)
    check_result(person, record)


@pytest.mark.slow
@pytest.mark.parametrize("entry_point", ["button", "menu"])
def test_play_again_seats_the_same_players(open_program, home, entry_point):
    options = {"deals": 1, "hook": True}
    person = open_program(PlayRequest("damn", 3, options, seed_from_text("again")))
    play_to_end(person, first_allowed_bid)
    wait_until(lambda: person.window.findChild(ResultPanel) is not None)
    first = person.record
    if entry_point == "button":
        person.click_button("Play again")
    else:
        person.facade.menus.again.trigger()
    person.wait_for_turn()
    second = person.record
    assert second.header.players == first.header.players
    assert second.header.options == first.header.options
    assert second.header.seed != first.header.seed
    result = person.window.findChild(ResultPanel)
    assert result is None or not result.isVisible()
    assert len(list((home / "matches").glob("*.jsonl"))) == 2
    actions = play_to_end(person, first_allowed_bid)
    assert actions == own_actions(person.record)
