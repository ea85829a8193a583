"""Sentences of the exact-bid games: bids, tricks needed, table manners, and their sheet."""

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
)

EXACT_BID_DESCRIPTIONS: Final[Mapping[str, SentenceText]] = {
    # Cards
    "tell-highest": mark_text(
        "It is the highest of {suit}, the suit led, and no trump lies there."
    ),
    "tell-highest-trump": mark_text("It is the highest trump in the trick."),
    "tell-beaten-none": mark_text("No card would beat it."),
    "tell-beaten-trump": mark_text("Only a higher trump would beat it."),
    "tell-beaten-suit": mark_text("Only a higher card of {suit} would beat it."),
    "tell-beaten-any-trump": mark_text("Only a trump, one of {trump}, would beat it."),
    "tell-beaten-either": mark_text("A higher card of {suit} or any of {trump} would beat it."),
    "tell-no-part": mark_text("It is not in play."),
    "tell-undealt": mark_count(
        "{count} card was not dealt and is not in play.",
        "{count} cards were not dealt and are not in play.",
    ),
    # Plates
    "tell-bid-open": mark_text("{seat} has not bid yet."),
    "tell-bid-open.you": mark_text("You have not bid yet."),
    "tell-bid-needs": mark_count(
        "{seat} bid {bid} and has won {won}: {count} more is needed.",
        "{seat} bid {bid} and has won {won}: {count} more are needed.",
    ),
    "tell-bid-needs.you": mark_count(
        "You bid {bid} and have won {won}: {count} more is needed.",
        "You bid {bid} and have won {won}: {count} more are needed.",
    ),
    "tell-bid-full": mark_text("{seat} bid {bid} and has won {won}: a trick more would spoil it."),
    "tell-bid-full.you": mark_text(
        "You bid {bid} and have won {won}: a trick more would spoil it."
    ),
    "tell-bid-made": mark_text("{seat} bid {bid} and has won {won}: the bid is made."),
    "tell-bid-made.you": mark_text("You bid {bid} and have won {won}: the bid is made."),
    "tell-bid-missed": mark_text("{seat} bid {bid} and won {won}: the bid was missed."),
    "tell-bid-missed.you": mark_text("You bid {bid} and won {won}: the bid was missed."),
    "tell-bid-over": mark_text("{seat} bid {bid} and has won {won}: the bid is lost."),
    "tell-bid-over.you": mark_text("You bid {bid} and have won {won}: the bid is lost."),
    "tell-bid-short": mark_text("{seat} bid {bid}, has won {won} and can no longer make it."),
    "tell-bid-short.you": mark_text("You bid {bid}, have won {won} and can no longer make it."),
    # Trump and deal
    "tell-trump": mark_text("Trump is {suit}: any of them beats every card of another suit."),
    "tell-no-trump": mark_text("There is no trump: the highest card of the suit led wins."),
    "tell-follow": mark_text("Whoever holds the suit led must follow it."),
    "tell-tricks": mark_count("It has {count} trick.", "It has {count} tricks."),
    "tell-blind": mark_text("It is blind: everybody sees all cards but their own."),
    "tell-hook": mark_text("The hook: the last bid may not make the bids add up to {count}."),
    "tell-bids-even": mark_text("The bids come to {bids}: even, so everybody can make theirs."),
    "tell-bids-over": mark_text(
        "The bids come to {bids}: over {tricks}, so somebody will fall short."
    ),
    "tell-bids-under": mark_text(
        "The bids come to {bids}: under {tricks}, so somebody gets too many."
    ),
}


EXACT_BID_ADVICE: Final[dict[str, SentenceText]] = {
    "advice-tops": mark_text("No card that you cannot see is higher in its suit: {cards}."),
    "advice-no-tops": mark_text("None of your cards is the highest of its suit."),
    "advice-trumps": mark_count("You hold {count} trump.", "You hold {count} trumps."),
    "advice-no-trumps": mark_text("You hold no trump."),
    "advice-blind": mark_text("Without your card, {seat}'s {card} would take the trick."),
    "advice-lost": mark_text("Your bid is lost; this spoils most for the others."),
    "advice-lost-tricks": mark_text("Each trick still scores you 1 point."),
    "advice-lost-misses": mark_text("Each trick further off costs you 1 point more."),
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
    "advice-under": mark_text("You want no more tricks, and {card} leaves this one to {top}."),
    "advice-rid": mark_text(
        "It rids you of {card}, which might take a trick that you do not want."
    ),
    "advice-must-take": mark_text("You cannot avoid this trick, so {card} may as well take it."),
    "advice-takes-unwanted": mark_text(
        "{card} takes a trick that you do not want, but to leave it should bring you less."
    ),
    "advice-beaten": mark_text(
        "You want no more tricks; {number} of {total} unseen cards can beat {card}."
    ),
    "odds-bid": mark_count(
        "Such cards win exactly {count} trick {often}.",
        "Such cards win exactly {count} tricks {often}.",
    ),
    "odds-bid-none": mark_text("Such cards win no trick {often}."),
    "odds-made": mark_text("You then make your bid {often}."),
}


EXACT_BID_LESSONS: Final[Mapping[str, SentenceText]] = {
    "lesson-aim": mark_count(
        "You have {count} card. You will say how many tricks you win with it: exactly as many "
        "score 10 points and the bid, one more or one less scores nothing.",
        "You have {count} cards. You will say how many tricks you win with them: exactly as many "
        "score 10 points and the bid, one more or one less scores nothing.",
    ),
    "lesson-trump": mark_text(
        "The trump suit is {suit}: the smallest of them beats the highest card of another suit."
    ),
    "lesson-blind": mark_text(
        "In the first deal everybody sees all cards but their own. Look at the others' cards, and "
        "bid whether yours will win the one trick."
    ),
    "lesson-seen": mark_count(
        "From now on you see your own cards and no others: {count} card each in this deal, and one "
        "more in every deal.",
        "From now on you see your own cards and no others: {count} cards each in this deal, and "
        "one more in every deal.",
    ),
    "lesson-bid": mark_text(
        "Count the cards that are likely to win a trick: aces, kings and high trumps."
    ),
    "lesson-bid-blind": mark_text(
        "The lower the cards that you see, the likelier yours is the best."
    ),
    "lesson-bid-blind-trump": mark_text(
        "{seat} has a trump, {card}: your card wins only if it is a higher trump."
    ),
    "lesson-hook": mark_text(
        "You bid last, and this deal has the hook, which a table may choose: {bid} would make the "
        "bids add up to {count}, so it is forbidden."
    ),
    "lesson-lead": mark_text(
        "You lead: any card may be played. The others must follow its suit if they can, and the "
        "highest wins unless somebody trumps."
    ),
    "lesson-follow": mark_text(
        "The suit led is {suit}, and you hold it: you must follow. You choose which of them, to "
        "win the trick or to leave it."
    ),
    "lesson-follow-one": mark_text(
        "The suit led is {suit}, and you hold one card of it: you must follow with that one."
    ),
    "lesson-may-trump": mark_text(
        "You hold none of the suit led ({suit}), so any card may be played. A trump ({trump}) wins "
        "unless a higher one is played; anything else loses."
    ),
    "lesson-throw": mark_text(
        "You hold none of the suit led ({suit}) and no trump: whatever you play, you cannot win. "
        "Throw what might win a trick that you do not want."
    ),
    "lesson-throw-needed": mark_text(
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
    "lesson-goal-none": mark_text("In this deal you want no tricks: let the others win them all."),
    "lesson-lost": mark_text(
        "You have more tricks than you bid, so this deal scores nothing for you."
    ),
    "lesson-trick": mark_text("The plate counts the tricks won, of those that were bid."),
    "lesson-knows-bid": mark_text("You bid your tricks, and only the exact number scores."),
    "lesson-knows-suit": mark_text("You follow suit if you can; if not, you may trump."),
    "lesson-knows-damn": mark_text(
        "In a match every deal has one card more. The hook, by which the bids never come out even, "
        "is a choice there."
    ),
    "lesson-knows-blackout": mark_text(
        "A match has thirteen deals, each with one card more, and the last without trump."
    ),
}


EXACT_BID_MISTAKES: Final[Mapping[str, MistakeWords]] = {
    "bid-high": MistakeWords(
        mark_text("Bids too high"),
        mark_text("Fewer tricks would have been the better bid."),
        mark_text("Your bids are hardly ever too high."),
    ),
    "bid-low": MistakeWords(
        mark_text("Bids too low"),
        mark_text("The hand was worth more tricks than you bid."),
        mark_text("Your bids are hardly ever too low."),
    ),
    "bid-zero-sure": MistakeWords(
        mark_text("A bid of 0 with a sure trick"),
        mark_text("You bid 0 with trumps in hand that nothing could keep from a trick."),
        mark_text("You do not bid 0 with a sure trick in hand."),
    ),
    "bid-uncounted": MistakeWords(
        mark_text("Forgetting what has been played"),
        mark_text(
            "Higher cards had been played before: a card had become the highest of its suit, or "
            "had not, as you seem to have thought."
        ),
        mark_text("You keep in mind what has been played."),
    ),
    "trumps-early": MistakeWords(
        mark_text("Trumps led too early"),
        mark_text("You led a trump when a card of another suit was the better lead."),
        mark_text("You do not lead trumps too early."),
    ),
    "trumps-late": MistakeWords(
        mark_text("Trumps led too late"),
        mark_text("You led another suit when it was time for a trump."),
        mark_text("You do not wait too long before you lead trumps."),
    ),
    "trick-unwanted": MistakeWords(
        mark_text("A trick taken that nobody wanted"),
        mark_text("You had your tricks, and took one more that you could have left to others."),
        mark_text("Once you have your tricks, you take no more."),
    ),
    "lead-unwanted": MistakeWords(
        mark_text("A lead that might win, with no trick wanted"),
        mark_text("You had your tricks, and another lead was more surely beaten."),
        mark_text("With your tricks made, you lead what others beat."),
    ),
    "danger-kept": MistakeWords(
        mark_text("A dangerous card kept"),
        mark_text(
            "You wanted no more tricks, and could have got rid of a card that may still take one."
        ),
        mark_text("With your tricks made, you get rid of dangerous cards in time."),
    ),
    "winner-thrown": MistakeWords(
        mark_text("A winner thrown while tricks were needed"),
        mark_text("You threw away a card that could still have taken a trick you needed."),
        mark_text("You keep your winners while you need tricks."),
    ),
    "winner-early": MistakeWords(
        mark_text("A winner played too early"),
        mark_text("The trick could be left to others, and the card kept for a later one."),
        mark_text("You do not spend your winners too early."),
    ),
    "trick-left": MistakeWords(
        mark_text("A needed trick left to others"),
        mark_text("You needed tricks, and could have tried for this one."),
        mark_text("You go for the tricks you need."),
    ),
    "throw-wrong": MistakeWords(
        mark_text("The wrong card thrown away"),
        mark_text("You could not take the trick, or did not want it, and kept the wrong cards."),
        mark_text("You throw away the right cards."),
    ),
    "spoil-missed": MistakeWords(
        mark_text("Nothing done against the others, once your bid is lost"),
        mark_text(
            "Your bid was lost, and another card would have spoilt more of the others’ bids."
        ),
        mark_text("Once your bid is lost, you make the others’ bids hard to make."),
    ),
    "card-high": MistakeWords(
        mark_text("More spent on a trick than it needed"),
        mark_text("A lower card would have done for this trick."),
        mark_text("You take your tricks cheaply."),
    ),
    "card-low": MistakeWords(
        mark_text("Too low for a trick that was needed"),
        mark_text("You needed the trick, and a higher card would have held it better."),
        mark_text("What you need to win, you win with a card that holds."),
    ),
}
"""Kinds of mistakes at exact bids, by code."""

EXACT_BID_SENTENCES: Final = GameVocabulary(
    sentences={
        # Refusals
        "bids-done": mark_text("The bids have been made."),
        "bid-first": mark_text("First everybody bids."),
        "bid-range": mark_text("A bid is a number from 0 to {high}."),
        "hook": mark_text("The last bid may not make the bids add up to {count}."),
        # Effects of a card or bid
        "need-more": mark_count(
            "You still need {count} trick to make your bid of {bid}.",
            "You still need {count} tricks to make your bid of {bid}.",
        ),
        "need-none": mark_text("You have all of your {bid}: a trick more would spoil it."),
        "need-zero": mark_text("You bid none: any trick would spoil it."),
        "need-lost": mark_text("You bid {bid} and have {won}: the bid is lost."),
        "bid-none": mark_text("You bid to win no trick at all."),
        "bid-open": mark_count(
            "You bid to win exactly {count} trick.", "You bid to win exactly {count} tricks."
        ),
        # Table manners
        "tell-off-suit": mark_text("It is not of the suit led."),
        "off-suit": mark_text("{card} is not of the suit led; {top} keeps the trick."),
        "off-suit-so-far": mark_text(
            "{card} is not of the suit led; {top} holds the trick so far."
        ),
        "bid-early": mark_text("It is not your turn yet; a bid now would stand all the same."),
        "bid-stands": mark_text("Somebody has bid since, so this bid stands."),
        "bid-same": mark_text("The bid is {count} already."),
        "out-of-turn": mark_text("It is not your turn: {card} would lie exposed."),
        "exposes": mark_text(
            "{card} then lies face up, and as long as it can be played, no hidden card may be."
        ),
        "lies-exposed": mark_text("{card} lies exposed; it must be played at the first chance."),
        "exposed-first": mark_text("An exposed card must be played first: {cards}."),
        "would-revoke": mark_text("That is a revoke: you hold {suit}."),
        "nothing-to-correct": mark_text("You have not revoked in this trick."),
        "correct-suit": mark_text("The right card is one of {suit}."),
        "corrects": mark_text("{card} takes the place of {wrong}, which then lies exposed."),
        "ready": mark_text("The trick may be taken away."),
        "not-open": mark_text("No trick lies open."),
        "news-exposed": mark_text("{seat}'s {card} lies exposed."),
        "news-exposed.you": mark_text("Your {card} lies exposed: play it first."),
        "news-corrected": mark_text("{seat} corrects a revoke: {card}."),
        "news-corrected.you": mark_text("You correct your revoke: {card}."),
        "news-taken-back": mark_text("{seat} takes {card} back."),
        "news-taken-back.you": mark_text("You take {card} back."),
        "news-revoke": mark_text("{seat} revoked with {card}."),
        "news-revoke.you": mark_text("You revoked with {card}."),
        "news-void": mark_text(
            "The deal is void: 10 points off for each revoke. It is dealt again."
        ),
        # The scorer's announcements
        "balance-over": mark_text("Bids: over by {count}"),
        "balance-under": mark_text("Bids: under by {count}"),
        "balance-even": mark_text("Bids: even"),
        "blind": mark_text("Blind deal"),
        "bids-so-far": mark_count(
            "Bid so far: {bids} of {count} trick", "Bid so far: {bids} of {count} tricks"
        ),
        "hook-forbids": mark_text("Hook: not {bid}, because the bids would add up to {count}."),
        "hook-idle": mark_text(
            "Hook: any bid will do, as the bids cannot add up to {count} any more."
        ),
        "score-exact": mark_text(
            "Making the bid exactly scores {count} plus the bid; anything else scores nothing."
        ),
        "score-tricks": mark_text(
            "Each trick scores 1 point, and making the bid exactly {count} more."
        ),
        "score-misses": mark_text(
            "Making the bid exactly scores {count} plus the bid; each trick off costs 1 point."
        ),
        "score-zero": mark_text("In this deal an exact bid of 0 scores {count}."),
        "deal-blind": mark_text("You see every card but your own"),
        "deal-blind-how": mark_text("Bid on what the others hold; then the cards play themselves."),
        "makes-of-bid": mark_text("{seat}: bid {bid}, won {won}, {by}."),
        "makes-of-bid.you": mark_text("You bid {bid} and won {won}: {by}."),
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
        "turn-bid": mark_text("It is {seat}'s turn to bid."),
        "ask-bid": mark_text("How many tricks do you bid?"),
        "offer-bid": mark_text("Bid &now"),
        "offer-bid-change": mark_text("Cha&nge my bid"),
        "offer-correct": mark_text("&Correct my card"),
        "offer-ready": mark_text("&Ready"),
        "correct-next": mark_text(
            "Click the card you want instead, or press Esc to leave it as it is"
        ),
        "ready-next": mark_text("The trick lies open until you are ready"),
        "lead-next": mark_text("The trick lies open until you lead"),
        "offer-show": mark_text("Show a card"),
        "choice-bid": mark_text("Bid {count}"),
        "inline-bid": mark_text("bid {count}"),
        "moment-bid": mark_text("Bid"),
        "plate-bid": mark_text("{won} of {bid}"),
        "plate-bids": mark_text("bidding…"),
        "bids-sum": mark_text("Bids {bids} · tricks {tricks}"),
        "bids-even": mark_text("Even: everybody can make it."),
        "bids-over": mark_text("Over: somebody will fall short."),
        "bids-under": mark_text("Under: somebody gets too many."),
        "bids-were-even": mark_text("Even: everybody could have made it."),
        "bids-were-over": mark_text("Over: somebody had to fall short."),
        "bids-were-under": mark_text("Under: somebody had to get too many."),
        **EXACT_BID_DESCRIPTIONS,
        **EXACT_BID_ADVICE,
        **EXACT_BID_LESSONS,
        # Statistics
        "figures-by-size": mark_text("Bids made, by the size of the deal"),
        "figures-by-bid": mark_text("Bids made, by the bid"),
        "figures-cards": mark_count("{count} card", "{count} cards"),
        # The score sheet
        "sheet-bid-tricks": mark_text("Deal {deal}: the tricks add up to {sum}, not {due} ({by})."),
        "sheet-bid-tricks-over": mark_text(
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
        "sheet-hook": mark_text("Deal {deal}: with the hook the bids may not add up to {due}."),
    },
    columns={
        "bid": ColumnWords(mark_text("Bid"), mark_text("bid {value}")),
        "cards": ColumnWords(mark_text("Cards"), mark_count("{value} card", "{value} cards")),
    },
    titles={
        "penalties": mark_text("Void deals"),
        "no-trump": mark_text("No trump"),
        "no-trump.sign": mark_text("NT"),
    },
    mistakes=EXACT_BID_MISTAKES,
    honours={
        "every-bid-made": HonourWords(
            mark_text("Not one bid missed"), mark_text("Every bid of a whole match was made.")
        ),
        "none-of-thirteen": HonourWords(
            mark_text("None of thirteen"),
            mark_text("None was bid in the last deal, and none of its thirteen tricks was taken."),
        ),
    },
)


def load_exact_bid_sentences() -> GameVocabulary:
    return EXACT_BID_SENTENCES
