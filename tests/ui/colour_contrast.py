"""Colour contrast measurement (WCAG 2)."""

from functools import cache

from PySide6.QtGui import QColor, QImage

OPAQUE = 0xFF << 24


def luminance(colour: QColor) -> float:
    """Return the relative luminance of a colour, 0 (black) to 1 (white), by WCAG 2."""
    return _luminance(colour.rgb())


@cache
def _luminance(rgb: int) -> float:
    def linearize(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linearize(channel) for channel in QColor(rgb).getRgbF()[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(first: QColor | str, second: QColor | str) -> float:
    """Return the contrast ratio of two colours, 1 to 21, by WCAG 2."""
    low, high = sorted((luminance(QColor(first)), luminance(QColor(second))))
    return (high + 0.05) / (low + 0.05)


def median_luminance(image: QImage) -> float:
    """Return the median luminance of an image, sampled every third pixel."""
    across, down = range(0, image.width(), 3), range(0, image.height(), 3)
    points = sorted(_luminance(image.pixel(x, y) | OPAQUE) for x in across for y in down)
    return points[len(points) // 2]


def image_colours(image: QImage) -> set[str]:
    """Return the names of all colours in an image."""
    across, down = range(image.width()), range(image.height())
    return {QColor(rgb).name() for rgb in {image.pixel(x, y) for x in across for y in down}}
