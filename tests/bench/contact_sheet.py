"""Contact sheet of all games: the first screen, and three moments of a match of each.

``python tests/bench/contact_sheet.py --to FOLDER`` plays a match of each game with a person in the
first seat, who plays like an easy bot, and takes its pictures in both themes and three window
sizes. FOLDER then holds a labelled sheet for each theme and size, ``sheet-light-900x600.png`` and
so on, and below ``pictures`` each single picture. No screen is needed; it takes a minute or two.
``QT_SCALE_FACTOR=2`` in the environment gives a device pixel ratio of 2.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from time import monotonic
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2] / "desktop"))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from greenbaize.app.seats.opponents import QUICK_LEVEL, Opponent
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.rules.chance import Stream, seed_from
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.messages import Message
from greenbaize.store.settings import Settings
from greenbaize.ui.application import make_application
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.pictures import Pictures
from greenbaize.ui.program import Program
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

SIZES: Final = ((900, 600), (1280, 800), (3840, 2160))
"""Window sizes (px at 100 %)."""
THEMES: Final = ("light", "dark")
MOMENTS: Final = ("beginning", "middle", "end")
OPENING: Final = "opening"
WIDE: Final = 560
"""Width of a picture on the sheet (px)."""
GAP: Final = 16
TITLE: Final = 34
"""Height of the label above a picture (px)."""
FEW: Final = 8
"""Number of questions before a match can be in its middle."""
MANY: Final = 14
"""Number of deals to assume for longer matches and for those of unknown length."""
PATIENCE_S: Final = 300.0
"""Time limit of a match (s)."""


def until(condition: Callable[[], object]) -> None:
    """Process events until a condition holds."""
    end = monotonic() + PATIENCE_S
    while not condition():
        if monotonic() > end:
            raise SystemExit("The match does not end.")
        QApplication.processEvents()


def told(trouble: Message) -> None:
    """Exit when a picture cannot be written."""
    raise SystemExit(Speaker().say(trouble))


def name_of(what: str, moment: str, theme: str, size: tuple[int, int]) -> str:
    """Return the file name of a picture."""
    return f"{what}-{moment}-{theme}-{size[0]}x{size[1]}.png"


class Camera:
    """Camera that takes pictures of a window in every size and theme.

    Args:
        folder: target folder.
        sizes: window sizes.
    """

    def __init__(self, folder: Path, sizes: Sequence[tuple[int, int]]) -> None:
        self._folder, self._sizes = folder, sizes

    def take(self, program: Program, what: str, moment: str) -> None:
        """Take the pictures of a moment."""
        window, settings = program.window, program.services.settings
        pictures = Pictures(window, self._folder, told)
        for size in self._sizes:
            for theme in THEMES:
                settings.now.theme = theme
                settings.changed.emit()
                window.resize(*size)
                for _ in range(15):  # layouts cause further layouts, and tiles are drawn late
                    QApplication.processEvents()
                pictures.keep(name_of(what, moment, theme, size))


def shoot_opening(camera: Camera) -> None:
    """Take the pictures of the first screen."""
    program = Program(PlayRequest(), GAMES, apart=False)
    program.window.show()
    program.start()
    until(lambda: program.features.has_made("preloader"))
    camera.take(program, "window", OPENING)
    program.window.close_now()


def shoot_match(camera: Camera, game: str) -> None:
    """Play a match of a game and take its pictures."""
    bots = (Opponent(QUICK_LEVEL),)
    request = PlayRequest(game, seed=seed_from("contact sheet"), speed=0.0, bots=bots)
    program = Program(request, GAMES, apart=False)
    program.window.show()
    program.start()
    until(lambda: isinstance(program.services.pages.current, MatchView))
    playing = program.services.pages.current
    assert isinstance(playing, MatchView)
    chance, left, asked = Stream("contact sheet"), list(MOMENTS), 0
    while True:
        until(lambda: playing.asking.question is not None or playing.ending is not None)
        question = playing.asking.question
        if question is None:
            break
        asked += 1
        thick = asked > FEW and left[0] == "middle" and in_the_thick(playing)
        if left[0] == "beginning" or thick:
            camera.take(program, game, left.pop(0))
        place = playing.place
        command = LEVELS[QUICK_LEVEL]().decide(place.game, place.view, question.seat, chance)
        answer(playing, command)
    for moment in left:
        camera.take(program, game, moment)
    program.window.close_now()


def answer(playing: MatchView, command: Command) -> None:
    """Play a card, or press a button of the prompt."""
    asking = playing.asking
    for face, said in asking._answers.items():
        if said.command == command:
            asking.choose_card(face)
            return
    asking.prompt.answered.emit(command)


def in_the_thick(playing: MatchView) -> bool:
    """Return True if half of the match is over and a card is asked for with others on the table."""
    question, picture = playing.asking.question, playing.place.game.picture(playing.place.view)
    half = picture.deal > min(picture.deals or MANY, MANY) // 2
    begun = picture.pile is not None or len(picture.taken) >= 2
    return question.kind == Play.type and half and begun and len(picture.lying) > 0


def lay_sheet(folder: Path, games: Sequence[str], theme: str, size: tuple[int, int]) -> QImage:
    """Compose the pictures of one theme and size: the opening, then a row for each game."""
    tall = round(WIDE * size[1] / size[0])
    rows = [("window", [OPENING]), *((game, list(MOMENTS)) for game in games)]
    width = GAP + len(MOMENTS) * (WIDE + GAP)
    sheet = QImage(width, len(rows) * (tall + TITLE + GAP), QImage.Format.Format_RGB32)
    sheet.fill(QColor("#8a8a8a"))
    painter = QPainter(sheet)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    letters = QFont(QApplication.font())
    letters.setPixelSize(20)
    painter.setFont(letters)
    for row, (what, moments) in enumerate(rows):
        top = row * (tall + TITLE + GAP)
        for column, moment in enumerate(moments):
            left = GAP + column * (WIDE + GAP)
            title = f"{game_title(what)} · " if what in GAMES else ""
            words = f"{title}{moment} · {theme} · {size[0]}×{size[1]}"
            line = QRectF(left, top, WIDE, TITLE)
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)
            image = QImage(str(folder / name_of(what, moment, theme, size)))
            small = image.scaledToWidth(WIDE, Qt.TransformationMode.SmoothTransformation)
            small.setDevicePixelRatio(1.0)
            painter.drawImage(left, top + TITLE, small)
    painter.end()
    return sheet


def sizes_of(words: str) -> tuple[tuple[int, int], ...]:
    """Parse sizes like ``900x600,1280x800``."""
    pairs = (one.split("x") for one in words.split(","))
    try:
        return tuple((int(width), int(height)) for width, height in pairs)
    except ValueError:
        raise argparse.ArgumentTypeError("sizes are written 900x600,1280x800") from None


def main() -> None:
    """Take all pictures and write the sheets."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    parser.add_argument("--sizes", type=sizes_of, default=SIZES, help="900x600,1280x800")
    asked = parser.parse_args()
    games = [asked.game] if asked.game else list(GAMES)
    pictures = asked.to / "pictures"
    with tempfile.TemporaryDirectory() as home:
        os.environ["GREENBAIZE_HOME"] = home
        make_application()
        Settings(your_name="Ida", motion="none", last_card=False, wait_for_click="off").save()
        camera = Camera(pictures, asked.sizes)
        shoot_opening(camera)
        for game in games:
            shoot_match(camera, game)
            print(game, flush=True)
        for size, theme in product(asked.sizes, THEMES):
            path = asked.to / f"sheet-{theme}-{size[0]}x{size[1]}.png"
            if not lay_sheet(pictures, games, theme, size).save(str(path)):
                raise SystemExit(f"{path} cannot be written.")
            print(path, flush=True)


if __name__ == "__main__":
    main()
