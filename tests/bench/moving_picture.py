"""Moving picture of a match, for README.md.

``python tests/bench/moving_picture.py --to docs/table.webp`` plays a match in the real window, with
a person in the first seat who plays like an easy bot, and writes one deal of it as an animation. No
screen is needed. Each picture shows the table at a moment of a clock that the script sets itself,
so the animation is as smooth on a busy computer.
"""

import argparse
import io
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2] / "desktop"))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from contact_sheet import process_events_until, submit_command
from PIL import Image
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from greenbaize.app.seats.opponents import FAST_LEVEL, Opponent
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.rules.chance import RandomStream, seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.application import make_application
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.window_session import WindowSession

GAME: Final = "damn"
PLAYERS: Final = 4
DEAL: Final = 5
"""Number of the deal that is shown, and of its cards."""
WIDTH, HEIGHT = 960, 640
"""Size of the window (px)."""
FRAME_MS: Final = 80
"""Time between two pictures (ms)."""
THINKING_MS: Final = 1100
"""Time that the person takes to answer (ms)."""
ENDING_MS: Final = 2500
"""Time for which the last picture is shown (ms)."""
MAX_BYTES: Final = 2_000_000
"""Size limit of the file (bytes)."""


class TableFilm:
    """Film of a match at a table, by a clock of its own."""

    def __init__(self) -> None:
        bots = tuple(Opponent(FAST_LEVEL) for _ in range(PLAYERS - 1))
        request = PlayRequest(GAME, PLAYERS, seed=seed_from_text("moving picture"), bots=bots)
        self._session = WindowSession(request, GAMES, separate_processes=False)
        self._session.window.resize(WIDTH, HEIGHT)
        self._session.window.show()
        self._session.open_request()
        process_events_until(lambda: isinstance(self._session.services.pages.current, MatchView))
        match_view = self._session.services.pages.current
        assert isinstance(match_view, MatchView)
        self._match_view = match_view
        self._now_ms = match_view.animator._clock()
        match_view.animator._clock = lambda: self._now_ms
        self._chance = RandomStream("moving picture")
        self._asked_ms: float | None = None
        self.finished_deal = 0
        """Number of the last deal that was shown to its end."""
        match_view.deal_shown.connect(self._on_deal_shown)

    def advance(self, milliseconds: float) -> None:
        """Let time pass on the table, and answer a question that has stood long enough."""
        self._now_ms += milliseconds
        self._match_view.animator.advance_animations()
        for _ in range(4):  # computer players answer, and layouts cause further layouts
            QApplication.processEvents()
        question = self._match_view.prompts.question
        if question is None:
            self._asked_ms = None
        elif self._asked_ms is None:
            self._asked_ms = self._now_ms
        elif self._now_ms - self._asked_ms >= THINKING_MS:
            self._asked_ms = None
            view = self._match_view.player_view
            bot = BOT_FACTORIES[FAST_LEVEL]()
            submit_command(
                self._match_view,
                bot.choose_command(view.game, view.view, question.seat, self._chance),
            )

    def grab_image(self) -> Image.Image:
        """Return the picture of the window."""
        return convert_pixmap(self._session.window.grab())

    def _on_deal_shown(self, deal: int) -> None:
        self.finished_deal = deal

    def close(self) -> None:
        """Close the window."""
        self._session.window.close_without_asking()


def convert_pixmap(pixmap: QPixmap) -> Image.Image:
    """Return a pixmap as an image of the library that writes animations."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    pixmap.save(buffer, "BMP")
    return Image.open(io.BytesIO(bytes(buffer.data().data()))).convert("RGB")


def film_deal() -> tuple[list[Image.Image], list[int]]:
    """Play the match and return the pictures of its shown deal, with their durations (ms)."""
    film = TableFilm()
    while film.finished_deal < DEAL - 1:
        film.advance(1000)
    images, durations = [film.grab_image()], [FRAME_MS]
    while film.finished_deal < DEAL:
        film.advance(FRAME_MS)
        image = film.grab_image()
        if image.tobytes() == images[-1].tobytes():
            durations[-1] += FRAME_MS
        else:
            images.append(image)
            durations.append(FRAME_MS)
    film.close()
    # The last picture is of the next deal already.
    return images[:-1], [*durations[:-2], ENDING_MS]


def write_animation(path: Path, images: list[Image.Image], durations: list[int]) -> None:
    """Write pictures as an animation that repeats."""
    images[0].save(
        path,
        save_all=True,
        append_images=images[1:],
        duration=durations,
        loop=0,
        quality=70,
        method=4,
        minimize_size=True,
    )


def main() -> None:
    """Film a deal and write it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--to", type=Path, required=True, metavar="FILE")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["GREENBAIZE_HOME"] = home
        make_application()
        UserSettings(your_name="Ida", motion="full", wait_for_click="off", theme="light").save()
        images, durations = film_deal()
    write_animation(options.to, images, durations)
    size = options.to.stat().st_size
    print(f"{len(images)} pictures, {sum(durations) / 1000:.1f} s, {size / 1e6:.2f} MB")
    if size > MAX_BYTES:
        raise SystemExit(f"The file is larger than {MAX_BYTES / 1e6:g} MB.")


if __name__ == "__main__":
    main()
