"""A resumed match looks as if it had never been left, at any moment."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest

from greenbaize.app.tables.matches import OpenMatch
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.rules.events import Dealt, TrickTaken
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.sheets.why import WhyDialog
from match.playing import Played, Setup, play_randomly, record_of
from ui.put_up import put_up
from ui.table.seen import check_mirror

SEATS = {name: game.seats[len(game.seats) // 2] for name, game in GAMES.items()}
TRICKS = [
    name
    for name, game in GAMES.items()
    if any(issubclass(event, TrickTaken) for event in game.events)
]
MOST = 4
"""Maximum number of moments of each kind to resume from."""

GoneOn = Callable[[Played, int], MatchView]


@pytest.fixture
def gone_on(qtbot, application, tmp_path):
    """Return a function that resumes a match after some of its events, at the first seat."""
    laid = []

    def go_on(played, moment):
        sitters = (Player("Ida"), *played.header.sitters[1:])
        path = tmp_path / f"{len(laid)}.jsonl"
        header = replace(played.header, sitters=sitters)
        path.write_bytes(record_of(header, played.events[:moment]))
        match = OpenMatch.resume(path)
        playing = MatchView(match.place)
        playing.motion.speed = 0.0
        put_up(qtbot, playing, 1000, 700)
        laid.append((playing, match))
        playing.begin()
        return playing

    yield go_on
    for playing, match in laid:
        playing.leave()
        match.close()


def asked(played, *, dealt):
    """Yield the event counts after which the first seat has a question and no trick is taken."""
    game = played.game
    for moment, (_, state) in enumerate(played.moments, 1):
        picture = game.picture(state)
        if bool(picture.deal) == dealt and not picture.taken and game.question(state, 0):
            yield moment


def last(events, kind):
    """Return the index of the last event of a type, or -1."""
    return max((at for at, one in enumerate(events) if isinstance(one, kind)), default=-1)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_all_plates_are_there_at_its_first_moments(gone_on, name):
    played = play_randomly(Setup(name, SEATS[name], {}), 1)
    first = next(at for at, one in enumerate(played.events) if isinstance(one, Dealt))
    for moment in {*range(first + 2), *islice(asked(played, dealt=False), MOST)}:
        playing = gone_on(played, moment)
        assert all(plate.isVisible() for plate in playing.scene.plates)
        check_mirror(playing.scene, played.game.picture(playing.place.view))
        names = [plate.text.name for plate in playing.scene.plates if plate.text is not None]
        assert names[1:] == [sitter.name for sitter in played.header.sitters[1:]]


@pytest.mark.slow
@pytest.mark.parametrize("name", TRICKS)
def test_the_last_trick_of_the_deal_before_is_there(gone_on, name):
    played = play_randomly(Setup(name, SEATS[name], {}), 1)
    found = [one for one in asked(played, dealt=True) if last(played.events[:one], TrickTaken) > 0]
    assert found
    for moment in found[:MOST]:
        playing = gone_on(played, moment)
        taken = played.events[last(played.events[:moment], TrickTaken)]
        assert isinstance(taken, TrickTaken)
        slip = playing.side.last_trick
        name = playing.place.header.sitters[taken.seat].name
        assert slip.accessibleName().startswith(f"{name} took it with")
        slip.why_button.click()
        (dialog,) = playing.findChildren(WhyDialog)
        assert len(dialog.links) == SEATS[played.game.name]
        dialog.reject()
