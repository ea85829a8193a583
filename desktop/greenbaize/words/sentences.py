"""The English sentences of messages that all games share, by code.

A pair is singular and plural by the value ``count``; ``CODE.you`` addresses the person at ``seat``.
Games' own messages are in their vocabulary.
"""

from collections.abc import Mapping
from typing import Final

from greenbaize.rules.messages import Column, Sentence, mark, mark_count

SENTENCES: Final[Mapping[str, Sentence]] = {
    # Reasons why a command is refused
    "match-over": mark("The match is over."),
    "nobody-acts": mark("It is nobody's turn just now."),
    "not-your-turn": mark("It is {seat}'s turn."),
    "not-your-turn.you": mark("It is your turn."),
    "not-in-this-game": mark("This game knows no “{type}”."),
    "card-barred": mark("{card}: this card may not be played now."),
    "play-first": mark("A card is to be played now."),
    "not-held": mark("{card} is not in the hand."),
    "follow-suit": mark("{seat} holds {suit} and must follow suit."),
    "follow-suit.you": mark("You hold {suit} and must follow suit."),
    # Consequences of a card or bid
    "allowed": mark("This is allowed."),
    "leads": mark("{card} leads."),
    "lead-rivals": mark_count(
        "{count} of {total} unseen cards can beat it.",
        "{count} of {total} unseen cards can beat it.",
    ),
    "lead-unbeaten": mark("No unseen card can beat it."),
    "beats": mark("{card} beats {top}."),
    "trumps": mark("{card} trumps {top}."),
    "follows": mark("{card} follows suit; {top} keeps the trick."),
    "follows-so-far": mark("{card} follows suit; {top} holds the trick so far."),
    "discards": mark("{card} is thrown away; {top} keeps the trick."),
    "discards-so-far": mark("{card} is thrown away; {top} holds the trick so far."),
    "under-trump": mark("{card} is the lower trump; {top} keeps the trick."),
    "under-trump-so-far": mark("{card} is the lower trump; {top} holds the trick so far."),
    # Questions and notices
    "ask-card": mark("Which card do you play?"),
    "exercise-takes": mark("Which of your cards takes the trick, as it lies?"),
    "exercise-fits": mark("Which of your cards may be played?"),
    "choice-card": mark("{card}"),
    "choice-ready": mark("Ready"),
    "plate-no-tricks": mark("no tricks"),
    "plate-tricks": mark_count("{count} trick", "{count} tricks"),
    "sign-none": mark("No trump"),
    "sign-trump": mark("Trump"),
    "final-total": mark("{number}"),
    # Descriptions of elements of the table
    "told-impossible": mark("What the table says does not fit any match."),
    "tell-card-wins": mark("{seat}'s {card} is winning the trick."),
    "tell-card-wins.you": mark("Your {card} is winning the trick."),
    "tell-card-takes": mark("{seat}'s {card} takes the trick."),
    "tell-card-takes.you": mark("Your {card} takes the trick."),
    "tell-card-beaten": mark("{seat}'s {card} does not win: {top} does."),
    "tell-card-beaten.you": mark("Your {card} does not win: {top} does."),
    "tell-turned": mark("{card} was turned up, so {suit} are trump."),
    "tell-suit-trump": mark("The trumps are {suit}."),
    "tell-stock": mark_count(
        "{count} card is left in the stock.", "{count} cards are left in the stock."
    ),
    "tell-total": mark_count(
        "{seat} has {count} point in all.", "{seat} has {count} points in all."
    ),
    "tell-total.you": mark_count(
        "You have {count} point in all.", "You have {count} points in all."
    ),
    "tell-turn": mark("It is {seat}'s turn."),
    "tell-turn.you": mark("It is your turn."),
    "turn-play": mark("It is {seat}'s turn to play."),
    "turn-play.you": mark("It is your turn to play."),
    "tell-dealer": mark("{seat} is the dealer."),
    "tell-dealer.you": mark("You are the dealer."),
    "tell-partner": mark("{seat} is your partner."),
    "tell-partners": mark("{seats} are partners."),
    "tell-deal": mark("This is deal {deal}."),
    "tell-deal-of": mark("This is deal {deal} of {deals}."),
    # The end of a deal and of a match
    "made-points": mark("{by}"),
    "makes-points": mark("{seat}: {by}."),
    "makes-points.you": mark("You: {by}."),
    "deal-last": mark("The last deal"),
    "own-card": mark("Your card: {card}."),
    "lead-taken": mark("{seat} takes the lead"),
    "lead-taken.you": mark("You take the lead"),
    "lead-taken-together": mark("{seats} take the lead"),
    "lead-level": mark("{seat} draws level at the top"),
    "lead-level.you": mark("You draw level at the top"),
    "lead-level-together": mark("{seats} draw level at the top"),
    "coin-flip": mark("Level at the top: a coin decides"),
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
    "match-won": mark("{seat} wins the match"),
    "match-won.you": mark("You win the match"),
    "match-won-together": mark("{seats} win the match"),
    "match-shared": mark("{seat} shares the first place"),
    "match-shared.you": mark("You share the first place"),
    "match-shared-together": mark("{seats} share the first place"),
    # Spoken sentences about events at the table
    "spoken-done": mark("{seat}: {said}"),
    "spoken-done.you": mark("You: {said}"),
    "spoken-lies": mark("{seat} {card}"),
    "spoken-lies.you": mark("you {card}"),
    "spoken-table": mark("On the table: {cards}."),
    "spoken-winning": mark("{seat} is winning."),
    "spoken-winning.you": mark("You are winning."),
    "spoken-lead": mark("You lead."),
    "spoken-pile": mark("On the pile: {card}."),
    "spoken-ask-card": mark("Your card?"),
    "spoken-yours": mark("You: {line}."),
    "spoken-trick": mark("{seat} takes the trick: {line}."),
    "spoken-trick.you": mark("You take the trick: {line}."),
    "spoken-drawn": mark("You draw {cards}."),
    "spoken-deal": mark("Deal {deal}."),
    "spoken-deal-of": mark("Deal {deal} of {deals}."),
    "spoken-each": mark_count("{count} card each.", "{count} cards each."),
    "spoken-sign": mark("{line}: {suit}."),
    "spoken-hand": mark("You hold {cards}."),
    "spoken-points": mark("{seat} {by}"),
    "spoken-points.you": mark("you {by}"),
    "spoken-made": mark("This deal: {points}."),
    "spoken-totals": mark("In all: {points}."),
    "spoken-place": mark("{place}: {seat} with {worth}"),
    "spoken-place.you": mark("{place}: you with {worth}"),
    # The score sheet
    "sheet-gap": mark("Deal {deal} is not complete, though a later one is written."),
    # Options and command lines
    "option-unknown": mark("There is no option “{key}”. This game has: {known}."),
    "option-form": mark("“{word}” is no option: write key=value."),
    "option-twice": mark("The option “{key}” is given twice."),
    "option-yes-no": mark("The option “{key}” is true or false, not “{value}”."),
    "option-number": mark(
        "The option “{key}” is a number from {low} to {high} with {seats} players, not “{value}”."
    ),
    "option-suits": mark_count(
        "The option “{key}” takes {count} suit, not “{value}”.",
        "The option “{key}” takes {count} different suits, not “{value}”.",
    ),
    "option-no-suits": mark("The option “{key}” takes no suit here, not “{value}”."),
    "option-choice": mark("The option “{key}” is one of {words}, not “{value}”."),
    "seat-count": mark("{game} is for {low} to {high} players, not {count}."),
    # Records
    "record-empty": mark("There is no match in this file: its first line is missing or cut short."),
    "record-locked": mark("This match is being played in another window."),
    "record-copy-locked": mark(
        "{path}: this match is being played in another window. Choose another name."
    ),
    "line-damaged": mark("The line is damaged: it is not a JSON object."),
    "line-no-type": mark("The line does not say what happened: it has no “type”."),
    "line-unknown-type": mark("A newer program wrote this: “{type}” is not known here."),
    "line-field": mark("In the “{type}” line, “{field}” is not what belongs there."),
    "line-missing": mark("In the “{type}” line, “{field}” is missing."),
    "line-extra": mark("A newer program wrote this: “{field}” in a “{type}” line is not known."),
    "header-format": mark("This is not a match record."),
    "header-version": mark("A newer program wrote this: version {version} is not known here."),
    "header-game": mark("A newer program wrote this: the game “{game}” is not known here."),
    "header-kind": mark("A newer program wrote this: “{kind}” at a seat is not known here."),
    "header-level": mark("A newer program wrote this: the level “{level}” is not known here."),
    "header-temperament": mark(
        "A newer program wrote this: the temperament “{temperament}” is not known here."
    ),
    "header-option": mark("A newer program wrote this: the option “{key}” is not known here."),
    "header-field": mark("In the first line, “{field}” is not what belongs there."),
    "event-due": mark("A “{due}” must come here, not a “{type}”."),
    "event-differs": mark("The “{type}” is not the one that the rules or the seed give."),
    "event-impossible": mark("The “{type}” cannot have come about by the rules."),
    "event-not-told": mark("A seat is not told of the “{type}” like this."),
    "event-of-computer": mark(
        "A computer player does not err, so the “{type}” cannot be {seat}'s."
    ),
    "event-not-due": mark("A “{type}” cannot come here."),
    "file-error": mark("{path}: {reason}."),
    "working-folder-gone": mark(
        "The folder that this was started in is gone, so {path} cannot be found or written. "
        "Give the whole path, or go to another folder."
    ),
    "settings-newer": mark(
        "The settings were written by a newer Green Baize. They are used as far as they are "
        "understood here; what you change lasts until the window is closed."
    ),
    "settings-put-aside": mark(
        "The settings could not be read and have been reset. The old file is now {path}."
    ),
    "settings-too-large": mark(
        "The settings are not kept: they have become too large to be read again. The longest are "
        "the command lines of other programs."
    ),
    "settings-removed": mark(
        "The person who plays here was removed in another window, and stays until somebody "
        "else plays here."
    ),
    "person-nameless": mark("A person needs a name."),
    "person-known": mark("Somebody is called {name} already."),
    "person-was": mark(
        "{now} used to be called {name}, and matches under that name count as theirs."
    ),
    "game-file": mark("{path}, line {number}: this game cannot be played. {why}"),
    "file-not-plain": mark("{path}: this is a pipe or a device, not a file."),
    "file-too-large": mark("{path}: this is too large to be a file of Green Baize."),
    "reviews-too-large": mark(
        "The results of earlier reviews could not be read: the file was too large. It is kept "
        "as {path}, and counting begins again."
    ),
    "link-in-shared-folder": mark(
        "{path}: nothing is written over {link}, a link in a folder that everybody may write to."
    ),
    # The command line
    "usage": mark("{reason}; see “{command} --help”."),
    "usage-number": mark("{option} is a number from {low}, not “{value}”."),
    "usage-span": mark("{option} is a number from {low} to {high}, not “{value}”."),
    "usage-path": mark("{option} needs a path, and this one is empty."),
    "usage-day": mark("A day is written as in 2026-11-21, not “{value}”."),
    "usage-speed": mark("--speed is a number from 0.01 to 1000, not “{value}”."),
    "language-unknown": mark("There is no language “{language}”. Known: {known}."),
    "language-missing": mark("--language needs a language. Known: {known}."),
    "usage-seed": mark("--seed is not text in the terminal's encoding."),
    "game-missing": mark("Which game? Add --game and one of {known}."),
    "game-first": mark("--players and --option need --game and one of {known}."),
    "usage-resume": mark(
        "A match that is continued has its game, players, options and seed already: with a "
        "RECORD, leave out {option}."
    ),
    "usage-seat": mark("--seat is for continuing a match: name its RECORD."),
    "game-unknown": mark("There is no game “{game}”. There are: {known}."),
    "level-unknown": mark("There is no level “{level}”. There are: {known}."),
    "temperament-unknown": mark("There is no temperament “{temperament}”. There are: {known}."),
    "bots-count": mark_count(
        "--bots names {given} computer players, and there is {count} seat for them.",
        "--bots names {given} computer players, and there are {count} seats for them.",
    ),
    "program-unclear": mark("“{command}” is not a command line that starts a program."),
    "stopped": mark("Stopped."),
    "output-lost": mark("The output cannot be written: {reason}."),
    "no-memory": mark("There is not enough memory to go on."),
    "unexpected": mark("Green Baize ran into a fault of its own ({kind}) and had to stop."),
    "unexpected-kept": mark(
        "Green Baize ran into a fault of its own ({kind}) and had to stop; {path} says more."
    ),
    "unexpected-here": mark("Green Baize ran into a fault of its own ({kind}) and goes on."),
    "unexpected-here-kept": mark(
        "Green Baize ran into a fault of its own ({kind}) and goes on; {path} says more."
    ),
    "already-open": mark("Green Baize is already open; it has been brought forward."),
    "open-but-not-done": mark(
        "Green Baize is already open but could not do what it was asked for; its window says more."
    ),
    "open-but-stuck": mark(
        "Green Baize is already open but does not answer, so another window is opened."
    ),
    "open-but-full": mark(
        "Green Baize is already open but cannot be asked, for the disk is full; another window is "
        "opened."
    ),
    "open-but-other": mark(
        "Another version of Green Baize is already open, so a window of this one is opened beside "
        "it."
    ),
    "files-too-few": mark(
        "The table cannot be opened: Green Baize may open only {allowed} files at once here, and "
        "needs at least {needed}. The command “ulimit -n” shows the limit and changes it."
    ),
    "display-unusable": mark(
        "The table cannot be opened: nobody answers at the display {display}, "
        "or it does not let this program in."
    ),
    "no-display": mark(
        "There is no display to open a table on. Without one, these work: greenbaize simulate, "
        "greenbaize verify, and QT_QPA_PLATFORM=offscreen greenbaize play --watch --game damn "
        "--screenshots DIR."
    ),
    "sheet-entry": mark("“{value}” does not belong here: write a number from {low} to {high}."),
    "sheet-entry-stake": mark("“{value}” does not belong here: write g for go or s for stay."),
    "sheet-file-damaged": mark("This file is damaged: it is not JSON."),
    "sheet-file-format": mark("This is not a sheet kept by hand."),
    "sheet-file-game": mark("Sheets of the game “{game}” are not known here."),
    "sheet-file-field": mark("The file is damaged: “{field}” is not what belongs there."),
    "sheet-file-deal": mark(
        "The file is damaged: “{field}” of deal {deal} is not what belongs there."
    ),
    "sheet-same-file": mark("The record, the CSV and the PDF must be different files."),
    "sheet-over-source": mark("{path}: the sheet was made from this very file, which stays."),
    "sheet-over-other": mark(
        "{path}: this is there already and is no such sheet. Choose another name, or add --force."
    ),
    "statistics-over-other": mark(
        "{path}: this is there already and is no table of statistics. Choose another name, or add "
        "--force."
    ),
    "statistics-empty": mark("There is no finished match of that kind yet."),
    "statistics-nobody": mark("No match is known in which anybody was called {name}."),
    "statistics-whose": mark(
        "This is how strong everybody is. For somebody's figures, add --person NAME or "
        "--level LEVEL."
    ),
    "usage-against-kind": mark("--against {against}: no such opponents. Known: {known}."),
    "usage-against": mark("--against goes with --person or --level."),
    "statistics-rated": mark("{game}  {name}: {rating} ± {error}  ({matches})"),
    "statistics-counted": mark(
        "{game}, against {against}: {matches}, won {won}, in a row at most {row}; {points} a deal"
    ),
    "statistics-counted-places": mark(
        "{game}, against {against}: {matches}, won {won}, in a row at most {row}; "
        "place {points} in a deal"
    ),
    "statistics-source": mark("Rating: {rating} %"),
    "table-over-other": mark(
        "{path}: this is there already and is no table of a duel. Choose another name, or add "
        "--force."
    ),
    "name-of-lock": mark("{path}: names that end in .lock are for the locks of records."),
    "pdf-library-missing": mark("No PDF can be made, because this is missing: {library}."),
    "library-missing": mark("The table cannot be opened, because this is missing: {library}."),
    "workers-lost": mark(
        "A process that was to play matches was ended from outside, or there was no memory for it."
    ),
    "records-trouble": mark("{trouble} The matches go on, but their records are incomplete."),
    "folder-taken": mark(
        "{path}: another run is writing its records there. Name another folder, or wait for it."
    ),
    "match-unwritten": mark("The match cannot be written down just now: {reason} Play goes on."),
    "record-complete": mark("The record is complete again."),
    "record-lost": mark("{trouble} The match was left, and its record is incomplete."),
    "records-incomplete": mark_count(
        "The record of {count} match is incomplete.",
        "The records of {count} matches are incomplete.",
    ),
    "count-players": mark_count("{count} player", "{count} players"),
    "count-matches": mark_count("{count} match", "{count} matches"),
    "count-groups": mark_count("{count} group", "{count} groups"),
    "count-deals": mark_count("{count} deal", "{count} deals"),
    "simulated": mark("{game}, {players}, {matches}, {deals}, seed {seed}"),
    "dueled": mark("{game}, {players}, {groups}, {matches}, {deals}, seed {seed}"),
    "duel-lead": mark("{a} over {b}: {lead} ± {error} {unit} (95 %: {low} … {high})"),
    "duel-lead-alone": mark("{a} over {b}: {lead} {unit}"),
    "duel-sure": mark("{better} plays better: sure to {percent} %."),
    "duel-unsure": mark("The groups are too few or too alike to tell how sure this is."),
    "cluster-library": mark("Playing on a cluster needs Dask, and this is missing: {library}."),
    "cluster-bundled": mark(
        "This is a bundle, which plays on its own machine. For a cluster, install Green Baize with "
        "its extra “cluster” into the Python that the cluster has."
    ),
    "cluster-address": mark("“{address}” is not the address of a cluster: write host:port."),
    "cluster-silent": mark("No cluster answers at {address}."),
    "cluster-empty": mark("The cluster at {address} has no workers."),
    "cluster-version": mark(
        "The cluster at {address} does not have Green Baize {version} on all its machines."
    ),
    "cluster-lost": mark("The cluster at {address} was lost."),
    "line-beyond": mark("{path} has no line {line}: its last one is {last}."),
    "trick-heading": mark("Deal {deal}, trick {number}:"),
    "trick-step": mark("{seat}: {said}"),
    "advice-rivals": mark("{number} of {total} unseen cards can beat {card}."),
    "trick-taken": mark("{seat} takes the trick."),
    "trick-taken.you": mark("You take the trick."),
    "said-by-rule": mark("{said} ({rule})"),
    "turns-heading": mark("Deal {deal}, the last turns:"),
    "turn-line": mark("{seat}: {said}"),
    "turn-heading": mark("{seat} must act:"),
    "choice-allowed": mark("{choice}: {said}"),
    "choice-penalised": mark("{choice}: a mistake. {said}"),
    "choice-refused": mark("{choice}: not allowed. {said}"),
    "record-holds": mark("{path}: holds ({game}, {players}, {deals}, {finish})"),
    "record-holds-sealed": mark(
        "{path}: holds ({game}, {players}, {deals}, {finish}), its shuffle made by all who play"
    ),
    "record-holds-told": mark(
        "{path}: holds as far as {name} could know ({game}, {players}, {deals}, {finish})"
    ),
    "record-holds-watched": mark(
        "{path}: holds as far as a watcher could know ({game}, {players}, {deals}, {finish})"
    ),
    "guest-record-unwritten": mark(
        "Your own record of the match cannot be written down: {reason} The table is not affected."
    ),
    "guest-record-full": mark(
        "{path}: the table tells more than any match has; the rest is not kept."
    ),
    "seal-broken": mark(
        "The shuffle is not the one that was agreed on: the seed, the numbers it was made of and"
        " the match do not belong together."
    ),
    "turn-unseen": mark("The cards that {seat} may choose from are not in this record."),
    "turn-unseen.you": mark("The cards that you may choose from are not in this record."),
    "turn-hidden": mark(
        "What {seat} may choose from stays hidden as long as this match can be continued."
    ),
    "record-finished": mark("finished"),
    "record-unfinished": mark("unfinished"),
    "record-cut": mark("{path}: the last line was cut short and is left out."),
    "record-breaks": mark("{path}:{line}: {fault}"),
    "record-breaks-rule": mark("{path}:{line}: {fault} ({rule})"),
    "records-none": mark("{path}: there is no record (*.jsonl) in this folder."),
    "records-reader-lost": mark("Not all records could be read: the reading was cut off."),
    "whose-chair": mark("Which chair is yours? People sat at {chairs}: add --seat and a number."),
    "chair-not-a-persons": mark("No person sat at chair {number}. People sat at {chairs}."),
    "chairs-of-bots": mark("Only computer players sat at this table."),
    "record-told": mark(
        "This is what one seat was told of a match. Somebody else's table runs it, and without"
        " all the cards it cannot go on here."
    ),
    "record-no-seed": mark("This record has no seed, so the match cannot go on."),
    "history-empty": mark("There is no such match."),
    "history-none": mark("No match has been played here yet."),
    "history-faulty": mark("Files among the records that cannot be read: {count} ({records})."),
    "history-line": mark("{begun}  {game}, {state}: {players}  ({record})"),
    "history-deal": mark("deal {deal}"),
    "history-left": mark("unfinished"),
    "history-abandoned": mark("abandoned"),
    "history-practice": mark("practice"),
    "history-rebuilt": mark("{matches}. Files read: {files}; not to be read as records: {faulty}."),
    "history-updated": mark("Files read: {files}; not to be read as records: {faulty}."),
    "import-failed": mark("{path} was not imported: {reason}."),
    "import-busy": mark(
        "{path} was not imported, because another window is importing. Please try again."
    ),
    "history-taken": mark("{taken} imported, {known} there already."),
    "take-back-friends": mark("Nothing can be taken back in a match with other people."),
    "play-on-friends": mark(
        "A match that can still be continued together cannot be played on alone."
    ),
    "practice-early": mark(
        "This practice has the cards of a match that can still be continued. Finish that "
        "match or abandon it first."
    ),
    "copy-ahead": mark(
        "This copy goes further than the match here, which can still be continued. Import it "
        "first, in the list of all matches, or finish that match."
    ),
    "record-over": mark(
        "This match is over in another record here, so this one can only be looked at."
    ),
    "record-elsewhere": mark("This match goes on in another record here, which goes further."),
    "record-given-up": mark("This match was abandoned and can only be looked at."),
    "take-back-nothing": mark("There is nothing to take back yet."),
    "history-newer": mark(
        "The list of matches was written by a newer version of this program. Your matches are "
        "safe; they can be listed with that version."
    ),
    "history-damaged": mark("The list of matches is damaged: {path}."),
    "history-full": mark(
        "The disk is full, so the list of matches cannot be kept up to date. Your matches are safe."
    ),
    "history-unwritable": mark(
        "The list of matches cannot be kept up to date, because {path} cannot be written. "
        "Your matches are safe."
    ),
    "history-busy": mark(
        "Another window is writing the list of matches. It is brought up to date later."
    ),
    "history-slow": mark(
        "Looking something up in the list of matches took too long and was ended. "
        "Your matches are safe."
    ),
    "history-trouble": mark("The list of matches cannot be used: {path}: {reason}."),
    "review-no-deal": mark("No deal of this match has been scored, so there is nothing to review."),
    "review-nobody": mark("Nobody at this table has choices that could be reviewed here."),
    "review-friends": mark("A match with other people can be reviewed from here once it is over."),
    "no-seat": mark("There is no seat {number}."),
    # External bot programs
    "bot-line": mark("greenbaize bot, line {line}: {fault}"),
    "seat-not-asked": mark("The seat is asked, and it is not its turn."),
    "seat-weighs-not": mark("A computer player of this level does not weigh its choices."),
    "seat-line-stray": mark("“{type}” cannot happen here."),
    "program-lost": mark("A built-in computer player goes on for {seat}."),
    "program-lost-missing": mark(
        "{seat}'s program cannot be started here. A built-in computer player goes on."
    ),
    "program-lost-died": mark("{seat}'s program has ended. A built-in computer player goes on."),
    "program-lost-silent": mark(
        "{seat}'s program did not answer in time. A built-in computer player goes on."
    ),
    "program-lost-garbage": mark(
        "{seat}'s program wrote something that is no answer. A built-in computer player goes on."
    ),
    "program-lost-illegal": mark(
        "{seat}'s program gave an answer that is not allowed. A built-in computer player goes on."
    ),
    "program-lost-unasked": mark(
        "{seat}'s program spoke without being asked. A built-in computer player goes on."
    ),
    "program-lost-sandbox": mark(
        "{seat}'s program was not started, since no sandbox can be had here. "
        "A built-in computer player goes on."
    ),
    # Tables on the network
    "table-open": mark("{table} is open at {address}, code {code}."),
    "table-open-others": mark("Other addresses, if nobody answers there: {addresses}"),
    "table-open-no-network": mark(
        "This computer is not connected to a network: only programs on it can join. "
        "As soon as it is connected, friends find the table."
    ),
    "guest-sat": mark("{name} has sat down at the table."),
    "guest-left": mark("{name} has left the table."),
    "guest-away": mark("{name} is away; a computer player stands in if they stay away."),
    "guest-back": mark("{name} is back."),
    "guest-slow": mark("The connection to {name} is slow."),
    "table-watchers": mark("Watching: {count}."),
    "table-begun": mark("The match is on: {names}."),
    "table-ended": mark("The match is over. {places}."),
    "table-found": mark("{address}  {table} ({game})"),
    "table-none-found": mark(
        "No table was found. Some networks keep machines apart: ask the host for the address."
    ),
    "table-look-no-network": mark(
        "This computer is not connected to a network, so no table can be found. Connect it and try "
        "again."
    ),
    "table-wrong-code": mark("Somebody tried a wrong code; that makes {number}."),
    "table-code": mark("The code is {code} now. The old one lets nobody in any more."),
    "host-requests": mark("Type “{request}” and press Enter for a new code."),
    "host-requests-stop": mark(
        "Type “{request}” and press Enter to end the match, for another game; it is kept."
    ),
    "phones-open": mark(
        "Phones can come: scan this code, or open {address} in a browser and type the code {code}."
    ),
    "phones-open-others": mark("If a phone finds nothing there, try: {addresses}"),
    "phones-plain": mark(
        "Phones speak to this computer unencrypted, as no browser trusts a computer at home: "
        "whoever can listen in your Wi-Fi could see a hand."
    ),
    "phones-off": mark(
        "The host has switched phones off. You come back by yourself when they are on again."
    ),
    "phones-port": mark("Phones cannot come, for no port could be opened: {reason}."),
    "phones-no-network": mark(
        "Phones cannot come, for this computer is in no network at home. Connect it and try again."
    ),
    "phones-wrong-link": mark(
        "A phone came with a link that is not that of this table; that makes {number}."
    ),
    "phone-wrong-link": mark(
        "This link is not that of the table. Scan the code at the host again."
    ),
    "phone-link-ended": mark(
        "The host has given the table a new code, and this link is an old one. Type the new code."
    ),
    "phone-code": mark("Type the code that stands on the table's screen."),
    "phone-code-wrong": mark(
        "That is not the code of this table. Compare it with the code on the host's screen, which "
        "may be another one by now."
    ),
    "phone-code-slow": mark("Wrong codes were tried here; try again in {wait} s."),
    "phone-table-closed-playing": mark(
        "The host has closed the table in the middle of the match. Once it is open again, the "
        "match goes on here."
    ),
    "phone-back": mark("If one of them is yours, type the name under which you sat there."),
    "phone-waits": mark(
        "{name}, whoever keeps the table is asked whether you get your chair back. Say that your "
        "phone shows the number {number}."
    ),
    "phone-nobody-away": mark(
        "Nobody of that name is away. Whoever has lost a chair types the name under which they sat "
        "there."
    ),
    "phone-at-door": mark(
        "{name} is at the door with another phone, which shows the number {number}."
    ),
    "host-nobody-waits": mark("No phone with the number {number} waits for a chair."),
    "host-requests-give": mark("Type “{request}” and press Enter to give {name} the chair back."),
    "phone-taken": mark("Another phone has your chair."),
    "phone-taken-tab": mark("Your chair is already open in another tab of this phone."),
    "phone-moved-tab": mark("Your chair is open in another tab of this phone now."),
    "phone-moved": mark("Your chair has moved to another phone."),
    "phone-lost": mark("Something went wrong at the host. Please try again."),
    "phone-table-closed": mark("The host has closed the table."),
    "table-port": mark("The table cannot be opened at port {port}: {reason}."),
    "table-keys-unwritten": mark(
        "The table's code and chairs cannot be written down: {reason} If the match is continued "
        "later, your friends will need a new code."
    ),
    "table-keys-damaged": mark(
        "{path}: this file, with which a table is opened again, is damaged. Without it guests "
        "need the new code."
    ),
    "table-record-over": mark("{path}: this match is over. Name another file for a new one."),
    "table-no-host": mark("Nobody answers at {address}: {reason}."),
    "table-silent": mark(
        "Nobody answers at {address}; this computer is connected to the network. Ask whether the "
        "table is open and the address right. A firewall there, or a network for guests, may keep "
        "the two apart."
    ),
    "table-not-open": mark(
        "Nobody answers at {address}: the computer is there, but no table is open. Ask whether it "
        "was closed, or opened again at another address."
    ),
    "table-no-network": mark(
        "Nobody answers at {address}: this computer is not connected to a network. Connect it and "
        "try again."
    ),
    "table-connection-lost": mark("The connection is lost; trying to get it back."),
    "table-connection-back": mark("The connection is back."),
    "table-seal-again": mark(
        "Everybody took part in the shuffle, but it was begun again after the host knew it."
    ),
    "table-seal-broken": mark(
        "The shuffle is not the one that everybody took part in. Do not trust it."
    ),
    "table-away-closed": mark(
        "Too many wrong codes were tried at this table; nobody new is let in."
    ),
    "table-away-slow": mark("Wrong codes were tried at this table; try again in {wait} s."),
    "table-slowed": mark(
        "Wrong codes were tried at this table; your code is tried again in {wait} s."
    ),
    "table-codes-flood": mark(
        "So many wrong codes are tried that everybody has to wait. Give the table a new code."
    ),
    "table-away-code": mark(
        "That is not the code of this table. Compare it with the code on the host's screen, which "
        "may be another one by now."
    ),
    "table-away-busy": mark(
        "Too many are at the door of this table, or its match is about to begin; try again soon."
    ),
    "table-away-full": mark("There is no free chair at this table. Mark “Only watch” to look on."),
    "table-away-next-deal": mark(
        "You can sit down in the next deal: in this one somebody else has just done so. Until "
        "then mark “Only watch” to look on."
    ),
    "phone-full": mark("All chairs are taken. You can sit down here as soon as one is free."),
    "phone-next-deal": mark(
        "You can sit down in the next deal: in this one somebody else has just done so."
    ),
    "table-away-watchers": mark("No more friends may watch at this table."),
    "table-away-name": mark(
        "Somebody at this table has that name already, or one that looks just like it. Choose "
        "another one."
    ),
    "table-away-no-name": mark(
        "That is no name others could call you by: part of it cannot be seen, or it is what "
        "everybody calls themselves. Choose another one."
    ),
    "table-away-damaged": mark("The host could not understand this program."),
    "table-away-flood": mark("The host was sent too much at once."),
    "table-away-host-older": mark("The host's program is older than this one: update it there."),
    "table-away-host-newer": mark("The host's program is newer than this one: update this one."),
    "table-away-not-the-host": mark(
        "Whoever answers there does not have the code of this table, or somebody stands between."
    ),
    "table-away-host-damaged": mark(
        "Whoever answers there says things that this program does not understand."
    ),
    "table-away-host-flood": mark(
        "The host sent far more than any table needs, so the connection to it was ended."
    ),
    "table-away-dismissed": mark("The host has asked you to leave."),
    "table-away-secret": mark("Your chair at this table is no longer kept: join with its code."),
    "table-away": mark("The host ended the connection ({why})."),
    "table-denied-keeper": mark("Only the host may do that."),
    "table-denied-too-fast": mark("That is too much at once; wait a moment."),
    "table-denied-options": mark("The game cannot be played like that."),
    "table-denied-playing": mark("That cannot be changed while a match is played."),
    "table-denied-not-playing": mark("No match is being played."),
    "table-denied-changed": mark(
        "The table has just been changed: look at it, and say when you are ready."
    ),
    "table-denied-host-older": mark(
        "The host's program is older than this one and cannot do that: update it there."
    ),
    "table-stopped": mark("The match was ended before its end; it is kept in {path}."),
    "table-laid": mark("Now: {what}."),
    "table-denied-seats": mark("More people sit at the table than would have a chair."),
    "table-denied-hands": mark("At this table nobody who watches sees anybody's cards."),
    "table-denied": mark("The table does not allow that ({why})."),
    "table-not-connected": mark(
        "The connection to the table is lost, so nothing can be done there."
    ),
    "table-seat-given": mark("A computer player acts for you at this table."),
    "table-refused": mark("The host refuses that."),
    "table-no-thread": mark("The network cannot be used now: {reason}."),
    "table-fault": mark("Green Baize ran into a fault of its own ({kind}) and left the table."),
    "table-fault-kept": mark(
        "Green Baize ran into a fault of its own ({kind}) and left the table; {path} says more."
    ),
    "seat-answer-unasked": mark("Nothing was asked."),
    "seat-answer-illegal": mark("That is none of the answers there are."),
    "seat-answer-refused": mark("The host refuses that ({rule})."),
    "seat-program-ended": mark("The program that was to play has ended."),
    "seat-program-wrong": mark("The program gave an answer that is not allowed: {fault}"),
    "seat-program-missing": mark("The program that was to play cannot be started."),
    "usage-address": mark("“{value}” is no address of a table: write host:port."),
    "join-closed": mark("The host has closed the table."),
    "join-closed-playing": mark("The host has closed the table before the match was over."),
    "usage-code": mark(
        "“{value}” is no code of a table. Most have six signs, such as K7M-2QX; there are 4 to 40 "
        "letters and digits."
    ),
    "usage-code-signs": mark(
        "A code has only the letters A to Z and digits, so “{signs}” cannot be in it. Look whether "
        "your keyboard types another language; capitals, spaces and hyphens do not matter."
    ),
    "usage-name": mark("--name needs a name."),
    "usage-see": mark("--see needs --watch."),
    "usage-watch": mark("--watch and --program do not go together."),
    "usage-join-code": mark("Joining a table needs its code: add --code."),
    "sandbox-system": mark("Programs can be run in a sandbox on Linux only."),
    "sandbox-missing": mark(
        "There is no sandbox for programs here: bwrap (bubblewrap) is not installed."
    ),
    "sandbox-refused": mark(
        "There is no sandbox for programs here: the system does not let bwrap make one."
    ),
    "program-lost-flooded": mark(
        "{seat}'s program wrote far too much. A built-in computer player goes on."
    ),
    # The self-test
    "self-test-passed": mark(
        "Self-test passed: checks {count}, failed {failed}, notes {notes}, {seconds} s."
    ),
    "self-test-failed": mark(
        "Self-test FAILED: checks {count}, failed {failed}, notes {notes}, {seconds} s."
    ),
    "self-program": mark("Green Baize {version} from its source, Python {python}, {ssl}, {system}"),
    "self-program-frozen": mark(
        "Green Baize {version} from a bundle, Python {python}, {ssl}, {system}"
    ),
    "self-broken": mark("something unexpected happened ({kind}: {reason})"),
    "self-endless": mark("this does not come to an end"),
    "self-libraries": mark("{count} parts of other libraries are there"),
    "self-modules": mark("{count} modules of the program are there"),
    "self-compiled": mark("computer players run compiled"),
    "self-uncompiled": mark("computer players run from their sources, not compiled"),
    "self-modules-few": mark("only {count} modules of the program are found"),
    "self-library": mark(
        "{module} cannot be used, because this is missing or does not fit: {library}"
    ),
    "self-qt": mark("Qt {version}, platform {platform}, style {style}"),
    "self-platform": mark("Qt draws with “{platform}” instead of unseen"),
    "self-qt-complains": mark("Qt has complained (times: {count}), first: {text}"),
    "self-qt-silent": mark("Qt has not complained of anything"),
    "self-faces": mark("{count} pictures of cards are drawn, and no two are alike"),
    "self-drawing": mark("the drawing “{name}” is missing or damaged"),
    "self-face-blank": mark("the card {name} is blank"),
    "self-face-same": mark("the card {name} looks like another"),
    "self-fonts": mark("{count} fonts have Latin and Cyrillic letters and the suits"),
    "self-font": mark("the font “{name}” is missing or damaged"),
    "self-font-lacks": mark("the font “{name}” lacks {signs}"),
    "self-help": mark("{count} help pages are laid out, one for every game among them"),
    "self-page": mark("the help page “{name}” is missing or blank"),
    "self-icons": mark("{count} icons and other pictures are drawn"),
    "self-sounds": mark("{count} sounds are read, and there is what plays them"),
    "self-sounds-silent": mark("{count} sounds are read; nothing plays them on such computers"),
    "self-sound": mark("the sound “{name}” is missing or damaged"),
    "self-no-sound": mark("sounds cannot be played ({reason})"),
    "self-players": mark("in programs of their own these levels answer: {levels}"),
    "self-silent": mark("in programs of their own these levels do not answer: {levels}"),
    "self-thinks-here": mark("a computer player ({level}) could not be a program of its own"),
    "self-programs-stay": mark("programs of computer players do not end"),
    "self-foreign": mark("a program from a command line ({name}) plays a match"),
    "self-program-lost": mark("the program “{command}” has lost its seat ({why})"),
    "self-table": mark(
        "{guests} guests join with the code and play a match; its shuffle is everybody's "
        "(events {count})"
    ),
    "self-wrong-code": mark("a wrong code is not refused"),
    "self-seal": mark("the host's record does not hold the shuffle of everybody"),
    "self-phones": mark("the page for phones is served, from {count} files, and its code drawn"),
    "self-phone-file": mark("the file {name} of the page for phones is missing"),
    "self-phone-page": mark("the page for phones is not served as it is"),
    "self-phone-code": mark("no code can be drawn for the cameras of phones"),
    "self-discovery": mark("an open table is found by its name"),
    "self-discovery-none": mark(
        "an open table is not found by its name (no multicast here?); addresses can be typed"
    ),
    "self-sheets": mark("{count} sheets are saved as PDF ({size} bytes) and CSV"),
    "self-csv": mark("the sheet of {game} is no table of numbers"),
    "self-pdf": mark("the sheet of {game} is no PDF of one page ({fault})"),
    "self-match": mark(
        "a match is seen, its record holds, and its end is the same from a cut one "
        "(players {players}, events {count})"
    ),
    "self-unfinished": mark("the record has no end"),
    "self-other-end": mark("a cut record goes on otherwise than before"),
    "self-not-resumed": mark("a cut record cannot be continued: {problem}"),
    "self-table-blank": mark("the table is blank (colours {count})"),
    "self-result": mark("the result does not show {name}"),
    "self-sheet": mark("the score sheet is not filled in"),
    "self-picture": mark("no picture of the window can be saved"),
}

COLUMNS: Final[Mapping[str, Column]] = {
    "tricks": Column(mark("Tricks"), mark("won {value}"), mark("Tr.")),
    "points": Column(mark("Points"), mark_count("{value} point", "{value} points"), mark("Pts")),
    "total": Column(mark("Total"), mark("{value} in all")),
    "place": Column(mark("Place"), mark("{value}")),
}
"""The columns common to sheets of several games."""
