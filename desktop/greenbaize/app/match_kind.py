"""Practice, challenges and deals of the day in words: what a match is and if it counts."""

from greenbaize.app.challenge_mark import read_mark
from greenbaize.match.header import RecordHeader
from greenbaize.words.catalogue import tr


def name_match_kind(header: RecordHeader) -> str:
    """Return what a match is, in a word or two; an empty text for a usual one."""
    mark = read_mark(header)
    if mark is not None and mark.counts:
        return name_counted_try(mark.day)
    return tr("practice") if header.is_practice else ""


def name_counted_try(day: str) -> str:
    """Return what the first try of a challenge is, given the day of a deal of the day."""
    return tr("deal of the day") if day else tr("challenge")


def describe_match_kind(header: RecordHeader) -> list[str]:
    """Return if a match counts and what is allowed in it; nothing for a usual one."""
    mark = read_mark(header)
    if mark is not None and mark.counts:
        first = tr("This is your first try: it is the one that counts.")
        return [first, *describe_permissions(allows_hints=mark.hints, allows_undo=mark.undo)]
    return [tr("This match does not count.")] if header.is_practice else []


def describe_permissions(*, allows_hints: bool, allows_undo: bool) -> list[str]:
    """Return what a challenge allows, one sentence each."""
    return [
        tr("Hints are allowed.") if allows_hints else tr("Hints are not allowed."),
        tr("Taking back is allowed.") if allows_undo else tr("Taking back is not allowed."),
    ]
