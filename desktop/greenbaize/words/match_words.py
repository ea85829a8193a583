"""The texts of a match's game and options, and of the worth of choices."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from greenbaize.cards import Suit
from greenbaize.rules.errors import OptionError
from greenbaize.rules.game import Game, Unit
from greenbaize.rules.messages import mark
from greenbaize.rules.options import Choice, Option, OptionValue, Settings, Suits, YesNo, settled
from greenbaize.rules.pictures import Ring
from greenbaize.rules.places import by_sides
from greenbaize.words.catalogue import suit_name, tr, tr_count
from greenbaize.words.names import shown_name
from greenbaize.words.numbers import decimal_text, rank_text
from greenbaize.words.spoken import in_a_row
from greenbaize.words.titles import (
    choice_line,
    choice_title,
    cited,
    game_title,
    option_line,
    option_title,
    plain_title,
)


def game_text(game: str, seats: int) -> str:
    players = tr_count("{count} player", "{count} players", seats).format(count=seats)
    return f"{game_title(shown_name(game))} · {players}"


def partners_text(sides: Sequence[int]) -> str:
    """Return the partners, by seat from the first on; empty if everybody plays alone."""
    if not sides:
        return ""
    together = by_sides(range(len(sides)), sides)
    said = [in_a_row([str(seat + 1) for seat in side]) for side in together]
    return tr("Partners: seats {seats}").format(seats="; ".join(said))


def option_texts(
    games: Mapping[str, Game[Any]], game: str, seats: int, options: Mapping[str, Any]
) -> list[str]:
    """Return partners and every option with its value; unknown options are left out."""
    if game not in games:
        return []
    declared = games[game].options
    known = {one.key for one in declared}
    given = {key: value for key, value in options.items() if key in known}
    try:
        values = settled(declared, seats, given)
    except OptionError:
        return []
    pair = tr("{title}: {value}")
    shown = [one for one in declared if one.key in values]
    shown = [one for one in shown if not (isinstance(one, Choice) and len(one.words) < 2)]
    texts = ((option_title(one), value_text(one, values[one.key])) for one in shown)
    said = [pair.format(title=title, value=value) for title, value in texts if value]
    partners = partners_text(games[game].sides(seats))
    return [partners, *said] if partners else said


def match_text(
    games: Mapping[str, Game[Any]], game: str, seats: int, options: Mapping[str, Any]
) -> str:
    return " · ".join([game_text(game, seats), *option_texts(games, game, seats, options)])


def game_page(game: Game[Any]) -> str:
    """Return a page about a game: description, players, options, and rule numbers."""
    parts = [f"# {game_title(game.name)}", tr(game.line) if game.line else "", _players(game)]
    if game.options:
        parts += [f"## {tr('Options')}", "\n".join(map(_option, game.options))]
    parts += _rules(game)
    return "\n\n".join(part for part in parts if part) + "\n"


def _players(game: Game[Any]) -> str:
    low, high = game.seats[0], game.seats[-1]
    if low != high:
        return tr("For {low} to {high} players.").format(low=low, high=high)
    said = tr_count("For {count} player.", "For {count} players.", low).format(count=low)
    partners = partners_text(game.sides(low))
    return f"{said} {partners}." if partners else said


def _option(option: Option) -> str:
    said = [option_line(option)]
    if isinstance(option, Choice):
        said.append(", ".join(choice_title(option, word) for word in option.words))
    words = " – ".join(part for part in said if part)
    title = f"**{option_title(option)}**"
    return f"- {title}: {words}" if words else f"- {title}"


def _rules(game: Game[Any]) -> Iterator[str]:
    """Yield a heading for each number of the game's own page, and what other pages add."""
    own: dict[str, list[str]] = {}
    others = []
    for code, rule in game.rules.items():
        page, _, numbers = rule.partition(".md ")
        if page in (game.name, game.help_page):
            for number in numbers.split(", "):
                own.setdefault(number, []).append(plain_title(code))
        elif numbers:
            link = f"{page}.md#{numbers.split(', ')[0]}"
            others.append(f"- {plain_title(code)}: [{cited(rule)}]({link})")
    if own or others:
        yield f"## {tr('Rules')}"
        yield tr("The rules are not written down here. This is what their numbers are about.")
    for number in sorted(own, key=_by_number):
        yield f"### {number}. {', '.join(own[number])}"
    yield "\n".join(others)


def _by_number(number: str) -> tuple[int, str]:
    whole = re.match(r"\d+", number)
    return int(whole[0]) if whole else 0, number


class TableRule(NamedTuple):
    """An option's title, value and meaning; ``default_value`` is empty if it has that value."""

    title: str
    value: str
    line: str
    usual: str = ""
    key: str = ""

    @property
    def said(self) -> str:
        return tr("{title}: {value}").format(title=self.title, value=self.value)


def table_rules(
    options: Sequence[Option], seats: int, values: Mapping[str, OptionValue]
) -> tuple[TableRule, ...]:
    """Return every option that has a meaning, unusual ones first, with resolved values."""
    before, rules = Settings(), []
    for option in options:
        if option.key not in values:
            continue  # missing in a full match
        value, usual = values[option.key], option.default_for(seats, before)
        before[option.key] = value
        if _means_nothing(option, value, seats):
            continue
        text = value_text(option, value)
        differs = value_text(option, usual) if value != usual else ""
        rules.append(
            TableRule(option_title(option), text, _line(option, value), differs, option.key)
        )
    return tuple(sorted(rules, key=lambda rule: not rule.usual))


def value_text(option: Option, value: OptionValue) -> str:
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(option, Choice):
        return choice_title(option, str(value))
    if isinstance(value, tuple):
        return ", ".join(suit_name(one) for one in Suit if one.letter in value)
    return str(value)


def _means_nothing(option: Option, value: OptionValue, seats: int) -> bool:
    """Return True if there was nothing to choose."""
    if isinstance(option, Suits):
        return not value
    return isinstance(option, Choice) and len(option.words_for(seats)) < 2


def _line(option: Option, value: OptionValue) -> str:
    """Return what applies with this value of an option."""
    if isinstance(option, Choice):
        return choice_line(option, str(value)) or option_line(option)
    if isinstance(option, YesNo) and value is False:
        return tr(option.off) if option.off else ""
    return option_line(option)


def ring_text(ring: Ring) -> str:
    """Return the ring in a sentence, as in “6 beats A, A beats Q, Q beats 6”."""
    following = (*ring.marks[1:], *ring.marks[:1])
    pair = tr("{one} beats {other}")
    following, marks = (tuple(map(rank_text, row)) for row in (following, ring.marks))
    beats = (
        pair.format(one=mark, other=other) for mark, other in zip(marks, following, strict=True)
    )
    return f"{', '.join(beats)}."


UNITS: Final[Mapping[Unit, str]] = {
    Unit.MARGIN: mark("The figures: points in this deal, compared with the others."),
    Unit.POINTS: mark("The figures: points in this deal."),
    Unit.SHARE: mark("The figures: how likely you finish the match ahead of another player."),
    Unit.PLACE: mark("The figures: your place in this deal; lower is better."),
}
"""Meaning of the figures, by unit."""
OF_SIDES: Final = mark("The figures: points of your side in this deal, compared with the other.")
"""Meaning of margins between partners."""

FOR_PLACE: Final = mark("Near the end they also tell what that means for the place in the match.")
"""Addition near the end of a match, where the figures include its rank."""


def unit_line(unit: Unit, sides: Sequence[int] = (), *, place_counts: bool = False) -> str:
    """Return the meaning of the figures of advice.

    With ``match_rank_counts`` they include the rank in the match.
    """
    words = tr(OF_SIDES) if unit is Unit.MARGIN and sides else tr(UNITS[unit])
    return f"{words} {tr(FOR_PLACE)}" if place_counts else words


def worth_text(unit: Unit, expected: float) -> str:
    """Return the worth of a choice, as short as possible."""
    match unit:
        case Unit.SHARE:
            return tr("{number} %").format(number=f"{expected:.0f}")
        case Unit.PLACE:
            return decimal_text(-expected)
    return decimal_text(expected, signed=True)


def loss_text(unit: Unit, lost: float) -> str:
    match unit:
        case Unit.SHARE:
            return tr("{number} %").format(number=decimal_text(lost))
        case Unit.PLACE:
            return tr("{number} places").format(number=decimal_text(lost))
    return tr("{number} points").format(number=decimal_text(lost))


_QUARTERS: Final = (
    *(mark("about a quarter of a place"), mark("about half a place")),
    *(mark("about three quarters of a place"), mark("about one place")),
)
_LEAST: Final = 0.05
"""Smallest number of points that is shown."""
_CLEARLY, _FAR = 3.0, 12.0
"""Leads (percent) from which on a choice is clearly, or far, better."""


def better_text(unit: Unit, lead: float, best: str, other: str) -> str:
    """Return by how much ``best`` is better than ``other``; ``lead`` is in ``unit``."""
    words, amount = tr("{best} is a little better than {other}."), ""
    if unit is Unit.SHARE:
        if lead >= _FAR:
            words = tr("{best} is far better than {other}.")
        elif lead >= _CLEARLY:
            words = tr("{best} is clearly better than {other}.")
    elif unit is Unit.PLACE:
        if quarters := round(4 * lead):
            words = tr("{best} brings you out {amount} earlier than {other}.")
            count = round(lead)
            amount = (
                tr_count("about {count} place", "about {count} places", count).format(count=count)
                if count > 1
                else tr(_QUARTERS[min(quarters, len(_QUARTERS)) - 1])
            )
    elif lead >= _LEAST:
        words, amount = tr("{best} should bring {amount} more than {other}."), loss_text(unit, lead)
    return words.format(best=best, other=other, amount=amount)
