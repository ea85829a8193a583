"""Tests that no overlay covers the own plate and no trump disc covers a name."""

import pytest

from greenbaize.ui.widgets.free_position import covered_area
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from ui.table.overlap_checks import find_own_plate_covers, find_prompt_overlaps

HINT = (
    "Hint: Stay.",
    "With 92 points you keep 2 banks; with 68 you would have 3 of them. "
    "The figures: the chance to finish the match in front of each opponent, in percent.",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "size"),
    [
        ("master", 4, (640, 375)),
        ("damn", 7, (900, 575)),
        ("rank", 10, (640, 375)),
        ("ass", 2, (1280, 775)),
    ],
)
def test_nothing_covers_the_own_plate_on_turn(open_match, game, players, size):
    person = open_match(game, players, "covering", size=size)
    person.match_view.begin_match()
    person.wait_for_turn()
    assert find_own_plate_covers(person.match_view) == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "size", "text_scale"),
    [
        ("ass", 4, (1276, 740), 2.0),
        ("ass", 3, (796, 560), 1.5),
        ("ass", 4, (800, 578), 2.0),
        ("ass", 6, (1020, 730), 1.25),
        ("ass", 4, (3836, 2110), 2.0),
        ("damn", 7, (796, 560), 2.0),
        ("master", 4, (796, 570), 1.0),
    ],
)
def test_prompt_and_hint_cover_no_plate(open_match, game, players, size, text_scale):
    apply_text_scale(text_scale)
    person = open_match(game, players, "covering", size=size)
    playing, overlap_names = person.match_view, set[str]()
    playing.begin_match()
    for _ in range(2):  # Ass asks for the trump first and for the stake next
        person.wait_for_turn()
        overlap_names |= find_prompt_overlaps(playing)
        playing.scene.hint.set_texts(HINT)
        playing.prompts.relayout()
        overlap_names |= find_prompt_overlaps(playing)
        if not playing.prompts.choice_prompt.isVisible():
            break
        playing.prompts.choice_prompt.buttons[0].click()
    assert overlap_names == set()


@pytest.mark.slow
@pytest.mark.parametrize("text_scale", [1.5, 2.0])
@pytest.mark.parametrize(("game", "players"), [("damn", 5), ("blackout", 4)])
def test_hint_in_large_letters_covers_no_card_of_the_trick(open_match, game, players, text_scale):
    person = open_match(game, players, size=(1280, 775))
    playing, cards = person.match_view, person.scene.cards
    playing.begin_match()
    while person.wait_for_turn() and len(cards.trick) < players - 1:
        person.play_first_choice()
    areas, heights = [], []
    for scale in (1.0, text_scale):
        apply_text_scale(scale)
        playing.scene.hint.set_texts((HINT[0], "It takes the trick, which brings 2 points more."))
        playing.prompts.relayout()
        hint_rect = playing.scene.hint.sceneBoundingRect()
        areas.append(covered_area(hint_rect, [item.card_rect for _, item in cards.trick]))
        heights.append(hint_rect.height())
    assert areas == [0, 0]
    assert heights[1] >= heights[0]
