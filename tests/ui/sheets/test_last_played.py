"""Tests of the last trick and the last turns below the sheet."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from greenbaize.cards import Card, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.shedding.events import (
    AntiRankDeclared,
    SeatCameBack,
    SeatLeaving,
    SeatWentOut,
    TurnPassed,
)
from greenbaize.rules.events import CardPlayed, CardsDealt, CardsDrawn
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.options import resolve_options
from greenbaize.ui.cards.card_look import CardLook, set_current_card_look
from greenbaize.ui.sheets.last_played import (
    MAX_LINES,
    MAX_TURNS,
    LastTrickPanel,
    LastTurnsPanel,
    shorten_name,
)
from greenbaize.ui.table.card_atlas import CardAtlas
from greenbaize.ui.table.text_fitting import fit_font, measure_text_width
from greenbaize.ui.widgets.fonts import SMALL
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK


def test_each_card_says_whose_it_is_and_has_the_name_below_it(qtbot):
    panel = LastTrickPanel(("Ida", "Anna", "Bo"), CardAtlas(), None)
    qtbot.addWidget(panel)
    panel.resize(panel.sizeHint())
    panel.show()
    panel.grab()
    assert panel.card_tooltips == []
    panel.show_trick(2, Trick(1, parse_cards("KD 3D AD")))
    image = panel.grab().toImage()
    assert [words for _, words in panel.card_tooltips] == ["Anna: K♦", "Bo: 3♦", "Ida: A♦"]
    for card_rect, _ in panel.card_tooltips:
        assert panel.rect().contains(card_rect.toRect())
        below = range(round(card_rect.bottom()) + 7, round(card_rect.bottom()) + 20)
        across = range(round(card_rect.left()), round(card_rect.right()))
        inks = [image.pixelColor(x, y).lightness() for x in across for y in below]
        assert min(inks) < 140


def test_ass_trick_value_is_not_condensed():
    brings = "It brings 21 card points. 10♣ counts 10. Q♣ counts 3. 6♣, 6♦ count −1 each."
    words = f"Paula took it with 6♣. {brings} Four of one suit count 10 more."
    face, fits = fit_font(words, QRectF(0, 0, 282, 1.3 * MAX_LINES * SMALL), SMALL, lines=MAX_LINES)
    assert (fits, face.stretch()) == (True, 100)


def test_cards_spread_for_long_names(qtbot):
    names = ("Ида", "Екатерина Вторая", "Борис")
    panel = LastTrickPanel(names, CardAtlas(), None)
    qtbot.addWidget(panel)
    panel.resize(420, panel.sizeHint().height())
    panel.show()
    panel.show_trick(2, Trick(1, parse_cards("KD 3D AD")))
    panel.grab()
    first, second, third = (card_rect.left() for card_rect, _ in panel.card_tooltips)
    assert second - first >= measure_text_width(names[1], SMALL)
    assert third + panel.card_tooltips[2][0].width() <= 420
    assert panel._card_pitch(50, 60, shows_names=True) == 60  # never wider than the given maximum


@pytest.mark.parametrize("name", ["Борис", "Nikolai", "Екатерина"])
def test_a_long_name_is_shortened_to_the_room(name):
    """One letter alone would not tell players apart."""
    room = QRectF(0, 0, 30, 17)
    assert 3 <= len(shorten_name(name, room, SMALL)) <= len(name)
    assert shorten_name(name, QRectF(0, 0, 90, 17), SMALL) == name


NAMES = ("Ida", "Bo", "Cy")
RANK = GAMES["rank"]


@pytest.fixture
def panel(qtbot):
    panel = LastTurnsPanel(NAMES, 0, None)
    qtbot.addWidget(panel)
    panel.resize(300, 300)
    panel.show()
    return panel


def make_picture(mover):
    """Return a picture with this seat's turn."""
    return RANK.picture(RANK.initial_state(3, resolve_options(RANK.options, 3, {})))._replace(
        acting_seat=mover
    )


def log_events(panel, *steps):
    """Log events and return the lines; an integer is the seat the turn passes to."""
    mover = panel._current_turn.seat
    for event, after in zip(steps, (*steps[1:], None), strict=True):
        if isinstance(event, int):
            continue
        mover = after if isinstance(after, int) else mover
        panel.log_event(event, RANK.turn_log_entry(event), make_picture(mover))
    return [panel.line_list.item(row).text() for row in range(panel.line_list.count())]


def card_played(seat, code):
    return CardPlayed(seat, Card.of(code))


def test_a_turn_is_one_line(panel):
    draw_event = CardsDrawn(1, Hand((), 1))
    lines = log_events(
        panel,
        card_played(1, "TS"),
        card_played(1, "JH"),
        draw_event,
        TurnPassed(1),
        2,
        card_played(2, "QH"),
    )
    assert lines == ["Bo: 10♠ J♥ +1 pass", "Cy: Q♥"]


def test_turns_of_nothing_but_drawing_and_passing_share_a_line(panel):
    steps = [card_played(0, "4H"), 1]
    for seat, after in ((1, 2), (2, 0), (0, 1), (1, 2)):
        steps += [CardsDrawn(seat, Hand((), 1)), TurnPassed(seat), after]
    lines = log_events(panel, *steps, card_played(2, "5H"))
    assert lines == ["You: 4♥", "Bo, Cy, You: +1 pass", "Bo: +1 pass", "Cy: 5♥"]
    set_current_card_look(CardLook(letters="cyrillic"))
    panel.refresh_lines()
    assert panel.line_list.item(1).text() == lines[1]


def test_other_rank_letters_update_all_lines(panel):
    log_events(
        panel, card_played(1, "TS"), card_played(1, "JH"), TurnPassed(1), 2, card_played(2, "QH")
    )
    set_current_card_look(CardLook(letters="cyrillic"))
    panel.refresh_lines()
    lines = [panel.line_list.item(row).text() for row in range(panel.line_list.count())]
    assert lines == ["Bo: 10♠ В♥ pass", "Cy: Д♥"]


def test_own_turns_are_named_you(panel):
    assert log_events(panel, CardsDrawn(0, Hand(parse_cards("2C"))), TurnPassed(0)) == [
        "You: +1 pass"
    ]


def test_coming_back_in_anothers_turn_is_in_brackets(panel):
    draw_event = CardsDrawn(1, Hand((), 2))
    later_events = [card_played(2, "4H"), draw_event, SeatCameBack(1), card_played(2, "5H")]
    lines = log_events(panel, card_played(1, "XR"), SeatLeaving(1), 2, *later_events)
    assert lines == ["Bo: Red joker leaving", "Cy: 4♥ (Bo +2) (Bo back) 5♥"]


def test_going_out_and_anti_rank_are_written(panel):
    draw_event = CardsDrawn(2, Hand((), 1))
    lines = log_events(
        panel, card_played(1, "4H"), SeatLeaving(1), 2, draw_event, SeatWentOut(1), TurnPassed(2), 0
    )
    assert lines == ["Bo: 4♥ leaving", "Cy: +1 (Bo out) pass"]
    lines = log_events(panel, AntiRankDeclared(0), card_played(0, "9C"))
    assert lines[-1] == "You: Anti-Rank: 9♣"


def test_a_new_deal_clears_the_lines(panel):
    log_events(panel, card_played(1, "4H"), TurnPassed(1), 2)
    assert log_events(panel, CardsDealt(2, 0, 1, (Hand(()),) * 3), 1) == []
    assert log_events(panel, card_played(1, "5H")) == ["Bo: 5♥"]


def test_the_latest_line_is_in_view_and_old_ones_are_dropped(panel):
    for turn in range(2 * MAX_TURNS):
        log_events(panel, card_played(turn % 3, ("4H", "5H")[turn % 2]), (turn + 1) % 3)
    assert panel.line_list.count() == MAX_TURNS
    last = panel.line_list.visualItemRect(panel.line_list.item(MAX_TURNS - 1))
    assert panel.line_list.viewport().rect().contains(last.center())


def test_the_newest_line_is_whole_after_every_change_of_size(panel):
    for turn in range(12):
        cards = [card_played(turn % 3, code) for code in ("TS", "JH", "QH", "KC", "AD")]
        log_events(panel, *cards, TurnPassed(turn % 3), (turn + 1) % 3)
    for width, height in ((300, 200), (150, 140), (260, 173), (110, 211), (300, 155)):
        panel.resize(width, height)
        QApplication.processEvents()
        last = panel.line_list.visualItemRect(panel.line_list.item(panel.line_list.count() - 1))
        visible_rect = panel.line_list.viewport().rect()
        assert visible_rect.top() <= last.top()
        assert last.bottom() <= visible_rect.bottom()
        log_events(panel, card_played(2, "9C"), TurnPassed(2), 0)
        QApplication.processEvents()
        last = panel.line_list.visualItemRect(panel.line_list.item(panel.line_list.count() - 1))
        assert last.bottom() <= panel.line_list.viewport().rect().bottom()


def test_another_theme_repaints_the_panel(panel):
    log_events(panel, TurnPassed(1))
    before = panel.grab().toImage()
    apply_application_theme(DARK)
    panel.apply_theme()
    middle = panel.rect().center()
    after = panel.grab().toImage()
    assert after.pixelColor(middle).lightness() < 80 < before.pixelColor(middle).lightness()
