"""What a beginner is told in a first deal of Master or Ass, in words."""

from collections.abc import Mapping
from typing import Final

from greenbaize.rules.messages import Sentence, mark, mark_count

LESSON: Final[Mapping[str, Sentence]] = {
    "lesson-contract": mark(
        "Each deal of Master has a contract, which says what costs points. In this first one every "
        "trick costs a point, so take as few as you can."
    ),
    "lesson-banks": mark(
        "Everybody has three banks, and whoever gets rid of them all wins. You have four cards "
        "and draw one after each trick; the points of the tricks you take decide about a bank."
    ),
    "lesson-ring": mark(
        "Here no card is simply high: in a suit the six beats the ace, the ace beats the queen, "
        "and the queen beats the six. The note on a card says what it would do."
    ),
    "lesson-goal-points": mark_count(
        "In this deal you want {count} card point.", "In this deal you want {count} card points."
    ),
    "lesson-stake": mark(
        "If you go, {number} card points or more rid you of a bank, and fewer give you "
        "another one. If you stay, you need {other}, but risk nothing. With poor cards, stay."
    ),
    "lesson-beat-lead": mark(
        "You lead: the suit of your card becomes the main suit. The others beat it or follow, "
        "and whoever's card is not beaten takes the trick."
    ),
    "lesson-can-beat": mark(
        "{top} is winning. You would beat it with {cards}, but nobody has to: you may also follow "
        "with a card that does not beat."
    ),
    "lesson-must-beat": mark("{top} is winning. You can beat it with {cards}, and so you must."),
    "lesson-beat-follow": mark(
        "{top} is winning, and you hold nothing that beats it. You must follow with one of these: "
        "{cards}."
    ),
    "lesson-beat-throw": mark(
        "{top} is winning, and you hold nothing that beats it nor any of the main suit ({suit}): "
        "you may throw any card."
    ),
    "lesson-eight": mark(
        "{card} is an eight, which beats nearly everything, {top} too. Without the main suit even "
        "an eight of another suit beats, and makes its own the main suit."
    ),
    "lesson-ring-beat": mark("{card} beats {top}: that is the ring."),
    "lesson-same-value": mark("{card} beats {top} because it has the rank of the card led."),
    "lesson-knows-ring": mark(
        "Six, ace and queen beat each other in a ring, and an eight beats nearly everything; F4 "
        "shows the ring."
    ),
    "lesson-knows-contracts": mark(
        "A match plays twelve contracts, first to be avoided and then to be won."
    ),
    "lesson-knows-stakes": mark(
        "To go takes fewer points and risks a bank; to stay takes more and risks nothing."
    ),
    "lesson-knows-trumps": mark(
        "In a match everybody usually has a trump suit of their own as well; F3 tells how."
    ),
}
