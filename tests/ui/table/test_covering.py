"""Nothing lies over one's own plate, and no disc over a name."""

import pytest

from ui.table.covering import coverings, laid_table

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),
    pytest.mark.usefixtures("application"),
]


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
