"""Reviews in the background: only while nothing else is going on, and stopped at once."""

import pytest

from greenbaize.match.header import match_identity
from greenbaize.store import folders
from greenbaize.store.coached_deals import COACH_NAME, COACHED_DEALS, CoachedDeal, Mistake
from greenbaize.ui.features.coach import coach_controller
from greenbaize.ui.features.coach.coach_controller import CoachQueue
from greenbaize.ui.shell.navigation import DefaultMatchRoute, StartRoute
from ui.match.test_result_controller import play_to_end
from ui.table.person import wait_until

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def started_jobs(monkeypatch):
    """Let nothing be reviewed, and nothing be waited for; return the jobs."""
    jobs = []
    monkeypatch.setattr(CoachQueue, "enqueue_job", lambda self, job: jobs.append(job))
    monkeypatch.setattr(coach_controller, "IDLE_DELAY_MS", 0)
    return jobs


def start_coach(person):
    """Start the coach although the computer players share the window's process."""
    person.facade.services.launcher.separate_processes = True
    features = person.facade.features
    features.start_coach()
    return features.coach


def test_reviews_begin_on_the_first_screen_and_stop_when_a_match_does(open_program, started_jobs):
    person = open_program()
    coach = start_coach(person)
    wait_until(lambda: started_jobs)
    assert coach.is_reviewing
    person.facade.services.launcher.separate_processes = False
    person.facade.services.navigate(DefaultMatchRoute())
    assert not coach.is_reviewing
    assert not coach.may_review


def test_reviews_wait_while_a_match_is_played_and_follow_its_end(open_program, started_jobs):
    coaches = []

    def prepare(person):
        coaches.append(start_coach(person))
        assert not coaches[0].may_review

    play_to_end(open_program, prepare=prepare)
    wait_until(lambda: started_jobs)
    assert coaches[0].is_reviewing


def test_the_preference_stops_reviews_at_once(open_program, started_jobs):
    person = open_program()
    coach = start_coach(person)
    wait_until(lambda: started_jobs)
    person.facade.services.settings.change_setting("reviews_deals", False)
    assert not coach.is_reviewing
    person.facade.services.settings.change_setting("reviews_deals", True)
    wait_until(lambda: coach.is_reviewing)


def test_closing_the_window_ends_the_reviews(open_program, started_jobs):
    person = open_program()
    coach = start_coach(person)
    wait_until(lambda: started_jobs)
    person.facade.window.close()
    assert not coach.is_reviewing


def test_nothing_is_begun_again_once_all_is_reviewed(open_program, started_jobs):
    person = open_program()
    coach = start_coach(person)
    wait_until(lambda: started_jobs)
    coach._queue.review_finished.emit()
    person.facade.services.navigate(StartRoute())
    assert not coach.is_reviewing
    assert len(started_jobs) == 1


def test_one_window_of_several_reviews_and_another_takes_over(open_program, started_jobs):
    first, second = (start_coach(open_program()) for _ in range(2))
    wait_until(lambda: started_jobs)
    working, waiting = (first, second) if first.is_reviewing else (second, first)
    for _ in range(3):
        waiting._start_review()
    assert not waiting.is_reviewing
    assert len(started_jobs) == 1
    working._queue.review_finished.emit()
    wait_until(lambda: waiting.is_reviewing)
    assert not working.is_reviewing
    waiting.stop_review()
    assert not list(folders.coach_path().parent.glob("*.review.lock"))


def test_reviews_go_on_where_nothing_can_be_locked(open_program, started_jobs, monkeypatch):
    def refuse(_):
        raise PermissionError

    monkeypatch.setattr(coach_controller.LockedFile, "try_lock", refuse)
    coach = start_coach(open_program())
    wait_until(lambda: coach.is_reviewing)


def test_moments_that_another_window_found_are_told_too(open_program, started_jobs):
    person, _ = play_to_end(open_program, prepare=start_coach)
    wait_until(lambda: started_jobs)
    write_review(person.match_view.player_view, 1)
    person.facade.features.coach._queue.review_finished.emit()
    link = person.match_view.result_controller.result_panel.moments_link
    assert link.text() == "One moment worth a look"


def write_review(view, count, adviser=COACH_NAME):
    mistake = Mistake(3, "bid-high", 4.0, 0.1, (({"type": "bid"}, 1.0, 0.1),))
    deal = CoachedDeal(
        match=match_identity(view.header),
        deal=1,
        seat=view.seat,
        adviser=adviser,
        made="20260101T100000",
        choices=4,
        mistakes=(mistake,) * count,
    )
    COACHED_DEALS.write_result(folders.coach_path(), deal)


@pytest.mark.parametrize(
    ("count", "text"), [(0, ""), (1, "One moment worth a look"), (2, "2 moments worth a look")]
)
def test_a_quiet_line_leads_from_the_result_to_the_exercises(
    open_program, started_jobs, count, text
):
    person, _ = play_to_end(open_program, prepare=start_coach)
    coach = person.facade.features.coach
    wait_until(lambda: started_jobs)
    view = person.match_view.player_view
    write_review(view, 3, adviser="coach 0")  # to be made again
    if count:
        write_review(view, count)
    link = person.match_view.result_controller.result_panel.moments_link
    assert link.isHidden()
    coach._queue.deal_reviewed.emit(match_identity(view.header), 0)
    assert link.isHidden() == (not count)
    assert link.text() == text
    if count:
        link.click()
        exercises = person.facade.window_manager.exercises
        assert exercises.source_combo.currentText() == "My matches"
        assert exercises.game_combo.currentData() == "damn"
