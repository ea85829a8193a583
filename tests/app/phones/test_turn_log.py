"""Tests of the last turns in Rank: a line for each turn with its actions and reasons."""

from app.phones.test_phone_screen import make_table, play_match
from greenbaize.app.phones.phone_screen import build_last_turns_sheet
from greenbaize.app.phones.turn_log import TurnLog
from greenbaize.app.tables.player_view import LocalPlayerView
from greenbaize.games.shedding.events import TurnPassed
from greenbaize.rules.events import CardPlayed, CardsDealt, CardsDrawn, Event


def play_with_log(seed="turns"):
    """Return the log of a match of Rank, its view, and the events since the last deal."""
    table = make_table("rank", 3, {"deals": 1}, seed)
    view, log, events = LocalPlayerView(table, 0), TurnLog(), []

    def log_event(event: Event):
        if isinstance(event, CardsDealt):
            events.clear()
        events.append(event)
        log.add_event(table.game, event, view.view)

    view.add_listener(log_event)
    for _ in play_match(table, view):
        pass
    return log, view, events


def test_each_turn_has_one_seat_and_all_its_cards():
    log, view, events = play_with_log()
    entries = [item for logged_turn in log.turns for item in logged_turn.entries]
    all_entries = [item for item in map(view.game.turn_log_entry, events) if item is not None]
    assert entries == all_entries[-len(entries) :]
    assert sum(isinstance(item, CardPlayed) for item in events) > len(log.turns) / 2


def test_the_latest_turn_comes_first_with_its_reason():
    log, view, _ = play_with_log()
    lines = [line.text for line in build_last_turns_sheet(view, log.turns).lines]
    assert len(lines) == len(log.turns)
    draw_lines = [line for line in lines if "+1" in line]
    assert draw_lines
    assert {" – " in line for line in draw_lines if line.startswith("You")} == {True}
    assert {" – " in line for line in draw_lines if not line.startswith("You")} == {False}
    assert any("pass" in line for line in lines)
    assert {line.split(":")[0] for line in lines} == {"You", "P1", "P2"}


def test_the_reason_is_that_at_the_time_of_the_turn():
    """A pass with an empty stock says so; a pass after drawing names the drawn card."""
    table = make_table("rank", 3, {"deals": 1}, "turns0")
    view, reasons, stocks = LocalPlayerView(table, 0), {}, {}

    def log_reason(event: Event):
        if isinstance(event, TurnPassed):
            reason = table.game.explain_forced(event, view.view)
            own_moves = [
                move
                for move in view.view.deal_events[:-1]
                if getattr(move, "seat", None) == event.seat
            ]
            reasons.setdefault(reason.code, []).append(isinstance(own_moves[-1], CardsDrawn))
            stocks.setdefault(reason.code, set()).add(view.view.stock.size)

    view.add_listener(log_reason)
    for _ in play_match(table, view):
        pass
    assert set(reasons["stuck-drew"]) == {True}
    assert set(reasons["stuck-passes"]) == {False}
    assert stocks["stuck-passes"] == {0}
    assert max(stocks["stuck-drew"]) > 0


def test_a_new_deal_clears_the_log():
    log, *_ = play_with_log()
    log.clear_turns()
    assert not log.turns
