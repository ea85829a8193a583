"""The sentence in the middle of a table-only display that explains the last trick."""

import pytest

from greenbaize.app.tables.reading_times import SCORE_S
from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.rules.events import CardPlayed, TrickTaken
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message
from greenbaize.ui.match.trick_line import READ_MS, read_from_afar, reason_of
from greenbaize.ui.table.pace import Pace
from ui.table.person import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Told:
    """A game whose trick explanation is fixed."""

    def __init__(self, *told):
        self.told = told

    def explain_trick(self, view, trick):
        return tuple((seat, (message,)) for seat, message in self.told)


TRICK = Trick(1, (Card.of("6D"), Card.of("8D"), Card.of("KD")))
LEADS, BEATS = Message("leads"), Message("beats", {"card": Card.of("8D")})
BACK = Message("taken-back", {"seat": 1})


def test_the_reason_is_what_the_takers_card_did():
    game = Told((1, LEADS), (2, BEATS), (0, Message("follows")))
    assert reason_of(game, None, 2, TRICK) == BEATS


def test_that_a_card_was_led_is_no_reason_unless_the_trick_came_back():
    assert (
        reason_of(Told((1, LEADS), (2, Message("no")), (0, Message("no"))), None, 1, TRICK) is None
    )
    assert reason_of(Told((1, LEADS), (2, BEATS), (0, BACK)), None, 1, TRICK) == BACK


def test_games_without_tricks_give_none():
    assert reason_of(Told(), None, 1, TRICK) is None


@pytest.mark.parametrize("game", [name for name in GAMES if name != "rank"])
def test_it_stands_from_a_full_trick_to_the_next_card(laid, game):
    person = laid(game, GAMES[game].seats[0], table_only=True, watch=True)
    playing, heard = person.playing, []

    def note(event, view):
        if isinstance(event, TrickTaken | CardPlayed):
            line, shown = playing.line, playing.scene.line.words
            assert shown in (line.words, line.reason)
            heard.append((event, line.words))

    playing.stage.shown.connect(note)
    playing.begin()
    until(lambda: sum(isinstance(event, TrickTaken) for event, _ in heard) > 3)
    for event, words in heard:
        if isinstance(event, TrickTaken):
            assert playing.scene.names[event.seat] in words
        else:
            assert not words


def test_nobody_is_waited_for_and_all_have_time_to_read():
    pace = read_from_afar(Pace(trick_ms=600, waits=True, last_card=True))
    assert pace == Pace(trick_ms=READ_MS, score_ms=1000 * SCORE_S, last_card=True)
    assert read_from_afar(Pace(trick_ms=9000)).trick_ms == 9000


def test_without_room_for_more_the_reason_alone_is_said(laid):
    playing = laid("master", 4, table_only=True, watch=True, size=(1280, 772)).playing
    line, shown = playing.line, playing.scene.line
    line.reason = "Q♦ has the rank of the card led and beats Q♥."
    line.words = f"Mila: {line.reason}"
    line.refresh()
    assert shown.words == line.words
    line.words = f"Boris Vladimirovich Sokolov-Mikitov takes the trick and all in it. {line.reason}"
    line.refresh()
    assert shown.words == line.reason
