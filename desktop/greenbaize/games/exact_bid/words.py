"""Sentences of the exact-bid games: bids, tricks needed, table manners, and their sheet."""

from collections.abc import Mapping
from typing import Final

from greenbaize.rules.messages import Column, Honour, Sentence, Words, mark, mark_count

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
        "You still need {count} trick, and no unseen card beats {card}.",
        "You still need {count} tricks, and no unseen card beats {card}.",
    ),
    "advice-may-take": mark_count(
        "You still need {count} trick; {number} of {total} unseen cards can beat {card}.",
        "You still need {count} tricks; {number} of {total} unseen cards can beat {card}.",
    ),
    "advice-saves": mark("You keep {cards}, which could win this trick, for another one."),
    "advice-cannot-take": mark("You cannot win this trick, and you can spare {card}."),
    "advice-under": mark("You want no more tricks, and {card} leaves this one to {top}."),
    "advice-rid": mark("It rids you of {card}, which might take a trick that you do not want."),
    "advice-must-take": mark("You cannot avoid this trick, so {card} may as well take it."),
    "advice-takes-unwanted": mark(
        "{card} takes a trick that you do not want, but to leave it should bring you less."
    ),
    "advice-beaten": mark(
        "You want no more tricks; {number} of {total} unseen cards can beat {card}."
    ),
    "odds-bid": mark_count(
        "Such cards win exactly {count} trick {often}.",
        "Such cards win exactly {count} tricks {often}.",
    ),
    "odds-bid-none": mark("Such cards win no trick {often}."),
    "odds-made": mark("You then make your bid {often}."),
}


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
        "Count the cards that are likely to win a trick: aces, kings and high trumps."
    ),
    "lesson-bid-blind": mark("The lower the cards that you see, the likelier yours is the best."),
    "lesson-bid-blind-trump": mark(
        "{seat} has a trump, {card}: your card wins only if it is a higher trump."
    ),
    "lesson-hook": mark(
        "You bid last, and this deal has the hook, which a table may choose: {bid} would make the "
        "bids add up to {count}, so it is forbidden."
    ),
    "lesson-lead": mark(
        "You lead: any card may be played. The others must follow its suit if they can, and the "
        "highest wins unless somebody trumps."
    ),
    "lesson-follow": mark(
        "The suit led is {suit}, and you hold it: you must follow. You choose which of them, to "
        "win the trick or to leave it."
    ),
    "lesson-follow-one": mark(
        "The suit led is {suit}, and you hold one card of it: you must follow with that one."
    ),
    "lesson-may-trump": mark(
        "You hold none of the suit led ({suit}), so any card may be played. A trump ({trump}) wins "
        "unless a higher one is played; anything else loses."
    ),
    "lesson-throw": mark(
        "You hold none of the suit led ({suit}) and no trump: whatever you play, you cannot win. "
        "Throw what might win a trick that you do not want."
    ),
    "lesson-throw-needed": mark(
        "You hold none of the suit led ({suit}) and no trump: whatever you play, you cannot win "
        "this trick. Keep what may win another one."
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
    "lesson-trick": mark("The plate counts the tricks won, of those that were bid."),
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


WORDS: Final = Words(
    sentences={
        # Refusals
        "bids-done": mark("The bids have been made."),
        "bid-first": mark("First everybody bids."),
        "bid-range": mark("A bid is a number from 0 to {high}."),
        "hook": mark("The last bid may not make the bids add up to {count}."),
        # Effects of a card or bid
        "need-more": mark_count(
            "You still need {count} trick to make your bid of {bid}.",
            "You still need {count} tricks to make your bid of {bid}.",
        ),
        "need-none": mark("You have all of your {bid}: a trick more would spoil it."),
        "need-zero": mark("You bid none: any trick would spoil it."),
        "need-lost": mark("You bid {bid} and have {won}: this deal is lost for you."),
        "bid-open": mark_count(
            "You bid to win exactly {count} trick.", "You bid to win exactly {count} tricks."
        ),
        # Table manners
        "off-suit": mark("{card} is not of the suit led; {top} keeps the trick."),
        "off-suit-so-far": mark("{card} is not of the suit led; {top} holds the trick so far."),
        "bid-early": mark("It is not your turn yet; a bid now would stand all the same."),
        "bid-stands": mark("Somebody has bid since, so this bid stands."),
        "bid-same": mark("The bid is {count} already."),
        "out-of-turn": mark("It is not your turn: {card} would lie exposed."),
        "exposes": mark(
            "{card} then lies face up, and as long as it can be played, no hidden card may be."
        ),
        "lies-exposed": mark("{card} lies exposed; it must be played at the first chance."),
        "exposed-first": mark("An exposed card must be played first: {cards}."),
        "would-revoke": mark("That is a revoke: you hold {suit}."),
        "nothing-to-correct": mark("You have not revoked in this trick."),
        "correct-suit": mark("The right card is one of {suit}."),
        "corrects": mark("{card} takes the place of {wrong}, which then lies exposed."),
        "ready": mark("The trick may be taken away."),
        "not-open": mark("No trick lies open."),
        "news-exposed": mark("{seat}'s {card} lies exposed."),
        "news-exposed.you": mark("Your {card} lies exposed: play it first."),
        "news-corrected": mark("{seat} corrects a revoke: {card}."),
        "news-corrected.you": mark("You correct your revoke: {card}."),
        "news-taken-back": mark("{seat} takes {card} back."),
        "news-taken-back.you": mark("You take {card} back."),
        "news-revoke": mark("{seat} revoked with {card}."),
        "news-revoke.you": mark("You revoked with {card}."),
        "news-void": mark("The deal is void: 10 points off for each revoke. It is dealt again."),
        # The scorer's announcements
        "balance-over": mark("Bids: over by {count}"),
        "balance-under": mark("Bids: under by {count}"),
        "balance-even": mark("Bids: even"),
        "blind": mark("Blind deal"),
        "bids-so-far": mark_count(
            "Bid so far: {bids} of {count} trick", "Bid so far: {bids} of {count} tricks"
        ),
        "hook-forbids": mark("Hook: not {bid}, because the bids would add up to {count}."),
        "hook-idle": mark("Hook: any bid will do, as the bids cannot add up to {count} any more."),
        "score-exact": mark(
            "Making the bid exactly scores {count} plus the bid; anything else scores nothing."
        ),
        "score-zero": mark("In this deal an exact bid of 0 scores {count}."),
        "deal-blind": mark("You see every card but your own"),
        "deal-blind-how": mark("Bid on what the others hold; then the cards play themselves."),
        "makes-of-bid": mark("{seat}: bid {bid}, won {won}, {by}."),
        "makes-of-bid.you": mark("You bid {bid} and won {won}: {by}."),
        "swing-bid": mark_count(
            "Your bid of {bid} in deal {deal} brought you {count} point.",
            "Your bid of {bid} in deal {deal} brought you {count} points.",
        ),
        "swing-over-one": mark_count(
            "One trick too many in deal {deal} cost you {count} point.",
            "One trick too many in deal {deal} cost you {count} points.",
        ),
        "swing-over": mark_count(
            "{number} tricks too many in deal {deal} cost you {count} point.",
            "{number} tricks too many in deal {deal} cost you {count} points.",
        ),
        "swing-under-one": mark_count(
            "One trick too few in deal {deal} cost you {count} point.",
            "One trick too few in deal {deal} cost you {count} points.",
        ),
        "swing-under": mark_count(
            "{number} tricks too few in deal {deal} cost you {count} point.",
            "{number} tricks too few in deal {deal} cost you {count} points.",
        ),
        # Questions, offers and plates
        "turn-bid": mark("It is {seat}'s turn to bid."),
        "ask-bid": mark("How many tricks do you bid?"),
        "offer-bid": mark("&Bid now"),
        "offer-bid-change": mark("Change my &bid"),
        "offer-correct": mark("&Correct my card"),
        "offer-ready": mark("&Ready"),
        "correct-next": mark("Click the card you want instead, or press Esc to leave it as it is"),
        "ready-next": mark("The trick lies open until you are ready"),
        "lead-next": mark("The trick lies open until you lead"),
        "offer-show": mark("Show a card"),
        "choice-bid": mark("Bid {count}"),
        "moment-bid": mark("Bid"),
        "plate-bid": mark("{won} of {bid}"),
        "plate-bids": mark("bidding…"),
        "bids-sum": mark("Bids {bids} · tricks {tricks}"),
        "bids-even": mark("Even: everybody can make it."),
        "bids-over": mark("Over: somebody will fall short."),
        "bids-under": mark("Under: somebody gets too many."),
        "bids-were-even": mark("Even: everybody could have made it."),
        "bids-were-over": mark("Over: somebody had to fall short."),
        "bids-were-under": mark("Under: somebody had to get too many."),
        **TOLD,
        **ADVICE,
        **LESSON,
        # Statistics
        "figures-by-size": mark("Bids made, by the size of the deal"),
        "figures-by-bid": mark("Bids made, by the bid"),
        "figures-cards": mark_count("{count} card", "{count} cards"),
        # The score sheet
        "sheet-bid-tricks": mark("Deal {deal}: the tricks add up to {sum}, not {due} ({by})."),
        "sheet-bid-tricks-over": mark(
            "Deal {deal}: the tricks written come to {sum} already; there are only {due}."
        ),
        "sheet-bid-taken": mark_count(
            "Deal {deal}, {seat}: nobody can win {tricks} tricks with {count} card.",
            "Deal {deal}, {seat}: nobody can win {tricks} tricks with {count} cards.",
        ),
        "sheet-bid-range": mark_count(
            "Deal {deal}, {seat}: nobody can bid {bid} with {count} card.",
            "Deal {deal}, {seat}: nobody can bid {bid} with {count} cards.",
        ),
        "sheet-hook": mark("Deal {deal}: with the hook the bids may not add up to {due}."),
    },
    columns={
        "bid": Column(mark("Bid"), mark("bid {value}")),
        "cards": Column(mark("Cards"), mark_count("{value} card", "{value} cards")),
    },
    titles={"penalties": mark("Void deals")},
    honours={
        "every-bid-made": Honour(
            mark("Not one bid missed"), mark("Every bid of a whole match was made.")
        ),
        "none-of-thirteen": Honour(
            mark("None of thirteen"),
            mark("None was bid in the last deal, and none of its thirteen tricks was taken."),
        ),
    },
)


def words() -> Words:
    return WORDS
