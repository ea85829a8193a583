"""Tests of the screens of all games in two languages: legal answers and no hidden cards."""

import random

import pytest
from msgspec.structs import replace

from greenbaize.app.phones.messages import HOST_FRAME_DECODER, encode_frame
from greenbaize.app.phones.phone_screen import (
    ScreenContext,
    TakenTrick,
    build_last_trick_sheet,
    build_lobby_ring_sheet,
    build_rules_sheet,
    build_score_sheet,
    build_screen,
    describe_shown_event,
)
from greenbaize.app.tables.player_view import LocalPlayerView
from greenbaize.app.tables.table import Table
from greenbaize.cli.self_test.check import create_short_options
from greenbaize.games import GAMES
from greenbaize.lan.wire import ChairState, LobbyMessage, decode_message
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import ReadyCommand
from greenbaize.rules.events import DealScored, TrickTaken
from greenbaize.rules.options import resolve_options
from greenbaize.words.catalogue import language_context

TABLES = [
    (name, seats, {})
    for name, game in GAMES.items()
    for seats in set(game.seats[:: len(game.seats) - 1 or 1])
]
TABLES += [("damn", 4, {"enforcement": "table"}), ("master", 4, {"trumps": "personal"})]


def make_lobby(table, stage="playing"):
    header = table.header
    chairs = [ChairState(player.name, "guest", ready=False, here=True) for player in header.players]
    return LobbyMessage(
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


def make_table(name, seats, changed_options, seed="screens"):
    game = GAMES[name]
    options = resolve_options(
        game.options, seats, {**create_short_options(game, seats), **changed_options}
    )
    other_players = (HeaderPlayer(f"P{seat}", "bot", "random") for seat in range(1, seats))
    return Table(
        game,
        RecordHeader(name, (HeaderPlayer("Anna"), *other_players), options, seed_from_text(seed)),
    )


def play_match(table: Table, player_view: LocalPlayerView):
    """Play a match at random. Yield when the first seat has a question or may say *ready*."""
    random_source = random.Random(1)
    table.start_match()
    while not table.is_over:
        ready_offers = [item for item in player_view.offers if item.kind == ReadyCommand.type]
        question = player_view.question
        if question is not None:
            yield
            allowed_answers = [
                item for item in question.answers if item.refusal is None and item.breach is None
            ]
            assert table.submit(random_source.choice(allowed_answers).command) is None
        elif table.awaited_bot_seat is not None:
            table.play_bot_turn()
        elif ready_offers:
            yield
            table.submit(ready_offers[0].answers[0].command)
        else:
            table.process_pending()


def list_card_codes(screen):
    return [card.card for card in screen.hand]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("name", "seats", "changed_options"), TABLES)
def test_every_screen_of_a_match_shows_what_the_view_knows(name, seats, changed_options, language):
    table = make_table(name, seats, changed_options)
    game = table.game
    player_view, lobby = LocalPlayerView(table, 0), make_lobby(table)
    last = []

    def check_trick_and_notice(event):
        if isinstance(event, TrickTaken) and game.picture(player_view.view).taken_tricks:
            last[:] = [
                TakenTrick(player_view.view, *game.picture(player_view.view).taken_tricks[-1])
            ]
            lying = build_screen(
                ScreenContext(lobby, player_view, displayed_trick=last[0], last_trick=last[0]), 1
            )
            assert [item.card for item in lying.trick] == [
                item.code for item in last[0].trick.cards
            ]
            assert sum(item.winning for item in lying.trick) == 1
        written_text, spoken_text = describe_shown_event(player_view, event)
        assert spoken_text or not written_text

    with language_context(language):
        player_view.add_listener(check_trick_and_notice)
        for _ in play_match(table, player_view):
            screen = build_screen(
                ScreenContext(lobby, player_view, last_trick=next(iter(last), None)), 7
            )
            assert decode_message(HOST_FRAME_DECODER, encode_frame(screen)) == screen
            assert screen.stage == "table"
            hand = game.picture(player_view.view).hands[0]
            assert len(screen.hand) == hand.size == screen.plates[0].cards
            assert sorted(filter(None, list_card_codes(screen))) == sorted(
                item.code for item in hand.cards
            )
            question = player_view.question
            if question is None:
                assert screen.ask is None
                assert screen.wait
                continue
            allowed = [question.answers[item.which].refusal is None for item in screen.ask.answers]
            assert allowed == [not item.why for item in screen.ask.answers]
            if screen.ask.kind == "card":
                legal = {item.card.code for item in game.legal(player_view.view, 0)}
                playable_codes = {
                    item.card for item in screen.hand if item.state == "may" and not item.breach
                }
                assert playable_codes == legal
                assert all(
                    item.why
                    for item in screen.hand
                    if item.which is not None and item.state == "not"
                )
        assert build_rules_sheet(player_view).title
        assert build_score_sheet(player_view).foot
        assert build_last_trick_sheet(player_view, next(iter(last), None)).lines
        result_screen = build_screen(ScreenContext(make_lobby(table, "gathering"), player_view), 8)
        assert result_screen.stage == "result"
        assert len(result_screen.result.rows) == seats


def test_an_open_trick_says_who_is_waited_for():
    table = make_table("damn", 4, {"enforcement": "table"})
    player_view, lobby = LocalPlayerView(table, 0), make_lobby(table)
    match = play_match(table, player_view)
    while not table.game.is_open(table.spectator_view):
        next(match)
    table.reassign_seat(2, "human", "joined")
    screen = build_screen(ScreenContext(lobby, player_view), 1)
    assert screen.wait == "The trick lies open until you are ready"
    table.submit(ReadyCommand(0))
    assert table.awaited_human_seats == (2,)
    lobby.chairs[2] = replace(lobby.chairs[2], reads=True)
    assert build_screen(ScreenContext(lobby, player_view), 1).wait == "Waiting for P2."


def test_a_blind_deal_shows_all_cards_but_the_own():
    table = make_table("blackout", 4, {})
    player_view, lobby = LocalPlayerView(table, 0), make_lobby(table)
    next(play_match(table, player_view))
    screen = build_screen(ScreenContext(lobby, player_view), 1)
    assert list_card_codes(screen) == [""]
    assert [len(plate.hand) for plate in screen.plates] == [0, 1, 1, 1]


def test_notes_of_a_question_are_not_repeated():
    table = make_table("damn", 3, {"first": 2})
    player_view, lobby = LocalPlayerView(table, 0), make_lobby(table)
    notes = []
    for _ in play_match(table, player_view):
        screen = build_screen(ScreenContext(lobby, player_view), 1)
        notes += screen.ask.notes
        assert not [note for note in screen.ask.notes if note in screen.words]
        assert screen.ask.counts in (*screen.ask.notes, *screen.words.split(" · "), "")
    assert any(note_text.startswith("Bid so far") for note_text in notes)


def test_a_phone_that_lags_behind_is_asked_nothing():
    table = make_table("damn", 3, {})
    player_view = LocalPlayerView(table, 0)
    next(play_match(table, player_view))
    screen = build_screen(
        ScreenContext(make_lobby(table), player_view, is_behind=True, can_advance=True), 1
    )
    assert (screen.ask, screen.offers, screen.ahead) == (None, [], "Go on")


def test_before_a_match_the_waiting_room_is_shown():
    table = make_table("rank", 3, {})
    screen = build_screen(ScreenContext(make_lobby(table, "gathering")), 1)
    assert screen.stage == "lobby"
    assert [chair.you for chair in screen.lobby.chairs] == [True, False, False]
    assert screen.lobby.can_ready


def test_a_guest_ready_for_another_match_sees_the_waiting_room():
    table = make_table("rank", 2, {})
    player_view = LocalPlayerView(table, 0)
    for _ in play_match(table, player_view):
        pass
    lobby = make_lobby(table, "gathering")
    lobby.chairs[0] = ChairState("Anna", "guest", ready=True, here=True)
    assert build_screen(ScreenContext(lobby, player_view), 1).stage == "lobby"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_in_ass_a_deal_brings_banks_and_the_rules_explain_them(language):
    table = make_table("ass", 3, {})
    player_view, score_texts = LocalPlayerView(table, 0), []
    player_view.add_listener(
        lambda event: (
            score_texts.append(describe_shown_event(player_view, event)[0])
            if isinstance(event, DealScored)
            else None
        )
    )
    with language_context(language):
        for _ in play_match(table, player_view):
            pass
        rules = [line.text for line in build_rules_sheet(player_view).lines]
    points, bank = ("oints", "bank") if language == "en" else ("чк", "банк")
    assert score_texts
    assert all(bank in text and points not in text for text in score_texts)
    assert any("0" in text and "6" in text and bank in text for text in rules)
    assert any("56" in text and "80" in text and bank in text for text in rules)


@pytest.mark.parametrize(
    ("name", "seats", "expected_sentences"),
    [
        ("damn", 3, {"It is P1's turn to bid.", "It is P1's turn to play."}),
        ("ass", 2, {"It is P1's turn to choose a trump.", "It is P1's turn to go or stay."}),
        ("rank", 2, {"It is P1's turn to play."}),
    ],
)
def test_a_screen_says_who_is_waited_for_and_why(name, seats, expected_sentences):
    table = make_table(name, seats, {})
    player_view, lobby, wait_sentences = LocalPlayerView(table, 0), make_lobby(table), set()
    player_view.add_listener(
        lambda _: wait_sentences.add(build_screen(ScreenContext(lobby, player_view), 1).wait)
    )
    for _ in play_match(table, player_view):
        pass
    assert expected_sentences <= wait_sentences


def test_while_others_play_the_points_of_the_trick_are_shown():
    table = make_table("ass", 2, {})
    player_view, lobby, wait_sentences = LocalPlayerView(table, 0), make_lobby(table), set()
    player_view.add_listener(
        lambda _: wait_sentences.add(build_screen(ScreenContext(lobby, player_view), 1).wait)
    )
    for _ in play_match(table, player_view):
        pass
    assert any("turn to play. The trick is worth" in sentence for sentence in wait_sentences)


def test_the_waiting_room_lists_only_unusual_rules():
    table = make_table("damn", 3, {})
    lobby = make_lobby(table, "gathering")
    usual = resolve_options(GAMES["damn"].options, 3, {})
    plain = replace(lobby, options=dict(usual))
    assert build_screen(ScreenContext(plain), 1).lobby.rules == ["The usual rules"]
    odd = replace(plain, options={**usual, "zero_bids": True}, clock=20)
    zero, clock = build_screen(ScreenContext(odd), 1).lobby.rules
    assert zero.startswith("Zero bids: 5 + cards: yes. ")
    assert clock == "Time for a turn: 20 seconds"
    # The bots' level is shown only where a chair is open for them.
    full = replace(plain, bots="easy")
    assert build_screen(ScreenContext(full), 1).lobby.rules == ["The usual rules"]
    chairs = [*plain.chairs[:-1], replace(plain.chairs[-1], who="open")]
    (bots,) = build_screen(ScreenContext(replace(full, chairs=chairs)), 1).lobby.rules
    assert bots.startswith("Computer players on open chairs")


def test_the_waiting_room_shows_the_number_of_deals_of_rank():
    table = make_table("rank", 3, {"deals": 1})
    rules = build_screen(ScreenContext(make_lobby(table, "gathering")), 1).lobby.rules
    assert rules == ["The usual rules", "Deals: 1"]


@pytest.mark.parametrize(("name", "has_ring"), [("master", True), ("damn", False)])
def test_the_ring_of_trumps_is_shown_before_the_first_deal(name, has_ring):
    table = make_table(name, 2 if has_ring else 3, {})
    lobby = make_lobby(table, "gathering")
    screen = build_screen(ScreenContext(lobby), 1)
    assert screen.may.ring == has_ring
    if has_ring:
        sheet = build_lobby_ring_sheet(lobby)
        assert len(sheet.ring) > 2
        assert all(mark in sheet.lines[0].text for mark in sheet.ring)


def test_the_score_of_a_deal_is_a_table():
    table = make_table("damn", 3, {})
    player_view, lobby, scored_screens = LocalPlayerView(table, 0), make_lobby(table), []

    def log_score(event):
        if isinstance(event, DealScored):
            moment = ScreenContext(
                lobby, player_view, latest_notice=(event, player_view.view), can_advance=True
            )
            scored_screens.append((event, build_screen(moment, 1)))

    player_view.add_listener(log_score)
    for _ in play_match(table, player_view):
        pass
    for deal, (event, screen) in enumerate(scored_screens, 1):
        assert screen.news == ""
        assert screen.score.title == f"Deal {deal}"
        assert [row.you for row in screen.score.rows] == [True, False, False]
        assert [int(row.total) for row in screen.score.rows] == list(event.totals)
    last, result_screen = scored_screens[-1][0], build_screen(ScreenContext(lobby, player_view), 1)
    assert result_screen.result.won == (max(last.totals) == last.totals[0])
