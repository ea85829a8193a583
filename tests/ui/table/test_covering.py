"""Tests that no overlay covers the own plate and no trump disc covers a name."""

import pytest

from greenbaize.ui.widgets.window_geometry import write_at
from ui.table.covering import coverings, crowdings

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
def test_nothing_covers_the_own_plate(laid, game, players, size):
    person = laid(game, players, "covering", size=size)
    person.playing.begin()
    person.wait_for_turn()
    assert coverings(person.playing) == set()


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
def test_a_question_and_its_hint_lie_over_nobody(laid, game, players, size, text_scale):
    write_at(text_scale)
    person = laid(game, players, "covering", size=size)
    playing, found = person.playing, set[str]()
    playing.begin()
    for _ in range(2):  # Ass asks for the trump first and for the stake next
        person.wait_for_turn()
        found |= crowdings(playing)
        playing.scene.hint.show_words(HINT)
        playing.asking.lay_out()
        found |= crowdings(playing)
        if not playing.asking.prompt.isVisible():
            break
        playing.asking.prompt.buttons[0].click()
    assert found == set()
