"""What Master and Ass say: the beat relation, contracts, stakes and banks, and their sheets."""

from typing import Final

from greenbaize.rules.messages import Column, Words, mark

WORDS: Final = Words(
    sentences={
        # The beat relation
        "trump-first": mark("First everybody chooses a trump suit."),
        "stake-first": mark("First everybody says go or stay."),
        "play-first": mark("A card is to be played now."),
        "trump-taken": mark("Somebody else has chosen {suit}: all trump suits are different."),
        "must-beat": mark("You hold a card that beats {top}, and who can beat must."),
        "eight-needs-void": mark("{card} may be played only without {suit}, the main suit."),
        "follow-main": mark(
            "You hold {suit}, the main suit, or the rank of {led}, and must play it."
        ),
        "leads-main": mark("{card} leads: {suit} become the main suit."),
        "beats-not": mark("{card} does not beat {top}."),
        "outclassed": mark("{card} is no match for the higher trump {top}."),
        "taken-back": mark(
            "{card} beats {top} but not {led} that was led: the trick goes back to {seat}."
        ),
        "taken-back.you": mark(
            "{card} beats {top} but not {led} that was led: the trick goes back to you."
        ),
        "beats-suit": mark("{card} beats {top}."),
        "beats-same-value": mark("{card} is of the rank led and takes the trick from {top}."),
        "beats-one-less": mark("{card} is one step below {top} and takes the trick from it."),
        "beats-eight": mark("{card} beats {top}, as eights do."),
        "beats-eight-renames": mark("{card} beats {top}: the main suit is {suit} now."),
        "beats-trump": mark("{card} trumps {top}."),
        "chooses-trump": mark("Your trump for the whole match: {suit}."),
        "stake-go": (
            mark("Take {count} point for a bank less, or have one more."),
            mark("Take {count} points for a bank less, or have one more."),
        ),
        "stake-stay": (
            mark("Take {count} point for a bank less; nothing to lose."),
            mark("Take {count} points for a bank less; nothing to lose."),
        ),
        "trick-holds": mark("The trick brings {count} so far."),
        "trick-worth": mark("The trick is worth {count} so far."),
        "contract-against": mark("{contract}: {each} against each, {count} in all"),
        "contract-once-against": mark("{contract}: {count} against, once"),
        "contract-once-for": mark("{contract}: {count} for, once"),
        "contract-for": mark("{contract}: {each} for each, {count} in all"),
        # What is asked and shown
        "ask-trump": mark("Which suit is your trump for this match?"),
        "ask-stake": mark("Go or stay?"),
        "choice-suit": mark("{suit}"),
        "choice-go": mark("Go"),
        "choice-stay": mark("Stay"),
        "moment-trump": mark("Trump"),
        "moment-stake": mark("Go or stay"),
        "plate-tricks-points": (mark("{count} trick · {by}"), mark("{count} tricks · {by}")),
        "plate-go": mark("go {points}/{target}"),
        "plate-stay": mark("{points}/{target}"),
        "sign-trumps": mark("Trumps {suits}"),
        "sign-own": mark("Own trumps"),
        "sign-main": mark("Main suit"),
        "sign-main-trumps": mark("Main suit · trumps {suits}"),
        "final-banks": (mark("{count} bank"), mark("{count} banks")),
        # The score sheet
        "sheet-half-printed": mark(
            "The halves come to −{due} and +{due}. The rules as they reached us print {sum} there; "
            "their own rows add up to {due}."
        ),
        "sheet-deal-tricks": mark(
            "Deal {deal}, {contract}: tricks and remaining tricks add up to {sum}, "
            "not {due} ({by})."
        ),
        "sheet-deal-points": mark(
            "Deal {deal}, {contract}: the points add up to {sum}, not {due} ({by})."
        ),
        "sheet-half-own-tricks": mark(
            "Half {half}, {seat}: {sum} tricks are written; the deals add up to {due} ({by})."
        ),
        "sheet-half-own-points": mark(
            "Half {half}, {seat}: {sum} points are written; the deals add up to {due} ({by})."
        ),
        "sheet-half-remaining": mark(
            "Half {half}: {sum} remaining tricks are written; the deals add up to {due} ({by})."
        ),
        "sheet-half-tricks": mark(
            "Half {half}: tricks and remaining tricks add up to {sum}, not {due} ({by})."
        ),
        "sheet-half-points": mark("Half {half}: the points add up to {sum}, not {due} ({by})."),
        "sheet-match-own-tricks": mark(
            "Result, {seat}: {sum} tricks are written; the halves add up to {due} ({by})."
        ),
        "sheet-match-own-points": mark(
            "Result, {seat}: {sum} points are written; the halves add up to {due} ({by})."
        ),
        "sheet-match-remaining": mark(
            "Result: {sum} remaining tricks are written; the halves add up to {due} ({by})."
        ),
        "sheet-match-tricks": mark(
            "Result: the players' tricks add up to {sum}, but {due} were played ({by})."
        ),
        "sheet-banks": mark("Deal {deal}, {seat}: {sum} banks are written; {due} are left ({by})."),
        "sheet-after-end": mark("Deal {deal}: the match was over before it."),
    },
    columns={
        "stake": Column(mark("Stake"), mark("{value}")),
        "target": Column(mark("Target"), mark("target {value}")),
        "card_points": Column(mark("Points"), (mark("{value} point"), mark("{value} points"))),
        "banks": Column(mark("Banks"), (mark("{value} bank"), mark("{value} banks"))),
        "remaining": Column(mark("Left"), mark("{value} left unplayed")),
        "all_tricks": Column(mark("All"), mark("{value} tricks in all")),
        "leader": Column(mark("Led"), mark("{value} led")),
        "dealer": Column(mark("Dealt"), mark("{value} dealt")),
        "fixed": Column(mark("Sum"), mark("the points add up to {value}")),
    },
    titles={
        "beats": mark("beats"),
        "half.1": mark("First half"),
        "half.2": mark("Second half"),
        # The contracts of Master
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
    },
)
