"""Tests of what computer players thought at the moves of finished deals."""

from dataclasses import replace
from random import Random
from threading import Event

import pytest

from app.advice.finished_matches import SETUPS, all_moves, ask_thoughts, play_match
from greenbaize.app.advice.thoughts import MoveHistory, MoveQuery
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.seat_program import create_bot
from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.table import Table
from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.events import CardPlayed, CardsDealt, DealScored


@pytest.fixture(scope="module")
def damn_history():
    return play_match("damn")


@pytest.mark.parametrize("level", BOT_FACTORIES)
@pytest.mark.parametrize("name", SETUPS)
def test_players_think_the_same_again(name, level):
    history = play_match(name, level, "bold")
    moves = [move for move in all_moves(history) if move.player.level == level]
    assert moves
    for move in Random(7).sample(moves, min(2 if level == "expert" else 8, len(moves))):
        thoughts = ask_thoughts(history, move)
        assert thoughts.command == move.command
        choices = [choice.command for choice in thoughts.choices]
        assert move.command in choices or not choices


def test_the_figures_are_those_of_the_decision_itself(damn_history, monkeypatch):
    searches = []
    choose = BOT_FACTORIES["medium"].func.choose_command

    def record_choices(bot, *decision):
        command = choose(bot, *decision)
        searches.append(bot.last_choices)
        return command

    monkeypatch.setattr(BOT_FACTORIES["medium"].func, "choose_command", record_choices)
    again = play_match("damn")
    moves = [move for move in all_moves(again) if move.player.level == "medium"]
    decided = searches[: len(moves)]
    for move, choices in list(zip(moves, decided, strict=True))[::6]:
        recalled = ask_thoughts(again, move).choices
        assert [choice.command for choice in recalled] == [choice.command for choice in choices]
        for one, other in zip(recalled, choices, strict=True):
            assert one.expected_score == round(other.expected_score, 4)


def test_temperament_counts():
    history = play_match("damn", "hard", "bold")
    moves = [move for move in all_moves(history) if move.player.level == "hard"]
    assert {ask_thoughts(history, move).tilt for move in moves[:4]} <= {0.0, 1.0}
    assert create_bot(moves[0].player)._tilt == 1


def test_bids_and_cards_are_moves(damn_history):
    first = damn_history.deals[0]
    types = [move.command.type for move in first.moves]
    assert types == ["bid"] * 3 + ["play"] * 6
    assert first.number == 1


def test_a_running_deal_is_left_out(damn_history):
    events = damn_history._events
    last_deal = max(index for index, event in enumerate(events) if isinstance(event, CardsDealt))
    shortened = MoveHistory(damn_history.game, damn_history.header, events[: last_deal + 9])
    assert [deal.number for deal in shortened.deals] == [
        deal.number for deal in damn_history.deals[:-1]
    ]
    assert shortened.can_be_asked(MoveQuery())
    running = events[last_deal + 1]
    assert shortened.can_be_asked(MoveQuery(event_count=last_deal + 1))
    assert not shortened.can_be_asked(MoveQuery(event_count=last_deal + 2))
    assert not shortened.can_be_asked(MoveQuery(seat=running.seat))
    old_card = shortened.deals[-1].moves[-1]
    assert shortened.can_be_asked(MoveQuery(seat=old_card.seat, card=old_card.command.card))
    assert not MoveHistory(damn_history.game, damn_history.header, events[:9]).can_be_asked(
        MoveQuery()
    )


def test_a_deal_counts_as_over_once_it_is_scored(damn_history):
    events = damn_history._events
    scored = next(index for index, event in enumerate(events) if isinstance(event, DealScored))
    for count, deals in ((scored, 0), (scored + 1, 1)):
        history = MoveHistory(damn_history.game, damn_history.header, events[:count])
        assert len(history.deals) == deals


def test_a_card_on_the_table_is_found(damn_history):
    events = damn_history._events
    index, event = next(
        (index, event) for index, event in enumerate(events) if isinstance(event, CardPlayed)
    )
    deal, number = damn_history.find_move(MoveQuery(index + 1, event.seat, event.card))
    assert deal.moves[number].event_index == index
    deal, number = damn_history.find_move(MoveQuery(index + 1, event.seat))
    assert deal.moves[number].event_index == index
    deal, number = damn_history.find_move(MoveQuery(deal=2))
    assert (deal.number, number) == (2, 0)


def test_without_a_query_the_last_choice_of_a_computer_is_found(damn_history):
    deal, number = damn_history.find_move(MoveQuery())
    assert deal is damn_history.deals[-1]
    choices = [len(damn_history.legal_commands(move)) for move in deal.moves]
    assert number == max(index for index, count in enumerate(choices) if count > 1)


def test_others_than_computer_players_cannot_be_asked(damn_history):
    move = all_moves(damn_history)[0]
    header = damn_history.header
    assert damn_history.find_obstacle(move) == ""
    person = replace(move, player=HeaderPlayer("Ida"))
    program = replace(move, player=HeaderPlayer("Tiny", "bot", program="tiny.py"))
    assert damn_history.find_obstacle(person) == "person"
    assert damn_history.find_obstacle(program) == "program"
    for changes, obstacle in (
        ({"seed": None}, "seed"),
        ({"extra": {"program": "greenbaize 0.0.1"}}, "version"),
        ({"extra": {}}, "version"),
    ):
        changed = MoveHistory(damn_history.game, replace(header, **changes), damn_history._events)
        assert changed.find_obstacle(all_moves(changed)[0]) == obstacle


def test_who_stands_in_for_a_person_is_asked_from_then_on():
    easy_players = [HeaderPlayer(name, "bot", "easy") for name in ("Anna", "Boris")]
    players = (HeaderPlayer("Ida"), *easy_players)
    header = create_header("damn", players, {"first": 3, "deals": 5}, seed_from_text("stand in"))
    table = Table(GAMES["damn"], header)
    table.start_match()
    while table.game.turn(table.spectator_view) != 0:
        table.play_bot_turn()
    table.submit(table.game.legal(table.table_seats[0].view, 0)[1])
    table.reassign_seat(0, "bot", "left")
    while len(MoveHistory(table.game, header, table.events).deals) < 2:
        table.play_bot_turn()
    history = MoveHistory(table.game, header, table.events)
    own_moves = [move for move in all_moves(history) if move.seat == 0]
    assert [move.player.kind for move in own_moves] == ["human"] + ["bot"] * (len(own_moves) - 1)
    for move in own_moves[1:]:
        assert move.player.level == "medium"
        assert ask_thoughts(history, move).command == move.command


def test_players_are_asked_with_what_their_seat_was_told(damn_history):
    move = all_moves(damn_history)[5]
    lines = damn_history.view_lines_before(move)
    assert damn_history.header.seed.encode() not in lines
    assert len(lines.splitlines()) == move.event_index + 1
    view = damn_history.view_before(move)
    assert view.hands[move.seat].cards
    assert not any(hand.cards for seat, hand in enumerate(view.hands) if seat != move.seat)
    assert damn_history.game.legal(view, move.seat)


def test_a_player_in_a_process_of_its_own_thinks_the_same(damn_history):
    move = next(move for move in all_moves(damn_history) if move.player.level == "medium")
    answers, wake_event = [], Event()
    launcher = BotLauncher(separate_processes=True)
    adviser = damn_history.create_adviser(move, launcher, wake_event.set)
    adviser.ask_thoughts(answers.append)
    while not answers:
        assert wake_event.wait(60)
        wake_event.clear()
        adviser.process_pending()
    adviser.close()
    assert answers == [ask_thoughts(damn_history, move)]
