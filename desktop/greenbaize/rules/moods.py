"""How those at a table feel, as far as everybody there can see the reason for it."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from greenbaize.rules.pictures import Luck, Made, Picture, Shape, Tally

FEW: Final = 2
"""Who holds no more cards than this is close to being rid of them."""
NEAR: Final = 0.8
"""From this share of all deals on, a match nears its end."""


class Mood(StrEnum):
    """What a face shows."""

    NEUTRAL = "neutral"
    PLEASED = "pleased"
    TENSE = "tense"
    CAUGHT = "caught"
    WINNING = "winning"


def moods_of(picture: Picture) -> tuple[Mood, ...]:
    """For each seat what it feels in the thick of a deal, by what its plate and the cards tell."""
    return tuple(_mood(picture, seat) for seat in range(len(picture.plates)))


def moods_of_made(made: Sequence[Made], picture: Picture) -> tuple[Mood, ...]:
    """The same when a deal has been scored."""
    by_luck = {Luck.GOOD: Mood.PLEASED, Luck.BAD: Mood.CAUGHT}
    return tuple(by_luck.get(one.luck, _usual(picture, seat)) for seat, one in enumerate(made))


def moods_of_end(places: Sequence[int]) -> tuple[Mood, ...]:
    """The same when a match is over: who has won is glad, and who is last is not."""
    last = max(places, default=1)
    return tuple(
        Mood.WINNING if place == 1 else Mood.CAUGHT if place == last else Mood.NEUTRAL
        for place in places
    )


def _usual(picture: Picture, seat: int) -> Mood:
    """What somebody feels whom nothing of the deal concerns: who leads at last sees a win."""
    near = picture.deals is not None and 1 < picture.deals * NEAR <= picture.deal
    return Mood.WINNING if near and seat in picture.leaders else Mood.NEUTRAL


def _mood(picture: Picture, seat: int) -> Mood:
    plate = picture.plates[seat]
    if plate.tally is not None and plate.tally.shape is Shape.BARS:
        mood = _mood_of_tally(picture, seat, plate.tally)
    elif plate.cards is not None:
        mood = _mood_of_cards(picture, seat, plate.cards)
    else:
        mood = Mood.NEUTRAL
    return _usual(picture, seat) if mood is Mood.NEUTRAL else mood


def _mood_of_tally(picture: Picture, seat: int, tally: Tally) -> Mood:
    """What somebody feels who wants to make exactly so many."""
    trick = picture.trick
    lying = 0 if trick is None else len(trick.cards)
    place = -1 if trick is None else (seat - trick.leader) % len(picture.plates)
    left = picture.hands[seat].size + (place in range(lying))
    missing = tally.due - tally.made
    if missing < 0 or missing > left:
        return Mood.CAUGHT
    if missing == 0:
        if left and lying and picture.winning == place:
            return Mood.TENSE  # it would be one too many
        return Mood.PLEASED if tally.due else Mood.NEUTRAL
    if missing == left:
        return Mood.TENSE
    fresh = not lying and bool(picture.taken) and picture.taken[-1][0] == seat
    return Mood.PLEASED if fresh else Mood.NEUTRAL


def _mood_of_cards(picture: Picture, seat: int, cards: int) -> Mood:
    """What somebody feels who wants to be rid of their cards."""
    holding = [one for one, plate in enumerate(picture.plates) if plate.cards]
    if len(holding) == len(picture.plates) or not holding:
        return Mood.TENSE if 0 < cards <= FEW else Mood.NEUTRAL
    if cards == 0:
        return Mood.PLEASED
    if holding == [seat]:
        return Mood.CAUGHT
    return Mood.TENSE if cards <= FEW else Mood.NEUTRAL
