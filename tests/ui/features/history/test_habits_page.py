"""Page of habits: what it says, and where its links lead."""

from app.coach.reviewed_matches import make_match, make_mistake
from greenbaize.games import GAMES
from greenbaize.ui.features.history.habits_page import HabitsPage
from greenbaize.ui.shell.navigation import ExercisesRoute, ReplayRoute

WORTHS = (({"type": "bid", "seat": 0, "tricks": 0}, 1.0, 0.1),)


def show_page(qtbot, matches):
    page, routes = HabitsPage(), []
    qtbot.addWidget(page)
    page.route_requested.connect(routes.append)
    page.show_habits(GAMES["damn"], matches)
    return page, routes


def make_matches(count, **fields):
    mistake = make_mistake("bid-high", 9.0, worths=WORTHS)
    return [make_match(count - number, [mistake], **fields) for number in range(count)]


def test_too_few_matches_are_counted(qtbot):
    page, _ = show_page(qtbot, make_matches(2))
    assert page.text == (
        "Reviewed: 2 matches with 80 choices. Practice and matches with hints are left out here, "
        "as are reviews that you open. It takes about 3 more reviewed matches before "
        "anything can be said that is not chance.\n2 exercises from your matches"
    )
    assert len(page.links) == 1


def test_a_habit_has_its_cost_moments_and_exercises(qtbot):
    page, routes = show_page(qtbot, make_matches(6, avoided={"bid-low": 9}))
    assert "Bids too high" in page.text
    assert "It costs you 9.0 points a match, give or take 3.7." in page.text
    assert "So it was in 54 of 54 cases." in page.text
    assert page.links[0].text().endswith("deal 1: 9.0 points given away")
    page.links[0].click()
    page.links[-1].click()
    assert isinstance(routes[0], ReplayRoute)
    assert routes[0].moment == 3
    assert routes[1] == ExercisesRoute("damn", is_own=True, kind="bid-high")


def test_no_habit_is_said_in_words_and_waiting_matches_are_named(qtbot):
    matches = [make_match(number) for number in range(6, 0, -1)]
    matches.append(make_match(9, deal_count=3))
    page, _ = show_page(qtbot, matches)
    assert "Nothing that you do often costs you more" in page.text
    assert "1 more is reviewed while nothing else is going on." in page.text
    page.show_habits(GAMES["damn"], [])
    assert page.text.startswith("Reviewed: 0 matches with 0 choices.")
