"""What is told of the things on a table of exact bids, in words."""

from collections.abc import Mapping
from typing import Final

from greenbaize.rules.messages import Sentence, mark, mark_count

TOLD: Final[Mapping[str, Sentence]] = {
    # Cards
    "tell-highest": mark("It is the highest of {suit}, the suit led, and no trump lies there."),
    "tell-highest-trump": mark("It is the highest trump in the trick."),
    "tell-beaten-none": mark("No card would beat it."),
    "tell-beaten-trump": mark("Only a higher trump would beat it."),
    "tell-beaten-suit": mark("Only a higher card of {suit} would beat it."),
    "tell-beaten-any-trump": mark("Only a trump, one of {trump}, would beat it."),
    "tell-beaten-either": mark("A higher card of {suit} or any of {trump} would beat it."),
    "tell-no-part": mark("It is not in play."),
    "tell-undealt": mark_count(
        "{count} card was not dealt and is not in play.",
        "{count} cards were not dealt and are not in play.",
    ),
    # Plates
    "tell-bid-open": mark("{seat} has not bid yet."),
    "tell-bid-open.you": mark("You have not bid yet."),
    "tell-bid-needs": mark_count(
        "{seat} bid {bid} and has won {won}: {count} more is needed.",
        "{seat} bid {bid} and has won {won}: {count} more are needed.",
    ),
    "tell-bid-needs.you": mark_count(
        "You bid {bid} and have won {won}: {count} more is needed.",
        "You bid {bid} and have won {won}: {count} more are needed.",
    ),
    "tell-bid-full": mark("{seat} bid {bid} and has won {won}: a trick more would spoil it."),
    "tell-bid-full.you": mark("You bid {bid} and have won {won}: a trick more would spoil it."),
    "tell-bid-made": mark("{seat} bid {bid} and has won {won}: the bid is made."),
    "tell-bid-made.you": mark("You bid {bid} and have won {won}: the bid is made."),
    "tell-bid-missed": mark("{seat} bid {bid} and won {won}: that deal scored nothing."),
    "tell-bid-missed.you": mark("You bid {bid} and won {won}: that deal scored nothing."),
    "tell-bid-over": mark("{seat} bid {bid} and has won {won}: this deal scores nothing."),
    "tell-bid-over.you": mark("You bid {bid} and have won {won}: this deal scores nothing."),
    "tell-bid-short": mark("{seat} bid {bid}, has won {won} and can no longer make it."),
    "tell-bid-short.you": mark("You bid {bid}, have won {won} and can no longer make it."),
    # Trump and deal
    "tell-trump": mark("Trump is {suit}: any of them beats every card of another suit."),
    "tell-no-trump": mark("There is no trump: the highest card of the suit led wins."),
    "tell-follow": mark("Whoever holds the suit led must follow it."),
    "tell-tricks": mark_count("It has {count} trick.", "It has {count} tricks."),
    "tell-blind": mark("It is blind: everybody sees all cards but their own."),
    "tell-hook": mark("The hook: the last bid may not make the bids add up to {count}."),
    "tell-bids-even": mark("The bids come to {bids}: even, so everybody can make theirs."),
    "tell-bids-over": mark("The bids come to {bids}: over {tricks}, so somebody will fall short."),
    "tell-bids-under": mark("The bids come to {bids}: under {tricks}, so somebody gets too many."),
    "tell-score": mark(
        "Making the bid exactly scores {number} plus the bid; anything else scores nothing."
    ),
    "tell-score-none": mark_count(
        "An exact bid of 0 scores {count} point.", "An exact bid of 0 scores {count} points."
    ),
}
