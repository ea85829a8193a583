"""Sentences on a table before its match: setup, occupants, and what is waited for."""

from collections.abc import Mapping, Sequence
from typing import Final

from greenbaize.lan.wire import ChairState, ChatMessage, LobbyMessage, MatchSetupMessage
from greenbaize.rules.events import SeatReassigned
from greenbaize.rules.messages import mark_text
from greenbaize.rules.players import BOT
from greenbaize.store.declared_settings import MAX_PLAYER_NAME_LENGTH
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.names import (
    INVISIBLE_NAME,
    MAX_TEXT_LENGTH,
    display_name,
    isolate_direction,
    sanitise_text,
)
from greenbaize.words.titles import level_title

GATHERING_STAGE: Final = "gathering"
SHUFFLING_STAGE: Final = "shuffling"
PLAYING_STAGE: Final = "playing"
"""Stages of a table."""
OPEN_CHAIR: Final = "open"

KEEPER_LABEL: Final = mark_text("host")
QUICK_MESSAGES: Final[Mapping[str, str]] = {
    "well-played": mark_text("Well played!"),
    "good-luck": mark_text("Good luck!"),
    "thanks": mark_text("Thank you!"),
    "oh-no": mark_text("Oh no!"),
    "one-moment": mark_text("One moment, please."),
    "sorry": mark_text("Sorry!"),
}
"""Quick chat messages by code, in the order of their keys."""


def extract_match_setup(lobby: LobbyMessage) -> MatchSetupMessage:
    """Return the match setup of a lobby, as the keeper would request it."""
    return MatchSetupMessage(
        game=lobby.game,
        seats=len(lobby.chairs),
        options=lobby.options,
        bots=lobby.bots,
        clock=lobby.clock,
        hints=lobby.hints,
        hands=lobby.hands,
    )


def is_keeper(lobby: LobbyMessage, *, is_hosting: bool) -> bool:
    """Return whether the person keeps the table, from a chair or as its host without one."""
    return lobby.you == lobby.keeper and (lobby.you is not None or is_hosting)


def list_faces(lobby: LobbyMessage) -> dict[str, tuple[str, str]]:
    """Return face and colour of all occupants, by their names."""
    chairs = [chair for chair in lobby.chairs if chair.is_guest or (chair.name and chair.face)]
    return {chair.name: (chair.face or "", chair.colour or "") for chair in chairs}


def format_names(names: Sequence[str]) -> str:
    """Return names in the form of a sentence."""
    # Cut longer names, which no guest can choose: they would fill the line.
    return ", ".join(
        isolate_direction(sanitise_text(name, MAX_PLAYER_NAME_LENGTH) or INVISIBLE_NAME)
        for name in names
    )


# Setup


def format_turn_limit(clock: int) -> str:
    if not clock:
        return tr("no limit")
    return tr_count("{count} second", "{count} seconds", clock).format(count=clock)


def describe_table_options(lobby: LobbyMessage) -> list[str]:
    """Return the table's options beside the game's own."""
    bots = tr("Open chairs wait for friends")
    if lobby.bots:
        level = level_title(lobby.bots)
        bots = tr("Computer players on open chairs: {level}").format(level=level)
    return [
        bots,
        tr("Time for a turn: {time}").format(time=format_turn_limit(lobby.clock)),
        tr("Hints: yes") if lobby.hints else tr("Hints: no"),
        tr("Watchers may see a hand: yes") if lobby.hands else tr("Watchers may see a hand: no"),
    ]


# Occupants


def describe_occupant(chair: ChairState, bots: str) -> str:
    if chair.who == OPEN_CHAIR or not chair.name:
        return tr("Computer player") if bots else tr("Open chair")
    return display_name(chair.name)


def describe_chair(lobby: LobbyMessage, seat: int) -> list[str]:
    """Return the properties of a chair, the most important first."""
    chair = lobby.chairs[seat]
    texts = []
    if seat == lobby.you:
        texts.append(tr("you"))
    if seat == lobby.keeper:
        texts.append(tr(KEEPER_LABEL))
    if chair.who == OPEN_CHAIR:
        texts.append(tr("open for a friend"))
    elif not chair.is_guest:
        texts.append(tr("computer player"))
    elif not chair.here:
        texts.append(tr("away"))
    elif chair.slow:
        texts.append(tr("slow connection"))
    return texts


def describe_seat_change(event: SeatReassigned, name: str) -> str:
    """Return who acts at a seat from now on; ``name`` is the seat's player."""
    if event.kind == BOT:
        return tr("A computer player plays for {name}.").format(name=name)
    return tr("{name} plays.").format(name=name)


def describe_table_state(lobby: LobbyMessage) -> str:
    """Return what the table waits for."""
    missing = lobby.missing
    if lobby.stage == PLAYING_STAGE:
        return tr("The match has begun.")
    if lobby.stage == SHUFFLING_STAGE:
        shuffling = tr("Everybody is ready: the cards are being shuffled by all of you.")
        if missing:
            sentence = tr(
                "The last shuffle failed because {names} did not answer; shuffling again."
            )
            return sentence.format(names=format_names(missing))
        return shuffling
    if missing:
        failure_sentence = tr("The shuffle failed: no answer from {names}.")
        return (
            f"{failure_sentence.format(names=format_names(missing))} {_describe_gathering(lobby)}"
        )
    return _describe_gathering(lobby)


def describe_stopped_match(keeper_name: str) -> str:
    """Return who has stopped a match, the host if empty, and that it can be continued."""
    if not keeper_name:
        return tr("The host has ended the match. It is kept and can be continued later.")
    sentence = tr("{name} has ended the match. It is kept and can be continued later.")
    return sentence.format(name=format_names([keeper_name]))


def _describe_gathering(lobby: LobbyMessage) -> str:
    guests = [(seat, chair) for seat, chair in enumerate(lobby.chairs) if chair.is_guest]
    if not guests:
        return tr("Waiting for somebody to sit down.")
    away_names = [chair.name for _, chair in guests if not chair.here]
    if away_names:
        return describe_awaited_return(away_names)
    if lobby.you is not None and not lobby.chairs[lobby.you].ready:
        if len(guests) > 1 and all(chair.ready for seat, chair in guests if seat != lobby.you):
            return tr("All others are ready and wait for you: press “Ready” to begin.")
        return tr("Press “Ready” when you want to begin.")
    awaited_names = [chair.name for _, chair in guests if not chair.ready]
    if awaited_names:
        return tr("Waiting for {names}.").format(names=format_names(awaited_names))
    free_count = sum(chair.who == OPEN_CHAIR for chair in lobby.chairs)
    if free_count and not lobby.bots:
        return tr_count(
            "Waiting for {count} more friend.", "Waiting for {count} more friends.", free_count
        ).format(count=free_count)
    return tr("Everybody is ready.")


def describe_awaited_return(names: Sequence[str]) -> str:
    """Return that these people, who are away, are waited for."""
    return tr("Waiting for {names} to come back.").format(names=format_names(names))


def describe_waiting_readers(lobby: LobbyMessage) -> str:
    """Return which guests wait for the person still reading the result; empty if nobody does."""
    other_chairs = (chair for seat, chair in enumerate(lobby.chairs) if seat != lobby.you)
    names = [
        other_chair.name
        for other_chair in other_chairs
        if other_chair.is_guest and other_chair.here and not other_chair.reads
    ]
    if not names:
        return ""
    sentence = tr_count("{names} is waiting for you.", "{names} are waiting for you.", len(names))
    return sentence.format(names=format_names(names))


# Chat


def describe_chat_message(message: ChatMessage) -> str:
    """Return a chat message in a form that may be displayed, or nothing."""
    if message.word in QUICK_MESSAGES:
        return tr(QUICK_MESSAGES[message.word])
    return sanitise_text(message.text, MAX_TEXT_LENGTH)
