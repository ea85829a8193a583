"""Tests of the icons of Windows and macOS: valid, in all sizes, and legible."""

import struct
from pathlib import Path

import icon_files
import pytest
from PySide6.QtGui import QColor, QImage

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"

ICO = PACKAGING / "windows" / "greenbaize.ico"
ICNS = PACKAGING / "macos" / "greenbaize.icns"
PNG = b"\x89PNG\r\n\x1a\n"


def read_ico_images(data):
    """Yield the images of an ICO by size; ``AssertionError`` if it is damaged."""
    reserved, kind, count = struct.unpack_from("<HHH", data)
    assert (reserved, kind) == (0, 1)
    end = 6 + 16 * count
    for number in range(count):
        entry = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        across, down, colours, _, planes, bits, size, offset = entry
        assert (across, colours, planes, bits, offset) == (down, 0, 1, 32, end)
        end = offset + size
        part = data[offset:end]
        assert len(part) == size
        yield across or 256, decode_png(part) if part.startswith(PNG) else decode_bitmap(part)
    assert end == len(data)


def decode_png(data):
    image = QImage.fromData(data, "PNG")  # type: ignore[arg-type]
    assert not image.isNull()
    return image


def decode_bitmap(data):
    head, across, down, planes, bits, packed, size = struct.unpack_from("<IiiHHII", data)
    assert (head, planes, bits, packed) == (40, 1, 32, 0)
    assert down == 2 * across  # includes the mask
    assert len(data) == head + size == head + 4 * across * across + (across + 31) // 32 * 4 * across
    rows = [data[head + 4 * across * row :][: 4 * across] for row in reversed(range(across))]
    pixels = b"".join(rows)
    return QImage(pixels, across, across, 4 * across, QImage.Format.Format_ARGB32).copy()


def read_icns_images(data):
    assert data[:4] == b"icns"
    assert struct.unpack_from(">I", data, 4)[0] == len(data)
    offset = 8
    while offset < len(data):
        name, size = (
            data[offset : offset + 4].decode(),
            struct.unpack_from(">I", data, offset + 4)[0],
        )
        yield name, decode_png(data[offset + 8 : offset + size])
        offset += size
    assert offset == len(data)


def is_legible(image):
    """Return True if a dark spade is visible on a light card on green."""
    middle = [QColor(image.pixel(image.width() * x // 100, y)) for x, y in _middle_points(image)]
    dark = sum(one.lightnessF() < 0.3 and one.saturationF() < 0.6 for one in middle)
    light = sum(one.lightnessF() > 0.85 for one in middle)
    edge = QColor(image.pixel(image.width() // 2, max(1, image.height() // 8)))
    green = [QColor(image.pixel(image.width() // 10, y)) for y in range(image.height())]
    found = any(one.hue() in range(120, 190) and one.saturation() > 60 for one in (edge, *green))
    return dark >= len(middle) // 20 and light >= len(middle) // 5 and found


def _middle_points(image):
    return [(x, y) for x in range(30, 80, 2) for y in range(image.height() // 4, image.height())]


def test_the_icon_of_windows_is_legible_in_each_size(qapp):
    images = dict(read_ico_images(ICO.read_bytes()))
    assert tuple(images) == icon_files.ICO_SIZES == (16, 24, 32, 48, 64, 128, 256)
    for size, image in images.items():
        assert (image.width(), image.height()) == (size, size)
        assert is_legible(image), size
        assert QColor.fromRgba(image.pixel(0, 0)).alpha() < 128  # the corners are round


def test_the_icon_of_macos_is_legible_in_each_size(qapp):
    images = dict(read_icns_images(ICNS.read_bytes()))
    assert set(images) == {f"ic{number:02}" for number in range(7, 15)}
    for name, image in images.items():
        assert image.width() == image.height() == icon_files.ICNS_SIZES[name]
        assert is_legible(image), name
        # the icon has a margin
        assert QColor.fromRgba(image.pixel(image.width() // 2, 0)).alpha() == 0


@pytest.mark.slow
def test_icons_match_the_drawing_script(qapp, monkeypatch, tmp_path):
    monkeypatch.setattr(icon_files, "PACKAGING", tmp_path)
    icon_files.main()
    drawn_images = dict(read_ico_images((tmp_path / "windows" / ICO.name).read_bytes()))
    for size, image in read_ico_images(ICO.read_bytes()):
        assert differing_fraction(image, drawn_images[size]) < 0.01, size
    again = dict(read_icns_images((tmp_path / "macos" / ICNS.name).read_bytes()))
    for name, image in read_icns_images(ICNS.read_bytes()):
        assert differing_fraction(image, again[name]) < 0.01, name


def differing_fraction(first_image, second_image):
    """Return the fraction of differing pixels; another version of Qt may round differently."""
    step = max(1, first_image.width() // 50)
    pixels = [
        (x, y)
        for x in range(0, first_image.width(), step)
        for y in range(0, first_image.height(), step)
    ]
    far = 0
    for x, y in pixels:
        first, second = (
            QColor.fromRgba(first_image.pixel(x, y)),
            QColor.fromRgba(second_image.pixel(x, y)),
        )
        pairs = zip(first.getRgb(), second.getRgb(), strict=True)
        far += any(abs(a - b) > 8 for a, b in pairs)
    return far / len(pixels)
