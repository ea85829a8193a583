"""Text fit of all pages and windows, at the smallest sizes and in long languages."""

import re
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.app.memory.replays import read_replay
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.sheets.blank import BlankSheet
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.app.tables.matches import OpenMatch, settled_header
from greenbaize.app.tables.unfinished import Unfinished
from greenbaize.cards import ALL_CARDS
from greenbaize.games import GAMES
from greenbaize.lan.discovery import FoundTable
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.messages import Message
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.store.settings import Settings
from greenbaize.ui.features.help.about import AboutDialog
from greenbaize.ui.features.help.window import HelpWindow
from greenbaize.ui.features.history.replaying import Replaying
from greenbaize.ui.features.network.chat import ChatLog
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.lay_dialog import LayDialog
from greenbaize.ui.features.network.waiting_room import CodeDialog, WaitingRoom
from greenbaize.ui.features.people.people import AddPersonDialog, PeopleDialog
from greenbaize.ui.features.preferences.preferences import PreferencesDialog
from greenbaize.ui.features.sheets.kept_sheets import BlankSheetDialog
from greenbaize.ui.features.sheets.sheets import BlankWindow
from greenbaize.ui.features.start.new_match import NewMatchDialog, ProgramDialog
from greenbaize.ui.match.honours import honours_text
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.unfinished import ChairDialog, UnfinishedDialog
from greenbaize.ui.sheets.page import SheetPage
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.sheets.why import WhyDialog
from greenbaize.ui.shell.banner import Banner
from greenbaize.ui.table.speech_bubbles import NewsItem
from greenbaize.ui.widgets import window_geometry
from greenbaize.ui.widgets.dialog import abandon_question
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import LIGHT
from greenbaize.ui.widgets.window_geometry import write_at
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from match.playing import SETUPS, play_randomly
from ui.features.network.fake_session import LAY, FakeSession, chair, lobby
from ui.measuring import faults, settle

SIZES = ((624, 332), (900, 578))
"""Sizes of the table without menus (px): the minimum on 1280x800 at 200 %, and a larger one."""
GOLDEN = Path(__file__).parents[1] / "golden"
MOMENTS = 5
"""Maximum number of kinds of moments to measure per match."""
WIDE = [f"{letter}{'W' * (24 - 1)}" for letter in "WVMABCDEFG"]


def write_large(share):
    """Set the text scale as the preferences do."""
    write_at(share)
    dress(LIGHT)


TABLES = [
    ("damn", 3, {"first": 2, "deals": 3}),
    ("damn", 4, {"first": 12, "deals": 13, "hook": True}),
    ("damn", 7, {"first": 5, "deals": 6, "enforcement": "table"}),
    ("blackout", 2, {}),
    ("blackout", 4, {}),
    ("master", 2, {"trumps": "two", "trump_suits": ["H", "C"]}),
    ("master", 3, {"trumps": "ranked"}),
    ("master", 4, {}),
    ("ass", 2, {"deal_limit": 2}),
    ("ass", 4, {"trumps": "two", "trump_suits": ["D", "H"], "deal_limit": 3}),
    ("ass", 6, {"deal_limit": 4}),
    ("rank", 2, {}),
    ("rank", 6, {}),
    ("rank", 10, {}),
]


class Table:
    """A match whose human seat plays randomly and without animations."""

    def __init__(self, game, players, options, *, watch):
        bots = [Opponent("random").sitter(name) for name in WIDE[: players - (not watch)]]
        you = [] if watch else [Player("You" + "W" * 21)]
        header = settled_header(game, (*you, *bots), options, seed_from("fit"))
        self.match = OpenMatch.begin(header)
        self.playing = MatchView(self.match.place)
        self.playing.motion.speed = 0
        self.playing.side.offers_reviews = True
        self.chance = Random(1)

    def kind(self):
        """Return a key for the current kind of moment: one moment of each kind is measured."""
        playing = self.playing
        picture = playing.place.game.picture(playing.place.view)
        question = playing.place.question
        notices = [one.code for one in picture.notices]
        news = any(isinstance(one, NewsItem) and one.isVisible() for one in playing.scene.items())
        sign = None if picture.sign is None else (picture.sign.line.code, picture.sign.suit)
        asked = None if question is None else (question.kind, question.words.code)
        taken = min(2, len(picture.taken))
        return str((asked, notices, news, sign, taken, min(picture.deal, 2)))

    def move(self):
        """Make the next random move; return whether there was one."""
        asking, place = self.playing.asking, self.playing.place
        if asking.question is None:
            return False
        allowed = [one for one in place.question.answers if one.refusal is None]
        command = self.chance.choice(allowed).command
        asking.prompt.hide()
        asking._put_down()
        asking._choose(command)
        return True

    def close(self):
        self.playing.leave()
        self.match.close()
        self.playing.close()
        self.playing.deleteLater()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "options"), TABLES, ids=[f"{game}-{n}" for game, n, _ in TABLES]
)
def test_tables(game, players, options, longer_language):
    look_at(game, players, options, watch=False)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "options"), [TABLES[index] for index in (4, 13)])
def test_tables_in_english(game, players, options):
    look_at(game, players, options, watch=False)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "options"), [TABLES[index] for index in (5, 9, 13)])
def test_tables_in_russian(game, players, options, russian):
    look_at(game, players, options, watch=False)


@pytest.mark.long
@pytest.mark.parametrize(("game", "players", "options"), [TABLES[index] for index in (1, 7, 12)])
def test_tables_that_are_watched(game, players, options, longer_language):
    look_at(game, players, options, watch=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "options"), [TABLES[index] for index in (2, 4, 10, 12)]
)
def test_tables_in_large_letters(game, players, options):
    write_large(2.0)
    look_at(game, players, options, watch=False, sizes=SIZES[1:])


def look_at(game, players, options, *, watch, sizes=SIZES):
    """Play a match and measure all texts at each new kind of moment."""
    table = Table(game, players, options, watch=watch)
    playing = table.playing
    playing.resize(*SIZES[1])
    playing.show()
    playing.begin()
    kinds = set()
    found = {}
    for _ in range(400):
        QApplication.processEvents()
        kind = table.kind()
        if kind not in kinds and not playing.motion.busy:
            kinds.add(kind)
            for size in sizes:
                playing.resize(*size)
                settle(playing)
                for fault in faults(playing):
                    found.setdefault(fault, f"{size} {kind}")
        moving = playing.motion.busy or table.move() or (watch and not playing.place.over)
        if not moving or len(kinds) >= MOMENTS:
            break
    table.close()
    assert not found, "\n".join(f"{fault}  at {where}" for fault, where in found.items())
    assert kinds


@pytest.mark.long
@pytest.mark.parametrize(
    "record", ["damn-7", "master-4-ranked", "ass-6-ranked", "blackout-4", "rank-10"]
)
def test_replays(record, longer_language):
    """Replays have a bar below the table.

    On the lowest table the trump sign comes close to a plate, which hides nothing needed for a
    decision: a replay asks nothing. Column names may be elided.
    """
    replaying = Replaying(read_replay(GOLDEN / f"{record}.jsonl"))
    replaying.set_pace(0)
    replaying.resize(*SIZES[1])
    replaying.show()
    last = len(replaying.replay.playback)
    found = {}
    for moment in (0, last // 5, last // 2, last - 1, last):
        replaying.go_to(moment)
        for size in ((640, 350), SIZES[1]):
            replaying.resize(*size)
            settle(replaying)
            assert (replaying.width(), replaying.height()) == size
            for fault in faults(replaying):
                if not re.search(r"SignItem|shortened 'Bot \d'", fault):
                    found.setdefault(fault, f"{size} {moment}")
    replaying.close()
    replaying.deleteLater()
    assert not found, "\n".join(f"{fault}  at {where}" for fault, where in found.items())


# Windows and dialogs


SCREENS = ((640, 372, 1.0), (900, 600, 1.0), (900, 600, 2.0))
"""Available screen sizes (px) and text scales.

They are 1280x800 at 200 % without frame and panel, a small screen, and the same with large text.
"""


def opened_at(size, window):
    """Return the faults of a window limited to this size."""
    settle(window)
    least = window.minimumSizeHint().expandedTo(window.minimumSize())
    found = []
    if least.width() > size[0] or least.height() > size[1]:
        found.append(f"asks for at least {least.width()}x{least.height()}")
    window.resize(window.size().boundedTo(QSize(*size)))
    settle(window)
    return found + faults(window)


class _Finder:
    """A table finder whose hosts have long names."""

    tables = (
        FoundTable("W" * 24 + "'s table", "blackout", "192.168.199.199", 40123),
        FoundTable("Ida's table", "master", "fe80::1234:5678:9abc:def0", 40123),
    )

    def close(self):
        pass


def _header(game, seats, people=1):
    sitters = [Player(name) for name in WIDE[:people]]
    bots = [Opponent("easy").sitter(name) for name in WIDE[people:seats]]
    return settled_header(game, (*sitters, *bots), {}, seed_from("fit"))


def _unfinished(main):
    left = [
        Unfinished(Path("x.jsonl"), _header(game, GAMES[game].seats[-1]), "20260301T140355")
        for game in GAMES
    ]
    dialog = UnfinishedDialog(left, main)
    dialog.show_problem(tr("The last line of the record was cut short and was dropped."))
    return dialog


def _new_match(game):
    def make(main):
        seats = [{"who": "you", "name": WIDE[0]}]
        seats += [{"who": "expert", "name": name} for name in WIDE[1 : GAMES[game].seats[-1]]]
        settings = Settings(your_name=WIDE[0], last_game=game, setups={game: {"seats": seats}})
        return NewMatchDialog(GAMES, LEVEL_NAMES, settings, main)

    return make


def _people():
    settings = Settings(your_name=WIDE[0], former=[*WIDE[7:9]])
    for name in WIDE[1:5]:
        settings.add_person(name)
    return settings


def _join(main):
    dialog = JoinDialog(lambda changed: _Finder(), WIDE[0], main)
    dialog.offer_persons(WIDE[:3])
    dialog.show_problem(tr("Choose a table above, or type its address."))
    return dialog


def _why(main):
    said = [Message("trick-taken", {"seat": 0}, "beats.md 2c")] * 3
    told = [(card, seat, said) for seat, card in enumerate(ALL_CARDS[:7])]
    return WhyDialog(told, WIDE, Speaker(WIDE), (f"{WIDE[0]} takes the trick.", ""), main)


def _page(game):
    def make(main):
        setup = next(one for one in reversed(SETUPS) if one.name == game)
        played = play_randomly(setup, 1).moments[-1][1]
        names = WIDE[: setup.seats]
        card = Scorecard(game, tuple(names), setup.game.sheet(played), 0, "2026-11-03")
        return SheetPage(card, main)

    return make


def _result(main):
    result = ResultSheet(main)
    worth = ["−123 points"] * 10
    result.show_result(tuple(range(1, 11)), worth, WIDE, 0, coin_flip=True)
    return result


def _honoured(main):
    result = ResultSheet(main)
    result.show_result(tuple(range(1, 8)), ["−123"] * 7, WIDE[:7], 0)
    result.show_honours(honours_text(["every-bid-made"]))
    return result


def _room(main):
    room = WaitingRoom(GAMES, FakeSession(), ChatLog())
    room.setParent(main)
    room.resize(main.size())
    chairs = [chair(name, here=at % 3 != 1) for at, name in enumerate(WIDE[:7])]
    room.show_lobby(lobby(*chairs, watchers=2, clock=30, missing=[WIDE[1]]), here=True)
    return room


def _banner(main):
    banner = Banner(main)
    sentence = tr("The match cannot be written down just now: {reason} Play goes on.")
    banner.tell(sentence, tr("Go on"))
    return banner


def _preferences(page):
    return lambda main: PreferencesDialog(Settings(), main, page)


WINDOWS = {
    **{f"new match of {game}": _new_match(game) for game in GAMES},
    **{f"sheet of {game}": _page(game) for game in GAMES},
    "unfinished": _unfinished,
    **{f"page {page} of the preferences": _preferences(page) for page in range(6)},
    "join": _join,
    "people": lambda main: PeopleDialog(_people(), main),
    "add a person": lambda main: AddPersonDialog(_people().persons, main),
    "code": lambda main: CodeDialog(WIDE[0], "K7M-2QX", ("192.168.1.5:40123",), main),
    "lay": lambda main: LayDialog(GAMES, LAY, main),
    "waiting room": _room,
    "chair": lambda main: ChairDialog((0, 1, 2), WIDE[:3], main),
    "about": AboutDialog,
    "abandon": abandon_question,
    "blank sheet": lambda main: BlankSheetDialog(GAMES, "rank", main),
    "kept by hand": lambda main: BlankWindow(BlankSheet.begin("master", WIDE[:4], {})),
    "program": ProgramDialog,
    "help": lambda main: HelpWindow(),
    "why": _why,
    "result": _result,
    "result with an honour": _honoured,
    "banner": _banner,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WINDOWS)
def test_windows(name, qtbot, monkeypatch, longer_language):
    found = {}
    for *size, share in SCREENS:
        write_large(share)
        screen = QRect(0, 0, *size)
        monkeypatch.setattr(QScreen, "availableSize", lambda _, screen=screen: screen.size())
        monkeypatch.setattr(QScreen, "availableGeometry", lambda _, screen=screen: screen)
        monkeypatch.setattr(window_geometry, "available", lambda _, screen=screen: screen)
        main = QWidget()
        qtbot.addWidget(main)
        main.resize(*size)
        main.show()
        window = WINDOWS[name](main)
        window.show()
        where = window if window.isWindow() else main
        for fault in opened_at(size, where):
            found.setdefault(fault, (*size, share))
        window.close() if window.isWindow() else window.hide()
        main.hide()
    assert not found, "\n".join(f"{fault}  at {where}" for fault, where in found.items())
