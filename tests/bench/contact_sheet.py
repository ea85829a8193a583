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

from greenbaize.app.seats.opponents import FAST_LEVEL, Opponent
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.rules.chance import RandomStream, seed_from_text
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.messages import Message
from greenbaize.store.settings import UserSettings
from greenbaize.ui.application import make_application
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.screenshots import ScreenshotRecorder
from greenbaize.ui.window_session import WindowSession
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

SIZES: Final = ((900, 600), (1280, 800), (3840, 2160))
"""Window sizes (px at 100 %)."""
THEMES: Final = ("light", "dark")
MOMENTS: Final = ("beginning", "middle", "end")
OPENING: Final = "opening"
PICTURE_WIDTH: Final = 560
"""Width of a picture on the sheet (px)."""
GAP: Final = 16
TITLE_HEIGHT: Final = 34
"""Height of the label above a picture (px)."""
MIN_QUESTIONS: Final = 8
"""Number of questions before a match can be in its middle."""
MAX_DEALS: Final = 14
"""Number of deals to assume for longer matches and for those of unknown length."""
PATIENCE_S: Final = 300.0
"""Time limit of a match (s)."""


def process_events_until(condition: Callable[[], object]) -> None:
    """Process events until a condition holds."""
    end = monotonic() + PATIENCE_S
    while not condition():
        if monotonic() > end:
            raise SystemExit("The match does not end.")
        QApplication.processEvents()


def exit_with_message(message: Message) -> None:
    """Exit when a picture cannot be written."""
    raise SystemExit(Speaker().format_message(message))


def picture_name(subject: str, moment: str, theme: str, size: tuple[int, int]) -> str:
    """Return the file name of a picture."""
    return f"{subject}-{moment}-{theme}-{size[0]}x{size[1]}.png"


class WindowCamera:
    """Camera that takes pictures of a window in every size and theme.

    Args:
        folder: target folder.
        sizes: window sizes.
    """

    def __init__(self, folder: Path, sizes: Sequence[tuple[int, int]]) -> None:
        self._folder, self._sizes = folder, sizes

    def take_pictures(self, program: WindowSession, subject: str, moment: str) -> None:
        """Take the pictures of a moment."""
        window, settings = program.window, program.services.settings
        pictures = ScreenshotRecorder(window, self._folder, exit_with_message)
        for size in self._sizes:
            for theme in THEMES:
                settings.current.theme = theme
                settings.changed.emit()
                window.resize(*size)
                for _ in range(15):  # layouts cause further layouts, and tiles are drawn late
                    QApplication.processEvents()
                pictures.save_screenshot(picture_name(subject, moment, theme, size))


def photograph_opening(camera: WindowCamera) -> None:
    """Take the pictures of the first screen."""
    program = WindowSession(PlayRequest(), GAMES, separate_processes=False)
    program.window.show()
    program.open_request()
    process_events_until(lambda: program.features.is_loaded("preloader"))
    camera.take_pictures(program, "window", OPENING)
    program.window.close_without_asking()


def photograph_match(camera: WindowCamera, game: str) -> None:
    """Play a match of a game and take its pictures."""
    bots = (Opponent(FAST_LEVEL),)
    request = PlayRequest(game, seed=seed_from_text("contact sheet"), speed=0.0, bots=bots)
    program = WindowSession(request, GAMES, separate_processes=False)
    program.window.show()
    program.open_request()
    process_events_until(lambda: isinstance(program.services.pages.current, MatchView))
    match_view = program.services.pages.current
    assert isinstance(match_view, MatchView)
    chance, moments, question_count = RandomStream("contact sheet"), list(MOMENTS), 0
    while True:
        process_events_until(
            lambda: (
                match_view.prompts.question is not None or match_view.result_controller is not None
            )
        )
        question = match_view.prompts.question
        if question is None:
            break
        question_count += 1
        is_middle = (
            question_count > MIN_QUESTIONS and moments[0] == "middle" and is_in_middle(match_view)
        )
        if moments[0] == "beginning" or is_middle:
            camera.take_pictures(program, game, moments.pop(0))
        view = match_view.player_view
        command = BOT_FACTORIES[FAST_LEVEL]().choose_command(
            view.game, view.view, question.seat, chance
        )
        submit_command(match_view, command)
    for moment in moments:
        camera.take_pictures(program, game, moment)
    program.window.close_without_asking()


def submit_command(match_view: MatchView, command: Command) -> None:
    """Play a card, or press a button of the prompt."""
    prompts = match_view.prompts
    for face, choice in prompts._answers.items():
        if choice.command == command:
            prompts.choose_card(face)
            return
    prompts.choice_prompt.command_chosen.emit(command)


def is_in_middle(match_view: MatchView) -> bool:
    """Return True if half of the match is over and a card is asked for with others on the table."""
    question, picture = (
        match_view.prompts.question,
        match_view.player_view.game.picture(match_view.player_view.view),
    )
    half = picture.deal > min(picture.deal_count or MAX_DEALS, MAX_DEALS) // 2
    has_cards_out = picture.pile is not None or len(picture.taken_tricks) >= 2
    is_play = question.kind == PlayCommand.type
    return is_play and half and has_cards_out and len(picture.table_cards) > 0


def compose_sheet(folder: Path, games: Sequence[str], theme: str, size: tuple[int, int]) -> QImage:
    """Compose the pictures of one theme and size: the opening, then a row for each game."""
    tall = round(PICTURE_WIDTH * size[1] / size[0])
    rows = [("window", [OPENING]), *((game, list(MOMENTS)) for game in games)]
    width = GAP + len(MOMENTS) * (PICTURE_WIDTH + GAP)
    sheet = QImage(width, len(rows) * (tall + TITLE_HEIGHT + GAP), QImage.Format.Format_RGB32)
    sheet.fill(QColor("#8a8a8a"))
    painter = QPainter(sheet)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    label_font = QFont(QApplication.font())
    label_font.setPixelSize(20)
    painter.setFont(label_font)
    for row, (subject, moments) in enumerate(rows):
        top = row * (tall + TITLE_HEIGHT + GAP)
        for column, moment in enumerate(moments):
            left = GAP + column * (PICTURE_WIDTH + GAP)
            title = f"{game_title(subject)} · " if subject in GAMES else ""
            words = f"{title}{moment} · {theme} · {size[0]}×{size[1]}"
            line = QRectF(left, top, PICTURE_WIDTH, TITLE_HEIGHT)
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)
            image = QImage(str(folder / picture_name(subject, moment, theme, size)))
            small = image.scaledToWidth(PICTURE_WIDTH, Qt.TransformationMode.SmoothTransformation)
            small.setDevicePixelRatio(1.0)
            painter.drawImage(left, top + TITLE_HEIGHT, small)
    painter.end()
    return sheet


def parse_sizes(words: str) -> tuple[tuple[int, int], ...]:
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
    parser.add_argument("--sizes", type=parse_sizes, default=SIZES, help="900x600,1280x800")
    options = parser.parse_args()
    games = [options.game] if options.game else list(GAMES)
    pictures = options.to / "pictures"
    with tempfile.TemporaryDirectory() as home:
        os.environ["GREENBAIZE_HOME"] = home
        make_application()
        UserSettings(
            your_name="Ida", motion="none", forced_cards="none", wait_for_click="off"
        ).save()
        camera = WindowCamera(pictures, options.sizes)
        photograph_opening(camera)
        for game in games:
            photograph_match(camera, game)
            print(game, flush=True)
        for size, theme in product(options.sizes, THEMES):
            path = options.to / f"sheet-{theme}-{size[0]}x{size[1]}.png"
            if not compose_sheet(pictures, games, theme, size).save(str(path)):
                raise SystemExit(f"{path} cannot be written.")
            print(path, flush=True)


if __name__ == "__main__":
    main()
