"""A new game is one file and one line: it works everywhere without further code."""

import json
from argparse import Namespace

import pytest
from PySide6.QtCore import Qt

from app.seats.foreign import TINY, python
from games.turnup import CARDS, GOAL, SIDES, TURNUP, TurnedUp
from greenbaize.app.advice.review import decisions, scored_deals
from greenbaize.app.duels import Duel, arrangements, play_duplicate
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.app.sheets.csv_file import csv_of
from greenbaize.app.sheets.scorecards import scorecard
from greenbaize.app.sheets.text import sheet_lines
from greenbaize.app.tables.matches import OpenMatch, settled_header
from greenbaize.app.tables.table import Table
from greenbaize.bots import LEVELS
from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.cli import explain
from greenbaize.games import GAMES
from greenbaize.games.registry import GameInfo, Lazy
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.record import RecordedChance, line_bytes, read_record
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance, Stream, seed_from
from greenbaize.rules.events import Ended, LotDrawn, Scored
from greenbaize.rules.options import Settings as Options
from greenbaize.rules.pictures import Mood
from greenbaize.rules.places import by_sides
from greenbaize.rules.things import Part, Thing
from greenbaize.store.settings import Settings
from greenbaize.ui.application import make_application
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.words.match_words import game_page, match_text
from greenbaize.words.phrases import event_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title
from greenbaize.words.vocabulary import know
from ui.table.person import Person, until
from ui.table.seen import check_mirror, is_dim


@pytest.fixture(autouse=True)
def listed(monkeypatch, tmp_path):
    """Register the game with its one line."""
    info = GameInfo(TURNUP.name, "", "", TURNUP.seats, Lazy("games.turnup", "TurnUp"))
    monkeypatch.setitem(GAMES.infos, TURNUP.name, info)
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    know(GAMES, GAMES.titles, GAMES.lines, GAMES.other_names)
    yield
    know(GAMES, GAMES.titles, GAMES.lines, GAMES.other_names)


def header_of(level="random", people=(), seed="turnup", program=None):
    sitters = tuple(
        Player(f"P{seat}", "human") if seat in people else Player(f"P{seat}", "bot", level)
        for seat in range(4)
    )
    if program is not None:
        sitters = (Player("Tiny", "bot", program=program), *sitters[1:])
    return settled_header(TURNUP.name, sitters, {}, seed_from(seed))


def record_of(header, events):
    codec = event_codec(TURNUP)
    return b"".join(map(line_bytes, [header.line(), *map(codec.write, events)]))


def played(header, launcher=None):
    kept = []
    table = Table(TURNUP, header, keep=kept.append, launcher=launcher or BotLauncher())
    table.play_out()
    table.close()
    return kept


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_players_of_every_level_play_it_and_the_record_holds(level):
    header = header_of(level)
    kept = played(header)
    record = read_record(record_of(header, kept), GAMES)
    assert isinstance(record.events[-1], Ended)
    assert played(header) == kept
    without = Header(header.game, header.sitters, header.options, None)
    assert read_record(record_of(without, kept), GAMES).events == tuple(kept)


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), [("easy", "random"), ("medium", "easy")])
def test_each_level_beats_the_one_below_until_nothing_is_left_to_gain(better, worse):
    lead = 0
    for number in range(16):
        levels = (better, worse) * 2 if number % 2 else (worse, better) * 2
        sitters = tuple(Player(x, "bot", x) for x in levels)
        header = settled_header(TURNUP.name, sitters, {}, seed_from(f"rising/{number // 2}"))
        totals = played(header)[-1].totals
        lead += sum(
            (1 if level == better else -1) * total
            for level, total in zip(levels, totals, strict=True)
        )
    assert lead >= 16


def test_every_level_looks_at_more_than_the_one_below(monkeypatch):
    seen = []
    worlds = ContractKernel.worlds

    def counted(kernel, count, chance):
        seen.append(count)
        return worlds(kernel, count, chance)

    monkeypatch.setattr(ContractKernel, "worlds", counted)
    teller = Teller(TURNUP, 4, {}, 1)
    teller.take(LotDrawn(0))
    deal = TURNUP.derive(teller.view, SeededChance("worlds"))
    teller.take(deal)
    for level in list(LEVELS)[1:]:
        LEVELS[level]().decide(TURNUP, teller.view, 1, Stream("worlds"))
    assert seen == sorted(set(seen))
    assert len(seen) == len(LEVELS) - 1


def test_partners_gain_together_what_the_others_lose():
    scored = Scored(1, (3, 1, 3, 1), (3, 1, 3, 1))
    assert [TURNUP.gain(None, scored, seat) for seat in range(4)] == [2, -2, 2, -2]


def test_partners_who_win_share_their_place_with_nobody():
    header = header_of()
    kept = played(header)
    state = read_record(record_of(header, kept), GAMES).state
    assert sorted(kept[-1].places) == [1, 1, 3, 3]
    text = "\n".join(sheet_lines(scorecard(header, TURNUP.sheet(state), None)))
    assert "1st" in text
    assert "=" not in text


def test_everybody_is_told_the_card_turned_up_and_no_other_of_the_dealers():
    kept = played(header_of())
    codec = event_codec(TURNUP)
    for event in kept:
        if isinstance(event, TurnedUp):
            seat = (event.dealer + 1) % 4
            told = TURNUP.tell(event, None, seat)
            line = codec.write(told)
            shown = {"cards": [event.turned.code], "more": CARDS - 1}
            assert line["hands"][event.dealer] == shown
            assert codec.read(json.loads(line_bytes(line))) == told


def test_a_seat_goes_over_the_wire():
    header = header_of("medium")
    kept = []
    table = Table(TURNUP, header, keep=kept.append)
    program = SeatProgram(LEVELS["medium"](), "any")
    table.play_out()
    lines = bytes(table.seats[2].told).splitlines(keepends=True)
    answers = 0
    teller = Teller(TURNUP, 4, header.options, 2)
    for line in lines:
        if program.hear(line):
            raise AssertionError("the program answered without a question")
        if json.loads(line).get("type") is None:
            continue
        teller.take(event_codec(TURNUP).read(json.loads(line)))
        if TURNUP.turn(teller.view) == 2 and answers < 3:
            answers += 1
            answer = json.loads(program.hear(b'{"type": "ask"}\n'))
            assert answer["type"] == "play"
    assert answers == 3


def test_a_foreign_program_plays_it():
    header = header_of(program="tiny")
    kept = played(header, BotLauncher(programs={"tiny": python(TINY)}))
    assert [event.type for event in kept].count("seat") == 0
    read_record(record_of(header, kept), GAMES)


def check_told(told, place):
    """Check that partners lead and win together, whoever is addressed first."""
    names = [sitter.name for sitter in place.header.sitters]
    sides = {seat % 2: f"{first} and {names[seat + 2]}" for seat, first in ((0, "You"), (1, "P1"))}
    ahead, leads = None, []
    for event in place_events(place):
        if isinstance(event, Scored):
            best = [side for side in sides if event.totals[side] == max(event.totals)]
            if len(best) == 1 and best != ahead and max(event.totals) < GOAL:
                leads.append(f"{sides[best[0]]} take the lead")
            ahead = best if len(best) == 1 else None
    assert leads
    assert [one for one in told if "the lead" in one] == leads
    assert told[-1] == f"{sides[place.end.winners[0]]} win the match."
    assert not any("shares" in one for one in told)


def place_events(place):
    codec = event_codec(TURNUP)
    lines = [json.loads(line) for line in bytes(place.told).splitlines()]
    return [codec.read(line) for line in lines if "totals" in line]


def look_back(qtbot, playing):
    """Explain the last trick and review the deal."""
    playing.side.explain_last_trick()
    assert [link.rule for link in playing.side.why.links] == [""] * 4
    playing.side.why.close()
    dialog = ReviewDialog(playing.place, playing)
    qtbot.addWidget(dialog)
    until(lambda: dialog.complete)
    dialog.close()


def laid(qtbot, match):
    """Open the match window; return it and the list of what is spoken there."""
    make_application()
    playing, told = MatchView(match.place), []
    qtbot.addWidget(playing)
    playing.stage.told.connect(told.append)
    place = match.place
    speaker = Speaker([one.name for one in place.header.sitters], place.seat, aloud=True)

    def hear(event, view):
        if isinstance(event, Ended):
            told.append(event_words(TURNUP, event, view, speaker, brief=True))

    playing.stage.begun.connect(hear)
    playing.motion.speed = 0.0
    playing.resize(1000, 700)
    with qtbot.waitActive(playing):
        playing.show()
    playing.begin()
    return playing, told


@pytest.mark.slow
@pytest.mark.parametrize("input_device", ["mouse", "keys"])
def test_a_whole_match_in_the_window(qtbot, input_device):
    match = OpenMatch.begin(header_of(people=(0,), seed="window"))
    playing, told = laid(qtbot, match)
    person, hinted, barred = Person(playing), False, 0
    while person.wait_for_turn():
        check_mirror(playing.scene, TURNUP.picture(match.place.view))
        assert playing.scene.cards.pack is None  # all open cards have been dealt
        assert [plate.text.partner for plate in playing.scene.plates] == ["", "", "partner", ""]
        plate = playing.scene.plates[2].text
        assert plate.line.endswith("taken")
        assert set(playing.asking.refusals) == set(person.legal)
        for face in set(person.hand) - set(person.legal):
            barred += 1
            assert is_dim(playing.scene.cards.named(face))
            playing.asking.choose_card(face)
            playing.asking.handles.pressed.emit(face)
            assert playing.asking.question is not None
        if not hinted and len(person.legal) > 1:
            playing.asking.ask_hint()
            until(lambda: playing.asking.hints.choices)
            hinted = True
        card = person.legal[0]
        if input_device == "mouse":
            person.double_click_card(card)
        else:
            person.press(Qt.Key.Key_Right)
            person.key_card(card)
    assert hinted
    assert barred
    check_told(told, match.place)
    assert [plate.mood for plate in playing.scene.plates].count(Mood.WINNING) == 2
    title = playing.scene.notice.texts
    assert title[0] == game_title(TURNUP.name) == "Turnup"
    assert " of " not in title[1]
    told = bytes(match.place.told)
    assert scored_deals(TURNUP, told)
    assert decisions(TURNUP, match.place.header, 0, told)
    look_back(qtbot, playing)
    playing.leave()
    match.close()
    record = read_record(match.file.path.read_bytes(), GAMES)
    card = scorecard(record.header, TURNUP.sheet(record.state), match.file.path)
    assert sheet_lines(card)
    assert csv_of(card)


def test_who_plays_with_whom_is_told_before_the_match_and_to_those_who_watch(qtbot):
    assert match_text(GAMES, TURNUP.name, 4, {}).endswith("Partners: seats 1 and 3; 2 and 4")
    assert "Partners: seats 1 and 3; 2 and 4." in game_page(TURNUP)
    make_application()
    dialog = NewMatchDialog(GAMES, tuple(LEVELS), Settings(last_game=TURNUP.name))
    qtbot.addWidget(dialog)
    assert "Partners: seats 1 and 3; 2 and 4" in dialog.seating_note.text()
    match = OpenMatch.begin(header_of(seed="watched"))
    watched, _ = laid(qtbot, match)
    shown = [plate.text.partner for plate in watched.scene.plates]
    assert shown == ["with P2", "with P3", "with P0", "with P1"]
    watched.leave()
    match.close()


def test_what_there_is_on_the_table_is_told_of():
    teller = Teller(TURNUP, 4, {}, 0)
    lot, event, *_ = played(header_of())
    for one in (lot, event):
        teller.hear(one, None)
    say = Speaker([f"P{seat}" for seat in range(4)], 0).say
    things = [Thing(Part.SIGN), Thing(Part.PLATE, 1), Thing(Part.PLATE, 2), Thing(Part.NOTICE)]
    said = [" ".join(map(say, TURNUP.tell_of(teller.view, thing, 0))) for thing in things]
    assert said[0].startswith(f"{event.turned.name} was turned up, so ")
    assert "P1 and P3 are partners." in said[1]
    assert "P2 is your partner." in said[2]
    assert said[3] == "This is deal 1."


def test_each_choice_and_trick_is_explained_without_a_rule_that_is_not_there(tmp_path, capsys):
    header = header_of()
    kept = played(header)
    path = tmp_path / "match.jsonl"
    path.write_bytes(record_of(header, kept))
    taken = next(at for at, one in enumerate(kept) if one.type == "trick")
    for line in (taken + 1, taken + 2):
        assert explain.run(Namespace(record=path, line=line)) == 0
        said = capsys.readouterr().out
        assert said.count(" takes the trick.") + said.count(" does not win: ") >= 3
        assert "()" not in said


def test_a_duel_is_one_of_sides():
    duel = Duel(TURNUP.name, (Opponent("easy"), Opponent("random")), 4, Options(), "7")
    assert [duel.place(number)[1] for number in range(2)] == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert set(arrangements(4, (0, 0, 1, 1))) == {(0, 0, 1, 1), (1, 1, 0, 0)}
    assert all(sides[0] == sides[3] for sides in arrangements(6, (0, 1, 2, 0, 1, 2)))
    assert play_duplicate(duel, 0).totals[0] == play_duplicate(duel, 0).totals[2]


def test_a_coin_decides_between_sides():
    end = Ended((5, 5, 5, 5), (3, 1, 3, 1), coin_flip=True)
    assert end.tossed == (0, 1, 2, 3)
    assert by_sides(end.tossed, SIDES) == ((0, 2), (1, 3))
    chance = RecordedChance()
    chance.event = end
    assert chance.lot("flip", (0, 1)) == 1


def test_a_match_goes_on_from_every_moment():
    header = header_of()
    whole = played(header)
    for count in range(0, len(whole), 7):
        again = list(whole[:count])
        Table(TURNUP, header, tuple(again), again.append).play_out()
        assert again == whole
