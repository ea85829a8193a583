"""What the exact-bid games say: bids, tricks still needed, table manners, and their sheet."""

from typing import Final

from greenbaize.games.exact_bid.advice_words import ADVICE
from greenbaize.games.exact_bid.lesson_words import LESSON
from greenbaize.games.exact_bid.told_words import TOLD
from greenbaize.rules.messages import Column, Honour, Words, mark, mark_count

WORDS: Final = Words(
    sentences={
        # Why a command is refused
        "bids-done": mark("The bids have been made."),
        "bid-first": mark("First everybody bids."),
        "bid-range": mark("A bid is a number from 0 to {high}."),
        "hook": mark("The last bid may not make the bids add up to {count}."),
        # What a card or bid would do
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
        "bid-early": mark("It is not your turn yet; the bid stands all the same."),
        "bid-stands": mark("Somebody has bid since, so this bid stands."),
        "bid-same": mark("The bid is {count} already."),
        "out-of-turn": mark("It is not your turn: {card} would lie exposed."),
        "exposes": mark(
            "{card} then lies face up, and as long as it can be played, no hidden card may be."
        ),
        "lies-exposed": mark("{card} lies exposed already."),
        "exposed-first": mark("An exposed card must be played first: {cards}."),
        "would-revoke": mark("That is a revoke: you hold {suit}."),
        "nothing-to-correct": mark("You have not revoked in this trick."),
        "correct-suit": mark("The right card is one of {suit}."),
        "corrects": mark("{card} takes the place of {wrong}, which then lies exposed."),
        "ready": mark("The trick may be taken away."),
        "not-open": mark("No trick lies open."),
        "news-exposed": mark("{seat}'s {card} lies exposed."),
        "news-exposed.you": mark("Your {card} lies exposed."),
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
        "bids-so-far": mark("Bids so far: {bids}, tricks: {count}"),
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
        # What is asked, offered and shown
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
        "plate-bids": mark("bids…"),
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
    """All of it."""
    return WORDS
