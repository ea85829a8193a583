"""The texts of a match's game and options, and of the worth of choices."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from greenbaize.cards import Suit
from greenbaize.rules.errors import OptionError
from greenbaize.rules.game import ChoiceUnit, Game
from greenbaize.rules.messages import mark_text
from greenbaize.rules.options import (
    ChoiceOption,
    Option,
    OptionValue,
    OptionValues,
    SuitsOption,
    YesNoOption,
    resolve_options,
)
from greenbaize.rules.ranking import group_by_side
from greenbaize.rules.table_snapshot import RankRing
from greenbaize.words.catalogue import suit_name, tr, tr_count
from greenbaize.words.names import display_name
from greenbaize.words.numbers import decimal_text, percent_text, rank_text
from greenbaize.words.spoken import join_list
from greenbaize.words.titles import (
    choice_line,
    choice_title,
    default_reason,
    format_citation,
    game_title,
    option_line,
    option_title,
    title_from_code,
)


def game_text(game: str, seats: int) -> str:
    players = tr_count("{count} player", "{count} players", seats).format(count=seats)
    return f"{game_title(display_name(game))} · {players}"


def partners_text(sides: Sequence[int]) -> str:
    """Return the partners, by seat from the first on; empty if everybody plays alone."""
    if not sides:
        return ""
    partners = group_by_side(range(len(sides)), sides)
    groups = [join_list([str(seat + 1) for seat in side]) for side in partners]
    return tr("Partners: seats {seats}").format(seats="; ".join(groups))


def option_texts(
    games: Mapping[str, Game[Any]], game: str, seats: int, options: Mapping[str, Any]
) -> list[str]:
    """Return partners and every option with its value; unknown options are left out.

    Options are those of a header or a lobby, in which a missing one has the value of older records.
    """
    if game not in games:
        return []
    declared, values = games[game].options, resolve_known_options(games[game], seats, options)
    if values is None:
        return []
    pair = tr("{title}: {value}")
    visible = [one for one in declared if one.key in values]
    visible = [
        one for one in visible if not (isinstance(one, ChoiceOption) and len(one.values) < 2)
    ]
    texts = ((option_title(one), option_value_text(one, values[one.key])) for one in visible)
    sentences = [pair.format(title=title, value=value) for title, value in texts if value]
    partners = partners_text(games[game].sides(seats))
    return [partners, *sentences] if partners else sentences


def resolve_known_options(
    game: Game[Any], seats: int, options: Mapping[str, Any]
) -> OptionValues | None:
    """Return the options of a header or a lobby that this program knows, or None if not allowed."""
    known = {one.key for one in game.options}
    known_options = {key: value for key, value in options.items() if key in known}
    try:
        return resolve_options(game.options, seats, known_options, is_legacy=True)
    except OptionError:
        return None


def match_text(
    games: Mapping[str, Game[Any]], game: str, seats: int, options: Mapping[str, Any]
) -> str:
    return " · ".join([game_text(game, seats), *option_texts(games, game, seats, options)])


def game_page(game: Game[Any]) -> str:
    """Return a page about a game: description, players, options, and rule numbers."""
    parts = [
        f"# {game_title(game.name)}",
        tr(game.description) if game.description else "",
        _player_count_text(game),
    ]
    if game.options:
        parts += [f"## {tr('Options')}", "\n".join(map(_option_entry, game.options))]
    parts += _rule_index(game)
    return "\n\n".join(part for part in parts if part) + "\n"


def _player_count_text(game: Game[Any]) -> str:
    low, high = game.seats[0], game.seats[-1]
    if low != high:
        return tr("For {low} to {high} players.").format(low=low, high=high)
    sentence = tr_count("For {count} player.", "For {count} players.", low).format(count=low)
    partners = partners_text(game.sides(low))
    return f"{sentence} {partners}." if partners else sentence


def _option_entry(option: Option) -> str:
    parts = [option_line(option)]
    if isinstance(option, ChoiceOption):
        parts.append(", ".join(choice_title(option, word) for word in option.values))
    words = " – ".join(part for part in parts if part)
    title = f"**{option_title(option)}**"
    return f"- {title}: {words}" if words else f"- {title}"


def _rule_index(game: Game[Any]) -> Iterator[str]:
    """Yield a heading for each number of the game's own page, and what other pages add."""
    own: dict[str, list[str]] = {}
    others = []
    for code, rule in game.rule_references.items():
        page, _, numbers = rule.partition(".md ")
        if page in (game.name, game.help_page):
            for number in numbers.split(", "):
                own.setdefault(number, []).append(title_from_code(code))
        elif numbers:
            link = f"{page}.md#{numbers.split(', ')[0]}"
            others.append(f"- {title_from_code(code)}: [{format_citation(rule)}]({link})")
    if own or others:
        yield f"## {tr('Rules')}"
        yield tr("The rules are not written down here. This is what their numbers are about.")
    for number in sorted(own, key=_number_order):
        yield f"### {number}. {', '.join(own[number])}"
    yield "\n".join(others)


def _number_order(number: str) -> tuple[int, str]:
    match = re.match(r"\d+", number)
    return int(match[0]) if match else 0, number


class TableRule(NamedTuple):
    """An option's title, value and meaning; ``default_value`` is empty if it has that value."""

    title: str
    value: str
    line: str
    default_value: str = ""
    key: str = ""

    @property
    def sentence(self) -> str:
        return tr("{title}: {value}").format(title=self.title, value=self.value)


def table_rules(
    options: Sequence[Option], seats: int, values: Mapping[str, OptionValue]
) -> tuple[TableRule, ...]:
    """Return every option that has a meaning, unusual ones first, with resolved values."""
    before, rules = OptionValues(), []
    for option in options:
        if option.key not in values:
            continue  # missing in a full match
        value, usual = values[option.key], option.default_for(seats, before)
        before[option.key] = value
        if _has_no_choice(option, value, seats):
            continue
        text = option_value_text(option, value)
        differs = option_value_text(option, usual) if value != usual else ""
        line = _effect_line(option, value)
        if value == usual and isinstance(option, ChoiceOption):
            line = f"{line} {default_reason(option, seats)}".strip()
        rules.append(TableRule(option_title(option), text, line, differs, option.key))
    return tuple(sorted(rules, key=lambda rule: not rule.default_value))


def option_value_text(option: Option, value: OptionValue) -> str:
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(option, ChoiceOption):
        return choice_title(option, str(value))
    if isinstance(value, tuple):
        return ", ".join(suit_name(one) for one in Suit if one.letter in value)
    return str(value)


def _has_no_choice(option: Option, value: OptionValue, seats: int) -> bool:
    """Return True if there was nothing to choose."""
    if isinstance(option, SuitsOption):
        return not value
    return isinstance(option, ChoiceOption) and len(option.values_for(seats)) < 2


def _effect_line(option: Option, value: OptionValue) -> str:
    """Return what applies with this value of an option."""
    if isinstance(option, ChoiceOption):
        return choice_line(option, str(value)) or option_line(option)
    if isinstance(option, YesNoOption) and value is False:
        return tr(option.off_description) if option.off_description else ""
    return option_line(option)


def ring_text(ring: RankRing) -> str:
    """Return the ring in a sentence, as in “6 beats A, A beats Q, Q beats 6”."""
    following = (*ring.ranks[1:], *ring.ranks[:1])
    pair = tr("{one} beats {other}")
    following, marks = (tuple(map(rank_text, row)) for row in (following, ring.ranks))
    beats = (
        pair.format(one=mark, other=other) for mark, other in zip(marks, following, strict=True)
    )
    return f"{', '.join(beats)}."


UNIT_LINES: Final[Mapping[ChoiceUnit, str]] = {
    ChoiceUnit.MARGIN: mark_text("The figures: points in this deal, compared with the others."),
    ChoiceUnit.POINTS: mark_text("The figures: points in this deal."),
    ChoiceUnit.SHARE: mark_text(
        "The figures: how likely you finish the match ahead of another player."
    ),
    ChoiceUnit.RANK: mark_text("The figures: your place in this deal; lower is better."),
}
"""Meaning of the figures, by unit."""
CHOICES_LINES: Final[Mapping[ChoiceUnit, str]] = {
    ChoiceUnit.MARGIN: mark_text(
        "Points it expected from each choice, more (+) or fewer (−) than the others make on "
        "average in this deal; best first:"
    ),
    ChoiceUnit.POINTS: mark_text("Points it expected from each choice in this deal; best first:"),
    ChoiceUnit.SHARE: mark_text(
        "How often it expected to finish the match ahead of each other player; best first:"
    ),
    ChoiceUnit.RANK: mark_text(
        "The place it expected in this deal after each choice (1 is the best); best first:"
    ),
}
"""Heading of the choices that somebody else weighed, by unit."""
SIDES_CHOICES_LINE: Final = mark_text(
    "Points it expected for its side from each choice, more (+) or fewer (−) than the other side "
    "makes in this deal; best first:"
)
"""Heading of the choices that somebody else weighed, between partners."""
SIDES_MARGIN_LINE: Final = mark_text(
    "The figures: points of your side in this deal, compared with the other."
)
"""Meaning of margins between partners."""

MATCH_RANK_LINE: Final = mark_text(
    "Near the end they also tell what that means for the place in the match."
)
"""Addition near the end of a match, where the figures include its rank."""


def unit_line(
    unit: ChoiceUnit, sides: Sequence[int] = (), *, is_weighed_by_match_rank: bool = False
) -> str:
    """Return the meaning of the figures of advice.

    With ``is_weighed_by_match_rank`` they include the rank in the match.
    """
    words = tr(SIDES_MARGIN_LINE if unit is ChoiceUnit.MARGIN and sides else UNIT_LINES[unit])
    return f"{words} {tr(MATCH_RANK_LINE)}" if is_weighed_by_match_rank else words


def choices_line(
    unit: ChoiceUnit, sides: Sequence[int] = (), *, is_weighed_by_match_rank: bool = False
) -> str:
    """Return the heading of the choices that a computer player weighed.

    With ``is_weighed_by_match_rank`` their figures include the rank in the match.
    """
    words = tr(SIDES_CHOICES_LINE if unit is ChoiceUnit.MARGIN and sides else CHOICES_LINES[unit])
    if not is_weighed_by_match_rank:
        return words
    rank_line = tr("As the end is near, the figures also count what it means for the match.")
    return f"{rank_line} {words}"


def worth_text(unit: ChoiceUnit, expected: float) -> str:
    """Return the worth of a choice, as short as possible."""
    match unit:
        case ChoiceUnit.SHARE:
            return tr("{number} %").format(number=f"{expected:.0f}")
        case ChoiceUnit.RANK:
            return decimal_text(-expected)
    return decimal_text(expected, signed=True)


def distinct_worth_texts(unit: ChoiceUnit, first: float, second: float) -> tuple[str, str]:
    """Return the worth of two choices in words.

    Different shares with the same whole percent are written with one decimal.
    """
    texts = worth_text(unit, first), worth_text(unit, second)
    if unit is ChoiceUnit.SHARE and texts[0] == texts[1]:
        decimals = percent_text(first / 100, 1), percent_text(second / 100, 1)
        texts = decimals if decimals[0] != decimals[1] else texts
    return texts


def loss_text(unit: ChoiceUnit, loss: float, *, is_weighed_by_match_rank: bool = False) -> str:
    """Return a loss with its unit; figures that include the rank in the match are no points."""
    match unit:
        case ChoiceUnit.SHARE:
            return tr("{number} %").format(number=decimal_text(loss))
        case ChoiceUnit.RANK:
            return tr("{number} places").format(number=decimal_text(loss))
    if is_weighed_by_match_rank:
        return decimal_text(loss)
    return tr("{number} points").format(number=decimal_text(loss))


_QUARTER_RANKS: Final = (
    mark_text("about a quarter of a place"),
    mark_text("about half a place"),
    mark_text("about three quarters of a place"),
    mark_text("about one place"),
)
_MIN_POINTS: Final = 0.05
"""Smallest number of points that is shown."""
_CLEARLY_BETTER, _FAR_BETTER = 3.0, 12.0
"""Leads (percent) from which on a choice is clearly, or far, better."""


def comparison_text(
    unit: ChoiceUnit,
    lead: float,
    best: str,
    other: str,
    *,
    is_weighed_by_match_rank: bool = False,
) -> str:
    """Return by how much ``best`` is better than ``other``; ``lead`` is in ``unit``.

    Points that include the rank in the match are not named as points.
    """
    words, amount = tr("{best} is a little better than {other}."), ""
    if unit is ChoiceUnit.SHARE:
        if lead >= _FAR_BETTER:
            words = tr("{best} is far better than {other}.")
        elif lead >= _CLEARLY_BETTER:
            words = tr("{best} is clearly better than {other}.")
    elif unit is ChoiceUnit.RANK:
        if quarters := round(4 * lead):
            words = tr("{best} brings you out {amount} earlier than {other}.")
            count = round(lead)
            amount = (
                tr_count("about {count} place", "about {count} places", count).format(count=count)
                if count > 1
                else tr(_QUARTER_RANKS[min(quarters, len(_QUARTER_RANKS)) - 1])
            )
    elif lead >= _MIN_POINTS and is_weighed_by_match_rank:
        words = tr("{best} is better than {other}: the end is near, and the place counts too.")
    elif lead >= _MIN_POINTS:
        words, amount = tr("{best} should bring {amount} more than {other}."), loss_text(unit, lead)
    return words.format(best=best, other=other, amount=amount)
