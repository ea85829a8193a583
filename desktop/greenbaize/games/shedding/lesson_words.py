"""What a beginner is told in a first deal of Rank, in words."""

from collections.abc import Mapping
from typing import Final

from greenbaize.rules.messages import Sentence, mark

LESSON: Final[Mapping[str, Sentence]] = {
    "lesson-shed": mark(
        "Get rid of your cards: the last one holding any has lost. On the pile goes a card "
        "one rank higher or lower, of any suit; ace and king are neighbours too."
    ),
    "lesson-turn": mark(
        "You go on for as long as you can play. When you cannot, you take one card from the stock: "
        "if it fits you go on, if not the next player has the turn."
    ),
    "lesson-neighbour": mark("You have a neighbour of {top}, so you must play one."),
    "lesson-same-rank": mark(
        "You have no neighbour of {top}, but its rank: now the same rank may be played."
    ),
    "lesson-ace-king": mark(
        "You have neither a neighbour of {top} nor its rank: now an ace or a king may be played."
    ),
    "lesson-joker": mark("Nothing else of yours fits on {top}: now a joker may be played."),
    "lesson-on-joker": mark("A joker lies on the pile, and on a joker any card may be played."),
    "lesson-anti": mark(
        "Nobody can move and the stock is empty: that is Anti-Rank, and you may play any card."
    ),
    "lesson-last-card": mark(
        "It is your last card. You are out only if the next player cannot play and has to draw; "
        "otherwise you take two cards and are back."
    ),
    "lesson-last-out": mark(
        "It is your last card, and the stock is empty: with it you are out at once."
    ),
    "lesson-leaving": mark(
        "A last card has been played. Whoever played it is out if the next player has to draw."
    ),
    "lesson-back": mark("The next player could play, so the leaver takes two cards and is back."),
    "lesson-anti-declared": mark(
        "The stock is empty and all have passed: with Anti-Rank any card is played, and the normal "
        "game goes on from it."
    ),
    "lesson-knows-fit": mark(
        "On the pile go neighbours, and only without them the same rank, aces and kings, jokers."
    ),
    "lesson-knows-out": mark("Your last card is safe only if the next player has to draw."),
    "lesson-knows-anti": mark("When nobody can move any more, the cry is Anti-Rank."),
}
