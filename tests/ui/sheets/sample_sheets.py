"""Sheets, score cards and panels for the tests of sheets."""

from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.games.beat.master_sheet import make_master_sheet
from greenbaize.rules.sheets import BoxTone, DealEntry, RowKind, ScoreSheet, SheetBox, SheetRow
from greenbaize.ui.sheets.drawing import TextItem
from greenbaize.ui.sheets.panel import SheetPanel
from match.random_matches import play_randomly

NAMES = ("Nikolai", "Boris", "Konstantina-Maria", "Mila", "Otto", "Jan", "Lena", *"XYZ")


COLUMNS = ("bid", "tricks", "points", "total")


def make_scored_row(label, *results):
    tones = (BoxTone.QUIET, BoxTone.QUIET, BoxTone.PLAIN, BoxTone.STRONG)
    boxes = []
    for result in results:
        row = [SheetBox(value, tone) for value, tone in zip(result, tones, strict=True)]
        if result[0] != result[1]:
            row[2] = SheetBox(result[2], BoxTone.FAILED)
        boxes.append(tuple(row))
    return SheetRow(label, tuple(boxes))


def make_sheet(players, deals, scored_deals, **sheet_fields):
    rows = [
        make_scored_row(
            deal, *((1, 1, 11, 11 * deal) if seat == 0 else (2, 1, 0, 7) for seat in range(players))
        )
        for deal in range(1, scored_deals + 1)
    ]
    if scored_deals < deals:
        bid = (SheetBox(2, BoxTone.QUIET), SheetBox(1, BoxTone.QUIET), SheetBox(), SheetBox())
        rows.append(SheetRow(scored_deals + 1, (bid,) * players, is_current=True))
    empty = ((SheetBox(),) * 4,) * players
    rows += [SheetRow(deal, empty) for deal in range(len(rows) + 1, deals + 1)]
    totals = tuple(11 * scored_deals if seat == 0 else 7 for seat in range(players))
    return ScoreSheet(COLUMNS, tuple(rows), totals, **sheet_fields)


def open_panel(qtbot, sheet, size, you=0):
    panel = SheetPanel()
    qtbot.addWidget(panel)
    panel.show_sheet(sheet, NAMES[: len(sheet.totals)], you)
    panel.resize(*size)
    panel.show()
    return panel


def make_wrong_master_sheet(scored_deals=3):
    entry = DealEntry(((2, 0), (3, 0), (3, 0), (3, 0)), (0, 0, 3))
    return make_master_sheet(4, [entry] * scored_deals, current=scored_deals + 1)


def make_ranked_sheet(players):
    box = (SheetBox(10, BoxTone.STRONG), SheetBox(99, BoxTone.QUIET))
    total = SheetRow(0, ((SheetBox(99),),) * players, kind=RowKind.RESULT, title="total")
    rows = tuple(SheetRow(deal, (box,) * players) for deal in (1, 2))
    return ScoreSheet(("place", "total"), rows, (99,) * players, results=(total,))


def make_scorecard(setup, number=12):
    sheet = setup.game.sheet(play_randomly(setup, 1).moments[-1][1])
    return Scorecard(setup.name, NAMES[: setup.seats], sheet, number, "2026-11-03")


def make_wrong_scorecard():
    entry = DealEntry(((5, -4), (4, -4), (1, 0)), (0, 0, 2))
    return Scorecard("master", NAMES[:3], make_master_sheet(3, [entry], current=2))


def drawn_texts(drawing):
    return [part.text for part in drawing.items if isinstance(part, TextItem)]
