"""What a hint says of bids and cards at a game of exact bids."""

from typing import Final

from greenbaize.rules.messages import Sentence, mark, mark_count

ADVICE: Final[dict[str, Sentence]] = {
    "advice-tops": mark("No card that you cannot see is higher in its suit: {cards}."),
    "advice-no-tops": mark("None of your cards is the highest of its suit."),
    "advice-trumps": mark_count("You hold {count} trump.", "You hold {count} trumps."),
    "advice-no-trumps": mark("You hold no trump."),
    "advice-blind": mark("Without your card, {seat}'s {card} would take the trick."),
    "advice-lost": mark("Your bid is lost; this spoils most for the others."),
    "advice-last-takes": mark_count(
        "You play last, so {card} takes the trick; you still need {count}.",
        "You play last, so {card} takes the trick; you still need {count}.",
    ),
    "advice-surely-takes": mark_count(
        "You still need {count} trick, and no card that is still out beats {card}.",
        "You still need {count} tricks, and no card that is still out beats {card}.",
    ),
    "advice-may-take": mark_count(
        "You still need {count} trick; {number} of {total} cards still out can beat {card}.",
        "You still need {count} tricks; {number} of {total} cards still out can beat {card}.",
    ),
    "advice-saves": mark("You save {cards} for a better trick."),
    "advice-cannot-take": mark(
        "You cannot take this trick, and {card} is the card you can best spare."
    ),
    "advice-under": mark("You want no more tricks, and {card} leaves this one to {top}."),
    "advice-rid": mark("It rids you of {card}, which might take a trick that you do not want."),
    "advice-must-take": mark("You cannot avoid this trick, so let it cost you a dangerous card."),
    "advice-beaten": mark(
        "You want no more tricks; {number} of {total} cards still out can beat {card}."
    ),
    "odds-bid": mark_count(
        "Such cards win exactly {count} trick {often}.",
        "Such cards win exactly {count} tricks {often}.",
    ),
    "odds-bid-none": mark("Such cards win no trick {often}."),
    "odds-made": mark("You then make your bid {often}."),
}
