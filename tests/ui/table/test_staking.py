"""Tests of the help during stakes and bids: card values, results of a stake, the sum of bids."""

from itertools import count, pairwise

import pytest
from PySide6.QtGui import QFontMetricsF

from greenbaize.games import GAMES
from greenbaize.ui.prompts.choices import NoteLines
from greenbaize.ui.widgets.fonts import font

SMALL, LARGE = (900, 575), (1280, 775)
WORTH = dict(zip("8ATKQJ976", (16, 12, 10, 5, 3, 1, 0, 0, -1), strict=True))


def at_stake(laid, seats, size=SMALL):
    person = laid("ass", seats, size=size, trumps="none")
    person.playing.begin()
    person.wait_for_turn()
    assert person.playing.asking.question.kind == "stake"
    return person


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("seats", GAMES["ass"].seats)
def test_every_card_says_what_it_counts_while_one_stakes(laid, seats, size):
    person = at_stake(laid, seats, size)
    tags = person.playing.asking.counts.tags
    assert list(tags) == person.hand
    for face, tag in tags.items():
        number = WORTH[face.card.code[0]]
        assert tag.words == str(number).replace("-", "−")
        item = person.scene.cards.named(face)
        assert item.sceneBoundingRect().contains(tag.sceneBoundingRect().center())
    spots = [tag.sceneBoundingRect() for tag in tags.values()]
    assert all(a.right() <= b.left() for a, b in pairwise(spots))
    person.click(person.playing.asking.prompt.buttons[0])
    assert person.playing.asking.counts.tags == {}


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAMES["ass"].seats)
def test_the_question_says_what_each_stake_leads_to(laid, seats):
    prompt = at_stake(laid, seats).playing.asking.prompt
    lines = prompt.notes.lines
    go, stay = 20 + 12 * seats, 44 + 12 * seats
    assert f"Go: with {go} or more you have 2 banks, otherwise 4." in lines
    assert f"Stay: with {stay} or more you have 2 banks, otherwise 3." in lines
    assert lines[0].startswith("Your cards count ")
    assert all(line in prompt.accessibleName() for line in lines)
    assert prompt.parentWidget().rect().contains(prompt.geometry())
    for button in prompt.buttons:
        assert button.y() > prompt.notes.height


def test_the_tags_follow_the_table(laid):
    person = at_stake(laid, 4)
    tag = next(iter(person.playing.asking.counts.tags.values()))
    before = tag.pos()
    person.playing.resize(1280, 775)
    assert tag.pos() != before


def last_bidder(laid, game, seats, **options):
    """Open matches until the person makes the last bid."""
    for seed in map(str, count()):
        person = laid(game, seats, seed, size=SMALL, **options)
        person.playing.begin()
        person.wait_for_turn()
        if sum(bid is None for bid in person.playing.place.view.bids) == 1:
            return person
    raise AssertionError("the person never makes the last bid")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats"),
    [(name, seats) for name in ("damn", "blackout") for seats in GAMES[name].seats],
)
def test_the_last_bidder_is_told_the_sum_and_what_the_hook_forbids(laid, game, seats):
    options = {"first": 4} if game == "damn" else {}
    person = last_bidder(laid, game, seats, hook=True, **options)
    view, prompt = person.playing.place.view, person.playing.asking.prompt
    made = sum(bid for bid in view.bids if bid is not None)
    lines = prompt.notes.lines
    tricks = "trick" if view.cards == 1 else "tricks"
    assert lines[0] == f"Bid so far: {made} of {view.cards} {tricks}"
    assert person.scene.notice.texts[2].startswith(lines[0])
    forbidden = [button.text() for button in prompt.buttons if button.forbidden]
    if forbidden:
        assert lines[1].startswith(f"Hook: not {forbidden[0]}, ")
    else:
        assert lines[1].startswith("Hook: any bid will do")


def test_the_first_bidder_is_told_nothing_and_the_balance_stays(laid):
    person = laid("damn", 3, size=SMALL, first=3)
    person.playing.begin()
    person.wait_for_turn()
    while person.asked_bid:
        notes = person.playing.asking.prompt.notes.lines
        assert bool(notes) == any(bid is not None for bid in person.playing.place.view.bids)
        person.click(person.playing.asking.prompt.buttons[1])
        person.wait_for_turn()
    bids = sum(person.playing.place.view.bids) - 3
    by = "even" if bids == 0 else f"{'over' if bids > 0 else 'under'} by {abs(bids)}"
    word = f"Bids: {by}"
    assert person.scene.notice.texts[2] == word
    person.double_click_card(person.legal[0])
    person.wait_for_turn()
    assert person.scene.notice.texts[2] == word


@pytest.mark.parametrize("card", [44.0, 60.0, 104.0, 220.0])
@pytest.mark.parametrize("most", [180.0, 260.0, 900.0])
def test_note_lines_are_broken_and_never_cut(card, most):
    notes = NoteLines()
    notes.lines = ("A short one.", "One that is far too long for a narrow table, and so is broken.")
    width, height = notes.fit(120.0, most, card)
    assert width <= max(120.0, most)
    size = max(12.0, 0.135 * card)
    lines = [QFontMetricsF(font(size)).horizontalAdvance(line) / width for line in notes.lines]
    assert height >= sum(max(1, int(line)) for line in lines) * size
    notes.lines = ()
    assert notes.fit(120.0, most, card) == (120.0, 0.0)


def test_no_word_of_a_note_stands_alone_on_the_last_line():
    notes = NoteLines()
    notes.lines = ("The other cards of the deal are worth more with pairs and suits.",)
    whole = QFontMetricsF(font(12)).horizontalAdvance(notes.lines[0])
    width, _ = notes.fit(120.0, whole, 44.0)  # the margins take the last word's room
    [room] = notes.rooms
    assert 0.5 * whole < room.width() < 0.75 * width
