"""Reports that can be read out at any time, in brief sentences, about the match as shown."""

from collections.abc import Sequence
from typing import Any

from greenbaize.rules.game import Game
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.rules.table_snapshot import TableSnapshot
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker, cards_text
from greenbaize.words.spoken import join_sentences
from greenbaize.words.spoken_events import list_played_cards


class TableReports:
    """Reports about a match for a person at its table."""

    def __init__(self, game: Game[Any], names: Sequence[str], listener_seat: int | None) -> None:
        self._game, self._listener_seat = game, listener_seat
        self._names = [
            tr("You") if seat == listener_seat else name for seat, name in enumerate(names)
        ]
        self._speaker = Speaker(names, listener_seat)

    def build_report(
        self, report: str, view: Any, previous_trick: tuple[int, Trick] | None = None
    ) -> str:
        """Return the sentences of the report ``trick``, ``last_trick``, ``score`` or ``plates``.

        ``previous_trick`` is the last trick before this deal, with its taker.
        """
        if report == "last_trick":
            return self.report_last_trick(view, previous_trick)
        plain = {
            "trick": self.report_trick,
            "plates": self.report_plates,
            "score": self.report_score,
        }
        return plain[report](view)

    def report_trick(self, view: Any) -> str:
        """Return what is on the table, who is winning it, what counts, and whose turn it is."""
        picture = self._game.picture(view)
        if not picture.deal:
            return tr("No cards have been dealt yet.")
        sentences = [
            *self._describe_table_cards(view, picture),
            *self._describe_element(view, TableElementKind.SIGN)[:1],
        ]
        sentences += [
            *self._describe_element(view, TableElementKind.TRUMPS)[:1],
            *self._describe_turn(picture),
        ]
        return _join_unique(sentences)

    def report_plates(self, view: Any) -> str:
        """Return the texts of all plates from one's own on: bid, tricks won, total, and others."""
        seats = len(self._names)
        first = self._listener_seat or 0
        sentences: list[str] = []
        for seat in ((first + turn) % seats for turn in range(seats)):
            sentences += [
                *self._describe_element(view, TableElementKind.PLATE, seat),
                self.report_open_cards(view, seat),
            ]
        return _join_unique(sentences)

    def report_open_cards(self, view: Any, seat: int) -> str:
        """Return the cards of another player's hand that the listener sees, if any."""
        picture = self._game.picture(view)
        if seat == self._listener_seat:
            return ""
        exposed = picture.exposed_cards[seat] if picture.exposed_cards else ()
        cards = dict.fromkeys((*picture.hands[seat].cards, *exposed))
        words = tr("You see these cards of {name}: {cards}.")
        card_list = cards_text(tuple(cards))
        return words.format(name=self._names[seat], cards=card_list) if cards else ""

    def report_last_trick(self, view: Any, previous_trick: tuple[int, Trick] | None = None) -> str:
        """Return the last trick of the deal, or of the one before, and who took it."""
        taken_tricks = self._game.picture(view).taken_tricks
        last_trick = taken_tricks[-1] if taken_tricks else previous_trick
        if last_trick is None:
            return tr("No trick has been taken yet.")
        taker, trick = last_trick
        end = self._speaker.format_message(Message("trick-taken", {"seat": taker}))
        brought = self._game.trick_gains(view, trick)[:1] if taken_tricks else ()
        sentences = [
            tr("The last trick: {cards}.").format(cards=self._list_trick_cards(trick)),
            end,
        ]
        return _join_unique([*sentences, *map(self._speaker.format_message, brought)])

    def report_score(self, view: Any) -> str:
        """Return the deal's number, and everybody's score, the leaders first."""
        picture = self._game.picture(view)
        sentences = self._describe_element(view, TableElementKind.NOTICE)[:1]
        for seat in sorted(
            range(len(self._names)), key=lambda one: one not in picture.leading_seats
        ):
            sentences += self._describe_element(view, TableElementKind.PLATE, seat)[:1]
        sentences += map(self._speaker.format_message, picture.remarks)
        return _join_unique(sentences)

    def _describe_table_cards(self, view: Any, picture: TableSnapshot) -> list[str]:
        if picture.pile is not None:
            return [
                *self._describe_element(view, TableElementKind.PILE)[:2],
                *self._describe_element(view, TableElementKind.STOCK)[:1],
            ]
        if picture.trick is None or not picture.trick.cards:
            return [tr("No card lies on the table.")]
        cards = self._list_trick_cards(picture.trick)
        sentences = [self._speaker.format_message(Message("spoken-table", {"cards": cards}))]
        if picture.winning_index is not None:
            sentences += self._describe_element(
                view, TableElementKind.TRICK, picture.winning_index
            )[:1]
        return sentences

    def _list_trick_cards(self, trick: Trick) -> str:
        return list_played_cards(trick, len(self._names), self._speaker)

    def _describe_turn(self, picture: TableSnapshot) -> list[str]:
        if picture.turn is None:
            return []
        return [self._speaker.format_message(Message("tell-turn", {"seat": picture.turn}))]

    def _describe_element(self, view: Any, part: TableElementKind, number: int = 0) -> list[str]:
        messages = self._game.describe_element(
            view, TableElement(part, number), self._listener_seat
        )
        return [self._speaker.format_message(one) for one in messages]


def _join_unique(sentences: Sequence[str]) -> str:
    """Return each different sentence once, in order."""
    return join_sentences(*dict.fromkeys(sentences))
