"""Screenshots for shops: the window with a frame, in both themes, languages and scales.

``python tests/bench/shop_screenshots.py --to FOLDER`` writes one file for each scene of
``packaging/bundle/appstream.py``, as the AppStream metadata names them. No screen is needed; it
takes some minutes.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2] / "packaging"))

import identity
from bundle import appstream
from contact_sheet import OPENING, WindowCamera, photograph_match, photograph_opening
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QApplication

from greenbaize.store.settings import UserSettings
from greenbaize.ui.application import make_application
from greenbaize.ui.widgets.localized_texts import set_window_language
from greenbaize.ui.window_session import WindowSession

TITLE_HEIGHT: Final = 36
BORDER: Final = 1
RADIUS: Final = 10
"""Radius of the frame's upper corners (px)."""
FRAME_COLOURS: Final = {
    "light": ("#ebebed", "#2e3436", "#b9b9bd"),
    "dark": ("#303034", "#f2f2f2", "#17171a"),
}
"""Title bar, title, and border by theme."""
PERSONS: Final = {"en": "Ida", "ru": "Ида"}
MIDDLE: Final = "middle"


class ShopCamera(WindowCamera):
    """Camera that takes framed pictures of the scenes, and ignores other moments.

    Args:
        folder: target folder.
        language: language of the window, for the file names.
        scale: device pixel ratio.
    """

    def __init__(self, folder: Path, language: str, scale: int) -> None:
        super().__init__(folder, ())
        self._language, self._scale = language, scale

    def take_pictures(self, program: WindowSession, subject: str, moment: str) -> None:
        """Take the pictures of a moment in both themes."""
        scene = {"window": "start", "damn": "table"}.get(subject, subject)
        if moment not in (OPENING, MIDDLE):
            return
        settings = program.services.settings
        program.window.resize(find_window_size())
        for theme in appstream.THEMES:
            settings.current.theme = theme
            settings.changed.emit()
            for _ in range(15):  # layouts cause further layouts, and tiles are drawn late
                QApplication.processEvents()
            image = draw_frame(program.window.grab(), theme)
            name = appstream.screenshot_name(scene, theme, self._language, self._scale)
            if not image.save(str(self._folder / name)):
                raise SystemExit(f"{name} cannot be written.")


def find_window_size() -> QSize:
    """Return the size of the window inside its frame (px)."""
    width, height = appstream.FRAME_SIZE
    return QSize(width - 2 * BORDER, height - TITLE_HEIGHT - BORDER)


def draw_frame(window: QPixmap, theme: str) -> QImage:
    """Return a picture of a window with a plain frame, which is none of any system."""
    ratio = window.devicePixelRatio()
    width, height = appstream.FRAME_SIZE
    image = QImage(
        round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    bar, text, border = map(QColor, FRAME_COLOURS[theme])
    outline = QPainterPath()
    outline.addRoundedRect(QRectF(0.5, 0.5, width - 1, height + RADIUS), RADIUS, RADIUS)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(outline, bar)
    painter.drawPixmap(BORDER, TITLE_HEIGHT, window)
    painter.setPen(QPen(border, BORDER))
    painter.drawPath(outline)
    painter.drawLine(0, height - 1, width, height - 1)
    painter.setPen(text)
    font = QFont(QApplication.font())
    font.setPixelSize(14)
    font.setBold(True)
    painter.setFont(font)
    painter.drawText(QRectF(0, 0, width, TITLE_HEIGHT), Qt.AlignmentFlag.AlignCenter, identity.NAME)
    painter.setPen(QPen(text, 1.5))
    middle, half = TITLE_HEIGHT / 2, 4.5
    for sign in (-1, 1):  # the cross that closes a window
        left, right = width - middle - half, width - middle + half
        painter.drawLine(
            round(left), round(middle - sign * half), round(right), round(middle + sign * half)
        )
    painter.end()
    return image


def take_scenes(folder: Path, language: str, scale: int) -> None:
    """Take all scenes in one language, in a process with that scale."""
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"GREENBAIZE_HOME": home, "QT_SCALE_FACTOR": str(scale)}
        make_application()
        UserSettings(
            your_name=PERSONS[language],
            motion="none",
            forced_cards="none",
            wait_for_click="off",
            language=language,
        ).save()
        set_window_language(language)
        camera = ShopCamera(folder, language, scale)
        photograph_opening(camera)
        for game in ("damn", "rank"):
            photograph_match(camera, game)


def main() -> None:
    """Take all pictures, each language and scale in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--language", choices=identity.LANGUAGES, help=argparse.SUPPRESS)
    parser.add_argument("--scale", type=int, default=1, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.to.mkdir(parents=True, exist_ok=True)
    if options.language:
        take_scenes(options.to, options.language, options.scale)
        return
    for language, scale in product(identity.LANGUAGES, (1, appstream.LARGE_SCALE)):
        command = [sys.executable, __file__, "--to", str(options.to)]
        command += ["--language", language, "--scale", str(scale)]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
