"""Nothing lies over one's own plate, and no disc over a name."""

import pytest

from greenbaize.ui.widgets.window_geometry import write_at
from ui.table.covering import coverings, crowdings, laid_table
from ui.table.person import until

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
def test_nothing_covers_the_own_plate(game: str, players: int, size: tuple[int, int]) -> None:
    match, playing = laid_table(game, players, size)
    found = coverings(playing)
    playing.leave()
    match.close()
    playing.close()
    assert found == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "size", "letters"),
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
def test_a_question_and_its_hint_lie_over_nobody(game, players, size, letters):
    write_at(letters)
    match, playing = laid_table(game, players, size)
    asking, found = playing.asking, set[str]()
    for _ in range(2):  # in Ass the trump comes first, and then whether one stays
        found |= crowdings(playing)
        playing.scene.hint.show_words(HINT)
        asking.lay_out()
        found |= crowdings(playing)
        if not asking.prompt.isVisible():
            break
        asking.prompt.buttons[0].click()
        until(lambda: asking.question is not None and not playing.motion.busy)
    playing.leave()
    match.close()
    playing.close()
    assert found == set()
