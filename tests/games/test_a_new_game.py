"""A new game is one file and one line: it works everywhere without further code."""

import json
from argparse import Namespace

import pytest
from PySide6.QtCore import Qt

from app.seats.foreign_programs import TINY_BOT_PATH, python_command
from games.turnup_game import TURNUP, TURNUP_GOAL, TURNUP_HAND_SIZE, TURNUP_SIDES, TurnUpDealt
from greenbaize.app.advice.review import find_decisions, find_scored_deals
from greenbaize.app.duels import Duel, list_arrangements, play_duplicate_match
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.app.sheets.scorecards import create_scorecard
from greenbaize.app.sheets.sheet_csv import encode_sheet_csv
from greenbaize.app.sheets.sheet_text import format_sheet_lines
from greenbaize.app.tables.matches import OpenMatch, create_header
from greenbaize.app.tables.table import Table
from greenbaize.bots import BOT_FACTORIES
from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.cli import explain
from greenbaize.games import GAMES
from greenbaize.games.registry import GameInfo
from greenbaize.lazy_import import lazy
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import RecordedChance, encode_line, read_record
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream, SeededChance, seed_from_text
from greenbaize.rules.events import DealScored, LotDrawn, MatchEnded
from greenbaize.rules.options import OptionValues as Options
from greenbaize.rules.ranking import group_by_side
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.rules.table_snapshot import PlayerMood
from greenbaize.store.settings import UserSettings
from greenbaize.ui.application import make_application
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.words.match_words import game_page, match_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken_events import describe_event
from greenbaize.words.titles import game_title
from greenbaize.words.vocabulary import register_games
from ui.table.person import SimulatedPerson, wait_until
from ui.table.table_checks import check_table_shows, is_dim


@pytest.fixture(autouse=True)
def registered_turnup(monkeypatch, tmp_path):
    """Register the game with its one line."""
    info = GameInfo(TURNUP.name, "", "", TURNUP.seats, lazy("games.turnup_game:TurnUpGame"))
    monkeypatch.setitem(GAMES.infos, TURNUP.name, info)
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    register_games(GAMES, GAMES.titles, GAMES.descriptions, GAMES.other_names)
    yield
    register_games(GAMES, GAMES.titles, GAMES.descriptions, GAMES.other_names)


def create_turnup_header(level="random", people=(), seed="turnup", program=None):
    players = tuple(
        HeaderPlayer(f"P{seat}", "human")
        if seat in people
        else HeaderPlayer(f"P{seat}", "bot", level)
        for seat in range(4)
    )
    if program is not None:
        players = (HeaderPlayer("Tiny", "bot", program=program), *players[1:])
    return create_header(TURNUP.name, players, {}, seed_from_text(seed))


def encode_turnup_record(header, events):
    codec = event_codec(TURNUP)
    return b"".join(map(encode_line, [header.to_line(), *map(codec.encode_line, events)]))


def play_turnup(header, launcher=None):
    events = []
    table = Table(TURNUP, header, write_event=events.append, launcher=launcher or BotLauncher())
    table.play_to_end()
    table.close()
    return events


@pytest.mark.slow
@pytest.mark.parametrize(
    "level",
    [
        pytest.param(level, marks=[pytest.mark.long] if level == "expert" else [])
        for level in BOT_FACTORIES
    ],
)
def test_every_level_plays_a_new_game_and_the_record_verifies(level):
    header = create_turnup_header(level)
    events = play_turnup(header)
    record = read_record(encode_turnup_record(header, events), GAMES)
    assert isinstance(record.events[-1], MatchEnded)
    assert play_turnup(header) == events
    seedless_header = RecordHeader(header.game, header.players, header.options, None)
    assert read_record(encode_turnup_record(seedless_header, events), GAMES).events == tuple(events)


@pytest.mark.long
@pytest.mark.parametrize(
    ("better", "worse"), [("beginner", "random"), ("easy", "beginner"), ("medium", "easy")]
)
def test_lower_levels_are_beaten_by_the_next(better, worse):
    lead = 0
    for number in range(16):
        levels = (better, worse) * 2 if number % 2 else (worse, better) * 2
        players = tuple(HeaderPlayer(x, "bot", x) for x in levels)
        header = create_header(TURNUP.name, players, {}, seed_from_text(f"rising/{number // 2}"))
        totals = play_turnup(header)[-1].totals
        lead += sum(
            (1 if level == better else -1) * total
            for level, total in zip(levels, totals, strict=True)
        )
    assert lead >= 16


def test_every_level_supposes_more_worlds_than_the_one_below(monkeypatch):
    world_counts = []
    worlds = ContractKernel.sample_worlds

    def count_worlds(kernel, count, chance):
        world_counts.append(count)
        return worlds(kernel, count, chance)

    monkeypatch.setattr(ContractKernel, "sample_worlds", count_worlds)
    tracker = ViewTracker(TURNUP, 4, Options(), 1)
    tracker.apply_event(LotDrawn(0))
    deal = TURNUP.derive(tracker.view, SeededChance("worlds"))
    tracker.apply_event(deal)
    supposing_levels = list(BOT_FACTORIES)[2:]  # a beginner looks, or does not, as easy does
    for level in supposing_levels:
        BOT_FACTORIES[level]().choose_command(TURNUP, tracker.view, 1, RandomStream("worlds"))
    assert world_counts == sorted(set(world_counts))
    assert len(world_counts) == len(supposing_levels)


def test_partners_gain_together_what_the_others_lose():
    scored = DealScored(1, (3, 1, 3, 1), (3, 1, 3, 1))
    assert [TURNUP.gain(None, scored, seat) for seat in range(4)] == [2, -2, 2, -2]


def test_winning_partners_share_no_rank_with_others():
    header = create_turnup_header()
    events = play_turnup(header)
    state = read_record(encode_turnup_record(header, events), GAMES).state
    assert sorted(events[-1].places) == [1, 1, 3, 3]
    text = "\n".join(format_sheet_lines(create_scorecard(header, TURNUP.sheet(state), None)))
    assert "1st" in text
    assert "=" not in text


def test_only_the_turned_card_of_the_dealer_is_known():
    events = play_turnup(create_turnup_header())
    codec = event_codec(TURNUP)
    for event in events:
        if isinstance(event, TurnUpDealt):
            seat = (event.dealer + 1) % 4
            view_event = TURNUP.tell(event, None, seat)
            line = codec.encode_line(view_event)
            partial_hand = {"cards": [event.turned.code], "more": TURNUP_HAND_SIZE - 1}
            assert line["hands"][event.dealer] == partial_hand
            assert codec.decode_line(json.loads(encode_line(line))) == view_event


def test_a_seat_program_plays_a_new_game():
    header = create_turnup_header("medium")
    events = []
    table = Table(TURNUP, header, write_event=events.append)
    program = SeatProgram(BOT_FACTORIES["medium"](), "any")
    table.play_to_end()
    lines = bytes(table.table_seats[2].view_lines).splitlines(keepends=True)
    answers = 0
    tracker = ViewTracker(TURNUP, 4, header.options, 2)
    for line in lines:
        if program.answer_line(line):
            raise AssertionError("the program answered without a question")
        if json.loads(line).get("type") is None:
            continue
        tracker.apply_event(event_codec(TURNUP).decode_line(json.loads(line)))
        if TURNUP.turn(tracker.view) == 2 and answers < 3:
            answers += 1
            answer = json.loads(program.answer_line(b'{"type": "ask"}\n'))
            assert answer["type"] == "play"
    assert answers == 3


def test_a_foreign_program_plays_a_new_game():
    header = create_turnup_header(program="tiny")
    events = play_turnup(header, BotLauncher(programs={"tiny": python_command(TINY_BOT_PATH)}))
    assert [event.type for event in events].count("seat") == 0
    read_record(encode_turnup_record(header, events), GAMES)


def check_spoken_leads(spoken, player_view):
    """Check that partners lead and win together, whoever is addressed first."""
    names = [player.name for player in player_view.header.players]
    sides = {seat % 2: f"{first} and {names[seat + 2]}" for seat, first in ((0, "You"), (1, "P1"))}
    leading_sides, leads = None, []
    for event in score_events(player_view):
        if isinstance(event, DealScored):
            best = [side for side in sides if event.totals[side] == max(event.totals)]
            if len(best) == 1 and best != leading_sides and max(event.totals) < TURNUP_GOAL:
                leads.append(f"{sides[best[0]]} take the lead")
            leading_sides = best if len(best) == 1 else None
    assert leads
    assert [sentence for sentence in spoken if "the lead" in sentence] == leads
    assert spoken[-1] == f"{sides[player_view.end_event.winners[0]]} win the match."
    assert not any("shares" in sentence for sentence in spoken)


def score_events(player_view):
    codec = event_codec(TURNUP)
    lines = [json.loads(line) for line in bytes(player_view.view_lines).splitlines()]
    return [codec.decode_line(line) for line in lines if "totals" in line]


def review_last_deal(qtbot, match_view):
    """Explain the last trick and review the deal."""
    match_view.side_column.explain_last_trick()
    assert [link.rule for link in match_view.side_column.explanation_dialog.rule_links] == [""] * 4
    match_view.side_column.explanation_dialog.close()
    dialog = ReviewDialog(match_view.player_view, match_view)
    qtbot.addWidget(dialog)
    wait_until(lambda: dialog.is_complete)
    dialog.close()


def open_match_view(qtbot, match):
    """Open the match window; return it and the list of what is spoken there."""
    make_application()
    match_view, spoken = MatchView(match.player_view), []
    qtbot.addWidget(match_view)
    match_view.stage.sentence_announced.connect(spoken.append)
    player_view = match.player_view
    speaker = Speaker(
        [player.name for player in player_view.header.players], player_view.seat, for_speech=True
    )

    def on_event(event, view):
        if isinstance(event, MatchEnded):
            spoken.append(describe_event(TURNUP, event, view, speaker, brief=True))

    match_view.stage.event_started.connect(on_event)
    match_view.animator.speed = 0.0
    match_view.resize(1000, 700)
    with qtbot.waitActive(match_view):
        match_view.show()
    match_view.begin_match()
    return match_view, spoken


@pytest.mark.slow
@pytest.mark.parametrize("input_device", ["mouse", "keys"])
def test_a_whole_match_in_the_window(qtbot, input_device):
    match = OpenMatch.create(create_turnup_header(people=(0,), seed="window"))
    match_view, spoken = open_match_view(qtbot, match)
    person, has_hint, barred_count = SimulatedPerson(match_view), False, 0
    while person.wait_for_turn():
        check_table_shows(match_view.scene, TURNUP.picture(match.player_view.view))
        assert match_view.scene.cards.pack is None  # all open cards have been dealt
        assert [plate.text.partner for plate in match_view.scene.plates] == ["", "", "partner", ""]
        plate = match_view.scene.plates[2].text
        assert plate.line.endswith("taken")
        assert set(match_view.prompts.refusal_by_face) == set(person.legal_faces)
        for face in set(person.own_faces) - set(person.legal_faces):
            barred_count += 1
            assert is_dim(match_view.scene.cards.find_card(face))
            match_view.prompts.choose_card(face)
            match_view.prompts.proxies.card_activated.emit(face)
            assert match_view.prompts.question is not None
        if not has_hint and len(person.legal_faces) > 1:
            match_view.prompts.toggle_hint()
            wait_until(lambda: match_view.prompts.hints.choices)
            has_hint = True
        card = person.legal_faces[0]
        if input_device == "mouse":
            person.double_click_card(card)
        else:
            person.press(Qt.Key.Key_Right)
            person.play_card_by_keyboard(card)
    assert has_hint
    assert barred_count
    check_spoken_leads(spoken, match.player_view)
    assert [plate.mood for plate in match_view.scene.plates].count(PlayerMood.WINNING) == 2
    title = match_view.scene.notice.title_texts
    assert title[0] == game_title(TURNUP.name) == "Turnup"
    assert " of " not in title[1]
    spoken = bytes(match.player_view.view_lines)
    assert find_scored_deals(TURNUP, spoken)
    assert find_decisions(TURNUP, match.player_view.header, 0, spoken)
    review_last_deal(qtbot, match_view)
    match_view.close_page()
    match.close()
    record = read_record(match.file.path.read_bytes(), GAMES)
    scorecard = create_scorecard(record.header, TURNUP.sheet(record.state), match.file.path)
    assert format_sheet_lines(scorecard)
    assert encode_sheet_csv(scorecard)


def test_partners_are_shown_before_the_match_and_to_spectators(qtbot):
    assert match_text(GAMES, TURNUP.name, 4, {}).endswith("Partners: seats 1 and 3; 2 and 4")
    assert "Partners: seats 1 and 3; 2 and 4." in game_page(TURNUP)
    make_application()
    dialog = NewMatchDialog(GAMES, tuple(BOT_FACTORIES), UserSettings(last_game=TURNUP.name))
    qtbot.addWidget(dialog)
    assert "Partners: seats 1 and 3; 2 and 4" in dialog.seating_note.text()
    match = OpenMatch.create(create_turnup_header(seed="watched"))
    watched_view, _ = open_match_view(qtbot, match)
    partner_texts = [plate.text.partner for plate in watched_view.scene.plates]
    assert partner_texts == ["with P2", "with P3", "with P0", "with P1"]
    watched_view.close_page()
    match.close()


def test_table_elements_of_a_new_game_are_described():
    tracker = ViewTracker(TURNUP, 4, Options(), 0)
    lot, event, *_ = play_turnup(create_turnup_header())
    for first_event in (lot, event):
        tracker.redact_event(first_event, None)
    format_message = Speaker([f"P{seat}" for seat in range(4)], 0).format_message
    elements = [
        TableElement(TableElementKind.SIGN),
        TableElement(TableElementKind.PLATE, 1),
        TableElement(TableElementKind.PLATE, 2),
        TableElement(TableElementKind.NOTICE),
    ]
    sentences = [
        " ".join(map(format_message, TURNUP.describe_element(tracker.view, element, 0)))
        for element in elements
    ]
    assert sentences[0].startswith(f"{event.turned.name} was turned up, so ")
    assert "P1 and P3 are partners." in sentences[1]
    assert "P2 is your partner." in sentences[2]
    assert sentences[3] == "This is deal 1."


def test_choices_and_tricks_are_explained_without_missing_rules(tmp_path, capsys):
    header = create_turnup_header()
    events = play_turnup(header)
    path = tmp_path / "match.jsonl"
    path.write_bytes(encode_turnup_record(header, events))
    trick_index = next(index for index, event in enumerate(events) if event.type == "trick")
    for line in (trick_index + 1, trick_index + 2):
        assert explain.run(Namespace(record=path, line=line, bids=False)) == 0
        output = capsys.readouterr().out
        assert output.count(" takes the trick.") + output.count(" does not win: ") >= 3
        assert "()" not in output


def test_a_duel_is_between_sides():
    duel = Duel(TURNUP.name, (Opponent("easy"), Opponent("random")), 4, Options(), "7")
    assert [duel.locate_match(number)[1] for number in range(2)] == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert set(list_arrangements(4, (0, 0, 1, 1))) == {(0, 0, 1, 1), (1, 1, 0, 0)}
    assert all(sides[0] == sides[3] for sides in list_arrangements(6, (0, 1, 2, 0, 1, 2)))
    assert play_duplicate_match(duel, 0).totals[0] == play_duplicate_match(duel, 0).totals[2]


def test_a_coin_decides_between_sides():
    end = MatchEnded((5, 5, 5, 5), (3, 1, 3, 1), coin_flip=True)
    assert end.coin_flip_seats == (0, 1, 2, 3)
    assert group_by_side(end.coin_flip_seats, TURNUP_SIDES) == ((0, 2), (1, 3))
    chance = RecordedChance()
    chance.event = end
    assert chance.draw_lot("flip", (0, 1)) == 1


def test_a_new_game_resumes_from_every_moment():
    header = create_turnup_header()
    all_events = play_turnup(header)
    for count in range(0, len(all_events), 7):
        resumed_events = list(all_events[:count])
        Table(TURNUP, header, tuple(resumed_events), resumed_events.append).play_to_end()
        assert resumed_events == all_events
