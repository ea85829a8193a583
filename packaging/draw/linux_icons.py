"""Generator of the icon in the sizes of Linux menus and panels, ``packaging/linux/icons``.

Run as ``python packaging/draw/linux_icons.py`` in the development environment.
"""

import sys
from pathlib import Path

from icon import ICON_SVG, draw_icon, encode_png
from pips import SPADE_PATH

sys.path.insert(0, str(Path(__file__).parents[1]))
from identity import IDENTIFIER

THEME_FOLDER = Path(__file__).parents[1] / "linux" / "icons" / "hicolor"
SIZES = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)
SYMBOLIC_SVG = f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 256 256">
  <path fill="#2e3436" fill-rule="evenodd" d="M64 0H192a32 32 0 0 1 32 32V224a32 32 0 0 1 -32 32
    H64a32 32 0 0 1 -32 -32V32a32 32 0 0 1 32 -32zM64 24a8 8 0 0 0 -8 8V224a8 8 0 0 0 8 8
    H192a8 8 0 0 0 8 -8V32a8 8 0 0 0 -8 -8z"/>
  <path fill="#2e3436" transform="translate(67 64) scale(1.22)" d="{SPADE_PATH}"/>
</svg>
"""
"""Icon in one colour, which panels replace by theirs."""


def main() -> None:
    """Write all files."""
    files = {f"{size}x{size}/apps/{IDENTIFIER}.png": encode_png(draw_icon(size)) for size in SIZES}
    files[f"scalable/apps/{IDENTIFIER}.svg"] = ICON_SVG.encode()
    files[f"symbolic/apps/{IDENTIFIER}-symbolic.svg"] = SYMBOLIC_SVG.encode()
    for name, content in files.items():
        path = THEME_FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    main()
