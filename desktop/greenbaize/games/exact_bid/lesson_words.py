"""What a beginner is told in a first deal of Damn or Blackout, in words."""

from collections.abc import Mapping
from typing import Final

from greenbaize.rules.messages import Sentence, mark, mark_count

LESSON: Final[Mapping[str, Sentence]] = {
    "lesson-aim": mark_count(
        "You have {count} card. You will say how many tricks you win with it: exactly as many "
        "score 10 points and the bid, one more or one less scores nothing.",
        "You have {count} cards. You will say how many tricks you win with them: exactly as many "
        "score 10 points and the bid, one more or one less scores nothing.",
    ),
    "lesson-trump": mark(
        "The trump suit is {suit}: the smallest of them beats the highest card of another suit."
    ),
    "lesson-blind": mark(
        "In the first deal everybody sees all cards but their own. Look at the others' cards, and "
        "bid whether yours will win the one trick."
    ),
    "lesson-seen": mark_count(
        "From now on you see your own cards and no others: {count} card each in this deal, and one "
        "more in every deal.",
        "From now on you see your own cards and no others: {count} cards each in this deal, and "
        "one more in every deal.",
    ),
    "lesson-bid": mark(
        "Count your likely tricks: aces, kings and high trumps. When in doubt, bid one less."
    ),
    "lesson-bid-blind": mark(
        "The lower the cards that you see, the likelier yours is the best. If somebody has a "
        "trump, bid none."
    ),
    "lesson-hook": mark(
        "You bid last, and that is the hook: {bid} would make the bids add up to {count}, so it is "
        "forbidden."
    ),
    "lesson-lead": mark(
        "You lead: any card may be played. The others must follow its suit if they can, and the "
        "highest wins unless somebody trumps."
    ),
    "lesson-follow": mark(
        "The suit led is {suit}, and you hold it: you must follow. You choose which of them, to "
        "win the trick or to leave it."
    ),
    "lesson-may-trump": mark(
        "You hold none of the suit led ({suit}), so any card may be played. A trump ({trump}) wins "
        "unless a higher one lies there; anything else loses."
    ),
    "lesson-throw": mark(
        "You hold none of the suit led ({suit}) and no trump: whatever you play, you cannot win. "
        "Throw what might win a trick that you do not want."
    ),
    "lesson-enough": mark_count(
        "You have the {count} trick that you bid: from now on let the others win.",
        "You have the {count} tricks that you bid: from now on let the others win.",
    ),
    "lesson-goal": mark_count(
        "In this deal you want exactly {count} trick.",
        "In this deal you want exactly {count} tricks.",
    ),
    "lesson-goal-none": mark("In this deal you want no tricks: let the others win them all."),
    "lesson-lost": mark("You have more tricks than you bid, so this deal scores nothing for you."),
    "lesson-trick": mark("The plate shows how many of the tricks bid have been won."),
    "lesson-knows-bid": mark("You bid your tricks, and only the exact number scores."),
    "lesson-knows-suit": mark("You follow suit if you can; if not, you may trump."),
    "lesson-knows-damn": mark(
        "In a match every deal has one card more. The hook, by which the bids never come out even, "
        "is a choice there."
    ),
    "lesson-knows-blackout": mark(
        "A match has thirteen deals, each with one card more, and the last without trump."
    ),
}
