"""Tests of the screens of all games in two languages: legal answers and no hidden cards."""

import random

import pytest
from msgspec.structs import replace

from greenbaize.app.phones.messages import FROM_HOST, frame_of
from greenbaize.app.phones.screen import (
    Moment,
    TakenTrick,
    last_trick_sheet,
    lobby_ring_sheet,
    notice_texts,
    rules_sheet,
    score_sheet,
    screen_of,
)
from greenbaize.app.tables.player_view import LocalView
from greenbaize.app.tables.table import Table
from greenbaize.cli.self_test.check import short_options
from greenbaize.games import GAMES
from greenbaize.lan.wire import ChairShown, LobbyShown, read
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.commands import Ready
from greenbaize.rules.events import Scored, TrickTaken
from greenbaize.rules.options import settled
from greenbaize.words.catalogue import speaking

TABLES = [
    (name, seats, {})
    for name, game in GAMES.items()
    for seats in set(game.seats[:: len(game.seats) - 1 or 1])
]
TABLES += [("damn", 4, {"enforcement": "table"}), ("master", 4, {"trumps": "personal"})]


def lobby_of(table, stage="playing"):
    header = table.header
    chairs = [ChairShown(one.name, "guest", ready=False, here=True) for one in header.sitters]
    return LobbyShown(
        table="Kitchen",
        game=header.game,
        options=dict(header.options),
        bots="",
        clock=0,
        hints=True,
        hands=False,
        chairs=chairs,
        watchers=0,
        stage=stage,
        keeper=0,
        you=0,
    )


def table_of(name, seats, given, seed="screens"):
    game = GAMES[name]
    options = settled(game.options, seats, {**short_options(game, seats), **given})
    others = (Player(f"P{seat}", "bot", "random") for seat in range(1, seats))
    return Table(game, Header(name, (Player("Anna"), *others), options, seed_from(seed)))


def played(table: Table, place: LocalView):
    """Play a match at random. Yield when the first seat has a question or may say *ready*."""
    choice = random.Random(1)
    table.begin()
    while not table.over:
        ready = [one for one in place.offers if one.kind == Ready.type]
        question = place.question
        if question is not None:
            yield
            may = [one for one in question.answers if one.refusal is None and one.breach is None]
            assert table.submit(choice.choice(may).command) is None
        elif table.waited_for is not None:
            table.let_computer_act()
        elif ready:
            yield
            table.submit(ready[0].answers[0].command)
        else:
            table.attend()


def cards_of(screen):
    return [card.card for card in screen.hand]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("name", "seats", "changed_options"), TABLES)
def test_a_match_is_shown_to_its_end(name, seats, changed_options, language):
    table = table_of(name, seats, changed_options)
    game = table.game
    place, lobby = LocalView(table, 0), lobby_of(table)
    last = []

    def hear(event):
        if isinstance(event, TrickTaken) and game.picture(place.view).taken:
            last[:] = [TakenTrick(place.view, *game.picture(place.view).taken[-1])]
            lying = screen_of(Moment(lobby, place, lying=last[0], last=last[0]), 1)
            assert [one.card for one in lying.trick] == [one.code for one in last[0].trick.cards]
            assert sum(one.winning for one in lying.trick) == 1
        written, aloud = notice_texts(place, event)
        assert aloud or not written

    with speaking(language):
        place.listen(hear)
        for _ in played(table, place):
            screen = screen_of(Moment(lobby, place, last=next(iter(last), None)), 7)
            assert read(FROM_HOST, frame_of(screen)) == screen
            assert screen.stage == "table"
            hand = game.picture(place.view).hands[0]
            assert len(screen.hand) == hand.size == screen.plates[0].cards
            assert sorted(filter(None, cards_of(screen))) == sorted(one.code for one in hand.cards)
            question = place.question
            if question is None:
                assert screen.ask is None
                assert screen.wait
                continue
            allowed = [question.answers[one.which].refusal is None for one in screen.ask.answers]
            assert allowed == [not one.why for one in screen.ask.answers]
            if screen.ask.kind == "card":
                legal = {one.card.code for one in game.legal(place.view, 0)}
                shown = {one.card for one in screen.hand if one.state == "may" and not one.breach}
                assert shown == legal
                assert all(
                    one.why for one in screen.hand if one.which is not None and one.state == "not"
                )
        assert rules_sheet(place).title
        assert score_sheet(place).foot
        assert last_trick_sheet(place, next(iter(last), None)).lines
        over = screen_of(Moment(lobby_of(table, "gathering"), place), 8)
        assert over.stage == "result"
        assert len(over.result.rows) == seats


def test_while_a_trick_lies_open_it_is_said_who_is_waited_for():
    table = table_of("damn", 4, {"enforcement": "table"})
    place, lobby = LocalView(table, 0), lobby_of(table)
    match = played(table, place)
    while not table.game.open(table.watched):
        next(match)
    table.give_seat(2, "human", "joined")
    screen = screen_of(Moment(lobby, place), 1)
    assert screen.wait == "The trick lies open until you are ready"
    table.submit(Ready(0))
    assert table.people_awaited == (2,)
    lobby.chairs[2] = replace(lobby.chairs[2], reads=True)
    assert screen_of(Moment(lobby, place), 1).wait == "Waiting for P2."


def test_of_a_blind_deal_one_sees_all_cards_but_ones_own():
    table = table_of("blackout", 4, {})
    place, lobby = LocalView(table, 0), lobby_of(table)
    next(played(table, place))
    screen = screen_of(Moment(lobby, place), 1)
    assert cards_of(screen) == [""]
    assert [len(plate.hand) for plate in screen.plates] == [0, 1, 1, 1]


def test_what_is_said_with_the_question_is_not_said_twice():
    table = table_of("damn", 3, {"first": 2})
    place, lobby = LocalView(table, 0), lobby_of(table)
    said = []
    for _ in played(table, place):
        screen = screen_of(Moment(lobby, place), 1)
        said += screen.ask.notes
        assert not [note for note in screen.ask.notes if note in screen.words]
        assert screen.ask.counts in (*screen.ask.notes, *screen.words.split(" · "), "")
    assert any(one.startswith("Bid so far") for one in said)


def test_who_is_behind_is_asked_nothing_yet():
    table = table_of("damn", 3, {})
    place = LocalView(table, 0)
    next(played(table, place))
    screen = screen_of(Moment(lobby_of(table), place, behind=True, ahead=True), 1)
    assert (screen.ask, screen.offers, screen.ahead) == (None, [], "Go on")


def test_before_a_match_the_waiting_room_is_shown():
    table = table_of("rank", 3, {})
    screen = screen_of(Moment(lobby_of(table, "gathering")), 1)
    assert screen.stage == "lobby"
    assert [one.you for one in screen.lobby.chairs] == [True, False, False]
    assert screen.lobby.can_ready


def test_who_is_ready_for_another_match_sees_the_waiting_room_again():
    table = table_of("rank", 2, {})
    place = LocalView(table, 0)
    for _ in played(table, place):
        pass
    lobby = lobby_of(table, "gathering")
    lobby.chairs[0] = ChairShown("Anna", "guest", ready=True, here=True)
    assert screen_of(Moment(lobby, place), 1).stage == "lobby"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_in_ass_a_deal_brings_banks_and_the_rules_say_what_they_are_for(language):
    table = table_of("ass", 3, {})
    place, scored = LocalView(table, 0), []
    place.listen(
        lambda event: (
            scored.append(notice_texts(place, event)[0]) if isinstance(event, Scored) else None
        )
    )
    with speaking(language):
        for _ in played(table, place):
            pass
        rules = [line.text for line in rules_sheet(place).lines]
    points, bank = ("oints", "bank") if language == "en" else ("чк", "банк")
    assert scored
    assert all(bank in one and points not in one for one in scored)
    assert any("0" in one and "6" in one and bank in one for one in rules)
    assert any("56" in one and "80" in one and bank in one for one in rules)


@pytest.mark.parametrize(
    ("name", "seats", "expected_sentences"),
    [
        ("damn", 3, {"It is P1's turn to bid.", "It is P1's turn to play."}),
        ("ass", 2, {"It is P1's turn to choose a trump.", "It is P1's turn to go or stay."}),
        ("rank", 2, {"It is P1's turn to play."}),
    ],
)
def test_whoever_is_waited_for_is_said_to_do_what(name, seats, expected_sentences):
    table = table_of(name, seats, {})
    place, lobby, waits = LocalView(table, 0), lobby_of(table), set()
    place.listen(lambda _: waits.add(screen_of(Moment(lobby, place), 1).wait))
    for _ in played(table, place):
        pass
    assert expected_sentences <= waits


def test_while_others_play_the_points_of_the_trick_are_told():
    table = table_of("ass", 2, {})
    place, lobby, waits = LocalView(table, 0), lobby_of(table), set()
    place.listen(lambda _: waits.add(screen_of(Moment(lobby, place), 1).wait))
    for _ in played(table, place):
        pass
    assert any("turn to play. The trick is worth" in one for one in waits)


def test_the_waiting_room_tells_only_what_is_not_as_usual_in_sentences():
    table = table_of("damn", 3, {})
    lobby = lobby_of(table, "gathering")
    usual = settled(GAMES["damn"].options, 3, {})
    plain = replace(lobby, options=dict(usual))
    assert screen_of(Moment(plain), 1).lobby.rules == ["The usual rules"]
    odd = replace(plain, options={**usual, "zero_bids": True}, clock=20)
    zero, clock = screen_of(Moment(odd), 1).lobby.rules
    assert zero.startswith("Zero bids: 5 + cards: yes. ")
    assert clock == "Time for a turn: 20 seconds"
    # The bots' level is shown only where a chair is open for them.
    full = replace(plain, bots="easy")
    assert screen_of(Moment(full), 1).lobby.rules == ["The usual rules"]
    chairs = [*plain.chairs[:-1], replace(plain.chairs[-1], who="open")]
    (bots,) = screen_of(Moment(replace(full, chairs=chairs)), 1).lobby.rules
    assert bots.startswith("Computer players on open chairs")


def test_the_waiting_room_tells_how_many_deals_of_rank_are_played():
    table = table_of("rank", 3, {"deals": 1})
    rules = screen_of(Moment(lobby_of(table, "gathering")), 1).lobby.rules
    assert rules == ["The usual rules", "Deals: 1"]


@pytest.mark.parametrize(("name", "has_ring"), [("master", True), ("damn", False)])
def test_who_beats_whom_is_drawn_before_the_first_deal_too(name, has_ring):
    table = table_of(name, 2 if has_ring else 3, {})
    lobby = lobby_of(table, "gathering")
    screen = screen_of(Moment(lobby), 1)
    assert screen.may.ring == has_ring
    if has_ring:
        sheet = lobby_ring_sheet(lobby)
        assert len(sheet.ring) > 2
        assert all(mark in sheet.lines[0].text for mark in sheet.ring)


def test_what_a_deal_has_brought_is_a_table_while_it_is_looked_at():
    table = table_of("damn", 3, {})
    place, lobby, seen = LocalView(table, 0), lobby_of(table), []

    def hear(event):
        if isinstance(event, Scored):
            moment = Moment(lobby, place, news=(event, place.view), ahead=True)
            seen.append((event, screen_of(moment, 1)))

    place.listen(hear)
    for _ in played(table, place):
        pass
    for deal, (event, screen) in enumerate(seen, 1):
        assert screen.news == ""
        assert screen.score.title == f"Deal {deal}"
        assert [row.you for row in screen.score.rows] == [True, False, False]
        assert [int(row.total) for row in screen.score.rows] == list(event.totals)
    last, place_over = seen[-1][0], screen_of(Moment(lobby, place), 1)
    assert place_over.result.won == (max(last.totals) == last.totals[0])
