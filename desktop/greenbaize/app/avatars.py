"""Players' avatars: twelve heads in ten colours, and their assignment to names."""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

from greenbaize.app.tables.default_players import find_bot_name_index
from greenbaize.resources import resources_folder
from greenbaize.rules.name_text import fold_name
from greenbaize.rules.table_snapshot import PlayerMood
from greenbaize.words.names import DEFAULT_NAMES


class AvatarHead(StrEnum):
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


AVATAR_HEADS: Final = tuple(AvatarHead)

AVATAR_COLOURS: Final = {
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

AVATAR_COLOUR_CODES: Final = tuple(AVATAR_COLOURS)


class Avatar(NamedTuple):
    """An avatar: a head, and its colour's code."""

    head: AvatarHead
    colour: str


def create_default_avatar(name: str) -> Avatar:
    """Return the avatar for a name, whatever the others at the table have."""
    # Independent of the language: an avatar belongs to the player.
    folded_name = fold_name(name)
    if folded_name in map(fold_name, DEFAULT_NAMES):
        folded_name = fold_name(DEFAULT_NAMES[0])
    index = find_bot_name_index(name)
    if index is not None:  # Computer players with default names all differ.
        return Avatar(
            AVATAR_HEADS[index % len(AVATAR_HEADS)],
            AVATAR_COLOUR_CODES[(index + 1) % len(AVATAR_COLOUR_CODES)],
        )
    number = crc32(folded_name.encode(errors="replace"))
    colour = AVATAR_COLOUR_CODES[number // len(AVATAR_HEADS) % len(AVATAR_COLOUR_CODES)]
    return Avatar(AVATAR_HEADS[number % len(AVATAR_HEADS)], colour)


def create_chosen_avatar(name: str, face: str, colour: str) -> Avatar:
    """Return a player's avatar, whose head or colour may have been chosen."""
    default_avatar = create_default_avatar(name)
    head = AvatarHead(face) if face in AVATAR_HEADS else default_avatar.head
    return Avatar(head, colour if colour in AVATAR_COLOURS else default_avatar.colour)


def format_avatar_code(avatar: Avatar) -> str:
    """Return the code by which a page requests an avatar."""
    return f"{avatar.head}-{avatar.colour}"


def find_free_avatar(preferred: Avatar, used_avatars: Iterable[Avatar]) -> Avatar:
    """Return the preferred avatar, or one with the next head and colour that nobody has."""
    heads, colours = (
        {avatar.head for avatar in used_avatars},
        {avatar.colour for avatar in used_avatars},
    )
    head_index, colour_index = (
        AVATAR_HEADS.index(preferred.head),
        AVATAR_COLOUR_CODES.index(preferred.colour),
    )
    heads_in_turn = (*AVATAR_HEADS[head_index:], *AVATAR_HEADS[:head_index])
    colours_in_turn = (*AVATAR_COLOUR_CODES[colour_index:], *AVATAR_COLOUR_CODES[:colour_index])
    return Avatar(
        next((head for head in heads_in_turn if head not in heads), preferred.head),
        next((colour for colour in colours_in_turn if colour not in colours), preferred.colour),
    )


def render_avatar_svg(
    avatar: Avatar, mood: PlayerMood = PlayerMood.NEUTRAL, disc_colour: str = ""
) -> bytes:
    """Return the SVG of an avatar with one mood, on a coloured disc if one is given.

    It is an empty drawing if the file cannot be read.
    """
    try:
        text = _load_head_drawing(avatar.head)
    except OSError:
        text = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    parts = (AVATAR_COLOURS[avatar.colour], "#1b2233")
    cloth = [
        round(first + 0.42 * (second - first))
        for first, second in zip(*map(_parse_rgb, parts), strict=True)
    ]
    clothes = {
        "cloth": _format_colour(cloth),
        "light": _format_colour(cloth, 1.08),
        "dark": _format_colour(cloth, 1 / 1.19),
    }
    moods = {first.value: "inline" if first is mood else "none" for first in PlayerMood}
    drawing = text.format(**clothes, **moods)
    if disc_colour:
        head, rest = drawing.split(">", 1)
        drawing = f'{head}><rect width="100" height="100" fill="{disc_colour}"/>{rest}'
    return drawing.encode()


@lru_cache(maxsize=len(AVATAR_HEADS))
def _load_head_drawing(head: AvatarHead) -> str:
    return (resources_folder() / "faces" / f"{head}.svg").read_text(encoding="utf-8")


def _parse_rgb(colour: str) -> list[int]:
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]


def _format_colour(rgb: Iterable[int], light: float = 1.0) -> str:
    return "#" + "".join(f"{min(255, round(light * channel)):02x}" for channel in rgb)
