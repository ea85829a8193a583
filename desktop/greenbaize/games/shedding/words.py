"""What Rank says: what fits on the pile, who leaves and who is back, and its sheet."""

from typing import Final

from greenbaize.games.shedding.advice_words import ADVICE
from greenbaize.games.shedding.lesson_words import LESSON
from greenbaize.games.shedding.told_words import TOLD
from greenbaize.rules.messages import Honour, Words, mark, mark_count

WORDS: Final = Words(
    sentences={
        # Statistics
        "figures-places": mark("Places in deals"),
        "figures-place": mark("{place}"),
        "figures-antirank": mark("Anti-Rank"),
        "figures-antirank-place": mark("Mean place with it"),
        # What fits, who leaves and who is back
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
        "news-back": mark("{seat} is back"),
        "news-back.you": mark("You are back"),
        "news-out": mark("{seat} is out: {place}"),
        "news-out.you": mark("You are out: {place}"),
        "notice-antirank": mark("Anti-Rank: {seat} may play any card"),
        "notice-antirank.you": mark("Anti-Rank: you may play any card"),
        "made-place": mark("{place}"),
        "comes-in": mark("{seat}: {place}."),
        "comes-in.you": mark("You: {place}."),
        # What a turn was
        "turn-draw": mark("+{number}"),
        "turn-draw.aloud": mark("draws {number}"),
        "turn-pass": mark("pass"),
        "turn-leaving": mark("leaving"),
        "turn-back": mark("back"),
        "turn-out": mark("out"),
        "turn-antirank": mark("Anti-Rank:"),
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
    """All of it."""
    return WORDS
