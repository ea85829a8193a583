"""Players' avatars: twelve heads in ten colours, and their assignment to names."""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

from greenbaize.app.tables.default_players import usual_place
from greenbaize.resources import resources
from greenbaize.rules.naming import folded
from greenbaize.rules.pictures import Mood
from greenbaize.words.names import YOU


class Head(StrEnum):
    """Heads of avatars, in the order in which they are offered."""

    BUN = "bun"
    BEARD = "beard"
    GLASSES = "glasses"
    PLAITS = "plaits"
    BOWLER = "bowler"
    CAP = "cap"
    CURLS = "curls"
    EARS = "ears"
    FRINGE = "fringe"
    SPIKES = "spikes"
    SCARF = "scarf"
    MOUSTACHE = "moustache"


HEADS: Final = tuple(Head)

COLOURS: Final = {
    "green": "#4f9a63",
    "blue": "#4a86c5",
    "amber": "#d0942f",
    "rose": "#c4658d",
    "violet": "#8b72c6",
    "teal": "#36998f",
    "coral": "#d7714f",
    "slate": "#74818f",
    "olive": "#94963a",
    "indigo": "#5a68c4",
}
"""Colours of avatars by their codes, in the order in which they are offered."""

COLOUR_CODES: Final = tuple(COLOURS)


class Look(NamedTuple):
    """An avatar: a head, and its colour's code."""

    head: Head
    colour: str


def look_of(name: str) -> Look:
    """Return the avatar for a name, whatever the others at the table have."""
    # Independent of the language: an avatar belongs to the player.
    wanted = folded(name)
    if wanted in map(folded, YOU):
        wanted = folded(YOU[0])
    place = usual_place(name)
    if place is not None:  # Computer players with default names all differ.
        return Look(HEADS[place % len(HEADS)], COLOUR_CODES[(place + 1) % len(COLOUR_CODES)])
    number = crc32(wanted.encode(errors="replace"))
    colour = COLOUR_CODES[number // len(HEADS) % len(COLOUR_CODES)]
    return Look(HEADS[number % len(HEADS)], colour)


def chosen_look(name: str, face: str, colour: str) -> Look:
    """Return a player's avatar, whose head or colour may have been chosen."""
    usual = look_of(name)
    head = Head(face) if face in HEADS else usual.head
    return Look(head, colour if colour in COLOURS else usual.colour)


def face_code(look: Look) -> str:
    """Return the code by which a page requests an avatar."""
    return f"{look.head}-{look.colour}"


def free_look(wanted: Look, taken: Iterable[Look]) -> Look:
    """Return the preferred avatar, or with the next head and colour that no other one has."""
    heads, colours = {one.head for one in taken}, {one.colour for one in taken}
    at, nth = HEADS.index(wanted.head), COLOUR_CODES.index(wanted.colour)
    in_turn = (*HEADS[at:], *HEADS[:at])
    colours_in_turn = (*COLOUR_CODES[nth:], *COLOUR_CODES[:nth])
    return Look(
        next((head for head in in_turn if head not in heads), wanted.head),
        next((colour for colour in colours_in_turn if colour not in colours), wanted.colour),
    )


def face_drawing(look: Look, mood: Mood = Mood.NEUTRAL, disc: str = "") -> bytes:
    """Return the SVG of an avatar with one mood, on a coloured disc if one is given.

    It is an empty drawing if the file cannot be read.
    """
    try:
        text = _head_drawing(look.head)
    except OSError:
        text = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    parts = (COLOURS[look.colour], "#1b2233")
    cloth = [
        round(one + 0.42 * (other - one)) for one, other in zip(*map(_rgb, parts), strict=True)
    ]
    clothes = {"cloth": _code(cloth), "light": _code(cloth, 1.08), "dark": _code(cloth, 1 / 1.19)}
    moods = {one.value: "inline" if one is mood else "none" for one in Mood}
    drawing = text.format(**clothes, **moods)
    if disc:
        head, rest = drawing.split(">", 1)
        drawing = f'{head}><rect width="100" height="100" fill="{disc}"/>{rest}'
    return drawing.encode()


@lru_cache(maxsize=len(HEADS))
def _head_drawing(head: Head) -> str:
    return (resources() / "faces" / f"{head}.svg").read_text(encoding="utf-8")


def _rgb(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def _code(rgb: Iterable[int], light: float = 1.0) -> str:
    return "#" + "".join(f"{min(255, round(light * one)):02x}" for one in rgb)
