"""Little decks, drawings and sounds of our own making, in the forms in which others come."""

import io
import struct
import wave
import zlib
from zipfile import ZipFile

RANKS = "A23456789TJQK"
SUITS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
KDE_RANKS = dict(zip(RANKS, ["1", *map(str, range(2, 11)), "jack", "queen", "king"], strict=True))


def card_svg(colour="#c00000", *, inside="", size=(100, 140), head=""):
    """Return a drawing of a card: white, with a line around it, and an index."""
    wide, tall = size
    return (
        f'{head}<svg xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 {wide} {tall}">'
        f'<rect x="0.5" y="0.5" width="{wide - 1}" height="{tall - 1}" rx="8" fill="#ffffff" '
        f'stroke="#000000"/><rect x="6" y="8" width="10" height="20" fill="{colour}"/>'
        f'<circle cx="{wide / 2}" cy="{tall / 2}" r="20" fill="{colour}"/>{inside}</svg>'
    ).encode()


def write_deck(folder, *, skip=(), jokers=("XR", "XB"), back=True, suffix="svg"):
    """Write a deck named like ``AS.svg`` into a folder, and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for rank in RANKS:
        for number, suit in enumerate("CDHS"):
            if rank + suit not in skip:
                picture = card_svg(f"#{RANKS.index(rank):x}0{number:x}0c0")
                (folder / f"{rank}{suit}.{suffix}").write_bytes(picture)
    for joker in jokers:
        (folder / f"{joker}.svg").write_bytes(card_svg("#00a000"))
    if back:
        (folder / "back.svg").write_bytes(card_svg("#2040a0"))
    return folder


def sheet_svg(ids):
    """Return a drawing of 13 by 5 cards; ``ids`` returns an element's id by rank and suit."""
    cards = "".join(
        f'<g{_id(ids(rank, suit))}><rect x="{100 * column + 1}" y="{140 * row + 1}" width="98" '
        f'height="138" rx="8" fill="#ffffff" stroke="#000000"/><rect x="{100 * column + 6}" '
        f'y="{140 * row + 8}" width="{8 + column}" height="20" fill="#{row}0{column:x}0c0"/></g>'
        for row, suit in enumerate("CDHS")
        for column, rank in enumerate(RANKS)
    )
    back = f'<g{_id(ids("", "back"))}><rect x="200" y="560" width="100" height="140"/></g>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1300 700">' + cards + back + "</svg>"
    ).encode()


def _id(text):
    return f' id="{text}"' if text else ""


def kde_id(rank, suit):
    return f"{KDE_RANKS[rank]}_{SUITS[suit]}" if rank else suit


def write_kde_deck(folder, name="Ours"):
    """Write a deck as KDE's programs have them: a description, and one drawing."""
    folder.mkdir(parents=True)
    (folder / "index.desktop").write_text(
        f"[KDE Backdeck]\nName={name}\nName[ru]=Наша\nSVG=ours.svg\n", "utf-8"
    )
    (folder / "ours.svg").write_bytes(sheet_svg(kde_id))
    return folder


def write_zip(path, entries):
    """Write an archive of names and bytes."""
    with ZipFile(path, "w") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return path


def png_bytes(width, height, *, declared=None):
    """Return a white PNG image; ``declared`` is a size that it only claims to have."""
    shown = declared or (width, height)
    rows = b"".join(b"\0" + b"\xff" * (3 * width) for _ in range(height))

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", *shown, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b""))
    )


def wave_bytes(*, rate=22050, channels=1, width=2, frames=200):
    """Return a WAV file of a rising tone."""
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(bytes(number % 120 for number in range(frames * channels * width)))
    return data.getvalue()
