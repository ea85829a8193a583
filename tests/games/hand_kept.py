"""Entries of sheets that are kept by hand."""

from greenbaize.games import GAMES
from greenbaize.rules.options import resolve_options
from greenbaize.rules.sheets import SheetEntries


def create_sheet_entries(game, seats, entries=(), **values):
    options = resolve_options(GAMES[game].options, seats, values)
    form = GAMES[game].sheet_form()
    return SheetEntries(form, seats, options, entries)
