"""Tests of the help during stakes and bids: card values, results of a stake, the sum of bids."""

from itertools import count

import pytest
from PySide6.QtGui import QFontMetricsF

from greenbaize.games import GAMES
from greenbaize.ui.prompts.choice_prompt import PromptNotes
from greenbaize.ui.widgets.fonts import make_font

SMALL, LARGE = (900, 575), (1280, 775)


def open_match_for_stake(open_match, seats, size=SMALL):
    person = open_match("ass", seats, size=size, trumps="none", targets="source")
    person.match_view.begin_match()
    person.wait_for_turn()
    assert person.match_view.prompts.question.kind == "stake"
    return person


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAMES["ass"].seats)
def test_the_prompt_explains_each_stake(open_match, seats):
    prompt = open_match_for_stake(open_match, seats).match_view.prompts.choice_prompt
    lines = prompt.notes.lines
    go, stay = 20 + 12 * seats, 44 + 12 * seats
    assert f"Go: with {go} or more you have 2 banks, otherwise 4." in lines
    assert f"Stay: with {stay} or more you have 2 banks, otherwise 3." in lines
    assert lines[0].startswith("Your cards count ")
    assert all(line in prompt.accessibleName() for line in lines)
    assert prompt.parentWidget().rect().contains(prompt.geometry())
    for button in prompt.buttons:
        assert button.y() > prompt.notes.height


def open_match_for_last_bid(open_match, game, seats, **options):
    """Open matches until the person makes the last bid."""
    for seed in map(str, count()):
        person = open_match(game, seats, seed, size=SMALL, **options)
        person.match_view.begin_match()
        person.wait_for_turn()
        if sum(bid is None for bid in person.match_view.player_view.view.bids) == 1:
            return person
    raise AssertionError("the person never makes the last bid")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats"),
    [(name, seats) for name in ("damn", "blackout") for seats in GAMES[name].seats],
)
def test_the_last_bidder_is_told_the_sum_and_what_the_hook_forbids(open_match, game, seats):
    options = {"first": 4} if game == "damn" else {}
    person = open_match_for_last_bid(open_match, game, seats, hook=True, **options)
    view, prompt = person.match_view.player_view.view, person.match_view.prompts.choice_prompt
    bid_sum = sum(bid for bid in view.bids if bid is not None)
    lines = prompt.notes.lines
    tricks = "trick" if view.cards == 1 else "tricks"
    assert lines[0] == f"Bid so far: {bid_sum} of {view.cards} {tricks}"
    assert person.scene.notice.title_texts[2].startswith(lines[0])
    forbidden = [button.text() for button in prompt.buttons if button.forbidden]
    if forbidden:
        assert lines[1].startswith(f"Hook: not {forbidden[0]}, ")
    else:
        assert lines[1].startswith("Hook: any bid will do")


def test_the_first_bidder_is_told_nothing_and_the_balance_stays(open_match):
    person = open_match("damn", 3, size=SMALL, first=3)
    person.match_view.begin_match()
    person.wait_for_turn()
    while person.asks_for_bid:
        notes = person.match_view.prompts.choice_prompt.notes.lines
        assert bool(notes) == any(
            bid is not None for bid in person.match_view.player_view.view.bids
        )
        person.click(person.match_view.prompts.choice_prompt.buttons[1])
        person.wait_for_turn()
    bids = sum(person.match_view.player_view.view.bids) - 3
    difference = "even" if bids == 0 else f"{'over' if bids > 0 else 'under'} by {abs(bids)}"
    expected_text = f"Bids: {difference}"
    assert person.scene.notice.title_texts[2] == expected_text
    person.double_click_card(person.legal_faces[0])
    person.wait_for_turn()
    assert person.scene.notice.title_texts[2] == expected_text


@pytest.mark.parametrize("card", [44.0, 60.0, 104.0, 220.0])
@pytest.mark.parametrize("most", [180.0, 260.0, 900.0])
def test_note_lines_are_broken_and_never_cut(card, most):
    notes = PromptNotes()
    notes.lines = ("A short one.", "One that is far too long for a narrow table, and so is broken.")
    width, height = notes.fit_lines(120.0, most, card)
    assert width <= max(120.0, most)
    size = max(12.0, 0.135 * card)
    lines = [QFontMetricsF(make_font(size)).horizontalAdvance(line) / width for line in notes.lines]
    assert height >= sum(max(1, int(line)) for line in lines) * size
    notes.lines = ()
    assert notes.fit_lines(120.0, most, card) == (120.0, 0.0)


def test_no_word_of_a_note_is_alone_on_the_last_line():
    notes = PromptNotes()
    notes.lines = ("The other cards of the deal are worth more with pairs and suits.",)
    full_width = QFontMetricsF(make_font(12)).horizontalAdvance(notes.lines[0])
    width, _ = notes.fit_lines(120.0, full_width, 44.0)  # the margins take the last word's room
    [room] = notes.line_sizes
    assert 0.5 * full_width < room.width() < 0.75 * width
