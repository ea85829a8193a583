"""Assignment of avatars: chosen ones for local persons and guests, others by name.

A name has the same avatar everywhere; if two at one table would look alike, one of them gets the
next free one, whatever their seats. Guests always keep theirs.
"""

from collections.abc import Iterable, Mapping, Sequence

from greenbaize.app.avatars import (
    AVATAR_COLOUR_CODES,
    AVATAR_COLOURS,
    AVATAR_HEADS,
    Avatar,
    AvatarHead,
    create_chosen_avatar,
    create_default_avatar,
)
from greenbaize.app.tables.default_players import (
    find_bot_name_index,
    get_person_name,
    get_person_names,
    localized_bot_name,
)
from greenbaize.rules.name_text import fold_name
from greenbaize.store.persons import PersonIdentity
from greenbaize.words.names import display_name


def avatar_of_person(person: PersonIdentity) -> Avatar:
    """Return a local person's avatar; parts not chosen are derived from the name."""
    return create_chosen_avatar(get_person_name(person), person.face, person.colour)


_local_avatars: dict[str, Avatar] = {}
_guest_avatars: dict[str, Avatar | None] = {}


def set_local_persons(persons: Iterable[PersonIdentity]) -> None:
    """Set the local persons, who have their avatars in matches under former names, too."""
    _local_avatars.clear()
    for person in persons:
        avatar = avatar_of_person(person)
        for name in reversed(get_person_names(person)):
            _local_avatars[fold_name(display_name(name))] = avatar


def set_guest_avatars(faces: Mapping[str, tuple[str, str]]) -> None:
    """Set the chosen avatars of guests at a table with friends by name."""
    _guest_avatars.clear()
    for name, (face, colour) in faces.items():
        shown_name, has_choice = (
            display_name(name),
            face in AVATAR_HEADS or colour in AVATAR_COLOURS,
        )
        avatar = create_chosen_avatar(shown_name, face, colour) if has_choice else None
        # A bot's name is shown in the local language.
        _guest_avatars[fold_name(shown_name)] = _guest_avatars[
            fold_name(localized_bot_name(shown_name))
        ] = avatar


def assign_avatars(names: Sequence[str], newcomers: Iterable[str] = ()) -> tuple[Avatar, ...]:
    """Return the avatars of the players at one table by seat, different where possible.

    ``newcomers`` are persons that this computer learns of only when the match begins.
    """
    seats = [fold_name(name) for name in names]
    fixed_avatars = {fold_name(name): create_default_avatar(name) for name in newcomers}
    fixed_avatars |= {
        name: avatar for name in seats if (avatar := _chosen_avatar(name)) is not None
    }
    # The priority depends on names only, not on seats, so that it is the same in every match.
    priorities = {name: find_bot_name_index(name) for name in set(seats) - set(fixed_avatars)}
    ordered_names = sorted(
        priorities, key=lambda name: (priorities[name] is None, priorities[name] or 0, name)
    )
    preferred_avatars = {name: create_default_avatar(name) for name in ordered_names}
    heads = _assign_values(
        {name: preferred_avatars[name].head for name in ordered_names},
        _used_values(fixed_avatars, 0),
        AVATAR_HEADS,
    )
    colours = _assign_values(
        {name: preferred_avatars[name].colour for name in ordered_names},
        _used_values(fixed_avatars, 1),
        AVATAR_COLOUR_CODES,
    )
    avatars = fixed_avatars | {
        name: Avatar(AvatarHead(heads[name]), colours[name]) for name in ordered_names
    }
    return tuple(avatars[name] for name in seats)


def _chosen_avatar(name: str) -> Avatar | None:
    local_avatar = _local_avatars.get(name)
    # a guest without a choice looks the same in all windows, whoever joins or leaves
    if name in _guest_avatars:
        return _guest_avatars[name] or local_avatar or create_default_avatar(name)
    return local_avatar


def _used_values(avatars: Mapping[str, Avatar], part: int) -> set[str]:
    return {avatar[part] for avatar in avatars.values()}


def _assign_values(
    preferred: Mapping[str, str], used: set[str], values: Sequence[str]
) -> dict[str, str]:
    """Assign each name its preferred value, or a free one if another name has taken it."""
    assigned: dict[str, str] = {}
    for name, value in preferred.items():
        if value not in used:
            assigned[name] = value
            used.add(value)
    for name, value in preferred.items():
        if name not in assigned:
            first = values.index(value)
            order = (*values[first:], *values[:first])
            assigned[name] = next((free for free in order if free not in used), value)
            used.add(assigned[name])
    return assigned
