"""What is told of the things on a table of Master or Ass, in words."""

from collections.abc import Mapping
from typing import Final

from greenbaize.rules.messages import Sentence, mark, mark_count

TOLD: Final[Mapping[str, Sentence]] = {
    # Cards
    "tell-takers": mark("{seat} would take the trick with {cards}."),
    "tell-takers.you": mark("You would take the trick with {cards}."),
    "tell-takers-eights": mark(
        "{seat} would take the trick with {cards}; without {suit} also with {eights}."
    ),
    "tell-takers-eights.you": mark(
        "You would take the trick with {cards}; without {suit} also with {eights}."
    ),
    "tell-takers-void": mark("{seat} would take the trick only with {eights}, without {suit}."),
    "tell-takers-void.you": mark("You would take the trick only with {eights}, without {suit}."),
    "tell-takers-none": mark("{seat} could take it with no card."),
    "tell-takers-none.you": mark("You could take it with no card."),
    # Trumps
    "tell-trump-open": mark("{seat} has not chosen a trump yet."),
    "tell-trump-open.you": mark("You have not chosen a trump yet."),
    "tell-trump-own": mark("{seat}'s own trump: {suit}."),
    "tell-trump-own.you": mark("Your own trump: {suit}."),
    "tell-trump-beats": mark(
        "On another main suit, {seat}'s {suit} beat other suits if top and led card stand "
        "lower in 6 7 8 9 J Q K 10 A."
    ),
    "tell-trump-beats.you": mark(
        "On another main suit, your {suit} beat other suits if top and led card stand lower "
        "in 6 7 8 9 J Q K 10 A."
    ),
    "tell-trump-others": mark("For everybody else, {suit} are a suit like any other."),
    "tell-trumps-own": mark("Everybody has a trump of their own; it is on the disc by the face."),
    "tell-trumps-none": mark("There are no trumps in this match."),
    "tell-trumps-one": mark("Trump for all: {suit}."),
    "tell-trumps-two": mark("Trumps for all: {suit} and {trump}, neither above the other."),
    "tell-trumps-ranked": mark("Trumps for all: {suit} are senior, {trump} junior."),
    # The main suit
    "tell-main-open": mark("The next card led names the main suit."),
    "tell-main": mark("Main suit: {suit}, for {card} was led."),
    "tell-main-renamed": mark("Main suit: {suit}, since {card} renamed it."),
    "tell-must-beat": mark("Whoever can beat must."),
    "tell-main-follow": mark(
        "Whoever does not beat must play {suit} or a card of {card}'s rank, if able."
    ),
    "tell-main-only": mark("Whoever does not beat must play {suit}, if able."),
    "tell-refill": mark("After each trick everybody draws one, as long as they serve all."),
    # A deal of Master
    "tell-tricks-points": mark_count(
        "In this deal {count} trick; points: {points}.",
        "In this deal {count} tricks; points: {points}.",
    ),
    "tell-tricks-card-points": mark_count(
        "In this deal {count} trick; card points: {points}, which bring {by} so far.",
        "In this deal {count} tricks; card points: {points}, which bring {by} so far.",
    ),
    "tell-counts-cards": mark("{cards} count {number} each, {total} in all."),
    "tell-counts-card": mark("{cards} counts {total} for whoever takes it."),
    "tell-counts-tricks": mark("Each trick counts {number}, {total} in all."),
    "tell-counts-last": mark("The last two tricks count {number} each."),
    "tell-counts-max": mark("Whoever has most card points gets {number}."),
    "tell-counts-max-cards": mark(
        "An ace has 12 card points, a ten 10, a king 5, a queen 3, a jack 1; four cards of "
        "one suit in a trick bring 10 more."
    ),
    "tell-counts-max-tie": mark(
        "If several have as many, it is the one who took the latest trick."
    ),
    "tell-against": mark("In this half it counts against whoever takes it."),
    "tell-for": mark("In this half it counts for whoever takes it."),
    "tell-half-left": mark_count(
        "{count} more deal in this half.", "{count} more deals in this half."
    ),
    "tell-half-last": mark("It is the last deal of this half."),
    "tell-early-end": mark("The deal ends when all its points have been taken."),
    # A deal of Ass
    "tell-banks": mark_count("{seat} has {count} bank.", "{seat} has {count} banks."),
    "tell-banks.you": mark_count("You have {count} bank.", "You have {count} banks."),
    "tell-stake-open": mark("{seat} has not said go or stay yet."),
    "tell-stake-open.you": mark("You have not said go or stay yet."),
    "tell-stake-go": mark(
        "{seat} said go: {points} of {target} so far. Making it sheds a bank; missing it gains one."
    ),
    "tell-stake-go.you": mark(
        "You said go: {points} of {target} so far. Make it and shed a bank; miss it and gain one."
    ),
    "tell-stake-stay": mark(
        "{seat} said stay: {points} of {target} so far. Making it sheds a bank; missing it "
        "changes nothing."
    ),
    "tell-stake-stay.you": mark(
        "You said stay: {points} of {target} so far. Make it and shed a bank; miss it and "
        "nothing changes."
    ),
    "tell-banks-end": mark("Whoever gets down to 0 banks wins; whoever gets up to {number} loses."),
    "tell-deal-limit": mark("After deal {number} at the latest, the fewest banks win."),
}
