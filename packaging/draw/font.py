"""Generator of the two files of "Green Baize Sans" in ``resources/fonts``, from Inter 3.019.

Run as ``python packaging/draw/font.py FOLDER`` with fontTools installed, where FOLDER holds
Inter-Regular.otf and Inter-Bold.otf (Debian: fonts-inter). Inter is under the SIL Open Font License
1.1 without a reserved name. Four things are changed: only Latin, Cyrillic and the symbols that a
card table uses are kept; our own pips become the glyphs of the suits, and two small triangles those
of disclosure arrows; figures are tabular unless "pnum" is requested. The new name keeps an
installed Inter from being used instead.
"""

import re
import sys
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
FAMILY = "Green Baize Sans"
SUITS = {"S": 0x2660, "C": 0x2663, "H": 0x2665, "D": 0x2666}
KEPT_RANGES = (
    (0x0020, 0x024F),  # Latin
    (0x02B0, 0x036F),  # accents
    (0x0400, 0x045F),  # Cyrillic: the Slavic languages
    (0x0490, 0x0493),
    (0x2010, 0x2030),  # dashes, quotes, thin spaces, ellipsis
    (0x2032, 0x203A),
    (0x2070, 0x209C),  # raised and lowered figures
    (0x20AC, 0x20BD),
    (0x2116, 0x2122),
    (0x2150, 0x215E),  # fractions
    (0x2190, 0x2199),  # arrows
    (0x2212, 0x2212),
    (0x2248, 0x2265),
    (0x25A0, 0x25CF),
    (0x2605, 0x2606),  # stars, for the jokers
    (0x2660, 0x2666),
    (0x2713, 0x2717),  # ticks and crosses
)


def draw_pip(outline: str, pen: TransformPen) -> None:
    """Draw an outline of M, L, C and Z commands with a pen."""
    for command, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", outline):
        values = [float(value) for value in numbers.split()]
        points = list(zip(values[::2], values[1::2], strict=True))
        if command == "M":
            pen.moveTo(points[0])
        elif command == "L":
            pen.lineTo(points[0])
        elif command == "C":
            pen.curveTo(*points)
        else:
            pen.closePath()


def add_suits(font: TTFont) -> None:
    """Add the pips as glyphs, slightly taller than a capital and standing on the baseline."""
    cap = 2048  # height of Inter's capitals; the em is 2816
    side = round(cap * 1.08)
    for letter, sign in SUITS.items():
        svg = (RESOURCES / "cards" / f"pip-{letter}.svg").read_text(encoding="utf-8")
        outline = re.search(r'\bd="([^"]+)"', svg)
        assert outline is not None
        margin = 130 if letter != "D" else -80  # the diamond is narrow in its square
        width = side + 2 * margin
        pen = T2CharStringPen(width, None)
        scale = side / 100
        transform = Transform(scale, 0, 0, -scale, margin, cap + (side - cap) // 2)
        draw_pip(outline[1], TransformPen(pen, transform))
        font["hmtx"][f"suit{letter}"] = (width, margin)
        add_glyph(font, sign, f"suit{letter}", pen)


def add_triangles(font: TTFont) -> None:
    """Add the small triangles of disclosure arrows, down (▾) and right (▸)."""
    low, middle, high = 550, 900, 1250  # about the middle of small letters; the em is 2816
    side, margin = 1100, 130
    left, right = margin, margin + side
    for sign, name, corners in (
        (0x25BE, "smalldown", ((left, high - 50), (right, high - 50), ((left + right) // 2, low))),
        (0x25B8, "smallright", ((left, low - 200), (left, high + 200), (left + 650, middle))),
    ):
        width = max(x for x, _ in corners) + margin
        pen = T2CharStringPen(width, None)
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()
        font["hmtx"][name] = (width, margin)
        add_glyph(font, sign, name, pen)


def add_glyph(font: TTFont, sign: int, name: str, pen: T2CharStringPen) -> None:
    """Add the drawing of a pen as the glyph of a character; its width is already set."""
    table = font["CFF "].cff
    top = table.topDictIndex[0]
    shape = pen.getCharString(private=top.Private, globalSubrs=table.GlobalSubrs)
    top.CharStrings.charStringsIndex.append(shape)
    top.CharStrings.charStrings[name] = len(top.CharStrings.charStringsIndex) - 1
    top.charset.append(name)
    for cmap in font["cmap"].tables:
        if cmap.isUnicode():
            cmap.cmap[sign] = name
    font.setGlyphOrder(top.charset)


def make_figures_tabular(font: TTFont) -> None:
    """Map the digits to Inter's tabular ones; "pnum" leads back to the proportional ones."""
    swaps: dict[str, str] = {}
    substitutions = font["GSUB"].table
    for record in substitutions.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for table in substitutions.LookupList.Lookup[index].SubTable:
                    swaps |= getattr(table, "ExtSubTable", table).mapping
    tabular = [swaps[font.getBestCmap()[ord(digit)]] for digit in "0123456789"]
    width = max(font["hmtx"][name][0] for name in tabular)
    for name in tabular:  # the 4 is a hair narrower in Inter
        font["hmtx"][name] = (width, font["hmtx"][name][1])
    for cmap in font["cmap"].tables:
        for digit in map(ord, "0123456789"):
            if cmap.isUnicode() and digit in cmap.cmap:
                cmap.cmap[digit] = swaps.get(cmap.cmap[digit], cmap.cmap[digit])


def rename_family(font: TTFont, style: str) -> None:
    """Give the font our family name; copyright and licence entries stay as they are."""
    names = {1: FAMILY, 2: style, 3: f"{FAMILY} {style}; from Inter 3.019", 4: f"{FAMILY} {style}"}
    names[6] = f"{FAMILY.replace(' ', '')}-{style}"
    kept_ids = (0, 13, 14)
    table = font["name"]
    table.names = [entry for entry in table.names if entry.nameID in kept_ids]
    table.setName(f"Version {font['head'].fontRevision:.3f}", 5, 3, 1, 0x409)
    for number, text in names.items():
        table.setName(text, number, 3, 1, 0x409)
    cff = font["CFF "].cff
    cff.fontNames[0] = names[6]
    top = cff.topDictIndex[0]
    top.FullName, top.FamilyName = names[4], FAMILY


def make_font(source: Path, style: str) -> Path:
    """Make one file from Inter's of the same style and return its path."""
    # without a timestamp the same input makes the same file
    font = TTFont(source, recalcTimestamp=False)
    add_suits(font)
    add_triangles(font)
    make_figures_tabular(font)
    options = Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "case", "pnum", "tnum"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.desubroutinize = False
    subsetter = Subsetter(options)
    subsetter.populate(
        unicodes=[sign for low, high in KEPT_RANGES for sign in range(low, high + 1)]
    )
    subsetter.subset(font)
    rename_family(font, style)
    target = RESOURCES / "fonts" / f"GreenBaizeSans-{style}.otf"
    font.save(target)
    return target


def main() -> None:
    """Make both files."""
    for style in ("Regular", "Bold"):
        target = make_font(Path(sys.argv[1]) / f"Inter-{style}.otf", style)
        print(target, target.stat().st_size)


if __name__ == "__main__":
    main()
