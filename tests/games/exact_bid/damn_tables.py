"""Tables of Damn with chosen hands, by name, for stories of its rules."""

from functools import partial

from games.exact_bid.rule_tables import RuleTable
from greenbaize.games import GAMES

DAMN_GAME = GAMES["damn"]


def create_table(hands, turned="", dealer=0, **options):
    """Return a match whose first deal is these hands; without a turned card it is the only deal."""
    size = len(hands[0].split())
    deals = {"first": size, "deals": size + 1 if turned else size}
    return RuleTable(
        DAMN_GAME, len(hands), dealer=dealer, stack={1: (hands, turned)}, **deals | options
    )


# Seat 0 deals, so seat 1 leads; spades are trump if a card is turned.
THREE_HANDS = ("2C KH AD", "QH 3C 4D", "5H 6S 7C")

FOUR_HANDS = ("2C KH AD 3S", "QH 3C 4D 7D", "5H 6S 7C 8H", "9H TC JD 2H")

STORY_TABLES = {
    "START": partial(RuleTable, DAMN_GAME),
    "THREE": partial(create_table, THREE_HANDS, "2S"),
    "LAST": partial(create_table, THREE_HANDS),
    "STRICT": partial(create_table, FOUR_HANDS, "4S"),
    "FOUR": partial(create_table, FOUR_HANDS, "4S", enforcement="table"),
    "ONE": partial(create_table, ("2C", "AC", "3C", "4D")),
    # In a pack dealt in order, four seats get one suit each; clubs lead and win everything.
    **{
        f"SUITS{size}": partial(
            create_table,
            [" ".join(r + suit for r in "AKQJT98765432"[:size]) for suit in "CDHS"],
            dealer=3,
        )
        for size in (1, 2, 5, 6, 13)
    },
}
