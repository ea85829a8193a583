"""Assignment of avatars: chosen ones for local persons and guests, others by name.

A name has the same avatar everywhere; if two at one table would look alike, one of them gets the
next free one, whatever their seats. Guests always keep theirs.
"""

from collections.abc import Iterable, Mapping, Sequence

from greenbaize.app.faces import COLOUR_CODES, COLOURS, HEADS, Head, Look, chosen_look, look_of
from greenbaize.app.tables.default_players import name_of, named_here, names_of, usual_place
from greenbaize.rules.naming import folded
from greenbaize.store.persons import Person
from greenbaize.words.names import shown_name


def look_of_person(person: Person) -> Look:
    """Return a local person's avatar; parts not chosen are derived from the name."""
    return chosen_look(name_of(person), person.face, person.colour)


_here: dict[str, Look] = {}
_guests: dict[str, Look | None] = {}


def use_persons(persons: Iterable[Person]) -> None:
    """Set the local persons, who have their avatars in matches under former names, too."""
    _here.clear()
    for person in persons:
        look = look_of_person(person)
        for name in reversed(names_of(person)):
            _here[folded(shown_name(name))] = look


def use_guests(faces: Mapping[str, tuple[str, str]]) -> None:
    """Set the chosen avatars of guests at a table with friends by name."""
    _guests.clear()
    for name, (face, colour) in faces.items():
        shown, chose = shown_name(name), face in HEADS or colour in COLOURS
        look = chosen_look(shown, face, colour) if chose else None
        # A bot's name is shown in the local language.
        _guests[folded(shown)] = _guests[folded(named_here(shown))] = look


def looks_at(names: Sequence[str], newcomers: Iterable[str] = ()) -> tuple[Look, ...]:
    """Return the avatars of the players at one table by seat, different where possible.

    ``newcomers`` are persons that this computer learns of only when the match begins.
    """
    seats = [folded(name) for name in names]
    chosen = {folded(name): look_of(name) for name in newcomers}
    chosen |= {name: look for name in seats if (look := _chosen(name)) is not None}
    # The priority depends on names only, not on seats, so that it is the same in every match.
    places = {name: usual_place(name) for name in set(seats) - set(chosen)}
    others = sorted(places, key=lambda name: (places[name] is None, places[name] or 0, name))
    wanted = {name: look_of(name) for name in others}
    heads = _shared({name: wanted[name].head for name in others}, _taken(chosen, 0), HEADS)
    colours = _shared(
        {name: wanted[name].colour for name in others}, _taken(chosen, 1), COLOUR_CODES
    )
    looks = chosen | {name: Look(Head(heads[name]), colours[name]) for name in others}
    return tuple(looks[name] for name in seats)


def _chosen(name: str) -> Look | None:
    here = _here.get(name)
    # a guest without a choice looks the same in all windows, whoever joins or leaves
    if name in _guests:
        return _guests[name] or here or look_of(name)
    return here


def _taken(looks: Mapping[str, Look], part: int) -> set[str]:
    return {look[part] for look in looks.values()}


def _shared(wanted: Mapping[str, str], taken: set[str], of: Sequence[str]) -> dict[str, str]:
    """Assign each name its preferred value, or a free one if another name has taken it."""
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
