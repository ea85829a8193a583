"""The sentences of all messages by their codes, in English.

A pair is a singular and a plural, chosen by the value ``count``. A code with ``.you`` behind it is
the sentence for the person addressed, where ``seat`` is theirs.
"""

from collections.abc import Mapping
from typing import Final

from greenbaize.words.catalogue import mark

Sentence = str | tuple[str, str]

SENTENCES: Final[Mapping[str, Sentence]] = {
    # Why a command is refused
    "match-over": mark("The match is over."),
    "nobody-acts": mark("Nobody has to act just now."),
    "not-your-turn": mark("It is {seat}'s turn."),
    "not-your-turn.you": mark("It is your turn."),
    "not-in-this-game": mark("This game knows no “{type}”."),
    "bids-done": mark("The bids have been made."),
    "bid-range": mark("A bid is a number from 0 to {high}."),
    "hook": mark("The last bid may not make the bids add up to {count}."),
    "bid-first": mark("First everybody bids."),
    "not-held": mark("{card} is not in the hand."),
    "follow-suit": mark("You must follow suit: you hold {suit}."),
    # What a card or bid would do
    "leads": mark("{card} leads."),
    "beats": mark("{card} beats {top}."),
    "trumps": mark("{card} trumps {top}."),
    "follows": mark("{card} follows suit; {top} keeps the trick."),
    "discards": mark("{card} is thrown away; {top} keeps the trick."),
    "under-trump": mark("{card} is the lower trump; {top} keeps the trick."),
    "need-more": (
        mark("You still need {count} of your {bid}."),
        mark("You still need {count} of your {bid}."),
    ),
    "need-none": mark("You have all of your {bid}: a trick more would spoil it."),
    "need-lost": mark("You bid {bid} and have {won}: this deal is lost for you."),
    "bid-open": (
        mark("You undertake to win {count} trick."),
        mark("You undertake to win {count} tricks."),
    ),
    # The scorer's announcements
    "balance-over": mark("over by {count}"),
    "balance-under": mark("under by {count}"),
    "balance-even": mark("even"),
    "blind": mark("Blind deal: you see every card but your own."),
    # Options and command lines
    "option-unknown": mark("There is no option “{key}”. This game has: {known}."),
    "option-form": mark("“{word}” is no option: write key=value."),
    "option-twice": mark("The option “{key}” is given twice."),
    "option-yes-no": mark("The option “{key}” is true or false, not “{value}”."),
    "option-number": mark(
        "The option “{key}” is a number from {low} to {high} with {seats} players, not “{value}”."
    ),
    "option-choice": mark("The option “{key}” is one of {words}, not “{value}”."),
    "seat-count": mark("{game} is for {low} to {high} players, not {count}."),
    # Records
    "record-empty": mark("There is no match in this file: its first line is missing or cut short."),
    "record-locked": mark("This match is being played in another window."),
    "line-damaged": mark("The line is damaged: it is not a JSON object."),
    "line-no-type": mark("The line does not say what happened: it has no “type”."),
    "line-unknown-type": mark("A newer program wrote this: “{type}” is not known here."),
    "line-field": mark("In the “{type}” line, “{field}” is not what belongs there."),
    "line-missing": mark("In the “{type}” line, “{field}” is missing."),
    "line-extra": mark("A newer program wrote this: “{field}” in a “{type}” line is not known."),
    "header-format": mark("This is not a match record."),
    "header-version": mark("A newer program wrote this: version {version} is not known here."),
    "header-game": mark("A newer program wrote this: the game “{game}” is not known here."),
    "header-field": mark("In the first line, “{field}” is not what belongs there."),
    "event-due": mark("A “{due}” must come here, not a “{type}”."),
    "event-differs": mark("The “{type}” is not the one that the rules and the seed give."),
    "event-impossible": mark("The “{type}” cannot have come about by the rules."),
    "event-not-due": mark("A “{type}” cannot come here."),
    "file-error": mark("{path}: {reason}."),
}
