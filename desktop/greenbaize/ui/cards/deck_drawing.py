"""The drawing of a person's own deck, once, into pictures of a few sizes that the window reads.

Foreign files are drawn in a process of its own (``greenbaize deck``); the window never reads them.
Every face becomes an opaque picture of our cards' proportions: its own border and round corners
are cut off, and where its proportions are others, its paper's colour fills the rest.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter, QPainterPath
from PySide6.QtSvg import QSvgRenderer

from greenbaize.store.artwork.deck_plan import (
    DRAWING_SUFFIXES,
    GRID_COLUMNS,
    GRID_ROWS,
    DeckPlan,
    PictureSource,
)
from greenbaize.store.artwork.library import PICTURE_WIDTHS, back_name
from greenbaize.store.artwork.source_files import SourceFiles, refuse_artwork
from greenbaize.store.artwork.svg_check import SvgChecker
from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_painter import make_transparent_image

RAW_WIDTH: Final = 680
"""Width at which a foreign picture is drawn before it is fitted (px)."""
MAX_PIXELS: Final = 8_000_000
"""Most pixels of the image of a card."""
MAX_LARGE_PIXELS: Final = {b"png": 16_000_000, b"jpeg": 50_000_000}
"""Most pixels of an image that is made smaller while it is read, by its format."""
MAX_IMAGE_MB: Final = 80
"""Memory that Qt may use for one image (MB), also inside a drawing."""
MIN_RATIO, MAX_RATIO = 0.5, 3.0
"""Least and greatest height of a picture, in its widths."""
MIN_BORDER, MAX_BORDER = 0.008, 0.035
"""Least and greatest width of what is cut off around a face (card widths), as a printed line."""
PAPER: Final = "#fcf8ec"
"""Paper where a picture shows none."""
_ANALYSIS_WIDTH: Final = 240
_INDEX_ANALYSIS_WIDTH: Final = 480
_OPAQUE: Final = 200
"""Alpha from which a pixel belongs to a card; shadows are below."""
_OPAQUE_TABLE: Final = bytes(alpha > _OPAQUE for alpha in range(256))
_INK_DISTANCE: Final = 90
"""Difference to the paper from which a pixel is ink (sum of three channels)."""
_PNG_QUALITY: Final = 70
"""Qt's measure of how little time is spent on making the files smaller."""
_INDEX_RECT: Final = (0.02, 0.02, 0.17, 0.42)
"""Part of a card in which its index is looked for (card widths)."""
MIN_INDEX, MAX_INDEX = 0.03, 0.36
"""Least and greatest height of what can be an index (card widths)."""
_FRAME_SHARE: Final = 0.95
"""Share of ink from which a column is a frame."""
_INDEX_CODES: Final = ("6S", "8S", "6H", "8H", "6C", "8C", "6D", "8D")
"""Cards whose index is measured: figures closed at the left, away from other ink."""


class Outline(NamedTuple):
    """What is known of a raw picture: where its card lies, its corner radius and its paper."""

    rect: QRectF
    corner: float
    paper: QColor


class PictureLoader:
    """Draws the pictures of a source; each file is checked when it is first opened."""

    def __init__(self, files: SourceFiles) -> None:
        self._files = files
        self._name = ""
        self._renderer = QSvgRenderer()

    def load_raw(self, source: PictureSource) -> QImage:
        """Return a picture as it is, ``RAW_WIDTH`` wide if it is a drawing; raises ``GameError``.

        Pictures of one file are best asked for one after another.
        """
        if not source.file.lower().endswith(DRAWING_SUFFIXES):
            return decode_image(self._files.read(source.file), source.file)
        if source.file != self._name:
            self._renderer = _load_drawing(self._files.read(source.file), source.file)
            self._name = source.file
        return self._draw_part(source)

    def _draw_part(self, source: PictureSource) -> QImage:
        renderer, box = self._renderer, self._renderer.viewBoxF()
        if source.cell is not None:
            wide, tall = box.width() / GRID_COLUMNS, box.height() / GRID_ROWS
            column, row = source.cell
            part = QRectF(box.x() + column * wide, box.y() + row * tall, wide, tall)
        elif source.element:
            if not renderer.elementExists(source.element):
                raise refuse_artwork("element-missing", name=source.element[:80])
            part = renderer.boundsOnElement(source.element)
        else:
            part = box
        ratio = part.height() / part.width() if part.width() > 0 else 0.0
        if not MIN_RATIO <= ratio <= MAX_RATIO:
            # Cells without a card's shape are no deck in one drawing, but some other picture.
            code = "one-picture" if source.cell is not None else "shape"
            raise refuse_artwork(code, name=source.element or source.file)
        image = require_memory(make_transparent_image(RAW_WIDTH, round(RAW_WIDTH * ratio)))
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            target = QRectF(image.rect())
            if source.element:
                renderer.render(painter, source.element, target)
            elif source.cell is not None:
                scale = RAW_WIDTH / part.width()
                corner = (box.topLeft() - part.topLeft()) * scale
                renderer.render(painter, QRectF(corner, box.size() * scale))
            else:
                renderer.render(painter, target)
        return image


def _load_drawing(data: bytes, name: str) -> QSvgRenderer:
    SvgChecker(name).check_bytes(data)
    renderer = QSvgRenderer()
    # A drawing is a still picture: its animations would only take time.
    renderer.setAnimationEnabled(False)
    if not renderer.load(QByteArray(data)) or renderer.viewBoxF().isEmpty():
        raise refuse_artwork("no-drawing", name=name)
    return renderer


def decode_image(data: bytes, name: str, longest_side: int = 0) -> QImage:
    """Return a PNG or JPEG image, no larger than ``longest_side`` if given; ``GameError``."""
    QImageReader.setAllocationLimit(MAX_IMAGE_MB)
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    image_format = bytes(reader.format().data())
    if image_format not in MAX_LARGE_PIXELS:
        raise refuse_artwork("no-image", name=name)
    size = reader.size()
    max_pixels = MAX_LARGE_PIXELS[image_format] if longest_side else MAX_PIXELS
    if size.isEmpty() or size.width() * size.height() > max_pixels:
        raise refuse_artwork("too-many-pixels", name=name, limit=max_pixels // 1_000_000)
    if 0 < longest_side < max(size.width(), size.height()):
        keep = Qt.AspectRatioMode.KeepAspectRatio
        reader.setScaledSize(size.scaled(QSize(longest_side, longest_side), keep))
    image = reader.read()
    if image.isNull():
        raise refuse_artwork("no-image", name=name)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def require_memory(image: QImage) -> QImage:
    """Return an image; ``MemoryError`` if Qt had no memory for it."""
    if image.isNull():
        raise MemoryError
    return image


def draw_deck(
    files: SourceFiles, plan: DeckPlan, folder: Path, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Draw all pictures of a deck into a folder; return its description.

    ``progress`` is told the numbers of pictures that are done and of all. Raises ``GameError``.
    """
    loader, heights, papers = PictureLoader(files), [], []
    pictures: list[tuple[str, PictureSource]] = [
        *plan.cards.items(),
        *((back_name(number), source) for number, source in enumerate(plan.backs)),
    ]
    pictures.sort(key=lambda picture: picture[1].file)
    for number, (name, source) in enumerate(pictures):
        progress(number, len(pictures))
        raw = loader.load_raw(source)
        if not MIN_RATIO <= raw.height() / raw.width() <= MAX_RATIO:
            raise refuse_artwork("shape", name=source.file)
        outline = find_outline(raw, plan.manifest.corner, plan.manifest.border)
        fitted = fit_picture(raw, outline)
        save_sizes(fitted, folder, name)
        if name in _INDEX_CODES:
            heights.append(measure_index(fitted, outline.paper))
        if name in plan.cards:
            papers.append(outline.paper.name())
    found = [height for height in heights if height]
    return {
        "cards": sorted(plan.cards),
        "backs": len(plan.backs),
        "paper": Counter(papers).most_common(1)[0][0],
        "index": plan.manifest.index_height
        or (median(found) if 2 * len(found) > len(heights) else 0.0),
    }


def save_sizes(picture: QImage, folder: Path, name: str) -> None:
    """Save a picture in all sizes, each from the next larger one; none is enlarged.

    The folder of each size is created.
    """
    smooth = Qt.TransformationMode.SmoothTransformation
    for width in PICTURE_WIDTHS:
        picture = require_memory(
            picture.scaled(QSize(width, round(width * pips.HEIGHT)), mode=smooth)
        )
        path = folder / str(width) / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not picture.save(str(path), "PNG", _PNG_QUALITY):  # type: ignore[call-overload]
            raise refuse_artwork("unwritable", name=path.name)


def find_outline(raw: QImage, corner: float | None, border: float | None) -> Outline:
    """Return what of a raw picture is the card's inside: without margin, shadow and border."""
    small = raw.scaledToWidth(_ANALYSIS_WIDTH, Qt.TransformationMode.SmoothTransformation)
    scale = raw.width() / small.width()
    alphas = _opaque_rows(small)
    wide, tall = small.width(), small.height()
    rows = [y for y, row in enumerate(alphas) if 2 * sum(row) > wide]
    all_rows = b"".join(alphas)
    columns = [x for x in range(wide) if 2 * sum(all_rows[x::wide]) > tall]
    if not rows or not columns:  # a picture without a card's ground: all of it, on our paper
        return Outline(QRectF(raw.rect()), 0.0, QColor(PAPER))
    left, right, top, bottom = columns[0], columns[-1] + 1, rows[0], rows[-1] + 1
    wide = right - left
    radius = _find_radius(alphas, left, top, wide) / wide if corner is None else corner
    whole = QRectF(left, top, wide, bottom - top)
    inset = (_find_border(small, whole) if border is None else border) * wide
    card = whole.adjusted(inset, inset, -inset, -inset)
    paper = _find_paper(small, card)
    return Outline(
        QRectF(card.topLeft() * scale, card.size() * scale), radius * wide * scale, paper
    )


def _opaque_rows(image: QImage) -> list[bytes]:
    """Return rows of bytes, 1 for each opaque pixel of an image."""
    alpha = image.convertToFormat(QImage.Format.Format_Alpha8)
    data, step = bytes(alpha.constBits()), alpha.bytesPerLine()
    return [
        data[y * step : y * step + image.width()].translate(_OPAQUE_TABLE)
        for y in range(image.height())
    ]


def _find_radius(alphas: list[bytes], left: int, top: int, wide: int) -> float:
    """Return the radius of the upper left corner: where it is opaque along the diagonal."""
    for step in range(wide // 4):
        if alphas[top + step][left + step]:
            # A quarter circle leaves 0.29 of its radius open on the diagonal.
            return step / 0.29 if step else 0.0
    return 0.0


def _find_border(small: QImage, card: QRectF) -> float:
    """Return the width of a line around a card, in card widths."""
    rect = card.toRect()
    depth = round(MAX_BORDER * rect.width())
    widths = []
    for share in (0.35, 0.45, 0.55, 0.65):
        x, y = rect.left() + round(share * rect.width()), rect.top() + round(share * rect.height())
        for start_x, start_y, step_x, step_y in (
            (rect.left(), y, 1, 0),
            (rect.right(), y, -1, 0),
            (x, rect.top(), 0, 1),
            (x, rect.bottom(), 0, -1),
        ):
            inner = small.pixelColor(start_x + (depth + 1) * step_x, start_y + (depth + 1) * step_y)
            differs = [
                _is_ink(small.pixelColor(start_x + n * step_x, start_y + n * step_y), inner)
                for n in range(depth + 1)
            ]
            widths.append(depth + 1 - differs[::-1].index(True) if True in differs else 0)
    # Pictures may touch some of the edges; a line is on all.
    line = median(widths)
    return min(MAX_BORDER, max(MIN_BORDER, (line + 1) / rect.width() if line else 0.0))


def _find_paper(small: QImage, card: QRectF) -> QColor:
    """Return the most frequent colour along the inner edge of a card."""
    inner = card.adjusted(3, 3, -3, -3).toRect()
    counts: Counter[int] = Counter()
    for x, y in _edge_points(inner):
        colour = small.pixelColor(x, y)
        if colour.alpha() > _OPAQUE:
            counts[
                QColor(colour.red() & 0xFC, colour.green() & 0xFC, colour.blue() & 0xFC).rgb()
            ] += 1
    if not counts:
        return QColor(PAPER)
    best = QColor(counts.most_common(1)[0][0])
    parts = (best.red(), best.green(), best.blue())
    # The rounding above darkens white paper a little.
    return QColor(*(min(255, part + 3 if part >= 0xFC else part) for part in parts))


def _edge_points(rect: QRect) -> Iterator[tuple[int, int]]:
    for x in range(rect.left() + rect.width() // 5, rect.right() - rect.width() // 5, 2):
        yield x, rect.top()
        yield x, rect.bottom()
    for y in range(rect.top() + rect.height() // 5, rect.bottom() - rect.height() // 5, 2):
        yield rect.left(), y
        yield rect.right(), y


def fit_picture(raw: QImage, outline: Outline) -> QImage:
    """Return the inside of a picture on its paper, undistorted, in our cards' proportions."""
    wide = PICTURE_WIDTHS[0]
    fitted = QImage(wide, round(wide * pips.HEIGHT), QImage.Format.Format_RGB32)
    fitted.fill(outline.paper)
    inside = outline.rect
    size = QSizeF(inside.size())
    size.scale(QSizeF(fitted.size()), Qt.AspectRatioMode.KeepAspectRatio)
    target = QRectF(
        (fitted.width() - size.width()) / 2,
        (fitted.height() - size.height()) / 2,
        size.width(),
        size.height(),
    )
    scale = size.width() / inside.width()
    clip = QPainterPath()
    clip.addRoundedRect(target, outline.corner * scale, outline.corner * scale)
    with QPainter(fitted) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(clip)
        # Qt's own smooth scaling averages; a painter's would skip pixels where it shrinks much.
        part = require_memory(raw.copy(inside.toAlignedRect())).scaled(
            target.size().toSize(), mode=Qt.TransformationMode.SmoothTransformation
        )
        painter.drawImage(target, part)
    return fitted


def measure_index(fitted: QImage, paper: QColor) -> float:
    """Return the height of the uppermost figure in the corner (card widths), 0 if there is none."""
    wide = _INDEX_ANALYSIS_WIDTH
    small = fitted.scaledToWidth(wide, Qt.TransformationMode.SmoothTransformation)
    left, top, right, bottom = (round(share * wide) for share in _INDEX_RECT)
    columns = [
        [_is_ink(small.pixelColor(x, y), paper) for y in range(top, bottom)]
        for x in range(left, right)
    ]
    # A line all the way down is a frame.
    glyphs = [column for column in columns if sum(column) < _FRAME_SHARE * len(column)]
    rows = [any(row) for row in zip(*glyphs, strict=True)]
    start = 0
    for y, is_ink in enumerate([*rows, False]):
        if not is_ink:
            height = (y - start) / wide
            if height >= MIN_INDEX:
                return height if height <= MAX_INDEX else 0.0
            start = y + 1
    return 0.0


def _is_ink(colour: QColor, paper: QColor) -> bool:
    distance = (
        abs(colour.red() - paper.red())
        + abs(colour.green() - paper.green())
        + abs(colour.blue() - paper.blue())
    )
    return distance > _INK_DISTANCE
