"""The rules of one table in words: what its match is set to, and where that is not the usual."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from greenbaize.cards import Suit
from greenbaize.rules.options import Choice, Option, OptionValue, Settings, Suits, YesNo
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import suit_name
from greenbaize.words.titles import choice_line, choice_title, option_line, option_title


class TableRule(NamedTuple):
    """One option as it is set: what it is called and set to, and a sentence on what that means.

    ``usual`` is what it would be set to otherwise, empty where it is as usual.
    """

    title: str
    value: str
    line: str
    usual: str = ""

    @property
    def said(self) -> str:
        """Title and value."""
        return tr("{title}: {value}").format(title=self.title, value=self.value)


def table_rules(
    options: Sequence[Option], seats: int, values: Mapping[str, OptionValue]
) -> tuple[TableRule, ...]:
    """Every option that means something, those first that are not set as usual.

    Args:
        options: what the game declares.
        seats: the number of players.
        values: every option with its value, settled; what shortens no match is left out.
    """
    before, rules = Settings(), []
    for option in options:
        if option.key not in values:
            continue  # a full match
        value, usual = values[option.key], option.default_for(seats, before)
        before[option.key] = value
        if _means_nothing(option, value, seats):
            continue
        text = value_text(option, value)
        differs = value_text(option, usual) if value != usual else ""
        rules.append(TableRule(option_title(option), text, _line(option, value), differs))
    return tuple(sorted(rules, key=lambda rule: not rule.usual))


def value_text(option: Option, value: OptionValue) -> str:
    """What an option is set to."""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(option, Choice):
        return choice_title(option, str(value))
    if isinstance(value, tuple):
        return ", ".join(suit_name(one) for one in Suit if one.letter in value)
    return str(value)


def _means_nothing(option: Option, value: OptionValue, seats: int) -> bool:
    """Whether there was nothing to choose."""
    if isinstance(option, Suits):
        return not value
    return isinstance(option, Choice) and len(option.words_for(seats)) < 2


def _line(option: Option, value: OptionValue) -> str:
    """What holds with an option set so."""
    if isinstance(option, Choice):
        return choice_line(option, str(value)) or option_line(option)
    if isinstance(option, YesNo) and value is False:
        return tr(option.off) if option.off else ""
    return option_line(option)
