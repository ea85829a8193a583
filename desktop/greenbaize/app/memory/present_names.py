"""Who is who in statistics: persons of this computer by whatever name they had in their matches."""

from collections.abc import Iterable, Mapping, Sequence

from greenbaize.app.tables.company import names_of
from greenbaize.rules.naming import folded
from greenbaize.store.settings import Settings
from greenbaize.store.statistics import Rated, Who


def persons_of(settings: Settings) -> list[Who]:
    """The persons of this computer, who plays first."""
    others = (one for one in settings.persons if one.identity != settings.who)
    return [Who(names_of(one)) for one in (settings.person, *others)]


def known_as(names: Iterable[str], persons: Sequence[Who]) -> tuple[str, ...]:
    """All names of those who are meant by some, the present ones of this computer's first."""
    by_name = _by_name(persons)
    found = [by_name.get(folded(name), Who((name,))).names for name in names]
    return tuple(dict.fromkeys(name for several in found for name in several))


def at_present(rated: Iterable[Rated], persons: Sequence[Who]) -> list[Rated]:
    """Everybody by the name they have now, once each.

    A rating goes from match to match by the name that was written there. Of whoever has several,
    that of most matches is taken.

    Args:
        rated: who is how strong, the strongest first.
        persons: those of this computer.
    """
    by_name, best = _by_name(persons), dict[tuple[str, str], Rated]()
    for one in rated:
        who = by_name.get(folded(one.name)) if one.name else None
        now = one if who is None else one._replace(name=who.names[0])
        key = now.level, folded(now.name)
        if key not in best or best[key].matches < now.matches:
            best[key] = now
    return sorted(best.values(), key=lambda one: (-one.rating, one.name, one.level))


def _by_name(persons: Sequence[Who]) -> Mapping[str, Who]:
    """Persons by all their names; who is called so now goes before who was called so once."""
    former = {folded(name): one for one in persons for name in one.names[1:]}
    return former | {folded(one.names[0]): one for one in persons}
