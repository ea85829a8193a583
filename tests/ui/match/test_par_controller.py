"""Par beside a match: it appears where results are shown, once a deal is over."""

import sys

import pytest
from PySide6.QtCore import Qt

from greenbaize.app.memory import history_indexer
from greenbaize.app.memory.par_memory import load_pars
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.store import folders
from greenbaize.store.settings import UserSettings
from greenbaize.ui.match import par_controller
from greenbaize.ui.match.par_controller import ParController
from ui.match.test_result_controller import play_to_end
from ui.table.person import wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def queued_jobs(monkeypatch):
    """Let par be played by nobody; return the queued jobs."""
    jobs = []
    monkeypatch.setattr(ParController, "enqueue_job", lambda self, job: jobs.append(job))
    return jobs


def watch_par(person):
    """Watch par although the computer players share the window's process."""
    person.wait_for_turn()
    services = person.facade.services
    services.launcher.separate_processes = True
    par_controller.watch_par(services, person.match_view)
    return person.match_view.par


def report_par(par, deal, own, result, strokes):
    par.par_played.emit(
        {
            "match": "0" * 32,
            "deal": deal,
            "seat": par._match_view.player_view.seat,
            "level": "hard",
            "program": "1",
            "made": "20260101T100000",
            "own": [own],
            "par": [result],
            "strokes": [strokes],
            "parting": 5,
        }
    )


def play_deals(person, count):
    """Play until the results of some deals have been shown."""
    shown_deals = []
    person.match_view.deal_shown.connect(shown_deals.append)
    rules = person.match_view.player_view.game
    while len(shown_deals) < count and person.wait_for_turn():
        view = person.match_view.player_view
        person.match_view.prompts.command_chosen.emit(rules.legal(view.view, view.seat)[0])
    wait_until(lambda: len(shown_deals) >= count)


def open_match(open_program, players=3, **options):
    options = options or {"deals": 3}
    return open_program(PlayRequest(game="damn", players=players, options=options, seed="ab" * 16))


def test_a_process_plays_par_once_the_deal_is_over(open_program):
    settings = UserSettings.load()
    settings.par = "medium"
    settings.save()
    person = open_program(
        PlayRequest(game="damn", players=3, options={"deals": 1}, seed="ab" * 16), apart=True
    )
    person.wait_for_turn()
    par = person.match_view.par
    assert par.level == "medium"
    assert not folders.pars_path().exists()
    play_deals(person, 1)
    wait_until(lambda: par.known_pars)
    header = person.match_view.player_view.header
    assert load_pars(header, "medium") == par.known_pars


def test_par_of_a_deal_is_shown_below_the_sheet_and_in_its_row(open_program, queued_jobs):
    person = open_match(open_program)
    par = watch_par(person)
    line = person.match_view.side_column.sheet_panel.par_line
    assert not line.isVisible()
    play_deals(person, 1)
    assert [job.args[2] for job in queued_jobs] == [1]
    assert line.text_label.text() == "Deal 1 · Hard is still playing your cards…"
    height = person.match_view.side_column.sheet_panel.preferred_height()
    report_par(par, 1, 8, 21, -13)
    assert line.text_label.text() == "Deal 1 · Hard with your cards: 21"
    assert person.match_view.side_column.sheet_panel.preferred_height() == height
    model = person.match_view.side_column.sheet_panel.table.model()
    seat = person.match_view.player_view.seat
    tooltip = model.index(0, seat).data(Qt.ItemDataRole.ToolTipRole)
    assert "Hard with your cards: 21." in tooltip
    spoken = model.index(0, seat).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Hard with your cards: 21." in spoken
    other = model.index(0, (seat + 1) % 3).data(Qt.ItemDataRole.ToolTipRole)
    assert "Hard" not in other


def test_nothing_of_par_is_shown_before_the_deals_result(open_program, queued_jobs):
    person = open_match(open_program)
    par = watch_par(person)
    report_par(par, 1, 8, 21, -13)
    assert par.known_pars == {}
    assert not person.match_view.side_column.sheet_panel.par_line.isVisible()
    assert person.match_view.side_column._par_texts == ()


def test_the_result_of_the_match_has_the_sums_and_counts(open_program, queued_jobs):
    person, ending = play_to_end(open_program, deals=2, prepare=watch_par)
    par, line = person.match_view.par, ending.result_panel.par_line
    assert len(queued_jobs) == 2
    assert line.text_label.text().startswith("Hard is still playing your cards…")
    geometry = ending.result_panel.geometry()
    report_par(par, 1, 8, 21, -13)
    assert line.text_label.text().startswith("Hard is still playing your cards…")
    report_par(par, 2, 30, 10, 20)
    assert line.text_label.text() == (
        "You: 38 · Hard with your cards: 31\nDeals better than par: 1, equal: 0, worse: 1"
    )
    assert ending.result_panel.geometry() == geometry
    assert "Hard with your cards: 31" in ending.result_panel._spoken_standings
    requested_deals = []
    par.playback_requested.connect(requested_deals.append)
    person.click(line.link)
    assert requested_deals == [1]


def test_a_deal_that_has_no_par_says_so(open_program, queued_jobs):
    person = open_match(open_program)
    par = watch_par(person)
    play_deals(person, 1)
    par.play_finished.emit()
    text = person.match_view.side_column.sheet_panel.par_line.text_label.text()
    assert text == "Deal 1 · There is no par of this deal: somebody else acted for you."


def test_par_that_could_not_be_played_is_tried_again_after_the_next_deal(
    monkeypatch, open_program, queued_jobs
):
    person = open_match(open_program)
    par = watch_par(person)
    line = person.match_view.side_column.sheet_panel.par_line.text_label
    play_deals(person, 1)
    with monkeypatch.context() as broken:
        broken.setattr(history_indexer, "build_own_command", lambda _: [sys.executable, "-c", ""])
        queued_jobs.pop()(
            history_indexer.HistoryIndexer(),
            lambda name, *values: getattr(par, name).emit(*values),
        )
    assert line.text() == "Deal 1 · Par could not be reckoned."
    play_deals(person, 1)
    assert [job.args[2] for job in queued_jobs] == [2, None]
    assert line.text() == "Deal 2 · Hard is still playing your cards…"
    report_par(par, 1, 8, 21, -13)
    report_par(par, 2, 30, 10, 20)
    par.play_finished.emit()
    assert par.known_pars.keys() == {1, 2}


def test_nobody_plays_par_for_those_who_do_not_want_it(open_program):
    settings = UserSettings.load()
    settings.par = "none"
    settings.save()
    assert watch_par(open_match(open_program)) is None


def test_leaving_the_table_ends_the_process(open_program, queued_jobs):
    person = open_match(open_program)
    par = watch_par(person)
    person.match_view.detach_table()
    assert par._is_closed
    assert par._on_event not in person.match_view.player_view._listeners


def test_the_deal_played_back_is_the_dearest_and_of_equal_ones_the_latest(
    open_program, queued_jobs
):
    person = open_match(open_program)
    par = watch_par(person)
    play_deals(person, 3)
    # They arrive in another order: the latest deal is not the one that is known last.
    for deal, strokes in ((3, -5), (1, 2), (2, -5)):
        report_par(par, deal, 0, -strokes, strokes)
    assert par._dearest_deal == 3
    report_par(par, 2, 0, 6, -6)
    assert par._dearest_deal == 2


def test_the_whole_sheet_of_a_match_says_why_par_failed(open_program, queued_jobs):
    person = open_match(open_program)
    par = watch_par(person)
    play_deals(person, 1)
    person.facade.services.actions["sheet"].trigger()
    sheet = person.facade.sheets.sheet_page
    par.play_failed.emit(1, "Par could not be reckoned.")
    assert not sheet.par_note.isVisible()
    sheet.par_checkbox.click()
    assert sheet.par_note.text() == "Par could not be reckoned."
    assert sheet.par_note.isVisible()
    report_par(par, 1, 8, 21, -13)
    assert not sheet.par_note.isVisible()
