"""Sentences on whether a missed bid could be made."""

from greenbaize.app.advice.missed_bid import LastChance, MissedBid
from greenbaize.cards import Card
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import card_name
from greenbaize.words.spoken import join_sentences


def describe_missed_bid(missed_bid: MissedBid) -> str:
    """Return until when a missed bid could be made, with all cards seen, and by which card."""
    if missed_bid.replayed is None:
        sentences: tuple[str, ...] = (_describe_forced_chance(missed_bid.bid, missed_bid.forced),)
    else:
        sentences = _describe_chances(missed_bid.bid, missed_bid.replayed, missed_bid.forced)
    return join_sentences(*sentences, tr("Nobody could know that."))


def _describe_chances(bid: int, replayed: LastChance, forced: LastChance) -> tuple[str, ...]:
    """Return sentences on the last chance against the same players, and whatever they do."""
    if replayed.trick is not None and replayed.trick == forced.trick:
        return (_describe_forced_chance(bid, forced),)
    if replayed.trick is not None:
        template = tr(
            "With all cards seen, the bid of {bid} could still be made in trick {trick} by playing "
            "{card}, against what the others would have done."
        )
    elif replayed.since == 1:
        template = tr(
            "With all cards seen, the bid of {bid} could not be made with any card, against what "
            "the others would have done."
        )
    else:
        template = tr(
            "With all cards seen, the bid of {bid} could no longer be made from trick {since} on, "
            "against what the others would have done. What came before it would take too long to "
            "try."
        )
    if forced.trick is None:
        return (_fill(template, bid, replayed),)
    earlier_template = tr("In trick {trick}, {card} would have made it whatever they did.")
    return _fill(template, bid, replayed), _fill(earlier_template, bid, forced)


def _describe_forced_chance(bid: int, forced: LastChance) -> str:
    if forced.trick is not None:
        template = tr(
            "With all cards seen, the bid of {bid} could still be made in trick {trick} by playing "
            "{card}, whatever the others did."
        )
    elif forced.since == 1:
        template = tr(
            "With all cards seen, the bid of {bid} could not be made if the others prevented it."
        )
    else:
        template = tr(
            "With all cards seen, the bid of {bid} could no longer be made from trick {since} on "
            "if the others prevented it. What came before it would take too long to try."
        )
    return _fill(template, bid, forced)


def _fill(template: str, bid: int, chance: LastChance) -> str:
    card = card_name(Card.of(chance.card)) if chance.card else ""
    return template.format(bid=bid, trick=chance.trick, since=chance.since, card=card)
