"""Tests of the last turns in Rank: a line for each turn with its actions and reasons."""

from app.phones.test_screen import played, table_of
from greenbaize.app.phones.screen import last_turns_sheet
from greenbaize.app.phones.turn_log import TurnLog
from greenbaize.app.tables.player_view import LocalView
from greenbaize.games.shedding.events import Passed
from greenbaize.rules.events import CardPlayed, CardsDrawn, Dealt, Event


def logged(seed="turns"):
    """Return the log of a match of Rank, its view, and the events since the last deal."""
    table = table_of("rank", 3, {"deals": 1}, seed)
    view, log, events = LocalView(table, 0), TurnLog(), []

    def hear(event: Event):
        if isinstance(event, Dealt):
            events.clear()
        events.append(event)
        log.note(table.game, event, view.view)

    view.listen(hear)
    for _ in played(table, view):
        pass
    return log, view, events


def test_each_turn_has_one_seat_and_all_its_cards():
    log, view, events = logged()
    kept = [one for turn in log.turns for one in turn.entries]
    all_of_them = [one for one in map(view.game.log_entry, events) if one is not None]
    assert kept == all_of_them[-len(kept) :]
    assert sum(isinstance(one, CardPlayed) for one in events) > len(log.turns) / 2


def test_the_latest_turn_comes_first_and_says_why_one_drew_or_passed():
    log, view, _ = logged()
    lines = [line.text for line in last_turns_sheet(view, log.turns).lines]
    assert len(lines) == len(log.turns)
    drawn = [line for line in lines if "+1" in line]
    assert drawn
    assert {" – " in line for line in drawn if line.startswith("You")} == {True}
    assert {" – " in line for line in drawn if not line.startswith("You")} == {False}
    assert any("pass" in line for line in lines)
    assert {line.split(":")[0] for line in lines} == {"You", "P1", "P2"}


def test_the_reason_is_judged_at_the_moment_of_the_turn():
    """A pass with an empty stock says so; a pass after drawing names the drawn card."""
    table = table_of("rank", 3, {"deals": 1}, "turns0")
    view, reasons, stocks = LocalView(table, 0), {}, {}

    def hear(event: Event):
        if isinstance(event, Passed):
            why = table.game.explain_forced(event, view.view)
            drew = [one for one in view.view.moves[:-1] if getattr(one, "seat", None) == event.seat]
            reasons.setdefault(why.code, []).append(isinstance(drew[-1], CardsDrawn))
            stocks.setdefault(why.code, set()).add(view.view.stock.size)

    view.listen(hear)
    for _ in played(table, view):
        pass
    assert set(reasons["stuck-drew"]) == {True}
    assert set(reasons["stuck-passes"]) == {False}
    assert stocks["stuck-passes"] == {0}
    assert max(stocks["stuck-drew"]) > 0


def test_a_new_deal_begins_a_new_log():
    log, *_ = logged()
    log.clear()
    assert not log.turns
