"""Generator of the system icons, ``windows/greenbaize.ico`` and ``macos/greenbaize.icns``.

Run as ``python packaging/draw/icon_files.py`` in the development environment. Both are containers
of images in several sizes, of which the system picks one.
"""

import struct
from pathlib import Path

from icon import draw_icon, encode_png
from PySide6.QtGui import QImage

PACKAGING = Path(__file__).resolve().parents[1]
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
LARGEST_BITMAP = 64
"""Largest size stored as a bitmap (px); not every reader of small icons can read PNGs."""
ICNS_SIZES = {
    "ic11": 32,  # 16 at twice the pixels, and so on
    "ic12": 64,
    "ic07": 128,
    "ic13": 256,
    "ic08": 256,
    "ic14": 512,
    "ic09": 512,
    "ic10": 1024,
}
MARGIN = 0.09
"""Empty margin around an icon of macOS, a fraction of its size."""
_HEAD, _ENTRY = struct.Struct("<HHH"), struct.Struct("<BBBBHHII")
_BITMAP = struct.Struct("<IiiHHIIiiII")


def encode_ico(images: list[QImage]) -> bytes:
    """Return a Windows icon of square images, the smallest first."""
    parts = [
        encode_bitmap(one) if one.width() <= LARGEST_BITMAP else encode_png(one) for one in images
    ]
    offset = _HEAD.size + _ENTRY.size * len(parts)
    entries = []
    for image, part in zip(images, parts, strict=True):
        size = image.width() % 256  # 0 stands for 256
        entries.append(_ENTRY.pack(size, size, 0, 0, 1, 32, len(part), offset))
        offset += len(part)
    return b"".join([_HEAD.pack(0, 1, len(parts)), *entries, *parts])


def encode_bitmap(image: QImage) -> bytes:
    """Return an image in icon format: rows from the bottom, and an unused mask."""
    size = image.width()
    plain = image.convertToFormat(QImage.Format.Format_ARGB32)
    pixels, across = bytes(plain.constBits()), plain.bytesPerLine()
    rows = [pixels[row * across : row * across + 4 * size] for row in reversed(range(size))]
    mask = bytes((size + 31) // 32 * 4 * size)
    head = _BITMAP.pack(40, size, 2 * size, 1, 32, 0, 4 * size * size + len(mask), 0, 0, 0, 0)
    return b"".join([head, *rows, mask])


def encode_icns(pictures: dict[str, bytes]) -> bytes:
    """Return a macOS icon of PNGs by the names of their sizes."""
    parts = [
        name.encode() + struct.pack(">I", 8 + len(data)) + data for name, data in pictures.items()
    ]
    return b"icns" + struct.pack(">I", 8 + sum(map(len, parts))) + b"".join(parts)


def main() -> None:
    """Write both files."""
    windows, macos = PACKAGING / "windows", PACKAGING / "macos"
    for folder in (windows, macos):
        folder.mkdir(exist_ok=True)
    (windows / "greenbaize.ico").write_bytes(encode_ico([draw_icon(size) for size in ICO_SIZES]))
    pictures = {name: encode_png(draw_icon(size, MARGIN)) for name, size in ICNS_SIZES.items()}
    (macos / "greenbaize.icns").write_bytes(encode_icns(pictures))


if __name__ == "__main__":
    main()
