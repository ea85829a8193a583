"""Sentences of Rank: fitting cards, leaving and coming back, and its sheet."""

from collections.abc import Mapping
from typing import Final

from greenbaize.rules.messages import (
    GameVocabulary,
    HonourWords,
    MistakeWords,
    SentenceText,
    mark_count,
    mark_text,
)

RANK_DESCRIPTIONS: Final[Mapping[str, SentenceText]] = {
    "tell-top": mark_text("{card} lies on top; {seat} played it."),
    "tell-top.you": mark_text("{card} lies on top; you played it."),
    "tell-top-opened": mark_text("{card} lies on top; it was opened from the stock."),
    "tell-under": mark_text("{card}, played by {seat}. Only the top card counts."),
    "tell-under.you": mark_text("{card}, played by you. Only the top card counts."),
    "tell-under-opened": mark_text("{card} was opened from the stock. Only the top card counts."),
    "tell-fits-any": mark_text("On a joker any card may be played."),
    "tell-fits-next": mark_text("On it goes {low} or {high}, its neighbours."),
    "tell-fits-same": mark_text("Without those, another {same}."),
    "tell-fits-high": mark_text("Without any of these, an ace or a king."),
    "tell-fits-high-ace": mark_text("Without any of these, a king."),
    "tell-fits-high-king": mark_text("Without any of these, an ace."),
    "tell-fits-joker": mark_text("With nothing else, a joker."),
    "tell-stock-empty": mark_text("The stock is empty: whoever can play nothing passes."),
    "tell-draws": mark_text(
        "Whoever can play nothing draws one; if it does not fit, the turn passes."
    ),
    "tell-silent": mark_text(
        "When it is empty and all have passed, whoever can play nothing says Anti-Rank."
    ),
    "tell-anti-stands": mark_text(
        "Whoever has none of these says Anti-Rank too and plays any card."
    ),
    "tell-stock-empty-anti": mark_text(
        "The stock is empty, and Anti-Rank stands: whoever can play nothing says it too and plays "
        "any card."
    ),
    "tell-holds": mark_count("{seat} holds {count} card.", "{seat} holds {count} cards."),
    "tell-holds.you": mark_count("You hold {count} card.", "You hold {count} cards."),
    "tell-leaving": mark_text(
        "{seat} is leaving: out if the next player draws, back if they play."
    ),
    "tell-leaving.you": mark_text(
        "You are leaving: out if the next player draws, back if they play."
    ),
    "tell-leaver": mark_text("Out if the next player draws, back if they play."),
    "tell-out": mark_text("{seat} is out: {place}."),
    "tell-out.you": mark_text("You are out: {place}."),
    "tell-passed": mark_text("{seat} has passed; no card has been played since."),
    "tell-passed.you": mark_text("You have passed; no card has been played since."),
    "tell-drew": mark_text("+{number}: no card of {seat} fitted, so one was drawn."),
    "tell-drew.you": mark_text("+{number}: no card of yours fitted, so one was drawn."),
    "tell-drew-back": mark_text("+{number}: {seat} was leaving, and had to draw to be back."),
    "tell-drew-back.you": mark_text("+{number}: you were leaving, and had to draw to be back."),
    "tell-turn-passed": mark_text("Pass: no card of {seat} fitted, so the turn went on."),
    "tell-turn-passed.you": mark_text("Pass: no card of yours fitted, so the turn went on."),
    "tell-places": mark_text("The places so far add up to {number}."),
    "tell-goal": mark_text(
        "The first to get rid of all cards wins; the last one holding cards loses."
    ),
}


RANK_ADVICE: Final[dict[str, SentenceText]] = {
    "advice-all": mark_text("With it you can play all your cards in a row."),
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
    "advice-keeps": mark_text("You keep {cards} for when nothing else fits."),
}


RANK_LESSONS: Final[Mapping[str, SentenceText]] = {
    "lesson-shed": mark_text(
        "Get rid of your cards: the last one holding any has lost. On the pile goes a card "
        "one rank higher or lower, of any suit; ace and king are neighbours too."
    ),
    "lesson-turn": mark_text(
        "You go on for as long as you can play. When you cannot, you take one card from the stock: "
        "if it fits you go on, if not the next player has the turn."
    ),
    "lesson-neighbour": mark_text("You have a neighbour of {top}, so you must play one."),
    "lesson-same-rank": mark_text(
        "You have no neighbour of {top}, but its rank: now the same rank may be played."
    ),
    "lesson-ace-king": mark_text(
        "You have neither a neighbour of {top} nor its rank: now an ace or a king may be played."
    ),
    "lesson-joker": mark_text("Nothing else of yours fits on {top}: now a joker may be played."),
    "lesson-on-joker": mark_text(
        "A joker lies on the pile, and on a joker any card may be played."
    ),
    "lesson-anti": mark_text(
        "It is Anti-Rank, and none of your cards fits: you may play any card."
    ),
    "lesson-last-card": mark_text(
        "It is your last card. You are out only if the next player cannot play and has to draw; "
        "otherwise you take two cards and are back."
    ),
    "lesson-last-out": mark_text(
        "It is your last card, and the stock is empty: with it you are out at once."
    ),
    "lesson-leaving": mark_text(
        "A last card has been played. Whoever played it is out if the next player has to draw."
    ),
    "lesson-back": mark_text(
        "The next player could play, so the leaver takes two cards and is back."
    ),
    "lesson-anti-declared": mark_text(
        "The stock is empty and all have passed: with Anti-Rank any card is played, and the normal "
        "game goes on from it."
    ),
    "lesson-anti-stands": mark_text(
        "It is Anti-Rank, and any card is played. It stands until somebody can play again; until "
        "then, whoever cannot says Anti-Rank too and plays any card."
    ),
    "lesson-knows-fit": mark_text(
        "On the pile go neighbours, and only without them the same rank, aces and kings, jokers."
    ),
    "lesson-knows-out": mark_text("Your last card is safe only if the next player has to draw."),
    "lesson-knows-anti": mark_text("When nobody can move any more, the cry is Anti-Rank."),
}


RANK_MISTAKES: Final[Mapping[str, MistakeWords]] = {
    "run-broken": MistakeWords(
        mark_text("A run broken"),
        mark_text("With another card more of your hand would have followed in one turn."),
        mark_text("You see your longest run, and play it."),
    ),
    "run-greedy": MistakeWords(
        mark_text("The longest run at any price"),
        mark_text("The shorter run left a hand that fits more."),
        mark_text("You know when a shorter run is better."),
    ),
    "versatile-spent": MistakeWords(
        mark_text("An ace, king or joker spent early"),
        mark_text("It fits nearly anywhere, and another card would have done now."),
        mark_text("You keep aces, kings and jokers for when nothing else fits."),
    ),
    "versatile-kept": MistakeWords(
        mark_text("An ace, king or joker kept too long"),
        mark_text("It was the right moment for the card that fits nearly anywhere."),
        mark_text("You play aces, kings and jokers in time."),
    ),
    "fit-left": MistakeWords(
        mark_text("The way left open for others"),
        mark_text("After another card fewer of the cards still out would have fitted."),
        mark_text("You leave the others little that fits."),
    ),
    "fit-unkept": MistakeWords(
        mark_text("A hand left that fits less"),
        mark_text("With what was left after the other card you would have fitted more often."),
        mark_text("You keep a hand that fits."),
    ),
}
"""Kinds of mistakes at Rank, by code."""

RANK_SENTENCES: Final = GameVocabulary(
    sentences={
        # Statistics
        "figures-places": mark_text("Places in deals"),
        "figures-place": mark_text("{place}"),
        "figures-antirank": mark_text("Anti-Rank"),
        "figures-antirank-place": mark_text("Mean place with it"),
        # Fitting cards, leaving and coming back
        "misfit": mark_text("{card} does not fit on {top}."),
        "neighbour-first": mark_text(
            "{card} may be played only without a neighbour of {top}; {seat} holds {cards}."
        ),
        "neighbour-first.you": mark_text(
            "{card} may be played only without a neighbour of {top}; you hold {cards}."
        ),
        "same-rank-first": mark_text(
            "{card} may be played only without a card of {top}'s rank; {seat} holds {cards}."
        ),
        "same-rank-first.you": mark_text(
            "{card} may be played only without a card of {top}'s rank; you hold {cards}."
        ),
        "ace-king-first": mark_text(
            "A joker may be played only when nothing else fits; {seat} holds {cards}."
        ),
        "ace-king-first.you": mark_text(
            "A joker may be played only when nothing else fits; you hold {cards}."
        ),
        "fits-neighbour": mark_text("{card} is next to {top} in the ring of ranks."),
        "fits-same-rank": mark_text(
            "{card} is of the same rank as {top}, and the hand has no neighbour."
        ),
        "fits-ace-king": mark_text(
            "The hand has neither a neighbour of {top} nor its rank, so {card} may be played."
        ),
        "fits-joker": mark_text("Nothing in the hand but a joker fits on {top}."),
        "fits-on-joker": mark_text("On a joker any card may be played: {card}."),
        "fits-anti-rank": mark_text("Anti-Rank: any card may be played, {card} too."),
        "cancels-antirank": mark_text("With it Anti-Rank is over, and the game is as before."),
        "calls-back": mark_count(
            "{seat} has to draw {count} card and is back.",
            "{seat} has to draw {count} cards and is back.",
        ),
        "calls-back.you": mark_count(
            "You have to draw {count} card and are back.",
            "You have to draw {count} cards and are back.",
        ),
        "last-card-leaving": mark_text(
            "It is your last card: you are out if the next player has to draw."
        ),
        "last-card-out": mark_text("It is your last card: you are out."),
        "plate-leaving": mark_text("leaving"),
        "plate-out": mark_text("out: {place}"),
        "notice-leaving": mark_text("{seat} is leaving"),
        "notice-leaving.you": mark_text("You are leaving"),
        "news-antirank": mark_text("{seat}: Anti-Rank!"),
        "news-antirank.you": mark_text("You: Anti-Rank!"),
        "news-back": mark_text("{seat} is back in play"),
        "news-back.you": mark_text("You are back in play"),
        "news-out": mark_text("{seat} is out: {place}"),
        "news-out.you": mark_text("You are out: {place}"),
        "notice-antirank": mark_text("Anti-Rank: {seat} may play any card"),
        "notice-antirank.you": mark_text("Anti-Rank: you may play any card"),
        "notice-antirank-stands": mark_text("Anti-Rank stands until somebody can play"),
        "made-place": mark_text("{place}"),
        "result-place": mark_text("{place}"),
        "result-places": mark_text("sum of places {count}"),
        "strokes-places-better": mark_count("better by {count} place", "better by {count} places"),
        "strokes-places-worse": mark_count("worse by {count} place", "worse by {count} places"),
        "comes-in": mark_text("{seat}: {place}."),
        "comes-in.you": mark_text("You: {place}."),
        "swing-helped": mark_text("Deal {deal} helped you most: {place}."),
        "swing-hurt": mark_text("Deal {deal} cost you most: {place}."),
        # Turns
        "turn-draw": mark_text("+{number}"),
        "turn-draw.aloud": mark_text("draws {number}"),
        "turn-pass": mark_text("pass"),
        "turn-leaving": mark_text("leaving"),
        "turn-back": mark_text("back"),
        "turn-out": mark_text("out"),
        "turn-antirank": mark_text("Anti-Rank:"),
        "stuck-draws": mark_text("None of your cards fits: you draw one."),
        "stuck-leaver-draws": mark_text("The next player could play: you take cards and are back."),
        "stuck-drew": mark_text("The card you drew does not fit either: you pass."),
        "stuck-passes": mark_text("None of your cards fits and the stock is empty: you pass."),
        "stuck-for-good": mark_text("None of your cards fits, and it is Anti-Rank: play any card."),
        **RANK_DESCRIPTIONS,
        **RANK_ADVICE,
        **RANK_LESSONS,
        # The score sheet
        "sheet-place-range": mark_text(
            "Deal {deal}, {seat}: there is no place {number}; places go from 1 to {high}."
        ),
        "sheet-place-taken": mark_text("Deal {deal}: two players cannot both be {place}."),
        "sheet-places": mark_text(
            "Deal {deal}: everybody has a place of their own; the places add up to {sum}, "
            "not {due}."
        ),
    },
    mistakes=RANK_MISTAKES,
    honours={
        "anti-rank-won": HonourWords(
            mark_text("Anti-Rank that won"),
            mark_text("Anti-Rank was declared, and the first place won all the same."),
        ),
    },
)


def load_rank_sentences() -> GameVocabulary:
    return RANK_SENTENCES
