"""Tests of the last trick and the last turns below the sheet."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from greenbaize.cards import Card, cards
from greenbaize.games import GAMES
from greenbaize.games.shedding.events import AntiRankDeclared, CameBack, Leaving, Passed, WentOut
from greenbaize.rules.events import CardPlayed, CardsDrawn, Dealt
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.options import settled
from greenbaize.ui.cards.look import CardLook, use_look
from greenbaize.ui.sheets.last_played import KEPT, LINES, LastTrick, LastTurns, fitting_name
from greenbaize.ui.table.card_atlas import CardAtlas
from greenbaize.ui.table.writing import font_for, width_of
from greenbaize.ui.widgets.fonts import SMALL
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK


def test_each_card_says_whose_it_is_and_has_the_name_below_it(qtbot):
    slip = LastTrick(("Ida", "Anna", "Bo"), CardAtlas(), None)
    qtbot.addWidget(slip)
    slip.resize(slip.sizeHint())
    slip.show()
    slip.grab()
    assert slip.cards == []
    slip.show_trick(2, Trick(1, cards("KD 3D AD")))
    image = slip.grab().toImage()
    assert [words for _, words in slip.cards] == ["Anna: K♦", "Bo: 3♦", "Ida: A♦"]
    for place, _ in slip.cards:
        assert slip.rect().contains(place.toRect())
        below = range(round(place.bottom()) + 7, round(place.bottom()) + 20)
        across = range(round(place.left()), round(place.right()))
        inks = [image.pixelColor(x, y).lightness() for x in across for y in below]
        assert min(inks) < 140


def test_what_a_trick_of_ass_brings_is_written_in_letters_of_the_usual_width():
    brings = "It brings 21 card points. 10♣ counts 10. Q♣ counts 3. 6♣, 6♦ count −1 each."
    words = f"Paula took it with 6♣. {brings} Four of one suit count 10 more."
    face, whole = font_for(words, QRectF(0, 0, 282, 1.3 * LINES * SMALL), SMALL, lines=LINES)
    assert (whole, face.stretch()) == (True, 100)


def test_cards_stand_wider_for_names_where_there_is_room(qtbot):
    names = ("Ида", "Екатерина Вторая", "Борис")
    slip = LastTrick(names, CardAtlas(), None)
    qtbot.addWidget(slip)
    slip.resize(420, slip.sizeHint().height())
    slip.show()
    slip.show_trick(2, Trick(1, cards("KD 3D AD")))
    slip.grab()
    first, second, third = (place.left() for place, _ in slip.cards)
    assert second - first >= width_of(names[1], SMALL)
    assert third + slip.cards[2][0].width() <= 420
    assert slip._pitch(50, 60, named=True) == 60  # never wider than the given maximum


@pytest.mark.parametrize("name", ["Борис", "Nikolai", "Екатерина"])
def test_of_a_long_name_as_much_is_written_as_there_is_room_for(name):
    """One letter alone would not tell players apart."""
    room = QRectF(0, 0, 30, 17)
    assert 3 <= len(fitting_name(name, room, SMALL)) <= len(name)
    assert fitting_name(name, QRectF(0, 0, 90, 17), SMALL) == name


NAMES = ("Ida", "Bo", "Cy")
RANK = GAMES["rank"]


@pytest.fixture
def slip(qtbot):
    slip = LastTurns(NAMES, 0, None)
    qtbot.addWidget(slip)
    slip.resize(300, 300)
    slip.show()
    return slip


def picture(mover):
    """Return a picture with this seat's turn."""
    return RANK.picture(RANK.start(3, settled(RANK.options, 3, {})))._replace(mover=mover)


def note(slip, *steps):
    """Log events and return the lines; an integer is the seat the turn passes to."""
    mover = slip._turn.seat
    for event, after in zip(steps, (*steps[1:], None), strict=True):
        if isinstance(event, int):
            continue
        mover = after if isinstance(after, int) else mover
        slip.note(event, RANK.log_entry(event), picture(mover))
    return [slip.lines.item(row).text() for row in range(slip.lines.count())]


def play(seat, code):
    return CardPlayed(seat, Card.of(code))


def test_a_turn_is_a_line_with_all_that_was_done_in_it(slip):
    drawn = CardsDrawn(1, Hand((), 1))
    written = note(slip, play(1, "TS"), play(1, "JH"), drawn, Passed(1), 2, play(2, "QH"))
    assert written == ["Bo: 10♠ J♥ +1 pass", "Cy: Q♥"]


def test_turns_of_nothing_but_drawing_and_passing_share_a_line(slip):
    steps = [play(0, "4H"), 1]
    for seat, after in ((1, 2), (2, 0), (0, 1), (1, 2)):
        steps += [CardsDrawn(seat, Hand((), 1)), Passed(seat), after]
    written = note(slip, *steps, play(2, "5H"))
    assert written == ["You: 4♥", "Bo, Cy, You: +1 pass", "Cy: 5♥"]
    use_look(CardLook(letters="cyrillic"))
    slip.show_letters()
    assert slip.lines.item(1).text() == written[1]


def test_other_letters_are_written_in_all_lines(slip):
    note(slip, play(1, "TS"), play(1, "JH"), Passed(1), 2, play(2, "QH"))
    use_look(CardLook(letters="cyrillic"))
    slip.show_letters()
    lines = [slip.lines.item(row).text() for row in range(slip.lines.count())]
    assert lines == ["Bo: 10♠ В♥ pass", "Cy: Д♥"]


def test_your_own_turns_are_yours(slip):
    assert note(slip, CardsDrawn(0, Hand(cards("2C"))), Passed(0)) == ["You: +1 pass"]


def test_who_comes_back_in_anothers_turn_stands_in_brackets(slip):
    two = CardsDrawn(1, Hand((), 2))
    back = [play(2, "4H"), two, CameBack(1), play(2, "5H")]
    written = note(slip, play(1, "XR"), Leaving(1), 2, *back)
    assert written == ["Bo: Red joker leaving", "Cy: 4♥ (Bo +2) (Bo back) 5♥"]


def test_going_out_and_anti_rank_are_written(slip):
    one = CardsDrawn(2, Hand((), 1))
    written = note(slip, play(1, "4H"), Leaving(1), 2, one, WentOut(1), Passed(2), 0)
    assert written == ["Bo: 4♥ leaving", "Cy: +1 (Bo out) pass"]
    written = note(slip, AntiRankDeclared(0), play(0, "9C"))
    assert written[-1] == "You: Anti-Rank: 9♣"


def test_a_new_deal_begins_with_empty_paper(slip):
    note(slip, play(1, "4H"), Passed(1), 2)
    assert note(slip, Dealt(2, 0, 1, (Hand(()),) * 3), 1) == []
    assert note(slip, play(1, "5H")) == ["Bo: 5♥"]


def test_the_latest_line_is_in_view_and_old_ones_are_let_go(slip):
    for turn in range(2 * KEPT):
        note(slip, play(turn % 3, ("4H", "5H")[turn % 2]), (turn + 1) % 3)
    assert slip.lines.count() == KEPT
    last = slip.lines.visualItemRect(slip.lines.item(KEPT - 1))
    assert slip.lines.viewport().rect().contains(last.center())


def test_the_newest_line_is_whole_after_every_change_of_size(slip):
    for turn in range(12):
        cards = [play(turn % 3, code) for code in ("TS", "JH", "QH", "KC", "AD")]
        note(slip, *cards, Passed(turn % 3), (turn + 1) % 3)
    for width, height in ((300, 200), (150, 140), (260, 173), (110, 211), (300, 155)):
        slip.resize(width, height)
        QApplication.processEvents()
        last = slip.lines.visualItemRect(slip.lines.item(slip.lines.count() - 1))
        seen = slip.lines.viewport().rect()
        assert seen.top() <= last.top()
        assert last.bottom() <= seen.bottom()
        note(slip, play(2, "9C"), Passed(2), 0)
        QApplication.processEvents()
        last = slip.lines.visualItemRect(slip.lines.item(slip.lines.count() - 1))
        assert last.bottom() <= slip.lines.viewport().rect().bottom()


def test_another_theme_reaches_the_paper(slip):
    note(slip, Passed(1))
    before = slip.grab().toImage()
    dress(DARK)
    slip.dress()
    middle = slip.rect().center()
    after = slip.grab().toImage()
    assert after.pixelColor(middle).lightness() < 80 < before.pixelColor(middle).lightness()
