"""Sentences of Master and Ass: the beat relation, contracts, stakes and banks, and their sheets."""

from collections.abc import Mapping
from typing import Final

from greenbaize.rules.messages import (
    ColumnWords,
    GameVocabulary,
    HonourWords,
    MistakeWords,
    SentenceText,
    mark_count,
    mark_text,
    mark_text_in_context,
)

BEAT_DESCRIPTIONS: Final[Mapping[str, SentenceText]] = {
    # Cards
    "tell-takers": mark_text("{seat} would take the trick with {cards}."),
    "tell-takers.you": mark_text("You would take the trick with {cards}."),
    "tell-takers-eights": mark_text(
        "{seat} would take the trick with {cards}; without {suit} also with {eights}."
    ),
    "tell-takers-eights.you": mark_text(
        "You would take the trick with {cards}; without {suit} also with {eights}."
    ),
    "tell-takers-void": mark_text(
        "{seat} would take the trick only with {eights}, without {suit}."
    ),
    "tell-takers-void.you": mark_text(
        "You would take the trick only with {eights}, without {suit}."
    ),
    "tell-takers-none": mark_text("No card would let {seat} take it."),
    "tell-takers-none.you": mark_text("No card would let you take it."),
    # Trumps
    "tell-trump-open": mark_text("{seat} has not chosen a trump yet."),
    "tell-trump-open.you": mark_text("You have not chosen a trump yet."),
    "tell-trump-own": mark_text("{seat}'s own trump: {suit}."),
    "tell-trump-own.you": mark_text("Your own trump: {suit}."),
    "tell-trump-beats": mark_text(
        "On another main suit, {seat}'s {suit} beat other suits if top and led card stand "
        "lower in 6 7 8 9 J Q K 10 A."
    ),
    "tell-trump-beats.you": mark_text(
        "On another main suit, your {suit} beat other suits if top and led card stand lower "
        "in 6 7 8 9 J Q K 10 A."
    ),
    "tell-trump-others": mark_text("For everybody else, {suit} are a suit like any other."),
    "tell-trumps-own": mark_text(
        "Everybody has a trump of their own; it is on the disc by the face."
    ),
    "tell-trumps-none": mark_text("There are no trumps in this match."),
    "tell-trumps-one": mark_text("Trump for all: {suit}."),
    "tell-trumps-two": mark_text("Trumps for all: {suit} and {trump}, neither above the other."),
    "tell-trumps-ranked": mark_text("Trumps for all: {suit} are senior, {trump} junior."),
    # The main suit
    "tell-main-open": mark_text("The next card led names the main suit."),
    "tell-main": mark_text("Main suit: {suit}, for {card} was led."),
    "tell-main-renamed": mark_text("Main suit: {suit}, since {card} renamed it."),
    "tell-must-beat": mark_text("Whoever can beat must."),
    "tell-main-follow": mark_text(
        "Whoever does not beat must play {suit} or a card of {card}'s rank, if able."
    ),
    "tell-main-only": mark_text("Whoever does not beat must play {suit}, if able."),
    "tell-refill": mark_text("After each trick everybody draws one, as long as they serve all."),
    # A deal of Master
    "tell-tricks-points": mark_count(
        "In this deal {count} trick; points: {points}.",
        "In this deal {count} tricks; points: {points}.",
    ),
    "tell-tricks-card-points": mark_count(
        "In this deal {count} trick; card points: {points}, which bring {by} so far.",
        "In this deal {count} tricks; card points: {points}, which bring {by} so far.",
    ),
    "tell-counts-cards": mark_text("{cards} count {number} each, {total} in all."),
    "tell-counts-card": mark_text("{cards} counts {total} for whoever takes it."),
    "tell-counts-tricks": mark_text("Each trick counts {number}, {total} in all."),
    "tell-counts-last": mark_text("The last two tricks count {number} each."),
    "tell-counts-max": mark_text("Whoever has most card points gets {number}."),
    "tell-counts-max-cards": mark_text(
        "An ace has 12 card points, a ten 10, a king 5, a queen 3, a jack 1; four cards of "
        "one suit in a trick bring 10 more."
    ),
    "tell-counts-max-tie": mark_text(
        "If several have as many, it is the one who took the latest trick."
    ),
    "tell-against": mark_text("In this half it counts against whoever takes it."),
    "tell-for": mark_text("In this half it counts for whoever takes it."),
    "tell-half-left": mark_count(
        "{count} more deal in this half.", "{count} more deals in this half."
    ),
    "tell-half-last": mark_text("It is the last deal of this half."),
    "tell-early-end": mark_text("The deal ends when all its points have been taken."),
    # A deal of Ass
    "tell-banks": mark_count("{seat} has {count} bank.", "{seat} has {count} banks."),
    "tell-banks.you": mark_count("You have {count} bank.", "You have {count} banks."),
    "tell-stake-open": mark_text("{seat} has not said go or stay yet."),
    "tell-stake-open.you": mark_text("You have not said go or stay yet."),
    "tell-stake-go": mark_text(
        "{seat} said go: {points} of {target} so far. Making it sheds a bank; missing it gains one."
    ),
    "tell-stake-go.you": mark_text(
        "You said go: {points} of {target} so far. Make it and shed a bank; miss it and gain one."
    ),
    "tell-stake-stay": mark_text(
        "{seat} said stay: {points} of {target} so far. Making it sheds a bank; missing it "
        "changes nothing."
    ),
    "tell-stake-stay.you": mark_text(
        "You said stay: {points} of {target} so far. Make it and shed a bank; miss it and "
        "nothing changes."
    ),
    "tell-banks-end": mark_text(
        "Whoever gets down to 0 banks wins; whoever gets up to {number} loses."
    ),
    "tell-deal-limit": mark_text("After deal {number} at the latest, the fewest banks win."),
}


BEAT_ADVICE: Final[dict[str, SentenceText]] = {
    "advice-eights": mark_text("You hold {cards}, and an eight beats nearly everything."),
    "advice-no-eights": mark_text("You hold no eight, but {cards} would beat one."),
    "advice-nothing-strong": mark_text("You hold nothing that beats an eight."),
    "advice-leaves": mark_text("{card} leaves the trick ({by}) to {top}."),
    "advice-leaves-free": mark_text("{card} leaves the trick to {top}."),
    "advice-sheds": mark_text("It rids you of {card} ({by})."),
    "advice-takes-free": mark_text("This trick costs nothing, so {card} may take it."),
    "advice-takes-so-far": mark_text(
        "No unseen card can beat {card}, but so far the trick costs nothing."
    ),
    "advice-must-take-it": mark_text(
        "{card} takes the trick ({by}), as any card that you may play would."
    ),
    "advice-must-take-cheaply": mark_text(
        "{card} takes the trick ({by}); any card that you may play would, and none for less."
    ),
    "advice-takes-now": mark_text(
        "{card} takes the trick ({by}); to leave it would probably cost you more later."
    ),
    "advice-takes-it": mark_text("{card} takes the trick ({by})."),
    "advice-is-beaten": mark_text(
        "You want to lose this trick, and no card of yours is easier to beat than {card}: "
        "{number} of {total} unseen cards can."
    ),
    "advice-holds": mark_text(
        "You want this trick, and no card of yours is harder to beat than {card}: {number} of "
        "{total} unseen cards can."
    ),
    "advice-holds-surely": mark_text("{card} takes the trick for certain."),
    "odds-go": mark_count(
        "If you go, you score {count} point or more {often}.",
        "If you go, you score {count} points or more {often}.",
    ),
    "odds-stakes": mark_text(
        "Going rids you of a bank {often}, or else adds one; staying rids you of one "
        "{often_other}, at no risk."
    ),
    "going-is-better": mark_text("For the match, going is better."),
    "staying-is-better": mark_text("For the match, staying is better."),
    "odds-stay": mark_count(
        "If you stay, you score {count} point or more {often}.",
        "If you stay, you score {count} points or more {often}.",
    ),
    "odds-target": mark_count(
        "You then score {count} point or more {often}.",
        "You then score {count} points or more {often}.",
    ),
}


BEAT_LESSONS: Final[Mapping[str, SentenceText]] = {
    "lesson-contract": mark_text(
        "Each deal of Master has a contract, which says what costs points. In this first one every "
        "trick costs a point, so take as few as you can."
    ),
    "lesson-banks": mark_text(
        "Everybody has three banks, and whoever gets rid of them all wins. You have four cards "
        "and draw one after each trick. Enough points in the tricks you take rid you of a bank; "
        "too few may give you another."
    ),
    "lesson-ring": mark_text(
        "Here no card is simply high: in a suit the six beats the ace, the ace beats the queen, "
        "and the queen beats the six. The note on a card says what it would do."
    ),
    "lesson-order": mark_text(
        "Within a suit a card beats the lower ones in the order 7 9 J Q K 10 A. A six beats all "
        "but queen and eight, and only these beat it; an eight beats all but queen and king."
    ),
    "lesson-rank-led": mark_text(
        "A card of the rank led beats in another suit too, unless it is an eight: here {cards}."
    ),
    "lesson-one-less": mark_text(
        "In the main suit, the card one step below beats too (9 on J, J on Q, Q on K, K on 10, "
        "10 on A): here {card} on {top}."
    ),
    "lesson-goal-points": mark_count(
        "In this deal you want {count} card point or more.",
        "In this deal you want {count} card points or more.",
    ),
    "lesson-stake": mark_text(
        "If you go, {number} card points or more rid you of a bank, and fewer give you "
        "another one. If you stay, you need {other}, but risk nothing."
    ),
    "lesson-beat-lead": mark_text(
        "You lead: the suit of your card becomes the main suit. The others beat it or follow, "
        "and whoever's card is not beaten takes the trick."
    ),
    "lesson-can-beat": mark_text(
        "{top} is winning. You would beat it with {cards}, but nobody has to: you may also play "
        "{others}."
    ),
    "lesson-all-beat": mark_text(
        "{top} is winning. Nobody has to beat, but every card that you may play does: {cards}."
    ),
    "lesson-must-beat": mark_text(
        "{top} is winning. You can beat it with {cards}, and so you must."
    ),
    "lesson-beat-follow": mark_text(
        "{top} is winning, and you hold nothing that beats it. You must follow with one of these: "
        "{cards}."
    ),
    "lesson-beat-follow-one": mark_text(
        "{top} is winning, and you hold nothing that beats it. {cards} is your only card that "
        "follows, so you must play it."
    ),
    "lesson-beat-throw": mark_text(
        "{top} is winning. You can neither beat it nor follow in {suit}, so you may throw any card."
    ),
    "lesson-eight": mark_text(
        "{card} is an eight and beats {top}, as it does nearly everything. Whoever holds none of "
        "the main suit may beat with an eight of another suit, which then becomes the main suit."
    ),
    "lesson-ring-beat": mark_text("{card} beats {top}: that is the ring."),
    "lesson-same-value": mark_text("{card} beats {top} because it has the rank of the card led."),
    "lesson-knows-ring": mark_text(
        "Six, ace and queen beat each other in a ring, and an eight beats nearly everything; F4 "
        "shows the ring."
    ),
    "lesson-knows-ways": mark_text(
        "A card of the rank led beats in another suit too, and in the main suit so does the card "
        "one step below, like the king on the ten."
    ),
    "lesson-knows-contracts": mark_text(
        "A match plays twelve contracts, first to be avoided and then to be won."
    ),
    "lesson-knows-stakes": mark_text(
        "To go takes fewer points and risks a bank; to stay takes more and risks nothing."
    ),
    "lesson-knows-trumps": mark_text(
        "In a match everybody usually has a trump suit of their own as well; F3 tells how."
    ),
}


BEAT_MISTAKES: Final[Mapping[str, MistakeWords]] = {
    "went-often": MistakeWords(
        mark_text("Going too often for what was held"),
        mark_text("You went with a hand with which it was better to stay."),
        mark_text("You do not go too often."),
    ),
    "stayed-often": MistakeWords(
        mark_text("Staying too often for what was held"),
        mark_text("You stayed with a hand that was good enough to go."),
        mark_text("You go when your hand is good enough."),
    ),
    "beat-overlooked": MistakeWords(
        mark_text("Beats overlooked"),
        mark_text(
            "A card of the same rank as the led one, or one below it, would have taken the trick."
        ),
        mark_text("You see which cards of the same rank, or one below, beat."),
    ),
    "beat-uncounted": MistakeWords(
        mark_text("Forgetting what has been played"),
        mark_text("By then nothing was left that could beat the better card, or yours."),
        mark_text("You keep in mind what has been played."),
    ),
    "penalty-taken": MistakeWords(
        mark_text("A penalty taken that could be left"),
        mark_text("You took a trick that costs, and had a card that leaves it to others."),
        mark_text("You leave the tricks that cost to others."),
    ),
    "penalty-kept": MistakeWords(
        mark_text("A penalty card kept"),
        mark_text("You could have got rid of cards that cost in somebody else’s trick."),
        mark_text("You get rid of cards that cost in others’ tricks."),
    ),
    "penalty-lead": MistakeWords(
        mark_text("Leads that nobody can beat, where tricks cost"),
        mark_text("Another lead would more surely have been beaten."),
        mark_text("Where tricks cost, you lead what others beat."),
    ),
    "strong-unled": MistakeWords(
        mark_text("Strong cards led too late, where tricks cost"),
        mark_text("It was the time to lead a strong card, before a trick with it becomes dear."),
        mark_text("Where tricks cost, you lead your strong cards in time."),
    ),
    "cheap-trick-left": MistakeWords(
        mark_text("Cheap tricks left, and dear ones taken later"),
        mark_text(
            "This trick cost little, and would have rid you of a card that takes later ones."
        ),
        mark_text("Where tricks cost, you take the cheap ones to get rid of strong cards."),
    ),
    "strong-unthrown": MistakeWords(
        mark_text("Strong cards kept, where tricks cost"),
        mark_text("You left the trick, and could have got rid of a stronger card in it."),
        mark_text("Where tricks cost, you throw your strong cards on others’ tricks."),
    ),
    "taken-low": MistakeWords(
        mark_text("A trick that costs taken with too low a card"),
        mark_text("If it had to be taken, then with the stronger card, to be rid of it."),
        mark_text("If you must take a trick, you take it with your strongest card."),
    ),
    "played-negative": MistakeWords(
        mark_text("The positive half played like the negative"),
        mark_text("The points counted for you, and you left a trick that you could have taken."),
        mark_text("In the positive half you take the tricks that bring points."),
    ),
    "points-left": MistakeWords(
        mark_text("Points left to others"),
        mark_text("You left a trick that you could have taken."),
        mark_text("You take the tricks that bring points."),
    ),
    "points-given": MistakeWords(
        mark_text("Points given to others"),
        mark_text("You put a card that counts in a trick of somebody else."),
        mark_text("You give others few points in their tricks."),
    ),
    "strong-led": MistakeWords(
        mark_text("Strong cards led too early"),
        mark_text("Another lead was better: the strong card was worth more later."),
        mark_text("You do not lead your strong cards too early."),
    ),
    "weak-led": MistakeWords(
        mark_text("Weak leads where a strong one was due"),
        mark_text("A stronger lead would have brought more."),
        mark_text("You lead your strong cards when it is their time."),
    ),
    "strong-early": MistakeWords(
        mark_text("A strong card spent on a trick not worth it"),
        mark_text("The trick could be left to others, and the card kept for a better one."),
        mark_text("You do not spend your strong cards on tricks that bring little."),
    ),
    "taken-dear": MistakeWords(
        mark_text("More spent on a trick than it needed"),
        mark_text("A weaker card would have done for this trick."),
        mark_text("You take your tricks cheaply."),
    ),
    "taken-weak": MistakeWords(
        mark_text("Tricks taken with cards that are beaten again"),
        mark_text("A stronger card would have held the trick better."),
        mark_text("What you want to win, you win with a card that holds."),
    ),
    "strong-thrown": MistakeWords(
        mark_text("A strong card thrown away"),
        mark_text("The trick was lost anyway, and a weaker card would have done."),
        mark_text("You throw no strong cards away."),
    ),
    "thrown-wrong": MistakeWords(
        mark_text("The wrong card thrown away"),
        mark_text("You left the trick, and another card of your hand was of less use."),
        mark_text("You throw away the right cards."),
    ),
}
"""Kinds of mistakes at Master and Ass, by code."""


BEAT_WARM_UP: Final[Mapping[str, SentenceText]] = {
    "warm-up-suit": mark_text(
        "Everybody lays one card, and one of the four cards takes them all. {led} was led and wins "
        "so far. In its suit jack, queen, king, ten and ace beat a nine, and a seven does not. Lay "
        "the card that takes the trick."
    ),
    "warm-up-suit-right": mark_text(
        "{card} beats {top} and takes the trick. From low to high: 7 9 J Q K 10 A, with the ten "
        "above the king. Six and eight go their own ways."
    ),
    "warm-up-six": mark_text(
        "Now the surprise: {led} was led, and neither king nor ace beats it. In its suit only the "
        "queen and the eight beat a six. Lay the card that takes the trick."
    ),
    "warm-up-six-right": mark_text(
        "{card} beats the six. So it goes in a ring: the six beats the ace, the ace beats the "
        "queen, and the queen beats the six. In the main suit, only queen and eight beat a six."
    ),
    "warm-up-eight": mark_text(
        "The ace wins so far, and you have no clubs. Who has none of the main suit may beat with "
        "an eight of any suit, whatever lies there. Lay the card that takes the trick."
    ),
    "warm-up-eight-right": mark_text(
        "{card} beats {top}, and diamonds are the main suit now. In its own suit only "
        "queen and king beat an eight."
    ),
    "warm-up-trump": mark_text(
        "Usually everybody has a trump suit of their own; hearts are yours here. You have no "
        "diamonds. Your trump beats if it is of a higher rank than the card that wins. Lay the "
        "card that takes the trick."
    ),
    "warm-up-trump-right": mark_text(
        "{card} is your trump and higher than {top}; the nine would have been too low. For the "
        "others hearts are no trumps: each has a suit of their own."
    ),
    "warm-up-contract": mark_text(
        "What costs points changes from deal to deal. In this one each queen in the tricks you "
        "take costs 7, and one lies here. Nobody has to beat. Lay the card that leaves the trick "
        "to others."
    ),
    "warm-up-contract-right": mark_text(
        "The queen costs somebody else 7 points. Twelve deals go like that, each with something "
        "else to avoid. In the twelve after them the same things bring points: there you would "
        "have taken the queen."
    ),
    "warm-up-stake": mark_text(
        "Everybody has three banks; whoever gets rid of them all wins, and whoever has six loses. "
        "Cards count for whoever takes them: eight 16, ace 12, ten 10, king 5, queen 3, jack 1, "
        "six −1. To go needs fewer points and may cost a bank; to stay needs more and risks "
        "nothing. You hold two eights: what do you say?"
    ),
    "warm-up-stake-right": mark_text(
        "Yes, go: eights beat nearly everything and count most themselves, so {number} points are "
        "likely. With cards that take nothing you would stay. Remember also: in Ass who can beat "
        "must."
    ),
    "warm-up-stake-wrong": mark_text(
        "To stay risks nothing, but it takes {other} points to get rid of a bank. With two eights, "
        "an ace and a ten, {number} are likely."
    ),
}

BEAT_SENTENCES: Final = GameVocabulary(
    sentences={
        # Statistics
        "figures-half": mark_text("Points a deal in half {number}"),
        "figures-contract": mark_text("{contract}"),
        "figures-stakes": mark_text("Targets met"),
        "figures-go": mark_text("Go"),
        "figures-stay": mark_text("Stay"),
        "figures-banks": mark_text("Banks a deal"),
        "figures-shed": mark_text("Shed, less gained"),
        # The beat relation
        "trump-first": mark_text("First everybody chooses a trump suit."),
        "stake-first": mark_text("First everybody says go or stay."),
        "trump-taken": mark_text("Somebody else has chosen {suit}: all trump suits are different."),
        "must-beat": mark_text("{seat} can beat {top} with {cards}, and whoever can beat must."),
        "must-beat.you": mark_text("You can beat {top} with {cards}, and whoever can beat must."),
        "eight-needs-void": mark_text("{card} may be played only without {suit}, the main suit."),
        "follow-main": mark_text(
            "{card} follows neither the main suit nor the rank led; {seat} must, with {cards}."
        ),
        "follow-main.you": mark_text(
            "{card} follows neither the main suit nor the rank led; you must, with {cards}."
        ),
        "follow-main-or-beat": mark_text(
            "{card} neither beats {top} nor follows the main suit or the rank led; {seat} can "
            "with {cards}."
        ),
        "follow-main-or-beat.you": mark_text(
            "{card} neither beats {top} nor follows the main suit or the rank led; you can "
            "with {cards}."
        ),
        "follow-renamed": mark_text(
            "{card} does not follow the main suit; {seat} must, with {cards}."
        ),
        "follow-renamed.you": mark_text(
            "{card} does not follow the main suit; you must, with {cards}."
        ),
        "leads-main": mark_text("{card} leads: {suit} become the main suit."),
        # Why a card does not beat
        "beats-not": mark_text("{card} does not beat {top}."),
        "outclassed": mark_text("{card} is no trump and cannot beat {top}, which is one."),
        "outclassed-junior": mark_text(
            "{card} is a junior trump and cannot beat {top}, a senior one."
        ),
        "eight-too-low": mark_text(
            "{card} does not beat {top}: an eight beats all but the queen and king of its suit."
        ),
        "one-less-gap": mark_text(
            "{card} is one step below {top}, which counts only in a chain down from {led}."
        ),
        "one-less-late": mark_text(
            "{card} is one step below {led}, but as such beats only {led} itself."
        ),
        "one-less-renamed": mark_text(
            "{card} is one less, which no longer counts since {eight} renamed the main suit."
        ),
        "not-over-led": mark_text(
            "{top} is of another suit, so {card} would have to beat {led}, and does not."
        ),
        "not-over-eight": mark_text(
            "On {led} and the trump {top}, {card} would have to beat both; it does not beat {led}."
        ),
        "below-trump": mark_text("{card} would beat {led}, but stands below the trump {top}."),
        "leader-trump": mark_text("{led} is {seat}'s own trump: only {suit} and eights beat here."),
        "leader-trump.you": mark_text("{led} is your own trump: only {suit} and eights beat here."),
        "value-late": mark_text("{card} has the rank led, which beats {led} but not {top}."),
        "value-not-led": mark_text(
            "{card} has the rank of {top}, but only the rank of the card led, {led}, counts."
        ),
        "value-renamed": mark_text(
            "{card} beats nothing by its rank any more: {eight} renamed the main suit."
        ),
        "value-below-trump": mark_text(
            "{top} is {seat}'s trump, which stands above {card} of the same rank."
        ),
        "value-below-trump.you": mark_text(
            "{top} is your trump, which stands above {card} of the same rank."
        ),
        "queen-on-six": mark_text("On a led six no trump beats {top}, the queen of its suit."),
        "trump-own-suit": mark_text("{card} is trump, but does not beat {top} of its own suit."),
        "trump-too-low": mark_text("{card} is trump, but does not stand above {top}."),
        "trump-below-led": mark_text("{card} is trump, but has to stand above {led} as well."),
        "stranger": mark_text(
            "{card} is neither of {suit}, the main suit, nor of the rank of {led}."
        ),
        "stranger-trumps": mark_text(
            "{card} is neither of {suit} nor of the rank of {led}, nor a trump."
        ),
        "stranger-own": mark_text(
            "{card} is neither of {suit} nor of the rank of {led}, nor {seat}'s trump."
        ),
        "stranger-own.you": mark_text(
            "{card} is neither of {suit} nor of the rank of {led}, nor your trump."
        ),
        "stranger-renamed": mark_text("{card} is not of {suit}, the main suit now."),
        "stranger-trumps-renamed": mark_text(
            "{card} is neither of {suit}, the main suit now, nor a trump."
        ),
        "stranger-own-renamed": mark_text(
            "{card} is neither of {suit}, the main suit now, nor {seat}'s trump."
        ),
        "stranger-own-renamed.you": mark_text(
            "{card} is neither of {suit}, the main suit now, nor your trump."
        ),
        # Cards that would have taken the trick
        "takers": mark_text("What takes the trick from {top}: {cards}."),
        "takers-eights": mark_text(
            "What takes the trick from {top}: {cards}; without {suit} also {eights}."
        ),
        "takers-void": mark_text("What takes the trick from {top}: only {eights}, without {suit}."),
        "takers-none": mark_text("No other card takes the trick from {top}."),
        # How a card beats
        "taken-back": mark_text(
            "{card} beats {top} but not {led} that was led: the trick goes back to {seat}."
        ),
        "taken-back.you": mark_text(
            "{card} beats {top} but not {led} that was led: the trick goes back to you."
        ),
        "beats-suit": mark_text("{card} beats {top}."),
        "beats-same-value": mark_text("{card} is of the rank led and so beats {top}."),
        "beats-one-less": mark_text("{card} is one step below {top} and so beats it."),
        "beats-eight": mark_text("{card} beats {top}, as eights do."),
        "beats-eight-renames": mark_text("{card} beats {top}: the main suit is {suit} now."),
        "beats-trump": mark_text("{card} trumps {top}."),
        "chooses-trump": mark_text("Your trump for the whole match: {suit}."),
        "stake-go": mark_count(
            "Score {count} point and lose a bank; otherwise gain one.",
            "Score {count} points and lose a bank; otherwise gain one.",
        ),
        "stake-stay": mark_count(
            "Score {count} point and lose a bank; otherwise nothing changes.",
            "Score {count} points and lose a bank; otherwise nothing changes.",
        ),
        "trick-holds": mark_text("The trick brings {count} so far."),
        "trick-counts": mark_count(
            "The trick has {count} card point so far.", "The trick has {count} card points so far."
        ),
        "trick-worth": mark_text("The trick is worth {count} so far."),
        # Points of a trick
        "trick-brings": mark_text("It brings {by}."),
        "trick-costs": mark_text("It costs {number}."),
        "trick-card-points": mark_count(
            "It brings {count} card point.", "It brings {count} card points."
        ),
        "brings-together": mark_text("{cards} together count {number}."),
        "brings-card": mark_text("{cards} counts {number}."),
        "brings-cards": mark_text("{cards} count {number} each."),
        "brings-suit": mark_text("Four of one suit count {number} more."),
        # Facts for choosing go or stay
        "own-points": mark_count(
            "Your cards count {count} point.", "Your cards count {count} points."
        ),
        "points-rest": mark_count(
            "The {count} other card of the deal is worth {points}, more with pairs and suits.",
            "The {count} other cards of the deal are worth {points}, more with pairs and suits.",
        ),
        "points-about": mark_count(
            "The {count} other card of the deal is worth about {points}, more with pairs and "
            "suits.",
            "The {count} other cards of the deal are worth about {points}, more with pairs "
            "and suits.",
        ),
        "outcome-go": mark_count(
            "Go: with {target} or more you have {count} bank, otherwise {other}.",
            "Go: with {target} or more you have {count} banks, otherwise {other}.",
        ),
        "outcome-stay": mark_count(
            "Stay: with {target} or more you have {count} bank, otherwise {other}.",
            "Stay: with {target} or more you have {count} banks, otherwise {other}.",
        ),
        "outcome-wins": mark_text("With no bank left you have won."),
        "outcome-loses": mark_text("With 6 banks you have lost."),
        "outcome-last": mark_text("This is the last deal: the fewest banks win."),
        # Points of a deal
        "count-cards": mark_text(
            "An eight counts {eight}, an ace {ace}, a ten {ten}, a king {king}, a queen {queen}, a "
            "jack {jack} and a six {six}; nine and seven count nothing."
        ),
        "count-pairs": mark_text(
            "King and queen in one trick count 25 together, jack and queen 15; each card is in one "
            "pair at most."
        ),
        "count-suit": mark_text("Four or more cards of one suit in a trick count 10 more."),
        "count-targets": mark_text(
            "Go: with {go} points a bank less, with fewer a bank more. Stay: with {stay} a bank "
            "less, with fewer no change."
        ),
        "count-max": mark_text(
            "Whoever has most card points gets the 12: an ace counts {ace}, a ten {ten}, a "
            "king {king}, a queen {queen} and a jack {jack}."
        ),
        # The ring and special beats
        "ring-by-suit": mark_text("each in its suit"),
        "ring-eight": mark_text("{card} beats all but {cards}"),
        "ring-eight-trumps": mark_text("{cards}, trumps beat {card}"),
        "ring-renamed": mark_text("{card} renamed the suit"),
        "ring-leader-trump": mark_text("only {suit} and 8s"),
        "ring-trumped": mark_text("{card} is trump"),
        "ring-queen": mark_text("no trump beats the Q"),
        "ring-back": mark_text("{card} may take it back"),
        "ring-on-eight": mark_text("{cards} beat {card}"),
        "now-ring": mark_text(
            "Of one suit the six beats the ace, the ace beats the queen, and the queen beats the "
            "six."
        ),
        "now-eight": mark_text(
            "An eight beats everything but the queen and the king of its suit; one of another suit "
            "than the main suit only from a hand without that, and it renames the main suit."
        ),
        "now-same-value": mark_text(
            "A card of the rank led, of another suit, beats the card led, unless it is an eight."
        ),
        "now-one-less": mark_text(
            "One step below the card led beats it: 9 on J, J on Q, Q on K, K on 10, 10 on A."
        ),
        "now-must-beat": mark_text("Whoever can beat must."),
        "now-may-beat": mark_text("Beating is a choice."),
        "now-renamed": mark_text(
            "{card} renamed the main suit to {suit}: the card led and its rank count no more."
        ),
        "now-back": mark_text(
            "What beats {top} but not {led}, and so gives the trick back: {cards}."
        ),
        "now-above-led": mark_text("A trump has to stand above {led}, the card led, as well."),
        "now-queen": mark_text("On a led six no trump beats the queen of {suit}."),
        "now-trumps-own": mark_text(
            "Each player has a trump of their own; it is on the disc by the face."
        ),
        "now-trumps-none": mark_text("There are no trumps."),
        "now-trumps-one": mark_text("Trump for all: {suit}."),
        "now-trumps-two": mark_text("Trumps for all: {suit} and {trump}, neither above the other."),
        "now-trumps-ranked": mark_text("Trumps for all: {suit} stand above {trump}."),
        "now-class": mark_text(
            "No card of a lower class beats one of a higher, but for cards of the rank led and "
            "eights on eights."
        ),
        # The contracts of Master
        "contract-all-against": mark_text("Avoid every trick: {by} each"),
        "contract-all-for": mark_text("Win tricks: {by} each"),
        "contract-kings-jacks-against": mark_text("Avoid kings and jacks: {by} each"),
        "contract-kings-jacks-for": mark_text("Win kings and jacks: {by} each"),
        "contract-sixes-against": mark_text("Avoid the sixes: {by} each"),
        "contract-sixes-for": mark_text("Win the sixes: {by} each"),
        "contract-hearts-against": mark_text("Avoid the hearts: {by} each"),
        "contract-hearts-for": mark_text("Win the hearts: {by} each"),
        "contract-tens-aces-against": mark_text("Avoid tens and aces: {by} each"),
        "contract-tens-aces-for": mark_text("Win tens and aces: {by} each"),
        "contract-diamond-court-against": mark_text("Avoid J♦, Q♦ and K♦: {by} each"),
        "contract-diamond-court-for": mark_text("Win J♦, Q♦ and K♦: {by} each"),
        "contract-queens-against": mark_text("Avoid the queens: {by} each"),
        "contract-queens-for": mark_text("Win the queens: {by} each"),
        "contract-eights-against": mark_text("Avoid the eights: {by} each"),
        "contract-eights-for": mark_text("Win the eights: {by} each"),
        "contract-queen-of-spades-against": mark_text("Avoid the Q♠: {by}"),
        "contract-queen-of-spades-for": mark_text("Win the Q♠: {by}"),
        "contract-king-of-hearts-against": mark_text("Avoid the K♥: {by}"),
        "contract-king-of-hearts-for": mark_text("Win the K♥: {by}"),
        "contract-last-two-against": mark_text("Avoid the last 2 tricks: {by} each"),
        "contract-last-two-for": mark_text("Win the last 2 tricks: {by} each"),
        "contract-max-against": mark_text("Avoid the most card points: {by}"),
        "contract-max-for": mark_text("Win the most card points: {by}"),
        "half-against": mark_text("First half: whatever counts, counts against you."),
        "half-for": mark_text("Second half: what was to be avoided is now to be won."),
        # Questions and plates
        "turn-trump": mark_text("It is {seat}'s turn to choose a trump."),
        "turn-stake": mark_text("It is {seat}'s turn to go or stay."),
        "ask-trump": mark_text("Which suit is your trump for this match?"),
        "ask-stake": mark_text("Go or stay?"),
        "choice-suit": mark_text("{suit}"),
        "inline-suit": mark_text("trump {suit}"),
        "inline-go": mark_text("“go”"),
        "inline-stay": mark_text("“stay”"),
        "choice-go": mark_text("Go"),
        "choice-stay": mark_text("Stay"),
        "moment-trump": mark_text("Trump"),
        "moment-stake": mark_text("Go or stay"),
        "trump-does": mark_text(
            "With cards of your trump you can beat lower cards of other suits."
        ),
        "trump-unseen": mark_text("No cards are dealt yet, so it is a guess."),
        "plate-points": mark_count("{count} point", "{count} points"),
        "plate-tricks-worth": mark_count("{count} trick, {by}", "{count} tricks, {by}"),
        "plate-points-worth": mark_count("{count} point, {by}", "{count} points, {by}"),
        "plate-go": mark_text("go {points}/{target}"),
        "plate-stay": mark_text("{points}/{target}"),
        "plate-go.aloud": mark_text("{points} of {target} points, going"),
        "plate-stay.aloud": mark_text("{points} of {target} points, staying"),
        "sign-trumps": mark_text("No main suit yet"),
        "sign-own": mark_text("Everybody has their own trump"),
        "sign-main": mark_text("Main suit"),
        "result-by": mark_text("{by}"),
        "result-banks-less": mark_count(
            "{count} bank less (card points: {points})",
            "{count} banks less (card points: {points})",
        ),
        "result-banks-more": mark_count(
            "{count} bank more (card points: {points})",
            "{count} banks more (card points: {points})",
        ),
        "result-banks-same": mark_text("no bank less or more (card points: {points})"),
        "strokes-banks-better": mark_count("better by {count} bank", "better by {count} banks"),
        "strokes-banks-worse": mark_count("worse by {count} bank", "worse by {count} banks"),
        "made-bank-shed": mark_text("a bank less"),
        "made-bank-paid": mark_text("a bank more"),
        "made-bank-kept": mark_text("no change"),
        "sheds-bank": mark_text(
            "{seat} has {points} points, and {target} were needed: a bank less."
        ),
        "sheds-bank.you": mark_text(
            "You have {points} points, and {target} were needed: a bank less."
        ),
        "pays-bank": mark_text(
            "{seat} has only {points} of the {target} points needed: a bank more."
        ),
        "pays-bank.you": mark_text(
            "You have only {points} of the {target} points needed: a bank more."
        ),
        "keeps-banks": mark_text(
            "{seat} has only {points} of the {target} points needed: no change."
        ),
        "keeps-banks.you": mark_text(
            "You have only {points} of the {target} points needed: no change."
        ),
        "limit-decides": mark_text("After it the fewest banks win."),
        "final-banks": mark_count("{count} bank", "{count} banks"),
        "swing-shed": mark_count(
            "Deal {deal} rid you of a bank, with {count} point to spare.",
            "Deal {deal} rid you of a bank, with {count} points to spare.",
        ),
        "swing-paid": mark_count(
            "{count} point too few in deal {deal} gave you another bank.",
            "{count} points too few in deal {deal} gave you another bank.",
        ),
        "swing-kept": mark_count(
            "{count} point too few in deal {deal} kept you from shedding a bank.",
            "{count} points too few in deal {deal} kept you from shedding a bank.",
        ),
        "swing-brought-contract": mark_count(
            "Deal {deal} ({contract}) brought you {count} point.",
            "Deal {deal} ({contract}) brought you {count} points.",
        ),
        "swing-cost-contract": mark_count(
            "Deal {deal} ({contract}) cost you {count} point.",
            "Deal {deal} ({contract}) cost you {count} points.",
        ),
        **BEAT_DESCRIPTIONS,
        **BEAT_ADVICE,
        **BEAT_LESSONS,
        **BEAT_WARM_UP,
        # The score sheet
        "sheet-deal-tricks": mark_text(
            "Deal {deal}, {contract}: tricks and remaining tricks add up to {sum}, "
            "not {due} ({by})."
        ),
        "sheet-deal-points": mark_text(
            "Deal {deal}, {contract}: the points add up to {sum}, not {due} ({by})."
        ),
        "sheet-tricks-range": mark_text(
            "Deal {deal}, {contract}: nobody can win {tricks} tricks; there are {due}."
        ),
        "sheet-left-range": mark_text(
            "Deal {deal}, {contract}: {tricks} cannot be left; {most} is the most, because "
            "the cards that score cannot fall in fewer tricks."
        ),
        "sheet-left-none": mark_text(
            "Deal {deal}, {contract}: every trick is played, so {tricks} cannot be left."
        ),
        "sheet-points-against": mark_text(
            "Deal {deal}, {contract}: points of the first half count against, {points} cannot be."
        ),
        "sheet-points-for": mark_text(
            "Deal {deal}, {contract}: points of the second half count for, {points} cannot be."
        ),
        "sheet-points-each": mark_text(
            "Deal {deal}, {contract}: points come {each} at a time, which never makes {points}."
        ),
        "sheet-points-range": mark_text(
            "Deal {deal}, {contract}: nobody can have {points}; there are {due} points in all."
        ),
        "sheet-points-tricks": mark_count(
            "Deal {deal}, {contract}, {seat}: {count} trick cannot bring {points} points.",
            "Deal {deal}, {contract}, {seat}: {count} tricks cannot bring {points} points.",
        ),
        "sheet-tricks-count": mark_count(
            "Deal {deal}, {contract}, {seat}: each trick counts 1, and {count} trick never "
            "brings {points} points.",
            "Deal {deal}, {contract}, {seat}: each trick counts 1, and {count} tricks never "
            "bring {points} points.",
        ),
        "sheet-tricks-over": mark_text(
            "Deal {deal}, {contract}: the tricks written come to {sum} already; there are only "
            "{due}."
        ),
        "sheet-tricks-needed": mark_text(
            "Deal {deal}, {contract}: the tricks written, and those that the points need, come to "
            "{sum}; there are only {due}."
        ),
        "sheet-points-over": mark_text(
            "Deal {deal}, {contract}: the points written come to {sum} already; the deal has only "
            "{due}."
        ),
        "sheet-points-room": mark_text(
            "Deal {deal}, {contract}: {points} points remain, and the others' tricks cannot "
            "hold them."
        ),
        "sheet-led": mark_text(
            "Deal {deal}: {seat} led, since the lead goes round to the left from deal to deal."
        ),
        "sheet-dealt": mark_text(
            "Deal {deal}: {seat} dealt, since whoever leads a deal deals the next."
        ),
        "sheet-half-tricks": mark_text(
            "Half {half}: tricks and remaining tricks add up to {sum}, not {due} ({by})."
        ),
        "sheet-half-points": mark_text(
            "Half {half}: the points add up to {sum}, not {due} ({by})."
        ),
        "sheet-match-tricks": mark_text(
            "Result: the players' tricks add up to {sum}, but {due} were played ({by})."
        ),
        "sheet-ass-range": mark_text(
            "Deal {deal}, {seat}: nobody can make {points} points; they go from {low} to {high}."
        ),
        "sheet-ass-between": mark_text(
            "Deal {deal}, {seat}: no tricks bring exactly {points} points."
        ),
        "sheet-ass-sum": mark_text(
            "Deal {deal}: the points add up to {sum}, and no deal brings them so."
        ),
        "sheet-ass-together": mark_text(
            "Deal {deal}: the points written, {sum} together, cannot all be made in one deal."
        ),
        "sheet-after-end": mark_text("Deal {deal}: the match was over before it."),
    },
    columns={
        "stake": ColumnWords(mark_text("Stake"), mark_text("{value}")),
        "target": ColumnWords(mark_text("Target"), mark_text("target {value}")),
        "card_points": ColumnWords(
            mark_text("Points"), mark_count("{value} point", "{value} points")
        ),
        "banks": ColumnWords(mark_text("Banks"), mark_count("{value} bank", "{value} banks")),
        "remaining": ColumnWords(
            mark_text_in_context("column", "Left"), mark_text("{value} left unplayed")
        ),
        "all_tricks": ColumnWords(
            mark_text_in_context("column", "All"), mark_text("{value} tricks in all")
        ),
        "leader": ColumnWords(mark_text("Led"), mark_text("{value} led")),
        "dealer": ColumnWords(mark_text("Dealt"), mark_text("{value} dealt")),
        "fixed": ColumnWords(mark_text("Sum"), mark_text("the points add up to {value}")),
    },
    titles={
        "beats": mark_text("Beating"),
        "half.1": mark_text("First half"),
        "half.2": mark_text("Second half"),
        # The contracts of Master
        "all": mark_text_in_context("contract", "All"),
        "kings-jacks": mark_text("K and J"),
        "sixes": mark_text("6"),
        "hearts": mark_text("♥"),
        "tens-aces": mark_text("10 and A"),
        "diamond-court": mark_text("J–K ♦"),
        "queens": mark_text("Q"),
        "eights": mark_text("8"),
        "queen-of-spades": mark_text("Q♠"),
        "king-of-hearts": mark_text("K♥"),
        "last-two": mark_text("last 2"),
        "max": mark_text("MAX"),
    },
    mistakes=BEAT_MISTAKES,
    honours={
        "half-avoided": HonourWords(
            mark_text("Twelve avoided"),
            mark_text("Less than an equal share was taken in every contract of the first half."),
        ),
        "banks-unharmed": HonourWords(
            mark_text("Light-handed"),
            mark_text("The match was won, two banks or more were shed, and none was gained."),
        ),
    },
)


def load_beat_sentences() -> GameVocabulary:
    return BEAT_SENTENCES
