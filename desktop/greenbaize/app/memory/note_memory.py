"""Marks and notes that a person has made on moments of matches."""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from greenbaize.app.advice.review import Decision, find_decisions, restore_view_at
from greenbaize.app.tables.matches import format_current_time
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader, match_identity
from greenbaize.rules.errors import FileError
from greenbaize.store import folders
from greenbaize.store.notes import NOTES, MomentNote


def load_notes(header: RecordHeader, seat: int | None) -> dict[int, MomentNote]:
    """Return the notes and marks of a seat by moment; an onlooker's are those of seat 0.

    A file that cannot be read has none.
    """
    match = match_identity(header)
    try:
        notes = NOTES.read_results(folders.notes_path())
    except FileError:
        return {}
    return {
        note.moment: note
        for note in notes
        if note.match == match and note.seat == (seat or 0) and (note.text or note.is_marked)
    }


def toggle_mark(header: RecordHeader, seat: int | None, deal: int, moment: int) -> bool:
    """Mark a moment, or remove its mark; return True if it is marked now. ``FileError``."""
    note = _find_note(header, seat, deal, moment)
    _write_note(replace(note, is_marked=not note.is_marked))
    return not note.is_marked


def write_note(header: RecordHeader, seat: int | None, deal: int, moment: int, text: str) -> None:
    """Write the note on a moment, or remove it with an empty text; ``FileError``."""
    note = _find_note(header, seat, deal, moment)
    if text != note.text:
        _write_note(replace(note, text=text))


def _find_note(header: RecordHeader, seat: int | None, deal: int, moment: int) -> MomentNote:
    """Return the note on a moment, an empty one where there is none."""
    empty_note = MomentNote(match_identity(header), max(1, deal), seat or 0, moment, "")
    return load_notes(header, seat).get(moment, empty_note)


def _write_note(note: MomentNote) -> None:
    NOTES.write_result(folders.notes_path(), replace(note, made=format_current_time()))


def find_marked_decisions(
    decisions: Sequence[Decision], view_lines: bytes, moments: Collection[int]
) -> list[Decision]:
    """Return the decisions that marked moments are about: the one asked then, or the last before.

    ``view_lines`` are those in which the decisions were found.
    """
    starts = [view_lines.count(b"\n", 0, decision.offset) - 1 for decision in decisions]
    indices = {
        max((index for index, start in enumerate(starts) if start <= moment), default=0)
        for moment in moments
        if starts
    }
    return [decisions[index] for index in sorted(indices)]


def find_last_marked_deal(
    decisions: Sequence[Decision],
    view_lines: bytes,
    notes: Mapping[int, MomentNote],
    deals: Collection[int],
) -> int | None:
    """Return the deal of the latest mark among these deals, or None without one."""
    marks = sorted((note.made, moment) for moment, note in notes.items() if note.is_marked)
    for _, moment in reversed(marks):
        for decision in find_marked_decisions(decisions, view_lines, [moment]):
            if decision.deal in deals:
                return decision.deal
    return None


def find_choice_before_forced(
    header: RecordHeader, seat: int, view_lines: bytes, moment: int
) -> Decision | None:
    """Return the decision that a mark is about where the seat has one legal choice, else None."""
    game = GAMES[header.game]
    lines = view_lines.splitlines(keepends=True)
    known_lines = b"".join(lines[: moment + 1])
    view = restore_view_at(game, header, seat, known_lines, len(known_lines))
    if (
        game.is_over(view)
        or game.turn(view) != seat
        or game.is_open(view)
        or len(game.legal(view, seat)) > 1
    ):
        return None
    decisions = find_decisions(game, header, seat, known_lines)
    return decisions[-1] if decisions else None
