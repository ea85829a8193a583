"""Independent check of Rank records against the rules page.

It plays the match along, turn by turn, with text codes, and expects each line where the page has
it.
"""

from collections import Counter
from typing import Any

Line = dict[str, Any]

RING = "A23456789TJQK"
PACK = [rank + suit for rank in RING for suit in "CDHS"] + ["XR", "XB"]


def playable(hand, top):
    """Return the cards of the first fitting kind that the hand has (``rank.md 2``)."""
    if top[0] == "X":
        return set(hand)
    near = {RING[(RING.index(top[0]) + by) % 13] for by in (1, -1)}
    for ranks in (near, {top[0]}, {"A", "K"}, {"X"}):
        found = {card for card in hand if card[0] in ranks}
        if found:
            return found
    return set()


class Reader:
    """Reader of one record.

    Raises:
        AssertionError: at the first line that breaks the rules page.
    """

    def __init__(self, lines):
        self.header = lines[0]
        self.lines = [line for line in lines[1:] if line["type"] != "seat"]
        self.numbers = [n for n, line in enumerate(lines[1:], 2) if line["type"] != "seat"]
        self.place = 0
        self.seats = len(self.header["seats"])
        self.stands = self.header["options"].get("anti_rank", "round") == "stands"
        self.told = Counter()

    def take(self, kind, **fields):
        """Return the next line, which must have this type and these values."""
        line = self.lines[self.place]
        self.place += 1
        assert line["type"] == kind, (self.place, line, kind)
        for key, value in fields.items():
            assert line[key] == value, (self.place, line, key, value)
        self.told[kind] += 1
        return line

    @property
    def number(self):
        """Number of the line read last; the header is line 1."""
        return self.numbers[self.place - 1]

    def read(self):
        """Check the whole record."""
        dealer = self.take("lot")["dealer"]
        assert 0 <= dealer < self.seats
        totals = [0] * self.seats
        for deal in range(1, self.header["options"]["deals"] + 1):
            self.deal(deal, dealer)
            order = [*self.out, *self.playing()]
            places = [order.index(seat) + 1 for seat in range(self.seats)]
            totals = [total + place for total, place in zip(totals, places, strict=True)]
            self.take("score", deal=deal, points=places, places=places, totals=totals)
            dealer = (dealer + 1) % self.seats
        ranks = [1 + sum(other < own for other in totals) for own in totals]
        self.take("end", totals=totals, places=ranks)
        assert self.place == len(self.lines)

    def playing(self):
        """Return the seats that are not out."""
        return [seat for seat in range(self.seats) if seat not in self.out]

    def deal(self, number, dealer):
        """Check one deal to its last card."""
        seat = (dealer + 1) % self.seats
        line = self.take("deal", deal=number, dealer=dealer, leader=seat)
        self.hands = [list(hand) for hand in line["hands"]]
        self.top, self.stock = line["pile"], list(line["stock"])
        assert [len(hand) for hand in self.hands] == [5] * self.seats
        everything = [card for hand in self.hands for card in hand] + [self.top, *self.stock]
        packs = 1 if self.seats <= 4 else 2
        assert Counter(everything) == Counter(PACK * packs)
        self.out = []
        self.leaver = None
        self.passed = set()
        self.standing = False
        while len(self.playing()) > 1:
            self.turn(seat)
            seat = (seat + 1) % self.seats
            while not self.hands[seat]:
                seat = (seat + 1) % self.seats

    def turn(self, seat):
        """Check one turn, to the line that ends it."""
        drew = False
        while True:
            able = playable(self.hands[seat], self.top)
            if able:
                self.told["cancelled"] += self.standing
                self.play(seat, able)
                drew = False
                if not self.hands[seat]:
                    self.empty(seat)
                    return
            elif self.stock and not drew:
                self.draw(seat, 1)
                drew = True
                if self.leaver is not None:
                    self.go(self.leaver)
                    self.leaver = None
                    if len(self.playing()) == 1:
                        return
            elif self.standing or (not self.stock and self.passed >= set(self.playing())):
                self.take("antirank", seat=seat)
                self.told["stood"] += self.standing
                self.play(seat, set(self.hands[seat]))
                self.standing = self.stands
                if not self.hands[seat]:
                    self.empty(seat)
                return
            else:
                self.take("pass", seat=seat)
                self.passed.add(seat)
                return

    def play(self, seat, able):
        """Check a played card, and the return of a leaving seat."""
        card = self.take("play", seat=seat)["card"]
        assert card in able, (self.place, card, able)
        self.hands[seat].remove(card)
        self.top, self.passed, self.standing = card, set(), False
        if self.leaver is not None:
            self.draw(self.leaver, min(2, len(self.stock)))
            self.take("back", seat=self.leaver)
            self.leaver = None

    def draw(self, seat, count):
        """Check that a seat draws this many cards from the stock."""
        cards, self.stock = self.stock[:count], self.stock[count:]
        self.take("draw", seat=seat, cards=cards)
        self.hands[seat] += cards

    def empty(self, seat):
        """Check the line that follows a seat's last card."""
        if self.stock:
            self.take("leaving", seat=seat)
            self.leaver = seat
        else:
            self.go(seat)

    def go(self, seat):
        self.take("out", seat=seat)
        self.out.append(seat)
