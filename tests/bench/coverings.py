"""What lies over one's own plate: every game, number of players and usual size of the window."""

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

from greenbaize.games import GAMES
from greenbaize.ui.application import make_application
from ui.table.covering import coverings, laid_table

SIZES = ((640, 375), (900, 575), (1280, 775), (1920, 1055), (3840, 2135))
"""The table with its column, without menus, at 640×400, 900×600, 1280×800, 1920×1080 and 4K."""


def run() -> bool:
    """Print all that is covered; whether nothing is."""
    clear = True
    with tempfile.TemporaryDirectory() as home:
        os.environ["GREENBAIZE_HOME"] = home
        application = make_application()
        for name, game in GAMES.items():
            for players in game.seats:
                match, playing = laid_table(name, players, SIZES[0])
                for size in SIZES:
                    playing.resize(*size)
                    for _ in range(3):
                        application.processEvents()
                    found = coverings(playing)
                    if found:
                        clear = False
                        print(f"{name} {players} {size[0]}×{size[1]}: {', '.join(sorted(found))}")
                playing.leave()
                match.close()
                playing.close()
    print("Nothing is covered." if clear else "Something is covered.")
    return clear


if __name__ == "__main__":
    sys.exit(0 if run() else 1)
