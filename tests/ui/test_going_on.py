"""A resumed match looks as if it had never been left, at any moment."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest

from greenbaize.app.tables.matches import OpenMatch
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.events import CardsDealt, TrickTaken
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.sheets.trick_explanation import TrickExplanationDialog
from match.random_matches import GameSetup, PlayedMatch, encode_record, play_randomly
from ui.show_widget import show_widget
from ui.table.table_checks import check_table_shows

SEAT_COUNTS = {name: game.seats[len(game.seats) // 2] for name, game in GAMES.items()}
TRICK_GAMES = [
    name
    for name, game in GAMES.items()
    if any(issubclass(event, TrickTaken) for event in game.event_classes)
]
MAX_MOMENTS = 4
"""Maximum number of moments of each kind to resume from."""

MatchResumer = Callable[[PlayedMatch, int], MatchView]


@pytest.fixture
def resume_at(qtbot, application, tmp_path):
    """Return a function that resumes a match after some of its events, at the first seat."""
    open_matches = []

    def resume_match(finished_match, moment):
        players = (HeaderPlayer("Ida"), *finished_match.header.players[1:])
        path = tmp_path / f"{len(open_matches)}.jsonl"
        header = replace(finished_match.header, players=players)
        path.write_bytes(encode_record(header, finished_match.events[:moment]))
        match = OpenMatch.resume(path)
        match_view = MatchView(match.player_view)
        match_view.animator.speed = 0.0
        show_widget(qtbot, match_view, 1000, 700)
        open_matches.append((match_view, match))
        match_view.begin_match()
        return match_view

    yield resume_match
    for match_view, match in open_matches:
        match_view.close_page()
        match.close()


def question_moments(finished_match, *, is_dealt):
    """Yield the event counts after which the first seat has a question and no trick is taken."""
    game = finished_match.game
    for moment, (_, state) in enumerate(finished_match.moments, 1):
        picture = game.picture(state)
        if bool(picture.deal) == is_dealt and not picture.taken_tricks and game.question(state, 0):
            yield moment


def last_index(events, event_class):
    """Return the index of the last event of a type, or -1."""
    return max(
        (index for index, event in enumerate(events) if isinstance(event, event_class)), default=-1
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_all_plates_are_visible_at_the_first_moments(resume_at, name):
    finished_match = play_randomly(GameSetup(name, SEAT_COUNTS[name], {}), 1)
    first = next(
        index for index, event in enumerate(finished_match.events) if isinstance(event, CardsDealt)
    )
    for moment in {
        *range(first + 2),
        *islice(question_moments(finished_match, is_dealt=False), MAX_MOMENTS),
    }:
        match_view = resume_at(finished_match, moment)
        assert all(plate.isVisible() for plate in match_view.scene.plates)
        check_table_shows(
            match_view.scene, finished_match.game.picture(match_view.player_view.view)
        )
        names = [plate.text.name for plate in match_view.scene.plates if plate.text is not None]
        assert names[1:] == [player.name for player in finished_match.header.players[1:]]


@pytest.mark.slow
@pytest.mark.parametrize("name", TRICK_GAMES)
def test_last_trick_of_the_previous_deal_is_shown(resume_at, name):
    finished_match = play_randomly(GameSetup(name, SEAT_COUNTS[name], {}), 1)
    moments = [
        event_count
        for event_count in question_moments(finished_match, is_dealt=True)
        if last_index(finished_match.events[:event_count], TrickTaken) > 0
    ]
    assert moments
    for moment in moments[:MAX_MOMENTS]:
        match_view = resume_at(finished_match, moment)
        trick_event = finished_match.events[last_index(finished_match.events[:moment], TrickTaken)]
        assert isinstance(trick_event, TrickTaken)
        trick_panel = match_view.side_column.last_trick_panel
        name = match_view.player_view.header.players[trick_event.seat].name
        assert trick_panel.accessibleName().startswith(f"{name} took it with")
        trick_panel.why_button.click()
        (dialog,) = match_view.findChildren(TrickExplanationDialog)
        assert len(dialog.rule_links) == SEAT_COUNTS[finished_match.game.name]
        dialog.reject()
