"""Who looks how: persons of this computer and guests as they chose, others by their name.

A name has the same face everywhere; only where two at one table would look alike, one of them
takes the next free face, wherever they sit. A guest keeps theirs also then.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple
from zlib import crc32

from greenbaize.app.tables.default_players import name_of, names_of, usual_place
from greenbaize.rules.naming import folded
from greenbaize.store.persons import Person
from greenbaize.words.names import YOU, shown_name


class Head(StrEnum):
    """The heads, in the order in which they are offered."""

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
"""The colours of faces by their codes, in the order in which they are offered."""

_CODES: Final = tuple(COLOURS)


class Look(NamedTuple):
    """A face: which head it is, and its colour's code."""

    head: Head
    colour: str


def look_of(name: str) -> Look:
    """How somebody of this name looks, whoever else is at the table."""
    # Whatever language is spoken: a face belongs to whoever has it.
    wanted = folded(name)
    if wanted in map(folded, YOU):
        wanted = folded(YOU[0])
    place = usual_place(name)
    if place is not None:  # computer players by their usual names are all different
        return Look(HEADS[place % len(HEADS)], _CODES[(place + 1) % len(_CODES)])
    number = crc32(wanted.encode(errors="replace"))
    return Look(HEADS[number % len(HEADS)], _CODES[number // len(HEADS) % len(_CODES)])


def look_of_person(person: Person) -> Look:
    """How a person of this computer looks, who may have chosen only a part of it, or nothing."""
    return _look_chosen(name_of(person), person.face, person.colour)


def _look_chosen(name: str, face: str, colour: str) -> Look:
    usual = look_of(name)
    head = Head(face) if face in HEADS else usual.head
    return Look(head, colour if colour in COLOURS else usual.colour)


_here: dict[str, Look] = {}
_guests: dict[str, Look | None] = {}


def use_persons(persons: Iterable[Person]) -> None:
    """Have these persons look as they chose, also in matches from before they were renamed."""
    _here.clear()
    for person in persons:
        look = look_of_person(person)
        for name in reversed(names_of(person)):
            _here[folded(shown_name(name))] = look


def use_guests(faces: Mapping[str, tuple[str, str]]) -> None:
    """Have guests at a table with friends look as they chose: ``faces`` by name."""
    _guests.clear()
    for name, (face, colour) in faces.items():
        shown, chose = shown_name(name), face in HEADS or colour in COLOURS
        _guests[folded(shown)] = _look_chosen(shown, face, colour) if chose else None


def looks_at(names: Sequence[str], newcomers: Iterable[str] = ()) -> tuple[Look, ...]:
    """How those at one table look, by seat; they differ where they can.

    ``newcomers`` are not known at this computer yet, and are once the match begins.
    """
    seats = [folded(name) for name in names]
    chosen = {folded(name): look_of(name) for name in newcomers}
    chosen |= {name: look for name in seats if (look := _chosen(name)) is not None}
    # Whoever comes first keeps the face of their name; chairs have no say in who that is.
    places = {name: usual_place(name) for name in set(seats) - set(chosen)}
    others = sorted(places, key=lambda name: (places[name] is None, places[name] or 0, name))
    wanted = {name: look_of(name) for name in others}
    heads = _shared({name: wanted[name].head for name in others}, _taken(chosen, 0), HEADS)
    colours = _shared({name: wanted[name].colour for name in others}, _taken(chosen, 1), _CODES)
    looks = chosen | {name: Look(Head(heads[name]), colours[name]) for name in others}
    return tuple(looks[name] for name in seats)


def _chosen(name: str) -> Look | None:
    here = _here.get(name)
    if name in _guests:  # whoever chose nothing looks alike in all windows, whoever comes or goes
        return _guests[name] or here or look_of(name)
    return here


def _taken(looks: Mapping[str, Look], part: int) -> set[str]:
    return {look[part] for look in looks.values()}


def _shared(wanted: Mapping[str, str], taken: set[str], of: Sequence[str]) -> dict[str, str]:
    """What each gets: what they want, or one that nobody wants, as long as there are any."""
    given: dict[str, str] = {}
    for name, one in wanted.items():
        if one not in taken:
            given[name] = one
            taken.add(one)
    for name, one in wanted.items():
        if name not in given:
            first = of.index(one)
            order = (*of[first:], *of[:first])
            given[name] = next((free for free in order if free not in taken), one)
            taken.add(given[name])
    return given
