"""Sentences on a table before its match: setup, occupants, and what is waited for."""

from collections.abc import Mapping, Sequence
from typing import Final

from greenbaize.lan.wire import ChairShown, Lay, LobbyShown, Spoken
from greenbaize.rules.events import SeatGiven
from greenbaize.rules.messages import mark
from greenbaize.rules.players import BOT
from greenbaize.store.fitting import NAME_LENGTH
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.names import LONGEST_WORDS, NOBODY, set_apart, shown_name, shown_words
from greenbaize.words.titles import level_title

GATHERING: Final = "gathering"
SHUFFLING: Final = "shuffling"
PLAYING: Final = "playing"
"""Stages of a table."""
OPEN: Final = "open"

KEEPER_HERE: Final = mark("host")
QUICK_WORDS: Final[Mapping[str, str]] = {
    "well-played": mark("Well played!"),
    "good-luck": mark("Good luck!"),
    "thanks": mark("Thank you!"),
    "oh-no": mark("Oh no!"),
    "one-moment": mark("One moment, please."),
    "sorry": mark("Sorry!"),
}
"""Quick chat messages by code, in the order of their keys."""


def lay_of(lobby: LobbyShown) -> Lay:
    """Return the match setup of a lobby, as the keeper would request it."""
    return Lay(
        game=lobby.game,
        seats=len(lobby.chairs),
        options=lobby.options,
        bots=lobby.bots,
        clock=lobby.clock,
        hints=lobby.hints,
        hands=lobby.hands,
    )


def keeps_table(lobby: LobbyShown, *, hosting: bool) -> bool:
    """Return whether the person keeps the table, from a chair or as its host without one."""
    return lobby.you == lobby.keeper and (lobby.you is not None or hosting)


def faces_of(lobby: LobbyShown) -> dict[str, tuple[str, str]]:
    """Return face and colour of all occupants, by their names."""
    chairs = [one for one in lobby.chairs if one.is_guest or (one.name and one.face)]
    return {one.name: (one.face or "", one.colour or "") for one in chairs}


def names_text(names: Sequence[str]) -> str:
    """Return names in the form of a sentence."""
    # Cut longer names, which no guest can choose: they would fill the line.
    return ", ".join(set_apart(shown_words(name, NAME_LENGTH) or NOBODY) for name in names)


# Setup


def seconds_text(clock: int) -> str:
    if not clock:
        return tr("no limit")
    return tr_count("{count} second", "{count} seconds", clock).format(count=clock)


def house_texts(lobby: LobbyShown) -> list[str]:
    """Return the table's options beside the game's own."""
    bots = tr("Open chairs wait for friends")
    if lobby.bots:
        level = level_title(lobby.bots)
        bots = tr("Computer players on open chairs: {level}").format(level=level)
    return [
        bots,
        tr("Time for a turn: {time}").format(time=seconds_text(lobby.clock)),
        tr("Hints: yes") if lobby.hints else tr("Hints: no"),
        tr("Watchers may see a hand: yes") if lobby.hands else tr("Watchers may see a hand: no"),
    ]


# Occupants


def chair_name(chair: ChairShown, bots: str) -> str:
    if chair.who == OPEN or not chair.name:
        return tr("Computer player") if bots else tr("Open chair")
    return shown_name(chair.name)


def chair_texts(lobby: LobbyShown, seat: int) -> list[str]:
    """Return the properties of a chair, the most important first."""
    chair = lobby.chairs[seat]
    texts = []
    if seat == lobby.you:
        texts.append(tr("you"))
    if seat == lobby.keeper:
        texts.append(tr(KEEPER_HERE))
    if chair.who == OPEN:
        texts.append(tr("open for a friend"))
    elif not chair.is_guest:
        texts.append(tr("computer player"))
    elif not chair.here:
        texts.append(tr("away"))
    elif chair.slow:
        texts.append(tr("slow connection"))
    return texts


def given_words(event: SeatGiven, name: str) -> str:
    """Return who acts at a seat from now on; ``name`` is the seat's player."""
    if event.kind == BOT:
        return tr("A computer player plays for {name}.").format(name=name)
    return tr("{name} plays.").format(name=name)


def state_text(lobby: LobbyShown) -> str:
    """Return what the table waits for."""
    missing = lobby.missing
    if lobby.stage == PLAYING:
        return tr("The match has begun.")
    if lobby.stage == SHUFFLING:
        shuffling = tr("Everybody is ready: the cards are being shuffled by all of you.")
        if missing:
            again = tr("The last shuffle failed because {names} did not answer; shuffling again.")
            return again.format(names=names_text(missing))
        return shuffling
    if missing:
        failed = tr("The shuffle failed: no answer from {names}.")
        return f"{failed.format(names=names_text(missing))} {_gathering_text(lobby)}"
    return _gathering_text(lobby)


def stopped_text(by: str) -> str:
    """Return who has stopped a match, the host if empty, and that it can be continued."""
    if not by:
        return tr("The host has ended the match. It is kept and can be continued later.")
    words = tr("{name} has ended the match. It is kept and can be continued later.")
    return words.format(name=names_text([by]))


def _gathering_text(lobby: LobbyShown) -> str:
    guests = [(seat, one) for seat, one in enumerate(lobby.chairs) if one.is_guest]
    if not guests:
        return tr("Waiting for somebody to sit down.")
    away = [one.name for _, one in guests if not one.here]
    if away:
        return waiting_back_words(away)
    if lobby.you is not None and not lobby.chairs[lobby.you].ready:
        if len(guests) > 1 and all(one.ready for seat, one in guests if seat != lobby.you):
            return tr("All others are ready and wait for you: press “Ready” to begin.")
        return tr("Press “Ready” when you want to begin.")
    waited = [one.name for _, one in guests if not one.ready]
    if waited:
        return tr("Waiting for {names}.").format(names=names_text(waited))
    free = sum(one.who == OPEN for one in lobby.chairs)
    if free and not lobby.bots:
        return tr_count(
            "Waiting for {count} more friend.", "Waiting for {count} more friends.", free
        ).format(count=free)
    return tr("Everybody is ready.")


def waiting_back_words(names: Sequence[str]) -> str:
    """Return that these people, who are away, are waited for."""
    return tr("Waiting for {names} to come back.").format(names=names_text(names))


def waiting_words(lobby: LobbyShown) -> str:
    """Return which guests wait for the person still reading the result; empty if nobody does."""
    others = (chair for seat, chair in enumerate(lobby.chairs) if seat != lobby.you)
    names = [one.name for one in others if one.is_guest and one.here and not one.reads]
    if not names:
        return ""
    said = tr_count("{names} is waiting for you.", "{names} are waiting for you.", len(names))
    return said.format(names=names_text(names))


# Chat


def spoken_words(spoken: Spoken) -> str:
    """Return a chat message in a form that may be displayed, or nothing."""
    if spoken.word in QUICK_WORDS:
        return tr(QUICK_WORDS[spoken.word])
    return shown_words(spoken.text, LONGEST_WORDS)
