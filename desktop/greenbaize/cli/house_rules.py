"""The option ``--rules NAME`` of commands that list matches or statistics."""

from greenbaize.app.house_rules import find_house_rules, list_rules_keys
from greenbaize.cli.arguments import CommandLineParser
from greenbaize.cli.match_arguments import replace_undecodable
from greenbaize.games import GAMES
from greenbaize.rules.errors import GameError, UsageError
from greenbaize.store.settings import UserSettings
from greenbaize.words.catalogue import tr


def add_rules_option(parser: CommandLineParser) -> None:
    text = tr("only matches by house rules that you keep under this name")
    parser.add_argument("--rules", metavar="NAME", type=replace_undecodable, default="", help=text)


def find_rules_keys(name: str, game: str) -> tuple[str, ...] | None:
    """Return the keys of matches by some house rules, None without a name; ``UsageError``."""
    if not name:
        return None
    try:
        kept_rules = find_house_rules(UserSettings.load(), GAMES, name, game)
    except GameError as error:
        raise UsageError(error.message) from None
    return list_rules_keys(GAMES, kept_rules)
