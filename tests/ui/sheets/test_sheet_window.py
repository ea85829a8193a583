"""Tests of the wide page: its layout on any paper, on screen, in print and as PDF."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from greenbaize.app.sheets.manual_sheet import ManualSheet
from greenbaize.app.sheets.par_column import ParColumn, add_par_column
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.games import GAMES
from greenbaize.rules.messages import Message
from greenbaize.rules.sheets import RowKind
from greenbaize.ui.features.sheets.controller import BlankSheetWindow
from greenbaize.ui.sheets.sheet_window import SheetWindow
from greenbaize.ui.widgets.fonts import set_text_scale
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from greenbaize.words.catalogue import language_context
from greenbaize.words.sheet_words import row_text
from match.random_matches import GameSetup, play_randomly
from ui.sheets.sample_sheets import NAMES, drawn_texts, make_scorecard


@pytest.mark.parametrize("game", ["master", "ass"])
def test_a_quiet_line_below_the_paper_says_what_a_rating_means(open_sheet_page, game):
    card = make_scorecard(GameSetup(game, 3, {}))
    unrated = replace(card, sheet=replace(card.sheet, ratings=None))
    page = open_sheet_page(card)
    note = page.rating_note
    assert note.isVisible()
    assert note.text() == "50 % is the middle of a rating, and it has no upper end."
    assert note.y() >= page.scroll_area.geometry().bottom()
    assert note.text() not in drawn_texts(page.page.drawing)
    page.show_scorecard(unrated)
    assert not note.isVisible()
    page.show_scorecard(card)
    assert note.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_master_fits_on_one_screen(qtbot, seats):
    page = SheetWindow(make_scorecard(GameSetup("master", seats, {})))
    qtbot.addWidget(page)
    page.resize(1280, 780)
    page.show()
    bars = page.scroll_area.verticalScrollBar(), page.scroll_area.horizontalScrollBar()
    assert [bar.maximum() for bar in bars] == [0, 0]
    assert page.page.zoom >= 1


def test_page_grows_as_play_goes_on(qtbot):
    setup = GameSetup("ass", 3, {})
    played = play_randomly(setup, 1)
    page = SheetWindow(Scorecard("ass", NAMES[:3], setup.game.sheet(played.moments[20][1])))
    qtbot.addWidget(page)
    before = len(page.page.drawing.cell_rects)
    page.show_scorecard(make_scorecard(setup))
    assert len(page.page.drawing.cell_rects) > before
    assert "Total" in page.page.accessibleDescription()


def test_a_small_window_scrolls_and_stays_readable(open_sheet_page):
    page = open_sheet_page(make_scorecard(GameSetup("master", 4, {})))
    page.resize(500, 400)
    assert page.page.zoom == 1
    assert page.scroll_area.verticalScrollBar().maximum() > 0


# Par


PAR = ParColumn("hard", "par", {1: 21, 2: -4})


@pytest.mark.parametrize("game", ["damn", "master"])
def test_the_column_of_par_is_shown_and_not_printed_unless_asked_for(qtbot, game):
    card = make_scorecard(GameSetup(game, 3, {}))
    page = SheetWindow(card, None, PAR)
    qtbot.addWidget(page)
    page.show()
    assert not {"Par", "Par (Hard)"} & {*drawn_texts(page.page.drawing)}
    qtbot.mouseClick(page.par_checkbox, Qt.MouseButton.LeftButton)
    texts = drawn_texts(page.page.drawing)
    assert {"21", "−4"} <= {*texts}
    assert "Par (Hard)" in texts or {"Par", "Hard"} <= {*texts}
    assert "Par (Hard)" in page.page.accessibleDescription()
    with qtbot.waitSignal(page.par_playback_requested):
        qtbot.mouseClick(page.par_play_button, Qt.MouseButton.LeftButton)
    assert page.current_scorecard() == card
    qtbot.mouseClick(page.par_print_checkbox, Qt.MouseButton.LeftButton)
    assert page.current_scorecard().sheet.side_columns[-1] == "par.hard"
    assert page.current_scorecard().sheet.columns == card.sheet.columns
    qtbot.mouseClick(page.par_checkbox, Qt.MouseButton.LeftButton)
    assert not {"Par", "Par (Hard)"} & {*drawn_texts(page.page.drawing)}
    assert page.current_scorecard() == card


@pytest.mark.slow
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "ru"])
@pytest.mark.parametrize("text_scale", [1.0, 1.5])
@pytest.mark.parametrize("game", GAMES)
def test_no_sheet_with_par_is_too_wide_for_a_usual_window(qtbot, game, text_scale, language):
    column = {"rank": "par_place", "ass": "par_banks"}.get(game, "par")
    set_text_scale(text_scale)
    try:
        with language_context(language):
            for seats in GAMES[game].seats:
                card = make_scorecard(GameSetup(game, seats, {}))
                values = {row.label: -12 for row in card.sheet.rows}
                par_column = ParColumn("medium", column, values)
                page = SheetWindow(card, None, par_column, shows_par=True)
                qtbot.addWidget(page)
                page.resize(1280, 800)
                page.show()
                assert page.scroll_area.horizontalScrollBar().maximum() == 0, seats
                assert page.page.zoom >= 1
    finally:
        set_text_scale(1.0)


@pytest.mark.parametrize("game", ["damn", "master", "ass", "rank"])
def test_par_has_a_total_where_all_deals_have_one(game):
    sheet = make_scorecard(GameSetup(game, 3, {})).sheet
    deals = [row.label for row in sheet.rows if row.kind is RowKind.DEAL]

    def totals(values):
        column = {"rank": "par_place", "ass": "par_banks"}.get(game, "par")
        with_par = add_par_column(sheet, ParColumn("hard", column, values))
        return [
            row_text(with_par.side_columns[-1], row, row.side_boxes[-1])
            for row in with_par.all_rows
            if row.kind is RowKind.HALF or row.title == "total"
        ]

    expected = [12, 12, 24] if game == "master" else [len(deals)]
    sign = "+" if game == "ass" else ""
    assert totals(dict.fromkeys(deals, 1)) == [f"{sign}{total}" for total in expected]
    assert totals(dict.fromkeys(deals[1:], 1))[-1] == ""


def test_par_of_a_deal_that_is_not_over_is_not_shown(qtbot):
    setup = GameSetup("damn", 3, {"deals": 3})
    sheet = setup.game.sheet(setup.game.initial_state(3, play_randomly(setup, 1).header.options))
    assert not any(
        box.value for row in add_par_column(sheet, PAR).rows for box in row.side_boxes[-1:]
    )


def test_a_sentence_says_why_there_is_no_par_once_somebody_looks_for_it(qtbot):
    page = SheetWindow(make_scorecard(GameSetup("damn", 3, {})), None, "There is no par here.")
    qtbot.addWidget(page)
    page.show()
    assert not page.par_note.isVisible()
    qtbot.mouseClick(page.par_checkbox, Qt.MouseButton.LeftButton)
    assert page.par_note.isVisible()
    assert page.par_note.text() == "There is no par here."
    assert not page.par_checkbox.isChecked()


# Paper


def test_the_line_below_a_sheet_kept_by_hand_takes_the_colours_of_another_theme(qtbot):
    window = BlankSheetWindow(ManualSheet.create("master", NAMES[:3], {}))
    qtbot.addWidget(window)
    window.show()
    for wrong in (None, Message("record-locked", {"path": "x"})):
        window.entry_paper.refusal = wrong
        window._update_status()
        for theme in (DARK, LIGHT):
            apply_application_theme(theme)
            QApplication.processEvents()
            ink = theme.ink_quiet if wrong is None else theme.loss
            assert window.status_label.palette().color(
                window.status_label.foregroundRole()
            ) == QColor(ink)


# Saving
