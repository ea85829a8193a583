"""What a hint says of stakes and cards at Master and Ass."""

from typing import Final

from greenbaize.rules.messages import Sentence, mark, mark_count

ADVICE: Final[dict[str, Sentence]] = {
    "advice-eights": mark("You hold {cards}, and an eight beats nearly everything."),
    "advice-eights-few": mark("{cards} will hardly be enough by itself."),
    "advice-no-eights": mark("You hold no eight, only {cards} against one."),
    "advice-nothing-strong": mark("You hold nothing that beats an eight."),
    "advice-leaves": mark("{card} leaves the trick ({by}) to {top}."),
    "advice-leaves-free": mark("{card} leaves the trick to {top}."),
    "advice-sheds": mark("It rids you of {card} ({by})."),
    "advice-takes-free": mark("This trick costs nothing, so {card} may take it."),
    "advice-must-take-it": mark("{card} takes the trick ({by}), which you cannot avoid cheaper."),
    "advice-is-beaten": mark(
        "You want to lose this trick; {number} of {total} cards still out can beat {card}."
    ),
    "advice-not-beaten": mark("No card still out beats {card}, so it will take the trick."),
    "advice-holds": mark(
        "You want this trick; {number} of {total} cards still out can beat {card}."
    ),
    "advice-holds-surely": mark("{card} takes the trick for certain."),
    "advice-keeps-back": mark("You save {cards} for a better trick."),
    "advice-cannot-beat": mark("You cannot beat {top}, and {card} is the card you can best spare."),
    "odds-go": mark_count(
        "If you go, you score {count} point {often}.",
        "If you go, you score {count} points {often}.",
    ),
    "odds-go-fails": mark("Going fails {often}."),
    "odds-stay": mark_count(
        "If you stay, you score {count} point {often}.",
        "If you stay, you score {count} points {often}.",
    ),
    "odds-target": mark_count(
        "You then score {count} point {often}.", "You then score {count} points {often}."
    ),
}
