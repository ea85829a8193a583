"""Text fit of all pages and windows, at the smallest sizes and in long languages."""

import re
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QApplication, QWidget

from app.advice.finished_matches import play_match
from greenbaize.app.advice.thoughts import MoveQuery
from greenbaize.app.memory.replays import read_replay
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.sheets.manual_sheet import ManualSheet
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.app.tables.matches import OpenMatch, create_header
from greenbaize.app.tables.player_view import ReadOnlyView
from greenbaize.app.tables.unfinished_matches import UnfinishedMatch
from greenbaize.cards import ALL_CARDS
from greenbaize.games import GAMES
from greenbaize.lan.discovery import DiscoveredTable
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.messages import Message
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.help.about import AboutDialog
from greenbaize.ui.features.help.help_window import HelpWindow
from greenbaize.ui.features.history.replay_page import ReplayPage
from greenbaize.ui.features.network.chat import ChatLog
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.table_setup_dialog import TableSetupDialog
from greenbaize.ui.features.network.waiting_room import CodeDialog, WaitingRoomPage
from greenbaize.ui.features.people.people_dialogs import AddPersonDialog, PeopleDialog
from greenbaize.ui.features.preferences.preferences_dialog import PreferencesDialog
from greenbaize.ui.features.sheets.controller import BlankSheetWindow
from greenbaize.ui.features.sheets.sheet_dialogs import BlankSheetDialog
from greenbaize.ui.features.start.new_match import NewMatchDialog, ProgramDialog
from greenbaize.ui.match.honours import format_honours
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.resume_dialogs import SeatDialog, UnfinishedDialog
from greenbaize.ui.sheets.foolish_move import FoolishMoveDialog
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.sheets.sheet_window import SheetWindow
from greenbaize.ui.sheets.thoughts import ThoughtsDialog
from greenbaize.ui.sheets.trick_explanation import TrickExplanationDialog
from greenbaize.ui.shell.banner import Banner
from greenbaize.ui.table.speech_bubbles import NewsItem
from greenbaize.ui.widgets import window_geometry
from greenbaize.ui.widgets.dialog import make_abandon_dialog
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import LIGHT
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from match.random_matches import SETUPS, play_randomly
from ui.features.network.fake_session import TABLE_SETUP, FakeSession, make_chair, make_lobby
from ui.text_fit import find_text_faults, process_layouts

SIZES = ((624, 332), (900, 578))
"""Sizes of the table without menus (px): the minimum on 1280x800 at 200 %, and a larger one."""
GOLDEN_RECORDS = Path(__file__).parents[1] / "golden"
MAX_MOMENT_KINDS = 5
"""Maximum number of kinds of moments to measure per match."""
WIDE_NAMES = [f"{letter}{'W' * (24 - 1)}" for letter in "WVMABCDEFG"]


def set_text_scale(text_scale):
    """Set the text scale as the preferences do."""
    apply_text_scale(text_scale)
    apply_application_theme(LIGHT)


TABLE_CASES = [
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


class RandomMatch:
    """A match whose human seat plays randomly and without animations."""

    def __init__(self, game, players, options, *, watch):
        bots = [
            Opponent("random").create_header_player(name)
            for name in WIDE_NAMES[: players - (not watch)]
        ]
        people = [] if watch else [HeaderPlayer("You" + "W" * 21)]
        header = create_header(game, (*people, *bots), options, seed_from_text("fit"))
        self.match = OpenMatch.create(header)
        self.match_view = MatchView(self.match.player_view)
        self.match_view.animator.speed = 0
        self.match_view.side_column.offers_reviews = True
        self.random = Random(1)

    def moment_kind(self):
        """Return a key for the current kind of moment: one moment of each kind is measured."""
        match_view = self.match_view
        picture = match_view.player_view.game.picture(match_view.player_view.view)
        question = match_view.player_view.question
        notices = [element.code for element in picture.notices]
        has_news = any(
            isinstance(element, NewsItem) and element.isVisible()
            for element in match_view.scene.items()
        )
        sign_key = None if picture.sign is None else (picture.sign.message.code, picture.sign.suit)
        question_key = None if question is None else (question.kind, question.prompt.code)
        trick_count = min(2, len(picture.taken_tricks))
        return str((question_key, notices, has_news, sign_key, trick_count, min(picture.deal, 2)))

    def make_random_move(self):
        """Make the next random move; return whether there was one."""
        prompts, player_view = self.match_view.prompts, self.match_view.player_view
        if prompts.question is None:
            return False
        allowed = [answer for answer in player_view.question.answers if answer.refusal is None]
        command = self.random.choice(allowed).command
        prompts.choice_prompt.hide()
        prompts._clear_card_question()
        prompts._emit_command(command)
        return True

    def close(self):
        self.match_view.close_page()
        self.match.close()
        self.match_view.close()
        self.match_view.deleteLater()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "options"), TABLE_CASES, ids=[f"{game}-{n}" for game, n, _ in TABLE_CASES]
)
def test_table_texts_fit(game, players, options, longer_language):
    check_table_texts(game, players, options, watch=False)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "options"), [TABLE_CASES[index] for index in (4, 13)])
def test_table_texts_fit_in_english(game, players, options):
    check_table_texts(game, players, options, watch=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "options"), [TABLE_CASES[index] for index in (5, 9, 13)]
)
def test_table_texts_fit_in_russian(game, players, options, russian_language):
    check_table_texts(game, players, options, watch=False)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "players", "options"), [TABLE_CASES[index] for index in (1, 7, 12)]
)
def test_watched_table_texts_fit(game, players, options, longer_language):
    check_table_texts(game, players, options, watch=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "options"), [TABLE_CASES[index] for index in (2, 4, 10, 12)]
)
def test_table_texts_fit_in_large_text(game, players, options):
    set_text_scale(2.0)
    check_table_texts(game, players, options, watch=False, sizes=SIZES[1:])


def check_table_texts(game, players, options, *, watch, sizes=SIZES):
    """Play a match and measure all texts at each new kind of moment."""
    random_match = RandomMatch(game, players, options, watch=watch)
    match_view = random_match.match_view
    match_view.resize(*SIZES[1])
    match_view.show()
    match_view.begin_match()
    kinds = set()
    faults_by_text = {}
    for _ in range(400):
        QApplication.processEvents()
        kind = random_match.moment_kind()
        if kind not in kinds and not match_view.animator.is_busy:
            kinds.add(kind)
            for size in sizes:
                match_view.resize(*size)
                process_layouts(match_view)
                for fault in find_text_faults(match_view):
                    faults_by_text.setdefault(fault, f"{size} {kind}")
        continues = (
            match_view.animator.is_busy
            or random_match.make_random_move()
            or (watch and not match_view.player_view.is_over)
        )
        if not continues or len(kinds) >= MAX_MOMENT_KINDS:
            break
    random_match.close()
    assert not faults_by_text, "\n".join(
        f"{fault}  at {origin}" for fault, origin in faults_by_text.items()
    )
    assert kinds


@pytest.mark.long
@pytest.mark.parametrize(
    "record", ["damn-7", "master-4-ranked", "ass-6-ranked", "blackout-4", "rank-10"]
)
def test_replay_texts_fit(record, longer_language):
    """Replays have a bar below the table.

    On the lowest table the trump sign comes close to a plate, which hides nothing needed for a
    decision: a replay asks nothing. Column names may be elided.
    """
    replay_page = ReplayPage(read_replay(GOLDEN_RECORDS / f"{record}.jsonl"))
    replay_page.set_pace(0)
    replay_page.resize(*SIZES[1])
    replay_page.show()
    last = len(replay_page.replay.playback)
    faults_by_text = {}
    for moment in (0, last // 5, last // 2, last - 1, last):
        replay_page.go_to_moment(moment)
        for size in ((640, 350), SIZES[1]):
            replay_page.resize(*size)
            process_layouts(replay_page)
            assert (replay_page.width(), replay_page.height()) == size
            for fault in find_text_faults(replay_page):
                if not re.search(r"TrumpSignItem|shortened 'Bot \d'", fault):
                    faults_by_text.setdefault(fault, f"{size} {moment}")
    replay_page.close()
    replay_page.deleteLater()
    assert not faults_by_text, "\n".join(
        f"{fault}  at {origin}" for fault, origin in faults_by_text.items()
    )


# Windows and dialogs


SCREEN_CASES = ((640, 372, 1.0), (900, 600, 1.0), (900, 600, 2.0))
"""Available screen sizes (px) and text scales.

They are 1280x800 at 200 % without frame and panel, a small screen, and the same with large text.
"""


def window_faults(size, window):
    """Return the faults of a window limited to this size."""
    process_layouts(window)
    minimum_size = window.minimumSizeHint().expandedTo(window.minimumSize())
    found_faults = []
    if minimum_size.width() > size[0] or minimum_size.height() > size[1]:
        found_faults.append(f"asks for at least {minimum_size.width()}x{minimum_size.height()}")
    window.resize(window.size().boundedTo(QSize(*size)))
    process_layouts(window)
    return found_faults + find_text_faults(window)


class _LongNameFinder:
    """A table finder whose hosts have long names."""

    tables = (
        DiscoveredTable("W" * 24 + "'s table", "blackout", "192.168.199.199", 40123),
        DiscoveredTable("Ida's table", "master", "fe80::1234:5678:9abc:def0", 40123),
    )

    def close(self):
        pass


def _make_header(game, seats, human_count=1):
    players = [HeaderPlayer(name) for name in WIDE_NAMES[:human_count]]
    bots = [Opponent("easy").create_header_player(name) for name in WIDE_NAMES[human_count:seats]]
    return create_header(game, (*players, *bots), {}, seed_from_text("fit"))


def _make_unfinished_dialog(parent):
    unfinished_matches = [
        UnfinishedMatch(
            Path("x.jsonl"), _make_header(game, GAMES[game].seats[-1]), "20260301T140355"
        )
        for game in GAMES
    ]
    dialog = UnfinishedDialog(unfinished_matches, parent)
    dialog.show_error(tr("The last line of the record was cut short and was dropped."))
    return dialog


def _new_match_factory(game):
    def make_dialog(parent):
        seats = [{"who": "you", "name": WIDE_NAMES[0]}]
        seats += [{"who": "expert", "name": name} for name in WIDE_NAMES[1 : GAMES[game].seats[-1]]]
        settings = UserSettings(
            your_name=WIDE_NAMES[0], last_game=game, setups={game: {"seats": seats}}
        )
        return NewMatchDialog(GAMES, LEVEL_NAMES, settings, parent)

    return make_dialog


def _make_people_settings():
    settings = UserSettings(your_name=WIDE_NAMES[0], former=[*WIDE_NAMES[7:9]])
    for name in WIDE_NAMES[1:5]:
        settings.add_person(name)
    return settings


def _make_join_dialog(parent):
    dialog = JoinDialog(lambda changed: _LongNameFinder(), WIDE_NAMES[0], parent)  # type: ignore[arg-type]
    dialog.offer_persons(WIDE_NAMES[:3])
    dialog.show_error(tr("Choose a table above, or type its address."))
    return dialog


def _make_why_dialog(parent):
    messages = [Message("trick-taken", {"seat": 0}, "beats.md 2c")] * 3
    explained_cards = [(card, seat, messages) for seat, card in enumerate(ALL_CARDS[:7])]
    return TrickExplanationDialog(
        explained_cards,
        WIDE_NAMES,
        Speaker(WIDE_NAMES),
        (f"{WIDE_NAMES[0]} takes the trick.", ""),
        parent,
    )


class _HistoryView(ReadOnlyView):
    """A view with all events of a match."""

    def __init__(self, history):
        super().__init__(history.game, history.header, None)
        self._events = history._events

    @property
    def record_events(self):
        return self._events


def _make_thoughts_dialog(parent):
    dialog = ThoughtsDialog(_HistoryView(play_match("master")), MoveQuery(), parent)
    dialog._show_paragraphs([f"{WIDE_NAMES[0]} had 9 choices. " * 6])
    return dialog


def _make_foolish_dialog(parent):
    history = play_match("master")
    move = history.deals[0].moves[5]
    return FoolishMoveDialog(history, move, None, WIDE_NAMES, parent)


def _sheet_page_factory(game):
    def make_page(parent):
        setup = next(candidate for candidate in reversed(SETUPS) if candidate.name == game)
        final_state = play_randomly(setup, 1).moments[-1][1]
        names = WIDE_NAMES[: setup.seats]
        card = Scorecard(game, tuple(names), setup.game.sheet(final_state), 0, "2026-11-03")
        return SheetWindow(card, parent)

    return make_page


def _make_result(parent):
    result = ResultPanel(parent)
    score_texts = ["−123 points"] * 10
    result.show_result(tuple(range(1, 11)), score_texts, WIDE_NAMES, 0, coin_flip=True)
    return result


def _make_result_with_honour(parent):
    result = ResultPanel(parent)
    result.show_result(tuple(range(1, 8)), ["−123"] * 7, WIDE_NAMES[:7], 0)
    result.show_honours(format_honours(["every-bid-made"]))
    return result


def _make_waiting_room(parent):
    room = WaitingRoomPage(GAMES, FakeSession(), ChatLog())
    room.setParent(parent)
    room.resize(parent.size())
    table_seats = [
        make_chair(name, here=index % 3 != 1) for index, name in enumerate(WIDE_NAMES[:7])
    ]
    room.show_lobby(
        make_lobby(*table_seats, watchers=2, clock=30, missing=[WIDE_NAMES[1]]), is_connected=True
    )
    return room


def _make_banner(parent):
    banner = Banner(parent)
    sentence = tr("The match cannot be written down just now: {reason} Play goes on.")
    banner.show_sentence(sentence, tr("Go on"))
    return banner


def _preferences_factory(page):
    return lambda main: PreferencesDialog(UserSettings(), main, page)


WINDOW_FACTORIES = {
    **{f"new match of {game}": _new_match_factory(game) for game in GAMES},
    **{f"sheet of {game}": _sheet_page_factory(game) for game in GAMES},
    "unfinished": _make_unfinished_dialog,
    **{f"page {page} of the preferences": _preferences_factory(page) for page in range(6)},
    "join": _make_join_dialog,
    "people": lambda main: PeopleDialog(_make_people_settings(), main),
    "add a person": lambda main: AddPersonDialog(_make_people_settings().persons, main),
    "code": lambda main: CodeDialog(WIDE_NAMES[0], "K7M-2QX", ("192.168.1.5:40123",), main),
    "lay": lambda main: TableSetupDialog(GAMES, TABLE_SETUP, main),
    "waiting room": _make_waiting_room,
    "chair": lambda main: SeatDialog((0, 1, 2), WIDE_NAMES[:3], main),
    "about": AboutDialog,
    "abandon": make_abandon_dialog,
    "blank sheet": lambda main: BlankSheetDialog(GAMES, "rank", main),
    "kept by hand": lambda main: BlankSheetWindow(
        ManualSheet.create("master", tuple(WIDE_NAMES[:4]), {})
    ),
    "program": ProgramDialog,
    "help": lambda main: HelpWindow(),
    "why": _make_why_dialog,
    "thoughts": _make_thoughts_dialog,
    "foolish move": _make_foolish_dialog,
    "result": _make_result,
    "result with an honour": _make_result_with_honour,
    "banner": _make_banner,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WINDOW_FACTORIES)
def test_window_texts_fit(name, qtbot, monkeypatch, longer_language):
    faults_by_text = {}
    for *size, text_scale in SCREEN_CASES:
        set_text_scale(text_scale)
        screen = QRect(0, 0, *size)
        monkeypatch.setattr(QScreen, "availableSize", lambda _, screen=screen: screen.size())
        monkeypatch.setattr(QScreen, "availableGeometry", lambda _, screen=screen: screen)
        monkeypatch.setattr(window_geometry, "available_screen", lambda _, screen=screen: screen)
        parent = QWidget()
        qtbot.addWidget(parent)
        parent.resize(*size)
        parent.show()
        window = WINDOW_FACTORIES[name](parent)
        window.show()
        origin = window if window.isWindow() else parent
        for fault in window_faults(size, origin):
            faults_by_text.setdefault(fault, (*size, text_scale))
        window.close() if window.isWindow() else window.hide()
        parent.hide()
    assert not faults_by_text, "\n".join(
        f"{fault}  at {origin}" for fault, origin in faults_by_text.items()
    )
