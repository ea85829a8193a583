"""Tests of a view fed by a host's lines: questions, refusals and invalid lines."""

import json
import re
from random import Random

import pytest

from app.network.stayers import lay_of
from greenbaize.app.network.remote_view import RemoteView
from greenbaize.app.network.session import Session
from greenbaize.app.seats.bot_launcher import HERE
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.lan.wire import ChairShown, DamagedMessageError, LobbyShown
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.rules.chance import seed_from
from greenbaize.rules.commands import Play, Ready
from greenbaize.rules.messages import Message
from greenbaize.rules.options import settled
from match.playing import EACH_SETUP, SETUPS, play_randomly

LOST = Message("table-not-connected")
DAMAGED = "table-away-host-damaged"


def table(kinds="hhb", **options):
    sitters = tuple(
        Player(f"P{seat}", "human" if kind == "h" else "bot") for seat, kind in enumerate(kinds)
    )
    settings = settled(GAMES["damn"].options, len(kinds), {"deals": 2, **options})
    return Table(GAMES["damn"], Header("damn", sitters, settings, seed_from("remote")))


class Carrier:
    """Message sender that connects a view with a table in this process."""

    def __init__(self, runs: Table, seat=0):
        self.here = self.hints = True
        self.sent = []
        self.broken = []
        self.runs, self.cut = runs, 0
        self.seat = seat

    def attend(self):
        lines = bytes(self.runs.seats[self.seat].told)
        new, self.cut = lines[self.cut :], len(lines)
        for line in new.splitlines():
            if line.startswith(b'{"format"'):
                continue
            self.place.take(line)

    def do(self, match, heard, command, heard_back):
        self.sent.append((match, heard, command, heard_back))

    def break_off(self, error):
        self.broken.append(error)

    def wake_by(self, woken, whose):
        pass


def seated(runs, seat=0):
    carrier = Carrier(runs, seat)
    header = line_bytes(runs.header.told(seat).line())
    carrier.place = place = RemoteView(header, carrier, 3, seated=True)
    runs.begin()
    place.attend()
    return carrier, place


def asked(place):
    """Let the others act until this view has a question."""
    runs = place._sender.runs
    while place.question is None and not place.over:
        if runs.waited_for is not None:
            runs.let_computer_act()
        else:
            seat = runs.game.turn(runs.watched)
            runs.submit(runs.game.legal(runs.seats[seat].view, seat)[0])
        place.attend()
    return place.question


def test_events_are_heard_one_after_another_each_with_its_view():
    runs = table("hbb")
    carrier = Carrier(runs)
    carrier.place = place = RemoteView(
        line_bytes(runs.header.told(0).line()), carrier, 1, seated=True
    )
    heard = []
    place.listen(lambda event: heard.append((event.type, place.game.turn(place.view))))
    runs.begin()
    assert place.let_others_act()
    assert not place.let_others_act()
    assert [one for one, _ in heard[:2]] == ["lot", "deal"]
    assert heard[0][1] is None
    assert bytes(place.told) == bytes(runs.seats[0].told)


def test_a_command_is_on_its_way_until_it_is_answered():
    carrier, place = seated(table())
    question, answers = asked(place), []
    command = place.game.legal(place.view, 0)[0]
    place.submit(command, answers.append)
    ((match, heard, line, heard_back),) = carrier.sent
    assert (match, heard) == (3, bytes(place.told).count(b"\n"))
    assert line["type"] == command.type
    assert (place.question, place.others_act, answers) == (None, True, [])
    heard_back("lost", "")
    assert answers == [LOST]
    assert place.question == question
    assert not place.others_act


@pytest.mark.parametrize(
    ("result", "expected_message"),
    [
        ("done", None),
        ("stale", None),
        ("lost", LOST),
        ("refused", Message("seat-answer-refused", {"rule": "Damn, § 4"})),
    ],
)
def test_what_becomes_of_a_command(result, expected_message):
    carrier, place = seated(table())
    asked(place)
    answers = []
    place.submit(place.game.legal(place.view, 0)[0], answers.append)
    carrier.sent[0][3](result, "damn.md 4")
    assert answers == [expected_message]


def test_what_the_rules_refuse_is_not_sent_nor_anything_while_the_connection_is_lost():
    carrier, place = seated(table())
    answers = []
    asked(place)
    card = next(iter(place.game.picture(place.view).hands[0].cards))
    place.submit(Play(0, card), answers.append)
    assert carrier.sent == []
    assert answers[0] == place.game.explain(place.view, Play(0, card)).sentences[0]
    question = asked(place)
    carrier.here = False
    answers = []
    place.submit(place.game.legal(place.view, 0)[0], answers.append)
    assert (answers, carrier.sent, place.question) == ([LOST], [], question)


def test_a_seat_that_a_computer_player_has_is_asked_nothing():
    runs = table()
    _, place = seated(runs)
    asked(place)
    command = place.game.legal(place.view, 0)[0]
    runs.give_seat(0, "bot", "away")
    place.attend()
    assert place.given
    assert (place.question, place.offers, place.others_act) == (None, (), True)
    answers = []
    place.submit(command, answers.append)
    assert answers == [Message("table-seat-given")]
    runs.give_seat(0, "human", "back")
    place.attend()
    assert not place.given
    assert place.question is not None


def test_ready_is_said_once_and_again_after_a_cut():
    runs = table(enforcement="table")
    carrier, place = seated(runs)
    while not runs.game.open(runs.watched) or place.question is not None:
        if place.question is not None:
            runs.submit(place.game.legal(place.view, 0)[0])
        else:
            for chair in runs.seats:
                if runs.game.open(runs.watched) and not chair.computer:
                    runs.submit(Ready(chair.seat))
            asked_seat = runs.game.turn(runs.watched)
            if asked_seat and not runs.seats[asked_seat].computer:
                runs.submit(runs.game.legal(runs.seats[asked_seat].view, asked_seat)[0])
            elif runs.waited_for is not None:
                runs.let_computer_act()
        place.attend()
    if not place.offers:
        pytest.skip("the own lead closes the trick")
    answers = []
    place.submit(Ready(0), answers.append)
    assert place.said_ready
    carrier.sent[0][3]("done", "")
    assert answers == [None]
    assert [offer for offer in place.offers if offer.kind == Ready.type] == []
    assert place.others_act
    place.note_lost()
    assert not place.said_ready


def test_whoever_watches_one_seat_has_no_seat_and_a_header_for_nobody_seats_nobody():
    runs = table()
    place = RemoteView(line_bytes(runs.header.told(1).line()), Carrier(runs), 1, seated=False)
    assert place.seat is None
    assert place.header.you == 1
    assert (place.question, place.offers, place.advises) == (None, (), False)
    with pytest.raises(DamagedMessageError):
        RemoteView(line_bytes(runs.header.told(None).line()), Carrier(runs), 1, seated=True)


# Hosts that send what cannot be


def lobby(**more):
    lay = lay_of()
    chairs = [ChairShown(name, "guest", ready=True, here=True) for name in ("A", "B", "C")]
    usual = {
        "table": "T",
        "game": lay.game,
        "options": lay.options,
        "bots": "",
        "clock": 0,
        "hints": True,
        "hands": False,
        "chairs": chairs,
        "watchers": 0,
        "stage": "gathering",
        "keeper": 0,
        "you": 1,
    }
    return LobbyShown(**usual | more)


class Overs:
    def __init__(self):
        self.codes = []
        self.matches = 0

    def __getattr__(self, name):
        return lambda *_: None

    def on_match(self, place):
        self.matches += 1
        place.listen(lambda event: None)

    def on_over(self, why):
        self.codes.append(why.code)


def presenter() -> tuple[Session, Overs]:
    there, overs = Session(HERE), Overs()
    there.hearer = overs
    return there, overs


def header_line(**more):
    return line_bytes(table().header.told(1).line() | more)


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b"nonsense",
        b'{"type": "what"}',
        b'{"type": "lot"}',
        b'{"type": "lot", "dealer": 99}',
        b'{"type": "lot", "dealer": -1}',
        b'{"type": "play", "seat": 1, "card": "AS"}',
        b'{"type": "bid", "seat": 7, "tricks": 1}',
        b'{"type": "seat", "seat": 9, "kind": "bot", "why": "left"}',
        b'{"type": "seat", "seat": 0, "kind": "ghost", "why": "left"}',
        b'{"type": "score", "deal": 1, "points": [1], "totals": []}',
        b'{"type": "take", "seat": 2}',
        b"[" * 100_000,
    ],
)
@pytest.mark.parametrize("is_running", [False, True])
def test_a_line_that_cannot_be_ends_the_stay(line, is_running):
    there, overs = presenter()
    there.on_lobby(lobby(stage="playing" if is_running else "gathering"))
    there.on_begun(1, header_line(), True, None)
    there.on_told(line)
    there.on_caught_up()
    there.on_told(line)
    assert overs.codes == [DAMAGED]


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"[" * 100_000,
        header_line(game="whist"),
        header_line(you=8),
        header_line(you=None),
        header_line(seats=[]),
        header_line(options={"deals": -1}),
    ],
)
def test_a_first_line_that_cannot_be_ends_the_stay(line):
    there, overs = presenter()
    there.on_begun(1, line, True, None)
    there.on_told(b"{}")
    assert overs.codes == [DAMAGED]


@pytest.mark.parametrize(
    "fields",
    [{"game": "whist"}, {"options": {"deals": "x"}}, {"you": 3}, {"keeper": 19}, {"chairs": []}],
)
def test_a_table_that_cannot_be_ends_the_stay(fields):
    there, overs = presenter()
    there.on_lobby(lobby(**fields))
    assert overs.codes == [DAMAGED]
    assert there.lobby is None


def test_a_match_told_anew_is_shown_as_it_stands():
    runs = table("hhb")
    runs.begin()
    there, overs = presenter()
    there.on_lobby(lobby(stage="playing"))
    there.on_begun(1, header_line(), True, None)
    told = bytes(runs.seats[1].told).splitlines()[1:]
    for line in told:
        there.on_told(line)
    assert overs.matches == 0
    there.on_caught_up()
    assert overs.matches == 1
    assert there.place.view == runs.seats[1].view


@pytest.mark.parametrize("stage", ["gathering", "playing"])
def test_of_matches_that_are_on_their_way_only_the_last_is_shown(stage):
    there, overs = presenter()
    there.on_lobby(lobby(stage=stage))
    there.newest_match = 3
    for number in (1, 2, 3):
        there.on_begun(number, header_line(), True, None)
        there.on_caught_up()
    assert overs.matches == 1
    assert there.place.match == 3


def test_lines_without_a_match_are_passed_over():
    there, overs = presenter()
    there.on_told(json.dumps({"type": "lot", "dealer": 0}).encode())
    there.on_caught_up()
    assert overs.codes == []


# Complete matches of every kind


NUMBERS = (b"-1", b"0", b"1", b"9", b"99")


def told_lines(played, seat):
    codec = event_codec(played.game)
    told = [played.game.tell(event, state, seat) for event, state in played.moments]
    return [line_bytes(codec.write(event)) for event in told]


class Looks:
    """Listener that reads everything a window reads, after each event."""

    def __init__(self, place):
        self.place, self.heard = place, 0
        place.listen(self.hear)

    def hear(self, event):
        place, self.heard = self.place, self.heard + 1
        place.game.picture(place.view)
        place.game.news(event, place.view)
        assert place.others_act in (True, False)
        for question in (place.question, *place.offers):
            for answer in () if question is None else question.answers:
                place.game.explain(place.view, answer.command)


def looked_at(played, seat, lines) -> tuple[list[str], Looks]:
    there, looks = Session(HERE), []

    class Hearer(Overs):
        def on_match(self, place):
            looks.append(Looks(place))

    overs = Hearer()
    there.hearer = overs
    there._gathered = True
    there.on_begun(1, line_bytes(played.header.told(seat).line()), True, None)
    for line in lines:
        there.on_told(line)
    return overs.codes, looks[0]


@EACH_SETUP
def test_a_match_of_any_kind_is_taken_as_it_was_told(setup):
    played = play_randomly(setup, 1, seat_changes=0.02)
    lines = told_lines(played, 1)
    codes, looks = looked_at(played, 1, lines)
    assert codes == []
    assert looks.heard == len(lines)
    header = line_bytes(played.header.told(1).line())
    assert bytes(looks.place.told) == header + b"".join(lines)
    assert looks.place.end == played.events[-1]


@pytest.mark.long
@pytest.mark.parametrize("setup", SETUPS[::4], ids=str)
def test_a_match_told_wrong_raises_nothing_in_the_window(setup):
    played = play_randomly(setup, 2)
    lines, dice = told_lines(played, 0)[:120], Random(str(setup))
    for _ in range(40):
        wrong = list(lines)
        at, other = dice.randrange(len(wrong)), dice.randrange(len(wrong))
        match dice.randrange(4):
            case 0:
                del wrong[at]
            case 1:
                wrong[at] = wrong[other]
            case 2:
                wrong.insert(at, wrong[other])
            case 3:
                wrong[at] = re.sub(rb"\b\d+\b", lambda _: dice.choice(NUMBERS), wrong[at])
        codes, _ = looked_at(played, 0, wrong)
        assert set(codes) <= {DAMAGED}
