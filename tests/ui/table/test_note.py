"""The note on a card: whatever a rule has to say, all of it is on the paper."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from greenbaize.ui.fonts import font
from greenbaize.ui.table.note import Around, NoteItem, NoteText
from greenbaize.ui.theme import LIGHT
from ui.table.person import face_of

ACE = face_of("AS")
CARD = QRectF(300, 800, 0, 90)
NARROW = QRectF(0, 0, 400, 900)

SENTENCES = (
    "10♥ beats K♥.",
    "10♦ is neither of diamonds nor of the rank of 10♥, nor Alexandra's trump.",
    "10♥ is of another suit, so 10♦ would have to beat 10♠, and does not.",
)
LINES = ("", "The trick is worth 12 so far. · beats 2a", "Expected +2.3 · " * 4 + "beats 4.1")


@pytest.mark.slow
@pytest.mark.usefixtures("application")
@pytest.mark.parametrize(("width", "unit"), [(260, 48), (440, 60), (700, 110), (2000, 240)])
@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("line", LINES)
def test_a_note_has_room_for_all_it_says(sentence: str, line: str, width: int, unit: int) -> None:
    note, room = NoteItem(LIGHT), QRectF(0, 0, width, 900)
    note.stand_by(QRectF(width / 3, 800, 0, 90), Around(room, unit), NoteText(sentence, line), ACE)
    paper = note.sceneBoundingRect()
    assert room.adjusted(-1, -1, 1, 1).contains(paper)
    size = max(13.0, 0.145 * unit)
    written = QRectF(0, 0, paper.width() - 2.2 * size + 4, 10_000)
    high = 0.0
    for face, text in ((font(size, bold=True), sentence), (font(0.88 * size), line)):
        if text:
            metrics = QFontMetricsF(face)
            box = metrics.boundingRect(written, Qt.TextFlag.TextWordWrap, text)
            assert box.width() <= written.width()
            high += box.height()
    assert high <= paper.height() - 0.7 * size  # the rest is the pointer


@pytest.mark.usefixtures("application")
def test_a_rule_is_one_link_on_one_line_at_every_width() -> None:
    text = NoteText("8♠.", "Worth 12.", ("rank.md 2a", "rank.md 3b", "rank.md 4"))
    note = NoteItem(LIGHT)
    for width in range(140, 420, 5):
        note.stand_by(CARD, Around(QRectF(0, 0, width, 900), 100), text, ACE)
        assert [rule for _, rule in note.links] == list(text.rules)
        highest = max(place.height() for place, _ in note.links)
        assert highest < 2 * 0.88 * 14.5 * 1.5
        for place, rule in note.links:
            assert note.rule_at(note.pos() + place.center()) == rule


@pytest.mark.usefixtures("application")
def test_a_short_note_stays_on_one_line() -> None:
    note, room = NoteItem(LIGHT), QRectF(0, 0, 600, 900)
    note.stand_by(CARD, Around(room, 100), NoteText("7♦ does not beat J♦.", "beats 1"), ACE)
    low = note.boundingRect().height()
    note.stand_by(CARD, Around(room, 100), NoteText(SENTENCES[1], "beats 2"), ACE)
    assert note.boundingRect().height() == low
    note.stand_by(CARD, Around(NARROW, 100), NoteText(SENTENCES[1], "beats 2"), ACE)
    assert note.boundingRect().height() > low
