"""The English sentences of messages that all games share, by code.

A pair is singular and plural by the value ``count``; ``CODE.you`` addresses the person at ``seat``.
Games' own messages are in their vocabulary.
"""

from collections.abc import Mapping
from typing import Final

from greenbaize.rules.messages import ColumnWords, SentenceText, mark_count, mark_text

SENTENCES: Final[Mapping[str, SentenceText]] = {
    # Reasons why a command is refused
    "match-over": mark_text("The match is over."),
    "nobody-acts": mark_text("It is nobody's turn just now."),
    "not-your-turn": mark_text("It is {seat}'s turn."),
    "not-your-turn.you": mark_text("It is your turn."),
    "not-in-this-game": mark_text("This game knows no “{type}”."),
    "card-barred": mark_text("{card}: this card may not be played now."),
    "play-first": mark_text("A card is to be played now."),
    "not-held": mark_text("{card} is not in the hand."),
    "follow-suit": mark_text("{seat} holds {suit} and must follow suit."),
    "follow-suit.you": mark_text("You hold {suit} and must follow suit."),
    # Consequences of a card or bid
    "allowed": mark_text("This is allowed."),
    "leads": mark_text("{card} leads."),
    "lead-rivals": mark_count(
        "{count} of {total} unseen cards can beat it.",
        "{count} of {total} unseen cards can beat it.",
    ),
    "lead-unbeaten": mark_text("No unseen card can beat it."),
    "beats": mark_text("{card} beats {top}."),
    "trumps": mark_text("{card} trumps {top}."),
    "follows": mark_text("{card} follows suit; {top} keeps the trick."),
    "follows-so-far": mark_text("{card} follows suit; {top} holds the trick so far."),
    "discards": mark_text("{card} is thrown away; {top} keeps the trick."),
    "discards-so-far": mark_text("{card} is thrown away; {top} holds the trick so far."),
    "under-trump": mark_text("{card} is the lower trump; {top} keeps the trick."),
    "under-trump-so-far": mark_text("{card} is the lower trump; {top} holds the trick so far."),
    # Questions and notices
    "ask-card": mark_text("Which card do you play?"),
    "exercise-takes": mark_text("Which of your cards takes the trick, as it lies?"),
    "exercise-fits": mark_text("Which of your cards may be played?"),
    "choice-card": mark_text("{card}"),
    "choice-ready": mark_text("Ready"),
    "plate-no-tricks": mark_text("no tricks"),
    "plate-tricks": mark_count("{count} trick", "{count} tricks"),
    "sign-none": mark_text("No trump"),
    "sign-trump": mark_text("Trump"),
    "final-total": mark_text("{number}"),
    # Descriptions of elements of the table
    "told-impossible": mark_text("What the table says does not fit any match: {misfit}."),
    "tell-card-wins": mark_text("{seat}'s {card} is winning the trick."),
    "tell-card-wins.you": mark_text("Your {card} is winning the trick."),
    "tell-card-takes": mark_text("{seat}'s {card} takes the trick."),
    "tell-card-takes.you": mark_text("Your {card} takes the trick."),
    "tell-card-beaten": mark_text("{seat}'s {card} does not win: {top} does."),
    "tell-card-beaten.you": mark_text("Your {card} does not win: {top} does."),
    "tell-turned": mark_text("{card} was turned up, so {suit} are trump."),
    "tell-suit-trump": mark_text("The trumps are {suit}."),
    "tell-stock": mark_count(
        "{count} card is left in the stock.", "{count} cards are left in the stock."
    ),
    "tell-total": mark_count(
        "{seat} has {count} point in all.", "{seat} has {count} points in all."
    ),
    "tell-total.you": mark_count(
        "You have {count} point in all.", "You have {count} points in all."
    ),
    "tell-turn": mark_text("It is {seat}'s turn."),
    "tell-turn.you": mark_text("It is your turn."),
    "turn-play": mark_text("It is {seat}'s turn to play."),
    "turn-play.you": mark_text("It is your turn to play."),
    "tell-dealer": mark_text("{seat} is the dealer."),
    "tell-dealer.you": mark_text("You are the dealer."),
    "tell-partner": mark_text("{seat} is your partner."),
    "tell-partners": mark_text("{seats} are partners."),
    "tell-deal": mark_text("This is deal {deal}."),
    "tell-deal-of": mark_text("This is deal {deal} of {deals}."),
    # The end of a deal and of a match
    "made-points": mark_text("{by}"),
    "makes-points": mark_text("{seat}: {by}."),
    "makes-points.you": mark_text("You: {by}."),
    "deal-last": mark_text("The last deal"),
    "own-card": mark_text("Your card: {card}."),
    "lead-taken": mark_text("{seat} takes the lead"),
    "lead-taken.you": mark_text("You take the lead"),
    "lead-taken-together": mark_text("{seats} take the lead"),
    "lead-level": mark_text("{seat} draws level at the top"),
    "lead-level.you": mark_text("You draw level at the top"),
    "lead-level-together": mark_text("{seats} draw level at the top"),
    "coin-flip": mark_text("Level at the top: a coin decides"),
    "swing-brought": mark_count(
        "Deal {deal} brought you {count} point.", "Deal {deal} brought you {count} points."
    ),
    "swing-cost": mark_count(
        "Deal {deal} cost you {count} point.", "Deal {deal} cost you {count} points."
    ),
    "swing-ahead": mark_count(
        "Deal {deal} put you {count} point ahead of the others.",
        "Deal {deal} put you {count} points ahead of the others.",
    ),
    "swing-behind": mark_count(
        "Deal {deal} put you {count} point behind the others.",
        "Deal {deal} put you {count} points behind the others.",
    ),
    "match-won": mark_text("{seat} wins the match"),
    "match-won.you": mark_text("You win the match"),
    "match-won-together": mark_text("{seats} win the match"),
    "match-shared": mark_text("{seat} shares the first place"),
    "match-shared.you": mark_text("You share the first place"),
    "match-shared-together": mark_text("{seats} share the first place"),
    # Spoken sentences about events at the table
    "spoken-done": mark_text("{seat}: {said}"),
    "spoken-done.you": mark_text("You: {said}"),
    "spoken-lies": mark_text("{seat} {card}"),
    "spoken-lies.you": mark_text("you {card}"),
    "spoken-table": mark_text("On the table: {cards}."),
    "spoken-winning": mark_text("{seat} is winning."),
    "spoken-winning.you": mark_text("You are winning."),
    "spoken-lead": mark_text("You lead."),
    "spoken-pile": mark_text("On the pile: {card}."),
    "spoken-ask-card": mark_text("Your card?"),
    "spoken-yours": mark_text("You: {line}."),
    "spoken-trick": mark_text("{seat} takes the trick: {line}."),
    "spoken-trick.you": mark_text("You take the trick: {line}."),
    "spoken-drawn": mark_text("You draw {cards}."),
    "spoken-deal": mark_text("Deal {deal}."),
    "spoken-deal-of": mark_text("Deal {deal} of {deals}."),
    "spoken-each": mark_count("{count} card each.", "{count} cards each."),
    "spoken-sign": mark_text("{line}: {suit}."),
    "spoken-hand": mark_text("You hold {cards}."),
    "spoken-points": mark_text("{seat} {by}"),
    "spoken-points.you": mark_text("you {by}"),
    "spoken-made": mark_text("This deal: {points}."),
    "spoken-totals": mark_text("In all: {points}."),
    "spoken-place": mark_text("{place}: {seat} with {worth}"),
    "spoken-place.you": mark_text("{place}: you with {worth}"),
    # The score sheet
    "sheet-gap": mark_text("Deal {deal} is not complete, though a later one is written."),
    # Options and command lines
    "option-unknown": mark_text("There is no option “{key}”. This game has: {known}."),
    "option-form": mark_text("“{word}” is no option: write key=value."),
    "option-twice": mark_text("The option “{key}” is given twice."),
    "option-yes-no": mark_text("The option “{key}” is true or false, not “{value}”."),
    "option-number": mark_text(
        "The option “{key}” is a number from {low} to {high} with {seats} players, not “{value}”."
    ),
    "option-suits": mark_count(
        "The option “{key}” takes {count} suit, not “{value}”.",
        "The option “{key}” takes {count} different suits, not “{value}”.",
    ),
    "option-no-suits": mark_text("The option “{key}” takes no suit here, not “{value}”."),
    "option-choice": mark_text("The option “{key}” is one of {words}, not “{value}”."),
    # House rules
    "house-rules-none": mark_text("There are no house rules in this text."),
    "house-rules-long": mark_text("This text is too long for house rules."),
    "house-rules-usual": mark_text("These are the usual rules: there is nothing to keep."),
    "house-rules-no-name": mark_text("House rules need a name."),
    "house-rules-name-taken": mark_text("This game has house rules called “{name}” already."),
    "house-rules-full": mark_text("You keep {count} house rules already: remove some first."),
    "house-rules-unknown": mark_text("There are no house rules called “{name}”, but: {known}."),
    "house-rules-nothing-kept": mark_text(
        "There are no house rules called “{name}”: none are kept yet."
    ),
    "seat-count": mark_text("{game} is for {low} to {high} players, not {count}."),
    # Records
    "record-empty": mark_text(
        "There is no match in this file: its first line is missing or cut short."
    ),
    "record-locked": mark_text("This match is being played in another window."),
    "record-locked-here": mark_text("This match is on the table now. Leave the table first."),
    "record-copy-locked": mark_text(
        "{path}: this match is being played in another window. Choose another name."
    ),
    "record-copy-locked-here": mark_text(
        "{path}: this match is on the table now. Choose another name."
    ),
    "line-damaged": mark_text("The line is damaged: it is not a JSON object."),
    "line-no-type": mark_text("The line does not say what happened: it has no “type”."),
    "line-unknown-type": mark_text("A newer program wrote this: “{type}” is not known here."),
    "line-field": mark_text("In the “{type}” line, “{field}” is not what belongs there."),
    "line-missing": mark_text("In the “{type}” line, “{field}” is missing."),
    "line-extra": mark_text(
        "A newer program wrote this: “{field}” in a “{type}” line is not known."
    ),
    "header-format": mark_text("This is not a match record."),
    "header-version": mark_text("A newer program wrote this: version {version} is not known here."),
    "header-game": mark_text("A newer program wrote this: the game “{game}” is not known here."),
    "header-kind": mark_text("A newer program wrote this: “{kind}” at a seat is not known here."),
    "header-level": mark_text("A newer program wrote this: the level “{level}” is not known here."),
    "header-temperament": mark_text(
        "A newer program wrote this: the temperament “{temperament}” is not known here."
    ),
    "header-option": mark_text("A newer program wrote this: the option “{key}” is not known here."),
    "header-field": mark_text("In the first line, “{field}” is not what belongs there."),
    "event-due": mark_text("A “{due}” must come here, not a “{type}”."),
    "event-differs": mark_text("The “{type}” is not the one that the rules or the seed give."),
    "event-impossible": mark_text("The “{type}” cannot have come about by the rules."),
    "event-not-told": mark_text("No seat can have been told of the “{type}” like this."),
    "event-of-computer": mark_text(
        "A computer player does not err, so the “{type}” cannot be {seat}'s."
    ),
    "event-not-due": mark_text("A “{type}” cannot come here."),
    "file-error": mark_text("{path}: {reason}."),
    "working-folder-gone": mark_text(
        "The folder that this was started in is gone, so {path} cannot be found or written. "
        "Give the whole path, or go to another folder."
    ),
    "settings-newer": mark_text(
        "The settings were written by a newer Green Baize. They are used as far as they are "
        "understood here; what you change lasts until the window is closed."
    ),
    "nothing-saved": mark_text(
        "Nothing can be saved: {reason} Matches and settings are lost when you leave."
    ),
    "settings-put-aside": mark_text(
        "The settings could not be read and have been reset. The old file is now {path}."
    ),
    "settings-too-large": mark_text(
        "The settings are not kept: they have become too large to be read again. The longest are "
        "the command lines of other programs."
    ),
    "settings-removed": mark_text(
        "The person who plays here was removed in another window, and stays until somebody "
        "else plays here."
    ),
    "person-nameless": mark_text("A person needs a name."),
    "person-known": mark_text("Somebody is called {name} already."),
    "person-was": mark_text(
        "{now} used to be called {name}, and matches under that name count as theirs."
    ),
    "game-file": mark_text("{path}, line {number}: this game cannot be played. {why}"),
    "file-not-plain": mark_text("{path}: this is a pipe or a device, not a file."),
    "file-too-large": mark_text("{path}: this is too large to be a file of Green Baize."),
    "reviews-too-large": mark_text(
        "The results of earlier reviews could not be read: the file was too large. It is kept "
        "as {path}, and counting begins again."
    ),
    "hints-too-large": mark_text(
        "It could not be read in which earlier matches hints were taken: the file was too large. "
        "It is kept as {path}, and a new one was begun."
    ),
    "moment-damaged": mark_text("This is no line of a moment, or a part of it is missing."),
    "notes-too-large": mark_text(
        "Earlier notes could not be read: the file was too large. It is kept as {path}, and a new "
        "one was begun."
    ),
    "coach-too-large": mark_text(
        "What was found in earlier matches could not be read: the file was too large. It is kept "
        "as {path}, and they are reviewed again."
    ),
    "pars-too-large": mark_text(
        "The par of earlier deals could not be read: the file was too large. It is kept as {path},"
        " and counting begins again."
    ),
    "link-in-shared-folder": mark_text(
        "{path}: nothing is written over {link}, a link in a folder that everybody may write to."
    ),
    # The command line
    "usage": mark_text("{reason}; see “{command} --help”."),
    "usage-number": mark_text("{option} is a number from {low}, not “{value}”."),
    "usage-span": mark_text("{option} is a number from {low} to {high}, not “{value}”."),
    "usage-path": mark_text("{option} needs a path, and this one is empty."),
    "usage-day": mark_text("A day is written as in 2026-11-21, not “{value}”."),
    "usage-speed": mark_text("--speed is a number from 0.01 to 1000, not “{value}”."),
    "language-unknown": mark_text("There is no language “{language}”. Known: {known}."),
    "language-missing": mark_text("--language needs a language. Known: {known}."),
    "usage-seed": mark_text("--seed is not text in the terminal's encoding."),
    "game-missing": mark_text("Which game? Add --game and one of {known}."),
    "game-first": mark_text("--players and --option need --game and one of {known}."),
    "usage-resume": mark_text(
        "A match that is continued has its game, players, options and seed already: with a "
        "RECORD, leave out {option}."
    ),
    "usage-seat": mark_text("--seat is for continuing a match: name its RECORD."),
    "game-unknown": mark_text("There is no game “{game}”. There are: {known}."),
    "level-unknown": mark_text("There is no level “{level}”. There are: {known}."),
    "temperament-unknown": mark_text(
        "There is no temperament “{temperament}”. There are: {known}."
    ),
    "bots-count": mark_count(
        "--bots names {given} computer players, and there is {count} seat for them.",
        "--bots names {given} computer players, and there are {count} seats for them.",
    ),
    "program-unclear": mark_text("“{command}” is not a command line that starts a program."),
    "stopped": mark_text("Stopped."),
    "output-lost": mark_text("The output cannot be written: {reason}."),
    "no-memory": mark_text("There is not enough memory to go on."),
    "unexpected": mark_text("Green Baize ran into a fault of its own ({kind}) and had to stop."),
    "unexpected-kept": mark_text(
        "Green Baize ran into a fault of its own ({kind}) and had to stop; {path} says more."
    ),
    "unexpected-here": mark_text("Green Baize ran into a fault of its own ({kind}) and goes on."),
    "unexpected-here-kept": mark_text(
        "Green Baize ran into a fault of its own ({kind}) and goes on; {path} says more."
    ),
    "already-open": mark_text("Green Baize is already open; it has been brought forward."),
    "open-but-not-done": mark_text(
        "Green Baize is already open but could not do what it was asked for; its window says more."
    ),
    "open-but-stuck": mark_text(
        "Green Baize is already open but does not answer, so another window is opened."
    ),
    "open-but-full": mark_text(
        "Green Baize is already open but cannot be asked, because the disk is full; "
        "another window is opened."
    ),
    "open-but-other": mark_text(
        "Another version of Green Baize is already open, so a window of this one is opened beside "
        "it."
    ),
    "open-without-lock": mark_text(
        "“instance.lock” in the folder “bell” of Green Baize's data is not a file. Until it is "
        "removed, every start opens another window."
    ),
    "files-too-few": mark_text(
        "The table cannot be opened: Green Baize may open only {allowed} files at once here, and "
        "needs at least {needed}. The command “ulimit -n” shows the limit and changes it."
    ),
    "display-unusable": mark_text(
        "The table cannot be opened: nobody answers at the display {display}, "
        "or it does not let this program in."
    ),
    "no-display": mark_text(
        "There is no display to open a table on. Without one, these work: greenbaize simulate, "
        "greenbaize verify, and QT_QPA_PLATFORM=offscreen greenbaize play --watch --game damn "
        "--screenshots DIR."
    ),
    "sheet-entry": mark_text(
        "“{value}” does not belong here: write a number from {low} to {high}."
    ),
    "sheet-entry-stake": mark_text("“{value}” does not belong here: write g for go or s for stay."),
    "sheet-file-damaged": mark_text("This file is damaged: it is not JSON."),
    "sheet-file-format": mark_text("This is not a sheet kept by hand."),
    "sheet-file-game": mark_text("Sheets of the game “{game}” are not known here."),
    "sheet-file-field": mark_text("The file is damaged: “{field}” is not what belongs there."),
    "sheet-file-deal": mark_text(
        "The file is damaged: “{field}” of deal {deal} is not what belongs there."
    ),
    "sheet-same-file": mark_text("The record, the CSV and the PDF must be different files."),
    "sheet-over-source": mark_text(
        "{path}: the sheet was made from this file, which is not overwritten."
    ),
    "sheet-over-other": mark_text(
        "{path}: this file exists already and is no such sheet. Choose another name, or "
        "add --force."
    ),
    "statistics-over-other": mark_text(
        "{path}: this file exists already and is no table of statistics. Choose another "
        "name, or add --force."
    ),
    "statistics-empty": mark_text("There is no finished match of that kind yet."),
    "statistics-nobody": mark_text("No match is known in which anybody was called {name}."),
    "statistics-whose": mark_text(
        "This is how strong everybody is. For somebody's figures, add --person NAME or "
        "--level LEVEL."
    ),
    "usage-against-kind": mark_text("--against {against}: no such opponents. Known: {known}."),
    "usage-rules": mark_text("--rules goes with --person or --level."),
    "usage-against": mark_text("--against goes with --person or --level."),
    "statistics-rated": mark_text("{game}  {name}: {rating} ± {error}  ({matches})"),
    "statistics-counted": mark_text(
        "{game}, against {against}: {matches}, won {won}, in a row at most {row}; {points} a deal"
    ),
    "statistics-counted-places": mark_text(
        "{game}, against {against}: {matches}, won {won}, in a row at most {row}; "
        "place {points} in a deal"
    ),
    "statistics-source": mark_text("Rating: {rating} %"),
    "table-over-other": mark_text(
        "{path}: this file exists already and is no table of a duel. Choose another name, "
        "or add --force."
    ),
    "name-of-lock": mark_text("{path}: names that end in .lock are for the locks of records."),
    "pdf-library-missing": mark_text("No PDF can be made, because this is missing: {library}."),
    "library-missing": mark_text("The table cannot be opened, because this is missing: {library}."),
    "workers-lost": mark_text(
        "A process that was to play matches was ended from outside, or there was no memory for it."
    ),
    "records-trouble": mark_text("{trouble} The matches go on, but their records are incomplete."),
    "folder-taken": mark_text(
        "{path}: another run is writing its records there. Name another folder, or wait for it."
    ),
    "match-unwritten": mark_text(
        "The match cannot be written down just now: {reason} Play goes on."
    ),
    "record-complete": mark_text("The record is complete again."),
    "record-lost": mark_text("{trouble} The match was left, and its record is incomplete."),
    "records-incomplete": mark_count(
        "The record of {count} match is incomplete.",
        "The records of {count} matches are incomplete.",
    ),
    "count-players": mark_count("{count} player", "{count} players"),
    "count-matches": mark_count("{count} match", "{count} matches"),
    "count-groups": mark_count("{count} group", "{count} groups"),
    "count-deals": mark_count("{count} deal", "{count} deals"),
    "simulated": mark_text("{game}, {players}, {matches}, {deals}, seed {seed}"),
    "dueled": mark_text("{game}, {players}, {groups}, {matches}, {deals}, seed {seed}"),
    "duel-lead": mark_text("{a} over {b}: {lead} ± {error} {unit} (95 %: {low} … {high})"),
    "duel-lead-alone": mark_text("{a} over {b}: {lead} {unit}"),
    "duel-sure": mark_text("{better} plays better: sure to {percent} %."),
    "duel-unsure": mark_text("The groups are too few or too alike to tell how sure this is."),
    "cluster-library": mark_text(
        "Playing on a cluster needs Dask, and this is missing: {library}."
    ),
    "cluster-bundled": mark_text(
        "This is a bundle, which plays on its own machine. For a cluster, install Green Baize with "
        "its extra “cluster” into the Python that the cluster has."
    ),
    "cluster-address": mark_text("“{address}” is not the address of a cluster: write host:port."),
    "cluster-silent": mark_text("No cluster answers at {address}."),
    "cluster-empty": mark_text("The cluster at {address} has no workers."),
    "cluster-version": mark_text(
        "The cluster at {address} does not have Green Baize {version} on all its machines."
    ),
    "cluster-lost": mark_text("The cluster at {address} was lost."),
    "line-beyond": mark_text("{path} has no line {line}: its last one is {last}."),
    "trick-heading": mark_text("Deal {deal}, trick {number}:"),
    "trick-step": mark_text("{seat}: {said}"),
    "advice-rivals": mark_text("{number} of {total} unseen cards can beat {card}."),
    "advice-keeps-back": mark_text(
        "You keep {cards}, which could win this trick, for another one."
    ),
    "advice-cannot-take": mark_text("You cannot win this trick, and you can spare {card}."),
    "trick-taken": mark_text("{seat} takes the trick."),
    "trick-taken.you": mark_text("You take the trick."),
    "said-by-rule": mark_text("{said} ({rule})"),
    "turns-heading": mark_text("Deal {deal}, the last turns:"),
    "turn-line": mark_text("{seat}: {said}"),
    "turn-heading": mark_text("{seat} must act:"),
    "choice-allowed": mark_text("{choice}: {said}"),
    "choice-penalised": mark_text("{choice}: a mistake. {said}"),
    "choice-refused": mark_text("{choice}: not allowed. {said}"),
    "record-holds": mark_text("{path}: holds ({game}, {players}, {deals}, {finish})"),
    "record-holds-sealed": mark_text(
        "{path}: holds ({game}, {players}, {deals}, {finish}), its shuffle made by all who play"
    ),
    "record-holds-told": mark_text(
        "{path}: holds as far as {name} could know ({game}, {players}, {deals}, {finish})"
    ),
    "record-holds-watched": mark_text(
        "{path}: holds as far as a watcher could know ({game}, {players}, {deals}, {finish})"
    ),
    "guest-record-unwritten": mark_text(
        "Your own record of the match cannot be written down: {reason} The table is not affected."
    ),
    "guest-record-full": mark_text(
        "{path}: the table tells more than any match has; the rest is not kept."
    ),
    "seal-broken": mark_text(
        "The shuffle is not the one that was agreed on: the seed, the numbers it was made of and"
        " the match do not belong together."
    ),
    "turn-unseen": mark_text("The cards that {seat} may choose from are not in this record."),
    "turn-unseen.you": mark_text("The cards that you may choose from are not in this record."),
    "turn-hidden": mark_text(
        "What {seat} may choose from stays hidden as long as this match can be continued."
    ),
    "record-finished": mark_text("finished"),
    "record-unfinished": mark_text("unfinished"),
    "record-cut": mark_text("{path}: the last line was cut short and is left out."),
    "record-breaks": mark_text("{path}:{line}: {fault}"),
    "record-breaks-rule": mark_text("{path}:{line}: {fault} ({rule})"),
    "records-none": mark_text("{path}: there is no record (*.jsonl) in this folder."),
    "records-reader-lost": mark_text("Not all records could be read: the reading was cut off."),
    "par-level-not-offered": mark_text(
        "{level} is not offered at this table, where it is no stronger than the level below."
    ),
    "challenge-open": mark_text(
        "You are in the middle of this challenge: the results are shown once you have finished it."
    ),
    "challenge-away": mark_text(
        "You have begun this challenge, but its match is not here now: the results are shown once"
        " it is over. “Compare results…” in the window can show them before, and then your try has"
        " had a hint."
    ),
    "coach-lost": mark_text("Your matches could not be reviewed."),
    "exercise-gone": mark_text("The match of this exercise has changed or is gone."),
    "par-lost": mark_text("Par could not be reckoned."),
    "whose-chair": mark_text(
        "Which chair is yours? People sat at {chairs}: add --seat and a number."
    ),
    "chair-not-a-persons": mark_text("No person sat at chair {number}. People sat at {chairs}."),
    "chairs-of-bots": mark_text("Only computer players sat at this table."),
    "record-told": mark_text(
        "This is what one seat was told of a match. Somebody else's table runs it, and without"
        " all the cards it cannot go on here."
    ),
    "par-of-friends": mark_text(
        "There is no par in a match with other people: they would not choose the same again."
    ),
    "par-of-programs": mark_text(
        "There is no par in a match with other programs: they need not choose the same again."
    ),
    "par-of-bots": mark_text("There is no par where no person played."),
    "challenge-of-friends": mark_text(
        "Only a match of one person with computer players can be a challenge."
    ),
    "challenge-of-programs": mark_text(
        "A match with other programs cannot be a challenge: not everybody has them."
    ),
    "challenge-no-code": mark_text("There is no code of a challenge in this text."),
    "challenge-mistyped": mark_text("A character of this code is wrong or missing."),
    "challenge-unknown": mark_text("A newer program made this code; it is not understood here."),
    "challenge-other-match": mark_text("This match is not of this challenge."),
    "challenge-unfinished": mark_text("This match is not over yet."),
    "challenge-other-result": mark_text("This result is not of this challenge."),
    "challenge-not-known": mark_text(
        "Results alone do not tell the game: give the code of the challenge, or a record, too."
    ),
    "challenge-not-noted": mark_text(
        "It cannot be noted that you play this challenge, so it would not count and is not dealt:"
        " {reason}"
    ),
    "challenge-is-result": mark_text("This is the code of a result: “Compare results” takes it."),
    "challenge-no-result": mark_text(
        "There is no code of a result or of a challenge in this text."
    ),
    "challenge-no-undo": mark_text("In this challenge nothing may be taken back."),
    "challenge-parting": mark_text(
        "Deal {deal}: {one} and {other} part after event {moment} of {one}'s record."
    ),
    "comparison-over-other": mark_text(
        "{path}: this file exists already and is no comparison of a challenge. Choose another "
        "name, or add --force."
    ),
    "usage-challenge": mark_text("Use challenge new, challenge play or challenge compare."),
    "challenge-too-long": mark_text("This match is too long for a result code."),
    "missed-bid-line": mark_text("Deal {deal}, {name}: bid {bid}, took {won}. {said}"),
    "no-missed-bid": mark_text("There is no missed bid of which this can be said."),
    "no-such-seat": mark_text("There is no seat {number}: the match has {count}."),
    "par-none": mark_text("No deal of this match was played to its end by the person."),
    "par-deal": mark_text("{level} with your cards: {said}"),
    "par-line": mark_text("Deal {deal}: {own}; {level} with the same cards: {said} ({strokes})"),
    "par-total": mark_text("{name}: {own} · {level} with the same cards: {said} ({strokes})"),
    "par-own-total": mark_text("You: {own} · {level} with your cards: {said}"),
    "par-counts": mark_text("Deals better than par: {better}, equal: {equal}, worse: {worse}"),
    "result-points": mark_text("{points}"),
    "strokes-points-better": mark_count("better by {count} point", "better by {count} points"),
    "strokes-points-worse": mark_count("worse by {count} point", "worse by {count} points"),
    "strokes-none": mark_text("the same"),
    "record-no-seed": mark_text("This record has no seed, so the match cannot go on."),
    "history-empty": mark_text("There is no such match."),
    "history-none": mark_text("No match has been played here yet."),
    "history-faulty": mark_text(
        "Files among the records that cannot be read: {count} ({records})."
    ),
    "history-line": mark_text("{begun}  {game}, {state}: {players}  ({record})"),
    "history-deal": mark_text("deal {deal}"),
    "history-left": mark_text("unfinished"),
    "history-abandoned": mark_text("abandoned"),
    "history-practice": mark_text("practice"),
    "pars-played": mark_count(
        "Par of {count} deal was played.", "Par of {count} deals was played."
    ),
    "deals-reviewed": mark_text("Reviewed: {deals}. New exercises: {count}."),
    "history-rebuilt": mark_text(
        "{matches}. Files read: {files}; not readable as records: {faulty}."
    ),
    "history-updated": mark_text("Files read: {files}; not readable as records: {faulty}."),
    "import-failed": mark_text("{path} was not imported: {reason}."),
    "import-busy": mark_text(
        "{path} was not imported, because another window is importing. Please try again."
    ),
    "history-taken": mark_text("{taken} imported, {known} there already."),
    "take-back-friends": mark_text("Nothing can be taken back in a match with other people."),
    "play-on-friends": mark_text(
        "A match that can still be continued together cannot be played on alone."
    ),
    "practice-early": mark_text(
        "This practice has the cards of a match that can still be continued. Finish that "
        "match or abandon it first."
    ),
    "copy-ahead": mark_text(
        "This copy goes further than the match here, which can still be continued. Import it "
        "first, in the list of all matches, or finish that match."
    ),
    "record-over": mark_text(
        "This match is over in another record here, so this one can only be looked at."
    ),
    "record-elsewhere": mark_text("This match goes on in another record here, which goes further."),
    "record-given-up": mark_text("This match was abandoned and can only be looked at."),
    "take-back-nothing": mark_text("There is nothing to take back yet."),
    "history-newer": mark_text(
        "The list of matches was written by a newer version of this program. Your matches are "
        "safe; they can be listed with that version."
    ),
    "history-damaged": mark_text("The list of matches is damaged: {path}."),
    "history-full": mark_text(
        "The disk is full, so the list of matches cannot be kept up to date. Your matches are safe."
    ),
    "history-unwritable": mark_text(
        "The list of matches cannot be kept up to date, because {path} cannot be written. "
        "Your matches are safe."
    ),
    "history-busy": mark_text(
        "Another window is writing the list of matches. It is brought up to date later."
    ),
    "history-slow": mark_text(
        "Looking something up in the list of matches took too long and was ended. "
        "Your matches are safe."
    ),
    "history-trouble": mark_text("The list of matches cannot be used: {path}: {reason}."),
    "review-no-deal": mark_text(
        "No deal of this match has been scored, so there is nothing to review."
    ),
    "review-nobody": mark_text("Nobody at this table has choices that could be reviewed here."),
    "review-friends": mark_text(
        "A match with other people can be reviewed from here once it is over."
    ),
    "no-seat": mark_text("There is no seat {number}."),
    # External bot programs
    "bot-line": mark_text("greenbaize bot, line {line}: {fault}"),
    "seat-not-asked": mark_text("The seat is asked although it is not its turn."),
    "seat-weighs-not": mark_text("A computer player of this level does not weigh its choices."),
    "seat-line-stray": mark_text("“{type}” cannot happen here."),
    "program-lost": mark_text("A built-in computer player goes on for {seat}."),
    "program-lost-missing": mark_text(
        "{seat}'s program cannot be started here. A built-in computer player goes on."
    ),
    "program-lost-died": mark_text(
        "{seat}'s program has ended. A built-in computer player goes on."
    ),
    "program-lost-silent": mark_text(
        "{seat}'s program did not answer in time. A built-in computer player goes on."
    ),
    "program-lost-garbage": mark_text(
        "{seat}'s program wrote something that is no answer. A built-in computer player goes on."
    ),
    "program-lost-illegal": mark_text(
        "{seat}'s program gave an answer that is not allowed. A built-in computer player goes on."
    ),
    "program-lost-unasked": mark_text(
        "{seat}'s program spoke without being asked. A built-in computer player goes on."
    ),
    "program-lost-sandbox": mark_text(
        "{seat}'s program was not started, since no sandbox can be had here. "
        "A built-in computer player goes on."
    ),
    # Tables on the network
    "table-open": mark_text("{table} is open at {address}, code {code}."),
    "table-open-others": mark_text("Other addresses, if nobody answers there: {addresses}"),
    "table-open-no-network": mark_text(
        "This computer is not connected to a network: only programs on it can join. "
        "As soon as it is connected, friends find the table."
    ),
    "guest-sat": mark_text("{name} has sat down at the table."),
    "guest-left": mark_text("{name} has left the table."),
    "guest-away": mark_text("{name} is away; a computer player stands in if they stay away."),
    "guest-back": mark_text("{name} is back."),
    "guest-slow": mark_text("The connection to {name} is slow."),
    "table-watchers": mark_text("Watching: {count}."),
    "table-begun": mark_text("The match is on: {names}."),
    "table-ended": mark_text("The match is over. {places}."),
    "table-found": mark_text("{address}  {table} ({game})"),
    "table-none-found": mark_text(
        "No table was found. Some networks keep machines apart: ask the host for the address."
    ),
    "table-look-no-network": mark_text(
        "This computer is not connected to a network, so no table can be found. Connect it and try "
        "again."
    ),
    "table-wrong-code": mark_text("Somebody tried a wrong code; that makes {number}."),
    "table-code": mark_text("The code is {code} now. The old one lets nobody in any more."),
    "host-requests": mark_text("Type “{request}” and press Enter for a new code."),
    "host-requests-stop": mark_text(
        "Type “{request}” and press Enter to end the match, for another game; it is kept."
    ),
    "phones-open": mark_text(
        "Phones can come: scan this code, or open {address} in a browser and type the code {code}."
    ),
    "phones-open-others": mark_text("If a phone finds nothing there, try: {addresses}"),
    "phones-plain": mark_text(
        "Phones speak to this computer unencrypted, as no browser trusts a computer at home: "
        "whoever can listen in your Wi-Fi could see a hand."
    ),
    "phones-off": mark_text(
        "The host has switched phones off. You come back by yourself when they are on again."
    ),
    "phones-port": mark_text("Phones cannot come, for no port could be opened: {reason}."),
    "phones-no-network": mark_text(
        "Phones cannot come, for this computer is in no network at home. Connect it and try again."
    ),
    "phones-wrong-link": mark_text(
        "A phone came with a link that is not that of this table; that makes {number}."
    ),
    "phone-wrong-link": mark_text(
        "This link is not that of the table. Scan the code at the host again."
    ),
    "phone-link-ended": mark_text(
        "The host has given the table a new code, and this link is an old one. Type the new code."
    ),
    "phone-code": mark_text("Type the code that stands on the table's screen."),
    "phone-code-wrong": mark_text(
        "That is not the code of this table. Compare it with the code on the host's screen, which "
        "may be another one by now."
    ),
    "phone-code-slow": mark_text("Wrong codes were tried here; try again in {wait} s."),
    "phone-table-closed-playing": mark_text(
        "The host has closed the table in the middle of the match. Once it is open again, the "
        "match goes on here."
    ),
    "phone-back": mark_text("If one of them is yours, type the name under which you sat there."),
    "phone-waits": mark_text(
        "{name}, whoever keeps the table is asked whether you get your chair back. Say that your "
        "phone shows the number {number}."
    ),
    "phone-nobody-away": mark_text(
        "Nobody of that name is away. Whoever has lost a chair types the name under which they sat "
        "there."
    ),
    "phone-at-door": mark_text(
        "{name} is at the door with another phone, which shows the number {number}."
    ),
    "host-nobody-waits": mark_text("No phone with the number {number} waits for a chair."),
    "host-requests-give": mark_text(
        "Type “{request}” and press Enter to give {name} the chair back."
    ),
    "phone-taken": mark_text("Another phone has your chair."),
    "phone-taken-tab": mark_text("Your chair is already open in another tab of this phone."),
    "phone-moved-tab": mark_text("Your chair is open in another tab of this phone now."),
    "phone-moved": mark_text("Your chair has moved to another phone."),
    "phone-lost": mark_text("Something went wrong at the host. Please try again."),
    "phone-table-closed": mark_text("The host has closed the table."),
    "table-port": mark_text("The table cannot be opened at port {port}: {reason}."),
    "table-keys-unwritten": mark_text(
        "The table's code and chairs cannot be written down: {reason} If the match is continued "
        "later, your friends will need a new code."
    ),
    "table-keys-damaged": mark_text(
        "{path}: this file, with which a table is opened again, is damaged. Without it guests "
        "need the new code."
    ),
    "table-record-over": mark_text("{path}: this match is over. Name another file for a new one."),
    "table-no-host": mark_text("Nobody answers at {address}: {reason}."),
    "table-silent": mark_text(
        "Nobody answers at {address}; this computer is connected to the network. Ask whether the "
        "table is open and the address right. A firewall there, or a network for guests, may keep "
        "the two apart."
    ),
    "table-not-open": mark_text(
        "Nobody answers at {address}: the computer is there, but no table is open. Ask whether it "
        "was closed, or opened again at another address."
    ),
    "table-no-network": mark_text(
        "Nobody answers at {address}: this computer is not connected to a network. Connect it and "
        "try again."
    ),
    "table-connection-lost": mark_text("The connection is lost; trying to get it back."),
    "table-connection-back": mark_text("The connection is back."),
    "table-seal-again": mark_text(
        "Everybody took part in the shuffle, but it was begun again after the host knew it."
    ),
    "table-seal-broken": mark_text(
        "The shuffle is not the one that everybody took part in. Do not trust it."
    ),
    "table-away-closed": mark_text(
        "Too many wrong codes were tried at this table; nobody new is let in."
    ),
    "table-away-slow": mark_text("Wrong codes were tried at this table; try again in {wait} s."),
    "table-slowed": mark_text(
        "Wrong codes were tried at this table; your code is tried again in {wait} s."
    ),
    "table-codes-flood": mark_text(
        "So many wrong codes are tried that everybody has to wait. Give the table a new code."
    ),
    "table-away-code": mark_text(
        "That is not the code of this table. Compare it with the code on the host's screen, which "
        "may be another one by now."
    ),
    "table-away-busy": mark_text(
        "Too many are at the door of this table, or its match is about to begin; try again soon."
    ),
    "table-away-full": mark_text(
        "There is no free chair at this table. Mark “Only watch” to look on."
    ),
    "table-away-next-deal": mark_text(
        "You can sit down in the next deal: in this one somebody else has just done so. Until "
        "then mark “Only watch” to look on."
    ),
    "phone-full": mark_text("All chairs are taken. You can sit down here as soon as one is free."),
    "phone-next-deal": mark_text(
        "You can sit down in the next deal: in this one somebody else has just done so."
    ),
    "table-away-watchers": mark_text("No more friends may watch at this table."),
    "table-away-name": mark_text(
        "Somebody at this table has that name already, or one that looks just like it. Choose "
        "another one."
    ),
    "table-away-no-name": mark_text(
        "Others could not call you by that name: part of it is invisible, or it is a word "
        "like “you”. Choose another one."
    ),
    "table-away-damaged": mark_text("The host could not understand this program."),
    "table-away-flood": mark_text("The host was sent too much at once."),
    "table-away-host-older": mark_text(
        "The host's program is older than this one: update it there."
    ),
    "table-away-host-newer": mark_text(
        "The host's program is newer than this one: update this one."
    ),
    "table-away-not-the-host": mark_text(
        "Whoever answers there does not have the code of this table, or somebody stands between."
    ),
    "table-away-host-damaged": mark_text(
        "Whoever answers there says things that this program does not understand."
    ),
    "table-away-host-flood": mark_text(
        "The host sent far more than any table needs, so the connection to it was ended."
    ),
    "table-away-dismissed": mark_text("The host has asked you to leave."),
    "table-away-replaced": mark_text(
        "You have come back to this table in another window or on another computer, and play on "
        "there."
    ),
    "table-away-other-window": mark_text("You already sit at this table in another window."),
    "table-away-secret": mark_text(
        "Your chair at this table is no longer kept: join with its code."
    ),
    "table-away": mark_text("The host ended the connection ({why})."),
    "table-denied-keeper": mark_text("Only the host may do that."),
    "table-denied-too-fast": mark_text("That is too much at once; wait a moment."),
    "table-denied-options": mark_text("The game cannot be played like that."),
    "table-denied-playing": mark_text("That cannot be changed while a match is played."),
    "table-denied-not-playing": mark_text("No match is being played."),
    "table-denied-changed": mark_text(
        "The table has just been changed: look at it, and say when you are ready."
    ),
    "table-denied-host-older": mark_text(
        "The host's program is older than this one and cannot do that: update it there."
    ),
    "table-stopped": mark_text("The match was ended before its end; it is kept in {path}."),
    "table-laid": mark_text("Now: {what}."),
    "table-denied-seats": mark_text("More people sit at the table than there would be chairs."),
    "table-denied-hands": mark_text("At this table, watchers see nobody's cards."),
    "table-denied": mark_text("The table does not allow that ({why})."),
    "table-not-connected": mark_text(
        "The connection to the table is lost, so nothing can be done there."
    ),
    "table-seat-given": mark_text("A computer player acts for you at this table."),
    "table-refused": mark_text("The host refuses that."),
    "table-no-thread": mark_text("The network cannot be used now: {reason}."),
    "table-fault": mark_text(
        "Green Baize ran into a fault of its own ({kind}) and left the table."
    ),
    "table-fault-kept": mark_text(
        "Green Baize ran into a fault of its own ({kind}) and left the table; {path} says more."
    ),
    "seat-answer-unasked": mark_text("Nothing was asked."),
    "seat-answer-illegal": mark_text("That is not one of the possible answers."),
    "seat-answer-refused": mark_text("The host refuses that ({rule})."),
    "seat-program-ended": mark_text("The program that was to play has ended."),
    "seat-program-wrong": mark_text("The program gave an answer that is not allowed: {fault}"),
    "seat-program-missing": mark_text("The program that was to play cannot be started."),
    "usage-address": mark_text("“{value}” is no address of a table: write host:port."),
    "join-closed": mark_text("The host has closed the table."),
    "join-closed-playing": mark_text("The host has closed the table before the match was over."),
    "usage-code": mark_text(
        "“{value}” is no code of a table. Most have six characters, such as K7M-2QX; "
        "there are 4 to 40 letters and digits."
    ),
    "usage-code-signs": mark_text(
        "A code has only the letters A to Z and digits, so “{signs}” cannot be in it. Look whether "
        "your keyboard types another language; capitals, spaces and hyphens do not matter."
    ),
    "usage-name": mark_text("--name needs a name."),
    "usage-see": mark_text("--see needs --watch."),
    "usage-watch": mark_text("--watch and --program do not go together."),
    "usage-join-code": mark_text("Joining a table needs its code: add --code."),
    # Decks, backs, cloths and sounds of one's own
    "artwork-deck": mark_count(
        "{name}: {count} card with a picture.", "{name}: {count} cards with pictures."
    ),
    "artwork-cards-ours": mark_count(
        "{count} card has no picture there and is ours.",
        "{count} cards have no picture there and are ours.",
    ),
    "artwork-joker-ours": mark_text("One joker is ours."),
    "artwork-jokers-ours": mark_text("The jokers are ours."),
    "artwork-backs-ours": mark_text("It has no back: that is ours."),
    "artwork-usable": mark_text("{name} can be used."),
    "artwork-too-much": mark_text(
        "This cannot be added: drawing it takes more time or memory than a picture may need."
    ),
    "artwork-too-large": mark_text("{name} is too large."),
    "artwork-too-many-bytes": mark_text("{name} is too large: more than {limit} MB."),
    "artwork-too-many-pixels": mark_text("{name} is too large: more than {limit} million pixels."),
    "artwork-too-many-files": mark_count(
        "There are more than {count} file: choose the folder of the deck itself.",
        "There are more than {count} files: choose the folder of the deck itself.",
    ),
    "artwork-link": mark_text("{name} is a link that leads out of the folder."),
    "artwork-path": mark_text("{name} in the archive would lie outside its folder."),
    "artwork-encrypted": mark_text("{name} in the archive is locked with a password."),
    "artwork-bad-archive": mark_text("{name} is damaged and cannot be unpacked."),
    "artwork-no-drawing": mark_text("{name} is no SVG drawing, or a damaged one."),
    "artwork-no-image": mark_text("{name} is no PNG or JPEG picture, or a damaged one."),
    "artwork-too-many-elements": mark_count(
        "{name} is drawn of more than {count} part.",
        "{name} is drawn of more than {count} parts.",
    ),
    "artwork-too-deep": mark_text("{name} is nested too deep."),
    "artwork-script": mark_text("{name} contains a script; a picture of a card needs none."),
    "artwork-reference": mark_text(
        "{name} refers to something outside the file: “{target}”. Everything must be in it."
    ),
    "artwork-entity": mark_text(
        "{name} declares entities; save it from a drawing program as plain SVG."
    ),
    "artwork-bad-manifest": mark_text("deck.toml cannot be read: {reason}"),
    "artwork-bad-entry": mark_text("deck.toml: the entry “{key}” is wrong."),
    "artwork-file-missing": mark_text("deck.toml names {name}, which is not there."),
    "artwork-element-missing": mark_text("There is no part called “{name}” in the drawing."),
    "artwork-cards-missing": mark_count(
        "{name}: {count} card is missing: {missing}. A deck needs all from six to ace.",
        "{name}: {count} cards are missing: {missing}. A deck needs all from six to ace.",
    ),
    "artwork-no-archive": mark_text("{name} is no zip archive."),
    "artwork-no-deck-file": mark_text(
        "{name} is neither a zip archive nor a picture. A deck is a folder, a zip archive or a "
        "drawing (SVG)."
    ),
    "artwork-no-card-pictures": mark_text(
        "There are no pictures in {name} that cards are read from (PNG or SVG)."
    ),
    "artwork-no-card-names": mark_count(
        "{name} has {count} picture, and its name is not that of a card, such as AS or "
        "ten_of_clubs.",
        "{name} has {count} pictures, and none has the name of a card, such as AS or ten_of_clubs.",
    ),
    "artwork-one-picture": mark_text(
        "{name} is one picture: did you want a back? Then choose “Only a back, from a picture…”."
    ),
    "artwork-shape": mark_text("{name} does not have the shape of a card."),
    "artwork-unwritable": mark_text("{name} cannot be written; perhaps the disk is full."),
    "artwork-no-picture": mark_text("There is no picture in {name}."),
    "artwork-no-sound": mark_text("{name} is no WAV file that can be played here."),
    "artwork-no-sounds": mark_text("There is no WAV file with one of these names: {names}."),
    "sandbox-system": mark_text("Programs can be run in a sandbox on Linux only."),
    "sandbox-missing": mark_text(
        "There is no sandbox for programs here: bwrap (bubblewrap) is not installed."
    ),
    "sandbox-refused": mark_text(
        "There is no sandbox for programs here: the system does not let bwrap make one."
    ),
    "program-lost-flooded": mark_text(
        "{seat}'s program wrote far too much. A built-in computer player goes on."
    ),
    # The self-test
    "self-test-passed": mark_text(
        "Self-test passed: checks {count}, failed {failed}, notes {notes}, {seconds} s."
    ),
    "self-test-failed": mark_text(
        "Self-test FAILED: checks {count}, failed {failed}, notes {notes}, {seconds} s."
    ),
    "self-program": mark_text(
        "Green Baize {version} from its source, Python {python}, {ssl}, {system}"
    ),
    "self-program-frozen": mark_text(
        "Green Baize {version} from a bundle, Python {python}, {ssl}, {system}"
    ),
    "self-broken": mark_text("something unexpected happened ({kind}: {reason})"),
    "self-endless": mark_text("this does not come to an end"),
    "self-libraries": mark_text("{count} parts of other libraries are there"),
    "self-modules": mark_text("{count} modules of the program are there"),
    "self-compiled": mark_text("computer players run compiled"),
    "self-uncompiled": mark_text("computer players run from their sources, not compiled"),
    "self-modules-few": mark_text("only {count} modules of the program are found"),
    "self-library": mark_text(
        "{module} cannot be used, because this is missing or does not fit: {library}"
    ),
    "self-qt": mark_text("Qt {version}, platform {platform}, style {style}"),
    "self-platform": mark_text("Qt draws with “{platform}” instead of offscreen"),
    "self-qt-complains": mark_text("Qt has complained (times: {count}), first: {text}"),
    "self-qt-silent": mark_text("Qt has not complained of anything"),
    "self-faces": mark_text("{count} pictures of cards are drawn, and no two are alike"),
    "self-drawing": mark_text("the drawing “{name}” is missing or damaged"),
    "self-face-blank": mark_text("the card {name} is blank"),
    "self-face-same": mark_text("the card {name} looks like another"),
    "self-fonts": mark_text("{count} fonts have Latin and Cyrillic letters and the suits"),
    "self-font": mark_text("the font “{name}” is missing or damaged"),
    "self-font-lacks": mark_text("the font “{name}” lacks {signs}"),
    "self-help": mark_text("{count} help pages are laid out, one for every game among them"),
    "self-page": mark_text("the help page “{name}” is missing or blank"),
    "self-icons": mark_text("{count} icons and other pictures are drawn"),
    "self-sounds": mark_text("{count} sounds are read, and there is what plays them"),
    "self-sounds-silent": mark_text(
        "{count} sounds are read; nothing plays them on such computers"
    ),
    "self-sound": mark_text("the sound “{name}” is missing or damaged"),
    "self-no-sound": mark_text("sounds cannot be played ({reason})"),
    "self-players": mark_text("in programs of their own these levels answer: {levels}"),
    "self-silent": mark_text("in programs of their own these levels do not answer: {levels}"),
    "self-thinks-here": mark_text("a computer player ({level}) could not be a program of its own"),
    "self-programs-stay": mark_text("programs of computer players do not end"),
    "self-foreign": mark_text("a program from a command line ({name}) plays a match"),
    "self-program-lost": mark_text("the program “{command}” has lost its seat ({why})"),
    "self-table": mark_text(
        "{guests} guests join with the code and play a match; its shuffle is everybody's "
        "(events {count})"
    ),
    "self-wrong-code": mark_text("a wrong code is not refused"),
    "self-seal": mark_text("the host's record does not hold the shuffle of everybody"),
    "self-phones": mark_text(
        "the page for phones is served, from {count} files, and its code drawn"
    ),
    "self-phone-file": mark_text("the file {name} of the page for phones is missing"),
    "self-phone-page": mark_text("the page for phones is not served as it is"),
    "self-phone-code": mark_text("no code can be drawn for the cameras of phones"),
    "self-discovery": mark_text("an open table is found by its name"),
    "self-discovery-none": mark_text(
        "an open table is not found by its name (no multicast here?); addresses can be typed"
    ),
    "self-sheets": mark_text("{count} sheets are saved as PDF ({size} bytes) and CSV"),
    "self-csv": mark_text("the sheet of {game} is no table of numbers"),
    "self-pdf": mark_text("the sheet of {game} is no PDF of one page ({fault})"),
    "self-match": mark_text(
        "a match is seen, its record holds, and its end is the same from a cut one "
        "(players {players}, events {count})"
    ),
    "self-unfinished": mark_text("the record has no end"),
    "self-other-end": mark_text("a cut record continues differently from before"),
    "self-not-resumed": mark_text("a cut record cannot be continued: {problem}"),
    "self-table-blank": mark_text("the table is blank (colours {count})"),
    "self-result": mark_text("the result does not show {name}"),
    "self-sheet": mark_text("the score sheet is not filled in"),
    "self-picture": mark_text("no picture of the window can be saved"),
}

COLUMNS: Final[Mapping[str, ColumnWords]] = {
    "tricks": ColumnWords(mark_text("Tricks"), mark_text("won {value}"), mark_text("Tr.")),
    "points": ColumnWords(
        mark_text("Points"), mark_count("{value} point", "{value} points"), mark_text("Pts")
    ),
    "total": ColumnWords(mark_text("Total"), mark_text("{value} in all")),
    "place": ColumnWords(mark_text("Place"), mark_text("{value}")),
    "par": ColumnWords(mark_text("Par"), mark_text("par: {value}")),
    "par_place": ColumnWords(mark_text("Par"), mark_text("par: {value}")),
    "par_banks": ColumnWords(mark_text("Par"), mark_text("par, banks: {value}")),
}
"""The columns common to sheets of several games."""
