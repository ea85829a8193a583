"""Titles of games, options, columns and levels by their codes, with a sentence where one helps.

A code without a title here is shown as it is written, so that a new game can be tried before its
words are found.
"""

from collections.abc import Mapping
from typing import Final

from greenbaize.words.catalogue import mark, tr, tr_count

GAMES: Final[Mapping[str, tuple[str, str]]] = {
    "damn": (
        mark("Damn"),
        mark("Bid your tricks and win exactly as many. Every deal has one card more."),
    ),
    "blackout": (
        mark("Blackout"),
        mark("Thirteen deals of exact bids; in the first you see every card but your own."),
    ),
    "master": (
        mark("Master"),
        mark("Twelve contracts, first to be avoided, then to be won: 24 deals on one sheet."),
    ),
    "ass": (mark("Ass"), mark("Four cards, go or stay, and banks to be rid of.")),
    "rank": (
        mark("Rank"),
        mark("Up and down a ring of ranks: get rid of your cards before the others do."),
    ),
}
"""The title of each game and what it is about."""

OPTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "deals": (mark("Cards in the last deal"), mark("The deals grow by one card up to this many.")),
    "first": (mark("Cards in the first deal"), mark("Begin with more for a shorter match.")),
    "zero_bids": (
        mark("Zero bids: 5 + cards"),
        mark("An exact bid of 0 scores 5 and the number of cards, not 10."),
    ),
    "hook": (
        mark("Hook"),
        mark("The last bidder may not make the bids add up to the number of cards."),
    ),
    "in_order": (
        mark("Sit in this order"),
        mark("Otherwise the seats are shuffled before the first deal."),
    ),
    "trumps": (mark("Trumps"), mark("Chosen once, for the whole match.")),
    "trumps.personal": (mark("one of your own"), ""),
    "trumps.none": (mark("none"), ""),
    "trumps.one": (mark("one for all"), ""),
    "trumps.two": (mark("two for all"), ""),
    "trumps.ranked": (mark("spades above diamonds"), ""),
    "trump_suits": (mark("Trump suits"), mark("Which suits are trump for all.")),
    "early_end": (
        mark("End a deal early"),
        mark("A deal ends as soon as all its points are taken."),
    ),
    "must_beat": (mark("Who can beat must"), mark("Otherwise beating is a choice.")),
    "refill": (
        mark("Draw after each trick"),
        mark("Hands are filled up from the stock as long as it serves everybody."),
    ),
    "deal_limit": (
        mark("Deals at most"),
        mark("After so many deals the fewest banks win; 0 means no limit."),
    ),
    "rank.deals": (mark("Deals"), mark("The lowest sum of places wins.")),
    "enforcement": (
        mark("Mistakes"),
        mark("What happens when somebody does what the rules forbid."),
    ),
    "enforcement.strict": (mark("are refused"), ""),
    "enforcement.table": (mark("are penalised, as at a real table"), ""),
}
"""The title of each option (or of a choice's word, behind a dot) and what it changes."""

CONTRACTS: Final[Mapping[str, str]] = {
    "all": mark("All"),
    "kings-jacks": mark("K and J"),
    "sixes": mark("6"),
    "hearts": mark("♥"),
    "tens-aces": mark("T and A"),
    "diamond-court": mark("J–K ♦"),
    "queens": mark("Q"),
    "eights": mark("8"),
    "queen-of-spades": mark("Q♠"),
    "king-of-hearts": mark("K♥"),
    "last-two": mark("last 2"),
    "max": mark("MAX"),
}
"""What the contracts of Master are called on the sheet."""

LEVELS: Final[Mapping[str, str]] = {
    "random": mark("Beginner"),
    "easy": mark("Easy"),
    "medium": mark("Medium"),
    "hard": mark("Hard"),
    "expert": mark("Expert"),
}
"""What a computer player of each level is called."""

TEMPERAMENTS: Final[Mapping[str, str]] = {
    "careful": mark("Careful"),
    "steady": mark("Steady"),
    "bold": mark("Bold"),
}
"""What a computer player's temperament is called."""

COLUMNS: Final[Mapping[str, tuple[str, str | tuple[str, str]]]] = {
    "bid": (mark("Bid"), mark("bid {value}")),
    "tricks": (mark("Tricks"), mark("won {value}")),
    "points": (mark("Points"), (mark("{value} point"), mark("{value} points"))),
    "total": (mark("Total"), mark("{value} in all")),
    "stake": (mark("Stake"), mark("{value}")),
    "target": (mark("Target"), mark("target {value}")),
    "card_points": (mark("Points"), (mark("{value} point"), mark("{value} points"))),
    "banks": (mark("Banks"), (mark("{value} bank"), mark("{value} banks"))),
    "remaining": (mark("Left"), mark("{value} left unplayed")),
    "all_tricks": (mark("All"), mark("{value} tricks in all")),
    "leader": (mark("Led"), mark("{value} led")),
    "dealer": (mark("Dealt"), mark("{value} dealt")),
    "fixed": (mark("Sum"), mark("the points add up to {value}")),
    "cards": (mark("Cards"), (mark("{value} card"), mark("{value} cards"))),
    "place": (mark("Place"), mark("{value}")),
}
"""The title of each column of a sheet, and how a number in it is said."""

SHORT_COLUMNS: Final[Mapping[str, str]] = {"tricks": mark("Tr."), "points": mark("Pts")}
"""Titles for columns that have no room for the whole one."""

PLACES: Final = (
    mark("1st"),
    mark("2nd"),
    mark("3rd"),
    mark("4th"),
    mark("5th"),
    mark("6th"),
    mark("7th"),
    mark("8th"),
    mark("9th"),
    mark("10th"),
)


def game_title(game: str) -> str:
    """The game's name as players say it."""
    return tr(GAMES[game][0]) if game in GAMES else _plain(game)


def game_line(game: str) -> str:
    """One sentence about the game, or nothing."""
    return tr(GAMES[game][1]) if game in GAMES else ""


def option_title(key: str) -> str:
    """What the option is called."""
    return tr(OPTIONS[key][0]) if key in OPTIONS else _plain(key)


def option_line(key: str) -> str:
    """One sentence about what the option changes, or nothing."""
    line = OPTIONS[key][1] if key in OPTIONS else ""
    return tr(line) if line else ""


def choice_title(key: str, word: str) -> str:
    """What one word of a choice is called."""
    code = f"{key}.{word}"
    return option_title(code) if code in OPTIONS else _plain(word)


def level_title(level: str) -> str:
    """What a level of computer players is called."""
    return tr(LEVELS[level]) if level in LEVELS else _plain(level)


def temperament_title(temperament: str) -> str:
    """What a temperament of computer players is called."""
    return tr(TEMPERAMENTS[temperament]) if temperament in TEMPERAMENTS else _plain(temperament)


def contract_title(contract: str) -> str:
    """What a contract is called on the sheet."""
    return tr(CONTRACTS.get(contract, contract))


def column_title(column: str) -> str:
    """The title of a sheet's column."""
    return tr(COLUMNS[column][0]) if column in COLUMNS else _plain(column)


def column_short(column: str) -> str:
    """The title of a sheet's column where there is little room."""
    return tr(SHORT_COLUMNS[column]) if column in SHORT_COLUMNS else column_title(column)


def column_phrase(column: str, value: int | str, count: int | None = None) -> str:
    """A number of a column in words, such as “bid 2”.

    Args:
        column: the column's code.
        value: the number, or how it is written.
        count: the number itself where ``value`` is a text.
    """
    text = number_text(value) if isinstance(value, int) else value
    number = value if isinstance(value, int) else count or 0
    if column not in COLUMNS:
        return f"{_plain(column)} {text}"
    phrase = COLUMNS[column][1]
    words = tr(phrase) if isinstance(phrase, str) else tr_count(*phrase, number)
    return words.format(value=text)


def number_text(value: int, *, signed: bool = False) -> str:
    """A number with a real minus sign, and above 0 with a plus sign too if asked."""
    if value < 0:
        return f"−{-value}"
    return f"+{value}" if signed and value else str(value)


def cited(rule: str) -> str:
    """A place on the rules pages (``damn.md 4``) as players find it in the help."""
    page, _, number = rule.partition(".md ")
    if not rule:
        return ""
    if page == "beats":
        return tr("beats {rule}").format(rule=number)
    return tr("{game} {rule}").format(game=game_title(page), rule=number)


def yours(name: str) -> str:
    """The name of the person addressed, marked as theirs unless it says so already."""
    return name if name == tr("You") else tr("{name} (you)").format(name=name)


def bank_text(count: int) -> str:
    """So many banks, in words."""
    return tr_count("{count} bank", "{count} banks", count).format(count=number_text(count))


def place_title(place: int) -> str:
    """A place as an ordinal number."""
    return tr(PLACES[place - 1]) if 0 < place <= len(PLACES) else str(place)


def _plain(code: str) -> str:
    return code.replace("_", " ").capitalize()
