"""Matches that wait for the person, at a table of some size."""

SMALL, LARGE = (540, 575), (980, 775)
"""Sizes of the table beside the sheet in windows of 900x600 and 1280x800 (pixels)."""


DEFAULT_OPTIONS = {"master": {"trumps": "none"}, "ass": {"trumps": "none"}}


def open_match_on_turn(open_match, name, seats, size, **options):
    """Open a match at a table of this size and wait for the person's turn."""
    person = open_match(
        name, seats, size=(size[0] + 360, size[1]), **DEFAULT_OPTIONS.get(name, {}) | options
    )
    person.match_view.splitter.setSizes([size[0], 360])
    person.match_view.begin_match()
    person.wait_for_turn()
    return person
