"""A match of the list in words: when, what, who with which score, how far, and what came of it."""

from typing import Final

from greenbaize.rules.facts import counted_as
from greenbaize.rules.players import BOT
from greenbaize.store.listing import DamagedKept, Kept, MatchKept, PlayerKept
from greenbaize.ui.dates import begun_text
from greenbaize.words.catalogue import tr, tr_in
from greenbaize.words.names import shown_name, shown_words
from greenbaize.words.titles import game_title, number_text

BETWEEN: Final = " · "
STOOD_IN: Final = "*"
"""Behind the name of somebody for whom a computer player stood in at some time."""
WHEN, GAME, PLAYERS, DEAL, ENDING = range(5)


def headings() -> tuple[str, ...]:
    """What the columns are called."""
    return tr("Begun"), tr("Game"), tr("Players"), tr_in("list", "Deal"), tr("Ending")


def cells(kept: Kept) -> tuple[str, ...]:
    """What is written in the columns."""
    when = begun_text(kept.begun) or tr("–")
    if isinstance(kept, DamagedKept):
        return when, tr("–"), shown_words(kept.file), tr("–"), tr("Cannot be read")
    deal = str(kept.deal) if kept.deal else tr("–")
    game = game_title(counted_as(kept.game, short=kept.short))
    return when, game, players_text(kept), deal, ending_text(kept)


def players_text(kept: MatchKept, *, spoken: bool = False) -> str:
    """Who played, the people first, each with their score if anything was scored.

    Args:
        kept: the match.
        spoken: whether it is heard, so that words take the place of the sign that says that a
            computer player stood in for somebody.
    """
    order = sorted(kept.players, key=lambda one: one.kind == BOT)
    scored = any(one.total or one.score for one in kept.players) or kept.over
    return BETWEEN.join(_player(one, scored=scored, spoken=spoken) for one in order)


def stood_in_text(kept: Kept) -> str:
    """For whom a computer player stood in at some time, a line for each; nothing if for nobody."""
    if isinstance(kept, DamagedKept):
        return ""
    line = tr(
        "{sign} A computer player played part of the match for {name}: the seat counts for nobody."
    )
    names = [shown_name(one.name) for one in kept.players if one.stood_in]
    return "\n".join(line.format(sign=STOOD_IN, name=name) for name in names)


def _player(one: PlayerKept, *, scored: bool, spoken: bool) -> str:
    name = shown_name(one.name)
    if one.stood_in:
        name = (
            tr("{name} (partly a computer player)").format(name=name)
            if spoken
            else (f"{name}{STOOD_IN}")
        )
    if not scored:
        return name
    return tr("{name}: {score}").format(name=name, score=number_text(one.score))


def ending_text(kept: MatchKept) -> str:
    """How a match has ended, or that it has not."""
    if kept.over:
        won = ", ".join(shown_name(one.name) for one in kept.players if one.place == 1)
        text = tr("Won by {names}").format(names=won) if won else tr("Finished")
    elif kept.abandoned:
        text = tr("Abandoned")
    elif kept.seeded:
        text = tr("Unfinished")
    else:
        text = tr("Unfinished, at another table")
    return tr("{ending}, practice").format(ending=text) if kept.practice else text


def row_text(kept: Kept) -> str:
    """The whole row in one sentence, for those who hear it."""
    when, game, players, deal, ending = cells(kept)
    if isinstance(kept, MatchKept):
        players = players_text(kept, spoken=True)
    else:
        return tr("{file}: {ending}").format(file=players, ending=ending)
    words = tr("{game}, begun {when}: {players}. Deal {deal}. {ending}.")
    return words.format(game=game, when=when, players=players, deal=deal, ending=ending)
