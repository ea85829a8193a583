"""Sentences of Rank: fitting cards, leaving and coming back, and its sheet."""

from collections.abc import Mapping
from typing import Final

from greenbaize.rules.messages import Honour, Sentence, Words, mark, mark_count

TOLD: Final[Mapping[str, Sentence]] = {
    "tell-top": mark("{card} lies on top; {seat} played it."),
    "tell-top.you": mark("{card} lies on top; you played it."),
    "tell-top-opened": mark("{card} lies on top; it was opened from the stock."),
    "tell-under": mark("{card}, played by {seat}. Only the top card counts."),
    "tell-under.you": mark("{card}, played by you. Only the top card counts."),
    "tell-under-opened": mark("{card} was opened from the stock. Only the top card counts."),
    "tell-fits-any": mark("On a joker any card may be played."),
    "tell-fits-next": mark("On it goes {low} or {high}, its neighbours."),
    "tell-fits-same": mark("Without those, another {same}."),
    "tell-fits-high": mark("Without any of these, an ace or a king."),
    "tell-fits-high-ace": mark("Without any of these, a king."),
    "tell-fits-high-king": mark("Without any of these, an ace."),
    "tell-fits-joker": mark("With nothing else, a joker."),
    "tell-stock-empty": mark("The stock is empty: whoever can play nothing passes."),
    "tell-draws": mark("Whoever can play nothing draws one; if it does not fit, the turn passes."),
    "tell-silent": mark(
        "When it is empty and all have passed, whoever can play nothing says Anti-Rank."
    ),
    "tell-anti-stands": mark("Whoever has none of these says Anti-Rank too and plays any card."),
    "tell-stock-empty-anti": mark(
        "The stock is empty, and Anti-Rank stands: whoever can play nothing says it too and plays "
        "any card."
    ),
    "tell-holds": mark_count("{seat} holds {count} card.", "{seat} holds {count} cards."),
    "tell-holds.you": mark_count("You hold {count} card.", "You hold {count} cards."),
    "tell-leaving": mark("{seat} is leaving: out if the next player draws, back if they play."),
    "tell-leaving.you": mark("You are leaving: out if the next player draws, back if they play."),
    "tell-leaver": mark("Out if the next player draws, back if they play."),
    "tell-out": mark("{seat} is out: {place}."),
    "tell-out.you": mark("You are out: {place}."),
    "tell-passed": mark("{seat} has passed; no card has been played since."),
    "tell-passed.you": mark("You have passed; no card has been played since."),
    "tell-drew": mark("+{number}: no card of {seat} fitted, so one was drawn."),
    "tell-drew.you": mark("+{number}: no card of yours fitted, so one was drawn."),
    "tell-drew-back": mark("+{number}: {seat} was leaving, and had to draw to be back."),
    "tell-drew-back.you": mark("+{number}: you were leaving, and had to draw to be back."),
    "tell-turn-passed": mark("Pass: no card of {seat} fitted, so the turn went on."),
    "tell-turn-passed.you": mark("Pass: no card of yours fitted, so the turn went on."),
    "tell-places": mark("The places so far add up to {number}."),
    "tell-goal": mark("The first to get rid of all cards wins; the last one holding cards loses."),
}


ADVICE: Final[dict[str, Sentence]] = {
    "advice-all": mark("With it you can play all your cards in a row."),
    "advice-longest": mark_count(
        "With it you can play {count} card in a row, more than with any other.",
        "With it you can play {count} cards in a row, more than with any other.",
    ),
    "advice-run": mark_count(
        "With it you can play {count} card in a row.",
        "With it you can play {count} cards in a row.",
    ),
    "advice-fits": mark_count(
        "{count} of {total} cards still out is a neighbour of {card}: the next player may be "
        "stuck.",
        "{count} of {total} cards still out are neighbours of {card}: the next player may be "
        "stuck.",
    ),
    "advice-keeps": mark("You keep {cards} for when nothing else fits."),
}


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
    "lesson-anti": mark("It is Anti-Rank, and none of your cards fits: you may play any card."),
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
    "lesson-anti-stands": mark(
        "It is Anti-Rank, and any card is played. It stands until somebody can play again; until "
        "then, whoever cannot says Anti-Rank too and plays any card."
    ),
    "lesson-knows-fit": mark(
        "On the pile go neighbours, and only without them the same rank, aces and kings, jokers."
    ),
    "lesson-knows-out": mark("Your last card is safe only if the next player has to draw."),
    "lesson-knows-anti": mark("When nobody can move any more, the cry is Anti-Rank."),
}


WORDS: Final = Words(
    sentences={
        # Statistics
        "figures-places": mark("Places in deals"),
        "figures-place": mark("{place}"),
        "figures-antirank": mark("Anti-Rank"),
        "figures-antirank-place": mark("Mean place with it"),
        # Fitting cards, leaving and coming back
        "misfit": mark("{card} does not fit on {top}."),
        "neighbour-first": mark(
            "{card} may be played only without a neighbour of {top}; {seat} holds {cards}."
        ),
        "neighbour-first.you": mark(
            "{card} may be played only without a neighbour of {top}; you hold {cards}."
        ),
        "same-rank-first": mark(
            "{card} may be played only without a card of {top}'s rank; {seat} holds {cards}."
        ),
        "same-rank-first.you": mark(
            "{card} may be played only without a card of {top}'s rank; you hold {cards}."
        ),
        "ace-king-first": mark(
            "A joker may be played only when nothing else fits; {seat} holds {cards}."
        ),
        "ace-king-first.you": mark(
            "A joker may be played only when nothing else fits; you hold {cards}."
        ),
        "fits-neighbour": mark("{card} is next to {top} in the ring of ranks."),
        "fits-same-rank": mark(
            "{card} is of the same rank as {top}, and the hand has no neighbour."
        ),
        "fits-ace-king": mark(
            "The hand has neither a neighbour of {top} nor its rank, so {card} may be played."
        ),
        "fits-joker": mark("Nothing in the hand but a joker fits on {top}."),
        "fits-on-joker": mark("On a joker any card may be played: {card}."),
        "fits-anti-rank": mark("Anti-Rank: any card may be played, {card} too."),
        "cancels-antirank": mark("With it Anti-Rank is over, and the game is as before."),
        "calls-back": mark_count(
            "{seat} has to draw {count} card and is back.",
            "{seat} has to draw {count} cards and is back.",
        ),
        "calls-back.you": mark_count(
            "You have to draw {count} card and are back.",
            "You have to draw {count} cards and are back.",
        ),
        "last-card-leaving": mark(
            "It is your last card: you are out if the next player has to draw."
        ),
        "last-card-out": mark("It is your last card: you are out."),
        "plate-leaving": mark("leaving"),
        "plate-out": mark("out: {place}"),
        "notice-leaving": mark("{seat} is leaving"),
        "notice-leaving.you": mark("You are leaving"),
        "news-antirank": mark("{seat}: Anti-Rank!"),
        "news-antirank.you": mark("You: Anti-Rank!"),
        "news-back": mark("{seat} is back in play"),
        "news-back.you": mark("You are back in play"),
        "news-out": mark("{seat} is out: {place}"),
        "news-out.you": mark("You are out: {place}"),
        "notice-antirank": mark("Anti-Rank: {seat} may play any card"),
        "notice-antirank.you": mark("Anti-Rank: you may play any card"),
        "notice-antirank-stands": mark("Anti-Rank stands until somebody can play"),
        "made-place": mark("{place}"),
        "comes-in": mark("{seat}: {place}."),
        "comes-in.you": mark("You: {place}."),
        "swing-helped": mark("Deal {deal} helped you most: {place}."),
        "swing-hurt": mark("Deal {deal} cost you most: {place}."),
        # Turns
        "turn-draw": mark("+{number}"),
        "turn-draw.aloud": mark("draws {number}"),
        "turn-pass": mark("pass"),
        "turn-leaving": mark("leaving"),
        "turn-back": mark("back"),
        "turn-out": mark("out"),
        "turn-antirank": mark("Anti-Rank:"),
        "stuck-draws": mark("None of your cards fits: you draw one."),
        "stuck-leaver-draws": mark("The next player could play: you take cards and are back."),
        "stuck-drew": mark("The card you drew does not fit either: you pass."),
        "stuck-passes": mark("None of your cards fits and the stock is empty: you pass."),
        "stuck-for-good": mark("None of your cards fits, and it is Anti-Rank: play any card."),
        **TOLD,
        **ADVICE,
        **LESSON,
        # The score sheet
        "sheet-place-range": mark(
            "Deal {deal}, {seat}: there is no place {number}; places go from 1 to {high}."
        ),
        "sheet-place-taken": mark("Deal {deal}: two players cannot both be {place}."),
        "sheet-places": mark(
            "Deal {deal}: everybody has a place of their own; the places add up to {sum}, "
            "not {due}."
        ),
    },
    honours={
        "anti-rank-won": Honour(
            mark("Anti-Rank that won"),
            mark("Anti-Rank was declared, and the first place won all the same."),
        ),
    },
)


def words() -> Words:
    return WORDS
