"""Independent check of Rank records against the rules page.

It plays the match along, turn by turn, with text codes, and expects each line where the page has
it.
"""

from collections import Counter
from typing import Any

Line = dict[str, Any]

RANK_RING = "A23456789TJQK"
RANK_PACK_CODES = [rank + suit for rank in RANK_RING for suit in "CDHS"] + ["XR", "XB"]


def playable_cards(hand, top):
    """Return the cards of the first fitting kind that the hand has (``rank.md 2``)."""
    if top[0] == "X":
        return set(hand)
    neighbours = {RANK_RING[(RANK_RING.index(top[0]) + step) % 13] for step in (1, -1)}
    for ranks in (neighbours, {top[0]}, {"A", "K"}, {"X"}):
        cards = {card for card in hand if card[0] in ranks}
        if cards:
            return cards
    return set()


class RankPageReader:
    """Reader of one record.

    Raises:
        AssertionError: at the first line that breaks the rules page.
    """

    def __init__(self, lines):
        self.header = lines[0]
        self.lines = [line for line in lines[1:] if line["type"] != "seat"]
        self.numbers = [n for n, line in enumerate(lines[1:], 2) if line["type"] != "seat"]
        self.line_index = 0
        self.seats = len(self.header["seats"])
        self.anti_rank_stands = self.header["options"].get("anti_rank", "round") == "stands"
        self.counts = Counter()

    def expect_line(self, kind, **fields):
        """Return the next line, which must have this type and these values."""
        line = self.lines[self.line_index]
        self.line_index += 1
        assert line["type"] == kind, (self.line_index, line, kind)
        for key, value in fields.items():
            assert line[key] == value, (self.line_index, line, key, value)
        self.counts[kind] += 1
        return line

    @property
    def line_number(self):
        """Number of the line read last; the header is line 1."""
        return self.numbers[self.line_index - 1]

    def read_record(self):
        """Check the whole record."""
        dealer = self.expect_line("lot")["dealer"]
        assert 0 <= dealer < self.seats
        totals = [0] * self.seats
        for deal in range(1, self.header["options"]["deals"] + 1):
            self.read_deal(deal, dealer)
            order = [*self.seats_out, *self.seats_in()]
            deal_ranks = [order.index(seat) + 1 for seat in range(self.seats)]
            totals = [total + rank for total, rank in zip(totals, deal_ranks, strict=True)]
            self.expect_line(
                "score", deal=deal, points=deal_ranks, places=deal_ranks, totals=totals
            )
            dealer = (dealer + 1) % self.seats
        ranks = [1 + sum(lower < own_total for lower in totals) for own_total in totals]
        self.expect_line("end", totals=totals, places=ranks)
        assert self.line_index == len(self.lines)

    def seats_in(self):
        """Return the seats that are not out."""
        return [seat for seat in range(self.seats) if seat not in self.seats_out]

    def read_deal(self, number, dealer):
        """Check one deal to its last card."""
        seat = (dealer + 1) % self.seats
        line = self.expect_line("deal", deal=number, dealer=dealer, leader=seat)
        self.hands = [list(hand) for hand in line["hands"]]
        self.top, self.stock = line["pile"], list(line["stock"])
        assert [len(hand) for hand in self.hands] == [5] * self.seats
        all_cards = [card for hand in self.hands for card in hand] + [self.top, *self.stock]
        packs = 1 if self.seats <= 4 else 2
        assert Counter(all_cards) == Counter(RANK_PACK_CODES * packs)
        self.seats_out = []
        self.leaver = None
        self.passed_seats = set()
        self.is_anti_rank_active = False
        while len(self.seats_in()) > 1:
            self.read_turn(seat)
            seat = (seat + 1) % self.seats
            while not self.hands[seat]:
                seat = (seat + 1) % self.seats

    def read_turn(self, seat):
        """Check one turn, to the line that ends it."""
        has_drawn = False
        while True:
            fitting = playable_cards(self.hands[seat], self.top)
            if fitting:
                self.counts["cancelled"] += self.is_anti_rank_active
                self.read_play(seat, fitting)
                has_drawn = False
                if not self.hands[seat]:
                    self.read_last_card(seat)
                    return
            elif self.stock and not has_drawn:
                self.read_draw(seat, 1)
                has_drawn = True
                if self.leaver is not None:
                    self.read_out(self.leaver)
                    self.leaver = None
                    if len(self.seats_in()) == 1:
                        return
            elif self.is_anti_rank_active or (
                not self.stock and self.passed_seats >= set(self.seats_in())
            ):
                self.expect_line("antirank", seat=seat)
                self.counts["stood"] += self.is_anti_rank_active
                self.read_play(seat, set(self.hands[seat]))
                self.is_anti_rank_active = self.anti_rank_stands
                if not self.hands[seat]:
                    self.read_last_card(seat)
                return
            else:
                self.expect_line("pass", seat=seat)
                self.passed_seats.add(seat)
                return

    def read_play(self, seat, playable):
        """Check a played card, and the return of a leaving seat."""
        card = self.expect_line("play", seat=seat)["card"]
        assert card in playable, (self.line_index, card, playable)
        self.hands[seat].remove(card)
        self.top, self.passed_seats, self.is_anti_rank_active = card, set(), False
        if self.leaver is not None:
            self.read_draw(self.leaver, min(2, len(self.stock)))
            self.expect_line("back", seat=self.leaver)
            self.leaver = None

    def read_draw(self, seat, count):
        """Check that a seat draws this many cards from the stock."""
        cards, self.stock = self.stock[:count], self.stock[count:]
        self.expect_line("draw", seat=seat, cards=cards)
        self.hands[seat] += cards

    def read_last_card(self, seat):
        """Check the line that follows a seat's last card."""
        if self.stock:
            self.expect_line("leaving", seat=seat)
            self.leaver = seat
        else:
            self.read_out(seat)

    def read_out(self, seat):
        self.expect_line("out", seat=seat)
        self.seats_out.append(seat)
