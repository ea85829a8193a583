"""Reports that can be read out at any time, in brief sentences, about the match as shown."""

from collections.abc import Sequence
from typing import Any

from greenbaize.rules.game import Game
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Picture
from greenbaize.rules.things import Part, Thing
from greenbaize.words.catalogue import tr
from greenbaize.words.phrases import played_words
from greenbaize.words.speaker import Speaker, cards_text
from greenbaize.words.spoken import together


class Reports:
    """Reports about a match for a person at its table."""

    def __init__(self, game: Game[Any], names: Sequence[str], you: int | None) -> None:
        self._game, self._you = game, you
        self._names = [tr("You") if seat == you else name for seat, name in enumerate(names)]
        self._speaker = Speaker(names, you)

    def say(self, report: str, view: Any, last: tuple[int, Trick] | None = None) -> str:
        """Return the sentences of the report ``trick``, ``last_trick``, ``score`` or ``plates``.

        ``last`` is the last trick before this deal, with its taker.
        """
        if report == "last_trick":
            return self.last_trick_words(view, last)
        plain = {"trick": self.trick_words, "plates": self.plates_words, "score": self.score_words}
        return plain[report](view)

    def trick_words(self, view: Any) -> str:
        """Return what is on the table, who is winning it, what counts, and whose turn it is."""
        picture = self._game.picture(view)
        if not picture.deal:
            return tr("No cards have been dealt yet.")
        said = [*self._lying(view, picture), *self._told(view, Part.SIGN)[:1]]
        said += [*self._told(view, Part.TRUMPS)[:1], *self._turn(picture)]
        return _once(said)

    def plates_words(self, view: Any) -> str:
        """Return the texts of all plates from one's own on: bid, tricks won, total, and others."""
        seats = len(self._names)
        first = self._you or 0
        said: list[str] = []
        for seat in ((first + turn) % seats for turn in range(seats)):
            said += [*self._told(view, Part.PLATE, seat), self.open_words(view, seat)]
        return _once(said)

    def open_words(self, view: Any, seat: int) -> str:
        """Return the cards of another player's hand that the listener sees, if any."""
        picture = self._game.picture(view)
        if seat == self._you:
            return ""
        exposed = picture.exposed[seat] if picture.exposed else ()
        cards = dict.fromkeys((*picture.hands[seat].cards, *exposed))
        words = tr("You see these cards of {name}: {cards}.")
        held = cards_text(tuple(cards))
        return words.format(name=self._names[seat], cards=held) if cards else ""

    def last_trick_words(self, view: Any, last: tuple[int, Trick] | None = None) -> str:
        """Return the last trick of the deal, or of the one before, and who took it."""
        taken = self._game.picture(view).taken
        found = taken[-1] if taken else last
        if found is None:
            return tr("No trick has been taken yet.")
        taker, trick = found
        end = self._speaker.say(Message("trick-taken", {"seat": taker}))
        brought = self._game.trick_brought(view, trick)[:1] if taken else ()
        said = [tr("The last trick: {cards}.").format(cards=self._cards(trick)), end]
        return _once([*said, *map(self._speaker.say, brought)])

    def score_words(self, view: Any) -> str:
        """Return the deal's number, and everybody's score, the leaders first."""
        picture = self._game.picture(view)
        said = self._told(view, Part.NOTICE)[:1]
        for seat in sorted(range(len(self._names)), key=lambda one: one not in picture.leaders):
            said += self._told(view, Part.PLATE, seat)[:1]
        said += map(self._speaker.say, picture.remarks)
        return _once(said)

    def _lying(self, view: Any, picture: Picture) -> list[str]:
        if picture.pile is not None:
            return [*self._told(view, Part.PILE)[:2], *self._told(view, Part.STOCK)[:1]]
        if picture.trick is None or not picture.trick.cards:
            return [tr("No card lies on the table.")]
        cards = self._cards(picture.trick)
        said = [self._speaker.say(Message("spoken-table", {"cards": cards}))]
        if picture.winning is not None:
            said += self._told(view, Part.TRICK, picture.winning)[:1]
        return said

    def _cards(self, trick: Trick) -> str:
        return played_words(trick, len(self._names), self._speaker)

    def _turn(self, picture: Picture) -> list[str]:
        if picture.turn is None:
            return []
        return [self._speaker.say(Message("tell-turn", {"seat": picture.turn}))]

    def _told(self, view: Any, part: Part, number: int = 0) -> list[str]:
        told = self._game.tell_of(view, Thing(part, number), self._you)
        return [self._speaker.say(one) for one in told]


def _once(sentences: Sequence[str]) -> str:
    """Return each different sentence once, in order."""
    return together(*dict.fromkeys(sentences))
