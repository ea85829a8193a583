"""A new game is one file and one line: it goes everywhere without a word about it elsewhere."""

import json

import pytest
from PySide6.QtCore import Qt

from app.chairs.foreign import TINY, python
from games.turnup import CARDS, TURNUP, TurnedUp
from greenbaize.app.advice.review import decisions, scored_deals
from greenbaize.app.chairs.housing import Housing
from greenbaize.app.chairs.seat_program import SeatProgram
from greenbaize.app.sheets.csv_file import csv_of
from greenbaize.app.sheets.scorecards import scorecard
from greenbaize.app.sheets.text import sheet_lines
from greenbaize.app.tables.matches import OpenMatch, settled_header
from greenbaize.app.tables.table import Table
from greenbaize.bots import LEVELS
from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.games import GAMES
from greenbaize.games.shelf import Box
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.record import line_bytes, read_record
from greenbaize.match.sitters import Sitter
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance, Stream, seed_from
from greenbaize.rules.events import Ended, LotDrawn, Scored
from greenbaize.ui.application import make_application
from greenbaize.ui.playing import Playing
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.ui.theme import LIGHT
from greenbaize.words.titles import game_title
from greenbaize.words.vocabulary import know
from ui.table.person import Person, until
from ui.table.seen import check_mirror, is_dim


@pytest.fixture(autouse=True)
def listed(monkeypatch, tmp_path):
    """The one line."""
    box = Box(TURNUP.name, TURNUP.title, TURNUP.line, TURNUP.seats, lambda: TURNUP)
    monkeypatch.setitem(GAMES.boxes, TURNUP.name, box)
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    know(GAMES, GAMES.titles, GAMES.lines)
    yield
    know(GAMES, GAMES.titles, GAMES.lines)


def header_of(level="random", people=(), seed="turnup", program=None):
    sitters = tuple(
        Sitter(f"P{seat}", "human") if seat in people else Sitter(f"P{seat}", "bot", level)
        for seat in range(4)
    )
    if program is not None:
        sitters = (Sitter("Tiny", "bot", program=program), *sitters[1:])
    return settled_header(TURNUP.name, sitters, {}, seed_from(seed))


def record_of(header, events):
    codec = event_codec(TURNUP)
    return b"".join(map(line_bytes, [header.line(), *map(codec.write, events)]))


def played(header, housing=None):
    kept = []
    table = Table(TURNUP, header, keep=kept.append, housing=housing or Housing())
    table.play_out()
    table.close()
    return kept


@pytest.mark.parametrize("level", LEVELS)
def test_players_of_every_level_play_it_and_the_record_holds(level):
    header = header_of(level)
    kept = played(header)
    record = read_record(record_of(header, kept), GAMES)
    assert isinstance(record.events[-1], Ended)
    assert played(header) == kept
    without = Header(header.game, header.sitters, header.options, None)
    assert read_record(record_of(without, kept), GAMES).events == tuple(kept)


@pytest.mark.parametrize(("better", "worse"), [("easy", "random"), ("medium", "easy")])
def test_each_level_beats_the_one_below_until_nothing_is_left_to_gain(better, worse):
    lead = 0
    for number in range(16):
        levels = (better, worse) * 2 if number % 2 else (worse, better) * 2
        sitters = tuple(Sitter(x, "bot", x) for x in levels)
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
    lines = bytes(table.chairs[2].told).splitlines(keepends=True)
    answers = 0
    teller = Teller(TURNUP, 4, header.options, 2)
    for line in lines:
        if program.hear(line):
            raise AssertionError("nobody asked")
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
    kept = played(header, Housing(programs={"tiny": python(TINY)}))
    assert [event.type for event in kept].count("seat") == 0
    read_record(record_of(header, kept), GAMES)


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_a_whole_match_in_the_window(qtbot, by):
    make_application()
    match = OpenMatch.begin(header_of(people=(0,), seed="window"))
    playing = Playing(match.place, LIGHT)
    qtbot.addWidget(playing)
    playing.motion.speed = 0.0
    playing.resize(1000, 700)
    with qtbot.waitActive(playing):
        playing.show()
    playing.begin()
    person, hinted, barred = Person(playing), False, 0
    while person.wait_for_turn():
        check_mirror(playing.scene, TURNUP.picture(match.place.view))
        plate = playing.scene.plates[2].text
        assert plate.partner
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
        if by == "mouse":
            person.double_click_card(card)
        else:
            person.press(Qt.Key.Key_Right)
            person.key_card(card)
    assert hinted
    assert barred
    title = playing.scene.notice.texts
    assert title[0] == game_title(TURNUP.name) == "Turnup"
    assert " of " not in title[1]
    told = bytes(match.place.told)
    assert scored_deals(TURNUP, told)
    assert decisions(TURNUP, match.place.header, 0, told)
    dialog = ReviewDialog(match.place, LIGHT, playing)
    qtbot.addWidget(dialog)
    until(lambda: dialog.complete)
    dialog.close()
    playing.leave()
    match.close()
    record = read_record(match.file.path.read_bytes(), GAMES)
    card = scorecard(record.header, TURNUP.sheet(record.state), match.file.path)
    assert sheet_lines(card)
    assert csv_of(card)


def test_a_match_goes_on_from_every_moment():
    header = header_of()
    whole = played(header)
    for count in range(0, len(whole), 7):
        again = list(whole[:count])
        Table(TURNUP, header, tuple(again), again.append).play_out()
        assert again == whole
