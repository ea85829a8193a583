"""The sentence in the middle of a table-only display that explains the last trick."""

import pytest

from greenbaize.app.tables.reading_times import SCORE_DISPLAY_S
from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.rules.events import CardPlayed, TrickTaken
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message
from greenbaize.ui.match.trick_line import MIN_TRICK_MS, pace_for_onlookers, trick_reason
from greenbaize.ui.table.pace import TablePace
from ui.table.person import wait_until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class FakeTrickExplainer:
    """A game whose trick explanation is fixed."""

    def __init__(self, *reasons):
        self.reasons = reasons

    def explain_trick(self, view, trick):
        return tuple((seat, (message,)) for seat, message in self.reasons)


TRICK = Trick(1, (Card.of("6D"), Card.of("8D"), Card.of("KD")))
LEADS_MESSAGE, BEATS_MESSAGE = Message("leads"), Message("beats", {"card": Card.of("8D")})
RETURNED_MESSAGE = Message("taken-back", {"seat": 1})


def test_reason_is_the_effect_of_the_takers_card():
    game = FakeTrickExplainer((1, LEADS_MESSAGE), (2, BEATS_MESSAGE), (0, Message("follows")))
    assert trick_reason(game, None, 2, TRICK) == BEATS_MESSAGE  # type: ignore[arg-type]


def test_leading_is_no_reason_unless_the_trick_came_back():
    assert (
        trick_reason(
            FakeTrickExplainer((1, LEADS_MESSAGE), (2, Message("no")), (0, Message("no"))),  # type: ignore[arg-type]
            None,
            1,
            TRICK,
        )
        is None
    )
    assert (
        trick_reason(
            FakeTrickExplainer((1, LEADS_MESSAGE), (2, BEATS_MESSAGE), (0, RETURNED_MESSAGE)),  # type: ignore[arg-type]
            None,
            1,
            TRICK,
        )
        == RETURNED_MESSAGE
    )


def test_games_without_tricks_give_none():
    assert trick_reason(FakeTrickExplainer(), None, 1, TRICK) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "rank"])
def test_trick_line_is_shown_from_a_full_trick_to_the_next_card(open_match, game):
    person = open_match(game, GAMES[game].seats[0], table_only=True, watch=True)
    match_view, shown_lines = person.match_view, []

    def record_line(event, view):
        if isinstance(event, TrickTaken | CardPlayed):
            line, shown_text = match_view.status_line, match_view.scene.status_line.text
            assert shown_text in (line.sentence, line.reason)
            shown_lines.append((event, line.sentence))

    match_view.stage.event_finished.connect(record_line)
    match_view.begin_match()
    wait_until(lambda: sum(isinstance(event, TrickTaken) for event, _ in shown_lines) > 3)
    for event, line_text in shown_lines:
        if isinstance(event, TrickTaken):
            assert match_view.scene.names[event.seat] in line_text
        else:
            assert not line_text


def test_pace_on_a_shared_screen_has_reading_time_and_no_pauses():
    pace = pace_for_onlookers(TablePace(trick_ms=600, waits_for_click=True, plays_last_card=True))
    assert pace == TablePace(
        trick_ms=MIN_TRICK_MS, score_ms=1000 * SCORE_DISPLAY_S, plays_last_card=True
    )
    assert pace_for_onlookers(TablePace(trick_ms=9000)).trick_ms == 9000


def test_only_the_reason_is_shown_when_the_text_does_not_fit(open_match):
    match_view = open_match("master", 4, table_only=True, watch=True, size=(1280, 772)).match_view
    line, line_item = match_view.status_line, match_view.scene.status_line
    line.reason = "Q♦ has the rank of the card led and beats Q♥."
    line.sentence = f"Mila: {line.reason}"
    line.refresh()
    assert line_item.text == line.sentence
    line.sentence = (
        f"Boris Vladimirovich Sokolov-Mikitov takes the trick and all in it. {line.reason}"
    )
    line.refresh()
    assert line_item.text == line.reason
