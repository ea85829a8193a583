"""Whole matches, played by clicks and keys through the window and compared with their records."""

from collections import Counter
from itertools import cycle

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.rules.chance import seed_from
from greenbaize.rules.events import CardPlayed, Ended, Scored
from greenbaize.ui.cards.look import Face
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.sheets.sheet_text import SheetModel
from greenbaize.words.titles import place_title
from ui.table.person import Person, until


def bid_by_button(person, bid):
    person.click(person.playing.asking.prompt.buttons[bid])


def bid_by_digits(person, bid):
    person.type(str(bid))
    if person.asked_bid:
        # A second digit might have followed.
        person.press(Qt.Key.Key_Return)


def bid_by_arrows(person, bid):
    person.press(*(Qt.Key.Key_Right,) * (bid + 1), Qt.Key.Key_Return)


def play_by_two_clicks(person, code):
    person.click_card(code)
    person.click_card(code)


PLAY_WAYS = (
    play_by_two_clicks,
    Person.double_click_card,
    Person.drag_card,
    Person.key_card,
)
BID_WAYS = (bid_by_button, bid_by_digits, bid_by_arrows)


def play_through(person, wanted):
    """Play to the end with changing input methods; return the bids and plays in order."""
    acts = []
    bid_ways, play_ways = cycle(BID_WAYS), cycle(PLAY_WAYS)
    while person.wait_for_turn():
        if person.asked_bid:
            bid = wanted(person)
            acts.append(("bid", bid))
            next(bid_ways)(person, bid)
        else:
            code = person.legal[len(acts) % len(person.legal)]
            acts.append(("play", code))
            next(play_ways)(person, code)
    return acts


def own_acts(record):
    """Return the person's bids and plays by the record; a blind deal's card plays itself."""
    seat = next(at for at, one in enumerate(record.header.sitters) if one.kind == "human")
    blind = record.header.game == "blackout"
    acts = []
    for event in record.events:
        if isinstance(event, BidMade) and event.seat == seat:
            acts.append(("bid", event.tricks))
        elif isinstance(event, CardPlayed) and event.seat == seat and not blind:
            acts.append(("play", Face(event.card)))
        elif isinstance(event, Scored):
            blind = False
    return acts


def written(model, row, seat):
    return str(model.index(row, seat).data())


def check_sheet(person, record):
    model = person.playing.side.sheet.table.model()
    assert isinstance(model, SheetModel)
    scores = [event for event in record.events if isinstance(event, Scored)]
    end = record.events[-1]
    for row, score in enumerate(scores):
        for seat in range(len(end.totals)):
            numbers = (score.bids, score.tricks, score.points, score.totals)
            assert written(model, row, seat) == " ".join(str(column[seat]) for column in numbers)
    for seat, total in enumerate(end.totals):
        assert written(model, len(scores), seat) == str(total)
        shared = "=" if end.places.count(end.places[seat]) > 1 else ""
        assert written(model, len(scores) + 1, seat) == shared + place_title(end.places[seat])


def check_result(person, record):
    end = record.events[-1]
    result = person.window.findChild(ResultSheet)
    assert result.isVisible()
    shown = Counter(label.text() for label in result.findChildren(QLabel) if label.isVisible())
    expected = Counter()
    for seat, sitter in enumerate(record.header.sitters):
        place, name, total = end.places[seat], sitter.name, str(end.totals[seat])
        if place == 1:  # the winner's plate
            expected.update((name, total))
            continue
        shared = "=" if end.places.count(place) > 1 else ""
        which = shared + place_title(place)
        # It has its own bar unless another player ranks between it and the winners.
        in_order = any(1 < other < place for other in end.places)
        own = (which, f"{name} (you)") if in_order else (f"{which} · {name} (you)",)
        expected.update((*(own if sitter.kind == "human" else (which, name)), total))
    assert expected <= shown


def first_free(person):
    return next(person.answers())


def second_free(person):
    return list(person.answers())[min(1, len(list(person.answers())) - 1)]


def highest_of_two_digits(person):
    """Return the highest bid if it has two digits, otherwise a middle one."""
    bids = list(person.answers())
    return bids[-1] if bids[-1] >= 10 else bids[len(bids) // 2]


MATCHES = {
    "damn": (
        PlayRequest("damn", 4, {"deals": 3, "hook": True}, seed_from("whole")),
        first_free,
    ),
    "damn, three at the table": (
        PlayRequest("damn", 3, {"deals": 4}, seed_from("three")),
        second_free,
    ),
    "blackout": (
        PlayRequest("blackout", 2, {}, seed_from("whole")),
        highest_of_two_digits,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MATCHES)
def test_what_is_clicked_and_typed_is_what_the_record_holds(opened, name):
    request, wanted = MATCHES[name]
    person = opened(request)
    acts = play_through(person, wanted)
    until(lambda: person.window.findChild(ResultSheet) is not None)
    record = person.record
    assert isinstance(record.events[-1], Ended)
    assert acts == own_acts(record)
    if name == "blackout":
        assert max(bid for kind, bid in acts if kind == "bid") >= 10
    check_sheet(person, record)
    check_result(person, record)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["button", "menu"])
def test_play_again_seats_the_same_players(opened, home, way):
    options = {"deals": 1, "hook": True}
    person = opened(PlayRequest("damn", 3, options, seed_from("again")))
    play_through(person, first_free)
    until(lambda: person.window.findChild(ResultSheet) is not None)
    first = person.record
    if way == "button":
        person.click_button("Play again")
    else:
        person.main.menus.again.trigger()
    person.wait_for_turn()
    second = person.record
    assert second.header.sitters == first.header.sitters
    assert second.header.options == first.header.options
    assert second.header.seed != first.header.seed
    result = person.window.findChild(ResultSheet)
    assert result is None or not result.isVisible()
    assert len(list((home / "matches").glob("*.jsonl"))) == 2
    acts = play_through(person, first_free)
    assert acts == own_acts(person.record)
