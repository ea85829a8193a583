"""The own deal and par's side by side, from the decision where they part."""

import pytest
from PySide6.QtCore import Qt

from app.test_par import SEAT, continue_deals, create_damn_match
from greenbaize.app.par import play_par_deals
from greenbaize.rules.events import DealScored
from greenbaize.ui.features.history.par_replay import ParReplayWindow
from greenbaize.ui.shell.navigation import ParReplayRoute
from match.random_matches import encode_record
from ui.table.person import wait_until

LEVEL = "medium"


@pytest.fixture(scope="module")
def match():
    header, _ = create_damn_match(1)
    events = continue_deals(header, "random", deals=4)
    return header, events, list(play_par_deals(header, events, LEVEL))


@pytest.fixture
def open_window(qtbot, tmp_path, match, application):
    header, events, _ = match
    path = tmp_path / "match.jsonl"
    path.write_bytes(encode_record(header, events))

    def open_deal(deal):
        window = ParReplayWindow(ParReplayRoute(path, deal), LEVEL, None)
        qtbot.addWidget(window)
        window.show()
        wait_until(lambda: window.replay is not None)
        return window

    return open_deal


def find_parted_deal(match):
    return next(deal for deal in match[2] if (deal.parting or 0) > 1)


def test_it_begins_where_both_part_and_says_what_each_did_and_expected(open_window, match):
    par_deal = find_parted_deal(match)
    window = open_window(par_deal.deal)
    assert window.moment == par_deal.parting
    own, par = window.tables
    assert own.moment == par.moment == par_deal.start + par_deal.parting
    text = window.sentence_label.text()
    assert text.startswith("Here you part. You: ")
    assert ". Medium: " in text
    assert "In brackets is what Medium expected of either." in text
    assert "is still playing" not in text
    assert window.title_labels[0].text().startswith(f"You: {par_deal.own_result[0]} · ")
    assert window.title_labels[1].text() == f"Medium: {par_deal.par_result[0]}"
    assert own.viewer == par.viewer == SEAT


def test_keys_step_through_both_deals(open_window, match, qtbot):
    par_deal = find_parted_deal(match)
    window = open_window(par_deal.deal)
    qtbot.keyClick(window, Qt.Key.Key_Right)
    assert window.moment == par_deal.parting + 1
    qtbot.keyClick(window, Qt.Key.Key_End)
    for table, result in zip(
        window.tables, (par_deal.own_result, par_deal.par_result), strict=True
    ):
        last_event = table.replay.playback.events[-1]
        assert isinstance(last_event, DealScored)
        assert last_event.points[SEAT] == result[0]
        assert table.moment == len(table.replay.playback)
    assert not window.forward_button.isEnabled()
    qtbot.mouseClick(window.parting_button, Qt.MouseButton.LeftButton)
    assert window.moment == par_deal.parting
    qtbot.keyClick(window, Qt.Key.Key_Home)
    assert window.moment == 1
    assert window.sentence_label.text() == "Up to here you both did the same."
    assert not window.back_button.isEnabled()


def test_another_deal_can_be_chosen(open_window, match):
    par_deal = find_parted_deal(match)
    window = open_window(par_deal.deal)
    assert window.deal_combo.currentData() == par_deal.deal
    other = next(deal for deal in match[2] if deal is not par_deal)
    own_table = window.tables[0]
    window.deal_combo.setCurrentIndex(window.deal_combo.findData(other.deal))
    assert not window.forward_button.isEnabled()
    wait_until(lambda: window.tables[0] is not own_table)
    assert window.replay.start == other.start


def test_closing_the_window_ends_its_process(open_window, match):
    window = open_window(find_parted_deal(match).deal)
    window.close()
    assert window.loader._is_closed
